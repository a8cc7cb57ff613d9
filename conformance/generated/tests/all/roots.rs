//! Tests of structs that are roots of buffers, and of the texts in arrays of `char`.

use std::fs;

use varvel_codegen::{Backend, Go, Rust, join_files};
use varvel_core::{Decode, Encode, Error, ErrorKind, Result};
use varvel_fbs::{Disk, Schema, parse};
use varvel_flatbuffers::events::{Options, With};
use varvel_flatbuffers::reflect::{self, BuildOptions, Dynamic, SchemaLayout};
use varvel_flatbuffers::{
    Builder, EncodeRoot, EncodeStruct, Encoder, Identifier, Root, Verified, Verify, root,
    size_prefixed_root,
};
use varvel_json::{ReadOptions, drive, from_str, to_string};

use crate::corpus;
use generated::reading::log::{Reading, ReadingT, Unit};
use generated::stamp::post::{Stamp, StampT};

fn schema(name: &str) -> Schema {
    let path = corpus().join(name).with_extension("fbs");
    parse(path.to_str().unwrap(), &Disk::default()).unwrap()
}

fn layout(name: &str) -> SchemaLayout {
    SchemaLayout::new(&schema(name)).unwrap()
}

/// Builds a buffer by the schema.
fn by_schema(layout: &SchemaLayout, text: &str, size_prefixed: bool) -> Result<Vec<u8>> {
    let options = BuildOptions {
        size_prefixed,
        ..BuildOptions::default()
    };
    let root = layout.layout().root().unwrap();
    let mut builder = reflect::Builder::with(layout, root, options)?;
    drive(text.as_bytes(), &ReadOptions::default(), &mut builder)?;
    builder.finish()
}

/// Holds generated code to the schema that is read at run time: the same verdicts, bytes and JSON
/// of each document. Returns the number of those that are valid.
fn agrees<V, P>(name: &str) -> usize
where
    V: Root,
    P: for<'de> Decode<'de> + Encode + EncodeRoot + EncodeStruct + for<'a> From<V::View<'a>>,
    for<'a> V::View<'a>: Encode + EncodeRoot,
{
    let layout = layout(name);
    let documents = corpus().join(name).with_extension("ndjson");
    let mut valid = 0;
    for text in fs::read_to_string(documents).unwrap().lines() {
        let (plain, bytes) = match (from_str::<P>(text), by_schema(&layout, text, false)) {
            (Ok(plain), Ok(bytes)) => (plain, bytes),
            (plain, bytes) => {
                let kinds = (plain.err().map(|e| e.kind()), bytes.err().map(|e| e.kind()));
                assert!(kinds.0.is_some() && kinds.0 == kinds.1, "{text}: {kinds:?}");
                continue;
            }
        };
        let mut encoder = Encoder::new();
        let mut builder = Builder::new();
        assert_eq!(encoder.encode(&plain).unwrap(), bytes, "{text}");
        let built = builder.structure(&plain).unwrap();
        assert_eq!(builder.finish(built).unwrap(), bytes, "{text}");
        let view = root::<V>(&bytes).unwrap();
        assert_eq!(encoder.encode(&view).unwrap(), bytes, "{text}");
        assert_eq!(encoder.encode(&P::from(view)).unwrap(), bytes, "{text}");
        let kept = Verified::<V>::by(Verify::new().identified(), bytes.clone()).unwrap();
        assert_eq!(encoder.encode(&kept.root()).unwrap(), bytes, "{text}");

        let prefixed = by_schema(&layout, text, true).unwrap();
        assert_eq!(encoder.encode_size_prefixed(&plain).unwrap(), prefixed);
        let built = builder.structure(&plain).unwrap();
        assert_eq!(builder.finish_size_prefixed(built).unwrap(), prefixed);
        let again = size_prefixed_root::<V>(&prefixed).unwrap();
        assert_eq!(encoder.encode(&again).unwrap(), bytes, "{text}");

        let dynamic = Dynamic::new(&layout, &bytes).unwrap();
        let (json, of_view) = (to_string(&dynamic), to_string(&view));
        match (&json, &of_view) {
            (Ok(json), Ok(of_view)) => {
                assert_eq!(json, of_view);
                assert_eq!(to_string(&plain).unwrap(), *json);
            }
            _ => assert_eq!(json.unwrap_err().kind(), of_view.unwrap_err().kind()),
        }
        cut_and_changed::<V>(&layout, &bytes);
        valid += 1;
    }
    valid
}

/// Holds the verdicts on a buffer that is cut, or that has another byte before its root.
fn cut_and_changed<V: Root>(layout: &SchemaLayout, bytes: &[u8]) {
    let kind = |error: Option<Error>| error.map(|error| error.kind());
    let same = |bytes: &[u8]| {
        let at_run_time = kind(Dynamic::new(layout, bytes).err());
        assert_eq!(kind(root::<V>(bytes).err()), at_run_time, "{bytes:?}");
        at_run_time
    };
    for end in 0..bytes.len() {
        assert_eq!(same(&bytes[..end]), Some(ErrorKind::UnexpectedEnd), "{end}");
    }
    for byte in 0..=u8::MAX {
        let mut changed = bytes.to_vec();
        changed[0] = byte;
        same(&changed);
    }
}

#[test]
fn a_struct_is_the_root_as_it_is_by_its_schema() {
    assert_eq!(agrees::<Reading, ReadingT>("reading"), 3);
    assert_eq!(agrees::<Stamp, StampT>("stamp"), 6);
}

#[test]
fn a_root_that_is_a_struct_has_an_identifier_and_options() {
    let mut reading = ReadingT {
        unit: Unit::PERCENT,
        ..ReadingT::default()
    };
    reading.set_sensor_text("kitchen door").unwrap();
    assert_eq!(reading.sensor_text(), Ok("kitchen door"));
    let mut encoder = Encoder::new();
    assert_eq!(&encoder.encode(&reading).unwrap()[4..8], b"READ");
    encoder.identifier(Identifier::Other(*b"ELSE"));
    let other = encoder.encode(&reading).unwrap().to_vec();
    assert_eq!(&other[4..8], b"ELSE");
    let error = Verify::new()
        .identified()
        .root::<Reading>(&other)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidBuffer);
    let view = root::<Reading>(&other).unwrap();
    let options = Options {
        numbers: true,
        ..Options::default()
    };
    let json = to_string(&With {
        table: &view,
        options,
    })
    .unwrap();
    assert!(json.contains("\"unit\":2"), "{json}");
    assert!(
        format!("{view:?}").starts_with("Reading { at: 0"),
        "{view:?}"
    );
}

#[test]
fn the_structs_that_are_roots_have_functions_for_it() {
    let schemas = ["reading", "stamp"].map(schema);
    let joined = join_files(&schemas).unwrap();
    let rust = Rust.generate_in_one(&joined).unwrap();
    let go = Go.generate_in_one(&joined).unwrap();
    for (name, is_root) in [("Reading", true), ("Stamp", true), ("Range", false)] {
        let implemented = format!("impl ::varvel_flatbuffers::Root for {name}<'static>");
        assert_eq!(rust.contains(&implemented), is_root, "{name}");
        assert_eq!(go.contains(&format!("func Read{name}(b []byte)")), is_root);
        assert_eq!(go.contains(&format!("func (o *{name}T) Pack(")), is_root);
    }
    // Each root has its own identifier, or none.
    assert_eq!(rust.matches(".identified(").count(), 1);
    assert_eq!(go.matches("Identifier: \"READ\"").count(), 1);
}

#[test]
fn an_array_of_char_has_a_text() {
    let mut stamp = StampT::default();
    stamp.set_code_text("ZRH").unwrap();
    stamp.set_from_text("\u{e9}").unwrap();
    assert_eq!((stamp.code, stamp.from_), (*b"ZRH\0", [0xC3, 0xA9]));
    for (text, found) in [("Geneva", "6 bytes"), ("a\0", "a zero at the end")] {
        let error = stamp.set_code_text(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        assert!(error.to_string().contains(found), "{error}");
    }
    assert_eq!(stamp.code_text(), Ok("ZRH"));
    let bytes = Encoder::new().encode(&stamp).unwrap().to_vec();
    let view = root::<Stamp>(&bytes).unwrap();
    let texts = [view.code_text(), view.code_text_text(), view.from_text()];
    assert_eq!(texts, [Ok("ZRH"), Ok(""), Ok("\u{e9}")]);

    stamp.set_code_text("").unwrap();
    stamp.set_code_text_text("~").unwrap();
    assert_eq!((stamp.code_text_text(), stamp.code_text_), (Ok("~"), *b"~"));
    stamp.from_ = [0xFF, 0];
    assert_eq!((stamp.code, stamp.code_text()), ([0; 4], Ok("")));
    let bytes = Encoder::new().encode(&stamp).unwrap().to_vec();
    let view = root::<Stamp>(&bytes).unwrap();
    let refused = [stamp.from_text(), view.from_text()];
    for error in refused.map(|text| text.unwrap_err()) {
        assert_eq!(error.kind(), ErrorKind::InvalidUtf8);
    }
}
