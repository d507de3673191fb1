//! Special records without a start position: cut short, written by ICC, without a Variant tag, from another
//! start than one of the 960, absurd.

use audit960_replay::forensics::{Searches, StartFinder};
use audit960_types::{CastlingSource, Code, StartEvidence, StartSearch, Verdict};

use crate::oracle;
use crate::support::{audit, corpus, without_start, words};

fn searches() -> Searches {
    Searches {
        starts: Some(StartFinder::default()),
        ..Searches::default()
    }
}

/// Twenty records that lost their FEN and were cut off where they became illegal from the orthodox array.
/// shakmaty tries all 960 positions to find those that fit.
#[test]
fn the_start_of_records_cut_short_stays_open() {
    let Some(path) = corpus("chess960/stlouis2018-without-fen.pgn") else {
        return;
    };
    let games = audit(&std::fs::read(path).unwrap(), Some(searches()));
    assert_eq!(games.len(), 20);
    for game in games {
        let search = game.search.as_ref().unwrap();
        let expected = oracle::fitting(&words(&game.text));
        assert_eq!(search.fitting, expected, "{} {}", game.event, game.round);
        assert!(expected.contains(518) && !search.incomplete);
        // Several positions fit each of them.
        assert_eq!(game.verdict, Verdict::Rejected);
        assert!(game.codes.contains(&Code::StartOpen) && game.codes.contains(&Code::MissingStart));
    }
}

/// Whole games: the positions found are those of shakmaty, tried one by one.
#[test]
fn the_positions_are_those_of_an_oracle() {
    for name in [
        "chess960/mainz2009-rapid-wch.pgn",
        "chess960/fics-wild-fr-2009.pgn",
    ] {
        let Some(path) = corpus(name) else { return };
        for game in audit(&std::fs::read(path).unwrap(), None) {
            let all = words(&game.text);
            for plies in [8, 16, 24, all.len()] {
                let words = &all[..plies.min(all.len())];
                let found = audit(&without_start(words), Some(searches())).remove(0);
                let search = found.search.unwrap();
                let expected = oracle::fitting(words);
                match search.evidence {
                    StartEvidence::Notation => assert!(!search.fitting.and(&expected).is_empty()),
                    _ => {
                        assert!(
                            expected.without(&search.fitting).is_empty(),
                            "{name} {plies}"
                        );
                        // From the others it is legal with a wrong capture mark, which shakmaty does not
                        // accept.
                        for other in search.fitting.without(&expected).iter() {
                            let codes = codes_from(other, words);
                            assert!(codes.contains(&Code::CaptureMark), "{other}: {codes:?}");
                        }
                    }
                }
            }
        }
    }
}

/// The findings of a record that starts from a position.
fn codes_from(number: u16, words: &[String]) -> Vec<Code> {
    let start = audit960_board::start::Start::new(number).unwrap();
    let fen = audit960_board::Position::chess960(start, start).xfen();
    let text = String::from_utf8(without_start(words)).unwrap();
    let tag = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]");
    let text = text.replacen("[Variant \"Chess960\"]", &tag, 1);
    audit(text.as_bytes(), None).remove(0).codes
}

/// ICC treats a king move of two squares or more as castling, and may write it that way.
#[test]
fn castling_written_as_the_kings_move_is_castling() {
    let mut rewritten = 0;
    for name in [
        "chess960/mainz2009-rapid-wch.pgn",
        "chess960/fics-wild-fr-2009.pgn",
    ] {
        let Some(path) = corpus(name) else { return };
        for game in audit(&std::fs::read(path).unwrap(), None) {
            let number = game.starts[0].unwrap();
            let files = audit960_board::start::Start::new(number)
                .unwrap()
                .castling_files();
            let mut words = words(&game.text);
            let mut changed = false;
            for (ply, word) in words.iter_mut().enumerate() {
                let rank = if ply % 2 == 0 { 1 } else { 8 };
                let (file, letter) = match word.as_str() {
                    "O-O" => (6, 'g'),
                    "O-O-O" => (2, 'c'),
                    _ => continue,
                };
                if files.king.abs_diff(file) >= 2 {
                    *word = format!("K{letter}{rank}");
                    changed = true;
                }
            }
            if changed {
                rewritten += 1;
                let found = audit(&without_start(&words), Some(searches())).remove(0);
                let search = found.search.unwrap();
                assert!(search.fitting.contains(number), "{name} {}", game.round);
                if search.only().is_some() {
                    assert_eq!(found.moves, game.moves);
                }
            }
        }
    }
    assert!(rewritten > 5, "{rewritten}");
}

/// A record without a Variant tag that fails at once is searched, too; but a wrong move in an orthodox game
/// gives no start position.
#[test]
fn records_that_name_no_variant() {
    let Some(path) = corpus("chess960/mainz2009-rapid-wch.pgn") else {
        return;
    };
    let mut found = 0;
    for game in audit(&std::fs::read(path).unwrap(), None) {
        let text = String::from_utf8(without_start(&words(&game.text))).unwrap();
        let unnamed = text.replace("[Variant \"Chess960\"]\n", "");
        let game_found = audit(unnamed.as_bytes(), Some(searches())).remove(0);
        if let Some((white, _)) = game_found.search.as_ref().and_then(StartSearch::only) {
            assert_eq!(Some(white), game.starts[0]);
            assert_eq!(game_found.verdict, Verdict::Repaired);
            assert_eq!(game_found.castling_source, Some(CastlingSource::Inferred));
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
    let slip = b"[Event \"?\"]\n\n1. e4 e5 2. Nd3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n";
    let slip = audit(slip, Some(searches())).remove(0);
    assert_eq!(slip.verdict, Verdict::Damaged);
    assert!(slip.search.is_none() && !slip.codes.contains(&Code::StartInferred));
}

/// Unreadable FENs and stated numbers; games that need no search get none.
#[test]
fn other_ways_to_lack_a_start() {
    let game = |tags: &str, moves: &str| {
        let text = format!("[Event \"?\"]\n[Variant \"Chess960\"]\n{tags}\n{moves} *\n");
        audit(text.as_bytes(), Some(searches())).remove(0)
    };
    let moves = "1. Nhg3 Nhg6";
    let unreadable = game("[FEN \"?\"]\n", moves);
    let search = unreadable.search.as_ref().unwrap();
    // There is a knight on h1, as in a quarter of the 960.
    assert!(search.count() > 100 && search.fitting.contains(353));
    assert_eq!(unreadable.verdict, Verdict::Rejected);
    let stated = game("", &format!("{{SP 353}} {moves}"));
    let search = stated.search.as_ref().unwrap();
    assert_eq!(
        (search.only(), search.evidence),
        (Some((353, 353)), StartEvidence::Stated)
    );
    assert_eq!(stated.verdict, Verdict::Repaired);
    // The number is wrong: no knight on h1. The record is searched, and the number is no answer.
    let wrong = game("", &format!("{{SP 518}} {moves}"));
    assert!(!wrong.search.unwrap().fitting.contains(518));
    let given = game(
        "[FEN \"bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1\"]\n",
        moves,
    );
    assert_eq!((given.search, given.verdict), (None, Verdict::Ok));
    let none = game("", "1. Qa5 Nh6");
    assert_eq!(none.search.unwrap().count(), 0);
}

/// The search on absurd records is bounded, and says that it is incomplete.
#[test]
fn absurd_records_are_bounded() {
    let began = std::time::Instant::now();
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].map(str::to_owned);
    let long: Vec<_> = shuffle.iter().cycle().take(100_000).cloned().collect();
    let found = audit(&without_start(&long), Some(searches())).remove(0);
    assert!(found.search.unwrap().incomplete);
    let pairs = Searches {
        starts: Some(StartFinder { double: true }),
        ..Searches::default()
    };
    let short = ["e4", "e5"].map(str::to_owned);
    let found = audit(&without_start(&short), Some(pairs)).remove(0);
    let search = found.search.unwrap();
    assert!(search.incomplete && search.only().is_none());
    println!("{:.2} s", began.elapsed().as_secs_f64());
}
