//! Law tables and venue tables, as users show, query and replace them.

use serde_json::Value;

use crate::fifty_cli::{CLASSICS, rows};
use crate::folder::{Folder, Has, Words, audited, json, printed, refused};

/// Rook and bishop against rook needs 60 moves from 1980 on, two bishops against knight 75.
const OWN_LAW: &str = "\
id,from,to,rule,condition,limit_moves,presumed,goes_by,uncertain,source,certainty
fifty,,,claim,always,50,yes,game,,x,x
sixty,1980-01-01,,claim,KRBvKR,60,yes,game,,x,x
automatic,1980-01-01,,automatic,always,75,yes,game,,x,x
";

/// What the law answers.
fn ask(arguments: impl Words) -> Vec<Value> {
    json(("law", arguments))
}

#[test]
fn a_users_table_judges_datasets_and_archives_alike() {
    let folder = Folder::new();
    let law = &folder.write("law.csv", OWN_LAW);
    let dataset = audited(&folder, "audit", "data/archive data/traps", "");
    let judged = rows(format!("{dataset} --law-table {law}"));
    assert_eq!(
        judged,
        rows(format!("data/archive data/traps --law-table {law}"))
    );
    // Timman - Lutz: clock 99 before half-move 237, but never 119 or 120.
    let timman = judged
        .iter()
        .find(|row| row["white"] == "Timman, Jan")
        .unwrap();
    let found = (&timman["law"], &timman["limit_moves"]);
    assert_eq!(found, (&"sixty".into(), &60.into()));
    assert!(timman["first_claim_under_law_ply"].is_null());
    // Nikolic - Arsovic: reset by half-move 333, so clock 119 before half-move 453; 150 after 483.
    let nikolic = judged
        .iter()
        .rfind(|row| row["white"] == "Nikolic, Ivan")
        .unwrap();
    assert_eq!(nikolic["first_claim_under_law_ply"], 453);
    assert_eq!(nikolic["automatic_draw_ply"], 483);

    let shown = printed!("law --law-table {law} --format csv");
    assert_eq!(
        shown,
        "id,from,to,rule,condition,limit_moves,presumed,applied,goes_by,uncertain,certainty,source\r\n\
         fifty,,,claim,always,50,true,true,game,,x,x\r\n\
         sixty,1980-01-01,,claim,KRBvKR,60,true,true,game,,x,x\r\n\
         automatic,1980-01-01,,automatic,always,75,true,true,game,,x,x\r\n"
    );
    let message = refused("law --law-table data/archive/mainz-2009.pgn");
    message.has("mainz-2009.pgn");
    message.has("line 1");
}

/// Incidents are found by the plain fifty-move rule, so that earlier claims would be missed.
#[test]
fn a_table_with_a_limit_below_fifty_is_refused() {
    let folder = Folder::new();
    let law = &folder.write("law.csv", OWN_LAW.replace(",60,", ",40,"));
    let out = &folder.path("audit");
    for arguments in [
        &["draws", "--rule", "fifty", CLASSICS, "--law-table", law][..],
        &["law", "--law-table", law],
        &["audit", CLASSICS, "--out", out, "--law-table", law],
    ] {
        refused(arguments).has("line 3: a limit of 40 moves is below fifty: ");
    }
}

/// The law of the day stands below the claims of a venue: before 1929 events had rules of their own, from 1978 to
/// 1991 some endings had limits of their own, fivefold repetition and seventy-five moves are of July 2014.
#[test]
fn the_rules_of_a_day_at_a_venue() {
    let there = |venue: &str, day: &str| -> Vec<String> {
        let rows = ask(format!("--venue {venue} --date {day}"));
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        let shown = rows
            .iter()
            .map(|row| text(row, "rule") + ": " + &text(row, "there"));
        shown.collect()
    };
    let early = there("over_the_board", "1925-01-01");
    assert_eq!(early[0], "fifty: not known on that day");
    assert_eq!(early[1], "seventy_five: not in force on that day");
    assert_eq!(early[3], "fivefold: not in force on that day");
    let exceptions = there("over_the_board", "1985-01-01");
    exceptions[0].begins("fifty: players claim after 50 moves");
    exceptions[0].ends_in("some endings had limits of their own, see --material");
    let today = there("over_the_board", "2023-01-01");
    assert_eq!(today[0], "fifty: players claim after 50 moves");
    assert_eq!(today[1], "seventy_five: ends games");
    assert_eq!(today[2], "threefold: players claim");
    assert_eq!(today[3], "fivefold: ends games");
    // London 1883 counted series of moves, not positions.
    let found = &there("over_the_board", "1883-05-01")[2];
    assert_eq!(found, "threefold: not known on that day");
    assert_eq!(today[4], "material: a dead position ends games");
    assert_eq!(
        there("icc", "2006-04-02")[4],
        "material: at most a bishop or a knight on each side ends games"
    );
    let iccf = there("iccf", "2021-01-01");
    assert_eq!(iccf[4], "material: a dead position ends games");
    assert_eq!(
        iccf[5],
        "adjudication: claims by tablebases with up to seven pieces"
    );
    assert_eq!(there("ficgs", "2021-01-01")[0], "fifty: not applied");
}

/// A server draws by its program and not by the wording of the Laws of that day.
#[test]
fn a_server_goes_by_its_program() {
    let fivefold = |day| ask(format!("--venue lichess --date {day}"))[3]["there"].clone();
    assert_eq!(fivefold("2016-03-01"), "not applied");
    assert_eq!(fivefold("2018"), "not applied");
    assert_eq!(fivefold("2020-01-20"), "not known");
    assert_eq!(fivefold("2021-05"), "ends games");
    assert_eq!(ask("--date 1935 --material KRBvKR")[0]["uncertain"], true);
    // The seventy-five moves are law on that day; who played there had no use for them.
    for (venue, there) in [("icc", "not applied"), ("over_the_board", "ends games")] {
        let of_day = format!("--date 2018-05-05 --material KRvKR --venue {venue}");
        let answer = &ask(of_day)[0];
        assert_eq!(answer["seventy_five_moves"], "in force");
        assert_eq!(answer["venue_seventy_five_moves"], there, "{venue}");
    }
    let knights = &ask("--date 1985-06-01 --material KNNvKP")[0];
    let found = (&knights["limit_moves"], &knights["uncertain"]);
    assert_eq!(found, (&100.into(), &false.into()));
}

/// A year, a month or a day as people or as PGN write them; what the calendar does not have is called so.
#[test]
fn the_law_is_asked_for_a_year_or_without_a_date() {
    let ask = |date: &str| ask(format!("--date {date} --material KRBvKR"))[0].clone();
    assert_eq!(ask("1985"), ask("1985-??-??"));
    assert_eq!(ask("1985")["date"], "1985-01-01 to 1985-12-31");
    assert_eq!(ask("1985-02")["date"], "1985-02-01 to 1985-02-28");
    let undated = ask("????.??.??");
    let found = (&undated["law"], &undated["limit_moves"]);
    assert_eq!(found, (&"undated".into(), &50.into()));
    assert!(undated["date"].is_null());
    let found = &undated["seventy_five_moves"];
    assert_eq!(found, "the day is not known: taken as not in force");
    let there = printed("law --date ????.??.?? --venue over_the_board");
    assert_eq!(there, printed("law --date ????.??.??"));
    assert_eq!(there.matches("the day is not known").count(), 2, "{there}");
    for (date, why) in [
        ("2015-02-30", "the calendar has no such month or day"),
        ("soon", "a date is YYYY, YYYY-MM or YYYY-MM-DD"),
    ] {
        refused!("law --date {date} --material KRvKR").has(why);
    }
}

/// What is not known has its reason: the history of repetition, other days of a server, or that nothing was found.
#[test]
fn what_is_not_known_of_a_day_has_its_reason() {
    let row = |venue: &str, day: &str, rule: usize| {
        let rows = ask(format!("--venue {venue} --date {day}"));
        let text = |name: &str| rows[rule][name].as_str().unwrap_or("-").to_owned();
        (text("there"), text("certainty"), text("source"))
    };
    // On these days London counted series of moves, and the match of 1886 the same moves six times.
    for (day, id) in [
        ("1883-05-05", "threefold-series-1883"),
        ("1886-02-01", "sixfold-series-1886"),
    ] {
        let (there, certainty, source) = row("over_the_board", day, 2);
        assert_eq!(there, "not known on that day");
        certainty.begins(id);
        assert!(!source.contains("FIDE Laws, 9.2"), "{source}");
    }
    let (there, certainty, _) = row("chess.com", "2020-06-01", 0);
    assert_eq!(there, "not known");
    certainty.begins("that day is not covered; ..2019-12-31: players claim, ");
    certainty.has("2021-01-01..: draws automatically, ");
    let (there, certainty, source) = row("ficgs", "2020-06-01", 5);
    assert_eq!((there.as_str(), source.as_str()), ("not known", "-"));
    assert_eq!(certainty, "no source on this rule is known");
}

#[test]
fn venue_rules_are_shown_and_replaced() {
    let shown = printed("law --venues --format csv");
    assert!(shown.starts_with("venue,rule,kind,from,to,certainty,source\r\n"));
    for row in [
        "\r\nchess.com,fifty,claim,,2019-12-31,",
        "\r\nchess.com,fifty,automatic,2021-01-01,,",
        "\r\nlichess,fifty,automatic,,,",
        "\r\niccf,fifty,claim,,,",
        "\r\nccrl,fifty,automatic,,,",
    ] {
        assert_eq!(shown.matches(row).count(), 1, "{row}");
    }
    let folder = Folder::new();
    let table = "venue,rule,kind,from,to,certainty,source\nfics,fifty,none,,,x,x\n";
    let venues = folder.write("venues.csv", table);
    let fics = "data/archive/fics-style.pgn";
    assert_eq!(rows(format!("{fics} --missed")).len(), 1);
    assert!(rows(format!("{fics} --missed --venue-table {venues}")).is_empty());
    // That table says nothing about chess.com.
    let unknown = rows(format!(
        "data/archive/chesscom-style.pgn --venue-table {venues}"
    ));
    assert!(!unknown.is_empty());
    assert!(
        unknown
            .iter()
            .all(|row| row["claimable_at_venue"].is_null())
    );
    folder.write("venues.csv", "venue,rule\nfics,fifty\n");
    refused!("law --venues --venue-table {venues}")
        .has("line 1: the header must be venue,rule,kind");
}

#[test]
fn the_law_answers_for_a_day_and_an_ending() {
    let nikolic = ask("--date 1989-02-17 --material KRBvKR --venue icc");
    assert_eq!(nikolic.len(), 1);
    // The Laws of 1988, though the game itself was played on by 100 moves.
    assert_eq!(nikolic[0]["limit_moves"], 75);
    assert_eq!(nikolic[0]["law"], "75-KRBvKR");
    assert_eq!(nikolic[0]["uncertain"], true);
    let found = &nikolic[0]["venue_rule"];
    assert_eq!(found, "players claim, once all moves are made");
    // With the pawn on the seventh 75 moves, else fifty.
    let queens = ask("--date 1990-06-01 --material KQvKQP");
    let limits: Vec<_> = queens
        .iter()
        .map(|row| row["limit_moves"].clone())
        .collect();
    assert_eq!(limits, [75, 50]);
    assert!(queens[0]["condition"].is_string() && queens[1]["condition"].is_null());
    // Where nothing is known there is no limit; what is in doubt is named.
    let london = ask("--date 1883-05-05 --material KRvKR");
    assert!(london[0]["limit_moves"].is_null() && london[0]["uncertain"] == true);
    let kaenel = ask("--date 1989-06-01 --material KQPvKQ");
    kaenel[0]["certainty"]
        .as_str()
        .unwrap()
        .has("Nikolic-Arsovic, Belgrade, was played under 100 moves");
    let present = ask("--date 2024-05-05 --material KRBvKR");
    assert_eq!(present[0]["article_intended_move"], "9.3.1");
    assert_eq!(present[0]["seventy_five_moves"], "in force");
    printed("law --date 1976-??-?? --material KRvKR").has("article intended move    12.4\n");
    for arguments in [
        "law --date soon --material KRvKR",
        "law --date 2024-05-05 --material KRBKR",
        "law --date 2024-05-05 --material KRvKR --venue moon",
        "law --material KRvKR",
    ] {
        refused(arguments);
    }
}

#[test]
fn the_law_is_shown() {
    let table = printed("law");
    for id in "fifty 1928-KRBvKR 100-KRBvKR 75-KNNvKP 75-automatic fivefold-2017".split(' ') {
        let found = table
            .lines()
            .filter(|line| line.starts_with(&format!("{id} ")))
            .count();
        assert_eq!(found, 1, "{id}");
    }
    let json = ask("");
    for row in &json {
        // Rules that are not presumed are only shown, and so are those that no judge applies.
        let judged = ["claim", "automatic", "not-known"]
            .iter()
            .any(|rule| row["rule"] == *rule);
        let found = row["applied"] == true;
        assert_eq!(found, judged && row["presumed"] == true, "{row}");
    }
    assert_eq!(json.len() + 1, table.lines().count());
}
