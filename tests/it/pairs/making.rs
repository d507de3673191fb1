//! A dataset is the same however it was made: in one run, input by input, or by a run that was killed and
//! resumed.

use std::fs;
use std::path::Path;

use super::judge::{Judge, Wrong, stderr_of};

impl Judge<'_> {
    /// Inputs added to a dataset give its rows.
    pub(super) fn appended(
        &mut self,
        dataset: &str,
        inputs: &[&str],
        options: &[&str],
    ) -> Result<(), Wrong> {
        let grown = self.path("grown");
        for input in inputs {
            let audit = format!("audit -q --append --out {grown} {input}");
            let added = self.given("append", (audit, options))?;
            if added.code == Some(2) {
                // One of the inputs alone cannot be read.
                return Ok(());
            }
        }
        let verify = format!("verify {grown}");
        if self.given("append", &verify)?.code != Some(0) {
            return Err(format!("append, {}", stderr_of(&verify)));
        }
        for table in "games incidents diagnostics start_positions castling".split(' ') {
            let ask = |from: &str| format!("query {from} `SELECT * FROM {table}` --format json");
            self.same("append", ask(dataset), ask(&grown))?;
        }
        Ok(())
    }

    /// A killed audit is resumed and gives the same files and the exit code of one that was not.
    #[cfg(target_os = "linux")]
    pub(super) fn killed(
        &mut self,
        dataset: &str,
        inputs: &[&str],
        options: &[&str],
        audited: Option<i32>,
    ) -> Result<(), Wrong> {
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
        let resumed = self.given("resume", (&command, "--resume"))?;
        if resumed.code == Some(2) {
            return Err(format!(
                "killed at {at}, resumed: {}",
                stderr_of((&command, "--resume"))
            ));
        }
        if resumed.code != audited {
            let (code, whole) = (resumed.code, audited);
            return Err(format!(
                "killed at {at}, resumed: exit code {code:?}, not {whole:?}"
            ));
        }
        let manifest = |dataset: &str| fs::read(Path::new(dataset).join("manifest.json")).unwrap();
        match manifest(dataset) == manifest(&out) {
            true => Ok(()),
            false => Err(format!("killed at {at}, resumed: another dataset")),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn killed(
        &mut self,
        _: &str,
        _: &[&str],
        _: &[&str],
        _: Option<i32>,
    ) -> Result<(), Wrong> {
        Ok(())
    }
}
