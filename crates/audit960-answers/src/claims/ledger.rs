//! The ledger of draws of all inputs.

use std::sync::Arc;

use anyhow::bail;
use audit960_audit::condition::filtered;
use audit960_audit::{Observer, recorded_tables};
use audit960_dataset::Dataset;
use audit960_dataset::tables::RowSet;
use audit960_law::{PositionValues, Standard};
use audit960_ledger::{
    GameName, LawTables, Ledger, LedgerRule, Sheet, load, rejudge, sheet_of, sources, value_anew,
};
use audit960_replay::AuditOptions;
use audit960_report::Language;

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
    /// Whether the answer needs the moves of each game.
    pub moves: bool,
    /// What positions are worth; a dataset whose audit asked tables keeps what they said.
    pub values: Option<&'a Arc<dyn PositionValues>>,
    /// Whether the positions of such a dataset, too, are asked for again.
    pub values_anew: bool,
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
        let (tables, _) = question.tables.load()?;
        let audit = AuditOptions {
            law: Arc::clone(&tables.law),
            venues: Arc::clone(&tables.venues),
            ..AuditOptions::default()
        };
        let rows = match question.moves {
            true => RowSet::Games,
            false => RowSet::Claims,
        };
        let opened = self.opened(self.filter.as_ref(), rows, audit, observer)?;
        let mut ledger = Ledger::default();
        for dataset in &opened.named {
            let judged_anew = question.tables.is_given() || question.standard == Standard::Fide;
            let recorded = recorded_tables(dataset.manifest()).is_some();
            let values = question
                .values
                .filter(|_| question.values_anew || !recorded);
            ledger.append(self.claims_of(dataset, question, judged_anew, values)?);
        }
        let mut unread = 0;
        if let Some(archives) = &opened.archives {
            // Judged by these tables already.
            let judged_anew = question.standard == Standard::Fide;
            let dataset = &archives.dataset;
            ledger.append(self.claims_of(dataset, question, judged_anew, question.values)?);
            let verdicts = &archives.tally.verdicts;
            unread = verdicts.damaged + verdicts.rejected;
        }
        ledger.keep(question.rule);
        Ok((ledger, unread))
    }

    /// The claims of a dataset, if need be judged anew by the tables of the question, and valued.
    fn claims_of(
        &self,
        dataset: &Dataset,
        question: &LedgerQuery<'_>,
        judged_anew: bool,
        values: Option<&Arc<dyn PositionValues>>,
    ) -> anyhow::Result<Ledger> {
        let moves = question.moves || judged_anew || values.is_some();
        let mut found = load(&filtered(dataset.clone(), self.filter.as_ref())?, moves)?;
        if self.filter.is_some() {
            // A game is named so that its name finds it among all.
            found.sources = sources(dataset)?;
        }
        let tables = question.tables.for_dataset(dataset)?;
        for game in &mut found.games {
            if judged_anew {
                rejudge(game, &tables, question.standard)?;
            }
            if let Some(values) = values {
                value_anew(game, values.as_ref(), &tables)?;
            }
        }
        Ok(found)
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

    /// The arbiter's sheets of the games with these names, in their order, in a ledger of these inputs with moves; of all its
    /// games without a name.
    ///
    /// # Errors
    /// If no game or several games have a name, there is no game, or an input or a table cannot be read.
    pub fn sheets(
        &self,
        names: &[GameName],
        ledger: &Ledger,
        files: &LawTableFiles,
        language: Language,
    ) -> anyhow::Result<Vec<Sheet>> {
        let tables = self.tables(files)?;
        let sheet = |game| Ok(sheet_of(game, &tables, language)?);
        match names {
            [] if ledger.games.is_empty() => {
                bail!("no draw could be claimed in any game that could be replayed")
            }
            [] => ledger.games.iter().map(sheet).collect(),
            names => names.iter().map(|name| sheet(name.find(ledger)?)).collect(),
        }
    }
}
