//! The first half-moves of all games in memory, found by position, with what is said of a game.
//!
//! A game takes some 400 bytes: a few half-moves beyond the start most positions were reached by one game, of which table
//! `tree` has nothing, and reading the dataset again for each of them takes too long.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use anyhow::Context as _;
use audit960_audit::{StoredDetails, StoredGames, StoredMoves, StoredOptions};
use audit960_board::{Move, Position};
use audit960_dataset::tables::Rows;
use audit960_dataset::{Dataset, DatasetError, LabelColumn, LeftOutCounter};
use audit960_tree::{GamePlace, NotAMove, PackedPosition, PlayedGame, PlayedGameSink};
use audit960_types::{GameResult, Identity, TimeClass};
use indexmap::IndexSet;

use crate::GameScan;
use crate::positions::played::followed;

/// Half-moves of a game that room is made for before the games are read: without, growing tables would take twice the memory.
const MAX_RESERVED: u32 = 40;

/// Columns that are only shown.
const SHOWN: [&str; 5] = ["game_id", "site", "date", "year", "time_class"];

/// The games of a dataset that positions are counted of.
pub(super) struct Games {
    openings: Openings,
    pub(super) shown: Vec<Shown>,
    /// Addresses at which games were played.
    sites: Texts,
    /// The indices of the games by their ids.
    by_id: Vec<u32>,
}

/// The beginnings of games, in the order in which they were read.
#[derive(Default)]
struct Openings {
    played: Vec<Played>,
    /// The half-moves of all games, one after another.
    moves: Vec<Move>,
    starts: Vec<Position>,
    start_fens: Texts,
    texts: Texts,
    /// Who was where, sorted when all games are read: the upper half of a position's key, then the index of a game that
    /// reached it.
    visits: Vec<u64>,
    within: u32,
}

/// What is counted of a game.
pub(super) struct Played {
    source: u32,
    pub(super) identity: Identity,
    players: [Option<u32>; 2],
    elos: [Option<i32>; 2],
    pub(super) result: GameResult,
    start: u32,
    /// Where its half-moves end.
    end: usize,
    cut: bool,
    moveless: bool,
}

/// What is shown of it besides.
pub(super) struct Shown {
    pub(super) id: i64,
    site: Option<u32>,
    pub(super) year: Option<i16>,
    month: Option<u8>,
    pub(super) speed: Option<TimeClass>,
}

/// Texts, each once.
type Texts = IndexSet<Box<str>>;

fn index_of(texts: &mut Texts, text: &str) -> u32 {
    let known = texts.get_index_of(text);
    known.unwrap_or_else(|| texts.insert_full(text.into()).0) as u32
}

fn text_of(texts: &Texts, index: u32) -> &str {
    texts.get_index(index as usize).map_or("", |text| text)
}

impl PlayedGameSink for Openings {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        let index = self.played.len() as u64;
        game.walk(|ply, position, _| {
            if ply > self.within {
                return ControlFlow::Break(());
            }
            self.visits.push(visit(position) | index);
            ControlFlow::Continue(())
        })?;
        let start = index_of(&mut self.start_fens, &game.start.xfen());
        if start as usize == self.starts.len() {
            self.starts.push(game.start.clone());
        }
        self.moves.extend(game.moves);
        let mut text = |text: &str| index_of(&mut self.texts, text);
        self.played.push(Played {
            source: text(game.source),
            identity: game.identity,
            players: [game.white.map(&mut text), game.black.map(&mut text)],
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
        let openings = Openings {
            played: Vec::with_capacity(count),
            moves: Vec::with_capacity(plies),
            visits: Vec::with_capacity(plies),
            within,
            ..Openings::default()
        };
        let mut games = StoredGames::new(options, openings);
        let (mut shown, mut sites) = (Vec::with_capacity(count), Texts::default());
        let groups = dataset.row_groups_of("games")?;
        for number in 0..groups.len() {
            let Some(rows) = groups.read(&reading, number)? else {
                break;
            };
            games.play(number, &rows)?;
            show(&rows, &mut shown, &mut sites)?;
        }
        let openings = games.into_sink();
        let mut openings = openings.context("the dataset has games without moves")?;
        openings.visits.sort_unstable();
        openings.visits.dedup();
        let mut by_id: Vec<u32> = (0..shown.len() as u32).collect();
        by_id.sort_unstable_by_key(|index| shown.get(*index as usize).map(|shown| shown.id));
        Ok(Self {
            openings,
            shown,
            sites,
            by_id,
        })
    }

    /// The indices of the games that may have reached a position: all that did, and a few others.
    pub(super) fn that_may_have_reached(
        &self,
        position: &Position,
    ) -> impl ExactSizeIterator<Item = usize> {
        let first = visit(position);
        let from = self.openings.visits.partition_point(|entry| *entry < first);
        let to = self
            .openings
            .visits
            .partition_point(|entry| *entry <= first | u64::from(u32::MAX));
        let found = self.openings.visits.get(from..to).unwrap_or_default();
        found
            .iter()
            .map(|entry| (entry & u64::from(u32::MAX)) as usize)
    }

    /// The positions that most games reached: at most so many, and each by at least so many games.
    pub(super) fn crowded(&self, most: usize, least: usize) -> anyhow::Result<Vec<PackedPosition>> {
        let groups = self
            .openings
            .visits
            .chunk_by(|first, second| first >> 32 == second >> 32);
        let mut groups: Vec<_> = groups.filter(|group| group.len() >= least).collect();
        groups.sort_by_key(|group| Reverse(group.len()));
        groups.truncate(most);
        let mut positions = Vec::with_capacity(groups.len());
        for first in groups.into_iter().filter_map(|group| group.first()) {
            let game = self.played((first & u64::from(u32::MAX)) as usize)?;
            game.walk(|_, position, _| {
                if visit(position) >> 32 != first >> 32 {
                    return ControlFlow::Continue(());
                }
                positions.push(PackedPosition::of(position));
                ControlFlow::Break(())
            })?;
        }
        Ok(positions)
    }

    /// A game by its index, as far as its moves are in memory.
    pub(super) fn played(&self, index: usize) -> anyhow::Result<PlayedGame<'_>> {
        let played = self.openings.played.get(index).context("no game")?;
        let before = index
            .checked_sub(1)
            .and_then(|before| self.openings.played.get(before));
        let moves = before.map_or(0, |before| before.end)..played.end;
        let start = self.openings.starts.get(played.start as usize);
        let [white, black] = played.players;
        let text = |index: Option<u32>| index.map(|index| text_of(&self.openings.texts, index));
        Ok(PlayedGame {
            source: text_of(&self.openings.texts, played.source),
            identity: played.identity,
            place: GamePlace::default(),
            group: None,
            white: text(white),
            black: text(black),
            elos: played.elos,
            result: played.result,
            day: None,
            start: start.context("a game without a start position")?,
            starts: None,
            moves: self.openings.moves.get(moves).unwrap_or_default(),
            cut: played.cut,
            moveless: played.moveless,
            stored: false,
        })
    }

    /// A game by its id.
    pub(super) fn game(&self, id: i64) -> Option<Game<'_>> {
        let id_of = |index: &u32| self.shown.get(*index as usize).map(|shown| shown.id);
        let place = self.by_id.binary_search_by_key(&Some(id), id_of).ok()?;
        let index = *self.by_id.get(place)? as usize;
        Some(Game {
            games: self,
            played: self.openings.played.get(index)?,
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
            site: site.map(|site| index_of(sites, site)),
            year: years.get(row).and_then(|year| i16::try_from(year).ok()),
            month: month.filter(|month| (1..=12).contains(month)),
            speed: classes.get(row),
        });
    }
    Ok(())
}

fn is_address(site: &str) -> bool {
    site.starts_with("https://") || site.starts_with("http://")
}

/// What is known of a game.
pub(super) struct Game<'g> {
    games: &'g Games,
    pub(super) played: &'g Played,
    pub(super) shown: &'g Shown,
}

impl<'g> Game<'g> {
    pub(super) fn source(&self) -> &'g str {
        text_of(&self.games.openings.texts, self.played.source)
    }

    /// Names and ratings of White and of Black.
    pub(super) fn players(&self) -> [(Option<&'g str>, Option<i32>); 2] {
        let Played { players, elos, .. } = self.played;
        let name = |player: u32| text_of(&self.games.openings.texts, player);
        [
            (players[0].map(name), elos[0]),
            (players[1].map(name), elos[1]),
        ]
    }

    /// The month as `2024-05`.
    pub(super) fn month(&self) -> Option<String> {
        let (year, month) = self.shown.year.zip(self.shown.month)?;
        Some(format!("{year:04}-{month:02}"))
    }

    /// The address at which it was played.
    pub(super) fn link(&self) -> Option<&'g str> {
        self.shown.site.map(|site| text_of(&self.games.sites, site))
    }
}
