//! `audit960 start draw`: draw start positions, with every throw shown.

use std::hash::{BuildHasher as _, RandomState};
use std::io::Write;
use std::process::ExitCode;

use audit960_board::start::{Draw, DrawMethod, Landing, ORTHODOX, SplitMix64, Step, Throw};

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
        for _ in 0..self.count {
            let draw = self
                .method
                .method()
                .draw(&mut random, self.exclude_orthodox);
            write_draw(&draw, &mut out)?;
        }
        if self.seed.is_none() {
            writeln!(out, "(--seed {seed} draws the same again)")?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
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
