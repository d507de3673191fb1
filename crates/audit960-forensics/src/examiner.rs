//! The searches as an audit asks for them.

use std::sync::{Mutex, PoisonError};

use audit960_board::Position;
use audit960_replay::{AuditOptions, Auditor, Case, Examiner, Record, Remark};
use audit960_types::{Identity, StartSearch, Tally};

use crate::repair::{self, Repairs};
use crate::start::{RoundMates, StartFinder};

/// Which searches an audit makes.
#[derive(Debug, Default)]
pub struct Searches {
    /// Start positions of games that lost theirs.
    pub starts: Option<StartFinder>,
    /// What games of the same round leave.
    pub mates: RoundMates,
    /// Changes after which a damaged record replays.
    pub repairs: bool,
}

impl Examiner for Searches {
    fn search_start(&self, case: &Case<'_>) -> Option<StartSearch> {
        let finder = self.starts?;
        // Where no tag names Chess960, a slip of the pen is the simpler explanation.
        if !case.named
            && !repair::repairs(case.record, &Position::standard())
                .list
                .is_empty()
        {
            return None;
        }
        let mates = self.mates.of(case.round);
        Some(finder.search(case.record, mates))
    }

    fn repairs(&self, record: &Record<'_>, start: &Position) -> Vec<Remark> {
        if !self.repairs {
            return Vec::new();
        }
        repair::remarks(record, &repair::repairs(record, start))
    }
}

/// The repairs of a game of which the text is at hand, and the text with one of them applied: for
/// programs that write games anew. `None` if the game is not damaged.
///
/// `game` is the text of one game; of several in it, the first damaged one counts.
#[must_use]
pub fn repairs_of(game: &[u8]) -> Option<(Repairs, Option<Vec<u8>>)> {
    #[derive(Debug, Default)]
    struct Keep(Mutex<Option<(Repairs, Option<Vec<u8>>)>>);

    impl Examiner for Keep {
        fn search_start(&self, _: &Case<'_>) -> Option<StartSearch> {
            None
        }

        fn repairs(&self, record: &Record<'_>, start: &Position) -> Vec<Remark> {
            let found = repair::repairs(record, start);
            let applied = found
                .proposed()
                .map(|repair| repair::apply(record.whole_text(), record, &repair.edit));
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.get_or_insert((found, applied));
            Vec::new()
        }
    }

    let keep = std::sync::Arc::new(Keep::default());
    let options = AuditOptions {
        examiner: Some(std::sync::Arc::clone(&keep) as std::sync::Arc<dyn Examiner>),
        ..AuditOptions::default()
    };
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let span = 0..game.len();
    Auditor::new(options).audit(
        game,
        std::iter::once(span),
        &identity,
        false,
        &mut Tally::default(),
    );
    let mut kept = keep.0.lock().unwrap_or_else(PoisonError::into_inner);
    kept.take()
}
