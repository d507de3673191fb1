//! What is said of whole games: codes, and the text that each finding shows.

use audit960_types::{Code, Fact, FactSink, Finding, Identity};

use crate::{AuditOptions, Auditor};

/// Findings, and how many illegal moves each game kept.
#[derive(Default)]
struct Said {
    findings: Vec<Finding>,
    kept: Vec<u32>,
    /// Half-move and clock of each first claim.
    claims: Vec<(u32, u32)>,
    repetitions: u32,
}

impl FactSink for Said {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Finding(finding) => self.findings.push(finding),
            Fact::Game(facts) => self.kept.push(facts.illegal_kept),
            Fact::Incident(facts) => {
                let incident = facts.incident;
                self.claims
                    .push((incident.first_claim_ply, incident.first_clock));
            }
            Fact::Repetition(_) => self.repetitions += 1,
            _ => {}
        }
    }
}

impl Said {
    fn of(movetext: &str, options: AuditOptions) -> Self {
        Self::with_tags("", movetext, options)
    }

    fn with_tags(tags: &str, movetext: &str, options: AuditOptions) -> Self {
        let roster = ["Event", "Site", "Date", "Round", "White", "Black"];
        let mut text: String = roster
            .iter()
            .map(|tag| format!("[{tag} \"x\"]\n"))
            .collect();
        text.push_str(&format!("[Result \"*\"]\n{tags}\n{movetext}"));
        let mut said = Self::default();
        let spans = audit960_source::spans(text.as_bytes());
        let identity = |_| Identity::default();
        Auditor::new(options).audit(text.as_bytes(), spans, &identity, false, &mut said);
        said
    }

    /// The text that the findings of a code show.
    fn shown(&self, code: Code) -> Vec<String> {
        let found = self.findings.iter().filter(|finding| finding.code == code);
        let shown = found.map(|finding| {
            let (start, length) = finding.caret;
            let excerpt = finding.excerpt.chars();
            excerpt.skip(start as usize).take(length as usize).collect()
        });
        shown.collect()
    }
}

#[test]
fn comments_that_look_like_a_lost_brace_are_told() {
    let options = AuditOptions::default;
    let said = Said::of("1. e4 { a { b } e5 *\n", options());
    assert_eq!(said.shown(Code::BraceInComment).len(), 1);
    assert!(said.shown(Code::TagInComment).is_empty());
    let said = Said::of("1. e4 { a\n[White \"b\"]\nc } e5 *\n", options());
    assert_eq!(said.shown(Code::TagInComment).len(), 1);
    assert!(said.shown(Code::BraceInComment).is_empty());
    let said = Said::of("1. e4 { a b } e5 *\n", options());
    assert!(said.shown(Code::BraceInComment).is_empty());
}

#[test]
fn illegal_moves_that_are_kept_are_counted() {
    let options = AuditOptions {
        keep_illegal: true,
        ..AuditOptions::default()
    };
    let movetext = "1. e4 e5 2. Ke3 Nc6 3. Kg5 Nf6 4. Kh4 *\n";
    let said = Said::of(movetext, options);
    assert_eq!(said.kept, [2]);
    assert_eq!(said.shown(Code::IllegalMoveKept), ["Ke3", "Kg5"]);
    let said = Said::of(movetext, AuditOptions::default());
    assert_eq!(said.kept, [0]);
}

/// After 2... Nc6 the kings are put on e4 and d5, which no king can reach.
#[test]
fn the_tail_of_a_sensor_board_is_shown_from_its_first_word_to_its_last() {
    let said = Said::of("1. d4 d5 2. c4 c6 3. Ke4 Kd5 *\n", AuditOptions::default());
    assert_eq!(said.shown(Code::BoardTail), ["Ke4 Kd5"]);
}

/// A clock of 98 before the first half-move is 99 before the second, where a quiet move would complete the fifty.
#[test]
fn claims_are_found_from_the_first_on() {
    let tags = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 98 90\"]\n";
    let said = Said::with_tags(tags, "90. Ra2 Kd7 91. Ra3 *\n", AuditOptions::default());
    assert_eq!(said.claims, [(2, 99)]);
    let said = Said::with_tags(tags, "90. Ra8+ *\n", AuditOptions::default());
    assert_eq!(said.claims, [(2, 99)]);
    let few = tags.replace(" 98 ", " 90 ");
    let said = Said::with_tags(&few, "90. Ra2 Kd7 91. Ra3 *\n", AuditOptions::default());
    assert!(said.claims.is_empty());
}

/// After eight half-moves the start position stands on the board for the third time, and White, to move, could make that
/// after 1. Nf3 occur for the third time (Laws 9.2.1). After four nothing has occurred more than twice.
#[test]
fn positions_that_occur_three_times_are_told() {
    let cycle = "Nf3 Nf6 Ng1 Ng8";
    let said = Said::of(&format!("{cycle} {cycle} *\n"), AuditOptions::default());
    assert_eq!(said.repetitions, 2);
    let said = Said::of(&format!("{cycle} *\n"), AuditOptions::default());
    assert_eq!(said.repetitions, 0);
}
