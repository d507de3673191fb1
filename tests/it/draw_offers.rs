//! Draw offers beside claims: a claim is an offer (Laws 9.1.2.3), so an offer shows that a player had a claim in mind.

use serde_json::Value;

use crate::folder::{Folder, audited, json, rows};

/// What the column says of the claimants of games with a rook each, the clock at 98 before White's move 110. Black has the
/// first claim, with the half-move 2, and White the next, with the half-move 3.
fn offered(movetext: &str) -> Value {
    let folder = Folder::new();
    let file = folder.path("a.pgn");
    let game = format!(
        "[Event \"x\"]\n[Site \"Biel SUI\"]\n[Date \"2021.05.05\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n[Result \"1/2-1/2\"]\n\
         [SetUp \"1\"]\n[FEN \"8/5k2/8/3r4/8/2R5/5K2/8 w - - 98 110\"]\n\n{movetext} 1/2-1/2\n"
    );
    std::fs::write(&file, game).unwrap();
    let dataset = audited(&folder, "out", &file, "");
    let sql = "SELECT claimant_offered_draw FROM incidents";
    let found = rows(&dataset, sql)[0]["claimant_offered_draw"].clone();
    // A claim that is judged anew is of the same player.
    let anew: Vec<Value> = json(format!("draws --rule fifty {dataset} --law fide"));
    assert_eq!(anew[0]["claimant_offered_draw"], found);
    found
}

#[test]
fn the_claimant_offered_a_draw() {
    let found = offered("110. Rc4 Rd6 {Black offers draw} 111. Rc5 Rd7");
    assert_eq!(found, true);
    assert_eq!(offered("110. Rc4 Rd6 111. Rc5 Rd7 (=)"), true);
    // The opponent's offer, and one from before the claim.
    let found = offered("110. Rc4 {White offers draw} Rd6 111. Rc5 Rd7");
    assert_eq!(found, false);
    // With the last half-move that could be replaced by a claim, and after the run.
    let with_capture = "110. Rc4 Rd6 111. Rc5 Rd7 112. Rc7 Rxc7 {Black offers draw}";
    assert_eq!(offered(with_capture), true);
    let found = offered("110. Rc4 Rd6 111. Rc5 Rd7 112. Rc7 Rxc7 113. Kf3 Kf6 {Black offers draw}");
    assert_eq!(found, false);
    assert_eq!(offered("110. Rc4 Rd6 111. Rc5 Rd7"), Value::Null);
}
