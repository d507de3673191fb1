//! The movetext of a game (PGN 8.2).
//!
//! The main line has a fast path and a slow path. If every word is exact SAN and nothing else needs
//! positions, words are copied and moves only counted. Else the moves are replayed, and each is written
//! from the position before it. Both paths write the same text.

use audit960_board::{Position, write_uci};
use audit960_pgn::{End, MovetextVisitor, decode, stated_result, walk_movetext};
use audit960_types::{Ending, GameToken};

use crate::normal_form::comment::{self, Between};
use crate::normal_form::game::{ExportGame, Part, moves};
use crate::normal_form::numbers::{Numbers, add_annotation};
use crate::normal_form::options::{ExportOptions, Form};
use crate::normal_form::variation::{self, VariationError, VariationText};
use audit960_pgn::{Layout, WIDTH};

/// Writes the movetext and an empty line. `diagnostics` come first, as comments.
pub(crate) fn write(
    game: &ExportGame<'_>,
    start: &Position,
    options: ExportOptions,
    diagnostics: &[String],
    out: &mut Vec<u8>,
    errors: &mut Vec<VariationError>,
) {
    let mut movetext = Movetext {
        game,
        whole: options.form == Form::Whole,
        layout: Layout::new(out, (!options.one_line).then_some(WIDTH)),
        numbers: Numbers::of(start),
        errors,
    };
    if movetext.whole {
        movetext.diagnostics(diagnostics);
    }
    if options.form == Form::Uci {
        movetext.uci();
    } else if movetext.needs_positions() {
        movetext.write_slow(start);
    } else {
        movetext.write_fast();
    }
    if movetext.whole {
        movetext.behind_termination();
    }
    let result = game.facts.result.as_str();
    movetext.layout.ascii(result.as_bytes());
    movetext.layout.end();
}

/// A diagnostic on what a game that was not played has in place of moves, which is left out.
pub(crate) fn left_out(game: &ExportGame<'_>) -> Option<String> {
    let words = game.parts.tokens.iter().filter_map(|part| {
        let is_move = matches!(part.token, GameToken::Move { .. });
        let word = game.text.get(part.range()).filter(|_| is_move)?;
        Some(decode(word).0)
    });
    let words: Vec<_> = (game.facts.plies == 0).then_some(words)?.collect();
    (!words.is_empty()).then(|| format!("The record has {} in place of moves", words.join(" ")))
}

struct Movetext<'m, 'g> {
    game: &'m ExportGame<'g>,
    /// Whether comments, annotations and variations are written, too.
    whole: bool,
    layout: Layout<'m>,
    numbers: Numbers,
    errors: &'m mut Vec<VariationError>,
}

impl Movetext<'_, '_> {
    fn diagnostics(&mut self, diagnostics: &[String]) {
        for diagnostic in diagnostics {
            comment::add_text(&mut self.layout, diagnostic);
        }
        let result = self.game.facts.result;
        let mut parts = self.game.parts.tokens.iter();
        let marker = parts.rfind(|part| part.token == GameToken::Termination);
        if let Some(marker) = marker
            && let text = self.text(*marker)
            && stated_result(text) != Some(result)
        {
            let diagnostic = format!("The termination marker of the record: {}", decode(text).0);
            comment::add_text(&mut self.layout, &diagnostic);
        }
    }

    fn text(&self, part: Part) -> &[u8] {
        self.game.text.get(part.range()).unwrap_or_default()
    }

    /// Whether a move or a variation has to be written from a position.
    fn needs_positions(&self) -> bool {
        let parts = &self.game.parts.tokens;
        let anew = |part: &Part| match part.token {
            GameToken::Move { exact } => !exact,
            GameToken::IllegalMove => true,
            GameToken::Variation => self.whole,
            _ => false,
        };
        let last_move = || {
            let is_move = |part: &&Part| matches!(part.token, GameToken::Move { .. });
            parts.iter().rfind(is_move).map(|part| self.text(*part))
        };
        let mates = self.game.facts.ending == Ending::Checkmate;
        parts.iter().any(anew) || mates && !last_move().is_some_and(|word| word.ends_with(b"#"))
    }

    /// Copies the words of the moves.
    fn write_fast(&mut self) {
        let text = self.game.text;
        for part in &self.game.parts.tokens {
            match part.token {
                GameToken::Move { .. } if self.game.facts.plies == 0 => {}
                GameToken::Move { .. } => {
                    self.numbers.add(&mut self.layout);
                    let word = text.get(part.range()).unwrap_or_default();
                    self.layout.ascii(word);
                }
                _ if self.whole => self.beside(*part),
                _ => {}
            }
        }
    }

    /// Plays the moves and writes each from its position.
    fn write_slow(&mut self, start: &Position) {
        let mut moves = moves(self.game);
        let mut position = start.clone();
        let mut before: Option<Position> = None;
        let mut san = String::new();
        for part in &self.game.parts.tokens {
            match part.token {
                GameToken::Move { .. } | GameToken::IllegalMove => {
                    let Some(played) = moves.next() else {
                        continue;
                    };
                    self.numbers.add(&mut self.layout);
                    before
                        .get_or_insert_with(|| position.clone())
                        .clone_from(&position);
                    if part.token == GameToken::IllegalMove {
                        // Only legal moves have a SAN: others stay as they are.
                        let word = self.game.text.get(part.range()).unwrap_or_default();
                        self.layout.word(decode(word).0.as_bytes());
                        self.game.play(&mut position, played);
                    } else {
                        san.clear();
                        self.game.play_to_san(&mut position, played, &mut san);
                        self.layout.ascii(san.as_bytes());
                    }
                }
                GameToken::Variation if self.whole => {
                    let source = VariationText {
                        text: self.game.text,
                        language: self.game.parts.language,
                    };
                    let (range, before) = (part.range(), before.as_ref());
                    variation::add(&mut self.layout, source, range, before, self.errors);
                    self.numbers.due = true;
                }
                _ if self.whole => self.beside(*part),
                _ => {}
            }
        }
    }

    /// The moves as UCI_Chess960.
    fn uci(&mut self) {
        let mut text = String::new();
        write_uci(moves(self.game), &mut text);
        for word in text.split_ascii_whitespace() {
            self.layout.ascii(word.as_bytes());
        }
    }

    /// Adds a part that is not a move or a variation.
    fn beside(&mut self, part: Part) {
        let text = self.game.text;
        let range = part.range();
        let content = text.get(range.clone()).unwrap_or_default();
        match part.token {
            GameToken::Comment => {
                comment::add(&mut self.layout, content, Between::of(text, range.start));
                self.numbers.due = true;
            }
            GameToken::Annotation => add_annotation(&mut self.layout, content),
            // A check mark apart from its move: the move is written with its own.
            GameToken::Unread if content.iter().all(|byte| matches!(byte, b'+' | b'#')) => {}
            GameToken::Unread => {
                comment::add_text(&mut self.layout, &decode(content).0);
                self.numbers.due = true;
            }
            GameToken::Move { .. }
            | GameToken::IllegalMove
            | GameToken::Variation
            | GameToken::Termination => {}
        }
    }

    /// Adds the comments after the termination marker.
    fn behind_termination(&mut self) {
        let mut parts = self.game.parts.tokens.iter();
        let Some(marker) = parts.rfind(|part| part.token == GameToken::Termination) else {
            return;
        };
        let text = &self.game.text[..self.game.range.end];
        let mut at = marker.range().end;
        while !text[at..].trim_ascii_start().is_empty() {
            let mut comments = Comments(Vec::new());
            let (stop, end) = walk_movetext(text, at, &mut comments);
            for range in comments.0 {
                let between = Between::of(text, range.start);
                comment::add(&mut self.layout, &text[range], between);
            }
            at = match end {
                End::Marker { .. } if stop > at => stop,
                _ => return,
            };
        }
    }
}

/// Collects the ranges of comments.
struct Comments(Vec<std::ops::Range<usize>>);

impl<'a> MovetextVisitor<'a> for Comments {
    fn comment(&mut self, comment: &'a [u8], at: usize) {
        self.0.push(at..at + comment.len());
    }
}
