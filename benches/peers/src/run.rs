//! Runs of the built program: how long, how much work, and how much memory at most.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::statistics::Spread;

/// Longest interval between readings of memory.
const LOOK: Duration = Duration::from_millis(10);

/// What a run took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    pub seconds: f64,
    /// Peak of resident memory in MB; 0 if the system does not say.
    pub peak: f64,
    /// Processor time in seconds, which other programs disturb less; 0 likewise.
    pub work: f64,
}

/// Runs a program, with `text` on standard input `times` times if there is one.
pub fn run<S: AsRef<OsStr>>(
    program: &Path,
    arguments: &[S],
    input: Option<(&[u8], u64)>,
) -> anyhow::Result<Taken> {
    let began = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(if input.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        })
        // Not the null device: grep stops at the first line if nobody reads.
        .stdout(tempfile::tempfile()?)
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| program.display().to_string())?;
    let pipe = child.stdin.take();
    let (mut taken, status) = std::thread::scope(|scope| {
        scope.spawn(move || {
            if let (Some(mut pipe), Some((text, times))) = (pipe, input) {
                // A program that ends early says so by its exit code.
                for _ in 0..times {
                    if pipe.write_all(text).is_err() {
                        return;
                    }
                }
            }
        });
        watch(&mut child)
    })?;
    taken.seconds = began.elapsed().as_secs_f64();
    // 1 is no failure: findings of severity error, or a grep that finds nothing.
    if !matches!(status, Some(0 | 1)) {
        bail!("{} failed: {status:?}", program.display());
    }
    Ok(taken)
}

/// Waits for the end; returns the last figures of the system, and the exit code.
fn watch(child: &mut Child) -> anyhow::Result<(Taken, Option<i32>)> {
    let folder = format!("/proc/{}", child.id());
    let read = |name: &str| fs::read_to_string(format!("{folder}/{name}")).unwrap_or_default();
    let (mut taken, mut pause) = (Taken::default(), Duration::from_micros(200));
    loop {
        if let Some(kilobytes) = high_water(&read("status")) {
            taken.peak = kilobytes * 1.024e-3;
        }
        if let Some(work) = work(&read("stat")) {
            taken.work = work;
        }
        if let Some(status) = child.try_wait()? {
            return Ok((taken, status.code()));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LOOK);
    }
}

/// Processor time so far in seconds: fields 14 and 15, in hundredths.
fn work(stat: &str) -> Option<f64> {
    // The name, field 2, is in brackets and may hold blanks.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_ascii_whitespace().skip(11);
    let (user, system): (f64, f64) = (times.next()?.parse().ok()?, times.next()?.parse().ok()?);
    Some((user + system) / 100.0)
}

/// The peak of resident memory so far, in KiB.
fn high_water(status: &str) -> Option<f64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Runs commands by turns, `rounds` times each; returns the spread of the seconds and the peak memory of
/// each.
pub fn by_turns<const N: usize>(
    rounds: usize,
    mut command: impl FnMut(usize) -> anyhow::Result<Taken>,
) -> anyhow::Result<[(Spread, f64); N]> {
    let mut seconds = [const { Vec::new() }; N];
    let mut peaks = [0.0_f64; N];
    for round in 0..=rounds {
        for (at, seconds) in seconds.iter_mut().enumerate() {
            let taken = command(at)?;
            // The first round warms up.
            if round > 0 {
                seconds.push(taken.seconds);
            }
            peaks[at] = peaks[at].max(taken.peak);
        }
    }
    let mut at = 0;
    Ok(seconds.map(|seconds| {
        at += 1;
        (Spread::of(seconds), peaks[at - 1])
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_status() {
        let status = "Name:\tx\nVmPeak:\t  9 kB\nVmHWM:\t  123456 kB\nVmRSS:\t 5 kB\n";
        assert_eq!(high_water(status), Some(123_456.0));
        assert_eq!(high_water(""), None);
    }

    #[test]
    fn work_is_read_behind_the_name() {
        let stat = "7 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 3";
        assert_eq!(work(stat), Some(3.0));
        assert_eq!(work(""), None);
    }
}
