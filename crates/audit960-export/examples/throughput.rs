//! Measures how fast games are exported: `throughput FILE.pgn [THREADS]`.
//!
//! The file is held in memory and cut where spans begin; each thread reads, replays and writes its games
//! again and again. Disks are left out: the command adds reading, putting in order and writing to this.

#![allow(clippy::print_stdout, reason = "it prints a figure")]

use std::time::Instant;

use audit960_export::{ExportGame, ExportOptions, ExportVisitor, GameWriter, Reader};
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::{Finding, Identity};

/// Bytes that each thread reads, about.
const BYTES: usize = 400 << 20;

struct Taker {
    writer: GameWriter,
    out: Vec<u8>,
    games: u64,
}

impl ExportVisitor for Taker {
    fn game(&mut self, game: &ExportGame<'_>) {
        self.writer.write(game, &mut self.out);
        self.games += 1;
    }

    fn stray_text(&mut self, _: &[u8], _: &[Finding]) {}

    fn finding(&mut self, _: &Finding) {}
}

/// Exports a text this many times; returns the numbers of games and of bytes written.
fn export(text: &[u8], starts: &[std::ops::Range<usize>], times: usize) -> (u64, u64) {
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let mut auditor = Auditor::new(AuditOptions::default());
    let mut taker = Taker {
        writer: GameWriter::new(ExportOptions::default()),
        out: Vec::new(),
        games: 0,
    };
    let mut written = 0;
    for _ in 0..times {
        let mut reader = Reader::new(text, taker);
        auditor.audit_with_text(text, starts.iter().cloned(), &identity, false, &mut reader);
        taker = reader.finish();
        written += taker.out.len() as u64;
        taker.out.clear();
    }
    (taker.games, written)
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let threads = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(2);
    let text = std::fs::read(&path)?;
    let starts: Vec<_> = spans(&text).collect();
    let times = (BYTES / text.len().max(1)).max(1);
    let began = Instant::now();
    let done: Vec<(u64, u64)> = std::thread::scope(|scope| {
        let run = || export(&text, &starts, times);
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        running
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .collect()
    });
    let seconds = began.elapsed().as_secs_f64();
    let bytes = (threads * times * text.len()) as f64;
    let games: u64 = done.iter().map(|(games, _)| games).sum();
    let written: u64 = done.iter().map(|(_, written)| written).sum();
    println!(
        "{threads} threads: {:.0} MB/s in, {:.0} MB/s out, {:.0} games/s",
        bytes / 1e6 / seconds,
        written as f64 / 1e6 / seconds,
        games as f64 / seconds
    );
    Ok(())
}
