//! Grammar of PGN, SAN, FEN and EPD.
