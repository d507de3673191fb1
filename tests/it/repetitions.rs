//! Table `repetitions` against a brute-force reference that follows the definitions directly, on every
//! available archive and on games that shuffle.

use audit960_board::start::{SplitMix64, Start};
use audit960_board::{Move, Position};
use audit960_oracles::repetitions;
use audit960_pgn::parse_fen;
use audit960_types::{Code, Repetition, Verdict};

use crate::soak;
use crate::support::{Audit, all_archives, audit_file, audit_text, corpus};

const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Compares the repetitions of each game of an audit with the reference; returns their number.
fn compare(name: &str, audit: &Audit) -> usize {
    let mut rows = audit.repetitions.iter().peekable();
    for (index, game) in audit.games.iter().enumerate() {
        let mut found: Vec<Repetition> = Vec::new();
        while let Some(row) = rows.next_if(|row| row.game == index as u64) {
            found.push(row.judged.repetition.clone());
        }
        if game.verdict == Verdict::Rejected {
            assert_eq!(found, [], "{name} game {index}");
            continue;
        }
        let fen = game.fen.as_deref().unwrap_or(ORTHODOX);
        let moves = game.moves.as_deref().unwrap_or_default();
        assert_eq!(
            found,
            repetitions(fen, moves).unwrap(),
            "{name} game {index}"
        );
    }
    audit.repetitions.len()
}

#[test]
fn every_archive_agrees_with_the_reference() {
    let (mut games, mut rows) = (0, 0);
    for path in soak::sample(all_archives(), 3) {
        let audit = audit_file(&path, 1 << 20);
        games += audit.games.len();
        rows += compare(&path.display().to_string(), &audit);
    }
    println!("{games} games and {rows} repetitions compared");
    assert!(games > 0);
}

/// Counted with python-chess 1.11.2 by the same definitions: 152 in the first 600 games of that
/// sample, 304 in all of it; 7 in Nikolic-Arsovic.
#[test]
fn as_many_as_python_chess_counts() {
    let counted = |file: &str, games: u64| {
        let audit = audit_file(&corpus(file)?, 1 << 20);
        Some(
            audit
                .repetitions
                .iter()
                .filter(|row| row.game < games)
                .count(),
        )
    };
    let twic = "standard/twic1599-sample.pgn";
    for (file, games, expected) in [
        (twic, 600, 152),
        (twic, u64::MAX, 304),
        ("fifty/long_nikolic_arsovic_1989.pgn", 1, 7),
    ] {
        assert_eq!(counted(file, games).unwrap_or(expected), expected, "{file}");
    }
}

/// A Chess960 game in which pieces mostly move back to where they came from; after an opening, a run
/// without capture or pawn move that may be long.
fn shuffling_game(random: &mut SplitMix64, index: u64) -> String {
    let rank = Start::new(random.below(960) as u16).unwrap().to_string();
    let black = rank.to_ascii_lowercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
    let mut position = Position::load(&parse_fen(fen.as_bytes()).unwrap().setup)
        .unwrap()
        .position;
    let mut text = format!(
        "[Event \"Shuffling {index}\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"
    );
    let opening = random.below(40);
    let mut last: [Option<Move>; 2] = [None; 2];
    for ply in 0..opening + 60 + random.below(400) {
        let moves = position.legal_moves();
        let quiet: Vec<Move> = moves
            .iter()
            .filter(|m| position.is_quiet(**m))
            .copied()
            .collect();
        let back = last[ply as usize % 2]
            .map(|m| Move::new(m.to(), m.from()))
            .filter(|back| random.below(3) > 0 && quiet.contains(back));
        let restless = ply < opening || quiet.is_empty() || random.below(150) == 0;
        let choice = if restless { &moves } else { &quiet };
        if choice.is_empty() {
            break;
        }
        let any = choice[random.below(choice.len() as u32) as usize];
        let played = back.unwrap_or(any);
        last[ply as usize % 2] = Some(played);
        text.push_str(&position.san(played));
        text.push(if ply % 12 == 11 { '\n' } else { ' ' });
        position.play(played);
    }
    text.push_str("*\n\n");
    text
}

#[test]
fn shuffling_games_agree_with_the_reference() {
    let mut random = SplitMix64::new(921);
    let text: String = (0..80)
        .map(|index| shuffling_game(&mut random, index))
        .collect();
    let audit = audit_text(text.as_bytes());
    assert_eq!(audit.games.len(), 80);
    assert!(audit.games.iter().all(|game| game.verdict == Verdict::Ok));
    let rows = compare("shuffling games", &audit);
    let fivefold = audit
        .repetitions
        .iter()
        .filter(|row| row.judged.repetition.fivefold_ply().is_some());
    println!(
        "{rows} repetitions compared, {} fivefold",
        fivefold.clone().count()
    );
    assert!(rows > 500 && fivefold.count() > 50);
}

/// A hostile game: every row but the first thousand is left out, with a finding.
#[test]
fn one_game_gives_a_thousand_rows_at_most() {
    let mut random = SplitMix64::new(1000);
    let fen = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
    let mut position = Position::load(&parse_fen(fen.as_bytes()).unwrap().setup)
        .unwrap()
        .position;
    let mut text = format!("[Event \"?\"]\n[FEN \"{fen}\"]\n\n");
    for _ in 0..20_000 {
        let mut moves = position.legal_moves();
        let white = position.turn() == audit960_types::Side::White;
        let near = |m: &Move| (m.to().rank() < 3) == white && (white || m.to().rank() > 4);
        if moves.iter().any(near) {
            moves.retain(near);
        }
        let played = moves[random.below(moves.len() as u32) as usize];
        text.push_str(&position.san(played));
        text.push('\n');
        position.play(played);
    }
    text.push_str("*\n");
    let audit = audit_text(text.as_bytes());
    assert_eq!(audit.repetitions.len(), 1000);
    assert!(audit.codes(0).contains(&Code::ManyRepetitions));
}
