//! Everything on the page of a dataset.

mod claims;
mod company;
mod damaged;
mod findings;
mod games;
mod headline;
mod manifest;
mod model;
mod openings;
mod place;
mod positions;
mod results;
mod truth;

use std::path::Path;

use crate::data::ReportData;
use crate::language::Language;
use anyhow::Context as _;
use audit960_answers::LotteryRule;
use audit960_dataset::{Dataset, Grouping};
use audit960_ledger::{AskedValues, Ledger, sources};
use audit960_report::{External, JoinError, NumberColumns};
use audit960_statistics::{
    EvaluationCorrelation, StartAnalysis, analyse, king_file_rows, mirror_pair_rows,
};
use audit960_types::{Message, StartPositionRow, Tally, message};

use self::manifest::ManifestSummary;

/// What a page shows that is not in the dataset.
#[derive(Clone, Debug)]
pub struct Page<'p> {
    /// The folder of the dataset.
    pub folder: &'p Path,
    /// Its heading; `None` for the name of the dataset.
    pub title: Option<String>,
    /// Which games count, as options to be typed, where the dataset is a part of one; else empty.
    pub which: &'p str,
    /// The language of its labels.
    pub language: Language,
    /// Columns about start positions that are not the dataset's own.
    pub external: Option<External>,
    /// Endgame tables to ask about the claims; without any the page says what those of the audit said.
    pub tables: AskedValues,
}

/// The data of the page of a dataset, or of a part of one.
///
/// # Errors
/// Where a table cannot be read, or a field of the manifest is missing.
pub fn page(dataset: &Dataset, page: Page<'_>) -> anyhow::Result<ReportData> {
    let mut manifest = ManifestSummary::of(dataset.manifest())
        .with_context(|| page.folder.join("manifest.json").display().to_string())?;
    if dataset.is_part() {
        manifest.restrict_to_part(dataset, page.which)?;
    }
    let counted = dataset.tally().context("table games")?;
    let tally = counted.value;
    let analysis = analyse(&tally);
    let title = page.title.unwrap_or_else(|| {
        let whole = place::title(page.folder, page.language);
        match dataset.is_part() {
            true => format!("{whole} ({})", page.which),
            false => whole,
        }
    });
    let ledger = Ledger {
        sources: sources(dataset)?,
        ..Ledger::default()
    };
    let names = ledger.short_names();
    let mut data = ReportData {
        language: page.language,
        title,
        kinds: games::kinds(dataset)?,
        headline: headline::headline(dataset, &manifest)?,
        verdict: verdict(&analysis, counted.left_out.copies, &tally, page.language),
        model: model::model(&analysis, page.language),
        evaluation: EvaluationCorrelation::of(&analysis.rows),
        archive_score: analysis
            .archive
            .map(|moments| (moments.mean, moments.variance)),
        external: external(page.external.as_ref(), &analysis.rows)?,
        mirror_pairs: mirror_pair_rows(&tally),
        king_files: king_file_rows(&tally),
        cells: positions::cells(dataset)?,
        positions: positions::positions(dataset, analysis.rows)?,
        damaged: damaged::damaged(dataset, page.language)?,
        years: results::years(dataset)?,
        events: results::events(dataset)?,
        players: results::players(dataset)?,
        lots: lots(dataset, page.language)?,
        castling: positions::castling(dataset)?,
        incidents: claims::incidents(dataset, &names)?,
        repetitions: claims::repetitions(dataset, &names)?,
        truth: truth::truth(dataset, page.tables.as_deref(), &names)?,
        alone_ply: company::alone_ply(dataset)?,
        openings: openings::trees(dataset)?,
        findings: findings::findings(dataset)?,
        provenance: manifest.provenance,
        conditions: page.which.to_owned(),
    };
    place::shorten(&mut data, &names);
    Ok(data)
}

/// Which ways of picking the positions fit the archive, in words.
fn lots(dataset: &Dataset, language: Language) -> anyhow::Result<String> {
    let found = audit960_answers::popularities(dataset, &[Grouping::ARCHIVE], LotteryRule::Usual)?;
    let archive = found.value.into_iter().flatten().next().unwrap_or_default();
    Ok(language.say(&archive.test().verdict()))
}

/// Columns of numbers that were joined, by Scharnagl number.
fn external(
    external: Option<&External>,
    rows: &[StartPositionRow],
) -> Result<NumberColumns, JoinError> {
    let arrangements: Vec<String> = rows.iter().map(|row| row.arrangement.clone()).collect();
    external.map_or_else(|| Ok(Vec::new()), |columns| columns.numbers(&arrangements))
}

/// The verdict: on each position, on all that are tested taken together, and how many games it leaves out.
fn verdict(analysis: &StartAnalysis, copies: u64, tally: &Tally, language: Language) -> String {
    let moveless = tally.moveless_positions.values();
    let moveless = moveless.map(|start| start.score.games()).sum();
    let left_out = [("count-copies", copies), ("count-without-moves", moveless)];
    let left_out = left_out.into_iter().filter(|(_, count)| *count > 0);
    let left_out = left_out.map(|(key, count): (_, u64)| message!(key, count = count));
    let left_out =
        left_out.reduce(|first, second| message!("both", first = first, second = second));
    let left_out = left_out.map(|games| message!("left-out", games = games));
    let said = Message::clauses([analysis.verdict.words()].into_iter().chain(left_out));
    let sentences = said.into_iter().chain(analysis.together());
    let sentences: Vec<_> = sentences.map(|said| language.say(&said)).collect();
    sentences.join(". ")
}
