//! The aggregate tables, row by row.

#[cfg(test)]
mod tests;

use audit960_board::start::Start;
use audit960_types::{
    CastlingRow, Message, MessageValue, ScoreTally, StartPositionRow, StartTally, Tally, Wing,
    message,
};

use crate::calibration::{CalibrationRow, calibration};
use crate::design::{draw_design_effects, fit_design_effects};
use crate::draw_rates::{DrawRow, Null, draw_rows};
use crate::draws::DrawRates;
use crate::evidence::Evidence;
use crate::heterogeneity::Heterogeneity;
use crate::score::{ScoreMoments, score, wilson_interval};
use crate::shrink::{Prior, Residual, SCORE_SPREADS};
use crate::significance::{
    MIN_TESTED_GAMES, SIGNIFICANCE_LEVEL, SignificantPosition, StartVerdict, benjamini_hochberg,
    smallest_detectable_effect,
};
use crate::strata::{Strata, StratumFit};
use crate::tail::p_value;

/// The start positions of an archive, and the verdict over them.
#[derive(Clone, Debug, PartialEq)]
pub struct StartAnalysis {
    /// The 960 rows, by Scharnagl number.
    pub rows: Vec<StartPositionRow>,
    /// Mean and variance of White's score over the Chess960 games with a result; `None` without any.
    pub archive: Option<ScoreMoments>,
    /// What was fitted to each stratum.
    pub strata: Vec<StratumFit>,
    /// How far draw rates differ between positions.
    pub draw_rates: DrawRates,
    /// Expected and observed scores by rating difference.
    pub calibration: Vec<CalibrationRow>,
    /// How far the positions tested differ overall; `None` for fewer than two.
    pub heterogeneity: Option<Heterogeneity>,
    /// Whether some positions differ.
    pub verdict: StartVerdict,
    /// The draws of the positions that have games with a result.
    pub draw_rows: Vec<DrawRow>,
    /// The mean residuals of the positions, by Scharnagl number; `None` without games with a result.
    pub residuals: Vec<Option<Residual>>,
}

impl StartAnalysis {
    /// What the positions prove together, beside what each proves alone; `None` for fewer than two.
    #[must_use]
    pub fn together(&self) -> Option<Message> {
        let found = self.heterogeneity.as_ref()?;
        let alone = self.verdict.significant.is_empty();
        let key = match (found.p_value <= SIGNIFICANCE_LEVEL, alone) {
            (true, true) => "together-differ-unnamed",
            (true, false) => "together-differ",
            (false, true) => "together-chance",
            (false, false) => "together-chance-but-named",
        };
        Some(message!(
            key,
            p = MessageValue::Number(format!("{:.3}", found.p_value)),
            q = MessageValue::Number(format!("{:.0}", found.q)),
            positions = found.positions
        ))
    }
}

/// Table `start_positions`: always 960 rows, by Scharnagl number. Games without moves count.
#[must_use]
pub fn start_position_rows(tally: &Tally) -> Vec<StartPositionRow> {
    analyse_with_moveless(tally).rows
}

/// Compares the start positions of an archive, and counts the results of games without moves as well.
#[must_use]
pub fn analyse_with_moveless(tally: &Tally) -> StartAnalysis {
    let mut analysis = analyse(&tally.with_moveless());
    for row in &mut analysis.rows {
        let moveless = tally.moveless_positions.get(&row.start);
        row.moveless = moveless.map_or(0, |moveless| moveless.score.games());
    }
    analysis
}

/// Compares the start positions of an archive.
///
/// Games without moves do not count ([`analyse_with_moveless`]).
///
/// Each position is compared with what the strata of its games with a result expect (see [`StratumFit`]). The
/// p-value is that of its mean score, whatever its draw rate; results of one cluster depend on each other
/// as they do in its strata. The q-values are over the positions with at least [`MIN_TESTED_GAMES`] games.
/// `adjusted_score` is kept within 0 and 1, as is its interval.
#[must_use]
pub fn analyse(tally: &Tally) -> StartAnalysis {
    let none = StartTally::default();
    let positions: Vec<&StartTally> = Start::all()
        .map(|start| tally.positions.get(&start.number()).unwrap_or(&none))
        .collect();
    let mut total = ScoreTally::default();
    for position in &positions {
        total += position.score;
    }
    let archive = ScoreMoments::of(&total);
    let compared = Compared::of(&positions);
    let rows = Start::all()
        .zip(&positions)
        .enumerate()
        .map(|(index, (start, position))| {
            let mut row = counted(start, position);
            if let Some(moments) = &archive {
                compared.complete(index, moments, &mut row);
            }
            row
        })
        .collect();
    StartAnalysis {
        rows,
        archive,
        draw_rates: compared.draw_rates,
        calibration: calibration(&compared.strata.fits),
        heterogeneity: compared.heterogeneity(),
        verdict: compared.verdict(),
        draw_rows: compared.draw_rows(),
        residuals: compared.evidence.iter().map(residual).collect(),
        strata: compared.strata.fits,
    }
}

/// The columns that follow from one position alone.
fn counted(start: Start, position: &StartTally) -> StartPositionRow {
    StartPositionRow {
        start: start.number(),
        arrangement: start.name().to_owned(),
        mirror: start.mirror().number(),
        king_file: file_letter(start.castling_files().king),
        score_tally: position.score,
        score: score(&position.score),
        rated_games: position.rated_games(),
        mean_plies: mean(position.plies, position.score.games()),
        incidents: position.incidents,
        ..StartPositionRow::default()
    }
}

/// What the comparison of the positions yields, by Scharnagl number.
struct Compared {
    strata: Strata,
    draw_rates: DrawRates,
    evidence: Vec<Evidence>,
    draw_nulls: Vec<Option<Null>>,
    prior: Prior,
    p_values: Vec<Option<f64>>,
    q_values: Vec<Option<f64>>,
}

impl Compared {
    fn of(positions: &[&StartTally]) -> Self {
        let mut strata = Strata::fit(positions);
        let mut evidence: Vec<Evidence> = positions
            .iter()
            .map(|position| Evidence::of(&strata, position))
            .collect();
        let counts: Vec<_> = evidence.iter().filter_map(Evidence::draw_count).collect();
        let draw_rates = DrawRates::of(&counts);
        let draw_nulls = evidence.iter().map(Null::of).collect();
        evidence
            .iter_mut()
            .for_each(|evidence| evidence.complete(&draw_rates));
        fit_design_effects(&mut strata.fits, &mut evidence);
        let p_values: Vec<Option<f64>> = evidence.iter().map(p_value).collect();
        let family: Vec<Option<f64>> = p_values
            .iter()
            .zip(&evidence)
            .map(|(p, position)| p.filter(|_| position.games >= MIN_TESTED_GAMES))
            .collect();
        let residuals: Vec<Residual> = evidence.iter().filter_map(residual).collect();
        Self {
            q_values: benjamini_hochberg(&family),
            prior: Prior::fit(SCORE_SPREADS, &residuals),
            strata,
            draw_rates,
            draw_nulls,
            evidence,
            p_values,
        }
    }

    /// Fills the columns that depend on the archive.
    fn complete(&self, index: usize, archive: &ScoreMoments, row: &mut StartPositionRow) {
        if let Some((low, high)) = wilson_interval(&row.score_tally, archive) {
            row.score_low = Some(low);
            row.score_high = Some(high);
        }
        row.p_value = self.p_values[index];
        row.q_value = self.q_values[index];
        let evidence = &self.evidence[index];
        if let Some(residual) = residual(evidence) {
            let estimate = self.prior.estimate(&residual);
            let score = |difference: f64| Some((archive.mean + difference).clamp(0.0, 1.0));
            row.expected_score = Some(evidence.expected / (2.0 * evidence.games as f64));
            row.adjusted_score = score(estimate.mean);
            row.adjusted_low = score(estimate.low);
            row.adjusted_high = score(estimate.high);
        }
    }

    fn draw_rows(&self) -> Vec<DrawRow> {
        let effects = draw_design_effects(self.strata.fits.len(), &self.evidence);
        draw_rows(&self.draw_nulls, &effects)
    }

    fn tested(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence
            .iter()
            .filter(|evidence| evidence.games >= MIN_TESTED_GAMES)
    }

    fn heterogeneity(&self) -> Option<Heterogeneity> {
        let residuals: Vec<Residual> = self.tested().filter_map(residual).collect();
        Heterogeneity::of(&residuals)
    }

    fn verdict(&self) -> StartVerdict {
        let games: Vec<u64> = self.tested().map(|evidence| evidence.games).collect();
        let median_games = median(games.clone());
        let total: u64 = games.iter().sum();
        let variance: f64 = self
            .tested()
            .map(|evidence| evidence.variance * evidence.design_effect)
            .sum();
        let played = self
            .evidence
            .iter()
            .filter(|evidence| evidence.games > 0)
            .count();
        StartVerdict {
            positions: games.len(),
            games: total,
            rated_games: self.tested().map(|evidence| evidence.rated_games).sum(),
            untested: played - games.len(),
            most_games: self
                .evidence
                .iter()
                .map(|evidence| evidence.games)
                .max()
                .unwrap_or(0),
            smallest_q: self
                .q_values
                .iter()
                .flatten()
                .copied()
                .min_by(f64::total_cmp),
            significant: self.significant(),
            median_games,
            smallest_detectable: smallest_detectable_effect(
                median_games,
                variance / (4.0 * total as f64),
                games.len(),
            ),
        }
    }

    fn significant(&self) -> Vec<SignificantPosition> {
        let mut found: Vec<SignificantPosition> = Start::all()
            .zip(self.q_values.iter().zip(&self.evidence))
            .filter_map(|(start, (q_value, evidence))| {
                Some(SignificantPosition {
                    start,
                    residual: residual(evidence)?.mean,
                    q_value: (*q_value).filter(|&q| q <= SIGNIFICANCE_LEVEL)?,
                })
            })
            .collect();
        found.sort_by(|a, b| a.q_value.total_cmp(&b.q_value));
        found
    }
}

/// The median of some counts, the mean of the two in the middle; 0 without any.
fn median(mut counts: Vec<u64>) -> f64 {
    counts.sort_unstable();
    let middle = |index: usize| counts.get(index).map_or(0.0, |count| *count as f64);
    let (lower, upper) = (counts.len().saturating_sub(1) / 2, counts.len() / 2);
    (middle(lower) + middle(upper)) / 2.0
}

/// A position's mean residual in points; `None` without games.
fn residual(evidence: &Evidence) -> Option<Residual> {
    let games = evidence.games as f64;
    (evidence.games > 0).then(|| Residual {
        mean: evidence.residual() / (2.0 * games),
        variance: evidence.variance * evidence.design_effect / (4.0 * games * games),
    })
}

/// Table `castling`: always 42 rows, by the king's file from b to g and then by the rook's file from
/// a to h. Castling with a rook left of the king is a-side castling, so for each king the a-side rows come
/// first.
#[must_use]
pub fn castling_rows(tally: &Tally) -> Vec<CastlingRow> {
    let mut rows = Vec::with_capacity(42);
    for king in 1..=6 {
        for rook in (0..8).filter(|&rook| rook != king) {
            let side = if rook < king {
                Wing::ASide
            } else {
                Wing::HSide
            };
            let counts = tally
                .castling
                .get(&(king, rook, side))
                .copied()
                .unwrap_or_default();
            rows.push(CastlingRow {
                king_file: file_letter(king),
                rook_file: file_letter(rook),
                side,
                games_with_right: counts.with_right,
                moveless: counts.moveless,
                castled: counts.castled,
                mean_ply: mean(counts.ply_sum, counts.castled),
                wins: counts.score.white_wins,
                draws: counts.score.draws,
                losses: counts.score.black_wins,
                unfinished: counts.score.unfinished,
            });
        }
    }
    rows
}

/// `sum / count`; `None` if `count` is 0.
pub(crate) fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

/// The letter of a file (0-7).
pub(crate) fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}
