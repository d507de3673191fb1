//! Readings that a rule of the design requires and the standard does not.

use audit960_types::Code;

use super::view::View;
use crate::edits::judge::{Reading, judge};
use crate::edits::places::parts;
use crate::support::Game;

impl View<'_> {
    /// Whether one of these rules makes the games *ok*: a record that begins again at 1 without a
    /// termination marker is two games; `0-0` at the end of a record, where nobody can castle, is the
    /// result; a further Event line, or a further tag section, begins a game, and no move is lost;
    /// words that could be moves and stand outside all games are an error there.
    pub(super) fn is_ruled(&self, with_moves: &[&Game], reading: &Reading) -> bool {
        let found = |wanted: Code| self.findings.iter().any(|(_, code, _)| *code == wanted);
        // After a termination, perhaps with a mark glued to it.
        let outside = |at: &usize| {
            let ends = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"];
            let word = self.text[*at..].split(u8::is_ascii_whitespace).next();
            let holds = |end: &&[u8]| word.is_some_and(|word| has(word, end));
            self.gaps.iter().any(|gap| gap.contains(at)) || ends.iter().any(holds)
        };
        let stray = found(Code::StrayMoves) && self.lost_words(reading).iter().all(outside);
        let parted = (self.has_second_event || self.has_second_section)
            && self.is_loud()
            && self.is_read_part_by_part(with_moves);
        // The clock and move number of a FEN change no move, and a finding says that they were repaired.
        let position = |fen: &Option<String>| {
            let fields = fen.as_deref().unwrap_or_default().split(' ');
            fields.take(4).map(str::to_owned).collect::<Vec<_>>()
        };
        let read_otherwise = self.lost_words(reading).is_empty()
            && matches!(with_moves, [one] if one.moves.as_ref() == Some(&self.case.game.moves)
                && position(&one.fen) == position(&self.case.game.fen));
        let double_loss =
            self.findings.iter().any(|(_, code, message)| {
                *code == Code::ResultSpelling && message.starts_with("0-0")
            }) && self
                .lost_words(reading)
                .iter()
                .all(|at| self.text[*at..].starts_with(b"0-0"));
        let base = &self.case.game.moves;
        // All of the game comes out, and what stands before it as another one.
        let begins_again = matches!(with_moves, [_, two] if two.moves.as_ref() == Some(base));
        double_loss
            || found(Code::NoTermination) && begins_again
            || parted
            || stray
            || read_otherwise
    }

    /// Whether the moves are those that the judge reads in the parts that the further Event lines and
    /// tag sections begin, or all of the game.
    fn is_read_part_by_part(&self, with_moves: &[&Game]) -> bool {
        let moves: Vec<_> = with_moves
            .iter()
            .filter_map(|game| game.moves.as_deref())
            .collect();
        let parts = parts(&self.text[self.start..self.end]);
        let readings: Vec<_> = parts.iter().map(|part| judge(part, 0, None)).collect();
        let games = readings.iter().flat_map(|reading| &reading.games);
        let read: Vec<_> = games
            .filter_map(|game| game.moves.as_deref())
            .filter(|moves| !moves.is_empty())
            .collect();
        let lost = readings
            .iter()
            .any(|reading| !reading.lost_words.is_empty());
        let games = readings.iter().flat_map(|reading| &reading.games);
        let illegal = games.clone().any(|game| game.moves.is_none());
        let all_read = !illegal && read.iter().all(|game| moves.contains(game));
        moves.join(" ") == self.case.game.moves || !lost && all_read
    }
}

/// Whether a text contains another.
fn has(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
