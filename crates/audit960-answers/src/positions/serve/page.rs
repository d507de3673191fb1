//! The page with a board: its files, and an answer as it needs it.

use std::borrow::Cow;

use audit960_board::start::Start;
use audit960_report::BASE_STYLE;
use audit960_tree::Explored;
use audit960_types::Side;
use serde_json::json;

use super::asked::Question;
use super::http::Response;
use super::lichess;
use super::served::Snapshot;

/// Games of an answer.
const GAMES: usize = 15;

/// The files of the page: path and text.
const FILES: [(&str, &str); 10] = [
    ("/", include_str!("page/index.html")),
    ("/page.js", include_str!("page/page.js")),
    ("/board.js", include_str!("page/board.js")),
    ("/tables.js", include_str!("page/tables.js")),
    ("/texts.js", include_str!("page/texts.js")),
    ("/dom.js", include_str!("page/dom.js")),
    ("/style.css", include_str!("page/style.css")),
    ("/base.css", BASE_STYLE),
    (
        "/chessground.js",
        include_str!("page/vendor/chessground/chessground.js"),
    ),
    (
        "/chessground.css",
        include_str!("page/vendor/chessground/chessground.css"),
    ),
];

/// A file of the page.
pub(super) fn file(path: &str) -> Option<Response> {
    let (_, text) = FILES.iter().find(|(known, _)| *known == path)?;
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some(_) => "text/css; charset=utf-8",
        None => "text/html; charset=utf-8",
    };
    Some(Response {
        status: 200,
        kind,
        body: Cow::Borrowed(text.as_bytes()),
    })
}

/// The answer to `/position`.
pub(super) fn answer(snapshot: &Snapshot, question: &Question, found: &Explored) -> Response {
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
    let mate = position.is_checkmate().then_some("checkmate");
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
        "over": mate.or_else(|| position.is_stalemate().then_some("stalemate")),
        "legal": legal.collect::<Vec<_>>(),
        "total": lichess::results(&found.tally.score),
        "moves": lichess::moves(snapshot, position, found, usize::MAX),
        "games": lichess::games(snapshot, found, GAMES),
        "opening": null,
        "dataset": { "name": snapshot.name, "games": snapshot.count },
    });
    Response::json(200, &body)
}
