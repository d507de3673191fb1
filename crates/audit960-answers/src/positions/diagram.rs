//! A position as a diagram on the terminal.

use std::io::{self, Write};

use audit960_board::Position;
use audit960_types::{Role, Side, Square};

/// Draws a position: letters, or with `colour` figures on coloured squares.
///
/// # Errors
/// Where it cannot be written.
pub fn write_diagram(position: &Position, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    for rank in (0..8_usize).rev() {
        write!(out, "  {} ", rank + 1)?;
        for file in 0..8 {
            let piece = position.piece_at(Square::new(rank * 8 + file));
            if colour {
                write_square(piece, (rank + file) % 2 == 0, out)?;
            } else {
                write!(out, " {}", letter(piece))?;
            }
        }
        writeln!(out)?;
    }
    let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
    writeln!(out, "     {}", files.join(if colour { "  " } else { " " }))?;
    Ok(())
}

fn letter(piece: Option<(Side, Role)>) -> char {
    match piece {
        Some((Side::White, role)) => char::from(role.letter()),
        Some((Side::Black, role)) => char::from(role.letter().to_ascii_lowercase()),
        None => '.',
    }
}

fn write_square(piece: Option<(Side, Role)>, dark: bool, out: &mut dyn Write) -> io::Result<()> {
    let square = if dark { 65 } else { 109 };
    let (ink, figure) = match piece {
        Some((side, role)) => {
            let figure = ['♟', '♞', '♝', '♜', '♛', '♚'][role as usize];
            (if side == Side::White { 231 } else { 16 }, figure)
        }
        None => (square, ' '),
    };
    write!(out, "\x1b[48;5;{square};38;5;{ink}m {figure} \x1b[0m")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use audit960_board::start::Start;

    use super::*;
    use crate::written::text;

    #[test]
    fn diagrams_have_eight_ranks_and_the_files() {
        let start = Start::new(0).unwrap();
        let position = Position::chess960(start, start);
        let plain = text(|out| write_diagram(&position, false, out));
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[0], "  8  b b q n n r k r");
        assert_eq!(lines[7], "  1  B B Q N N R K R");
        assert_eq!(lines[8], "     a b c d e f g h");
        let coloured = text(|out| write_diagram(&position, true, out));
        // a1 is dark: its figure stands on the dark ground.
        assert!(
            coloured
                .lines()
                .nth(7)
                .unwrap()
                .starts_with("  1 \x1b[48;5;65;38;5;231m ♝ ")
        );
    }
}
