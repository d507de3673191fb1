//! Games whose start position is removed: the true one must be among those found.

use std::collections::BTreeMap;
use std::time::Instant;

use audit960_replay::Round;
use audit960_replay::forensics::{RoundStarts, Searches, StartFinder};
use audit960_types::{StartEvidence, StartSet, Verdict};

use crate::support::{Game, audit, corpus, without_start, words};

/// Games that replay, by kind: Mainz, FICS, TCEC with one arrangement, TCEC with two.
fn games() -> BTreeMap<&'static str, Vec<Game>> {
    let mut kinds = BTreeMap::<_, Vec<Game>>::new();
    let Some(folder) = corpus("chess960") else {
        return kinds;
    };
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let kind = match name {
            _ if name.starts_with("mainz") => "Mainz",
            _ if name.starts_with("fics") => "FICS",
            _ if name.starts_with("TCEC") => "TCEC",
            _ => continue,
        };
        for game in audit(&std::fs::read(&path).unwrap(), None) {
            if let [Some(white), Some(black)] = game.starts
                && matches!(game.verdict, Verdict::Ok | Verdict::Repaired)
            {
                let kind = if white == black { kind } else { "TCEC double" };
                kinds.entry(kind).or_default().push(game);
            }
        }
    }
    kinds
}

fn searches(double: bool) -> Searches {
    Searches {
        starts: Some(StartFinder { double }),
        ..Searches::default()
    }
}

/// The result for a record without its start.
fn found(words: &[String], double: bool) -> Game {
    let text = without_start(words);
    audit(&text, Some(searches(double))).remove(0)
}

/// Every game, whole and cut to fewer half-moves: the true start is among those found; a unique answer
/// is the true one. Prints the table of `docs/repair.md`.
#[test]
fn the_true_start_is_among_those_found() {
    for (kind, games) in games() {
        let double = kind == "TCEC double";
        for plies in [10, 20, 30, 40, 60, usize::MAX] {
            let began = Instant::now();
            let (mut count, mut by_moves, mut by_notation, mut left) = (0, 0, 0, 0);
            for game in &games {
                let all = words(&game.text);
                if all.len() < plies && plies != usize::MAX {
                    continue;
                }
                let words = &all[..plies.min(all.len())];
                let found = found(words, double);
                let [Some(white), Some(black)] = game.starts else {
                    unreachable!()
                };
                let search = found.search.as_ref().unwrap();
                count += 1;
                // There may be too many pairs to try; then nothing is concluded.
                if search.incomplete {
                    assert!(double && search.only().is_none());
                    continue;
                }
                assert!(
                    search.fitting.contains(white) && white == black
                        || search.pairs.contains(&(white, black)),
                    "{kind} {} {}: {white}/{black} is not among {search:?}",
                    game.event,
                    game.round
                );
                if let Some(only) = search.only() {
                    assert_eq!(only, (white, black), "{kind} {}", game.round);
                    assert_eq!(found.verdict, Verdict::Repaired);
                    if plies == usize::MAX {
                        assert_eq!(found.moves, game.moves, "{kind} {}", game.round);
                    }
                    match search.evidence {
                        StartEvidence::Notation => by_notation += 1,
                        _ => by_moves += 1,
                    }
                } else {
                    assert_eq!(found.verdict, Verdict::Rejected);
                    left += search.count();
                }
            }
            let shown = if plies == usize::MAX {
                "all".to_owned()
            } else {
                plies.to_string()
            };
            println!(
                "| {kind} | {shown} | {count} | {by_moves} | {by_notation} | {left} | {:.2} s |",
                began.elapsed().as_secs_f64()
            );
        }
    }
}

/// An event without castling rights: full rights are assumed, which is wrong there, and still the true
/// arrangement is among the answers. Prints a row of `docs/repair.md`.
#[test]
fn an_event_without_castling_rights() {
    let name = "chess960/TCEC_Season_26_-_Frc_No_Castling_Kibitzer_Bonus.pgn";
    let Some(path) = corpus(name) else {
        return;
    };
    let games = audit(&std::fs::read(path).unwrap(), None);
    for plies in [20, 40, usize::MAX] {
        let (mut count, mut among, mut unique, mut wrong, mut none) = (0, 0, 0, 0, 0);
        for game in games.iter().filter(|game| game.verdict == Verdict::Ok) {
            let rank = game
                .fen
                .split(' ')
                .next()
                .unwrap()
                .rsplit('/')
                .next()
                .unwrap();
            let start =
                audit960_board::start::Start::from_arrangement(rank.as_bytes().try_into().unwrap())
                    .unwrap();
            assert_eq!(game.fen.split(' ').nth(2), Some("-"), "{}", game.fen);
            let words = words(&game.text);
            let search = found(&words[..plies.min(words.len())], false)
                .search
                .unwrap();
            count += 1;
            among += usize::from(search.fitting.contains(start.number()));
            none += usize::from(search.fitting.is_empty());
            match search.only() {
                Some((only, _)) if only == start.number() => unique += 1,
                Some(_) => wrong += 1,
                None => {}
            }
        }
        println!(
            "| TCEC without castling | {plies} | {count} | {among} among | {unique} unique | {wrong} wrong | {none} none |"
        );
        assert!(count > 10 && wrong == 0, "{wrong} of {count}");
        assert_eq!(among, count);
    }
}

/// The round of a game.
fn round(game: &Game) -> Round<'_> {
    Round {
        event: Some(game.event.as_bytes()),
        round: Some(game.round.as_bytes()),
        venue: game.venue,
    }
}

/// Games of the same round narrow the positions, and never to a wrong one.
#[test]
fn games_of_a_round_help_each_other() {
    for (kind, games) in games() {
        if kind == "TCEC double" {
            continue;
        }
        let records: Vec<_> = games
            .iter()
            .map(|game| words(&game.text)[..20.min(game.plies as usize)].to_vec())
            .collect();
        let mut round_starts = RoundStarts::default();
        for (game, record) in games.iter().zip(&records) {
            let search = found(record, false).search.unwrap();
            let fitting = match search.evidence {
                // A position found by the notation is only a guess: it must not narrow the others.
                StartEvidence::Notation => StartSet::EMPTY,
                _ => search.fitting,
            };
            round_starts.add(round(game), &fitting);
        }
        let (mut helped, mut wrong) = (0, 0);
        for (game, record) in games.iter().zip(&records) {
            let text = String::from_utf8(without_start(record)).unwrap();
            let tags = format!(
                "[Event \"{}\"]\n[Site \"{}\"]\n[Round \"{}\"]",
                game.event, game.site, game.round
            );
            let text = text.replacen("[Event \"?\"]", &tags, 1);
            let mut searches = searches(false);
            searches.round_starts = round_starts.clone();
            let found = audit(text.as_bytes(), Some(searches)).remove(0);
            let search = found.search.unwrap();
            if search.evidence == StartEvidence::RoundStarts {
                helped += 1;
                wrong += usize::from(!search.fitting.contains(game.starts[0].unwrap()));
            }
        }
        println!(
            "{kind}: {helped} of {} games narrowed by their round",
            games.len()
        );
        assert_eq!(wrong, 0, "{kind}");
    }
}
