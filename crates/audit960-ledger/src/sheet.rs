//! The arbiter's sheet of a game: its claims, what they rest on, and its moves.

mod facts;
mod page;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use audit960_board::{Move, Position};
use audit960_report::Language;
use audit960_types::{Message, ResetBy, Verdict, message};

use crate::article::{Article, over};
use crate::claim::{Claim, ClaimSource, claims_of, last_ply};
use crate::error::Result;
use crate::game::{LedgerGame, offset};
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::rules::ClaimRight;
use crate::turn_claims::quiet_moves;

pub(crate) use page::{Fact, SheetMove, SheetPage};
pub use page::{Sheet, write_sheets};

/// The sheet of a game, whose articles have the numbers of its day. `tables` give the sources of the law and of the
/// venue's rule.
///
/// # Errors
/// If the moves of the game cannot be played.
pub fn of(game: &LedgerGame, tables: &LawTables, language: Language) -> Result<Sheet> {
    let line = MoveLine::of(game)?;
    let claims = claims_of(game).map(Claim::of_the_day);
    let sections: Vec<Section<'_>> = claims
        .map(|claim| Section::of(claim, &line, tables))
        .collect();
    let mut page = SheetPage::begin(game.players(), game_facts(game), sections.len(), language);
    for (section, number) in sections.iter().zip(1..) {
        let claim = &section.claim;
        let facts = facts::of(claim, &section.claims, &line, tables, language);
        page.section(number, &claim.sentence(), facts, diagrams(claim, &line));
        if claim.is_given() {
            main_claim(claim, &line, &mut page);
        }
        page.end_section();
    }
    let turns: BTreeSet<u32> = sections
        .iter()
        .flat_map(|section| section.turns.clone())
        .collect();
    let first = sections
        .iter()
        .filter_map(|section| section.claims.first())
        .min();
    let first = first.copied().unwrap_or_default();
    let (before, from): (Vec<u32>, _) = turns.into_iter().partition(|ply| *ply < first);
    let moves = [before, from].map(|turns| {
        let moves = turns.into_iter().map(|ply| {
            let claims = sections
                .iter()
                .zip(1..)
                .filter(|(section, _)| section.claims.contains(&ply));
            let named = |section: &Section<'_>| language.say(&section.claim.named_article(ply));
            let claims = claims.map(|(section, number)| (number, named(section)));
            SheetMove::of(ply, &line, claims.collect())
        });
        moves.collect()
    });
    Ok(page.end(line.numbers(), moves))
}

/// Names and values about a game.
pub(crate) fn game_facts(game: &LedgerGame) -> Vec<Fact> {
    let text = |text: &str| message!("as-is", text = text);
    let known = |value: &Option<String>| text(value.as_deref().unwrap_or("?"));
    let byte = offset(game.identity);
    let mut facts = vec![
        ("page-event-2", known(&game.event)),
        ("fact-site", known(&game.site)),
        ("page-date", known(&game.date)),
        ("fact-round", known(&game.round)),
        ("page-result", text(game.result.as_str())),
        (
            "fact-record",
            message!("fact-record-at", game = game.name(), byte = byte),
        ),
    ];
    facts.extend(over(game, &game.dates).map(|over| ("fact-over", over)));
    if game.verdict == Verdict::Damaged {
        facts.push(("fact-damaged", message!("fact-damaged-record")));
    }
    facts
}

/// A section about one claim, and what it has to do with the moves.
struct Section<'g> {
    claim: Claim<'g>,
    /// The turns that it is about: a run from where it is counted, a repetition from the first time of its position; to the
    /// last with a claim, or to the end of the run.
    turns: RangeInclusive<u32>,
    /// The turns at which law and record gave a claim.
    claims: BTreeSet<u32>,
}

impl<'g> Section<'g> {
    fn of(claim: Claim<'g>, line: &MoveLine, tables: &LawTables) -> Self {
        let turns = match claim.source {
            ClaimSource::Fifty(run) => run.reset_ply + 1..=claim.last_ply.max(last_ply(run)),
            ClaimSource::Repetition(judged) => {
                let plies = &judged.repetition.plies;
                let [first, last] =
                    [plies.first(), plies.last()].map(|ply| ply.copied().unwrap_or(0));
                first + 1..=claim.last_ply.max(last)
            }
        };
        let has_claim = |ply: &u32| match claim.source {
            ClaimSource::Fifty(_) => {
                (claim.first_ply..=claim.last_ply).contains(ply)
                    && line.has_claim_under_law(*ply, &claim.game.dates, &tables.law)
            }
            ClaimSource::Repetition(judged) => {
                let plies = &judged.repetition.plies;
                let stands = plies.iter().skip(2).any(|stood| stood + 1 == *ply);
                let stood = plies.iter().filter(|stood| *stood < ply).count();
                stands || stood > 1 && !line.repeating(judged, *ply).is_empty()
            }
        };
        let given = turns.clone().filter(|ply| claim.is_given_at(*ply));
        Self {
            claim,
            claims: given.filter(has_claim).collect(),
            turns,
        }
    }
}

/// Writes the main claim of a section: a paraphrase of its article, with the number of moves that the law of the day required,
/// and what the mark of a turn means.
fn main_claim(claim: &Claim<'_>, line: &MoveLine, page: &mut SheetPage) {
    let (ply, position) = (claim.ply, line.before(claim.ply));
    let article = claim.article(ply);
    let heading = match claim.article_number(ply) {
        Some(number) => message!("sheet-article", article = number),
        None => message!("sheet-article-about", article = claim.named_article(ply)),
    };
    let wording = match article {
        Article::Completing => "article-9-3-1",
        Article::Completed => "article-9-3-2",
        Article::Repeating => "article-9-2-1",
        Article::Repeated => "article-9-2-2",
    };
    let completing = article.is_intended().then(|| match claim.source {
        ClaimSource::Fifty(_) => quiet_moves(position),
        ClaimSource::Repetition(judged) => vec![line.repeating(judged, ply)],
    });
    let (marked, supplied) = match claim.source {
        ClaimSource::Fifty(_) => {
            let marked = match claim.right {
                ClaimRight::NoClaims => "marked-no-claims",
                _ => "marked-fifty",
            };
            (marked, supplied(position, line.played(ply)))
        }
        ClaimSource::Repetition(_) => {
            let supplied = completing.iter().flatten().next().cloned();
            ("marked-repetition", supplied.or_else(|| line.san(ply)))
        }
    };
    let moves = claim.run().map_or(0, |run| run.limit_moves);
    page.claim(
        &heading,
        &message!(wording, moves = moves),
        completing,
        &message!(marked, moves = moves),
        &epd(position, supplied),
    );
}

/// The move that a claim of fifty moves intends: the one that was played if that completes the claim, else any move that does.
fn supplied(position: &Position, played: Option<Move>) -> Option<String> {
    let quiet = |m: &Move| position.is_quiet(*m);
    let legal = position.legal_moves();
    let intended = played
        .filter(|m| position.clock() >= 100 || quiet(m))
        .or_else(|| legal.iter().copied().find(quiet))
        .or_else(|| legal.first().copied());
    intended.map(|m| position.san(m))
}

/// A claim in a position as an EPD record (EPD 1995, `draw_claim`), with the supplied move (`sm`).
fn epd(position: &Position, supplied: Option<String>) -> String {
    let fen = position.xfen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let supplied = supplied.map_or_else(String::new, |san| format!(" sm {san};"));
    format!(
        "{} draw_claim; fmvn {}; hmvc {};{supplied}",
        fields.join(" "),
        position.move_number(),
        position.clock()
    )
}

/// The positions worth seeing, in the order of the game.
fn diagrams(claim: &Claim<'_>, line: &MoveLine) -> Vec<(Message, String)> {
    let at = |ply: u32, caption: Message| (caption, line.before(ply).xfen());
    let main = at(claim.ply, claim.sentence());
    let run = match claim.source {
        ClaimSource::Fifty(run) => run,
        ClaimSource::Repetition(judged) => {
            let first = judged.repetition.plies.first().copied().unwrap_or_default();
            let stood = match first {
                0 => message!("caption-repeated-from-start"),
                _ => message!("caption-repeated", move = line.numbered(first)),
            };
            // Under 9.2.2 the position of the claim is the one already shown.
            let main = claim.article(claim.ply).is_intended().then_some(main);
            return [at(first + 1, stood)].into_iter().chain(main).collect();
        }
    };
    let begins = match run.reset_by {
        ResetBy::Start => message!("caption-start"),
        ResetBy::Capture | ResetBy::Pawn => {
            message!("caption-count-begins", move = line.numbered(run.reset_ply))
        }
    };
    let (last, clock) = (last_ply(run), run.peak_clock.to_string());
    let ends = match last {
        0 => message!("caption-only", clock = clock),
        _ => message!("caption-run-ends", move = line.numbered(last), clock = clock),
    };
    vec![at(run.reset_ply + 1, begins), main, at(last + 1, ends)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_line::position;

    /// White: Kg1, Rh1 with the right to castle, pawn a2; Black: Kg8 and a knight that can be captured.
    const BEFORE: &str = "6k1/8/8/8/8/8/P6n/6KR w K - 99 60";

    #[test]
    fn only_quiet_moves_are_listed() {
        let position = position(BEFORE).unwrap();
        // Not Kxh2, Rxh2, a3, a4. Castling puts the rook on f1 and leaves the king on g1.
        assert_eq!(quiet_moves(&position), ["Kf2", "Kg2", "O-O"]);
    }

    #[test]
    fn the_record_of_a_claim_supplies_a_move() {
        let position = position(BEFORE).unwrap();
        let fields = "6k1/8/8/8/8/8/P6n/6KR w K - draw_claim; fmvn 60; hmvc 99;";
        let record = |played| epd(&position, supplied(&position, played));
        let move_to = |san: &str| {
            position
                .legal_moves()
                .into_iter()
                .find(|&m| position.san(m) == san)
                .unwrap()
        };
        assert_eq!(record(Some(move_to("Kg2"))), format!("{fields} sm Kg2;"));
        // A capture completes nothing: some quiet move is supplied.
        for played in [Some(move_to("Rxh2")), None] {
            let record = record(played);
            let (start, supplied) = record.split_once(" sm ").unwrap();
            assert_eq!(start, fields);
            assert!(["Kf2;", "Kg2;", "O-O;"].contains(&supplied), "{record}");
        }
    }

    #[test]
    fn at_clock_100_the_played_move_is_supplied() {
        let position = position(&BEFORE.replace("99", "100")).unwrap();
        let pawn = position
            .legal_moves()
            .into_iter()
            .find(|&m| position.san(m) == "a4");
        assert_eq!(supplied(&position, pawn).as_deref(), Some("a4"));
    }
}
