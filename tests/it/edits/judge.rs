//! What an edited text says, by the PGN standard and shakmaty alone: the second opinion of this test.

use shakmaty::Chess;

use super::lexer::{Lexer, Token};
use super::numbers::{Number, is_shifted, suggest_loss};
use super::san::{could_be_move, could_be_rest_of_move, is_san, play};
use super::start::start;

/// A game as the judge reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadGame {
    pub(super) white: Option<Vec<u8>>,
    /// The FEN tag as written.
    pub(super) fen: Option<Vec<u8>>,
    /// The main line as UCI_Chess960; words that are not SAN are skipped. `None` if the start is
    /// unknown or a move is illegal.
    pub(super) moves: Option<String>,
    /// Offset of the first token after the tag section.
    pub(super) movetext: usize,
    /// Offset after the termination.
    pub(super) end: usize,
}

/// What the judge reads in a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    pub(super) games: Vec<ReadGame>,
    /// Why it is not the import format: the first deviation.
    pub(super) oddity: Option<&'static str>,
    /// Offsets of words of main lines that could be moves and are not SAN.
    pub(super) lost_words: Vec<usize>,
    /// The move numbers agree with the moves up to some move, and two or more later ones are wrong by
    /// the same number of half-moves.
    pub(super) shifted: bool,
    /// A move number of a main line is wrong.
    pub(super) misnumbered: bool,
    /// The move numbers of a main line suggest that moves are lost.
    pub(super) suggests_loss: bool,
    /// Words in comments from `;` to the end of a line that could be moves: they are comments all the
    /// same (PGN 5), and no move is lost with them.
    pub(super) commented_moves: usize,
}

impl Reading {
    /// The text is the PGN import format, every move legal, every game with tags and a termination.
    pub(super) const fn is_strict(&self) -> bool {
        self.oddity.is_none()
    }

    fn odd(&mut self, why: &'static str) {
        self.oddity.get_or_insert(why);
    }
}

/// A game that is being read.
#[derive(Default)]
struct Open {
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    movetext: usize,
    /// `Some(None)` after an illegal move or without a known start.
    position: Option<Option<Chess>>,
    first_ply: u32,
    plies: u32,
    moves: String,
    depth: u32,
    /// The token before was `(`.
    empty_variation: bool,
    numbers: Vec<Number>,
    last_number: u32,
    /// Offset of the last word, if it may be the rest of a move.
    rest_of_move: Option<usize>,
    /// Offsets of words before the movetext that could be moves; true if, should a tag follow, they would
    /// rather be a result or a dash.
    lost_before: Vec<(usize, bool)>,
}

impl Open {
    fn is_fresh(&self) -> bool {
        self.tags.is_empty() && self.position.is_none()
    }

    fn tag(&self, name: &str) -> Option<&Vec<u8>> {
        let found = self.tags.iter().find(|(n, _)| n == name.as_bytes());
        found.map(|(_, value)| value)
    }
}

/// Reads a text from `from` to its end. Where a game begins exactly at `known.0`, the rest of the text
/// is the game `known.1`, read before.
pub(super) fn judge(text: &[u8], from: usize, known: Option<(usize, &ReadGame)>) -> Reading {
    let mut reading = Reading::default();
    let mut lexer = Lexer::new(text, from);
    let mut open = Open::default();
    loop {
        let at = lexer.offset();
        if let Some((start, game)) = known
            && start == at
            && open.is_fresh()
        {
            reading.games.push(game.clone());
            return reading;
        }
        let Some(token) = lexer.next_token() else {
            break;
        };
        if let Token::End(marker) = token {
            let end = lexer.behind();
            terminate(&mut open, marker, end, &mut reading);
        } else {
            let in_tag = line_at(text, at).contains(&b'"');
            if is_in_command(text, at) {
                reading.odd("an embedded command outside a comment");
                continue;
            }
            take(&mut open, token, at, in_tag, &mut reading);
        }
    }
    reading.commented_moves = lexer.commented_moves;
    if !open.is_fresh() {
        reading.odd("a game without a termination");
        close(&mut open, text.len(), &mut reading);
    }
    reading
}

/// Handles a token at an offset; `in_tag` if a quote stands on its line.
fn take(open: &mut Open, token: Token<'_>, at: usize, in_tag: bool, reading: &mut Reading) {
    let was_empty = std::mem::take(&mut open.empty_variation);
    let last = reading.games.last().and_then(|game| game.moves.as_deref());
    if open.is_fresh() && last == Some("") && !matches!(token, Token::Comment(_)) {
        reading.odd("something after a game without moves");
    }
    match token {
        Token::Tag { name, value } => {
            if open.position.is_some() {
                reading.odd("a tag pair within the movetext");
                close(open, at, reading);
            }
            if open.tags.iter().any(|(n, _)| n.eq_ignore_ascii_case(name)) {
                reading.odd("a tag twice");
            }
            open.tags.push((name.to_vec(), value));
            // Nobody castles or passes among the tags: `0-0` is a result there, and `--` part of a line.
            open.lost_before.retain(|(_, is_mark)| !is_mark);
        }
        Token::Comment(sure) => {
            if !sure {
                reading.odd("a comment that holds a tag or an escape line");
            }
            open.empty_variation = was_empty;
        }
        Token::Nag if open.position.is_none() => reading.odd("a NAG before the first move"),
        Token::Nag => {}
        Token::Open => {
            if open.plies == 0 {
                reading.odd("a variation before the first move");
            }
            begin(open, at, reading);
            open.depth += 1;
            open.empty_variation = true;
        }
        Token::Close if open.depth == 0 => reading.odd("a ) without a ("),
        Token::Close => {
            open.depth -= 1;
            if was_empty {
                reading.odd("an empty variation");
            }
        }
        Token::Number { number, periods } => {
            begin(open, at, reading);
            if open.depth == 0 {
                open.last_number = number;
                compare_number(open, number, periods);
            }
        }
        Token::Periods(count) => {
            if open.depth == 0 && open.numbers.pop().is_some() {
                compare_number(open, open.last_number, count);
            }
        }
        Token::Symbol(_) if open.depth > 0 => {}
        Token::Symbol(word) if is_san(word) => {
            begin(open, at, reading);
            symbol(open, word, reading);
        }
        Token::Symbol(word) | Token::Odd(word) if is_san(within_marks(word)) && open.depth == 0 => {
            reading.odd("a move with marks that are no PGN");
            begin(open, at, reading);
            symbol(open, within_marks(word), reading);
        }
        Token::Symbol(word) | Token::Odd(word) => odd_word(open, word, at, in_tag, reading),
        Token::End(_) => {}
    }
}

/// Whether an offset lies within `[%...]` on one line.
fn is_in_command(text: &[u8], at: usize) -> bool {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let start = text[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    let before = &text[start..at];
    let opens = before.windows(2).rposition(|two| two == b"[%");
    let closes = text[at..].split(is_end).next();
    opens.is_some_and(|open| !before[open..].contains(&b']'))
        && closes.is_some_and(|rest| rest.contains(&b']'))
}

/// A word without the marks (neither letter nor digit) before and after it, and without a termination or
/// what follows a period.
fn within_marks(word: &[u8]) -> &[u8] {
    let ends = [&b"1/2-1/2"[..], b"1-0", b"0-1"];
    let word = ends
        .iter()
        .find_map(|end| word.strip_suffix(*end))
        .unwrap_or(word);
    let first = word.split(|byte| *byte == b'.').next().unwrap_or(word);
    let word = if is_san(first) { first } else { word };
    let mark =
        |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'+' | b'#' | b'{' | b'[');
    let from = word.iter().position(|byte| !mark(byte)).unwrap_or(0);
    let to = word.iter().rposition(|byte| !mark(byte));
    &word[from..to.map_or(from, |last| last + 1)]
}

/// The line that holds an offset.
fn line_at(text: &[u8], at: usize) -> &[u8] {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let start = text[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    let end = text[at..]
        .iter()
        .position(is_end)
        .map_or(text.len(), |end| at + end);
    &text[start..end]
}

/// Determines the start position when the movetext begins.
fn begin(open: &mut Open, at: usize, reading: &mut Reading) {
    if open.position.is_some() {
        return;
    }
    open.movetext = at;
    let lost = open.lost_before.drain(..).map(|(at, _)| at);
    reading.lost_words.extend(lost);
    let (known, why) = start(&open.tags);
    if let Some(why) = why {
        reading.odd(why);
    }
    open.first_ply = known.as_ref().map_or(0, |(_, first_ply)| *first_ply);
    open.position = Some(known.map(|(position, _)| position));
}

fn symbol(open: &mut Open, word: &[u8], reading: &mut Reading) {
    open.rest_of_move = None;
    let Some(Some(position)) = &mut open.position else {
        return;
    };
    match play(position, word, &mut open.moves) {
        Some(strict) => {
            open.plies += 1;
            if !strict {
                reading.odd("a move with a needless file");
            }
        }
        None => {
            reading.odd("an illegal or ambiguous move");
            open.position = Some(None);
        }
    }
}

fn odd_word(open: &mut Open, word: &[u8], at: usize, in_tag: bool, reading: &mut Reading) {
    reading.odd("a word that is no PGN token");
    if open.depth > 0 {
        return;
    }
    if word.first() == Some(&b'[') && open.position.is_none() {
        // An unreadable tag pair: if it gave the start position, the start is unknown.
        if word.to_ascii_uppercase().windows(3).any(|w| w == b"FEN") {
            open.position = Some(None);
        }
        if in_tag {
            return;
        }
        let words = word.split(|byte| !byte.is_ascii_alphanumeric());
        if words.into_iter().any(could_be_move) {
            open.lost_before.push((at, false));
        }
        return;
    }
    if play_glued(open, word) {
        return;
    }
    let lost = could_be_move(word);
    open.rest_of_move = could_be_rest_of_move(word).then_some(at);
    if open.position.is_some() {
        reading.lost_words.extend(lost.then_some(at));
    } else if lost && !open.tags.is_empty() && !in_tag {
        // Between two games it is stray text, and on the line of a tag it may be part of the tag.
        open.lost_before.push((at, matches!(word, b"0-0" | b"--")));
    }
}

/// Plays the legal SAN moves of a word in which no blank stands between them or before the next number:
/// nothing is lost then.
fn play_glued(open: &mut Open, word: &[u8]) -> bool {
    let Some(Some(position)) = &open.position else {
        return false;
    };
    let Some((position, moves, plies)) = glued(position, word, &open.moves, 0) else {
        return false;
    };
    open.position = Some(Some(position));
    open.moves = moves;
    open.plies += plies;
    open.rest_of_move = None;
    true
}

/// The position after the moves that a word consists of, with the moves so far and their number.
fn glued(position: &Chess, word: &[u8], moves: &str, plies: u32) -> Option<(Chess, String, u32)> {
    let word = word.strip_suffix(b"!").unwrap_or(word);
    if word.is_empty() {
        return (plies > 1).then(|| (position.clone(), moves.to_owned(), plies));
    }
    // The number of the next move, perhaps followed by the move.
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if plies > 0 && (1..=3).contains(&digits) {
        let rest = &word[digits..];
        let periods = rest.iter().take_while(|byte| **byte == b'.').count();
        return match &rest[periods..] {
            [] => Some((position.clone(), moves.to_owned(), plies)),
            _ if periods == 0 => None,
            rest => glued(position, rest, moves, plies),
        };
    }
    (2..=word.len().min(7)).rev().find_map(|len| {
        let (first, rest) = word.split_at(len);
        let (mut next, mut played) = (position.clone(), moves.to_owned());
        is_san(first).then_some(())?;
        play(&mut next, first, &mut played)?;
        glued(&next, rest, &played, plies + 1)
    })
}

/// Compares a move number with the half-moves played.
fn compare_number(open: &mut Open, value: u32, periods: usize) {
    let black = i64::from(periods > 1);
    let stated = 2 * (i64::from(value) - 1) + black;
    open.numbers.push(Number {
        plies: open.plies,
        value,
        ahead: stated - i64::from(open.first_ply + open.plies),
    });
}

fn terminate(open: &mut Open, marker: &'static str, end: usize, reading: &mut Reading) {
    if open.depth > 0 {
        reading.odd("a termination within a variation");
        return;
    }
    if open.is_fresh() {
        reading.odd("a termination without a game");
        return;
    }
    // A second game without tags is a game (18); a first one would be torn from its tags.
    if open.tags.is_empty() && (open.plies == 0 || reading.games.is_empty()) {
        reading.odd("a game without tags");
    }
    // One without a number may also be the rest of the game before.
    let first = open.numbers.first();
    if open.tags.is_empty() && first.is_none_or(|number| number.ahead != 0) {
        reading.odd("a game without tags that does not begin with move 1");
    }
    let result = open.tag("Result");
    if result.is_some_and(|result| result != marker.as_bytes()) {
        reading.odd("the Result tag is not the termination");
    }
    close(open, end, reading);
}

fn close(open: &mut Open, end: usize, reading: &mut Reading) {
    begin(open, end, reading);
    if open.depth > 0 {
        reading.odd("a variation without a )");
    }
    reading.lost_words.extend(open.rest_of_move);
    reading.misnumbered |= open.numbers.iter().any(|number| number.ahead != 0);
    reading.shifted |= is_shifted(&open.numbers);
    if open.position.as_ref().is_some_and(Option::is_some) {
        reading.suggests_loss |= suggest_loss(&open.numbers, open.plies, open.tag("FEN").is_some());
    }
    let game = std::mem::take(open);
    reading.games.push(ReadGame {
        white: game.tag("White").cloned(),
        fen: game.tag("FEN").cloned(),
        movetext: game.movetext,
        end,
        moves: game.position.flatten().map(|_| game.moves),
    });
}
