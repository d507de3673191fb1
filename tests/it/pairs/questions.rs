//! A question has one answer: of a dataset the same bytes and exit code as of its archives, in every format.

use std::fs;

use super::given::Given;
use super::judge::{Judge, Wrong};
use crate::folder::{Words, cases};
use crate::soak;

/// Rook and bishop against rook needs 60 moves, two knights against a pawn 75 while it is blocked.
const LAW: &str = "\
id,from,to,rule,condition,limit_moves,presumed,goes_by,uncertain,source,certainty
fifty,,,claim,always,50,yes,game,,x,x
sixty,1980-01-01,,claim,KRBvKR,60,yes,game,1990-01-01..1999-12-31,x,x
blocked,,,claim,KNNvKP blocked-behind-troitsky-line,75,yes,game,,x,x
automatic,2010-01-01,,automatic,always,75,yes,competition,,x,x
";

/// Venue rules unlike the built-in ones: claims at Lichess until 2022, and nothing about chess.com.
const VENUES: &str = "\
venue,rule,kind,from,to,certainty,source
over_the_board,fifty,claim,,,x,x
over_the_board,seventy_five,automatic,,,x,x
lichess,fifty,claim,,2022-06-30,x,x
icc,fifty,automatic,,,x,x
fics,fifty,none,,,x,x
tcec,fifty,claim,,,x,x
cutechess,fifty,claim,,,x,x
";

/// The user's own tables of law and venues, which the judge writes.
pub(super) const TABLES: &str = "--law-table LAW --venue-table VENUES";

/// Answers are tables in these.
const FORMATS: [&str; 4] = ["table", "csv", "json", "arrow"];

/// Draws, which list copies too. `LAW`, `VENUES`, `OUT` and `REST` are files of the judge.
const CLAIMS: &str = "\
    draws
    draws --each --sort clock
    draws --rule fifty --missed
    draws --rule repetition --sort turns
    draws --law fide --missed --sort turns
    draws --law venue --where `plies > 80`
    draws --where `game < 3`
    draws --by-material
    draws --lang de";

/// The same, judged anew by other tables, and with the moves of the games, which a dataset has of games with claims.
const JUDGED: &str = "\
    draws --law-table LAW
    draws --rule fifty --law-table LAW --venue-table VENUES --missed
    draws --format pgn --sort date
    draws --format pgn --missed --law fide";

/// Of one input.
const OF_ONE: &str = "\
    draws sheet --out OUT
    draws sheet --lang fr --law-table LAW --venue-table VENUES --out OUT";

/// Results and popularity, which leave out copies.
const STARTS: &str = "\
    starts
    starts --sort p --min-games 2 --limit 9
    starts --count-moveless
    starts --model
    starts --draw-rates
    starts --by year
    starts --by event,venue
    starts --by rating --since 2000
    starts --by king-file
    starts --by mirror-pair
    starts --by source --start 518
    starts --by start-kind --count-moveless
    starts --popularity
    starts --popularity --start 518
    starts --popularity --by event --lots round
    starts --start 518 --moves 4
    starts --pairs
    starts --pentanomial match
    starts --pentanomial start
    starts --where `plies > 60` --against-where `plies <= 60`";

/// What not every archive has: lines of EPD and FEN, damaged games.
const RARE: &str = "\
    starts --lines
    starts --lines --pairs
    export -q --out OUT --raw --verdict damaged,rejected";

/// Tables in SQL.
const SQL: &str = "\
    query `SELECT source, game, line, verdict, codes, result, plies, start_kind FROM games`
    query `SELECT * FROM diagnostics`
    query `SELECT * FROM gaps`
    query `SELECT * FROM castling`
    query `SELECT start, games, score FROM start_positions WHERE games > 0`
    query `SELECT venue, COUNT(*) AS n FROM games GROUP BY venue ORDER BY venue`";

/// What nine half-moves answer, and the stays of endings.
const OPENINGS: &str = "\
    explore --within 9
    explore --within 9 --moves e4
    explore --within 9 --moves `d4 d5`
    explore --within 9 --start 518
    explore --within 9 --start-kind chess960
    explore --within 9 --where `result = '1-0'`
    explore --within 9 --format pgn
    explore --within 5
    explore --plies 1-9
    explore --plies 2 --by event
    explore --known --plies 0-9
    explore --known --plies 0-3
    explore --known --plies 0-9 --start 518
    explore --known --plies 0-9 --start-kind chess960
    explore --known --plies 0-9 --where `result = '1-0'`
    endings
    endings --pieces 5 --min-stay 3
    endings --min-stay 3 --where `plies > 40`
    endings --material KRPvKR
    endings --material KvK --exact
    endings --where `result = '1/2-1/2'` --start-kind standard";

/// The same in numbers alone. What was counted before is the answer only where nothing else is asked.
const COUNTS: &str = "\
    find --count --ply 6
    find --count --fen `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1` --ply -9
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -9
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -8
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply 1-9
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -9 --side black
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -9 --moved P
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -9 --start 518
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -9 --start-kind standard
    find --count --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -9 --where `result = '1/2-1/2'`";

/// What asks for all moves.
const MOVES: &str = "\
    explore
    explore --known
    explore --moves e4
    explore --start-kind standard,chess960,other
    explore --start-kind chess960 --format pgn
    explore --moves `d4 d5` --format pgn
    explore --fen `8/8/8/8/8/8/8/K1k5 w - - 0 1` --format json
    explore --plies any --limit 50
    explore --by start --plies 2
    explore --by venue --plies 0-3 --mirror
    explore --by time-control --plies 1
    explore --by source --plies 1 --where `plies > 40`
    endings --pieces 32
    endings --material KRvKR
    find --fen `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1` --ply -9
    find --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply -9 --all
    find --fen `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` --ply 1-9
    find --ply 6
    find --castled O-O
    find --castled O-O-O --all
    find --moved K --ply 10-20 --all --limit 100
    find --material KRBvKR
    find --position 8/8/8/8/8/8/5[PN]PP/6K1 --side white
    find --line `d4 Nf6` --then `captured Q` --min-plies 30
    find --query `moved Q then moved Q then castled any`";

/// Games, selected and written. Standard output has no file of damaged games, so all is written into files.
const EXPORTS: &str = "\
    export -q --out OUT
    export -q --out OUT --damaged-to REST
    export -q --out OUT --castling shredder --number-tag
    export -q --out OUT --minimal --where `plies > 3`
    export -q --out OUT --uci --castling shredder --damaged-to REST
    export -q --out OUT --raw --where `plies < 40`
    export -q --out OUT --verdict damaged,repaired,ok
    export -q --out OUT --raw --damaged-to REST
    export -q --out OUT --epd --player a
    export -q --out OUT --one-line --where `white LIKE '%e%'` --verdict ok";

impl Judge<'_> {
    pub(super) fn write_tables(&self) {
        for (name, text) in [("LAW", LAW), ("VENUES", VENUES)] {
            fs::write(self.path(name), text).unwrap();
        }
    }

    /// One of `every` questions that the dataset can answer, with other archives or alone, is answered as of all archives,
    /// in so many formats.
    pub(super) fn questions(
        &mut self,
        audited: &[String],
        every: u32,
        formats: u64,
    ) -> Result<(), Wrong> {
        let inputs = self.inputs();
        // Games of the dataset are read as they were audited; of the archives, as options say.
        let options = ["--keep-illegal", "--infer-start"];
        let reading: Vec<&str> = options.into_iter().filter(|name| self.has(name)).collect();
        let mut asked = Vec::new();
        // Beside archives an export writes datasets last.
        if audited.len() == 1 {
            asked.push((EXPORTS, reading.join(" ")));
        }
        if reading.is_empty() {
            let judged = self.has(TABLES);
            let tables = if judged { TABLES } else { "" };
            asked.extend((audited.len() == 1 || !judged).then(|| (CLAIMS, tables.to_owned())));
            if !judged {
                asked.push((JUDGED, String::new()));
            }
            let single = inputs.len() == 1 && audited.len() == 1;
            asked.extend((single && !judged).then(|| (OF_ONE, String::new())));
            // Other options add columns and findings.
            let plain = self
                .options()
                .iter()
                .all(|option| *option == "--with-moves");
            asked.extend((single && plain).then(|| (SQL, String::new())));
            // Archives are not searched for copies.
            if !self.has("--duplicates") {
                asked.push((STARTS, String::new()));
                asked.extend((every > 1 && audited.len() == 1).then(|| (RARE, String::new())));
                let moves = self.has("--with-moves");
                if moves || self.has("--positions=9") {
                    asked.extend([OPENINGS, COUNTS].map(|questions| (questions, String::new())));
                }
                asked.extend(moves.then(|| (MOVES, String::new())));
            }
        }
        for (questions, reading) in asked {
            for [question] in cases::<1>(questions) {
                if self.random.below(every) > 0 {
                    continue;
                }
                for format in soak::sample(FORMATS, FORMATS.len() as u64 / formats) {
                    let has_format = ["--format", "--count ", "export", "sheet"];
                    let form = match has_format.iter().any(|part| question.contains(part)) {
                        true => String::new(),
                        false => format!("--format {format}"),
                    };
                    let archive = self.answer(question, &inputs, format!("{reading} {form}"))?;
                    let given = self.answer(question, audited, form.clone())?;
                    if every == 1 && !archive.says_something() {
                        return Err(format!("{question} {form}: no answer"));
                    }
                    if let Some(what) = given.difference(&archive) {
                        let options = self.options().join(" ");
                        return Err(format!(
                            "{question} {form} of the dataset ({options}), and of its archives: {what}"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Arguments with the paths of the judge's files in the place of their names.
    pub(super) fn with_files(&self, mut words: Vec<String>) -> Vec<String> {
        for word in &mut words {
            if ["LAW", "VENUES", "OUT", "REST"].contains(&word.as_str()) {
                *word = self.path(word);
            }
        }
        words
    }

    /// An answer, on standard output and in files; by any number of threads.
    fn answer(
        &mut self,
        question: &'static str,
        inputs: &[String],
        options: String,
    ) -> Result<Given, Wrong> {
        let words = self.with_files((question, options).words());
        // `query` is followed by the input and the statement, `draws sheet` by the input.
        let first = match words[0] == "query" {
            true => 1,
            false => words.len(),
        };
        let mut arguments = words[..first].to_vec();
        arguments.extend_from_slice(inputs);
        arguments.extend_from_slice(&words[first..]);
        if words[0] == "starts" {
            // A dataset's findings were reported when it was audited.
            arguments.push("--exit-zero".to_owned());
        }
        if !matches!(&*words[0], "export") && !words.contains(&"sheet".to_owned()) {
            arguments.push(format!("-j{}", 1 + self.random.below(3)));
        }
        let name = question.split(' ').next().unwrap_or_default();
        let mut given = self.given(name, &arguments[..])?;
        for file in ["OUT", "REST"].map(|name| self.path(name)) {
            given.out.extend(fs::read(&file).unwrap_or_default());
            let _ = fs::remove_file(file);
        }
        Ok(given)
    }
}
