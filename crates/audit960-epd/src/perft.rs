//! Verification of the perft counts of a file (`D1 20; D2 400;`).

use audit960_board::{Move, Position, write_uci};
use audit960_pgn::{EpdLine, parse_epd, perft_depth};
use audit960_types::{Code, Diagnostic, Finding, Identity};

use crate::legality;
use crate::text::about;
use crate::text::{Text, TextLine};

/// A count that a line states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// Plies.
    pub depth: u32,
    /// Number of move sequences stated.
    pub stated: u64,
}

/// A position with counts to be verified; may run on any thread.
#[derive(Clone, Debug)]
pub struct PerftJob {
    /// Lines of the file before this one.
    pub line: u64,
    identity: Identity,
    content: Vec<u8>,
    position: Position,
    /// Counts and the columns of their opcodes, by depth.
    counts: Vec<(PerftCount, u32)>,
}

/// What a job found.
#[derive(Clone, Debug)]
pub struct PerftResult {
    /// Move sequences that were counted.
    pub nodes: u64,
    /// Counts verified.
    pub verified: u64,
    /// Counts beyond the maximum depth.
    pub skipped: u64,
    /// The counts that are wrong.
    pub findings: Vec<Finding>,
    /// For the smallest depth with a wrong count: that depth, and the number of sequences that begin with
    /// each move (UCI_Chess960).
    pub divide: Option<(u32, Vec<(String, u64)>)>,
}

/// The positions of a text that state counts, and findings about lines without a position.
#[must_use]
pub fn perft_jobs(text: &Text<'_>) -> (Vec<PerftJob>, Vec<Finding>) {
    let (mut jobs, mut findings) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut diagnostics = Vec::new();
        jobs.extend(job(text, &line, &mut diagnostics));
        findings.extend(
            diagnostics
                .into_iter()
                .map(|diagnostic| line.finding(diagnostic, (text.identity)(line.at))),
        );
    }
    (jobs, findings)
}

fn job(
    text: &Text<'_>,
    line: &TextLine<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<PerftJob> {
    let record = match parse_epd(line.content) {
        EpdLine::Blank | EpdLine::Comment => return None,
        EpdLine::Unreadable(error) => {
            diagnostics.push(legality::unreadable(error));
            return None;
        }
        EpdLine::Record(record) => record,
    };
    let position = legality::load(&record, diagnostics)?;
    let mut counts = Vec::new();
    for operation in &record.operations {
        let Some(depth) = perft_depth(operation.name) else {
            continue;
        };
        let column = operation.column;
        match operation.integer().map(u64::try_from) {
            Some(Ok(stated)) => counts.push((PerftCount { depth, stated }, column)),
            _ => {
                let message = format!("D{depth} states no count");
                diagnostics.push(about(
                    Code::WrongOperand,
                    column,
                    operation.name.len(),
                    message,
                ));
            }
        }
    }
    counts.sort_by_key(|(count, _)| count.depth);
    Some(PerftJob {
        line: line.number,
        identity: (text.identity)(line.at),
        content: line.content.to_vec(),
        position,
        counts,
    })
}

impl PerftJob {
    /// The counts that the line states, by depth.
    pub fn counts(&self) -> impl Iterator<Item = PerftCount> + '_ {
        self.counts.iter().map(|(count, _)| *count)
    }

    /// Verifies the counts of at most `deepest` plies.
    #[must_use]
    pub fn run(&self, deepest: u32) -> PerftResult {
        let mut result = PerftResult {
            nodes: 0,
            verified: 0,
            skipped: 0,
            findings: Vec::new(),
            divide: None,
        };
        for &(PerftCount { depth, stated }, column) in &self.counts {
            if depth > deepest {
                result.skipped += 1;
                continue;
            }
            let counted = self.position.perft(depth);
            result.verified += 1;
            result.nodes += counted;
            if counted != stated {
                let message = format!("D{depth}: {counted} sequences counted, {stated} stated");
                result.findings.push(self.finding(column, message));
                result
                    .divide
                    .get_or_insert_with(|| (depth, divide(&self.position, depth)));
            }
        }
        result
    }

    fn finding(&self, column: u32, message: String) -> Finding {
        let line = TextLine {
            number: self.line,
            at: 0,
            content: &self.content,
            end: b"",
        };
        line.finding(about(Code::PerftDiffers, column, 2, message), self.identity)
    }
}

fn divide(position: &Position, depth: u32) -> Vec<(String, u64)> {
    let name = |m: Move| {
        let mut text = String::new();
        write_uci([m], &mut text);
        text
    };
    let mut divided: Vec<_> = position
        .divide(depth)
        .into_iter()
        .map(|(m, nodes)| (name(m), nodes))
        .collect();
    divided.sort();
    divided
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn run(text: &str, deepest: u32) -> (Vec<PerftResult>, Vec<Finding>) {
        let (jobs, findings) = perft_jobs(&Text::plain(text.as_bytes()));
        (
            jobs.into_iter().map(|job| job.run(deepest)).collect(),
            findings,
        )
    }

    #[test]
    fn right_counts() {
        let text =
            format!("# two lines\n{START} ;D1 20 ;D2 400 ;D3 8902\n{START}; D2 400; D1 20\n");
        let (results, findings) = run(&text, 2);
        assert_eq!(findings, []);
        let sums = results
            .iter()
            .map(|r| (r.nodes, r.verified, r.skipped, r.findings.len()));
        assert_eq!(sums.collect::<Vec<_>>(), [(420, 2, 1, 0), (420, 2, 0, 0)]);
    }

    #[test]
    fn a_wrong_count_is_shown_with_its_divide() {
        let text = format!("\n{START} ;D1 20 ;D2 401 ;D3 1\n");
        let (results, _) = run(&text, 9);
        let [result] = results.as_slice() else {
            panic!()
        };
        let found: Vec<_> = result
            .findings
            .iter()
            .map(|f| (f.line, f.column, &*f.message))
            .collect();
        let column = |count| text.trim_start().find(count).unwrap() as u32 + 1;
        assert_eq!(
            found,
            [
                (1, column("D2"), "D2: 400 sequences counted, 401 stated"),
                (1, column("D3"), "D3: 8902 sequences counted, 1 stated"),
            ]
        );
        let (depth, divided) = result.divide.as_ref().unwrap();
        // Twenty replies to each of twenty moves.
        assert_eq!((*depth, divided.len()), (2, 20));
        assert_eq!(divided[0], ("a2a3".to_owned(), 20));
        assert!(divided.iter().all(|(_, nodes)| *nodes == 20));
    }

    #[test]
    fn lines_that_cannot_be_counted() {
        let (results, findings) = run(&format!("hello\n{START} ;D1 x\n"), 3);
        let codes: Vec<_> = findings
            .iter()
            .map(|finding| (finding.line, finding.code))
            .collect();
        assert_eq!(
            codes,
            [(0, Code::UnreadablePosition), (1, Code::WrongOperand)]
        );
        assert_eq!(results[0].verified, 0);
    }
}
