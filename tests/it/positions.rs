//! `audit960 positions`, as users run it.

use crate::support::{audited, data, printed};

#[test]
fn archives_answer_as_their_dataset_does() {
    let folder = tempfile::tempdir().unwrap();
    let archive = data("archive/mainz-2009.pgn");
    let archive = archive.to_str().unwrap();
    let dataset = audited(folder.path(), "out", &[archive], &[]);
    for options in [
        &["--format", "csv"][..],
        &["--popularity", "--format", "csv"],
        &["--popularity", "--by", "year"],
        &["--start", "518", "--format", "json"],
        &["--pairs", "--format", "json"],
    ] {
        let ask = |input| printed(&[&["positions", input], options].concat());
        assert_eq!(ask(archive), ask(&dataset), "{options:?}");
    }
    // Rounds of Mainz share a position: 20 games, fewer draws.
    let popularity = printed(&["positions", archive, "--popularity"]);
    assert!(popularity.contains("20 games;"), "{popularity}");
}
