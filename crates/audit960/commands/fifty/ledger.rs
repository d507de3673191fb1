//! The ledger: games in which a draw could be claimed, and how they are listed.

use std::cmp::Reverse;
use std::io::Write;

use audit960_report::grouped;
use audit960_types::{Column, Frame, RunEnd, Side};

use super::game::{Game, Run, side_name};

/// Games in which a draw could be claimed, and the sources they were looked for in.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) games: Vec<Game>,
    /// Sources and how many games each has, of every kind.
    pub(super) sources: Vec<(String, u64)>,
}

/// A line of the ledger.
pub(super) type Line<'a> = (&'a Game, &'a Run);

/// Order of the runs.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Sort {
    /// By source, in the order of the games
    Archive,
    /// Earliest date first, unknown dates last
    Date,
    /// Highest half-move clock first
    Clock,
    /// Most turns with a claim first
    Turns,
}

impl Ledger {
    /// Takes in what was found elsewhere.
    pub(super) fn append(&mut self, other: Self) {
        self.games.extend(other.games);
        self.sources.extend(other.sources);
    }

    /// Leaves only the runs that cost somebody half a point.
    pub(super) fn keep_missed(&mut self) {
        for game in &mut self.games {
            game.runs.retain(|run| run.half_point_lost_by.is_some());
        }
        self.games.retain(|game| !game.runs.is_empty());
    }

    /// The runs in order; where two are alike, in the order of the archive.
    pub(super) fn lines(&self, sort: Sort) -> Vec<Line<'_>> {
        let mut lines: Vec<Line<'_>> =
            self.games.iter().flat_map(|game| game.runs.iter().map(move |run| (game, run))).collect();
        lines.sort_by(|(a, _), (b, _)| (&a.source, a.identity).cmp(&(&b.source, b.identity)));
        match sort {
            Sort::Archive => {}
            Sort::Date => lines.sort_by(|(a, _), (b, _)| date_key(a).cmp(&date_key(b))),
            Sort::Clock => lines.sort_by_key(|(_, run)| Reverse(run.peak_clock)),
            Sort::Turns => lines.sort_by_key(|(_, run)| Reverse(run.claims[0] + run.claims[1])),
        }
        lines
    }

    /// The games in the order of their first runs.
    pub(super) fn games_in_order(&self, sort: Sort) -> Vec<&Game> {
        let mut games: Vec<&Game> = Vec::with_capacity(self.games.len());
        let mut seen = std::collections::HashSet::new();
        for (game, _) in self.lines(sort) {
            if seen.insert(std::ptr::from_ref(game)) {
                games.push(game);
            }
        }
        games
    }
}

/// Dates as PGN writes them compare as text; what is unknown is `?` and comes last.
fn date_key(game: &Game) -> (bool, &str) {
    let date = game.date.as_deref().unwrap_or("????.??.??");
    (date.starts_with('?'), date)
}

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

/// The venue, and whether it draws by itself.
pub(super) fn venue(game: &Game, run: &Run) -> String {
    let automatic = if run.claimable_at_venue { "" } else { ", draws by itself" };
    format!("{}{automatic}", game.venue)
}

/// The ledger for people: in words, or in few where `brief`.
pub(super) fn for_people(lines: &[Line<'_>], one_source: bool, brief: bool) -> Frame {
    let text = |name: &str, value: &dyn Fn(&Game, &Run) -> Option<String>| {
        Column::new(name, lines.iter().map(|(game, run)| value(game, run)).collect::<Vec<_>>())
    };
    let clock = lines.iter().map(|(_, run)| Some(i64::from(run.peak_clock)));
    Frame::new(vec![
        text("game", &|game, _| Some(game_name(game, one_source))),
        text("date", &|game, _| game.date.clone()),
        text("players", &|game, _| Some(players(game, brief))),
        text("first claim", &|game, run| {
            Some(if brief { brief_claim(game, run) } else { first_claim(game, run) })
        }),
        Column::new("clock", clock.collect::<Vec<_>>()),
        text("result", &|game, _| Some(game.result.as_str().to_owned())),
        text("½ lost by", &|_, run| run.half_point_lost_by.map(|side| side_name(side).to_owned())),
        text("turns", &|_, run| Some(format!("{}+{}", run.claims[0], run.claims[1]))),
        text("ended by", &|_, run| Some(ended_by(run.ended_by).to_owned())),
        text("law", &|game, run| Some(if brief { brief_law(game, run) } else { law(game, run) })),
        text("venue", &|game, run| Some(if brief { game.venue.to_string() } else { venue(game, run) })),
    ])
}

fn game_name(game: &Game, one_source: bool) -> String {
    match game.game {
        Some(ordinal) if one_source => format!("#{ordinal}"),
        _ => game.name(),
    }
}

/// Both names; only what stands before the comma where `brief`.
fn players(game: &Game, brief: bool) -> String {
    let names = game.players().map(|name| if brief { name.split(',').next().unwrap_or(name) } else { name });
    names.join(" – ")
}

fn brief_claim(game: &Game, run: &Run) -> String {
    let number = game.numbers().label(run.first_claim_ply).replace("...", "…");
    format!("{number} {} {}", side_name(run.first_claim_side), run.first_claim_article)
}

fn brief_law(game: &Game, run: &Run) -> String {
    match run.first_law_claim_ply {
        Some(ply) if ply == run.first_claim_ply => run.law.clone(),
        Some(ply) => format!("{}: {}", run.law, game.numbers().label(ply).replace("...", "…")),
        None => format!("{}: -", run.law),
    }
}

const fn ended_by(end: RunEnd) -> &'static str {
    match end {
        RunEnd::Capture => "capture",
        RunEnd::Pawn => "pawn move",
        RunEnd::Checkmate => "checkmate",
        RunEnd::Stalemate => "stalemate",
        RunEnd::EndOfGame => "end",
    }
}

/// The ledger for programs: the columns of tables `games` and `incidents` but for the moves, and the
/// first claim in words.
pub(super) fn for_programs(lines: &[Line<'_>]) -> Frame {
    let text = |name: &str, value: fn(&Game, &Run) -> Option<String>| {
        Column::new(name, lines.iter().map(|(game, run)| value(game, run)).collect::<Vec<_>>())
    };
    let int = |name: &str, value: fn(&Game, &Run) -> Option<i64>| {
        Column::new(name, lines.iter().map(|(game, run)| value(game, run)).collect::<Vec<_>>())
    };
    let truth = |name: &str, value: fn(&Run) -> bool| {
        Column::new(name, lines.iter().map(|(_, run)| Some(value(run))).collect::<Vec<_>>())
    };
    Frame::new(vec![
        text("source", |game, _| Some(game.source.clone())),
        int("frame_offset", |game, _| i64::try_from(game.identity.frame_offset).ok()),
        int("byte_offset", |game, _| i64::try_from(game.identity.byte_offset).ok()),
        int("game", |game, _| game.game.and_then(|game| i64::try_from(game).ok())),
        text("event", |game, _| game.event.clone()),
        text("date", |game, _| game.date.clone()),
        text("round", |game, _| game.round.clone()),
        text("white", |game, _| game.white.clone()),
        text("black", |game, _| game.black.clone()),
        text("result", |game, _| Some(game.result.to_string())),
        text("venue", |game, _| Some(game.venue.to_string())),
        text("first_claim", |game, run| Some(first_claim(game, run))),
        int("reset_ply", |_, run| Some(run.reset_ply.into())),
        text("reset_by", |_, run| Some(run.reset_by.to_string())),
        int("first_claim_ply", |_, run| Some(run.first_claim_ply.into())),
        text("first_claim_side", |_, run| Some(run.first_claim_side.to_string())),
        text("first_claim_article", |_, run| Some(run.first_claim_article.to_string())),
        int("first_932_ply", |_, run| run.first_932_ply.map(i64::from)),
        int("white_claims", |_, run| Some(run.claims[0].into())),
        int("black_claims", |_, run| Some(run.claims[1].into())),
        int("peak_clock", |_, run| Some(run.peak_clock.into())),
        int("seventy_five_ply", |_, run| run.seventy_five_ply.map(i64::from)),
        text("ended_by", |_, run| Some(run.ended_by.to_string())),
        text("outcome", |_, run| Some(run.outcome.to_string())),
        text("material", |_, run| Some(run.material.clone())),
        text("fen", |_, run| Some(run.fen.clone())),
        text("law", |_, run| Some(run.law.clone())),
        int("limit_moves", |_, run| Some(run.limit_moves.into())),
        int("first_claim_under_law_ply", |_, run| run.first_law_claim_ply.map(i64::from)),
        truth("claimable_under_law", |run| run.first_law_claim_ply.is_some()),
        truth("claimable_at_venue", |run| run.claimable_at_venue),
        text("half_point_lost_by", |_, run| run.half_point_lost_by.map(|side| side.to_string())),
        int("automatic_draw_ply", |_, run| run.automatic_draw_ply.map(i64::from)),
    ])
}

/// Says what the table comes to.
pub(super) fn write_sum(lines: &[Line<'_>], out: &mut dyn Write) -> std::io::Result<()> {
    let games: std::collections::BTreeSet<_> =
        lines.iter().map(|(game, _)| (&game.source, game.identity)).collect();
    let lost_by = |side: Side| {
        lines.iter().filter(|(_, run)| run.half_point_lost_by == Some(side)).count() as u64
    };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    writeln!(
        out,
        "{}{} run{} with a claimable draw in {} game{}; half a point was lost by White in {}, by \
         Black in {}",
        if lines.is_empty() { "" } else { "\n" },
        grouped(lines.len() as u64),
        plural(lines.len()),
        grouped(games.len() as u64),
        plural(games.len()),
        grouped(lost_by(Side::White)),
        grouped(lost_by(Side::Black)),
    )
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::run;
    use super::*;
    use audit960_types::{GameResult, Identity, RunEnd, StartKind, Venue, Verdict};

    fn game(source: &str, offset: u64, date: Option<&str>, peaks: &[u32]) -> Game {
        let runs = peaks.iter().map(|&peak| run(peak, RunEnd::Capture)).collect();
        Game {
            source: source.to_owned(),
            identity: Identity { frame_offset: 0, byte_offset: offset },
            game: Some(offset),
            event: None,
            site: None,
            date: date.map(str::to_owned),
            round: None,
            white: Some("Tal, M".to_owned()),
            black: None,
            white_elo: None,
            black_elo: None,
            result: GameResult::Black,
            year: None,
            venue: Venue::Tcec,
            start: StartKind::Standard,
            verdict: Verdict::Ok,
            start_fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            moves: None,
            runs,
        }
    }

    fn order(ledger: &Ledger, sort: Sort) -> Vec<(u64, u32)> {
        let lines = ledger.lines(sort);
        lines.iter().map(|(game, run)| (game.identity.byte_offset, run.peak_clock)).collect()
    }

    #[test]
    fn runs_are_put_in_order() {
        let games = vec![
            game("b", 3, Some("1991.??.??"), &[120]),
            game("a", 2, Some("????.??.??"), &[100, 130]),
            game("a", 1, Some("1991.05.01"), &[101]),
        ];
        let ledger = Ledger { games, sources: Vec::new() };
        assert_eq!(order(&ledger, Sort::Archive), [(1, 101), (2, 100), (2, 130), (3, 120)]);
        assert_eq!(order(&ledger, Sort::Clock), [(2, 130), (3, 120), (1, 101), (2, 100)]);
        assert_eq!(order(&ledger, Sort::Date), [(1, 101), (3, 120), (2, 100), (2, 130)]);
        let games = ledger.games_in_order(Sort::Clock);
        let offsets: Vec<u64> = games.iter().map(|game| game.identity.byte_offset).collect();
        assert_eq!(offsets, [2, 3, 1]);
    }

    #[test]
    fn people_read_words() {
        let mut game = game("a.pgn", 4, None, &[103]);
        game.runs[0].claimable_at_venue = false;
        game.runs[0].limit_moves = 100;
        game.runs[0].law = "100-KRBvKR".to_owned();
        game.runs[0].first_law_claim_ply = None;
        game.runs[0].half_point_lost_by = Some(Side::White);
        let lines = [(&game, &game.runs[0])];
        let row = |one_source, brief| {
            let frame = for_people(&lines, one_source, brief);
            let cells = frame.columns().iter().map(|column| match column.cell(0) {
                audit960_types::Cell::Text(text) => text.to_owned(),
                audit960_types::Cell::Int(value) => value.to_string(),
                _ => "-".to_owned(),
            });
            cells.collect::<Vec<_>>().join("|")
        };
        assert_eq!(
            row(false, false),
            "a.pgn#4|-|Tal, M – ?|50... Black may claim (9.3.1)|103|0-1|White|0+1|capture|\
             100-KRBvKR (100 moves): no claim|tcec, draws by itself"
        );
        assert_eq!(
            row(true, true),
            "#4|-|Tal – ?|50… Black 9.3.1|103|0-1|White|0+1|capture|100-KRBvKR: -|tcec"
        );
    }

    #[test]
    fn only_what_cost_half_a_point_is_missed() {
        let mut missed = game("a", 1, None, &[101, 102]);
        missed.runs[1].half_point_lost_by = Some(Side::White);
        let mut ledger = Ledger { games: vec![missed, game("a", 2, None, &[103])], sources: Vec::new() };
        ledger.keep_missed();
        assert_eq!(order(&ledger, Sort::Archive), [(1, 102)]);
        let mut out = Vec::new();
        write_sum(&ledger.lines(Sort::Archive), &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "\n1 run with a claimable draw in 1 game; half a point was lost by White in 1, by Black in 0\n"
        );
    }
}
