//! What an audit found, on one screen.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, Write};

use audit960_types::{Code, DuplicateTally, GapKind, PositionTally, StartKind, Tally};

use crate::numbers::{counted, grouped, percent};
use crate::style::Style;

/// A start position in the summary.
#[derive(Clone, Debug, PartialEq)]
pub struct StartLine {
    /// Scharnagl number.
    pub number: u16,
    /// White's first rank.
    pub arrangement: String,
    /// Games.
    pub games: u64,
    /// White's mean score.
    pub score: Option<f64>,
}

/// What is summed up.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'s> {
    /// Everything that was counted.
    pub tally: &'s Tally,
    /// Sources read.
    pub sources: usize,
    /// Decompressed bytes.
    pub bytes: u64,
    /// The start positions played most, most first.
    pub starts: &'s [StartLine],
    /// Inputs that could not be read, or not to their ends.
    pub unread_inputs: usize,
    /// Whether the games were added to those of a dataset, which are not counted here.
    pub is_addition: bool,
    /// Whether games were read a second time.
    pub crosscheck: bool,
    /// Copies of earlier games, where they were searched for.
    pub duplicates: Option<DuplicateTally>,
}

/// How many inputs are missing among the sources: `, 1 of them not read to its end`; empty for none.
fn not_read(inputs: usize) -> String {
    match inputs {
        0 => String::new(),
        1 => ", 1 of them not read to its end".to_owned(),
        many => format!(", {many} of them not read to their ends"),
    }
}

/// Findings that the summary lists.
const LISTED: usize = 10;
/// Width of the longest bar.
const BAR: usize = 24;

/// Writes the summary.
///
/// # Errors
/// Those of the writer.
pub fn write_summary(summary: &Summary<'_>, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let tally = summary.tally;
    let heading = |text: &str| style.paint("1", text);
    let games = tally.verdicts.total();
    writeln!(
        out,
        "{}  {}{} from {} source{}{}, {} bytes ({})",
        heading("Games"),
        grouped(games),
        if summary.is_addition { " added" } else { "" },
        summary.sources,
        if summary.sources == 1 { "" } else { "s" },
        not_read(summary.unread_inputs),
        grouped(summary.bytes),
        byte_totals(tally),
    )?;
    // An archive of positions alone has no section on games.
    if games > 0 || tally.lines.verdicts.total() == 0 {
        write_games(tally, style, out)?;
    }
    if tally.lines.verdicts.total() > 0 {
        write_positions(&tally.lines, style, out)?;
    }
    if summary.crosscheck {
        write_crosscheck(tally, style, out)?;
    }
    let copies = heading("Copies");
    match summary.duplicates {
        None if games > 1 => writeln!(
            out,
            "{copies}  not looked for; with --duplicates answers leave them out"
        )?,
        None => {}
        Some(duplicates) => write_copies(duplicates, &copies, out)?,
    }
    write_findings(tally, style, out)?;
    if !summary.starts.is_empty() {
        writeln!(out, "{}", heading("Most played start positions"))?;
        let most = summary.starts.first().map_or(0, |start| start.games);
        for start in summary.starts {
            let score = start
                .score
                .map_or_else(|| "     -".to_owned(), |s| format!("{:5.1} %", s * 100.0));
            let bar = bar(style, "36", start.games, most);
            let (number, arrangement) = (start.number, &start.arrangement);
            writeln!(
                out,
                "  {number:3}  {arrangement}{:>9}  White {score}{bar}",
                grouped(start.games)
            )?;
        }
    }
    Ok(())
}

fn write_copies(duplicates: DuplicateTally, heading: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{heading}  same moves {}, one the beginning of the other {}, same players and date but other moves {}",
        grouped(duplicates.same_moves),
        grouped(duplicates.prefix),
        grouped(duplicates.same_players_and_date),
    )?;
    if duplicates.same_moves + duplicates.prefix > 0 {
        writeln!(
            out,
            "  figures here count copies; answers about results and positions leave out those with the same moves \
             and players"
        )?;
    }
    Ok(())
}

/// What the games are and what was found in them.
fn write_games(tally: &Tally, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let games = tally.verdicts.total();
    let heading = |text: &str| style.paint("1", text);
    let verdicts = [
        ("ok", tally.verdicts.ok, "32"),
        ("repaired", tally.verdicts.repaired, "33"),
        ("damaged", tally.verdicts.damaged, "31"),
        ("rejected", tally.verdicts.rejected, "31;1"),
        ("foreign", tally.verdicts.foreign, "36"),
    ];
    for (name, count, colour) in verdicts {
        let bar = bar(style, colour, count, games);
        writeln!(
            out,
            "  {name:9}{:>12}  {:>8}{bar}",
            grouped(count),
            percent(count, games)
        )?;
    }
    if tally.moveless > 0 {
        writeln!(
            out,
            "  {} of them ({}) {} no moves: tags alone, or decided without play",
            grouped(tally.moveless),
            percent(tally.moveless, games),
            if tally.moveless == 1 { "has" } else { "have" },
        )?;
    }
    let seen: BTreeSet<u16> = tally
        .positions
        .keys()
        .chain(tally.moveless_positions.keys())
        .copied()
        .collect();
    // The page and the tables of positions count games with moves.
    let played = match tally.positions.len() {
        played if played == seen.len() => String::new(),
        played => format!(", {played} in games with moves"),
    };
    let starts = |kind| grouped(tally.starts.get(&kind).copied().unwrap_or(0));
    writeln!(
        out,
        "{}  standard {}, Chess960 {} ({} of 960 positions{played}), double Chess960 {}, other {}, unknown {}",
        heading("Starts"),
        starts(StartKind::Standard),
        starts(StartKind::Chess960),
        seen.len(),
        starts(StartKind::DoubleChess960),
        starts(StartKind::Other),
        starts(StartKind::Unknown),
    )?;
    let repetitions = match tally.repetitions {
        0 => String::new(),
        1 => " and 1 repetition".to_owned(),
        many => format!(" and {} repetitions", grouped(many)),
    };
    writeln!(
        out,
        "{}  {}; {}{repetitions}; half a point lost in {}{}",
        heading("Play"),
        counted(tally.plies, "half-move replayed", "half-moves replayed"),
        counted(tally.incidents, "run of fifty moves", "runs of fifty moves"),
        counted(tally.half_points_lost, "game", "games"),
        of_them_uncertain(tally.half_points_uncertain),
    )
}

/// How many of the half points before it rest on a law that the sources leave open: `, 3 of them under a law that
/// sources leave open`; empty for none.
#[must_use]
pub fn of_them_uncertain(half_points: u64) -> String {
    match half_points {
        0 => String::new(),
        some => format!(
            ", {} of them under a law that sources leave open",
            grouped(some)
        ),
    }
}

/// What the lines of positions are.
fn write_positions(lines: &PositionTally, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let verdicts = lines.verdicts;
    writeln!(
        out,
        "{}  {}: ok {}, repaired {}, damaged {}, rejected {}",
        style.paint("1", "Positions"),
        counted(verdicts.total(), "line", "lines"),
        grouped(verdicts.ok),
        grouped(verdicts.repaired),
        grouped(verdicts.damaged),
        grouped(verdicts.rejected),
    )?;
    writeln!(
        out,
        "  standard {}, Chess960 {}, double Chess960 {}, other {}; {} of 960 start positions",
        grouped(lines.of(StartKind::Standard)),
        grouped(lines.of(StartKind::Chess960)),
        grouped(lines.of(StartKind::DoubleChess960)),
        grouped(lines.of(StartKind::Other)),
        lines.numbers.len(),
    )
}

/// Where the bytes belong; those of positions are shown apart from other gaps.
fn byte_totals(tally: &Tally) -> String {
    let positions = tally
        .gap_bytes
        .get(&GapKind::Positions)
        .copied()
        .unwrap_or(0);
    let gaps = grouped(tally.gap_total() - positions);
    let games = grouped(tally.game_bytes);
    if positions == 0 {
        format!("{games} in games, {gaps} in gaps")
    } else {
        let positions = grouped(positions);
        format!("{games} in games, {positions} in positions, {gaps} in other gaps")
    }
}

fn write_crosscheck(tally: &Tally, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let second = tally.crosscheck;
    let unexplained = format!("{} unexplained", grouped(second.unexplained));
    let colour = if second.unexplained > 0 { "31;1" } else { "32" };
    writeln!(
        out,
        "{}  {} read a second time; {}, {}",
        style.paint("1", "Crosscheck"),
        counted(second.games, "game", "games"),
        counted(second.disagreements, "disagreement", "disagreements"),
        style.paint(colour, &unexplained),
    )
}

fn write_findings(tally: &Tally, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let total: u64 = tally.findings.values().sum();
    writeln!(out, "{}  {}", style.paint("1", "Findings"), grouped(total))?;
    let mut codes: Vec<(Code, u64)> = tally.findings.iter().map(|(code, n)| (*code, *n)).collect();
    codes.sort_by_key(|(code, n)| (Reverse(code.severity()), Reverse(*n), *code));
    for (code, count) in codes.iter().take(LISTED) {
        let severity = code.severity().as_str();
        writeln!(
            out,
            "  {}  {severity:8}{:>10}  {}",
            code.as_str(),
            grouped(*count),
            code.name()
        )?;
    }
    if codes.len() > LISTED {
        let rest: u64 = codes[LISTED..].iter().map(|(_, n)| n).sum();
        writeln!(
            out,
            "  and {} of {} other codes",
            grouped(rest),
            codes.len() - LISTED
        )?;
    }
    Ok(())
}

/// A bar, where colour is on.
fn bar(style: Style, colour: &str, part: u64, whole: u64) -> String {
    if !style.colour || whole == 0 {
        return String::new();
    }
    let eighths = (part as f64 * (BAR * 8) as f64 / whole as f64).round() as usize;
    let mut text = "█".repeat(eighths / 8);
    if let Some(last) = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8) {
        text.push_str(last);
    }
    format!("  {}", style.paint(colour, &text))
}

#[cfg(test)]
mod tests {
    use audit960_types::CrosscheckTally;

    use super::*;

    #[test]
    fn positions_are_shown_where_there_are_any() {
        let mut tally = Tally::default();
        tally.gap_bytes.insert(GapKind::Positions, 5_000);
        tally.gap_bytes.insert(GapKind::Blank, 1);
        tally.lines.verdicts.ok = 1_200;
        tally.lines.verdicts.rejected = 2;
        tally.lines.starts.insert(StartKind::Standard, 1);
        tally.lines.starts.insert(StartKind::DoubleChess960, 1_199);
        tally.lines.numbers.insert(518, 1);
        let text = |tally: &Tally| {
            let summary = Summary {
                tally,
                sources: 2,
                unread_inputs: 0,
                is_addition: false,
                bytes: 5_991,
                starts: &[],
                crosscheck: false,
                duplicates: None,
            };
            let mut out = Vec::new();
            write_summary(&summary, Style::plain(80), &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let positions = "Positions  1,202 lines: ok 1,200, repaired 0, damaged 0, rejected 2\n  \
                         standard 1, Chess960 0, double Chess960 1,199, other 0; 1 of 960 start \
                         positions\nFindings  0\n";
        let alone = "Games  0 from 2 sources, 5,991 bytes (0 in games, 5,000 in positions, 1 in \
                     other gaps)\n";
        assert_eq!(text(&tally), format!("{alone}{positions}"));
        tally.verdicts.ok = 1;
        tally.game_bytes = 990;
        let both = text(&tally);
        assert!(both.contains("(990 in games, 5,000 in positions, 1 in other gaps)\n  ok  "));
        assert!(
            both.contains("\nStarts  ") && both.ends_with(positions),
            "{both}"
        );
    }

    #[test]
    fn one_screen_without_colour() {
        let mut tally = Tally::default();
        tally.verdicts.ok = 3;
        tally.verdicts.damaged = 1;
        tally.game_bytes = 990;
        tally.plies = 1234;
        tally.incidents = 1;
        tally.crosscheck = CrosscheckTally {
            games: 4,
            disagreements: 1,
            unexplained: 1,
        };
        tally.starts.insert(StartKind::Chess960, 4);
        tally.findings.insert(Code::IllegalMove, 1);
        let starts = [StartLine {
            number: 518,
            arrangement: "RNBQKBNR".into(),
            games: 4,
            score: Some(0.625),
        }];
        let text = |crosscheck, duplicates| {
            let starts = &starts;
            let summary = Summary {
                tally: &tally,
                sources: 1,
                unread_inputs: 0,
                is_addition: false,
                bytes: 990,
                starts,
                crosscheck,
                duplicates,
            };
            let mut out = Vec::new();
            write_summary(&summary, Style::plain(80), &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let both = text(
            true,
            Some(DuplicateTally {
                prefix: 1200,
                ..DuplicateTally::default()
            }),
        );
        assert!(
            both.contains(
                "Crosscheck  4 games read a second time; 1 disagreement, 1 unexplained\n"
            )
        );
        assert!(both.contains("one the beginning of the other 1,200, "));
        let counted = "figures here count copies; answers about results and positions leave out ";
        assert!(both.contains(counted));
        assert!(!text(true, Some(DuplicateTally::default())).contains(counted));
        let mut added = Vec::new();
        let summary = Summary {
            tally: &tally,
            sources: 3,
            bytes: 990,
            starts: &[],
            unread_inputs: 1,
            is_addition: true,
            crosscheck: false,
            duplicates: None,
        };
        write_summary(&summary, Style::plain(80), &mut added).unwrap();
        let added = String::from_utf8(added).unwrap();
        let first = "Games  4 added from 3 sources, 1 of them not read to its end, 990 bytes";
        assert!(added.starts_with(first), "{added}");
        let text = text(false, None);
        assert!(!text.contains("Crosscheck") && text.contains("Copies  not looked for"));
        assert!(!text.contains('\x1b'));
        assert!(text.contains("Games  4 from 1 source, 990 bytes (990 in games, 0 in gaps)"));
        assert!(text.contains("  ok                  3    75.0 %\n"));
        assert!(text.contains("M001  error            1  illegal-move"));
        assert!(text.contains("518  RNBQKBNR        4  White  62.5 %"));
        assert!(text.lines().count() < 24);
    }
}
