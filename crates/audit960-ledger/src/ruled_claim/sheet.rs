//! The sheet of a ruling, to be printed and signed.

use audit960_report::{ArbiterSheet, Language, SheetDiagram, SheetMoves, SheetSection};
use audit960_types::{Message, message};

use super::RuledClaim;
use crate::sheet;

impl RuledClaim<'_> {
    /// The sheet of the ruling.
    #[must_use]
    pub fn sheet(&self, language: Language) -> ArbiterSheet {
        let unknown = || "?".to_owned();
        let name = |name: Option<&String>| name.cloned().unwrap_or_else(unknown);
        let facts = match self.game {
            Some(game) => sheet::game_facts(game, language),
            None => vec![("page-position-2", self.line.before(self.ply).xfen())],
        };
        let said = |(name, fact): (&'static str, Message)| (name, language.say(&fact));
        let section = SheetSection {
            title: language.say(&self.claim()),
            facts: self.sentences().into_iter().map(said).collect(),
            diagrams: self.diagrams(language),
            claim: None,
        };
        ArbiterSheet {
            white: name(self.game.and_then(|game| game.white.as_ref())),
            black: name(self.game.and_then(|game| game.black.as_ref())),
            facts,
            sections: vec![section],
            moves: self.counted(),
        }
    }

    /// The board before the claim, and with the intended move.
    fn diagrams(&self, language: Language) -> Vec<SheetDiagram> {
        let position = self.line.before(self.ply);
        let claimed = SheetDiagram {
            caption: language.say(&self.claim()),
            fen: position.xfen(),
        };
        let legal = position.legal_moves().into_iter();
        let intended = self.ruling.intended.as_deref();
        let intended = legal.filter(|m| Some(&*position.san(*m)) == intended);
        let after = intended.map(|m| {
            let mut next = position.clone();
            next.play(m);
            SheetDiagram {
                caption: language.say(&message!("after-move", move = self.move_of(self.ply))),
                fen: next.xfen(),
            }
        });
        [claimed].into_iter().chain(after).collect()
    }

    /// The turn of the claim, and before it the moves since the last capture or pawn move.
    fn counted(&self) -> SheetMoves {
        let clock = self.line.before(self.ply).clock();
        let from = self.ply.saturating_sub(clock).max(1);
        let before = (from..self.ply).map(|ply| sheet::half(ply, self.line, Vec::new()));
        let mut claimed = sheet::half(self.ply, self.line, Vec::new());
        // The move of the record need not be the one that was written.
        (claimed.san, claimed.clock) = (None, clock);
        SheetMoves {
            before: before.collect(),
            from_first_claim: vec![claimed],
        }
    }
}
