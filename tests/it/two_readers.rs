//! The fast path over movetext gives what the grammar gives, on every available archive and on games
//! with small edits.

use std::hash::{DefaultHasher, Hash, Hasher};

use audit960_pgn::{
    BetweenTags, End, GameVisitor, Irregular, Language, MoveNumber, MoveReading, MovetextVisitor,
    SymbolOutcome, TagPair, read_move, read_span, walk_movetext, walk_tokens,
};
use audit960_source::spans;
use audit960_types::SanWord;

use crate::edits;
use crate::support::{all_archives, text_of};

/// A hash of the tokens that a reader of movetext delivers, and their number.
#[derive(Default)]
struct TokenHash {
    hash: DefaultHasher,
    tokens: u64,
}

impl TokenHash {
    fn note(&mut self, what: impl Hash) {
        what.hash(&mut self.hash);
        self.tokens += 1;
    }
}

impl<'a> MovetextVisitor<'a> for TokenHash {
    fn word(&mut self, word: SanWord, at: usize) -> bool {
        let bytes = word.bytes.to_le_bytes();
        let Some(text) = bytes.get(..word.len as usize) else {
            return false;
        };
        let taken = matches!(
            read_move(text, &Language::ENGLISH),
            MoveReading::Move { .. }
        );
        if taken {
            self.note((at, text));
        }
        taken
    }

    fn number(&mut self, number: MoveNumber, at: usize) -> bool {
        self.note((at, number.value, number.black));
        true
    }

    fn symbol(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        self.note((at, symbol));
        SymbolOutcome::Read
    }

    fn comment(&mut self, comment: &'a [u8], at: usize) {
        self.note((at, comment));
    }

    fn irregular(&mut self, kind: Irregular, at: usize, len: usize) {
        self.note((at, kind, len));
    }
}

/// Where the movetexts of a span begin.
#[derive(Default)]
struct Movetexts(Vec<usize>);

impl<'a> MovetextVisitor<'a> for Movetexts {
    fn word(&mut self, _: SanWord, _: usize) -> bool {
        true
    }
    fn symbol(&mut self, _: &'a [u8], _: usize) -> SymbolOutcome {
        SymbolOutcome::Read
    }
    fn irregular(&mut self, _: Irregular, _: usize, _: usize) {}
}

impl<'a> GameVisitor<'a> for Movetexts {
    fn begin(&mut self, _: usize) {}
    fn tag(&mut self, _: TagPair<'a>, _: usize) {}
    fn between_tags(&mut self, _: BetweenTags<'a>, _: usize, _: usize) {}
    fn movetext(&mut self, at: usize) {
        self.0.push(at);
    }
    fn end(&mut self, _: usize, _: End) {}
    fn close(&mut self, _: usize) {}
    fn stray_text(&mut self, _: usize, _: usize) {}
    fn blank(&mut self, _: usize, _: usize) {}
}

/// Compares both readers on all movetexts of a text; returns the number of tokens.
fn compare(text: &[u8]) -> u64 {
    let mut tokens = 0;
    for span in spans(text) {
        let span = &text[span];
        let mut movetexts = Movetexts::default();
        read_span(span, &mut movetexts);
        for start in movetexts.0 {
            let (mut quick, mut reference) = (TokenHash::default(), TokenHash::default());
            let ends = [
                walk_movetext(span, start, &mut quick),
                walk_tokens(span, start, &mut reference),
            ];
            let shown = || String::from_utf8_lossy(&span[start..]).into_owned();
            assert_eq!(ends[0], ends[1], "{}", shown());
            let hashes = [quick.hash.finish(), reference.hash.finish()];
            assert_eq!(hashes[0], hashes[1], "{}", shown());
            tokens += quick.tokens;
        }
    }
    tokens
}

#[test]
fn both_readers_agree_on_every_archive() {
    let mut tokens = 0;
    for path in all_archives() {
        tokens += compare(&text_of(&std::fs::read(path).unwrap()));
    }
    println!("{tokens} tokens");
    assert!(tokens > 10_000);
}

#[test]
fn both_readers_agree_on_edited_games() {
    let mut tokens = 0;
    edits::for_some(3000, |text| tokens += compare(text));
    assert!(tokens > 100_000);
}
