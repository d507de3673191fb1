//! Cache of start positions: an archive of Chess960 games has few FENs and repeats them.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::start::GameStart;

/// Number of slots; a FEN always goes to the same slot and replaces its previous entry.
const SLOTS: usize = 1024;

/// A FEN and the start it gives.
#[derive(Debug)]
struct Known {
    fen: Box<[u8]>,
    named: bool,
    start: GameStart,
}

/// Caches the starts of FENs without findings.
#[derive(Debug)]
pub(crate) struct StartCache {
    slots: Vec<Option<Known>>,
}

impl StartCache {
    pub(crate) fn new() -> Self {
        Self {
            slots: std::iter::repeat_with(|| None).take(SLOTS).collect(),
        }
    }

    /// The start in a FEN; `named`: whether a tag names Chess960.
    pub(crate) fn start(&mut self, fen: &[u8], named: bool) -> GameStart {
        let slot = &mut self.slots[xxh3_64(fen) as usize % SLOTS];
        if let Some(known) = slot
            && known.named == named
            && *known.fen == *fen
        {
            return known.start.clone();
        }
        let mut start = GameStart::from_fen(fen, named);
        if let Some(position) = &start.position
            && start.notes.is_empty()
        {
            start.xfen = Some(Arc::from(position.xfen()));
            *slot = Some(Known {
                fen: fen.into(),
                named,
                start: start.clone(),
            });
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::StartKind;

    #[test]
    fn cached_starts_equal_parsed_ones() {
        let mut cache = StartCache::new();
        let orthodox = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
        for _ in 0..2 {
            assert_eq!(cache.start(orthodox, false).kind, StartKind::Standard);
            assert_eq!(cache.start(orthodox, true).kind, StartKind::Chess960);
            let start = cache.start(orthodox, true);
            let xfen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            assert_eq!(start.xfen.as_deref(), Some(xfen));
            assert_eq!(start.style, GameStart::from_fen(orthodox, true).style);
        }
        // A FEN with findings gives them each time.
        for _ in 0..2 {
            assert_eq!(cache.start(b"?", true).notes.len(), 1);
        }
    }
}
