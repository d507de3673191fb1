//! How the columns of a table become the tags of a game.

use super::names::Role;
use crate::records::game::ROSTER;

/// The columns by what they say. Numbers of columns are those of batches.
pub(super) struct Plan {
    /// The column of moves.
    pub(super) moves: usize,
    /// Columns that become tags, in their order.
    pub(super) tags: Vec<TagColumn>,
    /// The tags of the roster, in its order, by their number in `tags`.
    pub(super) roster: [Option<usize>; ROSTER.len()],
    /// The tag `UTCDate`, by its number in `tags`.
    pub(super) utc_date: Option<usize>,
    /// The tag `Termination`, by its number in `tags`.
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
    pub(super) in_roster: bool,
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
    Variant,
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
            "Variant" => Self::Variant,
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
                in_roster: ROSTER.iter().any(|(roster, _)| roster == name),
            }),
            _ => None,
        };
        let tags: Vec<TagColumn> = roles.iter().enumerate().filter_map(tag).collect();
        let numbered = |name: &str| tags.iter().position(|tag| tag.name == name);
        Self {
            moves: column(&Role::Moves).unwrap_or_default(),
            roster: ROSTER.map(|(name, _)| numbered(name)),
            utc_date: numbered("UTCDate"),
            termination: numbered("Termination"),
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
