//! The tables of one chunk of an archive.

use std::mem::replace;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, BooleanArray};
use arrow_select::filter::filter;
use audit960_types::tables::{
    CROSSCHECK, ColumnGroup, ColumnOrigin, CrosscheckColumns, DIAGNOSTICS, DiagnosticColumns,
    GAMES, GAPS, GameColumns, GapColumns, INCIDENTS, IncidentColumns, POSITIONS, Placed,
    PositionColumns, REPETITIONS, RepetitionColumns, TableSchema,
};
use audit960_types::{
    Code, Disagreement, DisagreementFacts, Fact, FactSink, Finding, GameFacts, Identity, StartKind,
    Tally,
};

use crate::tables::buffers::ArrowColumns;
use crate::tables::error::TableError;
use crate::tables::texts;

/// Findings of each code that are kept for printing per chunk, unless all are kept. The table has all of
/// them.
const KEPT_FINDINGS: u32 = 20;

/// The tables that rows are appended to, in the order of their arrays in this crate; the last one is
/// optional.
pub(crate) static ROW_TABLES: [&TableSchema; 7] = [
    &GAMES,
    &INCIDENTS,
    &REPETITIONS,
    &DIAGNOSTICS,
    &GAPS,
    &POSITIONS,
    &CROSSCHECK,
];

/// Whether a dataset has the table even if it is empty. The other tables, for which many archives have no
/// rows, are left out then.
pub(crate) fn is_written_if_empty(table: &TableSchema) -> bool {
    ![POSITIONS.name, REPETITIONS.name, GAPS.name].contains(&table.name)
}

/// Where row groups and files end. Nothing else decides it, so the bytes of a dataset are reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// Rows of a full row group.
    pub group_rows: usize,
    /// Row groups of a full file.
    pub file_groups: u64,
}

impl Default for TableLimits {
    fn default() -> Self {
        Self {
            group_rows: 1 << 16,
            file_groups: 16,
        }
    }
}

/// The rows that the dataset has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowSet {
    /// Those of an audit.
    #[default]
    All,
    /// Only those about games, for an answer about all of them: no findings, no gaps.
    Games,
    /// Of these only those of games from the 960 start positions.
    Chess960,
    /// Of these only those of games in which a draw could be claimed, and of the first game of each source, so that its name
    /// is known.
    Claims,
}

/// Which tables a run writes, and in what portions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// Whether there is a table `crosscheck`.
    pub crosscheck: bool,
    /// Whether there is a table `duplicates`.
    pub duplicates: bool,
    /// The last group of columns that table `games` has.
    pub columns: ColumnGroup,
    /// The rows of the tables.
    pub rows: RowSet,
    /// Where row groups and files end. Only tests have a reason to change them.
    pub limits: TableLimits,
}

impl TableOptions {
    /// The tables that rows are appended to, with the columns that were asked for.
    pub(crate) fn row_tables(self) -> impl Iterator<Item = TableSchema> {
        let others = ROW_TABLES.len() - usize::from(!self.crosscheck);
        let tables = ROW_TABLES.iter().take(others);
        tables.map(move |table| table.up_to(self.columns))
    }
}

/// Appends facts to columns, in the order of the archive, chunk by chunk.
///
/// There is one per worker; its buffers keep their size from chunk to chunk. The tally covers all chunks of
/// the worker: tallies add up to the same total in any order, and merging one per worker costs less than
/// merging one per chunk.
pub struct ChunkTables {
    options: TableOptions,
    games: u64,
    positions: u64,
    game_columns: GameColumns<ArrowColumns>,
    incident_columns: IncidentColumns<ArrowColumns>,
    repetition_columns: RepetitionColumns<ArrowColumns>,
    diagnostic_columns: DiagnosticColumns<ArrowColumns>,
    gap_columns: GapColumns<ArrowColumns>,
    position_columns: PositionColumns<ArrowColumns>,
    crosscheck_columns: CrosscheckColumns<ArrowColumns>,
    /// Whether to record which rows belong to which game.
    nested: bool,
    marks: Marks,
    /// Runs and repetitions before the current game.
    claims_before: i32,
    /// Whether the next game is the first of a source.
    begins_source: bool,
    kept: Vec<Finding>,
    kept_by_code: Vec<u32>,
    /// Maximum number of findings kept per code.
    keep: u32,
    tally: Tally,
}

impl ChunkTables {
    /// Empty tables.
    #[must_use]
    pub fn new(options: TableOptions) -> Self {
        Self {
            options,
            games: 0,
            positions: 0,
            game_columns: GameColumns::up_to(options.columns),
            incident_columns: IncidentColumns::default(),
            repetition_columns: RepetitionColumns::default(),
            diagnostic_columns: DiagnosticColumns::default(),
            gap_columns: GapColumns::default(),
            position_columns: PositionColumns::default(),
            crosscheck_columns: CrosscheckColumns::default(),
            nested: false,
            marks: Marks::default(),
            claims_before: 0,
            begins_source: false,
            kept: Vec::new(),
            kept_by_code: vec![0; Code::ALL.len()],
            keep: KEPT_FINDINGS,
            tally: Tally::default(),
        }
    }

    /// The chunk that follows is the first of a source.
    pub fn begin_source(&mut self) {
        self.begins_source = true;
    }

    /// Keeps all findings for printing, not only the first of each code and chunk.
    pub fn keep_all_findings(&mut self) {
        self.keep = u32::MAX;
    }

    /// Records which rows belong to which game, so that rows can be nested.
    pub fn keep_games_together(&mut self) {
        self.nested = true;
    }

    /// Takes the rows of the chunk, which had `newlines` line ends; the next chunk can follow.
    ///
    /// # Errors
    /// [`TableError::TooMuchText`] if a column would hold more than 2 GiB of text. The run cannot
    /// continue then: rows have been lost.
    pub fn finish(&mut self, newlines: u64) -> Result<ChunkRows, TableError> {
        let games = std::mem::take(&mut self.games);
        let positions = std::mem::take(&mut self.positions);
        let findings = std::mem::take(&mut self.kept);
        self.kept_by_code.fill(0);
        self.claims_before = 0;
        let [incidents, repetitions, diagnostics, gaps, lines] =
            self.marks.rows.map(|rows| rows > 0);
        // Nesting needs every column, with or without rows.
        let all = self.nested;
        let mut columns = vec![
            self.game_columns.take().map_err(too_much_text(&GAMES))?,
            rows_of(all || incidents, &INCIDENTS, || {
                self.incident_columns.take()
            })?,
            rows_of(all || repetitions, &REPETITIONS, || {
                self.repetition_columns.take()
            })?,
            rows_of(all || diagnostics, &DIAGNOSTICS, || {
                self.diagnostic_columns.take()
            })?,
            rows_of(all || gaps, &GAPS, || self.gap_columns.take())?,
            rows_of(all || lines, &POSITIONS, || self.position_columns.take())?,
        ];
        if self.options.crosscheck {
            let rows = self.crosscheck_columns.take();
            columns.push(rows.map_err(too_much_text(&CROSSCHECK))?);
        }
        Ok(ChunkRows {
            newlines,
            games,
            positions,
            columns,
            marks: std::mem::take(&mut self.marks),
            findings,
        })
    }

    /// Adds the result of the second reading of the next game, or of text outside any game; `None` is
    /// agreement. Without table `crosscheck`, disagreements are only counted.
    pub fn add_crosscheck(
        &mut self,
        identity: Identity,
        in_game: bool,
        disagreement: Option<&Disagreement>,
    ) {
        self.tally.crosscheck.games += u64::from(in_game);
        let Some(disagreement) = disagreement else {
            return;
        };
        self.tally.crosscheck.add(disagreement);
        if self.options.crosscheck {
            let facts = DisagreementFacts {
                identity,
                disagreement,
            };
            let game = in_game.then_some(self.games);
            self.crosscheck_columns.push(&placed(&facts, game));
        }
    }

    /// The tally of all chunks so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Takes the tally of all chunks so far and leaves an empty one.
    #[must_use]
    pub fn take_tally(&mut self) -> Tally {
        std::mem::take(&mut self.tally)
    }
}

impl ChunkTables {
    /// Whether a game, whose claims have been added, has a row.
    fn has_row(&mut self, facts: &GameFacts<'_>) -> bool {
        let claims = self.marks.rows[0] + self.marks.rows[1];
        let is_claimed = claims > replace(&mut self.claims_before, claims);
        let is_first = replace(&mut self.begins_source, false);
        match self.options.rows {
            RowSet::All | RowSet::Games => true,
            // Those without castling rights are counted apart.
            RowSet::Chess960 => match facts.start {
                StartKind::Chess960 => true,
                StartKind::Other => facts.white_start.is_some(),
                _ => false,
            },
            RowSet::Claims => is_claimed || is_first,
        }
    }
}

/// The columns of a table, or none at all if it has no rows: most chunks have rows in few tables, and hundreds of
/// empty arrays take time, too.
fn rows_of(
    wanted: bool,
    schema: &TableSchema,
    take: impl FnOnce() -> Result<Vec<ArrayRef>, &'static str>,
) -> Result<Vec<ArrayRef>, TableError> {
    match wanted {
        true => take().map_err(too_much_text(schema)),
        false => Ok(Vec::new()),
    }
}

/// Facts of a chunk, which does not know its source.
const fn placed<F>(facts: &F, game: Option<u64>) -> Placed<'_, F> {
    Placed {
        source: "",
        game,
        line: 0,
        facts,
    }
}

pub(crate) fn too_much_text(schema: &TableSchema) -> impl FnOnce(&'static str) -> TableError {
    let table = schema.name;
    move |column| TableError::TooMuchText { table, column }
}

impl FactSink for ChunkTables {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                let cut = texts::cut(facts);
                let facts = match &cut {
                    Some((short, columns)) => {
                        self.finding(texts::finding(short, self.games, columns));
                        short
                    }
                    None => facts,
                };
                if self.has_row(facts) {
                    self.game_columns.push(&Placed {
                        line: facts.line,
                        ..placed(facts, Some(self.games))
                    });
                }
                self.tally.game(facts);
                self.games += 1;
                if self.nested {
                    self.marks.after_games.push(self.marks.rows);
                }
            }
            Fact::Skipped(bytes) => {
                self.games += 1;
                self.tally.skipped += 1;
                self.tally.game_bytes += bytes;
            }
            Fact::Incident(facts) => {
                self.marks.rows[0] += 1;
                // Incidents come before their game, so its ordinal is the number of games so far.
                self.incident_columns.push(&placed(facts, Some(self.games)));
            }
            Fact::Repetition(facts) => {
                // Repetitions come before their game, as incidents do.
                self.marks.rows[1] += 1;
                self.repetition_columns
                    .push(&placed(facts, Some(self.games)));
                self.tally.repetitions += 1;
            }
            Fact::Finding(finding) => {
                if self.options.rows == RowSet::All {
                    self.marks.rows[2] += 1;
                    self.diagnostic_columns.push(&placed(&finding, None));
                }
                self.tally.finding(finding.code);
                let kept = &mut self.kept_by_code[finding.code as usize];
                if *kept < self.keep {
                    *kept += 1;
                    self.kept.push(finding);
                }
            }
            Fact::Gap(gap) => {
                if gap.byte_length > 0 && self.options.rows == RowSet::All {
                    self.marks.rows[3] += 1;
                    self.gap_columns.push(&placed(gap, None));
                }
                *self.tally.gap_bytes.entry(gap.kind).or_default() += gap.byte_length;
            }
            Fact::Position(facts) => {
                self.marks.rows[4] += 1;
                self.position_columns.push(&placed(facts, None));
                self.positions += 1;
                self.tally.lines.add(facts);
            }
        }
    }
}

/// Which rows of the tables after `games` belong to which game.
#[derive(Default)]
pub(crate) struct Marks {
    /// Rows of each of these tables so far, without `crosscheck`.
    pub(crate) rows: [i32; 5],
    /// The rows of each at the end of each game.
    pub(crate) after_games: Vec<[i32; 5]>,
}

/// The rows of one chunk: columns in which games and lines count from the chunk's start.
pub struct ChunkRows {
    pub(crate) newlines: u64,
    pub(crate) games: u64,
    pub(crate) positions: u64,
    /// Columns of each of the row tables, without `source`; none of a table without rows, unless rows are to be
    /// nested.
    pub(crate) columns: Vec<Vec<ArrayRef>>,
    pub(crate) marks: Marks,
    pub(crate) findings: Vec<Finding>,
}

impl ChunkRows {
    /// Number of games in the chunk.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Number of EPD and FEN lines in the chunk.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Keeps the rows about some games: `kept` says for each game whether it is one. Rows about no game go. Games are numbered
    /// as before.
    ///
    /// # Errors
    /// [`TableError::Output`] if the rows of a table cannot be told apart.
    pub fn keep_games(&mut self, kept: &[bool]) -> Result<(), TableError> {
        assert_eq!(self.games, kept.len() as u64, "each game is kept or not");
        for (table, columns) in ROW_TABLES.into_iter().zip(&mut self.columns) {
            let in_chunks = table.columns.iter().filter(|column| {
                !matches!(column.origin, ColumnOrigin::Source | ColumnOrigin::GameId)
            });
            let game = in_chunks
                .map(|column| column.origin)
                .position(|origin| origin == ColumnOrigin::Game);
            let Some(games) = game.and_then(|game| columns.get(game)) else {
                continue;
            };
            let games = games.as_primitive::<Int64Type>();
            let is_kept = |game: i64| usize::try_from(game).ok().and_then(|game| kept.get(game));
            let rows = games
                .iter()
                .map(|game| game.and_then(is_kept) == Some(&true));
            let rows: BooleanArray = rows.map(Some).collect();
            for column in columns {
                *column = filter(column, &rows).map_err(TableError::stream)?;
            }
        }
        Ok(())
    }

    /// Memory that the rows take, in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let columns = self.columns.iter().flatten();
        columns
            .map(|column| column.get_array_memory_size() as u64)
            .sum()
    }
}
