//! Writes games as PGN, with comments where draws could be claimed (export format, PGN 3.2 and 8).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use audit960_pgn::{Layout, WIDTH, write_tag};
use audit960_report::Language;
use audit960_types::{CastlingRight, EndReason, Message, StartKind, Verdict, message};

use crate::article::over;
use crate::claim::{Claim, ClaimSource, Standing, claims_of};
use crate::error::Result;
use crate::game::{LedgerGame, ORTHODOX};
use crate::move_line::MoveLine;

/// Writes a game and an empty line, with comments in a language.
///
/// # Errors
/// If its moves cannot be played; errors of the writer.
pub fn write(game: &LedgerGame, language: Language, out: &mut dyn Write) -> Result<()> {
    let line = MoveLine::of(game)?;
    let mut pgn = Vec::new();
    write_tags(game, &mut pgn);
    let mut text = Layout::new(&mut pgn, Some(WIDTH));
    let mut comments = comments(game, &line, language);
    let mut number_due = true;
    for ply in 1..=line.plies() {
        if let Some(comment) = comments.remove(&ply) {
            add_comment(&mut text, &comment);
            number_due = true;
        }
        let label = line.numbers().label(ply);
        if number_due || !label.ends_with("...") {
            text.word(label.as_bytes());
        }
        number_due = false;
        text.word(line.san(ply).unwrap_or_default().as_bytes());
    }
    for comment in comments.into_values() {
        add_comment(&mut text, &comment);
    }
    text.word(game.result.as_str().as_bytes());
    text.end();
    Ok(out.write_all(&pgn)?)
}

/// Adds a comment word by word, so that the layout can break lines in it.
fn add_comment(text: &mut Layout<'_>, comment: &str) {
    for word in format!("{{{comment}}}").split(' ') {
        text.word(word.as_bytes());
    }
}

/// The comments, by the half-move before which they are written; after the record if it has no such
/// half-move.
fn comments(game: &LedgerGame, line: &MoveLine, language: Language) -> BTreeMap<u32, String> {
    let mut comments = BTreeMap::<u32, Vec<Message>>::new();
    let mut say = |ply: u32, what: Message| comments.entry(ply).or_default().push(what);
    let mut is_told = false;
    for claim in claims_of(game).map(Claim::of_the_day) {
        for ply in turns(&claim) {
            let said = claim.comment(ply, detail(&claim, line, ply, language));
            said.into_iter().for_each(|said| say(ply, said));
        }
        // Of the repetitions of a game it is said once.
        let is_news = claim.run().is_some() || !is_told;
        if let Some(uncertain) = claim.uncertain().filter(|_| is_news) {
            is_told |= claim.run().is_none();
            say(claim.ply, uncertain);
        }
        let drawn = match claim.source {
            ClaimSource::Fifty(run) => {
                let ply = run
                    .seventy_five_ply
                    .filter(|ply| !game.is_over_before(*ply));
                ply.zip(claim.seventy_five())
            }
            ClaimSource::Repetition(judged) => {
                judged.automatic_draw_ply.zip(claim.automatic_draw())
            }
        };
        if let Some((ply, drawn)) = drawn {
            say(ply + 1, drawn);
        }
    }
    // Mate and stalemate show themselves, and the clock at 150 has its own comment.
    let shown = [
        EndReason::DeadPosition,
        EndReason::VenueFifty,
        EndReason::VenueMaterial,
    ];
    if let Some(end) = game.end.filter(|end| shown.contains(&end.reason))
        && let Some(over) = over(game, &game.dates)
    {
        say(end.ply + 1, over);
    }
    if game.verdict == Verdict::Damaged {
        say(line.plies() + 1, message!("comment-damaged"));
    }
    let said = comments.into_iter().filter_map(|(ply, comments)| {
        let comment = Message::clauses(comments)?;
        Some((ply, language.say(&comment)))
    });
    said.collect()
}

/// The half-moves before which something is said of a claim: the loser's first and last chance, the other side's first and,
/// of a run, where its limits are reached.
fn turns(claim: &Claim<'_>) -> BTreeSet<u32> {
    let firsts = match claim.source {
        ClaimSource::Fifty(run) => [
            Some(run.first_claim_ply),
            run.first_932_ply,
            run.first_law_claim_ply,
        ],
        ClaimSource::Repetition(judged) => {
            let chances = judged.repetition.chances;
            let [white, black] = chances.map(|chances| chances.map(|side| side.first_ply));
            [white, black, None]
        }
    };
    let firsts = firsts.into_iter().flatten();
    let firsts = firsts.filter(|ply| claim.standing(*ply) != Standing::Lost);
    let losers = claim.lost_chance.into_iter().flatten();
    firsts.chain(losers).collect()
}

/// The article of a repetition, and where the position occurred; `None` for a run.
fn detail(claim: &Claim<'_>, line: &MoveLine, ply: u32, language: Language) -> Option<Message> {
    let judged = claim.repetition()?;
    let stood = judged.repetition.plies.iter().filter(|stood| **stood < ply);
    let stood = line.occurrences(stood, language);
    let stands = match claim.article(ply).is_intended() {
        false => message!("position-occurred", stood = stood),
        true => {
            let intended = line.repeating(judged, ply);
            message!("position-repeated", move = intended, stood = stood)
        }
    };
    Message::list([claim.named_article(ply), stands])
}

/// Writes the Seven Tag Roster, then the other tags sorted by name (PGN 8.1).
fn write_tags(game: &LedgerGame, out: &mut Vec<u8>) {
    let mut tag = |name: &str, value: &str| write_tag(name.as_bytes(), value, out);
    tag("Event", game.event.as_deref().unwrap_or("?"));
    tag("Site", game.site.as_deref().unwrap_or("?"));
    tag("Date", game.date.as_deref().unwrap_or("????.??.??"));
    tag("Round", game.round.as_deref().unwrap_or("?"));
    let [white, black] = game.players();
    tag("White", white);
    tag("Black", black);
    tag("Result", game.result.as_str());
    if let Some(elo) = game.black_elo {
        tag("BlackElo", &elo.to_string());
    }
    let fen = (game.start_fen != ORTHODOX || is_chess960(game)).then_some(&game.start_fen);
    if let Some(fen) = fen {
        tag("FEN", fen);
        tag("SetUp", "1");
    }
    if is_chess960(game) {
        tag("Variant", "Chess960");
    }
    if let Some(elo) = game.white_elo {
        tag("WhiteElo", &elo.to_string());
    }
    out.push(b'\n');
}

/// Whether the game needs the tag `Variant "Chess960"`: because of its arrangement, or because a side may
/// still castle from squares other than the orthodox ones.
fn is_chess960(game: &LedgerGame) -> bool {
    match game.start {
        StartKind::Chess960 | StartKind::DoubleChess960 => true,
        StartKind::Standard => false,
        StartKind::Other | StartKind::Unknown => {
            let rights = crate::move_line::position(&game.start_fen);
            rights.is_ok_and(|position| !position.castling_rights().all(CastlingRight::is_orthodox))
        }
    }
}
