//! A clause: conditions that all hold in one position.

use audit960_board::Position;
use audit960_types::{Material, Side};

use super::material::{MaterialQuery, parse_material};
use super::moves::{self, CastledQuery, MoveQuery, MoveText, PlayedMove, RoleSet};
use super::parse::FindError;
use super::pattern::BoardPattern;
use crate::packed::PackedPosition;
use crate::reach::Reachability;

/// A question where something occurs in games: clauses that hold one after the other.
#[derive(Clone, Debug)]
pub struct FindQuery {
    /// The clauses, at least one.
    pub(super) clauses: Vec<Clause>,
}

impl FindQuery {
    /// The clauses of another query after these.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.clauses.extend(other.clauses);
        self
    }

    /// The first clause, from 0, that no half-move of a game is late enough for: its numbers of half-moves are too
    /// small for the moves that it looks back at, or for the clauses before it.
    #[must_use]
    pub fn impossible_clause(&self) -> Option<usize> {
        let mut least = 0;
        self.clauses.iter().enumerate().position(|(index, clause)| {
            least = clause.first_ply().max(least + u32::from(index > 0));
            least > clause.last_ply()
        })
    }

    /// The smallest number of half-moves of a game that can hold a hit.
    #[must_use]
    pub fn min_plies(&self) -> u32 {
        let mut least = 0;
        for (index, clause) in self.clauses.iter().enumerate() {
            // A later clause holds after a later half-move.
            least = clause.first_ply().max(least + u32::from(index > 0));
        }
        least
    }
}

impl FindQuery {
    /// The one position that a hit can be, if its last clause names it.
    #[must_use]
    pub fn position(&self) -> Option<PackedPosition> {
        Some(self.clauses.last()?.fen.as_ref()?.packed)
    }

    /// The position that is asked for, if nothing else is asked, and the last half-move after which it counts, `None`
    /// where any does.
    #[must_use]
    pub fn only_position(&self) -> Option<(PackedPosition, Option<u32>)> {
        let [
            Clause {
                fen: Some(fen),
                pattern: None,
                material: None,
                stay: 0,
                moved: None,
                captured: None,
                castled: None,
                line,
                side: None,
                plies,
            },
        ] = self.clauses.as_slice()
        else {
            return None;
        };
        let last = match plies {
            Some(plies) if plies.first > 0 => return None,
            plies => plies.map(|plies| plies.last),
        };
        line.is_empty().then_some((fen.packed, last))
    }

    /// The last half-move after which a position of a hit can come up; `None` if any can, or if it matters how the game
    /// goes on.
    #[must_use]
    pub fn last_ply(&self) -> Option<u32> {
        let last = self.clauses.last()?.last_ply();
        let stays = self.clauses.iter().any(|clause| clause.stay > 0);
        (last < u32::MAX && !stays).then_some(last)
    }

    /// The most pieces, pawns among them, that White and Black can have at the end of a game with a hit: pieces never
    /// come back. `None` if any number will do.
    #[must_use]
    pub fn max_pieces_at_end(&self) -> Option<[u32; 2]> {
        let materials = self.clauses.iter().filter_map(|clause| clause.material);
        let most = materials.map(|query| {
            let [white, black] = query.material.totals();
            match query.exact {
                true => [white, black],
                false => [white.max(black); 2],
            }
        });
        most.reduce(|one, other| [one[0].min(other[0]), one[1].min(other[1])])
    }
}

/// Numbers of half-moves, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyBounds {
    /// The first number.
    pub first: u32,
    /// The last number.
    pub last: u32,
}

impl PlyBounds {
    /// Parses `20`, `10-20`, `10-` or `-20`.
    ///
    /// # Errors
    /// [`FindError`] for anything else.
    pub fn parse(text: &str) -> Result<Self, FindError> {
        let (first, at, last) = match text.split_once('-') {
            Some((first, last)) => (first, first.len() + 1, last),
            None => (text, 0, text),
        };
        let number = |part: &str, at, open: u32| match part {
            "" if text.len() > 1 => Ok(open),
            part => part
                .parse()
                .map_err(|_| FindError::new(at, format!("{part:?} is not a number of half-moves"))),
        };
        let (first, last) = (number(first, 0, 0)?, number(last, at, u32::MAX)?);
        match first <= last {
            true => Ok(Self { first, last }),
            false => Err(FindError::new(
                0,
                "the first number of half-moves is larger than the last",
            )),
        }
    }
}

/// Conditions that all hold in one position.
#[derive(Clone, Debug, Default)]
pub struct Clause {
    fen: Option<ExactPosition>,
    pattern: Option<BoardPattern>,
    pub(super) material: Option<MaterialQuery>,
    /// Half-moves that the material must stay for.
    pub(super) stay: u32,
    moved: Option<Vec<MoveQuery>>,
    captured: Option<RoleSet>,
    castled: Option<CastledQuery>,
    pub(super) line: Vec<MoveText>,
    side: Option<Side>,
    plies: Option<PlyBounds>,
}

/// A position to be compared with.
#[derive(Clone, Debug)]
struct ExactPosition {
    key: u64,
    packed: PackedPosition,
    reach: Option<Reachability>,
}

impl ExactPosition {
    /// That of a FEN of which nothing has to be dropped.
    fn parse(fen: &str) -> Result<Self, FindError> {
        let position = crate::exact::position_of_fen(fen);
        let position = position.map_err(|message| FindError::new(0, message))?;
        Ok(Self {
            key: position.key(),
            packed: PackedPosition::of(&position),
            reach: Reachability::of([&position]),
        })
    }
}

/// What a clause is compared with.
pub(super) struct Moment<'g> {
    pub(super) ply: u32,
    pub(super) position: &'g Position,
    /// The half-moves so far, if the query asks for them: the last one, or all.
    pub(super) history: &'g [PlayedMove],
    /// The material, if the query is about pieces.
    pub(super) material: Material,
}

impl Clause {
    /// Whether all conditions hold, but for the stay of the material.
    pub(super) fn holds(&self, moment: &Moment<'_>) -> bool {
        let position = moment.position;
        let last = moment.history.last();
        self.plies
            .is_none_or(|plies| (plies.first..=plies.last).contains(&moment.ply))
            && self.side.is_none_or(|side| side == position.turn())
            && self.fen.as_ref().is_none_or(|fen| {
                fen.key == position.key() && fen.packed == PackedPosition::of(position)
            })
            && self
                .material
                .is_none_or(|query| query.matches(moment.material))
            && self
                .castled
                .is_none_or(|query| last.is_some_and(|last| query.matches(last)))
            && self
                .captured
                .is_none_or(|kinds| last.is_some_and(|last| moves::captures(last, kinds)))
            && self.moved.as_ref().is_none_or(|any| {
                last.is_some_and(|last| any.iter().any(|query| query.matches(last)))
            })
            && (self.line.is_empty() || moves::ends_with(moment.history, &self.line))
            && self
                .pattern
                .as_ref()
                .is_none_or(|pattern| pattern.matches(position))
    }

    /// What a game must still have; `None` if anything will do.
    pub(super) fn needs(&self) -> Option<Reachability> {
        let pattern = self
            .pattern
            .as_ref()
            .map(|pattern| Reachability::of_pattern(pattern.pawns(), pattern.pieces()));
        let material = self.material.map(|query| {
            let both = [query.material.totals(), query.material.pawns()];
            let [pieces, pawns] = both.map(|[white, black]| match query.exact {
                true => [white, black],
                false => [white.min(black); 2],
            });
            Reachability::of_counts(pieces, pawns)
        });
        let fen = self.fen.as_ref().and_then(|fen| fen.reach);
        [fen, pattern, material]
            .into_iter()
            .flatten()
            .reduce(Reachability::and)
    }

    /// Whether it needs a half-move of castling.
    pub(super) const fn needs_castling(&self) -> bool {
        self.castled.is_some()
    }

    /// Half-moves that it looks back at.
    pub(super) fn looks_back(&self) -> usize {
        let last = self.moved.is_some() || self.captured.is_some() || self.castled.is_some();
        self.line.len().max(usize::from(last))
    }

    fn first_ply(&self) -> u32 {
        self.plies
            .map_or(0, |plies| plies.first)
            .max(self.looks_back() as u32)
    }

    /// The last half-move after which it can hold.
    pub(super) fn last_ply(&self) -> u32 {
        self.plies.map_or(u32::MAX, |plies| plies.last)
    }
}

/// Builds a clause from conditions by name.
#[derive(Debug, Default)]
pub struct ClauseBuilder {
    clause: Clause,
    exact: bool,
    /// The conditions with a value that have been set.
    given: Vec<String>,
}

/// The conditions that have a value.
const WITH_VALUE: [&str; 9] = [
    "fen", "position", "material", "stay", "moved", "captured", "castled", "line", "side",
];

impl ClauseBuilder {
    /// Whether a condition has a value.
    ///
    /// # Errors
    /// [`FindError`] if there is no such condition.
    pub fn takes_value(&self, name: &str) -> Result<bool, FindError> {
        match name {
            "exact" => Ok(false),
            "ply" => Ok(true),
            name if WITH_VALUE.contains(&name) => Ok(true),
            name => Err(FindError::new(
                0,
                format!(
                    "there is no condition {name}; there are {}, ply and exact",
                    WITH_VALUE.join(", ")
                ),
            )),
        }
    }

    /// Sets the condition without a value: `exact`.
    pub fn set_flag(&mut self, name: &str) {
        self.exact |= name == "exact";
    }

    /// Sets a condition.
    ///
    /// # Errors
    /// [`FindError`] if the value cannot be read, or no position fulfils it, or if the condition was set before;
    /// [`Self::takes_value`]'s.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), FindError> {
        if self.given.iter().any(|given| given == name) {
            let message = format!(
                "{name} is given twice: a clause holds in one position; what holds later follows after then"
            );
            return Err(FindError::new(0, message));
        }
        let clause = &mut self.clause;
        match name {
            "fen" => clause.fen = Some(ExactPosition::parse(value)?),
            "position" => clause.pattern = Some(BoardPattern::parse(value)?),
            "material" => {
                clause.material = Some(MaterialQuery {
                    material: parse_material(value)?,
                    exact: false,
                });
            }
            "stay" => {
                let number = value.parse();
                clause.stay = number.map_err(|_| {
                    FindError::new(0, format!("{value} is not a number of half-moves"))
                })?;
            }
            "moved" => {
                let mut at = 0;
                let mut any = Vec::new();
                for part in value.split(',') {
                    let blanks = part.len() - part.trim_start().len();
                    let query = MoveQuery::parse(part.trim());
                    any.push(query.map_err(|error| error.within(at + blanks))?);
                    at += part.len() + 1;
                }
                clause.moved = Some(any);
            }
            "captured" => {
                if let Some(at) = value.find('K') {
                    return Err(FindError::new(at, "no king is ever captured"));
                }
                let kinds = RoleSet::parse(value);
                clause.captured =
                    Some(kinds.ok_or_else(|| FindError::new(0, "pieces are letters of QRBNP"))?);
            }
            "castled" => clause.castled = Some(CastledQuery::parse(value)?),
            "line" => clause.line = moves::parse_line(value)?,
            "side" => {
                clause.side = Some(match value {
                    "white" | "w" => Side::White,
                    "black" | "b" => Side::Black,
                    _ => return Err(FindError::new(0, format!("{value} is not white or black"))),
                });
            }
            "ply" => clause.plies = Some(PlyBounds::parse(value)?),
            name => return self.takes_value(name).map(drop),
        }
        self.given.push(name.to_owned());
        Ok(())
    }

    /// Whether no condition is set.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.given.is_empty() && !self.exact
    }

    /// The clause. `at` is where it begins, for messages.
    ///
    /// # Errors
    /// [`FindError`] if it has no condition, or `exact` or `stay` without material.
    pub fn build(self, at: usize) -> Result<Clause, FindError> {
        if self.is_empty() {
            return Err(FindError::new(at, "a clause has at least one condition"));
        }
        let mut clause = self.clause;
        match &mut clause.material {
            Some(material) => material.exact = self.exact,
            None if self.exact || self.given.iter().any(|given| given == "stay") => {
                return Err(FindError::new(
                    at,
                    "exact and stay are about material: name it, as in material KRBvKR",
                ));
            }
            None => {}
        }
        Ok(clause)
    }
}
