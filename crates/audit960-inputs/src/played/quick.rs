//! Games that are left out after a quick look at their positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use audit960_audit::SkipSpan;
use audit960_replay::QuickLook;

use super::Watch;

/// Spans after which it is decided whether quick looks pay.
const LOOKS: u32 = 256;

/// Spans without a quick look where they do not pay.
const PAUSE: u32 = 4096;

/// Takes quick looks while they pay: where most games have a wanted position, each would be played twice.
pub(super) struct QuickSkip {
    look: QuickLook,
    watch: Watch,
    /// Games that were skipped.
    games: Arc<AtomicU64>,
    looked: u32,
    skipped: u32,
    /// Spans that still are to pass without a look.
    pause: u32,
}

impl QuickSkip {
    /// Says which spans are skipped, and counts their games; none without a watch.
    pub(super) fn skips(watch: Option<Watch>, games: Arc<AtomicU64>) -> SkipSpan {
        let Some(watch) = watch else {
            return Box::new(|_| false);
        };
        let mut skip = Self {
            look: QuickLook::default(),
            watch,
            games,
            looked: 0,
            skipped: 0,
            pause: 0,
        };
        Box::new(move |span| skip.skips_span(span))
    }

    fn skips_span(&mut self, span: &[u8]) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        let games = self.look.games_without(span, self.watch.as_mut());
        self.looked += 1;
        if let Some(games) = games {
            self.skipped += 1;
            self.games.fetch_add(games, Ordering::Relaxed);
        }
        if self.looked == LOOKS {
            if self.skipped < LOOKS / 2 {
                self.pause = PAUSE;
            }
            (self.looked, self.skipped) = (0, 0);
        }
        games.is_some()
    }
}
