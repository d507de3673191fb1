//! Frames decoded as a whole, compared with the same frames decoded piece by piece.

use std::io::{Cursor, Read, Write as _};
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::peek_reader::Meter;

/// One frame.
#[derive(Clone, Debug)]
struct Plan {
    text: Vec<u8>,
    checksum: bool,
    /// Whether the length of the text is in the header.
    sized: bool,
    before: Before,
}

/// What comes before a frame.
#[derive(Clone, Copy, Debug)]
enum Before {
    Nothing,
    /// A skippable frame that announces the length of the data frame, off by this many bytes.
    Announced(i8),
    Skippable(u16),
}

fn stored(plans: &[Plan]) -> Vec<u8> {
    let mut stored = Vec::new();
    for plan in plans {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(plan.checksum).unwrap();
        if plan.sized {
            let length = Some(plan.text.len() as u64);
            encoder.set_pledged_src_size(length).unwrap();
        }
        encoder.write_all(&plan.text).unwrap();
        let frame = encoder.finish().unwrap();
        match plan.before {
            Before::Nothing => {}
            Before::Announced(off) => {
                stored.extend(b"\x50\x2A\x4D\x18\x04\0\0\0");
                let size = frame.len() as u32;
                stored.extend(size.saturating_add_signed(off.into()).to_le_bytes());
            }
            Before::Skippable(length) => {
                stored.extend(b"\x5A\x2A\x4D\x18");
                stored.extend(u32::from(length).to_le_bytes());
                stored.extend(vec![7; length.into()]);
            }
        }
        stored.extend(frame);
    }
    stored
}

/// The whole output of a stream.
#[derive(Debug, PartialEq)]
struct Output {
    text: Vec<u8>,
    frames: Frames,
    holes: Vec<(usize, Damage)>,
    digest: (u64, String),
}

/// How a stream is read.
#[derive(Clone, Copy, Debug)]
struct Way {
    whole: bool,
    /// Bytes of text read at a time.
    room: usize,
    /// Bytes of text wanted ahead.
    ahead: usize,
}

fn read(stored: &[u8], way: Way) -> Output {
    let reader: Box<dyn Read + Send> = Box::new(Cursor::new(stored.to_vec()));
    let peek_reader = PeekReader::new(reader, 0, Some(Meter::new(Arc::default(), Arc::default())));
    let mut stream = Zstd::new(peek_reader, Limits::default()).unwrap();
    if !way.whole {
        stream.queue = Queue::closed();
    }
    let mut output = Output {
        text: Vec::new(),
        frames: Frames::default(),
        holes: Vec::new(),
        digest: Default::default(),
    };
    loop {
        // As if other threads had decoded some of the frames.
        let mut turn = 0;
        while let Ahead::Decode(whole) = stream.ahead(way.ahead).unwrap() {
            turn += 1;
            if turn % 3 == 0 {
                break;
            }
            whole.decode();
        }
        let at = output.text.len();
        output.text.resize(at + way.room, 0);
        let out = &mut output.text[at..];
        let (count, flow) = stream.read(out, at, &mut output.frames).unwrap();
        output.text.truncate(at + count);
        match flow {
            Flow::More => continue,
            Flow::Broken { damage, resumes } => {
                output.holes.push((at + count, damage));
                if resumes {
                    continue;
                }
            }
            Flow::End => {}
        }
        output.digest = stream.peek_reader().digest().unwrap();
        return output;
    }
}

fn plan() -> impl Strategy<Value = Plan> {
    let text = (prop::collection::vec(0_u8..20, 0..60), 0_usize..3000)
        .prop_map(|(seed, length)| seed.into_iter().cycle().take(length).collect());
    let before = prop_oneof![
        Just(Before::Nothing),
        Just(Before::Announced(0)),
        any::<i8>().prop_map(Before::Announced),
        (0_u16..200).prop_map(Before::Skippable),
    ];
    (text, any::<bool>(), any::<bool>(), before).prop_map(|(text, checksum, sized, before)| Plan {
        text,
        checksum,
        sized,
        before,
    })
}

/// Damage: at a fraction of the length, so many stored bytes are replaced by others.
fn damage() -> impl Strategy<Value = (f64, usize, Vec<u8>)> {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..4),
        Just(vec![0; 30]),
        Just(b"\x28\xB5\x2F\xFD\x20\x03".to_vec()),
    ];
    (0.0..1.0, 0_usize..40, bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_frames_give_what_pieces_give(
        plans in prop::collection::vec(plan(), 0..8),
        damages in prop::collection::vec(damage(), 0..3),
        kept in prop_oneof![Just(1.0), 0.0..1.0],
        room in 1_usize..2000,
        ahead in 0_usize..5000,
    ) {
        let whole_text: Vec<u8> = plans.iter().flat_map(|plan| plan.text.clone()).collect();
        let mut bytes = stored(&plans);
        let sound = damages.is_empty() && kept == 1.0;
        for (place, length, instead) in damages {
            let from = (place * bytes.len() as f64) as usize;
            let to = (from + length).min(bytes.len());
            bytes.splice(from..to, instead);
        }
        bytes.truncate((kept * bytes.len() as f64) as usize);
        // The same buffer size for both: it decides how soon the library notices a header with a wrong
        // length of the text.
        let pieces = read(&bytes, Way { whole: false, room, ahead: 0 });
        let whole = read(&bytes, Way { whole: true, room, ahead });
        prop_assert_eq!(&whole, &pieces);
        let exact = |plan: &Plan| !matches!(plan.before, Before::Announced(off) if off < 0);
        if sound && plans.iter().all(exact) {
            prop_assert_eq!(whole.text, whole_text);
            prop_assert!(whole.holes.is_empty());
        }
    }
}

/// Compresses `text` in frames of `length` bytes each.
fn frames(text: &[u8], length: usize) -> Vec<u8> {
    let compressed = text
        .chunks(length)
        .map(|part| zstd::bulk::compress(part, 1).unwrap());
    compressed.collect::<Vec<_>>().concat()
}

fn peek_reader(stored: &[u8]) -> PeekReader {
    PeekReader::new(Box::new(Cursor::new(stored.to_vec())), 0, None)
}

#[test]
fn frames_are_measured_by_their_headers() {
    let text: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    for checksum in [false, true] {
        for sized in [false, true] {
            let plan = Plan {
                text: text.clone(),
                checksum,
                sized,
                before: Before::Skippable(100),
            };
            let bytes = stored(&[plan]);
            let extent = measured(&bytes).unwrap().unwrap();
            assert_eq!((extent.lead, extent.stored), (108, bytes.len()));
            assert!(extent.last);
            // Without a length in the header every block may be as long as the largest.
            let exact = extent.text == text.len();
            assert!(extent.text >= text.len() && (exact || !sized));
            let cut = &bytes[..bytes.len() - 1];
            assert_eq!(measured(cut).unwrap(), None);
            let more = [&bytes[..], b"x"].concat();
            let extent = measured(&more).unwrap().unwrap();
            assert!(!extent.last);
        }
    }
}

/// The extent of the frames at the beginning.
fn measured(bytes: &[u8]) -> io::Result<Option<extent::Extent>> {
    extent::measure(&mut peek_reader(bytes), Limits::default().window_bytes())
}

#[test]
fn frames_of_too_much_text_are_not_decoded_as_a_whole() {
    let text = vec![b'x'; extent::MAX_TEXT + 1];
    let bytes = [zstd::bulk::compress(&text, 1).unwrap(), frames(b"more", 4)].concat();
    assert_eq!(measured(&bytes).unwrap(), None);
    let bytes = frames(&text[1..], extent::MAX_TEXT);
    assert!(measured(&bytes).unwrap().is_some());
}

#[test]
fn a_single_frame_is_decoded_piece_by_piece() {
    let text = b"some text ".repeat(1000);
    let mut one = Zstd::new(peek_reader(&frames(&text, text.len())), Limits::default()).unwrap();
    assert!(matches!(one.ahead(100).unwrap(), Ahead::Ready));
    assert!(one.queue.pop().is_none());
    let mut two = Zstd::new(
        peek_reader(&frames(&text, text.len() / 2)),
        Limits::default(),
    )
    .unwrap();
    assert!(matches!(two.ahead(100).unwrap(), Ahead::Decode(_)));
    assert!(two.queue.pop().is_some());
}

#[test]
fn what_is_read_ahead_is_bounded() {
    let ahead = |stream: &mut Zstd| {
        for _ in 0..300 {
            assert!(matches!(stream.ahead(1000).unwrap(), Ahead::Decode(_)));
        }
        std::iter::from_fn(|| stream.queue.pop()).count()
    };
    let text = vec![b'x'; 40 << 20];
    let frame = zstd::bulk::compress(&text, 1).unwrap();
    let mut stream = Zstd::new(peek_reader(&frame.repeat(10)), Limits::default()).unwrap();
    assert_eq!(ahead(&mut stream), 3, "85 MiB are reached with the third");
    let tiny = frames(&[b'x'; 1000], 1);
    let mut stream = Zstd::new(peek_reader(&tiny), Limits::default()).unwrap();
    assert_eq!(ahead(&mut stream), 256);
}

#[test]
fn threads_decode_in_parallel() {
    // Two threads decode a frame each, and the main thread waits for the first frame.
    let text = b"some text ".repeat(1000);
    let mut stream = Zstd::new(peek_reader(&frames(&text, 5000)), Limits::default()).unwrap();
    let mut next = || match stream.ahead(text.len()).unwrap() {
        Ahead::Decode(whole) => whole,
        _ => panic!("there are frames left"),
    };
    let (first, second, waiting) = (next(), next(), next());
    std::thread::scope(|scope| {
        scope.spawn(|| second.decode());
        scope.spawn(|| first.decode());
        waiting.decode();
    });
    assert!(matches!(stream.ahead(text.len()).unwrap(), Ahead::Ready));
    let mut out = vec![0; text.len()];
    let mut marks = Frames::default();
    let (count, _) = stream.read(&mut out, 0, &mut marks).unwrap();
    assert_eq!((count, out), (text.len(), text));
}
