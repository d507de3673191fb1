//! An audit of three games as seen from the edited one, in the middle.

use audit960_types::{Code, Severity, Verdict};

use super::Case;
use crate::edits::games::{Base, Joined};
use crate::edits::judge::Reading;
use crate::edits::lexer::moves_in;
use crate::edits::places::{has_second_event, has_second_section, is_at_edge, line_starts};
use crate::support::{Audit, Game};

/// An audit, seen from the edited game.
pub(super) struct View<'c> {
    pub(super) case: &'c Case<'c>,
    pub(super) text: &'c [u8],
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) games: &'c [Game],
    /// Where there is no game.
    pub(super) gaps: Vec<std::ops::Range<usize>>,
    /// Offset, code and message of each finding.
    pub(super) findings: Vec<(usize, Code, &'c str)>,
    /// The edit reaches the first line of the right neighbour.
    pub(super) is_at_edge: bool,
    /// A further Event line stands in the game, not directly below another: by definition a game of
    /// its own begins there.
    pub(super) has_second_event: bool,
    /// Tags of another game follow after an empty line: it begins there by definition.
    pub(super) has_second_section: bool,
}

impl<'c> View<'c> {
    pub(super) fn new(case: &'c Case<'c>, joined: &'c Joined, audit: &'c Audit) -> Self {
        let region = &joined.text[joined.start..joined.end];
        let lines = line_starts(&joined.text);
        let place = |line: u64, column: u32| {
            let start = lines
                .get(line as usize - 1)
                .copied()
                .unwrap_or(usize::MAX / 2);
            start + column as usize - 1
        };
        let findings = audit.findings.iter();
        Self {
            case,
            text: &joined.text,
            start: joined.start,
            end: joined.end,
            games: &audit.games,
            gaps: audit
                .gaps
                .iter()
                .map(|gap| {
                    let from = gap.identity.byte_offset as usize;
                    from..from + gap.byte_length as usize
                })
                .collect(),
            findings: findings
                .map(|f| (place(f.line, f.column), f.code, f.message.as_str()))
                .collect(),
            is_at_edge: is_at_edge(region),
            has_second_event: has_second_event(region),
            has_second_section: has_second_section(region),
        }
    }

    /// The games between the neighbours.
    pub(super) fn region(&self) -> &[Game] {
        let last = self.games.len() - 1;
        self.games.get(1..last).unwrap_or_default()
    }

    /// The games of the region, except tag pairs that stand apart: a span begins at an Event line
    /// after an empty line, and the tags above are a game without moves and names, which is
    /// *damaged*, with an error.
    pub(super) fn real_games(&self) -> impl Iterator<Item = &Game> {
        let reported = self
            .findings
            .iter()
            .any(|(_, code, _)| matches!(code, Code::EmptyGame | Code::MissingStart));
        let apart = |game: &Game| {
            game.plies == 0 && matches!(game.verdict, Verdict::Damaged | Verdict::Rejected)
        };
        self.region()
            .iter()
            .filter(move |game| !(reported && apart(game)))
    }

    /// Offsets of the words that could be moves and that the judge cannot read. Outside all games a dash
    /// does not count, nor does a brace that is never closed, if no word after it there could be a move.
    pub(super) fn lost_words(&self, reading: &Reading) -> Vec<usize> {
        let is_stray = |at: &usize| {
            let gap = self.gaps.iter().find(|gap| gap.contains(at));
            gap.is_some_and(|gap| match &self.text[*at..gap.end] {
                [b'-', b'-', ..] => true,
                [b'{', after @ ..] => moves_in(after) == 0,
                _ => false,
            })
        };
        let lost = reading.lost_words.iter().copied();
        lost.filter(|at| !is_stray(at)).collect()
    }

    /// The highest severity among the findings.
    pub(super) fn worst(&self) -> Option<Severity> {
        self.findings
            .iter()
            .map(|(_, code, _)| code.severity())
            .max()
    }

    pub(super) fn is_loud(&self) -> bool {
        self.worst() > Some(Severity::Info)
    }

    /// The games between the neighbours and all findings, for people.
    pub(super) fn list(&self) -> String {
        let games: Vec<_> = self
            .region()
            .iter()
            .map(|game| describe(Some(game)))
            .collect();
        let codes: Vec<_> = self
            .findings
            .iter()
            .map(|(_, code, _)| code.as_str())
            .collect();
        format!(
            "{} games [{}]; findings {codes:?}",
            games.len(),
            games.join("; ")
        )
    }
}

pub(super) fn is_untouched(game: &Game, base: &Base) -> bool {
    game.verdict == Verdict::Ok
        && game.moves.as_ref() == Some(&base.moves)
        && game.fen == base.fen
        && game.white == base.white
}

pub(super) fn describe(game: Option<&Game>) -> String {
    let Some(game) = game else {
        return "no game".to_owned();
    };
    let white = game.white.as_deref().unwrap_or("?");
    let moves = game.moves.as_deref().unwrap_or("");
    let start = moves
        .char_indices()
        .nth(60)
        .map_or(moves, |(at, _)| &moves[..at]);
    format!("{white}: {} {} plies {start}", game.verdict, game.plies)
}
