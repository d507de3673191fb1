//! Rows come from workers in any order and leave in the order of the archive.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use anyhow::bail;
use audit960_report::{Style, write_finding, write_finding_json};
use audit960_tables::{Assembler, ChunkRows, RowGroupJob};
use audit960_types::{Code, Finding};

use super::progress::Bar;
use super::worker::lock;

/// Findings of one code that are printed, unless all are.
const PRINTED: u64 = 20;
/// Chunks a worker may be ahead, per worker.
const AHEAD: u64 = 4;

/// How findings are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FindingFormat {
    Text(Style),
    Json,
}

/// What is printed while the audit runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printing {
    pub(crate) format: FindingFormat,
    /// All of them, or the first of each code.
    pub(crate) all: bool,
    pub(crate) none: bool,
}

/// The rows of a chunk.
pub(super) struct Delivery {
    pub(super) rows: ChunkRows,
    pub(super) source: u32,
    pub(super) source_name: Arc<str>,
    pub(super) first_of_source: bool,
    pub(super) bytes: u64,
}

/// Where the games of a chunk belong.
pub(super) struct ChunkPlace {
    /// Their source.
    pub(super) source: Arc<str>,
    /// Games of that source before them.
    pub(super) games_before: u64,
}

/// What has been put in order.
pub(super) struct Delivered {
    pub(super) assembler: Assembler,
    /// Games by source.
    pub(super) games: Vec<u64>,
    /// Lines of positions by source.
    pub(super) positions: Vec<u64>,
    /// The chunks, by number.
    pub(super) chunks: Vec<ChunkPlace>,
    /// Decompressed bytes.
    pub(super) bytes: u64,
}

struct State {
    next: u64,
    waiting: BTreeMap<u64, Delivery>,
    delivered: Delivered,
    printed: BTreeMap<Code, u64>,
    findings: u64,
    games: u64,
    positions: u64,
    given_up: bool,
}

/// The stage that puts chunks in order.
pub(super) struct Ordered {
    state: Mutex<State>,
    moved_on: Condvar,
    ahead: u64,
    printing: Printing,
    bar: Bar,
}

impl Ordered {
    pub(super) fn new(assembler: Assembler, threads: usize, printing: Printing, bar: Bar) -> Self {
        let state = State {
            next: 0,
            waiting: BTreeMap::new(),
            delivered: Delivered {
                assembler,
                games: Vec::new(),
                positions: Vec::new(),
                chunks: Vec::new(),
                bytes: 0,
            },
            printed: BTreeMap::new(),
            findings: 0,
            games: 0,
            positions: 0,
            given_up: false,
        };
        Self {
            state: Mutex::new(state),
            moved_on: Condvar::new(),
            ahead: AHEAD * threads as u64,
            printing,
            bar,
        }
    }

    /// Whether every finding is printed.
    pub(super) fn prints_all(&self) -> bool {
        self.printing.all && !self.printing.none
    }

    /// Takes the rows of a chunk; gives the row groups that are full now. Waits while the chunk is
    /// too far ahead, so that one slow chunk does not make the others pile up.
    pub(super) fn deliver(
        &self,
        sequence: u64,
        delivery: Delivery,
    ) -> anyhow::Result<Vec<RowGroupJob>> {
        let mut state = lock(&self.state);
        while sequence > state.next + self.ahead && !state.given_up {
            state = self
                .moved_on
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(sequence, delivery);
        let mut jobs = Vec::new();
        loop {
            let next = state.next;
            let Some(delivery) = state.waiting.remove(&next) else {
                break;
            };
            state.next += 1;
            self.put_next(&mut state, delivery, &mut jobs)?;
        }
        self.moved_on.notify_all();
        self.bar.show(state.games, state.positions, state.findings);
        Ok(jobs)
    }

    fn put_next(
        &self,
        state: &mut State,
        delivery: Delivery,
        jobs: &mut Vec<RowGroupJob>,
    ) -> anyhow::Result<()> {
        let delivered = &mut state.delivered;
        let source = delivery.source as usize;
        if delivered.games.len() <= source {
            delivered.games.resize(source + 1, 0);
            delivered.positions.resize(source + 1, 0);
        }
        let games = delivery.rows.games();
        delivered.chunks.push(ChunkPlace {
            source: Arc::clone(&delivery.source_name),
            games_before: delivered.games[source],
        });
        delivered.games[source] += games;
        let positions = delivery.rows.positions();
        delivered.positions[source] += positions;
        delivered.bytes += delivery.bytes;
        state.games += games;
        state.positions += positions;
        let name = &delivery.source_name;
        let assembled = delivered
            .assembler
            .push(delivery.rows, name, delivery.first_of_source);
        jobs.extend(assembled.jobs);
        state.findings += assembled.findings.len() as u64;
        self.print(&mut state.printed, name, &assembled.findings)
    }

    fn print(
        &self,
        printed: &mut BTreeMap<Code, u64>,
        source: &str,
        findings: &[Finding],
    ) -> anyhow::Result<()> {
        if self.printing.none || findings.is_empty() {
            return Ok(());
        }
        let mut text = Vec::new();
        for finding in findings {
            let count = printed.entry(finding.code).or_default();
            *count += 1;
            if !self.printing.all && *count > PRINTED {
                continue;
            }
            match self.printing.format {
                FindingFormat::Text(style) => write_finding(source, finding, style, &mut text)?,
                FindingFormat::Json => write_finding_json(source, finding, &mut text)?,
            }
        }
        match self.bar.suspend(|| io::stderr().write_all(&text)) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                bail!("standard error: {error}")
            }
            _ => Ok(()),
        }
    }

    /// Nobody is to wait any longer.
    pub(super) fn give_up(&self) {
        lock(&self.state).given_up = true;
        self.moved_on.notify_all();
    }

    pub(super) fn into_delivered(self) -> Delivered {
        self.state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .delivered
    }
}
