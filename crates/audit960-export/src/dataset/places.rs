//! The places of a dataset's archives that an export has to read: the selected games, and what findings say
//! about text that belongs to no game.

use std::collections::VecDeque;

use anyhow::Context as _;
use audit960_audit::condition::Filter;
use audit960_audit::start_of;
use audit960_dataset::{Dataset, DatasetRow as TableRow, RowGroups, TableScan, rows};
use audit960_source::Chunk;
use audit960_types::{Code, Identity};

use crate::audited_game::AuditedGame;
use crate::selection::ExportSelection;

/// A selected game, by its row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedGame {
    pub(super) at: Identity,
    /// Number of lines of the source before it.
    pub(super) first_line: u64,
    pub(super) audited: AuditedGame,
    /// Numbers of its Chess960 start.
    pub(super) start: Option<(u16, u16)>,
}

/// Findings about inputs that an export of archives reports otherwise: it fails, or reads a file once.
const ABOUT_INPUTS: [Code; 3] = [
    Code::UnreadableInput,
    Code::ChangedInput,
    Code::RepeatedInput,
];

/// Names and places from the rows of a table, in its order; some are in memory.
struct Stream<T> {
    row_groups: Option<RowGroups>,
    next: usize,
    queue: VecDeque<(String, T)>,
}

impl<T> Stream<T> {
    fn of(dataset: &Dataset, table: &'static str) -> anyhow::Result<Self> {
        let row_groups = match dataset.has(table) {
            true => Some(dataset.row_groups_of(table)?),
            false => None,
        };
        Ok(Self {
            row_groups,
            next: 0,
            queue: VecDeque::new(),
        })
    }

    /// The next one, if there is one; `read` gives those of a row group of the table.
    fn front(
        &mut self,
        read: impl Fn(&RowGroups, usize) -> anyhow::Result<VecDeque<(String, T)>>,
    ) -> anyhow::Result<Option<&(String, T)>> {
        while self.queue.is_empty()
            && let Some(row_groups) = self.row_groups.as_ref().filter(|all| self.next < all.len())
        {
            self.queue = read(row_groups, self.next)?;
            self.next += 1;
        }
        Ok(self.queue.front())
    }
}

/// The places, in the order of the archives.
pub(super) struct Places<'p> {
    selection: &'p ExportSelection,
    filter: Option<&'p Filter>,
    games: Stream<SelectedGame>,
    findings: Stream<Stray>,
}

/// A finding that belongs to no game.
#[derive(Clone, Copy, Debug)]
struct Stray {
    at: Identity,
    /// Whether it says that its source has no games: reading the text again does not find it.
    no_games: bool,
}

/// What a chunk holds of the places.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) games: Vec<SelectedGame>,
    /// Whether it also holds text that is not part of a game, with findings.
    pub(super) findings: bool,
    /// Whether its source has no games.
    pub(super) no_games: bool,
}

impl<'p> Places<'p> {
    pub(super) fn new(
        dataset: &Dataset,
        selection: &'p ExportSelection,
        filter: Option<&'p Filter>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            selection,
            filter,
            games: Stream::of(dataset, "games")?,
            findings: Stream::of(dataset, "diagnostics")?,
        })
    }

    fn game(&mut self) -> anyhow::Result<Option<&(String, SelectedGame)>> {
        let (selection, filter) = (self.selection, self.filter);
        self.games
            .front(|row_groups, row_group| selected(row_groups, row_group, selection, filter))
    }

    fn finding(&mut self) -> anyhow::Result<Option<&(String, Stray)>> {
        self.findings.front(stray)
    }

    /// Whether an input holds one of the places that are left: the next game there, if that comes first.
    pub(super) fn next_in(&mut self, input: &str) -> anyhow::Result<Option<Next>> {
        let game = self.game()?.filter(|(source, _)| is_of(source, input));
        let game = game.map(|(_, game)| game.at);
        let finding = self.finding()?.filter(|(source, _)| is_of(source, input));
        let finding = finding.map(|(_, stray)| stray.at);
        Ok(match (game, finding) {
            (Some(game), finding) if finding.is_none_or(|at| game <= at) => Some(Next::Game(game)),
            (None, None) => None,
            _ => Some(Next::Any),
        })
    }

    /// Takes the places that a chunk holds.
    pub(super) fn take(&mut self, chunk: &Chunk) -> anyhow::Result<Held> {
        let mut held = Held::default();
        while let Some((source, game)) = self.game()?
            && chunk.holds(source, game.at)
        {
            held.games.push(*game);
            self.games.queue.pop_front();
        }
        while let Some((source, stray)) = self.finding()?
            && chunk.holds(source, stray.at)
        {
            held.findings = true;
            held.no_games |= stray.no_games;
            self.findings.queue.pop_front();
        }
        Ok(held)
    }

    /// Passes over the findings of an input at whose end there is no place left to read: it holds no text, as an archive
    /// without games. False if there is a game to be read.
    pub(super) fn pass_over(&mut self, input: &str) -> anyhow::Result<bool> {
        if self.game()?.is_some_and(|(source, _)| is_of(source, input)) {
            return Ok(false);
        }
        while self
            .finding()?
            .is_some_and(|(source, _)| is_of(source, input))
        {
            self.findings.queue.pop_front();
        }
        Ok(true)
    }

    /// The first place that is left, with the name of its source.
    pub(super) fn left(&mut self) -> anyhow::Result<Option<(String, Identity)>> {
        if let Some((source, game)) = self.game()? {
            return Ok(Some((source.clone(), game.at)));
        }
        let finding = self.finding()?;
        Ok(finding.map(|(source, stray)| (source.clone(), stray.at)))
    }
}

/// The next place of an input.
pub(super) enum Next {
    /// A game, here.
    Game(Identity),
    /// Anything.
    Any,
}

/// Whether a source is an input, or a member of it.
fn is_of(source: &str, input: &str) -> bool {
    let rest = source.strip_prefix(input);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("!/"))
}

/// The games of a row group of the table that are selected, in their order.
fn selected(
    row_groups: &RowGroups,
    row_group: usize,
    selection: &ExportSelection,
    filter: Option<&Filter>,
) -> anyhow::Result<VecDeque<(String, SelectedGame)>> {
    let of_places = [
        "source",
        "frame_offset",
        "byte_offset",
        "line",
        "start_kind",
        "white_start",
        "black_start",
    ];
    let columns = [&of_places[..], &AuditedGame::COLUMNS].concat();
    let mut asked = ExportSelection::COLUMNS.to_vec();
    for column in filter.map(Filter::columns).unwrap_or_default() {
        if !asked.contains(&column.name()) {
            asked.push(column.name());
        }
    }
    let scan = TableScan::of("games", &columns).only(&asked, |rows| {
        let may_want = selection.of_table(rows)?;
        let keeps = filter.map(|filter| filter.keeps_of(rows)).transpose()?;
        let is_kept = |row: usize| keeps.as_ref().is_none_or(|keeps| keeps[row]);
        Ok((0..rows.len())
            .map(|row| may_want(row) && is_kept(row))
            .collect())
    });
    let mut games = VecDeque::new();
    let Some(found) = row_groups.read(&scan, row_group)? else {
        return Ok(games);
    };
    let table = found.table()?;
    for row in rows(&table) {
        games.push_back((row.get("source")?, game(&row)?));
    }
    Ok(games)
}

fn game(row: &TableRow<'_>) -> anyhow::Result<SelectedGame> {
    let line: Option<u64> = row.get("line")?;
    let line = line.context(
        "its games are not numbered: tasks read ranges of its inputs; export the inputs instead",
    )?;
    Ok(SelectedGame {
        at: place(row)?,
        audited: AuditedGame::of(row)?,
        first_line: line.saturating_sub(1),
        start: start_of(row)?,
    })
}

fn place(row: &TableRow<'_>) -> anyhow::Result<Identity> {
    Ok(Identity {
        frame_offset: row.get("frame_offset")?,
        byte_offset: row.get("byte_offset")?,
    })
}

/// The places of findings that belong to no game.
fn stray(row_groups: &RowGroups, row_group: usize) -> anyhow::Result<VecDeque<(String, Stray)>> {
    let columns = ["source", "frame_offset", "byte_offset", "code"];
    let scan = TableScan::of("diagnostics", &columns).only(&["game_id", "code"], |rows| {
        let (ids, codes) = (rows.ints("game_id")?, rows.texts("code")?);
        let about_input = |code: &str| ABOUT_INPUTS.iter().any(|other| other.as_str() == code);
        let is_stray = |row| ids.get(row).is_none() && !codes.get(row).is_some_and(about_input);
        Ok((0..rows.len()).map(is_stray).collect())
    });
    let mut found = VecDeque::new();
    if let Some(row_group) = row_groups.read(&scan, row_group)? {
        let table = row_group.table()?;
        for row in rows(&table) {
            let code: String = row.get("code")?;
            let stray = Stray {
                at: place(&row)?,
                no_games: code == Code::NoGames.as_str(),
            };
            found.push_back((row.get("source")?, stray));
        }
    }
    Ok(found)
}
