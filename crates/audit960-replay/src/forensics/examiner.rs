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

impl AppliedProposal {
    fn of(record: &Record<'_>, found: &Repairs) -> Option<Self> {
        let repair = found.proposed()?;
        let word = record.words().get(repair.edit.word())?;
        let what = repair::what(record, repair);
        let comment = format!("audit960: {what}");
        Some(Self {
            text: repair::apply(record.whole_text(), record, &repair.edit, &comment),
            at: word.at,
            len: word.len,
            ply: repair.edit.word() as u32 + 1,
            what,
        })
    }
}

/// The repairs of a damaged game, and the proposed one applied to its text, if there is one. `None` if
/// the game is not damaged.
///
/// `game` is the text of one game; of several games in it, the first damaged one counts.
#[must_use]
pub fn repairs_of(game: &[u8]) -> Option<(Repairs, Option<AppliedProposal>)> {
    let first = Arc::new(FirstDamaged::default());
    let options = AuditOptions {
        examiner: Some(Arc::clone(&first) as Arc<dyn Examiner>),
        ..AuditOptions::default()
    };
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let span = 0..game.len();
    Auditor::new(options).audit(game, std::iter::once(span), &identity, false, &mut ());
    let mut found = first.0.lock().unwrap_or_else(PoisonError::into_inner);
    found.take()
}

/// What is found of the first damaged game.
#[derive(Debug, Default)]
struct FirstDamaged(Mutex<Option<(Repairs, Option<AppliedProposal>)>>);

impl Examiner for FirstDamaged {
    fn search_start(&self, _: &Case<'_>) -> Option<StartSearch> {
        None
    }

    fn repairs(&self, record: &Record<'_>, start: &Position) -> Vec<Diagnostic> {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| {
            let found = repair::repairs(record, start);
            let applied = AppliedProposal::of(record, &found);
            (found, applied)
        });
        Vec::new()
    }
}
