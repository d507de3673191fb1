//! Which finding of ours can account for which disagreement.
//!
//! A row says that pgn-reader or shakmaty is known to read such text otherwise than the catalogue
//! does; a test shows each row with a witness. What both read alike has no row, on purpose: a
//! disagreement about an illegal move (M001), an ambiguous one (M002) or an impossible position
//! (F003) is what this crate exists to find.

use audit960_types::Code;
use audit960_types::DisagreementKind::{self, Clock, Count, FinalPosition, Plies, Start};

/// A code and what it can account for.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The finding of ours.
    pub code: Code,
    /// What the second reading then may differ in.
    pub kinds: &'static [DisagreementKind],
    /// What the second reading does.
    pub because: &'static str,
}

/// Other moves, or fewer, are played.
const MOVES: &[DisagreementKind] = &[Plies, FinalPosition, Clock];
/// They are played from another position.
const FROM: &[DisagreementKind] = &[Start, Plies, FinalPosition, Clock];
/// Text is divided into games otherwise.
const ALL: &[DisagreementKind] = &[Count, Start, Plies, FinalPosition, Clock];

const DROPPED: &str = "The word is not SAN: pgn-reader drops it silently.";
const NOT_LEGAL: &str = "Read as SAN it is not a legal move: replay stops there.";

const fn row(code: Code, kinds: &'static [DisagreementKind], because: &'static str) -> Explanation {
    Explanation {
        code,
        kinds,
        because,
    }
}

/// The table, in the order of the catalogue.
pub static EXPLANATIONS: &[Explanation] = &[
    row(
        Code::StrayText,
        &[Count],
        "pgn-reader treats any text as a game.",
    ),
    row(
        Code::OversizeGame,
        &[Count, Start],
        "pgn-reader has no limit.",
    ),
    row(
        Code::PositionsInput,
        &[Count],
        "pgn-reader treats any text as a game.",
    ),
    row(
        Code::StrayMoves,
        &[Count],
        "pgn-reader treats any text as a game.",
    ),
    row(
        Code::UnreadableRecord,
        &[Count],
        "The record has no text that pgn-reader could read.",
    ),
    row(
        Code::UnclosedComment,
        ALL,
        "The comment swallows the games that follow, up to the next closing brace.",
    ),
    row(
        Code::StrayClosing,
        ALL,
        "A word that begins with } is dropped as a whole; between tags it begins another game.",
    ),
    row(
        Code::UnknownToken,
        ALL,
        "A move with an unknown tail is dropped as a whole; text between tags begins another game.",
    ),
    row(
        Code::ControlBytes,
        ALL,
        "NUL is not a blank: the word or tag it touches is lost.",
    ),
    row(
        Code::ResultSpelling,
        MOVES,
        "A move with a result glued to it is dropped with it.",
    ),
    row(
        Code::WordBoundary,
        MOVES,
        "Words run together, or torn apart, are not SAN: dropped silently.",
    ),
    row(
        Code::EarlyTermination,
        ALL,
        "The marker ends the game, and the rest is another one from the orthodox array.",
    ),
    row(
        Code::SurplusTermination,
        ALL,
        "The marker ends the game, and the tags below begin another one.",
    ),
    row(Code::TagInMovetext, ALL, "The tags begin another game."),
    row(
        Code::UnusualLayout,
        ALL,
        "A comment or a line break in the tag section begins another game; a blank beyond ASCII is \
         part of the word.",
    ),
    row(
        Code::StrayBrace,
        ALL,
        "A brace in front of a game makes a comment of its tags.",
    ),
    row(
        Code::UnplayedMoves,
        MOVES,
        "pgn-reader plays what stands in place of moves.",
    ),
    row(
        Code::MalformedTag,
        ALL,
        "The tag is skipped, or taken for movetext.",
    ),
    row(
        Code::UnescapedQuote,
        ALL,
        "The second quote ends the value; what is left of the line is movetext, and the tags after \
         it begin another game.",
    ),
    row(
        Code::TagCase,
        FROM,
        "Only FEN is the FEN: the game starts from the orthodox array.",
    ),
    row(
        Code::MissingStart,
        &[Start],
        "Without a FEN it starts from the orthodox array.",
    ),
    row(
        Code::RightWithoutRook,
        FROM,
        "shakmaty rejects the position as impossible, or keeps a right of a king in the corner.",
    ),
    row(
        Code::RightInferred,
        MOVES,
        "Without the right, castling is not a legal move.",
    ),
    row(
        Code::SevenFieldFen,
        &[Start],
        "The seventh field is taken for the half-move clock.",
    ),
    row(Code::FenTail, &[Start], "A FEN with a tail is unreadable."),
    row(
        Code::FenCounter,
        &[Start, Clock],
        "A FEN with such a counter is unreadable.",
    ),
    row(
        Code::ImpossibleEnPassant,
        &[Start],
        "shakmaty rejects the position as impossible.",
    ),
    row(
        Code::FenFieldsMissing,
        FROM,
        "A missing castling field gives no right, even at a start position.",
    ),
    row(
        Code::StatedNumber,
        FROM,
        "Without a FEN it starts from the orthodox array.",
    ),
    row(
        Code::TooManyPieces,
        &[Start],
        "shakmaty rejects the position as impossible: its list of moves is of fixed size.",
    ),
    row(
        Code::StartInferred,
        FROM,
        "Without a FEN it starts from the orthodox array.",
    ),
    row(
        Code::RightsAssumed,
        FROM,
        "The castling field makes the FEN unreadable, or gives no right.",
    ),
    row(
        Code::CastlingRookInferred,
        MOVES,
        "With the rook that the field names, castling is not a legal move.",
    ),
    row(Code::UnreadableMove, MOVES, DROPPED),
    row(
        Code::NullMove,
        MOVES,
        "Other spellings than -- and Z0 are dropped silently.",
    ),
    row(Code::IllegalMoveKept, MOVES, NOT_LEGAL),
    row(
        Code::CastlingZeros,
        MOVES,
        "00 is taken for a move number and dropped.",
    ),
    row(Code::CastlingSpelling, MOVES, DROPPED),
    row(Code::CastlingKingTakesRook, MOVES, NOT_LEGAL),
    row(Code::CastlingKingMove, MOVES, NOT_LEGAL),
    row(Code::LongAlgebraic, MOVES, DROPPED),
    row(
        Code::CoordinateMove,
        MOVES,
        "e2e4 is read, but g1f3 is a pawn move and so not legal.",
    ),
    row(
        Code::LowerCasePiece,
        MOVES,
        "nf3 is dropped; bc4 is a pawn move.",
    ),
    row(
        Code::PromotionSpelling,
        MOVES,
        "a8Q is dropped; a8(Q) is a8 and so not legal.",
    ),
    row(Code::PromotionMissing, MOVES, NOT_LEGAL),
    row(Code::EnPassantGlued, MOVES, DROPPED),
    row(
        Code::CaptureMark,
        MOVES,
        "A wrong mark makes it another move, or none.",
    ),
    row(Code::UpperCaseSquares, MOVES, DROPPED),
    row(Code::NumericNotation, MOVES, DROPPED),
    row(
        Code::OtherLanguage,
        MOVES,
        "S or F is not a piece letter: the word is dropped; D or T likewise.",
    ),
    row(Code::SeveralLanguages, MOVES, "As with other-language."),
    row(
        Code::BoardTail,
        MOVES,
        "The kings' moves to the centre are read as moves: replay stops there.",
    ),
    row(Code::TooManyMoves, MOVES, "pgn-reader has no limit."),
    row(Code::DeclaredIllegalMove, MOVES, NOT_LEGAL),
];

/// The first of our codes that accounts for a disagreement of this kind.
pub(crate) fn explain(kind: DisagreementKind, codes: &[Code]) -> Option<Code> {
    codes.iter().copied().find(|&code| {
        EXPLANATIONS
            .iter()
            .any(|row| row.code == code && row.kinds.contains(&kind))
    })
}

#[cfg(test)]
mod tests;
