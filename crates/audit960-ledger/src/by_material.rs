//! Runs by their material and the law in force: what became of them, and, where endgame tables were asked, whether the
//! moves beyond fifty mattered that an old law gave to some endings.

use audit960_dataset::{Table, TableBuilder};
use std::cmp::Reverse;
use std::collections::BTreeMap;

use audit960_types::{Incident, Outcome, RunValues, Side, TableValue};

use crate::game::LedgerGame;
use crate::ledger::Ledger;

/// Half-moves of the plain fifty-move rule.
const FIFTY: u32 = 100;

/// What is said of the runs of one material under one law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    runs: u64,
    drawn_by_rule: u64,
    won_by_exception: u64,
    valued: u64,
    needs_fifty: u64,
    needs_exception: u64,
    needs_more: u64,
    needed_and_won: u64,
    taken_away: u64,
    /// In moves by each player.
    longest_need: Option<u32>,
}

/// How many half-moves a win needs from the start of a run to the next capture, pawn move or mate, the ones before the
/// run began to be counted included, and whose win it is. The table may round down by one.
struct Need {
    winner: Side,
    half_moves: u32,
}

impl Need {
    /// `None` where tables were not asked or do not know, and where the position is a draw.
    fn of(run: &Incident) -> Option<Self> {
        let start = run.values.as_ref()?.start;
        let (wdl, dtz) = (start.wdl?, start.dtz?);
        let mover = run.side_before(run.reset_ply + 1);
        let before = run.first_claim_ply - (run.reset_ply + 1);
        Some(Self {
            winner: match wdl {
                1.. => mover,
                0 => return None,
                _ => mover.other(),
            },
            half_moves: run.first_clock.saturating_sub(before) + dtz.unsigned_abs(),
        })
    }
}

impl Tally {
    fn add(&mut self, game: &LedgerGame, run: &Incident) {
        self.runs += 1;
        let winner = game.result.winner();
        let by_rule = run.outcome == Outcome::DrawnWithClaimOpen
            && run.first_law_claim_ply.is_some()
            && !run.clock_in_doubt;
        self.drawn_by_rule += u64::from(by_rule);
        // The loser could have claimed after fifty moves, and could not under the law.
        let loser = winner.map(Side::other);
        let by_exception = run.first_law_claim_ply.is_none()
            && 2 * run.limit_moves > FIFTY
            && loser.is_some_and(|loser| run.claims[loser as usize] > 0);
        self.won_by_exception += u64::from(by_exception);
        let known = |values: &RunValues| values.start.value != TableValue::Unknown;
        self.valued += u64::from(run.values.as_deref().is_some_and(known));
        let Some(Need {
            winner: side,
            half_moves,
        }) = Need::of(run)
        else {
            return;
        };
        self.longest_need = self.longest_need.max(Some(half_moves.div_ceil(2)));
        let limit = 2 * run.limit_moves;
        let won = winner == Some(side);
        match half_moves {
            ..=FIFTY => self.needs_fifty += 1,
            // Rounded down by one, it may not fit.
            _ if half_moves < limit => {
                self.needs_exception += 1;
                self.needed_and_won += u64::from(won);
            }
            _ if half_moves > limit => {
                self.needs_more += 1;
                self.taken_away += u64::from(by_rule);
            }
            _ => {}
        }
    }
}

/// A material with the side first that has more pieces, or of as many the better ones: `KRvKRB` as `KRBvKR`.
fn whoever_has(material: &str) -> String {
    let Some((white, black)) = material.split_once('v') else {
        return material.to_owned();
    };
    let rank = |side: &str| {
        let letters = side
            .bytes()
            .map(|letter| b"KQRBNP".iter().position(|known| *known == letter));
        (Reverse(side.len()), letters.collect::<Vec<_>>())
    };
    match rank(white) <= rank(black) {
        true => material.to_owned(),
        false => format!("{black}v{white}"),
    }
}

/// One row for each material, whoever has it, and law: how many runs in which fifty moves were completed there are (`runs`), in how many a
/// claim under the law of the day was open when the game was drawn (`drawn_by_rule`), how many games were won although the
/// loser could have claimed after fifty moves, because an exception gave the ending more (`won_by_exception`). Then, of the
/// runs whose start tables know (`valued`): how many wins need at most fifty moves from there to the next capture, pawn
/// move or mate (`needs_fifty`), how many more, but fewer than the exception gave (`needs_exception`), and more than the law
/// gave (`needs_more`); how many of the second kind were won (`needed_and_won`), how many of the third were drawn by the rule
/// (`taken_away`); and the most moves that a win needs (`longest_need`).
#[must_use]
pub fn by_material(ledger: &Ledger) -> Table {
    let mut groups: BTreeMap<(String, u32, &str), Tally> = BTreeMap::new();
    for game in &ledger.games {
        for run in &game.runs {
            let key = (
                whoever_has(&run.material),
                run.limit_moves,
                run.law.as_str(),
            );
            groups.entry(key).or_default().add(game, run);
        }
    }
    let mut rows: Vec<_> = groups.into_iter().collect();
    rows.sort_by(|(one, first), (other, second)| {
        second.runs.cmp(&first.runs).then_with(|| one.cmp(other))
    });
    let of_tables = |tally: &Tally, count: u64| (tally.valued > 0).then(|| count.cast_signed());
    TableBuilder::of(&rows)
        .text("material", |(key, _)| Some(key.0.clone()))
        .text("law", |(key, _)| Some(key.2.to_owned()))
        .count("limit_moves", |(key, _)| key.1.into())
        .count("runs", |(_, tally)| tally.runs)
        .count("drawn_by_rule", |(_, tally)| tally.drawn_by_rule)
        .count("won_by_exception", |(_, tally)| tally.won_by_exception)
        .count("valued", |(_, tally)| tally.valued)
        .int("needs_fifty", |(_, tally)| {
            of_tables(tally, tally.needs_fifty)
        })
        .int("needs_exception", |(_, tally)| {
            of_tables(tally, tally.needs_exception)
        })
        .int("needs_more", |(_, tally)| {
            of_tables(tally, tally.needs_more)
        })
        .int("needed_and_won", |(_, tally)| {
            of_tables(tally, tally.needed_and_won)
        })
        .int("taken_away", |(_, tally)| {
            of_tables(tally, tally.taken_away)
        })
        .int("longest_need", |(_, tally)| {
            tally.longest_need.map(i64::from)
        })
        .table()
}

#[cfg(test)]
mod tests {
    use audit960_types::{GameResult, PositionValue, RunEnd};

    use super::*;
    use crate::game::tests::run;

    /// White is to move at the start of the run, whose clock is then zero.
    fn needing(half_moves: i32, limit_moves: u32, outcome: Outcome, has_claim: bool) -> Incident {
        let wdl = Some(if half_moves > 100 { 1 } else { 2 });
        let start = PositionValue {
            value: TableValue::CursedWin,
            certain: true,
            reason: None,
            wdl,
            dtz: Some(half_moves),
        };
        let run = run(104, RunEnd::EndOfGame);
        Incident {
            limit_moves,
            outcome,
            first_law_claim_ply: has_claim.then_some(run.first_claim_ply),
            claims: [3, 3],
            values: Some(Box::new(RunValues {
                start,
                first_claim: start,
                last_claim: start,
                end: start,
                change: None,
            })),
            ..run
        }
    }

    fn tally(result: GameResult, run: &Incident) -> Tally {
        let game = LedgerGame {
            result,
            ..crate::game::tests::game("a.pgn", 0, None, &[])
        };
        let mut tally = Tally::default();
        tally.add(&game, run);
        tally
    }

    /// A win that needs 65 moves: under a limit of a hundred the extra moves matter, under fifty they are missing.
    #[test]
    fn extra_moves_matter_where_a_win_needs_more_than_fifty() {
        let won = needing(130, 100, Outcome::WonAfterClaim, false);
        let found = tally(GameResult::White, &won);
        assert_eq!(
            (
                found.won_by_exception,
                found.needs_exception,
                found.needed_and_won
            ),
            (1, 1, 1)
        );
        assert_eq!((found.drawn_by_rule, found.longest_need), (0, Some(65)));
        // Black won: the win that the tables know was not the one that came.
        let found = tally(GameResult::Black, &won);
        assert_eq!(
            (
                found.won_by_exception,
                found.needs_exception,
                found.needed_and_won
            ),
            (1, 1, 0)
        );
        let drawn = needing(130, 50, Outcome::DrawnWithClaimOpen, true);
        let found = tally(GameResult::Draw, &drawn);
        assert_eq!(
            (found.drawn_by_rule, found.needs_more, found.taken_away),
            (1, 1, 1)
        );
        assert_eq!(found.won_by_exception, 0);
        let quick = needing(60, 100, Outcome::DrawnWithClaimOpen, true);
        let found = tally(GameResult::Draw, &quick);
        assert_eq!(
            (found.needs_fifty, found.needs_exception, found.taken_away),
            (1, 0, 0)
        );
    }

    #[test]
    fn the_stronger_side_is_named_first() {
        for (material, expected) in [
            ("KRBvKR", "KRBvKR"),
            ("KRvKRB", "KRBvKR"),
            ("KvKBN", "KBNvK"),
            ("KNvKR", "KRvKN"),
            ("KRvKR", "KRvKR"),
        ] {
            assert_eq!(whoever_has(material), expected);
        }
    }

    /// At exactly the limit, a distance that the table rounded down does not fit.
    #[test]
    fn a_doubt_at_the_limit_counts_for_nothing() {
        let exact = needing(200, 100, Outcome::DrawnWithClaimOpen, true);
        let found = tally(GameResult::Draw, &exact);
        assert_eq!(
            (found.needs_exception, found.needs_more, found.valued),
            (0, 0, 1)
        );
        let late = needing(201, 100, Outcome::DrawnWithClaimOpen, true);
        assert_eq!(tally(GameResult::Draw, &late).needs_more, 1);
        let unasked = Incident {
            values: None,
            ..exact
        };
        let found = tally(GameResult::Draw, &unasked);
        assert_eq!((found.runs, found.drawn_by_rule, found.valued), (1, 1, 0));
    }
}
