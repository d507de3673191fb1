//! Edits of the tag section.

use super::edit::{Change, Dice, Sample, Splice};

/// What people and programs leave between tags.
const BETWEEN: &str = "{a comment}|{a comment\nof two lines}|; a note|<br>|,|]test|| |\u{A0}|\u{FEFF}|\
    % escaped|x|*|1-0|½|#|;|--|1. e4|Nf3|(|{|}|...|[|]|[]|\
    [ePGN \"0.1;DGT LiveChess/2.2.5\"]|{[Event \"in a comment\"]}|\
    {\n[Event \"in a comment\"]\n}|[Annotator \"Nobody\"]|$1|1|1.|\"|0-0";

/// Something on a line of its own between two tags, or above the first one.
pub(super) fn between(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let tags = sample.tag_lines();
    let line = dice.pick(&tags)?;
    let text = [dice.pick_of(BETWEEN).as_bytes(), sample.line_end()].concat();
    Some(Change::at(line.start, 0, text))
}

/// The same on the line of a tag: before or after it.
pub(super) fn beside(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let tags = sample.tag_lines();
    let line = dice.pick(&tags)?;
    let end = line.end - sample.line_end().len();
    let at = if dice.below(2) == 0 { line.start } else { end };
    Some(Change::at(at, 0, dice.pick_of(BETWEEN)))
}

/// A tag line twice: below itself, or at the end of the section; the Event tag as often as all others.
pub(super) fn double_tag(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let tags = sample.tag_lines();
    let line = if dice.below(2) == 0 {
        tags.first()?
    } else {
        dice.pick(&tags)?
    };
    let again = &sample.text[line.clone()];
    let at = if dice.below(2) == 0 {
        line.end
    } else {
        tags.last()?.end
    };
    Some(Change::at(at, 0, again))
}

/// A tag line above the Event tag: one of the game's own moved there, or a new one.
pub(super) fn tag_above_event(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let tags = sample.tag_lines();
    let named = |name: &[u8]| {
        tags.iter()
            .find(|line| sample.text[line.start..].starts_with(name))
    };
    let end = sample.line_end();
    let own = match dice.below(6) {
        0 => named(b"[FEN ")?,
        1 => named(b"[SetUp ")?,
        2 => named(b"[Variant ")?,
        3 => tags.get(1 + dice.below(tags.len() - 1))?,
        4 => return Some(Change::at(0, 0, [b"[ePGN \"0.1\"]", end].concat())),
        _ => return Some(Change::at(0, 0, [b"[Annotator \"Nobody\"]", end].concat())),
    };
    Some(Change::Splices(vec![
        Splice {
            at: 0,
            remove: 0,
            insert: sample.text[own.clone()].to_vec(),
        },
        Splice {
            at: own.start,
            remove: own.len(),
            insert: Vec::new(),
        },
    ]))
}

/// SetUp, FEN and Variant, all of them, moved above the Event tag.
pub(super) fn setup_above_event(_: &Sample, _: &mut Dice) -> Option<Change> {
    Some(Change::Whole(|sample| {
        let setup = [&b"[SetUp "[..], b"[FEN ", b"[Variant "];
        let (above, below): (Vec<_>, Vec<_>) = (sample.lines().into_iter()).partition(|line| {
            setup
                .iter()
                .any(|name| sample.text[line.start..].starts_with(name))
        });
        let lines = above.into_iter().chain(below);
        lines.flat_map(|line| sample.text[line].to_vec()).collect()
    }))
}

/// The tags in another order, or on one line.
pub(super) fn order_of_tags(_: &Sample, dice: &mut Dice) -> Option<Change> {
    let changes: [fn(&Sample) -> Vec<u8>; 3] = [
        |sample| reordered(sample, |tags| tags.reverse()),
        |sample| reordered(sample, |tags| tags.sort()),
        |sample| {
            let tags = sample.tag_lines();
            let end = sample.line_end().len();
            let all = tags
                .into_iter()
                .flat_map(|line| &sample.text[line.start..line.end - end]);
            all.chain(&sample.text[sample.movetext - end..])
                .copied()
                .collect()
        },
    ];
    dice.pick(&changes).map(|change| Change::Whole(*change))
}

fn reordered(sample: &Sample, order: fn(&mut Vec<&[u8]>)) -> Vec<u8> {
    let lines = sample.tag_lines();
    let mut tags: Vec<_> = lines
        .iter()
        .map(|line| &sample.text[line.clone()])
        .collect();
    order(&mut tags);
    let end = lines.last().map_or(0, |line| line.end);
    [&tags.concat()[..], &sample.text[end..]].concat()
}

/// Another value for the Result tag, or none.
pub(super) fn result_tag(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    const VALUES: &str = "1-0|0-1|1/2-1/2|*|?||1/2|½-½|1 - 0|1-0 |1-0 {Black resigns}|draw|1–0|0-0|+-|1-0!|\
        0.5-0.5|White wins|1/2 - 1/2|½|1-O|*\" ";
    let tags = sample.tag_lines();
    let line = tags
        .iter()
        .find(|line| sample.text[line.start..].starts_with(b"[Result "))?;
    if dice.below(8) == 0 {
        return Some(Change::at(line.start, line.len(), ""));
    }
    let from = line.start + b"[Result \"".len();
    let length = sample.text[from..line.end]
        .iter()
        .position(|b| *b == b'"')?;
    Some(Change::at(from, length, dice.pick_of(VALUES)))
}

/// A tag whose name, quotes or bracket are damaged.
pub(super) fn damaged_tag(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let tags = sample.tag_lines();
    let line = dice.pick(&tags)?.clone();
    let text = &sample.text[line.clone()];
    let blank = text.iter().position(|b| *b == b' ')?;
    let last = text.iter().rposition(|b| *b == b'"')?;
    let name = &text[1..blank];
    Some(match dice.below(9) {
        0 => Change::at(line.start, 1, ""),
        1 => Change::at(line.start + last + 1, 1, ""),
        2 => Change::at(line.start + last, 1, ""),
        3 => Change::at(line.start + blank + 1, 1, ""),
        4 => Change::at(line.start + blank + 1, 0, "\""),
        5 => Change::at(line.start + last, 0, "\\"),
        6 => Change::at(line.start + 1, name.len(), name.to_ascii_lowercase()),
        7 => Change::at(line.start + 1, name.len(), name.to_ascii_uppercase()),
        _ => Change::at(line.start + 1, name.len(), ""),
    })
}

/// The FEN tag in another dialect, or damaged.
pub(super) fn fen_tag(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let tags = sample.tag_lines();
    let line = tags
        .iter()
        .find(|line| sample.text[line.start..].starts_with(b"[FEN "))?;
    let from = line.start + b"[FEN \"".len();
    let length = sample.text[from..line.end]
        .iter()
        .position(|b| *b == b'"')?;
    let fields: Vec<_> = sample.text[from..from + length]
        .split(|b| *b == b' ')
        .collect();
    let (board, castling) = (*fields.first()?, *fields.get(2)?);
    let castling_at = from + board.len() + 3;
    Some(match dice.below(8) {
        0 => Change::at(castling_at, castling.len(), "-"),
        1 => Change::at(castling_at, castling.len(), "KQkq"),
        2 => Change::at(castling_at, castling.len(), "?"),
        3 => Change::at(castling_at, 0, castling),
        4 => Change::at(from, length, board),
        5 => Change::at(from + length, 0, ";"),
        6 => Change::at(line.start, 0, &sample.text[line.clone()]),
        _ => Change::at(from, length, "?"),
    })
}
