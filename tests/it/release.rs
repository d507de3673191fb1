//! The checklist of a release is true.

use std::path::Path;
use std::process::Command;

use crate::support::skipped;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_checklist_names_what_is_there() {
    let page = std::fs::read_to_string(root().join("docs/release.md")).unwrap();
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let (mut targets, mut files) = (0, 0);
    for quoted in page.split('`').skip(1).step_by(2) {
        let (first, rest) = quoted.split_once(' ').unwrap_or((quoted, ""));
        let is_file = first.contains('/') || first.ends_with(".toml") || first.ends_with(".cff");
        if first == "make" {
            let target = rest.split(' ').next().unwrap();
            assert!(makefile.contains(&format!("\n{target}:")), "make {target}");
            targets += 1;
        } else if is_file && !first.ends_with('/') {
            // Folders are those within an archive of a release.
            let places = ["", ".github/workflows"].map(|folder| root().join(folder).join(first));
            assert!(places.iter().any(|path| path.exists()), "{first}");
            files += 1;
        }
    }
    assert!(targets >= 5 && files >= 8, "{targets} {files}");
}

/// The crates that are published, in the order in which the script finds that each has what it needs.
#[test]
fn crates_are_published_in_the_order_of_the_checklist() {
    let page = std::fs::read_to_string(root().join("docs/release.md")).unwrap();
    let (_, list) = page.split_once("in this order:").unwrap();
    let names = list.split(". ").next().unwrap().split('`').skip(1);
    let mut python = Command::new("python3");
    let order = ["scripts/release/check.py", "--order"];
    let Ok(output) = python.args(order).current_dir(root()).output() else {
        return skipped("python3 is not there");
    };
    let order = String::from_utf8(output.stdout).unwrap();
    assert!(order.lines().eq(names.step_by(2)), "{order}");
}
