//! Exports a dataset: table `games` says where the selected games are, and only those are read.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};
use audit960_analytics::{Dataset, Row as TableRow, TableScan, rows};
use audit960_export::{ExportGame, GameVisitor, Reader, Writer};
use audit960_filter::Filter;
use audit960_pipeline::{Audited, KnownStart, Stopped, in_order, start_of};
use audit960_replay::{AuditOptions, Auditor, Examiner};
use audit960_source::{PieceReader, Progress};
use audit960_types::{Finding, Identity};

use crate::archives::ExportRun;
use crate::selection::Selection;
use crate::work::{Done, ExportSummary, Origin, Work};

/// Games whose rows are in memory at a time.
const PAGE: u64 = 1 << 18;
/// Most bytes and most games of a worker's job; a longer game is a job by itself.
const JOB_BYTES: u64 = 1 << 20;
const JOB_GAMES: usize = 4096;

/// A selected game, by its row of the table.
#[derive(Clone, Copy, Debug)]
struct SelectedGame {
    at: Identity,
    length: u64,
    /// Number of lines of the source before it.
    first_line: u64,
    moves_hash: Option<i64>,
    /// Numbers of its Chess960 start.
    start: Option<(u16, u16)>,
}

impl ExportRun<'_> {
    /// Exports the games of the dataset in `folder`: the selected ones are read again from their archives.
    ///
    /// # Errors
    /// As [`Self::archives`]; if an archive has changed since the audit.
    pub fn dataset(&mut self, dataset: &Dataset, folder: &str) -> anyhow::Result<ExportSummary> {
        let manifest = Audited::of(dataset.manifest()).with_context(|| folder.to_owned())?;
        let sources = sources(dataset, folder, &manifest)?;
        // Games are read as they were audited, else they could differ from the table.
        let keep_illegal = self.plan.audit.keep_illegal;
        self.plan.audit.keep_illegal |= manifest.keep_illegal;
        // The filter is for the table only: the audit may have judged games by other options than ours.
        let filter = self.plan.selection.filter.take();
        let infer_start = manifest.infer_start;
        self.observer.begin(&Arc::new(Progress::default()), None);
        let read = self.sources(dataset, sources, filter.as_ref(), infer_start);
        self.observer.end();
        // Another dataset may follow.
        self.plan.audit.keep_illegal = keep_illegal;
        self.plan.selection.filter = filter;
        read
    }

    /// Exports the selected games of sources, page by page.
    fn sources(
        &mut self,
        dataset: &Dataset,
        sources: Vec<(String, u64)>,
        filter: Option<&Filter>,
        infer_start: bool,
    ) -> anyhow::Result<ExportSummary> {
        let mut summary = ExportSummary::default();
        for (source, games) in sources {
            for from in (0..games).step_by(PAGE as usize) {
                let page = from..from + PAGE;
                let selection = &self.plan.selection;
                let wanted = wanted(dataset, &source, page, selection, filter)?;
                let games = Games {
                    source: &source,
                    wanted: &wanted,
                    infer_start,
                };
                self.read(games, &mut summary)?;
            }
        }
        Ok(summary)
    }

    /// Reads the games of a source and writes them.
    fn read(&mut self, games: Games<'_>, summary: &mut ExportSummary) -> anyhow::Result<()> {
        let Games {
            source,
            wanted,
            infer_start,
        } = games;
        let jobs = Mutex::new(Jobs {
            left: wanted,
            number: 0,
        });
        let observer = self.observer;
        let next = |job: &mut Vec<SelectedGame>| {
            if observer.is_stopped() {
                return Err(Stopped.into());
            }
            let mut jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(jobs.next(job))
        };
        let (plan, audit) = (&self.plan, self.plan.audit_options());
        let worker = || {
            let known = Arc::new(KnownStart::default());
            let examiner = Arc::clone(&known) as Arc<dyn Examiner>;
            let mut auditor = Auditor::new(AuditOptions {
                examiner: infer_start.then_some(examiner),
                ..audit.clone()
            });
            let mut writer = Writer::new(plan.options);
            let mut pieces = None;
            let mut text = Vec::new();
            move |job: &mut Vec<SelectedGame>| {
                let pieces = match &mut pieces {
                    Some(pieces) => pieces,
                    none => none.insert(PieceReader::open(source, plan.limits)?),
                };
                let mut done = Done::default();
                for game in job.iter() {
                    text.resize(usize::try_from(game.length)?, 0);
                    if !pieces.read(game.at, &mut text)? {
                        bail!(
                            "{source}: ends before the game at byte {}; {CHANGED}",
                            place(game.at)
                        );
                    }
                    let origin = Origin {
                        source,
                        first_line: game.first_line,
                    };
                    let checked = ExpectedGame {
                        work: Work::new(plan, origin, &text, &mut writer, done),
                        wanted: game,
                        length: text.len(),
                        is_there: false,
                    };
                    let mut reader = Reader::new(&text, checked);
                    let identity = |at: usize| Identity {
                        byte_offset: game.at.byte_offset + at as u64,
                        ..game.at
                    };
                    known.set(game.start);
                    let whole = std::iter::once(0..text.len());
                    auditor.audit_with_text(&text, whole, &identity, false, &mut reader);
                    let checked = reader.finish();
                    if !checked.is_there {
                        bail!(
                            "{source}: the game at byte {} is not the one of the dataset; \
                             {CHANGED}",
                            place(game.at)
                        );
                    }
                    done = checked.work.done();
                }
                Ok(done)
            }
        };
        let outputs = &mut self.outputs;
        in_order(self.threads, next, worker, |done| {
            outputs.take(source, done, summary, observer)
        })
    }
}

/// Games of a source.
#[derive(Clone, Copy, Debug)]
struct Games<'g> {
    source: &'g str,
    wanted: &'g [SelectedGame],
    /// Whether the audit searched for missing start positions.
    infer_start: bool,
}

/// What to do about an input that has changed.
const CHANGED: &str = "the archive has changed since the audit: audit it again";

/// The offset of a game in its source, as in messages.
fn place(at: Identity) -> String {
    match at.frame_offset {
        0 => at.byte_offset.to_string(),
        frame => format!("{frame}+{}", at.byte_offset),
    }
}

/// The games that workers have not taken yet.
struct Jobs<'w> {
    left: &'w [SelectedGame],
    number: u64,
}

impl Jobs<'_> {
    /// Fills the next job, and gives its number; `None` at the end.
    fn next(&mut self, job: &mut Vec<SelectedGame>) -> Option<u64> {
        job.clear();
        let mut bytes = 0;
        while let [first, rest @ ..] = self.left
            && job.len() < JOB_GAMES
            && (job.is_empty() || bytes + first.length <= JOB_BYTES)
        {
            bytes += first.length;
            job.push(*first);
            self.left = rest;
        }
        let number = self.number;
        self.number += 1;
        (!job.is_empty()).then_some(number)
    }
}

/// Passes a game on if it is the one of the table.
struct ExpectedGame<'p> {
    work: Work<'p>,
    wanted: &'p SelectedGame,
    length: usize,
    is_there: bool,
}

impl GameVisitor for ExpectedGame<'_> {
    fn game(&mut self, game: &ExportGame<'_>) {
        // After an illegal move there are more moves than an audit without --keep-illegal has.
        let same_moves =
            game.facts.moves_hash == self.wanted.moves_hash || game.facts.illegal_kept > 0;
        if game.raw().len() == self.length && same_moves {
            self.is_there = true;
            self.work.game(game);
        }
    }

    fn stray_text(&mut self, _: &[u8], _: &[Finding]) {}

    fn finding(&mut self, _: &Finding) {}
}

/// The sources of a dataset in their order, and the number of games of each. Fails if the size of an
/// input has changed.
fn sources(
    dataset: &Dataset,
    folder: &str,
    manifest: &Audited,
) -> anyhow::Result<Vec<(String, u64)>> {
    let inputs = &manifest.inputs;
    let mut sources = Vec::new();
    for (source, (games, last)) in numbered(dataset)? {
        let archive = source
            .split_once("!/")
            .map_or(&*source, |(archive, _)| archive);
        let input = inputs
            .iter()
            .position(|(name, _)| *name == source || name == archive);
        let order = input.with_context(|| format!("{source} is not an input of the dataset"))?;
        if last.is_none_or(|last| last + 1 != games) {
            bail!("{folder}: the games of {source} are not numbered");
        }
        sources.push((order, source, games));
    }
    sources.sort();
    for (order, source, _) in &sources {
        let (input, size) = (&inputs[*order].0, inputs[*order].1);
        if input == "-" {
            bail!("{source}: standard input cannot be read a second time");
        }
        let found = std::fs::metadata(input)
            .with_context(|| input.to_owned())?
            .len();
        if found != size {
            bail!("{input} has {found} bytes, but had {size}; {CHANGED}");
        }
    }
    Ok(sources
        .into_iter()
        .map(|(_, source, games)| (source, games))
        .collect())
}

/// The number of games of each source, and the highest of their ordinals.
fn numbered(dataset: &Dataset) -> anyhow::Result<BTreeMap<String, (u64, Option<u64>)>> {
    type Sources = BTreeMap<String, (u64, Option<u64>)>;
    let add = |sources: &mut Sources, source: &str, games: u64, last: Option<u64>| match sources
        .get_mut(source)
    {
        Some(known) => *known = (known.0 + games, known.1.max(last)),
        None => {
            sources.insert(source.to_owned(), (games, last));
        }
    };
    let reading = TableScan::of("games", &["source", "game"]);
    let parts = dataset.fold(&reading, Sources::new, |known, _, rows| {
        let (sources, games) = (rows.texts("source")?, rows.ints("game")?);
        for row in 0..rows.len() {
            let number = games.get(row).and_then(|it| u64::try_from(it).ok());
            add(known, sources.get(row).unwrap_or_default(), 1, number);
        }
        Ok(())
    })?;
    let mut all = Sources::new();
    for (source, (games, last)) in parts.into_iter().flatten() {
        add(&mut all, &source, games, last);
    }
    Ok(all)
}

/// The games of a page of a source that the table selects, in their order.
fn wanted(
    dataset: &Dataset,
    source: &str,
    page: std::ops::Range<u64>,
    selection: &Selection,
    filter: Option<&Filter>,
) -> anyhow::Result<Vec<SelectedGame>> {
    let columns = [
        "frame_offset",
        "byte_offset",
        "byte_length",
        "game",
        "line",
        "moves_hash",
        "start_kind",
        "white_start",
        "black_start",
    ];
    let mut asked = [&["source", "game"][..], &Selection::COLUMNS].concat();
    for column in filter.map(Filter::columns).unwrap_or_default() {
        if !asked.contains(&column.name()) {
            asked.push(column.name());
        }
    }
    let reading = TableScan::of("games", &columns).only(&asked, |rows| {
        let (sources, games) = (rows.texts("source")?, rows.ints("game")?);
        let may_want = selection.of_table(rows)?;
        let is_there = |row| {
            let number = games.get(row).and_then(|it| u64::try_from(it).ok());
            sources.get(row) == Some(source) && number.is_some_and(|it| page.contains(&it))
        };
        let keeps = filter.map(|filter| filter.keeps_of(rows)).transpose()?;
        let is_kept = |row: usize| keeps.as_ref().is_none_or(|keeps| keeps[row]);
        Ok((0..rows.len())
            .map(|row| is_there(row) && may_want(row) && is_kept(row))
            .collect())
    });
    let frame = dataset.read(&reading)?;
    rows(&frame).map(|row| game(&row)).collect()
}

fn game(row: &TableRow<'_>) -> anyhow::Result<SelectedGame> {
    let line: u64 = row.get("line")?;
    Ok(SelectedGame {
        at: Identity {
            frame_offset: row.get("frame_offset")?,
            byte_offset: row.get("byte_offset")?,
        },
        length: row.get("byte_length")?,
        first_line: line.saturating_sub(1),
        moves_hash: row.get("moves_hash")?,
        start: start_of(row)?,
    })
}
