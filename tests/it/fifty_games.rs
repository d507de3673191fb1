//! Games and sheets that `audit960 draws` writes, read back.

use std::collections::BTreeMap;
use std::path::Path;

use audit960_board::Position;
use audit960_pgn::{EpdLine, OperandValue, parse_epd};
use audit960_types::{Code, Verdict};

use crate::folder::{Folder, Has, audited, printed};
use crate::support::{Audit, audit_file, audit_text, corpus, data, pgn_files};

/// Findings about start and moves, which a faithful copy repeats.
const ABOUT_THE_GAME: [Code; 3] = [
    Code::BeyondAutomaticDraw,
    Code::BeyondSeventyFive,
    Code::ImplausibleClock,
];

/// Ordinals of the games of an audit that have incidents.
fn with_incidents(audit: &Audit) -> Vec<usize> {
    let mut games: Vec<usize> = audit.incidents.iter().map(|i| i.game as usize).collect();
    games.dedup();
    games
}

/// Every game with an incident is written, reads back clean, and is the same game.
fn assert_reads_back(path: &Path) -> usize {
    let place = path.display();
    let text = printed([
        "draws",
        "--rule",
        "fifty",
        path.to_str().unwrap(),
        "--format",
        "pgn",
    ]);
    let holds = text
        .lines()
        .all(|line| line.chars().count() < 80 || line.starts_with('['));
    assert!(holds, "{place}");
    let (before, after) = (audit_file(path, 1 << 20), audit_text(text.as_bytes()));
    let odd: Vec<_> = after
        .findings
        .iter()
        .filter(|finding| !ABOUT_THE_GAME.contains(&finding.code))
        .collect();
    assert!(odd.is_empty(), "{place}: {odd:?}");
    let games = with_incidents(&before);
    assert_eq!(after.games.len(), games.len(), "{place}");
    let found = with_incidents(&after);
    assert_eq!(found, (0..games.len()).collect::<Vec<_>>(), "{place}");
    for (game, copy) in games
        .into_iter()
        .map(|game| &before.games[game])
        .zip(&after.games)
    {
        assert_eq!(copy.verdict, Verdict::Ok, "{place}");
        assert_eq!(
            (&copy.moves, &copy.fen, copy.hash, copy.start, copy.result),
            (&game.moves, &game.fen, game.hash, game.start, game.result),
            "{place}"
        );
        let white = game.white.as_deref().unwrap_or("?");
        assert_eq!(copy.white.as_deref(), Some(white), "{place}");
    }
    for (incident, copy) in before.incidents.iter().zip(&after.incidents) {
        for name in "first_claim_ply first_claim_article peak_clock ended_by law fen".split(' ') {
            assert_eq!(incident.field(name), copy.field(name), "{place}: {name}");
        }
    }
    after.games.len()
}

#[test]
fn games_that_are_written_read_back_clean() {
    let mut files = [data("archive"), data("traps")]
        .map(|folder| pgn_files(&folder))
        .concat();
    for folder in ["chess960", "fifty", "torture"] {
        files.extend(corpus(folder).iter().flat_map(|folder| pgn_files(folder)));
    }
    let games: usize = files.iter().map(|path| assert_reads_back(path)).sum();
    println!("{games} games written and read back");
    assert!(games > 50);
}

#[test]
fn comments_stand_where_a_draw_could_be_claimed() {
    let text = printed("draws --rule fifty data/archive/fifty-move-classics.pgn --format pgn");
    let movetext = |name: &str| {
        let (_, game) = text.split_once(&format!("[White \"{name}")).unwrap();
        let (_, moves) = game.split_once("\n\n").unwrap();
        let (moves, _) = moves.split_once("\n\n").unwrap();
        moves.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // Of 1991 and 1966 the numbers of the articles are not known.
    movetext("Karpov").ends_in(
        "112. Ne7+ Kh8 {White may claim a draw (the limit of moves with the intended move, clock 99)} 113. Ng5 {Black may \
         claim a draw (the limit of moves completed, clock 100)} 113... Ra6+ 114. Kf7 Rf6+ 1/2-1/2",
    );
    movetext("Filipowicz").ends_in(
        "70. Kh2 {Black may claim a draw (the limit of moves with the intended move, clock 99)} 70... Rd7 {White may claim \
         a draw (the limit of moves completed, clock 100)} 1/2-1/2",
    );
    // Harutjunyan, who lost: the first claim was White's, at clock 99. The Laws of 2001 had letters.
    let lputian = movetext("Lputian");
    for comment in [
        "{Black, who lost, could claim a draw (9.3 b, clock 100)} 136...",
        "{Black's last chance to claim} 1-0",
    ] {
        assert!(lputian.contains(comment), "{comment}: {lputian}");
    }
    let nikolic = movetext("Nikolic");
    let too_early = "; no claim: the law of the time required 75 moves}";
    assert_eq!(nikolic.matches(too_early).count(), 2);
    let lawful = "{White may claim a draw (the limit of moves with the intended move, clock 149, under 75-KRBvKR); sources \
                  leave open which rule was in force on that date} 242.";
    assert_eq!(nikolic.matches(lawful).count(), 1);
    assert_eq!(
        nikolic
            .matches("{75 moves by each player; no rule ended the game then} 242...")
            .count(),
        1
    );
    // Topalov - Nakamura ended when the clock reached 150.
    // The article's number in the Laws of that day, 19 June 2016.
    movetext("Topalov").ends_in("{75 moves by each player: automatic draw (9.6 b)} 1/2-1/2");
}

/// A sheet of the first game of some text.
fn sheet_of(folder: &Folder, text: &str) -> String {
    let input = folder.write("in.pgn", text);
    let out = folder.path("sheet.html");
    let _ = std::fs::remove_file(&out);
    printed!("draws sheet {input} 1 --out {out}");
    std::fs::read_to_string(out).unwrap()
}

fn karpov_kasparov() -> String {
    let archive = std::fs::read_to_string(data("archive/fifty-move-classics.pgn")).unwrap();
    let (from, _) = archive.match_indices("[Event ").nth(7).unwrap();
    let (to, _) = archive.match_indices("[Event ").nth(8).unwrap();
    archive[from..to].to_owned()
}

#[test]
fn names_on_a_sheet_are_harmless() {
    let folder = Folder::new();
    let odd = "<script>alert(1)</script>&<b onclick=x>'";
    let text = karpov_kasparov()
        .replace("Karpov, Anatoly", odd)
        .replace("Tilburg NED", &format!("{odd} \\\"quoted\\\" NED"));
    assert_eq!(text.matches("<script>").count(), 2);
    let page = sheet_of(&folder, &text);
    assert!(!page.contains("<script") && !page.contains("<b onclick"));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;&lt;b onclick=x&gt;&#39;"));
    assert!(page.contains("&quot;quoted&quot; NED"));
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none';"));
}

#[test]
fn a_sheet_shows_the_claim() {
    let folder = Folder::new();
    let page = sheet_of(&folder, &karpov_kasparov());
    assert!(
        page.contains("<h2>113. White may claim (the limit of moves with the intended move)</h2>")
    );
    assert!(page.contains("<h3>Article: the limit of moves with the intended move</h3>"));
    assert_eq!(page.matches("<svg class=\"board\"").count(), 3);
    for caption in [
        "After 63. Kxh4: the count begins",
        "After 114... Rf6+: end of the run, clock 103",
    ] {
        page.has(&format!("<figcaption>{caption}</figcaption>"));
    }
    // Moves 113 and 114, and White's turn after them, each with a claim; then what came before, to be counted: a gap
    // for White's half of move 63, Black's half, moves 64 to 112.
    let (claims, before) = page.split_once("<details>").unwrap();
    let halves =
        |part: &str, class: &str| part.matches(&format!("<span class=\"{class}\"")).count();
    let found = (halves(claims, "half"), halves(claims, "half claim"));
    assert_eq!(found, (0, 5));
    let found = (halves(before, "half"), halves(before, "half claim"));
    assert_eq!(found, (1 + 1 + 2 * 49, 0));
    // As python-chess counts them: 8 of the bishop's, 13 of the knights', 4 of the king's.
    assert!(page.contains("completed the claim (25):</strong> Bb1, Bc2, "));

    let epd = page
        .split_once("<pre>")
        .unwrap()
        .1
        .split_once("</pre>")
        .unwrap()
        .0;
    let EpdLine::Record(record) = parse_epd(epd.as_bytes()) else {
        panic!("{epd}")
    };
    assert_eq!(record.notes, []);
    let opcodes: Vec<&[u8]> = record
        .operations
        .iter()
        .map(|operation| operation.name)
        .collect();
    assert_eq!(opcodes, [&b"draw_claim"[..], b"fmvn", b"hmvc", b"sm"]);
    assert_eq!((record.setup.clock, record.setup.move_number), (99, 113));
    let OperandValue::Move { text, .. } = record.operations[3].operands[0].value else {
        panic!("{epd}")
    };
    let position = Position::load(&record.setup).unwrap().position;
    let supplied = position
        .legal_moves()
        .into_iter()
        .find(|&m| position.san(m).as_bytes() == text);
    assert_eq!(text, b"Ng5");
    assert!(position.is_quiet(supplied.unwrap()));
}

/// Under the law of the time there was no claim at the first plain one, before move 217.
#[test]
fn a_sheet_is_about_the_claim_under_the_law() {
    let folder = Folder::new();
    let archive = std::fs::read_to_string(data("archive/fifty-move-classics.pgn")).unwrap();
    let games: Vec<&str> = archive.split("[Event ").collect();
    let game = games.iter().find(|game| game.contains("Nikolic")).unwrap();
    let page = sheet_of(&folder, &format!("[Event {game}"));
    let second = page.split("<section>").nth(2).unwrap();
    let claim = "242. White may claim (the limit of moves with the intended move)";
    second.has(&format!("<h2><span class=\"mark\">2</span> {claim}</h2>"));
    second.has(&format!("<figcaption>{claim}</figcaption>"));
    second
        .split("<pre>")
        .nth(1)
        .unwrap()
        .has("fmvn 242; hmvc 149; sm ");
    // Half-moves 483 to 538 and the turn after them.
    assert_eq!(page.matches("title=\"2: the limit").count(), 57);
    assert!(second.contains("<dt>Uncertain</dt>"));
    assert!(second.contains("draw under the law of the game, which required 75 moves."));
}

/// Harutjunyan lost after seven turns with a claim; the first claim had been his opponent's.
#[test]
fn a_sheet_leads_with_the_losers_chance() {
    let folder = Folder::new();
    let archive = std::fs::read_to_string(data("archive/fifty-move-classics.pgn")).unwrap();
    let games: Vec<&str> = archive.split("[Event ").collect();
    let game = games.iter().find(|game| game.contains("Lputian")).unwrap();
    let page = sheet_of(&folder, &format!("[Event {game}"));
    assert!(page.contains("<h2>136... Black, who lost, could claim (9.3 b), last at 142...</h2>"));
    let facts = page.split("<section>").nth(1).unwrap();
    let facts = facts.split("<dl>").nth(1).unwrap();
    facts
        .trim_start()
        .begins("<dt>Half a point lost by</dt><dd><bdi>Black</bdi>");
    facts.has("<dt>Chances of the loser</dt><dd><bdi>first at 136..., last at 142...");
}

#[test]
fn games_for_sheets_are_named() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive", "");
    let sheet = |game: &str, name: &str| {
        let out = folder.path(name);
        printed!("draws sheet {dataset} {game} --out {out}");
        std::fs::read_to_string(out).unwrap()
    };
    let page = sheet("data/archive/fifty-move-classics.pgn#8", "a.html");
    assert!(page.contains("Karpov, Anatoly"));
    assert_eq!(sheet("fifty-move-classics.pgn#8", "b.html"), page);
    let archive = std::fs::read_to_string(data("archive/fifty-move-classics.pgn")).unwrap();
    let (offset, _) = archive.match_indices("[Event ").nth(7).unwrap();
    let found = sheet(&format!("fifty-move-classics.pgn@{offset}"), "c.html");
    assert_eq!(found, page);

    let out = folder.path("none.html");
    let refusals = BTreeMap::from([
        ("3", "sources: name the game with its source"),
        (
            "mainz-2009.pgn#1",
            "in data/archive/mainz-2009.pgn#1 no draw could be claimed",
        ),
        (
            "fifty-move-classics.pgn#1000",
            "has no game 1000: it has 20",
        ),
        ("fifty-move-classics.pgn@1", "begins at byte 1"),
        ("nowhere.pgn#1", "no source is named nowhere.pgn"),
        ("what", "a game is named by its number (12)"),
    ]);
    for (game, expected) in refusals {
        let message = refused!("draws sheet {dataset} {game} --out {out}");
        assert!(message.contains(expected), "{game}: {message}");
        assert!(!Path::new(&out).exists());
    }
    let taken = folder.path("a.html");
    let game = "fifty-move-classics.pgn#8";
    refused!("draws sheet {dataset} {game} --out {taken}").has("a.html exists and is not empty");
}
