//! Names of games, as users write them.

use std::str::FromStr;

use audit960_dataset::tables::{ReadError, Rows};
use audit960_types::{Identity, game_name};

use crate::error::{LedgerError, Result};
use crate::game::{LedgerGame, offset};
use crate::ledger::{Ledger, ends_path};

/// A game as a user names it.
///
/// ```text
/// name   = [source] "#" number / source "@" place / number
/// place  = byte / frame "+" byte
/// ```
/// People count games from 1; column `game` counts from 0. A source may be named by the end of its path,
/// and omitted if there is only one. Without a name it is the only game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    source: Option<String>,
    place: GameOffset,
    /// Whether there must be no other game in its source.
    is_only: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum GameOffset {
    /// From 0, as in column `game`.
    Ordinal(u64),
    /// A byte, counted from the start of the frame at an offset; of any frame if none is given.
    Byte(Option<u64>, u64),
}

impl FromStr for GameName {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let named = |source: &str, place| {
            let source = Some(source.to_owned()).filter(|source| !source.is_empty());
            Ok(Self {
                source,
                place,
                is_only: false,
            })
        };
        let (source, number) = text.rsplit_once('#').unwrap_or(("", text));
        if let Ok(number) = number.parse::<u64>() {
            let ordinal = number.checked_sub(1).ok_or(
                "games are counted from 1: the first is 1 (only column game counts from 0)",
            )?;
            return named(source, GameOffset::Ordinal(ordinal));
        }
        if let Some((source, place)) = text.rsplit_once('@') {
            let (frame, byte) = match place.split_once('+') {
                Some((frame, byte)) => (Some(frame.parse()), byte),
                None => (None, place),
            };
            if let (Ok(frame), Ok(byte)) = (frame.transpose(), byte.parse()) {
                return named(source, GameOffset::Byte(frame, byte));
            }
        }
        Err(
            "a game is named by its number (12), its source and number (games.pgn#12), or its \
             source and byte offset (games.pgn@48210)"
                .to_owned(),
        )
    }
}

impl GameName {
    /// The only game, which needs no name.
    pub const ONLY: Self = Self {
        source: None,
        place: GameOffset::Ordinal(0),
        is_only: true,
    };

    /// The game with this name among those with a claimable draw.
    ///
    /// # Errors
    /// [`LedgerError::Text`] if there is no such game, or more than one.
    pub fn find<'l>(&self, ledger: &'l Ledger) -> Result<&'l LedgerGame> {
        let (source, games) = self.source(ledger)?;
        if self.is_only && games > 1 {
            return none(format!(
                "{source} has {games} games: name one by its number after the file, from 1 to {games}"
            ));
        }
        let mut found = ledger
            .games
            .iter()
            .filter(|game| game.source == source && self.fits(game.game, game.identity));
        match (found.next(), found.next()) {
            (Some(game), None) => Ok(game),
            (Some(_), Some(_)) => none(format!(
                "several games of {source} begin at that byte, in different frames: name one by \
                 source#number"
            )),
            (None, _) => match self.place {
                GameOffset::Ordinal(ordinal) if ordinal >= games => none(format!(
                    "{source} has no game {}: {}",
                    ordinal.saturating_add(1),
                    count(games)
                )),
                GameOffset::Ordinal(ordinal) => none(format!(
                    "in {} no draw could be claimed, or it could not be replayed: audit960 show says which",
                    game_name(source, ordinal)
                )),
                GameOffset::Byte(frame, byte_offset) => {
                    let at = offset(Identity {
                        frame_offset: frame.unwrap_or(0),
                        byte_offset,
                    });
                    none(format!(
                        "no game of {source} begins at byte {at}, or no draw could be claimed in it"
                    ))
                }
            },
        }
    }

    /// The source that it names, and the number of its games.
    fn source<'l>(&self, ledger: &'l Ledger) -> Result<(&'l str, u64)> {
        let Some(wanted) = &self.source else {
            return match ledger.sources.as_slice() {
                [] => none("there are no games"),
                [(name, games)] => Ok((name, *games)),
                [(first, _), ..] => none(format!(
                    "there are {} sources: name the game with its source, as in {first}#1",
                    ledger.sources.len()
                )),
            };
        };
        let by = |fits: &dyn Fn(&str) -> bool| {
            ledger
                .sources
                .iter()
                .filter(|(name, _)| fits(name))
                .collect::<Vec<_>>()
        };
        let mut fitting = by(&|name| name == wanted);
        if fitting.is_empty() {
            fitting = by(&|name| ends_path(name, wanted));
        }
        match fitting.as_slice() {
            [] => none(format!("no source is named {wanted}")),
            [(name, games)] => Ok((name, *games)),
            several => {
                let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
                none(format!("{wanted} is ambiguous: {}", names.join(", ")))
            }
        }
    }

    /// For each row of table `games`, whether it has this ordinal or offset, in any source.
    pub(crate) fn among(&self, rows: &Rows) -> Result<Vec<bool>, ReadError> {
        let ordinals = rows.ints("game")?;
        let (frames, bytes) = (rows.ints("frame_offset")?, rows.ints("byte_offset")?);
        let fits = |row| {
            let identity = Identity {
                frame_offset: frames.count(row),
                byte_offset: bytes.count(row),
            };
            self.fits(ordinals.get(row).map(i64::cast_unsigned), identity)
        };
        Ok((0..rows.len()).map(fits).collect())
    }

    /// Whether the game is named by its number in its source.
    pub(crate) const fn is_ordinal(&self) -> bool {
        matches!(self.place, GameOffset::Ordinal(_))
    }

    /// Whether a game with this ordinal and offset is meant, in any source.
    fn fits(&self, game: Option<u64>, identity: Identity) -> bool {
        match self.place {
            GameOffset::Ordinal(ordinal) => game == Some(ordinal),
            GameOffset::Byte(frame, byte) => {
                identity.byte_offset == byte
                    && frame.is_none_or(|frame| identity.frame_offset == frame)
            }
        }
    }
}

/// The error that a name matches no game, or several.
fn none<T>(reason: impl Into<String>) -> Result<T> {
    Err(LedgerError::Text(reason.into()))
}

fn count(games: u64) -> String {
    match games {
        0 => "it has none".to_owned(),
        1 => "it has one".to_owned(),
        _ => format!("it has {games}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> GameName {
        text.parse().unwrap()
    }

    #[test]
    fn names_are_parsed() {
        let of = |source: &str, place| GameName {
            source: Some(source.to_owned()),
            place,
            is_only: false,
        };
        assert_eq!(
            name("12"),
            GameName {
                source: None,
                place: GameOffset::Ordinal(11),
                is_only: false,
            }
        );
        assert_eq!(name("#12"), name("12"));
        assert_eq!(name("a.pgn#3"), of("a.pgn", GameOffset::Ordinal(2)));
        assert_eq!(name("a#b@c.pgn#3"), of("a#b@c.pgn", GameOffset::Ordinal(2)));
        assert_eq!(
            name("a.zip!/b.pgn@77"),
            of("a.zip!/b.pgn", GameOffset::Byte(None, 77))
        );
        assert_eq!(
            name("a.zst@400+77"),
            of("a.zst", GameOffset::Byte(Some(400), 77))
        );
        for text in [
            "", "a.pgn", "a.pgn#", "a.pgn#x", "a.pgn@", "a.pgn@1+", "-1", "0", "a.pgn#0",
        ] {
            assert!(text.parse::<GameName>().is_err(), "{text}");
        }
    }

    #[test]
    fn sources_are_found_by_the_end_of_their_path() {
        let sources = ["x/a.pgn", "y/a.pgn", "y/b.pgn"]
            .map(|name| (name.to_owned(), 2))
            .to_vec();
        let ledger = Ledger {
            sources,
            ..Ledger::default()
        };
        let error = |text: &str| name(text).find(&ledger).unwrap_err().to_string();
        assert_eq!(
            error("b.pgn#1"),
            "in y/b.pgn#1 no draw could be claimed, or it could not be replayed: audit960 show says which"
        );
        assert_eq!(error("y/a.pgn#3"), "y/a.pgn has no game 3: it has 2");
        let one = Ledger {
            sources: vec![("x/a.pgn".to_owned(), 2)],
            ..Ledger::default()
        };
        assert_eq!(
            GameName::ONLY.find(&one).unwrap_err().to_string(),
            "x/a.pgn has 2 games: name one by its number after the file, from 1 to 2"
        );
        assert_eq!(error("a.pgn#1"), "a.pgn is ambiguous: x/a.pgn, y/a.pgn");
        assert_eq!(error(".pgn#1"), "no source is named .pgn");
        assert_eq!(
            error("1"),
            "there are 3 sources: name the game with its source, as in x/a.pgn#1"
        );
        assert_eq!(
            error("b.pgn@5"),
            "no game of y/b.pgn begins at byte 5, or no draw could be claimed in it"
        );
    }

    #[test]
    fn a_byte_is_counted_in_its_frame() {
        let at = |frame_offset, byte_offset| Identity {
            frame_offset,
            byte_offset,
        };
        let of_frame = name("a.zst@400+77");
        assert!(of_frame.fits(None, at(400, 77)));
        assert!(!of_frame.fits(None, at(0, 77)) && !of_frame.fits(None, at(400, 78)));
        assert!(name("a.zst@77").fits(None, at(400, 77)));
        assert!(name("3").fits(Some(2), at(0, 0)) && !name("3").fits(Some(3), at(0, 0)));
    }
}
