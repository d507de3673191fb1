//! How many games there are in each band of something: of length, of rating.

use std::io;

use plotters::element::Rectangle;
use plotters::style::Color as _;

use super::axes::{Axis, draw_axes};
use super::{DATA, SMALL, count_label, failed, figure};
use crate::data::Band;
use crate::language::Language;

/// The chart of the bands, which follow each other; `of` says whose games they are, `unit` what is on the axis.
/// Empty without bands.
pub(crate) fn spread_chart(
    bands: &[Band],
    of: &str,
    unit: &str,
    language: Language,
) -> io::Result<String> {
    let Some(most) = bands.iter().max_by_key(|band| band.games) else {
        return Ok(String::new());
    };
    let label = language.fill(
        "{0} by {1}: most, {2}, with {3}.",
        &[
            of,
            unit,
            &language.grouped(most.games),
            &most.words(language),
        ],
    );
    let open = bands.last().filter(|band| band.is_open);
    let unit = &open.map_or_else(
        || unit.to_owned(),
        |last| language.fill("{0} (last bar: {1})", &[unit, &last.words(language)]),
    );
    figure(&label, &[SMALL], &|format, canvas| {
        let (most, games) = (most.games, language.text("games"));
        let low = bands.first().map_or(0.0, |band| band.from as f64);
        let high = bands
            .last()
            .map_or(1.0, |band| (band.from + band.width) as f64);
        let mut chart = draw_axes(
            canvas,
            format,
            Axis {
                name: unit,
                range: low..high,
                labels: 6,
                label: &|value| format!("{value:.0}"),
            },
            Axis {
                name: games,
                range: 0.0..most as f64 * 1.06,
                labels: 5,
                label: &|value| count_label(*value, language),
            },
        )?;
        let bars = bands.iter().filter(|band| band.games > 0).map(|band| {
            let (from, width) = (band.from as f64, band.width as f64);
            let corners = [
                (from + 0.06 * width, 0.0),
                (from + 0.94 * width, band.games as f64),
            ];
            Rectangle::new(corners, DATA.filled())
        });
        chart.draw_series(bars).map_err(failed)?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_for_each_band_with_games() {
        let band = |from, games| Band {
            from,
            width: 10,
            is_open: false,
            games,
        };
        let mut bands = [band(20, 3), band(30, 0), band(40, 1_200)];
        let chart = spread_chart(&bands, "Chess960 games", "moves", Language::English).unwrap();
        assert!(chart.contains("Chess960 games by moves: most, 1,200, with 40 to 49."));
        assert_eq!(chart.matches("<rect ").count(), 2);
        bands[2].is_open = true;
        let chart = spread_chart(&bands, "Chess960 games", "moves", Language::English).unwrap();
        assert!(chart.contains("with 40 and more."));
        assert!(chart.contains("moves (last bar: 40 and more)"));
        assert_eq!(
            spread_chart(&[], "Games", "moves", Language::English).unwrap(),
            ""
        );
    }
}
