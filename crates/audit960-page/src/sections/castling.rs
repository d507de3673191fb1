//! Castling by file of king and rook: charts, and the table they are drawn from.

use std::fmt::Write as _;
use std::io;

use audit960_types::CastlingRow;

use super::{head, none, table_start};
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
    let mut html = String::from("<div class=\"charts\">");
    for measure in MEASURES {
        let chart = castling_chart(&data.castling, measure, language)?;
        let _ = write!(
            html,
            "<figure class=\"card\"><figcaption>{}</figcaption>{chart}</figure>",
            measure.title(language)
        );
    }
    html.push_str("</div>");
    html.push_str(&table(&data.castling, language));
    Ok(html)
}

fn table(rows: &[CastlingRow], language: Language) -> String {
    let mut html = format!(
        "<details><summary>{}</summary>{}",
        language.text("The numbers as a table"),
        table_start(language.text("Castling by king and rook"))
    );
    for (name, is_number) in [
        (language.text("King"), false),
        (language.text("Rook"), false),
        (language.text("Side"), false),
        (language.text("Rights"), true),
        (language.text("Used"), true),
        (language.text("Share"), true),
        (language.text("Move"), true),
        (language.text("Wins"), true),
        (language.text("Draws"), true),
        (language.text("Losses"), true),
        (language.text("Score"), true),
    ] {
        html.push_str(&head(name, is_number));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        let shown = |measure: CastlingMeasure| {
            measure.value(row).map_or_else(
                || "\u{2013}".to_owned(),
                |value| measure.text(value, language),
            )
        };
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td>",
            row.king_file,
            row.rook_file,
            language.text(&row.side.as_str().replace('_', "-"))
        );
        let cells = [
            language.grouped(row.rights_played()),
            language.grouped(row.castled),
            shown(CastlingMeasure::Used),
            shown(CastlingMeasure::Move),
            language.grouped(row.wins),
            language.grouped(row.draws),
            language.grouped(row.losses),
            shown(CastlingMeasure::Score),
        ];
        for cell in cells {
            let _ = write!(html, "<td class=\"num\">{cell}</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div></details>");
    html
}
