//! Claims of which endgame tables say something, as rows for the script of the page.

use audit960_ledger::{MoveLine, claims_of};
use audit960_types::{Choice as _, Side};
use serde_json::json;

use crate::claims::{block, game_fields, moves};
use crate::data::{TruthCase, TruthReport};
use crate::fields::Fields;
use crate::json::Block;
use crate::language::Language;

/// The claims with a board, as many as fit in `room` bytes.
pub(crate) fn cases(report: &TruthReport, room: usize, language: Language) -> Block {
    let rows = report.cases.iter();
    block(
        rows.filter_map(|found| fields(found, language)),
        room,
        language,
    )
}

/// `case` is the case of the ledger, `says` the same in words, `history` what the position was worth at each place: its
/// name, the worth in words, the winner, and the step of the run to which it belongs, null beyond its end; `run` has the
/// moves from the beginning of the count to the last claim, and `home` is the step of the first claim. `None` where the
/// moves cannot be replayed, which no dataset of ours has.
fn fields(found: &TruthCase, language: Language) -> Option<Fields> {
    let game = &found.listed.game;
    let claim = claims_of(game).next()?;
    let truth = claim.truth()?;
    let line = MoveLine::of(game).ok()?;
    let (start, history) = (claim.start_ply(&line), claim.history(&line));
    let last = history.iter().rev().nth(1).map_or(start, |point| point.ply);
    let points = history.iter().map(|point| {
        let step = (point.ply <= last).then(|| point.ply - start);
        json!([
            language.say(&point.place),
            language.say(&point.text),
            point.winner.map(Side::as_str),
            step
        ])
    });
    let mut fields = game_fields(&found.listed, language);
    fields.extend([
        ("rule", json!(claim.rule_name())),
        ("case", json!(found.case.name())),
        ("says", json!(language.say(&truth.text()))),
        ("history", points.collect()),
        ("home", json!(claim.first_ply - start)),
        (
            "run",
            moves(&line, start, last.saturating_sub(1).max(start)),
        ),
    ]);
    Some(fields)
}

#[cfg(test)]
mod tests {
    use audit960_ledger::ClaimTruth;
    use audit960_types::{Incident, Outcome, PositionValue, RunValues, TableValue, ValueChange};
    use serde_json::Value;

    use super::*;
    use crate::{page::write_html, sample};

    const ASKED_NOW: &str = "asked for this page, not by the audit";

    const fn worth(value: TableValue) -> PositionValue {
        PositionValue {
            value,
            certain: true,
            reason: None,
            wdl: None,
            dtz: None,
        }
    }

    /// White, to move at the start, wins in time, and plays too slowly with the first half-move.
    fn report() -> TruthReport {
        let change = ValueChange {
            ply: 1,
            san: "Kb2".to_owned(),
            before: TableValue::Win,
            after: TableValue::CursedWin,
        };
        let values = RunValues {
            start: worth(TableValue::Win),
            first_claim: worth(TableValue::BlessedLoss),
            last_claim: worth(TableValue::CursedWin),
            end: worth(TableValue::CursedWin),
            change: Some(change),
        };
        let run = Incident {
            outcome: Outcome::DrawnWithClaimOpen,
            values: Some(Box::new(values)),
            ..sample::incident()
        };
        TruthReport {
            counts: vec![(ClaimTruth::ThrownAway, [1, 0])],
            known: 3,
            asked_now: false,
            cases: vec![TruthCase {
                case: ClaimTruth::ThrownAway,
                listed: sample::claim(vec![run], Vec::new()),
            }],
        }
    }

    #[test]
    fn a_case_has_its_values_in_the_order_of_the_game() {
        let value: Value =
            serde_json::from_str(&cases(&report(), 10_000, Language::English).text).unwrap();
        let names = value["fields"].as_array().unwrap();
        let field = |name: &str| {
            let place = names.iter().position(|known| *known == name);
            value["rows"][0][place.unwrap()].clone()
        };
        assert_eq!(field("case"), "thrown-away");
        assert_eq!(field("says"), "White threw away a win");
        let late = "won for White, but not within the fifty moves";
        let lost = "lost for Black, but for the fifty moves";
        assert_eq!(
            field("history"),
            json!([
                ["the count begins", "won for White, in time", "white", 0],
                ["after 40. Kb2", late, "white", 1],
                ["first claim", lost, "white", 1],
                ["last claim", late, "white", 2],
                ["end of the record", late, "white", 2],
            ])
        );
        assert_eq!(field("home"), 1);
        assert_eq!(field("run")[4], "Kb2 Kg8");
    }

    #[test]
    fn the_section_is_there_only_if_tables_were_asked() {
        let page = |truth| {
            let mut data = sample::report();
            data.truth = truth;
            let mut out = Vec::new();
            write_html(&data, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let told = page(Some(report()));
        assert!(told.contains("<section id=\"truth\"") && told.contains("href=\"#truth\""));
        assert!(
            told.contains("of 3 claims; 2 of them are no case"),
            "{told}"
        );
        assert!(!told.contains(ASKED_NOW));
        assert!(!page(None).contains("id=\"truth\""));
        let silent = page(Some(TruthReport {
            counts: Vec::new(),
            known: 0,
            asked_now: true,
            cases: Vec::new(),
        }));
        assert!(silent.contains("No claim arose in a position that the tables know"));
        assert!(!silent.contains("data-truth\"") && silent.contains(ASKED_NOW));
    }
}
