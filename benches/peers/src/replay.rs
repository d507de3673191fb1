//! Parsing and replay with full legality, ours and theirs, on one thread.
//!
//! Both get the same pieces of text, some megabytes each, one after the other, and who is first
//! changes with every piece: whatever else the machine does meets both alike.

use std::hint::black_box;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::{FactSink, Finding, GameFacts, Gap, Identity, IncidentFacts};

use crate::arguments::Arguments;
use crate::inputs::{self, Input};
use crate::recorded::{Ratio, Recorded};
use crate::statistics::Spread;

/// Text that one reader gets before the other has its turn.
const PIECE: usize = 8 << 20;
/// Text that our reader gets at a time, as in the program.
const CHUNK: usize = 1 << 20;

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let bytes = arguments.number("megabytes", 300)? * 1_000_000;
    let rounds = arguments.number("rounds", 5)?;
    let recorded = match arguments.text("against") {
        Some(path) => Recorded::read(Path::new(path))?,
        None => Recorded::default(),
    };
    println!("parsing and replay, one thread, by turns, medians of {rounds} rounds\n");
    println!(
        "| input | MB | half-moves | audit960 | pgn-reader + shakmaty | ratio | quartiles |{}",
        recorded.heading()
    );
    println!("|---|---|---|---|---|---|---|{}", recorded.rule());
    let mut ratios = Vec::new();
    for Input { name, text } in inputs::all()? {
        let text = inputs::repeated(&text, bytes);
        let timed = Timed::of(&text, rounds);
        let ratio = timed.ratio();
        println!(
            "| {name} | {:.0} | {} | {} | {} | {:.2} | {:.2}–{:.2} |{}",
            text.len() as f64 / 1e6,
            timed.plies,
            timed.rate(&timed.ours, text.len()),
            timed.rate(&timed.theirs, text.len()),
            ratio.median,
            ratio.low,
            ratio.high,
            recorded.compare(&name, ratio.median),
        );
        if timed.their_plies != timed.plies {
            println!(
                "  (pgn-reader + shakmaty play {} half-moves of these)",
                timed.their_plies
            );
        }
        ratios.push(Ratio {
            input: name,
            ratio: ratio.median,
        });
    }
    if let Some(path) = arguments.text("record") {
        Recorded::append(Path::new(path), arguments.text("machine"), &ratios)?;
    }
    Ok(())
}

/// Parsing and replay of `text` by ours alone, in seconds.
pub fn ours_alone(text: &[u8]) -> f64 {
    let began = Instant::now();
    black_box(audit(text));
    began.elapsed().as_secs_f64()
}

/// What each round took, in seconds.
struct Timed {
    ours: Vec<f64>,
    theirs: Vec<f64>,
    plies: u64,
    their_plies: u64,
}

impl Timed {
    fn of(text: &[u8], rounds: usize) -> Self {
        let pieces = pieces(text, PIECE);
        let mut timed = Self {
            ours: Vec::new(),
            theirs: Vec::new(),
            plies: 0,
            their_plies: 0,
        };
        // The first round warms up.
        for round in 0..=rounds {
            (timed.plies, timed.their_plies) = (0, 0);
            let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
            for (turn, piece) in pieces.iter().enumerate() {
                let piece = &text[piece.clone()];
                let ours_first = (turn + round) % 2 == 0;
                for our_turn in [ours_first, !ours_first] {
                    let began = Instant::now();
                    if our_turn {
                        timed.plies += audit(black_box(piece));
                        ours += began.elapsed();
                    } else {
                        timed.their_plies += audit960_crosscheck::validate(black_box(piece)).plies;
                        theirs += began.elapsed();
                    }
                }
            }
            if round > 0 {
                timed.ours.push(ours.as_secs_f64());
                timed.theirs.push(theirs.as_secs_f64());
            }
        }
        timed
    }

    /// How many times as fast as theirs ours is, round by round.
    fn ratio(&self) -> Spread {
        let ratios = Spread::of(
            self.ours
                .iter()
                .zip(&self.theirs)
                .map(|(ours, theirs)| theirs / ours),
        );
        let median = |times: &[f64]| Spread::of(times.iter().copied()).median;
        Spread {
            median: median(&self.theirs) / median(&self.ours),
            ..ratios
        }
    }

    fn rate(&self, times: &[f64], bytes: usize) -> String {
        let seconds = Spread::of(times.iter().copied()).median;
        let (rate, each) = (
            bytes as f64 / 1e6 / seconds,
            seconds * 1e9 / self.plies as f64,
        );
        format!("{rate:.0} MB/s, {each:.1} ns a half-move")
    }
}

/// Counts half-moves and forgets the rest.
#[derive(Default)]
struct Plies(u64);

impl FactSink for Plies {
    fn game(&mut self, facts: &GameFacts<'_>) {
        self.0 += u64::from(facts.plies);
    }
    fn incident(&mut self, _: &IncidentFacts<'_>) {}
    fn finding(&mut self, _: Finding) {}
    fn gap(&mut self, _: &Gap) {}
}

/// Half-moves in a text, chunk after chunk.
fn audit(text: &[u8]) -> u64 {
    let mut auditor = Auditor::new(AuditOptions::default());
    let mut plies = Plies::default();
    for piece in pieces(text, CHUNK) {
        let (from, chunk) = (piece.start, &text[piece]);
        let identity = |at: usize| Identity {
            frame_offset: 0,
            byte_offset: (from + at) as u64,
        };
        auditor.audit(chunk, spans(chunk), &identity, false, &mut plies);
    }
    plies.0
}

/// Cuts a text into pieces of whole spans, of about `length`.
fn pieces(text: &[u8], length: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
        let beyond = rest.get(length..).unwrap_or_default();
        let next = spans(beyond).nth(1).map(|span| span.start);
        let to = next.map_or(text.len(), |next| from + length + next);
        pieces.push(from..to);
        from = to;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_tile_the_text_at_spans() {
        let text = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n*\n\n[Event \"c\"]\n\n*\n";
        for length in 1..text.len() + 5 {
            let pieces = pieces(text, length);
            let whole: Vec<u8> = pieces
                .iter()
                .flat_map(|piece| &text[piece.clone()])
                .copied()
                .collect();
            assert_eq!(whole, text);
            assert!(
                pieces
                    .iter()
                    .all(|piece| text[piece.start..].starts_with(b"[Event \""))
            );
        }
    }
}
