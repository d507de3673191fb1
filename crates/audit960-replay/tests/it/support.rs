//! Archives, and audits that keep what these tests check.

use std::sync::Arc;

use audit960_pgn::Language;
use audit960_replay::forensics::Searches;
use audit960_replay::{AuditOptions, Auditor, Record};
use audit960_types::{
    CastlingSource, Code, Fact, FactSink, Identity, StartSearch, Venue, Verdict, Writer,
};

pub(crate) use crate::corpus::{corpus, data};

/// X-FEN of the orthodox position, which a game's facts leave out.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game of an audit.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) text: Vec<u8>,
    pub(crate) verdict: Verdict,
    pub(crate) plies: u32,
    pub(crate) starts: [Option<u16>; 2],
    pub(crate) event: String,
    pub(crate) round: String,
    pub(crate) site: String,
    pub(crate) venue: Venue,
    pub(crate) writer: Writer,
    pub(crate) castling_source: Option<CastlingSource>,
    pub(crate) fen: String,
    pub(crate) moves: String,
    pub(crate) search: Option<StartSearch>,
    pub(crate) codes: Vec<Code>,
}

#[derive(Default)]
struct Kept<'t> {
    text: &'t [u8],
    codes: Vec<Code>,
    games: Vec<Game>,
}

impl FactSink for Kept<'_> {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                let from = facts.identity.byte_offset as usize;
                self.games.push(Game {
                    text: self.text[from..from + facts.byte_length as usize].to_vec(),
                    verdict: facts.verdict,
                    plies: facts.plies,
                    starts: [facts.white_start, facts.black_start],
                    event: facts.event.unwrap_or_default().to_owned(),
                    round: facts.round.unwrap_or_default().to_owned(),
                    site: facts.site.unwrap_or_default().to_owned(),
                    venue: facts.venue,
                    writer: facts.writer,
                    castling_source: facts.castling_source,
                    fen: facts.fen.unwrap_or(ORTHODOX).to_owned(),
                    moves: facts.moves.unwrap_or_default().to_owned(),
                    search: facts.start_search.cloned(),
                    codes: std::mem::take(&mut self.codes),
                });
            }
            Fact::Finding(finding) => {
                self.codes.push(finding.code);
            }
            _ => {}
        }
    }
}

/// Audits a text, with searches if any are given.
pub(crate) fn audit(text: &[u8], searches: Option<Searches>) -> Vec<Game> {
    let options = AuditOptions {
        with_moves: true,
        examiner: searches.map(|searches| Arc::new(searches) as _),
        ..AuditOptions::default()
    };
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let mut kept = Kept {
        text,
        ..Kept::default()
    };
    let spans = audit960_source::spans(text);
    Auditor::new(options).audit(text, spans, &identity, false, &mut kept);
    kept.games
}

/// The words of a game's main line.
pub(crate) fn words(game: &[u8]) -> Vec<String> {
    let movetext = movetext(game);
    let record = Record::read(game, movetext, None, &Language::ENGLISH);
    record
        .words()
        .iter()
        .map(|word| String::from_utf8_lossy(record.text(word)).into_owned())
        .collect()
}

/// The offset of the movetext of a game: after its last tag line.
pub(crate) fn movetext(game: &[u8]) -> usize {
    let mut at = 0;
    for line in game.split_inclusive(|byte| *byte == b'\n') {
        if !line.starts_with(b"[") {
            break;
        }
        at += line.len();
    }
    at
}

/// A game of Chess960 with these words and no start position.
pub(crate) fn without_start(words: &[String]) -> Vec<u8> {
    let mut text = b"[Event \"?\"]\n[Variant \"Chess960\"]\n\n".to_vec();
    for (ply, word) in words.iter().enumerate() {
        if ply % 2 == 0 {
            text.extend_from_slice(format!("{}. ", ply / 2 + 1).as_bytes());
        }
        text.extend_from_slice(word.as_bytes());
        text.push(b' ');
    }
    text.extend_from_slice(b"*\n");
    text
}

/// A small pseudo-random number generator (SplitMix64), for tests that print their seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
