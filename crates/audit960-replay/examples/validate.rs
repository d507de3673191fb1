//! Whether all games of a file are legal: `validate FILE.pgn`.

#![allow(clippy::print_stdout, reason = "it prints what it found")]

use audit960_replay::validate;
use audit960_source::spans;

pub(crate) fn report(text: &[u8]) -> String {
    let counted = validate(text, spans(text));
    let (games, plies, broken) = (counted.games, counted.plies, counted.errors);
    format!("{games} games, {plies} half-moves, {broken} games with an error\n")
}

fn main() -> std::io::Result<()> {
    let file = std::env::args_os().nth(1).unwrap_or_default();
    print!("{}", report(&std::fs::read(file)?));
    Ok(())
}
