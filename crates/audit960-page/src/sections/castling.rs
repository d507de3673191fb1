//! Castling by file of king and rook: charts, and the table they are drawn from.

use std::fmt::Write as _;
use std::io;

use audit960_types::CastlingRow;

use crate::charts::{CastlingMeasure, castling_chart};
use crate::data::ReportData;
use audit960_report::grouped;

const MEASURES: [CastlingMeasure; 3] = [
    CastlingMeasure::Used,
    CastlingMeasure::Score,
    CastlingMeasure::Move,
];

/// Three charts and a table.
pub(crate) fn castling(data: &ReportData) -> io::Result<String> {
    if data.castling.iter().all(|row| row.rights_played() == 0) {
        return Ok(
            "<p class=\"none\">No game of this archive starts with a right to castle.</p>".into(),
        );
    }
    let mut html = String::from("<div class=\"charts\">");
    for measure in MEASURES {
        let chart = castling_chart(&data.castling, measure)?;
        let _ = write!(
            html,
            "<figure class=\"card\"><figcaption>{}</figcaption>{chart}</figure>",
            measure.title()
        );
    }
    html.push_str("</div>");
    html.push_str(&table(&data.castling));
    Ok(html)
}

fn table(rows: &[CastlingRow]) -> String {
    let mut html = String::from(
        "<details><summary>The numbers as a table</summary><div class=\"scroll\" tabindex=\"0\" \
         role=\"region\" aria-label=\"Castling by king and rook\"><table><thead><tr><th \
         scope=\"col\">King</th><th scope=\"col\">Rook</th><th scope=\"col\">Side</th><th scope=\"col\" \
         class=\"num\">Rights</th><th scope=\"col\" class=\"num\">Used</th><th scope=\"col\" \
         class=\"num\">Share</th><th scope=\"col\" class=\"num\">Move</th><th scope=\"col\" \
         class=\"num\">Wins</th><th scope=\"col\" class=\"num\">Draws</th><th scope=\"col\" \
         class=\"num\">Losses</th><th scope=\"col\" class=\"num\">Score</th></tr></thead><tbody>",
    );
    for row in rows {
        let shown = |measure: CastlingMeasure| {
            measure
                .value(row)
                .map_or_else(|| "\u{2013}".to_owned(), |value| measure.text(value))
        };
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td>",
            row.king_file,
            row.rook_file,
            row.side.as_str().replace('_', "-")
        );
        let cells = [
            grouped(row.rights_played()),
            grouped(row.castled),
            shown(CastlingMeasure::Used),
            shown(CastlingMeasure::Move),
            grouped(row.wins),
            grouped(row.draws),
            grouped(row.losses),
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
