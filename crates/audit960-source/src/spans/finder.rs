//! The span rule: where a span starts. [`SpanFinder`] alone implements it.
//!
//! A text is judged line by line from front to back, in pieces of any length. What matters of the text
//! before a piece is kept, so that the starts do not depend on the pieces.

use std::collections::VecDeque;

use audit960_types::{line_length, without_line_end};
use memchr::{memchr, memchr2};

use super::before::Before;
use super::line_kind::{
    EVENT, LINE_HEAD, LineKind, MARK, ends_in_termination, is_empty, is_loose_tag_line, line_kind,
    trim_blanks,
};

/// The two distances in the span rule, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpanRule {
    /// A block of tag lines that begins more than this before its Event line is cut at that line.
    pub(crate) look_back: usize,
    /// Spans start without an Event line only if there is none within this distance before.
    pub(crate) event_distance: usize,
}

impl SpanRule {
    /// The distances by definition: 64 KiB and 4 MiB.
    pub(crate) const DEFINITION: Self = Self {
        look_back: 64 << 10,
        event_distance: 4 << 20,
    };

    /// Bytes after a position that decide all starts up to it.
    pub(crate) const fn lookahead(self) -> usize {
        self.look_back + LINE_HEAD + 2
    }
}

/// Finds where the spans of a text start. All positions count from the beginning of the current text, which
/// moves with [`Self::discard`].
#[derive(Clone, Debug)]
pub(crate) struct SpanFinder {
    rule: SpanRule,
    /// Starts that were found and not yet returned, ascending; never 0.
    starts: VecDeque<usize>,
    /// The last start that was found.
    last: usize,
    /// Lines that start before this are judged.
    judged: usize,
    /// The search for Event lines goes on here.
    searched: usize,
    /// The last Event line. It may be before the current text.
    event: Option<i64>,
    before: Before,
}

impl SpanFinder {
    /// For a text from its beginning.
    pub(crate) const fn new(rule: SpanRule) -> Self {
        Self {
            rule,
            starts: VecDeque::new(),
            last: 0,
            judged: 0,
            searched: 0,
            event: None,
            before: Before::NOTHING,
        }
    }

    /// For a text after unknown text, which is treated as an Event line and the middle of a tag line.
    pub(crate) fn after_unknown(rule: SpanRule) -> Self {
        Self {
            event: Some(0),
            before: Before::UNKNOWN,
            ..Self::new(rule)
        }
    }

    pub(crate) const fn rule(&self) -> SpanRule {
        self.rule
    }

    /// Finds the starts in `text` as far as it decides them: all if it `ended`, else all except in the
    /// last [`SpanRule::lookahead`] bytes.
    pub(crate) fn scan(&mut self, text: &[u8], ended: bool) {
        let until = match ended {
            true => text.len(),
            false => text.len().saturating_sub(LINE_HEAD + 1),
        };
        self.scan_until(text, until);
    }

    /// Judges the lines that start before `until`. The text holds [`LINE_HEAD`] bytes of the last of them, or
    /// ends with it.
    pub(super) fn scan_until(&mut self, text: &[u8], until: usize) {
        while let Some(event) = self.next_event(text, until) {
            self.judge_without_event(text, event);
            self.judge_block(text, event);
            self.event = Some(event as i64);
        }
        self.judge_without_event(text, until);
        self.judged = self.judged.max(until);
    }

    /// The next Event line that starts before `until`.
    fn next_event(&mut self, text: &[u8], until: usize) -> Option<usize> {
        let end = text.len().min(until + MARK.len() + EVENT.len());
        while let Some(found) = find_event(text.get(self.searched..end)?) {
            let tag = self.searched + found;
            let marked = text.get(..tag).is_some_and(|text| text.ends_with(MARK));
            let line = if marked { tag - MARK.len() } else { tag };
            if line >= until {
                return None;
            }
            self.searched = tag + EVENT.len();
            if self.before.is_line_start(text, line) {
                return Some(line);
            }
        }
        // A match at the very end may begin a line that is not yet judged.
        self.searched = self.searched.max(until);
        None
    }

    /// Judges the block of tag lines above an Event line: the span starts with its first line, or with the
    /// Event line if the block is too long or has another Event line.
    fn judge_block(&mut self, text: &[u8], event: usize) {
        let floor = event.saturating_sub(self.rule.look_back);
        let mut first = event;
        while let Some(above) = self.before.line_above(text, first) {
            match (above.kind, above.start) {
                (LineKind::Other, _) => break,
                // Two Event lines in a row begin one span.
                (LineKind::Event, _) if first == event => return,
                (LineKind::Tag, Some(start)) if start >= floor => first = start,
                _ => {
                    first = event;
                    break;
                }
            }
        }
        self.push(first);
    }

    /// The fall-back: judges the lines that start before `until` and far enough after the last Event line.
    fn judge_without_event(&mut self, text: &[u8], until: usize) {
        let far = self.event.map_or(0, |event| {
            let far = event + self.rule.event_distance as i64 + 1;
            usize::try_from(far).unwrap_or(0)
        });
        let from = far.max(self.judged);
        if from >= until {
            return;
        }
        self.judged = until;
        let Some(mut line) = self.first_line(text, from, until) else {
            return;
        };
        let mut above = self.before.above(text, line);
        while line < until {
            let rest = text.get(line..).unwrap_or_default();
            if above.terminated && (above.empty_lines == 1 || is_loose_tag_line(rest)) {
                self.push(line);
            }
            let length = line_length(rest.get(..until - line).unwrap_or(rest));
            let content = rest.get(..length).unwrap_or_default();
            if is_empty(content) {
                above.empty_lines += 1;
            } else {
                above.empty_lines = 0;
                above.terminated = line_kind(content) == LineKind::Other
                    && ends_in_termination(trim_blanks(without_line_end(content)));
            }
            line += length;
        }
    }

    /// The first line that starts at `from` or later and before `until`.
    fn first_line(&self, text: &[u8], from: usize, until: usize) -> Option<usize> {
        if self.before.is_line_start(text, from) {
            return Some(from);
        }
        let rest = text.get(from..until)?;
        let end = from + memchr2(b'\n', b'\r', rest)?;
        let line = end + line_length(text.get(end..)?);
        (line < until).then_some(line)
    }

    fn push(&mut self, start: usize) {
        if start > self.last {
            self.last = start;
            self.starts.push_back(start);
        }
    }

    /// The last start at or before `to`.
    pub(crate) fn last_start(&self, to: usize) -> Option<usize> {
        let count = self.starts.partition_point(|start| *start <= to);
        self.starts.get(count.checked_sub(1)?).copied()
    }

    /// The first start at or after `from`.
    pub(crate) fn first_start(&self, from: usize) -> Option<usize> {
        let before = self.starts.partition_point(|start| *start < from);
        self.starts.get(before).copied()
    }

    /// Removes and returns the first start.
    pub(super) fn pop_start(&mut self) -> Option<usize> {
        self.starts.pop_front()
    }

    /// Removes and returns the starts before `end`.
    pub(crate) fn take_starts(&mut self, end: usize) -> impl Iterator<Item = usize> + '_ {
        let count = self.starts.partition_point(|start| *start < end);
        self.starts.drain(..count)
    }

    /// How many bytes of a text without starts may be discarded before more is read: no start can still be
    /// found in them, and neither a CR LF nor a byte-order mark is cut in two.
    pub(crate) fn discardable(&self, text: &[u8]) -> usize {
        // A start that is still to be found is after this.
        let mut count = self.judged.saturating_sub(self.rule.look_back + 1);
        let splits_mark = |count: usize| {
            (1..MARK.len()).any(|part| {
                let start = count.checked_sub(part).and_then(|start| text.get(start..));
                start.is_some_and(|text| text.starts_with(MARK))
            })
        };
        while splits_mark(count) || is_inside_line_end(text, count) {
            count -= 1;
        }
        count
    }

    /// Discards the first `count` bytes of `text`, which were judged and whose starts were returned.
    pub(crate) fn discard(&mut self, text: &[u8], count: usize) {
        self.before = self.before.advance(text, count);
        self.last = self.last.saturating_sub(count);
        self.judged = self.judged.saturating_sub(count);
        self.searched = self.searched.saturating_sub(count);
        self.event = self.event.map(|event| event - count as i64);
        while self.starts.front().is_some_and(|start| *start <= count) {
            self.starts.pop_front();
        }
        for start in &mut self.starts {
            *start -= count;
        }
    }
}

/// Where a text first holds the beginning of an Event line. Searches for `E`, the rarest of its letters in
/// games: no move, clock or evaluation has it.
fn find_event(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let letter = from + memchr(b'E', text.get(from..)?)?;
        let bracket = letter.wrapping_sub(1);
        if text
            .get(bracket..)
            .is_some_and(|tag| tag.starts_with(EVENT))
        {
            return Some(bracket);
        }
        from = letter + 1;
    }
}

/// Whether a position is between CR and LF.
fn is_inside_line_end(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    before == Some(&b'\r') && text.get(at) == Some(&b'\n')
}
