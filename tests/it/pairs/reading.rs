//! Games of a dataset: shown as those of its archives, and exported with their moves.

use std::fs;

use super::judge::{Judge, Wrong, stderr_of};

impl Judge<'_> {
    /// Some games are shown alike.
    pub(super) fn games(&mut self, dataset: &str, inputs: &[&str]) -> Result<(), Wrong> {
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
    pub(super) fn moves_of_export(
        &mut self,
        dataset: &str,
        audited: Option<i32>,
    ) -> Result<(), Wrong> {
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
        if audited == Some(0) && exported.code != Some(0) {
            return Err("the audit found no errors, but the export did".to_owned());
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
