//! An answer in the form of Lichess's opening explorer. What the dataset does not say is null.

use audit960_types::ScoreTally;
use serde_json::{Value, json};

use super::asked::{Params, Question};
use super::http::Response;
use super::served::Found;

/// Moves of an answer where no number is asked for.
const MOVES: usize = 12;

/// The answer to `/lichess` and `/masters`, with at most so many top games.
pub(super) fn answer(
    params: &Params,
    question: &Question,
    found: &Found,
    top_games: usize,
) -> Result<Response, Response> {
    let limits = (
        params.count("moves", MOVES)?,
        params.count("topGames", top_games)?,
    );
    let position = question.position();
    let moves = found.explored.by_games().into_iter().take(limits.0);
    let moves = moves.map(|(played, counts)| {
        let tally = &counts.tally;
        let mut one = results(&tally.score);
        one["uci"] = played.to_string().into();
        one["san"] = position.san(played).into();
        one["averageRating"] = tally.mean_elo().map(|mean| mean.round() as u64).into();
        let game = found.only_game(counts);
        one["game"] = game.map(|game| game.lichess()).into();
        one
    });
    let moves: Vec<Value> = moves.collect();
    let games = found.top_games().into_iter().take(limits.1);
    let games = games.map(|(played, game)| {
        let mut game = game.lichess();
        game["uci"] = played.to_string().into();
        game
    });
    let games: Vec<Value> = games.collect();
    let mut answer = results(&found.explored.tally.score);
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
