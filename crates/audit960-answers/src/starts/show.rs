//! Everything about one start position.

use std::io::{self, Write};

use audit960_board::Position;
use audit960_board::start::{DoubleStart, Numbering, Start, club_counts};

use super::names::name_of;
use crate::positions::diagram::write_diagram;

/// Writes a start position: diagram, numbers, mirror, castling, FEN in both dialects.
///
/// # Errors
/// Where it cannot be written.
pub fn write_start(start: DoubleStart, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let DoubleStart { white, black } = start;
    let position = Position::chess960(white, black);
    write_diagram(&position, colour, out)?;
    writeln!(out)?;
    if white == black {
        write_side(white, "", out)?;
    } else {
        write_side(white, "White: ", out)?;
        writeln!(out)?;
        write_side(black, "Black: ", out)?;
        writeln!(
            out,
            "\nDouble Chess960, number {} (White's times 960 plus Black's): not a Chess960 position \
             (Guidelines II.2.3)",
            start.number()
        )?;
    }
    writeln!(out, "\nX-FEN         {}", position.xfen())?;
    writeln!(out, "Shredder-FEN  {}", position.shredder_fen())
}

/// Writes numbers, mirror, castling and how a die draws it.
fn write_side(start: Start, whose: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{whose}{start}")?;
    for numbering in Numbering::ALL {
        let name = name_of(numbering);
        writeln!(out, "  {name:<16}{:>3}", numbering.number(start))?;
    }
    let mirror = start.mirror();
    writeln!(out, "  {:<16}{:>3}  {mirror}", "mirror", mirror.number())?;
    let files = start.castling_files();
    let name = |file: u8| char::from(b'a' + file);
    let king = name(files.king);
    for (castling, rook, king_to, rook_to) in [
        ("O-O", files.h_side_rook, 'g', 'f'),
        ("O-O-O", files.a_side_rook, 'c', 'd'),
    ] {
        let rook = name(rook);
        let king_move = leg('K', king, king_to);
        let rook_move = leg('R', rook, rook_to);
        writeln!(out, "  {castling:<16}{king_move}, {rook_move}")?;
    }
    let throws = club_counts()[usize::from(start.number())];
    writeln!(
        out,
        "  {:<16}{throws:>3} of 46,656 throws (48.6 if all were equally likely)",
        "one die"
    )?;
    Ok(())
}

/// One half of castling, on the first rank.
fn leg(piece: char, from: char, to: char) -> String {
    if from == to {
        format!("{piece}{from}1 stays")
    } else {
        format!("{piece}{from}1-{to}1")
    }
}

#[cfg(test)]
mod tests {
    use super::super::named;
    use super::*;
    use crate::written::text;

    #[test]
    fn the_orthodox_position() {
        let start = audit960_board::start::ORTHODOX;
        let shown = text(|out| write_side(start, "", out));
        for line in [
            "RNBQKBNR",
            "  Scharnagl       518",
            "  one-based       519",
            "  mirror list     626",
            "  O-O             Ke1-g1, Rh1-f1",
            "  O-O-O           Ke1-c1, Ra1-d1",
        ] {
            assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
        }
        assert!(shown.contains("RNBKQBNR"));
    }

    #[test]
    fn pieces_on_their_target_squares_stay() {
        // The king needs no step to c1, and the rook comes to it.
        let (start, _) = named("NRKRNBBQ", Numbering::Scharnagl).unwrap();
        let shown = text(|out| write_side(start, "", out));
        assert!(
            shown.contains("O-O-O           Kc1 stays, Rb1-d1"),
            "{shown}"
        );
        assert!(shown.contains("O-O             Kc1-g1, Rd1-f1"), "{shown}");
    }
}
