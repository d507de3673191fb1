//! The start positions from which a whole record is legal.
//!
//! The early half-moves narrow all 960 at once: the occupied squares are always known, only the pieces on
//! untouched squares of the back ranks are not, so each move narrows the set of positions instead of being
//! played 960 times (file `early.rs`). The remaining positions are replayed in full, by the same rules as in
//! an audit.
//!
//! Full castling rights are assumed. If several positions remain, games of the same event and round narrow
//! them ([`RoundStarts`]), and then the way the moves are written (file `notation.rs`), which counts only if
//! it leaves one.

mod early;
mod notation;
mod round_starts;

use std::sync::OnceLock;

use crate::Record;
use audit960_board::Position;
use audit960_board::start::Start;
use audit960_types::{StartEvidence, StartSearch, StartSet};

pub use round_starts::RoundStarts;

/// Most words that are played for one game, over all positions: about a tenth of a second.
const MAX_PLAYED: usize = 2_000_000;

/// Half-moves after which the remaining positions are counted again, before the rest is played.
const FIRST_LEG: usize = 48;

/// Most pairs that are kept for one game; a record that fits more is no evidence.
const MAX_PAIRS: usize = 20_000;

/// A search for start positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartFinder {
    /// Whether White and Black may start from different arrangements (double Chess960).
    pub double: bool,
}

impl StartFinder {
    /// The positions from which a record is legal, by its moves, by `round_starts` (the positions that remain for
    /// its round), and by how it is written.
    #[must_use]
    pub fn search(self, record: &Record<'_>, round_starts: Option<&StartSet>) -> StartSearch {
        let mut search = self.by_moves(record);
        if search.incomplete {
            return search;
        }
        if let Some(round_starts) = round_starts {
            let common = search.fitting.and(round_starts);
            if !common.is_empty() && (common != search.fitting || !search.pairs.is_empty()) {
                search.fitting = common;
                // Games of a round that share a position are not of double Chess960.
                search.pairs.clear();
                search.evidence = StartEvidence::RoundStarts;
            }
        }
        if search.count() > 1
            && let Some(only) = notation::only_agreeing(record, &search)
        {
            search.fitting = StartSet::EMPTY;
            search.pairs.clear();
            match only {
                (white, black) if white == black => search.fitting.insert(white),
                pair => search.pairs.push(pair),
            }
            search.evidence = StartEvidence::Notation;
        }
        search
    }

    /// The positions from which all of a record is legal.
    fn by_moves(self, record: &Record<'_>) -> StartSearch {
        let mut played = 0;
        let early = early::fitting(record);
        let (fitting, complete) = replayed(record, &early, &mut played);
        let mut search = StartSearch {
            fitting,
            pairs: Vec::new(),
            plies: record.words().len() as u32,
            evidence: StartEvidence::Moves,
            incomplete: !complete || record.breaks_off(),
        };
        if self.double {
            match pairs(record, &mut played) {
                Some(pairs) => search.pairs = pairs,
                None => search.incomplete = true,
            }
        }
        search
    }
}

/// Those of some positions from which the whole record is legal, and whether all could be tried.
fn replayed(record: &Record<'_>, early: &StartSet, played: &mut usize) -> (StartSet, bool) {
    let count = record.words().len();
    let mut left = *early;
    let mut position = Position::standard();
    for leg in [FIRST_LEG.min(count), count] {
        if left.len().saturating_mul(leg) > MAX_PLAYED.saturating_sub(*played) {
            return (left, false);
        }
        for number in left.iter().collect::<Vec<_>>() {
            position.clone_from(&positions()[usize::from(number)]);
            let legal = (0..leg).all(|index| record.play(index, &mut position).is_ok());
            *played += leg;
            if !legal {
                left = left.without(&[number].into_iter().collect());
            }
        }
    }
    (left, true)
}

/// The pairs of different arrangements from which the whole record is legal; `None` if there are too many
/// to try.
fn pairs(record: &Record<'_>, played: &mut usize) -> Option<Vec<(u16, u16)>> {
    let mut tried = early::fitting_pairs(record, MAX_PAIRS)?;
    tried.sort_unstable();
    tried.dedup();
    let words = record.words().len();
    let mut fitting = Vec::new();
    for (white, black) in tried {
        let (Some(first), Some(second)) = (Start::new(white), Start::new(black)) else {
            continue;
        };
        let trial = record.trial(&Position::chess960(first, second));
        *played += trial.words;
        if *played > MAX_PLAYED {
            return None;
        }
        if trial.words == words {
            fitting.push((white, black));
        }
    }
    Some(fitting)
}

/// The 960 start positions by Scharnagl number.
pub(crate) fn positions() -> &'static [Position] {
    static POSITIONS: OnceLock<Vec<Position>> = OnceLock::new();
    POSITIONS.get_or_init(|| {
        Start::all()
            .map(|start| Position::chess960(start, start))
            .collect()
    })
}
