//! Integration tests, one binary (each more would link the heavy crates again).

mod agreement; // against pgn-reader + shakmaty, and the ledger against the definitions
mod architecture; // who may depend on whom
mod castling; // all pairs of king and rook
mod documents; // documents made from the code
mod fifty; // claims against the literature and python-chess
mod fifty_cli; // the commands fifty and law, as users run them
mod fifty_games; // games and sheets that the ledger writes
mod perft; // move generation against published counts
mod shared; // what the shared archives say of themselves
mod support; // where the archives are
mod traps; // hand-made traps against a table argued from their text
