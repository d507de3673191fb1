//! Prints the tables of `docs/starts.md`: `audit960-simulation [ARCHIVES] [WORD]`. ARCHIVES is the
//! number per experiment, 1,000 by default; with WORD, only experiments whose names contain it are run.

use std::env;
use std::io::{self, Write};

use audit960_simulation::drawing::{FALSE_HYPOTHESES, TRUE_HYPOTHESES};
use audit960_simulation::experiment::{Count, DRAW_EXPERIMENTS, EXPERIMENTS, Question, run};

/// The seed of the first archive of every experiment.
const FIRST_SEED: u64 = 960_000;

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let archives = arguments
        .next()
        .and_then(|number| number.parse().ok())
        .unwrap_or(1_000);
    let word = arguments.next().unwrap_or_default();
    let mut out = io::stdout().lock();
    let last = FIRST_SEED + u64::from(archives) - 1;
    writeln!(out, "Seeds {FIRST_SEED} to {last}, one an archive.\n")?;
    writeln!(out, "| archives | with a finding | share | 95 % interval |")?;
    writeln!(out, "|---|---|---|---|")?;
    for (name, world, question) in EXPERIMENTS {
        if name.contains(&word) {
            row(&mut out, name, run(world, question, archives, FIRST_SEED)?)?;
        }
    }
    writeln!(
        out,
        "\n| archives | with a draw rate called different | share | 95 % interval |"
    )?;
    writeln!(out, "|---|---|---|---|")?;
    for (name, world) in DRAW_EXPERIMENTS {
        if format!("draws {name}").contains(&word) {
            let count = run(world, Question::AnyDrawRate, archives, FIRST_SEED)?;
            row(&mut out, name, count)?;
        }
    }
    let tables = [
        ("true way of drawing", &TRUE_HYPOTHESES[..]),
        ("false way of drawing", &FALSE_HYPOTHESES[..]),
    ];
    for (head, experiments) in tables {
        writeln!(out, "\n| {head} | rejected | share | 95 % interval |")?;
        writeln!(out, "|---|---|---|---|")?;
        for experiment in experiments
            .iter()
            .filter(|experiment| experiment.name.contains(&word))
        {
            row(
                &mut out,
                experiment.name,
                experiment.rejections(archives, FIRST_SEED),
            )?;
        }
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, count: Count) -> io::Result<()> {
    let (low, high) = count.interval();
    writeln!(
        out,
        "| {name} | {} of {} | {:.1} % | {:.1} to {:.1} % |",
        count.hits,
        count.trials,
        100.0 * count.share(),
        100.0 * low,
        100.0 * high
    )?;
    out.flush()
}
