//! Castling by file of king and rook.

use std::io;

use audit960_types::CastlingRow;
use plotters::chart::ChartBuilder;
use plotters::element::{Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, IntoFont as _, TextStyle};

use super::{DATA, FONT, STRONG, failed, figure};
use crate::language::Language;

/// What a castling chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastlingMeasure {
    /// Share of the rights that were used.
    Used,
    /// Mean move of castling.
    Move,
    /// Mean score of those who castled.
    Score,
}

impl CastlingMeasure {
    /// The title of the chart.
    pub(crate) fn title(self, language: Language) -> &'static str {
        match self {
            Self::Used => language.text("Rights that were used"),
            Self::Move => language.text("Mean move of castling"),
            Self::Score => language.text("Score of those who castled"),
        }
    }

    /// The value of a row.
    pub(crate) fn value(self, row: &CastlingRow) -> Option<f64> {
        let share = |part: f64, whole: u64| (whole > 0).then(|| part / whole as f64);
        match self {
            Self::Used => share(row.castled as f64, row.rights_played()),
            Self::Move => row.mean_ply.map(|ply| f64::midpoint(ply, 1.0)),
            Self::Score => share(
                row.wins as f64 + row.draws as f64 / 2.0,
                row.wins + row.draws + row.losses,
            ),
        }
    }

    /// What the value of a row is a mean of: rights, castlings or games.
    const fn weight(self, row: &CastlingRow) -> u64 {
        match self {
            Self::Used => row.rights_played(),
            Self::Move => row.castled,
            Self::Score => row.wins + row.draws + row.losses,
        }
    }

    /// The chart in words: the mean, and the places with the highest and the lowest value.
    fn description(self, rows: &[CastlingRow], language: Language) -> String {
        let values: Vec<(f64, &CastlingRow)> = rows
            .iter()
            .filter_map(|row| Some((self.value(row)?, row)))
            .collect();
        let by_value = |a: &&(f64, &CastlingRow), b: &&(f64, &CastlingRow)| a.0.total_cmp(&b.0);
        let (Some(high), Some(low)) = (
            values.iter().max_by(by_value),
            values.iter().min_by(by_value),
        ) else {
            return self.title(language).to_owned();
        };
        let weights: u64 = values.iter().map(|(_, row)| self.weight(row)).sum();
        let sum: f64 = values
            .iter()
            .map(|(value, row)| value * self.weight(row) as f64)
            .sum();
        let said = |(value, row): &(f64, &CastlingRow)| {
            let files = [row.king_file, row.rook_file].map(String::from);
            (self.text(*value, language), files)
        };
        let (high, [high_king, high_rook]) = said(high);
        let (low, [low_king, low_rook]) = said(low);
        language.fill(
            "{0} by file of king and rook: {1} on the whole, most with {2} for king {3} and rook {4}, least with {5} for king {6} \
             and rook {7}. The table has all numbers.",
            &[
                self.title(language),
                &self.text(sum / weights as f64, language),
                &high,
                &high_king,
                &high_rook,
                &low,
                &low_king,
                &low_rook,
            ],
        )
    }

    /// A value as text.
    pub(crate) fn text(self, value: f64, language: Language) -> String {
        match self {
            Self::Move => language.number(&format!("{value:.1}")).into_owned(),
            Self::Used | Self::Score => format!("{:.0} %", (value * 100.0).round()),
        }
    }
}

/// The chart of a measure: kings from top to bottom, rooks from left to right. Rooks left of the
/// king castle to the a-side, the others to the h-side.
pub(crate) fn castling_chart(
    rows: &[CastlingRow],
    measure: CastlingMeasure,
    language: Language,
) -> io::Result<String> {
    figure(&measure.description(rows, language), &|canvas| {
        let values = rows.iter().filter_map(|row| measure.value(row));
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        // One row and one column more than the board has files, for their names.
        let mut chart = ChartBuilder::on(canvas)
            .build_cartesian_2d(-1.0..8.0, 0.0..7.0)
            .map_err(failed)?;
        let text = |size: u32| {
            let style: TextStyle<'static> = ("sans-serif", size).into_font().color(&STRONG);
            style.pos(Pos::new(HPos::Center, VPos::Center))
        };
        let mut words = Vec::new();
        for row in rows {
            let (king, rook) = (place(row.king_file), place(row.rook_file));
            let (left, bottom) = (rook, 6.0 - king);
            let value = measure.value(row);
            if let Some(value) = value {
                let strength = if high > low {
                    (value - low) / (high - low)
                } else {
                    0.5
                };
                let corners = [(left + 0.03, bottom + 0.03), (left + 0.97, bottom + 0.97)];
                let cell = Rectangle::new(corners, DATA.mix(0.08 + 0.42 * strength).filled());
                chart.draw_series(std::iter::once(cell)).map_err(failed)?;
            }
            let shown = value.map_or_else(|| "–".to_owned(), |value| measure.text(value, language));
            words.push((left + 0.5, bottom + 0.5, shown, FONT));
        }
        for file in 0..8_u8 {
            let letter = char::from(b'a' + file);
            words.push((f64::from(file) + 0.5, 6.5, format!("R{letter}"), FONT));
            if (1..7).contains(&file) {
                let row = 6.5 - f64::from(file);
                words.push((-0.5, row, format!("K{letter}"), FONT));
                words.push((f64::from(file) + 0.5, row, "K".to_owned(), FONT + 8));
            }
        }
        chart
            .draw_series(
                words
                    .into_iter()
                    .map(|(x, y, word, size)| Text::new(word, (x, y), text(size))),
            )
            .map_err(failed)?;
        Ok(())
    })
}

/// The number of a file, 0 for a.
fn place(file: char) -> f64 {
    f64::from(u32::from(file).saturating_sub(u32::from('a')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::Wing;

    fn row(castled: u64) -> CastlingRow {
        CastlingRow {
            king_file: 'e',
            rook_file: 'h',
            side: Wing::HSide,
            games_with_right: 10,
            moveless: 2,
            castled,
            mean_ply: (castled > 0).then_some(13.0),
            wins: castled / 2,
            draws: castled - castled / 2,
            losses: 0,
            unfinished: 0,
        }
    }

    #[test]
    fn measures_are_shares_moves_and_points() {
        let text = |measure: CastlingMeasure| {
            measure
                .value(&row(6))
                .map(|v| measure.text(v, Language::English))
        };
        assert_eq!(text(CastlingMeasure::Used).as_deref(), Some("75 %"));
        // The thirteenth half-move is White's seventh move.
        assert_eq!(text(CastlingMeasure::Move).as_deref(), Some("7.0"));
        // Three wins and three draws of six.
        assert_eq!(text(CastlingMeasure::Score).as_deref(), Some("75 %"));
        assert_eq!(CastlingMeasure::Score.value(&row(0)), None);
    }

    #[test]
    fn a_chart_without_castling_has_no_cell() {
        let rows = [row(0)];
        let chart = castling_chart(&rows, CastlingMeasure::Move, Language::English).unwrap();
        assert!(!chart.contains("<rect "));
        assert!(chart.contains('–'));
        let chart = castling_chart(&rows, CastlingMeasure::Used, Language::English).unwrap();
        assert_eq!(chart.matches("<rect ").count(), 1);
    }
}
