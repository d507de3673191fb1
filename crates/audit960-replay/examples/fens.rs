//! The positions of each game as X-FEN, with an empty line after each game: `fens FILE.pgn`.
#![allow(clippy::print_stdout, reason = "it prints what it found")]

use audit960_board::Position;
use audit960_pgn::{GameVisitor, Language, Meaning, MovetextVisitor, Tag, TagPair};

/// The text, the start position of the next game, and the output so far.
struct Fens<'a>(&'a [u8], Position, String);

impl MovetextVisitor<'_> for Fens<'_> {}
impl<'a> GameVisitor<'a> for Fens<'a> {
    fn tag(&mut self, pair: TagPair<'a>, _at: usize) {
        if pair.meaning == Meaning::Read(Tag::Fen)
            && let Ok(record) = audit960_pgn::parse_fen(pair.raw)
            && let Ok(loaded) = Position::load(&record.setup)
        {
            self.1 = loaded.position;
        }
    }
    fn movetext(&mut self, at: usize) {
        let record = audit960_replay::Record::read(self.0, at, None, &Language::ENGLISH);
        let mut position = std::mem::replace(&mut self.1, Position::standard());
        self.2 += &position.xfen();
        let mut words = 0..;
        while let Some(Ok(_)) = words.next().map(|word| record.play(word, &mut position)) {
            self.2 += &format!("\n{}", position.xfen());
        }
        self.2 += "\n\n";
    }
}

pub(crate) fn list(text: &[u8]) -> String {
    let mut fens = Fens(text, Position::standard(), String::new());
    audit960_pgn::read_span(text, &mut fens);
    fens.2
}

fn main() -> std::io::Result<()> {
    let file = std::env::args_os().nth(1).unwrap_or_default();
    std::fs::read(file).map(|text| print!("{}", list(&text)))
}
