//! What an arbiter asks at the board: a claim in a position, a move as it is written, who claims, and the sheet to sign.
//!
//! Which moves are legal, and what a move does to the half-move clock, shakmaty says; what follows, the Laws.

use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::folder::{Folder, Has as _, json, printed, run};

/// Kings, rooks and a pawn; White castles, a pawn moves, rooks are exchanged.
const BOARD: &str = "r3k3/8/8/8/8/8/P7/R3K3 w Q - CLOCK 90";

const BERLIN: &str = "[Event \"x\"]\n[Site \"Berlin\"]\n[Date \"2022.01.01\"]\n[Round \"1\"]\n[White \"Alba\"]\n\
                      [Black \"Brun\"]\n[Result \"*\"]\n\n";

/// 10... Ng8 repeats what stood after 6... Ng8 and 8... Ng8, with a king that had moved; the same pieces stood after
/// 2... d5, when White could capture en passant, and after 4... Ng8, when White could castle.
const DISPUTED: &str = "1. e4 a6 2. e5 d5 3. Nf3 Nf6 4. Ng1 Ng8 5. Ke2 Nf6 6. Ke1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 Nf6 \
                        10. Ng1 *\n";

fn ruling(position: &str, options: &[&str]) -> Value {
    json((["draws", "claim", position], options))
}

/// Every legal move of a position, and every move of the other side and of another square, at each clock around a hundred:
/// the claim is correct under 9.3.1 if shakmaty plays the move and its clock is then a hundred.
#[test]
fn a_written_move_is_legal_and_counts_where_shakmaty_says_so() {
    let mut checked = [0; 2];
    for clock in [97, 98, 99] {
        let fen = BOARD.replace("CLOCK", &clock.to_string());
        let setup: Fen = fen.parse().unwrap();
        let board: Chess = setup.into_position(CastlingMode::Standard).unwrap();
        let legal = board.legal_moves();
        let written = legal
            .iter()
            .map(|m| SanPlus::from_move(board.clone(), *m).to_string());
        let mut written: Vec<String> = written.collect();
        written.truncate(12);
        written
            .extend(["Rxa8", "O-O-O", "O-O", "Kd8", "Ra9", "Rb3", "a5", "Qd1"].map(str::to_owned));
        for text in written {
            let ruled = ruling(&fen, &["--move", &text]);
            let played = text.parse::<SanPlus>().ok();
            let played = played.and_then(|san| san.san.to_move(&board).ok());
            assert_eq!(
                ruled["unclear_move"].is_null(),
                played.is_some(),
                "{text}: {ruled}"
            );
            let counts = played.is_some_and(|m| {
                let mut next = board.clone();
                next.play_unchecked(m);
                next.halfmoves() == 100
            });
            let findings = ruled["findings"].as_array().unwrap();
            let by = |article: &str| findings.iter().find(|found| found["article"] == article);
            assert_eq!(
                by("9.3.1").unwrap()["correct"],
                counts,
                "{clock} {text}: {ruled}"
            );
            checked[usize::from(counts)] += 1;
        }
    }
    assert!(checked[0] > 30 && checked[1] > 8, "{checked:?}");
    // The FEN that is shown is that of the position.
    let fen = BOARD.replace("CLOCK", "99");
    let setup: Fen = fen.parse().unwrap();
    let board: Chess = setup.into_position(CastlingMode::Standard).unwrap();
    let shown = Fen::from_position(&board, EnPassantMode::Legal).to_string();
    assert_eq!(ruling(&fen, &[])["fen"], shown);
}

/// Only a record can tell how often a position occurred, and the FEN may state its clock wrongly.
#[test]
fn a_position_leaves_open_what_its_record_would_tell() {
    let rooks = |rest: &str| format!("4k3/7r/8/8/8/8/R7/4K3 {rest}");
    let said = |fen: &str, options: &[&str]| printed((["draws", "claim", fen], options));
    let completed = said(&rooks("w - - 100 90"), &[]);
    completed.has("Correct: the game is drawn (9.5.2); the moves have to confirm the half-move clock of the FEN");
    completed
        .has("9.2.2 open: only the moves of the game show how often the position has occurred");
    let open = said(&rooks("w - - 40 90"), &[]);
    open.has("Not judged: only the moves of the game show how often the position has occurred");
    open.has("9.3.2 no: the half-move clock is 40: 30 moves by each side short");
    said(&rooks("w - -"), &[]).has("9.3.2 open: the FEN does not state the half-move clock");
    // Ninety half-moves cannot have been made before move 20.
    said(&rooks("w - - 100 20"), &[])
        .has("Not judged: the half-move clock in the FEN at the start cannot be right");
    let dead = said("4k3/8/8/8/8/8/8/4K3 b - - 3 90", &[]);
    dead.has("already drawn at the start of the record (5.2.2: no series of legal moves mates either king)");
    said("R3k3/8/4K3/8/8/8/8/8 b - - 3 90", &[])
        .has("No draw: the game was over at the start of the record (5.1.1");
    // The number of the scoresheet takes the place of one that nobody wrote; two numbers contradict each other.
    said(&rooks("b - - 99 1"), &["--move", "91b Rh6"])
        .has("Black claims a draw before 91... Rh6, with that move");
    let refused = |options: &[&str], why: &str| {
        crate::folder::refused((["draws", "claim", &rooks("b - - 99 60")], options)).has(why);
    };
    refused(
        &["--move", "91b Rh6"],
        "the FEN is of move 60, but --move names move 91",
    );
    refused(
        &["--move", "60 Rh6"],
        "Black has the move in the FEN, but --move names a move of White; --by says who claims",
    );
    refused(&["--ply", "2"], "a FEN is one position");
    refused(&["7"], "a FEN is one position");
    refused!("draws claim `4k3/7r/8/8/8/8/R7/4X3 w - - 0 1`").has("not a FEN");
}

/// Without a number the only game is meant.
#[test]
fn the_only_game_needs_no_number() {
    let folder = Folder::new();
    let one = folder.write("one.pgn", format!("{BERLIN}{DISPUTED}"));
    let two = folder.write("two.pgn", format!("{BERLIN}{DISPUTED}\n").repeat(2));
    let named = printed!("draws claim {one} 1 --move `10b Ng8`");
    assert_eq!(printed!("draws claim {one} --move `10b Ng8`"), named);
    refused!("draws claim {two} --move `10b Ng8`")
        .has("two.pgn has 2 games: name one by its number after the file, from 1 to 2");
    refused!("draws claim {one}").has("when is the claim made? --move 91b, or --ply");
    printed!("draws sheet {one} --out {}", folder.path("sheet.html"));
    printed!("show {one}").has("Ng8");
}

/// A ruling names what counts, what only looks the same and why, what the arbiter must have seen, and what a claim that
/// fails costs.
#[test]
fn a_ruling_names_what_the_dispute_is_about() {
    let folder = Folder::new();
    let game = &folder.write("game.pgn", format!("{BERLIN}{DISPUTED}"));
    let said = |options: &str| printed((["draws", "claim", game], options));
    let correct = said("--move `10b Ng8`");
    for part in [
        "Correct: the game is drawn (9.5.2)",
        "9.2.1 yes: after 10... Ng8 the position occurs for the third time",
        "not after 2... d5: it only looks the same (9.2.3.2: a right to castle was lost with 5. Ke2)",
        "not after 4... Ng8: it only looks the same (9.2.3.2: a right to castle was lost with 5. Ke2)",
        "The arbiter must have seen:\n  Black claimed when having the move (9.2, 9.3)\n  no piece was touched before the \
         claim (9.4)\n  the move was written down and not yet made on the board\n",
    ] {
        correct.has(part);
    }
    let early = said("--move `4b Ng8`");
    early.has("not after 2... d5: it only looks the same (9.2.3.1: a pawn could be captured en passant, exd6)");
    early.has(
        "Incorrect: the game goes on, the opponent gets 2 minutes more, in blitz 1 (9.5.3); the move that was written must \
         be played",
    );
    early.has("The claim cannot be withdrawn (9.5.1)");
    assert!(!early.contains("must have seen"), "{early}");
    // It fails, and the program has done what it was asked.
    let illegal = said("--move `4b Nd4`");
    illegal.has("9.2.1 no: Nd4 is not a legal move of Black");
    illegal.has("(9.5.3); a legal move must be played");
    let turn = said("--move 10b --by white");
    turn.has("White claims a draw before 10..., at the opponent's turn");
    turn.has("9.2.2 no: Black has the move, and only the player having the move can claim");
    let json = ruling(game, &["--move", "4b Nd4"]);
    assert_eq!(json["correct"], false);
    assert_eq!(
        (&json["move"], &json["unclear_move"]),
        (&Value::Null, &"Nd4".into())
    );
    assert_eq!(
        ["", "_rapid", "_blitz"].map(|pace| &json[format!("extra_minutes{pace}")]),
        [&Value::from(2), &2.into(), &1.into()]
    );
    // In the letters of the language.
    said("--move `10b Sg8` --lang de")
        .has("Schwarz reklamiert Remis vor 10... Ng8, mit diesem Zug");
    said("--move `10b Cg8` --lang fr").has("Correcte\u{202f}: la partie est nulle (9.5.2)");
    // The Laws of 2009 gave three minutes, by article 9.5 b; those of 2023 one in rapid chess, too.
    for (year, extra) in [
        ("2010", "3 minutes more (9.5 b)"),
        (
            "2016",
            "2 minutes more, in blitz 1, which is uncertain (9.5 b)",
        ),
        ("2018", "2 minutes more, in blitz 1 (9.5.3)"),
        ("2023", "2 minutes more, in rapid and blitz 1 (9.5.3)"),
    ] {
        let text = format!("{BERLIN}{DISPUTED}").replace("2022", year);
        let game = folder.write("of_year.pgn", text);
        printed!("draws claim {game} --move `4b Ng8`").has(&format!("the opponent gets {extra}"));
    }
}

/// What a record says of date, venue and time control an arbiter can say of a position, and of a record that lacks it: the
/// Laws of 1997 to 2017 letter the cases, rook and bishop against rook had a hundred moves in 1987, Lichess knows no claim of
/// fifty moves, and since 2023 the opponent of a claim that fails gets one minute in rapid chess. 15 minutes and 10 seconds a
/// move are 25 minutes for sixty moves.
#[test]
fn the_setting_of_a_position_is_that_of_a_game() {
    let folder = Folder::new();
    let fen = "8/8/4k3/3r4/8/2B1K3/4R3/8 w - - 100 90";
    let game = |tags: &str| {
        let text = format!("{tags}[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n\n1. Ra2 *\n");
        folder.write("game.pgn", text.replace("1. Ra2", "90. Ra2"))
    };
    let control = |time: &str| {
        format!("[Site \"Berlin\"]\n[Date \"2023.05.05\"]\n[TimeControl \"{time}\"]\n")
    };
    let berlin = |date: &str| format!("[Site \"Berlin\"]\n[Date \"{date}\"]\n");
    let lichess = "[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2022.01.01\"]\n".to_owned();
    for (options, tags, said) in [
        (
            "--date 2010",
            berlin("2010.??.??"),
            "the game is drawn (9.5 a)",
        ),
        (
            "--date 1987-05",
            berlin("1987.05.??"),
            "50 moves by each side short of the 100 moves",
        ),
        (
            "--venue lichess",
            lichess,
            "50 moves by each player without capture or pawn move, which end games at this venue",
        ),
    ] {
        printed!("draws claim `{fen}` {options}").has(said);
        printed!("draws claim {} --move 90w", game(&tags)).has(said);
        // What is said goes before the record.
        printed!(
            "draws claim {} --move 90w {options}",
            game(&berlin("2022.01.01"))
        )
        .has(said);
    }
    let early = fen.replace(" 100 ", " 40 ");
    let paces = [
        ("standard", "5400+30", "2 minutes more (9.5.3)"),
        ("rapid", "900+10", "1 minute more (9.5.3)"),
        ("blitz", "180+2", "1 minute more (9.5.3)"),
    ];
    for (pace, time, said) in paces {
        let options = ["--by", "black", "--date", "2023-05-05", "--pace", pace];
        printed((["draws", "claim", &early], &options)).has(said);
        let game = game(&control(time));
        printed!("draws claim {game} --move 90w --by black").has(said);
        assert_eq!(ruling(&game, &["--move", "90w"])["pace"], pace);
    }
    // Two periods are no blitz, whatever the first one is.
    let periods = game(&control("40/300:1800"));
    assert_eq!(ruling(&periods, &["--move", "90w"])["pace"], Value::Null);
}

/// A signed result stands, unless the arbiter decides otherwise (8.7): a ruling on a game that has one says so where it is
/// another, or where the claim comes after the last move, in the terminal, in JSON and on the sheet. Only over the board
/// does an arbiter decide.
#[test]
fn a_recorded_result_stands_beside_the_ruling() {
    let folder = Folder::new();
    let stands = "the recorded result 0-1 stands";
    let arbiter = "stands unless the arbiter decides otherwise (8.7)";
    let with = |result: &str, site: &str| {
        let text = format!("{BERLIN}{DISPUTED}").replace("Berlin", site);
        let text = text.replace("\"*\"", &format!("\"{result}\""));
        folder.write("game.pgn", text.replace("Ng1 *", &format!("Ng1 {result}")))
    };
    for (result, written, correct, is_said) in [
        ("0-1", "`10b Ng8`", true, true),
        ("0-1", "10b --by white", false, true),
        ("0-1", "`4b Ng8`", false, false),
        ("1/2-1/2", "`10b Ng8`", true, false),
        ("1/2-1/2", "10b --by white", false, true),
        ("*", "`10b Ng8`", true, false),
        ("*", "10b --by white", false, false),
    ] {
        let game = with(result, "Berlin");
        let sheet = folder.path("sheet.html");
        let _ = std::fs::remove_file(&sheet);
        let text = printed!("draws claim {game} --sheet {sheet} --move {written}");
        let page = std::fs::read_to_string(&sheet).unwrap();
        let ruled: Value = json(format!("draws claim {game} --move {written}"));
        let case = format!("{result} {written}: {text}");
        assert_eq!(ruled["correct"], correct, "{case}");
        let expected = if is_said {
            Value::from(result)
        } else {
            Value::Null
        };
        assert_eq!(ruled["result_stands"], expected, "{case}");
        for view in [&text, &page] {
            assert_eq!(view.contains(arbiter), is_said, "{case}");
        }
    }
    let by_mail = printed!("draws claim {} --move `10b Ng8`", with("0-1", "ICCF"));
    by_mail.has(stands);
    assert!(!by_mail.contains("arbiter decides"), "{by_mail}");
    // King against king is dead, whatever was written down.
    let dead = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3r4/4K3 w - - 0 90\"]\n[Result \"1-0\"]\n\n90. Kxd2 Ke7 1-0\n";
    let dead = folder.write("dead.pgn", dead);
    let over = printed!("draws claim {dead} --move 91");
    over.has("No claim is needed: the game was already drawn after 90. Kxd2");
    over.has("the recorded result 1-0 stands unless");
}

/// The sheets of a round come out of the printer in the order that is asked for, each on paper of its own and with room to
/// sign; without numbers those of all games with a claim.
#[test]
fn the_sheets_of_several_games_are_one_print() {
    let folder = Folder::new();
    let board = |white: &str, moves: &str| format!("{BERLIN}{moves}\n").replace("Alba", white);
    let games = [
        board("Ada", DISPUTED),
        board("Bea", "1. e4 *\n"),
        board("Cleo", DISPUTED).replace("2022", "2016"),
    ];
    let round = folder.write("round.pgn", games.concat());
    let sheets = |numbers: &str, language: &str| {
        let out = folder.path(&format!("{numbers}{language}.html").replace(' ', "_"));
        printed!("draws sheet {round} {numbers} --out {out} --lang {language}");
        std::fs::read_to_string(out).unwrap()
    };
    let players = |page: &str| -> Vec<String> {
        let names = page.split("<h1><bdi>").skip(1);
        names
            .map(|rest| rest.split('<').next().unwrap().to_owned())
            .collect()
    };
    let print = sheets("3 1", "en");
    assert_eq!(players(&print), ["Cleo", "Ada"]);
    print.has("<title>Claims of a draw in 2 games</title>");
    print.has("article + article { break-before: page;");
    let (first, second) = print.split_once("</article>").unwrap();
    for (sheet, own, other) in [
        (first, "(9.2 a)", "(9.2.1)"),
        (second, "(9.2.1)", "(9.2 a)"),
    ] {
        assert_eq!(sheet.matches("class=\"signatures\"").count(), 1);
        sheet.has(own);
        assert!(!sheet.contains(other), "{sheet}");
    }
    assert_eq!(players(&sheets("", "en")), ["Ada", "Cleo"]);
    sheets("", "fr").has("Réclamations de nulle dans 2 parties");
    sheets("", "de").has("Remisreklamationen in 2 Partien");
    // A sheet of one game has its players in the title.
    sheets("1", "en").has("<title>Ada – Brun: claims of a draw</title>");
    let out = folder.path("none.html");
    refused!("draws sheet {round} 1 2 --out {out}").has("round.pgn#2 no draw could be claimed");
    assert!(!std::path::Path::new(&out).exists());
    let none = folder.write("none.pgn", board("Dora", "1. e4 *\n"));
    refused!("draws sheet {none} --out {out}").has("no draw could be claimed in any game");
}

/// Each ruling has a sheet, a failed one, too, in one edition of the articles and three languages, with room to sign.
#[test]
fn every_ruling_can_have_a_sheet() {
    let folder = Folder::new();
    let game = folder.write(
        "game.pgn",
        format!("{BERLIN}{DISPUTED}").replace("2022", "2010"),
    );
    let position = "`4k3/7r/8/8/8/8/R7/4K3 w - - 100 90`";
    let cases = [
        (
            game.as_str(),
            "10b Ng8",
            "en",
            "Correct: the game is drawn (9.5 a)",
        ),
        (
            &game,
            "4b Ng8",
            "en",
            "Incorrect: the game goes on, the opponent gets 3 minutes more (9.5 b)",
        ),
        (
            &game,
            "4b Nd4",
            "fr",
            "Incorrecte\u{202f}: la partie continue",
        ),
        (
            &game,
            "4b Ng8",
            "de",
            "Nicht korrekt: Die Partie geht weiter",
        ),
        (
            position,
            "90",
            "de",
            "Korrekt: Die Partie ist remis (9.5.2)",
        ),
    ];
    for (number, (of, written, language, said)) in cases.into_iter().enumerate() {
        let sheet = folder.path(&format!("{number}.html"));
        let command =
            format!("draws claim {of} --move `{written}` --lang {language} --sheet {sheet}");
        let text = printed(&command);
        let page = std::fs::read_to_string(&sheet).unwrap();
        page.has(said);
        page.has(&format!("<html lang=\"{language}\">"));
        assert!(page.matches("<svg").count() > 0, "{page}");
        let (_, signatures) = page.split_once("class=\"signatures\"").unwrap();
        assert_eq!(signatures.matches("<dd></dd>").count(), 4);
        let who = match language {
            "fr" => "Arbitre",
            "de" => "Schiedsrichter",
            _ => "Arbiter",
        };
        signatures.has(&format!("<dt>{who}</dt>"));
        // The game has the numbers of 2010, with letters, the position those of today: in the terminal and on the sheet.
        for said in [&text, &page] {
            for lettered in ["9.2 a", "9.3 a"] {
                assert_eq!(said.contains(lettered), of == game, "{lettered}: {said}");
            }
            for numbered in ["9.2.2", "9.3.2", "9.5.2", "9.5.3"] {
                let is_today = of != game && numbered != "9.5.3";
                assert_eq!(said.contains(numbered), is_today, "{numbered}: {said}");
            }
        }
        // What is there is not overwritten.
        assert_eq!(run(&command).status.code(), Some(2));
    }
    let page = std::fs::read_to_string(folder.path("0.html")).unwrap();
    page.has("a right to castle was lost with 5. Ke2");
    page.has("no piece was touched before the claim (9.4)");
}
