//! Agreement with pgn-reader + shakmaty, game by game, on every available archive; and the ledger of
//! claims against a brute-force reference that follows the definitions directly.

use std::path::Path;

use audit960_audit::second_reading::{OurReading, PositionKey, compare, read};
use audit960_board::Position;
use audit960_board::start::{SplitMix64, Start};
use audit960_oracles::{ReferenceIncident as Reference, ledger};
use audit960_pgn::parse_fen;
use audit960_types::{Code, Verdict};

use crate::support::{Audit, Game, Incident, all_archives, audit_file, audit_text};

/// The position a game ends in, replayed from its columns alone.
fn last_position(game: &Game) -> Option<(PositionKey, u32)> {
    let moves = game.moves.as_ref()?;
    let mut position = match &game.fen {
        Some(fen) => {
            Position::load(&parse_fen(fen.as_bytes()).ok()?.setup)
                .ok()?
                .position
        }
        None => Position::standard(),
    };
    for text in moves.split_whitespace() {
        let legal = position.legal_moves();
        let uci = |m: &audit960_board::Move| {
            let mut out = String::new();
            audit960_board::write_uci([*m], &mut out);
            out
        };
        let played = legal
            .into_iter()
            .find(|m| uci(m) == text)
            .expect("a legal move");
        position.play(played);
    }
    let key = PositionKey {
        placement: position.placement(),
        side: position.turn(),
        castling_rooks: position.castling_rooks(),
        en_passant: position.en_passant(),
    };
    Some((key, position.clock()))
}

fn codes(audit: &Audit, game: u64) -> Vec<Code> {
    audit
        .findings
        .iter()
        .filter(|f| f.game == Some(game))
        .map(|f| f.code)
        .collect()
}

/// Compares the games of a file; returns the number compared and adds unexplained disagreements to
/// `wrong`.
fn compare_file(path: &Path, wrong: &mut Vec<String>) -> usize {
    let text = std::fs::read(path).unwrap();
    let audit = audit_file(path, 1 << 20);
    let mut compared = 0;
    for (index, game) in audit.games.iter().enumerate() {
        let from = game.identity.byte_offset as usize;
        let bytes = &text[from..from + game.byte_length as usize];
        let reading = read(bytes);
        let Some(theirs) = reading.games.first() else {
            continue;
        };
        let last = last_position(game);
        let codes = codes(&audit, index as u64);
        let ours = OurReading {
            plies: game.plies,
            position: last.as_ref().map(|(key, _)| key),
            clock: game.final_clock,
            verdict: game.verdict,
            codes: &codes,
        };
        if let Some((_, clock)) = &last {
            let found = Some(*clock);
            assert_eq!(found, game.final_clock, "{} game {index}", path.display());
        }
        compared += 1;
        if let Some(disagreement) = compare(&ours, theirs)
            && disagreement.explained_by.is_none()
        {
            wrong.push(format!(
                "{} game {index} at byte {from}: {disagreement:?}",
                path.display()
            ));
        }
    }
    compared
}

#[test]
fn every_game_agrees_or_a_named_leniency_explains_it() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for path in all_archives() {
        compared += compare_file(&path, &mut wrong);
    }
    println!("{compared} games compared");
    assert!(compared > 100);
    let holds = wrong.is_empty();
    assert!(holds, "{} unexplained:\n{}", wrong.len(), wrong.join("\n"));
}

fn shown(incident: &Reference) -> Vec<(&'static str, String)> {
    let option = |value: Option<u32>| value.map_or_else(String::new, |value| value.to_string());
    let article = incident.first_claim_article.to_string();
    vec![
        ("reset_ply", incident.reset_ply.to_string()),
        ("reset_by", incident.reset_by.to_string()),
        ("first_claim_ply", incident.first_claim_ply.to_string()),
        ("first_claim_side", incident.first_claim_side.to_string()),
        ("first_claim_article", article),
        ("first_932_ply", option(incident.first_932_ply)),
        ("white_claims", incident.claims[0].to_string()),
        ("black_claims", incident.claims[1].to_string()),
        ("peak_clock", incident.peak_clock.to_string()),
        ("seventy_five_ply", option(incident.seventy_five_ply)),
        ("ended_by", incident.ended_by.to_string()),
    ]
}

/// Compares every game of an audit with the reference; returns the numbers of games and incidents
/// compared.
fn compare_ledger(name: &str, audit: &Audit) -> (usize, usize) {
    const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (mut games, mut incidents) = (0, 0);
    for (index, game) in audit.games.iter().enumerate() {
        if matches!(game.verdict, Verdict::Rejected | Verdict::Foreign) {
            continue;
        }
        games += 1;
        let found: Vec<&Incident> = audit
            .incidents
            .iter()
            .filter(|i| i.game == index as u64)
            .collect();
        let fen = game.fen.as_deref().unwrap_or(ORTHODOX);
        let reference = ledger(fen, game.moves.as_deref().unwrap_or_default()).unwrap();
        let place = || format!("{name} game {index}");
        assert_eq!(game.plies, reference.plies, "{}", place());
        assert_eq!(game.final_clock, Some(reference.final_clock), "{}", place());
        assert_eq!(game.max_clock, Some(reference.max_clock), "{}", place());
        assert_eq!(
            game.max_repetition,
            Some(reference.max_repetition),
            "{}",
            place()
        );
        assert_eq!(game.ending, reference.ending, "{}", place());
        assert_eq!(found.len(), reference.incidents.len(), "{}", place());
        for (ours, theirs) in found.iter().zip(&reference.incidents) {
            for (name, value) in shown(theirs) {
                assert_eq!(ours.field(name), value, "{}: {name}", place());
            }
            incidents += 1;
        }
    }
    (games, incidents)
}

#[test]
fn the_ledger_agrees_with_the_reference() {
    let (mut games, mut incidents) = (0, 0);
    for path in all_archives() {
        let (more_games, more_incidents) =
            compare_ledger(&path.display().to_string(), &audit_file(&path, 1 << 20));
        games += more_games;
        incidents += more_incidents;
    }
    println!("{games} games and {incidents} incidents compared");
    assert!(incidents > 10);
}

/// A Chess960 game that turns quiet: few captures and pawn moves after the opening, so that runs
/// reach 99, 100 and 150 in many kinds of positions.
fn random_game(random: &mut SplitMix64, index: u64) -> String {
    let number = random.below(960) as u16;
    let rank = Start::new(number).unwrap().to_string();
    let clock = [0, 0, 40, 97, 98, 99, 100, 149][(index % 8) as usize];
    let black = rank.to_ascii_lowercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - {clock} 1");
    let mut position = Position::load(&parse_fen(fen.as_bytes()).unwrap().setup)
        .unwrap()
        .position;
    let mut text = format!(
        "[Event \"Random {index}\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"
    );
    for ply in 0..320 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let quiet: Vec<_> = moves
            .iter()
            .filter(|m| position.is_quiet(**m))
            .copied()
            .collect();
        let restless = ply < 60 && clock == 0 || random.below(250) == 0;
        let choice = if restless || quiet.is_empty() {
            &moves
        } else {
            &quiet
        };
        let played = choice[random.below(choice.len() as u32) as usize];
        text.push_str(&position.san(played));
        text.push(if ply % 12 == 11 { '\n' } else { ' ' });
        position.play(played);
    }
    text.push_str("*\n\n");
    text
}

#[test]
fn random_quiet_games_agree_with_the_reference() {
    let mut random = SplitMix64::new(960);
    let text: String = (0..160)
        .map(|index| random_game(&mut random, index))
        .collect();
    let audit = audit_text(text.as_bytes());
    assert_eq!(audit.games.len(), 160);
    // Legal, and read as written.
    assert!(audit.games.iter().all(|game| game.verdict == Verdict::Ok));
    let (games, incidents) = compare_ledger("random games", &audit);
    println!("{games} games and {incidents} incidents compared");
    assert!(incidents > 100, "only {incidents} incidents");
}
