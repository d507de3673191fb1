//! Where a game was played, according to its tags.
//!
//! The evidence, in order of priority:
//!
//! 1. TCEC and chess.com's championship of programs, by Event or Site: their games are also relayed
//!    elsewhere.
//! 2. A Site that names a server, a correspondence server or a list of programs (`venue/sites.rs`), also as
//!    `Internet (chess.com)`. A Lichess broadcast is not a game on Lichess, nor is a study or an import.
//! 3. Tags and events that only one writer has: `ICCResult`, `FICSGamesDBGameNo`, a `Link` to
//!    chess.com, WinBoard's event `ICS ... wild/fr ...`, the broadcast tags of Lichess (over the
//!    board).
//! 4. Match programs: cutechess and fastchess write `GameStartTime` and similar tags, cutechess sorted by name, fastchess the
//!    start before the end. Where one of these is missing, fastchess is known by the variant `Chess960` (cutechess:
//!    `fischerandom`) or the termination `normal`, which cutechess leaves out. Without these tags, `fischerandom` with a time control in fractions of seconds and
//!    without a Site counts as cutechess; two of these signs are not enough.
//! 5. The Chess Tigers in Annotator or Source, or Mainz with one of their events; playchess.com in Source.
//! 6. Events `FICS ...`, `ICC ...`, `Chess.com ...`, `CEGT ...`, any name of `SITES` and any internet address, where there
//!    is no Site to contradict them, and events that say that they are correspondence (`Corr.`, `NED corr`).
//! 7. A Site that is an internet address, or says that the game was played online: online, but not on a
//!    server whose rules are known. A Site that ends in `corr` is correspondence.
//! 8. A Site that reads like the name of a place, with at least one sign of a tournament record: a
//!    country code after it (`Biel SUI`), EventDate, EventType or a similar tag, FIDE ids, or a player
//!    written `Surname, Name`. With country code, EventDate and FIDE ids, but no EventType, it is the
//!    style of The Week in Chess.
//!
//! Anything else is unknown, and unknown is treated as over the board. `GameId` is not evidence, because
//! Lichess writes it for imports too. Where possible, only the first bytes of a value are checked; nothing
//! is allocated. `data/venues/EXPECTED.tsv` has values of archives with the venue that they name.

mod sites;

use audit960_pgn::Tag;
use audit960_types::Venue;

use crate::tag_roster::TagRoster;
use sites::{BY_LETTER, SITES};

impl TagRoster<'_> {
    /// The venue, by these tags; [`Venue::Unknown`] if they do not identify one.
    pub(crate) fn venue(&self) -> Venue {
        self.server()
            .or_else(|| self.by_unique_tags())
            .or_else(|| self.by_match_program())
            .or_else(|| self.by_source())
            .or_else(|| self.by_event())
            .or_else(|| ends_in_corr(self.site()).then_some(Venue::Correspondence))
            .or_else(|| is_online(self.site()).then_some(Venue::Online))
            .or_else(|| self.tournament())
            .unwrap_or(Venue::Unknown)
    }

    fn event(&self) -> &[u8] {
        self.raw(Tag::Event).unwrap_or_default()
    }

    /// Whether Event names a match or a tournament of engines: `Fritz Engine Tournament`.
    pub(crate) fn names_engine_event(&self) -> bool {
        let has = |word: &[u8]| {
            let mut windows = self.event().windows(word.len());
            windows.any(|part| part.eq_ignore_ascii_case(word))
        };
        has(b"engine")
            && [b"tourn".as_slice(), b"match", b"league"]
                .iter()
                .any(|word| has(word))
    }

    fn site(&self) -> &[u8] {
        self.raw(Tag::Site).unwrap_or_default()
    }

    /// Whether there is a tag that only match programs write.
    fn is_of_match_program(&self) -> bool {
        self.has_match_program() || self.has(Tag::TerminationDetails)
    }

    fn has_no_site(&self) -> bool {
        matches!(self.site(), b"" | b"?" | b"-")
    }

    fn server(&self) -> Option<Venue> {
        if self.event().starts_with(b"TCEC ") {
            return Some(Venue::Tcec);
        }
        if self.has_no_site() && self.is_ccc() {
            return Some(Venue::Ccc);
        }
        self.listed(without_scheme(on_the_internet(self.site())))
    }

    /// The venue of an address or name that begins with one of [`SITES`].
    fn listed(&self, address: &[u8]) -> Option<Venue> {
        let first = address.first()?.to_ascii_lowercase();
        let letter = usize::from(first.checked_sub(b'a').filter(|letter| *letter < 26)?);
        let (path, venue) = SITES[BY_LETTER[letter]..BY_LETTER[letter + 1]]
            .iter()
            .filter_map(|(name, venue)| Some((after_name(address, name)?, *venue)))
            .next()?;
        match venue {
            Venue::Lichess => self.lichess(path),
            Venue::ChessCom if path.starts_with(b"/events") => None,
            Venue::ChessCom if path.starts_with(b"/computer") || self.is_ccc() => Some(Venue::Ccc),
            // Fishtest runs its matches by programs that leave tags of their own.
            Venue::EngineMatch if self.is_of_match_program() => None,
            venue => Some(venue),
        }
    }

    /// Whether Event is one of chess.com's championship of programs: `CCC 25 ...`, `CCCC 1: ...`, `CCC Test`.
    fn is_ccc(&self) -> bool {
        let names: [&[u8]; 2] = [b"CCC", b"CCCC"];
        names.iter().any(|name| {
            after_name(self.event(), name).is_some_and(|rest| {
                let rest = rest.trim_ascii();
                rest.is_empty() || rest[0].is_ascii_digit() || after_name(rest, b"Test").is_some()
            })
        })
    }

    /// The venue of a Site at lichess.org; `path` is the text after the host name.
    fn lichess(&self, path: &[u8]) -> Option<Venue> {
        let path = match path.split_first() {
            Some((b'/', path)) => path,
            // Another domain that begins with the name.
            Some((b'.', _)) => return None,
            _ => return Some(Venue::Lichess),
        };
        let end = path
            .iter()
            .position(|byte| matches!(byte, b'/' | b'#' | b'?'));
        let (segment, _) = path.split_at(end.unwrap_or(path.len()));
        if segment == b"broadcast" {
            return Some(Venue::OverTheBoard);
        }
        // Eight letters and digits identify a game, twelve one player's view of it.
        let game = matches!(segment.len(), 8 | 12)
            && segment.iter().all(u8::is_ascii_alphanumeric)
            && segment != b"training";
        let foreign = self.has(Tag::Broadcast) || self.event().starts_with(b"Import");
        (game && !foreign).then_some(Venue::Lichess)
    }

    fn by_unique_tags(&self) -> Option<Venue> {
        if self.has(Tag::IccResult) {
            Some(Venue::Icc)
        } else if self.has(Tag::FicsGameNumber) || self.is_wild_fr_of_winboard() {
            Some(Venue::Fics)
        } else if self
            .raw(Tag::Link)
            .is_some_and(|link| is_chess_com(without_scheme(link)))
        {
            Some(Venue::ChessCom)
        } else if self.has(Tag::Broadcast) {
            Some(Venue::OverTheBoard)
        } else {
            None
        }
    }

    /// Whether Event is like `ICS Rated wild/fr match`: WinBoard writes `ICS` for any server, but only FICS
    /// calls the variant `wild/fr`.
    fn is_wild_fr_of_winboard(&self) -> bool {
        let event = self.event();
        event.starts_with(b"ICS ") && event.windows(7).any(|part| part == b"wild/fr")
    }

    fn by_match_program(&self) -> Option<Venue> {
        let named: [&[u8]; 3] = [b"Fastchess", b"Fast-Chess", b"Fast Chess"];
        if names_one_of(self.event(), &named) {
            return Some(Venue::Fastchess);
        }
        if !self.is_of_match_program() {
            return self.is_bare_cutechess().then_some(Venue::Cutechess);
        }
        let by_values = || {
            self.raw(Tag::Variant) == Some(b"Chess960")
                || self.raw(Tag::Termination) == Some(b"normal")
        };
        let fastchess = match self.end_before_start() {
            Some(is_sorted) => !is_sorted,
            None => by_values(),
        };
        Some(if fastchess {
            Venue::Fastchess
        } else {
            Venue::Cutechess
        })
    }

    fn is_bare_cutechess(&self) -> bool {
        self.raw(Tag::Variant) == Some(b"fischerandom")
            && self.has_no_site()
            && self
                .raw(Tag::TimeControl)
                .is_some_and(|control| control.contains(&b'.'))
    }

    fn by_source(&self) -> Option<Venue> {
        let tigers =
            |text: Option<&[u8]>| text.is_some_and(|text| text.starts_with(b"Chess Tigers"));
        let theirs = || {
            let events: [&[u8]; 2] = [b"CCM", b"Chess Classic"];
            after_name(self.site(), b"Mainz").is_some()
                && (self.has(Tag::Variant)
                    || events
                        .into_iter()
                        .any(|event| self.event().starts_with(event)))
        };
        if tigers(self.raw(Tag::Annotator)) || tigers(self.raw(Tag::Source)) || theirs() {
            return Some(Venue::Mainz);
        }
        let source = self.raw(Tag::Source).unwrap_or_default();
        after_name(source, b"playchess.com").map(|_| Venue::Playchess)
    }

    fn by_event(&self) -> Option<Venue> {
        let event = self.event();
        let first = event.first()?;
        if *first == b'U' && is_of_us_chess(event) {
            return Some(Venue::Uscf);
        }
        if self.has_no_site() {
            match first {
                b'F' if after_name(event, b"FICS").is_some() => return Some(Venue::Fics),
                b'F' if event.starts_with(b"FICGS") => return Some(Venue::Ficgs),
                b'I' if after_name(event, b"ICCF").is_some() => return Some(Venue::Iccf),
                b'I' if after_name(event, b"ICC").is_some() => return Some(Venue::Icc),
                b'C' if after_name(event, b"CCRL").is_some() => return Some(Venue::Ccrl),
                b'C' if after_name(event, b"CEGT").is_some() => return Some(Venue::Cegt),
                b'C' | b'c' if is_chess_com(event) => return Some(Venue::ChessCom),
                _ => {}
            }
            let named = self.listed(without_scheme(event));
            if named.is_some() || is_online(event) {
                return named.or(Some(Venue::Online));
            }
        }
        let says_so = || event.split(|byte| *byte == b'.').any(ends_in_corr);
        let is_corr = matches!(first, b'C' | b'c') && after_name(event, b"corr").is_some()
            || ends_in_corr(event)
            || memchr::memchr(b'.', event).is_some() && says_so();
        is_corr.then_some(Venue::Correspondence)
    }

    fn tournament(&self) -> Option<Venue> {
        let site = self.site();
        if !is_place(site) {
            return None;
        }
        let country = has_country_code(site);
        let fide_id = self.has(Tag::WhiteFideId) || self.has(Tag::BlackFideId);
        if country && fide_id && self.has(Tag::EventDate) && !self.has(Tag::EventType) {
            return Some(Venue::Twic);
        }
        let surname_first = |name: Option<&[u8]>| name.is_some_and(|name| name.contains(&b','));
        let record = country
            || fide_id
            || self.has(Tag::EventDate)
            || self.has(Tag::EventType)
            || surname_first(self.raw(Tag::White))
            || surname_first(self.raw(Tag::Black));
        record.then_some(Venue::OverTheBoard)
    }
}

/// Whether an Event is one of the United States Chess Federation under its own rules; its championship is played by
/// FIDE's.
fn is_of_us_chess(event: &[u8]) -> bool {
    let of_title = |title: &[u8]| title.windows(8).any(|part| part == b"Champion");
    names_one_of(event, &[b"USCF"])
        || after_name(event, b"US Chess").is_some_and(|rest| !of_title(rest))
}

/// What is named after `Internet` or `Online` and signs: `chess.com)` of `Internet (chess.com)`; a Site without it as it
/// is.
fn on_the_internet(site: &[u8]) -> &[u8] {
    let rest = match site.first() {
        Some(b'I' | b'i') => after_name(site, b"Internet"),
        Some(b'O' | b'o') => after_name(site, b"Online"),
        _ => None,
    };
    let Some(rest) = rest else {
        return site;
    };
    if after_name(site, b"Internet Chess Club").is_some() {
        return site;
    }
    let name = rest.iter().position(u8::is_ascii_alphanumeric);
    name.map_or(site, |at| &rest[at..])
}

/// Whether a Site says that the game was played online: `Internet`, `Online`, `INT` in the style of The Week in Chess,
/// or an internet address.
fn is_online(site: &[u8]) -> bool {
    after_name(site, b"Internet").is_some()
        || site.ends_with(b" INT")
        || site.starts_with(b"http")
        || has_online(site)
        || has_domain(site)
}

/// Whether one of the words of a Site is `online`, in any letter case.
fn has_online(site: &[u8]) -> bool {
    let is_word = |at: &usize| {
        let from = at.checked_sub(2).map(|from| &site[from..]);
        let begins = *at < 3 || !site[at - 3].is_ascii_alphanumeric();
        begins && from.is_some_and(|from| after_name(from, b"online").is_some())
    };
    memchr::memchr2_iter(b'l', b'L', site).any(|at| is_word(&at))
}

/// Whether a text ends in the word `corr`, in any letter case.
fn ends_in_corr(text: &[u8]) -> bool {
    if !matches!(text.last(), Some(b'r' | b'R')) {
        return false;
    }
    let word = text.rsplit(|byte| !byte.is_ascii_alphabetic()).next();
    word.is_some_and(|word| word.eq_ignore_ascii_case(b"corr"))
}

/// Whether an address is at `chess.com` but not one of its event pages, which show games played elsewhere.
fn is_chess_com(address: &[u8]) -> bool {
    after_name(address, b"chess.com").is_some_and(|path| !path.starts_with(b"/events"))
}

/// An address without `https://`, `http://` and `www.`.
fn without_scheme(address: &[u8]) -> &[u8] {
    let rest = address.strip_prefix(b"http").map_or(address, |rest| {
        let rest = rest.strip_prefix(b"s").unwrap_or(rest);
        rest.strip_prefix(b"://").unwrap_or(address)
    });
    rest.strip_prefix(b"www.").unwrap_or(rest)
}

/// The text after a name that `text` begins with, in any letter case, if the name ends at the end of a word.
fn after_name<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (start, rest) = text.split_at_checked(name.len())?;
    let ends = rest
        .first()
        .is_none_or(|byte| !byte.is_ascii_alphanumeric());
    (ends && start.eq_ignore_ascii_case(name)).then_some(rest)
}

fn names_one_of(text: &[u8], names: &[&[u8]]) -> bool {
    names.iter().any(|name| after_name(text, name).is_some())
}

/// Whether a Site reads like the name of a place: it begins with a letter.
fn is_place(site: &[u8]) -> bool {
    site.first()
        .is_some_and(|&byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
}

/// Whether a word of `text` ends like a domain: a full stop and two or three lower-case letters
/// (`playchess.com`, but not `St. Louis` or `St.Petersburg`).
fn has_domain(text: &[u8]) -> bool {
    if memchr::memchr(b'.', text).is_none() {
        return false;
    }
    text.split(|&byte| byte == b'.').skip(1).any(|after| {
        let letters = after
            .iter()
            .take_while(|byte| byte.is_ascii_lowercase())
            .count();
        let ends = after
            .get(letters)
            .is_none_or(|byte| !byte.is_ascii_alphanumeric());
        matches!(letters, 2 | 3) && ends
    })
}

/// Whether a Site ends with a blank and three capital letters, as in `Wijk aan Zee NED`.
fn has_country_code(site: &[u8]) -> bool {
    site.split_last_chunk::<4>().is_some_and(|(place, code)| {
        !place.is_empty() && code[0] == b' ' && code[1..].iter().all(u8::is_ascii_uppercase)
    })
}

#[cfg(test)]
mod tests;
