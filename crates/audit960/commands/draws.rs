//! `audit960 draws`: the ledger of draws that could be claimed.

mod claim;
mod watch;

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use audit960_audit::TableValues;
use audit960_dataset::Door;
use audit960_dataset::tables::RowSet;
use audit960_inputs::{Inputs, LedgerQuery};
use audit960_law::Standard;
use audit960_ledger::{
    AskedValues, ClaimTruth, GameName, Ledger, LedgerRule, Sort, by_material, records,
};
use audit960_replay::AuditOptions;
use audit960_report::{Format, TableForm, grouped, write_sheet};
use audit960_tablebase::EndgameTables;

use self::claim::ClaimArgs;
use self::watch::WatchArgs;
use crate::commands::common::{FormatArgs, QueryArgs, TableArgs, choice, formats_and};
use crate::commands::filters::tell_unmet;
use crate::commands::tablebase::{TablebaseArgs, tell_damaged};
use crate::console::Console;
use crate::output;

/// List the draws that could be claimed, and what became of them
///
/// One line for every run without capture or pawn move in which a player could claim a draw (Laws
/// 9.3), and one for every position that occurred for the third time or could have after a legal move
/// (9.2). Only the side to move can claim. Fifty moves: at a half-move clock of 99 with a move that
/// completes them (9.3.1), from 100 on without one (9.3.2). Repetition: with a move after which the
/// position has occurred at least three times (9.2.1), or when the position on the board has (9.2.2).
/// A player who had a claim and lost the game lost half a point, once a game, whatever the number of
/// claims.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/draws.txt").trim_end())]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Pgn]))))]
pub(crate) struct Args {
    /// Which draws
    #[arg(long, value_parser = choice::<LedgerRule>(), default_value = "all")]
    rule: LedgerRule,
    #[command(flatten)]
    claim: ClaimArgs,
    #[command(flatten)]
    watch: WatchArgs,
    #[command(flatten)]
    ledger: LedgerArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let ledger = &self.ledger;
        if !self.watch.is_asked() && !self.claim.is_asked() {
            return ledger.run(self.rule);
        }
        if ledger.format.file().is_some() {
            bail!("--out is for the ledger and for sheets; --watch and --claim print their answer");
        }
        if ledger.truth.is_some() {
            bail!("--truth selects claims of the ledger; --watch and --claim have none to select");
        }
        if ledger.ask.filters.filter().is_some() || self.rule != LedgerRule::All {
            bail!(
                "conditions such as --where, and --rule, select what is in the ledger; --watch and --claim \
                 look at each board and at the game that is named"
            );
        }
        let format = ledger.format.format()?;
        let inputs = ledger.ask.inputs(&ledger.inputs)?;
        let tables = inputs.tables(&ledger.tables.files())?;
        let tablebase = ledger.tablebase.folders().open_if_named()?;
        let values = ledger.values(tablebase.as_ref())?;
        let mut out = output::stdout();
        if self.watch.is_asked() {
            self.watch
                .run(&ledger.inputs, &tables, &values, format, &mut out)?;
        } else {
            self.claim
                .run(&inputs, &tables, &values, format, &mut out)?;
        }
        out.flush()?;
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The options of the ledger, whatever the rule.
#[derive(Debug, clap::Args)]
pub(crate) struct LedgerArgs {
    /// Datasets written by audit960 audit, or archives, read as audit reads them
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Only missed claims that cost a player half a point
    #[arg(long)]
    missed: bool,
    /// Only claims and draws of which endgame tables say this. A missed claim in a position that was drawn or lost
    /// anyway, a win thrown away, a win that the fifty moves took away
    #[arg(long, value_name = "CASE", value_parser = choice::<ClaimTruth>(),
        conflicts_with_all = ["records", "sheet"])]
    truth: Option<ClaimTruth>,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    /// One row for each material and law of the fifty-move rule. How many runs there were, drawn by the rule, won thanks to
    /// an exception, and with endgame tables whether more than fifty moves were needed
    #[arg(long, conflicts_with_all = ["records", "sheet", "each", "sort"])]
    by_material: bool,
    /// Print each claim; without it the table has one row a game, about the claim that counts most (csv, json and arrow
    /// always have each claim)
    #[arg(long)]
    each: bool,
    /// Which claims count for the half point
    #[arg(long, value_parser = choice::<Standard>(), default_value = "venue")]
    law: Standard,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    format: FormatArgs,
    /// Order of the runs
    #[arg(long, value_parser = choice::<Sort>(), default_value = "archive")]
    sort: Sort,
    /// Write a page about the claims of one game, for an arbiter, to the file of --out, which must be empty or not exist
    #[arg(long, value_name = "GAME", requires = "out",
        conflicts_with_all = ["format", "sort", "missed", "records"])]
    sheet: Option<GameName>,
    /// Show the records: longest run, longest game and so on, of one dataset or of archives
    #[arg(long, conflicts_with_all = ["sort", "missed", "law", "law_table", "venue_table"])]
    records: bool,
    #[command(flatten)]
    ask: QueryArgs,
}

impl LedgerArgs {
    /// What these tables are asked.
    fn values(&self, tables: Option<&Arc<EndgameTables>>) -> anyhow::Result<AskedValues> {
        let values = tables.cloned().map(TableValues::of).transpose()?;
        Ok(values.map(|values| values.asked()))
    }

    /// Prints what was asked for.
    pub(crate) fn run(&self, rule: LedgerRule) -> anyhow::Result<ExitCode> {
        let inputs = self.ask.inputs(&self.inputs)?;
        let tables = self.tables.files();
        let read = self.inputs.iter().map(Path::new);
        let mut door = Door::reading(read.chain(tables.paths()).chain(self.ask.filters.path()));
        let sheet = self.sheet.as_ref().zip(self.format.file());
        if let Some((_, path)) = sheet {
            door.admit(path)?;
        }
        let tablebase = self.tablebase.folders().open_if_named()?;
        let values = self.values(tablebase.as_ref())?;
        let question = LedgerQuery {
            values: values.as_ref(),
            values_anew: self.tablebase.is_given(),
            rule,
            standard: self.law,
            tables: &tables,
            moves: sheet.is_some() || self.format.format()? == Format::Pgn,
        };
        if let Some((name, path)) = sheet {
            self.write_sheet(&inputs, name, &question, path, &door)?;
        } else {
            let written = self.format.write(door, |form, out| match self.records {
                true => self.write_records(&inputs, form, out),
                false => self.write_ledger(&inputs, &question, form, out),
            });
            tell_unmet(inputs.filter.as_ref());
            written?;
        }
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write_ledger(
        &self,
        inputs: &Inputs,
        question: &LedgerQuery<'_>,
        form: TableForm,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let (mut ledger, unread) = inputs.ledger(question, &Console::bar(false))?;
        tell_unread(unread);
        if self.truth.is_some() {
            refuse_without_values(&ledger)?;
        }
        if self.missed {
            let elsewhere = ledger.lost_where_nobody_claims();
            ledger.keep_missed();
            if elsewhere > 0 && matches!(self.law, Standard::Venue) {
                tell_elsewhere(elsewhere);
            }
        }
        if let Some(kind) = self.truth {
            ledger.keep_truth(kind);
        }
        let copies = ledger.copies_sentence();
        if self.by_material {
            if !question.rule.has_fifty() {
                bail!("--by-material is about the fifty-move rule, which --rule leaves out");
            }
            form.write(&by_material(&ledger), out)?;
        } else {
            ledger.write(question.rule, self.sort, self.each, form, out)?;
        }
        if let Some(copies) = copies {
            out.flush()?;
            output::note(&copies);
        }
        Ok(())
    }

    fn write_sheet(
        &self,
        inputs: &Inputs,
        name: &GameName,
        question: &LedgerQuery<'_>,
        path: &Path,
        door: &Door,
    ) -> anyhow::Result<()> {
        if path.symlink_metadata().is_ok_and(|meta| meta.len() > 0) {
            bail!("{} exists and is not empty", path.display());
        }
        let (ledger, unread) = inputs.ledger(question, &Console::bar(false))?;
        tell_unread(unread);
        let sheet = inputs.sheet(name, &ledger, question.tables)?;
        door.replace(path, |file| {
            let mut out = BufWriter::new(file);
            write_sheet(&sheet, &mut out)?;
            out.flush()
        })?;
        Ok(())
    }

    fn write_records(
        &self,
        inputs: &Inputs,
        form: TableForm,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.tablebase.is_given() {
            bail!("--records asks no endgame tables");
        }
        let audit = AuditOptions {
            with_moves: true,
            ..AuditOptions::default()
        };
        let records = records::of(
            &inputs
                .dataset("--records", RowSet::Games, audit, &Console::bar(false))?
                .dataset,
        )?;
        let table = |brief| records::table(&records, brief);
        Ok(form.write_fitting(&table, out)?)
    }
}

/// Refuses a question about endgame tables where none were asked: no claim would be an answer that looks true.
fn refuse_without_values(ledger: &Ledger) -> anyhow::Result<()> {
    if ledger.lacks_values() {
        bail!(
            "no endgame tables were asked about these claims: draws --tablebase DIR asks them, and audit960 audit \
             --tablebase DIR writes what they say into a dataset"
        );
    }
    Ok(())
}

/// Says what the rules of venues leave out of the missed claims.
fn tell_elsewhere(games: u64) {
    let (games, noun) = (grouped(games), if games == 1 { "game" } else { "games" });
    // A closed standard error must not fail the ledger.
    let _ = writeln!(
        output::stderr(),
        "in {games} more {noun} a player lost who could have claimed by the law, but where it was played nobody \
         claims: draws are automatic there, or its rule is not known; --law fide lists them"
    );
}

/// Warns of games that could not be read in full: they may hold claims that are not listed.
fn tell_unread(unread: u64) {
    if unread > 0 {
        let games = if unread == 1 { "game" } else { "games" };
        let (unread, why) = (grouped(unread), "audit960 audit says why");
        // A closed standard error must not fail the ledger.
        let _ = writeln!(
            output::stderr(),
            "{unread} {games} could be read only in part or not at all; {why}"
        );
    }
}
