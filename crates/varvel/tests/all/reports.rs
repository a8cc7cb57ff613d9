//! Reports of errors with their input: a line for text, an offset and bytes for binary formats.
#![cfg(all(
    feature = "cbor",
    feature = "flatbuffers",
    feature = "flexbuffers",
    feature = "msgpack",
    feature = "yaml"
))]

use varvel::flatbuffers::{Dynamic, SchemaLayout, to_vec};
use varvel::formats::{AnyFormat, Row, Visit};
use varvel::{Error, Frozen, cbor, flexbuffers, json, msgpack, schema::fbs, value, yaml};

use crate::formats::{decode, encode};

fn report(error: &Error, input: &[u8]) -> String {
    error.report(input).to_string()
}

#[test]
fn messagepack_and_cbor_are_shown_as_bytes() {
    let document = b"\x92\xA1a\x2A";
    let error = msgpack::from_slice::<Vec<String>>(document).unwrap_err();
    let mismatch = "wrong kind of value: expected a string, found an integer";
    assert_eq!(
        report(&error, document),
        format!("{mismatch}\n  --> byte 3, at $[1]\n0 | 92 a1 61 2a\n  |          ^^")
    );
    assert_eq!(
        (error.line(), error.report(document).line_column()),
        (0, None)
    );
    let document = b"\x82\x61a\x2A";
    let error = cbor::from_slice::<Vec<String>>(document).unwrap_err();
    assert!(
        report(&error, document)
            .contains("\n  --> byte 3, at $[1]\n0 | 82 61 61 2a\n  |          ^^")
    );
    // These bytes would be text: two integers in MessagePack, a string and an integer in CBOR.
    let error = msgpack::freeze(b"*+").unwrap_err();
    assert!(report(&error, b"*+").contains("\n  --> byte 1\n0 | 2a 2b\n  |    ^^"));
    let error = cbor::from_slice::<String>(b"cabc+").unwrap_err();
    assert!(report(&error, b"cabc+").contains("\n  --> byte 4\n0 | 63 61 62 63 2b\n"));
}

#[test]
fn of_a_long_binary_document_the_bytes_around_the_place_are_shown() {
    let mut items: Vec<Option<u8>> = (100..120).map(Some).collect();
    items[14] = None;
    let document = msgpack::to_vec(&items).unwrap();
    let error = msgpack::from_slice::<Vec<u8>>(&document).unwrap_err();
    assert_eq!(
        report(&error, &document),
        "wrong kind of value: expected an integer, found null\n  --> byte 17, at $[14]\n\
         9 | 6a 6b 6c 6d 6e 6f 70 71 c0 73 74 75 76 77\n  |                         ^^"
    );
}

#[test]
fn frozen_documents_and_buffers_are_shown_as_bytes() {
    let frozen = json::freeze(br#"{"port": "http"}"#).unwrap();
    let bytes = frozen.view().buffer();
    let error = Frozen::validate(&bytes[..bytes.len() - 1]).unwrap_err();
    assert!(report(&error, bytes).contains("\n  --> byte "), "{error}");
    let error = frozen.view().field("port").unwrap().u64().unwrap_err();
    let shown = report(&error, bytes);
    assert!(
        shown.contains(", at $.port\n") && !shown.contains("line"),
        "{shown}"
    );
    let document = flexbuffers::to_vec(&value!([1, 2])).unwrap();
    let error = flexbuffers::from_slice::<Vec<String>>(&document).unwrap_err();
    assert!(
        report(&error, &document).contains("\n  --> byte "),
        "{error}"
    );
    let schema = fbs::parse_text("table Lamp { watts: int; } root_type Lamp;").unwrap();
    let layout = SchemaLayout::new(&schema).unwrap();
    let lamp = to_vec(&layout, &value!({"watts": 40})).unwrap();
    let error = Dynamic::new(&layout, &lamp[..lamp.len() - 1]).unwrap_err();
    assert!(report(&error, &lamp).contains("\n  --> byte "), "{error}");
}

/// Cuts a document of this format at each byte.
struct Cut(AnyFormat);

impl Visit for Cut {
    type Output = ();

    fn visit<F: Row>(self) {
        let text = self.0.profile().text;
        let document = encode::<F, _>(&vec!["one", "two", "three"]).unwrap();
        let mut refused = 0;
        for end in 0..document.len() {
            let Err(error) = decode::<F, Vec<String>>(&document[..end]) else {
                continue;
            };
            let shown = report(&error, &document[..end]);
            assert_eq!(shown.contains("--> line "), text, "{}: {shown}", F::NAME);
            assert_eq!(shown.contains("--> byte "), !text, "{}: {shown}", F::NAME);
            refused += 1;
        }
        assert!(refused > 0 || text, "{}", F::NAME);
    }
}

#[test]
fn each_format_shows_what_it_is() {
    for format in AnyFormat::ALL {
        if !matches!(format, AnyFormat::Json5) {
            format.visit(Cut(*format));
        }
    }
}

#[test]
fn text_is_shown_as_text_whatever_its_bytes_are() {
    let text = b"{\"a\": \"\x01\"}";
    let error = json::freeze(text).unwrap_err();
    assert!(
        report(&error, text).contains("--> line 1, column 8"),
        "{error}"
    );
    let text = b"[\"\xFF\"]";
    let error = json::freeze(text).unwrap_err();
    assert!(
        report(&error, text).contains("--> line 1, column 3"),
        "{error}"
    );
    // UTF-16 has zero bytes; the line was counted in characters.
    let text: Vec<u8> = "a: 1\nb: [\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let error = yaml::freeze(&text).unwrap_err();
    let shown = report(&error, &text);
    assert!(
        shown.contains(&format!(
            "--> line {}, column {}",
            error.line(),
            error.column()
        )),
        "{shown}"
    );
    assert!(!shown.contains(" | "), "{shown}");
}
