//! Claims derived from the text of the Laws, and a reference search for the turns that are chosen by keys.

use std::collections::{BTreeMap, HashMap};

use audit960_board::start::SplitMix64;
use audit960_board::{Move, Position};
use audit960_pgn::{parse_fen, scanned};
use audit960_types::{Chances, Repetition, RepetitionArticle, Side};

use super::{Finder, Found, MAX_COMPARED, MAX_REPETITIONS};
use crate::trail::Trail;

fn position(fen: &str) -> Position {
    let record = parse_fen(fen.as_bytes()).unwrap();
    Position::load(&record.setup).unwrap().position
}

/// A game of legal moves in SAN.
fn replay(start: Position, moves: &str) -> (Position, Trail) {
    let mut trail = Trail::new();
    trail.begin(&start, &start.xfen());
    let mut position = start.clone();
    for san in moves.split_whitespace() {
        let played = position
            .legal_moves()
            .into_iter()
            .find(|&m| position.san(m) == san)
            .unwrap_or_else(|| panic!("{san} is not legal"));
        add(&mut trail, &mut position, played);
    }
    (start, trail)
}

fn add(trail: &mut Trail, position: &mut Position, played: Move) {
    let capture = position.captures(played);
    position.play(played);
    trail.add(position, played, capture);
}

fn found(start: &Position, trail: &mut Trail) -> Found {
    trail.extremes();
    Finder::default().find(start, &last(start, trail), trail)
}

/// The position that a game ends with.
fn last(start: &Position, trail: &Trail) -> Position {
    let mut position = start.clone();
    position.play_all(trail.moves_between(0, trail.plies()));
    position
}

/// The repetitions of a game from the orthodox start.
fn repetitions(moves: &str) -> Vec<Repetition> {
    let (start, mut trail) = replay(Position::standard(), moves);
    found(&start, &mut trail).repetitions
}

/// The half-moves before the first claims, each with the half-moves after which the position occurred.
fn firsts(game: &[Repetition]) -> Vec<(u32, &[u32])> {
    let first = |found: &Repetition| found.first_claim_ply;
    game.iter()
        .map(|found| (first(found), found.plies.as_slice()))
        .collect()
}

const ROUND: &str = "Nf3 Nf6 Ng1 Ng8 ";

#[test]
fn a_position_that_occurs_for_the_third_time() {
    // After 4 and 8 half-moves the start position occurs again: the third time after 8. Before half-move 8
    // Black may write Ng8; before half-move 9 White may claim the position on the board, or write Nf3,
    // because then the position after half-moves 1 and 5 would occur for the third time.
    let game = repetitions(&ROUND.repeat(2));
    assert_eq!(firsts(&game), [(8, &[0, 4, 8][..]), (9, &[1, 5])]);
    let start = &game[0];
    assert_eq!(start.first_claim_side, Side::Black);
    assert_eq!(start.first_claim_article, RepetitionArticle::Intended);
    let one_turn_each = [Some(Chances::at(9)), Some(Chances::at(8))];
    assert_eq!(start.chances, one_turn_each);
    assert_eq!(
        start.fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5"
    );
    assert_eq!(
        game[1].fen,
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 9 5"
    );
    assert_eq!(game[1].chances, [Some(Chances::at(9)), None]);
}

#[test]
fn a_claim_needs_no_third_occurrence() {
    // Before half-move 8 Black may repeat the start position for the third time, but plays another move.
    let game = repetitions(&format!("{ROUND}Nf3 Nf6 Ng1 e5"));
    assert_eq!(firsts(&game), [(8, &[0, 4][..])]);
    assert_eq!(game[0].chances, [None, Some(Chances::at(8))]);
    // The turn after the last half-move counts; one half-move earlier there is no claim.
    assert_eq!(repetitions(&format!("{ROUND}Nf3 Nf6 Ng1")).len(), 1);
    assert_eq!(repetitions(&format!("{ROUND}Nf3 Nf6")), []);
}

#[test]
fn every_position_of_a_cycle_is_a_repetition_of_its_own() {
    // The third occurrences are after half-moves 8, 9, 10 and 11; each could be claimed with an intended
    // move one half-move earlier. The start position occurs for the fourth time after 12, and before
    // half-move 13 White may repeat the position after 1, 5 and 9 for the fourth time: at least the third.
    let game = repetitions(&ROUND.repeat(3));
    let expected: [(u32, &[u32]); 4] = [
        (8, &[0, 4, 8, 12]),
        (9, &[1, 5, 9]),
        (10, &[2, 6, 10]),
        (11, &[3, 7, 11]),
    ];
    assert_eq!(firsts(&game), expected);
    let two_turns = |first_ply, last_ply| {
        Some(Chances {
            turns: 2,
            first_ply,
            last_ply,
        })
    };
    assert_eq!(game[0].chances, [two_turns(9, 13), two_turns(8, 12)]);
    assert_eq!(game[1].chances, [two_turns(9, 13), Some(Chances::at(10))]);
}

#[test]
fn rights_make_positions_different() {
    // After half-move 3 White has lost the right to castle, Black has not (9.2.3.2): that position is not
    // repeated. From half-move 4 on neither side has a right, and positions are repeated.
    let kings = "Ke2 Ke7 Ke1 Ke8 ";
    let game = repetitions(&format!("e4 e5 {}", kings.repeat(3)));
    let expected: [(u32, &[u32]); 4] = [
        (12, &[4, 8, 12]),
        (13, &[5, 9, 13]),
        (14, &[6, 10, 14]),
        (15, &[7, 11]),
    ];
    assert_eq!(firsts(&game), expected);
    assert_eq!(repetitions(&format!("e4 e5 {}", kings.repeat(2))), []);
}

#[test]
fn a_legal_en_passant_capture_makes_positions_different() {
    // After 2...d5 White may capture on d6 en passant (9.2.3.1); when the knights are back, no longer.
    let game = repetitions(&format!("e4 Nf6 e5 d5 {}", "Nf3 Ng8 Ng1 Nf6 ".repeat(3)));
    assert_eq!(game[0].plies, [5, 9, 13]);
}

#[test]
fn keys_alone_give_no_claim() {
    // The first position occurs again after half-move 4. Before half-move 16 all pieces are on the same
    // squares except the rook, which is on a3: the pawn on a2 keeps it from a1.
    let start = position("1n4k1/7p/8/8/8/8/P7/R5K1 b - - 0 1");
    let moves = "Nc6 Rb1 Nb8 Ra1 Nc6 Rb1 Nd4 Rb3 Nf5 Ra3 Nd4 Kf1 Nc6 Kg1 Nb8";
    let (start, mut trail) = replay(start, moves);
    assert_eq!(trail.extremes().1, 2);
    let mut finder = Finder::default();
    assert_eq!(
        finder
            .find(&start, &last(&start, &trail), &trail)
            .repetitions,
        []
    );
    assert!(finder.turns.contains(&15), "the turn was examined");
}

/// The claims of a game by the definitions: for each position, the half-moves before which there is a
/// claim, with side and article.
fn by_definition(start: &Position, trail: &Trail) -> BTreeMap<Vec<u32>, Vec<Claim>> {
    let mut position = start.clone();
    let mut moves = trail.moves();
    let mut plies = HashMap::<u64, Vec<u32>>::new();
    let mut claims = HashMap::<u64, Vec<Claim>>::new();
    for ply in 0.. {
        plies.entry(position.key()).or_default().push(ply);
        if plies[&position.key()].len() > 2 {
            let claim = (ply + 1, position.turn(), RepetitionArticle::OnBoard);
            claims.entry(position.key()).or_default().push(claim);
        }
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play(m);
            if plies.get(&next.key()).is_some_and(|plies| plies.len() > 1) {
                let claim = (ply + 1, position.turn(), RepetitionArticle::Intended);
                claims.entry(next.key()).or_default().push(claim);
            }
        }
        match moves.next() {
            Some(m) => position.play(m),
            None => break,
        }
    }
    claims
        .into_iter()
        .map(|(key, claims)| (plies[&key].clone(), claims))
        .collect()
}

type Claim = (u32, Side, RepetitionArticle);

/// A game of a rook and two kings on few squares: nearly every position is repeated.
fn shuffling(random: &mut SplitMix64, plies: usize) -> (Position, Trail) {
    let start = position("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut trail = Trail::new();
    trail.begin(&start, &start.xfen());
    let mut position = start.clone();
    for _ in 0..plies {
        let mut moves = position.legal_moves();
        let near = |m: &Move| match position.turn() {
            Side::White => m.to().rank() < 3,
            Side::Black => m.to().rank() >= 5 && m.to().file() > 3,
        };
        if moves.iter().any(near) {
            moves.retain(near);
        }
        let played = moves[random.below(moves.len() as u32) as usize];
        add(&mut trail, &mut position, played);
    }
    (start, trail)
}

#[test]
fn repetitions_of_random_games_agree_with_the_definitions() {
    let mut random = SplitMix64::new(92);
    let (mut most, mut left_out) = (0, 0);
    for plies in [150, 400, 400, 1500, 16_000] {
        let (start, mut trail) = shuffling(&mut random, plies);
        let found = found(&start, &mut trail);
        let expected = by_definition(&start, &trail);
        for repetition in &found.repetitions {
            let claims = &expected[&repetition.plies];
            let first = (
                repetition.first_claim_ply,
                repetition.first_claim_side,
                repetition.first_claim_article,
            );
            assert_eq!(first, claims[0]);
            for (side, chances) in [Side::White, Side::Black]
                .into_iter()
                .zip(repetition.chances)
            {
                let plies: Vec<u32> = claims
                    .iter()
                    .filter(|claim| claim.1 == side)
                    .map(|claim| claim.0)
                    .collect();
                let expected = plies.first().map(|&first_ply| Chances {
                    turns: plies.len() as u32,
                    first_ply,
                    last_ply: plies[plies.len() - 1],
                });
                assert_eq!(chances, expected, "{:?}", repetition.plies);
            }
        }
        let kept = found.repetitions.len();
        assert_eq!(kept + found.left_out as usize, expected.len());
        let last = found.repetitions.iter().map(|found| found.first_claim_ply);
        let last = last.max().unwrap_or(0);
        let earlier = expected.values().filter(|claims| claims[0].0 < last);
        assert!(earlier.count() <= kept, "the first ones are kept");
        most = most.max(kept);
        left_out = left_out.max(found.left_out);
    }
    assert!(most > MAX_COMPARED, "all legal moves were looked up");
    assert_eq!(most, MAX_REPETITIONS);
    assert!(left_out > 0);
}

/// Kings that wander among queens' pawns: many positions come back, none of them soon. Compared one by one, the work would
/// grow with the square of the half-moves.
#[test]
fn the_work_for_positions_that_come_back_grows_with_the_game() {
    let work = |plies: u32| {
        let start = position("4k3/3p4/8/8/8/8/3P4/4K3 w - - 0 1");
        let mut trail = Trail::new();
        trail.begin(&start, &start.xfen());
        let (mut board, mut random) = (start.clone(), SplitMix64::new(7));
        for _ in 0..plies {
            let moves = board.legal_moves();
            let quiet: Vec<Move> = moves
                .into_iter()
                .filter(|m| board.san(*m).starts_with('K') && !board.captures(*m))
                .collect();
            add(
                &mut trail,
                &mut board,
                quiet[random.below(quiet.len() as u32) as usize],
            );
        }
        trail.extremes();
        let _ = scanned::taken();
        Finder::default().find(&start, &board, &trail);
        scanned::taken()
    };
    let (once, twice) = (work(3_000), work(6_000));
    assert!(once > 10_000, "{once}");
    assert!(twice < once * 5 / 2, "{once} and {twice}");
}
