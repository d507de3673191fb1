//! The first half-moves of all games in memory, found by position, with what is said of a game.
//!
//! A game takes some 300 bytes: a few half-moves beyond the start most positions were reached by one game, of which table
//! `tree` has nothing, and reading the dataset again for each of them takes too long.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::Context as _;
use audit960_audit::{StoredDetails, StoredGames, StoredMoves, StoredOptions};
use audit960_board::{Move, Position};
use audit960_dataset::tables::Rows;
use audit960_dataset::{Dataset, DatasetError, LabelColumn, LeftOutCounter};
use audit960_tree::{GamePlace, NotAMove, PlayedGame, PlayedGameSink};
use audit960_types::{GameResult, Identity, TimeClass};

use crate::GameScan;
use crate::positions::played::followed;

/// Half-moves of a game that room is made for before the games are read: without, growing tables would take twice the memory.
const MAX_RESERVED: u32 = 40;

/// Columns that are only shown.
const SHOWN: [&str; 5] = ["game_id", "site", "date", "year", "time_class"];

/// The games of a dataset that positions are counted of.
pub(super) struct Games {
    played: Vec<Played>,
    shown: Vec<Shown>,
    /// The half-moves of all games, one after another.
    moves: Vec<Move>,
    starts: Vec<Position>,
    texts: Texts,
    /// Addresses at which games were played.
    sites: Texts,
    /// Who was where, sorted: the upper half of a position's key, then the index of a game that reached it.
    visits: Vec<u64>,
    /// The indices of the games by their ids.
    by_id: Vec<u32>,
}

/// What is counted of a game.
struct Played {
    source: u32,
    identity: Identity,
    players: [Option<u32>; 2],
    elos: [Option<i32>; 2],
    result: GameResult,
    start: u32,
    /// Where its half-moves end.
    end: usize,
    cut: bool,
    moveless: bool,
}

/// What is shown of it besides.
struct Shown {
    id: i64,
    site: Option<u32>,
    year: Option<i16>,
    month: Option<u8>,
    class: Option<TimeClass>,
}

/// Texts, each once.
#[derive(Default)]
struct Texts {
    all: Vec<Arc<str>>,
    indices: HashMap<Arc<str>, u32>,
}

impl Texts {
    fn add(&mut self, text: &str) -> u32 {
        if let Some(known) = self.indices.get(text) {
            return *known;
        }
        let (index, text) = (self.all.len() as u32, Arc::<str>::from(text));
        self.all.push(text.clone());
        self.indices.insert(text, index);
        index
    }

    fn get(&self, index: u32) -> &str {
        self.all.get(index as usize).map_or("", |text| text)
    }
}

/// Takes games as they are read.
#[derive(Default)]
struct Taken {
    played: Vec<Played>,
    moves: Vec<Move>,
    starts: Vec<Position>,
    start_indices: HashMap<String, u32>,
    texts: Texts,
    visits: Vec<u64>,
    within: u32,
}

impl PlayedGameSink for Taken {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        let index = self.played.len() as u64;
        game.walk(|ply, position, _| {
            if ply > self.within {
                return ControlFlow::Break(());
            }
            self.visits.push(visit(position) | index);
            ControlFlow::Continue(())
        })?;
        let next = self.starts.len() as u32;
        let start = *self.start_indices.entry(game.start.xfen()).or_insert(next);
        if start == next {
            self.starts.push(game.start.clone());
        }
        self.moves.extend(game.moves);
        let player = |texts: &mut Texts, name: Option<&str>| name.map(|name| texts.add(name));
        self.played.push(Played {
            source: self.texts.add(game.source),
            identity: game.identity,
            players: [
                player(&mut self.texts, game.white),
                player(&mut self.texts, game.black),
            ],
            elos: game.elos,
            result: game.result,
            start,
            end: self.moves.len(),
            cut: game.cut,
            moveless: game.moveless,
        });
        Ok(())
    }
}

/// The upper half of a position's key; the lower half is empty.
fn visit(position: &Position) -> u64 {
    position.key() & !u64::from(u32::MAX)
}

impl Games {
    /// Reads those that reach positions within so many half-moves.
    pub(super) fn of(dataset: &Dataset, within: u32) -> anyhow::Result<Self> {
        let options = StoredOptions {
            moves: StoredMoves::Opening,
            max_moves: within.saturating_add(1),
            details: StoredDetails::Names,
            grouping: None,
            min_plies: 0,
        };
        let (scan, left_out) = (GameScan::default(), LeftOutCounter::default());
        let columns = [&options.columns()[..], &SHOWN].concat();
        let reading = followed(dataset, &columns, &scan, &left_out)?;
        let count = usize::try_from(dataset.count("games")?)?;
        let plies = count.saturating_mul(within.min(MAX_RESERVED) as usize + 1);
        let taken = Taken {
            played: Vec::with_capacity(count),
            moves: Vec::with_capacity(plies),
            visits: Vec::with_capacity(plies),
            within,
            ..Taken::default()
        };
        let mut games = StoredGames::new(options, taken);
        let (mut shown, mut sites) = (Vec::with_capacity(count), Texts::default());
        let groups = dataset.row_groups_of("games")?;
        for number in 0..groups.len() {
            let Some(rows) = groups.read(&reading, number)? else {
                break;
            };
            games.play(number, &rows)?;
            show(&rows, &mut shown, &mut sites)?;
        }
        let taken = games
            .into_sink()
            .context("the dataset has games without moves")?;
        let Taken {
            played,
            moves,
            starts,
            mut texts,
            mut visits,
            ..
        } = taken;
        visits.sort_unstable();
        visits.dedup();
        texts.indices = HashMap::new();
        sites.indices = HashMap::new();
        let mut by_id: Vec<u32> = (0..shown.len() as u32).collect();
        by_id.sort_unstable_by_key(|index| shown.get(*index as usize).map(|shown| shown.id));
        Ok(Self {
            played,
            shown,
            moves,
            starts,
            texts,
            sites,
            visits,
            by_id,
        })
    }

    /// The indices of the games that may have reached a position: all that did, and a few others.
    pub(super) fn that_may_have_reached(
        &self,
        position: &Position,
    ) -> impl ExactSizeIterator<Item = usize> {
        let first = visit(position);
        let from = self.visits.partition_point(|entry| *entry < first);
        let to = self
            .visits
            .partition_point(|entry| *entry <= first | u64::from(u32::MAX));
        let found = self.visits.get(from..to).unwrap_or_default();
        found
            .iter()
            .map(|entry| (entry & u64::from(u32::MAX)) as usize)
    }

    /// Passes a game to `sink`.
    pub(super) fn play(&self, index: usize, sink: &mut impl PlayedGameSink) -> anyhow::Result<()> {
        let Some(played) = self.played.get(index) else {
            return Ok(());
        };
        let before = index
            .checked_sub(1)
            .and_then(|before| self.played.get(before));
        let moves = before.map_or(0, |before| before.end)..played.end;
        let start = self.starts.get(played.start as usize);
        let start = start.context("a game without a start position")?;
        let [white, black] = played.players;
        let text = |index: Option<u32>| index.map(|index| self.texts.get(index));
        Ok(sink.game(&PlayedGame {
            source: self.texts.get(played.source),
            identity: played.identity,
            place: GamePlace::default(),
            group: None,
            white: text(white),
            black: text(black),
            elos: played.elos,
            result: played.result,
            day: None,
            start,
            starts: None,
            moves: self.moves.get(moves).unwrap_or_default(),
            cut: played.cut,
            moveless: played.moveless,
            stored: false,
        })?)
    }

    /// The ids of the games, by their indices.
    pub(super) fn ids(&self) -> impl ExactSizeIterator<Item = i64> {
        self.shown.iter().map(|shown| shown.id)
    }

    /// A game by its id.
    pub(super) fn game(&self, id: i64) -> Option<Game<'_>> {
        let id_of = |index: &u32| self.shown.get(*index as usize).map(|shown| shown.id);
        let place = self.by_id.binary_search_by_key(&Some(id), id_of).ok()?;
        let index = *self.by_id.get(place)? as usize;
        Some(Game {
            texts: &self.texts,
            sites: &self.sites,
            played: self.played.get(index)?,
            shown: self.shown.get(index)?,
        })
    }
}

/// Adds what is shown of the games of some rows.
fn show(rows: &Rows, shown: &mut Vec<Shown>, sites: &mut Texts) -> Result<(), DatasetError> {
    let [id, site, date, year, class] = SHOWN;
    let (ids, years) = (rows.ints(id)?, rows.ints(year)?);
    let (found, dates) = (rows.texts(site)?, rows.texts(date)?);
    let classes = LabelColumn::<TimeClass>::of(rows, class)?;
    for row in 0..rows.len() {
        let site = found.get(row).filter(|site| is_address(site));
        let month = dates.get(row).and_then(|date| date.get(5..7)?.parse().ok());
        shown.push(Shown {
            id: ids.get(row).unwrap_or_default(),
            site: site.map(|site| sites.add(site)),
            year: years.get(row).and_then(|year| i16::try_from(year).ok()),
            month: month.filter(|month| (1..=12).contains(month)),
            class: classes.get(row),
        });
    }
    Ok(())
}

fn is_address(site: &str) -> bool {
    site.starts_with("https://") || site.starts_with("http://")
}

/// What is known of a game.
pub(super) struct Game<'g> {
    texts: &'g Texts,
    sites: &'g Texts,
    played: &'g Played,
    shown: &'g Shown,
}

impl<'g> Game<'g> {
    pub(super) const fn id(&self) -> i64 {
        self.shown.id
    }

    pub(super) fn source(&self) -> &'g str {
        self.texts.get(self.played.source)
    }

    pub(super) const fn identity(&self) -> Identity {
        self.played.identity
    }

    /// Names and ratings of White and of Black.
    pub(super) fn players(&self) -> [(Option<&'g str>, Option<i32>); 2] {
        let name = |side: usize| self.played.players[side].map(|index| self.texts.get(index));
        [0, 1].map(|side: usize| (name(side), self.played.elos[side]))
    }

    pub(super) const fn result(&self) -> GameResult {
        self.played.result
    }

    pub(super) const fn year(&self) -> Option<i16> {
        self.shown.year
    }

    /// The month as `2024-05`.
    pub(super) fn month(&self) -> Option<String> {
        let (year, month) = self.shown.year.zip(self.shown.month)?;
        Some(format!("{year:04}-{month:02}"))
    }

    pub(super) const fn speed(&self) -> Option<TimeClass> {
        self.shown.class
    }

    /// The address at which it was played.
    pub(super) fn link(&self) -> Option<&'g str> {
        self.shown.site.map(|index| self.sites.get(index))
    }
}
