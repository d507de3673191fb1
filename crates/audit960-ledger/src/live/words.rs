//! Changes on a board as text and as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Before, BoardChange, Possible, State};
use crate::end::{label_of_end, reason_of_end};
use crate::position_value;
use crate::rules::about_article;

impl BoardChange {
    /// Writes the change as a line of text.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_line(&self, out: &mut dyn Write) -> io::Result<()> {
        let board = &self.board;
        write!(out, "{}", board.event)?;
        if board.round != "?" {
            write!(out, ", round {}", board.round)?;
        }
        write!(out, ", {} – {}: ", board.white, board.black)?;
        let after = match self.last_move.as_str() {
            "" => "at the start".to_owned(),
            last => format!("after {last}"),
        };
        let side = self.side.name();
        match &self.state {
            State::Quiet => writeln!(
                out,
                "{after} {}",
                match self.before {
                    Before::Stopped => "the record can be read again",
                    Before::Over => "the game goes on",
                    Before::InPlay => "a claim is no longer possible",
                }
            ),
            State::Ended(result) => writeln!(out, "{result}"),
            State::Stopped(reason) => {
                writeln!(out, "{after} the record cannot be read on: {reason}")
            }
            State::Over(over) => {
                let by = self.over_article;
                let by = by.map_or(String::new(), |author| format!("{author}: "));
                let reason = reason_of_end(over.reason);
                match &self.over_since {
                    None => writeln!(out, "{after} the game is over ({by}{reason})"),
                    Some(since) => {
                        writeln!(
                            out,
                            "{after} the game has been over since {since} ({by}{reason})"
                        )
                    }
                }
            }
            State::Claim(possible) => {
                let uncertain = if self.law_uncertain {
                    "; sources leave open which rule was in force on that date"
                } else {
                    ""
                };
                let worth = self.value.map_or_else(String::new, |value| {
                    let worth = position_value::in_words(&value, self.side);
                    format!("; by endgame tables: {worth}")
                });
                let mut by_right: BTreeMap<_, Vec<String>> = BTreeMap::new();
                for possible in possible {
                    let claims = by_right.entry(possible.right).or_default();
                    claims.push(claim(possible));
                }
                let claims = by_right.into_iter().map(|(right, claims)| {
                    let claims = claims.join("; ");
                    match right.objection(self.venue) {
                        None => format!("{side} may claim {claims}"),
                        Some(but) if right.is_doubt() => {
                            format!("{side}'s claim of {claims} is not judged: {but}")
                        }
                        Some(but) => format!("{side} could claim by the Laws {claims}; {but}"),
                    }
                });
                let claims: Vec<String> = claims.collect();
                let claims = claims.join("; ");
                writeln!(out, "{after} {claims}{uncertain}{worth}")
            }
        }
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
                        "article": claim.article,
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
            "law_uncertain": self.law_uncertain,
        });
        position_value::add_to(&mut json, self.value.as_ref());
        json
    }
}

/// A possible claim as text.
fn claim(possible: &Possible) -> String {
    let moves = possible.moves.join(", ");
    let count = possible.count;
    let about = || about_article(possible.article);
    let article = possible.article_of_the_day.unwrap_or_else(about);
    match possible.article {
        "9.2.2" => format!("{article} (the position has occurred {count} times)"),
        "9.3.2" => format!("{article} (half-move clock {count})"),
        _ => format!("{article} with {moves}"),
    }
}
