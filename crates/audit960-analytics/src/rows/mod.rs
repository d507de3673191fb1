//! The aggregate tables, row by row.

#[cfg(test)]
mod tests;

use audit960_board::start::Start;
use audit960_types::{CastlingRow, ScoreTally, StartPositionRow, StartTally, Tally, Wing};

use crate::model::{Evidence, ResultModel, TestBasis};
use crate::score::{ScoreMoments, score, wilson_interval};
use crate::shrink::{Residual, between_variance, shrunken};
use crate::significance::{
    SIGNIFICANCE_LEVEL, SignificantPosition, Verdict, benjamini_hochberg,
    smallest_detectable_effect,
};
use crate::tail::p_values;

/// The start positions of an archive, and the verdict over them.
#[derive(Clone, Debug, PartialEq)]
pub struct StartAnalysis {
    /// The 960 rows, by Scharnagl number.
    pub rows: Vec<StartPositionRow>,
    /// Mean and variance of White's score over the decided Chess960 games; `None` without any.
    pub archive: Option<ScoreMoments>,
    /// What White's move is worth in rating points, fitted over the rated games; infinite where
    /// White won (or lost) all of them, `None` without any.
    pub white_advantage: Option<f64>,
    /// Whether some positions differ.
    pub verdict: Verdict,
}

/// Table `start_positions`: always 960 rows, by Scharnagl number.
#[must_use]
pub fn start_position_rows(tally: &Tally) -> Vec<StartPositionRow> {
    analyse(tally).rows
}

/// Judges the start positions of an archive.
///
/// The p-value of a position is that of its summed residual under the archive's win/draw/loss model:
/// over its rated games if the archive has any (a position without them has none), else over its
/// decided games; q-values are over the positions that have a p-value. `adjusted_score` is kept
/// within 0 and 1.
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
    let judged = Judged::of(tally, &positions);
    let rows = Start::all()
        .zip(&positions)
        .enumerate()
        .map(|(index, (start, position))| {
            let mut row = counted(start, position);
            if let Some(moments) = &archive {
                judged.complete(index, moments, &mut row);
            }
            row
        })
        .collect();
    StartAnalysis {
        rows,
        archive,
        white_advantage: judged.model.as_ref().and_then(|model| model.advantage),
        verdict: judged.verdict(),
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
        score_low: None,
        score_high: None,
        rated_games: position.rated.values().map(ScoreTally::decided).sum(),
        expected_score: None,
        adjusted_score: None,
        p_value: None,
        q_value: None,
        mean_plies: mean(position.plies, position.score.games()),
        incidents: position.incidents,
    }
}

/// What the comparison of the positions yields, by Scharnagl number.
struct Judged {
    model: Option<ResultModel>,
    evidence: Vec<Evidence>,
    p_values: Vec<Option<f64>>,
    q_values: Vec<Option<f64>>,
    between_variance: f64,
}

impl Judged {
    fn of(tally: &Tally, positions: &[&StartTally]) -> Self {
        let model = ResultModel::fit(tally);
        let evidence: Vec<Evidence> = positions
            .iter()
            .map(|position| {
                model
                    .as_ref()
                    .map_or_else(Evidence::default, |m| m.evidence(position))
            })
            .collect();
        let p_values = match &model {
            Some(model) => p_values(&model.outcomes, &evidence),
            None => vec![None; evidence.len()],
        };
        let residuals: Vec<Residual> = evidence.iter().filter_map(residual).collect();
        Self {
            q_values: benjamini_hochberg(&p_values),
            between_variance: between_variance(&residuals),
            model,
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
        if self.basis() == Some(TestBasis::RatedGames) {
            let evidence = &self.evidence[index];
            row.expected_score =
                residual(evidence).map(|_| evidence.expected / (2.0 * evidence.games as f64));
            row.adjusted_score = residual(evidence).map(|residual| {
                (archive.mean + shrunken(&residual, self.between_variance)).clamp(0.0, 1.0)
            });
        }
    }

    fn basis(&self) -> Option<TestBasis> {
        self.model.as_ref().map(|model| model.basis)
    }

    fn verdict(&self) -> Verdict {
        let mut games: Vec<u64> = self
            .evidence
            .iter()
            .map(|evidence| evidence.games)
            .filter(|&games| games > 0)
            .collect();
        games.sort_unstable();
        let median_games = games.get(games.len() / 2).copied().unwrap_or(0);
        let variance = self.model.as_ref().map_or(0.0, |model| model.game_variance);
        Verdict {
            basis: self.basis(),
            positions: games.len(),
            games: games.iter().sum(),
            smallest_q: self
                .q_values
                .iter()
                .flatten()
                .copied()
                .min_by(f64::total_cmp),
            significant: self.significant(),
            median_games,
            smallest_detectable: smallest_detectable_effect(median_games, variance, games.len()),
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

/// A position's mean residual in points; `None` without games.
fn residual(evidence: &Evidence) -> Option<Residual> {
    let games = evidence.games as f64;
    (evidence.games > 0).then(|| Residual {
        mean: evidence.residual() / (2.0 * games),
        variance: evidence.variance / (4.0 * games * games),
    })
}

/// Table `castling`: always 42 rows, by the king's file from b to g and then by the rook's file from
/// a to h. The rooks left of the king castle to the a-side, so for each king the a-side rows come
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

/// The mean of a sum; `None` over nothing.
pub(crate) fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

/// The letter of a file (0-7).
pub(crate) fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}
