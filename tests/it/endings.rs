//! The command endings, as users run it.

use std::collections::BTreeMap;

use crate::folder::{Folder, Has, Ran, audited, each_refused, printed};
use crate::support::data;

/// Games whose endings are argued below, one without moves, and one of another variant.
fn archive(folder: &Folder) -> String {
    let game = |fen: &str, result: &str, moves: &str| {
        format!(
            "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"{result}\"]\n\n{moves} \
             {result}\n\n"
        )
    };
    let rooks = "1r6/8/8/8/3k4/1R6/8/7K w - - 0 1";
    let text = [
        // KRvKR after half-move 0, KRvK after 1 to 3, KvK after 4 and 5.
        game(rooks, "1/2-1/2", "1. Rxb8 Kc3 2. Rb3+ Kxb3 3. Kg1"),
        // KRvKR after half-moves 0 to 4, with clocks 97 to 101.
        game(
            "1r6/8/8/8/3k4/1R6/8/7K w - - 97 80",
            "1/2-1/2",
            "80. Rb1 Kd5 81. Rb2 Kd4",
        ),
        game(rooks, "*", ""),
        "[Event \"d\"]\n[Variant \"Atomic\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n".to_owned(),
    ];
    folder.write("games.pgn", text.concat())
}

/// The rows in CSV, without the names of the columns and the last one.
fn rows(input: &str, options: &str) -> Vec<String> {
    let text = printed((format!("endings {input} --format csv"), options));
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "material,games,white,draws,black,unfinished,mean_stay,max_stay,max_clock,at_100,ended,ended_drawn,\
             drawn_at_100,plies,longest"
        )
    );
    let brief = |line: &str| line.split(',').take(14).collect::<Vec<_>>().join(",");
    lines.map(brief).collect()
}

#[test]
fn endings_are_counted_as_argued() {
    let folder = Folder::new();
    let games = archive(&folder);
    let dataset = audited(&folder, "moves", &games, "--with-moves");
    // Positions 0 and 0 to 4; 1 to 3; 4 and 5. Clocks: 97 to 101; 0 to 2; 0 and 1.
    let both = "KRvKR,2,0,2,0,0,3,5,101,1,1,1,1,6";
    let one = "KRvK,1,0,1,0,0,3,3,2,0,0,0,0,3";
    let bare = "KvK,1,0,1,0,0,2,2,1,0,1,1,0,2";
    for input in [&games, &dataset] {
        assert_eq!(rows(input, ""), [both, one, bare]);
        assert_eq!(rows(input, "--pieces 3"), [one, bare]);
        // The first game has one position with KRvKR, the second five.
        let second_only = "KRvKR,1,0,1,0,0,5,5,101,1,1,1,1,5";
        assert_eq!(rows(input, "--min-stay 3"), [one, second_only]);
        assert_eq!(rows(input, "--limit 1"), [both]);
        // Either colour, unless the colours are as written.
        assert_eq!(rows(input, "--material KvKR"), [one]);
        assert_eq!(rows(input, "--material KvKR --exact"), [""; 0]);
        let text = printed!("endings {input} --material KRvKR --format json");
        // The longest stay is the second game's.
        let second = std::fs::read_to_string(&games).unwrap();
        let second = second.match_indices("[Event").nth(1).unwrap().0;
        text.has(&format!("games.pgn@{second}\""));
    }
}

/// Games and stays are those that find finds for the same material.
#[test]
fn endings_are_those_that_find_finds() {
    let mut compared = 0;
    let archive = data("archive").display().to_string();
    let text = printed!("endings {archive} --format csv");
    assert_eq!(text, printed!("endings {archive} --format csv -j 1"));
    for row in text.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let hits = printed!(
            "find {archive} --material {} --exact --format csv",
            cells[0]
        );
        let (mut games, mut results) = (0_u64, BTreeMap::new());
        let (mut plies, mut longest) = (0_u64, 0_u64);
        let names: Vec<&str> = hits.lines().next().unwrap().split(',').collect();
        let at = |name: &str| names.iter().position(|known| *known == name).unwrap();
        let (stay, result) = (at("stay"), at("result"));
        for hit in hits.lines().skip(1) {
            let hit: Vec<&str> = hit.split(',').collect();
            let stay: u64 = hit[stay].parse().unwrap();
            games += 1;
            plies += stay;
            longest = longest.max(stay);
            *results.entry(hit[result].to_owned()).or_insert(0_u64) += 1;
        }
        let number = |index: usize| cells[index].parse::<u64>().unwrap();
        let found = (games, longest, plies);
        assert_eq!(found, (number(1), number(7), number(13)), "{row}");
        for (index, name) in ["1-0", "1/2-1/2", "0-1", "*"].into_iter().enumerate() {
            let found = results.get(name).copied().unwrap_or(0);
            assert_eq!(found, number(2 + index), "{row}");
        }
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn what_cannot_be_an_ending_is_refused() {
    let folder = Folder::new();
    let games = archive(&folder);
    let without = audited(&folder, "without", &games, "");
    each_refused(
        format!("endings {games}"),
        "\
         --material KRxK | at character 3: x is not one of
         --pieces 33 | 33 is not in 2..=32
         --exact | --material",
    );
    refused!("endings {without}").has("--with-moves");
    let output = run!("endings {games} --material KQvK");
    output.ends(0);
    assert!(output.out().contains("no game reached such an ending"));
}
