//! The progress bar, shown only on a terminal.

use std::io::IsTerminal as _;
use std::sync::{Arc, OnceLock};

use audit960_audit::ProgressCounts;
use audit960_report::{counted, grouped};
use audit960_source::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar: bytes read, games a second, time left, findings so far.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) bar: ProgressBar,
    progress: Arc<Progress>,
    /// Games at the first step: those that a resumed run did not read itself do not count in its rate.
    before: Arc<OnceLock<u64>>,
}

impl Bar {
    /// A bar over `total` stored bytes (`None`: unknown).
    pub(crate) fn new(progress: Arc<Progress>, total: Option<u64>, quiet: bool) -> Self {
        let hidden = quiet || !std::io::stderr().is_terminal();
        let target = if hidden {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(total, target);
        let template = if total.is_some() {
            "{bar:30} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec} ETA {eta} {msg}"
        } else {
            "{spinner} {decimal_bytes} {decimal_bytes_per_sec} {msg}"
        };
        // If the template does not parse, indicatif's default stays.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self {
            bar,
            progress,
            before: Arc::default(),
        }
    }

    /// Updates the position and, if anything was counted, the message.
    pub(crate) fn advance(&self, counts: ProgressCounts) {
        if self.bar.is_hidden() {
            return;
        }
        if counts != ProgressCounts::default() {
            let seconds = self.bar.elapsed().as_secs_f64().max(1e-3);
            let before = *self.before.get_or_init(|| counts.games);
            let rate = grouped(((counts.games - before) as f64 / seconds) as u64);
            let games = counted(counts.games, "game", "games");
            let findings = counted(counts.findings, "finding", "findings");
            let positions = match counts.positions {
                0 => String::new(),
                positions => format!(", {}", counted(positions, "position", "positions")),
            };
            self.bar
                .set_message(format!("{games} ({rate}/s){positions}, {findings}"));
        }
        self.bar.set_position(self.progress.stored_bytes());
    }
}
