//! Results by what games have in common: year, event, venue, source, time class.

mod bounded;
mod table;

use audit960_board::start::Start;
use audit960_dataset::{
    CountedAnswer, CountedGames, Dataset, DatasetError, GroupLabels, Grouping, LabelColumn,
};
use audit960_types::tables::ColumnGroup;
use audit960_types::{GameResult, ScoreTally, StartKind};

pub(super) use bounded::{Bounded, Count};

/// The games of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupResults {
    /// What they have in common; `None` where that is not known, and for the whole archive.
    pub label: Option<String>,
    /// Games by result.
    pub score_tally: ScoreTally,
    /// Half-moves replayed, summed over the games.
    pub plies: u64,
    /// Games with a result in which both ratings are known.
    pub rated_games: u64,
    /// White's rating minus Black's, summed over these games.
    pub rating_difference: i64,
    /// Number of start positions that were played.
    pub positions: u32,
    /// How accurately they were played; `None` if the audit was not asked (`--quality`).
    pub accuracy: Option<AccuracySums>,
}

/// Accuracies, summed over the games in which those of both sides are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccuracySums {
    /// These games.
    pub games: u64,
    /// White's and Black's accuracy in millionths of a percent: whole numbers, so that sums do not depend on their order.
    pub millionths: [i64; 2],
}

impl AccuracySums {
    fn add(&mut self, accuracies: [f64; 2]) {
        self.games += 1;
        for (sum, accuracy) in self.millionths.iter_mut().zip(accuracies) {
            *sum += (accuracy * MILLION).round() as i64;
        }
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        for (sum, others) in self.millionths.iter_mut().zip(other.millionths) {
            *sum += others;
        }
    }

    /// White's and Black's mean, in percent; `None` without games.
    #[must_use]
    pub fn means(&self) -> [Option<f64>; 2] {
        let mean = |sum: i64| sum as f64 / MILLION / self.games as f64;
        self.millionths
            .map(|sum| (self.games > 0).then(|| mean(sum)))
    }
}

const MILLION: f64 = 1e6;

/// Groups of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups: years and ratings in order, others by games, most first, then by label.
    pub groups: Vec<GroupResults>,
    /// All groups beyond [`MAX_GROUPS`], combined.
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
    accuracy: AccuracySums,
}

impl Count for GroupCounts {
    fn merge(&mut self, other: Self) {
        self.score += other.score;
        self.plies += other.plies;
        self.rated += other.rated;
        self.difference += other.difference;
        self.accuracy.merge(other.accuracy);
        for (mine, bits) in self.played.iter_mut().zip(other.played) {
            *mine |= bits;
        }
    }
}

impl GroupCounts {
    fn results(self, label: Option<String>, with_accuracy: bool) -> GroupResults {
        GroupResults {
            label,
            score_tally: self.score,
            plies: self.plies,
            rated_games: self.rated,
            rating_difference: self.difference,
            positions: self.played.iter().map(|bits| bits.count_ones()).sum(),
            accuracy: with_accuracy.then_some(self.accuracy),
        }
    }
}

/// The columns that are read for any grouping.
const BASE: [&str; 5] = ["white_start", "result", "plies", "white_elo", "black_elo"];

/// The columns that are read, too, where the audit was asked for them.
const ACCURACY: [&str; 2] = ["white_accuracy", "black_accuracy"];

/// Maximum number of groups; the games of all others are summed.
pub const MAX_GROUPS: usize = 100_000;

/// The results of games with `start_kind = chess960` (of all kinds if [`Grouping::has_all_starts`]) by group, copies
/// left out; those from one start position alone if one is given.
///
/// # Errors
/// [`DatasetError`] if a table cannot be read.
pub fn groups(
    dataset: &Dataset,
    grouping: Grouping,
    start: Option<Start>,
) -> Result<CountedAnswer<Groups>, DatasetError> {
    groups_up_to(dataset, grouping, start, MAX_GROUPS)
}

pub(super) fn groups_up_to(
    dataset: &Dataset,
    grouping: Grouping,
    from: Option<Start>,
    most: usize,
) -> Result<CountedAnswer<Groups>, DatasetError> {
    let with_accuracy = dataset.group("games")? >= ColumnGroup::Quality;
    let mut columns = BASE.to_vec();
    if with_accuracy {
        columns.extend(ACCURACY);
    }
    for column in grouping.columns() {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    let games = match grouping.has_all_starts() {
        true => CountedGames::of_known_start(),
        false => CountedGames::of_kind(StartKind::Chess960),
    };
    let games = games.from(from).counting(dataset.moveless());
    let make = || Bounded::<GroupCounts>::new(most);
    let counted = dataset.fold_counted(&columns, games, make, |groups, _, rows| {
        let labels = GroupLabels::of(rows, grouping)?;
        let plies = rows.ints("plies")?;
        let (white, black) = (rows.ints("white_elo")?, rows.ints("black_elo")?);
        let starts = rows.ints("white_start")?;
        let results = LabelColumn::<GameResult>::of(rows, "result")?;
        let accuracies = match with_accuracy {
            true => Some([rows.floats(ACCURACY[0])?, rows.floats(ACCURACY[1])?]),
            false => None,
        };
        for row in 0..rows.len() {
            let counts = groups.of(labels.get(row).as_deref());
            let result = results.get(row).unwrap_or(GameResult::Unfinished);
            counts.score.add(result);
            counts.plies += plies.count(row);
            // Positions that are none of the 960 have no number.
            if let Some(number) = starts.get(row) {
                let start = dataset.start(Some(number))?.number();
                counts.played[usize::from(start / 64)] |= 1 << (start % 64);
            }
            let elos = white.get(row).zip(black.get(row));
            if let Some((white, black)) = elos.filter(|_| result != GameResult::Unfinished) {
                counts.rated += 1;
                counts.difference += white - black;
            }
            if let Some([white, black]) = &accuracies
                && let Some((white, black)) = white.get(row).zip(black.get(row))
            {
                counts.accuracy.add([white, black]);
            }
        }
        Ok(())
    })?;
    let (groups, rest) = Bounded::join(counted.value, most);
    let groups = groups.into_iter();
    let mut groups: Vec<_> = groups
        .map(|(label, counts)| counts.results(label, with_accuracy))
        .collect();
    grouping.sort(&mut groups, |group| {
        (group.label.as_deref(), group.score_tally.games())
    });
    Ok(CountedAnswer {
        value: Groups {
            groups,
            rest: rest.map(|counts| counts.results(None, with_accuracy)),
        },
        left_out: counted.left_out,
    })
}
