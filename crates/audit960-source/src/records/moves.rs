//! Movetext from moves in other notations, with clocks and evaluations.

use std::fmt::Write as _;

use audit960_board::{Move, Position};
use memchr::{memchr, memchr3};

/// What a record says about the half-moves, beside the moves.
#[derive(Debug, Default)]
pub(crate) struct MoveNotes {
    /// Time left after each half-move, in hundredths of a second.
    pub(crate) clocks: Vec<i64>,
    /// Evaluation after each half-move, as the command `%eval` writes it.
    pub(crate) evals: Vec<Option<String>>,
    /// Seconds spent on each half-move; none that are below zero or no number.
    pub(crate) move_times: Vec<f64>,
}

impl MoveNotes {
    const fn is_empty(&self) -> bool {
        self.clocks.is_empty() && self.evals.is_empty() && self.move_times.is_empty()
    }
}

/// The position from which moves are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start<'s> {
    Orthodox,
    Fen(&'s str),
    /// That of a variant, which the record does not give. Moves that happen to be legal from the orthodox position mean
    /// something else.
    Unknown,
}

impl<'s> Start<'s> {
    /// What the tags `Variant` and `FEN` say.
    pub(crate) fn of(variant: Option<&str>, fen: Option<&'s str>) -> Self {
        let is_orthodox = |name: &str| {
            let name = name.to_ascii_lowercase();
            ORTHODOX_NAMES.contains(&name.as_str())
        };
        match fen {
            Some(fen) => Self::Fen(fen),
            None if variant.is_none_or(is_orthodox) => Self::Orthodox,
            None => Self::Unknown,
        }
    }

    fn board(self) -> Option<Position> {
        match self {
            Self::Orthodox => Position::of_game(None).ok(),
            Self::Fen(fen) => Position::of_game(Some(fen)).ok(),
            Self::Unknown => None,
        }
    }
}

/// Names of chess as it is usually played, in lower case.
const ORTHODOX_NAMES: [&str; 6] = ["standard", "chess", "normal", "orthodox", "regular", ""];

/// Appends movetext and a blank. `text` is movetext of any kind, or UCI; only bare moves get notes, because
/// movetext with comments has its own.
pub(crate) fn push_moves(out: &mut String, text: &str, start: Start<'_>, notes: &MoveNotes) {
    let is_said = notes.is_empty() && !is_uci(text);
    if is_said || has_notes(text) {
        out.push_str(text);
        out.push(' ');
        return;
    }
    let words = text.split_ascii_whitespace();
    let mut board = is_uci(text).then(|| start.board()).flatten();
    let mut ply = 0;
    for word in words {
        if is_number(word) {
            out.push_str(word);
            out.push(' ');
            continue;
        }
        match board.as_mut().and_then(|board| uci_move(board, word)) {
            Some(played) => {
                if let Some(board) = &mut board {
                    board.play_to_san(played, out);
                }
            }
            None => {
                // From here on the position is not known.
                board = None;
                out.push_str(word);
            }
        }
        out.push(' ');
        push_notes(out, notes, ply);
        ply += 1;
    }
}

/// Whether a movetext says more than its moves: comments, variations, glyphs.
pub(crate) fn has_notes(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr3(b'{', b'(', b'$', bytes).is_some() || memchr(b';', bytes).is_some()
}

fn push_notes(out: &mut String, notes: &MoveNotes, ply: usize) {
    let eval = notes.evals.get(ply).and_then(Option::as_ref);
    let clock = notes.clocks.get(ply).filter(|clock| **clock >= 0);
    let is_time = |seconds: &&f64| seconds.is_finite() && **seconds >= 0.0;
    let spent = notes.move_times.get(ply).filter(is_time);
    if eval.is_none() && clock.is_none() && spent.is_none() {
        return;
    }
    out.push_str("{ ");
    if let Some(eval) = eval {
        let _ = write!(out, "[%eval {eval}] ");
    }
    if let Some(clock) = clock {
        let (seconds, hundredths) = (clock / 100, clock % 100);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        let _ = write!(out, "[%clk {hours}:{minutes:02}:{:02}", seconds % 60);
        if hundredths > 0 {
            let _ = write!(out, ".{hundredths:02}");
        }
        out.push_str("] ");
    }
    if let Some(spent) = spent {
        let _ = write!(out, "[%emt {spent}] ");
    }
    out.push_str("} ");
}

/// Whether a text consists of moves in UCI, by its first one.
pub(crate) fn is_uci(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    words.find(|word| !is_number(word)).is_some_and(is_uci_word)
}

/// Whether a word is a move number.
fn is_number(word: &str) -> bool {
    word.trim_end_matches('.')
        .bytes()
        .all(|byte| byte.is_ascii_digit())
}

fn is_uci_word(word: &str) -> bool {
    word.parse::<Move>().is_ok()
}

/// The legal move that a word of UCI means. Castling is the king taking its rook (UCI_Chess960), or its move of
/// two squares.
fn uci_move(board: &Position, word: &str) -> Option<Move> {
    let stated: Move = word.parse().ok()?;
    let mut found = None;
    board.for_each_legal(&mut |legal| {
        let castles = || {
            let (target, wing) = (legal.to(), legal.to() > legal.from());
            let king_to = if wing { b'g' } else { b'c' };
            board.is_castling(legal)
                && legal.from() == stated.from()
                && stated.to().name() == [king_to, target.name()[1]]
                && board
                    .piece_at(stated.to())
                    .is_none_or(|_| stated.to() == stated.from())
        };
        // A move as written has priority over castling.
        if legal == stated || (found.is_none() && castles()) {
            found = Some(legal);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn movetext(text: &str, fen: Option<&str>, notes: &MoveNotes) -> String {
        let mut out = String::new();
        push_moves(&mut out, text, Start::of(None, fen), notes);
        out
    }

    #[test]
    fn uci_becomes_san() {
        let none = MoveNotes::default();
        let ruy = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4";
        assert_eq!(
            movetext(ruy, None, &none),
            "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 "
        );
        let chess960 = ruy.replace("e1g1", "e1h1");
        assert_eq!(movetext(&chess960, None, &none), movetext(ruy, None, &none));
        // What is not legal stays as it is, and so does all that follows.
        assert_eq!(movetext("e2e4 e2e4 d7d5", None, &none), "e4 e2e4 d7d5 ");
        let fen = "8/P7/8/8/8/8/8/k1K5 w - - 0 1";
        assert_eq!(movetext("a7a8r", Some(fen), &none), "a8=R# ");
    }

    #[test]
    fn moves_from_an_unknown_start_stay_as_they_are() {
        let uci = "e2e4 e7e5 g1f3";
        for (variant, start, expected) in [
            (Some("Chess960"), Start::Unknown, "e2e4 e7e5 g1f3 "),
            (Some("Standard"), Start::Orthodox, "e4 e5 Nf3 "),
            (None, Start::Orthodox, "e4 e5 Nf3 "),
        ] {
            assert_eq!(Start::of(variant, None), start);
            let mut out = String::new();
            push_moves(&mut out, uci, start, &MoveNotes::default());
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn bare_moves_get_their_notes() {
        let notes = MoveNotes {
            clocks: vec![18003, 360_000, -1],
            evals: vec![Some("0.17".to_owned()), None, Some("#-3".to_owned())],
            move_times: Vec::new(),
        };
        assert_eq!(
            movetext("e4 e5 Nf3 Nc6", None, &notes),
            "e4 { [%eval 0.17] [%clk 0:03:00.03] } e5 { [%clk 1:00:00] } Nf3 { [%eval #-3] } Nc6 "
        );
        let spent = MoveNotes {
            clocks: vec![18_000],
            move_times: vec![1.305, 0.0, f64::NAN, -1.0],
            ..MoveNotes::default()
        };
        assert_eq!(
            movetext("e4 e5 Nf3 Nc6", None, &spent),
            "e4 { [%clk 0:03:00] [%emt 1.305] } e5 { [%emt 0] } Nf3 Nc6 "
        );
        let own = "1. e4 {[%clk 0:01:00]} e5";
        assert_eq!(movetext(own, None, &notes), format!("{own} "));
    }
}
