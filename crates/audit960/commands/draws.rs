//! `audit960 draws`: the ledger of draws that could be claimed.

mod claim;
mod sheet;
mod watch;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use audit960_answers::{Inputs, LedgerQuery};
use audit960_audit::TableValues;
use audit960_dataset::Door;
use audit960_epd::tablebase::EndgameTables;
use audit960_law::Standard;
use audit960_ledger::{AskedValues, ClaimTruth, Ledger, LedgerRule, Sort, by_material};
use audit960_report::{Format, Language, TableForm};
use audit960_types::message;
use clap::Subcommand;

use self::claim::ClaimArgs;
use self::sheet::SheetArgs;
use self::watch::WatchArgs;
use crate::commands::choice::choice;
use crate::commands::common::{LanguageArgs, QueryArgs, TableArgs};
use crate::commands::filters::tell_unmet;
use crate::commands::format::{FormatArgs, formats_and};
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
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = include_str!("help/draws.txt").trim_end())]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Pgn]))))]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    ledger: LedgerArgs,
}

#[derive(Debug, Subcommand)]
enum What {
    Claim(ClaimArgs),
    Watch(WatchArgs),
    Sheet(SheetArgs),
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.what {
            None => self.ledger.run(),
            Some(What::Claim(args)) => args.run(),
            Some(What::Watch(args)) => args.run(),
            Some(What::Sheet(args)) => args.run(),
        }
    }
}

/// The list, whatever the rule.
#[derive(Debug, clap::Args)]
struct LedgerArgs {
    /// Which draws
    #[arg(long, value_parser = choice::<LedgerRule>(), default_value = "all")]
    rule: LedgerRule,
    /// Datasets written by audit960 audit, or archives, read as audit reads them
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Only missed claims that cost a player half a point
    #[arg(long)]
    missed: bool,
    /// Only claims and draws of which endgame tables say this
    #[arg(long, value_name = "CASE", value_parser = choice::<ClaimTruth>())]
    truth: Option<ClaimTruth>,
    /// One row for each material and law of the fifty-move rule. How many runs there were, drawn by the rule, won thanks to
    /// an exception, and with endgame tables whether more than fifty moves were needed
    #[arg(long, conflicts_with_all = ["each", "sort"])]
    by_material: bool,
    /// Print each claim, not only a game's most important (csv, json and arrow always do)
    #[arg(long)]
    each: bool,
    /// Which claims count for the half point
    #[arg(long, value_parser = choice::<Standard>(), default_value = "venue")]
    law: Standard,
    #[command(flatten)]
    judge: JudgeArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    language: LanguageArgs,
    /// Order of the runs
    #[arg(long, value_parser = choice::<Sort>(), default_value = "archive")]
    sort: Sort,
    #[command(flatten)]
    ask: QueryArgs,
}

/// What a claim is judged by.
#[derive(Debug, clap::Args)]
struct JudgeArgs {
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    tablebase: TablebaseArgs,
}

impl JudgeArgs {
    /// The endgame tables, if some are named, and what they are asked.
    fn values(&self) -> anyhow::Result<(Option<Arc<EndgameTables>>, AskedValues)> {
        let tables = self.tablebase.folders().open_if_named()?;
        let values = tables.clone().map(TableValues::of).transpose()?;
        Ok((tables, values.map(|values| values.asked())))
    }
}

impl LedgerArgs {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let inputs = self.ask.inputs(&self.inputs)?;
        let tables = self.judge.tables.files();
        let read = self.inputs.iter().map(Path::new);
        let door = Door::reading(read.chain(tables.paths()).chain(self.ask.filters.path()));
        let (tablebase, values) = self.judge.values()?;
        let question = LedgerQuery {
            values: values.as_ref(),
            values_anew: self.judge.tablebase.is_given(),
            rule: self.rule,
            standard: self.law,
            tables: &tables,
            moves: self.format.format()? == Format::Pgn,
        };
        let written = self.format.write(door, |form, out| {
            self.write_ledger(&inputs, &question, form, out)
        });
        tell_unmet(inputs.filter.as_ref());
        written?;
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
        let language = self.language.lang;
        tell_unread(unread, language);
        if self.truth.is_some() {
            refuse_without_values(&ledger)?;
        }
        if self.missed {
            let elsewhere = ledger.lost_by_law_alone();
            ledger.keep_missed();
            if elsewhere > 0 && matches!(self.law, Standard::Venue) {
                tell_elsewhere(elsewhere, language);
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
            ledger.write(question.rule, self.sort, self.each, form, language, out)?;
        }
        if let Some(copies) = copies {
            out.flush()?;
            output::note(&language.say(&copies));
        }
        Ok(())
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
fn tell_elsewhere(games: u64, language: Language) {
    let said = language.say(&message!("lost-elsewhere", count = games));
    // A closed standard error must not fail the ledger.
    let _ = writeln!(output::stderr(), "{said}");
}

/// Warns of games that could not be read in full: they may hold claims that are not listed.
fn tell_unread(games: u64, language: Language) {
    if games > 0 {
        let said = language.say(&message!("unread", count = games));
        // A closed standard error must not fail the ledger.
        let _ = writeln!(output::stderr(), "{said}");
    }
}
