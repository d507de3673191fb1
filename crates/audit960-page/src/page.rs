//! The page put together from its template.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::charts::{Funnel, funnel_chart};
use super::data::ReportData;
use super::language::{Language, for_script};
use super::{claims, json, openings, sections, truth};
use audit960_report::{BASE_STYLE, escaped, piece_symbols};

const TEMPLATE: &str = include_str!("template.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = concat!(
    include_str!("script/dom.js"),
    include_str!("script/download.js"),
    include_str!("script/table.js"),
    include_str!("script/filters.js"),
    include_str!("script/board.js"),
    include_str!("script/position.js"),
    include_str!("script/map.js"),
    include_str!("script/starts.js"),
    include_str!("script/boards.js"),
    include_str!("script/damaged.js"),
    include_str!("script/stepper.js"),
    include_str!("script/claims.js"),
    include_str!("script/incidents.js"),
    include_str!("script/repetitions.js"),
    include_str!("script/truth.js"),
    include_str!("script/openings.js"),
    include_str!("script/main.js"),
);

/// Bytes of a page, at most. What all archives have comes first; then damaged games, runs with a claimable draw,
/// repetitions, opening trees and games fill what is left, each up to its own limit.
const PAGE: usize = 2_950_000;
const DAMAGED: usize = 150_000;
const INCIDENTS: usize = 700_000;
const REPETITIONS: usize = 300_000;
const TRUTH: usize = 200_000;
const OPENINGS: usize = 500_000;
const GAMES: usize = 1_150_000;

/// Writes the report: less than 3 MB, whatever the archive.
///
/// # Errors
/// Those of the writer.
pub fn write_html(data: &ReportData, out: &mut dyn Write) -> io::Result<()> {
    let values = values(data)?;
    let mut is_left_out = false;
    for piece in TEMPLATE.split("{{") {
        match piece.split_once("}}") {
            Some(("if starts", _)) if !data.has_starts() => is_left_out = true,
            Some(("if starts" | "end", rest)) => {
                is_left_out = false;
                out.write_all(rest.as_bytes())?;
            }
            _ if is_left_out => {}
            Some((name, rest)) => {
                let value = values.iter().find(|(known, _)| *known == name);
                let value = match name.strip_prefix("text:") {
                    Some(english) => data.language.text(english),
                    None => value.map(|(_, value)| value).ok_or_else(|| unknown(name))?,
                };
                out.write_all(value.as_bytes())?;
                out.write_all(rest.as_bytes())?;
            }
            None => out.write_all(piece.as_bytes())?,
        }
    }
    Ok(())
}

fn unknown(name: &str) -> io::Error {
    io::Error::other(format!("the template asks for {name}, which is not known"))
}

/// The values of the names in the template.
fn values(data: &ReportData) -> io::Result<Vec<(&'static str, String)>> {
    // A checkout may have converted line ends; browsers normalise them before they check the hash.
    let style = [BASE_STYLE, STYLE].concat().replace('\r', "");
    let script = SCRIPT.replace('\r', "");
    let funnel = funnel(data);
    let language = data.language;
    let verdict = escaped(&capitalised(&data.verdict));
    let version = env!("CARGO_PKG_VERSION");
    let footer = language.fill(
        "Made by audit960 {0}. The claims are what the moves allowed; no record shows what was said at the board, and a \
         signed result stands (Laws 8.7). Styles, script and pieces of this page: MIT-0.",
        &[version],
    );
    let mut values = vec![
        ("language", language.tags()[0].to_owned()),
        (
            "labels_json",
            json::script_text(&for_script(language, &script)),
        ),
        ("footer", footer),
        ("policy", policy(&style, &script)),
        ("title", escaped(&data.title)),
        ("scope", escaped(&sections::scope(data))),
        ("headline", sections::headline(data)),
        ("no_starts", no_starts(data)),
        ("games", sections::games(data)),
        ("king_files", sections::king_files(data)),
        ("people", sections::people(data)),
        ("verdict", verdict),
        ("funnel", funnel_section(&funnel, language)?),
        ("model", sections::model(data)),
        ("trend", sections::trend(data)?),
        ("castling", sections::castling(data)?),
        ("findings", sections::findings(data)),
        ("provenance", sections::provenance(data)),
        ("version", escaped(version)),
        ("symbols", piece_symbols()),
        ("positions_json", json::positions(data)),
        ("style", style),
        ("script", script),
    ];
    let taken: usize = values.iter().map(|(_, value)| value.len()).sum();
    let left = PAGE.saturating_sub(taken + TEMPLATE.len());
    let damaged = json::damaged(data, DAMAGED.min(left / 2));
    let left = left.saturating_sub(damaged.text.len());
    let incidents = claims::incidents(data, INCIDENTS.min(left / 2));
    let left = left.saturating_sub(incidents.text.len());
    let repetitions = claims::repetitions(data, REPETITIONS.min(left / 4));
    let left = left.saturating_sub(repetitions.text.len());
    let truth = data.truth.as_ref();
    let cases = truth.map(|truth| truth::cases(truth, TRUTH.min(left / 4), language));
    let left = left.saturating_sub(cases.as_ref().map_or(0, |cases| cases.text.len()));
    let trees = data.openings.as_ref();
    let trees = trees.map(|trees| {
        (
            trees,
            openings::trees(trees, OPENINGS.min(left / 3), language),
        )
    });
    let left = left.saturating_sub(trees.as_ref().map_or(0, |(_, block)| block.text.len()));
    let games = json::games(data, GAMES.min(left));
    values.push((
        "openings_link",
        sections::openings_link(trees.is_some(), language),
    ));
    let section = trees.map(|(trees, block)| sections::openings(trees, &block, language));
    values.push(("openings", section.unwrap_or_default()));
    values.push(("damaged_link", sections::damaged_link(data)));
    values.push(("damaged", sections::damaged(data, &damaged)));
    let section = truth
        .zip(cases)
        .map(|(truth, cases)| sections::truth(data, truth, &cases));
    values.push((
        "truth_link",
        sections::truth_link(section.is_some(), language),
    ));
    values.push(("truth", section.unwrap_or_default()));
    values.push(("repetitions_note", repetitions_note(data, repetitions.rows)));
    values.push(("repetitions_json", repetitions.text));
    values.push(("incidents_note", incidents_note(data, incidents.rows)));
    values.push(("games_json", games.text));
    values.push(("incidents_json", incidents.text));
    Ok(values)
}

/// The content-security policy: no network; of styles and scripts only these.
fn policy(style: &str, script: &str) -> String {
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        source_hash(script),
        source_hash(style)
    )
}

/// The hash by which a content-security policy names a text.
fn source_hash(text: &str) -> String {
    format!(
        "sha256-{}",
        STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}

/// What stands in place of the map where no position was played; else nothing.
fn no_starts(data: &ReportData) -> String {
    let said = "The map and the table of the 960 start positions are left out: none of these games is Chess960 from a known start.";
    match data.has_starts() {
        true => String::new(),
        false => sections::none(data.language.text(said)),
    }
}

fn funnel(data: &ReportData) -> Funnel {
    let (mean, variance) = data.archive_score.unwrap_or_default();
    let points = data.positions.iter().filter_map(|position| {
        let row = &position.row;
        let significant = row.q_value.is_some_and(|q| q <= 0.05);
        Some((row.score_tally.decided(), row.score?, significant))
    });
    Funnel {
        mean,
        variance,
        points: points.collect(),
    }
}

fn funnel_section(funnel: &Funnel, language: Language) -> io::Result<String> {
    if funnel.points.is_empty() {
        return Ok(sections::none(
            language.text("No Chess960 game with a result among these games."),
        ));
    }
    let caption = language.text(
        "Every dot is a start position, with its raw score. The line is White's mean score in the archive. Shaded: where 95\u{a0}% \
         of the positions would be if none differed; dashed: where 99.8\u{a0}% would be.",
    );
    Ok(format!(
        "<figure class=\"card\" id=\"funnel-chart\"><h3>{}</h3>{}<figcaption>{caption}</figcaption></figure>",
        language.text("Score and chance"),
        funnel_chart(funnel, language)?
    ))
}

/// What the list of runs leaves out.
fn incidents_note(data: &ReportData, shown: usize) -> String {
    let (all, language) = (data.headline.incidents, data.language);
    if all == 0 {
        return sections::none(
            language.text("No draw could be claimed under the fifty-move rule."),
        );
    }
    let order = language.text(
        "Half points lost come first, then games won or lost after a claim, then the longest runs.",
    );
    format!(
        "<p class=\"faint\">{order}{}</p>",
        sections::shown(all, shown, language)
    )
}

/// What the list of repeated positions leaves out.
fn repetitions_note(data: &ReportData, shown: usize) -> String {
    let (all, language) = (data.headline.repetitions, data.language);
    if all == 0 {
        let sentence = language.text("No position occurred, or could have, for the third time.");
        return sections::none(sentence);
    }
    let order = language.text(
        "A claim belongs to the side to move: the position occurs for the third time (9.2.2), or would after a move \
         (9.2.1). Half points lost come first.",
    );
    format!(
        "<p class=\"faint\">{order}{}</p>",
        sections::shown(all, shown, language)
    )
}

/// The text as a sentence.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().collect::<String>());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests;
