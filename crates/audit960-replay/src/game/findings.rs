//! The findings of one game, collected while it is read and reported at its end.
//!
//! Their number is bounded: codes about single moves are reported once per game with a count; of any
//! other code the first [`MAX_EACH`] are kept, and the last of them counts the rest.

use audit960_types::{Code, Diagnostic};

/// Maximum number of findings of one code that a game keeps.
const MAX_EACH: u32 = 50;

/// Findings of one game.
#[derive(Debug)]
pub(super) struct Findings {
    kept: Vec<Diagnostic>,
    /// Number found, by code, including those not kept.
    found: [u32; Code::ALL.len()],
    /// The same when the movetext began; only if some were kept then.
    found_before: [u32; Code::ALL.len()],
    /// Number kept when the movetext began: a second walk over it starts from here.
    before_movetext: usize,
}

impl Findings {
    pub(super) fn new() -> Self {
        Self {
            kept: Vec::new(),
            found: [0; Code::ALL.len()],
            found_before: [0; Code::ALL.len()],
            before_movetext: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        if !self.kept.is_empty() {
            self.kept.clear();
            self.found.fill(0);
        }
        self.before_movetext = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The codes of the findings that are kept.
    pub(super) fn codes(&self) -> impl Iterator<Item = Code> + '_ {
        self.kept.iter().map(|finding| finding.code)
    }

    /// The finding of a code that was found once.
    pub(super) fn lone(&self, code: Code) -> Option<&Diagnostic> {
        if self.kept.is_empty() || self.found[code as usize] != 1 {
            return None;
        }
        self.kept.iter().find(|finding| finding.code == code)
    }

    /// Lists these codes, each once, in the order of the catalogue.
    pub(super) fn list_codes(&self, list: &mut Vec<Code>) {
        list.clear();
        list.extend(self.codes());
        list.sort_unstable();
        list.dedup();
    }

    pub(super) fn add(&mut self, finding: Diagnostic) {
        if !self.counts(finding.code) {
            self.found[finding.code as usize] += 1;
            self.kept.push(finding);
        }
    }

    /// Counts a finding of a code of which no more are kept, so that it needs no message; `false`, and nothing is
    /// counted, if the next one is kept.
    pub(super) fn counts(&mut self, code: Code) -> bool {
        let found = &mut self.found[code as usize];
        let counted = *found >= limit(code);
        *found += u32::from(counted);
        counted
    }

    /// Marks the start of the movetext.
    pub(super) fn begin_movetext(&mut self) {
        self.before_movetext = self.kept.len();
        if self.before_movetext > 0 {
            self.found_before = self.found;
        }
    }

    /// Removes the findings of a code.
    pub(super) fn forget(&mut self, code: Code) {
        let movetext = self.kept.split_off(self.before_movetext);
        self.kept.retain(|finding| finding.code != code);
        self.before_movetext = self.kept.len();
        self.kept
            .extend(movetext.into_iter().filter(|finding| finding.code != code));
        self.found[code as usize] = 0;
        self.found_before[code as usize] = 0;
    }

    /// Removes the findings in the movetext.
    pub(super) fn forget_movetext(&mut self) {
        if self.kept.is_empty() {
            return;
        }
        self.kept.truncate(self.before_movetext);
        if self.before_movetext > 0 {
            self.found = self.found_before;
        } else {
            self.found.fill(0);
        }
    }

    /// Drains the findings in the order of the text; messages say how many more were found.
    pub(super) fn drain(&mut self) -> std::vec::Drain<'_, Diagnostic> {
        for finding in self.kept.iter_mut().rev() {
            let found = &mut self.found[finding.code as usize];
            let more = found.saturating_sub(limit(finding.code));
            if more > 0 {
                finding.message = match limit(finding.code) {
                    1 => format!("{} ({} in this game)", finding.message, more + 1),
                    _ => format!("{}; {more} more like it in this game", finding.message),
                };
            }
            *found = 0;
        }
        self.kept.sort_by_key(|finding| finding.at);
        self.kept.drain(..)
    }
}

/// Maximum number of findings of a code that a game keeps.
fn limit(code: Code) -> u32 {
    if code.once_a_game() { 1 } else { MAX_EACH }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending(code: Code, at: usize) -> Diagnostic {
        Diagnostic {
            code,
            at,
            len: 1,
            ply: None,
            message: "x".into(),
        }
    }

    fn drained(findings: &mut Findings) -> Vec<(Code, usize, String)> {
        findings
            .drain()
            .map(|finding| (finding.code, finding.at, finding.message))
            .collect()
    }

    #[test]
    fn findings_on_single_moves_are_reported_once() {
        let mut findings = Findings::new();
        for at in [5, 7, 9] {
            findings.add(pending(Code::LongAlgebraic, at));
        }
        findings.add(pending(Code::CastlingZeros, 6));
        let expected = [
            (Code::LongAlgebraic, 5, "x (3 in this game)".into()),
            (Code::CastlingZeros, 6, "x".into()),
        ];
        assert_eq!(drained(&mut findings), expected);
        assert!(findings.is_empty() && drained(&mut findings).is_empty());
    }

    #[test]
    fn the_number_of_findings_is_bounded() {
        let mut findings = Findings::new();
        for at in 0..1000 {
            findings.add(pending(Code::StrayClosing, at));
        }
        let drained = drained(&mut findings);
        assert_eq!(drained.len(), 50);
        assert_eq!(drained[49].2, "x; 950 more like it in this game");
        assert_eq!(drained[0].2, "x");
    }

    #[test]
    fn a_second_walk_keeps_the_findings_of_the_tag_section() {
        let mut findings = Findings::new();
        findings.add(pending(Code::UnknownToken, 0));
        findings.add(pending(Code::UnknownToken, 1));
        findings.begin_movetext();
        for at in 2..9 {
            findings.add(pending(Code::UnknownToken, at));
            findings.add(pending(Code::LongAlgebraic, at));
        }
        findings.forget_movetext();
        findings.add(pending(Code::LongAlgebraic, 20));
        for at in 21..1019 {
            findings.add(pending(Code::UnknownToken, at));
        }
        let drained = drained(&mut findings);
        // A thousand in all: two in the tag section, the rest in the movetext that was read last.
        let unknown: Vec<_> = drained
            .iter()
            .filter(|(code, ..)| *code == Code::UnknownToken)
            .collect();
        let more = 1_000 - unknown.len();
        assert_eq!(unknown[0].1, 0);
        assert_eq!(unknown[2].1, 21);
        assert_eq!(
            unknown.last().unwrap().2,
            format!("x; {more} more like it in this game")
        );
        let expected = [(Code::LongAlgebraic, 20, "x".into())];
        let drained: Vec<_> = drained
            .into_iter()
            .filter(|(code, ..)| *code != Code::UnknownToken)
            .collect();
        assert_eq!(drained, expected);
    }

    /// The one finding that is kept is in the tag section, those of the movetext are only counted.
    #[test]
    fn a_second_walk_counts_afresh_what_the_tag_section_has_too() {
        let mut findings = Findings::new();
        findings.add(pending(Code::LongAlgebraic, 0));
        findings.begin_movetext();
        for at in 1..4 {
            findings.add(pending(Code::LongAlgebraic, at));
        }
        findings.forget_movetext();
        for at in 1..4 {
            findings.add(pending(Code::LongAlgebraic, at));
        }
        let expected = [(Code::LongAlgebraic, 0, "x (4 in this game)".into())];
        assert_eq!(drained(&mut findings), expected);
    }

    #[test]
    fn a_second_walk_counts_afresh_without_findings_in_the_tag_section() {
        let mut findings = Findings::new();
        findings.begin_movetext();
        findings.add(pending(Code::LongAlgebraic, 1));
        findings.forget_movetext();
        assert!(findings.is_empty());
        findings.add(pending(Code::LongAlgebraic, 2));
        let expected = [(Code::LongAlgebraic, 2, "x".into())];
        assert_eq!(drained(&mut findings), expected);
    }
}
