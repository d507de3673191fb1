//! Everything on the page of a dataset.

mod claims;
mod company;
mod findings;
mod games;
mod headline;
mod manifest;
mod model;
mod openings;
mod place;
mod popularity;
mod positions;
mod trend;
mod truth;

use std::path::Path;

use crate::data::ReportData;
use crate::language::Language;
use anyhow::Context as _;
use audit960_dataset::Dataset;
use audit960_ledger::AskedValues;
use audit960_report::{External, JoinError, NumberColumns};
use audit960_statistics::{StartAnalysis, analyse, king_file_rows, mirror_pair_rows};
use audit960_types::tables::SCHEMAS;
use audit960_types::{StartPositionRow, Tally, shell_word};

use self::manifest::ManifestSummary;

/// What a page shows that is not in the dataset.
#[derive(Clone, Debug)]
pub struct Page<'p> {
    /// The folder of the dataset.
    pub folder: &'p Path,
    /// The file that the page is written to; its links are relative to it.
    pub out: &'p Path,
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
    manifest.provenance.tables = tables(dataset);
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
    let inputs = dataset.manifest()["inputs"].as_array();
    let names = inputs.into_iter().flatten();
    let folder = place::common_folder(names.filter_map(|input| input["name"].as_str()));
    let mut data = ReportData {
        language: page.language,
        title,
        kinds: games::kinds(dataset)?,
        headline: headline::headline(dataset, &manifest)?,
        verdict: verdict(&analysis, counted.left_out.copies, &tally, page.language),
        model: model::model(&analysis, page.language),
        archive_score: analysis
            .archive
            .map(|moments| (moments.mean, moments.variance)),
        external: external(page.external.as_ref(), &analysis.rows)?,
        mirror_pairs: mirror_pair_rows(&tally),
        king_files: king_file_rows(&tally),
        positions: positions::positions(dataset, analysis.rows)?,
        years: trend::years(dataset)?,
        popularity: popularity::popularity(dataset, page.language)?,
        castling: positions::castling(dataset)?,
        incidents: claims::incidents(dataset)?,
        repetitions: claims::repetitions(dataset)?,
        truth: truth::truth(dataset, page.tables.as_deref())?,
        company: company::company(dataset)?,
        openings: openings::trees(dataset)?,
        findings: findings::findings(dataset)?,
        provenance: manifest.provenance,
        dataset_link: place::link(page.out, page.folder),
        dataset_name: shell_word(&place::name_for_others(page.folder)),
        conditions: page.which.to_owned(),
    };
    place::shorten(&mut data, &folder);
    Ok(data)
}

/// The tables of a dataset as its folder has them, in the order of the documentation: a file, or a folder of files.
fn tables(dataset: &Dataset) -> Vec<String> {
    let known = SCHEMAS.iter().map(|schema| schema.name);
    known
        .filter(|name| dataset.has(name))
        .map(|name| match dataset.dir().join(name).is_dir() {
            true => format!("{name}/"),
            false => format!("{name}.parquet"),
        })
        .collect()
}

/// Columns of numbers that were joined, by Scharnagl number.
fn external(
    external: Option<&External>,
    rows: &[StartPositionRow],
) -> Result<NumberColumns, JoinError> {
    let arrangements: Vec<String> = rows.iter().map(|row| row.arrangement.clone()).collect();
    external.map_or_else(|| Ok(Vec::new()), |columns| columns.numbers(&arrangements))
}

/// The verdict, and how many games it leaves out.
fn verdict(analysis: &StartAnalysis, copies: u64, tally: &Tally, language: Language) -> String {
    let say = |form: &str, values: &[&str]| language.say(form, values);
    let moveless = tally.moveless_positions.values();
    let moveless = moveless.map(|start| start.score.games()).sum();
    let of = |count: u64, one: &str, many: &str| match count {
        0 => None,
        _ => Some(language.count(count, one, many)),
    };
    let left_out = [
        of(
            copies,
            "{0} copy of another game",
            "{0} copies of other games",
        ),
        of(
            moveless,
            "{0} game without moves",
            "{0} games without moves",
        ),
    ];
    let left_out: Vec<String> = left_out.into_iter().flatten().collect();
    let left_out = left_out.join(&format!(" {} ", language.text("and")));
    let verdict = analysis.verdict.words(&say);
    match left_out.is_empty() {
        true => verdict,
        false => format!("{verdict}; {}", say("{0} left out", &[&left_out])),
    }
}
