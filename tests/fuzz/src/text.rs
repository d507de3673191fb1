//! Archives: how they are cut, and what an audit reports about them.

use audit960_board::{Move, Position, write_uci};
use audit960_pgn::parse_fen;
use audit960_source::{Chunk, Format, ReaderOptions};
use audit960_types::{Effect, LastPosition, Verdict, count_line_ends, line_length};

use super::facts::{self, Facts, Game};

/// The span rule, straight from its definition.
#[path = "../../../crates/audit960-source/tests/it/reference.rs"]
mod reference;

/// Reading the input in small chunks gives the text that reading it at once gives; the first two
/// bytes say how small. Nothing is lost where spans are too long.
pub fn split(data: &[u8]) {
    let Some((&[target, longest], stored)) = data.split_first_chunk() else {
        return;
    };
    let target_bytes = 1 + usize::from(target);
    let whole = facts::chunks(stored, ReaderOptions::default());
    let small = facts::chunks(
        stored,
        ReaderOptions {
            target_bytes,
            ..ReaderOptions::default()
        },
    );
    assert_eq!(text_of(&whole), text_of(&small), "the same text");
    let short = ReaderOptions {
        target_bytes,
        max_span_bytes: target_bytes + usize::from(longest),
        ..ReaderOptions::default()
    };
    let cut = facts::chunks(stored, short);
    for chunks in [&small, &cut] {
        check_chunks(chunks, target_bytes);
        same_amount(&whole, chunks);
    }
    // A text that is not compressed is handed out unchanged.
    if text_of(&whole) == stored && whole.iter().all(|chunk| chunk.format == Format::Pgn) {
        let starts = reference::span_starts(stored, reference::DEFINITION);
        let mut found = Vec::new();
        let mut at = 0;
        for chunk in &small {
            found.extend(chunk.spans().map(|span| at + span.start));
            at += chunk.bytes.len();
        }
        assert_eq!(found, starts, "spans begin where the definition says");
        same_rows(&facts::of_chunks(&whole), &facts::of_chunks(&small));
    }
}

/// Chunks of all sources, as one text.
fn text_of(chunks: &[Chunk]) -> Vec<u8> {
    chunks
        .iter()
        .flat_map(|chunk| chunk.bytes.iter().copied())
        .collect()
}

fn check_chunks(chunks: &[Chunk], target: usize) {
    let mut ended = true;
    for (number, chunk) in chunks.iter().enumerate() {
        assert_eq!(chunk.sequence, number as u64);
        assert_eq!(chunk.first_of_source, ended, "sources follow each other");
        ended = chunk.last_of_source;
        // A chunk is longer than the target only if one span is.
        if chunk.format == Format::Pgn && chunk.bytes.len() > target {
            assert!(
                chunk
                    .spans()
                    .nth(1)
                    .is_none_or(|second| second.start > target)
            );
        }
        if chunk.dropped > 0 {
            assert_eq!(chunk.spans().count(), usize::from(!chunk.bytes.is_empty()));
        }
    }
}

/// Bytes, lines and damage are the same, however long spans may be.
fn same_amount(whole: &[Chunk], chunks: &[Chunk]) {
    let bytes = |chunks: &[Chunk]| -> u64 {
        chunks
            .iter()
            .map(|chunk| chunk.bytes.len() as u64 + chunk.dropped)
            .sum()
    };
    let lines = |chunks: &[Chunk]| -> u64 {
        chunks
            .iter()
            .map(|chunk| count_line_ends(&chunk.bytes) + chunk.dropped_lines)
            .sum()
    };
    let damage = |chunks: &[Chunk]| -> Vec<_> {
        chunks
            .iter()
            .filter_map(|chunk| chunk.damage.clone())
            .collect()
    };
    assert_eq!(
        bytes(whole),
        bytes(chunks),
        "every byte is handed out or counted"
    );
    assert_eq!(lines(whole), lines(chunks));
    assert_eq!(damage(whole), damage(chunks));
}

/// Games and gaps tile the text, rows follow from spans alone, and what is reported about a game is true.
pub fn pgn(text: &[u8]) {
    let facts = facts::of_text(text);
    let mut at = 0;
    for (identity, length) in &facts.covered {
        assert_eq!(identity.byte_offset, at, "games and gaps follow each other");
        at += length;
    }
    assert_eq!(at, text.len() as u64, "games and gaps cover the text");
    assert_eq!(facts.lines, count_line_ends(text));
    same_rows(&facts, &facts::of_spans(text));
    check_findings(&facts, text);
    for (index, game) in facts.games.iter().enumerate() {
        check_verdict(&facts, index as u64, game);
        check_moves(game);
    }
    for (game, incident) in &facts.incidents {
        let plies = facts.games[*game].plies;
        assert!(
            incident.first_claim_ply > incident.reset_ply,
            "{incident:?}"
        );
        assert!(incident.first_claim_ply <= plies + 1, "{incident:?}");
        assert!(incident.claims.iter().sum::<u32>() > 0 && incident.peak_clock >= 99);
    }
}

/// Two readings of the same spans say the same.
fn same_rows(one: &Facts, other: &Facts) {
    assert_eq!(one.games, other.games);
    assert_eq!(one.incidents, other.incidents);
    assert_eq!(one.findings, other.findings);
    assert_eq!(one.gaps, other.gaps);
    assert_eq!(one.lines, other.lines);
}

/// Findings have a line and column within the text.
fn check_findings(facts: &Facts, text: &[u8]) {
    let mut lines: Vec<&[u8]> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (line, below) = rest.split_at(line_length(rest));
        lines.push(line);
        rest = below;
    }
    // Below the last line end there is one more.
    lines.push(b"");
    for finding in &facts.findings {
        let line = lines[finding.line as usize];
        assert!(
            finding.column >= 1 && finding.column as usize <= line.len() + 1,
            "{finding:?}"
        );
        let shown = finding.excerpt.chars().count();
        let (before, marked) = finding.caret;
        assert!(
            marked >= 1 && before as usize + marked as usize <= shown + 1,
            "{finding:?}"
        );
        assert!(finding.excerpt.chars().all(|letter| !letter.is_control()));
        let game = finding.game.map(|game| &facts.games[game as usize]);
        if let Some(game) = game {
            assert_eq!(finding.identity, game.identity);
            assert!(finding.ply.is_none_or(|ply| ply >= 1), "{finding:?}");
        }
    }
}

/// The most severe effect among the findings decides the verdict.
fn check_verdict(facts: &Facts, index: u64, game: &Game) {
    let own = facts
        .findings
        .iter()
        .filter(|finding| finding.game == Some(index));
    let effect = own
        .map(|finding| finding.code.effect())
        .max()
        .unwrap_or(Effect::None);
    assert_eq!(game.verdict, effect.verdict(), "{game:?}");
    let unplayed = matches!(game.verdict, Verdict::Rejected | Verdict::Foreign);
    assert_eq!(unplayed, game.moves.is_none());
    let incidents = facts
        .incidents
        .iter()
        .filter(|(of, _)| *of as u64 == index)
        .count();
    assert_eq!(incidents, game.incidents as usize);
}

/// The moves are legal, one after the other, from the given start, and lead to the position of the row.
fn check_moves(game: &Game) {
    let Some(moves) = &game.moves else { return };
    let mut position = match &game.fen {
        None => Position::standard(),
        Some(fen) => {
            let record = parse_fen(fen.as_bytes()).expect("a FEN of ours");
            assert_eq!(record.notes, [], "{fen}");
            let loaded = Position::load(&record.setup).expect("a position of ours");
            assert_eq!(
                loaded.position.xfen(),
                *fen,
                "a FEN of ours is as we would write it"
            );
            loaded.position
        }
    };
    let mut greatest = position.clock();
    let mut plies = 0;
    for text in moves.split_whitespace() {
        let legal = position.legal_moves();
        let played = legal.into_iter().find(|played| uci(*played) == text);
        position
            .play(played.unwrap_or_else(|| panic!("{text} is not legal in {}", position.xfen())));
        greatest = greatest.max(position.clock());
        plies += 1;
    }
    assert_eq!(plies, game.plies);
    assert_eq!(game.clocks, Some((position.clock(), greatest)));
    let last = LastPosition {
        pieces: position.pieces(),
        turn: position.turn(),
        castling_rooks: position.castling_rooks(),
        en_passant: position.en_passant(),
    };
    assert_eq!(game.last, Some(last));
}

fn uci(played: Move) -> String {
    let mut text = String::new();
    write_uci([played], &mut text);
    text
}
