//! What the ledger says in words.

use audit960_types::{RunEnd, Venue};

use super::game::{Game, Run, file_name, name, side_name};

/// What there is to say of the first claim: `113. White may claim (9.3.1)`.
pub(super) fn first_claim(game: &Game, run: &Run) -> String {
    let number = game.numbers().label(run.first_claim_ply);
    let side = side_name(run.first_claim_side);
    format!("{number} {side} may claim ({})", run.first_claim_article)
}

/// The law and its limit; where that is not fifty, also what it made of the run.
pub(super) fn law(game: &Game, run: &Run) -> String {
    let (law, limit) = (&run.law, run.limit_moves);
    match run.first_law_claim_ply {
        Some(ply) if ply == run.first_claim_ply => format!("{law} ({limit} moves)"),
        Some(ply) => format!("{law} ({limit} moves): from {}", game.numbers().label(ply)),
        None => format!("{law} ({limit} moves): no claim"),
    }
}

/// A venue in words.
pub(super) fn venue_name(venue: Venue) -> String {
    venue.as_str().replace('_', " ")
}

/// The venue, and whether it draws by itself.
pub(super) fn venue(game: &Game, run: &Run) -> String {
    let automatic = if run.claimable_at_venue {
        ""
    } else {
        ", draws by itself"
    };
    format!("{}{automatic}", venue_name(game.venue))
}

/// The name of a game; without its source where there is only one, without the source's folder
/// where `brief`.
pub(super) fn game_name(game: &Game, one_source: bool, brief: bool) -> String {
    let source = match (one_source, brief) {
        (true, _) => "",
        (false, true) => file_name(&game.source),
        (false, false) => &game.source,
    };
    name(source, game.game, game.identity)
}

/// Both names; only what stands before the comma where `brief`.
pub(super) fn players(game: &Game, brief: bool) -> String {
    let names = game.players().map(|name| {
        if brief {
            name.split(',').next().unwrap_or(name)
        } else {
            name
        }
    });
    names.join(" – ")
}

pub(super) fn brief_claim(game: &Game, run: &Run) -> String {
    let number = game
        .numbers()
        .label(run.first_claim_ply)
        .replace("...", "…");
    format!(
        "{number} {} {}",
        side_name(run.first_claim_side),
        run.first_claim_article
    )
}

pub(super) fn brief_law(game: &Game, run: &Run) -> String {
    match run.first_law_claim_ply {
        Some(ply) if ply == run.first_claim_ply => run.law.clone(),
        Some(ply) => format!(
            "{}: {}",
            run.law,
            game.numbers().label(ply).replace("...", "…")
        ),
        None => format!("{}: -", run.law),
    }
}

pub(super) const fn ended_by(end: RunEnd) -> &'static str {
    match end {
        RunEnd::Capture => "capture",
        RunEnd::Pawn => "pawn move",
        RunEnd::Checkmate => "checkmate",
        RunEnd::Stalemate => "stalemate",
        RunEnd::EndOfGame => "end",
    }
}
