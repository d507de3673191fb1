//! Scratch space that is reused from game to game.

use audit960_board::MaterialStays;
use audit960_law::{GameDates, RepetitionLaw};
use audit960_types::{CastlingRight, Code, Venue};

use crate::move_notes::MoveNotes;
use crate::options::ENDING_PIECES;
use crate::repetition::Finder;
use crate::replayed_line::ReplayedLine;
use crate::start_cache::StartCache;

/// Buffers and caches that are reused from game to game.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) line: ReplayedLine,
    pub(crate) starts: StartCache,
    pub(crate) opening: String,
    pub(crate) uci: String,
    pub(crate) opening_moves: String,
    /// Column `endings` of the game.
    pub(crate) endings: String,
    pub(crate) stays: MaterialStays,
    /// Keys of White and Black.
    pub(crate) player_keys: [String; 2],
    pub(crate) rights: Vec<CastlingRight>,
    /// Clocks and evaluations of the game; empty unless the main line is kept.
    pub(crate) notes: MoveNotes,
    /// Half-moves with which a draw was offered.
    pub(crate) offers: Vec<u32>,
    pub(crate) repetitions: Finder,
    /// Codes of the findings about the game.
    pub(crate) codes: Vec<Code>,
    /// The rules on repetition of the last game that needed them: games of an archive often share them.
    pub(crate) repetition_law: Option<((GameDates, Venue), RepetitionLaw)>,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Self {
            line: ReplayedLine::new(),
            starts: StartCache::new(),
            opening: String::new(),
            uci: String::new(),
            opening_moves: String::new(),
            endings: String::new(),
            stays: MaterialStays::new(ENDING_PIECES),
            player_keys: [const { String::new() }; 2],
            rights: Vec::with_capacity(4),
            notes: MoveNotes::default(),
            offers: Vec::new(),
            repetitions: Finder::default(),
            codes: Vec::new(),
            repetition_law: None,
        }
    }
}
