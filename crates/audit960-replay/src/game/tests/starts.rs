//! From which position games start, and with which rights to castle.

use super::*;

/// Notes what it is asked.
#[derive(Debug, Default)]
struct Asked(Mutex<Vec<bool>>);

impl Examiner for Asked {
    fn search_start(&self, case: &Case<'_>) -> Option<StartSearch> {
        self.0.lock().unwrap().push(case.named);
        None
    }

    fn repairs(&self, _: &Record<'_>, _: &Position) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// A game without a FEN starts from the orthodox arrangement, number 518; one that names Chess960 has no start unless
/// a number is stated.
#[test]
fn games_without_a_position_start_from_what_their_tags_name() {
    let start = |tags: &str| {
        let said = Said::with_tags(tags, "1. Nf3 *\n", AuditOptions::default());
        (said.starts[0], said.shown(Code::MissingStart).len())
    };
    let none = CastlingStyle::None;
    assert_eq!(start(""), ((StartKind::Standard, Some(518), none), 0));
    let named = "[Variant \"Chess960\"]\n";
    assert_eq!(start(named), ((StartKind::Unknown, None, none), 1));
    let stated = format!("{named}[Annotator \"SP 518\"]\n");
    assert_eq!(start(&stated), ((StartKind::Chess960, Some(518), none), 0));
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    for (field, style) in [
        ("KQkq", CastlingStyle::Xfen),
        ("HAha", CastlingStyle::Shredder),
    ] {
        let tags = format!("{named}[SetUp \"1\"]\n[FEN \"{fen} {field} - 0 1\"]\n");
        assert_eq!(start(&tags), ((StartKind::Chess960, Some(518), style), 0));
    }
}

/// Crazyhouse begins from the orthodox arrangement; Crazyhouse 960 from one that nothing tells.
#[test]
fn other_variants_start_where_their_rules_say() {
    let start = |variant: &str| {
        let tags = format!("[Variant \"{variant}\"]\n");
        let said = Said::with_tags(&tags, "1. e4 *\n", AuditOptions::default());
        assert_eq!(said.shown(Code::OtherVariant).len(), 1, "{variant}");
        (said.starts[0].0, said.starts[0].1)
    };
    assert_eq!(start("Crazyhouse"), (StartKind::Standard, Some(518)));
    assert_eq!(start("Crazyhouse960"), (StartKind::Unknown, None));
}

/// A castling field that names the b-file, where no rook stands, may mean the rook on the other file of that wing.
#[test]
fn a_right_of_a_file_without_a_rook_may_be_meant() {
    let may_castle = |field: &str, moves: &str| {
        let tags = format!(
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/8/8/8/8/8/8/R3K2R w {field} - 0 1\"]\n"
        );
        let said = Said::with_tags(&tags, moves, AuditOptions::default());
        said.shown(Code::IllegalMove).is_empty()
    };
    assert!(may_castle("HB", "1. O-O-O *\n"));
    assert!(!may_castle("H", "1. O-O-O *\n"));
}

/// Nd3 comes neither from b1 nor from g1. Where no tag names Chess960 the search has to be told so, because it takes such
/// a game for Chess960 on stronger evidence only.
#[test]
fn a_search_for_the_start_knows_whether_chess960_is_named() {
    for (tags, named) in [("", false), ("[Variant \"Chess960\"]\n", true)] {
        let asked = Arc::new(Asked::default());
        let options = AuditOptions {
            examiner: Some(asked.clone()),
            ..AuditOptions::default()
        };
        Said::with_tags(tags, "1. Nd3 Nd6 2. Nc5 *\n", options);
        assert_eq!(*asked.0.lock().unwrap(), [named], "{tags}");
    }
}

/// The row says whether the start declares the right to castle, or the moves show it.
#[test]
fn the_source_of_castling_rights_is_what_declares_them() {
    for (field, source) in [
        ("HA", CastlingSource::Declared),
        ("A", CastlingSource::Inferred),
    ] {
        let tags = format!(
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/8/8/8/8/8/8/R3K2R w {field} - 0 1\"]\n"
        );
        let moves = "1. O-O Ke7 2. Rfe1+ Kd7 3. Red1+ Ke7 4. Re1+ Kd7 *\n";
        let said = Said::with_tags(&tags, moves, AuditOptions::default());
        assert!(said.shown(Code::IllegalMove).is_empty(), "{field}");
        assert_eq!(said.castling_sources, [Some(source)], "{field}");
    }
}
