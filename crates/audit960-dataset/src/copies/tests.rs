//! The search against a reference that compares every game with every earlier one, move by move.

use audit960_types::{DuplicateKind, Identity};
use proptest::prelude::*;

use crate::copies::{CollectedGame, CompareLimits, GameHandle, MIN_PLIES, Pair, Spill};

/// A game by its parts.
#[derive(Clone, Debug)]
struct Sample {
    start: &'static str,
    moves: Vec<u16>,
    white: &'static str,
    date: &'static str,
}

impl Sample {
    fn hashed(&self) -> Vec<u8> {
        let moves = self.moves.iter().flat_map(|played| played.to_le_bytes());
        self.start.bytes().chain(moves).collect()
    }
}

fn place(order: usize) -> GameHandle {
    let identity = Identity {
        frame_offset: 3,
        byte_offset: 1_000_000 - order as u64,
    };
    GameHandle {
        order: order as u64,
        identity,
    }
}

/// Straight from the definitions.
fn reference(games: &[Sample]) -> Vec<Pair> {
    let relation = |later: &Sample, earlier: &Sample| {
        let short = |game: &Sample| game.moves.len() < MIN_PLIES as usize;
        if short(later) || short(earlier) {
            return None;
        }
        let (long, brief) = (&later.moves, &earlier.moves);
        if later.start == earlier.start && long == brief {
            return Some(DuplicateKind::SameMoves);
        }
        if later.start == earlier.start && (long.starts_with(brief) || brief.starts_with(long)) {
            return Some(DuplicateKind::Prefix);
        }
        let known = later.white != "?" && !later.date.contains('?');
        (known && (later.white, later.date) == (earlier.white, earlier.date))
            .then_some(DuplicateKind::SamePlayersAndDate)
    };
    let copy = |order: usize| {
        let earlier = 0..order;
        let (kind, first) = earlier
            .filter_map(|first| Some((relation(&games[order], &games[first])?, first)))
            .min()?;
        Some(Pair {
            later: place(order),
            first: place(first),
            kind,
        })
    };
    (0..games.len()).filter_map(copy).collect()
}

/// The result of the search: the copies, and the most games kept in memory at a time.
fn found(games: &[Sample], limits: CompareLimits, backwards: bool) -> (Vec<Pair>, u64) {
    let dir = tempfile::tempdir().unwrap();
    let spill = Spill::new(dir.path(), limits);
    let mut collectors = [spill.collector(), spill.collector()];
    let mut orders: Vec<usize> = (0..games.len()).collect();
    if backwards {
        orders.reverse();
    }
    for order in orders {
        let sample = &games[order];
        let game = CollectedGame {
            place: place(order),
            plies: sample.moves.len() as u32,
            hashed: &sample.hashed(),
            white: Some(sample.white),
            black: Some("Black"),
            date: Some(sample.date),
        };
        collectors[order % 2].add(&game).unwrap();
    }
    for collector in &mut collectors {
        collector.flush().unwrap();
    }
    let search = spill.search();
    let tasks = (0..search.tasks()).rev();
    let most = tasks
        .map(|task| search.run(task).unwrap())
        .max()
        .unwrap_or(0);
    let copies = search.copies().unwrap().collect::<Result<_, _>>().unwrap();
    // A checkpoint may name the files of the first pass, and of no other.
    let left = std::fs::read_dir(dir.path()).unwrap();
    let names = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let of_second_pass = names.filter(|name| name.starts_with("pairs"));
    assert_eq!(of_second_pass.count(), 0, "nothing is left behind");
    (copies, most)
}

/// Games from few starts and moves, some of them copied, cut short or extended.
fn games() -> impl Strategy<Value = Vec<Sample>> {
    let fresh = (
        0..2_usize,
        prop::collection::vec(0..3_u16, 0..14),
        0..4_usize,
        0..3_usize,
    );
    let planted = (
        any::<prop::sample::Index>(),
        0..4_u8,
        0..20_usize,
        0..4_usize,
    );
    let step = (fresh, prop::option::of(planted));
    prop::collection::vec(step, 0..60).prop_map(|steps| {
        let mut games: Vec<Sample> = Vec::new();
        for ((start, moves, player, date), planted) in steps {
            let mut game = Sample {
                start: ["orthodox", "other"][start],
                // Most games share their first ten half-moves.
                moves: (0..8).chain(moves).collect(),
                white: ["Tal, M", "Petrosian, T", "Carlsen, M", "?"][player],
                date: ["1960.03.15", "1961.??.??", "2024.01.02"][date],
            };
            if let Some((of, how, length, player)) = planted
                && !games.is_empty()
            {
                let model = of.get(&games);
                game.start = model.start;
                game.moves.clone_from(&model.moves);
                match how {
                    0 => {}
                    1 => game.moves.truncate(length),
                    2 => game.moves.extend((0..length).map(|i| i as u16 % 3)),
                    _ => {
                        (game.white, game.date) = (model.white, model.date);
                        game.moves.push(player as u16);
                    }
                }
            }
            games.push(game);
        }
        games
    })
}

fn limits() -> impl Strategy<Value = CompareLimits> {
    (1..5_usize, prop::sample::select(vec![1_u64, 2, 7, 1000]))
        .prop_map(|(files, entries)| CompareLimits { files, entries })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn copies_are_those_of_the_reference(games in games(), limits in limits(), backwards: bool) {
        let (copies, _) = found(&games, limits, backwards);
        prop_assert_eq!(copies, reference(&games));
    }
}

fn sample(moves: &[u16]) -> Sample {
    Sample {
        start: "orthodox",
        moves: moves.to_vec(),
        white: "?",
        date: "?",
    }
}

#[test]
fn each_kind_by_hand() {
    let line: Vec<u16> = (0..40).collect();
    let tal = |moves: &[u16]| Sample {
        white: "Tal, M",
        date: "1960.03.15",
        ..sample(moves)
    };
    let games = [
        sample(&line[..30]),
        // A beginning of the first.
        sample(&line[..10]),
        // Too short to be compared.
        sample(&line[..9]),
        // It extends the first, and the second, which is later.
        tal(&line),
        // The same moves as the second: that counts before being a beginning of the first.
        sample(&line[..10]),
        // Other moves by the same player on the same day.
        tal(&line[20..]),
        // The same again: moves count before players.
        tal(&line[20..]),
        // From another start it is a copy of none of them.
        Sample {
            start: "other",
            ..sample(&line)
        },
    ];
    let (copies, _) = found(&games, CompareLimits::default(), false);
    let listed: Vec<_> = copies
        .iter()
        .map(|c| (c.later.order, c.first.order, c.kind))
        .collect();
    let expected = [
        (1, 0, DuplicateKind::Prefix),
        (3, 0, DuplicateKind::Prefix),
        (4, 1, DuplicateKind::SameMoves),
        (5, 3, DuplicateKind::SamePlayersAndDate),
        (6, 5, DuplicateKind::SameMoves),
    ];
    assert_eq!(listed, expected);
    assert_eq!(copies, reference(&games));
    assert_eq!(copies[0].later, place(1), "identities travel along");
}

/// Games that all share their first ten half-moves: the worst case for the files.
#[test]
fn memory_is_bounded_by_the_limits() {
    let games: Vec<Sample> = (0..3000_u16)
        .map(|number| sample(&[[0; 10].as_slice(), &[number % 1000, number / 2000]].concat()))
        .collect();
    let copies = reference(&games);
    assert_eq!(copies.len(), 1000);
    let (all, most) = found(
        &games,
        CompareLimits {
            files: 4,
            entries: 1 << 20,
        },
        false,
    );
    assert_eq!((all, most), (copies.clone(), 2000));
    let (all, most) = found(
        &games,
        CompareLimits {
            files: 4,
            entries: 300,
        },
        false,
    );
    assert_eq!(all, copies);
    // Ten rounds of 200 games on average; hashes share them out almost evenly.
    assert!(most <= 300, "{most} games at a time");
}

#[test]
fn no_games_no_copies() {
    assert_eq!(found(&[], CompareLimits::default(), false), (Vec::new(), 0));
}
