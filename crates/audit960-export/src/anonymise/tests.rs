use super::{anonymise, fewest};

fn text(game: &str) -> String {
    String::from_utf8(anonymise(game.as_bytes()).text).unwrap()
}

#[test]
fn names_are_replaced_and_the_rest_stays() {
    let game = "[Event \"Open of Somewhere\"]\n[Date \"2019.05.04\"]\n[White \"Doe, Jane\"]\n[Black \"Öz, İpek\"]\n\
                [WhiteElo \"2301\"]\n[Coach \"Doe\"]\n[Result \"1-0\"]\n\n\
                1. e4 {Doe thinks; [%clk 0:05:00]} e5 2. Nf3 ; ask Jane\nNc6 1-0\n";
    let new = text(game);
    for name in [
        "Open",
        "Somewhere",
        "Doe",
        "Jane",
        "Öz",
        "İpek",
        "thinks",
        "ask",
    ] {
        assert!(!new.contains(name), "{name}: {new}");
    }
    assert_eq!(new.len(), game.len());
    for part in [
        "[Date \"2019.05.04\"]",
        "[WhiteElo \"2301\"]",
        "[Result \"1-0\"]",
        "[%clk 0:05:00]",
        "2. Nf3 ;",
        "Nc6 1-0",
    ] {
        assert!(new.contains(part), "{part}: {new}");
    }
    // The same word is the same word, and the two players are still two.
    let value = |tag: &str| {
        new.split(&format!("[{tag} \""))
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
    };
    assert!(value("White").starts_with(value("Coach")), "{new}");
    assert_ne!(value("White"), value("Black"));
}

#[test]
fn words_that_facts_depend_on_stay_and_are_named() {
    let game = "[Event \"Arena of Jane\"]\n[Site \"https://lichess.org/AbCdEfGh\"]\n[White \"jane1980\"]\n\
                [Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n";
    let new = anonymise(game.as_bytes());
    assert!(new.kept.contains(&"lichess".to_owned()), "{:?}", new.kept);
    assert!(!new.kept.iter().any(|word| word.contains("jane")));
    let new = String::from_utf8(new.text).unwrap();
    assert!(
        !new.to_lowercase().contains("jane") && !new.contains("AbCdEfGh"),
        "{new}"
    );
}

#[test]
fn damage_stays() {
    let game = b"[Event \"B\xe4r \"and\" more\"]\n[White \"A\x00B\x1b[1m\"\n\n1. e4 e5 2. Ke3 somebody said {open\n";
    let new = anonymise(game).text;
    assert_eq!(new.len(), game.len());
    for part in [&b"\x00"[..], b"\x1b[", b"2. Ke3", b" {", b"\xf8"] {
        assert!(
            new.windows(part.len()).any(|bytes| bytes == part),
            "{part:?}"
        );
    }
    assert!(!new.windows(8).any(|bytes| bytes == b"somebody"));
}

#[test]
fn as_few_are_kept_as_can_be() {
    let needed = [3, 17, 18, 40];
    let enough = |kept: &[usize]| needed.iter().all(|index| kept.contains(index));
    assert_eq!(fewest(64, enough), needed);
    assert_eq!(fewest(41, enough), needed);
    assert_eq!(fewest(5, |_| true), [0; 0]);
    assert_eq!(fewest(1, |kept| kept == [0]), [0]);
}

#[test]
fn commands_and_moves_stay_and_other_words_do_not() {
    let game = "[Event \"E\"]\n[Result \"*\"]\n\n1. e4 {[%author Jane Doe][%clk 0:01:00]} e5 2. Nf3 nobody123 e8=Q+ *\n";
    let new = text(game);
    for part in ["{[%author ", "][%clk 0:01:00]} e5 2. Nf3 ", " e8=Q+ *\n"] {
        assert!(new.contains(part), "{part}: {new}");
    }
    for word in ["Jane", "Doe", "nobody"] {
        assert!(!new.contains(word), "{word}: {new}");
    }
}
