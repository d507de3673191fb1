//! The effective end of games against the definitions: generated games that go on past every kind of end.
//!
//! The ends by the Laws and by the venues are written down here again, from the Laws and the rules of the
//! venues: 9.6 is in force from 1 July 2014, its first wording until 30 June 2017; Lichess draws at a
//! clock of 100, TCEC at the third occurrence, too.

use std::fmt::Write as _;

use audit960_board::Position;
use audit960_board::start::SplitMix64;
use audit960_oracles::{EndRules, Fifth, effective_end};
use audit960_types::EndReason;

use crate::support::audit_text;

/// Games without an explicit number; `AUDIT960_ENDS=10000` plays more.
const GAMES: u32 = 2_000;

/// Maximum number of positions that the reference visits to exclude a mate: a wall of pawns with two
/// kings has fewer.
const LIMIT: usize = 4_000;

/// Tags of a venue, its rules, and the date.
fn places() -> [(&'static str, &'static str, EndRules); 7] {
    [
        ("2013.05.05", OVER_THE_BOARD, ends("", Fifth::Never)),
        ("2015.05.05", OVER_THE_BOARD, ends("75", Fifth::InSequence)),
        ("2021.05.05", OVER_THE_BOARD, ends("75", Fifth::AnyTime)),
        ("2021.05.05", LICHESS, ends("50", Fifth::AnyTime)),
        ("2021.05.05", TCEC, ends("50 third", Fifth::Never)),
        (
            "2021.05.05",
            "[Site \"freechess.org\"]",
            ends("fics", Fifth::Never),
        ),
        (
            "2021.05.05",
            "[Site \"chessclub.com\"]",
            ends("minor", Fifth::Never),
        ),
    ]
}

const LICHESS: &str = "[Site \"https://lichess.org/AbCd1234\"]";
const TCEC: &str = "[Event \"TCEC Season 20\"]";
const OVER_THE_BOARD: &str = "[Site \"Biel SUI\"]\n[White \"Smith, A\"]";

/// Rules by their names; all dead positions end games where over the board only.
fn ends(names: &str, fifth: Fifth) -> EndRules {
    EndRules {
        seventy_five: names.contains("75"),
        fifty: names.contains("50"),
        third: names.contains("third"),
        minor: names.contains("minor"),
        all_dead: ["", "75"].contains(&names),
        fifth,
    }
}

/// A start position of one of nine families, and how often a game goes back to where it was.
fn start(random: &mut SplitMix64, family: u32) -> (String, u32) {
    let clock = [0, 0, 60, 98, 99, 140, 149, 200][random.below(8) as usize];
    match family {
        // Knights go out and home.
        0 => (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            90,
        ),
        1 => (wall(random), 30),
        2 => (scattered(random, " N B b Bb BB n", clock), 20),
        3 => (scattered(random, "R Q Q Q q q r P p", clock), 10),
        4 => (scattered(random, "Rr Qr Rb Nn BN Pp", clock), 10),
        5 => (scattered(random, "Rr RBr Qq", 0), 0),
        6 => (scattered(random, "RRrr QRqr", 0), 97),
        7 => (scattered(random, "Nn Bn Nb Nbp", clock), 10),
        _ => (scattered(random, "PPpp Np Bp Pb", clock), 20),
    }
}

/// Kings and pawns locked in pairs, perhaps with gaps, and with one pair that is still to be locked.
fn wall(random: &mut SplitMix64) -> String {
    let mut board = [[b'1'; 8]; 8];
    let open = random.below(12) as usize;
    for file in 0..8 {
        if file % 2 == 1 && random.below(3) > 0 {
            continue;
        }
        let rank = 2 + random.below(2) as usize + random.below(2) as usize;
        board[rank][file] = b'P';
        board[rank + 1 + usize::from(open == file && rank < 4)][file] = b'p';
    }
    board[0][random.below(8) as usize] = b'K';
    board[7][random.below(8) as usize] = b'k';
    let ranks: Vec<String> = board
        .iter()
        .rev()
        .map(|rank| String::from_utf8(rank.to_vec()).unwrap())
        .collect();
    let side = if open == 0 { 'b' } else { 'w' };
    format!("{} {side} - - 0 40", ranks.join("/"))
}

/// Kings and the pieces of one of some lists anywhere, so that the side not to move is not in check.
fn scattered(random: &mut SplitMix64, lists: &str, clock: u32) -> String {
    let lists: Vec<&str> = lists.split(' ').collect();
    let pieces = lists[random.below(lists.len() as u32) as usize];
    loop {
        let mut board = [b'1'; 64];
        for piece in pieces.bytes().chain(*b"Kk") {
            let pawn = piece | 0x20 == b'p';
            let free = |at: &u32| board[*at as usize] == b'1' && (!pawn || (8..56).contains(at));
            let at = std::iter::repeat_with(|| random.below(64))
                .find(free)
                .unwrap();
            board[at as usize] = piece;
        }
        let ranks: Vec<&str> = board
            .chunks(8)
            .map(|rank| std::str::from_utf8(rank).unwrap())
            .collect();
        let side = ['w', 'b'][random.below(2) as usize];
        let fen = format!("{} {side} - - {clock} 150", ranks.join("/"));
        if let Ok(loaded) = Position::from_fen(&fen)
            && loaded.position.has_legal_move()
        {
            return fen;
        }
    }
}

/// The moves of a game from a position, in SAN: mostly quiet ones, and often back to where the piece was.
fn moves(random: &mut SplitMix64, fen: &str, back: u32) -> String {
    let mut position = Position::from_fen(fen).unwrap().position;
    let mut text = String::new();
    let mut before = Vec::new();
    for ply in 0..random.below(240) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let quiet = legal.iter().filter(|m| position.is_quiet(**m));
        let quiet: Vec<_> = quiet.copied().collect();
        let mate = legal.iter().copied().find(|&m| {
            let mut next = position.clone();
            next.play(m);
            next.is_checkmate()
        });
        // The move that takes back the side's last one.
        let home = before.len().checked_sub(2).and_then(|last| {
            let last: &audit960_board::Move = &before[last];
            quiet
                .iter()
                .copied()
                .find(|m| (m.from(), m.to()) == (last.to(), last.from()))
        });
        let choice = if quiet.is_empty() || random.below(12) == 0 {
            &legal
        } else {
            &quiet
        };
        let any = choice[random.below(choice.len() as u32) as usize];
        let played = home
            .filter(|_| random.below(100) < back)
            .or_else(|| mate.filter(|_| random.below(4) == 0))
            .unwrap_or(any);
        write!(
            text,
            "{}{}",
            position.san(played),
            if ply % 12 == 11 { '\n' } else { ' ' }
        )
        .unwrap();
        position.play(played);
        before.push(played);
    }
    text
}

#[test]
fn the_end_of_a_game_is_that_of_the_definitions() {
    let games = std::env::var("AUDIT960_ENDS")
        .ok()
        .and_then(|number| number.parse().ok());
    let games: u32 = games.unwrap_or(GAMES);
    let (mut random, places) = (SplitMix64::new(522), places());
    let mut text = String::new();
    for index in 0..games {
        let (date, tags, _) = places[index as usize % places.len()];
        let (fen, back) = start(&mut random, index % 9);
        let moves = moves(&mut random, &fen, back);
        let result = ["1-0", "0-1", "1/2-1/2"][random.below(3) as usize];
        let event = if tags.contains("Event") {
            ""
        } else {
            "[Event \"Ends\"]\n"
        };
        write!(
            text,
            "{event}{tags}\n[Date \"{date}\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n\
             {moves}{result}\n\n"
        )
        .unwrap();
    }
    let audit = audit_text(text.as_bytes());
    assert_eq!(audit.games.len(), games as usize);
    let mut seen = std::collections::BTreeMap::new();
    for (index, game) in audit.games.iter().enumerate() {
        let (date, _, rules) = places[index % places.len()];
        let orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let fen = game.fen.as_deref().unwrap_or(orthodox);
        let moves = game.moves.as_deref().unwrap_or_default();
        let expected = effective_end(fen, moves, &rules, LIMIT).unwrap();
        assert_eq!(
            game.end, expected,
            "game {index}, {date} {:?}: {fen}: {moves}",
            game.venue
        );
        *seen.entry(expected.map(|end| end.reason)).or_insert(0) += 1;
        let Some(end) = expected else { continue };
        // No claim counts after the end.
        for incident in audit
            .incidents
            .iter()
            .filter(|incident| incident.game == index as u64)
        {
            for last in ["white_last_ply", "black_last_ply"] {
                let last: Option<u32> = incident.field(last).parse().ok();
                let holds = last.is_none_or(|last| last <= end.ply);
                assert!(holds, "game {index}: {end:?}");
            }
        }
        let codes = ["L001", "L002", "L003", "L005"];
        let found: Vec<&str> = audit
            .findings
            .iter()
            .filter(|finding| finding.game == Some(index as u64))
            .map(|finding| finding.code.as_str())
            .filter(|code| codes.contains(code))
            .collect();
        assert!(found.len() <= 1, "game {index}: {found:?}");
        let loud = !matches!(end.reason, EndReason::DeadPosition);
        let holds = !loud || (end.ply < game.plies) == (found.len() == 1);
        assert!(holds, "game {index}: {end:?}");
    }
    println!("{games} games: {seen:?}");
    for reason in EndReason::ALL {
        let number = seen.get(&Some(*reason)).copied().unwrap_or(0);
        assert!(number > 10, "only {number} ended by {reason}");
    }
}

/// Findings name the article that the Laws of the day had: letters from 1997 to 30 June 2017, then numbers; the
/// 75 moves and five occurrences came in 2014. What the articles were called in 1990 is not in the tables.
#[test]
fn findings_name_the_articles_of_the_day() {
    let messages = |date: &str, fen: &str, moves: &str, tags: &str| -> String {
        let text = format!(
            "[Event \"Ends\"]\n{OVER_THE_BOARD}\n[Date \"{date}\"]\n[Result \"1-0\"]\n{tags}[SetUp \"1\"]\n\
             [FEN \"{fen}\"]\n\n{moves} 1-0\n"
        );
        let findings = audit_text(text.as_bytes()).findings;
        let codes = ["C006", "C007", "L002", "L003", "L005"];
        let about_ends = findings
            .iter()
            .filter(|finding| codes.contains(&finding.code.as_str()));
        about_ends
            .map(|finding| finding.message.as_str())
            .collect::<Vec<_>>()
            .join("|")
    };
    let articles = |text: &str| -> Vec<String> {
        let parts = text.split('(').skip(1);
        let names = parts.filter_map(|part| part.split_once(')'));
        names.map(|(name, _)| name.to_owned()).collect()
    };
    let dead = |date| {
        articles(&messages(
            date,
            "8/8/4k3/8/8/8/4K3/8 w - - 0 60",
            "Kd2 Kd6",
            "",
        ))
    };
    assert_eq!(dead("1990.05.05"), [""; 0]);
    assert_eq!(dead("2015.05.05"), ["5.2 b", "5.2 b"]);
    assert_eq!(dead("2021.05.05"), ["5.2.2", "5.2.2"]);
    let rooks = "8/8/r3k3/8/8/8/R3K3/8 w - - 148 160";
    let long = |date| articles(&messages(date, rooks, "Ra1 Ra7 Rb1", ""));
    assert_eq!(long("2015.05.05"), ["9.6 b"]);
    assert_eq!(long("2021.05.05"), ["9.6.2"]);
    let flag = "[Termination \"time forfeit\"]\n";
    let fallen = |date| messages(date, "8/8/r3k3/8/8/8/4K3/8 w - - 0 60", "Kd2 Ra5", flag);
    assert!(fallen("2005.05.05").ends_with("a draw by the Laws"));
    assert_eq!(articles(&fallen("2015.05.05")), ["6.9"]);
    let shuffle = "Kd2 Kd6 Ke2 Ke6 ".repeat(5);
    let fifth = |date| {
        articles(&messages(
            date,
            "8/8/r3k3/8/8/8/R3K3/8 w - - 0 60",
            &shuffle,
            "",
        ))
    };
    assert_eq!(fifth("2015.05.05"), ["9.6 a"]);
    assert_eq!(fifth("2021.05.05"), ["9.6.1"]);
}
