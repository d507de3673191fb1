use audit960_types::{GameResult, Identity, Square};

use super::*;

fn game<'g>(start: &'g Position, moves: &'g [Move], result: GameResult, at: u64) -> PlayedGame<'g> {
    PlayedGame {
        identity: Identity {
            frame_offset: 0,
            byte_offset: at,
        },
        elos: [Some(2000), (at > 0).then_some(2100)],
        result,
        ..PlayedGame::of_moves(start, moves)
    }
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

/// 1. Nf3 Nf6 2. Ng1 Ng8 comes back to the start: 3. e4 is another move from there, 3. Nf3 would be the same.
#[test]
fn a_game_counts_once_for_each_move() {
    let start = Position::standard();
    let (back, again) = (
        moves("g1f3 g8f6 f3g1 f6g8 e2e4"),
        moves("g1f3 g8f6 f3g1 f6g8 g1f3"),
    );
    let mut one = Explorer::new(std::slice::from_ref(&start), u32::MAX);
    let mut other = one.clone();
    one.game(&game(&start, &back, GameResult::White, 0))
        .unwrap();
    other
        .game(&game(&start, &again, GameResult::Unfinished, 7))
        .unwrap();
    other.game(&game(&start, &[], GameResult::Draw, 9)).unwrap();
    let mut swapped = other.clone();
    swapped.merge(one.clone());
    one.merge(other);
    let explored = one.into_explored();
    assert_eq!(explored, swapped.into_explored());
    let at_start = &explored[0];
    let score = at_start.tally.score;
    assert_eq!(
        (
            score.games(),
            score.white_wins,
            score.draws,
            score.unfinished
        ),
        (2, 1, 0, 1)
    );
    assert_eq!(at_start.tally.moveless, 1);
    let counted: Vec<_> = at_start
        .by_games()
        .into_iter()
        .map(|(m, counts)| (m.to_string(), counts.tally.score.games()))
        .collect();
    assert_eq!(counted, [("g1f3".to_owned(), 2), ("e2e4".to_owned(), 1)]);
    // The second game is the one with two ratings.
    let knight = Move::new(Square::G1, Square::F3);
    assert_eq!(
        at_start.moves[&knight]
            .example
            .as_ref()
            .unwrap()
            .identity
            .byte_offset,
        7
    );
}

/// The same position by another order of moves, and not the same with another right to capture en passant.
#[test]
fn transpositions_are_merged_by_position() {
    let start = Position::standard();
    let mut target = start.clone();
    moves("g1f3 d7d5 d2d4")
        .into_iter()
        .for_each(|m| target.play(m));
    let mut explorer = Explorer::new(&[target], u32::MAX);
    for order in [
        "g1f3 d7d5 d2d4 g8f6",
        "d2d4 d7d5 g1f3 c7c6",
        "d2d4 d7d6 g1f3 d6d5 a2a3",
    ] {
        explorer
            .game(&game(&start, &moves(order), GameResult::Black, 0))
            .unwrap();
    }
    let explored = explorer.into_explored();
    assert_eq!(explored[0].tally.score.games(), 2);
    assert_eq!(explored[0].moves.len(), 2);
}
