//! Tag names, and a fast lookup of them.

use crate::simd;

/// The tags that audit960 reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is the tag of that name")]
pub enum Tag {
    Event,
    Site,
    Date,
    Round,
    White,
    Black,
    Result,
    WhiteElo,
    BlackElo,
    Variant,
    SetUp,
    Fen,
    PlyCount,
    UtcDate,
    EventDate,
    Annotator,
    Source,
    Link,
    TimeControl,
    Termination,
    IccResult,
    FicsGameNumber,
    WhiteFideId,
    BlackFideId,
    /// `EventType`, `EventRounds`, `EventCountry` or `EventCategory`
    EventType,
    TerminationDetails,
    GameStartTime,
    GameEndTime,
    GameDuration,
    /// `BroadcastName` or `BroadcastURL`
    Broadcast,
    WhiteTitle,
    BlackTitle,
    /// `WhiteType` or `WhiteIsComp`
    WhiteType,
    /// `BlackType` or `BlackIsComp`
    BlackType,
    /// `EngineWhiteName`, `WhiteEngine` or `WhiteEngineName`
    WhiteEngine,
    /// The same for Black
    BlackEngine,
    /// `Chess960Number`, `StartPosition` and similar names: the Scharnagl number of the start position
    StartNumber,
    Opening,
    Eco,
    UtcTime,
    WhiteTeam,
    BlackTeam,
    /// `Time` or `StartTime`
    Time,
}

impl Tag {
    /// The tag of a name, letter case as the standard writes it.
    #[must_use]
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let known = READ.iter().find(|(known, _)| known.as_bytes() == name);
        known.map(|(_, tag)| *tag)
    }

    /// Its name, the first of those that mean the same.
    #[must_use]
    pub fn name(self) -> &'static str {
        let known = READ.iter().find(|(_, tag)| *tag == self);
        known.map_or("", |(name, _)| name)
    }

    /// Whether it decides where a replay starts or how it ended.
    #[must_use]
    pub const fn decides_replay(self) -> bool {
        matches!(self, Self::Fen | Self::SetUp | Self::Result | Self::Variant)
    }

    /// The tag whose name is written in another letter case or with blanks, hyphens or underscores: `White ELO`,
    /// `time-control`.
    #[must_use]
    pub fn from_miswritten_name(name: &[u8]) -> Option<Self> {
        let letters = |name: &[u8]| -> Vec<u8> {
            let letters = name.iter().filter(|byte| byte.is_ascii_alphanumeric());
            letters.map(u8::to_ascii_lowercase).collect()
        };
        let written = letters(name);
        let (known, tag) = READ.iter().find(|(known, _)| {
            known.len() == written.len() && known.as_bytes().eq_ignore_ascii_case(&written)
        })?;
        (known.as_bytes() != name).then_some(*tag)
    }
}

/// The names of the tags that are read.
const READ: [(&str, Tag); 63] = [
    ("Event", Tag::Event),
    ("Site", Tag::Site),
    ("Date", Tag::Date),
    ("Round", Tag::Round),
    ("White", Tag::White),
    ("Black", Tag::Black),
    ("Result", Tag::Result),
    ("WhiteElo", Tag::WhiteElo),
    ("BlackElo", Tag::BlackElo),
    ("Variant", Tag::Variant),
    ("SetUp", Tag::SetUp),
    ("FEN", Tag::Fen),
    ("PlyCount", Tag::PlyCount),
    ("UTCDate", Tag::UtcDate),
    ("EventDate", Tag::EventDate),
    ("Annotator", Tag::Annotator),
    ("Source", Tag::Source),
    ("Link", Tag::Link),
    ("TimeControl", Tag::TimeControl),
    ("Termination", Tag::Termination),
    ("ICCResult", Tag::IccResult),
    ("FICSGamesDBGameNo", Tag::FicsGameNumber),
    ("WhiteFideId", Tag::WhiteFideId),
    ("BlackFideId", Tag::BlackFideId),
    ("EventType", Tag::EventType),
    ("EventRounds", Tag::EventType),
    ("EventCountry", Tag::EventType),
    ("EventCategory", Tag::EventType),
    ("TerminationDetails", Tag::TerminationDetails),
    ("GameStartTime", Tag::GameStartTime),
    ("GameEndTime", Tag::GameEndTime),
    ("GameDuration", Tag::GameDuration),
    ("BroadcastName", Tag::Broadcast),
    ("BroadcastURL", Tag::Broadcast),
    ("WhiteTitle", Tag::WhiteTitle),
    ("BlackTitle", Tag::BlackTitle),
    ("WhiteType", Tag::WhiteType),
    ("WhiteIsComp", Tag::WhiteType),
    ("BlackType", Tag::BlackType),
    ("BlackIsComp", Tag::BlackType),
    ("EngineWhiteName", Tag::WhiteEngine),
    ("WhiteEngine", Tag::WhiteEngine),
    ("WhiteEngineName", Tag::WhiteEngine),
    ("EngineBlackName", Tag::BlackEngine),
    ("BlackEngine", Tag::BlackEngine),
    ("BlackEngineName", Tag::BlackEngine),
    ("Chess960Number", Tag::StartNumber),
    ("StartPosition", Tag::StartNumber),
    ("Chess960Id", Tag::StartNumber),
    ("FRC", Tag::StartNumber),
    ("FRCNumber", Tag::StartNumber),
    ("ScharnaglNumber", Tag::StartNumber),
    ("SP", Tag::StartNumber),
    ("StartingPosition", Tag::StartNumber),
    ("PositionNumber", Tag::StartNumber),
    ("Chess960Position", Tag::StartNumber),
    ("Opening", Tag::Opening),
    ("ECO", Tag::Eco),
    ("UTCTime", Tag::UtcTime),
    ("WhiteTeam", Tag::WhiteTeam),
    ("BlackTeam", Tag::BlackTeam),
    ("Time", Tag::Time),
    ("StartTime", Tag::Time),
];

/// Names that many archives have and that are not read.
const PASSED_OVER: [&str; 30] = [
    "NIC",
    "Variation",
    "SubVariation",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "Mode",
    "WhiteNA",
    "BlackNA",
    "Board",
    "Section",
    "Stage",
    "WhiteClock",
    "BlackClock",
    "StudyName",
    "ChapterName",
    "ChapterURL",
    "GameId",
    "GameURL",
    "SourceDate",
    "SourceTitle",
    "SourceVersion",
    "Diagnostic",
    "EndTime",
    "EndDate",
    "Timezone",
    "CurrentPosition",
    "ECOUrl",
    "WhiteRD",
    "BlackRD",
    "FICSGameNo",
];

/// The meaning of a tag name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A tag that audit960 reads.
    Read(Tag),
    /// A tag that many archives have and audit960 does not read.
    PassedOver,
    /// Any other name, to be compared in full.
    Other,
}

impl Meaning {
    /// The meaning of a name that is not in the table of common names.
    pub(crate) fn of(name: &[u8]) -> Self {
        Tag::from_name(name).map_or(Self::Other, Self::Read)
    }
}

/// A common name: its letters in a number, the first one lowest, padded with zeros.
#[derive(Clone, Copy)]
struct Common {
    letters: u128,
    meaning: Meaning,
}

const SLOTS: usize = 256;

/// A multiplier that gives each common name a slot of its own (found by trial; checked at compile time).
const FACTOR: u64 = 0xc2c5_500d_071e_afad;

const fn slot(letters: u128) -> usize {
    let folded = letters as u64 ^ ((letters >> 64) as u64).rotate_left(5);
    (folded.wrapping_mul(FACTOR) >> 56) as usize
}

/// Maximum length of a name in the table.
const MAX_COMMON: usize = 15;

static TABLE: [Common; SLOTS] = {
    let none = Common {
        letters: 0,
        meaning: Meaning::Other,
    };
    let mut table = [none; SLOTS];
    let mut i = 0;
    while i < READ.len() {
        let (name, tag) = READ[i];
        enter(&mut table, name.as_bytes(), Meaning::Read(tag));
        i += 1;
    }
    let mut i = 0;
    while i < PASSED_OVER.len() {
        enter(&mut table, PASSED_OVER[i].as_bytes(), Meaning::PassedOver);
        i += 1;
    }
    table
};

/// Enters a name, if it is not too long.
const fn enter(table: &mut [Common; SLOTS], name: &[u8], meaning: Meaning) {
    if name.len() > MAX_COMMON {
        return;
    }
    let mut letters = 0;
    let mut at = 0;
    while at < name.len() {
        letters |= (name[at] as u128) << (8 * at);
        at += 1;
    }
    let entry = &mut table[slot(letters)];
    assert!(entry.letters == 0, "two names in one slot");
    *entry = Common { letters, meaning };
}

/// Masks of the lowest bytes, by their number: a shift costs more than a load.
static BELOW: [u128; MAX_COMMON + 1] = {
    let mut table = [0; MAX_COMMON + 1];
    let mut len = 1;
    while len < table.len() {
        table[len] = (1 << (8 * len)) - 1;
        len += 1;
    }
    table
};

/// Length and meaning of the name at the beginning of a text, if it is a common one and a space ends it.
#[inline(always)]
pub(crate) fn common(text: &[u8; 32]) -> Option<(usize, Meaning)> {
    let len = simd::equal_any(text, [b' ']).trailing_zeros() as usize;
    let below = BELOW.get(len)?;
    let (halves, _) = text.as_chunks::<16>();
    let letters = u128::from_le_bytes(halves[0]) & below;
    let entry = &TABLE[slot(letters) & (SLOTS - 1)];
    // Names are padded with zeros, but none ends in one.
    (entry.letters == letters && len > 0 && text[len - 1] != 0).then_some((len, entry.meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_names_are_found_and_no_others() {
        let common = |name: &str| {
            let mut text = [b'"'; 32];
            text[..name.len()].copy_from_slice(name.as_bytes());
            text[name.len()] = b' ';
            super::common(&text)
        };
        let read = READ.map(|(name, tag)| (name, Meaning::Read(tag)));
        let passed_over = PASSED_OVER.map(|name| (name, Meaning::PassedOver));
        let all: Vec<_> = read.into_iter().chain(passed_over).collect();
        for (name, meaning) in &all {
            let found = (name.len() <= MAX_COMMON).then_some((name.len(), *meaning));
            assert_eq!(common(name), found, "{name}");
            for other in [&name.to_lowercase(), &name[1..], &name[..name.len() - 1]] {
                let known = found.is_some() && all.iter().any(|(name, _)| *name == other);
                assert_eq!(common(other).is_some(), known, "{other}");
            }
        }
        // Names of other programs, not ours.
        for name in [
            "Diagnostic",
            "Annotator",
            "TimeControl",
            "WhiteElo",
            "SetUp",
            "FEN",
            "Termination",
        ] {
            assert!(common(name).is_some(), "{name}");
        }
        assert_eq!(common(""), None);
        assert_eq!(common("Event\0"), None);
        assert_eq!(super::common(b"TerminationDetails \"x\"]\n[Event \""), None);
    }
}
