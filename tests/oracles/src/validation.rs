//! The plain validator of pgn-reader and shakmaty, the peer in benches: one thread, full legality,
//! as fast as that stack allows. shakmaty counts the half-move clock along the way.

use std::io::Cursor;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};

use crate::position::set_up;

/// Longest tag line and comment chunk that are searched at once, in bytes: as much as fits the reader's
/// smallest buffer.
const TAG_LINE: usize = 1 << 12;

/// The counts of a validation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeerValidation {
    /// Games that pgn-reader found.
    pub games: u64,
    /// Half-moves that could be played.
    pub plies: u64,
    /// Games not played to the end: an unusable FEN, a move that is not legal or not unique, or the
    /// text in which pgn-reader gave up.
    pub errors: u64,
}

/// Plays every game that pgn-reader finds, each up to its first error. Unlike a second reading it divides
/// the text into games as pgn-reader does.
#[must_use]
pub fn validate(bytes: &[u8]) -> PeerValidation {
    let mut reader = Reader::build(Cursor::new(bytes))
        .set_supported_tag_line_length(TAG_LINE)
        .finish();
    let mut validator = Validator::default();
    if reader.visit_all_games(&mut validator).is_err() {
        validator.counted.errors += 1;
    }
    validator.counted
}

#[derive(Default)]
struct Validator {
    counted: PeerValidation,
}

impl Validator {
    fn fail(&mut self) -> ControlFlow<()> {
        self.counted.errors += 1;
        ControlFlow::Break(())
    }
}

impl Visitor for Validator {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.counted.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            match set_up(value.as_bytes()) {
                Ok(position) => *start = Some(position),
                Err(_) => return self.fail(),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                self.counted.plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => self.fail(),
        }
    }

    fn end_game(&mut self, _position: Chess) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_plies_and_errors_are_counted() {
        let text = b"[Event \"a\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {f} *\n\n\
            [Event \"b\"]\n[FEN \"?\"]\n\n1. e4 *\n\n\
            [Event \"c\"]\n\n1. e4 e5 2. Nf6 Nc6 *\n\n\
            [Event \"d\"]\n[FEN \"4k3/8/8/8/8/8/8/R1K4R w HA - 0 1\"]\n\n1. O-O-O *\n\n\
            [Event \"e\"]\n\n1. d4 {not closed";
        // 3 + 0 + 2 + 1 + 1 half-moves; b, c and e have an error.
        assert_eq!(
            validate(text),
            PeerValidation {
                games: 5,
                plies: 7,
                errors: 3
            }
        );
        assert_eq!(validate(b""), PeerValidation::default());
    }
}
