//! From the fields of a FEN to a playable position.

use std::sync::LazyLock;

use audit960_pgn::{FenError, parse_fen};
use audit960_types::{Bitboard, CastlingLetter, Role, Setup, Side, Square, Wing};

use crate::attacks::{RANK_1, lowest, squares};
use crate::castling::wing_of;
use crate::loaded::{Dropped, LoadedPosition};
use crate::position::{KING, PAWN, Position, forward};
use crate::start::{ORTHODOX, Start};
use crate::zobrist::{self, EMPTY};

/// Why a text gives no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It is not a FEN.
    #[error(transparent)]
    Unreadable(#[from] FenError),
    /// No game can be played from the position.
    #[error(transparent)]
    Impossible(#[from] SetupError),
}

/// Why no game can be played from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A side has no king.
    #[error("{} has no king", .0.name())]
    NoKing(Side),
    /// A side has several kings.
    #[error("{} has more than one king", .0.name())]
    SeveralKings(Side),
    /// A pawn stands on the first or last rank.
    #[error("a pawn stands on {0}")]
    PawnOnLastRank(Square),
    /// The side that is not to move is in check.
    #[error("{} is in check, but it is {}'s move", .0.name(), .0.other().name())]
    OpponentInCheck(Side),
}

/// Number of pieces of each kind that a side starts with, in [`Role`] order.
const INITIAL: [u32; 6] = [8, 2, 2, 2, 1, 1];

impl Position {
    /// The orthodox position.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::standard().xfen(), fen);
    /// ```
    #[must_use]
    pub fn standard() -> Self {
        static STANDARD: LazyLock<Position> =
            LazyLock::new(|| Position::chess960(ORTHODOX, ORTHODOX));
        STANDARD.clone()
    }

    /// The start position with these arrangements: equal ones in Chess960, drawn separately in double
    /// Chess960.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    /// use audit960_board::start::Start;
    ///
    /// let start = Start::from_arrangement(b"NNRBKRBQ").unwrap();
    /// assert_eq!(
    ///     Position::chess960(start, start).shredder_fen(),
    ///     "nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w FCfc - 0 1"
    /// );
    /// ```
    #[must_use]
    pub fn chess960(white: Start, black: Start) -> Self {
        let black = black.name().to_ascii_lowercase();
        match Self::from_fen(format!(
            "{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"
        )) {
            Ok(loaded) => loaded.position,
            Err(_) => unreachable!("both sides have a king, and none is in check"),
        }
    }

    /// The position of a FEN in any dialect of Chess960 (PGN 16.1, X-FEN, Shredder-FEN), read as in games
    /// and in EPD: fields may be missing, and impossible rights and en-passant squares are dropped.
    /// [`parse_fen`] reports what departs from the standard.
    ///
    /// # Errors
    /// [`PositionError`] where it is not a FEN, or no game can be played from it.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    ///
    /// let loaded = Position::from_fen("nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w FCfc - 0 1")?;
    /// assert_eq!(loaded.position.xfen(), "nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w KQkq - 0 1");
    /// assert!(Position::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1").is_err());
    /// # Ok::<(), audit960_board::PositionError>(())
    /// ```
    pub fn from_fen(text: impl AsRef<[u8]>) -> Result<LoadedPosition, PositionError> {
        let record = parse_fen(text.as_ref())?;
        Ok(Self::load(&record.setup)?)
    }

    /// The position that a game starts from: that of its FEN, or the orthodox one.
    ///
    /// # Errors
    /// Those of [`Position::from_fen`].
    pub fn of_game(fen: Option<&str>) -> Result<Self, PositionError> {
        match fen {
            Some(fen) => Ok(Self::from_fen(fen)?.position),
            None => Ok(Self::standard()),
        }
    }

    /// Makes a position from the fields of a FEN, dropping impossible rights and en-passant squares.
    ///
    /// # Errors
    /// [`SetupError`] where no game can be played from it.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::{Position, SetupError};
    /// use audit960_board::types::Side;
    /// use audit960_pgn::parse_fen;
    ///
    /// // No pawn has just passed e3, and the king has left e1.
    /// let record = parse_fen(b"4k3/8/8/8/8/8/4K3/R7 w Q e3 0 1")?;
    /// let loaded = Position::load(&record.setup)?;
    /// assert_eq!(loaded.position.xfen(), "4k3/8/8/8/8/8/4K3/R7 w - - 0 1");
    /// assert_eq!(loaded.dropped.castling.len(), 1);
    ///
    /// let record = parse_fen(b"8/8/8/8/8/8/8/K7 w - - 0 1")?;
    /// assert_eq!(Position::load(&record.setup).err(), Some(SetupError::NoKing(Side::Black)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(setup: &Setup) -> Result<LoadedPosition, SetupError> {
        for side in [Side::White, Side::Black] {
            match setup.pieces[side][Role::King].count() {
                0 => return Err(SetupError::NoKing(side)),
                1 => {}
                _ => return Err(SetupError::SeveralKings(side)),
            }
        }
        let pawns = setup.pieces.white[Role::Pawn] | setup.pieces.black[Role::Pawn];
        let misplaced = pawns & Bitboard(RANK_1 | RANK_1 << 56);
        if let Some(square) = misplaced.first() {
            return Err(SetupError::PawnOnLastRank(square));
        }
        let mut position = Self::place(setup);
        position.turn = setup.turn.other();
        if position.attacked_king() {
            return Err(SetupError::OpponentInCheck(setup.turn.other()));
        }
        position.turn = setup.turn;
        Ok(position.loaded(setup))
    }

    /// The pieces on the board, without rights.
    fn place(setup: &Setup) -> Self {
        let mut position = Self {
            roles: [0; 8],
            sides: [0; 2],
            board: [EMPTY; 64],
            castling: 0,
            en_passant: 0,
            key: 0,
            clock: setup.clock,
            move_number: setup.move_number,
            turn: setup.turn,
            in_check: false,
        };
        for side in [Side::White, Side::Black] {
            for role in Role::ALL {
                for square in squares(setup.pieces[side][role].0) {
                    position.put(side, role as usize, square);
                }
            }
        }
        position
    }

    /// Adds rights, en-passant square and key to pieces whose placement is valid.
    fn loaded(mut self, setup: &Setup) -> LoadedPosition {
        let mut dropped = Dropped::default();
        if self.turn == Side::Black {
            self.key ^= zobrist::BLACK;
        }
        self.in_check = self.attacked_king();
        for &letter in &setup.castling {
            match self.rook_of(letter) {
                Some(rook) if self.castling & 1 << rook != 0 => dropped.repeated.push(letter),
                Some(rook) if self.may_hold(rook) => {
                    self.castling |= 1 << rook;
                    self.key ^= zobrist::RIGHTS[rook];
                }
                _ => dropped.castling.push(letter),
            }
        }
        if let Some(square) = setup.en_passant {
            if self.was_passed(square.index()) {
                let step = 1 << square.index();
                let takers = self.en_passant_takers(square.index());
                self.note_en_passant(takers, step, 1 << (square.index() ^ 8));
            } else {
                dropped.en_passant = Some(square);
            }
        }
        dropped.too_many_pieces = [Side::White, Side::Black].into_iter().find(|&side| {
            let counts = setup.pieces[side].0.map(Bitboard::count);
            let promoted: u32 = counts
                .iter()
                .zip(INITIAL)
                .skip(1)
                .map(|(&n, usual)| n.saturating_sub(usual))
                .sum();
            counts[PAWN] + promoted > 8
        });
        LoadedPosition {
            position: self,
            dropped,
        }
    }

    /// The rook that a castling letter means, if king and rook are in place.
    fn rook_of(&self, letter: CastlingLetter) -> Option<usize> {
        let side = letter.side();
        let rook = match letter {
            CastlingLetter::Wing(_, wing) => self.outermost_rook(side, wing),
            CastlingLetter::File(_, file) => [Wing::ASide, Wing::HSide]
                .into_iter()
                .flat_map(|wing| self.wing_rooks(side, wing))
                .find(|rook| rook.file() == file),
        };
        rook.map(Square::index)
    }

    /// Whether no other rook on this rook's side of the king holds a right: at most one of them has never
    /// moved.
    fn may_hold(&self, rook: usize) -> bool {
        let side = if rook < 8 { Side::White } else { Side::Black };
        let king = lowest(self.roles[KING] & self.sides[side as usize]);
        self.rook_with_right(side, wing_of(king, rook)).is_none()
    }

    /// Whether an enemy pawn can just have passed a square with a double step.
    fn was_passed(&self, square: usize) -> bool {
        let bit = 1_u64 << (square & 63);
        let rank = match self.turn {
            Side::White => RANK_1 << 40,
            Side::Black => RANK_1 << 16,
        };
        let behind = forward(self.turn, bit);
        let pawn = forward(self.turn.other(), bit);
        bit & rank != 0
            && (bit | behind) & self.occupied() == 0
            && pawn & self.roles[PAWN] & self.enemy() != 0
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::ByRole;

    use super::*;

    /// The castling field of a position with these letters, those dropped and those repeated.
    fn rights(rank: &str, letters: &str) -> (String, String, String) {
        let mut setup = Setup {
            castling: Vec::new(),
            ..Setup::standard()
        };
        setup.pieces.white = ByRole::default();
        for (file, letter) in rank.bytes().enumerate() {
            if let Some(role) = Role::from_letter(letter) {
                setup.pieces.white[role] |= Square::new(file).into();
            }
        }
        setup
            .castling
            .extend(letters.bytes().map(|byte| match byte {
                b'K' => CastlingLetter::Wing(Side::White, Wing::HSide),
                b'Q' => CastlingLetter::Wing(Side::White, Wing::ASide),
                file => CastlingLetter::File(Side::White, file - b'A'),
            }));
        let loaded = Position::load(&setup).unwrap();
        let fen = loaded.position.xfen();
        let text = |letters: &[CastlingLetter]| {
            String::from_utf8(letters.iter().map(|letter| letter.letter()).collect()).unwrap()
        };
        (
            fen.split(' ').nth(2).unwrap().to_owned(),
            text(&loaded.dropped.castling),
            text(&loaded.dropped.repeated),
        )
    }

    #[test]
    fn letters_that_give_no_right_are_dropped_or_repeated() {
        let read = |rank, letters, field: &str, dropped: &str, repeated: &str| {
            let expected = (field.to_owned(), dropped.to_owned(), repeated.to_owned());
            assert_eq!(rights(rank, letters), expected, "{rank} {letters}");
        };
        read(".R.K...R", "KQ", "KQ", "", "");
        // Both dialects at once: each rook is named twice.
        read(".R.K...R", "KQHB", "KQ", "", "HB");
        read(".R.K...R", "HBKQ", "KQ", "", "KQ");
        // No rook on a.
        read(".R.K...R", "HA", "K", "A", "");
        // A second rook on a wing cannot hold a right too, and its letter is not a repetition.
        read("R..K.R.R", "KF", "K", "F", "");
        read("R..K.R.R", "FK", "F", "K", "");
        read("K......R", "K", "-", "K", "");
    }

    #[test]
    fn start_positions_are_those_of_their_arrangements() {
        assert_eq!(
            Position::chess960(ORTHODOX, ORTHODOX).xfen(),
            Position::standard().xfen()
        );
        assert_eq!(
            Position::chess960(ORTHODOX, ORTHODOX).key(),
            Position::standard().key()
        );
        for start in Start::all() {
            let other = start.mirror();
            let (white, black) = (start.name(), other.name().to_lowercase());
            let (mine, theirs) = (start.castling_files(), other.castling_files());
            let letters = [mine.h_side_rook, mine.a_side_rook].map(|file| char::from(b'A' + file));
            let small =
                [theirs.h_side_rook, theirs.a_side_rook].map(|file| char::from(b'a' + file));
            assert_eq!(
                Position::chess960(start, other).shredder_fen(),
                format!(
                    "{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {}{} - 0 1",
                    String::from_iter(letters),
                    String::from_iter(small)
                )
            );
            // There is no inner rook: all rights are held by the outermost ones.
            assert!(
                Position::chess960(start, other)
                    .xfen()
                    .contains(" w KQkq - 0 1")
            );
        }
    }
}
