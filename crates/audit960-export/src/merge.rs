//! Finds games that are copies of one another, and decides which of them is kept.
//!
//! Archives are read three times: to find games with the same moves (the duplicates crate does that in
//! bounded memory), to compare those that were found, and to write. Only games that have copies are kept
//! in memory.

mod clusters;
mod groups;
mod member;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::normal_form::{AddedTag, ExportGame, ExportVisitor, Reader};
use anyhow::bail;
use audit960_dataset::Temporary;
use audit960_dataset::copies::{CompareLimits, GameCollector, GameHandle, Spill, names_key};
use audit960_replay::Auditor;
use audit960_report::CsvTexts;
use audit960_source::is_read_once;
use audit960_types::DuplicateKind;

use self::clusters::Clusters;
use self::member::Member;
use crate::archives::{Archives, ExportRun, LocatedChunk};
use crate::copy_decisions::CopyDecision;
use crate::export_text::{ExportPlan, TextOrigin};
use crate::files::Files;
use audit960_audit::{NoObserver, ProgressCounts, in_order, order, replay_chunk, run_search};

impl ExportRun<'_> {
    /// Finds copies, decides which game is kept, and writes the table of the others.
    ///
    /// # Errors
    /// If an input cannot be read, or the table cannot be written; for standard input, which cannot be
    /// read more than once.
    pub fn merge(
        &mut self,
        inputs: &[String],
        table: &mut Files,
        texts: CsvTexts,
    ) -> anyhow::Result<()> {
        if let Some(input) = inputs.iter().find(|input| is_read_once(input)) {
            bail!(
                "{input}: --no-duplicates reads archives more than once, and this can be read only once"
            );
        }
        let clusters = self.find_copies(inputs)?;
        let members = self.collect_members(inputs, &clusters)?;
        let groups = groups::of(members, &clusters);
        let mut merge = BTreeMap::new();
        for group in &groups {
            let keep = CopyDecision::Keep(group.added.clone());
            merge.insert(group.kept.order, keep);
            for dropped in &group.dropped {
                merge.insert(dropped.member.order, CopyDecision::Drop);
            }
            for (source, finding) in group.findings() {
                self.observer.findings(source, &[finding])?;
            }
        }
        table.write(None, table::csv(&groups, texts)?)?;
        self.plan.merge = Some(merge);
        Ok(())
    }

    /// Games with the same moves, or moves that are a beginning of the other's.
    fn find_copies(&self, inputs: &[String]) -> anyhow::Result<Clusters> {
        let folder = Temporary::folder()?;
        let spill = Spill::new(folder.path(), CompareLimits::default());
        let plan = &self.plan;
        self.each_chunk(
            inputs,
            |located, auditor| {
                let mut collector = spill.collector();
                let taker = CopyCollector {
                    plan,
                    located,
                    games: 0,
                    collector: &mut collector,
                    result: Ok(()),
                };
                let mut reader = Reader::new(&located.chunk.bytes, taker);
                replay_chunk(auditor, &located.chunk, &mut reader);
                let taker = reader.finish();
                taker.result?;
                Ok(collector.flush()?)
            },
            Ok,
        )?;
        let search = spill.search();
        run_search(&search, self.threads, &NoObserver)?;
        let mut clusters = Clusters::default();
        for copy in search.copies()? {
            let copy = copy?;
            if copy.kind != DuplicateKind::SamePlayersAndDate {
                clusters.join(copy.later.order, copy.first.order);
            }
        }
        Ok(clusters)
    }

    /// The games that have copies, with all that decides which of them is kept.
    fn collect_members(
        &self,
        inputs: &[String],
        clusters: &Clusters,
    ) -> anyhow::Result<Vec<Member>> {
        let wanted: BTreeSet<u64> = clusters.orders().collect();
        let mut members = Vec::new();
        // Games of the source before the chunk.
        let mut before = 0;
        self.each_chunk(
            inputs,
            |located, auditor| {
                let taker = MemberCollector {
                    located,
                    wanted: &wanted,
                    games: 0,
                    members: Vec::new(),
                };
                let mut reader = Reader::new(&located.chunk.bytes, taker);
                replay_chunk(auditor, &located.chunk, &mut reader);
                let MemberCollector { games, members, .. } = reader.finish();
                Ok((located.chunk.first_of_source, games, members))
            },
            |(first_of_source, games, found)| {
                if first_of_source {
                    before = 0;
                }
                members.extend(found.into_iter().map(|member| Member {
                    game: before + member.game,
                    ..member
                }));
                before += games;
                Ok(())
            },
        )?;
        Ok(members)
    }

    /// Reads archives chunk by chunk.
    fn each_chunk<T: Send>(
        &self,
        inputs: &[String],
        work: impl Fn(&LocatedChunk, &mut Auditor) -> anyhow::Result<T> + Sync,
        mut take: impl FnMut(T) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        let archives = Archives::open(inputs, self.plan.limits)?;
        let observer = self.observer;
        archives.begin(observer);
        let audit = self.plan.audit_options();
        let ended = in_order(
            self.threads,
            |located| archives.next(located, observer),
            || {
                let mut auditor = Auditor::new(audit.clone());
                let work = &work;
                move |located: &mut LocatedChunk| work(located, &mut auditor)
            },
            |done| {
                observer.advance(ProgressCounts::default());
                take(done)
            },
        );
        observer.end();
        ended
    }
}

/// Passes games to the search for copies.
struct CopyCollector<'c, 's> {
    plan: &'c ExportPlan,
    located: &'c LocatedChunk,
    games: u64,
    collector: &'c mut GameCollector<'s>,
    result: anyhow::Result<()>,
}

/// Whether a game of a chunk is selected.
fn is_wanted(plan: &ExportPlan, origin: TextOrigin<'_>, game: &ExportGame<'_>) -> bool {
    let line = origin.first_line + game.facts.line + 1;
    plan.selection.wants(game, origin.source, line)
}

impl ExportVisitor for CopyCollector<'_, '_> {
    fn game(&mut self, game: &ExportGame<'_>) {
        let order = order(self.located.chunk.sequence, self.games);
        self.games += 1;
        let (facts, Ok(())) = (game.facts, &self.result) else {
            return;
        };
        let Some(hashed) = facts.hashed else {
            return;
        };
        if !is_wanted(self.plan, self.located.origin(), game) {
            return;
        }
        let added = self
            .collector
            .add(&audit960_dataset::copies::CollectedGame {
                place: GameHandle {
                    order,
                    identity: facts.identity,
                },
                plies: facts.plies,
                hashed,
                white: None,
                black: None,
                date: None,
            });
        self.result = added.map_err(anyhow::Error::from);
    }
}

/// Gathers games that have copies.
struct MemberCollector<'l> {
    located: &'l LocatedChunk,
    wanted: &'l BTreeSet<u64>,
    games: u64,
    members: Vec<Member>,
}

impl ExportVisitor for MemberCollector<'_> {
    fn game(&mut self, game: &ExportGame<'_>) {
        let order = order(self.located.chunk.sequence, self.games);
        let number = self.games;
        self.games += 1;
        if !self.wanted.contains(&order) {
            return;
        }
        let facts = game.facts;
        let mut scratch = String::new();
        let names = facts.white.zip(facts.black);
        let text = |text: Option<&str>| text.unwrap_or("?").to_owned();
        self.members.push(Member {
            order,
            source: Arc::clone(&self.located.chunk.source_name),
            game: number,
            identity: facts.identity,
            line: self.located.origin().first_line + facts.line,
            players: names.and_then(|(white, black)| names_key(white, black, &mut scratch)),
            white: text(facts.white),
            black: text(facts.black),
            date: text(facts.date),
            days: facts.days,
            result: facts.result,
            verdict: facts.verdict,
            plies: facts.plies,
            annotations: game.annotations().map(<[u8]>::to_vec).collect(),
            tags: game
                .tags()
                .map(|pair| AddedTag {
                    name: pair.name.to_vec(),
                    raw: pair.raw.to_vec(),
                })
                .collect(),
            record: facts.hashed.unwrap_or_default().to_vec(),
        });
    }
}
