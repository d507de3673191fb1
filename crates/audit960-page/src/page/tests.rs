use super::*;
use crate::data::{GameEntry, ListedInput};
use crate::sample;

fn page(data: &ReportData) -> String {
    let mut out = Vec::new();
    write_html(data, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The text of the first element that begins so.
fn element<'p>(page: &'p str, begin: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(begin).unwrap();
    rest.split_once(end).unwrap().0
}

#[test]
fn the_policy_names_the_script_and_the_style_of_the_page() {
    let page = page(&sample::report());
    let policy = element(
        &page,
        "http-equiv=\"Content-Security-Policy\" content=\"",
        "\"",
    );
    assert!(policy.starts_with("default-src 'none'; "));
    assert!(!policy.contains("unsafe"));
    for begin in ["<style>", "<script>"] {
        let text = element(&page, begin, "</");
        assert!(policy.contains(&source_hash(text)), "{begin}");
    }
    // SHA-256 of nothing, as published in FIPS 180.
    assert_eq!(
        source_hash(""),
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    );
}

#[test]
fn every_name_in_the_template_has_a_value() {
    let page = page(&sample::report());
    // Objects in JSON end with two braces, but none begins with two.
    assert!(!page.contains("{{"));
    let values = values(&sample::report()).unwrap();
    for (name, _) in values {
        assert!(
            TEMPLATE.contains(&format!("{{{{{name}}}}}")),
            "{name} is not used"
        );
    }
}

#[test]
fn nothing_is_loaded_and_no_attribute_holds_style_or_script() {
    let page = page(&sample::report());
    for word in [
        "<img",
        "<iframe",
        "<link rel=\"stylesheet",
        "src=\"",
        "@import",
        "url(",
        " style=\"",
        " onclick=",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    // Addresses that look like a network are names of XML, or none.
    for address in page.split("http").skip(1) {
        let known = ["://www.w3.org/2000/svg", "-equiv", "s?:"];
        assert!(
            known.iter().any(|known| address.starts_with(known)),
            "{}",
            &address[..20]
        );
    }
}

#[test]
fn text_of_an_archive_adds_no_markup() {
    let odd = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'";
    let mut data = sample::report();
    data.damaged = vec![sample::damaged("Tal")];
    let plain = page(&data);
    data.title = odd.to_owned();
    data.incidents[0].game.white = Some(odd.to_owned());
    data.positions[518].games[0].event = odd.to_owned();
    data.events = data.years.clone();
    data.events[0].name = odd.to_owned();
    data.damaged = vec![sample::damaged(odd)];
    data.findings[0].examples[0].excerpt = odd.to_owned();
    data.findings[0].sources[0].0 = odd.to_owned();
    data.provenance.inputs[0].name = odd.to_owned();
    data.provenance.options[0].1 = odd.to_owned();
    let page = page(&data);
    let tags = |page: &str, tag: &str| page.matches(tag).count();
    for tag in ["<script", "</script", "<img", "<svg", "<p"] {
        assert_eq!(tags(&page, tag), tags(&plain, tag), "{tag}");
    }
}

#[test]
fn a_page_stays_small_for_any_archive() {
    let mut data = sample::report();
    let long = |letter: char, number: usize| format!("{number} {}", letter.to_string().repeat(200));
    for (number, position) in data.positions.iter_mut().enumerate() {
        position.games = (0..20)
            .map(|game| GameEntry {
                white: long('<', number * 20 + game),
                black: long('b', number * 20 + game),
                event: long('e', number * 20 + game),
                ..GameEntry::default()
            })
            .collect();
        position.first_moves = vec![position.first_moves[0].clone(); 100];
    }
    let mut long_run = data.incidents[0].clone();
    long_run.game.moves = Some("a1b2 h8g8 b2a1 g8h8 ".repeat(500));
    long_run.game.runs[0].peak_clock = 2098;
    data.incidents = vec![long_run; 500];
    data.headline.incidents = 1_000_000;
    data.provenance.inputs = (0..200)
        .map(|n| ListedInput {
            name: long('i', n),
            size: u64::MAX,
            checksum: "f".repeat(32),
            games: u64::MAX,
        })
        .collect();
    let mut finding = data.findings[0].clone();
    finding.sources = (0..10).map(|n| (long('&', n), 1)).collect();
    finding.examples = vec![
        crate::data::FindingExample {
            source: long('&', 1),
            message: long('&', 2),
            excerpt: long('&', 3),
            ..finding.examples[0].clone()
        };
        3
    ];
    data.findings = vec![finding; audit960_types::Code::ALL.len()];
    data.damaged = vec![sample::damaged(&long('<', 1)); 300];
    let page = page(&data);
    let size = page.len();
    assert!(size < 3_000_000, "{size} bytes");
    assert!(page.contains(" of 1,000,000 are listed here."));
}

#[test]
fn an_empty_archive_says_so() {
    let page = page(&sample::empty());
    for words in [
        "No Chess960 game with a result among these games.",
        "No draw could be claimed",
        "No findings:",
        "none of these games is Chess960 from a known start.</p>",
    ] {
        assert!(page.contains(words), "{words}");
    }
    for words in ["NaN", "id=\"map\"", "id=\"boards\"", "id=\"starts-table\""] {
        assert!(!page.contains(words), "{words}");
    }
    // Nothing else is left out.
    for id in [
        "positions",
        "games",
        "findings",
        "provenance",
        "data-positions",
    ] {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn the_verdict_is_a_sentence() {
    assert_eq!(capitalised("no position differs"), "No position differs.");
    assert_eq!(capitalised(""), ".");
}
