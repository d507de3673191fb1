//! Archives replayed into sinks, without a dataset.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::sync::Arc;

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::system::run_workers;
use audit960_source::{Chunk, Limits, SharedReader};
use audit960_types::{Fact, FactSink};

use crate::guard::guarded;
use crate::inputs::{OpenInputs, open};
use crate::observer::{Observer, ProgressCounts, Stopped};
use crate::ordered::NO_GAMES;
use crate::replay::replay_chunk;

/// Replays inputs, read within limits, into one sink a worker; returns the sinks. Chunks reach them in any
/// order, and each is announced by `begin`; the observer follows how far the inputs are read.
///
/// # Errors
/// Where an input cannot be read; [`Stopped`] where the observer stops it.
pub fn fold<S: FactSink + Send>(
    inputs: &[String],
    limits: Limits,
    threads: usize,
    options: &AuditOptions,
    observer: &dyn Observer,
    make: impl Fn() -> S + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<S>> {
    let opened = open(inputs, limits)?;
    observer.ignored(&opened.ignored_files);
    let folded = fold_opened(opened, threads, options, observer, make, begin)?;
    Ok(told(folded, observer))
}

/// The sinks; the observer learns which sources are damaged, and which hold no game.
fn told<S>(folded: Vec<Folded<S>>, observer: &dyn Observer) -> Vec<S> {
    let mut sources = BTreeMap::<u32, SourceSeen>::new();
    let mut sinks = Vec::with_capacity(folded.len());
    for worker in folded {
        for (source, seen) in worker.sources {
            sources.entry(source).or_default().merge(seen);
        }
        sinks.push(worker.sink);
    }
    for source in sources.into_values() {
        for damage in &source.damage {
            observer.loss(&source.name, damage);
        }
        if !source.holds_games && source.damage.is_empty() {
            observer.loss(&source.name, NO_GAMES);
        }
    }
    sinks
}

/// What was seen of a source.
#[derive(Default)]
struct SourceSeen {
    name: Arc<str>,
    /// Whether there is a game or a position in it.
    holds_games: bool,
    /// What of it could not be read, each once.
    damage: BTreeSet<String>,
}

impl SourceSeen {
    fn merge(&mut self, other: Self) {
        self.name = other.name;
        self.holds_games |= other.holds_games;
        self.damage.extend(other.damage);
        while self.damage.len() > MOST_DAMAGE {
            self.damage.pop_last();
        }
    }
}

/// Most messages about the damage of a source.
const MOST_DAMAGE: usize = 20;

/// The same as [`fold`] with open inputs; the observer learns nothing of the sources.
pub(crate) fn fold_opened<S: FactSink + Send>(
    opened: OpenInputs,
    threads: usize,
    options: &AuditOptions,
    observer: &dyn Observer,
    make: impl Fn() -> S + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<Folded<S>>> {
    observer.begin(&opened.progress, opened.stored_bytes);
    let reader = SharedReader::new(opened.reader);
    let folded = run_workers(threads, |_| {
        fold_chunks(&reader, options, observer, make(), &begin)
    });
    observer.end();
    folded?.into_iter().collect()
}

/// What a worker has folded.
pub(crate) struct Folded<S> {
    pub(crate) sink: S,
    /// Its sources by their index.
    sources: BTreeMap<u32, SourceSeen>,
}

/// A sink, and what it was given of a chunk.
struct Seen<S> {
    sink: S,
    chunk: SourceSeen,
}

impl<S: FactSink> FactSink for Seen<S> {
    #[inline]
    fn fact(&mut self, fact: Fact<'_>) {
        match &fact {
            Fact::Game(_) | Fact::Skipped(_) | Fact::Position(_) => {
                self.chunk.holds_games = true;
            }
            Fact::Finding(finding) if finding.code.is_loss_of_input() => {
                self.chunk.damage.insert(finding.message.clone());
            }
            _ => {}
        }
        self.sink.fact(fact);
    }
}

/// Replays chunk after chunk into a sink.
fn fold_chunks<S: FactSink>(
    reader: &SharedReader,
    options: &AuditOptions,
    observer: &dyn Observer,
    sink: S,
    begin: &(impl Fn(&mut S, &Chunk) + Sync),
) -> anyhow::Result<Folded<S>> {
    let mut sources = BTreeMap::<u32, SourceSeen>::new();
    let mut seen = Seen {
        sink,
        chunk: SourceSeen::default(),
    };
    let mut auditor = Auditor::new(options.clone());
    let mut chunk = Chunk::default();
    while reader.next_chunk(&mut chunk)? {
        if observer.is_stopped() {
            return Err(Stopped.into());
        }
        begin(&mut seen.sink, &chunk);
        seen.chunk.name = Arc::clone(&chunk.source_name);
        guarded(
            || chunk.source_name.to_string(),
            || Ok(replay_chunk(&mut auditor, &chunk, &mut seen)),
        )?;
        sources
            .entry(chunk.source)
            .or_default()
            .merge(take(&mut seen.chunk));
        observer.advance(ProgressCounts::default());
    }
    Ok(Folded {
        sink: seen.sink,
        sources,
    })
}
