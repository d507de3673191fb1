//! An answer in the form of Lichess's opening explorer. What the dataset does not say is null.

use audit960_types::{ScoreTally, Side};
use serde_json::{Value, json};

use super::asked::{Params, Question, id_text};
use super::games::Game;
use super::http::Response;
use super::served::{Found, Snapshot};

/// Moves of an answer where no number is asked for.
const MOVES: usize = 12;

/// The answer to `/lichess` and `/masters`, with at most so many top games.
pub(super) fn answer(
    snapshot: &Snapshot,
    params: &Params,
    question: &Question,
    found: &Found,
    top_games: usize,
) -> Result<Response, Response> {
    let most_moves = params.count("moves", MOVES)?;
    let most_games = params.count("topGames", top_games)?;
    params.count("recentGames", 0)?;
    let position = question.position();
    let moves = found.by_games().into_iter().take(most_moves);
    let moves = moves.map(|(played, counts)| {
        let mut one = results(&counts.tally.score);
        one["uci"] = played.to_string().into();
        one["san"] = position.san(played).into();
        one["averageRating"] = mean(counts.tally.mean_elo());
        let is_only = counts.tally.score.games() == 1;
        let example = counts.example.as_ref().filter(|_| is_only);
        let only = example.and_then(|example| snapshot.game(example.id));
        one["game"] = only.as_ref().map(game).into();
        one
    });
    let moves: Vec<Value> = moves.collect();
    let games = snapshot.top_games(found).into_iter().take(most_games);
    let games = games.map(|(played, top)| {
        let mut top = game(&top);
        top["uci"] = played.to_string().into();
        top
    });
    let games: Vec<Value> = games.collect();
    let mut answer = results(&found.tally.score);
    answer["moves"] = moves.into();
    answer["topGames"] = games.into();
    answer["recentGames"] = Value::Null;
    answer["opening"] = Value::Null;
    Ok(Response::json(200, &answer))
}

/// The results of games; those without one are not among them.
fn results(score: &ScoreTally) -> Value {
    json!({ "white": score.white_wins, "draws": score.draws, "black": score.black_wins })
}

/// A mean rating as a whole number.
pub(super) fn mean(rating: Option<f64>) -> Value {
    rating.map(|mean| mean.round() as i64).into()
}

/// The side that won a game; null if none did, or it is not known.
pub(super) fn winner(game: &Game<'_>) -> Value {
    let winner = game.result().winner();
    winner
        .map(|side| {
            if side == Side::White {
                "white"
            } else {
                "black"
            }
        })
        .into()
}

/// A game. Clients expect a text and a number of each player.
fn game(game: &Game<'_>) -> Value {
    let player = |(name, elo): (Option<&str>, Option<i32>)| json!({ "name": name.unwrap_or("?"), "rating": elo.unwrap_or(0) });
    let [white, black] = game.players().map(player);
    json!({
        "id": id_text(game.id()),
        "winner": winner(game),
        "speed": game.speed().map(|speed| speed.to_string()),
        "mode": null,
        "white": white,
        "black": black,
        "year": game.year(),
        "month": game.month(),
    })
}
