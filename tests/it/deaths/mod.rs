//! Death at every operation of the real process, and power failures: whatever is left can be resumed.
//!
//! A small library between program and C library (`shim.c`) counts every operation that changes a file of the
//! dataset, whoever in the program makes it, and kills the program before the Nth one. Its log of a whole run is
//! what the model of a power failure plays with: writes that were not synced are lost, or reach the disk in
//! another order.

mod log;
mod power;
mod scenarios;

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use audit960_board::start::SplitMix64;

use crate::folder::{Folder, Ran, run};
use crate::soak;

use self::log::read_log;
use self::power::Disk;
use self::scenarios::{Scenario, Setup, scenarios};

/// SIGKILL.
const KILLED: i32 = 9;

/// The library, built once; `None` without a C compiler.
fn shim() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shim.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/deaths/shim.c");
        let arguments = ["-shared", "-fPIC", "-O2", "-ldl", "-lpthread", "-o"];
        let mut cc = Command::new("cc");
        let built = cc.args(arguments).arg(&out).arg(source).status();
        built.is_ok_and(|status| status.success()).then_some(out)
    });
    if built.is_none() {
        println!("skipped: no C compiler for the library that kills the program");
    }
    built.as_deref()
}

/// What happens to a run.
#[derive(Clone, Copy, Debug)]
struct Death {
    /// The operation before which it dies, from 1.
    at: u64,
    /// Whether half of that operation is still done, if it is a write.
    torn: bool,
}

/// Runs the program with operations below `root` counted.
fn run_below(
    root: &Path,
    death: Option<Death>,
    log: Option<&Path>,
    arguments: &[String],
) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_audit960"));
    command.args(arguments).env("DEATH_ROOT", root);
    command.env("LD_PRELOAD", shim().unwrap());
    if let Some(Death { at, torn }) = death {
        command.env("DEATH_AT", at.to_string());
        if torn {
            command.env("DEATH_TORN", "1");
        }
    }
    if let Some(log) = log {
        command.env("DEATH_LOG", log);
    }
    command.output().unwrap()
}

/// Runs a command and kills it before an operation; whether there was a library to do so.
pub(crate) fn kill_at(root: &Path, at: u64, arguments: &[&str]) -> bool {
    if shim().is_none() {
        return false;
    }
    let arguments: Vec<String> = arguments
        .iter()
        .map(|argument| (*argument).to_owned())
        .collect();
    run_below(
        root,
        Some(Death {
            at,
            torn: at.is_multiple_of(2),
        }),
        None,
        &arguments,
    );
    true
}

/// The bytes of every file of a folder, by path.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            found.extend(contents(&entry.path()));
        } else {
            found.push((entry.path(), fs::read(entry.path()).unwrap()));
        }
    }
    found.sort();
    found
}

/// The bytes of every file of a dataset, by its path in it.
fn dataset(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let own =
        |(path, bytes): (PathBuf, Vec<u8>)| (path.strip_prefix(folder).unwrap().to_owned(), bytes);
    contents(folder).into_iter().map(own).collect()
}

/// Resumes what is left and compares the dataset with that of a run that was never stopped; what is wrong, if
/// anything is.
fn resumed(scenario: &Scenario, setup: &Setup, expected: &[(PathBuf, Vec<u8>)]) -> Option<String> {
    let again: Vec<String> = scenario.command(setup, true);
    let output = run(again.iter().map(String::as_str).collect::<Vec<_>>());
    if output.status.code() != Some(scenario.code) {
        return Some(output.err());
    }
    let found = dataset(&setup.out);
    let differs = found.iter().zip(expected).find(|(one, other)| one != other);
    if let Some((one, other)) = differs {
        return Some(format!("{:?} differs from {:?}", one.0, other.0));
    }
    (found.len() != expected.len()).then(|| format!("{} files", found.len()))
}

/// A run of a scenario that nothing stops: its dataset, the number of its operations, and their log.
fn whole(scenario: &Scenario, folder: &Folder) -> (Vec<(PathBuf, Vec<u8>)>, u64, PathBuf) {
    let setup = Setup::new(scenario, folder, "whole");
    let log = PathBuf::from(folder.path("log"));
    let _ = fs::remove_file(&log);
    let output = run_below(
        &setup.root,
        None,
        Some(&log),
        &scenario.command(&setup, false),
    );
    let found = output.status.code();
    assert_eq!(found, Some(scenario.code), "{}", output.err());
    let operations = read_log(&log).len() as u64;
    (dataset(&setup.out), operations, log)
}

/// Dies at an operation, perhaps once more while it is resumed, and is resumed.
fn die(
    scenario: &Scenario,
    folder: &Folder,
    deaths: &[Death],
    expected: &[(PathBuf, Vec<u8>)],
) -> Option<String> {
    let setup = Setup::new(scenario, folder, "killed");
    for (number, death) in deaths.iter().enumerate() {
        let command = scenario.command(&setup, number > 0);
        let output = run_below(&setup.root, Some(*death), None, &command);
        let died = output.status.signal() == Some(KILLED);
        if !died && output.status.code() != Some(scenario.code) {
            return Some(format!("death {number}: {}", output.err()));
        }
    }
    resumed(scenario, &setup, expected)
}

/// `AUDIT960_DEATHS` deaths at random operations, of the scenarios in turn, from a random one on.
#[test]
fn a_run_that_died_at_any_operation_can_be_resumed() {
    if shim().is_none() {
        return;
    }
    let (seed, deaths) = (soak::seed(), soak::count("AUDIT960_DEATHS", 24));
    let mut random = SplitMix64::new(seed);
    let scenarios = in_turn(&mut random, deaths);
    let folder = Folder::new();
    let (mut wrong, mut twice) = (Vec::new(), 0);
    for (scenario, times) in scenarios {
        let (expected, operations, _) = whole(&scenario, &folder);
        for number in 0..times {
            let mut death = |most: u64| Death {
                at: 1 + u64::from(random.below(u32::try_from(most).unwrap())),
                torn: random.below(2) == 0,
            };
            let mut list = vec![death(operations)];
            if number % 3 == 0 {
                list.push(death(operations));
                twice += 1;
            }
            if let Some(what) = die(&scenario, &folder, &list, &expected) {
                wrong.push(format!("{} {list:?}: {what}", scenario.name));
            }
        }
    }
    println!("{deaths} deaths, {twice} of them twice");
    let holds = wrong.is_empty();
    assert!(holds, "{} of {deaths}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The scenarios from a random one on, each with its share of `total`; those without a share are left out.
fn in_turn(random: &mut SplitMix64, total: u64) -> Vec<(Scenario, u64)> {
    let mut scenarios = scenarios();
    let count = scenarios.len();
    scenarios.rotate_left(random.below(u32::try_from(count).unwrap()) as usize);
    let share = |index: usize| total.saturating_sub(index as u64).div_ceil(count as u64);
    let shared = scenarios
        .into_iter()
        .enumerate()
        .map(|(index, scenario)| (scenario, share(index)));
    shared.filter(|(_, share)| *share > 0).collect()
}

/// Every operation of every scenario, or of those in `AUDIT960_DEATHS_OF`, names with commas between them: every second
/// one torn. Too long for every test run.
#[test]
#[ignore = "minutes: make deaths"]
fn a_run_that_died_at_each_operation_can_be_resumed() {
    if shim().is_none() {
        return;
    }
    let folder = Folder::new();
    let (mut wrong, mut deaths) = (Vec::new(), 0);
    let only = std::env::var("AUDIT960_DEATHS_OF").ok();
    let is_asked = |name: &str| {
        let only = only.as_deref();
        only.is_none_or(|only| only.split(',').any(|one| one == name))
    };
    for scenario in scenarios().into_iter().filter(|one| is_asked(one.name)) {
        let (expected, operations, _) = whole(&scenario, &folder);
        for at in 1..=operations {
            let torn = at % 2 == 0;
            deaths += 1;
            if let Some(what) = die(&scenario, &folder, &[Death { at, torn }], &expected) {
                wrong.push(format!("{} {at}: {what}", scenario.name));
            }
        }
        let failed = wrong.len();
        println!(
            "{}: {operations} operations, {failed} not resumed so far",
            scenario.name
        );
    }
    println!("{deaths} deaths, {} not resumed", wrong.len());
    assert!(deaths > 0, "no such scenario: {only:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `AUDIT960_POWER` power failures at random operations: what was not synced is lost or reordered.
#[test]
fn a_run_that_lost_power_at_any_operation_can_be_resumed() {
    if shim().is_none() {
        return;
    }
    let (seed, failures) = (soak::seed(), soak::count("AUDIT960_POWER", 24));
    let mut random = SplitMix64::new(seed);
    let scenarios = in_turn(&mut random, failures);
    let folder = Folder::new();
    let mut wrong = Vec::new();
    for (scenario, share) in &scenarios {
        let (expected, operations, log) = whole(scenario, &folder);
        let log = read_log(&log);
        let whole_root = Setup::root(&folder, "whole");
        for _ in 0..*share {
            // The very end counts, too: what a run has reported as done stays done.
            let last = random.below(4) == 0;
            let count = if last {
                operations
            } else {
                1 + u64::from(random.below(u32::try_from(operations).unwrap()))
            };
            let setup = Setup::new(scenario, &folder, "killed");
            let mut disk = Disk::of(&setup.root);
            for operation in &log[..count as usize] {
                disk.apply(&operation.below(&whole_root, &setup.root));
            }
            let how = disk.fail(&mut random);
            disk.write(&setup.root);
            let done = || {
                if !setup.out.exists() {
                    return false;
                }
                let files = dataset(&setup.out).into_iter();
                // Whether the empty folder of the work is gone does not matter.
                let files = files.filter(|(path, _)| !path.starts_with("_inprogress"));
                files.collect::<Vec<_>>() == expected
            };
            let what = match last && !done() {
                true => Some("what was reported as done is not there".to_owned()),
                false => resumed(scenario, &setup, &expected),
            };
            if let Some(what) = what {
                wrong.push(format!(
                    "{} {count} of {operations}, {how:?}: {what}",
                    scenario.name
                ));
            }
        }
        println!("{}: {share} power failures", scenario.name);
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
