//! The decoders: from bytes to everything that can be made of them.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::num::NonZeroUsize;

use conformance::alloc::is_failing;
use conformance::walk::every_member;
use varvel::records::{self, Failure, Format, Options, Watch};
use varvel::{
    Discard, Duplicates, Error, ErrorKind, Freeze, Frozen, Limits, Result, SegmentReader, Source,
    Stream, StreamReader, Value, View, flexbuffers, json, msgpack, yaml,
};

/// One way to take bytes.
pub struct Decoder {
    pub name: &'static str,
    /// Inputs that it takes.
    pub inputs: fn() -> Vec<Vec<u8>>,
    /// Decodes, and goes through what it gave.
    pub decode: fn(&[u8]) -> Result<()>,
    /// Whether an input that lacks its end is refused, whatever it is.
    pub needs_its_end: bool,
}

/// All of them.
pub const DECODERS: &[Decoder] = &[
    Decoder {
        name: "JSON into Frozen",
        inputs: json_documents,
        decode: |bytes| {
            let frozen = json::freeze_with(bytes, Duplicates::Error, Limits::DEFAULT)?;
            every_member(frozen.view());
            json::to_vec(&frozen.view()).map(drop)
        },
        needs_its_end: true,
    },
    Decoder {
        name: "JSON5",
        inputs: || vec![JSON5.as_bytes().to_vec()],
        decode: |bytes| {
            let options = json::ReadOptions::default().with_non_finite();
            let relaxed = json::Relaxed::with_non_finite(bytes)?;
            relaxed.read(|text| json::from_slice_with::<Value>(text, &options))?;
            relaxed.read(|text| json::drive(text, &options, &mut Discard))
        },
        needs_its_end: true,
    },
    Decoder {
        name: "JSON with a kept builder",
        inputs: json_documents,
        decode: |bytes| json::freeze(bytes).map(drop),
        needs_its_end: true,
    },
    Decoder {
        name: "JSON into a Value",
        inputs: json_documents,
        decode: |bytes| json::from_slice::<Value>(bytes).map(drop),
        needs_its_end: true,
    },
    Decoder {
        name: "JSON into std's types",
        inputs: || {
            vec![
                br#"{"one": [1, -2, 3e0], "\u0074wo": [], "3": [null, 4503599627370496]}"#.to_vec(),
            ]
        },
        decode: |bytes| json::from_slice::<BTreeMap<String, Vec<Option<f64>>>>(bytes).map(drop),
        needs_its_end: true,
    },
    Decoder {
        name: "JSON skipped",
        inputs: json_documents,
        decode: |bytes| {
            let mut reader = json::Reader::new(bytes, &json::ReadOptions::default())?;
            reader.skip()?;
            reader.finish()
        },
        needs_its_end: true,
    },
    Decoder {
        name: "JSON into JSON",
        inputs: json_documents,
        decode: |bytes| {
            let mut writer = json::Writer::new(json::WriteOptions::default());
            json::drive(bytes, &json::ReadOptions::default(), &mut writer)?;
            writer.finish().map(drop)
        },
        needs_its_end: true,
    },
    Decoder {
        name: "JSON into MessagePack",
        inputs: plain_json,
        decode: |bytes| {
            let mut writer = msgpack::Writer::new();
            json::drive(bytes, &json::ReadOptions::default(), &mut writer)?;
            writer.finish().map(drop)
        },
        needs_its_end: true,
    },
    Decoder {
        name: "MessagePack into Frozen",
        inputs: msgpack_documents,
        decode: |bytes| {
            let frozen = msgpack::freeze_with(bytes, Duplicates::Error, Limits::DEFAULT)?;
            every_member(frozen.view());
            msgpack::to_vec(&frozen.view()).map(drop)
        },
        needs_its_end: true,
    },
    Decoder {
        name: "MessagePack into a Value",
        inputs: msgpack_documents,
        decode: |bytes| msgpack::from_slice::<Value>(bytes).map(drop),
        needs_its_end: true,
    },
    Decoder {
        name: "MessagePack skipped",
        inputs: msgpack_documents,
        decode: |bytes| {
            let mut reader = msgpack::Reader::new(bytes, &msgpack::ReadOptions::default())?;
            reader.skip()?;
            reader.finish()
        },
        needs_its_end: true,
    },
    Decoder {
        name: "MessagePack read and dropped",
        inputs: msgpack_documents,
        decode: |bytes| msgpack::drive(bytes, &msgpack::ReadOptions::default(), &mut Discard),
        needs_its_end: true,
    },
    Decoder {
        name: "MessagePack values in a row",
        inputs: || vec![msgpack_documents().concat()],
        decode: |bytes| {
            let mut values = msgpack::ValuesReader::new(bytes, &msgpack::ReadOptions::default());
            while let Some(value) = values.next()? {
                msgpack::freeze(value)?;
            }
            Ok(())
        },
        needs_its_end: false,
    },
    Decoder {
        name: "FlexBuffers into Frozen",
        inputs: flexbuffers,
        decode: |bytes| {
            let frozen = flexbuffers::freeze(bytes)?;
            every_member(frozen.view());
            flexbuffers::to_vec(&frozen.view()).map(drop)
        },
        // The end is the root: what comes before it may be one, too.
        needs_its_end: false,
    },
    Decoder {
        name: "FlexBuffers into std's types",
        inputs: || {
            vec![
                flexbuffers::to_vec(&BTreeMap::from([("one", vec![1, -2]), ("2", vec![])]))
                    .expect("memory"),
            ]
        },
        decode: |bytes| {
            flexbuffers::from_slice::<BTreeMap<String, Vec<Option<f64>>>>(bytes).map(drop)
        },
        needs_its_end: false,
    },
    Decoder {
        name: "YAML into Frozen",
        inputs: yaml_documents,
        decode: |bytes| {
            let frozen = yaml::freeze(bytes)?;
            every_member(frozen.view());
            yaml::to_vec(&frozen.view()).map(drop)
        },
        needs_its_end: false,
    },
    Decoder {
        name: "YAML skipped",
        inputs: yaml_documents,
        decode: |bytes| {
            let mut reader = yaml::Reader::new(bytes, &yaml::ReadOptions::default())?;
            reader.skip()?;
            reader.finish()
        },
        needs_its_end: false,
    },
    Decoder {
        name: "YAML with merge keys",
        inputs: || vec![MERGING.as_bytes().to_vec()],
        decode: |bytes| {
            let options = yaml::ReadOptions::default().with_merge_keys();
            let frozen = yaml::freeze_with(bytes, Duplicates::Error, options)?;
            every_member(frozen.view());
            let mut reader = yaml::Reader::new(bytes, &options)?;
            reader.skip()?;
            reader.finish()
        },
        needs_its_end: false,
    },
    Decoder {
        name: "YAML in UTF-16",
        inputs: || {
            let text = |text: &str| yaml::Encoding::Utf16Le.encode(text).expect("memory");
            vec![text("a: [1, \u{E9}]\n\"\u{1F600}\": x\n")]
        },
        decode: |bytes| {
            yaml::from_slice::<BTreeMap<String, Value>>(bytes)?;
            every_member(yaml::freeze(bytes)?.view());
            Ok(())
        },
        needs_its_end: false,
    },
    Decoder {
        name: "YAML into YAML",
        inputs: yaml_documents,
        decode: |bytes| {
            let mut writer = yaml::Writer::new(yaml::WriteOptions::folded(20));
            yaml::drive(bytes, &yaml::ReadOptions::default(), &mut writer)?;
            writer.finish().map(drop)
        },
        needs_its_end: false,
    },
    Decoder {
        name: "YAML documents in a row",
        inputs: || vec![yaml_documents().join(&b"\n---\n"[..])],
        decode: |bytes| {
            let mut documents = yaml::Documents::new(bytes, &yaml::ReadOptions::default())?;
            while documents.drive_next(&mut Discard)? {}
            Ok(())
        },
        needs_its_end: false,
    },
    Decoder {
        name: "a frozen buffer",
        inputs: frozen_documents,
        decode: |bytes| {
            let view = Frozen::validate(bytes)?;
            all_of(view)
        },
        needs_its_end: true,
    },
    Decoder {
        name: "a frozen buffer with what JSON has not",
        inputs: || {
            let frozen = msgpack_documents()
                .into_iter()
                .map(|packed| msgpack::freeze(&packed));
            frozen
                .map(|frozen| frozen.expect("a document").into_bytes())
                .collect()
        },
        decode: |bytes| {
            let view = Frozen::validate(bytes)?;
            every_member(view);
            match msgpack::to_vec(&view) {
                Err(error) if error.kind() == ErrorKind::Unrepresentable => Ok(()),
                outcome => outcome.map(drop),
            }
        },
        needs_its_end: true,
    },
    Decoder {
        name: "a frozen stream in memory",
        inputs: streams,
        decode: |bytes| {
            let stream = Stream::open(bytes, Limits::DEFAULT)?;
            stream.records().try_for_each(|record| all_of(record?))
        },
        needs_its_end: true,
    },
    Decoder {
        name: "a frozen stream from its front",
        inputs: streams,
        decode: |bytes| {
            let mut segments = SegmentReader::new(bytes, Limits::DEFAULT);
            while let Some(segment) = segments.next()? {
                all_of(segment)?;
            }
            Ok(())
        },
        needs_its_end: true,
    },
    Decoder {
        name: "a frozen stream recovered",
        inputs: streams,
        decode: |bytes| {
            let mut stream = StreamReader::recover(Cursor::new(bytes), Limits::DEFAULT)?;
            (0..stream.len()).try_for_each(|i| all_of(stream.record(i)?))
        },
        needs_its_end: false,
    },
    Decoder {
        name: "lines into a frozen stream",
        inputs: lines,
        decode: |bytes| convert(bytes, Format::Ndjson, Format::Frozen),
        needs_its_end: false,
    },
    Decoder {
        name: "MessagePack values into lines",
        inputs: || vec![plain_msgpack().concat()],
        decode: |bytes| convert(bytes, Format::MessagePack, Format::Ndjson),
        needs_its_end: false,
    },
    Decoder {
        name: "a frozen stream into MessagePack values",
        inputs: streams,
        decode: |bytes| convert(bytes, Format::Frozen, Format::MessagePack),
        needs_its_end: true,
    },
];

/// All that is done with a valid document.
fn all_of(view: View<'_>) -> Result<()> {
    every_member(view);
    for written in [json::to_vec(&view), msgpack::to_vec(&view)] {
        match written {
            // Of another document than it was.
            Err(error) if error.kind() == ErrorKind::Unrepresentable => {}
            outcome => drop(outcome?),
        }
    }
    let canonical = Freeze::canonical().freeze_view(view)?;
    // A comparison cannot say that there is no memory for it.
    assert!(is_failing() || canonical.view() == view);
    let mut value = Value::from(canonical);
    // Nor can an edit.
    if !is_failing() {
        value.thaw();
    }
    let again = value.freeze()?;
    assert!(is_failing() || again.view() == view);
    Ok(())
}

/// On one thread: the allocations of others are not made to fail.
fn convert(bytes: &[u8], from: Format, to: Format) -> Result<()> {
    let options = Options {
        threads: NonZeroUsize::new(1),
        ..Options::DEFAULT
    };
    match records::convert(bytes, from, std::io::sink(), to, &options, Watch::default()) {
        Ok(_) => Ok(()),
        Err(Failure::Bad(record)) => Err(record.error),
        Err(Failure::Input(error)) => Err(error),
        Err(other) => panic!("no reader and no writer fails here: {other}"),
    }
}

fn json_documents() -> Vec<Vec<u8>> {
    [
        r#"{"id": 1, "name": "Gödel \u00e9\ud83d\ude00\n", "on": true, "off": null, "rows": [[1, 2], [3, 4]]}"#,
        r#"[{"a": 1, "b": -2.5e-3}, {"a": 70000, "b": 1}, {"b": 123456789012345678901234567890, "c": [false]}]"#,
        r#"[0.1, 1e22, -0, 9007199254740993, 1e-400, "", "a string of more than sixteen bytes, and of thirty-two"]"#,
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// Each token that JSON5 has and JSON has not.
const JSON5: &str = "// first\n{a: +1, $b: .5, 'c\\x41\\v\\0\t': \"d\\\ne\", f: [0x1F, 1., -Infinity, NaN, /* last */],}";

/// Mappings that merge others, in each of the ways there are.
const MERGING: &str = "a: &a {x: 1, 'y': \"\\t\", 3: &k [z, {}]}\nb: &b\n  <<: *a\n  x: *k\nc: {<<: [*b, {w: !!str }], 3: ~}\nd: *b\n";

/// Each style of scalar and collection, anchors and aliases, tags, keys of other kinds.
fn yaml_documents() -> Vec<Vec<u8>> {
    let documents = [
        "a: &a [1, -0, +07, 0x1F, 1e3, .inf, ~, \"t\\u00e9 \\\n  x\", 'it''s', {b: n, c : d}]\ne: *a\n",
        "- &k plain\n  of two lines\n- |2-\n   literal\n\n- >+\n  folded\n  lines\n- !!binary Zm9v\n- *k\n",
        "? - complex\n: key\n[flow]: 18446744073709551616\n!!str 3: !!float 4\n5: !!timestamp 2001-12-14\n",
    ];
    documents.map(|text| text.as_bytes().to_vec()).to_vec()
}

/// Those that MessagePack can hold: it has no integers beyond 64 bits.
fn plain_json() -> Vec<Vec<u8>> {
    let mut documents = json_documents();
    documents.remove(1);
    documents
}

fn plain_msgpack() -> Vec<Vec<u8>> {
    let frozen = plain_json()
        .into_iter()
        .map(|text| json::freeze(&text).expect("a document"));
    frozen
        .map(|frozen| msgpack::to_vec(&frozen.view()).expect("what it holds"))
        .collect()
}

fn msgpack_documents() -> Vec<Vec<u8>> {
    let mut documents = plain_msgpack();
    // A map with keys of any kind, bytes, an extension and timestamps of three lengths; the same in forms
    // that are longer than they have to be.
    documents.push(
        [
            &b"\x85\x01\xC4\x02ab\x92\xC0\xC3\xD4\x05x\xCA\x3F\xC0\0\0\xD6\xFF\0\0\0\x07"[..],
            b"\xA1k\xD7\xFF\0\0\0\x04\0\0\0\x01\x80\xC7\x0C\xFF\0\0\0\x01\0\0\0\0\0\0\0\x02",
        ]
        .concat(),
    );
    documents.push(
        b"\xDF\0\0\0\x01\xDB\0\0\0\x01a\xDC\0\x03\xD3\0\0\0\0\0\0\0\x01\xCB\x3F\xF8\0\0\0\0\0\0\xC9\0\0\0\x01\x07z".to_vec(),
    );
    documents
}

fn flexbuffers() -> Vec<Vec<u8>> {
    let frozen = plain_json()
        .into_iter()
        .map(|text| json::freeze(&text).expect("a document"));
    frozen
        .map(|frozen| flexbuffers::to_vec(&frozen.view()).expect("what it holds"))
        .collect()
}

fn frozen_documents() -> Vec<Vec<u8>> {
    let mut documents = Vec::new();
    for text in plain_json() {
        let frozen = json::freeze(&text).expect("a document");
        let checked = Freeze::new().with_checksum().freeze_view(frozen.view());
        let shared = Freeze::sharing_strings().freeze_view(frozen.view());
        documents.extend([frozen, checked.expect("memory"), shared.expect("memory")]);
    }
    documents.into_iter().map(Frozen::into_bytes).collect()
}

fn lines() -> Vec<Vec<u8>> {
    vec![json_documents().join(&b'\n')]
}

fn streams() -> Vec<Vec<u8>> {
    vec![stream_of(&plain_json().join(&b'\n'))]
}

/// A frozen stream with a segment for each line.
fn stream_of(lines: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    let options = Options {
        block_bytes: 1,
        ..Options::DEFAULT
    };
    let (from, to) = (Format::Ndjson, Format::Frozen);
    records::convert(lines, from, &mut stream, to, &options, Watch::default())
        .expect("lines of JSON");
    stream
}

/// What is wrong with an error of `decode`, given `input`.
pub fn flaw(error: &Error, input: &[u8]) -> Option<String> {
    let offset = error.offset()?;
    (offset > input.len()).then(|| format!("offset {offset} of {}: {error}", input.len()))
}
