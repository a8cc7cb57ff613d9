//! The peak memory for freezing hostile and large documents, in every format; and the allocations
//! of a view's methods.
//!
//! Each thread is counted apart, so a test counts only its own allocations.

use std::fmt::Write as _;

use conformance::alloc::counted;
use conformance::walk;
use varvel::format;
use varvel::formats::{AnyFormat, Row, Visit, WriteOptions};
use varvel::records;
use varvel_core::{Bytes, Duplicates, ErrorKind, Limits, Result, Sink, Tag, Timestamp};
use varvel_frozen::{Builder, Frozen};
use varvel_json::{ReadOptions, drive};

use crate::formats::Forms;

pub fn freeze(input: &[u8], duplicates: Duplicates, limits: Limits) -> Result<Frozen> {
    let mut builder = Builder::with(duplicates, limits);
    builder.start()?;
    drive(input, &ReadOptions::with_limits(limits), &mut builder)?;
    builder.finish()
}

pub fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).unwrap();
}

/// Returns an array of about `size` bytes, whose items `item` writes.
pub fn array(size: usize, item: impl Fn(&mut String, usize)) -> String {
    let mut text = String::from("[");
    let mut i = 0;
    while text.len() < size {
        item(&mut text, i);
        text.push(',');
        i += 1;
    }
    if i != 0 {
        text.pop();
    }
    text.push(']');
    text
}

pub fn object(keys: impl Iterator<Item = String>) -> String {
    let mut text = String::from("{");
    for key in keys {
        put(&mut text, format_args!("\"{key}\":1,"));
    }
    if text.len() > 1 {
        text.pop();
    }
    text.push('}');
    text
}

/// Returns documents of about `size` bytes, each with its subject.
pub fn documents(size: usize) -> Vec<(&'static str, String)> {
    let wide = |first: usize, keys: usize| {
        move |text: &mut String, i: usize| {
            text.push('{');
            for key in 0..keys {
                put(text, format_args!("\"k{key}\":0,"));
            }
            put(text, format_args!("\"x{}\":1}}", first + i));
        }
    };
    let nested = |text: &mut String, _: usize| {
        text.push_str(&"[".repeat(100));
        text.push_str(&"]".repeat(100));
    };
    let nested_objects = |text: &mut String, i: usize| {
        for depth in 0..100 {
            put(text, format_args!("{{\"{}\":", (i + depth) % 7));
        }
        text.push('1');
        text.push_str(&"}".repeat(100));
    };
    vec![
        ("empty arrays", array(size, |text, _| text.push_str("[]"))),
        ("empty objects", array(size, |text, _| text.push_str("{}"))),
        ("ones", array(size, |text, _| text.push('1'))),
        ("nulls", array(size, |text, _| text.push_str("null"))),
        (
            "empty strings",
            array(size, |text, _| text.push_str("\"\"")),
        ),
        (
            "strings",
            array(size, |text, i| put(text, format_args!("\"{i}\""))),
        ),
        ("arrays of one", array(size, |text, _| text.push_str("[1]"))),
        (
            "arrays of a null",
            array(size, |text, _| text.push_str("[null]")),
        ),
        (
            "mixed rows",
            array(size, |text, i| {
                text.push_str(if i % 2 == 0 { "[1,2]" } else { "[1,2.5]" });
            }),
        ),
        (
            "one shape",
            array(size, |text, _| text.push_str("{\"a\":1}")),
        ),
        (
            "two shapes",
            array(size, |text, i| {
                text.push_str(if i % 2 == 0 { "{\"a\":1}" } else { "{\"b\":1}" });
            }),
        ),
        (
            "a shape each",
            array(size, |text, i| put(text, format_args!("{{\"{i}\":1}}"))),
        ),
        (
            "short keys",
            array(size, |text, i| {
                put(text, format_args!("{{\"{:x}\":1}}", i % 4096))
            }),
        ),
        (
            "shapes of two keys",
            array(size, |text, i| {
                put(
                    text,
                    format_args!("{{\"{}\":1,\"{}\":1}}", i % 300, 300 + i / 300),
                );
            }),
        ),
        ("seventeen keys", array(size, wide(0, 16))),
        ("forty keys", array(size, wide(0, 39))),
        (
            "distinct keys",
            object((0..size / 10).map(|i| format!("{i:05x}"))),
        ),
        (
            "long keys",
            object((0..size / 110).map(|i| format!("{i:0100}"))),
        ),
        ("depth", array(size, nested)),
        ("depth of objects", array(size, nested_objects)),
        (
            "escapes",
            array(size, |text, _| text.push_str(r#""\n\t\"a\\\/""#)),
        ),
        (
            "one long string",
            format!("\"{}\"", r"a\n".repeat(size / 3)),
        ),
        ("zeros", format!("\"{}\"", r"\u0000".repeat(size / 6))),
        (
            "escaped keys",
            array(size, |text, i| put(text, format_args!("{{\"\\n{i}\":1}}"))),
        ),
        (
            "big integers",
            array(size, |text, i| {
                put(text, format_args!("{}{i:020}", 1 + i % 9));
            }),
        ),
        ("one big integer", format!("1{}", "0".repeat(size))),
        (
            "integers of 64 bits",
            array(size, |text, i| {
                put(text, format_args!("{}", u64::MAX - i as u64))
            }),
        ),
        ("floats", array(size, |text, _| text.push_str("0.1"))),
        ("short floats", array(size, |text, _| text.push_str("1e9"))),
        (
            "matrix",
            array(size, |text, i| put(text, format_args!("[{i},2,3]"))),
        ),
        (
            "matrix of floats",
            array(size, |text, _| text.push_str("[1.5,2]")),
        ),
        (
            "broken matrix",
            array(size, |text, i| {
                text.push_str(if i % 1000 == 999 { "[1,\"\"]" } else { "[1,2]" });
            }),
        ),
        (
            "late break",
            array(size, |text, _| text.push('1')).replacen("1]", "\"\"]", 1),
        ),
    ]
}

/// Returns documents with duplicate keys, for policies that allow them.
fn doubled(size: usize) -> Vec<(&'static str, String)> {
    vec![
        (
            "one key again",
            object((0..size / 6).map(|_| "a".to_owned())),
        ),
        (
            "two keys again",
            object((0..size / 6).map(|i| ["a", "b"][i % 2].to_owned())),
        ),
        (
            "each key twice",
            object((0..size / 10).map(|i| format!("{:05x}", i / 2))),
        ),
        (
            "keys again, far off",
            object((0..size / 10).map(|i| format!("{:05x}", i % (size / 20)))),
        ),
        (
            "doubled in each",
            array(size, |text, _| text.push_str(r#"{"a":1,"a":2}"#)),
        ),
        (
            "doubled in each, a shape each",
            array(size, |text, i| {
                put(text, format_args!(r#"{{"a{i}":1,"a{i}":2}}"#));
            }),
        ),
    ]
}

/// POLICIES.md: decoding into a `Frozen` peaks at 64 KiB and 16 times the input.
pub fn bound(input: &str) -> usize {
    (64 << 10) + 16 * input.len()
}

fn within_bound(name: &str, input: &str, duplicates: Duplicates) -> Option<String> {
    let start = std::time::Instant::now();
    let (frozen, peak, _) = counted(|| freeze(input.as_bytes(), duplicates, Limits::DEFAULT));
    let time = start.elapsed();
    let ratio = peak as f64 / input.len() as f64;
    match frozen {
        Ok(frozen) => println!(
            "{name:30} {:>8} bytes, peak {ratio:5.2} of the input, frozen {:5.2}, {time:?}",
            input.len(),
            frozen.as_bytes().len() as f64 / input.len() as f64,
        ),
        Err(error) => return Some(format!("{name}: {error}")),
    }
    (peak > bound(input)).then(|| {
        format!(
            "{name}: {peak} bytes at the peak, {ratio:.2} times the {} of the input",
            input.len()
        )
    })
}

#[test]
fn freezing_keeps_to_its_bound_of_memory() {
    let mut failures = Vec::new();
    for size in [
        0, 100, 1_000, 1_600, 2_400, 3_000, 4_200, 10_000, 270_000, 1_000_000,
    ] {
        for (name, input) in documents(size) {
            failures.extend(within_bound(name, &input, Duplicates::Error));
            failures.extend(within_bound(name, &input, Duplicates::Last));
        }
        for (name, input) in doubled(size) {
            failures.extend(within_bound(name, &input, Duplicates::First));
            failures.extend(within_bound(name, &input, Duplicates::Last));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_a_builder_has_seen_allows_no_more_memory() {
    let rows = array(16_000, |text, _| text.push_str(r#"{"a":1}"#));
    let options = ReadOptions::default();
    let mut failures = Vec::new();
    for (name, input) in documents(270_000) {
        let mut builder = Builder::new();
        let mut read = |input: &str| {
            builder.start()?;
            drive(input.as_bytes(), &options, &mut builder)?;
            builder.finish()
        };
        (0..200).try_for_each(|_| read(&rows).map(drop)).unwrap();
        let (frozen, peak, _) = counted(|| read(&input));
        frozen.unwrap();
        if peak > bound(&input) {
            failures.push(format!("{name}: {peak} bytes at the peak"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_member_of_a_view_allocates() {
    for (name, input) in documents(5_000).iter().chain(&doubled(5_000)) {
        let frozen = freeze(input.as_bytes(), Duplicates::Last, Limits::DEFAULT).unwrap();
        let (nodes, _, calls) = counted(|| walk::every_member(frozen.view()));
        assert!(nodes > 0);
        assert_eq!(calls, 0, "{name}: a member allocates");
    }
}

/// Reading twice the input takes about twice the allocations and the memory. The clock is too rough
/// to test the time: `--nocapture` shows it.
#[test]
fn twice_the_input_costs_about_twice() {
    let [small, large] = [200_000, 400_000].map(|size| {
        let mut all = documents(size);
        all.extend(doubled(size));
        all
    });
    for ((name, once), (_, twice)) in small.iter().zip(&large) {
        let cost = |input: &str| {
            let once = || {
                let start = std::time::Instant::now();
                freeze(input.as_bytes(), Duplicates::Last, Limits::DEFAULT).unwrap();
                start.elapsed()
            };
            let (time, peak, calls) = counted(once);
            ((0..4).map(|_| once()).fold(time, Ord::min), peak, calls)
        };
        let ((time, peak, calls), (time2, peak2, calls2)) = (cost(once), cost(twice));
        let slope = time2.as_secs_f64() / time.as_secs_f64();
        println!("{name:30} {time:>12?}, then {time2:>12?}: {slope:.2}; {calls} allocations");
        assert!(
            calls2 <= 2 * calls + calls / 4 + 64,
            "{name}: {calls} allocations, then {calls2}"
        );
        assert!(
            peak2 <= 4 * peak + 4096,
            "{name}: {peak} bytes, then {peak2}"
        );
    }
}

/// Writes one of many nodes, by its number.
type Give = fn(&mut dyn Sink<'static>, u32) -> Result;

/// Nodes that JSON does not have.
const ITEMS: [(&str, Give); 8] = [
    ("floats of 32 bits", |to, _| to.f32(f32::from_bits(1))),
    ("no bytes", |to, _| to.bytes(Bytes::Input(b""))),
    ("extensions", |to, _| {
        to.tag(Tag::Extension(1))?;
        to.bytes(Bytes::Input(&[2]))
    }),
    ("empty extensions", |to, _| {
        to.tag(Tag::Extension(1))?;
        to.bytes(Bytes::Input(b""))
    }),
    ("tags", |to, _| {
        to.tag(Tag::Number(40))?;
        to.null()
    }),
    ("timestamps", |to, _| {
        to.timestamp(Timestamp::new(1, 0).expect("no part of a second"))
    }),
    ("maps of a null", |to, _| {
        to.begin_map(Some(1))?;
        to.any_key()?;
        to.null()?;
        to.null()?;
        to.end_map()
    }),
    ("maps with a float", |to, _| {
        to.begin_map(Some(1))?;
        to.any_key()?;
        to.f32(f32::from_bits(1))?;
        to.null()?;
        to.end_map()
    }),
];

/// Keys that JSON does not have.
const KEYS: [(&str, Give); 6] = [
    ("integers as keys", |to, i| to.i64(i.into())),
    ("integers of 16 bits as keys", |to, i| {
        to.i64((i as u16).into())
    }),
    ("floats as keys", |to, i| to.f32(f32::from_bits(i))),
    ("one key again and again", |to, _| to.i64(1)),
    ("an array as key again", |to, _| {
        to.begin_array(Some(1))?;
        to.null()?;
        to.end_array()
    }),
    ("arrays as keys", |to, i| {
        to.begin_array(Some(3))?;
        to.i64(1)?;
        to.i64((i >> 8 & 0x7F).into())?;
        to.i64((i & 0x7F).into())?;
        to.end_array()
    }),
];

/// Returns documents of about `size` bytes in a format, each with its subject: those of JSON, and
/// those that JSON cannot hold. Documents that the format cannot hold are left out.
pub fn written<F: Row>(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let mut texts = documents(size);
    texts.extend(doubled(size));
    let writer = || F::writer(&F::write_options(&WriteOptions::default()), Vec::new());
    let of_json = texts.into_iter().map(|(name, json)| {
        let mut writer = writer();
        drive(json.as_bytes(), &ReadOptions::default(), &mut writer)?;
        Ok((name, F::finish(writer)?))
    });
    let count = (size / 4) as u32;
    let items = ITEMS.into_iter().map(|(name, give)| {
        let mut writer = writer();
        writer.begin_array(Some(count as usize))?;
        (0..count).try_for_each(|i| give(&mut writer, i))?;
        writer.end_array()?;
        Ok((name, F::finish(writer)?))
    });
    let keys = KEYS.into_iter().map(|(name, give)| {
        let mut writer = writer();
        writer.begin_map(Some(count as usize))?;
        (0..count).try_for_each(|i| {
            writer.any_key()?;
            give(&mut writer, i)?;
            writer.null()
        })?;
        writer.end_map()?;
        Ok((name, F::finish(writer)?))
    });
    let all = of_json.chain(items).chain(keys);
    all.filter_map(Result::ok).collect()
}

/// Freezes a document with a new builder.
fn frozen<F: Row>(input: &[u8]) -> Result<Frozen> {
    let mut builder = Builder::with(Duplicates::Last, Limits::DEFAULT);
    builder.start()?;
    let options = F::ReadOptions::from(Limits::DEFAULT);
    F::drive(input, &options, &mut F::Scratch::default(), &mut builder)?;
    builder.finish()
}

/// Nodes that take one or two bytes in a format and have no short form in a frozen buffer: the
/// format, the subject of the document, and how many times the input they may take, where others
/// take 16.
const DENSE: [(&str, &str, usize); 2] = [("CBOR", "no bytes", 17), ("CBOR", "timestamps", 20)];

#[test]
fn freezing_keeps_to_its_bound_of_memory_in_each_format() {
    struct Exceeding(usize);
    impl Visit for Exceeding {
        type Output = Vec<String>;
        fn visit<F: Row>(self) -> Vec<String> {
            let mut failures = Vec::new();
            for (name, input) in written::<F>(self.0) {
                let freeze = || frozen::<F>(&input);
                let (frozen, peak, _) = counted(freeze);
                if let Err(error) = frozen {
                    failures.push(format!("{}, {name}: {error}", F::NAME));
                }
                let ratio = peak as f64 / input.len() as f64;
                println!(
                    "{}: {name:30} {:>8} bytes, peak {ratio:5.2}",
                    F::NAME,
                    input.len()
                );
                let dense = DENSE
                    .iter()
                    .find(|(format, about, _)| (*format, *about) == (F::NAME, name));
                let times = dense.map_or(16, |(.., times)| *times);
                if peak > (64 << 10) + times * input.len() {
                    failures.push(format!(
                        "{}, {name}: {peak} bytes at the peak, {ratio:.2} times the {} of the input",
                        F::NAME,
                        input.len()
                    ));
                }
            }
            failures
        }
    }
    let mut failures = Vec::new();
    for size in [0, 100, 1_000, 3_000, 10_000, 270_000, 1_000_000] {
        for format in AnyFormat::ALL {
            failures.extend(format.visit(Exceeding(size)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A length does not get memory before its bytes, items or members come.
#[test]
fn lengths_buy_no_memory() {
    struct Refused<'i>(&'i [u8]);
    impl Visit for Refused<'_> {
        type Output = ();
        fn visit<F: Row>(self) {
            let Self(input) = self;
            let freeze = || frozen::<F>(input).map(drop);
            let typed = || {
                format::decode::<F, Vec<Vec<String>>, ()>(input, &Limits::DEFAULT.into(), &())
                    .map(drop)
            };
            let (frozen, peak, _) = counted(freeze);
            assert_eq!(
                frozen.unwrap_err().kind(),
                ErrorKind::UnexpectedEnd,
                "{}: {input:X?}",
                F::NAME
            );
            assert!(peak < 64 << 10, "{}: {input:X?}: {peak} bytes", F::NAME);
            let (typed, peak, _) = counted(typed);
            assert!(
                typed.is_err() && peak < 64 << 10,
                "{}: {input:X?}: {peak} bytes",
                F::NAME
            );
        }
    }
    for &format in AnyFormat::ALL {
        let forms = Forms::of(format);
        for promise in forms.promises {
            for inside in forms.openings.iter().chain(&[&b""[..]]) {
                format.visit(Refused(&[inside, promise, &[0; 4][..]].concat()));
            }
        }
    }
}

/// A record's length does not get memory before its bytes come.
#[test]
fn lengths_of_records_buy_no_memory() {
    struct Refused<'i>(&'i [u8]);
    impl records::Visit for Refused<'_> {
        type Output = ();
        fn documents<F: records::Row>(self) {
            let Self(input) = self;
            let streamed = || {
                let mut records = format::RecordReader::<_, F>::new(input, &Limits::DEFAULT);
                records.next().map(drop)
            };
            let (error, peak, _) = counted(streamed);
            assert!(
                error.is_err() && peak <= 64 << 10,
                "{}: {input:X?}: {peak} bytes",
                F::NAME
            );
        }
        fn frozen(self) {}
    }
    for records in records::Format::ALL {
        let Some(document) = records.document() else {
            continue;
        };
        for promise in Forms::of(document).promises {
            records.visit(Refused(&[promise, &[0; 4][..]].concat()));
        }
    }
}

/// A builder that is kept holds no more than 8 MiB beyond its largest document, however many
/// documents with keys of their own it has frozen.
#[test]
fn a_kept_builder_does_not_hold_the_keys_of_all_documents() {
    let good = br#"{"id":1,"name":"somebody","tags":["a","b"],"size":9007199254740993}"#;
    let (held, peak, _) = counted(|| {
        let mut freezer = varvel::json::Freezer::new();
        let mut freeze = |text: &[u8]| assert!(!freezer.freeze(text).unwrap().is_empty());
        for i in 0..120_000 {
            freeze(good);
            freeze(format!(r#"{{"id":{i},"key {i}":1,"{i} name":2}}"#).as_bytes());
        }
        freezer
    });
    drop(held);
    assert!(peak <= 8 << 20, "{peak} bytes");
}
