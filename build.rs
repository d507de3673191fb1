//! Sets the commit and the features for `--version`.

use std::path::Path;
use std::process::Command;

fn main() {
    // A package has no repository: whoever builds it may set the commit.
    println!("cargo::rerun-if-env-changed=AUDIT960_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    if Path::new(".git/logs/HEAD").exists() {
        println!("cargo::rerun-if-changed=.git/logs/HEAD");
    }
    let commit = std::env::var("AUDIT960_COMMIT").ok().or_else(of_repository);
    let commit = commit.unwrap_or_else(|| "commit unknown".to_owned());
    println!("cargo::rustc-env=AUDIT960_COMMIT={commit}");
    let has_cloud = std::env::var_os("CARGO_FEATURE_CLOUD").is_some();
    let features = if has_cloud { "cloud" } else { "none" };
    println!("cargo::rustc-env=AUDIT960_FEATURES={features}");
}

/// The commit that is checked out here; `None` if this is not a repository or git is missing.
fn of_repository() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let git = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .output()
        .ok()
        .filter(|git| git.status.success())?;
    let commit = String::from_utf8(git.stdout).ok()?;
    Some(format!("commit {}", commit.trim()))
}
