//! Runs by their material and the law in force: what became of them, and, where endgame tables were asked, whether the
//! moves beyond fifty mattered that an old law gave to some endings.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use audit960_dataset::{Table, TableBuilder};
use audit960_law::FIFTY_CLOCK;
use audit960_types::{Incident, Outcome, RunValues, Side, TableValue};

use crate::game::LedgerGame;
use crate::ledger::Ledger;

/// What is counted of the runs of one material under one law: the columns after `runs`. Those after [`VALUED`] are null
/// where tables know the start of no run.
const COUNTS: [&str; 8] = [
    "drawn_by_rule",
    "won_by_exception",
    "valued",
    "needs_fifty",
    "needs_exception",
    "needs_more",
    "needed_and_won",
    "taken_away",
];

/// The place of `valued`.
const VALUED: usize = 2;

/// What is said of the runs of one material under one law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    runs: u64,
    counts: [u64; COUNTS.len()],
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
        let winner = game.result.winner();
        let by_rule = run.outcome == Outcome::DrawnWithClaimOpen
            && run.first_law_claim_ply.is_some()
            && !run.clock_in_doubt;
        // The loser could have claimed after fifty moves, and could not under the law.
        let loser = winner.map(Side::other);
        let limit = 2 * run.limit_moves;
        let by_exception = run.first_law_claim_ply.is_none()
            && limit > FIFTY_CLOCK
            && loser.is_some_and(|loser| run.claims[loser as usize] > 0);
        let known = |values: &RunValues| values.start.value != TableValue::Unknown;
        let need = Need::of(run);
        let half_moves = need.as_ref().map(|need| need.half_moves);
        let is_needed = |needed: &dyn Fn(u32) -> bool| half_moves.is_some_and(needed);
        let needs_fifty = is_needed(&|plies| plies <= FIFTY_CLOCK);
        // Rounded down by one, it may not fit.
        let needs_exception = !needs_fifty && is_needed(&|plies| plies < limit);
        let needs_more = !needs_fifty && is_needed(&|plies| plies > limit);
        let won = need.is_some_and(|need| winner == Some(need.winner));
        let counted = [
            by_rule,
            by_exception,
            run.values.as_deref().is_some_and(known),
            needs_fifty,
            needs_exception,
            needs_more,
            needs_exception && won,
            needs_more && by_rule,
        ];
        self.runs += 1;
        for (count, holds) in self.counts.iter_mut().zip(counted) {
            *count += u64::from(holds);
        }
        let moves = half_moves.map(|plies| plies.div_ceil(2));
        self.longest_need = self.longest_need.max(moves);
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

/// One row for each material, whoever has it, and law: in how many runs fifty moves were completed (`runs`), in how many of
/// them a claim under the law of the day was open when the game was drawn (`drawn_by_rule`), and how many games were won
/// although the loser could have claimed after fifty moves, because an exception gave the ending more
/// (`won_by_exception`). Then, of the runs whose start tables know (`valued`): how many wins need at most fifty moves from
/// there to the next capture, pawn move or mate (`needs_fifty`), how many more, but fewer than the exception gave
/// (`needs_exception`), and more than the law gave (`needs_more`); how many of the second kind were won
/// (`needed_and_won`), how many of the third were drawn by the rule (`taken_away`); and the most moves that a win needs
/// (`longest_need`).
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
    let mut table = TableBuilder::of(&rows)
        .text("material", |(key, _)| Some(key.0.clone()))
        .text("law", |(key, _)| Some(key.2.to_owned()))
        .count("limit_moves", |(key, _)| key.1.into())
        .count("runs", |(_, tally)| tally.runs);
    for (place, name) in COUNTS.into_iter().enumerate() {
        table = table.int(name, |(_, tally)| {
            let is_known = place <= VALUED || tally.counts[VALUED] > 0;
            is_known.then(|| tally.counts[place].cast_signed())
        });
    }
    let moves = |(_, tally): &(_, Tally)| tally.longest_need.map(i64::from);
    table.int("longest_need", moves).table()
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

    /// The columns that are one, with the longest need.
    fn tally(result: GameResult, run: &Incident) -> (String, Option<u32>) {
        let game = LedgerGame {
            result,
            ..crate::game::tests::game("a.pgn", 0, None, &[])
        };
        let mut tally = Tally::default();
        tally.add(&game, run);
        assert_eq!(tally.runs, 1);
        let counted = COUNTS.into_iter().zip(tally.counts);
        let counted: Vec<&str> = counted
            .filter(|(_, count)| *count == 1)
            .map(|(name, _)| name)
            .collect();
        (counted.join(" "), tally.longest_need)
    }

    /// A win that needs 65 moves: under a limit of a hundred the extra moves matter, under fifty they are missing. At exactly
    /// the limit, a distance that the table rounded down does not fit.
    #[test]
    fn extra_moves_matter_where_a_win_needs_more_than_fifty() {
        use GameResult::{Black, Draw, White};
        use Outcome::{DrawnWithClaimOpen, WonAfterClaim};
        let by_exception = "won_by_exception valued needs_exception";
        let of = |text: &str, moves| (text.to_owned(), Some(moves));
        let won = needing(130, 100, WonAfterClaim, false);
        assert_eq!(
            tally(White, &won),
            of(&format!("{by_exception} needed_and_won"), 65)
        );
        // Black won: the win that the tables know was not the one that came.
        assert_eq!(tally(Black, &won), of(by_exception, 65));
        let drawn =
            |half_moves, limit| tally(Draw, &needing(half_moves, limit, DrawnWithClaimOpen, true));
        assert_eq!(
            drawn(130, 50),
            of("drawn_by_rule valued needs_more taken_away", 65)
        );
        assert_eq!(drawn(60, 100), of("drawn_by_rule valued needs_fifty", 30));
        assert_eq!(drawn(200, 100), of("drawn_by_rule valued", 100));
        assert_eq!(
            drawn(201, 100),
            of("drawn_by_rule valued needs_more taken_away", 101)
        );
        let unasked = Incident {
            values: None,
            ..needing(200, 100, DrawnWithClaimOpen, true)
        };
        assert_eq!(tally(Draw, &unasked), ("drawn_by_rule".to_owned(), None));
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
}
