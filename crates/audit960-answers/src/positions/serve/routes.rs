//! Which path is answered by what.

use super::GameText;
use super::asked::{Params, Question, parse_id};
use super::http::Response;
use super::served::Served;
use super::{lichess, page};

/// Top games in an answer of `/lichess` and of `/masters`.
const TOP_GAMES: [usize; 2] = [4, 15];

/// The answer to a request; the error is one, too.
pub(super) fn answer(
    served: &Served,
    game_text: &GameText,
    path: &str,
    query: &str,
) -> Result<Response, Response> {
    if let Some(file) = page::file(path) {
        return Ok(file);
    }
    // Both names are in use for masters.
    if let Some(id) = ["/masters/pgn/", "/master/pgn/"]
        .iter()
        .find_map(|way| path.strip_prefix(way))
    {
        return game(served, game_text, id.strip_suffix(".pgn").unwrap_or(id));
    }
    let params = Params::of(query);
    let [of_lichess, of_masters] = TOP_GAMES;
    match path {
        "/position" => {
            let question = Question::by_start(&params)?;
            let snapshot = served.snapshot();
            let found = snapshot.found(&question)?;
            Ok(page::answer(&snapshot, &question, &found))
        }
        "/lichess" | "/masters" | "/master" => {
            let question = Question::by_fen(&params)?;
            let snapshot = served.snapshot();
            let found = snapshot.found(&question)?;
            let top_games = if path == "/lichess" {
                of_lichess
            } else {
                of_masters
            };
            lichess::answer(&snapshot, &params, &question, &found, top_games)
        }
        "/player" => Err(Response::error(
            404,
            "the games of one player are not served: audit960 explore --where answers that",
        )),
        _ => Err(Response::error(404, "there is nothing here")),
    }
}

/// A game as PGN.
fn game(served: &Served, game_text: &GameText, id: &str) -> Result<Response, Response> {
    let snapshot = served.snapshot();
    let Some(game) = parse_id(id).and_then(|id| snapshot.game(id)) else {
        return Err(Response::error(404, "there is no game with this id"));
    };
    match game_text(snapshot.dataset(), game.source(), game.identity()) {
        Ok(text) => Ok(Response::text(200, "application/x-chess-pgn", text)),
        Err(error) => {
            snapshot.note(&format!("{error:#}"));
            let sentence = "the archive of the game is not where it was, or has changed";
            Err(Response::error(404, sentence))
        }
    }
}
