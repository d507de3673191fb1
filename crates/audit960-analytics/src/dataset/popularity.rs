//! How often the start positions were played, and how often they were drawn.

use std::collections::BTreeMap;

use audit960_board::start::Start;
use audit960_types::StartKind;
use polars::prelude::{DataType, Expr, col, len};

use super::columns::Groups;
use super::{Dataset, DatasetError};
use crate::popularity::{Popularity, popularity_of};

/// The column that tells groups apart, whatever it is made of.
const LABEL: &str = "label";

/// What games are taken together by.
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
}

/// A start position of a group of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionCount {
    /// The position.
    pub start: Start,
    /// Games from it.
    pub games: u64,
    /// How often it was drawn for them: once for every event and date. Games without event or date
    /// belong to one event or date without a name.
    pub draws: u64,
    /// Its rank by games, from 1; positions played equally often share the best of their ranks.
    pub rank: u32,
}

/// The start positions of a group of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPopularity {
    /// What the games have in common; `None` for the whole archive, and where the column is null.
    pub label: Option<String>,
    /// The positions played, most frequent first, then by Scharnagl number.
    pub positions: Vec<PositionCount>,
}

impl Grouping {
    /// Every grouping, the whole archive first.
    pub const ALL: [Self; 5] = [
        Self::Archive,
        Self::Source,
        Self::Event,
        Self::Year,
        Self::Venue,
    ];

    /// The column of the games that tells groups apart.
    #[must_use]
    pub const fn column(self) -> Option<&'static str> {
        match self {
            Self::Archive => None,
            Self::Source => Some("source"),
            Self::Event => Some("event"),
            Self::Year => Some("year"),
            Self::Venue => Some("venue"),
        }
    }
}

impl GroupPopularity {
    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.positions.iter().map(|position| position.games).sum()
    }

    /// All draws.
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

    /// Tests how the positions were drawn, each draw counted once: all games of a round from one
    /// position tell no more of the draw than one game does.
    #[must_use]
    pub fn test_draws(&self) -> Popularity {
        self.test(|position| position.draws)
    }

    /// The same with every game counted, as if each had been drawn for itself.
    #[must_use]
    pub fn test_games(&self) -> Popularity {
        self.test(|position| position.games)
    }

    fn test(&self, count: impl Fn(&PositionCount) -> u64) -> Popularity {
        let mut counts = [0; 960];
        for position in &self.positions {
            counts[usize::from(position.start.number())] = count(position);
        }
        popularity_of(&counts)
    }
}

impl Dataset {
    /// How often each position was played and drawn in each group of games with
    /// `start = chess960`. Groups with most games come first, then by label.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn popularity(&self, grouping: Grouping) -> Result<Vec<GroupPopularity>, DatasetError> {
        let label = |column: &str| col(column).cast(DataType::String).alias(LABEL);
        let draw = [col("white_start"), col("date"), col("event").alias("at")];
        let draw: Vec<Expr> = grouping
            .column()
            .map(label)
            .into_iter()
            .chain(draw)
            .collect();
        let position = grouping.column().map(|_| col(LABEL)).into_iter();
        let position: Vec<Expr> = position.chain([col("white_start")]).collect();
        let frame = self.collect(
            self.games_from(StartKind::Chess960)?
                .group_by(draw)
                .agg([len().alias("games")])
                .group_by(position)
                .agg([col("games").sum(), len().alias("draws")]),
        )?;
        let groups = Groups::new(self, &frame);
        let labels = match grouping.column() {
            Some(_) => groups.texts(LABEL)?,
            None => vec![None; frame.height()],
        };
        let counts = groups.counts("games")?.into_iter();
        let counts = counts.zip(groups.counts("draws")?);
        let mut by_label: BTreeMap<Option<&str>, Vec<PositionCount>> = BTreeMap::new();
        for ((label, start), (games, draws)) in labels
            .into_iter()
            .zip(groups.starts("white_start")?)
            .zip(counts)
        {
            by_label.entry(label).or_default().push(PositionCount {
                start,
                games,
                draws,
                rank: 0,
            });
        }
        let mut found: Vec<GroupPopularity> = by_label
            .into_iter()
            .map(|(label, positions)| GroupPopularity {
                label: label.map(str::to_owned),
                positions: ranked(positions),
            })
            .collect();
        // Stable: groups with equally many games stay in the order of their labels.
        found.sort_by_key(|group| std::cmp::Reverse(group.games()));
        Ok(found)
    }
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
