//! Searches in damaged and rejected games, and the evidence that games of a round give about each other,
//! which is gathered in a separate pass before the audit.

use std::sync::Arc;

use audit960_replay::forensics::{RoundStarts, Searches, StartFinder};
use audit960_replay::{AuditOptions, Examiner, Round};
use audit960_source::{Limits, is_read_once, survey};
use audit960_types::{Fact, FactSink, StartEvidence, StartKind, StartSet};

use crate::fold::fold_opened;
use crate::inputs::open_discovered;
use crate::observer::Observer;

/// What is searched for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Examination {
    /// Start positions of games that lack one.
    pub starts: Option<StartFinder>,
    /// Changes after which a damaged game replays.
    pub repairs: bool,
}

impl Examination {
    /// The examiner; `None` where nothing is searched for. Inputs are read once more for the evidence of
    /// rounds; standard input and pipes cannot be, and then there is no such evidence.
    ///
    /// # Errors
    /// Where an input cannot be read; [`Stopped`](crate::Stopped) where the observer stops it.
    pub fn examiner(
        self,
        inputs: &[String],
        limits: Limits,
        threads: usize,
        options: &AuditOptions,
        observer: &dyn Observer,
    ) -> anyhow::Result<Option<Arc<dyn Examiner>>> {
        if self.starts.is_none() && !self.repairs {
            return Ok(None);
        }
        let mut searches = Searches {
            starts: self.starts,
            round_starts: RoundStarts::default(),
            repairs: self.repairs,
        };
        if self.starts.is_some() && !inputs.iter().any(|input| is_read_once(input)) {
            let first = Searches {
                starts: self.starts,
                ..Searches::default()
            };
            let options = AuditOptions {
                examiner: Some(Arc::new(first)),
                ..options.clone()
            };
            // What cannot be read gives no evidence; the audit reports it later.
            let mut opened = open_discovered(survey(inputs)?, limits);
            opened.reader = opened.reader.keep_going();
            let gathered = fold_opened(
                opened,
                threads,
                &options,
                observer,
                Gather::default,
                |_, _| {},
            )?;
            for gathered in gathered {
                searches.round_starts.merge(gathered.sink.0);
            }
        }
        Ok(Some(Arc::new(searches)))
    }
}

/// Gathers which of the 960 the games of each round leave possible.
#[derive(Debug, Default)]
struct Gather(RoundStarts);

impl FactSink for Gather {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Game(facts) = fact {
            let fitting = match facts.start_search {
                // What rests on notation is too weak as evidence about other games.
                Some(search) if search.incomplete || search.evidence == StartEvidence::Notation => {
                    return;
                }
                Some(search) => search.fitting,
                None if facts.start == StartKind::Chess960 => {
                    facts.white_start.into_iter().collect::<StartSet>()
                }
                None => return,
            };
            let round = Round {
                event: facts.event.map(str::as_bytes),
                round: facts.round.map(str::as_bytes),
                venue: facts.venue,
            };
            self.0.add(round, &fitting);
        }
    }
}
