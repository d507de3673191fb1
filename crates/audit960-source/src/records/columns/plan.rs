//! How the columns of a table become the tags of a game.

use super::names::Role;

/// The columns by what they say. Numbers of columns are those of batches.
pub(super) struct Plan {
    /// The column of moves.
    pub(super) moves: usize,
    /// Columns that become tags, in their order.
    pub(super) tags: Vec<TagColumn>,
    /// The column of the tag `Termination`.
    pub(super) termination: Option<usize>,
    pub(super) winner: Option<usize>,
    pub(super) number: Option<usize>,
    pub(super) clocks: Option<usize>,
    pub(super) evals: Option<usize>,
    pub(super) move_times: Option<usize>,
    /// Whether the column of start positions is meant for games whose PGN has none.
    pub(super) starts_of_pgn: bool,
}

/// A column that becomes a tag.
pub(super) struct TagColumn {
    pub(super) column: usize,
    pub(super) name: String,
    pub(super) rule: Rule,
}

/// How the text of a column becomes the value of its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    AsItIs,
    /// With points between its parts.
    Date,
    /// With a sign.
    Change,
    /// In words.
    Termination,
    Opening,
    Fen,
    SetUp,
}

impl Rule {
    fn of(tag: &str) -> Self {
        match tag {
            "Date" | "UTCDate" | "EventDate" => Self::Date,
            "WhiteRatingDiff" | "BlackRatingDiff" => Self::Change,
            "Termination" => Self::Termination,
            "Opening" => Self::Opening,
            "FEN" => Self::Fen,
            "SetUp" => Self::SetUp,
            _ => Self::AsItIs,
        }
    }
}

impl Plan {
    /// The plan for columns with these roles.
    pub(super) fn new(roles: &[(usize, Role)], starts_of_pgn: bool) -> Self {
        let column = |wanted: &Role| roles.iter().position(|(_, role)| role == wanted);
        let tag = |(column, (_, role)): (usize, &(usize, Role))| match role {
            Role::Tag(name) => Some(TagColumn {
                column,
                name: name.clone(),
                rule: Rule::of(name),
            }),
            _ => None,
        };
        let tags: Vec<TagColumn> = roles.iter().enumerate().filter_map(tag).collect();
        let termination = tags.iter().find(|tag| tag.rule == Rule::Termination);
        Self {
            moves: column(&Role::Moves).unwrap_or_default(),
            termination: termination.map(|tag| tag.column),
            winner: column(&Role::Winner),
            number: column(&Role::Number),
            clocks: column(&Role::Clocks),
            evals: column(&Role::Evals),
            move_times: column(&Role::MoveTimes),
            starts_of_pgn,
            tags,
        }
    }
}
