use super::*;

fn date(text: &str) -> Days {
    match PgnDate::parse(text.as_bytes()) {
        PgnDate::Valid(date) => date,
        other => panic!("{text}: {other:?}"),
    }
}

fn span(text: &str) -> (u32, u32) {
    let number = |day: Day| day.to_string().replace('-', "").parse().unwrap();
    (number(date(text).first()), number(date(text).last()))
}

#[test]
fn a_full_date_is_one_day() {
    assert_eq!(span("1989.02.17"), (19_890_217, 19_890_217));
}

#[test]
fn unknown_fields_widen_the_span() {
    assert_eq!(span("1989.??.??"), (19_890_101, 19_891_231));
    assert_eq!(span("1991.12.??"), (19_911_201, 19_911_231));
    assert_eq!(span("1990.02.??"), (19_900_201, 19_900_228));
    assert_eq!(span("1988.02.??"), (19_880_201, 19_880_229));
    assert_eq!(span("1989.??.17"), (19_890_117, 19_891_217));
    assert_eq!(span("1989.1?.??"), (19_890_101, 19_891_231));
}

#[test]
fn other_separators_are_accepted_if_both_are_the_same() {
    assert_eq!(date("2019-02-03"), date("2019.02.03"));
    assert_eq!(date("2019/02/??"), date("2019.02.??"));
    assert_eq!(
        PgnDate::parse(b"2019-02.03"),
        PgnDate::Impossible { year: Some(2019) }
    );
    assert_eq!(
        PgnDate::parse(b"2019:02:03"),
        PgnDate::Impossible { year: Some(2019) }
    );
}

#[test]
fn a_date_without_a_known_year_is_unknown() {
    for text in [
        "????.??.??",
        "????-??-??",
        "",
        "?",
        "-",
        "????.03.??",
        "198?.??.??",
    ] {
        assert_eq!(PgnDate::parse(text.as_bytes()), PgnDate::Unknown, "{text}");
    }
    assert_eq!(PgnDate::Unknown.days(), None);
}

#[test]
fn days_outside_the_calendar_are_impossible() {
    for text in [
        "2000.02.29",
        "1996.02.29",
        "2019.12.31",
        "2019.??.31",
        "????.02.29",
    ] {
        let impossible = matches!(PgnDate::parse(text.as_bytes()), PgnDate::Impossible { .. });
        assert!(!impossible, "{text}");
    }
    for text in [
        "2019.02.29",
        "2019.02.30",
        "2019.04.31",
        "2019.13.01",
        "2019.00.10",
    ] {
        assert_eq!(
            PgnDate::parse(text.as_bytes()),
            PgnDate::Impossible { year: Some(2019) },
            "{text}"
        );
    }
    assert_eq!(
        PgnDate::parse(b"1900.02.29"),
        PgnDate::Impossible { year: Some(1900) }
    );
    assert_eq!(
        PgnDate::parse(b"2019.??.32"),
        PgnDate::Impossible { year: Some(2019) }
    );
    assert_eq!(
        PgnDate::parse(b"????.13.01"),
        PgnDate::Impossible { year: None }
    );
    assert_eq!(
        PgnDate::parse(b"0000.00.00"),
        PgnDate::Impossible { year: None }
    );
}

#[test]
fn the_year_is_kept_where_it_can_be_read() {
    for text in [
        "1989",
        "1989.2.17",
        "1989.02.17 20:00",
        "17.02.1989",
        "2/17/1989",
    ] {
        let read = PgnDate::parse(text.as_bytes());
        assert_eq!(read, PgnDate::Impossible { year: Some(1989) }, "{text}");
        assert_eq!(read.days(), Some(date("1989.??.??")));
    }
    for text in ["19890217", "spring", "89.02.17", "1\u{ff19}89.02.17"] {
        let read = PgnDate::parse(text.as_bytes());
        assert_eq!(read, PgnDate::Impossible { year: None }, "{text}");
        assert_eq!(read.days(), None);
    }
}

#[test]
fn blanks_around_a_date_do_not_matter() {
    assert_eq!(date(" 1989.02.17"), date("1989.02.17"));
    assert_eq!(date("1989.02.?? "), date("1989.02.??"));
}

#[test]
fn days_are_counted_from_1970() {
    for (text, days) in [
        ("1970-01-01", 0),
        ("1969-12-31", -1),
        ("1970-03-01", 59),
        ("2000-02-29", 11_016),
        ("2000-03-01", 11_017),
        ("2014-07-01", 16_252),
        ("0001-01-01", -719_162),
        ("9999-12-31", 2_932_896),
    ] {
        let day = Day::parse(text).unwrap();
        assert_eq!(day.days_since_1970(), days, "{text}");
        assert_eq!(Day::from_days_since_1970(days), Some(day), "{text}");
    }
    // More than four hundred years, day by day.
    let mut day = Day::parse("1899-12-31").unwrap();
    for days in day.days_since_1970()..150_000 {
        assert_eq!(day.days_since_1970(), days);
        assert_eq!(Day::from_days_since_1970(days), Some(day));
        day = day.next();
    }
    assert_eq!(Day::from_days_since_1970(i32::MAX), None);
    assert_eq!(Day::from_days_since_1970(i32::MIN), None);
}

#[test]
fn days_follow_each_other() {
    let next = |text| Day::parse(text).map(|day| day.next().to_string());
    assert_eq!(next("1989-12-31").as_deref(), Some("1990-01-01"));
    assert_eq!(next("1988-02-28").as_deref(), Some("1988-02-29"));
    assert_eq!(next("1989-02-28").as_deref(), Some("1989-03-01"));
    assert_eq!(next("2014-06-30").as_deref(), Some("2014-07-01"));
    assert!(Day::parse("1989-12-31") < Day::parse("1990-01-01"));
    for text in ["1989.12.31", "1989-12-32", "1989-12-??", "89-12-31", ""] {
        assert_eq!(Day::parse(text), None, "{text}");
    }
}
