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
        let resumed = self.given("resume", &[&command[..], &["--resume"]].concat())?;
        if resumed.code == Some(2) {
            return Err(format!(
                "killed at {at}, resumed: {}",
                stderr_of(&[&command[..], &["--resume"]].concat())
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
