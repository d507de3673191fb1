//! SIGINT and SIGTERM end a run cleanly: what it has under temporary names goes with it.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use audit960_dataset::{before_first_temporary, remove_all};
use audit960_source::system::FILE_SIZE_SIGNAL;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// How long a run may take to stop by itself; one that waits for input might never stop.
const GRACE: Duration = Duration::from_secs(10);

/// Lets a write beyond the limit on file sizes (`ulimit -f`) fail with an error that names the file; without
/// this, the signal that comes with it ends the program without a word.
pub(crate) fn report_size_limit() {
    // Where the signal does not exist, neither does the limit.
    if let Some(number) = FILE_SIZE_SIGNAL {
        let _ = flag::register(number, Arc::default());
    }
}

/// Whether the command stops by itself at a signal.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// The number of the signal received; 0 if none was.
#[derive(Clone, Debug)]
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Interval between checks for a signal.
    pub(crate) const STEP: Duration = Duration::from_millis(50);

    /// Records SIGINT and SIGTERM from now on. A run that does not stop within ten seconds is ended.
    pub(crate) fn watch() -> std::io::Result<Self> {
        IS_WATCHED.store(true, Ordering::Relaxed);
        Self::end_after(GRACE)
    }

    /// Ends the run soon after a signal, once it has something under a temporary name; until then signals do what they do in
    /// any program.
    pub(crate) fn watch_temporaries() {
        before_first_temporary(|| {
            // Without it a signal leaves what the next run removes.
            let _ = Self::end_after(Duration::ZERO);
        });
    }

    fn end_after(grace: Duration) -> std::io::Result<Self> {
        let signal = Arc::new(AtomicUsize::new(0));
        for number in [SIGINT, SIGTERM] {
            flag::register_usize(number, Arc::clone(&signal), number.unsigned_abs() as usize)?;
        }
        let watched = Self(Arc::clone(&signal));
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                while signal.load(Ordering::Relaxed) == 0 {
                    thread::sleep(Self::STEP);
                }
                if grace < GRACE && IS_WATCHED.load(Ordering::Relaxed) {
                    return;
                }
                thread::sleep(grace);
                remove_all();
                low_level::exit(128 + signal.load(Ordering::Relaxed) as i32);
            })?;
        Ok(watched)
    }

    /// Whether a signal was received.
    pub(crate) fn is_received(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// The exit code of a run that was stopped: 130 for SIGINT, 143 for SIGTERM.
    pub(crate) fn exit_code(&self) -> ExitCode {
        let number = self.0.load(Ordering::Relaxed);
        ExitCode::from(128 + u8::try_from(number).unwrap_or(0))
    }
}
