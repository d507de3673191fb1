//! The games that count in an answer, and those that it leaves out.

use std::collections::HashSet;
use std::ops::AddAssign;

use parking_lot::Mutex;

use crate::tables::{ReadError, Rows};
use audit960_board::start::Start;
use audit960_types::{Moveless, StartKind, Verdict};

use super::{Dataset, DatasetError, TableScan};

/// An answer about games, and the games that were asked about but do not count in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedAnswer<T> {
    /// What the games that count give.
    pub value: T,
    /// The others.
    pub left_out: GamesLeftOut,
}

impl<T> CountedAnswer<T> {
    /// The answer with its value changed.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> CountedAnswer<U> {
        CountedAnswer {
            value: change(self.value),
            left_out: self.left_out,
        }
    }
}

/// Games that an answer leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamesLeftOut {
    /// Copies of other games.
    pub copies: u64,
    /// Whether some games come from an audit that did not look for copies.
    pub copies_unknown: bool,
    /// Games without moves that are no copies, where their results do not count.
    pub moveless: u64,
    /// Games whose pieces stand as at the start of one of the 960 while a castling right is missing, where the
    /// question is about Chess960.
    pub without_rights: u64,
}

impl AddAssign for GamesLeftOut {
    fn add_assign(&mut self, other: Self) {
        self.copies += other.copies;
        self.copies_unknown |= other.copies_unknown;
        self.moveless += other.moveless;
        self.without_rights += other.without_rights;
    }
}

/// What games start from.
#[derive(Clone, Copy, Debug)]
enum AskedStarts {
    /// A start of this kind, with a known Scharnagl number.
    Of(StartKind),
    /// One that the record states: one of the 960 on either side, or another FEN.
    Stated,
    /// Any known start.
    Known,
}

/// The games that an answer is about: with such a start, not of another variant, and replayed without illegal moves.
#[derive(Clone, Copy, Debug)]
pub struct CountedGames {
    starts: AskedStarts,
    /// White's arrangement; any if `None`.
    start: Option<Start>,
    moveless: Moveless,
}

impl CountedGames {
    /// The games with this kind of start and a known Scharnagl number.
    #[must_use]
    pub const fn of_kind(kind: StartKind) -> Self {
        Self::all(AskedStarts::Of(kind))
    }

    /// The games with any known start but those from the orthodox position that are no Chess960.
    #[must_use]
    pub const fn of_stated_start() -> Self {
        Self::all(AskedStarts::Stated)
    }

    /// The games with any known start.
    #[must_use]
    pub const fn of_known_start() -> Self {
        Self::all(AskedStarts::Known)
    }

    const fn all(starts: AskedStarts) -> Self {
        Self {
            starts,
            start: None,
            moveless: Moveless::Counted,
        }
    }

    /// Of these the games from one start position alone, if one is given.
    #[must_use]
    pub const fn from(self, start: Option<Start>) -> Self {
        Self { start, ..self }
    }

    /// With or without games that have no moves.
    #[must_use]
    pub const fn counting(self, moveless: Moveless) -> Self {
        Self { moveless, ..self }
    }

    /// Clears `keeps` for the rows of games that do not count.
    fn narrow(
        &self,
        rows: &Rows,
        copies: &HashSet<i64>,
        keeps: &mut [bool],
    ) -> Result<GamesLeftOut, ReadError> {
        let is_asked = |kind: &str| match self.starts {
            AskedStarts::Of(wanted) => kind == wanted.as_str(),
            AskedStarts::Stated => {
                kind != StartKind::Standard.as_str() && kind != StartKind::Unknown.as_str()
            }
            AskedStarts::Known => kind != StartKind::Unknown.as_str(),
        };
        let needs_number = matches!(self.starts, AskedStarts::Of(_));
        let is_chess960 = matches!(self.starts, AskedStarts::Of(StartKind::Chess960));
        let from = self.start.map(|start| i64::from(start.number()));
        let kinds = rows.mapped("start_kind", is_asked)?;
        let others = rows.mapped("start_kind", |kind| kind == StartKind::Other.as_str())?;
        let verdicts = rows.mapped("verdict", |verdict| verdict.parse::<Verdict>().ok())?;
        let ids = match copies.is_empty() {
            true => None,
            false => Some(rows.ints("game_id")?),
        };
        let plies = rows.ints("plies")?;
        let (illegal, numbers) = (rows.ints("illegal_kept")?, rows.ints("white_start")?);
        let mut left_out = GamesLeftOut::default();
        for (row, keep) in keeps.iter_mut().enumerate() {
            let verdict = verdicts.get(row).flatten();
            let number = numbers.get(row);
            let lacks_rights = is_chess960 && number.is_some() && others.get(row) == Some(true);
            *keep = *keep
                && (kinds.get(row) == Some(true) || lacks_rights)
                && verdict != Some(Verdict::Foreign)
                && illegal.get(row) == Some(0)
                && (number.is_some() || !needs_number)
                && from.is_none_or(|from| number == Some(from));
            if !*keep {
                continue;
            }
            let is_moveless = || {
                self.moveless == Moveless::Apart
                    && plies.get(row) == Some(0)
                    && verdict.is_some_and(|verdict| verdict.is_moveless(0))
            };
            let id = ids.as_ref().and_then(|ids| ids.get(row));
            let reason = if lacks_rights {
                &mut left_out.without_rights
            } else if id.is_some_and(|id| copies.contains(&id)) {
                &mut left_out.copies
            } else if is_moveless() {
                &mut left_out.moveless
            } else {
                continue;
            };
            *reason += 1;
            *keep = false;
        }
        Ok(left_out)
    }
}

/// The columns that decide whether a game counts; where copies are known, by their ids, `game_id` too.
const COLUMNS: [&str; 5] = [
    "start_kind",
    "verdict",
    "illegal_kept",
    "white_start",
    "plies",
];

/// Counts the games that a scan leaves out, on all its threads.
#[derive(Debug, Default)]
pub struct LeftOutCounter(Mutex<GamesLeftOut>);

impl LeftOutCounter {
    /// Adds what was left out of some rows.
    pub fn add(&self, games: GamesLeftOut) {
        *self.0.lock() += games;
    }

    /// The games that were left out so far.
    #[must_use]
    pub fn games(&self) -> GamesLeftOut {
        *self.0.lock()
    }
}

impl Dataset {
    /// Before any game is read: whether copies are known.
    #[must_use]
    pub fn none_left_out(&self) -> GamesLeftOut {
        GamesLeftOut {
            copies_unknown: self.copies_unknown,
            ..GamesLeftOut::default()
        }
    }

    /// A scan of table `games` for the games that count in an answer: every answer about results leaves out the same
    /// ones. `left_out` counts these as they are read.
    ///
    /// # Errors
    /// [`DatasetError`] if the copies cannot be found.
    pub fn counted_scan<'a>(
        &'a self,
        columns: &[&'a str],
        games: CountedGames,
        left_out: &'a LeftOutCounter,
    ) -> Result<TableScan<'a>, DatasetError> {
        let copies = self.copies()?;
        left_out.add(self.none_left_out());
        let mut asked = COLUMNS.to_vec();
        if !copies.is_empty() {
            asked.push("game_id");
        }
        let scan = TableScan::of("games", columns).narrowed(&asked, move |rows, keeps| {
            left_out.add(games.narrow(rows, copies, keeps)?);
            Ok(())
        });
        Ok(scan)
    }

    /// Distributes the games that count over collectors ([`Dataset::fold`]).
    ///
    /// # Errors
    /// [`DatasetError`] if a table is missing or cannot be read; the first error of `take`.
    pub fn fold_counted<T: Send>(
        &self,
        columns: &[&str],
        games: CountedGames,
        make: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, usize, &Rows) -> Result<(), DatasetError> + Sync,
    ) -> Result<CountedAnswer<Vec<T>>, DatasetError> {
        let left_out = LeftOutCounter::default();
        let scan = self.counted_scan(columns, games, &left_out)?;
        let value = self.fold(&scan, make, take)?;
        Ok(CountedAnswer {
            value,
            left_out: left_out.games(),
        })
    }
}
