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
    /// `GameStartTime`, `GameEndTime` or `GameDuration`
    MatchProgram,
    /// `BroadcastName` or `BroadcastURL`
    Broadcast,
    WhiteTitle,
    BlackTitle,
    /// `WhiteType` or `WhiteIsComp`
    WhiteType,
    /// `BlackType` or `BlackIsComp`
    BlackType,
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
    pub const fn from_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"Event" => Self::Event,
            b"Site" => Self::Site,
            b"Date" => Self::Date,
            b"Round" => Self::Round,
            b"White" => Self::White,
            b"Black" => Self::Black,
            b"Result" => Self::Result,
            b"WhiteElo" => Self::WhiteElo,
            b"BlackElo" => Self::BlackElo,
            b"Variant" => Self::Variant,
            b"SetUp" => Self::SetUp,
            b"FEN" => Self::Fen,
            b"PlyCount" => Self::PlyCount,
            b"UTCDate" => Self::UtcDate,
            b"EventDate" => Self::EventDate,
            b"Annotator" => Self::Annotator,
            b"Source" => Self::Source,
            b"Link" => Self::Link,
            b"TimeControl" => Self::TimeControl,
            b"Termination" => Self::Termination,
            b"ICCResult" => Self::IccResult,
            b"FICSGamesDBGameNo" => Self::FicsGameNumber,
            b"WhiteFideId" => Self::WhiteFideId,
            b"BlackFideId" => Self::BlackFideId,
            b"EventType" | b"EventRounds" | b"EventCountry" | b"EventCategory" => Self::EventType,
            b"TerminationDetails" => Self::TerminationDetails,
            b"GameStartTime" | b"GameEndTime" | b"GameDuration" => Self::MatchProgram,
            b"BroadcastName" | b"BroadcastURL" => Self::Broadcast,
            b"WhiteTitle" => Self::WhiteTitle,
            b"BlackTitle" => Self::BlackTitle,
            b"WhiteType" | b"WhiteIsComp" => Self::WhiteType,
            b"BlackType" | b"BlackIsComp" => Self::BlackType,
            b"ECO" => Self::Eco,
            b"UTCTime" => Self::UtcTime,
            b"WhiteTeam" => Self::WhiteTeam,
            b"BlackTeam" => Self::BlackTeam,
            b"Time" | b"StartTime" => Self::Time,
            _ => return None,
        })
    }

    /// Whether it decides where a replay starts or how it ended.
    #[must_use]
    pub const fn decides_replay(self) -> bool {
        matches!(self, Self::Fen | Self::SetUp | Self::Result | Self::Variant)
    }

    /// The tag that decides the replay or belongs to the Seven Tag Roster (PGN 8.1.1), written in
    /// another letter case.
    #[must_use]
    pub fn from_miswritten_name(name: &[u8]) -> Option<Self> {
        const NEEDED: [(&[u8], Tag); 10] = [
            (b"FEN", Tag::Fen),
            (b"SetUp", Tag::SetUp),
            (b"Result", Tag::Result),
            (b"Variant", Tag::Variant),
            (b"Event", Tag::Event),
            (b"Site", Tag::Site),
            (b"Date", Tag::Date),
            (b"Round", Tag::Round),
            (b"White", Tag::White),
            (b"Black", Tag::Black),
        ];
        NEEDED
            .into_iter()
            .find(|(right, _)| name != *right && name.eq_ignore_ascii_case(right))
            .map(|(_, tag)| tag)
    }
}

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

/// Names of at most fifteen letters that archives often have.
const COMMON: [&str; 75] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "Variant",
    "SetUp",
    "FEN",
    "PlyCount",
    "UTCDate",
    "EventDate",
    "Annotator",
    "Source",
    "Link",
    "TimeControl",
    "Termination",
    "ICCResult",
    "WhiteFideId",
    "BlackFideId",
    "EventType",
    "EventRounds",
    "EventCountry",
    "EventCategory",
    "GameStartTime",
    "GameEndTime",
    "GameDuration",
    "BroadcastName",
    "BroadcastURL",
    "ECO",
    "NIC",
    "Opening",
    "Variation",
    "SubVariation",
    "WhiteTitle",
    "BlackTitle",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "UTCTime",
    "Time",
    "Mode",
    "WhiteType",
    "BlackType",
    "WhiteNA",
    "BlackNA",
    "Board",
    "Section",
    "Stage",
    "WhiteTeam",
    "BlackTeam",
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
    "StartTime",
    "EndDate",
    "Timezone",
    "CurrentPosition",
    "ECOUrl",
    "WhiteIsComp",
    "BlackIsComp",
    "WhiteRD",
    "BlackRD",
    "FICSGameNo",
];

/// A common name: its letters in two words, the first one lowest, padded with zeros.
#[derive(Clone, Copy)]
struct Common {
    words: [u64; 2],
    meaning: Meaning,
}

const SLOTS: usize = 256;

/// A multiplier that gives each common name a slot of its own (found by trial; checked at compile time).
const FACTOR: u64 = 0x4f9d_a596_8200_a56f;

const fn slot(words: [u64; 2]) -> usize {
    ((words[0] ^ words[1].rotate_left(5)).wrapping_mul(FACTOR) >> 56) as usize
}

static TABLE: [Common; SLOTS] = {
    let none = Common {
        words: [0; 2],
        meaning: Meaning::Other,
    };
    let mut table = [none; SLOTS];
    let mut i = 0;
    while i < COMMON.len() {
        let name = COMMON[i].as_bytes();
        let mut words = [0; 2];
        let mut at = 0;
        while at < name.len() {
            words[at / 8] |= (name[at] as u64) << (8 * (at % 8));
            at += 1;
        }
        let entry = &mut table[slot(words)];
        assert!(entry.words[0] == 0, "two names in one slot");
        *entry = Common {
            words,
            meaning: match Tag::from_name(name) {
                Some(tag) => Meaning::Read(tag),
                None => Meaning::PassedOver,
            },
        };
        i += 1;
    }
    table
};

/// Masks of the lowest bytes of two words, by length.
static BELOW: [[u64; 2]; 16] = {
    let mut table = [[0; 2]; 16];
    let mut len = 0;
    while len < 16 {
        table[len] = if len < 8 {
            [(1 << (8 * len)) - 1, 0]
        } else {
            [u64::MAX, (1 << (8 * (len - 8))) - 1]
        };
        len += 1;
    }
    table
};

/// Length and meaning of the name at the beginning of a text, if it is a common one and a space ends it.
#[inline(always)]
pub(crate) fn common(text: &[u8; 32]) -> Option<(usize, Meaning)> {
    let len = simd::equal(text, b' ').trailing_zeros() as usize;
    let below = BELOW.get(len)?;
    let (words, _) = text.as_chunks::<8>();
    let words = [0, 1].map(|i: usize| u64::from_le_bytes(words[i]) & below[i]);
    let entry = &TABLE[slot(words) & (SLOTS - 1)];
    // Names are padded with zeros, but none ends in one.
    (entry.words == words && len > 0 && text[len - 1] != 0).then_some((len, entry.meaning))
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
        for name in COMMON {
            let meaning = Tag::from_name(name.as_bytes());
            let meaning = meaning.map_or(Meaning::PassedOver, Meaning::Read);
            assert_eq!(common(name), Some((name.len(), meaning)), "{name}");
            for other in [&name.to_lowercase(), &name[1..], &name[..name.len() - 1]] {
                let known = COMMON.contains(&other);
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
