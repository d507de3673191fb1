//! Copies of one game, and which of them is kept.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::normal_form::AddedTag;
use audit960_types::{Code, Finding, GameResult};

use super::clusters::Clusters;
use super::member::{Member, is_known};

/// Tags that say what the game itself says, or where it starts: never copied from another game.
const OWN: [&[u8]; 5] = [b"Result", b"FEN", b"SetUp", b"Variant", b"PlyCount"];

/// A copy that is left out.
#[derive(Debug)]
pub(super) struct Dropped {
    pub(super) member: Member,
    /// The criterion by which the kept game is better.
    pub(super) reason: &'static str,
    /// Contradictions between the two.
    pub(super) conflicts: Vec<String>,
    /// Its comments and variations that the kept game lacks.
    pub(super) left_out: Vec<String>,
}

impl Dropped {
    /// What a reader of the kept game alone would not know; `None` if there is nothing.
    fn message(&self) -> Option<String> {
        let mut parts = self.conflicts.clone();
        match self.left_out.len() {
            0 => {}
            1 => parts.push("there is a comment or variation that is left out".to_owned()),
            count => parts.push(format!(
                "there are {count} comments and variations that are left out"
            )),
        }
        (!parts.is_empty()).then(|| parts.join(", and "))
    }
}

/// One game and its copies.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) kept: Member,
    pub(super) dropped: Vec<Dropped>,
    /// Tags that only copies have.
    pub(super) added: Vec<AddedTag>,
}

/// The groups of copies among games, in the order of those that are kept.
pub(super) fn of(members: Vec<Member>, clusters: &Clusters) -> Vec<Group> {
    let mut parts: BTreeMap<(u64, u64), Vec<Member>> = BTreeMap::new();
    for member in members {
        // Unknown players are never the same.
        if let Some(players) = member.players {
            let key = (clusters.root(member.order), players);
            parts.entry(key).or_default().push(member);
        }
    }
    let mut groups: Vec<Group> = parts.into_values().flat_map(of_players).collect();
    groups.sort_by_key(|group| group.kept.order);
    groups
}

/// The groups among games of the same players: each with its longest game.
fn of_players(mut members: Vec<Member>) -> Vec<Group> {
    members.sort_by_key(|member| (Reverse(member.plies), member.order));
    let mut found: Vec<(Days, Vec<Member>)> = Vec::new();
    for member in members {
        let days = member.days;
        let fits = |(common, group): &&mut (Days, Vec<Member>)| {
            may_be_of_one_day(days, *common)
                && group.first().is_some_and(|longest| member.begins(longest))
        };
        match found.iter_mut().find(fits) {
            Some((common, group)) => {
                *common = common_days(days, *common);
                group.push(member);
            }
            None => found.push((days, vec![member])),
        }
    }
    let groups = found.into_iter().map(|(_, group)| group);
    groups.filter_map(Group::of).collect()
}

/// First and last day on which games can have been played; `None` if it can be any.
type Days = Option<(i32, i32)>;

/// Whether games with these days can have been played on the same day.
fn may_be_of_one_day(one: Days, other: Days) -> bool {
    one.zip(other)
        .is_none_or(|((first, last), (other_first, other_last))| {
            first <= other_last && other_first <= last
        })
}

/// The days that both have. Days of which every two overlap have days in common (Helly), so a game fits all games of
/// a group if it fits these.
fn common_days(one: Days, other: Days) -> Days {
    match (one, other) {
        (Some((first, last)), Some((other_first, other_last))) => {
            Some((first.max(other_first), last.min(other_last)))
        }
        _ => one.or(other),
    }
}

impl Group {
    /// The group of some copies; `None` for a single game.
    fn of(mut members: Vec<Member>) -> Option<Self> {
        if members.len() < 2 {
            return None;
        }
        members.sort_by_key(Member::rank);
        let mut members = members.into_iter();
        let kept = members.next()?;
        let mut added: Vec<AddedTag> = Vec::new();
        // A date of which only the year is known is completed like one that is not known at all.
        let open_dates: Vec<_> = kept.tags.iter().filter(|tag| is_open_date(tag)).collect();
        let of_kept = kept
            .tags
            .iter()
            .filter(|tag| is_known(&tag.raw) && !is_open_date(tag));
        let mut given: BTreeSet<Vec<u8>> = of_kept.map(|tag| tag.name.clone()).collect();
        let mut dropped = Vec::new();
        for member in members {
            for tag in &member.tags {
                let own = OWN.contains(&tag.name.as_slice());
                let mut open = open_dates.iter().filter(|open| open.name == tag.name);
                let fits = open.all(|open| completes(&tag.raw, &open.raw));
                if !own && fits && is_known(&tag.raw) && given.insert(tag.name.clone()) {
                    added.push(tag.clone());
                }
            }
            dropped.push(Dropped {
                reason: reason(&kept, &member),
                conflicts: conflicts(&kept, &member),
                left_out: member.only_here(&kept),
                member,
            });
        }
        Some(Self {
            kept,
            dropped,
            added,
        })
    }

    /// Contradictions between copies, and text that only dropped ones have, as findings about the games that are kept, with their sources.
    pub(super) fn findings(&self) -> impl Iterator<Item = (&str, Finding)> {
        self.dropped
            .iter()
            .filter_map(|dropped| Some((dropped, dropped.message()?)))
            .map(|(dropped, message)| {
                let kept = &self.kept;
                let message = format!("{message} in its copy {}", dropped.member.name());
                let finding =
                    Finding::of_line(Code::CopiesDisagree, kept.identity, kept.line, message);
                let finding = Finding {
                    game: Some(kept.game),
                    ..finding
                };
                (&*kept.source, finding)
            })
    }
}

/// Tags whose value is a date, parts of which may be unknown (PGN 8.1.1.3).
const DATES: [&[u8]; 3] = [b"Date", b"UTCDate", b"EventDate"];

/// Whether a tag is a date that is known in part.
fn is_open_date(tag: &AddedTag) -> bool {
    DATES.contains(&tag.name.as_slice()) && is_known(&tag.raw) && tag.raw.contains(&b'?')
}

/// Whether a date says all that an open one does, and more.
fn completes(date: &[u8], open: &[u8]) -> bool {
    let agree = |(of_date, of_open): (&u8, &u8)| of_open == of_date || *of_open == b'?';
    date.len() == open.len() && date != open && date.iter().zip(open).all(agree)
}

/// The first criterion by which the kept game is better.
fn reason(kept: &Member, dropped: &Member) -> &'static str {
    if kept.verdict != dropped.verdict {
        "verdict"
    } else if kept.plies != dropped.plies {
        "plies"
    } else if kept.annotation_bytes() != dropped.annotation_bytes() {
        "comments"
    } else if kept.known_tags() != dropped.known_tags() {
        "tags"
    } else {
        "place"
    }
}

fn conflicts(kept: &Member, dropped: &Member) -> Vec<String> {
    let mut found = Vec::new();
    let known = |member: &Member| member.result != GameResult::Unfinished;
    if known(kept) && known(dropped) && kept.result != dropped.result {
        found.push(format!(
            "the result is {} and {}",
            kept.result, dropped.result
        ));
    }
    // Dates that overlap may still differ: one leaves open what the other states.
    if is_known(kept.date.as_bytes())
        && is_known(dropped.date.as_bytes())
        && kept.date != dropped.date
    {
        let open = |date: &str| date.contains('?');
        if !open(&kept.date) && !open(&dropped.date) {
            found.push(format!("the date is {} and {}", kept.date, dropped.date));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use audit960_types::{Identity, Verdict};

    use super::*;

    /// A game of the same two players with these moves (two bytes each) from one start.
    fn member(order: u64, moves: &[u16], change: impl FnOnce(&mut Member)) -> Member {
        let record = b"start".iter().copied();
        let mut member = Member {
            order,
            source: "a.pgn".into(),
            game: order,
            identity: Identity::default(),
            line: 0,
            players: Some(7),
            white: "A".to_owned(),
            black: "B".to_owned(),
            date: "2020.01.01".to_owned(),
            days: Some((10, 10)),
            result: GameResult::Draw,
            verdict: Verdict::Ok,
            plies: moves.len() as u32,
            annotations: Vec::new(),
            tags: Vec::new(),
            record: record
                .chain(moves.iter().flat_map(|bits| bits.to_le_bytes()))
                .collect(),
        };
        change(&mut member);
        member
    }

    fn tag(name: &str, raw: &str) -> AddedTag {
        AddedTag {
            name: name.into(),
            raw: raw.into(),
        }
    }

    /// The orders of the kept games and of their copies with reasons, for games that are all joined.
    fn groups(members: Vec<Member>) -> Vec<(u64, Vec<(u64, &'static str)>)> {
        let mut clusters = Clusters::default();
        for member in &members {
            clusters.join(members[0].order, member.order);
        }
        let dropped = |group: &Group| {
            let dropped = group.dropped.iter();
            dropped
                .map(|candidate| (candidate.member.order, candidate.reason))
                .collect()
        };
        let groups = of(members, &clusters);
        groups
            .iter()
            .map(|group| (group.kept.order, dropped(group)))
            .collect()
    }

    #[test]
    fn the_best_copy_stays() {
        let nothing = |_: &mut Member| {};
        let game = [1, 2, 3];
        assert_eq!(
            groups(vec![member(1, &game, nothing), member(2, &game, nothing)]),
            [(1, vec![(2, "place")])]
        );
        let longer = member(3, &[1, 2, 3, 4], nothing);
        assert_eq!(
            groups(vec![member(1, &game, nothing), longer]),
            [(3, vec![(1, "plies")])]
        );
        let damaged = member(1, &[1, 2, 3, 4], |copy| copy.verdict = Verdict::Damaged);
        assert_eq!(
            groups(vec![damaged, member(2, &game, nothing)]),
            [(2, vec![(1, "verdict")])]
        );
        let annotated = member(2, &game, |copy| {
            copy.annotations = vec![b"nine byte".to_vec()];
        });
        assert_eq!(
            groups(vec![member(1, &game, nothing), annotated]),
            [(2, vec![(1, "comments")])]
        );
        let known = member(2, &game, |copy| copy.tags = vec![tag("ECO", "C42")]);
        let unknown = member(1, &game, |copy| {
            copy.tags = vec![tag("ECO", "?"), tag("Site", "")];
        });
        assert_eq!(groups(vec![unknown, known]), [(2, vec![(1, "tags")])]);
    }

    #[test]
    fn other_players_dates_and_moves_are_other_games() {
        let nothing = |_: &mut Member| {};
        let game = [1, 2, 3];
        let other_players = member(2, &game, |copy| copy.players = Some(8));
        let nobody = |order| member(order, &game, |copy| copy.players = None);
        let other_day = member(5, &game, |copy| copy.days = Some((11, 12)));
        let other_moves = member(6, &[1, 2, 9], nothing);
        let other_start = member(7, &game, |copy| copy.record[0] = b'S');
        let members = vec![
            member(1, &game, nothing),
            other_players,
            nobody(3),
            nobody(4),
            other_day,
            other_moves,
            other_start,
        ];
        assert!(groups(members).is_empty());
    }

    #[test]
    fn a_beginning_goes_with_one_of_two_longer_games() {
        let nothing = |_: &mut Member| {};
        let members = vec![
            member(1, &[1, 2], nothing),
            member(2, &[1, 2, 3], nothing),
            member(3, &[1, 2, 4], nothing),
        ];
        assert_eq!(groups(members), [(2, vec![(1, "plies")])]);
    }

    #[test]
    fn unknown_dates_may_be_any_but_not_two_at_once() {
        let unknown = member(1, &[1, 2, 3], |copy| copy.days = None);
        let one = member(2, &[1, 2, 3], |_| {});
        let other = member(3, &[1, 2, 3], |copy| copy.days = Some((11, 11)));
        assert_eq!(groups(vec![unknown, one, other]), [(1, vec![(2, "place")])]);
    }

    /// Of the two dates that complete an open one the first is taken; one that contradicts it is not.
    #[test]
    fn dates_that_are_known_in_part_are_completed() {
        let dated = |order, date: &str| {
            member(order, &[1, 2, 3], |copy| {
                copy.tags = vec![tag("Date", date), tag("EventDate", "2001.05.??")];
                copy.days = None;
            })
        };
        let mut clusters = Clusters::default();
        for other in 2..=4 {
            clusters.join(1, other);
        }
        let added = |dates: [&str; 3]| {
            let [first, second, third] = dates;
            let members = vec![dated(1, first), dated(2, second), dated(3, third)];
            of(members, &clusters)[0].added.clone()
        };
        assert_eq!(
            added(["2001.??.??", "2002.05.01", "2001.05.01"]),
            [tag("Date", "2001.05.01")]
        );
        assert_eq!(
            added(["2001.??.??", "2001.05.??", "2001.05.01"]),
            [tag("Date", "2001.05.??")]
        );
        assert_eq!(added(["2001.??.??", "2001.??.??", "2001"]), []);
        assert_eq!(added(["2001.05.01", "2001.05.02", "2001.??.??"]), []);
    }

    #[test]
    fn tags_that_only_copies_have_are_added() {
        let kept = member(1, &[1, 2, 3], |copy| {
            copy.tags = vec![
                tag("Event", "x"),
                tag("Site", "?"),
                tag("ECO", "C42"),
                tag("Z", "1"),
                tag("WhiteElo", "2500"),
                tag("BlackElo", "2400"),
            ];
            copy.annotations = vec![b"best move".to_vec()];
        });
        let copy = member(2, &[1, 2, 3], |copy| {
            copy.tags = vec![
                tag("Event", "y"),
                tag("Site", "s"),
                tag("Opening", "o"),
                tag("FEN", "f"),
            ];
            copy.result = GameResult::White;
            copy.date = "2020.01.02".to_owned();
            copy.annotations = vec![b"good".to_vec()];
        });
        let mut clusters = Clusters::default();
        clusters.join(1, 2);
        let groups = of(vec![kept, copy], &clusters);
        assert_eq!(groups[0].dropped[0].left_out, ["good"]);
        assert_eq!(groups[0].added, [tag("Site", "s"), tag("Opening", "o")]);
        let findings: Vec<_> = groups[0].findings().map(|(_, it)| it.message).collect();
        assert_eq!(
            findings,
            [
                "the result is 1/2-1/2 and 1-0, and the date is 2020.01.01 and 2020.01.02, \
                 and there is a comment or variation that is left out in its copy a.pgn#3"
            ]
        );
    }
}
