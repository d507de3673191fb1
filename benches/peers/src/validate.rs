//! The games of a file, played as the peer plays them: the same work, as a process of its own.

use anyhow::Context as _;
use audit960_replay::validate;
use audit960_source::{Chunk, ChunkReader, ReaderOptions, discover};

use crate::arguments::Arguments;

/// Prints games, half-moves, and games with an error.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let path = arguments.words().first().context("no file")?;
    let inputs = discover(std::slice::from_ref(path))?.inputs;
    let mut reader = ChunkReader::new(inputs, ReaderOptions::default(), Default::default());
    let mut chunk = Chunk::default();
    let (mut games, mut half_moves, mut errors) = (0, 0, 0);
    while reader.next_chunk(&mut chunk)? {
        let counted = validate(&chunk.bytes, chunk.spans());
        games += counted.games;
        half_moves += counted.plies;
        errors += counted.errors;
    }
    println!("{games} {half_moves} {errors}");
    Ok(())
}
