//! Rows come from workers in any order and leave in the order of the archive.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context as _, ensure};
use audit960_dataset::tables::{Assembler, ChunkRows, ChunkTables, RowGroupJob, TableOptions};
use audit960_source::Lease;
use audit960_types::{Code, FactSink as _, Finding, Identity, Tally};
use parking_lot::{Condvar, Mutex};
use serde::{Deserialize, Serialize};

use crate::checkpoint::DeliveredState;
use crate::observer::{Observer, ProgressCounts};

/// Chunks that a delivery may be ahead of the next one in order, per worker.
const AHEAD: u64 = 4;

struct State {
    next: u64,
    waiting: BTreeMap<u64, Delivery>,
    delivered: Delivered,
    /// Findings about sources as a whole.
    own: ChunkTables,
    /// What previous runs counted of those.
    before_checkpoint: Tally,
    given_up: bool,
}

/// The stage that puts chunks in order.
pub(crate) struct Ordered<'o> {
    state: Mutex<State>,
    moved_on: Condvar,
    ahead: u64,
    observer: &'o dyn Observer,
}

impl<'o> Ordered<'o> {
    /// The stage before the first chunk, or, after a checkpoint, before chunk `next`.
    pub(crate) fn new(
        tables: TableOptions,
        threads: usize,
        observer: &'o dyn Observer,
        before: Option<(u64, DeliveredState)>,
    ) -> anyhow::Result<Self> {
        let (next, delivered, before_checkpoint) = match before {
            None => {
                let assembler = Assembler::new(tables)?;
                let chunks = tables.duplicates.then(Vec::new);
                let counted = Counted {
                    chunks,
                    ..Counted::default()
                };
                (0, Delivered { assembler, counted }, Tally::default())
            }
            Some((next, before)) => {
                let assembler = Assembler::resume(tables, &before.assembler)?;
                let counted = before.counted;
                (next, Delivered { assembler, counted }, before.own)
            }
        };
        let state = State {
            next,
            waiting: BTreeMap::new(),
            delivered,
            own: ChunkTables::new(tables),
            before_checkpoint,
            given_up: false,
        };
        Ok(Self {
            state: Mutex::new(state),
            moved_on: Condvar::new(),
            ahead: AHEAD * threads as u64,
            observer,
        })
    }

    /// The number of the next chunk, and what has been put in order, in serializable form. Fails if a chunk
    /// is waiting.
    pub(crate) fn save(&self) -> anyhow::Result<(u64, DeliveredState)> {
        let state = self.state.lock();
        ensure!(
            state.waiting.is_empty(),
            "chunks are waiting to be put in order"
        );
        let delivered = &state.delivered;
        let mut own = state.before_checkpoint.clone();
        own.merge(state.own.tally());
        let saved = DeliveredState {
            assembler: delivered.assembler.save()?,
            counted: delivered.counted.clone(),
            own,
        };
        Ok((state.next, saved))
    }

    /// The number of sources of which chunks were put in order.
    pub(crate) fn sources(&self) -> usize {
        self.state.lock().delivered.counted.games.len()
    }

    /// Whether every finding is wanted.
    pub(crate) fn keeps_all(&self) -> bool {
        self.observer.wants_all_findings()
    }

    /// Whether the audit is asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.observer.is_stopped()
    }

    /// Accepts the rows of a chunk; returns the row groups that are full now. Waits while the chunk is
    /// too far ahead, so that one slow chunk does not make the others pile up.
    pub(crate) fn deliver(
        &self,
        sequence: u64,
        delivery: Delivery,
    ) -> anyhow::Result<Vec<RowGroupJob>> {
        let mut state = self.state.lock();
        while sequence > state.next + self.ahead && !state.given_up {
            self.moved_on.wait(&mut state);
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
        self.observer.advance(state.delivered.counted.counts);
        Ok(jobs)
    }

    fn put_next(
        &self,
        state: &mut State,
        delivery: Delivery,
        jobs: &mut Vec<RowGroupJob>,
    ) -> anyhow::Result<()> {
        let Delivered { assembler, counted } = &mut state.delivered;
        let source = delivery.source as usize;
        if counted.games.len() <= source {
            counted.games.resize(source + 1, 0);
            counted.positions.resize(source + 1, 0);
        }
        let games = delivery.rows.games();
        if let Some(chunks) = &mut counted.chunks {
            chunks.push(ChunkOrigin {
                source: delivery.source_name.to_string(),
                games_before: counted.games[source],
            });
        }
        counted.games[source] += games;
        let positions = delivery.rows.positions();
        counted.positions[source] += positions;
        counted.bytes += delivery.bytes;
        counted.counts.games += games;
        counted.counts.positions += positions;
        let name = &delivery.source_name;
        let assembled = assembler.push(delivery.rows, name, delivery.first_of_source);
        drop(delivery.lease);
        jobs.extend(assembled.jobs);
        let mut findings = assembled.findings;
        let nothing = counted.games[source] == 0 && counted.positions[source] == 0;
        if delivery.last_of_source && nothing && !delivery.troubled {
            state.own.finding(no_games());
            let rows = state.own.finish(0)?;
            let assembled = assembler.push(rows, name, false);
            jobs.extend(assembled.jobs);
            findings.extend(assembled.findings);
        }
        counted.counts.findings += findings.len() as u64;
        if findings.is_empty() {
            return Ok(());
        }
        let reported = self.observer.findings(name, &findings);
        reported.context("standard error")
    }

    /// Lets all workers go: nobody waits from now on.
    pub(crate) fn give_up(&self) {
        self.state.lock().given_up = true;
        self.moved_on.notify_all();
    }

    /// What was put in order, and what was counted here.
    pub(crate) fn into_delivered(self) -> (Delivered, Tally) {
        let state = self.state.into_inner();
        let mut own = state.before_checkpoint;
        own.merge(state.own.tally());
        (state.delivered, own)
    }
}

/// What is said of a source without games.
pub(crate) const NO_GAMES: &str = "the input holds no game and no position";

/// The finding that a source holds no game and no position.
#[must_use]
pub fn no_games() -> Finding {
    Finding::of_line(Code::NoGames, Identity::default(), 0, NO_GAMES.to_owned())
}

/// The rows of a chunk.
pub(crate) struct Delivery {
    pub(crate) rows: ChunkRows,
    pub(crate) source: u32,
    pub(crate) source_name: Arc<str>,
    pub(crate) first_of_source: bool,
    pub(crate) last_of_source: bool,
    /// Whether it was reported that its input cannot be read or decoded, or is repeated.
    pub(crate) troubled: bool,
    pub(crate) bytes: u64,
    /// The bytes in flight that its rows account for.
    pub(crate) lease: Lease,
}

/// Where the games of a chunk belong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ChunkOrigin {
    /// Their source.
    pub(crate) source: String,
    /// Games of that source before them.
    pub(crate) games_before: u64,
}

/// What has been put in order.
pub(crate) struct Delivered {
    pub(crate) assembler: Assembler,
    pub(crate) counted: Counted,
}

/// What of the chunks in order is known beside their rows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counted {
    /// Games by source.
    pub(crate) games: Vec<u64>,
    /// Lines of positions by source.
    pub(crate) positions: Vec<u64>,
    /// The chunks, by number, where they are needed.
    pub(crate) chunks: Option<Vec<ChunkOrigin>>,
    /// Decompressed bytes.
    pub(crate) bytes: u64,
    pub(crate) counts: ProgressCounts,
}
