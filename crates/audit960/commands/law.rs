//! `audit960 law`: the law on draws that claims are judged by.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::bail;
use audit960_inputs::{LawQuestion, law_at_venue, law_table, venue_table, write_law_answer};
use audit960_law::{GameDates, LawTable, VenueTable};
use audit960_report::TableFormat;
use audit960_types::{Material, Venue};

use crate::commands::common::{FormatArgs, TableArgs};
use crate::output;

/// Show the law on draws: which limit held when, for which endings, and how certain that is
///
/// A claim is judged by the row for the date and the material of its game; a row that names the
/// ending comes before one that does not. Rows that are not presumed are history; they are never
/// applied. With --date and --material: what the law said about that ending on that day. With --date
/// and --venue: what each rule on draws was there, with its source.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("asked").multiple(true))]
#[command(after_help = include_str!("help/law.txt").trim_end())]
pub(crate) struct Args {
    #[command(flatten)]
    tables: TableArgs,
    /// Show the rules of the venues
    #[arg(long, conflicts_with_all = ["date", "material", "venue"])]
    venues: bool,
    /// Day, month or year of a game: 1989-02-17, 1989-02, 1989, 1989.02.??; without a date: ????.??.??
    #[arg(long, value_name = "DATE", requires = "asked", value_parser = GameDates::parse)]
    date: Option<GameDates>,
    /// Material on the board, White first, letters in the order K Q R B N P: KRBvKR
    #[arg(long, value_name = "MATERIAL", requires = "date", group = "asked")]
    material: Option<Material>,
    /// Where the game was played, as in column venue: icc, chess.com, over_the_board. Without
    /// --material: what each rule on draws was there on that day
    #[arg(long, value_name = "VENUE", requires = "date", group = "asked")]
    venue: Option<Venue>,
    /// Print the built-in table, or with --venues that of the venues, as --law-table and --venue-table read it:
    /// the beginning of a table of your own
    #[arg(long, conflicts_with_all = ["date", "material", "venue", "law_table", "venue_table"])]
    template: bool,
    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let (tables, _) = self.tables.files().load()?;
        let (mut out, form) = (output::stdout(), self.format.form());
        if self.template {
            if !matches!(self.format.format, TableFormat::Table | TableFormat::Csv) {
                bail!(
                    "--template is the text of a table, in CSV as --law-table and --venue-table read it"
                );
            }
            let text = match self.venues {
                true => VenueTable::builtin_text(),
                false => LawTable::builtin_text(),
            };
            out.write_all(text.as_bytes())?;
        } else if let (Some(dates), Some(material)) = (self.date, self.material) {
            let venue = self.venue;
            let question = LawQuestion {
                dates,
                material,
                venue,
            };
            let answer = question.answer(&tables);
            match self.format.is_table() {
                true => write_law_answer(&answer, &mut out)?,
                false => form.write(&answer, &mut out)?,
            }
        } else if let (Some(dates), Some(venue)) = (self.date, self.venue) {
            let answer = law_at_venue(venue, dates, &tables);
            match self.format.is_table() {
                true => write_law_answer(&answer, &mut out)?,
                false => form.write(&answer, &mut out)?,
            }
        } else if self.venues {
            form.write(&venue_table(&tables.venues), &mut out)?;
        } else {
            form.write(&law_table(&tables.law), &mut out)?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
