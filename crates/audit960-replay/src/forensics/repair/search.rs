//! The search for changes after which a record replays.

use crate::Record;
use audit960_board::{Move, Position};
use audit960_types::Role;

use super::distance::{body, distance};
use super::edit::{Edit, Repair, Repairs};
use crate::forensics::notation::without_suffix;

/// Most words before the failing one that are changed.
const MAX_BACK: usize = 400;

/// Most moves and words that are tried or played for one record: about a tenth of a second.
const MAX_STEPS: usize = 400_000;

/// Most changes to one record that are listed.
const MAX_LISTED: usize = 500;

/// Most letters by which a word is changed.
const MAX_LETTERS: u32 = 2;

/// Distance of two half-moves swapped, or one removed.
const SWAPPED: u32 = 2;

/// Distance of a half-move inserted.
const INSERTED: u32 = 3;

/// Most words before the failing one that may differ from SAN; if more do, the writer does not keep to SAN, and how
/// the rest is written is no evidence.
const MAX_MISSPELT: u32 = 2;

/// Most legal moves that are named in place of the failing word.
const NAMED: usize = 5;

/// Searches for the changes to a record, played from `start`, after which it replays to its end.
#[must_use]
pub fn repairs(record: &Record<'_>, start: &Position) -> Repairs {
    let failing = record.trial(start);
    let mut search = Search {
        record,
        first: failing.words.saturating_sub(MAX_BACK),
        before: Vec::new(),
        found: Repairs {
            failing: failing.words,
            ..Repairs::default()
        },
        steps: 0,
        spelling: Vec::new(),
    };
    if failing.refusal.is_none() {
        return search.found;
    }
    let failing = failing.words;
    search.look_back(start);
    search.name_nearest(failing);
    // Backwards from the failing word: if the steps run out, the missing changes are far from it.
    for word in (search.first..=failing).rev() {
        if search.steps > MAX_STEPS || search.found.list.len() >= MAX_LISTED {
            search.found.incomplete = true;
            break;
        }
        search.change(word);
    }
    let mut found = search.found;
    found.incomplete |= record.breaks_off();
    found
        .list
        .sort_by_key(|repair| (repair.rank(), repair.edit.word()));
    found.list.truncate(MAX_LISTED);
    found
}

/// How many words of a record differ from SAN.
#[derive(Clone, Copy, Debug, Default)]
struct Spelling {
    /// Words that differ from SAN.
    non_san: u32,
    /// Those that differ in more than check marks: each would have to be changed as well, mostly by a
    /// capture mark.
    other_san: u32,
}

impl Spelling {
    /// Adds one word, which stands for a move.
    fn look(&mut self, record: &Record<'_>, index: usize, before: &Position, played: Move) {
        let Some(word) = record.words().get(index) else {
            return;
        };
        let written = without_suffix(record.text(word));
        let san = before.san(played);
        self.non_san += u32::from(written != san.as_bytes());
        self.other_san += u32::from(body(written) != body(san.as_bytes()));
    }
}

struct Search<'r, 'a> {
    record: &'r Record<'a>,
    /// The first word that is changed.
    first: usize,
    /// The positions before each word from the first on, up to the failing one.
    before: Vec<Position>,
    found: Repairs,
    steps: usize,
    /// For each of these words, the spelling of the words from the first up to it, without it.
    spelling: Vec<Spelling>,
}

impl Search<'_, '_> {
    /// Plays up to the failing word and keeps the positions that the changes start from.
    fn look_back(&mut self, start: &Position) {
        let mut position = start.clone();
        for index in 0..self.first {
            // The trial has played them already: no error.
            let _ = self.record.play(index, &mut position);
        }
        let mut spelling = Spelling::default();
        for index in self.first..=self.found.failing {
            self.spelling.push(spelling);
            self.before.push(position.clone());
            let before = position.clone();
            if let Ok(played) = self.record.play(index, &mut position) {
                spelling.look(self.record, index, &before, played);
            }
        }
    }

    /// The position before a word, if it is one that is changed.
    fn before(&self, word: usize) -> Option<&Position> {
        self.before.get(word.checked_sub(self.first)?)
    }

    /// Whether all words from one on can be played.
    fn rest_replays(&mut self, first: usize, position: &mut Position) -> bool {
        let trial = self.record.play_from(first, position);
        self.steps += 1 + trial.words - first.min(trial.words);
        trial.refusal.is_none()
    }

    /// Lists a change; `played` is the move that it inserts or writes, if any.
    fn list(&mut self, edit: Edit, distance: u32, played: Option<Move>) {
        let before = self.spelling.last();
        let keeps_to_san = before.is_some_and(|spelling| spelling.non_san <= MAX_MISSPELT);
        let spelling = if keeps_to_san {
            self.spelling_after(&edit, played)
        } else {
            Spelling::default()
        };
        self.found.list.push(Repair {
            edit,
            distance: distance + spelling.other_san,
            non_san: spelling.non_san,
        });
    }

    /// How the record is written after a change.
    fn spelling_after(&mut self, edit: &Edit, played: Option<Move>) -> Spelling {
        let first = edit.word();
        let (Some(before), Some(&earlier)) = (
            self.before(first),
            self.spelling.get(first.wrapping_sub(self.first)),
        ) else {
            return Spelling::default();
        };
        let mut position = before.clone();
        let mut spelling = earlier;
        if let Some(played) = played {
            position.play(played);
        }
        let rest = match edit {
            Edit::Replace { word, san } => {
                let written = self.record.words().get(*word);
                let marks = |text: &[u8]| text.iter().any(|byte| matches!(byte, b'+' | b'#'));
                let written = written.is_some_and(|word| marks(self.record.text(word)));
                spelling.non_san += u32::from(written != marks(san.as_bytes()));
                first + 1
            }
            Edit::Insert { .. } => first,
            Edit::Remove { .. } => first + 1,
            Edit::Swap { second, .. } => {
                let between = (*second == first + 2).then_some(first + 1);
                for index in [Some(*second), between, Some(first)].into_iter().flatten() {
                    self.add_spelling(index, &mut position, &mut spelling);
                }
                second + 1
            }
        };
        for index in rest..self.record.words().len() {
            self.add_spelling(index, &mut position, &mut spelling);
        }
        spelling
    }

    /// Plays a word and adds it to the spelling.
    fn add_spelling(&mut self, index: usize, position: &mut Position, spelling: &mut Spelling) {
        // Writing a move costs as much as playing several.
        self.steps += 10;
        let before = position.clone();
        if let Ok(played) = self.record.play(index, position) {
            spelling.look(self.record, index, &before, played);
        }
    }

    /// All changes at one word.
    fn change(&mut self, word: usize) {
        let Some(before) = self.before(word).cloned() else {
            return;
        };
        let moves = before.legal_moves();
        self.replace(word, &before, &moves);
        self.exchange(word, &before);
        self.remove(word, &before);
        self.insert(word, &before, &moves);
    }

    fn replace(&mut self, word: usize, before: &Position, moves: &[Move]) {
        let Some(written) = self.record.words().get(word) else {
            return;
        };
        let written = body(self.record.text(written));
        // The move that the word stands for, where it is legal.
        let meant = self
            .before(word + 1)
            .and_then(|_| self.record.play(word, &mut before.clone()).ok());
        for &other in moves {
            self.steps += 1;
            if Some(other) == meant || !may_be_near(before, other, written) {
                continue;
            }
            let san = before.san(other);
            let Some(letters) = distance(written, body(san.as_bytes())) else {
                continue;
            };
            if letters > MAX_LETTERS {
                continue;
            }
            let mut position = before.clone();
            position.play(other);
            if self.rest_replays(word + 1, &mut position) {
                // A word can be spelt like this move and still not be read as it: the distance is at least 1.
                self.list(Edit::Replace { word, san }, letters.max(1), Some(other));
            }
        }
    }

    /// Swaps this word and the next, or the next of the same side.
    fn exchange(&mut self, word: usize, before: &Position) {
        for second in [word + 1, word + 2] {
            let words = self.record.words();
            let (Some(one), Some(other)) = (words.get(word), words.get(second)) else {
                continue;
            };
            if self.record.text(one) == self.record.text(other) {
                continue;
            }
            let mut position = before.clone();
            let order = [
                Some(second),
                (second == word + 2).then_some(word + 1),
                Some(word),
            ];
            let played = order
                .into_iter()
                .flatten()
                .all(|index| self.record.play(index, &mut position).is_ok());
            self.steps += 3;
            if played && self.rest_replays(second + 1, &mut position) {
                self.list(
                    Edit::Swap {
                        first: word,
                        second,
                    },
                    SWAPPED,
                    None,
                );
            }
        }
    }

    fn remove(&mut self, word: usize, before: &Position) {
        let text = |word: usize| {
            self.record
                .words()
                .get(word)
                .map(|found| self.record.text(found))
        };
        // If a word stands twice in a row, removing either is the same change.
        if text(word) == text(word + 1) {
            return;
        }
        // Removing the last word only shortens the record: no repair.
        if word + 1 < self.record.words().len() && self.rest_replays(word + 1, &mut before.clone())
        {
            self.list(Edit::Remove { word }, SWAPPED, None);
        }
    }

    fn insert(&mut self, word: usize, before: &Position, moves: &[Move]) {
        for &lost in moves {
            let mut position = before.clone();
            position.play(lost);
            if self.rest_replays(word, &mut position) {
                let san = before.san(lost);
                self.list(Edit::Insert { before: word, san }, INSERTED, Some(lost));
            }
        }
    }

    /// Finds the legal moves nearest to the failing word.
    fn name_nearest(&mut self, failing: usize) {
        let (Some(before), Some(word)) = (self.before(failing), self.record.words().get(failing))
        else {
            return;
        };
        let written = body(self.record.text(word));
        let mut nearest: Vec<(String, u32)> = before
            .legal_moves()
            .into_iter()
            .filter_map(|legal| {
                let san = before.san(legal);
                let letters = distance(written, body(san.as_bytes()))?;
                (letters <= MAX_LETTERS).then_some((san, letters))
            })
            .collect();
        nearest.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        nearest.truncate(NAMED);
        self.found.nearest = nearest;
    }
}

/// Whether the text of a move can be within [`MAX_LETTERS`] of a word, by the letters that it must have:
/// most moves are ruled out without being written as SAN.
fn may_be_near(position: &Position, other: Move, written: &[u8]) -> bool {
    if position.is_castling(other) {
        return written
            .first()
            .is_some_and(|byte| matches!(byte, b'O' | b'0' | b'o'))
            || written.len() <= 4;
    }
    let [file, rank] = other.to().name();
    let letter = position
        .piece_at(other.from())
        .map(|(_, role)| role)
        .filter(|role| *role != Role::Pawn)
        .map(Role::letter);
    let missing = [
        Some(file),
        Some(rank),
        letter,
        other.promotes_to().map(Role::letter),
    ]
    .into_iter()
    .flatten()
    .filter(|letter| !written.contains(letter))
    .count();
    missing as u32 <= MAX_LETTERS
}
