//! How often the start positions were played, and how often they were drawn by lot.

use audit960_board::start::Start;
use audit960_dataset::tables::Rows;
use audit960_dataset::{
    CountedAnswer, CountedGames, Dataset, DatasetError, GroupLabels, Grouping, LabelColumn,
    StartColumn,
};
use audit960_statistics::{Popularity, popularity_of};
use audit960_types::{Population, StartKind, Venue, cluster};
use hashbrown::HashMap;

use super::distinct::DistinctNumbers;
use super::groups::{Bounded, Count, MAX_GROUPS};

/// Bits of a shared draw below its start position.
const POSITION_SHIFT: u32 = 54;

/// Number of groups into which the pairs of engines of a position are hashed.
const PAIR_GROUPS: u64 = 256;

audit960_types::choices! {
    /// Which games share one draw of their start position.
    ///
    /// As is usual: on servers each game without a round has a draw of its own; in engine matches two games
    /// with colours reversed share one; elsewhere all games of a day (without a date, of an event) from one
    /// position share one, so that parallel sections count once. In round `3.1` the round is 3.
    #[derive(Hash)]
    pub enum LotteryRule {
        /// As is usual at the venue: each game on servers; each pair with colours reversed in engine
        /// matches; elsewhere each day and position, parallel sections joined
        Usual = "usual",
        /// Each event, date and position
        EventDate = "event-date",
        /// Each event, round and position
        Round = "round",
        /// Each game
        Game = "game",
    }
}

#[expect(
    clippy::derivable_impls,
    reason = "the macro takes documentation alone"
)]
impl Default for LotteryRule {
    fn default() -> Self {
        Self::Usual
    }
}

/// A start position in a group of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionCount {
    /// The position.
    pub start: Start,
    /// Games from it.
    pub games: u64,
    /// How often it was drawn for them.
    pub draws: u64,
    /// Its rank by games, from 1; positions played equally often share the best of their ranks.
    pub rank: u32,
}

/// The start positions of a group of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupPopularity {
    /// What the games have in common; `None` for the whole archive, and where the column is null.
    pub label: Option<String>,
    /// Whether it combines all groups beyond [`MAX_GROUPS`].
    pub is_rest: bool,
    /// The positions played, most frequent first, then by Scharnagl number.
    pub positions: Vec<PositionCount>,
}

impl GroupPopularity {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.positions.iter().map(|position| position.games).sum()
    }

    /// The number of draws.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.positions.iter().map(|position| position.draws).sum()
    }

    /// The positions never played, by Scharnagl number.
    #[must_use]
    pub fn missing(&self) -> Vec<Start> {
        let mut played = [false; 960];
        for position in &self.positions {
            played[usize::from(position.start.number())] = true;
        }
        Start::all()
            .filter(|start| !played[usize::from(start.number())])
            .collect()
    }

    /// Tests how the positions may have been drawn.
    #[must_use]
    pub fn test(&self) -> Popularity {
        let mut counts = [0; 960];
        for position in &self.positions {
            counts[usize::from(position.start.number())] = position.draws;
        }
        popularity_of(&counts)
    }
}

/// The draw that a game belongs to, among the games from one position.
enum Draw {
    /// A draw for this game alone.
    Own,
    /// Two games of these players, with colours reversed.
    Pair {
        players: u64,
        /// Whether the first of them by hash has White.
        order: bool,
    },
    /// All games with this key.
    Shared(u64),
}

/// The counts of a group of games. They add up in any order of the games; their size grows with the days and
/// events of an archive, not with the games of servers and engines.
#[derive(Default)]
struct PopularityCounts {
    /// Games of each position, and how many of them have a draw of their own.
    games: HashMap<u16, [u64; 2]>,
    /// Games of two engines by who has White, the pairs hashed into groups.
    pairs: HashMap<(u16, u64), [u64; 2]>,
    /// Draws that games share: the position in the upper ten bits, the key in the others. One number, because an
    /// archive may have millions of them.
    shared: DistinctNumbers,
}

impl PopularityCounts {
    fn add(&mut self, start: Start, draw: &Draw) {
        let start = start.number();
        let [games, own] = self.games.entry(start).or_default();
        *games += 1;
        match *draw {
            Draw::Own => *own += 1,
            Draw::Pair { players, order } => {
                let group = (start, players % PAIR_GROUPS);
                self.pairs.entry(group).or_default()[usize::from(order)] += 1;
            }
            Draw::Shared(key) => {
                let position = u64::from(start) << POSITION_SHIFT;
                self.shared.insert(position | key >> (64 - POSITION_SHIFT));
            }
        }
    }

    fn positions(&mut self) -> Vec<(u16, u64, u64)> {
        let own = self.games.iter().map(|(start, [_, own])| (*start, *own));
        let mut draws: HashMap<u16, u64> = own.collect();
        for ((start, _), [first, second]) in &self.pairs {
            *draws.entry(*start).or_default() += first.max(second);
        }
        for draw in self.shared.finished() {
            *draws.entry((draw >> POSITION_SHIFT) as u16).or_default() += 1;
        }
        let positions = self.games.iter();
        positions
            .map(|(start, [games, _])| (*start, *games, draws.get(start).copied().unwrap_or(0)))
            .collect()
    }
}

impl Count for PopularityCounts {
    fn merge(&mut self, other: Self) {
        for (start, [games, own]) in &other.games {
            let mine = self.games.entry(*start).or_default();
            mine[0] += games;
            mine[1] += own;
        }
        for (group, [first, second]) in other.pairs {
            let mine = self.pairs.entry(group).or_default();
            mine[0] += first;
            mine[1] += second;
        }
        self.shared.merge(other.shared);
    }
}

impl LotteryRule {
    /// The draw of a game.
    fn draw(self, game: &Played<'_>) -> Draw {
        let key = |parts: [Option<&str>; 2]| {
            // Any venue that is not a server: then only the first part counts.
            let [first, second] = parts.map(|part| cluster(Venue::Unknown, part, [None; 2], None));
            Draw::Shared(first ^ second.rotate_left(17))
        };
        match self {
            Self::Game => Draw::Own,
            Self::EventDate => key([game.event, game.date]),
            Self::Round => {
                let round = game.round.and_then(|round| round.split('.').next());
                key([game.event, round])
            }
            Self::Usual if game.population == Population::Engine || game.venue.is_for_engines() => {
                let [white, black] = [game.white, game.black]
                    .map(|name| cluster(Venue::Unknown, name, [None; 2], None));
                let event = cluster(Venue::Unknown, game.event, [None; 2], None);
                Draw::Pair {
                    players: event ^ white.wrapping_add(black),
                    order: white < black,
                }
            }
            // Tournaments on a server number their rounds; games between members have none.
            Self::Usual
                if game.venue.is_server()
                    && game
                        .round
                        .is_none_or(|round| matches!(round, "" | "?" | "-")) =>
            {
                Draw::Own
            }
            Self::Usual => match game
                .date
                .filter(|date| date.bytes().all(|byte| byte != b'?'))
            {
                Some(date) => key([None, Some(date)]),
                None => key([game.event, game.date]),
            },
        }
    }
}

/// The fields that decide which draw a game belongs to.
struct Played<'a> {
    population: Population,
    venue: Venue,
    event: Option<&'a str>,
    date: Option<&'a str>,
    round: Option<&'a str>,
    white: Option<&'a str>,
    black: Option<&'a str>,
}

/// How often each position was played and drawn in each group of games with
/// `start_kind = chess960`, copies left out. Groups are ordered by games, most first, then by label;
/// those beyond [`MAX_GROUPS`] are combined at the end.
///
/// # Errors
/// [`DatasetError`] if the games cannot be read.
pub fn popularity(
    dataset: &Dataset,
    grouping: Grouping,
    rule: LotteryRule,
) -> Result<CountedAnswer<Vec<GroupPopularity>>, DatasetError> {
    let found = popularities(dataset, &[grouping], rule)?;
    Ok(found.map(|found| found.into_iter().next().unwrap_or_default()))
}

/// The same for several groupings, in one pass over the games.
///
/// # Errors
/// [`DatasetError`] if the games cannot be read.
pub fn popularities(
    dataset: &Dataset,
    groupings: &[Grouping],
    rule: LotteryRule,
) -> Result<CountedAnswer<Vec<Vec<GroupPopularity>>>, DatasetError> {
    let mut columns = vec![
        "white_start",
        "population",
        "venue",
        "event",
        "date",
        "round",
        "white",
        "black",
    ];
    for column in groupings.iter().flat_map(|grouping| grouping.columns()) {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    let games = CountedGames::of_kind(StartKind::Chess960);
    let counting = Counting { groupings, rule };
    let new = || Bounded::new(MAX_GROUPS);
    let make = || -> Vec<Bounded<PopularityCounts>> { groupings.iter().map(|_| new()).collect() };
    let counted = dataset.fold_counted(&columns, games, make, |groups, _, rows| {
        add_games(dataset, groups, rows, &counting)
    })?;
    let parts = counted.value.into_iter();
    let mut parts: Vec<_> = parts.map(Vec::into_iter).collect();
    let mut found = Vec::new();
    for _ in groupings {
        let of_grouping = parts.iter_mut().filter_map(Iterator::next);
        found.push(by_games(dataset, of_grouping.collect())?);
    }
    Ok(CountedAnswer {
        value: found,
        left_out: counted.left_out,
    })
}

/// The groups of several collectors, those with most games first.
fn by_games(
    dataset: &Dataset,
    parts: Vec<Bounded<PopularityCounts>>,
) -> Result<Vec<GroupPopularity>, DatasetError> {
    let (by_label, rest) = Bounded::join(parts, MAX_GROUPS);
    let groups = by_label.into_iter();
    let groups = groups.map(|(label, counts)| (label, counts, false));
    let rest = rest.into_iter().map(|counts| (None, counts, true));
    let mut found = Vec::new();
    for (label, mut counts, is_rest) in groups.chain(rest) {
        let positions = counts.positions().into_iter().map(|(start, games, draws)| {
            Ok(PositionCount {
                start: dataset.start(Some(start.into()))?,
                games,
                draws,
                rank: 0,
            })
        });
        found.push(GroupPopularity {
            label,
            is_rest,
            positions: ranked(positions.collect::<Result<_, DatasetError>>()?),
        });
    }
    // Stable: groups with equally many games stay in the order of their labels.
    found.sort_by_key(|group| (group.is_rest, std::cmp::Reverse(group.games())));
    Ok(found)
}

/// How games are counted.
struct Counting<'c> {
    /// The groupings, all counted in one pass.
    groupings: &'c [Grouping],
    rule: LotteryRule,
}

/// Adds a row group of the games.
fn add_games(
    dataset: &Dataset,
    groups: &mut [Bounded<PopularityCounts>],
    rows: &Rows,
    counting: &Counting<'_>,
) -> Result<(), DatasetError> {
    let starts = StartColumn::of(dataset, rows, "white_start")?;
    let (events, dates) = (rows.texts("event")?, rows.texts("date")?);
    let (rounds, white) = (rows.texts("round")?, rows.texts("white")?);
    let black = rows.texts("black")?;
    let labels = counting.groupings.iter();
    let labels = labels.map(|grouping| GroupLabels::of(rows, *grouping));
    let labels = labels.collect::<Result<Vec<_>, _>>()?;
    let populations = LabelColumn::<Population>::of(rows, "population")?;
    let venues = LabelColumn::<Venue>::of(rows, "venue")?;
    for row in 0..rows.len() {
        let game = Played {
            population: populations.get(row).unwrap_or(Population::Unknown),
            venue: venues.get(row).unwrap_or(Venue::Unknown),
            event: events.get(row),
            date: dates.get(row),
            round: rounds.get(row),
            white: white.get(row),
            black: black.get(row),
        };
        let (start, draw) = (starts.get(row)?, counting.rule.draw(&game));
        for (labels, groups) in labels.iter().zip(&mut *groups) {
            let counts = groups.of(labels.get(row).as_deref());
            counts.add(start, &draw);
        }
    }
    Ok(())
}

fn ranked(mut positions: Vec<PositionCount>) -> Vec<PositionCount> {
    positions.sort_unstable_by_key(|position| (std::cmp::Reverse(position.games), position.start));
    let (mut rank, mut games) = (0, u64::MAX);
    for (place, position) in (1..).zip(&mut positions) {
        if position.games != games {
            (rank, games) = (place, position.games);
        }
        position.rank = rank;
    }
    positions
}
