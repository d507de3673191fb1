//! How games are written.

use audit960_board::Position;

audit960_types::choices! {
    /// How castling rights are written in FENs.
    pub enum CastlingField {
        /// X-FEN: KQkq, an inner rook by its file
        XFen = "xfen",
        /// Shredder-FEN: always the rooks' files, HAha
        Shredder = "shredder",
    }
}

impl CastlingField {
    /// The FEN of a position with this field.
    pub(crate) fn fen(self, position: &Position) -> String {
        match self {
            Self::XFen => position.xfen(),
            Self::Shredder => position.shredder_fen(),
        }
    }
}

#[expect(clippy::derivable_impls, reason = "the macro takes only documentation")]
impl Default for CastlingField {
    fn default() -> Self {
        Self::XFen
    }
}

/// The form in which a game is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Tags, moves, comments, annotations and variations.
    #[default]
    Whole,
    /// Tags and moves.
    Minimal,
    /// Tags and moves, these as UCI_Chess960 (castling is the king taking its own rook).
    Uci,
    /// The bytes as they were.
    Raw,
    /// The last position as a line of EPD, with half-move clock and move number (`hmvc`, `fmvn`) and the
    /// players (`id`).
    LastPosition,
}

/// How games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// The form of a game.
    pub form: Form,
    /// The castling field of FENs.
    pub castling: CastlingField,
    /// Whether games of Chess960 have a tag `Chess960Number` with the Scharnagl number of their start.
    pub number_tag: bool,
    /// Whether the whole movetext is on one line.
    pub one_line: bool,
}
