//! Edits of lines, blanks, line ends and encodings.

use super::edit::{Change, Dice, Sample, Splice};

pub(super) fn drop_line(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let line = dice.pick(&lines)?;
    Some(Change::at(line.start, line.len(), ""))
}

pub(super) fn double_line(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let line = dice.pick(&lines)?.clone();
    Some(Change::at(line.start, 0, &sample.text[line]))
}

pub(super) fn swap_lines(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let first = dice.below(lines.len());
    let (first, second) = (lines[first].clone(), lines.get(first + 1)?.clone());
    let swapped = [&sample.text[second.clone()], &sample.text[first.clone()]].concat();
    Some(Change::at(first.start, second.end - first.start, swapped))
}

/// A line end lost, or a blank in its place.
pub(super) fn join_lines(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let line = dice.pick(&lines)?;
    let end = sample.line_end().len();
    let blank = if dice.below(2) == 0 { "" } else { " " };
    Some(Change::at(line.end - end, end, blank))
}

pub(super) fn cut_line(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let at = dice.below(sample.text.len());
    Some(Change::at(at, 0, sample.line_end()))
}

pub(super) fn empty_line(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let at = dice.pick(&lines)?.start;
    Some(Change::at(
        at,
        0,
        sample.line_end().repeat(1 + dice.below(2)),
    ))
}

/// One to four lines of the movetext or of the tags, lost or doubled, as in a bad copy.
pub(super) fn lose_or_double_lines(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let first = dice.below(lines.len());
    let last = (first + dice.below(4)).min(lines.len() - 1);
    let (from, to) = (lines[first].start, lines[last].end);
    Some(match dice.below(2) {
        0 => Change::at(from, to - from, ""),
        _ => Change::at(from, 0, &sample.text[from..to]),
    })
}

pub(super) fn without_empty_lines(_: &Sample, _: &mut Dice) -> Option<Change> {
    Some(Change::Whole(|sample| {
        let end = sample.line_end();
        let lines = sample.lines().into_iter();
        let kept = lines.filter(|line| line.len() > end.len());
        kept.flat_map(|line| sample.text[line].to_vec()).collect()
    }))
}

/// Blanks before or after every line.
pub(super) fn padded_lines(_: &Sample, dice: &mut Dice) -> Option<Change> {
    let changes: [fn(&Sample) -> Vec<u8>; 3] = [
        |sample| pad(sample, b" ", b""),
        |sample| pad(sample, b"", b" "),
        |sample| pad(sample, b"", b" \t"),
    ];
    dice.pick(&changes).map(|change| Change::Whole(*change))
}

fn pad(sample: &Sample, before: &[u8], after: &[u8]) -> Vec<u8> {
    let end = sample.line_end();
    let mut text = Vec::new();
    for line in sample.lines() {
        let body = &sample.text[line.start..line.end - end.len()];
        for piece in [before, body, after, end] {
            text.extend_from_slice(piece);
        }
    }
    text
}

/// `1. e4` as `1.e4`, `1 e4`, `1 . e4` or `1.  e4`.
pub(super) fn blanks_around_numbers(_: &Sample, dice: &mut Dice) -> Option<Change> {
    let changes: [fn(&Sample) -> Vec<u8>; 4] = [
        |sample| behind_numbers(sample, b".", b""),
        |sample| behind_numbers(sample, b" ", b" "),
        |sample| behind_numbers(sample, b" . ", b""),
        |sample| behind_numbers(sample, b".", b"  "),
    ];
    dice.pick(&changes).map(|change| Change::Whole(*change))
}

/// Replaces the `.` and the blank after every move number.
fn behind_numbers(sample: &Sample, period: &[u8], blank: &[u8]) -> Vec<u8> {
    let (tags, moves) = sample.text.split_at(sample.movetext);
    let mut text = tags.to_vec();
    let mut at = 0;
    while at < moves.len() {
        let number = at > 0 && moves[at - 1].is_ascii_digit() && moves[at..].starts_with(b". ");
        let piece = if number {
            [period, blank].concat()
        } else {
            vec![moves[at]]
        };
        text.extend_from_slice(&piece);
        at += if number { 2 } else { 1 };
    }
    text
}

/// Blanks within a tag pair: none between name and value, or where none is usual.
pub(super) fn blanks_in_tags(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.tag_lines();
    let line = dice.pick(&lines)?.clone();
    let blank = line.start + sample.text[line.clone()].iter().position(|b| *b == b' ')?;
    let last = line.start + sample.text[line.clone()].iter().rposition(|b| *b == b']')?;
    let end = sample.line_end();
    Some(match dice.below(7) {
        0 => Change::at(blank, 1, ""),
        1 => Change::at(blank, 1, "   "),
        2 => Change::at(blank, 1, "\t"),
        3 => Change::at(line.start + 1, 0, " "),
        4 => Change::at(last, 0, " "),
        5 => Change::at(blank, 1, end),
        _ => Change::at(line.start, 0, " "),
    })
}

/// Blanks that are not the common ones, and a byte-order mark.
const ODD_BLANKS: &[&[u8]] = &[
    b"\t",
    b"\x0B",
    b"\x0C",
    "\u{A0}".as_bytes(),
    b"\xA0",
    "\u{2009}".as_bytes(),
    "\u{202F}".as_bytes(),
    "\u{FEFF}".as_bytes(),
    "\u{200B}".as_bytes(),
    "\u{3000}".as_bytes(),
    b"\0",
    "\u{85}".as_bytes(),
    "\u{2028}".as_bytes(),
];

/// An odd blank in place of a blank.
pub(super) fn odd_blank(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let from = dice.below(sample.tail);
    let at = from
        + sample.text[from..sample.tail]
            .iter()
            .position(|b| *b == b' ')?;
    Some(Change::at(at, 1, *dice.pick(ODD_BLANKS)?))
}

/// One more odd blank.
pub(super) fn odd_blank_more(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let at = dice.below(sample.text.len());
    Some(Change::at(at, 0, *dice.pick(ODD_BLANKS)?))
}

/// One odd blank for all blanks and line ends of the movetext.
pub(super) fn odd_blanks_only(_: &Sample, dice: &mut Dice) -> Option<Change> {
    let changes: [fn(&Sample) -> Vec<u8>; 4] = [
        |sample| all_blanks(sample, b"\t"),
        |sample| all_blanks(sample, "\u{A0}".as_bytes()),
        |sample| all_blanks(sample, "\u{2009}".as_bytes()),
        |sample| all_blanks(sample, b"\xA0"),
    ];
    dice.pick(&changes).map(|change| Change::Whole(*change))
}

fn all_blanks(sample: &Sample, blank: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for (at, byte) in sample.text.iter().enumerate() {
        if *byte == b' ' && at >= sample.movetext {
            text.extend_from_slice(blank);
        } else {
            text.push(*byte);
        }
    }
    text
}

/// No blank and no line end between the words of the movetext.
pub(super) fn no_blanks(_: &Sample, _: &mut Dice) -> Option<Change> {
    Some(Change::Whole(|sample| {
        let (body, tail) = sample.text.split_at(sample.tail);
        let (tags, moves) = body.split_at(sample.movetext);
        let words: Vec<u8> = moves
            .iter()
            .copied()
            .filter(|b| !b.is_ascii_whitespace())
            .collect();
        [tags, &words, tail].concat()
    }))
}

/// Other line ends throughout, or mixed.
pub(super) fn line_ends(_: &Sample, dice: &mut Dice) -> Option<Change> {
    let changes: [fn(&Sample) -> Vec<u8>; 4] = [
        |sample| with_line_ends(sample, &[b"\r"]),
        |sample| with_line_ends(sample, &[b"\r\n"]),
        |sample| with_line_ends(sample, &[b"\n", b"\r\n", b"\r"]),
        |sample| with_line_ends(sample, &[b"\n\r"]),
    ];
    dice.pick(&changes).map(|change| Change::Whole(*change))
}

/// The lines with these line ends in turn.
pub(super) fn with_line_ends(sample: &Sample, ends: &[&[u8]]) -> Vec<u8> {
    let own = sample.line_end().len();
    let mut text = Vec::new();
    for (line, end) in sample.lines().into_iter().zip(ends.iter().cycle()) {
        text.extend_from_slice(&sample.text[line.start..line.end - own]);
        text.extend_from_slice(end);
    }
    text
}

/// Another line end for one line.
pub(super) fn line_end(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let line = dice.pick(&lines)?;
    let own = sample.line_end().len();
    let ends: [&[u8]; 5] = [b"\r", b"\r\n", b"\n", b"\r\r\n", b"\n\n"];
    Some(Change::at(line.end - own, own, *dice.pick(&ends)?))
}

/// Letters of other alphabets and encodings, inserted or in place of a byte.
pub(super) fn encoding(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let letters: [&[u8]; 9] = [
        b"\xFC",
        b"\xE4",
        b"\x84",
        b"\xBD",
        "ü".as_bytes(),
        "Ł".as_bytes(),
        "е".as_bytes(),
        b"\xC3",
        b"\xFF\xFE",
    ];
    let letter = *dice.pick(&letters)?;
    Some(Change::at(
        dice.below(sample.text.len()),
        dice.below(2),
        letter,
    ))
}

/// A byte-order mark before the game, as joined files have it.
pub(super) fn mark_before(_: &Sample, _: &mut Dice) -> Option<Change> {
    Some(Change::at(0, 0, "\u{FEFF}"))
}

/// A line moved to another place.
pub(super) fn move_line(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let lines = sample.lines();
    let from = dice.pick(&lines)?.clone();
    let to = dice.pick(&lines)?.start;
    if from.contains(&to) || to == from.end {
        return None;
    }
    let put = Splice {
        at: to,
        remove: 0,
        insert: sample.text[from.clone()].to_vec(),
    };
    let take = Splice {
        at: from.start,
        remove: from.len(),
        insert: Vec::new(),
    };
    let splices = if to < from.start {
        vec![put, take]
    } else {
        vec![take, put]
    };
    Some(Change::Splices(splices))
}
