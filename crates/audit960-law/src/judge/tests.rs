//! Expectations are derived from the Laws, the history of the rule and the venues' rules, turn by turn.

use audit960_types::{EndReason, ResetBy, Venue};

use super::*;
use crate::days::GameDates;
use crate::end::BoardEnd;
use crate::material::SideConditions;
use crate::run::Turn;
use crate::table::LawTable;
use crate::venue::VenueTable;

const LAW: &str = "id,from,to,rule,condition,limit_moves,presumed,goes_by,uncertain,source,certainty\n\
                   fifty,,,claim,always,50,yes,game,,,\n";

fn dates(date: &str) -> GameDates {
    GameDates::of_tags(Some(date.as_bytes()), None, None)
}

/// A run from the start of the record: White has the first claim before ply 100, at a clock of
/// 99, and the clock rises to `peak`. Every turn has a quiet move.
fn run(peak: u32, material: &str) -> ClaimRun {
    let turn = Turn {
        can_move: true,
        has_quiet_move: true,
        conditions: SideConditions::default(),
    };
    ClaimRun {
        reset_ply: 0,
        reset_by: ResetBy::Start,
        first_claim_ply: 100,
        first_claim_side: Side::White,
        first_clock: 99,
        turns: vec![turn; (peak - 98) as usize],
        ended_by: RunEnd::EndOfGame,
        material: material.parse::<Material>().unwrap(),
        fen: String::new(),
        clock_in_doubt: false,
    }
}

fn judged(run: &ClaimRun, date: &str, venue: Venue, result: GameResult) -> Incident {
    let rules = Jurisdiction::builtin(dates(date), venue);
    under(run, &ends(run, &rules), result, &rules, Standard::Venue)
}

fn under(
    run: &ClaimRun,
    ends: &GameEnds,
    result: GameResult,
    rules: &Jurisdiction<'_>,
    standard: Standard,
) -> Incident {
    judge(run, (result, ends), rules, standard, &|ply| ply.to_string())
}

/// The ends of a game that has this run, and neither repetitions nor an end on the board.
fn ends(run: &ClaimRun, rules: &Jurisdiction<'_>) -> GameEnds {
    let runs = std::slice::from_ref(run);
    GameEnds::of(BoardEnd::default(), runs, &std::iter::empty(), rules)
}

/// White's and Black's first and last claim.
fn chances(found: &Incident) -> [Option<(u32, u32)>; 2] {
    [0, 1].map(|side| {
        let chance = found.chances[side].as_ref()?;
        Some((chance.first_ply, chance.last_ply))
    })
}

/// Before plies 100 to 104 the clock is 99 to 103, so White may claim three times and Black twice; only the first
/// claim is for an intended move.
#[test]
fn an_incident_has_the_claims_of_each_side() {
    let found = judged(
        &run(103, "KRvKR"),
        "2005.05.05",
        Venue::OverTheBoard,
        GameResult::White,
    );
    assert_eq!(found.claims, [3, 2]);
    assert_eq!(
        (found.first_claim_ply, found.first_932_ply),
        (100, Some(101))
    );
    assert_eq!(found.first_claim_article, ClaimArticle::Intended);
    assert_eq!((found.first_clock, found.peak_clock), (99, 103));
    assert_eq!(found.seventy_five_ply, None);
    assert_eq!(found.outcome, Outcome::LostAfterClaim);
    assert_eq!((&*found.law, found.limit_moves), ("fifty", 50));
    assert_eq!(found.first_law_claim_ply, Some(100));
    assert_eq!(chances(&found), [Some((100, 104)), Some((101, 103))]);
    assert_eq!(found.half_point_lost_by, Some(Side::Black));
    assert_eq!(found.claimable_at_venue, Some(true));
    let fens = found
        .chances
        .map(|chance| chance.map(|chance| chance.first_fen));
    assert_eq!(fens, [Some(String::new()), Some("101".to_owned())]);
}

#[test]
fn only_the_winner_may_have_had_a_claim() {
    let judged = judged(
        &run(99, "KRvKR"),
        "2005.05.05",
        Venue::OverTheBoard,
        GameResult::White,
    );
    assert_eq!(chances(&judged), [Some((100, 100)), None]);
    assert_eq!(judged.half_point_lost_by, None);
}

/// The server had claims in 2018 and automatic draws in 2021; its rule of 2020 is not known.
#[test]
fn the_venue_rule_is_that_of_the_day_of_the_game() {
    let run = run(120, "KRvKR");
    let of = |date| judged(&run, date, Venue::ChessCom, GameResult::White);
    let claims = of("2018.02.05");
    assert_eq!(claims.claimable_at_venue, Some(true));
    assert_eq!(claims.half_point_lost_by, Some(Side::Black));
    assert_eq!(claims.automatic_draw_ply, None);
    let automatic = of("2021.02.05");
    assert_eq!(automatic.claimable_at_venue, Some(false));
    assert_eq!(automatic.half_point_lost_by, None);
    // Ply 100 brought the clock to 100.
    assert_eq!(automatic.automatic_draw_ply, Some(100));
    let unknown = of("2020.02.05");
    assert_eq!(unknown.claimable_at_venue, None);
    assert_eq!(
        (chances(&unknown), unknown.half_point_lost_by),
        ([None; 2], None)
    );
    assert_eq!(unknown.automatic_draw_ply, None);
    // The law gave claims all the same.
    assert_eq!(unknown.first_law_claim_ply, Some(100));
}

#[test]
fn as_if_every_venue_had_claims() {
    let run = run(120, "KRvKR");
    let rules = Jurisdiction::builtin(dates("2021.02.05"), Venue::Tcec);
    let ends = ends(&run, &rules);
    let judged = under(&run, &ends, GameResult::White, &rules, Standard::Fide);
    assert_eq!(judged.half_point_lost_by, Some(Side::Black));
    assert_eq!(judged.claimable_at_venue, Some(false));
}

#[test]
fn seventy_five_moves_end_games_where_law_and_venue_say_so() {
    let run = run(160, "KRvKR");
    let ended = |date, venue| judged(&run, date, venue, GameResult::Draw).automatic_draw_ply;
    // Ply 150 brings the clock to 150.
    assert_eq!(ended("2016.05.05", Venue::OverTheBoard), Some(150));
    assert_eq!(ended("2013.05.05", Venue::OverTheBoard), None);
    assert_eq!(ended("2018.05.05", Venue::ChessCom), Some(150));
    assert_eq!(ended("2016.05.05", Venue::Icc), None);
    assert_eq!(ended("????.??.??", Venue::OverTheBoard), None);
    let mut mated = run.clone();
    mated.turns.truncate(52);
    mated.ended_by = RunEnd::Checkmate;
    let judged = judged(&mated, "2016.05.05", Venue::OverTheBoard, GameResult::White);
    assert_eq!(judged.automatic_draw_ply, None);
}

/// White is the side to move before the even plies from 100 on. The clock is 150 after ply 150, so the last
/// claims are White's before ply 150 and Black's before ply 149; a position that was dead after ply 103
/// leaves the claims before plies 100 to 103.
#[test]
fn nobody_has_a_claim_after_the_end_of_the_game() {
    let run = run(160, "KRvKR");
    let judged = judged(&run, "2016.05.05", Venue::OverTheBoard, GameResult::White);
    assert_eq!(chances(&judged), [Some((100, 150)), Some((101, 149))]);
    let rules = Jurisdiction::builtin(dates("2016.05.05"), Venue::OverTheBoard);
    let over = |ply| {
        let end = Some(GameEnd {
            ply,
            reason: EndReason::DeadPosition,
        });
        let ends = GameEnds {
            fide: end,
            venue: end,
        };
        under(&run, &ends, GameResult::White, &rules, Standard::Venue)
    };
    let dead = over(103);
    assert_eq!(chances(&dead), [Some((100, 102)), Some((101, 103))]);
    assert_eq!(dead.automatic_draw_ply, None);
    let before = over(99);
    assert_eq!(
        (chances(&before), before.first_law_claim_ply),
        ([None; 2], None)
    );
    assert_eq!(before.half_point_lost_by, None);
}

/// The seventy-five-move rule of 2014 left the limit of a claim as it was.
#[test]
fn a_date_that_spans_the_seventy_five_move_rule_leaves_the_claim_as_it_is() {
    let of = |run: &ClaimRun, date| {
        let judged = judged(run, date, Venue::OverTheBoard, GameResult::Draw);
        (judged.law, judged.automatic_draw_ply)
    };
    let fifty = |ply| ("fifty".to_owned(), ply);
    let long = run(160, "KRvKR");
    assert_eq!(of(&long, "2014.??.??"), fifty(None));
    assert_eq!(of(&long, "2014.07.??"), fifty(Some(150)));
    // The change does not affect a run that never reached 75 moves.
    assert_eq!(of(&run(120, "KRvKR"), "2014.??.??"), fifty(None));
    assert_eq!(of(&long, "????.??.??"), (UNDATED.to_owned(), None));
}

/// Sixty moves until June and fifty from July on: of a game of that year nobody knows what was enough; of one of
/// another ending everybody does.
#[test]
fn nobody_misses_a_claim_that_the_date_leaves_open() {
    let sixty = "sixty,1990-01-01,1990-06-30,claim,KRBvKR,60,yes,game,,,\n";
    let law = LawTable::parse(&format!("{LAW}{sixty}")).unwrap();
    let of = |date, material| {
        let rules = Jurisdiction {
            dates: dates(date),
            venue: Venue::OverTheBoard,
            law: &law,
            venues: VenueTable::builtin(),
        };
        let run = run(140, material);
        let ends = ends(&run, &rules);
        let judged = under(&run, &ends, GameResult::White, &rules, Standard::Venue);
        (
            judged.law,
            judged.claimable_at_venue,
            judged.half_point_lost_by,
        )
    };
    let known = |law: &str| (law.to_owned(), Some(true), Some(Side::Black));
    let open = (AMBIGUOUS_DATE.to_owned(), None, None);
    assert_eq!(of("1990.??.??", "KRBvKR"), open);
    assert_eq!(of("1990.05.??", "KRBvKR"), known("sixty"));
    assert_eq!(of("1990.07.??", "KRBvKR"), known("fifty"));
    assert_eq!(of("1990.??.??", "KRvKR"), known("fifty"));
}

#[test]
fn years_on_which_sources_disagree_are_marked() {
    let of = |date, material| {
        let run = run(160, material);
        judged(&run, date, Venue::OverTheBoard, GameResult::Draw)
    };
    let nikolic = of("1989.02.17", "KRBvKR");
    assert_eq!((&*nikolic.law, nikolic.limit_moves), ("75-KRBvKR", 75));
    assert!(nikolic.law_uncertain);
    assert!(nikolic.first_law_claim_ply.is_some());
    let later = of("1992.05.05", "KRBvKR");
    assert_eq!((&*later.law, later.law_uncertain), ("fifty", true));
    assert!(!of("1991.05.05", "KRBvKR").law_uncertain);
    assert!(!of("1989.02.17", "KRvKR").law_uncertain);
}

/// The knight leaves the square in front of the pawn after 60 moves: under a law that allows 75 moves
/// while it blocks the pawn, the claim after 50 moves exists from that turn on.
#[test]
fn a_condition_is_checked_at_each_turn() {
    let table =
        format!("{LAW}blocked,,,claim,KNNvKP blocked-behind-troitsky-line,75,yes,game,,,\n");
    let law = LawTable::parse(&table).unwrap();
    let mut run = run(160, "KNNvKP");
    let blocked_until = 120;
    for (ply, turn) in (100..).zip(&mut run.turns) {
        if ply < blocked_until {
            turn.conditions = SideConditions::ALL;
        }
    }
    let of = |run: &ClaimRun| {
        let rules = Jurisdiction {
            dates: dates("2005.05.05"),
            venue: Venue::OverTheBoard,
            law: &law,
            venues: VenueTable::builtin(),
        };
        under(
            run,
            &ends(run, &rules),
            GameResult::Black,
            &rules,
            Standard::Venue,
        )
    };
    let freed = of(&run);
    assert_eq!((&*freed.law, freed.limit_moves), ("fifty", 50));
    assert_eq!(freed.first_law_claim_ply, Some(120));
    // White has the even plies: 120, 122 ... 160.
    assert_eq!(chances(&freed)[0], Some((120, 160)));
    for turn in &mut run.turns {
        turn.conditions = SideConditions::ALL;
    }
    let blocked = of(&run);
    assert_eq!((&*blocked.law, blocked.limit_moves), ("blocked", 75));
    // Clock 149 before ply 150.
    assert_eq!(blocked.first_law_claim_ply, Some(150));
    // The run ends before any claim: the row is that at the last turn.
    run.turns.truncate(40);
    let short = of(&run);
    assert_eq!((&*short.law, short.limit_moves), ("blocked", 75));
    assert_eq!(
        (short.first_law_claim_ply, chances(&short)),
        (None, [None; 2])
    );
}

#[test]
fn with_a_doubtful_clock_nobody_loses_half_a_point() {
    let mut run = run(120, "KRvKR");
    run.clock_in_doubt = true;
    let judged = judged(&run, "2005.05.05", Venue::OverTheBoard, GameResult::White);
    assert_eq!(judged.first_law_claim_ply, Some(100));
    assert_eq!(
        (chances(&judged), judged.half_point_lost_by),
        ([None; 2], None)
    );
    assert_eq!(judged.claimable_at_venue, None);
}

/// London 1883 counted from the claim, and other events had rules of their own.
#[test]
fn before_1929_nobody_loses_half_a_point() {
    let run = run(120, "KRvKR");
    let judged = judged(&run, "1883.05.05", Venue::OverTheBoard, GameResult::White);
    assert_eq!((&*judged.law, judged.law_uncertain), ("before-1929", true));
    assert_eq!(
        (chances(&judged), judged.first_law_claim_ply),
        ([None; 2], None)
    );
    assert_eq!(judged.half_point_lost_by, None);
    assert_eq!(judged.claimable_at_venue, None);
}
