//! What results and draws of start positions prove.
//!
//! Everything is computed from mergeable integer tallies: in whatever order an archive was read, the
//! numbers are the same to the last bit. Scores are White's, 0 to 1 per game. The module docs give the
//! formulas; `docs/starts.md` explains the model in words and shows how it performs in simulations.
//!
//! [`analyse`] compares the 960 positions: what their [`strata`](StratumFit) expect, how far each is from
//! that, how certain that is, and one [`StartVerdict`] over all. [`Comparison`] compares two archives.
//! [`popularity_of`] tests how the positions may have been drawn. [`castling_rows`], [`mirror_pair_rows`]
//! and [`king_file_rows`] only describe.

mod calibration;
mod compare;
mod design;
mod design_effect;
mod draw_rates;
mod draws;
mod evaluations;
mod evidence;
mod fit;
mod groups;
mod heterogeneity;
mod outcome;
mod pentanomial;
mod popularity;
mod rows;
mod score;
mod shrink;
mod significance;
mod strata;
mod tail;

pub use calibration::CalibrationRow;
pub use compare::{ComparedStart, Comparison, Difference};
pub use design_effect::DesignEffect;
pub use draw_rates::{DrawRow, draw_verdict, with_games as draw_rates_with_games};
pub use draws::DrawRates;
pub use evaluations::{EvaluationCorrelation, evaluated_by, evaluation};
pub use fit::{Logistic, RatedResults, fit_advantage, fit_logistic};
pub use groups::{GroupRow, KingFileRow, MirrorPairRow, king_file_rows, mirror_pair_rows};
pub use heterogeneity::Heterogeneity;
pub use pentanomial::{PairStatistics, Pentanomial, white_half_points};
pub use popularity::{
    DrawHypothesis, Goodness, Mixture, Popularity, PopularityTest, TestMethod, p_in_words,
    popularity_of,
};
pub use rows::{StartAnalysis, analyse, analyse_with_moveless, castling_rows, start_position_rows};
pub use score::{ScoreMoments, score, wilson_interval};
pub use shrink::{Estimate, Prior, Residual};
pub use significance::{
    MIN_TESTED_GAMES, SIGNIFICANCE_LEVEL, SignificantPosition, StartVerdict, benjamini_hochberg,
    smallest_detectable_effect,
};
pub use strata::StratumFit;
pub use tail::SMALLEST_P_VALUE;
