//! What start positions are called.

use anyhow::{Context as _, anyhow, bail};
use audit960_board::Position;
use audit960_board::start::{DoubleStart, FirstRank, Numbering, Start};
use audit960_pgn::parse_fen;
use audit960_types::{Role, Setup, Side, Square};

audit960_types::choices! {
    /// What a number of a start position means.
    pub enum NumberedBy {
        /// 0 to 959, 518 is RNBQKBNR
        Scharnagl = "scharnagl",
        /// Scharnagl's number and one: 1 to 960
        OneBased = "one-based",
        /// Scharnagl's with 960 for 0
        ZeroAs960 = "zero-as960",
        /// A club's list, 1 to 960, 626 is RNBQKBNR (a reconstruction)
        MirrorList = "mirror-list",
        /// Of double Chess960: White's Scharnagl number times 960 plus Black's, 0 to 921599
        Double = "double",
    }
}

impl NumberedBy {
    /// The start positions of White and Black that a text names; see [`named`].
    ///
    /// # Errors
    /// A sentence that says why it names none.
    pub fn named(self, text: &str) -> anyhow::Result<(Start, Start)> {
        let numbering = match self {
            Self::Double => {
                let start = text.trim().parse().ok().and_then(DoubleStart::new);
                let start = start.with_context(|| {
                    format!("{text} is not a number of double Chess960: those go from 0 to 921599")
                })?;
                return Ok((start.white, start.black));
            }
            Self::Scharnagl => Numbering::Scharnagl,
            Self::OneBased => Numbering::OneBased,
            Self::ZeroAs960 => Numbering::ZeroAs960,
            Self::MirrorList => Numbering::MirrorList,
        };
        named(text, numbering)
    }
}

/// What a numbering is called.
pub(super) const fn name_of(numbering: Numbering) -> &'static str {
    match numbering {
        Numbering::Scharnagl => "Scharnagl",
        Numbering::OneBased => "one-based",
        Numbering::ZeroAs960 => "with 960 for 0",
        Numbering::MirrorList => "mirror list",
    }
}

/// The start positions of White and Black that a text names: a number in a numbering, White's first
/// rank, or a FEN; two of the first, with a slash or a colon between them, for double Chess960.
///
/// # Errors
/// A sentence that says why it names none.
pub fn named(text: &str, numbering: Numbering) -> anyhow::Result<(Start, Start)> {
    let text = text.trim();
    // A FEN has seven slashes.
    let double = match text.matches('/').count() {
        1 => text.split_once('/'),
        _ => text.split_once(':'),
    };
    if let Some((white, black)) = double {
        let one = |text: &str| match text.contains(['/', ':']) {
            false => Ok(named(text, numbering)?.0),
            true => bail!("{text} is not one side's arrangement: a number or eight letters"),
        };
        return Ok((one(white)?, one(black)?));
    }
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let start = text.parse().ok().and_then(|number| numbering.start(number));
        let range = match numbering {
            Numbering::Scharnagl => "0 to 959",
            _ => "1 to 960",
        };
        let start = start.with_context(|| {
            format!(
                "{text} is not a start position: the numbering ({}) goes from {range}",
                name_of(numbering)
            )
        })?;
        return Ok((start, start));
    }
    if text.contains('/') {
        return of_fen(text);
    }
    let rank = <FirstRank>::try_from(text.to_ascii_uppercase().as_bytes());
    let start = rank.ok().and_then(|rank| Start::from_arrangement(&rank));
    let start = start.with_context(|| {
        format!(
            "{text} is not a start position: not a number, a FEN or eight letters with the king \
             between the rooks and bishops on both colours"
        )
    })?;
    Ok((start, start))
}

/// The start positions in a FEN.
fn of_fen(text: &str) -> anyhow::Result<(Start, Start)> {
    let record = parse_fen(text.as_bytes())
        .map_err(|error| anyhow!("{text} is not a FEN: unreadable from byte {}", error.at))?;
    let rank = |side: Side| {
        let letters = std::array::from_fn(|file| letter(&record.setup, side, file));
        Start::from_arrangement(&letters)
    };
    let (Some(white), Some(black)) = (rank(Side::White), rank(Side::Black)) else {
        bail!(
            "{text} is not a start position: the pieces on the first and last rank are not two of the 960"
        )
    };
    if record.setup.pieces != Position::chess960(white, black).pieces() {
        bail!("{text} is not a start position: some pieces or pawns are not where a game starts");
    }
    Ok((white, black))
}

/// The piece of a side on its first rank, a capital letter; 0 for none.
fn letter(setup: &Setup, side: Side, file: usize) -> u8 {
    let square = Square::new(file + [0, 56][side as usize]);
    Role::ALL
        .into_iter()
        .find(|&role| setup.pieces[side][role].contains(square))
        .map_or(0, Role::letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Option<u16> {
        let (white, black) = named(text, Numbering::Scharnagl).ok()?;
        (white == black).then(|| white.number())
    }

    #[test]
    fn positions_have_many_names() {
        // Scharnagl's first and last, and the orthodox one.
        for (number, name) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
            assert_eq!(one(&number.to_string()), Some(number));
            assert_eq!(one(name), Some(number));
            assert_eq!(one(&name.to_lowercase()), Some(number));
            let small = name.to_lowercase();
            assert_eq!(
                one(&format!(
                    "{small}/pppppppp/8/8/8/8/PPPPPPPP/{name} w KQkq - 0 1"
                )),
                Some(number)
            );
        }
        assert_eq!(named("626", Numbering::MirrorList).unwrap().0.number(), 518);
        assert_eq!(named("519", Numbering::OneBased).unwrap().0.number(), 518);
        let (white, black) = named("rnbqkbnr:0", Numbering::Scharnagl).unwrap();
        assert_eq!((white.number(), black.number()), (518, 0));
        let (white, black) = named("518/BBQNNRKR", Numbering::Scharnagl).unwrap();
        assert_eq!((white.number(), black.number()), (518, 0));
        let double = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1";
        let (white, black) = named(double, Numbering::Scharnagl).unwrap();
        assert_eq!((white.number(), black.number()), (518, 0));
    }

    #[test]
    fn errors_say_why() {
        for (text, why) in [
            ("960", "goes from 0 to 959"),
            ("99999", "goes from 0 to 959"),
            ("RNBQKBN", "not a number"),
            ("518:960", "goes from 0 to 959"),
            ("518:", "not a number"),
            ("1:2:3", "is not one side's arrangement"),
            ("KRNBBNRQ", "not a number"),
            ("", "not a number"),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNQ w - - 0 1",
                "not two of the 960",
            ),
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "are not where a game starts",
            ),
            (
                "rnbqkbnr/pppppppp/8/8/x/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "is not a FEN",
            ),
        ] {
            let error = named(text, Numbering::Scharnagl).unwrap_err();
            assert!(error.to_string().contains(why), "{text}: {error}");
        }
    }
}
