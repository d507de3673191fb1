//! What operations say beside endgame tables. The tables are made up: queen and king against king is won in 17
//! half-moves, and drawn where the queen can be taken; anything else is a draw.

use crate::tablebase::{Dtz, Probed, Prober, Wdl};
use audit960_board::Position;
use audit960_types::{Role, UnknownReason};

use super::*;

#[derive(Debug)]
struct Queen;

impl Prober for Queen {
    fn probe(&self, position: &Position) -> Probed {
        let queens = position.of_role(Role::Queen).0;
        let mine = position.of_side(position.turn()).0 & queens != 0;
        let hangs = !mine
            && position
                .legal_moves()
                .into_iter()
                .any(|m| !position.is_quiet(m));
        let (wdl, plies) = match (queens, mine) {
            (0, _) => (Wdl::Draw, 0),
            _ if hangs => (Wdl::Draw, 0),
            (_, true) => (Wdl::Win, 17),
            (_, false) => (Wdl::Loss, -16),
        };
        let rounded = false;
        Probed::Known {
            wdl,
            dtz: Dtz { plies, rounded },
        }
    }
}

/// Knows nothing.
#[derive(Debug)]
struct Nothing;

impl Prober for Nothing {
    fn probe(&self, _: &Position) -> Probed {
        Probed::Unknown(UnknownReason::TableMissing)
    }
}

const WON: &str = "8/8/8/4k3/8/8/8/KQ6 w - -";
const DRAWN: &str = "8/8/8/4k3/8/1R6/8/K5r1 w - -";

/// The findings that rest on tables: code, column and message.
fn asked(line: &str, tables: &dyn Prober) -> Vec<(Code, u32, String)> {
    let text = Text::plain(line.as_bytes());
    let (mut said, mut checker) = (CheckLog::default(), Checker::new());
    checker.begin_source("a.epd");
    said.extend(checker.take(check_text(&text, Some(tables)), &text));
    let by_tables = [Code::OperationAgainstTables, Code::ClockChangesValue];
    let findings = said
        .findings
        .into_iter()
        .filter(|found| by_tables.contains(&found.code));
    findings
        .map(|found| (found.code, found.column, found.message))
        .collect()
}

#[test]
fn operations_that_tables_contradict() {
    for (position, operation, part) in [
        (
            WON,
            "dm 8;",
            "dm 8 is contradicted by endgame tables: the next capture, pawn move or mate takes 17 half-moves",
        ),
        (WON, "ce 32752;", "takes 17 half-moves"),
        (
            WON,
            "ce -32751;",
            "ce -32751 is contradicted by endgame tables: White wins",
        ),
        (
            WON,
            "ce -5;",
            "ce -5 is contradicted by endgame tables: for the side to move the position is a win",
        ),
        (
            WON,
            "c0 \"1/2-1/2\";",
            "c0 \"1/2-1/2\" is contradicted by endgame tables: White wins",
        ),
        (WON, "c0 \"Black to play and win\";", "White wins"),
        (WON, "c0 \"mate in 8\";", "takes 17 half-moves"),
        (
            WON,
            "bm Qf5+;",
            "bm Qf5+ is contradicted by endgame tables: it leaves a draw, and Ka2 leaves a win",
        ),
        (WON, "bm Qb2+ Qe4+;", "bm Qe4+ is"),
        (DRAWN, "dm 3;", "the position is a draw"),
        (DRAWN, "ce 32000;", "the position is a draw"),
        (DRAWN, "c0 \"1-0\";", "the position is a draw"),
        (
            DRAWN,
            "c0 \"White to move and mate in 5.\";",
            "the position is a draw",
        ),
    ] {
        let found = asked(&format!("{position} {operation}"), &Queen);
        let [(code, column, message)] = &found[..] else {
            panic!("{position} {operation}: {found:?}");
        };
        assert_eq!(
            (*code, *column as usize),
            (Code::OperationAgainstTables, position.len() + 2)
        );
        assert!(message.contains(part), "{operation}: {message}");
    }
}

/// Seventeen half-moves are nine moves of the winner. Who is better in a draw is a matter of taste.
#[test]
fn operations_that_agree_with_tables() {
    for (position, operation) in [
        (WON, "dm 9;"),
        (WON, "dm 60;"),
        (WON, "ce 32750;"),
        (WON, "ce 5;"),
        (WON, "c0 \"White wins\";"),
        (WON, "c0 \"White wins the queen\";"),
        (WON, "c1 \"1/2-1/2\";"),
        (WON, "c0 draw;"),
        (WON, "bm Qb2+ Qh1;"),
        (WON, "am Qf5+;"),
        (DRAWN, "ce 300;"),
        (DRAWN, "c0 \"Draw\";"),
        (DRAWN, "bm Rb8;"),
    ] {
        let line = format!("{position} {operation}");
        let expected: &[(Code, u32, String)] = &[];
        // A string without quotes is read as a string.
        let is_word = operation == "c0 draw;";
        assert_eq!(
            asked(&line, &Queen).len(),
            usize::from(is_word),
            "{operation}"
        );
        assert_eq!(asked(&line, &Nothing), expected, "{operation}");
    }
}

/// At a clock of 83 the mate comes with the hundredth half-move, at 84 it comes too late: a draw by the fifty moves,
/// which no evaluation contradicts.
#[test]
fn a_clock_that_makes_the_value_another() {
    assert_eq!(asked(&format!("{WON} hmvc 83; fmvn 90;"), &Queen), []);
    for line in [
        format!("{WON} c0 \"draw\"; ce -1; fmvn 90; hmvc 84;"),
        format!("{WON} 84 90"),
    ] {
        let found = asked(&line, &Queen);
        let [(code, column, message)] = &found[..] else {
            panic!("{line}: {found:?}");
        };
        let at = line.find("hmvc").map_or(1, |at| at + 1);
        assert_eq!((*code, *column as usize), (Code::ClockChangesValue, at));
        assert_eq!(
            message,
            "under a half-move clock of 84 this is a win that comes too late for the fifty moves; under a clock of zero \
             it is a win"
        );
    }
}

#[test]
fn values_are_counted() {
    let text = format!("{WON}\n{WON} hmvc 84;\n{DRAWN}\nhello\n");
    let text = Text::plain(text.as_bytes());
    let (mut said, mut checker) = (CheckLog::default(), Checker::new());
    checker.begin_source("a.epd");
    said.extend(checker.take(check_text(&text, Some(&Queen)), &text));
    let expected =
        [TableValue::Win, TableValue::CursedWin, TableValue::Draw].map(|value| (value, 1));
    assert_eq!(checker.summary().values, BTreeMap::from(expected));
    let clocks: Vec<_> = said
        .lines
        .iter()
        .map(|line| line.value.map(|found| found.clock))
        .collect();
    assert_eq!(clocks, [Some(0), Some(84), Some(0), None]);
    assert_eq!(check(&format!("{WON} hmvc 84;")).lines[0].value, None);
}
