//! A hit, and how hits are kept.

use std::io;

use audit960_board::Position;
use audit960_types::{GameResult, Identity, Label as _, Side};

use crate::game::{GamePlace, PlayedGame};
use crate::sorter::{Merge, Record};

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Input that the game was read from.
    pub source: String,
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Its place in the order of the games.
    pub place: GamePlace,
    /// Half-moves before the position.
    pub ply: u32,
    /// The position as X-FEN, with its counters.
    pub fen: String,
    /// Side to move.
    pub side: Side,
    /// Half-moves after which the material on the board was the same, without interruption, before and after; `None` if only
    /// the beginning of the game is known, and it was the same at its end.
    pub stay: Option<u32>,
    /// Result of the game.
    pub result: GameResult,
    /// Tag `White`.
    pub white: Option<String>,
    /// Tag `Black`.
    pub black: Option<String>,
}

/// A hit as a record: its key has the order of the games.
pub(super) fn write(
    game: &PlayedGame<'_>,
    ply: u32,
    position: &Position,
    stay: Option<u32>,
) -> Record {
    let place = game.place;
    let mut key = Vec::with_capacity(20);
    key.extend(place.part.to_be_bytes());
    key.extend(place.index.to_be_bytes());
    key.extend(ply.to_be_bytes());
    let mut value = Vec::with_capacity(192);
    let numbers = [
        game.identity.frame_offset,
        game.identity.byte_offset,
        // A number that no game has stands for one that is not known.
        place.game.unwrap_or(u64::MAX),
        place.line.unwrap_or(u64::MAX),
    ];
    for number in numbers {
        value.extend(number.to_le_bytes());
    }
    // No position has stayed for no half-move.
    value.extend(stay.unwrap_or(0).to_le_bytes());
    value.push(position.turn() as u8);
    let fen = position.xfen();
    let texts = [
        Some(game.source),
        Some(game.result.as_str()),
        Some(&fen),
        game.white,
        game.black,
    ];
    for text in texts {
        let length = text.map_or(u32::MAX, |text| text.len() as u32);
        value.extend(length.to_le_bytes());
        value.extend(text.unwrap_or_default().as_bytes());
    }
    (key, value)
}

/// Reads a record front to back.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn long(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<Option<String>> {
        let length = u32::from_le_bytes(self.bytes()?);
        if length == u32::MAX {
            return Some(None);
        }
        let (text, rest) = self.0.split_at_checked(length as usize)?;
        self.0 = rest;
        Some(Some(String::from_utf8_lossy(text).into_owned()))
    }
}

fn read((key, value): &Record) -> Option<Hit> {
    let (part, rest) = key.split_first_chunk()?;
    let (index, rest) = rest.split_first_chunk()?;
    let (ply, _) = rest.split_first_chunk()?;
    let mut value = Reader(value);
    let [frame_offset, byte_offset, game, line] =
        [value.long()?, value.long()?, value.long()?, value.long()?];
    let known = |number: u64| (number != u64::MAX).then_some(number);
    let stay = Some(u32::from_le_bytes(value.bytes()?)).filter(|stay| *stay > 0);
    let [side] = value.bytes()?;
    let (source, result, fen) = (value.text()?, value.text()?, value.text()?);
    Some(Hit {
        source: source?,
        identity: Identity {
            frame_offset,
            byte_offset,
        },
        place: GamePlace {
            part: u64::from_be_bytes(*part),
            index: u64::from_be_bytes(*index),
            game: known(game),
            line: known(line),
        },
        ply: u32::from_be_bytes(*ply),
        fen: fen?,
        side: if side == Side::White as u8 {
            Side::White
        } else {
            Side::Black
        },
        stay,
        result: GameResult::of_text(&result?)?,
        white: value.text()?,
        black: value.text()?,
    })
}

/// Hits in the order of the games.
#[derive(Debug)]
pub struct Hits(Merge);

impl Hits {
    pub(super) const fn of(records: Merge) -> Self {
        Self(records)
    }
}

impl Iterator for Hits {
    type Item = io::Result<Hit>;

    fn next(&mut self) -> Option<io::Result<Hit>> {
        let record = self.0.next()?;
        Some(record.and_then(|record| {
            read(&record).ok_or_else(|| io::Error::other("a temporary file was changed"))
        }))
    }
}
