//! The page with a board: its files, and an answer as it needs it.

use std::borrow::Cow;

use audit960_board::Position;
use audit960_board::start::Start;
use audit960_report::BASE_STYLE;
use audit960_statistics::{ScoreMoments, score, wilson_interval};
use audit960_tree::GameTally;
use audit960_types::{ScoreTally, Side};
use serde_json::{Value, json};

use super::asked::{Question, id_text};
use super::games::Game;
use super::http::Response;
use super::lichess::{mean, winner};
use super::served::{Found, Snapshot};

/// Games of an answer.
const GAMES: usize = 15;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The files of the page: path, type and text.
const FILES: [(&str, &str, &str); 10] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/tables.js", SCRIPT, include_str!("page/tables.js")),
    ("/texts.js", SCRIPT, include_str!("page/texts.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/style.css", STYLE, include_str!("page/style.css")),
    ("/base.css", STYLE, BASE_STYLE),
    (
        "/chessground.js",
        SCRIPT,
        include_str!("page/vendor/chessground/chessground.js"),
    ),
    (
        "/chessground.css",
        STYLE,
        include_str!("page/vendor/chessground/chessground.css"),
    ),
];

/// A file of the page.
pub(super) fn file(path: &str) -> Option<Response> {
    let (_, kind, text) = FILES.iter().find(|(known, ..)| *known == path)?;
    Some(Response {
        status: 200,
        kind,
        body: Cow::Borrowed(text.as_bytes()),
    })
}

/// The answer to `/position`.
pub(super) fn answer(snapshot: &Snapshot, question: &Question, found: &Found) -> Response {
    let position = question.position();
    let arrangements = question.start.arrangements();
    let start = arrangements.and_then(|both| (both.white == both.black).then_some(both.white));
    let befores =
        std::iter::once(&question.start).chain(question.line.iter().map(|(_, after)| after));
    let line = befores.zip(&question.line).map(|(before, (played, after))| {
        json!({ "uci": played.to_string(), "san": before.san(*played), "fen": after.xfen() })
    });
    let legal = position.legal_moves().into_iter();
    let legal = legal.map(|one| json!({ "uci": one.to_string(), "san": position.san(one) }));
    let moves = found.by_games().into_iter();
    let moves = moves.map(|(played, counts)| {
        let mut one = results(&counts.tally.score);
        one["uci"] = played.to_string().into();
        one["san"] = position.san(played).into();
        rate(&counts.tally, &mut one);
        one
    });
    let games = snapshot.top_games(found).into_iter().take(GAMES);
    let games = games.map(|(_, top)| game(&top));
    let body = json!({
        "start": {
            "number": start.map(Start::number),
            "arrangement": start.map(|start| start.to_string()),
            "fen": question.start.xfen(),
        },
        "line": line.collect::<Vec<_>>(),
        "fen": position.xfen(),
        "turn": if position.turn() == Side::White { "white" } else { "black" },
        "check": position.in_check(),
        "over": over(position),
        "legal": legal.collect::<Vec<_>>(),
        "total": results(&found.tally.score),
        "moves": moves.collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
        "opening": null,
        "dataset": { "name": snapshot.name(), "games": snapshot.count() },
    });
    Response::json(200, &body)
}

/// A game, with the path of its record.
fn game(game: &Game<'_>) -> Value {
    let player = |(name, elo): (Option<&str>, Option<i32>)| json!({ "name": name, "rating": elo });
    let [white, black] = game.players().map(player);
    let id = id_text(game.id());
    json!({
        "white": white,
        "black": black,
        "winner": winner(game),
        "result": game.result().to_string(),
        "year": game.year(),
        "link": game.link(),
        "pgn": format!("/masters/pgn/{id}"),
        "id": id,
    })
}

fn over(position: &Position) -> Option<&'static str> {
    match (position.is_checkmate(), position.is_stalemate()) {
        (true, _) => Some("checkmate"),
        (_, true) => Some("stalemate"),
        _ => None,
    }
}

fn results(score: &ScoreTally) -> Value {
    json!({
        "games": score.games(),
        "white": score.white_wins,
        "draws": score.draws,
        "black": score.black_wins,
        "unfinished": score.unfinished,
    })
}

/// Adds White's score with its interval, and the mean rating.
fn rate(tally: &GameTally, into: &mut Value) {
    let interval = wilson_interval(&tally.score, &ScoreMoments::WITHOUT_DRAWS);
    into["score"] = score(&tally.score).into();
    into["low"] = interval.map(|(low, _)| low).into();
    into["high"] = interval.map(|(_, high)| high).into();
    into["averageRating"] = mean(tally.mean_elo());
}
