//! PGN, EPD or records of another form, detected from the text.

use audit960_types::line_length;
use memchr::memchr;

/// The format of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Games: Portable Game Notation.
    #[default]
    Pgn,
    /// Positions, one per line: Extended Position Description, or plain FEN.
    Epd,
    /// Games in another form, as it was translated to PGN: each line is the game of a record, an escape line (`%`)
    /// if it cannot be read.
    Records,
}

impl Format {
    /// The lower-case name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Epd => "epd",
            Self::Records => "records",
        }
    }

    /// Detects the format from the beginning of a text, by the first of up to 16 lines that shows it, blank
    /// lines and comments aside: a field with seven slashes and a side to move is EPD, a tag pair or a move
    /// number is PGN. `None` if no line shows it.
    #[must_use]
    pub fn sniff(head: &[u8]) -> Option<Self> {
        let mut text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        // The first line may be damaged, or a title.
        (0..MAX_LINES).find_map(|_| {
            let line = first_text(text);
            text = line.get(line_length(line)..).unwrap_or_default();
            Self::of_line(line)
        })
    }

    /// The format that the first line of a text shows.
    fn of_line(text: &[u8]) -> Option<Self> {
        // The value of a tag pair may be a position: `[FEN"8/8/... w - - 0 1"]`.
        if is_tag_pair(text) || is_move_number(text) {
            Some(Self::Pgn)
        } else if is_position(text) {
            Some(Self::Epd)
        } else {
            None
        }
    }
}

/// The most lines from which the format is detected.
const MAX_LINES: usize = 16;

/// Skips white space and comments: `{...}`, and lines that begin with `;`, `%` or, in EPD files, `#`.
fn first_text(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        let length = match text.first() {
            Some(b';' | b'%' | b'#') => line_length(text),
            Some(b'{') => memchr(b'}', text).map_or(text.len(), |brace| brace + 1),
            _ => return text,
        };
        text = text.get(length..).unwrap_or_default();
    }
}

fn is_position(text: &[u8]) -> bool {
    let line = text.get(..line_length(text)).unwrap_or_default();
    let mut fields = line
        .split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty());
    let (Some(placement), Some(side)) = (fields.next(), fields.next()) else {
        return false;
    };
    let slashes = placement.iter().filter(|&&byte| byte == b'/').count();
    slashes == 7 && matches!(side, b"w" | b"b")
}

/// Whether a text begins like a tag pair with a value in quotes.
pub(crate) fn is_tag_pair(text: &[u8]) -> bool {
    let Some(name) = text.strip_prefix(b"[") else {
        return false;
    };
    let name = name.trim_ascii_start();
    let length = name
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    length > 0
        && name
            .get(length..)
            .is_some_and(|value| value.trim_ascii_start().starts_with(b"\""))
}

fn is_move_number(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..=4).contains(&digits) && text.get(digits) == Some(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_epd() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/8/8/8/8/K1k5 b - - bm Kb2; id \"x\";\n",
            "\u{feff}\r\n  # perft\n; more\n8/8/8/8/8/8/8/K1k5\tw\n",
            "# perft\r; more\r8/8/8/8/8/8/8/K1k5 w - -\r",
            "8/8/8/8/8/8/8/K1k5 x - -\n8/8/8/8/8/8/8/K1k5 w - -\n",
            "A book of openings\n\n8/8/8/8/8/8/8/K1k5 w - -\n",
        ] {
            assert_eq!(Format::sniff(text.as_bytes()), Some(Format::Epd), "{text}");
        }
    }

    #[test]
    fn tags_and_moves_are_pgn() {
        for text in [
            "[Event \"?\"]",
            "[FEN\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]",
            "\u{feff}[Event \"?\"]",
            "% escaped\n{ rnbqkbnr/8/8/8/8/8/8/8 w } [ White  \"x\"]",
            "1. e4 e5",
            "12...Nf6",
            "; 8/8/8/8/8/8/8/K1k5 w\r[Event \"?\"]\r",
            "games of the club\n\n[Event \"?\"]\n",
        ] {
            assert_eq!(Format::sniff(text.as_bytes()), Some(Format::Pgn), "{text}");
        }
    }

    #[test]
    fn other_text_has_no_format() {
        for text in [
            "",
            " \n",
            "{ never closed",
            "; a comment",
            "Dear reader,",
            "[not a tag]",
            "1/1/1/1/1/1/1/1",
            "1/1/1/1/1/1/1/1 x",
            "a/b/c w",
            "12345. is no move number",
        ] {
            assert_eq!(Format::sniff(text.as_bytes()), None, "{text}");
        }
    }
}
