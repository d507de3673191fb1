//! A claim in one game, ruled on as an arbiter does at the board.

use std::str::FromStr;

use anyhow::{Context as _, bail};
use audit960_ledger::{
    AskedValues, GameName, GameRules, LawTables, MoveLine, MoveNumbers, PlayersClaim, RuledClaim,
    Setting,
};
use audit960_pgn::Language;
use audit960_types::{Side, Verdict};

use crate::Inputs;

/// A move as a scoresheet has it: its number, who plays it, and the move itself, each if it is written.
///
/// `91b Kh3`, `91... Kh3`, `91. Kh3`, `91w`, `91`, `Kh3`: without a letter or dots a number is White's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoresheetMove {
    /// The move number, from 1, and the side.
    number: Option<(u64, Side)>,
    /// The move in SAN.
    san: Option<String>,
}

impl FromStr for ScoresheetMove {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let is_digit = |letter: char| letter.is_ascii_digit();
        let (digits, rest) = text.split_at(text.len() - text.trim_start_matches(is_digit).len());
        let written = |san: &str| Some(san.trim().to_owned()).filter(|san| !san.is_empty());
        // Zeros are castling.
        if digits.is_empty() || digits.starts_with('0') {
            let san = written(text);
            return match san {
                Some(_) => Ok(Self { number: None, san }),
                None => Err("a move is written as \"91b Kh3\", \"91... Kh3\", 91b or Kh3"),
            };
        }
        let number = digits.parse().map_err(|_| "no game has so many moves")?;
        let after_dots = rest.trim_start_matches(['.', '\u{2026}', ' ']);
        let dots = rest[..rest.len() - after_dots.len()].replace(' ', "");
        // `91bxc3` is a pawn's move; the letter of a side stands alone.
        let (letter, after_letter) = rest.split_once(' ').unwrap_or((rest, ""));
        let (side, san) = match letter.trim_end_matches('.') {
            "b" | "B" => (Side::Black, after_letter),
            "w" | "W" => (Side::White, after_letter),
            // The sign of three dots is longer than one, too.
            _ if dots.len() > 1 => (Side::Black, after_dots),
            _ => (Side::White, after_dots),
        };
        Ok(Self {
            number: Some((number, side)),
            san: written(san),
        })
    }
}

impl ScoresheetMove {
    /// The half-move of its number in a record with these move numbers, from 1; `Some(None)` if it is before the
    /// record, `None` without a number.
    fn ply(&self, numbers: MoveNumbers) -> Option<Option<u32>> {
        let (number, side) = self.number?;
        let half_moves = |number: u64, side| {
            number
                .checked_mul(2)?
                .checked_add(u64::from(side == Side::Black))
        };
        let count = || {
            let first = half_moves(numbers.number(1), numbers.side(1))?;
            let ply = half_moves(number, side)?
                .checked_sub(first)?
                .checked_add(1)?;
            u32::try_from(ply).ok()
        };
        Some(count())
    }

    /// The half-move of a move that is named by its number alone.
    ///
    /// # Errors
    /// If it has no number, names a piece, too, or is before the record.
    pub fn named_ply(&self, numbers: MoveNumbers) -> anyhow::Result<u32> {
        match (self.ply(numbers), &self.san) {
            (Some(ply), None) => ply.context("the record begins after this move"),
            _ => bail!("--move names a move by its number alone: 31, or 31b for Black's"),
        }
    }
}

/// Which claim is ruled on.
#[derive(Clone, Debug)]
pub struct ClaimAt {
    /// The half-move before which it is made, from 1; the one that is written if `None`.
    pub ply: Option<u32>,
    /// What the player has written.
    pub written: Option<ScoresheetMove>,
    /// Who claims; the side to move if `None`.
    pub by: Option<Side>,
    /// The piece letters of the scoresheet, besides those of English.
    pub letters: &'static Language,
    /// What is said of the game beside its record.
    pub setting: Setting,
}

impl ClaimAt {
    fn claim(&self, numbers: MoveNumbers) -> anyhow::Result<PlayersClaim> {
        let written = self.written.as_ref();
        let ply = match written.and_then(|written| written.ply(numbers)) {
            None => self
                .ply
                .context("when is the claim made? --move 91b, or --ply")?,
            Some(None) => bail!("the record begins after this move"),
            Some(Some(ply)) if self.ply.is_some_and(|asked| asked != ply) => {
                bail!("the move of --move is half-move {ply}, which is not that of --ply")
            }
            Some(Some(ply)) => ply,
        };
        Ok(self.before(ply))
    }

    fn before(&self, ply: u32) -> PlayersClaim {
        let written = self.written.as_ref();
        PlayersClaim {
            ply,
            by: self.by,
            intended: written.and_then(|written| written.san.clone()),
            letters: self.letters,
        }
    }

    /// The position of a FEN, which has the move number of the scoresheet if the FEN has none.
    fn position(&self, fen: &str) -> anyhow::Result<MoveLine> {
        if self.ply.is_some_and(|ply| ply != 1) {
            bail!("a FEN is one position, before half-move 1");
        }
        let line = MoveLine::of_position(fen, None).map_err(anyhow::Error::msg)?;
        let numbers = line.numbers();
        let written = self.written.as_ref().and_then(|written| written.number);
        let Some((number, side)) = written else {
            return Ok(line);
        };
        if side != numbers.side(1) {
            bail!(
                "{} has the move in the FEN, but --move names a move of {}; --by says who claims",
                numbers.side(1).name(),
                side.name()
            );
        }
        match numbers.number(1) {
            of_fen if of_fen == number => Ok(line),
            // What is written where the number is not known.
            1 => MoveLine::of_position(fen, Some(number)).map_err(anyhow::Error::msg),
            of_fen => bail!("the FEN is of move {of_fen}, but --move names move {number}"),
        }
    }
}

/// Whether a text is meant as a FEN: eight ranks, and who has the move.
fn is_fen(text: &str) -> bool {
    let mut fields = text.split_ascii_whitespace();
    let ranks = fields.next().map_or(0, |board| board.split('/').count());
    ranks == 8 && matches!(fields.next(), Some("w" | "b"))
}

impl Inputs {
    /// Rules on a claim in a game, or in a position given as FEN, and passes the case to `write`, with what `values` say of
    /// the position. Without a name it is the only game.
    ///
    /// # Errors
    /// If no game or several games have this name, its moves are not known, or there is no such turn; those
    /// of `write`.
    pub fn rule_on(
        &self,
        name: Option<&GameName>,
        asked: &ClaimAt,
        tables: &LawTables,
        values: &AskedValues,
        write: impl FnOnce(&RuledClaim<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if let [fen] = self.names.as_slice()
            && is_fen(fen)
        {
            if name.is_some() {
                bail!("a FEN is one position: no game is named after it");
            }
            let line = asked.position(fen).with_context(|| fen.clone())?;
            let rules = GameRules::of(None, asked.setting, tables);
            let ruled = RuledClaim::of(None, &line, &asked.before(1), &rules, values);
            return write(&ruled.with_context(|| fen.clone())?);
        }
        let name = name.unwrap_or(&GameName::ONLY);
        let ledger = self.games(name)?;
        let game = name.find(&ledger)?;
        if game.moves.is_none() {
            let name = game.name();
            match game.verdict {
                Verdict::Rejected => bail!(
                    "{name}: nothing of it could be replayed (rejected); audit960 audit says why"
                ),
                Verdict::Foreign => {
                    bail!("{name}: a game of another variant, which is not replayed")
                }
                Verdict::Ok | Verdict::Repaired | Verdict::Damaged => {
                    bail!("{name}: the dataset does not hold its moves; name the archive instead")
                }
            }
        }
        let line = MoveLine::of(game)?;
        let rules = GameRules::of(Some(game), asked.setting, tables);
        let claim = asked.claim(game.numbers()).with_context(|| game.name())?;
        let ruled = RuledClaim::of(Some(game), &line, &claim, &rules, values);
        write(&ruled.with_context(|| game.name())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scoresheet_moves_are_parsed() {
        for (text, number, san) in [
            ("91b Kh3", Some((91, Side::Black)), Some("Kh3")),
            ("91... Kh3", Some((91, Side::Black)), Some("Kh3")),
            ("91\u{2026}Kh3", Some((91, Side::Black)), Some("Kh3")),
            ("91. ... Kh3", Some((91, Side::Black)), Some("Kh3")),
            ("91 ... Kh3", Some((91, Side::Black)), Some("Kh3")),
            ("31.Rd1", Some((31, Side::White)), Some("Rd1")),
            ("31 Rd1", Some((31, Side::White)), Some("Rd1")),
            ("31 bxc3", Some((31, Side::White)), Some("bxc3")),
            ("31bxc3", Some((31, Side::White)), Some("bxc3")),
            ("91b", Some((91, Side::Black)), None),
            ("91w", Some((91, Side::White)), None),
            ("91", Some((91, Side::White)), None),
            ("b4", None, Some("b4")),
            ("0-0", None, Some("0-0")),
        ] {
            let san = san.map(str::to_owned);
            assert_eq!(text.parse(), Ok(ScoresheetMove { number, san }), "{text}");
        }
        for text in ["", " ", "99999999999999999999b"] {
            assert!(text.parse::<ScoresheetMove>().is_err(), "{text}");
        }
    }

    #[test]
    fn half_moves_count_from_the_start_of_the_record() {
        let ply = |text: &str, fen: &str| {
            let parsed: ScoresheetMove = text.parse().unwrap();
            parsed.ply(MoveNumbers::of_fen(fen)).unwrap()
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(ply("1", start), Some(1));
        assert_eq!(ply("31", start), Some(61));
        assert_eq!(ply("31b", start), Some(62));
        // Black begins with move 40.
        let later = "8/8/8/4k3/8/8/4K3/8 b - - 0 40";
        assert_eq!(ply("40b", later), Some(1));
        assert_eq!(ply("41", later), Some(2));
        assert_eq!(ply("40", later), None);
    }

    #[test]
    fn a_claim_is_at_one_half_move() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let claim = |ply, written: Option<&str>| {
            let written = written.map(|text| text.parse().unwrap());
            let at = ClaimAt {
                ply,
                written,
                by: None,
                letters: &Language::ENGLISH,
                setting: Setting::default(),
            };
            at.claim(MoveNumbers::of_fen(start))
        };
        let intended = |san: &str, ply| PlayersClaim {
            ply,
            by: None,
            intended: Some(san.to_owned()),
            letters: &Language::ENGLISH,
        };
        assert_eq!(claim(None, Some("31b Kh3")).unwrap(), intended("Kh3", 62));
        assert_eq!(claim(Some(62), Some("Kh3")).unwrap(), intended("Kh3", 62));
        assert_eq!(claim(Some(62), Some("31b")).unwrap().intended, None);
        assert!(claim(Some(61), Some("31b")).is_err());
        assert!(claim(None, Some("Kh3")).is_err());
    }
}
