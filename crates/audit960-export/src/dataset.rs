//! Exports a dataset: its tables say where the selected games are, and only the chunks of the archives that
//! hold them are replayed.
//!
//! A chunk is read as an audit reads it, with the whole spans around a game: the result is that of an export
//! of the archives, byte for byte, with the same findings about text between games.

mod places;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::normal_form::{ExportGame, ExportVisitor, GameWriter, Reader};
use anyhow::{Context as _, bail};
use audit960_audit::condition::{Filter, check_for_dataset};
use audit960_audit::{
    Audited, Examination, KnownStarts, NoObserver, Observer, Stopped, in_order, no_games,
    replay_chunk,
};
use audit960_dataset::Dataset;
use audit960_replay::forensics::StartFinder;
use audit960_replay::{AuditOptions, Auditor, Examiner};
use audit960_source::{Chunk, ChunkSeeker, Progress, ReaderOptions, is_read_once};
use audit960_types::{Finding, Identity, count_line_ends};

use self::places::{Held, Next, Places, SelectedGame};
use crate::archives::ExportRun;
use crate::export_text::{ExportSummary, ExportedText, TextExporter, TextOrigin};

/// Usual length in bytes of the chunks that are read for a selection: most hold one of its games.
const CHUNK: usize = 128 << 10;

/// What to do about an input that has changed.
pub(crate) const CHANGED: &str = "the archive has changed since the audit: audit it again";

impl ExportRun<'_> {
    /// Exports the games of the dataset in `folder`: the selected ones are read again from their archives.
    ///
    /// # Errors
    /// As [`Self::archives`]; if an archive has changed since the audit.
    pub fn dataset(&mut self, dataset: &Dataset, folder: &str) -> anyhow::Result<ExportSummary> {
        check_for_dataset(self.plan.selection.filter.as_ref(), dataset)?;
        let manifest = Audited::of(dataset.manifest()).with_context(|| folder.to_owned())?;
        // Games are read as they were audited, else they could differ from the table.
        let keep_illegal = self.plan.audit.keep_illegal;
        self.plan.audit.keep_illegal |= manifest.keep_illegal;
        // The filter is for the table only: the audit may have judged games by other options than ours.
        let filter = self.plan.selection.filter.take();
        self.observer.begin(&Arc::new(Progress::default()), None);
        let read = self.selected(dataset, &manifest, filter.as_ref());
        self.observer.end();
        // Another dataset may follow.
        self.plan.audit.keep_illegal = keep_illegal;
        self.plan.selection.filter = filter;
        read.with_context(|| folder.to_owned())
    }

    /// Exports the selected games, chunk by chunk.
    fn selected(
        &mut self,
        dataset: &Dataset,
        manifest: &Audited,
        filter: Option<&Filter>,
    ) -> anyhow::Result<ExportSummary> {
        let usual = ReaderOptions::within(manifest.limits);
        let some = filter.is_some() || !self.plan.selection.is_everything();
        let options = ReaderOptions {
            target_bytes: if some { CHUNK } else { usual.target_bytes },
            ..usual
        };
        let (plan, observer) = (&self.plan, self.observer);
        let chunks = Mutex::new(SelectedChunks {
            places: Places::new(dataset, &plan.selection, filter)?,
            observer,
            passed_over: false,
            inputs: manifest.inputs.iter(),
            open: None,
            options,
            number: 0,
        });
        require_sizes(&manifest.inputs)?;
        let next = |selected: &mut SelectedChunk| {
            if observer.is_stopped() {
                return Err(Stopped.into());
            }
            let mut chunks = chunks.lock().unwrap_or_else(PoisonError::into_inner);
            chunks.next(selected)
        };
        let audit = plan.audit_options();
        let (infer_start, search) = (manifest.infer_start, self.search(manifest)?);
        let worker = || {
            let known = Arc::new(KnownStarts::default());
            let examiner = Arc::clone(&known) as Arc<dyn Examiner>;
            let mut auditor = Auditor::new(AuditOptions {
                examiner: search.clone().or(infer_start.then_some(examiner)),
                ..audit.clone()
            });
            let mut writer = GameWriter::new(plan.options);
            move |selected: &mut SelectedChunk| {
                let (chunk, games) = (&selected.chunk, &selected.held.games);
                known.set(games.iter().filter_map(|game| Some((game.at, game.start?))));
                let origin = TextOrigin {
                    source: &chunk.source_name,
                    first_line: selected.first_line,
                };
                let done = ExportedText::default();
                let mut reader = Reader::new(
                    &chunk.bytes,
                    ExpectedGames {
                        work: TextExporter::new(plan, origin, &chunk.bytes, &mut writer, done),
                        wanted: games.iter().map(|game| (game.at, *game)).collect(),
                    },
                );
                replay_chunk(&mut auditor, chunk, &mut reader);
                let expected = reader.finish();
                if let Some(at) = expected.wanted.keys().next() {
                    bail!(
                        "{}: the game at byte {} is not the one of the dataset; {CHANGED}",
                        chunk.source_name,
                        shown(*at)
                    );
                }
                Ok((Arc::clone(&chunk.source_name), expected.work.done()))
            }
        };
        let mut summary = ExportSummary::default();
        let outputs = &mut self.outputs;
        in_order(
            self.threads,
            next,
            worker,
            |(source, done): (Arc<str>, ExportedText)| {
                outputs.take(&source, done, &mut summary, observer)
            },
        )?;
        let chunks = chunks.into_inner().unwrap_or_else(PoisonError::into_inner);
        summary.has_errors |= chunks.passed_over;
        Ok(summary)
    }
}

impl ExportRun<'_> {
    /// The search for start positions that the audit made, if what it found about games that stay without one is
    /// written, or decides whether their illegal moves are played: the tables hold only the starts that were found.
    fn search(&self, manifest: &Audited) -> anyhow::Result<Option<Arc<dyn Examiner>>> {
        let is_wanted = self.plan.separate_damaged || self.plan.audit.keep_illegal;
        if !manifest.infer_start || !is_wanted {
            return Ok(None);
        }
        let searches = Examination {
            starts: Some(StartFinder {
                double: manifest.double_start,
            }),
            repairs: false,
        };
        let names: Vec<String> = manifest
            .inputs
            .iter()
            .map(|(name, _)| name.clone())
            .collect();
        let (limits, audit) = (manifest.limits, &self.plan.audit);
        searches.examiner(&names, limits, self.threads, audit, &NoObserver)
    }
}

/// A chunk with selected games, or with text about which an export reports something.
#[derive(Default)]
struct SelectedChunk {
    chunk: Chunk,
    /// Number of lines of the source before it.
    first_line: u64,
    held: Held,
}

/// The chunks that workers have not taken yet.
struct SelectedChunks<'s> {
    places: Places<'s>,
    observer: &'s dyn Observer,
    /// Whether a source had no games.
    passed_over: bool,
    inputs: std::slice::Iter<'s, (String, u64)>,
    /// The input that is being read.
    open: Option<(&'s str, ChunkSeeker)>,
    options: ReaderOptions,
    number: u64,
}

impl<'s> SelectedChunks<'s> {
    /// Fills the next chunk, and gives its number; `None` at the end.
    fn next(&mut self, selected: &mut SelectedChunk) -> anyhow::Result<Option<u64>> {
        loop {
            let Some((input, mut reader)) = self.open.take() else {
                match self.next_input()? {
                    true => continue,
                    false => return Ok(None),
                }
            };
            match self.places.next_in(input)? {
                None => continue,
                // Text between games has no line number in the tables, so it is counted up to there.
                Some(Next::Any) => {}
                Some(Next::Game(at)) => reader.seek(at)?,
            }
            let chunk = &mut selected.chunk;
            if !reader.next_chunk(chunk)? {
                if self.places.pass_over(input)? {
                    self.observer.findings(input, &[no_games()])?;
                    self.passed_over = true;
                    continue;
                }
                let at = self
                    .places
                    .left()?
                    .map_or_else(String::new, |(_, at)| shown(at));
                bail!("{input}: ends before the game at byte {at}; {CHANGED}");
            }
            selected.held = self.places.take(chunk)?;
            if selected.held.no_games {
                self.observer.findings(&chunk.source_name, &[no_games()])?;
                self.passed_over = true;
            }
            let lines = reader.lines_before();
            if let (None, Some(game)) = (lines, selected.held.games.first()) {
                let before = chunk.bytes.get(..chunk.position_of(game.at));
                let before = count_line_ends(before.unwrap_or_default());
                reader.set_lines_before(game.first_line.saturating_sub(before), chunk);
            }
            selected.first_line = reader.lines_before().unwrap_or(0);
            self.open = Some((input, reader));
            if !selected.held.games.is_empty() || selected.held.findings {
                let number = self.number;
                self.number += 1;
                return Ok(Some(number));
            }
        }
    }

    /// Opens the next input that holds one of the places; whether there is one.
    fn next_input(&mut self) -> anyhow::Result<bool> {
        for (input, _) in self.inputs.by_ref() {
            if self.places.next_in(input)?.is_none() {
                continue;
            }
            if is_read_once(input) {
                bail!("{input}: it cannot be read a second time");
            }
            self.open = Some((input, ChunkSeeker::open(input, self.options)?));
            return Ok(true);
        }
        match self.places.left()? {
            Some((source, _)) => bail!("{source} is not an input of the dataset"),
            None => Ok(false),
        }
    }
}

/// Fails if the size of an input has changed since the audit.
pub(crate) fn require_sizes(inputs: &[(String, u64)]) -> anyhow::Result<()> {
    for (input, size) in inputs.iter().filter(|(input, _)| input != "-") {
        let found = std::fs::metadata(input).with_context(|| input.clone())?;
        if found.len() != *size {
            bail!(
                "{input} has {} bytes, but had {size}; {CHANGED}",
                found.len()
            );
        }
    }
    Ok(())
}

/// The offset of a game in its source, as in messages.
fn shown(at: Identity) -> String {
    match at.frame_offset {
        0 => at.byte_offset.to_string(),
        frame => format!("{frame}+{}", at.byte_offset),
    }
}

/// Passes the selected games on if they are those of the table, and all that belongs to no game.
struct ExpectedGames<'p> {
    work: TextExporter<'p>,
    /// Those that have not been passed on, by their places.
    wanted: BTreeMap<Identity, SelectedGame>,
}

impl ExportVisitor for ExpectedGames<'_> {
    fn game(&mut self, game: &ExportGame<'_>) {
        let facts = game.facts;
        let is_it = |wanted: &SelectedGame| wanted.audited.is(facts);
        if self.wanted.get(&facts.identity).is_some_and(is_it) {
            self.wanted.remove(&facts.identity);
            self.work.game(game);
        }
    }

    fn stray_text(&mut self, text: &[u8], findings: &[Finding]) {
        self.work.stray_text(text, findings);
    }

    fn finding(&mut self, finding: &Finding) {
        self.work.finding(finding);
    }
}
