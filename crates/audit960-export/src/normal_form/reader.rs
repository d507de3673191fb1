//! Puts together games with their parts from what an auditor reports.

use std::ops::Range;

use audit960_types::{Fact, Finding, GameToken, GapKind, TextSink};

use crate::normal_form::game::{ExportGame, Parts};

/// Receives the games of a text, in order.
pub trait ExportVisitor {
    /// A game.
    fn game(&mut self, game: &ExportGame<'_>);
    /// Text that belongs to no game, and the findings about it.
    fn stray_text(&mut self, _text: &[u8], _findings: &[Finding]) {}
    /// A finding about the text as a whole.
    fn finding(&mut self, _finding: &Finding) {}
}

/// Puts the games of one piece of text together while an auditor reads it.
///
/// Games and gaps tile the text, so that each knows its bytes.
#[derive(Debug)]
pub struct Reader<'t, T> {
    text: &'t [u8],
    taker: T,
    /// Where the next game or gap begins.
    at: usize,
    parts: Parts,
    /// Findings about the game that comes next.
    findings: Vec<Finding>,
    /// Text that belongs to no game, until all findings about it are known.
    stray: Option<Range<usize>>,
    /// The findings about it.
    stray_findings: Vec<Finding>,
}

impl<'t, T: ExportVisitor> Reader<'t, T> {
    /// A reader of the text that the auditor is given.
    pub fn new(text: &'t [u8], taker: T) -> Self {
        Self {
            text,
            taker,
            at: 0,
            parts: Parts::default(),
            findings: Vec::new(),
            stray: None,
            stray_findings: Vec::new(),
        }
    }

    /// Ends the text; returns the receiver of its games.
    pub fn finish(mut self) -> T {
        self.tell_stray();
        self.taker
    }

    /// The range of the next game or gap, given its length in bytes; cut at the end of the text.
    fn take(&mut self, length: u64) -> Range<usize> {
        let from = self.at;
        self.at = from.saturating_add(length as usize);
        from..self.at.min(self.text.len())
    }

    fn tell_stray(&mut self) {
        if let Some(range) = self.stray.take() {
            self.taker
                .stray_text(&self.text[range], &self.stray_findings);
            self.stray_findings.clear();
        }
    }
}

impl<T: ExportVisitor> TextSink for Reader<'_, T> {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                self.tell_stray();
                let range = self.take(facts.byte_length);
                let game = ExportGame {
                    facts,
                    findings: &self.findings,
                    text: self.text,
                    range,
                    parts: &self.parts,
                    added: &[],
                };
                self.taker.game(&game);
                self.parts.clear();
                self.findings.clear();
            }
            Fact::Finding(finding) => {
                if finding.game.is_some() {
                    self.findings.push(finding);
                } else if self.stray.is_some() {
                    self.stray_findings.push(finding);
                } else {
                    self.taker.finding(&finding);
                }
            }
            Fact::Gap(gap) => {
                self.tell_stray();
                let range = self.take(gap.byte_length);
                if gap.kind == GapKind::StrayText {
                    self.stray = Some(range);
                }
            }
            _ => {}
        }
    }

    fn tag(&mut self, name: &[u8], raw: &[u8]) {
        self.parts.tag(name, raw);
    }

    fn movetext(&mut self, language: Option<usize>) {
        self.parts.movetext(language);
    }

    #[inline]
    fn token(&mut self, token: GameToken, at: usize, len: usize) {
        self.parts.token(token, at, len);
    }
}
