//! Castling by file of king and rook: charts, and the table they are drawn from.

use std::fmt::Write as _;
use std::io;

use audit960_types::CastlingRow;

use super::{details, none, table};
use crate::charts::{CastlingMeasure, castling_chart};
use crate::data::ReportData;
use crate::language::Language;

const MEASURES: [CastlingMeasure; 3] = [
    CastlingMeasure::Used,
    CastlingMeasure::Score,
    CastlingMeasure::Move,
];

/// Three charts and a table.
pub(crate) fn castling(data: &ReportData) -> io::Result<String> {
    let language = data.language;
    if data.castling.iter().all(|row| row.rights_played() == 0) {
        return Ok(none(
            language.text("None of these games starts with a right to castle."),
        ));
    }
    let mut html = format!(
        "<div class=\"charts strip\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">",
        language.text("Charts of castling")
    );
    for measure in MEASURES {
        let chart = castling_chart(&data.castling, measure, language)?;
        let _ = write!(
            html,
            "<figure class=\"card\"><h3>{}</h3>{chart}</figure>",
            measure.title(language)
        );
    }
    html.push_str("</div>");
    html.push_str(&numbers(&data.castling, language));
    Ok(html)
}

fn numbers(rows: &[CastlingRow], language: Language) -> String {
    let heads = [
        language.text("King"),
        language.text("Rook"),
        language.text("Side"),
        language.text("Rights"),
        language.text("Used"),
        language.text("Share"),
        language.text("Move"),
        language.text("Wins"),
        language.text("Draws"),
        language.text("Losses"),
        language.text("Score"),
    ];
    let rows = rows.iter().map(|row| {
        let shown = |measure: CastlingMeasure| {
            measure.value(row).map_or_else(
                || "\u{2013}".to_owned(),
                |value| measure.text(value, language),
            )
        };
        vec![
            row.king_file.to_string(),
            row.rook_file.to_string(),
            language
                .text(&row.side.as_str().replace('_', "-"))
                .to_owned(),
            language.grouped(row.rights_played()),
            language.grouped(row.castled),
            shown(CastlingMeasure::Used),
            shown(CastlingMeasure::Move),
            language.grouped(row.wins),
            language.grouped(row.draws),
            language.grouped(row.losses),
            shown(CastlingMeasure::Score),
        ]
    });
    let table = table(language.text("Castling by king and rook"), &heads, rows);
    details(language.text("The numbers as a table"), &table)
}
