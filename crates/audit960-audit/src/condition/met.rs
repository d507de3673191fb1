//! Whether any game met a condition, so that an empty answer can say why it is empty.

use std::sync::atomic::{AtomicBool, Ordering};

/// One of the conditions that must all hold, and what is known of the games that were asked for it.
#[derive(Debug)]
pub(super) struct PartRecord {
    /// The option that asks for it.
    option: String,
    asked: AtomicBool,
    met: AtomicBool,
    failed: AtomicBool,
}

impl PartRecord {
    pub(super) const fn of(option: String) -> Self {
        Self {
            option,
            asked: AtomicBool::new(false),
            met: AtomicBool::new(false),
            failed: AtomicBool::new(false),
        }
    }

    pub(super) fn option(&self) -> &str {
        &self.option
    }

    /// Notes the truth of the condition for a game; `None` where it is not known.
    pub(super) fn note(&self, truth: Option<bool>) {
        self.asked.store(true, Ordering::Relaxed);
        match truth {
            Some(true) => self.met.store(true, Ordering::Relaxed),
            Some(false) => self.failed.store(true, Ordering::Relaxed),
            None => {}
        }
    }
}

/// What is known of all games that a filter was asked about. Shared by the clones of the filter, and noted only until
/// a game meets all conditions: later games change nothing.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) parts: Vec<PartRecord>,
    asked: AtomicBool,
    met: AtomicBool,
}

impl Record {
    pub(super) const fn of(parts: Vec<PartRecord>) -> Self {
        Self {
            parts,
            asked: AtomicBool::new(false),
            met: AtomicBool::new(false),
        }
    }

    /// Whether a game has met all conditions.
    pub(super) fn is_met(&self) -> bool {
        self.met.load(Ordering::Relaxed)
    }

    /// Notes a game, which met all conditions or not.
    pub(super) fn note(&self, met: bool) {
        self.asked.store(true, Ordering::Relaxed);
        if met {
            self.met.store(true, Ordering::Relaxed);
        }
    }

    /// Why no game met the conditions; `None` if one did, or none was asked about.
    pub(super) fn why_none(&self) -> Option<String> {
        if !self.asked.load(Ordering::Relaxed) || self.is_met() {
            return None;
        }
        let unmet = self
            .parts
            .iter()
            // A condition that was not reached, because the tags of no game met another one, is not why.
            .filter(|part| part.asked.load(Ordering::Relaxed) && !part.met.load(Ordering::Relaxed));
        let unmet = unmet.map(|part| match part.failed.load(Ordering::Relaxed) {
            true => format!("none meets {}", part.option),
            false => format!("of none is known what {} asks", part.option),
        });
        let unmet: Vec<String> = unmet.collect();
        let why = match unmet.len() {
            0 => "each is met by some games, but not all together".to_owned(),
            _ => unmet.join(", "),
        };
        Some(format!("no game meets the conditions: {why}"))
    }
}
