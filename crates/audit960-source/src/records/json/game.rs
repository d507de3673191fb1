//! A record of JSON as a game.

use super::record::{Evaluation, Moves, Number, Player, Record, Text};
use crate::records::game::{Game, ORTHODOX, utc};
use crate::records::moves::MoveNotes;
use crate::records::record_line::push_unreadable;
use crate::records::words::{
    draw_words, drawn_result, loss_words, termination_words, winner_result,
};

/// Appends the line of the record that `json` holds.
pub(crate) fn push_game(out: &mut String, json: &[u8]) {
    let written = read(json).and_then(|record| {
        game(&record)?.write(out);
        Ok(())
    });
    if let Err(reason) = written {
        push_unreadable(out, &reason);
    }
}

fn read(json: &[u8]) -> Result<Record, String> {
    let json = json.trim_ascii();
    if !json.starts_with(b"{") {
        return Err("not an object of JSON".to_owned());
    }
    serde_json::from_slice(json).map_err(|error| {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let what = text.strip_suffix(&place).unwrap_or(&text);
        match error.line() {
            1 => format!("not JSON: {what} at its byte {}", error.column()),
            line => format!(
                "not JSON: {what} at its line {line}, byte {}",
                error.column()
            ),
        }
    })
}

fn game(record: &Record) -> Result<Game<'_>, String> {
    match (record.pgn.as_deref(), &record.moves) {
        (Some(pgn), _) if !pgn.trim().is_empty() => of_pgn(record, pgn),
        (_, Moves::Text(moves)) => of_moves(record, moves),
        // A move and its clock in one text, as LiveChessCloud has them, or objects: what they mean would be a guess.
        (_, Moves::Unknown) => Err(
            "its moves are neither a text nor a list of moves: files of LiveChessCloud and the like are not read; export the \
             games as PGN"
                .to_owned(),
        ),
        _ => Err("it has neither moves nor pgn".to_owned()),
    }
}

/// A record that holds a whole PGN: what the PGN says counts.
fn of_pgn<'r>(record: &'r Record, pgn: &str) -> Result<Game<'r>, String> {
    let mut game = Game::from_pgn(pgn)?;
    set_rules(&mut game, record);
    game.set("Termination", termination(record));
    Ok(game)
}

/// A record that holds moves: tags are those that Lichess writes.
fn of_moves<'r>(record: &'r Record, moves: &'r str) -> Result<Game<'r>, String> {
    let mut game = Game::from_moves(moves)?;
    game.set_notes(notes(record));
    let sides = [
        ("White", &record.players.0.white.0, &record.white.0),
        ("Black", &record.players.0.black.0, &record.black.0),
    ];
    game.set("Event", event(record));
    game.set("Site", site(record));
    let began = record
        .created_at
        .as_deref()
        .and_then(|text| text.parse::<i64>().ok());
    let ended = || record.end_time.as_deref()?.parse::<i64>().ok();
    let moment = began
        .map(|milliseconds| milliseconds.div_euclid(1000))
        .or_else(ended);
    if let Some((date, time)) = moment.and_then(utc) {
        game.set("Date", Some(date.clone()));
        game.set("UTCDate", Some(date));
        game.set("UTCTime", Some(time));
    }
    for (side, lichess, other) in sides {
        game.set(side, name(lichess).or_else(|| name(other)));
        let tags = [
            ("Elo", lichess.rating.as_deref().or(other.rating.as_deref())),
            ("Title", lichess.user.0.title.as_deref()),
        ];
        for (tag, value) in tags {
            game.set(format!("{side}{tag}"), value);
        }
        let change: Option<i64> = lichess
            .rating_diff
            .as_deref()
            .and_then(|text| text.parse().ok());
        game.set(
            format!("{side}RatingDiff"),
            change.map(|change| format!("{change:+}")),
        );
    }
    game.set("Result", Some(result(record)));
    set_rules(&mut game, record);
    game.set("TimeControl", time_control(record));
    game.set("ECO", record.opening.0.eco.as_deref());
    game.set("Opening", record.opening.0.name.as_deref());
    game.set("Termination", termination(record));
    Ok(game)
}

/// Sets variant and start position.
fn set_rules<'r>(game: &mut Game<'r>, record: &'r Record) {
    let variant = record.variant.as_deref();
    let other = variant.filter(|name| !matches!(*name, "standard" | "chess"));
    game.set("Variant", other.map(variant_name));
    let fen = record.initial_fen.as_deref().filter(|fen| !fen.is_empty());
    let is_said = |fen: &&str| other.is_some() || *fen != ORTHODOX;
    game.set_start(fen.filter(is_said));
}

/// The name that Lichess writes in the tag for a variant's key.
fn variant_name(key: &str) -> &str {
    match key {
        "chess960" => "Chess960",
        "fromPosition" => "From Position",
        "kingOfTheHill" | "kingofthehill" => "King of the Hill",
        "threeCheck" | "threecheck" => "Three-check",
        "racingKings" => "Racing Kings",
        other => other,
    }
}

fn notes(record: &Record) -> MoveNotes {
    let clocks = record
        .clocks
        .0
        .iter()
        .map(|Number(clock)| clock.unwrap_or(-1));
    let eval = |Evaluation { eval, mate }: &Evaluation| match (eval.0, mate.0) {
        (_, Some(moves)) => Some(format!("#{moves}")),
        (Some(centipawns), None) => {
            let (sign, size) = (
                if centipawns < 0 { "-" } else { "" },
                centipawns.unsigned_abs(),
            );
            Some(format!("{sign}{}.{:02}", size / 100, size % 100))
        }
        (None, None) => None,
    };
    MoveNotes {
        clocks: clocks.collect(),
        evals: record.analysis.0.iter().map(eval).collect(),
        move_times: Vec::new(),
    }
}

/// The event as Lichess names it.
fn event(record: &Record) -> Option<String> {
    if let Some(event) = record.event.as_deref() {
        return Some(event.to_owned());
    }
    let kind = match record.rated.as_deref()? {
        "true" => "Rated",
        _ => "Casual",
    };
    let speed = record.speed.as_deref().unwrap_or_default();
    let (first, rest) = speed.split_at(speed.chars().next().map_or(0, char::len_utf8));
    let mut kind = format!("{kind} {}{rest}", first.to_uppercase());
    kind.truncate(kind.trim_end().len());
    let of = |path: &str, id: &str| format!("{kind} tournament https://lichess.org/{path}/{id}");
    Some(
        match (record.tournament.as_deref(), record.swiss.as_deref()) {
            // chess.com gives the address.
            (Some(id), _) if !id.contains('/') => of("tournament", id),
            (_, Some(id)) => of("swiss", id),
            _ => format!("{kind} game"),
        },
    )
}

fn site(record: &Record) -> Option<String> {
    if let Some(url) = record.url.as_deref() {
        return Some(url.to_owned());
    }
    let id = record.id.as_deref()?;
    let is_lichess = id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_lichess.then(|| format!("https://lichess.org/{id}"))
}

fn name(player: &Player) -> Option<String> {
    let user = &player.user.0;
    let names = [&user.name, &user.id, &player.name, &player.user_id];
    let named = names.into_iter().find_map(|name| name.as_deref());
    named.map(str::to_owned).or_else(|| {
        let level = player.ai_level.as_deref()?;
        Some(format!("lichess AI level {level}"))
    })
}

fn time_control(record: &Record) -> Option<String> {
    let clock = &record.clock.0;
    match (clock.initial.as_deref(), clock.increment.as_deref()) {
        (Some(initial), increment) => Some(format!("{initial}+{}", increment.unwrap_or("0"))),
        _ if record.days_per_turn.as_deref().is_some() => Some("-".to_owned()),
        _ => record.time_control.as_deref().map(str::to_owned),
    }
}

/// The result codes of chess.com for both sides.
fn codes(record: &Record) -> [&str; 2] {
    [&record.white, &record.black].map(|side| side.0.result.as_deref().unwrap_or_default())
}

/// The words for how the game ended, as the record has them.
fn ending(record: &Record) -> Option<&str> {
    let members = [&record.status, &record.termination, &record.end_type];
    let mut said = members.into_iter().filter_map(|member| member.as_deref());
    said.find(|words| !words.is_empty())
}

/// The result; what is said of it or of the winner, if that is nothing of the kind.
fn result(record: &Record) -> &str {
    let said = |member: &'_ Text| !member.as_deref().unwrap_or_default().is_empty();
    let of_words = ending(record).and_then(drawn_result);
    match codes(record) {
        _ if said(&record.result) => record.result.as_deref().unwrap_or_default(),
        _ if said(&record.winner) => {
            let winner = record.winner.as_deref().unwrap_or_default();
            winner_result(winner)
                .or_else(|| result_of_player(record, winner))
                .unwrap_or(winner)
        }
        ["win", _] => "1-0",
        [_, "win"] => "0-1",
        [white, _] if draw_words(white).is_some() => "1/2-1/2",
        _ => of_words.unwrap_or("*"),
    }
}

/// The result of a player of this name.
fn result_of_player(record: &Record, winner: &str) -> Option<&'static str> {
    let is = |lichess: &Player, other: &Player| {
        let named = name(lichess).or_else(|| name(other));
        named.is_some_and(|name| name == winner)
    };
    let (players, white, black) = (&record.players.0, &record.white.0, &record.black.0);
    match (is(&players.white.0, white), is(&players.black.0, black)) {
        (true, false) => Some("1-0"),
        (false, true) => Some("0-1"),
        _ => None,
    }
}

/// How a game ended, in words that the tag `Termination` of the two servers uses, or more exact ones.
fn termination(record: &Record) -> Option<&str> {
    let said = ending(record).map(|words| termination_words(words).unwrap_or(words));
    said.or_else(|| {
        let codes = codes(record);
        codes
            .into_iter()
            .find_map(|code| draw_words(code).or_else(|| loss_words(code)))
    })
}
