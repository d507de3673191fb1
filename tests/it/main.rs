//! Integration tests, one binary (each more would link the heavy crates again).

mod perft; // move generation against published counts
mod support; // where the archives are
