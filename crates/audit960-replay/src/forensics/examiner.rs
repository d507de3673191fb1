//! Runs the searches in an audit.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{AuditOptions, Auditor, Case, Examiner, Record};
use audit960_board::Position;
use audit960_types::{Diagnostic, Identity, StartSearch};

use crate::forensics::repair::{self, Repairs};
use crate::forensics::start::{RoundStarts, StartFinder};

/// Which searches an audit makes.
#[derive(Debug, Default)]
pub struct Searches {
    /// Start positions of games without one, if they are searched for.
    pub starts: Option<StartFinder>,
    /// Positions that remain for the rounds.
    pub round_starts: RoundStarts,
    /// Changes after which a damaged record replays.
    pub repairs: bool,
}

impl Examiner for Searches {
    fn search_start(&self, case: &Case<'_>) -> Option<StartSearch> {
        let finder = self.starts?;
        // If no tag names Chess960, a wrong word is the simpler explanation.
        if !case.named
            && !repair::repairs(case.record, &Position::standard())
                .list
                .is_empty()
        {
            return None;
        }
        let round_starts = self.round_starts.of(case.round);
        Some(finder.search(case.record, round_starts))
    }

    fn repairs(&self, record: &Record<'_>, start: &Position) -> Vec<Diagnostic> {
        if !self.repairs {
            return Vec::new();
        }
        repair::diagnostics(record, &repair::repairs(record, start))
    }
}

/// The repairs of a damaged game, and its text with the proposed one applied, if there is one. `None` if
/// the game is not damaged.
///
/// `game` is the text of one game; of several games in it, the first damaged one counts.
#[must_use]
pub fn repairs_of(game: &[u8]) -> Option<(Repairs, Option<Vec<u8>>)> {
    with_first_damaged(game, |record, found| {
        let applied = found
            .proposed()
            .map(|repair| repair::apply(record.whole_text(), record, &repair.edit, None));
        (found, applied)
    })
}

/// A proposed change to a damaged game, applied to its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedProposal {
    /// The text with the change, and after it a comment that names it.
    pub text: Vec<u8>,
    /// Offset in the old text of what was changed, in bytes.
    pub at: usize,
    /// Its length in bytes.
    pub len: usize,
    /// The half-move, from 1.
    pub ply: u32,
    /// The change in a few words.
    pub what: String,
}

/// Applies the change that is proposed for a damaged game; `None` if none is.
///
/// `game` is the text of one game.
#[must_use]
pub fn apply_proposal(game: &[u8]) -> Option<AppliedProposal> {
    with_first_damaged(game, |record, found| {
        let repair = found.proposed()?;
        let word = record.words().get(repair.edit.word())?;
        let what = repair::what(record, repair);
        let comment = format!("audit960: {what}");
        Some(AppliedProposal {
            text: repair::apply(record.whole_text(), record, &repair.edit, Some(&comment)),
            at: word.at,
            len: word.len,
            ply: repair.edit.word() as u32 + 1,
            what,
        })
    })
    .flatten()
}

/// Calls `make` with the record and the repairs of the first damaged game of a text.
fn with_first_damaged<T: Send + std::fmt::Debug + 'static>(
    game: &[u8],
    make: fn(&Record<'_>, Repairs) -> T,
) -> Option<T> {
    #[derive(Debug)]
    struct Keep<T> {
        found: Mutex<Option<T>>,
        make: fn(&Record<'_>, Repairs) -> T,
    }

    impl<T: Send + std::fmt::Debug> Examiner for Keep<T> {
        fn search_start(&self, _: &Case<'_>) -> Option<StartSearch> {
            None
        }

        fn repairs(&self, record: &Record<'_>, start: &Position) -> Vec<Diagnostic> {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found.get_or_insert_with(|| (self.make)(record, repair::repairs(record, start)));
            Vec::new()
        }
    }

    let keep = Arc::new(Keep {
        found: Mutex::new(None),
        make,
    });
    let options = AuditOptions {
        examiner: Some(Arc::clone(&keep) as Arc<dyn Examiner>),
        ..AuditOptions::default()
    };
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let span = 0..game.len();
    Auditor::new(options).audit(game, std::iter::once(span), &identity, false, &mut ());
    let mut found = keep.found.lock().unwrap_or_else(PoisonError::into_inner);
    found.take()
}
