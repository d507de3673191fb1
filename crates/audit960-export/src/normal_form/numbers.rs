//! Move numbers and annotation glyphs, in the main line and in variations.

use audit960_board::Position;
use audit960_types::Side;

use audit960_pgn::Layout;

/// Adds an annotation as numeric glyphs: `!?` is `$5` (PGN 8.2.3.8). In a longer suffix each pair of marks
/// is one.
pub(crate) fn add_annotation(layout: &mut Layout<'_>, text: &[u8]) {
    if text.first() == Some(&b'$') {
        return layout.ascii(text);
    }
    for marks in text.chunks(2) {
        layout.ascii(match marks {
            b"!" => b"$1",
            b"?" => b"$2",
            b"!!" => b"$3",
            b"??" => b"$4",
            b"!?" => b"$5",
            _ => b"$6",
        });
    }
}

/// Move numbers (PGN 8.2.2): before each white move, and before a black move that begins the movetext or
/// a variation or follows a comment or a variation.
pub(crate) struct Numbers {
    number: u32,
    side: Side,
    /// Whether a black move has a number if it comes next.
    pub(crate) due: bool,
}

impl Numbers {
    /// The numbering of moves from a position.
    pub(crate) fn of(position: &Position) -> Self {
        Self {
            number: position.move_number(),
            side: position.turn(),
            due: true,
        }
    }

    /// Adds the number before the next move, if it has one.
    #[inline]
    pub(crate) fn add(&mut self, layout: &mut Layout<'_>) {
        match self.side {
            Side::White => layout.number(self.number, b"."),
            Side::Black => {
                if self.due {
                    layout.number(self.number, b"...");
                }
                self.number = self.number.saturating_add(1);
            }
        }
        self.side = self.side.other();
        self.due = false;
    }
}
