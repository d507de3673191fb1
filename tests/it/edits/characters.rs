//! Edits of characters and words.

use super::edit::{Change, Dice, Sample, Splice};

/// Characters that mean something in PGN, or that look as if they did.
const MARKED: &str = "[|]|{|}|(|)|<|>|\"|\\|;|%|$|*|.|,|-|+|#|=|:|/|!|?|_|@|~|0|1|2|4|8|9|a|b|c|e|f|g|h|i|x|o|\
    z|A|B|E|K|N|O|P|Q|R|S|Z|½|♘|é|…|—|\u{0}";

/// A random offset in the text; at least half of them are in the movetext, however many tags there are.
fn place(sample: &Sample, dice: &mut Dice) -> usize {
    let from = if dice.below(2) == 0 {
        0
    } else {
        sample.movetext
    };
    from + dice.below(sample.text.len() - from)
}

pub(super) fn delete_character(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    Some(Change::at(place(sample, dice), 1, ""))
}

pub(super) fn double_character(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let at = place(sample, dice);
    Some(Change::at(at, 0, [sample.text[at]]))
}

pub(super) fn replace_character(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    Some(Change::at(place(sample, dice), 1, dice.pick_of(MARKED)))
}

pub(super) fn insert_character(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    Some(Change::at(place(sample, dice), 0, dice.pick_of(MARKED)))
}

/// Two characters that stand side by side.
pub(super) fn swap_characters(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let at = place(sample, dice);
    let second = *sample.text.get(at + 1)?;
    Some(Change::at(at, 2, [second, sample.text[at]]))
}

fn swapped(byte: u8) -> u8 {
    if byte.is_ascii_alphabetic() {
        byte ^ 0x20
    } else {
        byte
    }
}

pub(super) fn swap_case_of_character(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let from = place(sample, dice);
    let letters = &sample.text[from..];
    let at = from + letters.iter().position(u8::is_ascii_alphabetic)?;
    Some(Change::at(at, 1, [swapped(sample.text[at])]))
}

pub(super) fn swap_case_of_word(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let words = sample.words();
    let word = dice.pick(&words)?.clone();
    let changed: Vec<u8> = sample.text[word.clone()]
        .iter()
        .map(|b| swapped(*b))
        .collect();
    Some(Change::at(word.start, word.len(), changed))
}

fn map_movetext(sample: &Sample, change: fn(u8) -> u8) -> Vec<u8> {
    let (tags, moves) = sample.text.split_at(sample.movetext);
    tags.iter()
        .copied()
        .chain(moves.iter().map(|b| change(*b)))
        .collect()
}

/// The whole movetext in capitals, in small letters, or each letter in the other case.
pub(super) fn case_of_movetext(_: &Sample, dice: &mut Dice) -> Option<Change> {
    let changes: [fn(&Sample) -> Vec<u8>; 3] = [
        |sample| map_movetext(sample, |byte| byte.to_ascii_uppercase()),
        |sample| map_movetext(sample, |byte| byte.to_ascii_lowercase()),
        |sample| map_movetext(sample, swapped),
    ];
    dice.pick(&changes).map(|change| Change::Whole(*change))
}

pub(super) fn delete_word(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let words = sample.words();
    let word = dice.pick(&words)?;
    Some(Change::at(word.start, word.len(), ""))
}

/// The last word before the termination, or the termination.
pub(super) fn delete_last_word(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let words = sample.words();
    let word = &words[words.len().checked_sub(1 + dice.below(3))?];
    Some(Change::at(word.start, word.len(), ""))
}

pub(super) fn double_word(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let words = sample.words();
    let word = dice.pick(&words)?.clone();
    let again = [b" ", &sample.text[word.clone()]].concat();
    Some(Change::at(word.end, 0, again))
}

/// Two words, side by side or with one between them.
pub(super) fn swap_words(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let words = sample.words();
    let first = dice.below(words.len());
    let second = words.get(first + 1 + dice.below(2))?.clone();
    let first = words[first].clone();
    let splice = |place: &std::ops::Range<usize>, text: &std::ops::Range<usize>| Splice {
        at: place.start,
        remove: place.len(),
        insert: sample.text[text.clone()].to_vec(),
    };
    let splices = vec![splice(&first, &second), splice(&second, &first)];
    Some(Change::Splices(splices))
}

/// A blank or a line end lost between two words.
pub(super) fn join_words(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let words = sample.words();
    let word = dice.below(words.len());
    let next = words.get(word + 1)?;
    let end = words[word].end;
    Some(Change::at(end, next.start - end, ""))
}

/// A blank or a line end within a word.
pub(super) fn cut_word(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let words = sample.words();
    let word = dice.pick(&words)?;
    if word.len() < 2 {
        return None;
    }
    let at = word.start + 1 + dice.below(word.len() - 1);
    let blank = if dice.below(2) == 0 {
        b" "
    } else {
        sample.line_end()
    };
    Some(Change::at(at, 0, blank))
}

/// The termination as other programs and people write it.
pub(super) fn spelling_of_result(sample: &Sample, dice: &mut Dice) -> Option<Change> {
    let spellings = "½-½|½|1/2|1 - 0|1:0|+:-|1–0|0-0|1/2 - 1/2|1-O|draw|1-0#";
    let words = sample.words();
    let last = words.last()?;
    Some(Change::at(last.start, last.len(), dice.pick_of(spellings)))
}
