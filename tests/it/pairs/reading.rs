//! What is read of a dataset is what is read of its archive: exports, games shown, the ledger, positions.

use std::fs;

use super::given::Given;
use super::judge::{Judge, Wrong, stderr_of};
use crate::folder::cases;

impl Judge<'_> {
    /// The export of the dataset is that of the archive: games, damaged games, exit code.
    pub(super) fn export(
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
    pub(super) fn questions_about_games(
        &mut self,
        dataset: &str,
        inputs: &[&str],
    ) -> Result<(), Wrong> {
        let mut commands = "\
            draws --format csv
            draws --format pgn"
            .to_owned();
        if self.has("--with-moves") {
            commands += "\ndraws --records --format csv";
        }
        let kept = self.has("--positions=9");
        if (self.has("--with-moves") || kept) && !self.has("--duplicates") {
            // What nine half-moves answer.
            commands += "
            explore --within 9 --format csv
            explore --plies 1-9 --format csv
            endings --format csv
            find --ply 6 --count";
        }
        if self.has("--with-moves") && !self.has("--duplicates") {
            // How long material stays is known only with all moves.
            commands += "
            explore --moves e4 --format json
            explore --format csv
            explore --known --format csv
            find --ply 6 --format json
            find --moved K --format csv
            find --castled O-O --format csv
            find --material KRvKR --format csv";
        }
        if !self.has("--duplicates") {
            commands += "
            starts --format csv
            starts --popularity --format json
            starts --by year --format csv";
        }
        for [command] in cases::<1>(&commands) {
            let names = ["draws", "explore", "endings", "find", "starts"];
            let question = names
                .into_iter()
                .find(|name| command.starts_with(name))
                .unwrap();
            let archive = self.given(question, (command, inputs))?;
            let dataset = self.given(question, (command, dataset))?;
            let code = |given: &Given| match question {
                "starts" => given.code.filter(|code| *code != 1),
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
                return Err(format!("{command} of dataset and archive: {what}"));
            }
        }
        let sql = "SELECT source, game FROM games";
        let listed = self.given("query", ["query", dataset, sql, "--format", "csv"])?;
        let text = String::from_utf8_lossy(&listed.out).into_owned();
        let games: Vec<String> = text
            .lines()
            .skip(1)
            .filter_map(|line| line.rsplit_once(','))
            .filter_map(|(source, game)| {
                let ordinal: u64 = game.parse().ok()?;
                Some(format!("{source}#{}", ordinal + 1))
            })
            .collect();
        for _ in 0..games.len().min(4) {
            let game = &games[self.random.below(games.len() as u32) as usize];
            let input = inputs.iter().find(|input| game.starts_with(**input));
            let Some(input) = input else { continue };
            for ply in ["", "--ply 2"] {
                let (one, other) = ([*input, game], [dataset, game]);
                self.same("show", ("show", ply, one), ("show", ply, other))?;
            }
        }
        Ok(())
    }

    /// Games in normal form have the same moves when they are audited again.
    pub(super) fn moves_of_export(&mut self, dataset: &str) -> Result<(), Wrong> {
        let (games, bad, again) = (
            self.path("normal.pgn"),
            self.path("rest"),
            self.path("again"),
        );
        let export = format!("export -q --out {games} --damaged-to {bad} {dataset}");
        let exported = self.given("export, then audit", &export)?;
        if exported.code == Some(2) {
            return Err(format!("export of the dataset: {}", stderr_of(&export)));
        }
        let keep = if self.has("--keep-illegal") {
            "--keep-illegal"
        } else {
            ""
        };
        let audit = format!("audit -q --out {again} {games} {keep}");
        let audited = self.given("export, then audit", audit)?;
        if audited.code == Some(2) {
            // Nothing was exported.
            return match fs::metadata(&games).map_or(0, |found| found.len()) {
                0 => Ok(()),
                _ => Err("the export cannot be audited".to_owned()),
            };
        }
        let question = "SELECT plies, moves_hash, result, white_start FROM games \
                        WHERE verdict IN ('ok', 'repaired')";
        let ask = |from: &str| format!("query {from} `{question}` --format csv");
        self.same("export, then audit", ask(dataset), ask(&again))?;
        Ok(())
    }
}
