//! Draws of start positions, with every throw.

use audit960_dataset::{Table, TableBuilder};
use std::collections::HashSet;
use std::io::{self, Write};

use anyhow::bail;
use audit960_board::Position;
use audit960_board::start::{
    DOUBLE_COUNT, DoubleStart, Draw, DrawMethod, ORTHODOX, START_COUNT, SplitMix64, Step, Throw,
    ThrowResult,
};
use audit960_report::{Format, TableForm};

use super::list::starts_table;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// How.
    pub method: DrawMethod,
    /// Whether to draw again where the orthodox position comes up.
    pub exclude_orthodox: bool,
    /// Whether White's and Black's arrangements are drawn separately.
    pub double: bool,
    /// Whether no position may come twice.
    pub distinct: bool,
    /// How many positions.
    pub count: u64,
}

impl Drawing {
    /// Draws, and passes each position to `take` with the draws that led to it: White's alone, or White's and
    /// Black's. The same seed gives the same positions.
    ///
    /// # Errors
    /// If there are not enough different positions; those of `take`.
    fn draw(
        self,
        seed: u64,
        mut take: impl FnMut(DoubleStart, &[Draw]) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let all = match self.double {
            true => u64::from(DOUBLE_COUNT),
            false => u64::from(START_COUNT),
        };
        let all = all - u64::from(self.exclude_orthodox);
        if self.distinct && self.count > all {
            bail!(
                "{} positions without repeats cannot be drawn: there are {all}",
                self.count
            );
        }
        let (mut random, mut seen) = (SplitMix64::new(seed), HashSet::new());
        for _ in 0..self.count {
            let (start, draws) = loop {
                let (start, draws) = self.one(&mut random);
                if !self.distinct || seen.insert(start) {
                    break (start, draws);
                }
            };
            take(start, &draws)?;
        }
        Ok(())
    }

    /// Draws and writes the positions.
    ///
    /// # Errors
    /// If there are not enough different positions; those of the writer.
    pub fn write(self, seed: u64, form: TableForm, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut drawn = Vec::new();
        self.draw(seed, |start, draws| {
            match form.format {
                Format::Dice => write_dice(self.double.then_some(start), draws, out)?,
                Format::Fen => {
                    let position = Position::chess960(start.white, start.black);
                    writeln!(out, "{}", position.xfen())?;
                }
                _ => drawn.push(start),
            }
            Ok(())
        })?;
        match form.format {
            Format::Dice | Format::Fen => Ok(()),
            _ => Ok(form.write(&drawn_table(&drawn, self.double), out)?),
        }
    }

    fn one(self, random: &mut SplitMix64) -> (DoubleStart, Vec<Draw>) {
        let of = |white: &Draw, black: &Draw| DoubleStart {
            white: white.start,
            black: black.start,
        };
        if self.double {
            let [white, black] = self.method.draw_double(random, self.exclude_orthodox);
            (of(&white, &black), vec![white, black])
        } else {
            let draw = self.method.draw(random, self.exclude_orthodox);
            (of(&draw, &draw), vec![draw])
        }
    }
}

/// Positions that were drawn, as a table: with one number each unless they are double Chess960.
fn drawn_table(drawn: &[DoubleStart], double: bool) -> Table {
    if double {
        return starts_table(drawn);
    }
    TableBuilder::of(drawn)
        .count("start", |start| start.white.number().into())
        .text("arrangement", |start| Some(start.white.to_string()))
        .text("fen", |start| {
            Some(Position::chess960(start.white, start.black).xfen())
        })
        .table()
}

/// Writes the throws that led to a position, of White's and Black's arrangement for double Chess960.
///
/// # Errors
/// Where it cannot be written.
fn write_dice(double: Option<DoubleStart>, draws: &[Draw], out: &mut dyn Write) -> io::Result<()> {
    if let Some(start) = double {
        writeln!(out, "double Chess960 {}", start.number())?;
    }
    draws.iter().try_for_each(|draw| write_draw(draw, out))
}

fn write_draw(draw: &Draw, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}  {}", draw.start, draw.start.number())?;
    if draw.orthodox_redraws > 0 {
        let times = if draw.orthodox_redraws == 1 {
            "once"
        } else {
            "several times"
        };
        writeln!(out, "  {ORTHODOX} came up {times} and was drawn again")?;
    }
    for throw in &draw.steps {
        writeln!(out, "  {:<24}{}", step(throw.step), landing(throw))?;
    }
    Ok(())
}

const fn step(step: Step) -> &'static str {
    match step {
        Step::Number => "number",
        Step::MirrorPair => "mirror pair",
        Step::Direction => "reading direction",
        Step::King => "king",
        Step::ASideRook => "rook left of the king",
        Step::HSideRook => "rook right of the king",
        Step::DarkBishop => "dark-square bishop",
        Step::LightBishop => "light-square bishop",
        Step::Queen => "queen",
        Step::FirstKnight => "first knight",
        Step::SecondKnight => "second knight",
    }
}

/// What a throw shows, what it counts over, and where it leads.
fn landing(throw: &Throw) -> String {
    let shown = throw.shown;
    match throw.landing {
        ThrowResult::Number(number) if throw.step == Step::Number => {
            format!("{shown} of {}: Scharnagl number {number}", throw.faces)
        }
        ThrowResult::Number(number) => format!(
            "{shown} of {}: number {number} of the mirror list",
            throw.faces
        ),
        ThrowResult::Mirrored(false) => "coin: from a to h".to_owned(),
        ThrowResult::Mirrored(true) => "coin: from h to a".to_owned(),
        ThrowResult::File(file) => {
            format!(
                "die {shown} over {}: {}1",
                squares(throw.squares),
                char::from(b'a' + file)
            )
        }
        ThrowResult::Again => format!("die {shown} over {}: again", squares(throw.squares)),
    }
}

/// The files of a set, `abdh`.
fn squares(set: u8) -> String {
    (0..8)
        .filter(|file| set >> file & 1 == 1)
        .map(|file| char::from(b'a' + file))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_board::start::Start;

    #[test]
    fn throws_are_put_in_words() {
        let king = Throw {
            step: Step::King,
            faces: 6,
            shown: 4,
            squares: 0b0111_1110,
            landing: ThrowResult::File(4),
        };
        assert_eq!(landing(&king), "die 4 over bcdefg: e1");
        let again = Throw {
            landing: ThrowResult::Again,
            squares: 0b0101_0101,
            shown: 5,
            ..king
        };
        assert_eq!(landing(&again), "die 5 over aceg: again");
        let coin = Throw {
            landing: ThrowResult::Mirrored(true),
            ..king
        };
        assert_eq!(landing(&coin), "coin: from h to a");
    }

    #[test]
    fn draws_list_their_throws() {
        let number = Throw {
            step: Step::Number,
            faces: 960,
            shown: 519,
            squares: 0,
            landing: ThrowResult::Number(518),
        };
        let draw = Draw {
            start: Start::new(518).unwrap(),
            steps: vec![number],
            orthodox_redraws: 1,
        };
        let mut out = Vec::new();
        write_draw(&draw, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "RNBQKBNR  518\n  RNBQKBNR came up once and was drawn again\n  \
             number                  519 of 960: Scharnagl number 518\n"
        );
    }
}
