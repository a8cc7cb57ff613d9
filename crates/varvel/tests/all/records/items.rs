//! The items of one array as records, beside the array read as a whole.

use proptest::prelude::*;
use varvel::cbor::Cbor;
use varvel::format::{ArrayFormat, Items, RecordFormat as _, RecordReader};
use varvel::json::{self, Json};
use varvel::msgpack::MessagePack;
use varvel::path::Step;
use varvel::records::{self, Failure, Format, Options, Watch};
use varvel::{Duplicates, Error, ErrorKind, Limits, Result, View, freeze_with};

/// The items as JSON, or the error: its kind, place, and words.
type Outcome = std::result::Result<Vec<Vec<u8>>, Wrong>;

#[derive(Debug, PartialEq)]
struct Wrong {
    kind: ErrorKind,
    offset: Option<usize>,
    path: String,
    words: [Option<String>; 2],
}

impl Wrong {
    fn of(error: &Error) -> Self {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Self {
            kind: error.kind(),
            offset: error.offset(),
            path: error
                .path()
                .map_or_else(|| "$".into(), |path| path.to_string()),
            words: match error.kind() {
                // An error behind the array shows as much of the rest as has been read.
                ErrorKind::TrailingData => [owned(error.expectation()), None],
                _ => [owned(error.expectation()), owned(error.found())],
            },
        }
    }

    /// Makes an error of the item with this number, which begins at `offset`.
    fn in_item(error: Error, number: u64, offset: u64) -> Self {
        let inside = error.offset().unwrap_or_default();
        let error = error.with_offset(offset as usize + inside);
        Self::of(&match error.kind() {
            ErrorKind::TrailingData => error,
            _ => error.inside(Step::Index(number as usize)),
        })
    }
}

/// Returns an item as JSON, or why it has no JSON, which serves as well for comparing.
fn shown(item: &View<'_>) -> Vec<u8> {
    json::to_vec(item).unwrap_or_else(|error| error.to_string().into_bytes())
}

fn frozen<F: varvel::format::Format>(input: &[u8]) -> Result<varvel::Frozen> {
    freeze_with::<F>(input, Duplicates::Error, Limits::DEFAULT)
}

fn whole<F: ArrayFormat>(input: &[u8]) -> Outcome {
    let frozen = frozen::<F>(input).map_err(|error| Wrong::of(&error))?;
    let text = |item: View<'_>| shown(&item);
    Ok(frozen.view().items().map(text).collect())
}

/// Reads items one after the other, from an input that returns `step` bytes at a time.
fn one_by_one<F: ArrayFormat>(input: &[u8], step: usize) -> Outcome {
    struct Few<'i>(&'i [u8], usize);
    impl std::io::Read for Few<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = buffer.len().min(self.1);
            self.0.read(&mut buffer[..len])
        }
    }
    let mut reader = RecordReader::<_, Items<F>>::new(Few(input, step), &Limits::DEFAULT);
    let mut items = Vec::new();
    loop {
        let item = match reader.next() {
            Ok(None) => return Ok(items),
            Ok(Some(item)) => item,
            Err(error) => {
                let offset = reader.offset();
                return Err(Wrong::in_item(error, items.len() as u64, offset));
            }
        };
        assert_eq!(item.number, items.len() as u64);
        match frozen::<Items<F>>(item.document) {
            Ok(frozen) => items.push(shown(&frozen.view())),
            Err(error) => {
                let options = Limits::DEFAULT.into();
                let first = item.number == 0;
                let error = Items::<F>::explain(item.bytes, first, &options, error);
                return Err(Wrong::in_item(error, item.number, item.offset));
            }
        }
    }
}

/// Reads items on all cores, in blocks of `block_bytes` bytes.
fn on_all_cores(input: &[u8], format: Format, block_bytes: usize) -> Outcome {
    let options = Options {
        block_bytes,
        array: true,
        ..Options::DEFAULT
    };
    let mut lines = Vec::new();
    let done = records::convert(
        input,
        format,
        &mut lines,
        Format::Ndjson,
        &options,
        Watch::default(),
    );
    let mut also = Vec::new();
    let lent = records::convert_slice(
        input,
        format,
        &mut also,
        Format::Ndjson,
        &options,
        Watch::default(),
    );
    let checked = records::check(input, format, &options, Watch::default());
    assert_eq!(lines, also);
    let wrong = |failure| match failure {
        Failure::Bad(bad) => Wrong::in_item(bad.error, bad.number, bad.offset),
        other => panic!("{other}"),
    };
    let done = done.map_err(wrong);
    assert_eq!(done, lent.map_err(wrong));
    assert_eq!(
        done.as_ref().map(|done| done.records),
        checked
            .map(|done| done.records)
            .map_err(wrong)
            .as_ref()
            .map(|&records| records)
    );
    done?;
    let lines = lines.split(|&byte| byte == b'\n').map(<[u8]>::to_vec);
    Ok(lines.filter(|line| !line.is_empty()).collect())
}

/// Compares each way to read items with reading the array as a whole, if it is one.
fn check<F: ArrayFormat>(input: &[u8], format: Option<Format>) {
    if Items::<F>::is_array(input) != Some(true) {
        return;
    }
    let whole = whole::<F>(input);
    for step in [1, 3, 7, 1000] {
        assert_eq!(
            one_by_one::<F>(input, step),
            whole,
            "{step}: {:?}",
            String::from_utf8_lossy(input)
        );
        if let Some(format) = format {
            assert_eq!(
                on_all_cores(input, format, step),
                whole,
                "{step}: {:?}",
                String::from_utf8_lossy(input)
            );
        }
    }
}

#[test]
fn items_of_text_are_those_of_the_array() {
    for text in [
        "[]",
        " [ ] ",
        "[1]",
        "\u{FEFF} [1, 2 ]\n",
        "[\"a\\\"],[\", {\"b\\\\\": [1, {}]}, null]\n\n",
        "[[], [[]], {}]",
        "[\"\u{e9}\\u00e9\", -1.5e3]",
        // Errors in an item and around it.
        "[1 2]",
        "[1,]",
        "[,1]",
        "[1,,2]",
        "[1,",
        "[1, ",
        "[1",
        "[1 ",
        "[",
        "[ ",
        "[1}",
        "[}",
        "[1:2]",
        "[1}]",
        "[1, {\"a\":1, ]",
        "[1] x",
        "[1][2]",
        "[1]\n]",
        "[1]  ,",
        "[] []",
        "[]x",
        "[-,1]",
        "[1, \"a\nb\"]",
        "[1, {\"b\": [1, tru]}]",
        "[1, {\"a\": 1, \"a\": 2}, 3 4]",
        "[1, \"\\x\"]",
        "[1, \"abc",
        "[1, {\"a\"",
        "[1, \u{FEFF}2]",
        "[\u{FEFF}2]",
        "[nul]",
        "[0, 01]",
        "[1, \"\\",
        "[1, [2, [3",
        "[1, [2}, 3]",
    ] {
        check::<Json>(text.as_bytes(), Some(Format::Ndjson));
    }
    let deep = |depth: usize| format!("[0, {}{}]", "[".repeat(depth), "]".repeat(depth));
    check::<Json>(deep(127).as_bytes(), Some(Format::Ndjson));
    check::<Json>(deep(128).as_bytes(), Some(Format::Ndjson));
}

#[test]
fn items_of_binary_arrays_are_those_of_the_array() {
    for bytes in [
        &b"\x90"[..],
        b"\x92\x01\xA1a",
        b"\xDC\x00\x02\x92\x01\x02\x80",
        b"\xDD\0\0\0\x01\xC0",
        b"\x92\x01\xC1",
        b"\x92\x01\xA5ab",
        b"\x91\x01\x02",
        b"\x90\x01",
        b"\x92\x01\x82\xA1k\x01\xA1k\x02",
    ] {
        check::<MessagePack>(bytes, Some(Format::MessagePack));
    }
    for bytes in [
        &b"\x80"[..],
        b"\x82\x01\x61a",
        b"\x9F\xFF",
        b"\x9F\x01\x9F\x02\xFF\xFF",
        b"\x98\x02\x01\x02",
        b"\xD9\xD9\xF7\x81\x01",
        b"\x9F\x01\x9F",
        b"\x81\x01\x02",
        b"\x9F\x01\xFF\xFF",
        b"\x82\x01\xFF",
        b"\x9F\x01\x1C\xFF",
        b"\x82\x01\x62a",
    ] {
        check::<Cbor>(bytes, Some(Format::Cbor));
    }
    // The tag that may precede a document is an ordinary tag before an item, and JSON has no kind
    // for it.
    check::<Cbor>(b"\x82\x01\xD9\xD9\xF7\x02", None);
    // Reading the whole array, the reader finds at once that its bytes cannot be enough. Item by
    // item it finds that at the end.
    let error = one_by_one::<MessagePack>(b"\x93\x01\x02", 2).unwrap_err();
    assert_eq!(
        (error.kind, error.offset),
        (ErrorKind::UnexpectedEnd, Some(3))
    );
    assert_eq!(error.path, "$[2]");
    let error = one_by_one::<Cbor>(b"\x9F\x01\x02", 2).unwrap_err();
    assert_eq!(
        (error.kind, error.offset),
        (ErrorKind::UnexpectedEnd, Some(3))
    );
    assert_eq!(error.path, "$[2]");
}

#[test]
fn what_is_no_array_is_told_from_one() {
    for (text, is) in [
        ("", None),
        (" ", None),
        ("\u{FEFF} ", None),
        ("\u{FEFF}\n[", Some(true)),
        ("{", Some(false)),
        ("1", Some(false)),
        (" \u{FEFF}[", Some(false)),
    ] {
        assert_eq!(Items::<Json>::is_array(text.as_bytes()), is, "{text:?}");
    }
    let error = one_by_one::<Json>(b"{}", 9).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TypeMismatch);
}

/// Returns texts of arrays, most of them well-formed.
fn text() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("1".to_owned()),
        Just("-2.5e3".to_owned()),
        Just("null".to_owned()),
        "\"[\\[\\]{},:a ]{0,6}\"",
        Just("\"\\\\\\\"\"".to_owned()),
    ];
    let node = scalar.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(" ,"))),
            proptest::collection::vec(inner, 0..3).prop_map(|items| {
                let member = |(i, item): (usize, &String)| format!("\"k{i}\": {item}");
                format!(
                    "{{{}}}",
                    items
                        .iter()
                        .enumerate()
                        .map(member)
                        .collect::<Vec<_>>()
                        .join(",")
                )
            }),
        ]
    });
    proptest::collection::vec(node, 0..6).prop_map(|items| format!("[{}]\n", items.join(",\n ")))
}

proptest! {
    #[test]
    fn broken_anywhere(
        text in text(),
        at in any::<prop::sample::Index>(),
        cut in 0_usize..3,
        put in "[\\[\\]{},:\"\\\\ 1a]{0,2}",
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        let end = bytes.len().min(at + cut);
        bytes.splice(at..end, put.into_bytes());
        check::<Json>(&bytes, Some(Format::Ndjson));
    }

    #[test]
    fn broken_values(
        text in text(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let frozen = json::freeze(text.as_bytes()).unwrap();
        let mut bytes = varvel::cbor::to_vec(&frozen).unwrap();
        check::<Cbor>(&bytes, None);
        let index = at.index(bytes.len());
        bytes[index] = byte;
        // The errors may differ: only whether there is one is compared.
        if Items::<Cbor>::is_array(&bytes) == Some(true) {
            let _ = one_by_one::<Cbor>(&bytes, 3);
            prop_assert_eq!(one_by_one::<Cbor>(&bytes, 1), one_by_one::<Cbor>(&bytes, 100));
            prop_assert_eq!(one_by_one::<Cbor>(&bytes, 2).is_ok(), whole::<Cbor>(&bytes).is_ok());
        }
    }
}

#[test]
fn an_item_in_single_bytes_takes_linear_time() {
    let text = format!(
        "{}[{}\"{}\"{}]",
        " ".repeat(1 << 20),
        " ".repeat(1 << 20),
        "x\\\"".repeat(1 << 18),
        " ".repeat(1 << 20)
    );
    assert_eq!(
        one_by_one::<Json>(text.as_bytes(), 1),
        whole::<Json>(text.as_bytes())
    );
}
