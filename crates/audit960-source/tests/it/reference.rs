//! The span rule again, clause by clause from its definition: slow and obvious.

/// The distances in the rule, in bytes: look-back over a block of tag lines, and the distance from an Event
/// line within which the fall-back does not apply.
pub(crate) const DEFINITION: (usize, usize) = (64 << 10, 4 << 20);

/// Where the spans of a text start.
pub(crate) fn span_starts(text: &[u8], (look_back, event_distance): (usize, usize)) -> Vec<usize> {
    let lines = lines(text);
    let start_of = |line: usize| lines[line].0;
    let is_event = |line: usize| is_event_line(lines[line].1);
    let is_tag = |line: usize| is_tag_line(lines[line].1);
    let is_empty = |line: usize| is_white(lines[line].1);
    let is_end = |line: usize| !is_tag(line) && ends_in_termination(lines[line].1);

    let mut starts = Vec::new();
    for (line, &(start, content)) in lines.iter().enumerate() {
        // "starts at offset 0"
        if line == 0 {
            starts.push(0);
        }
        if is_event(line) {
            let mut first = line;
            while first > 0 && is_tag(first - 1) {
                first -= 1;
            }
            let earlier = (first..line).any(is_event);
            if !earlier {
                // "and at the first line of each unbroken block of tag lines that holds a line
                // beginning with [Event", "a longer block is cut at its Event line"
                let long = start - start_of(first) > look_back;
                starts.push(if long { start } else { start_of(first) });
            } else if !is_event(line - 1) {
                // "a further Event line in the block, not directly below an Event line, starts a
                // span of its own"
                starts.push(start);
            }
        }
        // "Where no Event line stands in the 4 MiB before it"
        let near = start.saturating_sub(event_distance)..start;
        if (0..line).any(|above| is_event(above) && near.contains(&start_of(above))) {
            continue;
        }
        // "a tag line in any spelling whose last non-empty line above ends in a termination"
        let above = (0..line).rev().find(|above| !is_empty(*above));
        if is_tag_line_in_any_spelling(content) && above.is_some_and(is_end) {
            starts.push(start);
        }
        // "and at the line after such a line plus an empty one"
        if line >= 2 && is_end(line - 2) && is_empty(line - 1) {
            starts.push(start);
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// Offset and content of each line.
fn lines(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = (at..text.len()).find(|end| matches!(text[*end], b'\r' | b'\n'));
        let end = end.unwrap_or(text.len());
        lines.push((at, &text[at..end]));
        at = if text[end..].starts_with(b"\r\n") {
            end + 2
        } else {
            end + 1
        };
    }
    lines
}

fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line)
}

fn is_event_line(line: &[u8]) -> bool {
    without_mark(line).starts_with(b"[Event \"")
}

/// `[Name` and a blank or quote.
fn is_tag_line(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(without_mark(line));
    let Some(inside) = line.strip_prefix('[') else {
        return false;
    };
    let behind = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    behind.len() < inside.len() && behind.starts_with([' ', '\t', '"'])
}

fn is_tag_line_in_any_spelling(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(without_mark(line));
    let squeezed = line.trim_start_matches([' ', '\t', '\x0B', '\x0C']);
    let Some(inside) = squeezed.strip_prefix('[') else {
        return false;
    };
    let inside = inside.trim_start_matches([' ', '\t', '\x0B', '\x0C']);
    is_tag_line(format!("[{inside}").as_bytes())
}

fn is_white(line: &[u8]) -> bool {
    String::from_utf8_lossy(line).trim_matches(white).is_empty()
}

/// White space within a line; a byte-order mark counts anywhere.
fn white(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0B' | '\x0C' | '\u{feff}')
}

fn ends_in_termination(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let line = line.trim_end_matches(white);
    if line.ends_with('*') {
        return true;
    }
    ["1-0", "0-1", "1/2-1/2"].into_iter().any(|result| {
        let before = line.strip_suffix(result).map(|rest| rest.chars().last());
        before.is_some_and(|before| {
            before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '-' && c != '/')
        })
    })
}
