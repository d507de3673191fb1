//! `audit960 law`: the law on draws that claims are judged by.

use std::process::ExitCode;

use anyhow::bail;
use audit960_answers::{LawQuestion, law_at_venue, law_table, venue_table, write_law_answer};
use audit960_dataset::Door;
use audit960_law::{GameDates, LawTable, VenueTable};
use audit960_report::Format;
use audit960_types::{Material, Venue};

use crate::commands::common::TableArgs;
use crate::commands::format::FormatArgs;

/// Show the law on draws: which limit held when, for which endings, and how certain that is
///
/// A claim is judged by the row for the date and the material of its game; a row that names the
/// ending comes before one that does not. Rows that are not presumed are history; they are never
/// applied. With --date: what each rule on draws was on that day, over the board or at another --venue, with its source.
/// With --material, too: what the law said about that ending.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/law.txt").trim_end())]
pub(crate) struct Args {
    #[command(flatten)]
    tables: TableArgs,
    /// Show the rules of the venues
    #[arg(long, conflicts_with_all = ["date", "material", "venue"])]
    venues: bool,
    /// Day, month or year of a game: 1989-02-17, 1989-02, 1989, 1989.02.??; without a date: ????.??.??
    #[arg(long, value_name = "DATE", value_parser = GameDates::parse)]
    date: Option<GameDates>,
    /// Material on the board, White first, letters in the order K Q R B N P: KRBvKR
    #[arg(long, value_name = "MATERIAL", requires = "date")]
    material: Option<Material>,
    /// Where the game was played, as in column venue: icc, chess.com [default: over_the_board]
    #[arg(long, value_name = "VENUE", requires = "date")]
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
        let files = self.tables.files();
        self.format.write(Door::reading(files.paths()), |form, out| {
            if self.template {
                if !matches!(form.format, Format::Table | Format::Csv) {
                    bail!(
                        "--template is the text of a table, in CSV as --law-table and --venue-table read it"
                    );
                }
                let text = match self.venues {
                    true => VenueTable::builtin_text(),
                    false => LawTable::builtin_text(),
                };
                return Ok(out.write_all(text.as_bytes())?);
            }
            let answer = match (self.date, self.material, self.venue) {
                (Some(dates), Some(material), venue) => LawQuestion {
                    dates,
                    material,
                    venue,
                }
                .answer(&tables),
                (Some(dates), None, venue) => {
                    law_at_venue(venue.unwrap_or(Venue::OverTheBoard), dates, &tables)
                }
                _ if self.venues => return Ok(form.write(&venue_table(&tables.venues), out)?),
                _ => return Ok(form.write(&law_table(&tables.law), out)?),
            };
            match form.is_table() {
                true => write_law_answer(&answer, out)?,
                false => form.write(&answer, out)?,
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
