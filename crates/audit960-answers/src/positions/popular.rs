//! Which positions of games are popular, and how quickly games leave what is known.

use audit960_dataset::{Table, TableBuilder};
use std::io::{self, Write};
use std::str::FromStr;

use crate::starts::results::grouping;
use audit960_audit::Observer;
use audit960_dataset::Grouping;
use audit960_report::{TableForm, TableParts, counted, grouped};
use audit960_statistics::{ScoreMoments, score, wilson_interval};
use audit960_tree::{PackedPosition, PopularOptions, PopularRow, PositionPopularity, known_starts};

use crate::positions::known::write_known;
use crate::{GameScan, Inputs, LeftOut};

/// What popular positions are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PopularBy {
    /// The start position: its Scharnagl number, or those of both sides.
    Start,
    /// What games have in common.
    Games(Grouping),
}

impl PopularBy {
    /// Reads `start`, `rating` or a column of table `games`; or two of them but the first.
    ///
    /// # Errors
    /// A sentence with the name that is not known.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "start" => Ok(Self::Start),
            text => grouping(text, &["start", "rating"]).map(Self::Games),
        }
    }

    /// The grouping of games; `None` for start positions.
    const fn grouping(self) -> Option<Grouping> {
        match self {
            Self::Start => None,
            Self::Games(grouping) => Some(grouping),
        }
    }
}

/// Numbers of half-moves, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRange {
    /// The first number.
    pub first: u32,
    /// The last number.
    pub last: u32,
}

impl FromStr for PlyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<u32>();
        match (number(first), number(last)) {
            (Ok(first), Ok(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(
                "a number of half-moves (12), or the first and last of several (1-12)".to_owned(),
            ),
        }
    }
}

/// A question about popular positions.
#[derive(Clone, Debug)]
pub struct PopularQuery {
    /// Numbers of half-moves; `None` counts each position once a game, after whatever number.
    pub plies: Option<PlyRange>,
    /// Which games count.
    pub scan: GameScan,
    /// What they are grouped by.
    pub by: Option<PopularBy>,
    /// Whether left-right mirrors are the same where nobody may castle.
    pub mirror: bool,
    /// Rows of each group and number of half-moves; all if `None`.
    pub top: Option<usize>,
    /// Whether the answer is how quickly the games of each start position leave what is known.
    pub known: bool,
    /// Whether the half-moves are those that are usual, and not asked for.
    pub usual: bool,
    /// How the answer is written.
    pub form: TableForm,
}

/// Rows that are written at a time.
const BATCH: usize = 4096;

/// Bytes of the memory limit for each position that is counted in memory: with its counts it takes about half of them.
const BYTES_OF_POSITION: u64 = 1 << 10;

impl Inputs {
    /// Writes the positions and the games that reached them, or how quickly games leave what is known; returns what was
    /// left out.
    ///
    /// # Errors
    /// If an input cannot be read, or a dataset has no moves; those of temporary files and of the writer.
    pub fn popular(
        &self,
        query: &PopularQuery,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<LeftOut> {
        let mut plies = query.plies.unwrap_or(PlyRange {
            first: 0,
            last: u32::MAX,
        });
        let mut kept = None;
        if query.known {
            // Nobody asked for more half-moves than a dataset has kept.
            kept = self
                .kept_plies()?
                .filter(|kept| query.usual && *kept < plies.last);
            plies.last = kept.unwrap_or(plies.last);
            if let Some((starts, left_out)) = self.known_before(query, plies)? {
                write_known(&starts, plies, query.form, out)?;
                return Ok(LeftOut { kept, ..left_out });
            }
        }
        let options = PopularOptions {
            plies: (plies.first, plies.last),
            any_ply: query.plies.is_none(),
            mirror: query.mirror,
            by_start: query.by == Some(PopularBy::Start),
            max_positions: (self.limits.memory / BYTES_OF_POSITION) as usize,
        };
        let scan = GameScan {
            grouping: query.by.and_then(PopularBy::grouping),
            // Shorter games have no such position.
            min_plies: plies.first,
            last_ply: query.plies.map(|_| plies.last),
            ..query.scan.clone()
        };
        let new = || PositionPopularity::new(options, self.worker_count());
        let played = self.play(&scan, observer, &new)?;
        let left_out = played.left_out;
        let popularity = played.merged(PositionPopularity::merge).unwrap_or_else(new);
        let games = popularity.all();
        let rows = popularity.into_rows()?;
        if query.known {
            write_known(&known_starts(rows)?, plies, query.form, out)?;
            return Ok(LeftOut { kept, ..left_out });
        }
        let mut text = Rows {
            query,
            shown: 0,
            all: 0,
        };
        text.write(rows, out)?;
        if query.form.is_table() {
            text.write_sentence(games.score.games(), out)?;
            if games.moveless > 0 && plies.first == 0 {
                writeln!(out, "{} more games have no moves", grouped(games.moveless))?;
            }
        }
        Ok(left_out)
    }
}

/// Rows as they are written.
struct Rows<'q> {
    query: &'q PopularQuery,
    shown: u64,
    all: u64,
}

impl Rows<'_> {
    fn write(
        &mut self,
        rows: impl Iterator<Item = io::Result<PopularRow>>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let form = self.query.form;
        let mut batch: Vec<(PopularRow, String)> = Vec::new();
        let mut bucket = (None, None, 0);
        let mut parts = TableParts::begin(form, &self.table(&[]), None, out)?;
        for row in rows {
            let row = row?;
            self.all += 1;
            let here = (row.group.clone(), self.query.plies.map(|_| row.ply));
            match (&bucket.0, &bucket.1) {
                (Some(group), ply) if (group, ply) == (&here.0, &here.1) => bucket.2 += 1,
                _ => bucket = (Some(here.0), here.1, 1),
            }
            if self.query.top.is_some_and(|top| bucket.2 > top) {
                continue;
            }
            let fen = self.fen(&row)?;
            batch.push((row, fen));
            // A table needs all its rows to know its widths.
            if batch.len() >= BATCH && !form.is_table() {
                self.shown += batch.len() as u64;
                parts.write(&self.table(&batch), out)?;
                batch.clear();
            }
        }
        self.shown += batch.len() as u64;
        if !(form.is_table() && batch.is_empty()) {
            parts.write(&self.table(&batch), out)?;
        }
        Ok(parts.end(out)?)
    }

    /// The position as X-FEN; of mirrors that were merged, the one that comes first in the alphabet.
    fn fen(&self, row: &PopularRow) -> anyhow::Result<String> {
        let fen = row.position.xfen();
        let mirror: PackedPosition = row.position.mirror();
        Ok(match self.query.mirror {
            true => fen.min(mirror.xfen()),
            false => fen,
        })
    }

    fn table(&self, rows: &[(PopularRow, String)]) -> Table {
        let interval =
            |row: &PopularRow| wilson_interval(&row.tally.score, &ScoreMoments::WITHOUT_DRAWS);
        let table = TableBuilder::of(rows)
            .count("ply", |(row, _)| row.ply.into())
            .text("fen", |(_, fen)| Some(fen.clone()))
            .count("games", |(row, _)| row.tally.score.games())
            .count("white", |(row, _)| row.tally.score.white_wins)
            .count("draws", |(row, _)| row.tally.score.draws)
            .count("black", |(row, _)| row.tally.score.black_wins)
            .count("unfinished", |(row, _)| row.tally.score.unfinished)
            .count("moveless", |(row, _)| row.tally.moveless)
            .share("score", |(row, _)| score(&row.tally.score))
            .share("score_low", |(row, _)| interval(row).map(|(low, _)| low))
            .share("score_high", |(row, _)| interval(row).map(|(_, high)| high))
            .mean("mean_elo", |(row, _)| row.tally.mean_elo())
            .date("first_date", |(row, _)| Some(row.tally.days?.0))
            .date("last_date", |(row, _)| Some(row.tally.days?.1))
            .count("players", |(row, _)| row.players);
        let labels = rows.iter().map(|(row, _)| (row.group.as_deref(), false));
        let table = match (self.query.by, self.query.by.and_then(PopularBy::grouping)) {
            (None, _) => table,
            (_, Some(grouping)) => table.with(grouping.label_columns(labels)),
            // Both numbers of double Chess960 are one text.
            (Some(_), None) => table.text("start", |(row, _)| row.group.clone()),
        };
        table.table()
    }

    fn write_sentence(&self, games: u64, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.all == 0 {
            return Ok(writeln!(out, "no game reached such a position")?);
        }
        let all = counted(self.all, "position", "positions");
        let games = counted(games, "game", "games");
        match self.shown == self.all {
            true => writeln!(out, "\n{all} of {games}")?,
            false => writeln!(
                out,
                "\n{} of {all} of {games}; --limit 0 shows all, --format csv writes them",
                grouped(self.shown)
            )?,
        }
        Ok(())
    }
}
