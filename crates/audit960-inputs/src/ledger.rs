//! The ledger of draws of all inputs.

use std::sync::Arc;

use audit960_audit::{Observer, recorded_tables};
use audit960_filter::{GameFilter, filtered};
use audit960_law::{PositionValues, Standard};
use audit960_ledger::{
    GameDetail, GameName, LawTables, Ledger, LedgerCollector, LedgerGame, LedgerRule, load,
    rejudge, sheet_of, value_anew,
};
use audit960_replay::AuditOptions;
use audit960_report::ArbiterSheet;
use audit960_types::{Fact, FactSink};

use crate::{Inputs, LawTableFiles};

/// Which draws are looked for, and how claims are judged.
#[derive(Clone, Copy, Debug)]
pub struct LedgerQuery<'a> {
    /// The rules on draws.
    pub rule: LedgerRule,
    /// Which claims count for the half point.
    pub standard: Standard,
    /// The user's law and venue tables.
    pub tables: &'a LawTableFiles,
    /// What the answer needs of each game.
    pub wanted: GameDetail,
    /// What positions are worth; a dataset whose audit asked tables keeps what they said.
    pub values: Option<&'a Arc<dyn PositionValues>>,
    /// Whether the positions of such a dataset, too, are asked for again.
    pub values_anew: bool,
}

impl LedgerQuery<'_> {
    /// Whether the claims of a dataset are judged by other tables or another standard than its audit used.
    fn needs_rejudging(&self) -> bool {
        self.tables.is_given() || self.standard == Standard::Fide
    }
}

impl Inputs {
    /// The games of all inputs in which a draw could be claimed; and the number of games of archives that
    /// were read in part or not at all, which may have claims that are not listed.
    ///
    /// # Errors
    /// If an input or a table cannot be read, or the condition uses a column that archives do not have.
    pub fn ledger(
        &self,
        question: &LedgerQuery<'_>,
        observer: &dyn Observer,
    ) -> anyhow::Result<(Ledger, u64)> {
        let mut ledger = Ledger::default();
        let judged_anew = question.needs_rejudging();
        let wanted = if judged_anew {
            GameDetail::Moves
        } else {
            question.wanted
        };
        for folder in self.datasets() {
            let dataset = filtered(self.open(folder)?, self.filter.as_ref())?;
            let recorded = recorded_tables(dataset.manifest()).is_some();
            let values = question
                .values
                .filter(|_| question.values_anew || !recorded);
            let wanted = match values {
                Some(_) => GameDetail::Moves,
                None => wanted,
            };
            let mut found = load(&dataset, wanted)?;
            if judged_anew || values.is_some() {
                let tables = question.tables.for_dataset(&dataset)?;
                if judged_anew {
                    judge_all(&mut found, &tables, question.standard)?;
                }
                for (game, values) in found.games.iter_mut().zip(values.into_iter().cycle()) {
                    value_anew(game, values.as_ref(), &tables)?;
                }
            }
            ledger.append(found);
        }
        let (found, unread) = self.ledger_of_archives(question, observer)?;
        ledger.append(found);
        ledger.keep(question.rule);
        Ok((ledger, unread))
    }

    /// The ledger of the archives, read as an audit reads them.
    fn ledger_of_archives(
        &self,
        question: &LedgerQuery<'_>,
        observer: &dyn Observer,
    ) -> anyhow::Result<(Ledger, u64)> {
        let archives = self.archives();
        if archives.is_empty() {
            return Ok((Ledger::default(), 0));
        }
        let (tables, _) = question.tables.load()?;
        let games = self.game_filter()?;
        let options = AuditOptions {
            law: Arc::clone(&tables.law),
            venues: Arc::clone(&tables.venues),
            values: question.values.cloned(),
            ..AuditOptions::default()
        };
        let options = options.with_columns(games.needs());
        let make = || SelectingCollector {
            games: games.clone(),
            collector: LedgerCollector::default(),
        };
        let parts = self.fold(&archives, &options, observer, make, |filtering, chunk| {
            let (source, first) = (&chunk.source_name, chunk.first_of_source);
            filtering.games.begin(source);
            filtering.collector.begin(chunk.sequence, source, first);
        })?;
        let collectors = parts.into_iter().map(|filtering| filtering.collector);
        let (mut found, unread) = Ledger::of_archives(collectors);
        if question.standard == Standard::Fide {
            judge_all(&mut found, &tables, question.standard)?;
        }
        Ok((found, unread))
    }

    /// The tables that claims are judged by: the user's, else those that the first dataset was audited with,
    /// else the built-in ones.
    ///
    /// # Errors
    /// If a table or the dataset cannot be read.
    pub fn tables(&self, files: &LawTableFiles) -> anyhow::Result<LawTables> {
        match self.datasets().next() {
            Some(folder) => files.for_dataset(&self.open(folder)?),
            None => Ok(files.load()?.0),
        }
    }

    /// The arbiter's sheet: the claims of one game of a ledger of these inputs.
    ///
    /// # Errors
    /// If no game or several games have this name, or an input or a table cannot be read.
    pub fn sheet(
        &self,
        name: &GameName,
        ledger: &Ledger,
        files: &LawTableFiles,
    ) -> anyhow::Result<ArbiterSheet> {
        let mut game = name.find(ledger)?.clone();
        if game.moves.is_none() {
            game.moves = self.moves_of(&game)?;
        }
        Ok(sheet_of(&game, &self.tables(files)?)?)
    }

    /// The moves of a game that was found in a dataset.
    fn moves_of(&self, game: &LedgerGame) -> anyhow::Result<Option<String>> {
        for folder in self.datasets() {
            let found = load(&self.open(folder)?, GameDetail::MovesAt(game.identity))?;
            let same = |other: &LedgerGame| other.source == game.source;
            if let Some(found) = found.games.into_iter().find(same) {
                return Ok(found.moves);
            }
        }
        Ok(None)
    }
}

fn judge_all(ledger: &mut Ledger, tables: &LawTables, standard: Standard) -> anyhow::Result<()> {
    for game in &mut ledger.games {
        rejudge(game, tables, standard)?;
    }
    Ok(())
}

/// Collects the claims of the selected games.
struct SelectingCollector {
    games: GameFilter,
    collector: LedgerCollector,
}

impl FactSink for SelectingCollector {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Game(facts) = &fact
            && !self.games.keeps(facts)
        {
            self.collector.forget_claims();
        }
        self.collector.fact(fact);
    }
}
