//! `audit960 show`, as people run it.

use crate::folder::{Folder, game};
use crate::support::{audited, printed, run};

#[test]
fn a_game_is_shown_with_what_was_found() {
    let folder = Folder::new();
    let text = game(&[("Event", "a")], "1. e4 *") + &game(&[("Event", "b")], "1. e4 e5\n2. Ke3 *");
    let path = folder.write("a.pgn", &text);
    let shown = printed(&["show", &path, "1"]);
    assert!(shown.contains("a.pgn#1 (line 5, "), "{shown}");
    assert!(
        shown.contains("2. Ke3 *\n   ^^^ error[M001]: Ke3 is not legal here\n"),
        "{shown}"
    );
    let dataset = audited(folder.0.path(), "dataset", &[&path], &[]);
    assert_eq!(printed(&["show", &dataset, "a.pgn#1"]), shown);
    let board = printed(&["show", &dataset, "1", "--ply", "2"]);
    assert!(board.contains("after 1... e5\n"), "{board}");
    assert!(
        board.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        "{board}"
    );
    let beyond = run(&["show", &path, "1", "--ply", "3"]);
    assert_eq!(beyond.status.code(), Some(2));
    assert_eq!(run(&["show", &path, "2"]).status.code(), Some(2));
}
