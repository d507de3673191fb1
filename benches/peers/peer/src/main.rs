//! Reads files as the authors of pgn-reader recommend and plays every game as far as it is legal. Prints games,
//! half-moves, and games with an error.
//!
//! A program of its own, because inside the bench, where our reader is linked too, the peer is slower by a seventh.

use std::error::Error;
use std::fs::File;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

#[derive(Default)]
struct Counts {
    games: u64,
    half_moves: u64,
    errors: u64,
}

impl Counts {
    fn stop<T>(&mut self) -> ControlFlow<(), T> {
        self.errors += 1;
        ControlFlow::Break(())
    }
}

impl Visitor for Counts {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        self.games += 1;
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => *start = position,
                None => return self.stop(),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start)
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                self.half_moves += 1;
                ControlFlow::Continue(())
            }
            Err(_) => self.stop(),
        }
    }

    fn end_game(&mut self, _: Chess) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut counts = Counts::default();
    for path in std::env::args_os().skip(1) {
        Reader::new(File::open(path)?).visit_all_games(&mut counts)?;
    }
    let Counts {
        games,
        half_moves,
        errors,
    } = counts;
    println!("{games} {half_moves} {errors}");
    Ok(())
}
