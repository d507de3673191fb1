//! Games as PGN, with comments where draws could be claimed (export format, PGN 3.2 and 8).

use std::collections::BTreeMap;
use std::io::{self, Write};

use audit960_types::{StartKind, Verdict};

use super::game::{Game, Run, side_name};
use super::line::Line;

/// Longest line of movetext, in characters (PGN 4.3: less than 80).
const WIDTH: usize = 79;

/// X-FEN of the orthodox start.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Writes a game and a blank line.
///
/// # Errors
/// Where its moves cannot be played, and those of the writer.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> anyhow::Result<()> {
    let line = Line::of(game)?;
    write_tags(game, out)?;
    let mut text = Movetext::new(out);
    let mut comments = comments(game, &line);
    let mut number_due = true;
    for ply in 1..=line.plies() {
        if let Some(comment) = comments.remove(&ply) {
            text.comment(&comment)?;
            number_due = true;
        }
        let label = line.numbers().label(ply);
        if number_due || !label.ends_with("...") {
            text.word(&label)?;
        }
        number_due = false;
        text.word(&line.san(ply).unwrap_or_default())?;
    }
    for comment in comments.into_values() {
        text.comment(&comment)?;
    }
    text.word(game.result.as_str())?;
    text.end()?;
    Ok(())
}

/// What is said before each half-move; beyond the last one, behind the record.
fn comments(game: &Game, line: &Line) -> BTreeMap<u32, String> {
    let mut comments = BTreeMap::<u32, String>::new();
    let mut say = |ply: u32, what: String| {
        let comment = comments.entry(ply).or_default();
        if !comment.is_empty() {
            comment.push_str("; ");
        }
        comment.push_str(&what);
    };
    let mover = |ply| side_name(line.numbers().side(ply));
    for run in &game.runs {
        let completed = run.first_932_ply.filter(|&ply| ply != run.first_claim_ply);
        for ply in [Some(run.first_claim_ply), completed].into_iter().flatten() {
            if let Some(article) = run.claim_before(ply) {
                let clock = line.before(ply).clock();
                let other_law = match run.first_law_claim_ply {
                    Some(lawful) if lawful <= ply => String::new(),
                    _ => format!("; the law of the time asked for {} moves", run.limit_moves),
                };
                let who = mover(ply);
                say(
                    ply,
                    format!("{who} may claim a draw ({article}, clock {clock}{other_law})"),
                );
            }
        }
        if let Some(ply) = run
            .first_law_claim_ply
            .filter(|&ply| ply != run.first_claim_ply)
        {
            let (moves, law) = (run.limit_moves, &run.law);
            say(
                ply,
                format!(
                    "{} may claim by the law of the time ({law}, {moves} moves)",
                    mover(ply)
                ),
            );
        }
        if let Some(ply) = run.seventy_five_ply {
            say(ply + 1, seventy_five(run).to_owned());
        }
    }
    if game.verdict == Verdict::Damaged {
        say(
            line.plies() + 1,
            "the record goes on, but cannot be read".to_owned(),
        );
    }
    comments
}

/// What the clock of 150 meant.
pub(super) fn seventy_five(run: &Run) -> &'static str {
    if run.automatic_draw_ply == run.seventy_five_ply {
        "75 moves by each player: drawn without a claim (9.6.2)"
    } else {
        "75 moves by each player; 9.6.2 did not apply"
    }
}

/// Writes the seven tags of the roster and then others by name (PGN 8.1).
fn write_tags(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let mut tag = |name: &str, value: &str| writeln!(out, "[{name} \"{}\"]", escaped(value));
    tag("Event", game.event.as_deref().unwrap_or("?"))?;
    tag("Site", game.site.as_deref().unwrap_or("?"))?;
    tag("Date", game.date.as_deref().unwrap_or("????.??.??"))?;
    tag("Round", game.round.as_deref().unwrap_or("?"))?;
    let [white, black] = game.players();
    tag("White", white)?;
    tag("Black", black)?;
    tag("Result", game.result.as_str())?;
    if let Some(elo) = game.black_elo {
        tag("BlackElo", &elo.to_string())?;
    }
    let fen = (game.start_fen != ORTHODOX || is_chess960(game)).then_some(&game.start_fen);
    if let Some(fen) = fen {
        tag("FEN", fen)?;
        tag("SetUp", "1")?;
    }
    if is_chess960(game) {
        tag("Variant", "Chess960")?;
    }
    if let Some(elo) = game.white_elo {
        tag("WhiteElo", &elo.to_string())?;
    }
    writeln!(out)
}

/// Whether readers must know that it is Chess960: by the arrangement, or because somebody may still
/// castle from other squares than the orthodox ones.
fn is_chess960(game: &Game) -> bool {
    match game.start {
        StartKind::Chess960 | StartKind::DoubleChess960 => true,
        StartKind::Standard => false,
        StartKind::Other | StartKind::Unknown => {
            let rights = super::line::position(&game.start_fen);
            let orthodox = |king: u8, rook: u8| king == 4 && matches!(rook, 0 | 7);
            rights.is_ok_and(|position| {
                !position
                    .castling_rights()
                    .all(|(_, _, king, rook)| orthodox(king, rook))
            })
        }
    }
}

/// A tag's value (PGN 7): a backslash before quotes and backslashes, nothing that ends the line.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            _ if letter.is_control() => text.push(' '),
            _ => text.push(letter),
        }
    }
    text
}

/// Words in lines of limited width.
struct Movetext<'o> {
    out: &'o mut dyn Write,
    column: usize,
}

impl<'o> Movetext<'o> {
    fn new(out: &'o mut dyn Write) -> Self {
        Self { out, column: 0 }
    }

    fn word(&mut self, word: &str) -> io::Result<()> {
        let len = word.chars().count();
        if self.column > 0 && self.column + 1 + len > WIDTH {
            writeln!(self.out)?;
            self.column = 0;
        }
        if self.column > 0 {
            write!(self.out, " ")?;
            self.column += 1;
        }
        self.column += len;
        self.out.write_all(word.as_bytes())
    }

    fn comment(&mut self, comment: &str) -> io::Result<()> {
        format!("{{{comment}}}")
            .split(' ')
            .try_for_each(|word| self.word(word))
    }

    fn end(self) -> io::Result<()> {
        write!(self.out, "\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_tags_are_escaped() {
        assert_eq!(escaped(r#"a "b" \ c"#), r#"a \"b\" \\ c"#);
        assert_eq!(escaped("a\n[Event \"x\"]\0"), "a [Event \\\"x\\\"] ");
    }

    #[test]
    fn lines_stay_short_and_words_whole() {
        let mut out = Vec::new();
        let mut text = Movetext::new(&mut out);
        for _ in 0..40 {
            text.word("Nf3").unwrap();
            text.comment("White may claim").unwrap();
        }
        text.end().unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.lines()
                .all(|line| line.len() < 80 && line == line.trim())
        );
        assert!(text.lines().next().unwrap().len() > 70);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words.join(" "), ["Nf3 {White may claim}"; 40].join(" "));
        assert!(text.ends_with("}\n\n"));
    }
}
