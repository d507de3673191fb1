//! Writes games in the form of the options.

use audit960_board::Position;

use crate::normal_form::game::{ExportGame, moves, start};
use crate::normal_form::movetext;
use crate::normal_form::options::{CastlingField, ExportOptions, Form};
use crate::normal_form::tags;
use crate::normal_form::variation::VariationError;

/// Writes games. Each thread has its own.
#[derive(Debug)]
pub struct GameWriter {
    options: ExportOptions,
    errors: Vec<VariationError>,
}

impl GameWriter {
    /// A writer of games in a form.
    #[must_use]
    pub fn new(options: ExportOptions) -> Self {
        Self {
            options,
            errors: Vec::new(),
        }
    }

    /// Appends a game in the form of the options, and an empty line. A game without a normal form is
    /// copied as it is, or left out if the form is [`Form::LastPosition`]. Returns the variations that
    /// stay as they are.
    pub fn write(&mut self, game: &ExportGame<'_>, out: &mut Vec<u8>) -> &[VariationError] {
        self.errors.clear();
        let form = self.options.form;
        match start(game.facts) {
            Some(start) if game.has_normal_form() && form != Form::Raw => {
                if form == Form::LastPosition {
                    write_last_position(game, start, self.options.castling, out);
                } else {
                    let mut diagnostics = tags::write(game, &start, &self.options, out);
                    diagnostics.extend(movetext::left_out(game));
                    let errors = &mut self.errors;
                    movetext::write(game, &start, self.options, &diagnostics, out, errors);
                }
            }
            _ if form == Form::LastPosition => {}
            _ => write_raw(game.raw(), form == Form::Raw, out),
        }
        &self.errors
    }
}

/// Appends the bytes of a game and an empty line, so that the next game is not taken for a part of it.
/// `exactly` keeps the white space at its end.
pub(crate) fn write_raw(raw: &[u8], exactly: bool, out: &mut Vec<u8>) {
    let end = if exactly { raw } else { raw.trim_ascii_end() };
    out.extend_from_slice(end);
    let breaks = if end.ends_with(b"\r\n\r\n") || end.ends_with(b"\n\n") {
        0
    } else {
        2 - usize::from(end.ends_with(b"\n"))
    };
    out.resize(out.len() + breaks, b'\n');
}

/// Appends the last position as a line of EPD: four fields, move number, half-move clock, players.
fn write_last_position(
    game: &ExportGame<'_>,
    mut position: Position,
    castling: CastlingField,
    out: &mut Vec<u8>,
) {
    for played in moves(game) {
        game.play(&mut position, played);
    }
    for field in castling.fen(&position).split(' ').take(4) {
        out.extend_from_slice(field.as_bytes());
        out.push(b' ');
    }
    let (number, clock) = (position.move_number(), position.clock());
    let name = |name: Option<&str>| {
        let plain = |letter: char| {
            if letter == '"' || letter.is_control() {
                ' '
            } else {
                letter
            }
        };
        name.unwrap_or("?").chars().map(plain).collect::<String>()
    };
    let facts = game.facts;
    let [white, black, event, date] = [facts.white, facts.black, facts.event, facts.date].map(name);
    let record =
        format!("fmvn {number}; hmvc {clock}; id \"{white} - {black}, {event}, {date}\";\n");
    out.extend_from_slice(record.as_bytes());
}
