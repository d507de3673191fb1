//! Results by what games have in common: year, event, venue, source, time class.

mod bounded;
mod frame;

use audit960_tables::{Rows, Values};
use audit960_types::{GameResult, ScoreTally, StartKind};

pub(super) use bounded::{Bounded, Count};

use super::columns::{LabelColumn, Starts};
use super::{Dataset, DatasetError, TableScan};

/// What games are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grouping {
    /// All games of the dataset.
    Archive,
    /// Games of one input.
    Source,
    /// Games of one event.
    Event,
    /// Games of one year.
    Year,
    /// Games of one venue.
    Venue,
    /// Games of one time class.
    TimeClass,
}

impl Grouping {
    /// Every grouping, the whole archive first.
    pub const ALL: [Self; 6] = [
        Self::Archive,
        Self::Source,
        Self::Event,
        Self::Year,
        Self::Venue,
        Self::TimeClass,
    ];

    /// The column of table `games` with the label of the group; `None` for the whole archive.
    #[must_use]
    pub const fn column(self) -> Option<&'static str> {
        match self {
            Self::Archive => None,
            Self::Source => Some("source"),
            Self::Event => Some("event"),
            Self::Year => Some("year"),
            Self::Venue => Some("venue"),
            Self::TimeClass => Some("time_class"),
        }
    }
}

/// The Chess960 games of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupResults {
    /// What they have in common; `None` where the column is null, and for the whole archive.
    pub label: Option<String>,
    /// Games by result.
    pub score_tally: ScoreTally,
    /// Half-moves replayed, summed over the games.
    pub plies: u64,
    /// Games in which both ratings are known.
    pub rated_games: u64,
    /// White's rating minus Black's, summed over these games.
    pub rating_difference: i64,
    /// Number of start positions that were played.
    pub positions: u32,
}

/// Groups of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups: years in order, others by games, most first, then by label.
    pub groups: Vec<GroupResults>,
    /// All groups beyond [`Dataset::MAX_GROUPS`], combined.
    pub rest: Option<GroupResults>,
}

/// The counts of a group.
#[derive(Clone, Default)]
struct GroupCounts {
    score: ScoreTally,
    plies: u64,
    rated: u64,
    difference: i64,
    /// A bit for each start position.
    played: [u64; 15],
}

impl Count for GroupCounts {
    fn merge(&mut self, other: Self) {
        self.score += other.score;
        self.plies += other.plies;
        self.rated += other.rated;
        self.difference += other.difference;
        for (mine, bits) in self.played.iter_mut().zip(other.played) {
            *mine |= bits;
        }
    }
}

impl GroupCounts {
    fn results(self, label: Option<String>) -> GroupResults {
        GroupResults {
            label,
            score_tally: self.score,
            plies: self.plies,
            rated_games: self.rated,
            rating_difference: self.difference,
            positions: self.played.iter().map(|bits| bits.count_ones()).sum(),
        }
    }
}

impl Dataset {
    /// Maximum number of groups; the games of all others are summed.
    pub const MAX_GROUPS: usize = 100_000;

    /// The results of games with `start_kind = chess960` by group, copies left out.
    ///
    /// # Errors
    /// [`DatasetError`] if a table cannot be read.
    pub fn groups(&self, grouping: Grouping) -> Result<Groups, DatasetError> {
        self.groups_up_to(grouping, Self::MAX_GROUPS)
    }

    pub(super) fn groups_up_to(
        &self,
        grouping: Grouping,
        most: usize,
    ) -> Result<Groups, DatasetError> {
        let copies = self.copies()?;
        let mut columns = vec![
            "game_id",
            "white_start",
            "result",
            "plies",
            "white_elo",
            "black_elo",
        ];
        columns.extend(grouping.column());
        let reading =
            TableScan::of("games", &columns).of_results(StartKind::Chess960, self.moveless);
        let make = || Bounded::<GroupCounts>::new(most);
        let parts = self.fold(&reading, make, |groups, _, rows| {
            let labels = Labels::of(rows, grouping.column())?;
            let (numbers, plies) = (rows.ints("game_id")?, rows.ints("plies")?);
            let (white, black) = (rows.ints("white_elo")?, rows.ints("black_elo")?);
            let starts = Starts::of(self, rows, "white_start")?;
            let results = LabelColumn::<GameResult>::of(rows, "result")?;
            for row in 0..rows.len() {
                let is_copy = |number| copies.contains(&number);
                if numbers.get(row).is_some_and(is_copy) {
                    continue;
                }
                let start = starts.get(row)?.number();
                let counts = labels.with(row, |label| groups.of(label));
                let result = results.get(row).unwrap_or(GameResult::Unfinished);
                counts.score.add(result);
                counts.plies += plies.count(row);
                counts.played[usize::from(start / 64)] |= 1 << (start % 64);
                if let Some((white, black)) = white.get(row).zip(black.get(row)) {
                    counts.rated += 1;
                    counts.difference += white - black;
                }
            }
            Ok(())
        })?;
        let (groups, rest) = Bounded::join(parts, most);
        let groups = groups.into_iter();
        let mut groups: Vec<_> = groups
            .map(|(label, counts)| counts.results(label))
            .collect();
        if grouping != Grouping::Year {
            // Stable: groups with equally many games stay in the order of their labels.
            groups.sort_by_key(|group| std::cmp::Reverse(group.score_tally.games()));
        }
        Ok(Groups {
            groups,
            rest: rest.map(|counts| counts.results(None)),
        })
    }
}

/// The labels of the rows' groups, as text.
pub(super) enum Labels<'r> {
    One,
    Of(Values<'r>),
}

impl<'r> Labels<'r> {
    /// The labels of rows: of a column, or none.
    pub(super) fn of(rows: &'r Rows, column: Option<&str>) -> Result<Self, DatasetError> {
        Ok(match column {
            Some(column) => Self::Of(rows.values(column)?),
            None => Self::One,
        })
    }

    /// Calls `use_it` with the label in a row.
    pub(super) fn with<T>(&self, row: usize, use_it: impl FnOnce(Option<&str>) -> T) -> T {
        match self {
            Self::Of(Values::Texts(texts)) => use_it(texts.get(row)),
            Self::Of(Values::Ints(ints)) => {
                let number = ints.get(row).map(|number| number.to_string());
                use_it(number.as_deref())
            }
            Self::One | Self::Of(_) => use_it(None),
        }
    }
}
