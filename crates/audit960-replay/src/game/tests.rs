//! What is said of whole games: codes, and the text that each finding shows.

mod starts;

use std::sync::{Arc, Mutex};

use audit960_board::Position;
use audit960_types::tables::ColumnGroup;
use audit960_types::{
    CastlingSource, CastlingStyle, Code, Diagnostic, Fact, FactSink, Finding, Identity, StartKind,
    StartSearch,
};

use crate::{AuditOptions, Auditor, Case, Examiner, Record};

/// White's and Black's FIDE id, team and key.
#[derive(Debug, Default, PartialEq)]
struct Players {
    ids: [Option<i64>; 2],
    teams: [Option<String>; 2],
    keys: [Option<String>; 2],
}

/// Findings, and what the rows of games say.
#[derive(Default)]
struct Said {
    findings: Vec<Finding>,
    kept: Vec<u32>,
    unread_bytes: Vec<u64>,
    /// Kind of start, White's Scharnagl number, and how rights were written.
    starts: Vec<(StartKind, Option<u16>, CastlingStyle)>,
    castling_sources: Vec<Option<CastlingSource>>,
    /// FIDE ids, teams and keys, where they were asked for.
    players: Vec<Players>,
    /// Half-move and clock of each first claim.
    claims: Vec<(u32, u32)>,
    repetitions: u32,
    max_clocks: Vec<Option<u32>>,
}

impl FactSink for Said {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Finding(finding) => self.findings.push(finding),
            Fact::Game(facts) => {
                self.kept.push(facts.illegal_kept);
                self.max_clocks.push(facts.max_clock);
                self.unread_bytes.push(facts.unread_bytes);
                self.castling_sources.push(facts.castling_source);
                let owned = |text: Option<&str>| text.map(str::to_owned);
                self.players.push(Players {
                    ids: facts.fide_ids,
                    teams: [facts.white_team, facts.black_team].map(owned),
                    keys: facts.player_keys.map(owned),
                });
                self.starts
                    .push((facts.start, facts.white_start, facts.castling_style));
            }
            Fact::Incident(facts) => {
                let incident = facts.incident;
                self.claims
                    .push((incident.first_claim_ply, incident.first_clock));
            }
            Fact::Repetition(_) => self.repetitions += 1,
            _ => {}
        }
    }
}

impl Said {
    fn of(movetext: &str, options: AuditOptions) -> Self {
        Self::with_tags("", movetext, options)
    }

    fn with_tags(tags: &str, movetext: &str, options: AuditOptions) -> Self {
        let roster = ["Event", "Site", "Date", "Round", "White", "Black"];
        let mut text: String = roster
            .iter()
            .map(|tag| format!("[{tag} \"x\"]\n"))
            .collect();
        text.push_str(&format!("[Result \"*\"]\n{tags}\n{movetext}"));
        Self::of_text(&text, options)
    }

    fn of_text(text: &str, options: AuditOptions) -> Self {
        let mut said = Self::default();
        let spans = audit960_source::spans(text.as_bytes());
        let identity = |_| Identity::default();
        Auditor::new(options).audit(text.as_bytes(), spans, &identity, false, &mut said);
        said
    }

    /// The text that the findings of a code show.
    fn shown(&self, code: Code) -> Vec<String> {
        let found = self.findings.iter().filter(|finding| finding.code == code);
        let shown = found.map(|finding| {
            let (start, length) = finding.caret;
            let excerpt = finding.excerpt.chars();
            excerpt.skip(start as usize).take(length as usize).collect()
        });
        shown.collect()
    }
}

#[test]
fn comments_that_look_like_a_lost_brace_are_told() {
    let options = AuditOptions::default;
    let said = Said::of("1. e4 { a { b } e5 *\n", options());
    assert_eq!(said.shown(Code::BraceInComment).len(), 1);
    assert!(said.shown(Code::TagInComment).is_empty());
    let said = Said::of("1. e4 { a\n[White \"b\"]\nc } e5 *\n", options());
    assert_eq!(said.shown(Code::TagInComment).len(), 1);
    assert!(said.shown(Code::BraceInComment).is_empty());
    let said = Said::of("1. e4 { a b } e5 *\n", options());
    assert!(said.shown(Code::BraceInComment).is_empty());
}

#[test]
fn illegal_moves_that_are_kept_are_counted() {
    let options = AuditOptions {
        keep_illegal: true,
        ..AuditOptions::default()
    };
    let movetext = "1. e4 e5 2. Ke3 Nc6 3. Kg5 Nf6 4. Kh4 *\n";
    let said = Said::of(movetext, options);
    assert_eq!(said.kept, [2]);
    assert_eq!(said.shown(Code::IllegalMoveKept), ["Ke3", "Kg5"]);
    let said = Said::of(movetext, AuditOptions::default());
    assert_eq!(said.kept, [0]);
}

/// After 2... Nc6 the kings are put on e4 and d5, which no king can reach.
#[test]
fn the_tail_of_a_sensor_board_is_shown_from_its_first_word_to_its_last() {
    let said = Said::of("1. d4 d5 2. c4 c6 3. Ke4 Kd5 *\n", AuditOptions::default());
    assert_eq!(said.shown(Code::BoardTail), ["Ke4 Kd5"]);
}

/// A clock of 98 before the first half-move is 99 before the second, where a quiet move would complete the fifty.
#[test]
fn claims_are_found_from_the_first_on() {
    let tags = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 98 90\"]\n";
    let said = Said::with_tags(tags, "90. Ra2 Kd7 91. Ra3 *\n", AuditOptions::default());
    assert_eq!(said.claims, [(2, 99)]);
    let said = Said::with_tags(tags, "90. Ra8+ *\n", AuditOptions::default());
    assert_eq!(said.claims, [(2, 99)]);
    let few = tags.replace(" 98 ", " 90 ");
    let said = Said::with_tags(&few, "90. Ra2 Kd7 91. Ra3 *\n", AuditOptions::default());
    assert!(said.claims.is_empty());
}

/// After eight half-moves the start position stands on the board for the third time, and White, to move, could make that
/// after 1. Nf3 occur for the third time (Laws 9.2.1). After four nothing has occurred more than twice.
#[test]
fn positions_that_occur_three_times_are_told() {
    let cycle = "Nf3 Nf6 Ng1 Ng8";
    let said = Said::of(&format!("{cycle} {cycle} *\n"), AuditOptions::default());
    assert_eq!(said.repetitions, 2);
    let said = Said::of(&format!("{cycle} *\n"), AuditOptions::default());
    assert_eq!(said.repetitions, 0);
}

/// The three bytes between the tag pairs stay unread, also where the moves are read once more, in German.
#[test]
fn what_is_unread_before_the_moves_is_counted_once() {
    for movetext in ["1. e4 e5 2. Nf3 *\n", "1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n"] {
        let said = Said::with_tags(
            "[A \"a\"] &&&\n[B \"b\"]\n",
            movetext,
            AuditOptions::default(),
        );
        assert_eq!(said.unread_bytes, [3], "{movetext}");
    }
}

/// A wall of pawns that nobody can pass, and a flag that falls: over the board the game was over, and the result contradicts
/// that; where a program runs the games it went on, and the win on time is a draw by the Laws.
#[test]
fn a_flag_that_falls_on_a_blocked_board_is_told_once() {
    let wall = "[SetUp \"1\"]\n[FEN \"4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 40\"]\n";
    for (site, codes) in [
        ("https://lichess.org/AbCd1234", [0, 1]),
        ("Biel SUI", [1, 0]),
    ] {
        let head =
            "[Date \"2019.05.05\"]\n[White \"Smith, A\"]\n[Black \"Jones, B\"]\n[Result \"1-0\"]\n";
        let text = format!(
            "[Event \"x\"]\n[Site \"{site}\"]\n{head}[Termination \"Time forfeit\"]\n{wall}\n40. Kd2 Kd7 1-0\n"
        );
        let said = Said::of_text(&text, AuditOptions::default());
        let told = [Code::ResultAgainstDeadPosition, Code::FlagWithoutMate];
        assert_eq!(told.map(|code| said.shown(code).len()), codes, "{site}");
    }
}

/// One tag differs from those of a record in which everything agrees: each difference has its code, and no other.
#[test]
fn each_disagreement_of_tags_and_board_has_its_code() {
    const AGREES: &str = "[Event \"Open\"]\n[Site \"Biel SUI\"]\n[Date \"2019.05.05\"]\n[Round \"1\"]\n\
        [White \"Smith, A\"]\n[Black \"Jones, B\"]\n[Result \"0-1\"]\n[WhiteElo \"2100\"]\n[BlackElo \"2200\"]\n\
        [PlyCount \"4\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let asked = [
        Code::MissingRoster,
        Code::ImpossibleDate,
        Code::EloOutOfRange,
        Code::ResultTagSpelling,
        Code::UnknownResult,
        Code::ResultAgainstMarker,
        Code::ResultAgainstMate,
        Code::PlyCountDiffers,
        Code::TerminationAgainstBoard,
    ];
    let codes = |from: &str, to: &str| -> Vec<Code> {
        assert!(AGREES.contains(from), "{from}");
        let said = Said::of_text(&AGREES.replace(from, to), AuditOptions::default());
        let found = said.findings.iter().map(|finding| finding.code);
        found.filter(|code| asked.contains(code)).collect()
    };
    assert_eq!(codes("Open", "Open"), []);
    for (from, to, code) in [
        ("[Round \"1\"]\n", "", Code::MissingRoster),
        ("2019.05.05", "2019.02.30", Code::ImpossibleDate),
        ("\"2100\"", "\"21000\"", Code::EloOutOfRange),
        ("\"2200\"", "\"5000\"", Code::EloOutOfRange),
        (
            "Result \"0-1\"",
            "Result \"0-1 (mate)\"",
            Code::ResultTagSpelling,
        ),
        ("Result \"0-1\"", "Result \"lost\"", Code::UnknownResult),
        ("0-1", "1-0", Code::ResultAgainstMate),
        ("\"4\"", "\"5\"", Code::PlyCountDiffers),
        (
            "[PlyCount",
            "[Termination \"stalemate\"]\n[PlyCount",
            Code::TerminationAgainstBoard,
        ),
    ] {
        assert_eq!(codes(from, to), [code], "{to}");
    }
    // What speaks about a tag is placed there, without the tag at the first line of the game; lines are counted from 0 here.
    for (from, to, code, line) in [
        ("\"4\"", "\"5\"", Code::PlyCountDiffers, 9),
        ("\"0-1\"", "\"lost\"", Code::UnknownResult, 6),
        (" 0-1\n", " 1-0\n", Code::ResultAgainstMarker, 6),
        ("[Result \"0-1\"]\n", "", Code::MissingRoster, 0),
    ] {
        let said = Said::of_text(&AGREES.replace(from, to), AuditOptions::default());
        let found = said.findings.iter().find(|finding| finding.code == code);
        assert_eq!(found.map(|finding| finding.line), Some(line), "{to}");
    }
    // The tag is what is believed, so the mate speaks against it as well.
    let both = [Code::ResultAgainstMarker, Code::ResultAgainstMate];
    assert_eq!(codes("Result \"0-1\"", "Result \"*\""), both);
}

/// The half-move after the last is shown, whatever stands before it.
#[test]
fn play_after_the_end_is_shown_where_it_begins() {
    let tags = "[SetUp \"1\"]\n[FEN \"k7/8/8/8/8/8/1r6/K7 w - - 0 1\"]\n";
    for movetext in [
        "1. Kxb2! {K v K} (1. Kxb2 Ka7) 1... Ka7 2. Kc3 *",
        "1. Kxb2 Ka7 $1 2. Kc3 *",
        "1. Ka1xb2 Ka7 2. Kc3 *",
        "1. Kb2 Ka7 2. Kc3 *",
        "1. Kxb2 @ Ka7 2. Kc3 *",
    ] {
        let said = Said::with_tags(tags, movetext, AuditOptions::default());
        assert_eq!(said.shown(Code::BeyondDeadPosition), ["Ka7"], "{movetext}");
        let finding = said
            .findings
            .iter()
            .find(|f| f.code == Code::BeyondDeadPosition);
        assert_eq!(finding.unwrap().ply, Some(2), "{movetext}");
    }
}

/// What is said of the number of lines is what `wc -l` would say, whatever stands before, between and after the games.
#[test]
fn the_line_ends_of_a_text_are_counted() {
    let game = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4\ne5 *\n";
    for (text, lines) in [
        (String::new(), 0),
        (game.to_owned(), 5),
        (format!("\na heading\n\n{game}\n{game}\n\n"), 16),
        (format!("{game}{game}and a rest"), 10),
    ] {
        let spans = audit960_source::spans(text.as_bytes());
        let identity = |_| Identity::default();
        let mut auditor = Auditor::new(AuditOptions::default());
        let counted = auditor.audit(
            text.as_bytes(),
            spans,
            &identity,
            false,
            &mut Said::default(),
        );
        assert_eq!(counted, lines, "{text:?}");
    }
}

/// Eight characters, of a queen that needs file and rank among them, are the longest move that a blank can tear apart.
#[test]
fn a_torn_move_is_read_up_to_its_full_length() {
    let tags = "[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/Q7/1n6/Q1Q1K3 w - - 0 1\"]\n";
    for (movetext, torn) in [
        ("1. Q a1xb2++ *\n", 1),
        ("1. Q a1xb2 *\n", 1),
        ("1. Q a1xb2+++ *\n", 0),
    ] {
        let said = Said::with_tags(tags, movetext, AuditOptions::default());
        assert_eq!(said.shown(Code::WordBoundary).len(), torn, "{movetext}");
    }
}

/// Without a start nothing was replayed, so there is no clock; a game without moves has one, which stands at zero.
#[test]
fn a_rejected_game_has_no_clock() {
    let clock = |tags: &str, movetext: &str| {
        Said::with_tags(tags, movetext, AuditOptions::default()).max_clocks[0]
    };
    assert_eq!(clock("[Variant \"Chess960\"]\n", "1. Nf3 *\n"), None);
    assert_eq!(clock("", "1. Nf3 *\n"), Some(1));
    assert_eq!(clock("", "*\n"), Some(0));
}

/// What begins like a move is taken for one where the record ends: nothing else says that a move is lost there. The
/// annotations N and D begin like one, too, and what stands between moves is not part of the game.
#[test]
fn a_last_word_that_begins_like_a_move_is_unreadable() {
    for (movetext, unreadable) in [
        ("1. e4 e5 Bxq *\n", 1),
        ("1. e4 e5 N *\n", 0),
        ("1. e4 e5 Bxq 2. Nf3 *\n", 0),
        ("1. e4 e5 zz *\n", 0),
    ] {
        let said = Said::of(movetext, AuditOptions::default());
        let found = said.shown(Code::UnreadableMove).len();
        assert_eq!(found, unreadable, "{movetext}");
    }
}

/// The same tag twice is a slip; twice with different values is a conflict, of which the first is kept.
#[test]
fn a_tag_that_is_given_again_is_twice_the_same_or_not() {
    let message = |second: &str| {
        let tags = format!("[ECO \"A00\"]\n[ECO \"{second}\"]\n");
        let said = Said::with_tags(&tags, "1. e4 *\n", AuditOptions::default());
        let of_eco = said.findings.into_iter().map(|finding| finding.message);
        of_eco
            .filter(|message| message.contains("ECO"))
            .collect::<Vec<_>>()
    };
    let [same] = &message("A00")[..] else {
        panic!()
    };
    assert!(same.ends_with("is given twice"), "{same}");
    let [other] = &message("B00")[..] else {
        panic!()
    };
    assert!(
        other.contains("is given again as \"B00\"; \"A00\" is kept"),
        "{other}"
    );
}

/// Who the players are is a column only where it is asked for.
#[test]
fn players_have_ids_teams_and_keys_on_request() {
    let head = "[White \"Ding, Liren\"]\n[Black \"x\"]\n[Result \"*\"]\n";
    let tags = "[WhiteFideId \"8603677\"]\n[BlackTeam \"Rosebud\"]\n";
    let text = format!("[Event \"x\"]\n{head}{tags}\n1. e4 *\n");
    let asked = AuditOptions {
        columns: ColumnGroup::Players,
        ..AuditOptions::default()
    };
    let said = Said::of_text(&text, asked);
    let players = &said.players[0];
    assert_eq!(players.ids, [Some(8_603_677), None]);
    assert_eq!(players.teams, [None, Some("Rosebud".to_owned())]);
    assert!(players.keys[0].is_some(), "{players:?}");
    let said = Said::of_text(&text, AuditOptions::default());
    assert_eq!(said.players, [Players::default()]);
}

/// What closes nothing, and a result whose spelling is not the standard's.
#[test]
fn marks_and_results_that_are_not_standard_are_shown() {
    let said = Said::of("1. e4 ) e5 *\n", AuditOptions::default());
    assert_eq!(said.shown(Code::StrayClosing), [")"]);
    let said = Said::of("1. e4 e5 1/2\n", AuditOptions::default());
    assert_eq!(said.shown(Code::ResultSpelling), ["1/2"]);
    let said = Said::of("1. e4 e5 0-0\n", AuditOptions::default());
    let spelled = |finding: &&Finding| finding.code == Code::ResultSpelling;
    let message = &said.findings.iter().find(spelled).unwrap().message;
    assert!(message.contains("neither side has a point"), "{message}");
}

/// A pawn that reaches the last row names its piece before anything else: a comment in that place hides it. And a mark
/// within a word is no end of it.
#[test]
fn words_that_hide_part_of_a_move_are_unreadable() {
    let pawn = "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n";
    for moves in ["1. a8{Q} Kg7 *\n", "1. a8={Q} Kg7 *\n"] {
        let said = Said::with_tags(pawn, moves, AuditOptions::default());
        assert_eq!(said.shown(Code::UnreadableMove).len(), 1, "{moves}");
    }
    let said = Said::with_tags(pawn, "1. a8 {Q} Kg7 *\n", AuditOptions::default());
    assert!(said.shown(Code::UnreadableMove).is_empty());
    let said = Said::of("1. e4 e5 2. d4 Be.p.b4+ 3. c3 *\n", AuditOptions::default());
    assert_eq!(said.shown(Code::UnreadableMove).len(), 1);
}
