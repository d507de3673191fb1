//! Facts that the shared archives state about themselves.

use audit960_types::{Ending, StartKind, Verdict};

use crate::support::{audit_file, corpus, pgn_files, tag};

/// Engine games state how they ended: an oracle that is independent of this program.
#[test]
fn tcec_games_end_as_they_say() {
    let Some(folder) = corpus("chess960") else {
        return;
    };
    let (mut games, mut fifty, mut mates) = (0, 0, 0);
    for path in pgn_files(&folder) {
        if !path
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with("TCEC_")
        {
            continue;
        }
        let text = std::fs::read(&path).unwrap();
        for (index, game) in audit_file(&path, 1 << 20).games.iter().enumerate() {
            let from = game.identity.byte_offset as usize;
            let bytes = &text[from..from + game.byte_length as usize];
            let text = String::from_utf8_lossy(bytes);
            let place = || format!("{} game {index}", path.display());
            assert_eq!(game.verdict, Verdict::Ok, "{}", place());
            let stated = tag(&text, "PlyCount").map(|count| count.parse::<u32>().unwrap());
            assert_eq!(stated.unwrap_or(game.plies), game.plies, "{}", place());
            match tag(&text, "TerminationDetails") {
                Some("Fifty moves rule") => {
                    assert!(game.final_clock >= Some(100), "{}", place());
                    fifty += 1;
                }
                Some("White mates" | "Black mates") => {
                    assert_eq!(game.ending, Ending::Checkmate, "{}", place());
                    mates += 1;
                }
                Some("Stalemate") => assert_eq!(game.ending, Ending::Stalemate, "{}", place()),
                Some("3-fold repetition" | "3-Fold repetition") => {
                    assert!(game.max_repetition >= Some(3), "{}", place());
                }
                _ => {}
            }
            games += 1;
        }
    }
    println!("{games} games, {fifty} by the fifty-move rule, {mates} mates");
    assert!(games > 900 && fifty > 5 && mates > 100);
}

#[test]
fn tag_sections_without_moves_are_games() {
    let Some(path) = corpus("chess960/human-events-2014-2025-headers-only.pgn") else {
        return;
    };
    let audit = audit_file(&path, 1 << 20);
    assert_eq!(audit.games.len(), 4444);
    assert!(
        audit
            .games
            .iter()
            .all(|game| game.verdict == Verdict::Ok && game.plies == 0)
    );
    assert!(
        audit
            .games
            .iter()
            .all(|game| game.start == StartKind::Chess960)
    );
}

#[test]
fn chess960_without_a_position_is_rejected() {
    let Some(path) = corpus("chess960/stlouis2018-without-fen.pgn") else {
        return;
    };
    let audit = audit_file(&path, 1 << 20);
    assert_eq!(audit.games.len(), 20);
    assert!(
        audit
            .games
            .iter()
            .all(|game| game.verdict == Verdict::Rejected)
    );
    assert!(
        audit
            .games
            .iter()
            .all(|game| game.start == StartKind::Unknown)
    );
}
