//! Words of the movetext: SAN as the standard defines it, and words that could be meant as moves.

use shakmaty::{
    CastlingMode, CastlingSide, Chess, File, Move, Position, Rank, Role, Square, uci::UciMove,
};

/// Plays a word that is SAN (PGN 8.2.3) and appends the move as UCI_Chess960; `None` if it fits no
/// legal move, or several.
///
/// A missing or wrong `x`, `+` or `#` and more disambiguation than needed do not matter (PGN 3.2.1). The
/// value is false for a pawn move that names its file and captures nothing.
pub(super) fn play(position: &mut Chess, word: &[u8], moves: &mut String) -> Option<bool> {
    let (played, strict) = match without_mark(word) {
        b"O-O" => (castling(position, CastlingSide::KingSide)?, true),
        b"O-O-O" => (castling(position, CastlingSide::QueenSide)?, true),
        stem => {
            let san = San::parse(stem)?;
            let played = san.find(position)?;
            (played, san.role != Role::Pawn || san.is_plain_pawn(played))
        }
    };
    if !moves.is_empty() {
        moves.push(' ');
    }
    UciMove::from_move(played, CastlingMode::Chess960).append_to_string(moves);
    position.play_unchecked(played);
    Some(strict)
}

fn castling(position: &Chess, side: CastlingSide) -> Option<Move> {
    position.castling_moves(side).first().copied()
}

struct San {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

impl San {
    /// `[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?`; a pawn move names no rank it comes from.
    fn parse(stem: &[u8]) -> Option<Self> {
        let (role, rest) = match stem.first()? {
            b'K' => (Role::King, &stem[1..]),
            b'Q' => (Role::Queen, &stem[1..]),
            b'R' => (Role::Rook, &stem[1..]),
            b'B' => (Role::Bishop, &stem[1..]),
            b'N' => (Role::Knight, &stem[1..]),
            _ => (Role::Pawn, stem),
        };
        let (rest, promotion) = match rest {
            [body @ .., b'=', piece @ (b'Q' | b'R' | b'B' | b'N')] if role == Role::Pawn => {
                (body, Role::from_char(char::from(*piece)))
            }
            _ => (rest, None),
        };
        let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = Square::from_ascii(to).ok()?;
        let from = from.strip_suffix(b"x").unwrap_or(from);
        let file_of = |byte: u8| File::from_char(char::from(byte));
        let rank_of = |byte: u8| Rank::from_char(char::from(byte));
        let (file, rank) = match *from {
            [] => (None, None),
            [one] if role == Role::Pawn => (Some(file_of(one)?), None),
            [one] => (file_of(one), rank_of(one)),
            [file, rank] if role != Role::Pawn => (Some(file_of(file)?), Some(rank_of(rank)?)),
            _ => return None,
        };
        let known = from.is_empty() || file.is_some() || rank.is_some();
        let last_rank = matches!(to.rank(), Rank::First | Rank::Eighth) && role == Role::Pawn;
        (known && promotion.is_some() == last_rank).then_some(Self {
            role,
            file,
            rank,
            to,
            promotion,
        })
    }

    /// The one legal move that fits.
    fn find(&self, position: &Chess) -> Option<Move> {
        let mut moves = position.san_candidates(self.role, self.to);
        // A pawn move without a file is not a capture.
        let file = match (self.role, self.file) {
            (Role::Pawn, None) => Some(self.to.file()),
            (_, file) => file,
        };
        moves.retain(|m| {
            let from = m.from();
            file.is_none_or(|file| from.is_some_and(|from| from.file() == file))
                && (self.rank).is_none_or(|rank| from.is_some_and(|from| from.rank() == rank))
                && m.promotion() == self.promotion
        });
        (moves.len() == 1).then(|| moves[0])
    }

    fn is_plain_pawn(&self, played: Move) -> bool {
        self.file.is_none() || played.is_capture()
    }
}

/// Whether a word is SAN in form, legal or not.
pub(super) fn is_san(word: &[u8]) -> bool {
    let stem = without_mark(word);
    // The parser also accepts a capture without its file.
    matches!(stem, b"O-O" | b"O-O-O") || !stem.starts_with(b"x") && San::parse(stem).is_some()
}

fn without_mark(word: &[u8]) -> &[u8] {
    let stem = word.strip_suffix(b"+").or_else(|| word.strip_suffix(b"#"));
    stem.unwrap_or(word)
}

/// A word without a termination, a check mark or a suffix glued to it.
fn stem(word: &[u8]) -> &[u8] {
    let results = ["1/2-1/2", "1-0", "0-1"];
    let stripped = results
        .iter()
        .find_map(|result| word.strip_suffix(result.as_bytes()));
    let word = stripped.unwrap_or(word);
    let last = word.iter().rposition(|byte| !b"!?+#".contains(byte));
    last.map_or(&[], |last| &word[..=last])
}

/// Whether a word that is not SAN could be meant as a move: it holds a square, castles in some way, is
/// 4 or 5 digits from 1 to 8 (ICCF), or is a null move. An ECO code is not one.
pub(super) fn could_be_move(word: &[u8]) -> bool {
    let stem = stem(word);
    let eco = matches!(stem, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    let square = stem
        .windows(2)
        .any(|w| matches!(w[0], b'a'..=b'h' | b'A'..=b'H') && matches!(w[1], b'1'..=b'8'));
    let zeros = stem.iter().filter(|b| b"Oo0".contains(b)).count();
    let castling = zeros > 1 && stem.iter().all(|b| b"Oo0-".contains(b));
    let iccf = matches!(stem.len(), 4 | 5) && stem.iter().all(|b| matches!(b, b'1'..=b'8'));
    (square && !eco) || castling || iccf || matches!(stem, b"--" | b"Z0")
}

/// Whether a word could be the rest of a move at the end of a game: `Qh`, `QdZ`, `Nx`.
pub(super) fn could_be_rest_of_move(word: &[u8]) -> bool {
    let stem = stem(word);
    stem.len() <= 4
        && matches!(
            stem,
            [
                b'K' | b'Q' | b'R' | b'B' | b'N',
                b'a'..=b'h' | b'1'..=b'8' | b'x',
                ..,
            ]
        )
}
