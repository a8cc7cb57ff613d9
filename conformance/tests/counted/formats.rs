//! The formats of the table, for the tests that count: [`FORMS`] has a row for each with all that a
//! test cannot find out itself.

use varvel::formats::{AnyFormat, Row, WriteOptions};
use varvel::{Builder, Bytes, Frozen, Result, Sink, Tag, Timestamp, json};

/// The properties of one format, which differ from format to format.
pub struct Forms {
    /// The word of the format.
    word: &'static str,
    /// Documents in forms that our writer does not choose.
    pub documents: fn() -> Vec<Vec<u8>>,
    /// Whether its reader refuses every truncated document.
    pub needs_its_end: bool,
    /// Byte strings that open a container, and one more inside it each time they are repeated.
    pub openings: &'static [&'static [u8]],
    /// Heads of nodes that promise more bytes, items or members than any input has.
    pub promises: &'static [&'static [u8]],
}

impl Forms {
    /// Returns the row of a format.
    pub fn of(format: AnyFormat) -> &'static Self {
        let found = FORMS.iter().find(|forms| forms.word == format.word());
        found.unwrap_or_else(|| panic!("no row in `FORMS` for {format:?}: {}", file!()))
    }
}

const FORMS: &[Forms] = &[
    Forms {
        word: "json",
        documents: || texts(&JSON),
        needs_its_end: true,
        openings: &[b"[", b"{\"a\":"],
        promises: &[],
    },
    Forms {
        word: "json5",
        documents: || texts(&[JSON5]),
        needs_its_end: true,
        openings: &[b"[", b"{a:"],
        promises: &[],
    },
    Forms {
        word: "yaml",
        documents: || texts(&YAML),
        needs_its_end: false,
        openings: &[b"[", b"{a: ", b"- "],
        promises: &[],
    },
    Forms {
        word: "msgpack",
        documents: messagepack,
        needs_its_end: true,
        openings: &[b"\x91", b"\x81\xA1a", b"\xDD\0\0\0\x01", b"\x81\x91"],
        promises: &[
            b"\xC4\xFF",
            b"\xC5\xFF\xFF",
            b"\xC6\xFF\xFF\xFF\xFF",
            b"\xC7\xFF\xFF",
            b"\xC8\xFF\xFF\xFF",
            b"\xC9\xFF\xFF\xFF\xFF\xFF",
            b"\xD9\xFF",
            b"\xDA\xFF\xFF",
            b"\xDB\xFF\xFF\xFF\xFF",
            b"\xDC\xFF\xFF",
            b"\xDD\xFF\xFF\xFF\xFF",
            b"\xDE\xFF\xFF",
            b"\xDF\xFF\xFF\xFF\xFF",
        ],
    },
    Forms {
        word: "cbor",
        documents: cbor,
        needs_its_end: true,
        openings: &[
            b"\x81",
            b"\x9F",
            b"\xA1\x61a",
            b"\x9A\0\0\0\x01",
            b"\xBF\x81",
            b"\xD8\x40\x81",
        ],
        promises: &[
            b"\x58\xFF",
            b"\x59\xFF\xFF",
            b"\x5A\xFF\xFF\xFF\xFF",
            b"\x5B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            b"\x5F\x5A\xFF\xFF\xFF\xFF",
            b"\x78\xFF",
            b"\x79\xFF\xFF",
            b"\x7A\xFF\xFF\xFF\xFF",
            b"\x7B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            b"\x7F\x7A\xFF\xFF\xFF\xFF",
            b"\x98\xFF",
            b"\x99\xFF\xFF",
            b"\x9A\xFF\xFF\xFF\xFF",
            b"\x9B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            b"\xB8\xFF",
            b"\xB9\xFF\xFF",
            b"\xBA\xFF\xFF\xFF\xFF",
            b"\xBB\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            b"\xC2\x5A\xFF\xFF\xFF\xFF",
        ],
    },
    Forms {
        word: "flexbuffers",
        documents: Vec::new,
        // The root is at the end: a part of the buffer may end in a root, too.
        needs_its_end: false,
        // Containers refer back to their content.
        openings: &[],
        promises: &[],
    },
];

/// Returns documents of each kind of node, as far as a format holds them.
pub fn documents<F: Row>() -> Vec<Vec<u8>> {
    let options = F::write_options(&WriteOptions::default());
    let written = samples()
        .into_iter()
        .map(|sample| F::to_vec(&sample, &options));
    written.filter_map(Result::ok).collect()
}

/// Returns documents with nodes of each kind.
pub fn samples() -> Vec<Frozen> {
    type Give = fn(&mut Builder) -> Result;
    let kinds: [Give; 9] = [
        |to| to.bytes(Bytes::Input(b"ab\0")),
        |to| to.timestamp(Timestamp::new(-1, 500_000_000).expect("less than a second")),
        |to| {
            to.f32(0.1)?;
            to.f64(f64::NAN)?;
            to.f64(f64::NEG_INFINITY)
        },
        |to| {
            to.i64(i64::MIN)?;
            to.u64(u64::MAX)
        },
        |to| to.big_integer("-123456789012345678901234567890"),
        |to| to.decimal("1.50"),
        |to| {
            to.tag(Tag::Number(32))?;
            to.str("a:b".into())
        },
        |to| {
            to.tag(Tag::Extension(5))?;
            to.bytes(Bytes::Input(b"x"))
        },
        |to| {
            to.begin_map(None)?;
            to.any_key()?;
            to.i64(1)?;
            to.null()?;
            to.any_key()?;
            to.i64_array(&[1, 2])?;
            to.bool(true)?;
            to.end_map()
        },
    ];
    let of_json = JSON
        .iter()
        .chain(&["{\"a\":\"x\",\"b\":\"a longer text\"}"]);
    let of_json = of_json.map(|text| json::freeze(text.as_bytes()));
    let of_kinds = kinds.iter().map(|give| {
        let mut builder = Builder::new();
        builder.start()?;
        builder.begin_array(None)?;
        give(&mut builder)?;
        builder.end_array()?;
        builder.finish()
    });
    of_json
        .chain(of_kinds)
        .map(|sample| sample.expect("a document"))
        .collect()
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Documents of JSON.
pub const JSON: [&str; 3] = [
    r#"{"id": 1, "name": "Gödel \u00e9\ud83d\ude00\n", "on": true, "off": null, "rows": [[1, 2], [3, 4]]}"#,
    r#"[{"a": 1, "b": -2.5e-3}, {"a": 70000, "b": 1}, {"b": 123456789012345678901234567890, "c": [false]}]"#,
    r#"[0.1, 1e22, -0, 9007199254740993, 1e-400, "", "a string of more than sixteen bytes, and of thirty-two"]"#,
];

/// All tokens that JSON5 has and JSON does not.
const JSON5: &str = "// first\n{a: +1, $b: .5, 'c\\x41\\v\\0\t': \"d\\\ne\", f: [0x1F, 1., -Infinity, NaN, /* last */],}";

/// All styles of scalars and collections, anchors and aliases, tags, keys of other kinds.
pub const YAML: [&str; 3] = [
    "a: &a [1, -0, +07, 0x1F, 1e3, .inf, ~, \"t\\u00e9 \\\n  x\", 'it''s', {b: n, c : d}]\ne: *a\n",
    "- &k plain\n  of two lines\n- |2-\n   literal\n\n- >+\n  folded\n  lines\n- !!binary Zm9v\n- *k\n",
    "? - complex\n: key\n[flow]: 18446744073709551616\n!!str 3: !!float 4\n5: !!timestamp 2001-12-14\n",
];

/// Returns a map with keys of any kind, bytes, an extension and timestamps of three lengths; in the
/// shortest form and in longer ones.
fn messagepack() -> Vec<Vec<u8>> {
    vec![
        [
            &b"\x85\x01\xC4\x02ab\x92\xC0\xC3\xD4\x05x\xCA\x3F\xC0\0\0\xD6\xFF\0\0\0\x07"[..],
            b"\xA1k\xD7\xFF\0\0\0\x04\0\0\0\x01\x80\xC7\x0C\xFF\0\0\0\x01\0\0\0\0\0\0\0\x02",
        ]
        .concat(),
        b"\xDF\0\0\0\x01\xDB\0\0\0\x01a\xDC\0\x03\xD3\0\0\0\0\0\0\0\x01\xCB\x3F\xF8\0\0\0\0\0\0\xC9\0\0\0\x01\x07z".to_vec(),
    ]
}

/// Returns indefinite lengths, floats of three widths, nested tags around numbers and points in
/// time, the longest heads, and simple values.
fn cbor() -> Vec<Vec<u8>> {
    vec![
        b"\xBF\x7F\x61a\x62bc\xFF\x9F\x5F\x41x\xFF\xF9\x3E\0\xFA\x3F\xC0\0\0\xFB\x3F\xF8\0\0\0\0\0\0\xFF\x81\xF5\xF7\xFF".to_vec(),
        b"\x86\xC1\x1A\0\0\0\x07\xC0\x741970-01-01T00:00:01Z\xC2\x49\x01\0\0\0\0\0\0\0\0\xC4\x82\x21\x19\x01\x0E\xC5\x82\x20\x03\xD8\x40\xD8\x41\x80".to_vec(),
        b"\xD9\xD9\xF7\xBB\0\0\0\0\0\0\0\x01\x7B\0\0\0\0\0\0\0\x01a\x9B\0\0\0\0\0\0\0\x02\x1B\0\0\0\0\0\0\0\x01\xF8\xFF".to_vec(),
    ]
}
