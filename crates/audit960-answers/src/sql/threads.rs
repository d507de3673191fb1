//! How many threads the engine uses.

use std::io;
use std::num::NonZeroUsize;
use std::process::Command;

use audit960_source::system::replace_process;

/// The environment variable that sets the size of polars' thread pools.
const VARIABLE: &str = "POLARS_MAX_THREADS";

/// Limits queries to this many busy threads. By default they use every processor.
///
/// polars reads the number only from the environment variable `POLARS_MAX_THREADS`, once, when it
/// starts. A process cannot change its own environment safely, so if the variable has another value the
/// process is replaced by a new one of the same program, with the same arguments, input and output, and
/// this function does not return: call it before anything is read or printed. If the variable has this
/// value already, nothing happens.
///
/// # Errors
/// If the program cannot be started again; on systems that cannot replace a running process, always:
/// there the user has to set the variable.
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
