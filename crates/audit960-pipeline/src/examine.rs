//! Searches in damaged and rejected games, and what games of a round tell about each other: that is
//! gathered in a pass of its own before.

use std::sync::Arc;

use audit960_forensics::{RoundMates, Searches, StartFinder};
use audit960_replay::{AuditOptions, Examiner, Round};
use audit960_source::{Limits, survey};
use audit960_types::{
    FactSink, Finding, GameFacts, Gap, IncidentFacts, StartEvidence, StartKind, StartSet,
};

use crate::fold::fold_opened;
use crate::inputs::open_discovered;
use crate::observer::Observer;

/// What is searched for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Examination {
    /// Start positions of games that lost theirs.
    pub starts: Option<StartFinder>,
    /// Changes after which a damaged game replays.
    pub repairs: bool,
}

impl Examination {
    /// The examiner; `None` where nothing is searched for. Inputs are read once more for the games of a
    /// round; standard input cannot be, and then no game tells about another.
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
            mates: RoundMates::default(),
            repairs: self.repairs,
        };
        if self.starts.is_some() && !inputs.iter().any(|input| input == "-") {
            let first = Searches {
                starts: self.starts,
                ..Searches::default()
            };
            let options = AuditOptions {
                examiner: Some(Arc::new(first)),
                ..options.clone()
            };
            // What cannot be read tells nothing; the audit says so when it comes to it.
            let (reader, progress, total, _) = open_discovered(survey(inputs)?, limits);
            let opened = (reader.keep_going(), progress, total);
            let gathered = fold_opened(
                opened,
                threads,
                &options,
                observer,
                Gather::default,
                |_, _| {},
            )?;
            for gathered in gathered {
                searches.mates.merge(gathered.0);
            }
        }
        Ok(Some(Arc::new(searches)))
    }
}

/// Gathers what the games of each round leave of the 960.
#[derive(Debug, Default)]
struct Gather(RoundMates);

impl FactSink for Gather {
    fn game(&mut self, facts: &GameFacts<'_>) {
        let fitting = match facts.start_search {
            // What the notation leaves is too little to tell about others.
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

    fn incident(&mut self, _: &IncidentFacts<'_>) {}

    fn finding(&mut self, _: Finding) {}

    fn gap(&mut self, _: &Gap) {}
}
