//! The games of a dataset, with the moves that it holds.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::path::Path;

use anyhow::bail;
use audit960_analytics::{Dataset, DatasetError, GroupLabels, Grouping, LabelColumn, TableScan};
use audit960_board::{Move, Position};
use audit960_filter::chosen;
use audit960_tables::{Dates, Ints, ReadError, Rows, Texts};
use audit960_tree::{GamePlace, NotAMove, PlayedGame, PlayedGameSink};
use audit960_types::{GameResult, Identity, Label, StartKind, Verdict};

use super::{GameScan, is_moveless};
use crate::Inputs;

/// Columns of a game's place.
const PLACE: [&str; 4] = ["frame_offset", "byte_offset", "game", "line"];
/// Columns of White and of Black.
const PLAYERS: [&str; 2] = ["white", "black"];
const ELOS: [&str; 2] = ["white_elo", "black_elo"];
const STARTS: [&str; 2] = ["white_start", "black_start"];
/// Columns of what was played.
const LINE: [&str; 4] = ["fen", "plies", "illegal_kept", "moves"];

/// The columns that are read of the selected games.
fn columns(grouping: Option<Grouping>) -> Vec<&'static str> {
    let more = ["source", "result", "date_from", "verdict", "unread_bytes"];
    let mut columns = [&PLACE[..], &PLAYERS, &ELOS, &STARTS, &LINE, &more].concat();
    for column in grouping.map(Grouping::columns).unwrap_or_default() {
        if !columns.contains(column) {
            columns.push(column);
        }
    }
    columns
}

impl Inputs {
    /// Follows the games of a dataset; also returns the number of copies that were left out.
    pub(super) fn play_dataset<S: PlayedGameSink>(
        &self,
        folder: &Path,
        scan: &GameScan,
        make: &(dyn Fn() -> S + Sync),
    ) -> anyhow::Result<(Vec<S>, u64)> {
        let dataset = chosen(self.open(folder)?, self.filter.as_ref());
        let copies = dataset.copies()?;
        let asked = [&["game_id", "verdict", "start_kind", "plies"][..], &STARTS].concat();
        let reading = TableScan::of("games", &columns(scan.grouping))
            .only(&asked, |rows| wanted(rows, scan, &copies));
        let new = || DatasetGames {
            sink: make(),
            starts: HashMap::new(),
            moves: Vec::new(),
            grouping: scan.grouping,
            min_plies: scan.min_plies as usize,
            without_moves: false,
        };
        let workers = dataset.fold(&reading, new, DatasetGames::play)?;
        if workers.iter().any(|games| games.without_moves) {
            bail!(
                "{} has no moves: audit its archives again with --with-moves, or name the archives instead of \
                 the dataset",
                folder.display()
            );
        }
        let left_out = left_out(&dataset, &copies);
        Ok((
            workers.into_iter().map(|games| games.sink).collect(),
            left_out,
        ))
    }
}

/// The number of copies, of all games: which of them are selected is not asked.
fn left_out(dataset: &Dataset, copies: &HashSet<i64>) -> u64 {
    if dataset.is_part() {
        0
    } else {
        copies.len() as u64
    }
}

/// For each row, whether its game is followed.
fn wanted(rows: &Rows, scan: &GameScan, copies: &HashSet<i64>) -> Result<Vec<bool>, ReadError> {
    let ids = rows.ints("game_id")?;
    let verdicts = rows.mapped("verdict", Verdict::of_text)?;
    let kinds = rows.mapped("start_kind", StartKind::of_text)?;
    let [white, black] = STARTS.map(|name| rows.ints(name));
    let (white, black) = (white?, black?);
    let plies = rows.ints("plies")?;
    let wants = |row| {
        let verdict = verdicts.get(row).flatten().unwrap_or_default();
        let kind = kinds.get(row).flatten().unwrap_or_default();
        let plies = u32::try_from(plies.count(row)).unwrap_or(u32::MAX);
        scan.wants(verdict, kind, starts(&white, &black, row), plies)
            && ids.get(row).is_none_or(|id| !copies.contains(&id))
    };
    Ok((0..rows.len()).map(wants).collect())
}

/// The Scharnagl numbers of both sides.
fn starts(white: &Ints<'_>, black: &Ints<'_>, row: usize) -> Option<[u16; 2]> {
    let number = |column: &Ints<'_>| {
        column
            .get(row)
            .and_then(|number| u16::try_from(number).ok())
    };
    Some([number(white)?, number(black)?])
}

/// Turns rows into games with moves.
struct DatasetGames<S> {
    sink: S,
    /// Positions by X-FEN.
    starts: HashMap<String, Position>,
    moves: Vec<Move>,
    grouping: Option<Grouping>,
    /// Legal half-moves that a game must have: an illegal one may be among those of its row.
    min_plies: usize,
    /// Whether a game has half-moves that are not stored.
    without_moves: bool,
}

/// The columns of a piece of table `games`.
struct Columns<'r> {
    sources: Texts<'r>,
    places: [Ints<'r>; 4],
    players: [Texts<'r>; 2],
    results: LabelColumn<'r, GameResult>,
    elos: [Ints<'r>; 2],
    starts: [Ints<'r>; 2],
    fens: Texts<'r>,
    days: Dates<'r>,
    plies: Ints<'r>,
    illegal: Ints<'r>,
    moves: Texts<'r>,
    verdicts: LabelColumn<'r, Verdict>,
    unread: Ints<'r>,
    labels: Option<GroupLabels<'r>>,
}

impl<'r> Columns<'r> {
    fn of(rows: &'r Rows, grouping: Option<Grouping>) -> Result<Self, DatasetError> {
        let [frame, byte, game, line] = PLACE.map(|name| rows.ints(name));
        let [white, black] = PLAYERS.map(|name| rows.texts(name));
        let [white_elo, black_elo] = ELOS.map(|name| rows.ints(name));
        let [white_start, black_start] = STARTS.map(|name| rows.ints(name));
        let [fen, plies, illegal, moves] = LINE;
        Ok(Self {
            sources: rows.texts("source")?,
            places: [frame?, byte?, game?, line?],
            players: [white?, black?],
            results: LabelColumn::of(rows, "result")?,
            elos: [white_elo?, black_elo?],
            starts: [white_start?, black_start?],
            fens: rows.texts(fen)?,
            days: rows.dates("date_from")?,
            plies: rows.ints(plies)?,
            illegal: rows.ints(illegal)?,
            moves: rows.texts(moves)?,
            verdicts: LabelColumn::of(rows, "verdict")?,
            unread: rows.ints("unread_bytes")?,
            labels: grouping.map(|it| GroupLabels::of(rows, it)).transpose()?,
        })
    }
}

impl<S: PlayedGameSink> DatasetGames<S> {
    /// Follows the games of a piece.
    fn play(&mut self, piece: usize, rows: &Rows) -> Result<(), DatasetError> {
        let columns = Columns::of(rows, self.grouping)?;
        for row in 0..rows.len() {
            let fen = columns.fens.get(row);
            let start = start_of(&mut self.starts, fen)
                .map_err(|error| unplayable(rows, &columns, row, &error))?;
            self.moves.clear();
            match columns.moves.get(row) {
                None if columns.plies.count(row) > 0 => {
                    self.without_moves = true;
                    return Ok(());
                }
                moves => {
                    let legal_only = columns.illegal.count(row) > 0;
                    parse_moves(
                        start,
                        moves.unwrap_or_default(),
                        legal_only,
                        &mut self.moves,
                    )
                    .map_err(|error| unplayable(rows, &columns, row, &error))?;
                }
            }
            if self.moves.len() < self.min_plies {
                continue;
            }
            let elo = |column: &Ints<'_>| column.get(row).and_then(|elo| i32::try_from(elo).ok());
            let group = columns.labels.as_ref().and_then(|labels| labels.get(row));
            let [frames, bytes, games, lines] = &columns.places;
            let played = self.sink.game(&PlayedGame {
                source: columns.sources.get(row).unwrap_or_default(),
                identity: Identity {
                    frame_offset: frames.count(row),
                    byte_offset: bytes.count(row),
                },
                place: GamePlace {
                    part: piece as u64,
                    index: row as u64,
                    game: games.get(row).map(i64::cast_unsigned),
                    line: lines.get(row).map(i64::cast_unsigned),
                },
                group: group.as_deref(),
                white: columns.players[0].get(row),
                black: columns.players[1].get(row),
                elos: columns.elos.each_ref().map(elo),
                result: columns.results.get(row).unwrap_or_default(),
                day: columns.days.get(row),
                start,
                starts: starts(&columns.starts[0], &columns.starts[1], row),
                moves: &self.moves,
                moveless: is_moveless(
                    columns.verdicts.get(row).unwrap_or_default(),
                    u32::try_from(columns.plies.count(row)).unwrap_or(u32::MAX),
                    columns.unread.count(row),
                ),
                stored: true,
            });
            played.map_err(|error| unplayable(rows, &columns, row, &error))?;
        }
        Ok(())
    }
}

/// An error about a game that no audit writes.
fn unplayable(rows: &Rows, columns: &Columns<'_>, row: usize, error: &dyn Display) -> ReadError {
    let (source, at) = (columns.sources.get(row), columns.places[1].count(row));
    rows.error(format!(
        "the game of {} at byte {at}: {error}",
        source.unwrap_or_default()
    ))
}

/// Most start positions that a thread remembers.
const MAX_STARTS: usize = 4096;

/// The position of an X-FEN; the orthodox one without.
fn start_of<'s>(
    starts: &'s mut HashMap<String, Position>,
    fen: Option<&str>,
) -> Result<&'s Position, audit960_board::PositionError> {
    let text = fen.unwrap_or_default();
    if starts.len() >= MAX_STARTS && !starts.contains_key(text) {
        starts.clear();
    }
    if !starts.contains_key(text) {
        starts.insert(text.to_owned(), Position::of_game(fen)?);
    }
    Ok(&starts[text])
}

/// Parses the moves of a game; up to the first illegal one if `legal_only`.
///
/// # Errors
/// The half-move that is not a move.
fn parse_moves(
    start: &Position,
    text: &str,
    legal_only: bool,
    moves: &mut Vec<Move>,
) -> Result<(), NotAMove> {
    let mut position = legal_only.then(|| start.clone());
    for word in text.split_ascii_whitespace() {
        let played: Move = word.parse().map_err(|_| NotAMove(moves.len() as u32 + 1))?;
        if let Some(position) = &mut position {
            if !position.legal_moves().contains(&played) {
                return Ok(());
            }
            position.play(played);
        }
        moves.push(played);
    }
    Ok(())
}
