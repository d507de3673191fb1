//! Changes on a board as text and as JSON.

use std::collections::BTreeMap;

use audit960_types::{Message, message};
use serde_json::{Value, json};

use super::{Before, BoardChange, Possible, State};
use crate::end::{label_of_end, reason_by};
use crate::position_value;

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
                match self.over_since.as_deref() {
                    None => message!("watch-over", after = after, reason = reason),
                    Some(since) => {
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
                }
            }
            State::Claim(possible) => {
                let uncertain = self.is_law_uncertain();
                let uncertain = uncertain.then(|| message!("law-open"));
                let worth = self.value.map(|value| {
                    let worth = position_value::in_words(&value, self.side);
                    message!("tables-say", value = worth)
                });
                let mut by_right: BTreeMap<_, Vec<Message>> = BTreeMap::new();
                for possible in possible {
                    let claims = by_right.entry(possible.right).or_default();
                    claims.push(claim(possible));
                }
                let claims = by_right.into_iter().filter_map(|(right, claims)| {
                    let (claims, side) = (Message::clauses(claims)?, self.side);
                    Some(match right.objection(self.venue) {
                        None => message!("watch-may-claim", side = side, claims = claims),
                        Some(why) => {
                            let key = match right.is_doubt() {
                                true => "watch-not-judged",
                                false => "watch-by-laws",
                            };
                            message!(key, side = side, claims = claims, why = why)
                        }
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
        let (state, claims, article, ply, result) = match &self.state {
            State::Quiet => ("none", Vec::new(), None, None, None),
            State::Ended(result) => ("ended", Vec::new(), None, None, Some(result.as_str())),
            State::Stopped(_) => ("stopped", Vec::new(), None, None, None),
            State::Over(over) => (
                "over",
                Vec::new(),
                Some(label_of_end(over.reason)),
                Some(over.ply),
                None,
            ),
            State::Claim(possible) => {
                let claims = possible.iter().map(|claim| {
                    json!({
                        "article": claim.article.as_str(),
                        "article_of_the_day": claim.article_of_the_day,
                        "moves": claim.moves,
                        "count": claim.count,
                        "claimable_at_venue": claim.right.at_venue(),
                    })
                });
                ("claim", claims.collect(), None, None, None)
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
            "over_by": article,
            "over_ply": ply,
            "result": result,
            "reason": match &self.state {
                State::Stopped(reason) => Some(reason),
                _ => None,
            },
            "law_uncertain": self.is_law_uncertain(),
        });
        position_value::add_to(&mut json, self.value.as_ref());
        json
    }
}

/// A possible claim as text.
fn claim(possible: &Possible) -> Message {
    let article = possible.article.named(possible.article_of_the_day);
    match possible.article.as_str() {
        "9.2.2" => message!("watch-occurred", article = article, count = possible.count),
        "9.3.2" => message!("watch-clock", article = article, count = possible.count),
        _ => message!(
            "watch-with",
            article = article,
            moves = possible.moves.join(", ")
        ),
    }
}
