//! The options of an audit that change its rows.

use std::fmt::Debug;
use std::sync::Arc;

use audit960_law::{LawTable, PositionValues, VenueTable};
use audit960_types::GameFacts;
use audit960_types::tables::{ColumnGroup, ColumnNeeds};

use crate::examine::Examiner;

/// The most pieces and pawns, kings included, of material whose stay on the board rows of games have.
pub const ENDING_PIECES: u32 = 7;

/// The half-moves within which positions are asked about where no number is given.
pub const OPENING_PLIES: u32 = 24;

/// The most half-moves within which positions can be asked about.
pub const MAX_OPENING_PLIES: u32 = 1000;

/// The options that change the rows.
///
/// # Examples
/// ```
/// let options = audit960_replay::AuditOptions {
///     with_moves: true,
///     ..Default::default()
/// };
/// assert!(options.law.row("fifty").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// Whether rows of games have the main line, with the clocks and evaluations that comments state.
    pub with_moves: bool,
    /// Half-moves within which positions are asked about: rows of games have so many first half-moves, the one that
    /// was played from the last of these positions, and how long material of at most [`ENDING_PIECES`] stood on the board.
    pub opening_plies: Option<u32>,
    /// The last group of columns on request that rows of games have.
    pub columns: ColumnGroup,
    /// Whether facts of games have the last position.
    pub with_last: bool,
    /// Whether an illegal move after which the game went on is replayed if only one piece can be meant; such
    /// a game stays damaged and has no claims.
    pub keep_illegal: bool,
    /// The law on draws.
    pub law: Arc<LawTable>,
    /// The rules of the venues.
    pub venues: Arc<VenueTable>,
    /// The searches for what would make damaged and rejected games legal, if enabled.
    pub examiner: Option<Arc<dyn Examiner>>,
    /// What positions with claims are worth, if endgame tables are given.
    pub values: Option<Arc<dyn PositionValues>>,
    /// What is decided by the tags of a game, before it is replayed.
    pub by_tags: Option<ByTags>,
}

/// What the tags of a game decide. Records that hold anything unusual are replayed nevertheless: whoever asks for less has to
/// apply the condition to what is reported.
#[derive(Clone, Debug)]
pub struct ByTags {
    /// The condition that games have to meet; the others are skipped.
    pub condition: Option<Arc<dyn TagCondition>>,
    /// Whether the games that meet it are replayed. If not, of their facts those are known that
    /// [tags decide](crate::is_of_tags), and nothing is found in them.
    pub replays: bool,
}

/// A condition on games that their tags decide.
pub trait TagCondition: Debug + Send + Sync {
    /// Whether a game of a source meets it; of its facts only those are known that [tags
    /// decide](crate::is_of_tags).
    fn keeps(&self, source: &str, facts: &GameFacts<'_>) -> bool;
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self {
            with_moves: false,
            opening_plies: None,
            columns: ColumnGroup::Always,
            with_last: false,
            keep_illegal: false,
            law: Arc::new(LawTable::builtin().clone()),
            venues: Arc::new(VenueTable::builtin().clone()),
            examiner: None,
            values: None,
            by_tags: None,
        }
    }
}

impl AuditOptions {
    /// With what has to be asked for so that rows of games have some columns.
    #[must_use]
    pub fn with_columns(self, needs: ColumnNeeds) -> Self {
        let plies = needs.positions.then_some(OPENING_PLIES);
        Self {
            with_moves: self.with_moves || needs.moves,
            opening_plies: self.opening_plies.or(plies),
            columns: self.columns.max(needs.group),
            ..self
        }
    }
}
