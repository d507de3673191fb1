//! Runs and repetitions read back from the rows of tables `incidents` and `repetitions`.

use super::placed::Placed;
use super::read::{ReadColumns, ReadRow};
use super::values::{VALUE_PLACES, ValuePlace};
use crate::chances::Chances;
use crate::facts::{
    Chance, Incident, IncidentFacts, PositionValue, RepetitionFacts, RunValues, ValueChange,
};
use crate::labels::{Side, TableValue, UnknownReason};
use crate::repetition::{JudgedRepetition, Repetition};

/// The columns of a row of `incidents`.
type OfRun<'r, R> = ReadColumns<'r, R, Placed<'r, IncidentFacts<'r>>>;

/// The columns of a row of `repetitions`.
type OfRepetition<'r, R> = ReadColumns<'r, R, Placed<'r, RepetitionFacts<'r>>>;

impl Incident {
    /// Reads a run from a row of table `incidents`.
    ///
    /// # Errors
    /// If a column is missing or holds what no audit writes there.
    pub fn read<R: ReadRow>(row: &R) -> Result<Self, R::Error> {
        let columns = OfRun::of(row);
        let fen: String = columns.fen()?;
        let clock = fen.split_ascii_whitespace().nth(4);
        let clock = clock.and_then(|clock| clock.parse().ok());
        let change = match columns.value_change_ply()? {
            None => None,
            Some(ply) => Some(ValueChange {
                ply,
                san: columns.value_change_san()?,
                before: columns.value_before_change()?,
                after: columns.value_after_change()?,
            }),
        };
        let chance = |side: Side, first_ply| {
            Ok(Chance {
                first_ply,
                last_ply: row.value(&format!("{side}_last_ply"))?,
                first_fen: row.value(&format!("{side}_first_fen"))?,
            })
        };
        Ok(Self {
            reset_ply: columns.reset_ply()?,
            reset_by: columns.reset_by()?,
            first_claim_ply: columns.first_claim_ply()?,
            first_clock: clock.ok_or_else(|| row.unexpected("fen", &fen))?,
            first_claim_side: columns.first_claim_side()?,
            first_claim_article: columns.first_claim_article()?,
            first_932_ply: columns.first_932_ply()?,
            claims: [columns.white_claims()?, columns.black_claims()?],
            peak_clock: columns.peak_clock()?,
            seventy_five_ply: columns.seventy_five_ply()?,
            ended_by: columns.ended_by()?,
            outcome: columns.outcome()?,
            material: columns.material()?,
            fen,
            clock_in_doubt: columns.clock_in_doubt()?,
            law: columns.law()?,
            law_uncertain: columns.law_uncertain()?,
            limit_moves: columns.limit_moves()?,
            first_law_claim_ply: columns.first_claim_under_law_ply()?,
            claimable_at_venue: columns.claimable_at_venue()?,
            chances: chances(row, chance)?,
            half_point_lost_by: columns.half_point_lost_by()?,
            automatic_draw_ply: columns.automatic_draw_ply()?,
            claimant_offered_draw: columns.claimant_offered_draw()?,
            values: values(
                row,
                columns.tablebase_reason()?,
                columns.values_certain()?,
                change,
            )?,
        })
    }
}

impl JudgedRepetition {
    /// Reads a repetition from a row of table `repetitions`.
    ///
    /// # Errors
    /// If a column is missing or holds what no audit writes there.
    pub fn read<R: ReadRow>(row: &R) -> Result<Self, R::Error> {
        let columns = OfRepetition::of(row);
        let of_side = |side: Side, first_ply| {
            Ok(Chances {
                turns: row.value(&format!("{side}_claims"))?,
                first_ply,
                last_ply: row.value(&format!("{side}_last_ply"))?,
            })
        };
        Ok(Self {
            repetition: Repetition {
                first_claim_ply: columns.first_claim_ply()?,
                first_claim_side: columns.first_claim_side()?,
                first_claim_article: columns.first_claim_article()?,
                plies: columns.plies()?,
                chances: chances(row, of_side)?,
                fen: columns.fen()?,
            },
            outcome: columns.outcome()?,
            claimable_at_venue: columns.claimable_at_venue()?,
            half_point_lost_by: columns.half_point_lost_by()?,
            law_uncertain: columns.law_uncertain()?,
            automatic_draw_ply: columns.automatic_draw_ply()?,
            claimant_offered_draw: columns.claimant_offered_draw()?,
            values: values(
                row,
                columns.tablebase_reason()?,
                columns.values_certain()?,
                None,
            )?,
        })
    }
}

/// What the columns of White and of Black say of their claims, from the first one on; where a side has one, its other
/// columns are filled.
fn chances<R: ReadRow, T>(
    row: &R,
    of_side: impl Fn(Side, u32) -> Result<T, R::Error>,
) -> Result<[Option<T>; 2], R::Error> {
    let read = |side: Side| {
        let first: Option<u32> = row.value(&format!("{side}_first_ply"))?;
        first.map(|first_ply| of_side(side, first_ply)).transpose()
    };
    Ok([read(Side::White)?, read(Side::Black)?])
}

/// What endgame tables said of the positions of a claim; `None` if they were not asked.
fn values<R: ReadRow>(
    row: &R,
    missing: Option<UnknownReason>,
    all_certain: Option<bool>,
    change: Option<ValueChange>,
) -> Result<Option<Box<RunValues>>, R::Error> {
    let at = |place: &ValuePlace| -> Result<Option<PositionValue>, R::Error> {
        let Some(value) = row.value(place.value)? else {
            return Ok(None);
        };
        let wdl: Option<i32> = row.value(place.wdl)?;
        let is_known = value != TableValue::Unknown;
        // The column says it of all places; a value in doubt is one that the clock alone makes a draw.
        let by_clock = matches!(value, TableValue::CursedWin | TableValue::BlessedLoss)
            && wdl.is_some_and(|wdl| wdl.abs() == 2);
        Ok(Some(PositionValue {
            value,
            certain: is_known && !(by_clock && all_certain == Some(false)),
            reason: missing.filter(|_| !is_known),
            wdl,
            // Table `repetitions` has no distances.
            dtz: match row.has(place.dtz) {
                true => row.value(place.dtz)?,
                false => None,
            },
        }))
    };
    let [start, first, last, end] = &VALUE_PLACES;
    let found = (at(start)?, at(first)?, at(last)?, at(end)?);
    let (Some(start), Some(first_claim), Some(last_claim), Some(end)) = found else {
        return Ok(None);
    };
    Ok(Some(Box::new(RunValues {
        start,
        first_claim,
        last_claim,
        end,
        change,
    })))
}
