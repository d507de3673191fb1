//! A position as a picture: SVG, with pieces drawn for this project (MIT-0).
//!
//! The board sets its own colours, so that it looks the same in a page, in a mail and on paper; a page
//! may restyle it by the classes `light`, `dark`, `white` and `black`.

use std::fmt::Write as _;

use audit960_types::{Role, Side, is_unsafe_char};

/// Width of a square in units of the picture.
const SQUARE: usize = 100;

/// Outline and inner lines of a piece in a square of 100 by 100, y downwards.
const fn shape(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::King => (
            "M46.5 9h7v6h6v7h-6v7.5c9-6 24-3 24 10.5 0 9-6 16-10.5 26l6 8v13H27V74l6-8C28.5 56 22.5 \
             49 22.5 40c0-13.5 15-16.5 24-10.5V22h-6v-7h6Z",
            "M33 66q17-5 34 0M50 38v22",
        ),
        Role::Queen => (
            "M28 66L17.8 30a5 5 0 1 1 5.9-1.3L32 48l5.5-26a5 5 0 1 1 5 0L50 46l7.5-24a5 5 0 1 \
             1 5 0L68 48l8.3-19.3a5 5 0 1 1 5.9 1.3L72 66l4 8v12H24V74Z",
            "M28 66q22-6 44 0",
        ),
        Role::Rook => (
            "M27 18h11v8h6.5v-8h11v8H62v-8h11v20l-8 7v22l8 7v12H27V74l8-7V45l-8-7Z",
            "M35 45h30M35 67h30",
        ),
        Role::Bishop => (
            "M50 11a6 6 0 0 1 4 10.5C65 29 70 38 67.5 48c-1.2 5-4 8-7.5 11l3 9 11 6v12H26V74l11-6 \
             3-9c-3.5-3-6.3-6-7.5-11C30 38 35 29 46 21.5A6 6 0 0 1 50 11Z",
            "M50 31v16M42.5 39h15M40 59h20",
        ),
        Role::Knight => (
            "M40 10l9 8c17 2 28 15 27 36-.3 6-1 11-3 20v12H27V74c1-12 6-19 17-28-7 1-10 3-14 7-4 3-11-1\
             -10-7 1-4 6-10 9-17 2-4 5-7 9-9Z",
            "M39 31l5-2M60 27c7 7 9 15 8 27",
        ),
        Role::Pawn => (
            "M50 20a13.5 13.5 0 0 1 8.3 24.2H64v6.3h-6.8C58 59 62 66 70 74v12H30V74c8-8 12-15 \
             12.8-23.5H36v-6.3h5.700A13.5 13.5 0 0 1 50 20Z",
            "",
        ),
    }
}

/// Colours of a side's pieces: fill, outline and inner lines.
const fn colours(side: Side) -> [&'static str; 3] {
    match side {
        Side::White => ["#ffffff", "#1f2937", "#1f2937"],
        Side::Black => ["#262d3a", "#0c1017", "#dfe5ee"],
    }
}

/// A position as an SVG element, White below, with coordinates on its edge squares.
///
/// `placement` is the first field of a FEN (more fields may follow); an invalid one leaves the board
/// empty. `label` is what a screen reader says, and the title of the picture.
#[must_use]
pub fn board_svg(placement: &str, label: &str) -> String {
    let width = 8 * SQUARE;
    let label = escaped(label);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {width}\" role=\"img\" aria-label=\"{label}\" \
         xmlns=\"http://www.w3.org/2000/svg\"><title>{label}</title>"
    );
    for square in 0..64 {
        push_square(&mut svg, square % 8, square / 8);
    }
    for (file, row, side, role) in pieces_of(placement) {
        let [fill, outline, lines] = colours(side);
        let (body, detail) = shape(role);
        let (x, y) = (file * SQUARE, row * SQUARE);
        let _ = write!(
            svg,
            "<g class=\"{side}\" transform=\"translate({x} {y})\" fill=\"{fill}\" stroke=\"{outline}\" \
             stroke-width=\"3.5\" stroke-linejoin=\"round\"><path d=\"{body}\"/>"
        );
        if !detail.is_empty() {
            let _ = write!(
                svg,
                "<path d=\"{detail}\" fill=\"none\" stroke=\"{lines}\" stroke-linecap=\"round\"/>"
            );
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

/// The pieces as symbols `piece-K` to `piece-P`, for pages that draw many boards: colours come from the
/// element that uses them (`fill`, `stroke`, and `color` for inner lines).
#[must_use]
pub fn piece_symbols() -> String {
    let mut symbols = String::new();
    for role in Role::ALL {
        let (body, detail) = shape(role);
        let letter = role.letter() as char;
        let _ = write!(
            symbols,
            "<symbol id=\"piece-{letter}\" viewBox=\"0 0 {SQUARE} {SQUARE}\"><path d=\"{body}\"/><path \
             d=\"{detail}\" fill=\"none\" stroke=\"currentColor\" stroke-linecap=\"round\"/></symbol>"
        );
    }
    symbols
}

/// Appends a square, `row` from 0 at the top, with file and rank labels on the edge.
fn push_square(svg: &mut String, file: usize, row: usize) {
    let (class, fill, ink) = if (file + row).is_multiple_of(2) {
        ("light", "#e8edf3", "#5d7690")
    } else {
        ("dark", "#8aa0b8", "#f4f7fa")
    };
    let (x, y) = (file * SQUARE, row * SQUARE);
    let _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" \
         fill=\"{fill}\"/>"
    );
    let mut text = |x: usize, y: usize, letter: char| {
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"19\" \
             fill=\"{ink}\" aria-hidden=\"true\">{letter}</text>"
        );
    };
    if file == 0 {
        text(x + 5, y + 21, char::from(b'8' - row as u8));
    }
    if row == 7 {
        text(x + 83, y + 94, char::from(b'a' + file as u8));
    }
}

/// The pieces of a placement: file, row from the top, side and kind; empty if it is invalid.
fn pieces_of(placement: &str) -> Vec<(usize, usize, Side, Role)> {
    let field = placement
        .split_ascii_whitespace()
        .next()
        .unwrap_or_default();
    let mut pieces = Vec::with_capacity(32);
    let mut rows = 0;
    for rank in field.split('/') {
        let mut file = 0;
        for letter in rank.bytes() {
            if letter.is_ascii_digit() {
                file += usize::from(letter - b'0');
                continue;
            }
            let Some(role) = Role::from_letter(letter) else {
                return Vec::new();
            };
            let side = if letter.is_ascii_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            pieces.push((file, rows, side, role));
            file += 1;
        }
        if file != 8 {
            return Vec::new();
        }
        rows += 1;
    }
    if rows == 8 { pieces } else { Vec::new() }
}

/// Text escaped for an element or a quoted attribute of HTML. Control characters, which HTML does not
/// allow, become `�`, and so do bidirectional marks and line separators: they would show a text as another.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(c),
            _ if is_unsafe_char(c) => out.push(char::REPLACEMENT_CHARACTER),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn every_piece_is_on_its_square() {
        assert_eq!(pieces_of(START).len(), 32);
        assert_eq!(
            pieces_of("7k/8/8/8/8/8/1P6/K7"),
            [
                (7, 0, Side::Black, Role::King),
                (1, 6, Side::White, Role::Pawn),
                (0, 7, Side::White, Role::King),
            ]
        );
        let svg = board_svg("7k/8/8/8/8/8/8/K7 b - - 0 1", "two kings");
        assert!(svg.contains("<g class=\"black\" transform=\"translate(700 0)\""));
        assert!(svg.contains("<g class=\"white\" transform=\"translate(0 700)\""));
        assert_eq!(svg.matches("<rect ").count(), 64);
    }

    #[test]
    fn a1_is_dark() {
        let svg = board_svg("", "empty");
        assert!(svg.contains("<rect class=\"dark\" x=\"0\" y=\"700\""));
        assert!(svg.contains("<rect class=\"light\" x=\"700\" y=\"700\""));
    }

    #[test]
    fn an_invalid_placement_draws_no_piece() {
        let rank = "KQRBNPkq/";
        for text in [
            "",
            "?",
            "8",
            &rank.repeat(7),
            &rank.repeat(9),
            &START.replace('8', "9"),
            "x",
        ] {
            assert_eq!(pieces_of(text), [], "{text}");
        }
        // The ninth rank here is empty text after the last slash.
        assert_eq!(pieces_of(rank.repeat(8).trim_end_matches('/')).len(), 64);
    }

    #[test]
    fn the_label_cannot_break_out() {
        let svg = board_svg(START, "\"><script>alert('1')</script>&");
        assert!(!svg.contains("<script"));
        assert!(svg.contains("&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;"));
        assert_eq!(
            escaped("a\u{0}b\u{9b}c\nd \u{fc}\u{202e}\u{2028}"),
            "a\u{fffd}b\u{fffd}c\nd \u{fc}\u{fffd}\u{fffd}"
        );
    }
}
