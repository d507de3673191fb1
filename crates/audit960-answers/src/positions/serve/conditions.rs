//! Which games count: the filters of Lichess's explorer as conditions on games.

use audit960_audit::condition::Filter;

use super::asked::{Params, refused};
use super::http::Response;

/// Speeds by the time for forty moves.
const SPEEDS: [&str; 6] = [
    "ultraBullet",
    "bullet",
    "blitz",
    "rapid",
    "classical",
    "correspondence",
];

/// Where the groups of ratings begin, by the mean of both players; each ends where the next one begins.
const RATINGS: [u32; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// Parameters of clients that ask for other games, and that no dataset can follow.
const UNKNOWN: [&str; 5] = ["modes", "rated", "player", "color", "opponent"];

/// The games that a request asks about, and the parameters that say so; no filter if it asks about all.
pub(super) fn filter(params: &Params) -> Result<(Option<Filter>, String), Response> {
    if let Some(name) = UNKNOWN.iter().find(|name| params.get(name).is_some()) {
        return Err(refused(
            name,
            "a dataset does not know which games these are",
        ));
    }
    let conditions = [
        ("speeds", speeds(params)?),
        ("ratings", ratings(params)?),
        ("since", bound(params, "since")?),
        ("until", bound(params, "until")?),
    ];
    let asked = conditions
        .iter()
        .filter_map(|(name, condition)| Some((*name, condition.as_deref()?)));
    let (names, conditions): (Vec<_>, Vec<_>) = asked.unzip();
    if names.is_empty() {
        return Ok((None, String::new()));
    }
    let names = names.join(", ");
    let filter = Filter::parse(&conditions.join(" AND "));
    let filter = filter.map_err(|error| refused(&names, &error.to_string()))?;
    Ok((Some(filter), names))
}

/// That one of some conditions holds.
fn any(conditions: &[String]) -> String {
    let conditions: Vec<_> = conditions.iter().map(|one| format!("({one})")).collect();
    format!("({})", conditions.join(" OR "))
}

/// That a game has one of the speeds; no condition where all are named.
fn speeds(params: &Params) -> Result<Option<String>, Response> {
    let Some(text) = params.get("speeds") else {
        return Ok(None);
    };
    let names: Vec<&str> = text.split(',').collect();
    if let Some(name) = names.iter().find(|name| !SPEEDS.contains(name)) {
        return Err(refused("speeds", &format!("there is no speed {name}")));
    }
    // A dataset does not tell ultraBullet from bullet by itself.
    let time = "COALESCE(base_seconds + 40 * increment_seconds, 30)";
    let found = SPEEDS.iter().filter(|name| names.contains(name));
    let found = found.map(|name| match *name {
        "ultraBullet" => format!("time_class = 'bullet' AND {time} < 30"),
        "bullet" => format!("time_class = 'bullet' AND {time} >= 30"),
        name => format!("time_class = '{name}'"),
    });
    let found: Vec<String> = found.collect();
    Ok((found.len() < SPEEDS.len()).then(|| any(&found)))
}

/// That the mean rating is in one of the groups; no condition where all are named.
fn ratings(params: &Params) -> Result<Option<String>, Response> {
    let Some(text) = params.get("ratings") else {
        return Ok(None);
    };
    let mut wanted = [false; RATINGS.len()];
    for word in text.split(',') {
        // The lowest group has both names in the interface of Lichess.
        let low = word.parse().map(|low| if low == 400 { 0 } else { low });
        let group = RATINGS.iter().position(|known| low == Ok(*known));
        match group.and_then(|group| wanted.get_mut(group)) {
            Some(wanted) => *wanted = true,
            None => {
                let groups = RATINGS.map(|low| low.to_string()).join(", ");
                return Err(refused("ratings", &format!("{word} is none of {groups}")));
            }
        }
    }
    let sum = "white_elo + black_elo";
    let ends = RATINGS.iter().skip(1).map(Some).chain([None]);
    let groups = RATINGS.iter().zip(ends).zip(wanted);
    let groups = groups.filter(|(_, wanted)| *wanted);
    let groups = groups.map(|((low, end), _)| match end {
        Some(end) => format!("{sum} >= {} AND {sum} < {}", 2 * low, 2 * end),
        None => format!("{sum} >= {}", 2 * low),
    });
    let groups: Vec<String> = groups.collect();
    Ok((groups.len() < RATINGS.len()).then(|| any(&groups)))
}

/// That a game was certainly not played before or after a month or year.
fn bound(params: &Params, name: &str) -> Result<Option<String>, Response> {
    let Some((year, month)) = period(params, name)? else {
        return Ok(None);
    };
    Ok(Some(match (name, month) {
        ("since", month) => format!("date_from >= DATE '{year:04}-{:02}-01'", month.unwrap_or(1)),
        (_, Some(month @ ..12)) => format!("date_to < DATE '{year:04}-{:02}-01'", month + 1),
        _ => format!("date_to < DATE '{:04}-01-01'", year + 1),
    }))
}

/// A year, or a month of one.
fn period(params: &Params, name: &str) -> Result<Option<(u16, Option<u8>)>, Response> {
    let Some(text) = params.get(name) else {
        return Ok(None);
    };
    let (year, month) = match text.split_once('-') {
        Some((year, month)) => (year, Some(month.parse())),
        None => (text.as_str(), None),
    };
    match (year.parse(), month.transpose()) {
        (Ok(year @ 1..9999), Ok(month)) if month.is_none_or(|month| (1..=12).contains(&month)) => {
            Ok(Some((year, month)))
        }
        _ => Err(refused(
            name,
            "must be a year, or a year and a month as 2024-05",
        )),
    }
}
