//! `audit960 start show`: everything about one start position.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_board::Position;
use audit960_board::start::{DoubleStart, Numbering, Start, club_counts};

use super::{name_of, named};
use crate::commands::diagram::write_diagram;
use crate::output;

/// Show a start position: numbers, mirror, FEN, castling, diagram
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number, White's first rank such as RNBQKBNR, or FEN; WHITE:BLACK for double Chess960, each a number
    /// or eight letters
    #[arg(value_name = "NUMBER|ARRANGEMENT|FEN", required = true, num_args = 1..)]
    position: Vec<String>,
    /// What a number means
    #[arg(long, value_enum, default_value = "scharnagl")]
    numbering: NumberingName,
}

/// A numbering of the start positions.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum NumberingName {
    /// 0 to 959, 518 is RNBQKBNR
    Scharnagl,
    /// Scharnagl's number and one: 1 to 960
    OneBased,
    /// Scharnagl's with 960 for 0
    NoughtAs960,
    /// A club's list, 1 to 960, 626 is RNBQKBNR (a reconstruction)
    MirrorList,
    /// Of double Chess960: White's Scharnagl number times 960 plus Black's, 0 to 921599
    Double,
}

impl NumberingName {
    /// The positions of White and Black that a text names.
    fn named(self, text: &str) -> anyhow::Result<(Start, Start)> {
        let numbering = match self {
            Self::Double => {
                let start = text.trim().parse().ok().and_then(DoubleStart::new);
                let start = start.with_context(|| {
                    format!("{text} is no number of double Chess960: these go from 0 to 921599")
                })?;
                return Ok((start.white, start.black));
            }
            Self::Scharnagl => Numbering::Scharnagl,
            Self::OneBased => Numbering::OneBased,
            Self::NoughtAs960 => Numbering::NoughtAs960,
            Self::MirrorList => Numbering::MirrorList,
        };
        named(text, numbering)
    }
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // A FEN may come with its blanks as several arguments.
        let (white, black) = self.numbering.named(&self.position.join(" "))?;
        let mut out = output::stdout();
        write_diagram(
            &Position::chess960(white, black),
            output::colour(),
            &mut out,
        )?;
        writeln!(out)?;
        if white == black {
            write_start(white, "", &mut out)?;
        } else {
            write_start(white, "White: ", &mut out)?;
            writeln!(out)?;
            write_start(black, "Black: ", &mut out)?;
            writeln!(
                out,
                "\nDouble Chess960, number {} (White's times 960 plus Black's): no position of Chess960 \
                 (Guidelines II.2.3)",
                DoubleStart { white, black }.number()
            )?;
        }
        let position = Position::chess960(white, black);
        writeln!(out, "\nX-FEN         {}", position.xfen())?;
        writeln!(out, "Shredder-FEN  {}", position.shredder_fen())?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes numbers, mirror, castling and how a die draws it.
fn write_start(start: Start, whose: &str, out: &mut dyn Write) -> anyhow::Result<()> {
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
        "  {:<16}{throws:>3} of 46,656 throws (48.6 if all were alike)",
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
    use super::*;
    use crate::commands::written::text;

    #[test]
    fn the_orthodox_position() {
        let start = audit960_board::start::ORTHODOX;
        let shown = text(|out| write_start(start, "", out));
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
    fn pieces_that_stand_right_stay() {
        // The king needs no step to c1, and the rook comes to it.
        let (start, _) = named("NRKRNBBQ", Numbering::Scharnagl).unwrap();
        let shown = text(|out| write_start(start, "", out));
        assert!(
            shown.contains("O-O-O           Kc1 stays, Rb1-d1"),
            "{shown}"
        );
        assert!(shown.contains("O-O             Kc1-g1, Rd1-f1"), "{shown}");
    }
}
