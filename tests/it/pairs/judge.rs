//! What must hold for an archive, whatever is in it.
//!
//! The judge makes these exceptions, and no others:
//!
//! - Inputs of which none can be read give no dataset: an audit ends with exit code 2, as does every command.
//! - `show`, `draws` and `positions` of archives read games as they stand: they have no options that play past
//!   illegal moves or search for starts. So they are compared with datasets that were made without these.
//! - `positions` of a dataset that knows its copies leaves them out, as its help says; archives are not searched
//!   for copies.
//! - `positions` of archives gives their errors in the exit code, as the help of its `--exit-zero` says; the audit
//!   of a dataset has given them before.
//! - Some records of `draws --records` need the moves, and say so where a dataset was made without `--with-moves`.
//! - An export to standard output has no table of copies and no file of damaged games: these are compared as files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use audit960_board::start::SplitMix64;

use super::archives::Archive;
use crate::support::run;

/// What is wrong.
type Wrong = String;

/// Judges one archive.
pub(super) struct Judge<'q> {
    archive: Archive,
    random: SplitMix64,
    questions: &'q mut BTreeMap<&'static str, u64>,
}

/// What a run has given.
#[derive(Debug, PartialEq, Eq)]
struct Given {
    code: Option<i32>,
    out: Vec<u8>,
}

impl Given {
    /// The beginning of the difference to another.
    fn difference(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        if self.code != other.code {
            return Some(format!("exit code {:?}, not {:?}", self.code, other.code));
        }
        let same = self
            .out
            .iter()
            .zip(&other.out)
            .take_while(|(one, other)| one == other);
        let at = same.count();
        let part = |bytes: &[u8]| {
            let from = at.saturating_sub(60);
            let to = (at + 60).min(bytes.len());
            String::from_utf8_lossy(bytes.get(from..to).unwrap_or_default()).into_owned()
        };
        Some(format!(
            "byte {at}: {:?}, not {:?}",
            part(&self.out),
            part(&other.out)
        ))
    }
}

impl<'q> Judge<'q> {
    pub(super) fn new(
        archive: Archive,
        random: SplitMix64,
        questions: &'q mut BTreeMap<&'static str, u64>,
    ) -> Self {
        Self {
            archive,
            random,
            questions,
        }
    }

    /// Keeps the archive for a look at it; returns where.
    pub(super) fn keep(&self, number: u64) -> String {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pairs-{number}"));
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(&kept).unwrap();
        for input in &self.archive.inputs {
            let name = Path::new(input).file_name().unwrap();
            fs::copy(input, kept.join(name)).unwrap();
        }
        format!("{}, {}", kept.display(), self.archive.options.join(" "))
    }

    fn path(&self, name: &str) -> String {
        self.archive
            .folder
            .path()
            .join(name)
            .to_str()
            .unwrap()
            .to_owned()
    }

    fn has(&self, option: &str) -> bool {
        self.archive.options.contains(&option)
    }

    /// Runs a command. It may fail, but not by a bug.
    fn given(&mut self, question: &'static str, arguments: &[&str]) -> Result<Given, Wrong> {
        *self.questions.entry(question).or_default() += 1;
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        if error.contains("a bug in audit960") || !matches!(code, Some(0..=2)) {
            return Err(format!("{arguments:?}: {code:?}, {error}"));
        }
        Ok(Given {
            code,
            out: output.stdout,
        })
    }

    /// Whether two runs give the same.
    fn same(
        &mut self,
        question: &'static str,
        one: &[&str],
        other: &[&str],
    ) -> Result<Given, Wrong> {
        let (left, right) = (self.given(question, one)?, self.given(question, other)?);
        match left.difference(&right) {
            None => Ok(left),
            Some(what) => Err(format!("{one:?} and {other:?}: {what}")),
        }
    }

    pub(super) fn run(&mut self) -> Result<(), Wrong> {
        let inputs = self.archive.inputs.clone();
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let dataset = self.path("dataset");
        let options = self.archive.options.clone();
        let threads = ["-j1", "-j2", "-j3"][self.random.below(3) as usize];
        let audit = ["audit", "-q", threads, "--out", &dataset];
        let audited = self.given("audit", &[&audit, &options[..], &inputs].concat())?;
        if audited.code == Some(2) {
            // None of the inputs can be read.
            return Ok(());
        }
        let verified = self.given("verify", &["verify", &dataset])?;
        if verified.code != Some(0) {
            return Err(format!("verify: {}", stderr_of(&["verify", &dataset])));
        }
        if self.random.below(4) == 0 {
            let again = self.given("verify --inputs", &["verify", "--inputs", &dataset])?;
            if again.code != Some(0) {
                return Err(format!(
                    "verify --inputs: {}",
                    stderr_of(&["verify", "--inputs", &dataset])
                ));
            }
        }
        self.export(&dataset, &inputs, audited.code)?;
        let as_it_stands = !self.has("--keep-illegal") && !self.has("--infer-start");
        if as_it_stands {
            self.questions_about_games(&dataset, &inputs)?;
        }
        self.moves_of_export(&dataset)?;
        if inputs.len() > 1 && !self.has("--duplicates") && !self.has("--infer-start") {
            self.appended(&dataset, &inputs, &options)?;
        }
        self.killed(&dataset, &inputs, &options)
    }

    /// The export of the dataset is that of the archive: games, damaged games, exit code.
    fn export(
        &mut self,
        dataset: &str,
        inputs: &[&str],
        audited: Option<i32>,
    ) -> Result<(), Wrong> {
        let form = ["", "--minimal", "--uci", "--raw", "--epd", "--one-line"];
        let form = form[self.random.below(6) as usize];
        let castling = ["xfen", "shredder"][self.random.below(2) as usize];
        let select: &[&str] = match self.random.below(6) {
            0 => &["--where", "plies > 3"],
            1 => &["--verdict", "damaged,rejected"],
            2 => &["--player", "a"],
            3 => &["--where", "white LIKE '%e%'", "--verdict", "ok"],
            _ => &[],
        };
        let mut options = vec!["-q"];
        options.extend(Some(form).filter(|form| !form.is_empty()));
        if form != "--raw" {
            options.extend(["--castling", castling]);
        }
        options.extend(select);
        // Games of the dataset are read as they were audited; of the archive, as the options say.
        let mut reading = Vec::new();
        if self.has("--keep-illegal") {
            reading.push("--keep-illegal");
        }
        if self.has("--infer-start") {
            reading.push("--infer-start");
        }
        if form == "--raw" && reading.contains(&"--keep-illegal") {
            // The games are unchanged: how they are read makes no difference.
            reading.retain(|option| *option != "--keep-illegal");
        }
        let damaged = self.random.below(2) == 0;
        let mut given = Vec::new();
        for (name, from, reading) in [
            ("archive", inputs, &reading[..]),
            ("of-dataset", &[dataset][..], &[]),
        ] {
            let (games, bad) = (
                self.path(&format!("{name}.pgn")),
                self.path(&format!("{name}.bad")),
            );
            let mut arguments = vec!["export", "--out", &games];
            if damaged {
                arguments.extend(["--damaged-to", &bad]);
            }
            arguments.extend(options.iter().chain(reading).chain(from));
            let mut found = self.given("export", &arguments)?;
            for file in [games, bad] {
                found.out.extend(fs::read(&file).unwrap_or_default());
                let _ = fs::remove_file(file);
            }
            given.push(found);
        }
        if let Some(what) = given[1].difference(&given[0]) {
            return Err(format!("export {options:?} of dataset and archive: {what}"));
        }
        if select.is_empty() && audited == Some(0) && given[0].code != Some(0) {
            return Err("the audit found no errors, but the export did".to_owned());
        }
        Ok(())
    }

    /// What is shown of games is the same.
    fn questions_about_games(&mut self, dataset: &str, inputs: &[&str]) -> Result<(), Wrong> {
        let of = |command: &[&'static str], from: &[&str]| -> Vec<String> {
            let all = command.iter().copied().chain(from.iter().copied());
            all.map(str::to_owned).collect()
        };
        let mut commands: Vec<(&'static str, Vec<&'static str>)> = vec![
            ("draws", vec!["draws", "--format", "csv"]),
            ("draws", vec!["draws", "--format", "pgn"]),
        ];
        if self.has("--with-moves") {
            commands.push(("draws", vec!["draws", "--records", "--format", "csv"]));
        }
        if !self.has("--duplicates") {
            commands.push(("positions", vec!["positions", "--format", "csv"]));
            commands.push((
                "positions",
                vec!["positions", "--popularity", "--format", "json"],
            ));
            commands.push((
                "positions",
                vec!["positions", "--by", "year", "--format", "csv"],
            ));
        }
        for (question, command) in commands {
            let (one, other) = (of(&command, inputs), of(&command, &[dataset]));
            let [one, other] =
                [&one, &other].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
            let (archive, dataset) = (self.given(question, &one)?, self.given(question, &other)?);
            let code = |given: &Given| match question {
                "positions" => given.code.filter(|code| *code != 1),
                _ => given.code,
            };
            let (left, right) = (
                Given {
                    code: code(&archive).or(Some(0)),
                    ..archive
                },
                Given {
                    code: code(&dataset).or(Some(0)),
                    ..dataset
                },
            );
            if let Some(what) = right.difference(&left) {
                return Err(format!("{command:?} of dataset and archive: {what}"));
            }
        }
        let listed = self.given(
            "query",
            &[
                "query",
                dataset,
                "--format",
                "csv",
                "SELECT source, game FROM games",
            ],
        )?;
        let text = String::from_utf8_lossy(&listed.out).into_owned();
        let games: Vec<String> = text
            .lines()
            .skip(1)
            .filter_map(|line| line.rsplit_once(','))
            .map(|(source, game)| format!("{source}#{game}"))
            .collect();
        for _ in 0..games.len().min(4) {
            let game = &games[self.random.below(games.len() as u32) as usize];
            let input = inputs.iter().find(|input| game.starts_with(**input));
            let Some(input) = input else { continue };
            self.same("show", &["show", input, game], &["show", dataset, game])?;
            let ply = ["show", "--ply", "2"];
            self.same(
                "show",
                &[&ply[..], &[*input, game]].concat(),
                &[&ply[..], &[dataset, game]].concat(),
            )?;
        }
        Ok(())
    }

    /// Games in normal form have the same moves when they are audited again.
    fn moves_of_export(&mut self, dataset: &str) -> Result<(), Wrong> {
        let (games, bad, again) = (
            self.path("normal.pgn"),
            self.path("rest"),
            self.path("again"),
        );
        let export = [
            "export",
            "-q",
            "--out",
            &games,
            "--damaged-to",
            &bad,
            dataset,
        ];
        let exported = self.given("export, then audit", &export)?;
        if exported.code == Some(2) {
            return Err(format!("export of the dataset: {}", stderr_of(&export)));
        }
        let keep: &[&str] = match self.has("--keep-illegal") {
            true => &["--keep-illegal"],
            false => &[],
        };
        let audit = ["audit", "-q", "--out", &again, &games];
        let audited = self.given("export, then audit", &[&audit, keep].concat())?;
        if audited.code == Some(2) {
            // Nothing was exported.
            return match fs::metadata(&games).map_or(0, |found| found.len()) {
                0 => Ok(()),
                _ => Err("the export cannot be audited".to_owned()),
            };
        }
        let question = "SELECT plies, moves_hash, result, white_start FROM games \
                        WHERE verdict IN ('ok', 'repaired')";
        let ask = |from: &str| {
            [
                "query".to_owned(),
                from.to_owned(),
                question.to_owned(),
                "--format".to_owned(),
                "csv".to_owned(),
            ]
        };
        let (one, other) = (ask(dataset), ask(&again));
        let [one, other] =
            [&one, &other].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
        self.same("export, then audit", &one, &other)?;
        Ok(())
    }

    /// Inputs added to a dataset give its rows.
    fn appended(&mut self, dataset: &str, inputs: &[&str], options: &[&str]) -> Result<(), Wrong> {
        let grown = self.path("grown");
        for input in inputs {
            let audit = ["audit", "-q", "--append", "--out", &grown, input];
            let added = self.given("append", &[&audit, options].concat())?;
            if added.code == Some(2) {
                // One of the inputs alone cannot be read.
                return Ok(());
            }
        }
        let verified = self.given("append", &["verify", &grown])?;
        if verified.code != Some(0) {
            return Err(format!(
                "append, verify: {}",
                stderr_of(&["verify", &grown])
            ));
        }
        for table in [
            "games",
            "incidents",
            "diagnostics",
            "start_positions",
            "castling",
        ] {
            let sql = format!("SELECT * FROM {table}");
            let ask = |from: &str| {
                [
                    "query".to_owned(),
                    from.to_owned(),
                    sql.clone(),
                    "--format".to_owned(),
                    "json".to_owned(),
                ]
            };
            let (one, other) = (ask(dataset), ask(&grown));
            let [one, other] =
                [&one, &other].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
            self.same("append", &one, &other)?;
        }
        Ok(())
    }

    /// A killed audit is resumed and gives the same files.
    #[cfg(target_os = "linux")]
    fn killed(&mut self, dataset: &str, inputs: &[&str], options: &[&str]) -> Result<(), Wrong> {
        use crate::deaths::kill_at;

        let out = self.path("killed");
        let audit = ["audit", "-q", "-j2", "--checkpoint", "1", "--out", &out];
        let command = [&audit, options, inputs].concat();
        // Small archives make some tens of operations; beyond the last one nothing is killed.
        let at = u64::from(1 + self.random.below(90));
        let Some(root) = Path::new(&out)
            .parent()
            .map(|root| root.canonicalize().unwrap())
        else {
            return Ok(());
        };
        if !kill_at(&root, at, &command) {
            return Ok(());
        }
        let resumed = self.given("resume", &[&command[..], &["--resume"]].concat())?;
        if resumed.code == Some(2) {
            return Err(format!(
                "killed at {at}, resumed: {}",
                stderr_of(&[&command[..], &["--resume"]].concat())
            ));
        }
        let manifest = |dataset: &str| fs::read(Path::new(dataset).join("manifest.json")).unwrap();
        match manifest(dataset) == manifest(&out) {
            true => Ok(()),
            false => Err(format!("killed at {at}, resumed: another dataset")),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn killed(&mut self, _: &str, _: &[&str], _: &[&str]) -> Result<(), Wrong> {
        Ok(())
    }
}

fn stderr_of(arguments: &[&str]) -> String {
    String::from_utf8_lossy(&run(arguments).stderr).into_owned()
}
