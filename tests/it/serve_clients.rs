//! What the page and public clients of Lichess's explorer are answered.

use serde_json::Value;

use crate::folder::{Folder, Has as _, json};
use crate::serve::{Server, dataset};

/// Sees that an answer has what clients of Lichess's explorer take from it.
#[track_caller]
fn has_the_shape_of_lichess(answer: &Value) {
    let is_count = |of: &Value| {
        ["white", "draws", "black"]
            .iter()
            .all(|name| of[name].is_u64())
    };
    let is_missing_or = |value: &Value, holds: bool| value.is_null() || holds;
    let is_game = |game: &Value| {
        let is_player = |of: &Value| of["name"].is_string() && of["rating"].is_i64();
        game["id"].is_string()
            && is_player(&game["white"])
            && is_player(&game["black"])
            && is_missing_or(
                &game["winner"],
                game["winner"] == "white" || game["winner"] == "black",
            )
            && is_missing_or(&game["year"], game["year"].is_i64())
            && is_missing_or(
                &game["month"],
                game["month"].as_str().is_some_and(|text| text.len() == 7),
            )
    };
    assert!(is_count(answer), "{answer}");
    for one in answer["moves"].as_array().unwrap() {
        assert!(
            is_count(one) && one["uci"].is_string() && one["san"].is_string(),
            "{one}"
        );
        assert!(
            is_missing_or(&one["averageRating"], one["averageRating"].is_i64()),
            "{one}"
        );
        assert!(is_missing_or(&one["game"], is_game(&one["game"])), "{one}");
    }
    for game in answer["topGames"].as_array().unwrap() {
        assert!(is_game(game) && game["uci"].is_string(), "{game}");
    }
    assert!(answer["recentGames"].is_null() && answer["opening"].is_null());
}

/// Requests as public clients write them, by their sources: ui/analyse/src/explorer/explorerXhr.ts of lichess-org/lila (lists as
/// `speeds[]`, the path `/master`), berserk/clients/opening_explorer.py of lichess-org/berserk (commas as %2C), and
/// src/utils/lichess of franciscoBSalgueiro/en-croissant (a FEN as it is, months without a zero, no variant for masters).
#[test]
fn public_clients_are_answered_in_the_shape_that_they_parse() {
    let folder = Folder::new();
    let server = Server::of(&dataset(&folder));
    let start = "rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR+w+KQkq+-+0+1";
    let plain = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (target, has_moves) in [
        (
            format!(
                "/lichess?fen={start}&play=e2e4%2Ce7e5&variant=standard&speeds%5B%5D=bullet&speeds%5B%5D=blitz\
                 &speeds%5B%5D=rapid&speeds%5B%5D=classical&ratings%5B%5D=1600&ratings%5B%5D=1800&ratings%5B%5D=2000\
                 &ratings%5B%5D=2200&ratings%5B%5D=2500&topGames=0&recentGames=0"
            ),
            false,
        ),
        (format!("/master?fen={start}&play="), true),
        (
            format!("/lichess?variant=standard&fen={start}&play=e2e4%2Ce7e5"),
            true,
        ),
        (
            format!(
                "/lichess?variant=chess960&fen={start}&speeds=blitz%2Crapid&ratings=2200%2C2500&since=2012-01\
                 &until=2024-12&moves=5&topGames=2&recentGames=1"
            ),
            false,
        ),
        (
            format!("/masters?fen={plain}&since=1952&until=2030&moves=12&topGames=15"),
            true,
        ),
        (
            format!(
                "/lichess?fen={plain}&variant=standard&since=1952-1&until=2030-9&topGames=4&recentGames=4"
            ),
            true,
        ),
    ] {
        let answer = server.json(200, &target);
        has_the_shape_of_lichess(&answer);
        let moves = answer["moves"].as_array().unwrap().len();
        assert!(moves > 0 || !has_moves, "{target}: {answer}");
    }
}

/// A castling is written as the king taking its rook, and read in both spellings.
#[test]
fn castlings_are_read_in_both_spellings() {
    let folder = Folder::new();
    let server = Server::of(&dataset(&folder));
    let line = "e2e4,e7e5,g1f3,b8c6,f1b5,g8f6";
    let before = server.json(200, &format!("/lichess?play={line}"));
    let castling = before["moves"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["san"] == "O-O");
    assert_eq!(castling.unwrap()["uci"], "e1h1");
    let after = server.json(200, &format!("/lichess?play={line},e1h1"));
    assert_eq!(
        server.json(200, &format!("/lichess?play={line},e1g1")),
        after
    );
    assert!(after["moves"][0]["uci"].is_string());
    // The king on f1, rooks on b1 and g1: f1g1 is the castling, f1e1 a step.
    let fen = "4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1";
    let position = |play: &str| server.json(200, &format!("/position?start={fen}&play={play}"));
    assert_eq!(position("f1g1")["line"][0]["san"], "O-O");
    assert_eq!(position("f1c1")["line"][0]["san"], "O-O-O");
    assert_eq!(position("f1b1")["line"][0]["san"], "O-O-O");
    assert_eq!(position("f1e1")["line"][0]["san"], "Ke1");
}

/// The page gets what `explore` says, and where the games are.
#[test]
fn the_page_gets_what_explore_says() {
    let folder = Folder::new();
    let dataset = dataset(&folder);
    let server = Server::of(&dataset);
    for (start, moves, play) in [
        ("518", "", ""),
        ("518", "e4 e5", "e2e4,e7e5"),
        ("932", "", ""),
    ] {
        let answer = server.json(200, &format!("/position?start={start}&play={play}"));
        let fen = answer["fen"].as_str().unwrap();
        let explored: Value = json(["explore", &dataset, "--fen", fen]);
        for name in ["games", "white", "draws", "black", "unfinished"] {
            assert_eq!(answer["total"][name], explored[name], "{moves}");
        }
        let (served, known) = (
            answer["moves"].as_array().unwrap(),
            explored["moves"].as_array().unwrap(),
        );
        assert!(!served.is_empty() && served.len() == known.len());
        for (one, other) in served.iter().zip(known) {
            for (name, same) in [
                ("san", "san"),
                ("uci", "uci"),
                ("games", "games"),
                ("score", "score"),
            ] {
                assert_eq!(one[name], other[same], "{one} {other}");
            }
            assert_eq!(
                [&one["low"], &one["high"]],
                [&other["score_low"], &other["score_high"]]
            );
        }
        assert_eq!(answer["start"]["number"].to_string(), start);
        let game = &answer["games"][0];
        let (status, head, pgn) = server.get(game["pgn"].as_str().unwrap());
        assert_eq!(status, 200, "{pgn}");
        head.has("application/x-chess-pgn");
        pgn.has(&format!(
            "[White \"{}\"]",
            game["white"]["name"].as_str().unwrap()
        ));
    }
    let mate = server.json(200, "/position?start=RNBQKBNR&play=f2f3,e7e5,g2g4,d8h4");
    assert_eq!(
        (&mate["over"], &mate["legal"]),
        (&"checkmate".into(), &Value::Array(Vec::new()))
    );
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    let other = server.json(200, &format!("/position?start={fen}"));
    assert_eq!(
        (&other["start"]["number"], &other["turn"]),
        (&Value::Null, &"black".into())
    );
    for path in ["/", "/page.js", "/style.css", "/chessground.js"] {
        let (status, head, _) = server.get(path);
        assert_eq!(status, 200, "{path}");
        head.has("Content-Security-Policy: default-src 'none';");
    }
}

#[test]
fn refusals_name_the_parameter() {
    let folder = Folder::new();
    let server = Server::of(&dataset(&folder));
    for (query, parameter) in [
        ("play=e2e5", "play"),
        ("play=Nf3", "play"),
        ("play=e2e4,,e7e5,a1a8", "play"),
        ("fen=8/8/8/8/8/8/8/8 w - - 0 1", "fen"),
        ("variant=atomic", "variant"),
        ("moves=many", "moves"),
        ("topGames=-1", "topGames"),
        ("recentGames=x", "recentGames"),
        ("speeds=slow", "speeds"),
        ("ratings=1700", "ratings"),
        ("since=yesterday", "since"),
        ("until=2020-13", "until"),
        ("since=12345", "since"),
        ("modes=rated", "modes"),
        ("player=somebody", "player"),
    ] {
        let refusal = server.refusal(400, &format!("/lichess?{query}"));
        refusal.begins(&format!("{parameter}: "));
    }
    server.refusal(400, "/position?start=960").begins("start: ");
    let long = "g1f3,g8f6,f3g1,f6g8,".repeat(150);
    server
        .refusal(400, &format!("/masters?play={long}"))
        .has("at most 512 half-moves");
    server
        .refusal(404, "/player?player=x")
        .has("audit960 explore");
    server
        .refusal(404, "/masters/pgn/0000000000000000")
        .has("no game");
    server.refusal(404, "/../etc/passwd");
}
