//! A second reading by pgn-reader and shakmaty.
