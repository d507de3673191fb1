//! `audit960 start draw`: draw start positions, with every throw shown.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use audit960_board::Position;
use audit960_board::start::{
    DOUBLE_COUNT, DoubleStart, Draw, DrawMethod, Landing, ORTHODOX, START_COUNT, SplitMix64, Step,
    Throw,
};

use audit960_types::{Column, Frame};

use super::list::starts_frame;
use crate::commands::format::Format;
use crate::output;

/// Draw start positions and show the dice
///
/// All methods but `die` give each position the same probability. The same seed gives the same draw
/// for ever.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How to draw
    #[arg(long, value_enum, default_value = "uniform")]
    method: MethodName,
    /// Draw again where the orthodox position comes up
    #[arg(long)]
    exclude_orthodox: bool,
    /// Where the random numbers start [default: chosen at random and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many positions to draw
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1)]
    count: u64,
    /// Draw White's and Black's positions apart, for double Chess960
    #[arg(long)]
    double: bool,
    /// Draw again what was drawn before: no position comes twice
    #[arg(long)]
    distinct: bool,
    /// How the positions are printed
    #[arg(long, value_enum, default_value = "dice")]
    format: DrawFormat,
}

/// How drawn positions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DrawFormat {
    /// Each position with the throws that led to it
    Dice,
    /// A FEN a line (X-FEN)
    Fen,
    /// RFC 4180
    Csv,
    /// An array of objects
    Json,
}

/// A method of drawing.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum MethodName {
    /// A number from 0 to 959
    Uniform,
    /// Bodlaender's: bishops, queen and knights by die, thrown again where it shows too much
    Bodlaender,
    /// A club's procedure with one die; not uniform
    Die,
    /// One of 480 mirror pairs, then a coin for the reading direction
    MirrorPair,
}

impl MethodName {
    const fn method(self) -> DrawMethod {
        match self {
            Self::Uniform => DrawMethod::Uniform,
            Self::Bodlaender => DrawMethod::Bodlaender,
            Self::Die => DrawMethod::OneDie,
            Self::MirrorPair => DrawMethod::MirrorPair,
        }
    }
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
        let mut random = SplitMix64::new(seed);
        let mut out = output::stdout();
        self.check_count()?;
        let (mut drawn, mut seen) = (Vec::new(), HashSet::new());
        for _ in 0..self.count {
            let (start, draws) = loop {
                let (start, draws) = self.draw(&mut random);
                if !self.distinct || seen.insert(start) {
                    break (start, draws);
                }
            };
            match self.format {
                DrawFormat::Dice => self.write_dice(start, &draws, &mut out)?,
                DrawFormat::Fen => {
                    writeln!(
                        out,
                        "{}",
                        Position::chess960(start.white, start.black).xfen()
                    )?;
                }
                DrawFormat::Csv | DrawFormat::Json => drawn.push(start),
            }
        }
        match self.format {
            DrawFormat::Csv => Format::Csv.write(&self.frame(&drawn), &mut out)?,
            DrawFormat::Json => Format::Json.write(&self.frame(&drawn), &mut out)?,
            DrawFormat::Dice | DrawFormat::Fen => {}
        }
        out.flush()?;
        if self.seed.is_none() {
            let mut err = output::stderr();
            writeln!(err, "(--seed {seed} draws the same again)")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// A position, with the draws that led to it: White's alone, or White's and Black's.
    fn draw(&self, random: &mut SplitMix64) -> (DoubleStart, Vec<Draw>) {
        let method = self.method.method();
        let of = |white: &Draw, black: &Draw| DoubleStart {
            white: white.start,
            black: black.start,
        };
        if self.double {
            let [white, black] = method.draw_double(random, self.exclude_orthodox);
            (of(&white, &black), vec![white, black])
        } else {
            let draw = method.draw(random, self.exclude_orthodox);
            (of(&draw, &draw), vec![draw])
        }
    }

    /// What was drawn: with one number where one arrangement was.
    fn frame(&self, drawn: &[DoubleStart]) -> Frame {
        let frame = starts_frame(drawn);
        if self.double {
            return frame;
        }
        let columns = [
            ("white_start", "start"),
            ("white_arrangement", "arrangement"),
            ("fen", "fen"),
        ];
        let columns = columns.iter().filter_map(|(from, name)| {
            let column = frame.column(from)?;
            Some(Column::new(*name, column.values.clone()))
        });
        Frame::new(columns.collect())
    }

    /// Refuses to draw more positions without repeats than there are.
    fn check_count(&self) -> anyhow::Result<()> {
        let all = if self.double {
            u64::from(DOUBLE_COUNT)
        } else {
            u64::from(START_COUNT)
        };
        let all = all - u64::from(self.exclude_orthodox);
        if self.distinct && self.count > all {
            bail!(
                "{} positions without repeats cannot be drawn: there are {all}",
                self.count
            );
        }
        Ok(())
    }

    fn write_dice(
        &self,
        start: DoubleStart,
        draws: &[Draw],
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.double {
            writeln!(out, "double Chess960 {}", start.number())?;
        }
        draws.iter().try_for_each(|draw| write_draw(draw, out))
    }
}

fn write_draw(draw: &Draw, out: &mut dyn Write) -> anyhow::Result<()> {
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
        Landing::Number(number) if throw.step == Step::Number => {
            format!("{shown} of {}: Scharnagl number {number}", throw.faces)
        }
        Landing::Number(number) => format!(
            "{shown} of {}: number {number} of the mirror list",
            throw.faces
        ),
        Landing::Mirrored(false) => "coin: from a to h".to_owned(),
        Landing::Mirrored(true) => "coin: from h to a".to_owned(),
        Landing::File(file) => {
            format!(
                "die {shown} over {}: {}1",
                squares(throw.squares),
                char::from(b'a' + file)
            )
        }
        Landing::Again => format!("die {shown} over {}: again", squares(throw.squares)),
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
            landing: Landing::File(4),
        };
        assert_eq!(landing(&king), "die 4 over bcdefg: e1");
        let again = Throw {
            landing: Landing::Again,
            squares: 0b0101_0101,
            shown: 5,
            ..king
        };
        assert_eq!(landing(&again), "die 5 over aceg: again");
        let coin = Throw {
            landing: Landing::Mirrored(true),
            ..king
        };
        assert_eq!(landing(&coin), "coin: from h to a");
    }

    #[test]
    fn draws_tell_how_they_came_about() {
        let number = Throw {
            step: Step::Number,
            faces: 960,
            shown: 519,
            squares: 0,
            landing: Landing::Number(518),
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
