//! The names of servers, federations and programs that tags begin with.

use audit960_types::Venue;

/// Names that a Site begins with, in any letter case, and the venue, in the order of their first letters. Of two
/// that fit, the first counts. An Event where there is no Site, too.
pub(super) const SITES: [(&[u8], Venue); 58] = [
    (b"Banksia", Venue::Banksia),
    (b"BanksiaGUI", Venue::Banksia),
    (b"BdF", Venue::Correspondence),
    (b"chess.com", Venue::ChessCom),
    (b"chess24.com", Venue::Chess24),
    (b"chess24", Venue::Chess24),
    (b"chessclub.com", Venue::Icc),
    (b"chess-server.net", Venue::Lss),
    (b"corr", Venue::Correspondence),
    (b"correspondence", Venue::Correspondence),
    (b"CCRL", Venue::Ccrl),
    (b"CEGT", Venue::Cegt),
    (b"ccc.chess.com", Venue::Ccc),
    (b"cccc.chess.com", Venue::Ccc),
    (b"DESKTOP", Venue::EngineMatch),
    (b"Engine Room", Venue::Playchess),
    (b"email", Venue::Correspondence),
    (b"e-mail", Venue::Correspondence),
    (b"FICS", Venue::Fics),
    (b"freechess.org", Venue::Fics),
    (b"ficsgames.org", Venue::Fics),
    (b"FICGS", Venue::Ficgs),
    (b"ficgs.com", Venue::Ficgs),
    (b"gameknot.com", Venue::GameKnot),
    (b"gameknot", Venue::GameKnot),
    (b"games.yahoo.com", Venue::Yahoo),
    (b"Internet Chess Club", Venue::Icc),
    (b"ICC", Venue::Icc),
    (b"ICCF", Venue::Iccf),
    (b"iccf.com", Venue::Iccf),
    (b"iccf-webchess.com", Venue::Iccf),
    (b"lichess.org", Venue::Lichess),
    (b"lichess", Venue::Lichess),
    (b"LAPTOP", Venue::EngineMatch),
    (b"localhost", Venue::EngineMatch),
    (b"LSS", Venue::Lss),
    (b"lss.chess-server.net", Venue::Lss),
    (b"Lechenicher SchachServer", Venue::Lss),
    (b"Main Playing Hall", Venue::Playchess),
    (b"MYPC", Venue::EngineMatch),
    (b"MY-PC", Venue::EngineMatch),
    (b"My PC", Venue::EngineMatch),
    (b"My Computer", Venue::EngineMatch),
    (b"playchess.com", Venue::Playchess),
    (b"playchess", Venue::Playchess),
    (b"postal", Venue::Correspondence),
    (b"schach.de", Venue::Playchess),
    (b"SchemingMind", Venue::Online),
    (b"tornelo.com", Venue::Tornelo),
    (b"tornelo", Venue::Tornelo),
    (b"telex", Venue::Correspondence),
    (b"tcec-chess.com", Venue::Tcec),
    (b"tcec.chessdom.com", Venue::Tcec),
    (b"TCEC", Venue::Tcec),
    (b"tests.stockfishchess.org", Venue::EngineMatch),
    (b"USCF", Venue::Uscf),
    (b"Yahoo! Chess", Venue::Yahoo),
    (b"Yahoo", Venue::Yahoo),
];

/// For each letter, where the names in [`SITES`] that begin with it begin, and the end of the last. Most Sites
/// are names of places and are compared with a few names only.
pub(super) const BY_LETTER: [usize; 27] = {
    let mut starts = [0; 27];
    let mut letter = 0;
    while letter < 26 {
        let mut at = starts[letter];
        while at < SITES.len() && (SITES[at].0[0] | 0x20) as usize == b'a' as usize + letter {
            at += 1;
        }
        letter += 1;
        starts[letter] = at;
    }
    starts
};
// The names are in the order of their first letters, so that each is found.
const _: () = assert!(BY_LETTER[26] == SITES.len());
