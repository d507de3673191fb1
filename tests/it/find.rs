//! The command find, as users run it.

use std::path::Path;

use crate::folder::{Folder, Has, Ran, audited, each_refused, printed};
use crate::support::{all_archives, data};

const ENDING: &str = "[Event \"b\"]\n[SetUp \"1\"]\n[FEN \"1r6/8/8/8/3k4/1R6/8/7K w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n\
     1. Rxb8 Kc3 2. Rb3+ Kxb3 3. Kg1 1/2-1/2\n\n";

/// Three games that are searched below, and one of another variant.
fn archive(folder: &Folder) -> String {
    let text = [
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 1-0\n\n",
        ENDING,
        "[Event \"c: damaged\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n",
        "[Event \"d\"]\n[Variant \"Atomic\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n",
        "[Event \"e\"]\n[Result \"*\"]\n\n*\n",
    ];
    folder.write("games.pgn", text.concat())
}

/// `game line ply fen` of the hits.
fn hits(input: &str, options: &str) -> Vec<String> {
    let text = printed((format!("find {input} --format csv"), options));
    let mut lines = text.lines();
    lines
        .next()
        .unwrap()
        .begins("source,game,line,ply,fen,side,stay,result,");
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            assert!(cells[0].ends_with("games.pgn"));
            cells[1..5].join(" ")
        })
        .collect()
}

/// All pieces are on the board until 4... Nxe4, after eight positions; the rook is alone for three; game c ends after its second
/// half-move. Of a game that goes on beyond what a dataset kept of it, nobody knows how long.
#[test]
fn stays_are_those_of_whole_games_where_these_are_known() {
    let folder = Folder::new();
    let games = archive(&folder);
    let make = |name: &str, options: &str| audited(&folder, name, &games, options);
    let whole = ["8", "3", "3"];
    for (input, stays) in [
        (games.clone(), whole),
        (make("moves", "--with-moves"), whole),
        (make("both", "--with-moves --positions=3"), whole),
        (make("first", "--positions=3"), ["", "", "3"]),
    ] {
        let text = printed!("find {input} --ply 2 --format csv");
        let found = text.lines().skip(1);
        let found: Vec<&str> = found.map(|line| line.split(',').nth(6).unwrap()).collect();
        assert_eq!(found, stays, "{input}");
    }
}

#[test]
fn hits_are_where_they_are_argued_to_be() {
    let folder = Folder::new();
    let games = archive(&folder);
    let dataset = audited(&folder, "moves", &games, "--with-moves --keep-illegal");
    let spanish = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for input in [&games, &dataset] {
        let find = |options: &str| hits(input, options);
        assert_eq!(find("--moved Bb5"), [format!("0 1 5 {spanish}")]);
        let other = spanish.replace("KQkq - 3 3", "HAha - 0 9");
        let found = find(&format!("--fen `{other}`"));
        assert_eq!(found, [format!("0 1 5 {spanish}")]);
        // The ending begins at line 6: two lines of tags, two empty ones and one of moves come before it.
        let rook = "1 6 1 1R6/8/8/8/3k4/8/8/7K b - - 0 1";
        assert_eq!(find("--material KRvK"), [rook]);
        assert_eq!(find("--material KRvK --stay 3"), [rook]);
        assert_eq!(find("--material KRvK --stay 4"), [""; 0]);
        assert_eq!(find("--material KvKR"), [rook]);
        assert_eq!(find("--material KvKR --exact"), [""; 0]);
        assert_eq!(find("--material KRvK --all").len(), 3);
        // Game c was replayed for two half-moves, and no further; d is of another variant.
        assert_eq!(find("--line `e4 e5` --all").len(), 2);
        assert_eq!(find("--moved Ke3"), [""; 0]);
        assert_eq!(find("--moved Nf6 --ply 4"), [""; 0]);
        find("--castled --then `captured P side white`")[0].begins("0 1 8 ");
        let json = r#"[{"castled": "O-O"}, {"captured": "P", "side": "white"}]"#;
        let found = find(&format!("--query `{json}`"));
        assert_eq!(found, find("--castled --then `captured P side white`"));
        let found = find("--query `castled O-O then captured P`");
        assert_eq!(found, find(&format!("--query `{json}`")));
        let found = find("--position 8/8/8/1B6/8/8/8/8 --side black");
        assert_eq!(found, [format!("0 1 5 {spanish}")]);
        assert_eq!(find("--ply 1 --limit 1").len(), 1);
        let count = |options: &[&str]| printed((format!("find {input} --count"), options));
        // a, b and c have a first half-move; e has a start only.
        assert_eq!(count(&["--ply", "1"]), "3\n");
        assert_eq!(count(&["--ply", "0"]), "4\n");
        assert_eq!(count(&["--material", "KvKQ"]), "0\n");
    }
}

/// Where a query asks for no move, games are looked at quickly before they are replayed. Some piece moved before
/// every position but the first, so this condition changes no answer but has all games replayed.
#[test]
fn a_quick_look_leaves_out_no_hit() {
    let mut files: Vec<String> = all_archives()
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    files.push(data("traps").display().to_string());
    let inputs: Vec<&str> = files.iter().map(String::as_str).collect();
    let mut found = 0;
    for query in [
        "ply 1- material KRBvKR stay 3",
        "ply 1- material KvK",
        "ply 40 position 8/8/8/8/8/8/8/8 side white",
        "ply 1- position 8/8/8/4P3/8/8/8/4K..R",
        "ply 7 fen \"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6\"",
        "ply 1- side black position 8/8/8/8/8/8/4p3/8 then ply 1- material KPvKQ",
    ] {
        let slow = query.replace("ply ", "moved KQRBNP ply ");
        let ask = |query: &str| {
            printed((
                format!("find --format csv --all --query `{query}`"),
                &inputs,
            ))
        };
        let quick = ask(query);
        assert!(quick == ask(&slow), "{query}");
        found += quick.lines().count() - 1;
    }
    assert!(found > 5, "{found}");
}

/// What was found is a condition like any other: in an archive and in a dataset of it.
#[test]
fn found_games_are_selected_by_other_commands() {
    let folder = Folder::new();
    let archive = data("archive").display().to_string();
    let dataset = audited(&folder, "moves", &archive, "--with-moves");
    let csv = printed!("find {archive} --castled O-O-O --all --format csv");
    let found = &folder.write("found.csv", csv);
    let games = printed!("find {archive} --castled O-O-O --count");
    let castled = "white_castled = 'a_side' OR black_castled = 'a_side'";
    for input in [&archive, &dataset] {
        let ask = |arguments: &[&str]| {
            printed((format!("export {input} --out - -q --exit-zero"), arguments))
        };
        let exported = ask(&["--found", found]);
        assert_eq!(
            exported.matches("[Event ").count().to_string(),
            games.trim()
        );
        assert!(exported == ask(&["--where", castled]));
        let count =
            |arguments: &[&str]| printed((format!("find {input} --ply 0 --count"), arguments));
        assert_eq!(count(&["--found", found]), games);
        assert_eq!(
            count(&["--found", found, "--where", "result = '0-1'"]),
            count(&["--where", &format!("({castled}) AND result = '0-1'")])
        );
    }
    folder.write("found.csv", "source,game\n");
    refused!("find {archive} --ply 0 --found {found}").has("there is no column game_id");
    refused!("draws {archive} --found nowhere.csv");
}

/// What popular counts at a position is the number of games that find finds it in.
#[test]
fn found_positions_are_counted_alike() {
    let archive = data("archive").display().to_string();
    let text = printed!("explore {archive} --plies any --limit 12 --format csv");
    for row in text.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let count = printed(["find", &archive, "--fen", cells[1], "--count"]);
        assert_eq!(count.trim(), cells[2], "{row}");
    }
}

#[test]
fn what_cannot_be_found_is_refused_with_its_place() {
    let folder = Folder::new();
    let games = archive(&folder);
    let without = audited(&folder, "without", &games, "");
    each_refused(
        format!("find {games}"),
        "\
         --position 8/KKKKKKKK/KK6/8/8/8/8/8 | at character 4: White cannot have a second king
         --fen `8/8/8/8/8/8/8/KKKKKKKK w - - 0 1` | more than one king
         --material KRxK | at character 3: x is not one of
         --query `side white colour red` | at character 12: there is no condition colour
         --query `{\"side\": }` | this is not JSON
         --moved Nz9 | Nz9 is not a move
         --start 960 --ply 1 | goes from 0 to 959
         --then `side white` | name first what it comes after",
    );
    refused!("find {games}").has("nothing to find");
    refused!("find {without} --moved Bb5").has("--with-moves");
    let output = run!("find {games} --material KvKQ");
    output.ends(0);
    assert!(output.out().contains("found in no game"));
}

/// Every condition of the language is in its page, and every example of the page can be asked.
#[test]
fn the_page_describes_the_language() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/find.md"))
        .unwrap();
    for name in [
        "fen", "position", "material", "exact", "stay", "moved", "captured", "castled", "line",
        "side", "ply",
    ] {
        page.has(&format!("| `{name}` |"));
    }
    let examples = page
        .lines()
        .filter_map(|line| line.strip_prefix("audit960 find games.pgn "));
    let folder = Folder::new();
    let games = archive(&folder);
    let mut answers = Vec::new();
    for example in examples {
        let mut words = vec!["find".to_owned(), games.clone(), "--count".to_owned()];
        let mut left = example;
        while let Some(begin) = left.chars().next() {
            let quoted = matches!(begin, '"' | '\'');
            let end = if quoted {
                left[1..].find(begin).unwrap() + 1
            } else {
                left.find(' ').unwrap_or(left.len())
            };
            words.push(left[usize::from(quoted)..end].to_owned());
            left = left[end..].trim_start_matches(begin).trim_start();
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        answers.push(printed(&words));
    }
    assert_eq!(answers, ["0\n", "0\n", "0\n"]);
}
