//! The 960 positions on ten lines.

use std::io::Write;

use audit960_statistics::StartAnalysis;
use audit960_types::StartPositionRow;

/// Positions of a line: those with knights and rooks in one pattern, since Scharnagl's number
/// counts knights by 96.
const LINE: usize = 96;
/// Characters of a line; each shows two positions, one above the other.
const WIDTH: usize = LINE / 2;

/// How a position compares with the archive's mean score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shade {
    Unplayed,
    FarBelow,
    Below,
    Above,
    FarAbove,
}

impl Shade {
    const LEGEND: [(Self, &'static str); 5] = [
        (
            Self::FarBelow,
            "adjusted score clearly below the mean (95 % interval)",
        ),
        (Self::Below, "below, not clearly"),
        (Self::Above, "above, not clearly"),
        (Self::FarAbove, "clearly above"),
        (Self::Unplayed, "no result"),
    ];

    fn of(row: &StartPositionRow, mean: f64) -> Self {
        let (Some(score), Some(low), Some(high)) =
            (row.adjusted_score, row.adjusted_low, row.adjusted_high)
        else {
            return Self::Unplayed;
        };
        if high < mean {
            Self::FarBelow
        } else if low > mean {
            Self::FarAbove
        } else if score < mean {
            Self::Below
        } else {
            Self::Above
        }
    }

    /// Its colour in the 256-colour palette.
    const fn colour(self) -> u8 {
        match self {
            Self::Unplayed => 236,
            Self::FarBelow => 27,
            Self::Below => 110,
            Self::Above => 216,
            Self::FarAbove => 196,
        }
    }
}

/// Draws the positions by Scharnagl number, 96 a line in two rows of 48, coloured by White's adjusted score.
pub(super) fn write(analysis: &StartAnalysis, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(archive) = &analysis.archive else {
        return Ok(());
    };
    let shades: Vec<Shade> = analysis
        .rows
        .iter()
        .map(|row| Shade::of(row, archive.mean))
        .collect();
    writeln!(out)?;
    for (line, shades) in shades.chunks(LINE).enumerate() {
        write!(out, "{:>5} ", line * LINE)?;
        let (upper, lower) = shades.split_at(WIDTH.min(shades.len()));
        for (upper, lower) in upper.iter().zip(lower) {
            write!(
                out,
                "\x1b[38;5;{};48;5;{}m▀",
                upper.colour(),
                lower.colour()
            )?;
        }
        writeln!(out, "\x1b[0m")?;
    }
    for (shade, meaning) in Shade::LEGEND {
        writeln!(out, "      \x1b[38;5;{}m█\x1b[0m {meaning}", shade.colour())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_statistics::analyse;
    use audit960_types::{ComparedGame, GameResult, Population, StartTally, Tally};

    fn analysis(games: &[(u16, u64, u64)]) -> StartAnalysis {
        // Each game a cluster of its own.
        let (mut tally, mut cluster) = (Tally::default(), 0);
        for &(number, white_wins, black_wins) in games {
            let mut start = StartTally::default();
            let wins = [
                (GameResult::White, white_wins),
                (GameResult::Black, black_wins),
            ];
            for (result, games) in wins {
                for _ in 0..games {
                    cluster += 1;
                    start.score.add(result);
                    start.compare(&ComparedGame {
                        result,
                        population: Population::Human,
                        time_class: None,
                        difference: None,
                        cluster,
                    });
                }
            }
            tally.positions.insert(number, start);
        }
        analyse(&tally)
    }

    #[test]
    fn every_position_has_its_place() {
        // 90 of 100 and 10 of 100 are far from one half, 6 of 10 is not.
        let analysis = analysis(&[(0, 90, 10), (48, 10, 90), (959, 6, 4), (958, 4, 6)]);
        let mut out = Vec::new();
        write(&analysis, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).take(10).collect();
        assert_eq!(text.matches('▀').count(), 480);
        assert!(lines[0].starts_with("    0 \x1b[38;5;196;48;5;27m▀\x1b[38;5;236;48;5;236m▀"));
        assert!(lines[9].starts_with("  864 "));
        assert!(lines[9].ends_with("\x1b[38;5;236;48;5;110m▀\x1b[38;5;236;48;5;216m▀\x1b[0m"));
    }

    #[test]
    fn no_results_no_picture() {
        let mut out = Vec::new();
        write(&analysis(&[]), &mut out).unwrap();
        assert!(out.is_empty());
    }
}
