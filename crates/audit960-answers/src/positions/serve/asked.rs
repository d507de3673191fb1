//! The question in a request: a position, what was played to it, and which games count.

use audit960_audit::condition::Filter;
use audit960_board::{Move, Position};
use audit960_replay::lenient_move;
use audit960_tree::position_of_fen;

use super::conditions;
use super::http::Response;
use crate::positions::named_position::named_start;

/// Half-moves of a line.
const MAX_PLIES: usize = 512;

/// The parameters of a request, by name.
pub(super) struct Params(Vec<(String, String)>);

impl Params {
    /// Those of a query. A list may be written as `speeds=a,b`, as `speeds[]=a&speeds[]=b`, or both.
    pub(super) fn of(query: &str) -> Self {
        let pairs = form_urlencoded::parse(query.as_bytes());
        let named = |name: &str| name.strip_suffix("[]").unwrap_or(name).to_owned();
        let pairs = pairs.map(|(name, value)| (named(&name), value.trim().to_owned()));
        Self(pairs.filter(|(_, value)| !value.is_empty()).collect())
    }

    /// The value of a parameter, several joined by commas; `None` if it is missing or empty.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let values = self.0.iter().filter(|(known, _)| known == name);
        let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(","))
    }

    /// A number, at most `most`, which is also the default.
    pub(super) fn count(&self, name: &str, most: usize) -> Result<usize, Response> {
        match self.get(name).map(|text| text.parse::<usize>()) {
            None => Ok(most),
            Some(Ok(number)) => Ok(number.min(most)),
            Some(Err(_)) => Err(refused(name, "must be a number")),
        }
    }
}

/// The answer to a request with a parameter that cannot be followed.
pub(super) fn refused(parameter: &str, why: &str) -> Response {
    Response::error(400, &format!("{parameter}: {why}"))
}

/// A question.
pub(super) struct Question {
    pub(super) start: Position,
    /// The half-moves from there, each with the position after it.
    pub(super) line: Vec<(Move, Position)>,
    pub(super) filter: Option<Filter>,
    /// The parameters that the filter follows, for messages.
    pub(super) filtered_by: String,
}

impl Question {
    pub(super) fn of(params: &Params) -> Result<Self, Response> {
        let variant = params.get("variant").unwrap_or_default();
        if !["", "standard", "chess", "chess960", "fromPosition"].contains(&variant.as_str()) {
            let why = "must be standard, chess960 or fromPosition";
            return Err(refused("variant", why));
        }
        let start = match (params.get("fen"), params.get("start").as_deref()) {
            (Some(fen), _) => position(&fen).map_err(|why| refused("fen", &why))?,
            (_, None | Some("standard")) => Position::standard(),
            (_, Some(start)) => named(start).map_err(|why| refused("start", &why))?,
        };
        let play = params.get("play").unwrap_or_default();
        let line = line(&start, &play).map_err(|why| refused("play", &why))?;
        let (filter, filtered_by) = conditions::filter(params)?;
        Ok(Self {
            start,
            line,
            filter,
            filtered_by,
        })
    }

    /// The position that is asked about.
    pub(super) fn position(&self) -> &Position {
        self.line.last().map_or(&self.start, |(_, after)| after)
    }
}

/// The position of a FEN, whose fields may be separated by underscores.
fn position(fen: &str) -> Result<Position, String> {
    position_of_fen(&fen.replace('_', " "))
}

/// A start position by its number or arrangement, or any position by its FEN.
fn named(name: &str) -> Result<Position, String> {
    if name.contains(' ') {
        return position(name);
    }
    let [white, black] = named_start(name).map_err(|error| error.to_string())?;
    Ok(Position::chess960(white, black))
}

/// Half-moves from a position, separated by commas, as UCI: castling is the king taking its rook, or going to its square.
fn line(start: &Position, text: &str) -> Result<Vec<(Move, Position)>, String> {
    let (mut position, mut line) = (start.clone(), Vec::new());
    for word in text.split(',').filter(|word| !word.is_empty()) {
        if line.len() == MAX_PLIES {
            return Err(format!("at most {MAX_PLIES} half-moves"));
        }
        let played = Some(word).filter(|word| is_uci(word));
        let played = played.and_then(|word| lenient_move(&position, word.as_bytes(), None));
        let Some(played) = played else {
            let (ply, fen) = (line.len() + 1, position.xfen());
            return Err(format!(
                "half-move {ply} is not a legal move as UCI in {fen}"
            ));
        };
        position.play(played);
        line.push((played, position.clone()));
    }
    Ok(line)
}

/// Whether a word has the form of a move in UCI.
fn is_uci(word: &str) -> bool {
    let square = |file: &u8, rank: &u8| matches!((file, rank), (b'a'..=b'h', b'1'..=b'8'));
    match word.as_bytes() {
        [a, b, c, d] | [a, b, c, d, b'q' | b'r' | b'b' | b'n'] => square(a, b) && square(c, d),
        _ => false,
    }
}

/// The id of a game as it stands in addresses.
pub(super) fn id_text(id: i64) -> String {
    format!("{:016x}", id.cast_unsigned())
}

/// The id that stands in an address.
pub(super) fn parse_id(text: &str) -> Option<i64> {
    let is_id = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = is_id.then(|| u64::from_str_radix(text, 16).ok())?;
    id.map(u64::cast_signed)
}
