//! Moves that name both squares, as engines (`e2e4`) and long algebraic notation (`Ng1-f3`) write them.
//!
//! The lenient parser reads them too, from a list of candidates. Where it has only one and nothing else to report,
//! they are played here, several times as fast.

use audit960_board::{Move, Position};
use audit960_types::{Code, Pattern, Role, SanWord, Square, TextSink};

use super::GameReplay;
use super::span_at::SpanAt;
use crate::lenient;

/// A word that names both squares.
struct LongMove {
    role: Option<Role>,
    from: Square,
    to: Square,
    code: Code,
    /// Whether it says that it captures; `None` if it cannot say so.
    captures: Option<bool>,
    marked_check: bool,
    marked_mate: bool,
}

impl LongMove {
    /// Reads a word in English; `None` where there is another way to read it.
    fn read(word: SanWord) -> Option<Self> {
        let bytes = word.bytes.to_le_bytes();
        let text = bytes.get(..word.len as usize)?;
        let (text, marked_check, marked_mate) = match text {
            [unmarked @ .., b'#'] => (unmarked, true, true),
            [unmarked @ .., b'+'] => (unmarked, true, false),
            text => (text, false, false),
        };
        let (role, squares) = match text {
            [letter @ (b'K' | b'Q' | b'R' | b'B' | b'N'), squares @ ..] => {
                (Role::from_letter(*letter), squares)
            }
            // A bishop in a small letter.
            [b'b', ..] => return None,
            squares => (None, squares),
        };
        let (code, captures, squares) = match *squares {
            [a, b, c, d] if role.is_none() => (Code::CoordinateMove, None, [a, b, c, d]),
            [a, b, b'-', c, d] => (Code::LongAlgebraic, Some(false), [a, b, c, d]),
            [a, b, b'x', c, d] if role.is_none() => (Code::LongAlgebraic, Some(true), [a, b, c, d]),
            _ => return None,
        };
        let square =
            |file: u8, rank: u8| Square::on(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        Some(Self {
            role,
            from: square(squares[0], squares[1])?,
            to: square(squares[2], squares[3])?,
            code,
            captures,
            marked_check,
            marked_mate,
        })
    }

    /// The legal move that it means; `None` if there is none, or if it captures where the word says it does not, or
    /// the reverse.
    fn legal_move(&self, position: &Position) -> Option<Move> {
        let pattern = Pattern::Piece {
            role: self.role,
            from: self.from.into(),
            to: self.to,
            promotion: None,
        };
        let played = position.resolve(pattern).ok()?;
        let as_said = self
            .captures
            .is_none_or(|said| said == position.captures(played));
        as_said.then_some(played)
    }
}

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Plays a word that names both squares; `false` for any other word, and where there is more to report than its
    /// notation.
    pub(super) fn play_long_move(&mut self, word: SanWord, at: SpanAt) -> bool {
        let Some(long) = LongMove::read(word) else {
            return false;
        };
        let Some(played) = long.legal_move(&self.scratch.line.position) else {
            return false;
        };
        let at = self.in_text(at);
        if !self.findings.counts(long.code) {
            let symbol = &self.text[at..at + word.len as usize];
            let position = &self.scratch.line.position;
            let message = lenient::message(long.code, symbol, position, played);
            self.note_move(long.code, at, symbol.len(), message);
        }
        self.play(played, long.marked_check, long.marked_mate, at);
        true
    }
}

#[cfg(test)]
mod tests {
    use audit960_board::start::Start;
    use audit960_pgn::{LANGUAGES, Language};

    use super::*;
    use crate::lenient::LenientOutcome;

    /// Moves of random games of Chess960, each with the position before it.
    fn moves(games: usize) -> Vec<(Position, Move)> {
        let mut state = 5_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            (state >> 33) as usize % limit
        };
        let mut moves = Vec::new();
        for _ in 0..games {
            let [white, black] = [below(960), below(960)].map(|n| Start::new(n as u16).unwrap());
            let mut position = Position::chess960(white, black);
            for _ in 0..100 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                moves.extend(legal.iter().map(|m| (position.clone(), *m)));
                position.play(legal[below(legal.len())]);
            }
        }
        moves
    }

    /// What the lenient parser reads: the move, codes and marks.
    fn lenient(
        position: &Position,
        word: &str,
        language: &Language,
    ) -> Option<(Move, Vec<Code>, [bool; 2])> {
        match lenient::read(position, word.as_bytes(), language) {
            LenientOutcome::Move(read) if read.unread == 0 => Some((
                read.played,
                read.codes,
                [read.marked_check, read.marked_mate],
            )),
            _ => None,
        }
    }

    #[test]
    fn long_moves_are_read_as_the_lenient_parser_reads_them() {
        let mut read = 0;
        for (position, played) in moves(12) {
            let name = |square: Square| String::from_utf8(square.name().to_vec()).unwrap();
            let (from, to) = (name(played.from()), name(played.to()));
            let (_, role) = position.piece_at(played.from()).unwrap();
            let letter = char::from(role.letter());
            for mark in ["", "+", "#"] {
                for word in [
                    format!("{from}{to}{mark}"),
                    format!("{from}-{to}{mark}"),
                    format!("{from}x{to}{mark}"),
                    format!("{letter}{from}-{to}{mark}"),
                    format!("{letter}{from}x{to}{mark}"),
                    format!("{letter}{from}{to}{mark}"),
                ] {
                    let long = SanWord::new(word.as_bytes()).and_then(LongMove::read);
                    let Some((long, found)) = long
                        .and_then(|long| Some((long.legal_move(&position)?, long)))
                        .map(|(found, long)| (long, found))
                    else {
                        continue;
                    };
                    read += 1;
                    let marks = [long.marked_check, long.marked_mate];
                    assert_eq!(
                        lenient(&position, &word, &Language::ENGLISH),
                        Some((found, vec![long.code], marks)),
                        "{word} in {}",
                        position.xfen()
                    );
                }
            }
        }
        assert!(read > 100_000, "{read}");
    }

    /// A plain move in another language, with English letters, is what the lenient parser reads.
    #[test]
    fn plain_moves_of_other_languages_are_read_as_the_lenient_parser_reads_them() {
        let mut read = 0;
        for (position, played) in moves(3) {
            let san = position.san(played);
            for language in &LANGUAGES {
                for letter in "PBSLTDKCFARGWHJVNOQ".chars() {
                    let word = format!("{letter}{}", &san[1..]);
                    for word in [&word, &san] {
                        let english = SanWord::new(word.as_bytes())
                            .and_then(|word| language.to_english(word));
                        let mut after = position.clone();
                        let Some(plain) = english.and_then(|word| after.play_plain(word)) else {
                            continue;
                        };
                        read += 1;
                        let marks = [plain.marked_check, plain.marked_mate];
                        assert_eq!(
                            lenient(&position, word, language),
                            Some((plain.played, Vec::new(), marks)),
                            "{word} in {}, {}",
                            language.name,
                            position.xfen()
                        );
                    }
                }
            }
        }
        assert!(read > 100_000, "{read}");
    }
}
