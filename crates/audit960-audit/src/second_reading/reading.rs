//! How pgn-reader and shakmaty read an archive.
//!
//! A plain Chess960-capable reader, with no leniency of ours. Four habits of pgn-reader are corrected,
//! because no finding of ours would account for them:
//!
//! - It ends a game at a blank line. Here text without tags that follows a game without termination
//!   marker continues that game (PGN 8.2.6: the marker ends a game).
//! - It ends a variation there too. So the depth of variations is counted here.
//! - It drops a move that ends with `++`, the old mark of a double check. It is given `+`.
//! - It knows no line end but LF. It is given LF for a lone CR.
//!
//! Comments of any length are read (0.29 passes them in pieces, which are ignored). pgn-reader silently
//! drops a move that it cannot read as SAN: see [`crate::second_reading::EXPLANATIONS`].

use std::borrow::Cow;
use std::cmp::min;
use std::io::{self, Cursor};
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Skip, Visitor};

use crate::second_reading::position::PositionKey;
use game::OpenGame;

mod game;

/// Longest tag line that is read, in bytes; a longer one aborts the reading.
const TAG_LINE: usize = 1 << 16;

/// Bytes after a tag line that the reader looks at.
const LINE_END: usize = 16;

/// The games that were read from some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveReading {
    /// The games, in the order of the text.
    pub games: Vec<SecondReading>,
    /// Why pgn-reader gave up before the end of the bytes: a comment that is not closed, a tag line
    /// that is not ended. The game it was in is the last of `games`, as far as it was read.
    pub aborted: Option<String>,
}

/// One game as pgn-reader and shakmaty read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondReading {
    /// What it was played from.
    pub start: SecondStart,
    /// Half-moves of the main line that could be played.
    pub plies: u32,
    /// The position they lead to; `None` if `start` is [`SecondStart::Unusable`].
    pub reached: Option<FinalPosition>,
    /// Why not all of the main line was played: an unusable FEN, the first move that is not legal or not
    /// unique, a comment or variation that is not closed.
    pub stopped: Option<String>,
}

/// What a game was played from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondStart {
    /// There is no FEN: the orthodox array.
    Orthodox,
    /// The position of the FEN.
    Fen,
    /// Nothing was played: the FEN is unreadable, or shakmaty rejects its position as impossible.
    Unusable,
}

/// The last position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalPosition {
    /// The last position as X-FEN, with an en-passant square only if a capture there is legal.
    pub fen: String,
    /// The same for comparison.
    pub key: PositionKey,
    /// Half-moves since the last capture or pawn move, counted from FEN field 5.
    pub half_move_clock: u32,
}

/// Reads every game of some bytes. Given the bytes of one span, it is not misled by what comes before;
/// given a whole archive, an unclosed comment swallows what follows, and tag sections with no movetext
/// between them are one game, as for any user of pgn-reader.
#[must_use]
pub fn read(bytes: &[u8]) -> ArchiveReading {
    let text = normalised(bytes);
    // The reader moves its buffer at each tag before which so much is not there, so that a long tag section costs
    // the square of its length.
    let longest = text.split(|byte| *byte == b'\n').map(<[u8]>::len).max();
    let line = longest.unwrap_or(0) + LINE_END;
    let mut reader = Reader::build(Cursor::new(&*text))
        .set_supported_tag_line_length(min(line, TAG_LINE))
        .finish();
    let mut visitor = SecondReader::default();
    let aborted = loop {
        match read_piece(&mut reader, &mut visitor) {
            Ok(true) => {}
            Ok(false) => break None,
            Err(error) => break Some(error.to_string()),
        }
    };
    if let Some(reason) = &aborted {
        visitor.abort(reason);
    }
    visitor.close();
    ArchiveReading {
        games: visitor.games,
        aborted,
    }
}

/// Replaces the second `+` of every `++` outside tag lines by a blank, and every lone CR by LF. Offsets
/// stay the same.
fn normalised(bytes: &[u8]) -> Cow<'_, [u8]> {
    let lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let marks = bytes.windows(2).any(|pair| pair == b"++");
    if !marks && !(0..bytes.len()).any(lone) {
        return Cow::Borrowed(bytes);
    }
    let mut text = bytes.to_vec();
    for at in (0..bytes.len()).filter(|at| lone(*at)) {
        text[at] = b'\n';
    }
    for line in text
        .split_mut(|&byte| byte == b'\n')
        .filter(|line| !line.starts_with(b"["))
    {
        for at in 1..line.len() {
            if line[at - 1..=at] == *b"++" {
                line[at] = b' ';
            }
        }
    }
    Cow::Owned(text)
}

/// Reads on to the next blank line or tag section.
fn read_piece(reader: &mut Reader<Cursor<&[u8]>>, visitor: &mut SecondReader) -> io::Result<bool> {
    if !reader.has_more()? {
        return Ok(false);
    }
    Ok(reader.read_game(visitor)?.is_some())
}

/// The visitor. It holds the game itself, so that nothing is lost when pgn-reader gives up.
#[derive(Default)]
struct SecondReader {
    /// How far it is in that text.
    phase: Phase,
    /// The game that this text belongs to, which may have begun in an earlier piece.
    open: Option<OpenGame>,
    games: Vec<SecondReading>,
}

#[derive(Default, PartialEq, Eq)]
enum Phase {
    /// No tag has been seen yet.
    #[default]
    Begun,
    /// There are tags: a new game.
    Tagged,
    /// The tags are over.
    Movetext,
}

impl SecondReader {
    fn game(&mut self) -> &mut OpenGame {
        self.open.get_or_insert_default()
    }

    /// Begins a game with its first tag, even a broken one.
    fn begin_tagged_game(&mut self) {
        if self.phase == Phase::Begun {
            self.close();
            self.phase = Phase::Tagged;
        }
    }

    fn abort(&mut self, reason: &str) {
        self.begin_tagged_game();
        let game = self.game();
        game.begin_play();
        game.stop(|_| reason.to_owned());
    }

    fn close(&mut self) {
        if let Some(game) = self.open.take() {
            self.games.push(game.finish());
        }
    }
}

impl Visitor for SecondReader {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.phase = Phase::Begun;
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.begin_tagged_game();
        self.game().tag(name.trim_ascii(), value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        if self.phase == Phase::Begun && self.open.as_ref().is_some_and(OpenGame::is_terminated) {
            self.close();
        }
        self.phase = Phase::Movetext;
        self.game().begin_play();
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        self.game().san(san);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        self.game().begin_variation();
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        self.game().end_variation();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), _outcome: Outcome) -> ControlFlow<()> {
        self.game().termination_marker();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

#[cfg(test)]
mod tests;
