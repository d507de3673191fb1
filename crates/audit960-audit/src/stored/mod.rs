//! Games with moves, as table `games` holds them.

mod moves;
mod stays;

use std::fmt::Display;

use audit960_board::Move;
use audit960_dataset::tables::{Dates, Ints, ReadError, Rows, Texts};
use audit960_dataset::{DatasetError, GroupLabels, Grouping, LabelColumn};
use audit960_tree::{GamePlace, PlayedGame, PlayedGameSink};
use audit960_types::{GameResult, Identity, Verdict};

use self::moves::{StartPositions, parse_moves};
pub use self::stays::{ENDING_PIECES, StoredStays};

/// Columns of a game's place.
const PLACE: [&str; 4] = ["frame_offset", "byte_offset", "game", "line"];
/// Columns of White and of Black.
const PLAYERS: [&str; 2] = ["white", "black"];
const ELOS: [&str; 2] = ["white_elo", "black_elo"];
const STARTS: [&str; 2] = ["white_start", "black_start"];
/// Columns of what was played, besides the moves.
const LINE: [&str; 3] = ["fen", "plies", "illegal_kept"];
/// Other columns of what is counted.
const COUNTED: [&str; 5] = ["source", "result", "date_from", "verdict", "unread_bytes"];

/// The column that moves are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredMoves {
    /// All of them.
    Whole,
    /// The first ones.
    Opening,
}

impl StoredMoves {
    const fn column(self) -> &'static str {
        match self {
            Self::Whole => "moves",
            Self::Opening => "opening_moves",
        }
    }
}

/// What is read of a game besides its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoredDetails {
    /// Nothing.
    Moves,
    /// What is counted: place, result, ratings, day, start.
    Counts,
    /// The names of the players, too.
    Names,
}

/// How games are read from table `games`.
#[derive(Clone, Copy, Debug)]
pub struct StoredOptions {
    /// Where the moves are.
    pub moves: StoredMoves,
    /// Half-moves that are read of a game at most.
    pub max_moves: u32,
    /// What is read besides them; the rest is as if it were not known.
    pub details: StoredDetails,
    /// What the games are grouped by.
    pub grouping: Option<Grouping>,
    /// Legal half-moves that a game must have: an illegal one may be among those of its row.
    pub min_plies: u32,
}

impl StoredOptions {
    /// The columns that are read.
    #[must_use]
    pub fn columns(&self) -> Vec<&'static str> {
        let mut columns = [&LINE[..], &[self.moves.column()]].concat();
        if self.details >= StoredDetails::Counts {
            columns.extend([&PLACE[..], &ELOS, &STARTS, &COUNTED].concat());
        }
        if self.details >= StoredDetails::Names {
            columns.extend(PLAYERS);
        }
        for column in self.grouping.map(Grouping::columns).unwrap_or_default() {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        columns
    }
}

/// Whether positions of a game with this verdict are asked about: it was replayed, at least in part.
#[must_use]
pub const fn has_positions(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Ok | Verdict::Repaired | Verdict::Damaged)
}

/// Whether a record has no moves: nothing was replayed, and there was nothing that could not be.
#[must_use]
pub const fn is_moveless(verdict: Verdict, plies: u32, unread_bytes: u64) -> bool {
    plies == 0 && !(matches!(verdict, Verdict::Damaged) && unread_bytes > 0)
}

/// The columns of the Scharnagl numbers, and the numbers of a row.
#[derive(Debug)]
pub struct StoredStarts<'r>([Ints<'r>; 2]);

impl<'r> StoredStarts<'r> {
    /// The names of the columns.
    pub const COLUMNS: [&'static str; 2] = STARTS;

    /// The columns of some rows.
    ///
    /// # Errors
    /// [`ReadError`] if they are not among them.
    pub fn of(rows: &'r Rows) -> Result<Self, ReadError> {
        let [white, black] = STARTS.map(|name| rows.ints(name));
        Ok(Self([white?, black?]))
    }

    /// White's number and Black's; `None` for another start position.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<[u16; 2]> {
        let number = |column: &Ints<'_>| u16::try_from(column.get(row)?).ok();
        let [white, black] = &self.0;
        Some([number(white)?, number(black)?])
    }
}

/// Turns rows into games with moves.
#[derive(Debug)]
pub struct StoredGames<S> {
    options: StoredOptions,
    sink: S,
    starts: StartPositions,
    moves: Vec<Move>,
    /// Whether a game has half-moves that are not stored.
    without_moves: bool,
}

/// The columns of a row group of table `games`.
struct Columns<'r> {
    fens: Texts<'r>,
    plies: Ints<'r>,
    illegal: Ints<'r>,
    moves: Texts<'r>,
    counted: Option<Counted<'r>>,
    players: Option<[Texts<'r>; 2]>,
    labels: Option<GroupLabels<'r>>,
}

/// The columns of what is counted.
struct Counted<'r> {
    sources: Texts<'r>,
    places: [Ints<'r>; 4],
    results: LabelColumn<'r, GameResult>,
    elos: [Ints<'r>; 2],
    starts: StoredStarts<'r>,
    days: Dates<'r>,
    verdicts: LabelColumn<'r, Verdict>,
    unread: Ints<'r>,
}

impl<'r> Columns<'r> {
    fn of(rows: &'r Rows, options: StoredOptions) -> Result<Self, DatasetError> {
        let [fen, plies, illegal] = LINE;
        let counted = (options.details >= StoredDetails::Counts).then(|| Counted::of(rows));
        let [white, black] = PLAYERS;
        let named = options.details >= StoredDetails::Names;
        let players = named.then(|| Ok([rows.texts(white)?, rows.texts(black)?]));
        Ok(Self {
            fens: rows.texts(fen)?,
            plies: rows.ints(plies)?,
            illegal: rows.ints(illegal)?,
            moves: rows.texts(options.moves.column())?,
            counted: counted.transpose()?,
            players: players.transpose().map_err(|error: ReadError| error)?,
            labels: options
                .grouping
                .map(|by| GroupLabels::of(rows, by))
                .transpose()?,
        })
    }

    /// Whether the record has no moves, as far as is known.
    fn is_moveless(&self, row: usize) -> bool {
        let plies = u32::try_from(self.plies.count(row)).unwrap_or(u32::MAX);
        let (verdict, unread) = match &self.counted {
            Some(counted) => (counted.verdicts.get(row), counted.unread.count(row)),
            None => (None, 0),
        };
        is_moveless(verdict.unwrap_or_default(), plies, unread)
    }
}

impl<'r> Counted<'r> {
    fn of(rows: &'r Rows) -> Result<Self, DatasetError> {
        let [frame, byte, game, line] = PLACE.map(|name| rows.ints(name));
        let [white, black] = ELOS.map(|name| rows.ints(name));
        let [source, result, day, verdict, unread] = COUNTED;
        Ok(Self {
            sources: rows.texts(source)?,
            places: [frame?, byte?, game?, line?],
            results: LabelColumn::of(rows, result)?,
            elos: [white?, black?],
            starts: StoredStarts::of(rows)?,
            days: rows.dates(day)?,
            verdicts: LabelColumn::of(rows, verdict)?,
            unread: rows.ints(unread)?,
        })
    }

    fn elos(&self, row: usize) -> [Option<i32>; 2] {
        let elo = |column: &Ints<'_>| column.get(row).and_then(|elo| i32::try_from(elo).ok());
        self.elos.each_ref().map(elo)
    }

    fn identity(&self, row: usize) -> Identity {
        let [frames, bytes, ..] = &self.places;
        Identity {
            frame_offset: frames.count(row),
            byte_offset: bytes.count(row),
        }
    }

    fn place(&self, row_group: usize, row: usize) -> GamePlace {
        let [_, _, games, lines] = &self.places;
        GamePlace {
            part: row_group as u64,
            index: row as u64,
            game: games.get(row).map(i64::cast_unsigned),
            line: lines.get(row).map(i64::cast_unsigned),
        }
    }
}

impl<S> StoredGames<S> {
    /// Passes games to `sink`.
    #[must_use]
    pub fn new(options: StoredOptions, sink: S) -> Self {
        Self {
            options,
            sink,
            starts: StartPositions::default(),
            moves: Vec::new(),
            without_moves: false,
        }
    }

    /// What was made of the games; `None` if there was one whose moves are not stored.
    #[must_use]
    pub fn into_sink(self) -> Option<S> {
        (!self.without_moves).then_some(self.sink)
    }
}

impl<S: PlayedGameSink> StoredGames<S> {
    /// Follows the games of a row group of the table, which has this number.
    ///
    /// # Errors
    /// [`DatasetError`] if a column is missing, or a row holds what no audit writes. After a game whose moves are not
    /// stored nothing more is followed.
    pub fn play(&mut self, row_group: usize, rows: &Rows) -> Result<(), DatasetError> {
        let columns = Columns::of(rows, self.options)?;
        for row in 0..rows.len() {
            let fen = columns.fens.get(row);
            let start = self
                .starts
                .of(fen)
                .map_err(|error| unplayable(rows, &columns, row, &error))?;
            self.moves.clear();
            let text = columns.moves.get(row);
            if text.is_none() && columns.plies.count(row) > 0 {
                self.without_moves = true;
                return Ok(());
            }
            let legal_only = columns.illegal.count(row) > 0;
            let text = text.unwrap_or_default();
            let most = self.options.max_moves as usize;
            let all_read = parse_moves(start, text, legal_only, most, &mut self.moves)
                .map_err(|error| unplayable(rows, &columns, row, &error))?;
            if self.moves.len() < self.options.min_plies as usize {
                continue;
            }
            let group = columns.labels.as_ref().and_then(|labels| labels.get(row));
            let counted = columns.counted.as_ref();
            let [white, black] = match &columns.players {
                Some(players) => players.each_ref().map(|names| names.get(row)),
                None => [None; 2],
            };
            let played = self.sink.game(&PlayedGame {
                source: counted
                    .and_then(|columns| columns.sources.get(row))
                    .unwrap_or_default(),
                identity: counted
                    .map(|columns| columns.identity(row))
                    .unwrap_or_default(),
                place: counted
                    .map(|columns| columns.place(row_group, row))
                    .unwrap_or_default(),
                group: group.as_deref(),
                white,
                black,
                elos: counted.map(|columns| columns.elos(row)).unwrap_or_default(),
                result: counted
                    .and_then(|columns| columns.results.get(row))
                    .unwrap_or_default(),
                day: counted.and_then(|columns| columns.days.get(row)),
                start,
                starts: counted.and_then(|columns| columns.starts.get(row)),
                moves: &self.moves,
                cut: all_read && (self.moves.len() as u64) < columns.plies.count(row),
                moveless: columns.is_moveless(row),
                stored: true,
            });
            played.map_err(|error| unplayable(rows, &columns, row, &error))?;
        }
        Ok(())
    }
}

/// An error about a game that no audit writes.
fn unplayable(rows: &Rows, columns: &Columns<'_>, row: usize, error: &dyn Display) -> ReadError {
    let game = match &columns.counted {
        Some(counted) => format!(
            "the game of {} at byte {}",
            counted.sources.get(row).unwrap_or_default(),
            counted.identity(row).byte_offset
        ),
        None => format!("the game in row {row} of a row group"),
    };
    rows.error(format!("{game}: {error}"))
}
