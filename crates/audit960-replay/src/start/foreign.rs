//! The start of games of other variants: reported, but never replayed from.

use std::sync::Arc;

use audit960_pgn::{Tag, parse_fen};
use audit960_types::{Code, StartKind};

use super::GameStart;
use crate::tag_roster::TagRoster;
use crate::variant::OtherVariant;

impl GameStart {
    /// The start of a game of another variant. Its X-FEN is set if it can be read, but the game is not
    /// replayed.
    #[cold]
    pub(super) fn foreign(variant: OtherVariant, tag: Tag, roster: &TagRoster<'_>) -> Self {
        let mut start = match roster.raw(Tag::Fen) {
            Some(fen) => Self::from_foreign_fen(fen),
            None if variant.from_orthodox => Self::orthodox(),
            None => Self::without_position(Vec::new()),
        };
        let name = match tag {
            Tag::Event => "Event",
            _ => "Variant",
        };
        let message = format!("{name} names {}; the game is not replayed", variant.name);
        start.notes = vec![(Code::OtherVariant, tag, message)];
        start.position = None;
        start.foreign = true;
        start
    }

    /// The start in a FEN of another variant, as far as it can be read as a FEN of chess.
    fn from_foreign_fen(text: &[u8]) -> Self {
        let text = without_pockets(text);
        let mut start = Self::from_fen(&text, false);
        start.xfen = match &start.position {
            Some(position) => Some(Arc::from(position.xfen())),
            // A horde has no king, which is not an error in another variant.
            None => parse_fen(&text)
                .ok()
                .filter(|record| record.notes.is_empty())
                .and_then(|_| std::str::from_utf8(text.trim_ascii()).ok())
                .map(Arc::from),
        };
        if start.position.is_none() && start.xfen.is_some() {
            start.kind = StartKind::Other;
        }
        start
    }
}

/// A FEN without the pieces in hand that crazyhouse writes after the board, `.../RNBQKBNR[Qp] w` or
/// `.../RNBQKBNR/Qp w`.
fn without_pockets(text: &[u8]) -> Vec<u8> {
    let text = text.trim_ascii();
    let end = text
        .iter()
        .position(u8::is_ascii_whitespace)
        .unwrap_or(text.len());
    let (board, fields) = text.split_at(end);
    let pocket = board.iter().position(|byte| *byte == b'[').or_else(|| {
        let slashes = board.iter().enumerate().filter(|(_, byte)| **byte == b'/');
        slashes.map(|(at, _)| at).nth(7)
    });
    let board = &board[..pocket.unwrap_or(board.len())];
    [board, fields].concat()
}
