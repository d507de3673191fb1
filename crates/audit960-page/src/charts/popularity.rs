//! How often positions were played, most frequent first, beside what chance gives for as many games.

use std::io;

use plotters::element::Polygon;
use plotters::series::LineSeries;
use plotters::style::{Color as _, ShapeStyle};

use super::axes::{Axis, draw_axes};
use super::{CHANCE, DATA, NARROW, WIDE, count_label, failed, figure};
use crate::data::Ranking;
use crate::language::Language;

/// The chart of a ranking; `counted` says what (`games`, `draws`), `of` whose they are.
pub(crate) fn popularity_chart(
    ranking: &Ranking,
    counted: &str,
    of: &str,
    language: Language,
) -> io::Result<String> {
    let (Some(&most), Some(&(low, high))) = (ranking.counts.first(), ranking.band.first()) else {
        return Ok(String::new());
    };
    let counted = match counted {
        "games" => language.text("games"),
        _ => language.text("lots"),
    };
    let (fewest, many) = ranking.missing_band;
    let numbers = [most, low, high, ranking.missing() as u64, fewest, many];
    let numbers = numbers.map(|number| number.to_string());
    let [most, low, high, missing, fewest, many] = numbers.each_ref().map(String::as_str);
    let label = language.fill(
        "Start positions by number of {0}, {1}. The most frequent one has {2}, where chance gives {3} to {4}; {5} of 960 \
         never occur, where chance leaves {6} to {7}.",
        &[counted, of, most, low, high, missing, fewest, many],
    );
    figure(&label, &[WIDE, NARROW], &|format, canvas| {
        let low: Vec<u64> = ranking.band.iter().map(|&(low, _)| low).collect();
        let high: Vec<u64> = ranking.band.iter().map(|&(_, high)| high).collect();
        let top = ranking
            .counts
            .iter()
            .chain(&high)
            .copied()
            .max()
            .unwrap_or(0) as f64;
        let played = |counts: &[u64]| counts.iter().take_while(|&&count| count > 0).count();
        let last = played(&ranking.counts).max(played(&high)) as f64;
        let mut chart = draw_axes(
            canvas,
            format,
            Axis {
                name: language.text("start positions, most frequent first"),
                range: 0.0..last * 1.02 + 0.5,
                labels: 8,
                label: &|value| count_label(*value, language),
            },
            Axis {
                name: counted,
                range: 0.0..top * 1.06 + 0.2,
                labels: 6,
                label: &|value| count_label(*value, language),
            },
        )?;
        let mut band = steps(&high);
        band.extend(steps(&low).into_iter().rev());
        chart
            .draw_series(std::iter::once(Polygon::new(band, CHANCE.mix(0.35))))
            .map_err(failed)?;
        // Where the band is only a line, its area would not be seen.
        for edge in [&low, &high] {
            let line = ShapeStyle::from(CHANCE).stroke_width(format.stroke / 2);
            chart
                .draw_series(LineSeries::new(steps(edge), line))
                .map_err(failed)?;
        }
        let line = ShapeStyle::from(DATA).stroke_width(format.stroke + 1);
        chart
            .draw_series(LineSeries::new(steps(&ranking.counts), line))
            .map_err(failed)?;
        Ok(())
    })
}

/// Steps of a staircase beyond which it is drawn as a line through some of them.
const MAX_STEPS: usize = 120;

/// The corners of a staircase: counts by rank, each one wide. Of many steps only some are drawn, the
/// first and the last among them.
fn steps(counts: &[u64]) -> Vec<(f64, f64)> {
    let mut corners = Vec::new();
    let mut rank = 0;
    for run in counts.chunk_by(|a, b| a == b) {
        let height = run.first().map_or(0.0, |&count| count as f64);
        corners.push((f64::from(rank), height));
        rank += run.len() as u32;
        corners.push((f64::from(rank), height));
    }
    let stride = corners.len().div_ceil(2 * MAX_STEPS);
    if stride > 1 {
        let last = corners.last().copied();
        corners = corners.into_iter().step_by(stride).collect();
        corners.extend(last);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_counts_are_one_step() {
        let corners = [
            (0.0, 3.0),
            (1.0, 3.0),
            (1.0, 2.0),
            (4.0, 2.0),
            (4.0, 0.0),
            (5.0, 0.0),
        ];
        assert_eq!(steps(&[3, 2, 2, 2, 0]), corners);
        assert_eq!(steps(&[]), []);
    }

    #[test]
    fn a_long_staircase_keeps_its_ends() {
        let counts: Vec<u64> = (0..960).rev().collect();
        let corners = steps(&counts);
        assert!(corners.len() <= 2 * MAX_STEPS + 1, "{}", corners.len());
        assert_eq!(
            (corners[0], corners[corners.len() - 1]),
            ((0.0, 959.0), (960.0, 0.0))
        );
    }

    #[test]
    fn the_label_says_what_the_picture_shows() {
        let mut counts = vec![0; 960];
        counts[..3].copy_from_slice(&[5, 1, 1]);
        let mut band = vec![(0, 0); 960];
        band[0] = (1, 2);
        let ranking = Ranking {
            counts,
            most: 518,
            band,
            missing_band: (950, 955),
        };
        let chart = popularity_chart(&ranking, "games", "all games", Language::English).unwrap();
        assert!(
            chart.contains("The most frequent one has 5, where chance gives 1 to 2; 957 of 960")
        );
        assert!(chart.contains("<polyline "));
        assert!(chart.contains("<polygon "));
    }
}
