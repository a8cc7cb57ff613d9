//! A pipe refuses the duplicate keys that freezing refuses, whatever the kind of the key and the
//! format of the output.

use varvel::format::UniqueKeys;
use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::{AsText, Builder, Bytes, Discard, Error, ErrorKind, Result, Sink, Tag, Timestamp};

type Events<'s, 'x> = &'s mut (dyn Sink<'x> + 's);
type Node = Box<dyn Fn(Events<'_, '_>) -> Result>;

fn node(give: impl Fn(Events<'_, '_>) -> Result + 'static) -> Node {
    Box::new(give)
}

fn map(members: Vec<(Node, i64)>) -> Node {
    node(move |sink| {
        sink.begin_map(Some(members.len()))?;
        for (key, value) in &members {
            sink.any_key()?;
            key(sink)?;
            sink.i64(*value)?;
        }
        sink.end_map()
    })
}

fn text(text: &'static str) -> Node {
    node(move |sink| sink.str(text.into()))
}

fn integer(value: i64) -> Node {
    node(move |sink| sink.i64(value))
}

/// Returns keys of every kind. Some are equal in another form, some look alike and differ.
fn keys() -> Vec<Node> {
    let mut keys = vec![
        node(|sink| sink.null()),
        node(|sink| sink.bool(false)),
        node(|sink| sink.bool(true)),
        node(|sink| sink.u64(1 << 63)),
        node(|sink| sink.u64(u64::MAX)),
        node(|sink| sink.big_integer("18446744073709551616")),
        node(|sink| sink.big_integer("-9223372036854775809")),
        node(|sink| sink.decimal("1.10")),
        node(|sink| sink.decimal("1.1")),
        node(|sink| sink.f32(0.5)),
        node(|sink| sink.f32(0.1)),
        node(|sink| {
            sink.tag(Tag::Extension(5))
                .and_then(|()| sink.bytes(Bytes::Input(b"a")))
        }),
        node(|sink| sink.i64_array(&[1, 2])),
        node(|sink| sink.f64_array(&[1.0, 2.0])),
        node(|sink| sink.empty_array()),
        node(|sink| {
            sink.begin_array(None)?;
            sink.i64s(&[1, 2])?;
            sink.end_array()
        }),
        node(|sink| {
            sink.begin_array(None)?;
            sink.begin_array(None)?;
            sink.str("s".into())?;
            sink.end_array()?;
            sink.null()?;
            sink.end_array()
        }),
        node(|sink| {
            sink.begin_map(None)?;
            sink.key("a".into())?;
            sink.i64(1)?;
            sink.key("b".into())?;
            sink.i64(2)?;
            sink.end_map()
        }),
        map(Vec::new()),
        map(vec![(text("a"), 1), (text("b"), 2)]),
        map(vec![(text("b"), 2), (text("a"), 1)]),
        map(vec![(integer(1), 1), (integer(2), 2)]),
        map(vec![(integer(2), 2), (integer(1), 1)]),
        map(vec![(map(vec![(integer(1), 1)]), 2), (text("a"), 1)]),
        map(vec![(text("a"), 1), (map(vec![(integer(1), 1)]), 2)]),
        // Refused at whatever depth.
        map(vec![(integer(1), 1), (integer(1), 2)]),
        map(vec![(text("a"), 1), (text("a"), 2)]),
        map(vec![(map(vec![(integer(1), 1), (integer(1), 1)]), 1)]),
    ];
    for value in [
        0,
        1,
        -1,
        127,
        128,
        255,
        256,
        65_536,
        1 << 32,
        i64::MIN,
        i64::MAX,
    ] {
        keys.push(integer(value));
    }
    for value in [
        0.0,
        -0.0,
        0.5,
        1.0,
        1e300,
        f64::from(0.1_f32),
        0.1,
        f64::NAN,
        -f64::NAN,
        f64::INFINITY,
    ] {
        keys.push(node(move |sink| sink.f64(value)));
    }
    for value in ["", "a", "1", "null", "\u{1}", "\u{8}\0\0\0\0\0\0\0\u{1}a"] {
        keys.push(text(value));
    }
    for value in [&b""[..], b"a", b"1", b"a longer one of twenty-four"] {
        keys.push(node(move |sink| sink.bytes(Bytes::Input(value))));
    }
    for (seconds, nanos) in [(0, 0), (0, 1), (1, 0), (-1, 0)] {
        let time = Timestamp::new(seconds, nanos).unwrap();
        keys.push(node(move |sink| sink.timestamp(time)));
    }
    keys
}

/// Writes `[{"first": 0, KEY: 1, KEY: [], "last": {}}]`, or the same with many keys before the
/// second one.
fn document(sink: Events<'_, '_>, first: &Node, second: &Node, between: i64) -> Result {
    sink.begin_array(Some(1))?;
    sink.begin_map(None)?;
    sink.key("first".into())?;
    sink.i64(0)?;
    sink.any_key()?;
    first(sink)?;
    sink.i64(1)?;
    for number in 0..between {
        sink.any_key()?;
        sink.i64(1_000_000 + number)?;
        sink.null()?;
    }
    sink.any_key()?;
    second(sink)?;
    sink.begin_array(Some(0))?;
    sink.end_array()?;
    sink.key("last".into())?;
    sink.begin_map(Some(0))?;
    sink.end_map()?;
    sink.end_map()?;
    sink.end_array()
}

/// A source of keys of any kind: a document in a format, or only its events.
#[derive(Clone, Copy, Debug)]
enum From {
    Events,
    /// Decimals keep all their digits or not, by the options.
    Format(AnyFormat, ReadOptions),
}

/// A document in both forms: its bytes and its events.
type Document<'d> = (From, &'d [u8], &'d dyn Fn(Events<'_, '_>) -> Result);

fn drive<'d>((from, bytes, events): Document<'d>, sink: &mut dyn Sink<'d>) -> Result {
    match from {
        From::Events => events(sink),
        From::Format(format, options) => format.drive(bytes, &options, sink),
    }
}

/// Returns the document in the format of a source, if that has such keys.
fn written(from: From, events: &dyn Fn(Events<'_, '_>) -> Result) -> Option<Vec<u8>> {
    let From::Format(format, _) = from else {
        return Some(Vec::new());
    };
    let mut writer = format.writer(&WriteOptions::default(), Vec::new());
    events(writer.sink()).ok()?;
    writer.finish().ok()
}

fn sources() -> Vec<From> {
    let mut sources = vec![From::Events];
    for &format in AnyFormat::ALL {
        let plain = ReadOptions::default();
        let mut exact = plain;
        exact.exact_decimals = true;
        sources.extend([plain, exact].map(|options| From::Format(format, options)));
    }
    sources
}

#[test]
fn the_verdict_on_a_doubled_key_is_that_of_freezing() {
    let keys = keys();
    for from in sources() {
        let (mut held, mut right, mut wrong) = (0, 0, 0);
        for (i, first) in keys.iter().enumerate() {
            for (j, second) in keys.iter().enumerate() {
                // For equal keys, also with more keys between them than are compared one by one.
                for between in [0, 40].into_iter().take(if i == j { 2 } else { 1 }) {
                    let events = |sink: Events<'_, '_>| document(sink, first, second, between);
                    let Some(bytes) = written(from, &events) else {
                        continue;
                    };
                    held += usize::from(i == j && between == 0);
                    let case = format!("{from:?}: keys {i} and {j}, {between} between");
                    let document = (
                        from,
                        &bytes[..],
                        &events as &dyn Fn(Events<'_, '_>) -> Result,
                    );
                    let mut builder = Builder::new();
                    builder.start().unwrap();
                    let frozen =
                        drive(document, &mut builder).and_then(|()| builder.finish().map(drop));
                    compare(document, frozen.as_ref().err(), &case);
                    match frozen {
                        Ok(()) => right += 1,
                        Err(_) => wrong += 1,
                    }
                }
            }
        }
        // Each key is a duplicate of itself, and most pairs of keys differ.
        assert!(
            wrong >= held && (right > held || held < 3),
            "{from:?}: {held} keys, {right}, {wrong}"
        );
    }
}

/// Drives a document into every writer. It is refused if `frozen` is an error, or if the writer has
/// no kind for it.
fn compare(document: Document<'_>, frozen: Option<&Error>, case: &str) {
    let mut options = WriteOptions::default();
    options.as_text = AsText::ALL;
    let discarded = drive(document, &mut UniqueKeys::new(Discard));
    let mut outcomes = vec![("nothing", discarded, drive(document, &mut Discard))];
    for to in AnyFormat::ALL {
        let mut watched = to.writer(&options, Vec::new());
        let watched = drive(document, &mut UniqueKeys::new(watched.sink()));
        let mut plain = to.writer(&options, Vec::new());
        outcomes.push((to.word(), watched, drive(document, plain.sink())));
    }
    for (to, watched, plain) in outcomes {
        match (frozen, watched, plain) {
            // The writer has no such kind of key, or two of them have one text.
            (_, Err(_), Err(_)) => {}
            (None, Ok(()), Ok(())) => {}
            (Some(frozen), Err(watched), Ok(())) => {
                assert_eq!(watched.kind(), ErrorKind::DuplicateKey, "{case}, to {to}");
                assert_eq!(frozen.kind(), ErrorKind::DuplicateKey, "{case}, to {to}");
                if !matches!(document.0, From::Events) {
                    assert!(watched.offset().is_some(), "{case}, to {to}: {watched}");
                    let path = watched.path().map(|path| path.to_string());
                    let shown = path.unwrap_or_default();
                    assert!(
                        shown.starts_with("$[0]") && shown != "$[0]",
                        "{case}, to {to}: {watched}"
                    );
                }
            }
            (frozen, watched, plain) => {
                panic!("{case}, to {to}: frozen {frozen:?}, watched {watched:?}, plain {plain:?}")
            }
        }
    }
}
