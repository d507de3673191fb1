//! Writes games as PGN, with comments where draws could be claimed (export format, PGN 3.2 and 8).

use std::collections::BTreeMap;
use std::io::Write;

use audit960_export::{Layout, WIDTH, write_tag};
use audit960_law::{end_article_of_the_day, repetition_article_of_the_day};
use audit960_types::{
    CastlingRight, ClaimArticle, EndReason, Incident, JudgedRepetition, RepetitionArticle, Side,
    StartKind, Venue, Verdict,
};

use crate::error::Result;
use crate::game::{LedgerGame, ORTHODOX};
use crate::move_line::MoveLine;
use crate::rules::ClaimRight;
use crate::{repetition, words};

/// Writes a game and an empty line.
///
/// # Errors
/// If its moves cannot be played; errors of the writer.
pub fn write(game: &LedgerGame, out: &mut dyn Write) -> Result<()> {
    let line = MoveLine::of(game)?;
    let mut pgn = Vec::new();
    write_tags(game, &mut pgn);
    let mut text = Layout::new(&mut pgn, Some(WIDTH));
    let mut comments = comments(game, &line);
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
fn comments(game: &LedgerGame, line: &MoveLine) -> BTreeMap<u32, String> {
    let mut comments = BTreeMap::<u32, String>::new();
    let mut say = |ply: u32, what: String| {
        let comment = comments.entry(ply).or_default();
        if !comment.is_empty() {
            comment.push_str("; ");
        }
        comment.push_str(&what);
    };
    let mover = |ply| line.numbers().side(ply).name();
    for run in &game.runs {
        let losers_first = run.losers_chance().map(|chance| {
            let (first, last) = (chance.first_ply, chance.last_ply);
            let who = mover(first);
            let what = words::claim_under_law(run, first);
            say(
                first,
                format!("{who}, who lost, could claim a draw ({what})"),
            );
            if last != first {
                say(last, format!("{who}'s last chance to claim"));
            }
            first
        });
        let completed = run.first_932_ply.filter(|&ply| ply != run.first_claim_ply);
        let plain = [
            (Some(run.first_claim_ply), run.first_claim_article),
            (completed, ClaimArticle::Completed),
        ];
        for (ply, article) in plain {
            let counts = |ply: &u32| Some(*ply) != losers_first && !game.is_over_before(*ply);
            if let Some(ply) = ply.filter(counts) {
                let clock = line.before(ply).clock();
                let other_law = match run.first_law_claim_ply {
                    Some(lawful) if lawful <= ply => String::new(),
                    _ => format!("; the law of the time required {} moves", run.limit_moves),
                };
                let who = mover(ply);
                let what = format!("{article}, clock {clock}{other_law}");
                say(
                    ply,
                    possible(ClaimRight::of_run(run, game.venue), game.venue, who, &what),
                );
            }
        }
        if let Some(ply) = run
            .first_law_claim_ply
            .filter(|&ply| ply != run.first_claim_ply && Some(ply) != losers_first)
        {
            let (moves, law) = (run.limit_moves, &run.law);
            say(
                ply,
                format!(
                    "{} {} by the law of the time ({law}, {moves} moves)",
                    mover(ply),
                    match run.claimable_at_venue {
                        Some(true) => "may claim",
                        Some(false) | None => "could claim",
                    }
                ),
            );
        }
        if run.law_uncertain {
            say(words::shown_ply(run), words::UNCERTAIN_LIMIT.to_owned());
        }
        let seventy_fifth = run.seventy_five_ply;
        if let Some(ply) = seventy_fifth.filter(|ply| !game.is_over_before(*ply)) {
            say(ply + 1, seventy_five(game, run));
        }
    }
    // Mate and stalemate show themselves, and the clock at 150 has its own comment.
    let shown = [
        EndReason::DeadPosition,
        EndReason::VenueFifty,
        EndReason::VenueMaterial,
    ];
    if let Some(end) = game.end.filter(|end| shown.contains(&end.reason))
        && let Some(over) = game.over()
    {
        say(end.ply + 1, over);
    }
    for judged in &game.repetitions {
        say_repetition(game, judged, line, &mut say);
    }
    let mut open = game.repetitions.iter();
    if let Some(judged) = open.find(|claim| claim.law_uncertain == Some(true)) {
        let (ply, ..) = repetition::counting(game, judged);
        say(ply, repetition::UNCERTAIN_RULE.to_owned());
    }
    if game.verdict == Verdict::Damaged {
        say(
            line.plies() + 1,
            "the record goes on, but cannot be read".to_owned(),
        );
    }
    comments
}

/// What a player could do whom the Laws give a claim, with what stands in the way.
fn possible(right: ClaimRight, venue: Venue, who: &str, what: &str) -> String {
    match right.objection(venue) {
        None => format!("{who} may claim a draw ({what})"),
        Some(objection) => {
            format!("{who} could claim a draw by the Laws ({what}), but {objection}")
        }
    }
}

/// Adds the comments on a repeated position: before the first claim, before the loser's first and last
/// claim, and after the half-move that ended the game.
fn say_repetition(
    game: &LedgerGame,
    judged: &JudgedRepetition,
    line: &MoveLine,
    say: &mut dyn FnMut(u32, String),
) {
    let claim = |ply| {
        let article = repetition::article_before(judged, ply);
        let name = repetition_article_of_the_day(article, &game.dates);
        let name = name.map_or_else(String::new, |name| format!("{name}, "));
        let stood = judged.repetition.plies.iter().filter(|stood| **stood < ply);
        let stood: Vec<u32> = stood.copied().collect();
        let stood = repetition::occurrences(&stood, line);
        match article {
            RepetitionArticle::OnBoard => format!("{name}the position occurred after {stood}"),
            RepetitionArticle::Intended => {
                let intended = repetition::intended(judged, line, ply);
                format!("{name}with {intended} the position is the same as after {stood}")
            }
        }
    };
    let loser = judged.losers_chances();
    for side in [Side::White, Side::Black] {
        let first = judged.repetition.chances[side as usize].map(|chances| chances.first_ply);
        let others = first.filter(|_| judged.half_point_lost_by != Some(side));
        if let Some(ply) = others.filter(|ply| !game.is_over_before(*ply)) {
            let (venue, what) = (judged.claimable_at_venue, claim(ply));
            let right = ClaimRight::of_column(venue, game.venue);
            say(ply, possible(right, game.venue, side.name(), &what));
        }
    }
    if let Some(loser) = loser {
        let (ply, who) = (loser.first_ply, line.numbers().side(loser.first_ply));
        let (who, what) = (who.name(), claim(ply));
        say(ply, format!("{who}, who lost, could claim a draw ({what})"));
        if loser.last_ply != ply && !game.is_over_before(loser.last_ply) {
            let what = claim(loser.last_ply);
            say(
                loser.last_ply,
                format!("{who}'s last chance to claim ({what})"),
            );
        }
    }
    if let Some(drawn) = repetition::automatic_draw(game, judged) {
        say(judged.automatic_draw_ply.unwrap_or_default() + 1, drawn);
    }
}

/// Whether the seventy-five-move rule ended the game, as text.
pub(crate) fn seventy_five(game: &LedgerGame, run: &Incident) -> String {
    if run.automatic_draw_ply != run.seventy_five_ply {
        return "75 moves by each player; no rule ended the game then".to_owned();
    }
    let article = end_article_of_the_day(EndReason::SeventyFiveMoves, &game.dates);
    let article = article.map_or_else(String::new, |article| format!(" ({article})"));
    format!("75 moves by each player: automatic draw{article}")
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
