//! One claim, one view of it: every way to ask says the same of a game, and nothing certain of what is in doubt.
//!
//! Expectations follow from the Laws and from what is known of the date and the venue of each game.

use serde_json::Value;

use crate::folder::{Folder, Ran as _, run};

/// What is to be said of a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Said {
    /// The side to move may claim.
    May,
    /// It could claim, and lost.
    Lost,
    /// Clock, date or law leave the claim open: nobody is said to have had it.
    NotJudged(&'static str),
    /// The Laws give the claim, but nobody knows whether the venue did.
    Unknown(&'static str),
    /// The Laws give the claim, but at the venue nobody claims.
    Never(&'static str),
    /// The law of the day required more moves.
    TooEarly,
}

struct Case {
    name: &'static str,
    tags: &'static str,
    /// Start position and moves; those of a game that is watched end where somebody may claim.
    game: Game,
    result: &'static str,
    said: Said,
}

/// A start position, the moves to the first claim, those after it, and the half-move and the intended move of the claim.
struct Game {
    fen: &'static str,
    moves: [&'static str; 2],
    claim: [&'static str; 2],
}

/// The clock is 99 before half-move 10, a move of Black's king completes the fifty.
const fn counted(fen: &'static str) -> Game {
    Game {
        fen,
        moves: [
            "60. Rh4 Kd7 61. Rh6 Rc2 62. Rh4 Ra2 63. Rh5 Kc8 64. Rh6",
            "Kd8",
        ],
        claim: ["10", "Kd8"],
    }
}

const ROOKS: Game = counted("4k3/8/8/8/8/8/r7/4K2R w - - 90 60");
/// Ninety half-moves cannot have been made before move 5.
const IMPOSSIBLE: Game = Game {
    fen: "4k3/8/8/8/8/8/r7/4K2R w - - 90 5",
    moves: ["5. Rh4 Kd7 6. Rh6 Rc2 7. Rh4 Ra2 8. Rh5 Kc8 9. Rh6", "Kd8"],
    claim: ["10", "Kd8"],
};
const BISHOP: Game = counted("4k3/8/8/8/8/8/r7/4KB1R w - - 90 60");
/// 4... Ng8 brings about the start position for the third time.
const REPEATED: Game = Game {
    fen: "",
    moves: ["1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1", "Ng8 5. e4"],
    claim: ["8", "Ng8"],
};

const CLOCK: &str = "the half-move clock in the FEN at the start cannot be right";
const DATE: &str = "the date of the game spans laws with different limits";
const LAW: &str = "which rule was in force on that date is not known";

/// Rook and bishop against rook had sixty moves in the first half of 1990 and fifty after it; of 1900 nothing is known.
const LAWS: &str = "\
id,from,to,rule,condition,limit_moves,presumed,goes_by,uncertain,source,certainty
fifty,,,claim,always,50,yes,game,,x,x
sixty,1990-01-01,1990-06-30,claim,KRBvKR,60,yes,game,,x,x
";

const fn case(
    name: &'static str,
    tags: &'static str,
    game: Game,
    result: &'static str,
    said: Said,
) -> Case {
    Case {
        name,
        tags,
        game,
        result,
        said,
    }
}

fn cases() -> Vec<Case> {
    let berlin = "[Site \"Berlin\"]\n[Date \"2022.01.01\"]\n";
    let undated = "[Site \"Berlin\"]\n[Date \"????.??.??\"]\n";
    let lichess = "[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2022.01.01\"]\n";
    let unknown = "[Site \"Chess.com\"]\n[Date \"2020.06.15\"]\n";
    let iccf = "[Site \"ICCF\"]\n[Date \"2021.06.15\"]\n";
    let old = "[Site \"London\"]\n[Date \"1883.05.01\"]\n";
    vec![
        case("at the board", berlin, ROOKS, "1/2-1/2", Said::May),
        case("without a date", undated, ROOKS, "1/2-1/2", Said::May),
        case("lost", berlin, ROOKS, "1-0", Said::Lost),
        case("repeated", berlin, REPEATED, "1/2-1/2", Said::May),
        case("repeated and lost", berlin, REPEATED, "1-0", Said::Lost),
        case(
            "impossible clock",
            berlin,
            IMPOSSIBLE,
            "1-0",
            Said::NotJudged(CLOCK),
        ),
        case("unknown law", old, ROOKS, "1-0", Said::NotJudged(LAW)),
        case(
            "unknown law on repetition",
            old,
            REPEATED,
            "1-0",
            Said::NotJudged(LAW),
        ),
        case(
            "law of more moves",
            "[Site \"Berlin\"]\n[Date \"1987.05.01\"]\n",
            BISHOP,
            "1-0",
            Said::TooEarly,
        ),
        case(
            "unknown venue",
            unknown,
            ROOKS,
            "1-0",
            Said::Unknown(
                "whether players could claim at this venue (chess.com) on that date is not known",
            ),
        ),
        case(
            "left to tables",
            iccf,
            ROOKS,
            "1-0",
            Said::Unknown("claims by endgame tables take the place of the fifty-move rule"),
        ),
        case(
            "automatic draws",
            lichess,
            ROOKS,
            "1-0",
            Said::Never("at this venue (lichess) players do not claim by this rule"),
        ),
    ]
}

impl Case {
    fn text(&self, moves: &str, result: &str) -> String {
        let fen = match self.game.fen {
            "" => String::new(),
            fen => format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"),
        };
        let tags = self.tags;
        format!(
            "[Event \"x\"]\n{tags}[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n{fen}\n\
             {moves} {result}\n\n"
        )
    }

    /// What each way to ask says, by its name. `options` name tables of the law.
    fn ways(&self, options: &[&str]) -> Vec<(&'static str, String)> {
        let folder = Folder::new();
        let [before, after] = self.game.moves;
        let whole = format!("{before} {after}");
        let pgn = folder.write("game.pgn", self.text(&whole, self.result));
        let open = folder.write("open.pgn", self.text(before, "*"));
        let asked = |arguments: &[&str]| {
            let output = run([arguments, options].concat());
            assert!(output.status.code() < Some(2), "{}", output.err());
            let words = output.out();
            words.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        };
        let audit = folder.audit([&["-q", &pgn, "--with-moves"], options].concat());
        assert!(audit.status.code() < Some(2), "{}", audit.err());
        let dataset = folder.path("out");
        let (sheet, page) = (folder.path("sheet.html"), folder.path("page.html"));
        asked(&["draws", "sheet", &pgn, "1", "--out", &sheet]);
        let report = run(["report", &dataset, "--out", &page]);
        assert_eq!(report.status.code(), Some(0), "{}", report.err());
        let sheet = std::fs::read_to_string(sheet).unwrap();
        let (_, title) = sheet.split_once("<h2>").unwrap();
        let (title, _) = title.split_once("</h2>").unwrap();
        let [ply, intended] = self.game.claim;
        let ruling = [
            "draws", "claim", &pgn, "1", "--ply", ply, "--move", intended,
        ];
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let rows = json(&asked(&["draws", &pgn, "--format", "json"]));
        let ruled = json(&asked(&[&ruling[..], &["--format", "json"]].concat()));
        vec![
            ("table", asked(&["draws", &pgn])),
            ("dataset", asked(&["draws", &dataset])),
            (
                "first_claim",
                rows[0]["first_claim"].as_str().unwrap().to_owned(),
            ),
            ("lost by", rows[0]["half_point_lost_by"].to_string()),
            ("games", asked(&["draws", &pgn, "--format", "pgn"])),
            ("sheet", title.to_owned()),
            ("page", page_of(&std::fs::read_to_string(page).unwrap())),
            ("ruling", asked(&ruling)),
            (
                "ruling in JSON",
                format!("{} {}", ruled["correct"], ruled["not_judged"]),
            ),
            ("watch", asked(&["draws", "watch", &open, "--once"])),
        ]
    }
}

/// What the page says of the only claim, and of the turns of a run: those that may be claimed are marked with `!`.
fn page_of(page: &str) -> String {
    let rows = page.split("{\"fields\"").skip(1).find_map(|part| {
        let text = format!("{{\"fields\"{part}");
        let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        let rows = values.next()?.ok()?;
        let names = rows["fields"].as_array()?;
        let place = names.iter().position(|name| name == "claim")?;
        let claim = rows["rows"][0][place].as_str()?.to_owned();
        let turns = names.iter().position(|name| name == "turns");
        let turns = turns.and_then(|turns| rows["rows"][0][turns].as_array().cloned());
        Some((claim, turns.unwrap_or_default()))
    });
    let (mut said, turns) = rows.unwrap();
    for turn in turns.iter().filter(|turn| turn[1].is_string()) {
        said.push_str(if turn[2] == true { " | ! " } else { " | " });
        said.push_str(turn[1].as_str().unwrap());
    }
    said
}

/// What a way must say of a claim, and what it must not.
fn rule(way: &str, said: Said) -> (Vec<String>, Vec<&'static str>) {
    let certain = ["may claim", "who lost", "Correct", " | ! "];
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let not_judged = |reason: &str| vec![format!("not judged: {reason}")];
    match (way, said) {
        ("lost by", Said::Lost) => (texts(&["\"black\""]), vec![]),
        ("lost by", _) => (texts(&["null"]), vec![]),
        ("ruling in JSON", Said::May | Said::Lost) => (texts(&["true null"]), vec![]),
        ("ruling in JSON", Said::Never(_) | Said::TooEarly) => (texts(&["false null"]), vec![]),
        ("ruling in JSON", Said::NotJudged(reason) | Said::Unknown(reason)) => {
            (texts(&["null", reason]), vec!["true", "false"])
        }
        ("ruling", Said::May | Said::Lost) => (texts(&["Correct: the game is drawn"]), vec![]),
        ("ruling", Said::NotJudged(reason) | Said::Unknown(reason)) => {
            (texts(&["Not judged: ", reason]), certain.to_vec())
        }
        ("ruling", Said::Never(reason)) => (vec![format!("No draw: {reason}")], certain.to_vec()),
        ("ruling", Said::TooEarly) => (texts(&["Incorrect"]), certain.to_vec()),
        ("watch", Said::May | Said::Lost) => (texts(&["may claim"]), vec![]),
        ("watch", Said::NotJudged(reason)) => {
            (vec![format!("is not judged: {reason}")], certain.to_vec())
        }
        ("watch", Said::Unknown(reason)) => (
            texts(&["could claim by the Laws", reason]),
            certain.to_vec(),
        ),
        ("watch", Said::Never(_) | Said::TooEarly) => (vec![], certain.to_vec()),
        ("first_claim", Said::Lost) => (texts(&["Black may claim ("]), vec![]),
        (_, Said::Lost) => (texts(&["Black, who lost, could claim"]), vec!["not judged"]),
        ("games", Said::May) => (texts(&["Black may claim a draw ("]), vec!["not judged"]),
        (_, Said::May) => (texts(&["Black may claim ("]), vec!["not judged"]),
        (_, Said::NotJudged(reason)) => (not_judged(reason), certain.to_vec()),
        ("games", Said::Unknown(reason) | Said::Never(reason)) => (
            texts(&["could claim a draw by the Laws (", reason]),
            certain.to_vec(),
        ),
        (_, Said::Unknown(_) | Said::Never(_)) => (
            texts(&["Black could claim by the Laws ("]),
            certain.to_vec(),
        ),
        ("games", Said::TooEarly) => (
            texts(&["no claim: the law of the time required"]),
            certain.to_vec(),
        ),
        (_, Said::TooEarly) => (texts(&["no claim under the law"]), certain.to_vec()),
    }
}

fn check(case: &Case, options: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    println!("{}: {:?}", case.name, case.said);
    for (way, text) in case.ways(options) {
        // Tags and totals say nothing of the claim.
        let from = text.find("claim").unwrap_or(0).saturating_sub(30);
        let from = (from..).find(|at| text.is_char_boundary(*at)).unwrap();
        println!(
            "  {way:15} {}",
            text[from..].chars().take(200).collect::<String>()
        );
        let (must, must_not) = rule(way, case.said);
        let lacks = must.iter().filter(|part| !text.contains(part.as_str()));
        wrong.extend(lacks.map(|part| format!("{}, {way}: no {part:?} in {text}", case.name)));
        let has = must_not.iter().filter(|part| text.contains(**part));
        wrong.extend(has.map(|part| format!("{}, {way}: {part:?} in {text}", case.name)));
    }
    wrong
}

#[test]
fn every_way_to_ask_says_the_same_of_a_claim() {
    let wrong: Vec<String> = cases().iter().flat_map(|case| check(case, &[])).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Only by a table of one's own does a limit change within a year.
#[test]
fn a_date_that_spans_two_limits_is_not_judged() {
    let folder = Folder::new();
    let laws = folder.write("laws.csv", LAWS);
    let year = "[Site \"Berlin\"]\n[Date \"1990.??.??\"]\n";
    let open = case("open date", year, BISHOP, "1-0", Said::NotJudged(DATE));
    let later = "[Site \"Berlin\"]\n[Date \"1990.07.??\"]\n";
    let known = case("known month", later, BISHOP, "1-0", Said::Lost);
    let wrong: Vec<String> = [open, known]
        .iter()
        .flat_map(|case| check(case, &["--law-table", &laws]))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
