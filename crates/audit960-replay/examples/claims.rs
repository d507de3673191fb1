//! Who could have claimed a draw by the fifty-move rule: `claims FILE.pgn`.

#![allow(clippy::print_stdout, reason = "it prints what it found")]

use audit960_replay::types::{Fact, FactSink, Identity, Incident};
use audit960_replay::{AuditOptions, Auditor};

/// The runs of the current game, and the output for the games before it.
#[derive(Default)]
struct Claims(Vec<Incident>, String);

impl FactSink for Claims {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Incident(facts) => {
                self.0.push(facts.incident.clone());
            }
            Fact::Game(game) => {
                for run in self.0.drain(..) {
                    let (side, ply) = (run.first_claim_side, run.first_claim_ply);
                    let (article, fen) = (run.first_claim_article, run.fen);
                    let players = [game.white, game.black].map(Option::unwrap_or_default);
                    let claim = format!("{side} before half-move {ply} ({article}): {fen}");
                    self.1 += &format!("{}: {claim}\n", players.join(" - "));
                }
            }
            _ => {}
        }
    }
}

pub(crate) fn list(text: &[u8]) -> String {
    let (mut auditor, mut claims) = (Auditor::new(AuditOptions::default()), Claims::default());
    let spans = audit960_source::spans(text);
    auditor.audit(text, spans, &|_| Identity::default(), false, &mut claims);
    claims.1
}

fn main() -> std::io::Result<()> {
    let file = std::env::args_os().nth(1).unwrap_or_default();
    print!("{}", list(&std::fs::read(file)?));
    Ok(())
}
