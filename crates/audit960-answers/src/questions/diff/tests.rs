//! Handmade issues of an archive, so that what changed is known.

use audit960_types::tables::ColumnGroup;
use audit960_types::{Code, FactSink as _, Finding, GameFacts, GameResult, Identity};

use super::Differences;
use crate::IssueGame;
use crate::questions::tests::{OPTIONS, game, open, write_fed};
use audit960_dataset::Dataset;

/// Games one after the other, with the codes found in them.
fn issue(source: &str, games: &[(GameFacts<'static>, &[Code])]) -> (tempfile::TempDir, Dataset) {
    let dir = tempfile::tempdir().unwrap();
    let feed = |tables: &mut audit960_dataset::tables::ChunkTables| {
        for (offset, (game, codes)) in (0..).zip(games) {
            let identity = Identity {
                frame_offset: 0,
                byte_offset: offset,
            };
            for code in *codes {
                tables.finding(Finding {
                    identity,
                    game: Some(offset),
                    ..finding(*code)
                });
            }
            tables.game(&GameFacts {
                identity,
                ..game.clone()
            });
        }
    };
    write_fed(dir.path(), OPTIONS, &[(source, &feed)]);
    let dataset = open(dir.path());
    (dir, dataset)
}

fn finding(code: Code) -> Finding {
    Finding {
        code,
        identity: Identity::default(),
        game: None,
        line: 0,
        column: 1,
        ply: None,
        message: "something".to_owned(),
        excerpt: String::new(),
        caret: (0, 0),
    }
}

fn played(white: &'static str, round: &'static str, hash: i64) -> GameFacts<'static> {
    GameFacts {
        white: Some(white),
        black: Some("Black"),
        event: Some("Open"),
        date: Some("2020.01.02"),
        round: Some(round),
        plies: 40,
        moves_hash: Some(hash),
        ..game(518, GameResult::White)
    }
}

fn whites(games: &[IssueGame]) -> Vec<&str> {
    games
        .iter()
        .map(|game| game.tags[0].as_deref().unwrap())
        .collect()
}

/// What changed in each game that did, as `before > after: field was > is, ...`.
fn changed(found: &Differences) -> Vec<String> {
    let one = |game: &super::ChangedGame| {
        let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let changes = game.changes.iter().map(|change| {
            format!(
                "{} {} > {}",
                change.field,
                said(&change.before),
                said(&change.after)
            )
        });
        let changes = changes.collect::<Vec<_>>().join(", ");
        let of = |name: &IssueGame| name.tags[0].clone().unwrap();
        format!("{} > {}: {changes}", of(&game.before), of(&game.after))
    };
    found.changed.iter().map(one).collect()
}

/// Order, sources and offsets of the games differ; nothing else does.
#[test]
fn an_archive_that_was_sorted_again_has_not_changed() {
    let (one, two) = ([Code::ALL[3]], [Code::ALL[3], Code::ALL[5]]);
    let games: Vec<(GameFacts<'static>, &[Code])> = vec![
        (played("A", "1", 1), &one),
        (played("B", "1", 2), &[]),
        (played("B", "1", 2), &[]),
        (played("C", "1", 3), &two),
    ];
    let (_one, before) = issue("a.pgn", &games);
    let backwards: Vec<_> = games.iter().rev().cloned().collect();
    let (_two, after) = issue("all.pgn", &backwards);
    // The same in parts of one game as in a single part.
    for part in [1, 2, 100] {
        let found = super::differences_by(&before, &after, part, 10).unwrap();
        assert!(found.is_empty(), "{found:?}");
        assert_eq!((found.games, found.equal), ([4, 4], 4));
    }
}

#[test]
fn each_kind_of_change_is_reported() {
    let address = |result| GameFacts {
        site: Some("https://lichess.org/abcdefgh"),
        ..GameFacts {
            result,
            ..played("Server", "-", 50)
        }
    };
    let renamed = |white| played(white, "3", 60);
    let elo = |white_elo| GameFacts {
        white_elo,
        event: Some("Open B"),
        ..played("Rated", "4", 70)
    };
    let longer = |plies, hash| GameFacts {
        plies,
        ..played("Long", "5", hash)
    };
    let (_one, before) = issue(
        "a.pgn",
        &[
            (played("Same", "1", 1), &[]),
            (address(GameResult::White), &[]),
            (renamed("Typo"), &[]),
            (elo(None), &[]),
            (longer(40, 80), &[]),
            (played("Gone", "6", 90), &[]),
        ],
    );
    let (_two, after) = issue(
        "b.pgn",
        &[
            (played("Added", "7", 91), &[]),
            (longer(41, 81), &[]),
            (elo(Some(2_600)), &[]),
            (renamed("Right"), &[]),
            (address(GameResult::Draw), &[]),
            (played("Same", "1", 1), &[]),
        ],
    );
    for part in [1, 100] {
        let found = super::differences_by(&before, &after, part, 10).unwrap();
        assert_eq!((found.equal, found.unequal), (1, [5, 5]));
        assert_eq!(
            changed(&found),
            [
                "Long > Long: moves 40 half-moves > 41 half-moves",
                "Rated > Rated: WhiteElo - > 2600",
                "Typo > Right: White Typo > Right",
                "Server > Server: result 1-0 > 1/2-1/2",
            ]
        );
        assert_eq!(
            (whites(&found.gone), whites(&found.added)),
            (vec!["Gone"], vec!["Added"])
        );
    }
}

/// Of three copies one is gone; short games of others are not partners.
#[test]
fn copies_are_counted_and_short_games_are_not_mixed_up() {
    let short = |white| GameFacts {
        plies: 12,
        ..played(white, "2", 7)
    };
    let copy = || played("Copy", "1", 1);
    let (_one, before) = issue(
        "a.pgn",
        &[
            (copy(), &[]),
            (copy(), &[]),
            (short("X"), &[]),
            (copy(), &[]),
        ],
    );
    let (_two, after) = issue("a.pgn", &[(copy(), &[]), (short("Y"), &[]), (copy(), &[])]);
    let found = crate::differences(&before, &after).unwrap();
    assert_eq!((found.equal, found.unequal), (2, [2, 1]));
    let mut gone = whites(&found.gone);
    gone.sort_unstable();
    assert_eq!((gone, whites(&found.added)), (vec!["Copy", "X"], vec!["Y"]));
    assert!(found.changed.is_empty());
}

/// One of two equal games has a FIDE id; only one of the issues has a column for it, or both.
#[test]
fn columns_that_one_issue_lacks_are_not_compared() {
    let mut options = OPTIONS;
    options.columns = ColumnGroup::Players;
    let with_id = |id| GameFacts {
        fide_ids: [Some(id), None],
        ..played("A", "1", 1)
    };
    let issue = |options, id| {
        let dir = tempfile::tempdir().unwrap();
        let feed = |tables: &mut audit960_dataset::tables::ChunkTables| tables.game(&with_id(id));
        write_fed(dir.path(), options, &[("x.pgn", &feed)]);
        (open(dir.path()), dir)
    };
    let (plain, _plain) = issue(OPTIONS, 77);
    let (asked, _asked) = issue(options, 77);
    let (other, _other) = issue(options, 78);
    for (before, after) in [(&plain, &asked), (&asked, &plain), (&plain, &other)] {
        let found = crate::differences(before, after).unwrap();
        assert_eq!((found.equal, found.unequal), (1, [0, 0]));
        assert!(found.not_compared.contains(&"WhiteFideId"));
        assert!(!found.not_compared.contains(&"White"));
    }
    let found = crate::differences(&asked, &other).unwrap();
    assert!(found.not_compared.is_empty());
    let fields: Vec<_> = found.changed[0]
        .changes
        .iter()
        .map(|change| change.field)
        .collect();
    assert_eq!(fields, ["WhiteFideId"]);
}

#[test]
fn findings_come_and_go() {
    let [a, b, c] = [Code::ALL[3], Code::ALL[5], Code::ALL[7]];
    let changed = GameFacts {
        result: GameResult::Draw,
        ..played("Changed", "2", 2)
    };
    let (_one, before) = issue(
        "a.pgn",
        &[
            (played("Same", "1", 1), &[a, b]),
            (played("Changed", "2", 2), &[a, a, c]),
            (played("Gone", "3", 3), &[b]),
        ],
    );
    let (_two, after) = issue(
        "a.pgn",
        &[
            // The same game, read by another release.
            (played("Same", "1", 1), &[a, c]),
            (changed, &[a, c, c]),
            (played("Added", "4", 4), &[a]),
        ],
    );
    let found = crate::differences(&before, &after).unwrap();
    let turnover = |code: Code| {
        let it = found
            .findings
            .get(code.as_str())
            .copied()
            .unwrap_or_default();
        (it.appeared, it.disappeared)
    };
    // a: one of two went from the changed game, one came with the added one.
    // b: went from the game that is the same, and with the one that is gone.
    // c: came to the game that is the same, and once more to the changed one.
    assert_eq!(
        [turnover(a), turnover(b), turnover(c)],
        [(1, 1), (0, 2), (2, 0)]
    );
    // Each names its game, before and after.
    let mut named: Vec<_> = found
        .finding_changes
        .iter()
        .map(|change| {
            let white =
                |game: &Option<IssueGame>| game.as_ref().and_then(|game| game.tags[0].clone());
            let games = change.games.each_ref().map(white);
            let changes = (change.changes.appeared, change.changes.disappeared);
            (change.code.as_str(), changes, games)
        })
        .collect();
    named.sort();
    let name = |white: &str| Some(white.to_owned());
    let mut expected = vec![
        (a.as_str(), (0, 1), [name("Changed"), name("Changed")]),
        (a.as_str(), (1, 0), [None, name("Added")]),
        (b.as_str(), (0, 1), [name("Same"), name("Same")]),
        (b.as_str(), (0, 1), [name("Gone"), None]),
        (c.as_str(), (1, 0), [name("Same"), name("Same")]),
        (c.as_str(), (1, 0), [name("Changed"), name("Changed")]),
    ];
    expected.sort();
    assert_eq!(named, expected);
}

/// Of two equal games one lost its finding: the game that has it is named, on its side.
#[test]
fn of_equal_games_the_one_with_the_finding_is_named() {
    static FOUND: [Code; 1] = [Code::ALL[3]];
    let copies =
        |codes: [&'static [Code]; 2]| codes.map(|codes| (played("Copy", "1", 1), codes)).to_vec();
    let (_one, before) = issue("a.pgn", &copies([&[], &FOUND]));
    let (_two, after) = issue("b.pgn", &copies([&[], &[]]));
    let found = crate::differences(&before, &after).unwrap();
    assert_eq!(found.unequal, [0, 0]);
    let [change] = &found.finding_changes[..] else {
        panic!("{:?}", found.finding_changes);
    };
    assert_eq!(
        (change.changes.appeared, change.changes.disappeared),
        (0, 1)
    );
    let ids = |issue: &Dataset| {
        let table = issue
            .read(&super::TableScan::of("games", &["game_id"]))
            .unwrap();
        let ids = (0..table.rows()).map(|row| match table.column("game_id").unwrap().cell(row) {
            audit960_types::Cell::Int(id) => id,
            _ => panic!("no id"),
        });
        ids.collect::<Vec<_>>()
    };
    let id = |side: usize| change.games[side].as_ref().unwrap().game_id.unwrap();
    assert_eq!(id(0), ids(&before)[1]);
    assert!(ids(&after).contains(&id(1)));
}

#[test]
fn only_counts_are_reported_where_too_much_differs() {
    let games = |first: i64| -> Vec<(GameFacts<'static>, &'static [Code])> {
        (first..first + 5)
            .map(|hash| (played("A", "1", hash), &[][..]))
            .collect()
    };
    let (_one, before) = issue("a.pgn", &games(0));
    let (_two, after) = issue("a.pgn", &games(100));
    let found = super::differences_by(&before, &after, 2, 4).unwrap();
    assert!(found.too_many && found.changed.is_empty() && found.gone.is_empty());
    assert_eq!((found.equal, found.unequal), (0, [5, 5]));
    let all = super::differences_by(&before, &after, 2, 5).unwrap();
    assert!(!all.too_many);
    assert_eq!(all.changed.len(), 5);
}

/// A release that finds more in every game: the games are named as long as there are not too many.
#[test]
fn codes_are_counted_where_too_many_findings_came() {
    static FOUND: [Code; 1] = [Code::ALL[3]];
    let games = |codes: &'static [Code]| -> Vec<(GameFacts<'static>, &'static [Code])> {
        (0..5).map(|hash| (played("A", "1", hash), codes)).collect()
    };
    let (_one, before) = issue("a.pgn", &games(&[]));
    let (_two, after) = issue("a.pgn", &games(&FOUND));
    for (most, named) in [(4, 0), (5, 5)] {
        let found = super::differences_by(&before, &after, 2, most).unwrap();
        assert!(!found.too_many && found.equal == 5);
        assert_eq!(found.findings[FOUND[0].as_str()].appeared, 5);
        assert_eq!(found.finding_changes.len(), named);
        let rows = found.table(usize::MAX).rows();
        assert_eq!(rows, named.max(1), "one for the code, or one for each game");
    }
}

#[test]
fn the_table_has_a_row_for_everything() {
    let code = Code::ALL[3];
    let draw = GameFacts {
        result: GameResult::Draw,
        white_elo: Some(2_500),
        ..played("Changed", "2", 2)
    };
    let (_one, before) = issue(
        "a.pgn",
        &[
            (played("Changed", "2", 2), &[]),
            (played("Gone", "3", 3), &[code, code]),
        ],
    );
    let (_two, after) = issue("b.pgn", &[(draw, &[]), (played("Added", "4", 4), &[])]);
    let table = crate::differences(&before, &after).unwrap().table(10);
    let text = |name: &str| -> Vec<String> {
        let column = table.column(name).unwrap();
        let cells = (0..table.rows()).map(|row| match column.cell(row) {
            audit960_types::Cell::Text(text) => text.to_owned(),
            audit960_types::Cell::Int(number) => number.to_string(),
            _ => "-".to_owned(),
        });
        cells.collect()
    };
    assert_eq!(
        text("change"),
        ["changed", "changed", "gone", "added", "finding_went"]
    );
    assert_eq!(
        text("field"),
        ["result", "WhiteElo", "-", "-", code.as_str()]
    );
    assert_eq!(text("before"), ["1-0", "-", "-", "-", "-"]);
    assert_eq!(text("after"), ["1/2-1/2", "2500", "-", "-", "-"]);
    assert_eq!(text("count"), ["1", "1", "1", "1", "2"]);
    assert_eq!(
        text("white"),
        ["Changed", "Changed", "Gone", "Added", "Gone"]
    );
    assert_eq!(
        text("source_before"),
        ["a.pgn", "a.pgn", "a.pgn", "-", "a.pgn"]
    );
    assert_eq!(text("source_after"), ["b.pgn", "b.pgn", "-", "b.pgn", "-"]);
    // One row of each kind.
    let table = crate::differences(&before, &after).unwrap().table(1);
    assert_eq!(table.rows(), 4);
}
