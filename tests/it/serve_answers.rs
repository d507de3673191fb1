//! What serve answers, against what `explore` counts.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use audit960_board::start::{SplitMix64, Start};
use audit960_board::{Move, Position};
use audit960_tree::{
    Explored, Explorer, GamePlace, PackedPosition, PlayedGame, PlayedGameSink as _,
};
use audit960_types::{GameResult, Identity};
use serde_json::Value;

use crate::folder::{Folder, audited, json};
use crate::serve::Server;

/// Positions that are asked about.
const POSITIONS: usize = 10_000;
/// Half-moves within which `--positions` counts.
const WITHIN: u32 = 24;

struct Game {
    start: Position,
    moves: Vec<Move>,
    result: GameResult,
    elos: [i32; 2],
    year: usize,
    control: &'static str,
}

fn below(random: &mut SplitMix64, end: usize) -> usize {
    random.below(u32::try_from(end).unwrap()) as usize
}

fn start(number: usize) -> Position {
    let start = Start::new(u16::try_from(number).unwrap()).unwrap();
    Position::chess960(start, start)
}

/// Three games from each of the 960 start positions, and many from two of them. Most moves are one of three, so that
/// many positions come up again, some by another order of moves; the first of one start are more crowded than what is counted in
/// memory.
fn games(random: &mut SplitMix64) -> Vec<Game> {
    let many =
        [(518, 17_000), (7, 3_000)].map(|(number, games)| std::iter::repeat_n(number, games));
    let numbers = (0..960).flat_map(|number| [number; 3]);
    let game = |(game, number): (usize, usize)| {
        let start = start(number);
        let (mut position, mut moves) = (start.clone(), Vec::new());
        for _ in 0..2 + below(random, if game % 20 < 10 { 30 } else { 4 }) {
            let legal = position.legal_moves();
            let chosen = below(random, legal.len().clamp(1, 3));
            let chosen = if number == 518 && moves.len() < 2 {
                0
            } else {
                chosen
            };
            let Some(played) = legal.get(chosen) else {
                break;
            };
            moves.push(*played);
            position.play(*played);
        }
        let elo = i32::try_from(900 + below(random, 1800)).unwrap();
        let results = [
            GameResult::White,
            GameResult::Black,
            GameResult::Draw,
            GameResult::Unfinished,
        ];
        Game {
            start,
            moves,
            result: results[below(random, 4)],
            elos: [elo, elo + i32::try_from(below(random, 100)).unwrap()],
            year: 2000 + below(random, 20),
            control: ["15+0", "60+0", "300+3", "900+10", "5400+30"][below(random, 5)],
        }
    };
    numbers
        .chain(many.into_iter().flatten())
        .enumerate()
        .map(game)
        .collect()
}

fn pgn(games: &[Game]) -> String {
    let mut text = String::new();
    for (number, game) in games.iter().enumerate() {
        let [white, black] = game.elos;
        write!(
            text,
            "[White \"w{number}\"]\n[Black \"b{number}\"]\n[Date \"{}.0{}.01\"]\n[WhiteElo \"{white}\"]\n\
             [BlackElo \"{black}\"]\n[TimeControl \"{}\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\
             [Result \"{}\"]\n\n",
            game.year,
            1 + number % 9,
            game.control,
            game.start.xfen(),
            game.result
        )
        .unwrap();
        let mut position = game.start.clone();
        for played in &game.moves {
            position.play_to_san(*played, &mut text);
            text.push(' ');
        }
        writeln!(text, "{}\n", game.result).unwrap();
    }
    text
}

/// Positions, all different: some moves from the 960 starts, mostly such as were played.
fn positions(random: &mut SplitMix64) -> Vec<(usize, Vec<Move>, Position)> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    while found.len() < POSITIONS {
        let number = match below(random, 3) {
            0 => [518, 7][below(random, 2)],
            _ => below(random, 960),
        };
        let (mut position, mut line) = (start(number), Vec::new());
        for _ in 0..below(random, 27) {
            let legal = position.legal_moves();
            let few = if below(random, 20) > 0 { 3 } else { 40 };
            let Some(played) = legal.get(below(random, legal.len().clamp(1, few))) else {
                break;
            };
            position.play(*played);
            line.push(*played);
        }
        if seen.insert(PackedPosition::of(&position)) {
            found.push((number, line, position));
        }
    }
    found
}

/// What `explore` counts of the games, which are not read from the archive but are those that it was made of.
fn explored(games: &[Game], positions: &[Position]) -> Vec<Explored> {
    let mut explorer = Explorer::new(positions, WITHIN);
    for game in games {
        let played = PlayedGame {
            source: "games",
            identity: Identity::default(),
            place: GamePlace::default(),
            group: None,
            white: None,
            black: None,
            elos: game.elos.map(Some),
            result: game.result,
            day: None,
            start: &game.start,
            starts: None,
            moves: &game.moves,
            cut: false,
            moveless: game.moves.is_empty(),
            stored: false,
        };
        explorer.game(&played).unwrap();
    }
    explorer.into_explored()
}

/// The body of an answer on a connection that stays open.
fn get(stream: &mut BufReader<TcpStream>, target: &str) -> Value {
    let request = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes()).unwrap();
    let (mut line, mut length) = (String::new(), 0);
    while line != "\r\n" {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "{target}");
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    serde_json::from_slice(&body).unwrap()
}

/// 10,000 positions of the 960 starts, some looked up, some counted, some that nobody reached.
#[test]
fn answers_are_those_of_explore() {
    let mut random = SplitMix64::new(67);
    let games = games(&mut random);
    let folder = Folder::new();
    let archive = folder.write("games.pgn", pgn(&games));
    let server = Server::of(&audited(&folder, "dataset", archive, "--positions"));
    let asked = positions(&mut random);
    let only: Vec<Position> = asked
        .iter()
        .map(|(.., position)| position.clone())
        .collect();
    let mut stream = BufReader::new(TcpStream::connect(&server.address).unwrap());
    let (mut reached, mut again, mut crowded) = (0, 0, 0);
    for ((number, line, position), expected) in asked.iter().zip(explored(&games, &only)) {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        let answer = get(
            &mut stream,
            &format!("/position?start={number}&play={}", line.join(",")),
        );
        let counts = |of: &Value| {
            let names = ["white", "draws", "black", "unfinished"];
            names.map(|name| of[name].as_u64().unwrap_or_else(|| panic!("{answer}")))
        };
        let tally = |score: &audit960_types::ScoreTally| {
            [
                score.white_wins,
                score.draws,
                score.black_wins,
                score.unfinished,
            ]
        };
        assert_eq!(
            counts(&answer["total"]),
            tally(&expected.tally.score),
            "{}",
            position.xfen()
        );
        let served = answer["moves"].as_array().unwrap().iter();
        let served = served.map(|one| {
            let rating = one["averageRating"].as_i64();
            (one["uci"].as_str().unwrap().to_owned(), counts(one), rating)
        });
        let known = expected.by_games().into_iter().map(|(played, counts)| {
            let rating = counts.tally.mean_elo().map(|mean| mean.round() as i64);
            (played.to_string(), tally(&counts.tally.score), rating)
        });
        assert_eq!(
            served.collect::<Vec<_>>(),
            known.collect::<Vec<_>>(),
            "{}",
            position.xfen()
        );
        let games = expected.tally.score.games();
        reached += usize::from(games > 0);
        again += usize::from(games > 1);
        crowded += usize::from(games > 16_384);
    }
    assert!(
        crowded > 1 && again > 500 && reached > again + 100,
        "{crowded} {again} {reached}"
    );
    assert!(reached < POSITIONS - 1000, "{reached}");
}

/// A request with filters counts the games that `explore --where` counts with conditions that mean the same.
#[test]
fn filters_are_conditions() {
    let mut random = SplitMix64::new(960);
    let folder = Folder::new();
    let archive = folder.write("games.pgn", pgn(&games(&mut random)[..4000]));
    let dataset = audited(&folder, "dataset", archive, "--positions");
    let server = Server::of(&dataset);
    let total =
        |filters: &str| server.json(200, &format!("/position?start=518{filters}"))["total"].clone();
    let everything = total("")["games"].as_u64();
    for (filters, condition) in [
        ("&since=2005-03", "date >= '2005.03.01'"),
        ("&until=2005", "date < '2006.01.01'"),
        ("&since=2005-1&until=2005-12", "year = 2005"),
        ("&speeds=ultraBullet", "time_control = '15+0'"),
        ("&speeds=bullet,blitz", "time_control IN ('60+0', '300+3')"),
        (
            "&speeds[]=rapid&speeds[]=classical",
            "time_control IN ('900+10', '5400+30')",
        ),
        ("&ratings=0", "white_elo + black_elo < 2000"),
        (
            "&ratings=1600,1800",
            "white_elo + black_elo BETWEEN 3200 AND 3999",
        ),
        (
            "&ratings%5B%5D=2500&since=2001",
            "white_elo + black_elo >= 5000 AND year >= 2001",
        ),
    ] {
        let found = total(filters);
        let explored: Value = json([
            "explore",
            &dataset,
            "--start",
            "518",
            "--fen",
            &Position::standard().xfen(),
            "--where",
            condition,
        ]);
        for name in ["games", "white", "draws", "black", "unfinished"] {
            assert_eq!(found[name], explored[name], "{filters}");
        }
        let games = found["games"].as_u64();
        assert!(
            games > Some(0) && games < everything,
            "{filters}: {games:?} of {everything:?}"
        );
    }
    // All that there are is no filter.
    for filters in [
        "&speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence",
        "&ratings=400,1000,1200,1400,1600,1800,2000,2200,2500",
    ] {
        assert_eq!(total(filters)["games"].as_u64(), everything, "{filters}");
    }
}
