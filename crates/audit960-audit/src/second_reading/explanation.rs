//! Which finding of ours can account for which disagreement.
//!
//! A row says that pgn-reader or shakmaty is known to read such text otherwise than the catalogue
//! does; a test shows each row with a witness. What both read alike has no row, on purpose: a
//! disagreement about an illegal move (M001), an ambiguous one (M002) or an impossible position
//! (F003) is what this crate exists to find.

use audit960_types::Code;
use audit960_types::DisagreementKind::{self, Clock, Count, FinalPosition, Plies, Start};

/// Other moves, or fewer, are played.
const MOVES: &[DisagreementKind] = &[Plies, FinalPosition, Clock];
/// They are played from another position.
const FROM: &[DisagreementKind] = &[Start, Plies, FinalPosition, Clock];
/// Text is divided into games otherwise.
const ALL: &[DisagreementKind] = &[Count, Start, Plies, FinalPosition, Clock];

/// Our codes, each with what the second reading may then differ in, in the order of the catalogue; comments say what it
/// does.
pub static EXPLANATIONS: &[(Code, &[DisagreementKind])] = &[
    // pgn-reader treats any text as a game.
    (Code::StrayText, &[Count]),
    // pgn-reader has no limit.
    (Code::OversizeGame, &[Count, Start]),
    // pgn-reader treats any text as a game.
    (Code::PositionsInput, &[Count]),
    // pgn-reader treats any text as a game.
    (Code::StrayMoves, &[Count]),
    // The record has no text that pgn-reader could read.
    (Code::UnreadableRecord, &[Count]),
    // The comment swallows the games that follow, up to the next closing brace.
    (Code::UnclosedComment, ALL),
    // A word that begins with } is dropped as a whole; between tags it begins another game.
    (Code::StrayClosing, ALL),
    // A move with an unknown tail is dropped as a whole; text between tags begins another game.
    (Code::UnknownToken, ALL),
    // NUL is not a blank: the word or tag it touches is lost.
    (Code::ControlBytes, ALL),
    // A move with a result glued to it is dropped with it.
    (Code::ResultSpelling, MOVES),
    // Words run together, or torn apart, are not SAN: dropped silently.
    (Code::WordBoundary, MOVES),
    // The marker ends the game, and the rest is another one from the orthodox array.
    (Code::EarlyTermination, ALL),
    // The marker ends the game, and the tags below begin another one.
    (Code::SurplusTermination, ALL),
    // The tags begin another game.
    (Code::TagInMovetext, ALL),
    // A comment or a line break in the tag section begins another game; a blank beyond ASCII is part of the word.
    (Code::UnusualLayout, ALL),
    // A brace in front of a game makes a comment of its tags.
    (Code::StrayBrace, ALL),
    // pgn-reader plays what stands in place of moves.
    (Code::UnplayedMoves, MOVES),
    // The tag is skipped, or taken for movetext.
    (Code::MalformedTag, ALL),
    // The second quote ends the value; what is left of the line is movetext, and the tags after it begin another game.
    (Code::UnescapedQuote, ALL),
    // Only FEN is the FEN: the game starts from the orthodox array.
    (Code::TagCase, FROM),
    // Without a FEN it starts from the orthodox array.
    (Code::MissingStart, &[Start]),
    // shakmaty rejects the position as impossible, or keeps a right of a king in the corner.
    (Code::RightWithoutRook, FROM),
    // Without the right, castling is not a legal move.
    (Code::RightInferred, MOVES),
    // The seventh field is taken for the half-move clock.
    (Code::SevenFieldFen, &[Start]),
    // A FEN with a tail is unreadable.
    (Code::FenTail, &[Start]),
    // A FEN with such a counter is unreadable.
    (Code::FenCounter, &[Start, Clock]),
    // shakmaty rejects the position as impossible.
    (Code::ImpossibleEnPassant, &[Start]),
    // A missing castling field gives no right, even at a start position.
    (Code::FenFieldsMissing, FROM),
    // Without a FEN it starts from the orthodox array.
    (Code::StatedNumber, FROM),
    // shakmaty rejects the position as impossible: its list of moves is of fixed size.
    (Code::TooManyPieces, &[Start]),
    // Without a FEN it starts from the orthodox array.
    (Code::StartInferred, FROM),
    // The castling field makes the FEN unreadable, or gives no right.
    (Code::RightsAssumed, FROM),
    // With the rook that the field names, castling is not a legal move.
    (Code::CastlingRookInferred, MOVES),
    // The word is not SAN: pgn-reader drops it silently.
    (Code::UnreadableMove, MOVES),
    // Other spellings than -- and Z0 are dropped silently.
    (Code::NullMove, MOVES),
    // Read as SAN it is not a legal move: replay stops there.
    (Code::IllegalMoveKept, MOVES),
    // 00 is taken for a move number and dropped.
    (Code::CastlingZeros, MOVES),
    // The word is not SAN: pgn-reader drops it silently.
    (Code::CastlingSpelling, MOVES),
    // Read as SAN it is not a legal move: replay stops there.
    (Code::CastlingKingTakesRook, MOVES),
    // Read as SAN it is not a legal move: replay stops there.
    (Code::CastlingKingMove, MOVES),
    // The word is not SAN: pgn-reader drops it silently.
    (Code::LongAlgebraic, MOVES),
    // e2e4 is read, but g1f3 is a pawn move and so not legal.
    (Code::CoordinateMove, MOVES),
    // nf3 is dropped; bc4 is a pawn move.
    (Code::LowerCasePiece, MOVES),
    // a8Q is dropped; a8(Q) is a8 and so not legal.
    (Code::PromotionSpelling, MOVES),
    // Read as SAN it is not a legal move: replay stops there.
    (Code::PromotionMissing, MOVES),
    // The word is not SAN: pgn-reader drops it silently.
    (Code::EnPassantGlued, MOVES),
    // A wrong mark makes it another move, or none.
    (Code::CaptureMark, MOVES),
    // The word is not SAN: pgn-reader drops it silently.
    (Code::UpperCaseSquares, MOVES),
    // The word is not SAN: pgn-reader drops it silently.
    (Code::NumericNotation, MOVES),
    // S or F is not a piece letter: the word is dropped; D or T likewise.
    (Code::OtherLanguage, MOVES),
    // As with other-language.
    (Code::SeveralLanguages, MOVES),
    // The kings' moves to the centre are read as moves: replay stops there.
    (Code::BoardTail, MOVES),
    // pgn-reader has no limit.
    (Code::TooManyMoves, MOVES),
    // Read as SAN it is not a legal move: replay stops there.
    (Code::DeclaredIllegalMove, MOVES),
];

/// The first of our codes that accounts for a disagreement of this kind.
pub(crate) fn explain(kind: DisagreementKind, codes: &[Code]) -> Option<Code> {
    let explains = |code: &&Code| {
        EXPLANATIONS
            .iter()
            .any(|(of, kinds)| of == *code && kinds.contains(&kind))
    };
    codes.iter().find(explains).copied()
}

#[cfg(test)]
mod tests;
