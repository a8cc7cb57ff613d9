//! Tests of what flatcc adds to schemas: arrays of `char`, and a struct as the root of a buffer.
#![cfg(feature = "reflect")]

use std::collections::BTreeMap;

use varvel_core::{Error, ErrorKind};
use varvel_fbs::parse_text;
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::layout::{Element, Field, Layout, List, Name, Object, Parts, Scalar, Type};
use varvel_flatbuffers::reflect::{Dynamic, SchemaLayout, schema_of, to_vec};
use varvel_schema::Recording;

const SCHEMA: &str = "struct Sensor (force_align: 8) {
  name: [char:5];
  room: [char:3];
}

root_type Sensor;
file_identifier \"SENS\";
";

fn layout() -> SchemaLayout {
    SchemaLayout::new(&parse_text(SCHEMA).unwrap()).unwrap()
}

fn build(layout: &SchemaLayout, name: &str, room: &str) -> Result<Vec<u8>, Error> {
    to_vec(layout, &BTreeMap::from([("name", name), ("room", room)]))
}

#[test]
fn a_struct_is_the_root_both_ways() {
    let layout = layout();
    let bytes = build(&layout, "door", "B\u{e9}").unwrap();
    // The offset of the root, the identifier, and the struct at a multiple of 8.
    assert_eq!(bytes, *b"\x08\0\0\0SENSdoor\0B\xC3\xA9");
    let dynamic = Dynamic::new(&layout, &bytes).unwrap();
    let recorded = Recording::of(&dynamic).unwrap();
    let found: BTreeMap<String, String> =
        varvel_core::Decode::decode(&mut recorded.source(), &()).unwrap();
    assert_eq!(found["name"], "door");
    assert_eq!(found["room"], "B\u{e9}");
}

#[test]
fn a_root_that_is_no_whole_struct_is_refused() {
    let layout = layout();
    let verify = |bytes: &[u8]| Verify::new().identified().check(&layout.layout(), 0, bytes);
    let bytes = build(&layout, "door", "B").unwrap();
    assert_eq!(verify(&bytes), Ok(8));
    for end in 0..bytes.len() {
        let error = verify(&bytes[..end]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{end}");
    }
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes.extend([0; 16]);
        bytes[at] = byte;
        verify(&bytes).map_err(|error| error.kind())
    };
    assert_eq!(with(0, 16), Ok(16));
    for (at, byte) in [(0, 0), (0, 12), (4, b'Z')] {
        assert_eq!(with(at, byte), Err(ErrorKind::InvalidBuffer), "{at}");
    }
    assert_eq!(with(0, 32), Err(ErrorKind::UnexpectedEnd));
}

#[test]
fn text_that_an_array_cannot_hold_is_refused_with_its_place() {
    let layout = layout();
    for (name, found) in [
        ("kitchen", "7 bytes"),
        ("\u{e4}\u{e4}\u{e4}", "6 bytes"),
        ("a\0", "a zero at the end"),
    ] {
        let error = build(&layout, name, "").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{name}");
        assert_eq!(error.path().unwrap().to_string(), "$.name");
        assert!(error.to_string().contains(found), "{error}");
    }
    assert!(build(&layout, "a\0b", "").is_ok());
    let mut bytes = build(&layout, "a", "").unwrap();
    bytes[9] = 0xFF;
    let dynamic = Dynamic::new(&layout, &bytes).unwrap();
    let error = Recording::of(&dynamic).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidUtf8);
    assert_eq!(error.path().unwrap().to_string(), "$.name");
}

#[test]
fn a_schema_keeps_them() {
    let layout = layout();
    assert_eq!(schema_of(&layout.layout()).unwrap().to_string(), SCHEMA);
    // A type that the schema calls so is meant first.
    let own = "namespace a; struct char { x: int; } struct S { of: [char:2]; }";
    let schema = parse_text(own).unwrap();
    assert!(!schema.objects[1].fields[0].chars);
    assert_eq!(schema.objects[1].size, 8);
}

#[test]
fn only_arrays_of_bytes_are_text() {
    let of = |ty| {
        let objects = [Object::structure(Name::new(0, 1), 4, 4, List::new(0, 1))];
        let fields = [Field::new(Name::new(2, 1), ty).chars()];
        let made = Layout::try_new(Parts {
            names: "S f",
            objects: &objects,
            fields: &fields,
            ..Parts::EMPTY
        });
        made.err().map(|fault| fault.what)
    };
    assert_eq!(of(Type::Array(Element::Scalar(Scalar::U8), 4)), None);
    let refused = Some("a struct holds what it cannot hold");
    assert_eq!(of(Type::Array(Element::Scalar(Scalar::I8), 4)), refused);
    assert_eq!(of(Type::Scalar(Scalar::U32)), refused);
}
