//! An answer in the form of Lichess's opening explorer. What the dataset does not say is null.

use audit960_board::Position;
use audit960_statistics::{ScoreMoments, score, wilson_interval};
use audit960_tree::Explored;
use audit960_types::{ScoreTally, Side};
use serde_json::{Value, json};

use super::asked::{Params, Question, id_text};
use super::games::Game;
use super::http::Response;
use super::served::Snapshot;

/// Moves of an answer where no number is asked for.
const MOVES: usize = 12;

/// The answer to `/lichess` and `/masters`, with at most so many top games.
pub(super) fn answer(
    snapshot: &Snapshot,
    params: &Params,
    question: &Question,
    found: &Explored,
    top_games: usize,
) -> Result<Response, Response> {
    let most_moves = params.count("moves", MOVES)?;
    let most_games = params.count("topGames", top_games)?;
    params.count("recentGames", 0)?;
    let mut answer = results(&found.tally.score);
    answer["moves"] = moves(snapshot, question.position(), found, most_moves);
    answer["topGames"] = games(snapshot, found, most_games);
    answer["recentGames"] = Value::Null;
    answer["opening"] = Value::Null;
    Ok(Response::json(200, &answer))
}

/// How games ended; `unfinished` is ours, and `games` all of them.
pub(super) fn results(score: &ScoreTally) -> Value {
    json!({
        "games": score.games(),
        "white": score.white_wins,
        "draws": score.draws,
        "black": score.black_wins,
        "unfinished": score.unfinished,
    })
}

/// The moves played from a position, the most frequent first. White's score with its interval is ours.
pub(super) fn moves(
    snapshot: &Snapshot,
    position: &Position,
    found: &Explored,
    most: usize,
) -> Value {
    let moves = found.by_games().into_iter().take(most);
    let moves = moves.map(|(played, counts)| {
        let tally = &counts.tally.score;
        let interval = wilson_interval(tally, &ScoreMoments::WITHOUT_DRAWS);
        let example = counts.example.as_ref().filter(|_| tally.games() == 1);
        let only = example.and_then(|example| snapshot.games.game(example.id));
        let mean = counts.tally.mean_elo().map(|mean| mean.round() as i64);
        let mut one = results(tally);
        one["uci"] = played.to_string().into();
        one["san"] = position.san(played).into();
        one["averageRating"] = mean.into();
        one["score"] = score(tally).into();
        one["low"] = interval.map(|(low, _)| low).into();
        one["high"] = interval.map(|(_, high)| high).into();
        one["game"] = only.as_ref().map(game).into();
        one
    });
    moves.collect()
}

/// Games of the moves, the highest ratings first.
pub(super) fn games(snapshot: &Snapshot, found: &Explored, most: usize) -> Value {
    let games = snapshot.top_games(found).take(most);
    let games = games.map(|(played, top)| {
        let mut top = game(&top);
        top["uci"] = played.to_string().into();
        top
    });
    games.collect()
}

/// A game. Clients expect a text and a number of each player; its result, address and record are ours.
fn game(game: &Game<'_>) -> Value {
    let player = |(name, elo): (Option<&str>, Option<i32>)| json!({ "name": name.unwrap_or("?"), "rating": elo.unwrap_or(0) });
    let [white, black] = game.players().map(player);
    let winner = game.played.result.winner();
    let winner = winner.map(|side| {
        if side == Side::White {
            "white"
        } else {
            "black"
        }
    });
    let id = id_text(game.shown.id);
    json!({
        "winner": winner,
        "speed": game.shown.speed.map(|speed| speed.to_string()),
        "mode": null,
        "white": white,
        "black": black,
        "year": game.shown.year,
        "month": game.month(),
        "result": game.played.result.to_string(),
        "link": game.link(),
        "pgn": format!("/masters/pgn/{id}"),
        "id": id,
    })
}
