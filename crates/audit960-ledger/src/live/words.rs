//! Changes on a board as text and as JSON.

use std::collections::BTreeMap;

use audit960_types::{Choice as _, Message, message};
use serde_json::{Value, json};

use super::{Before, BoardChange, Possible, State};
use crate::article::{Article, label_of_end, reason_by};
use crate::value;

impl BoardChange {
    /// The change as a line of text.
    #[must_use]
    pub fn line(&self) -> Message {
        let board = &self.board;
        let key = match board.round.as_str() {
            "?" => "watch-line",
            _ => "watch-line-round",
        };
        message!(
            key,
            event = board.event.as_str(),
            round = board.round.as_str(),
            white = board.white.as_str(),
            black = board.black.as_str(),
            news = self.news()
        )
    }

    /// What is new.
    fn news(&self) -> Message {
        let after = match self.last_move.as_str() {
            "" => message!("watch-at-start"),
            last => message!("after-move", move = last),
        };
        match &self.state {
            State::Quiet => {
                let key = match self.before {
                    Before::Stopped => "watch-read-again",
                    Before::Over => "watch-goes-on",
                    Before::InPlay => "watch-lapsed",
                };
                message!(key, after = after)
            }
            State::Ended(result) => message!("as-is", text = result.as_str()),
            State::Stopped(reason) => {
                message!("watch-stopped", after = after, reason = reason.as_str())
            }
            State::Over(over) => {
                let reason = reason_by(over.reason, self.over_article);
                let Some(since) = self.over_since.as_deref() else {
                    return message!("watch-over", after = after, reason = reason);
                };
                let since = match over.ply {
                    0 => message!("record-start"),
                    _ => message!("as-is", text = since),
                };
                message!(
                    "watch-over-since",
                    after = after,
                    since = since,
                    reason = reason
                )
            }
            State::Claim(possible) => {
                let uncertain = self.is_law_uncertain().then(|| message!("law-open"));
                let worth = self.value.map(|value| {
                    message!("tables-say", value = value::in_words(&value, self.side))
                });
                let mut by_right: BTreeMap<_, Vec<Message>> = BTreeMap::new();
                for possible in possible {
                    by_right
                        .entry(possible.right)
                        .or_default()
                        .push(claim(possible));
                }
                let claims = by_right.into_iter().filter_map(|(right, claims)| {
                    let (claims, side) = (Message::clauses(claims)?, self.side);
                    let key = match right.is_doubt() {
                        true => "watch-not-judged",
                        false => "watch-by-laws",
                    };
                    Some(match right.objection(self.venue) {
                        None => message!("watch-may-claim", side = side, claims = claims),
                        Some(why) => message!(key, side = side, claims = claims, why = why),
                    })
                });
                let claims = Message::clauses(claims.chain(uncertain).chain(worth));
                let claims = claims.unwrap_or_else(|| message!("none"));
                message!("watch-claims", after = after, claims = claims)
            }
        }
    }

    /// Whether a claim rests on a rule that the sources leave open for the date of the game.
    fn is_law_uncertain(&self) -> bool {
        let State::Claim(possible) = &self.state else {
            return false;
        };
        possible.iter().any(|claim| claim.is_uncertain)
    }

    /// The change as JSON, with the name of the file.
    #[must_use]
    pub fn json(&self, file: &str) -> Value {
        let board = &self.board;
        let (mut over, mut result, mut reason, mut claims) = (None, None, None, Vec::new());
        let state = match &self.state {
            State::Quiet => "none",
            State::Ended(ended) => {
                result = Some(ended.as_str());
                "ended"
            }
            State::Stopped(why) => {
                reason = Some(why);
                "stopped"
            }
            State::Over(end) => {
                over = Some(end);
                "over"
            }
            State::Claim(possible) => {
                claims = possible.iter().map(Possible::json).collect();
                "claim"
            }
        };
        let mut json = json!({
            "file": file,
            "event": board.event,
            "round": board.round,
            "white": board.white,
            "black": board.black,
            "plies": self.plies,
            "last_move": self.last_move,
            "side": self.side.as_str(),
            "state": state,
            "claims": claims,
            "over_by": over.map(|over| label_of_end(over.reason)),
            "over_ply": over.map(|over| over.ply),
            "result": result,
            "reason": reason,
            "law_uncertain": self.is_law_uncertain(),
        });
        value::add_to(&mut json, self.value.as_ref());
        json
    }
}

impl Possible {
    fn json(&self) -> Value {
        json!({
            "article": self.article.name(),
            "article_of_the_day": self.article_of_the_day,
            "moves": self.moves,
            "count": self.count,
            "claimable_at_venue": self.right.at_venue(),
        })
    }
}

/// A possible claim as text.
fn claim(possible: &Possible) -> Message {
    let article = possible.article.named(possible.article_of_the_day);
    let (moves, count) = (possible.moves.join(", "), possible.count);
    match possible.article {
        Article::Repeated => message!("watch-occurred", article = article, count = count),
        Article::Completed => message!("watch-clock", article = article, count = count),
        _ => message!("watch-with", article = article, moves = moves),
    }
}
