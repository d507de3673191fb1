//! Sheets as HTML.

use super::*;

fn half(ply: u32, side: Side, san: Option<&str>, claims: &[usize]) -> SheetMove {
    let claims = claims.iter().map(|section| SheetClaim {
        section: *section,
        article: "9.3.1".to_owned(),
    });
    SheetMove {
        ply,
        number: u64::from(ply.div_ceil(2)),
        side,
        san: san.map(str::to_owned),
        clock: 87 + ply,
        claims: claims.collect(),
    }
}

fn page(name: &str) -> String {
    let section = section(name);
    page_of(name, vec![section.clone(), section])
}

fn section(name: &str) -> SheetSection {
    SheetSection {
        title: format!("7... Black may claim ({name})"),
        facts: vec![("page-law", name.to_owned())],
        diagrams: vec![SheetDiagram {
            caption: name.to_owned(),
            fen: name.to_owned(),
        }],
        claim: Some(SectionClaim {
            article: "Article 9.3.1".to_owned(),
            wording: name.to_owned(),
            completing: Some(vec![name.to_owned(), "Ng5".to_owned()]),
            marked: name.to_owned(),
            epd: name.to_owned(),
        }),
    }
}

fn page_of(name: &str, sections: Vec<SheetSection>) -> String {
    let numbers: Vec<usize> = (1..=sections.len()).collect();
    let last = numbers.last().copied().into_iter().collect::<Vec<_>>();
    let sheet = ArbiterSheet {
        white: name.to_owned(),
        black: name.to_owned(),
        facts: vec![("page-event-2", name.to_owned())],
        sections,
        moves: SheetMoves {
            before: vec![
                half(1, Side::White, Some("Kc1"), &[]),
                half(2, Side::Black, Some("Kd1"), &[]),
                half(12, Side::Black, Some("Kd2"), &[]),
            ],
            from_first_claim: vec![
                half(13, Side::White, Some("Kb1"), &numbers),
                half(14, Side::Black, None, &last),
            ],
        },
    };
    let mut out = Vec::new();
    write_sheets(&[sheet], Language::English, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Start tags of a page, their names only.
fn tags(page: &str) -> Vec<&str> {
    page.split('<')
        .skip(1)
        .filter(|tag| !tag.starts_with('/') && !tag.starts_with('!'))
        .filter_map(|tag| tag.split([' ', '>', '\n', '/']).next())
        .collect()
}

#[test]
fn text_of_an_archive_adds_no_markup() {
    let odd = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&lt;";
    assert_eq!(tags(&page(odd)), tags(&page("Tal, M")));
    assert!(!page(odd).contains("<script"));
    assert!(!page(odd).contains("<img"));
    assert!(page(odd).contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;"));
}

#[test]
fn nothing_is_loaded_or_run() {
    let page = page("Tal, M");
    assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline';"));
    for word in [
        "<script", "<link", "<img", "<iframe", "url(", "@import", "href=", "src=",
    ] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn every_half_move_is_on_the_line_of_its_move() {
    let page = page("x");
    let lines: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("<li"))
        .collect();
    // The move with the first claim comes first; where moves are left out there is a line of its own.
    assert_eq!(lines.len(), 4);
    assert!(lines[0].contains("7.</span><span class=\"half claim\" title=\"1: 9.3.1, 2: 9.3.1\">"));
    assert!(lines[0].contains("<span>Kb1 <sup>1,2</sup></span> <small>100</small>"));
    assert!(lines[0].contains("<span>to move <sup>2</sup></span> <small>101</small>"));
    assert!(lines[1].contains("<span>Kc1</span> <small>88</small>"));
    assert_eq!(lines[2], "<li class=\"gap\">…</li>");
    assert!(lines[3].contains("6.</span><span class=\"half\">…</span>"));
    assert!(page.contains("<summary>3 half-moves before it, to be counted</summary>"));
}

/// Where there is one claim, nothing has to say which one a mark belongs to.
#[test]
fn the_only_claim_has_no_number() {
    let page = page_of("x", vec![section("x")]);
    assert!(!page.contains("<sup>"));
    assert!(page.contains("title=\"9.3.1\"><span>Kb1</span>"));
    assert!(page.contains("<h2>7... Black may claim (x)</h2>"));
}

/// The ruling is signed by the arbiter and both players, with the date.
#[test]
fn there_are_lines_to_sign() {
    let page = page("x");
    let (_, signatures) = page.split_once("<section class=\"signatures\">").unwrap();
    for who in ["Date and time", "Arbiter", "White", "Black"] {
        assert!(
            signatures.contains(&format!("<dt>{who}</dt><dd></dd>")),
            "{who}"
        );
    }
}

#[test]
fn what_ends_in_a_page_may_be_used_by_anybody() {
    assert!(page("x").contains("SPDX-License-Identifier: MIT-0"));
}
