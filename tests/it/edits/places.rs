//! Lines, edges, games and gaps of an edited text, by offset.

use super::edit::lines;
use crate::support::Audit;

/// Where games and gaps do not cover every byte of a text once.
pub(super) fn untiled(audit: &Audit, length: usize) -> Option<String> {
    let games = audit.games.iter();
    let games = games.map(|game| (game.identity.byte_offset, game.byte_length));
    let gaps = audit.gaps.iter();
    let gaps = gaps.map(|gap| (gap.identity.byte_offset, gap.byte_length));
    let mut places: Vec<_> = games.chain(gaps).collect();
    places.sort_unstable();
    let mut at = 0;
    for (offset, length) in places {
        if offset != at {
            return Some(format!("a game or gap begins at {offset}, not at {at}"));
        }
        at += length;
    }
    (at != length as u64).then(|| format!("games and gaps end at {at} of {length}"))
}

/// Offsets of the lines; line ends are LF, CR LF and CR.
pub(super) fn line_starts(text: &[u8]) -> Vec<usize> {
    let lines = lines(text);
    let mut starts: Vec<_> = lines.iter().map(|line| line.start).collect();
    starts.push(lines.last().map_or(0, |line| line.end));
    starts
}

/// The text does not end its last line, or the last line that is not empty is a tag pair.
pub(super) fn is_at_edge(region: &[u8]) -> bool {
    let ends = region
        .last()
        .is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
    let body = region.trim_ascii_end();
    let line = body.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next();
    !ends || line.is_some_and(|line| line.trim_ascii_start().starts_with(b"["))
}

pub(super) fn has_second_event(region: &[u8]) -> bool {
    let lines: Vec<_> = region.split(|byte| matches!(byte, b'\n' | b'\r')).collect();
    let is_event = |line: &[u8]| line.starts_with(b"[Event \"");
    let events = lines
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, line)| is_event(line));
    events.clone().any(|(at, _)| !is_event(lines[at - 1]))
}

/// Whether tags of another game follow after an empty line: a name is repeated, and they name the event, a
/// player or the start position. Any other tag line there begins nothing.
pub(super) fn has_second_section(region: &[u8]) -> bool {
    let lines: Vec<_> = region.split(|byte| matches!(byte, b'\n' | b'\r')).collect();
    let mut names: Vec<&[u8]> = Vec::new();
    let mut empty_line = false;
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = tag_name(line) else {
            empty_line |= line.trim_ascii().is_empty();
            continue;
        };
        let block: Vec<_> = lines[at..]
            .iter()
            .map_while(|line| tag_name(line))
            .collect();
        let names_game = |name: &&[u8]| matches!(*name, b"Event" | b"White" | b"Black" | b"FEN");
        if empty_line && names.contains(&name) && block.iter().any(names_game) {
            return true;
        }
        names.push(name);
    }
    false
}

/// The name after the first bracket of a line.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let bracket = line.iter().position(|byte| *byte == b'[')?;
    let name = line[bracket + 1..].split(|byte| !byte.is_ascii_alphanumeric());
    Some(name.into_iter().next().unwrap_or_default())
}

/// The parts of a region; each begins at a further Event line, or at the tags of another game after an empty
/// line.
pub(super) fn parts(region: &[u8]) -> Vec<&[u8]> {
    let mut cuts = vec![0];
    for line in lines(region) {
        let part = &region[cuts[cuts.len() - 1]..line.end];
        if has_second_event(part) || has_second_section(part) {
            cuts.push(line.start);
        }
    }
    cuts.push(region.len());
    cuts.windows(2).map(|cut| &region[cut[0]..cut[1]]).collect()
}
