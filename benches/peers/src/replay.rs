//! Parsing and replay with full legality, ours and theirs, on one thread.
//!
//! Both get the same pieces of text, some megabytes each, one after the other, and which is first
//! changes with every piece, so that other load on the machine affects both alike.

use std::hint::black_box;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::Identity;

use crate::arguments::Arguments;
use crate::inputs::{self, Input};
use crate::plies::Plies;
use crate::recorded::{Ratio, Recorded};
use crate::statistics::Spread;

/// Bytes of text that one reader gets before the next has its turn.
const PIECE: usize = 8 << 20;
/// Bytes of text that our reader gets at a time, as in the program.
const CHUNK: usize = 1 << 20;

/// A reader that is timed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// Ours, for legality and clocks alone: the same work as theirs.
    Validate,
    /// Ours, for everything that a row holds and every finding.
    Facts,
    /// pgn-reader + shakmaty.
    Peer,
}

impl Reader {
    const ALL: [Self; 3] = [Self::Validate, Self::Facts, Self::Peer];

    /// Half-moves in a text.
    fn plies(self, text: &[u8]) -> u64 {
        match self {
            Self::Validate => audit960_replay::validate(text, spans(text)).plies,
            Self::Facts => audit(text),
            Self::Peer => audit960_oracles::validate(text).plies,
        }
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let bytes = arguments.number("megabytes", 300)? * 1_000_000;
    let rounds = arguments.number("rounds", 5)?;
    let recorded = match arguments.text("against") {
        Some(path) => Recorded::read(Path::new(path))?,
        None => Recorded::default(),
    };
    println!("parsing and replay, one thread, by turns, medians of {rounds} rounds\n");
    println!(
        "| input | reader | MB/s | ns a half-move | times pgn-reader + shakmaty | quartiles |{}",
        recorded.heading()
    );
    println!("|---|---|---|---|---|---|{}", recorded.rule());
    let mut ratios = Vec::new();
    for Input { name, text } in inputs::all()? {
        let text = inputs::repeated(&text, bytes);
        let timed = Timed::of(&text, rounds);
        for (reader, label) in [
            (Reader::Validate, "legality and clock, as theirs"),
            (Reader::Facts, "facts of all rows"),
        ] {
            let ratio = timed.ratio(reader);
            let input = match reader {
                Reader::Facts => format!("{name}: facts of all rows"),
                _ => name.clone(),
            };
            println!(
                "| {name} | {label} | {} | {:.2} | {:.2}–{:.2} |{}",
                timed.rate(reader, text.len()),
                ratio.median,
                ratio.low,
                ratio.high,
                recorded.compare(&input, ratio.median),
            );
            ratios.push(Ratio {
                input,
                ratio: ratio.median,
            });
        }
        println!(
            "| {name} | pgn-reader + shakmaty | {} | | |",
            timed.rate(Reader::Peer, text.len())
        );
        let [ours, facts, theirs] = timed.plies;
        if ours != facts || ours != theirs {
            println!("  (half-moves: {ours}, {facts} with leniencies of audits, {theirs} theirs)");
        }
    }
    if let Some(path) = arguments.text("record") {
        Recorded::append(Path::new(path), arguments.text("machine"), &ratios)?;
    }
    Ok(())
}

/// The seconds of each round, and the half-moves of one round; by reader.
struct Timed {
    seconds: [Vec<f64>; 3],
    plies: [u64; 3],
}

impl Timed {
    fn of(text: &[u8], rounds: usize) -> Self {
        let pieces = pieces(text, PIECE);
        let mut timed = Self {
            seconds: [const { Vec::new() }; 3],
            plies: [0; 3],
        };
        // The first round warms up.
        for round in 0..=rounds {
            timed.plies = [0; 3];
            let mut taken = [Duration::ZERO; 3];
            for (turn, piece) in pieces.iter().enumerate() {
                let piece = &text[piece.clone()];
                let mut readers = Reader::ALL;
                readers.rotate_left((turn + round) % 3);
                for reader in readers {
                    let began = Instant::now();
                    timed.plies[reader as usize] += reader.plies(black_box(piece));
                    taken[reader as usize] += began.elapsed();
                }
            }
            if round > 0 {
                for (seconds, taken) in timed.seconds.iter_mut().zip(taken) {
                    seconds.push(taken.as_secs_f64());
                }
            }
        }
        timed
    }

    fn median(&self, reader: Reader) -> f64 {
        Spread::of(self.seconds[reader as usize].iter().copied()).median
    }

    /// How many times as fast as the peer a reader is: ratio of medians, quartiles of the rounds.
    fn ratio(&self, reader: Reader) -> Spread {
        let [ours, theirs] = [reader, Reader::Peer].map(|reader| &self.seconds[reader as usize]);
        let rounds = ours.iter().zip(theirs).map(|(ours, theirs)| theirs / ours);
        Spread {
            median: self.median(Reader::Peer) / self.median(reader),
            ..Spread::of(rounds)
        }
    }

    fn rate(&self, reader: Reader, bytes: usize) -> String {
        let seconds = self.median(reader);
        let rate = bytes as f64 / 1e6 / seconds;
        let each = seconds * 1e9 / self.plies[reader as usize] as f64;
        format!("{rate:.0} | {each:.1}")
    }
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
