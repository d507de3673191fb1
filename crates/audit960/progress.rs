//! The progress bar: on a terminal only.

use std::io::IsTerminal as _;
use std::sync::{Arc, Mutex, PoisonError};

use audit960_pipeline::{Counts, Observer};
use audit960_report::grouped;
use audit960_source::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Bytes read, games a second, time left, findings so far.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    bar: ProgressBar,
    progress: Arc<Progress>,
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
            "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} ETA {eta} {msg}"
        } else {
            "{spinner} {bytes} {bytes_per_sec} {msg}"
        };
        // A template that does not parse leaves indicatif's own.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, progress }
    }

    /// Shows how far it has come, where nothing is counted.
    pub(crate) fn advance(&self) {
        self.bar.set_position(self.progress.stored_bytes());
    }

    /// Shows how far it has come.
    pub(crate) fn show(&self, games: u64, positions: u64, findings: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64().max(1e-3);
        let rate = grouped((games as f64 / seconds) as u64);
        let (games, findings) = (grouped(games), grouped(findings));
        let positions = match positions {
            0 => String::new(),
            positions => format!(", {} positions", grouped(positions)),
        };
        self.bar.set_message(format!(
            "{games} games ({rate}/s){positions}, {findings} findings"
        ));
        self.bar.set_position(self.progress.stored_bytes());
    }

    /// Runs something that writes to the same terminal.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how far a pass over inputs has come that counts nothing.
#[derive(Debug)]
pub(crate) struct Pass {
    quiet: bool,
    bar: Mutex<Option<Bar>>,
}

impl Pass {
    /// With a bar, unless it is to be quiet.
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            quiet,
            bar: Mutex::default(),
        }
    }
}

impl Observer for Pass {
    fn begin(&self, progress: &Arc<Progress>, stored_bytes: Option<u64>) {
        let bar = Bar::new(Arc::clone(progress), stored_bytes, self.quiet);
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar);
    }

    fn advance(&self, _: Counts) {
        if let Some(bar) = &*self.bar.lock().unwrap_or_else(PoisonError::into_inner) {
            bar.advance();
        }
    }

    fn end(&self) {
        if let Some(bar) = self
            .bar
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            bar.clear();
        }
    }
}
