//! Which path is answered by what.

use super::GameText;
use super::asked::{Params, Question, parse_id, refused};
use super::http::Response;
use super::served::{Late, Served};
use super::{lichess, page};

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
    match path {
        "/position" | "/lichess" | "/masters" | "/master" => {
            let question = Question::of(&params)?;
            let snapshot = served.snapshot();
            let found = snapshot.found(&question);
            let found = found.map_err(|error| match error.is::<Late>() {
                true => refused(&question.filtered_by, &error.to_string()),
                false => served.failed(&error, 500, "the dataset cannot be read"),
            })?;
            match path {
                "/position" => Ok(page::answer(&snapshot, &question, &found)),
                "/lichess" => lichess::answer(&snapshot, &params, &question, &found, 4),
                _ => lichess::answer(&snapshot, &params, &question, &found, 15),
            }
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
    let Some(game) = parse_id(id).and_then(|id| snapshot.games.game(id)) else {
        return Err(Response::error(404, "there is no game with this id"));
    };
    let text = game_text(&snapshot.dataset, game.source(), game.played.identity);
    let text = text.map_err(|error| {
        let sentence = "the archive of the game is not where it was, or has changed";
        served.failed(&error, 404, sentence)
    })?;
    Ok(Response::text(200, "application/x-chess-pgn", text))
}
