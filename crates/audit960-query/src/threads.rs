//! How many threads the engine uses.

use std::io;
use std::num::NonZeroUsize;
use std::process::Command;

use audit960_platform::replace_process;

/// The variable polars takes the size of its thread pools from.
const VARIABLE: &str = "POLARS_MAX_THREADS";

/// Has queries use at most this many busy threads. Without it they use every processor there is.
///
/// polars takes the number from the variable `POLARS_MAX_THREADS` of the environment and from
/// nowhere else, once, when it starts. A process cannot change its own environment safely, so where
/// the variable says anything else the program is started anew in its place, with the same
/// arguments, input and output, and this function does not return: call it before anything is read
/// or printed. Where the variable says so already it does nothing.
///
/// # Errors
/// Where the program cannot be started anew; on systems that cannot replace a running program,
/// always, and the variable has to be set outside.
pub fn set_threads(threads: NonZeroUsize) -> io::Result<()> {
    let wanted = threads.to_string();
    if std::env::var(VARIABLE).is_ok_and(|value| value == wanted) {
        return Ok(());
    }
    restart_with(&wanted)
}

fn restart_with(threads: &str) -> io::Result<()> {
    let mut program = Command::new(std::env::current_exe()?);
    program.args(std::env::args_os().skip(1));
    let error = replace_process(program.env(VARIABLE, threads));
    if error.kind() == io::ErrorKind::Unsupported {
        let message = format!("set {VARIABLE}={threads} in the environment");
        return Err(io::Error::new(error.kind(), message));
    }
    Err(error)
}
