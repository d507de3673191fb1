//! The games of a file that is watched, read like an archive.

use std::collections::BTreeMap;

use audit960_law::GameDates;
use audit960_types::{Effect, Fact, FactSink, GameFacts, GameResult, Venue, Verdict};

use super::Board;
use crate::dataset::game_dates;
use crate::game::ORTHODOX;

/// A game of the file.
pub(super) struct LiveGame {
    /// Why its record cannot be read on, if it cannot.
    pub(super) stopped: Option<String>,
    pub(super) board: Board,
    pub(super) result: GameResult,
    pub(super) dates: GameDates,
    pub(super) venue: Venue,
    pub(super) start_fen: String,
    pub(super) moves: String,
}

/// The result of a game. A program that broadcasts may write it as the termination marker before it corrects the tag.
fn result_of(facts: &GameFacts<'_>) -> GameResult {
    match (facts.result, facts.marker) {
        (GameResult::Unfinished, Some(marker)) => marker,
        (result, _) => result,
    }
}

/// Collects the games of the file.
#[derive(Default)]
pub(super) struct Games {
    pub(super) found: Vec<LiveGame>,
    /// Number of games so far with the same four tags.
    same: BTreeMap<[String; 4], u32>,
    /// The first finding after which the next game could not be read on.
    stopped: Option<String>,
}

impl FactSink for Games {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                let mut stopped = self.stopped.take();
                if facts.verdict == Verdict::Foreign {
                    stopped.get_or_insert("a game of another variant".to_owned());
                }
                let tags = [facts.event, facts.round, facts.white, facts.black];
                let tags = tags.map(|tag| tag.unwrap_or("?").to_owned());
                let nth = self.same.entry(tags.clone()).or_default();
                *nth += 1;
                let [event, round, white, black] = tags;
                self.found.push(LiveGame {
                    board: Board {
                        event,
                        round,
                        white,
                        black,
                        nth: *nth,
                    },
                    result: result_of(facts),
                    dates: game_dates(facts.days, facts.date_source, facts.event_date),
                    venue: facts.venue,
                    start_fen: facts.fen.unwrap_or(ORTHODOX).to_owned(),
                    moves: facts.moves.unwrap_or_default().to_owned(),
                    stopped,
                });
            }
            Fact::Finding(finding)
                if finding.game.is_some() && finding.code.effect() >= Effect::Damaged =>
            {
                self.stopped.get_or_insert(finding.message);
            }
            _ => {}
        }
    }
}
