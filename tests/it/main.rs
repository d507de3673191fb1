//! Integration tests, one binary (each more would link the heavy crates again).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "the lints know tests but not the functions they share"
)]

#[macro_use]
mod folder; // a folder for what a test writes, and the program as users run it

mod agreement; // against pgn-reader + shakmaty, and the ledger against the definitions
mod architecture; // who may depend on whom
mod arrow_answers; // answers as Arrow streams, beside the same as CSV
mod at_the_board; // claims in a position, moves as they are written, sheets of rulings
mod beside_answers; // what was lost of an input, and what to do
mod between; // faults that lay between two commands
mod book; // pages of the book and their links
mod browser;
mod by_tags; // the HTML report in Chromium
mod castling; // all pairs of king and rook
mod check; // the command check: the findings of an audit
mod cli; // the command audit, as users run it: exit codes, inputs, what is left behind
mod cli_output; // what the command audit prints
mod columns; // no list of columns stands twice
mod comparing; // datasets compared, and answers written into files
mod compatibility; // datasets of earlier versions
mod copies; // games that are copies of earlier ones
#[path = "../corpus.rs"]
mod corpus; // where the archives are, for all packages
mod crosscheck; // every game read a second time, as users run it
#[path = "../damage.rs"]
mod damage; // random damage to datasets, for all packages
mod dataset_damage; // datasets that were changed later: named, or harmless
mod dead_positions; // dead positions against a search of everything that can follow
#[cfg(target_os = "linux")]
mod deaths; // audits that die at any operation or lose power, and are resumed
mod determinism; // the same bytes for any number of threads, the same rows for any cut
mod documents; // documents made from the code
mod doubtful_clock; // a half-move clock that cannot be right
mod draw_offers; // offers of a draw beside claims
mod draws_repetition; // the command draws with repetitions, rulings and live files
mod edits; // small edits of valid games: nothing may be lost silently
mod effective_end; // when a game was over, against the definitions
mod endings; // the command endings, as users run it
mod epd; // files of positions: checks, conversions, perft, positions of games
mod epd_cli; // the commands epd, as users run them
mod epd_convert; // the command epd convert, as users run it
mod epd_destruction; // absurd positions, argued line by line
mod explore; // the command explore, as users run it
mod export; // the command export, as users run it
mod export_forms; // every form of an export
mod export_readers; // exports as python-chess reads them
mod export_rescue; // damaged games that are rescued
mod fifty; // claims against the literature and python-chess
mod fifty_cli; // the command fifty, as users run it
mod fifty_games; // games and sheets that the ledger writes
mod filters; // conditions on games
mod find; // the command find, as users run it
mod first_steps; // what a new user meets: help, version, a folder picked, a page, completions, manual
mod forensics_cli; // lost start positions and repairs, as users ask for them
mod guesses; // old names and misspellings, answered by the right command
mod harmless_output;
mod help; // names and texts of archives control no terminal and no spreadsheet
mod hostile_inputs; // inputs that cannot be read, or hold no games, and readers that go away
mod hostile_sizes; // inputs made to exhaust memory or time
mod kills; // what killed commands leave
mod languages; // sentences in English, French and German
mod law_cli; // the command law, and the user's own tables
mod left_out; // copies and games without moves: every answer leaves out the same
mod linear; // work grows with the input, not with its square
mod move_notes; // clocks and evaluations of half-moves, as users ask for them
mod one_claim; // what each way to ask says of a claim
mod outputs; // no output is ever an input
mod pairs; // every command after every command, on generated archives
mod perft; // move generation against published counts
mod plain_answers; // figures that mislead nobody, and questions that cannot have an answer
mod plain_ledger; // the ledger as people read it
mod players; // who played: keys, the table of players, conditions
mod popular; // the command popular, as users run it
mod positions; // the command positions, as users run it
mod positions_table; // files of positions in an audit, as users run it
mod probes; // the shared probes and torture files against a table argued by hand
mod public_files; // addresses that nobody invented
mod quality; // time and accuracy, by clocks and evaluations in the text
mod questions;
mod read_once; // pipes, and what a run leaves that does not end well
mod readings; // texts that were once misread
mod records; // games in forms other than PGN, against the same games as PGN
mod records_damage; // damaged tables of games: what is lost is named, and memory is bounded
mod records_starts; // games in JSON and tables without their start positions
mod records_tables; // tables of games: what columns mean, what damage costs
mod records_tasks; // tables of games read by tasks
mod release; // the checklist of a release
mod repetitions; // repeated positions, against the definitions
mod report; // the command report, as users run it
mod says; // what records say of themselves, against tables from the rules
mod seeds; // invariants of any input: corpus of the fuzzers, random cuts
#[cfg(target_os = "linux")]
mod serve; // the command serve: protocol, limits, beginning and end
mod serve_answers; // what serve answers, against explore
mod serve_clients; // what the page and public clients are answered
mod sessions; // the sessions that README and book show
mod shared; // what the shared archives state about themselves
mod show; // the command show, as users run it
#[path = "../soak.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod soak; // how much of a soak test one run does, and from which seed
mod supply_chain; // sources of all that is linked, packages, unsafe code
mod support; // audits in memory, and runs of the program
mod tablebase_audit; // audits that ask endgame tables
mod tablebase_cli; // endgame tables: positions looked up, folders checked
mod tablebase_draws; // endgame tables: what they say of the people in the ledger
mod tasks_cli; // archives read by tasks, end to end
mod traps; // hand-made traps against a table argued from their text
mod tree_table; // what --positions keeps, and the answers from it
mod two_readers; // the fast path over movetext against the grammar, on archives and edited games
mod variants; // games of other variants, and FENs that say a position in several ways
mod watching; // commands for events of boards, and texts at addresses
mod zips; // zip archives, byte by byte
