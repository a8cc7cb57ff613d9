//! Tests of bytes as base64 text, for fields whose schema says so.
#![cfg(feature = "reflect")]

use std::collections::BTreeMap;

use varvel_core::{Error, ErrorKind, Sink};
use varvel_fbs::{ProblemKind, parse_text};
use varvel_flatbuffers::reflect::{Builder, Dynamic, Options, SchemaLayout};
use varvel_schema::Recording;

const SCHEMA: &str = "table T {
  plain: [ubyte];
  std: [ubyte] (base64);
  url: [ubyte] (base64url);
  empty: [ubyte] = [] (base64);
  wide: [ubyte] (vector64, base64url);
  inner: [ubyte] (base64, nested_flatbuffer: \"T\");
}
root_type T;";

fn layout() -> SchemaLayout {
    SchemaLayout::new(&parse_text(SCHEMA).unwrap()).unwrap()
}

/// Builds the buffer of a table with these fields.
fn build(layout: &SchemaLayout, fields: &[(&str, &str)]) -> Result<Vec<u8>, Error> {
    let mut builder = Builder::new(layout)?;
    builder.begin_map(None)?;
    for (name, text) in fields {
        builder.key((*name).into())?;
        builder.str((*text).into())?;
    }
    builder.end_map()?;
    builder.finish()
}

/// Returns all members of a buffer, which must be strings.
fn texts(dynamic: &Dynamic<'_>) -> BTreeMap<String, String> {
    let recorded = Recording::of(dynamic).unwrap();
    varvel_core::Decode::decode(&mut recorded.source(), &()).unwrap()
}

#[test]
fn bytes_are_text_both_ways() {
    let layout = layout();
    let fields = [
        ("std", "++//AA=="),
        ("url", "--__AA=="),
        ("empty", ""),
        ("wide", "AQID"),
    ];
    let bytes = build(&layout, &fields).unwrap();
    let dynamic = Dynamic::new(&layout, &bytes).unwrap();
    let expected = fields.map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!(texts(&dynamic), BTreeMap::from(expected));

    // Text without padding gives the same bytes, and so do arrays and nodes of bytes.
    let unpadded = [("std", "++//AA"), ("url", "--__AA"), fields[2], fields[3]];
    assert_eq!(build(&layout, &unpadded).unwrap(), bytes);
    let mut builder = Builder::new(&layout).unwrap();
    builder.begin_map(None).unwrap();
    builder.key("std".into()).unwrap();
    builder.bytes((&[0xFB, 0xEF, 0xFF, 0][..]).into()).unwrap();
    builder.key("url".into()).unwrap();
    builder.i64_array(&[0xFB, 0xEF, 0xFF, 0]).unwrap();
    builder.key("empty".into()).unwrap();
    builder.str("".into()).unwrap();
    builder.key("wide".into()).unwrap();
    builder.i64_array(&[1, 2, 3]).unwrap();
    builder.end_map().unwrap();
    assert_eq!(builder.finish().unwrap(), bytes);

    // Absent fields are their defaults.
    let empty = build(&layout, &[]).unwrap();
    let options = Options {
        defaults: true,
        ..Options::default()
    };
    let all = texts(&Dynamic::new(&layout, &empty).unwrap().options(options));
    assert_eq!(all, BTreeMap::from([("empty".into(), String::new())]));
}

#[test]
fn a_nested_buffer_may_come_as_text() {
    let layout = layout();
    let inner = build(&layout, &[("std", "AQ==")]).unwrap();
    let text = varvel_core::codec::Base64::Standard.encode(&inner).unwrap();
    let bytes = build(&layout, &[("inner", &text)]).unwrap();
    let recorded = Recording::of(&Dynamic::new(&layout, &bytes).unwrap()).unwrap();
    let found: BTreeMap<String, String> =
        varvel_core::Decode::decode(&mut recorded.source(), &()).unwrap();
    assert_eq!(found["inner"], text);
    // Bytes that are no buffer are refused.
    let error = build(&layout, &[("inner", "AAAA")]).unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$.inner");
}

#[test]
fn text_that_is_none_is_refused_with_its_place() {
    let layout = layout();
    for (field, text, found) in [
        ("std", "--__AA==", "`-` at byte 0 of the text"),
        ("url", "--_/AA==", "`/` at byte 3 of the text"),
        ("std", "AAA\u{e9}", "`\\u{e9}` at byte 3 of the text"),
        ("std", "AA A", "` ` at byte 2 of the text"),
        ("std", "AAAAA", "5 letters"),
        ("std", "AQ=", "padding that does not fit"),
        ("std", "A=AA", "padding at byte 1 of the text"),
        (
            "std",
            "AR==",
            "no byte, in the letter at byte 1 of the text",
        ),
    ] {
        let error = build(&layout, &[(field, text)]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TypeMismatch, "{text}");
        assert_eq!(error.path().unwrap().to_string(), format!("$.{field}"));
        assert!(error.to_string().contains(found), "{error}");
    }
    // Without the attribute, text is no bytes.
    let error = build(&layout, &[("plain", "AQ==")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    assert_eq!(error.expectation(), Some("an array"));
}

#[test]
fn the_attributes_are_for_bytes() {
    for field in [
        "a: string (base64);",
        "a: [byte] (base64url);",
        "a: ubyte (base64);",
        "a: [ubyte] (base64, base64url);",
        "a: [ubyte] (base64: 1);",
    ] {
        let problems = parse_text(&format!("table T {{ {field} }}")).unwrap_err();
        let kinds: Vec<_> = problems.iter().map(|problem| problem.kind).collect();
        assert_eq!(kinds, [ProblemKind::Attribute], "{field}");
    }
    // The attribute survives making a schema of the layout.
    let layout = layout();
    let again = varvel_flatbuffers::reflect::schema_of(&layout.layout()).unwrap();
    assert_eq!(SchemaLayout::new(&again).unwrap(), layout);
    let text = again.to_string();
    assert_eq!(
        SchemaLayout::new(&parse_text(&text).unwrap()).unwrap(),
        layout
    );
}

/// The code that a generator writes for a table with such bytes.
mod generated {
    use varvel_flatbuffers::layout::{
        self, Base64, Element, Field, Layout, List, Name, Parts, Scalar, Type,
    };
    use varvel_flatbuffers::{DecodeFields, EncodeTable, Fields, FieldsMut, Object, Schema};

    #[derive(Debug)]
    pub enum Keys {}

    impl Schema for Keys {
        const LAYOUT: Layout<'static> = Layout::new(Parts {
            names: "key",
            objects: &[layout::Object::table(Name::new(0, 3), List::new(0, 1))],
            fields: &[
                Field::new(Name::new(0, 3), Type::Vector(Element::Scalar(Scalar::U8)))
                    .base64(Base64::Url),
            ],
            root: Some(0),
            ..Parts::EMPTY
        });
    }

    #[derive(Debug, Default, PartialEq)]
    pub struct Key {
        pub bytes: Vec<u8>,
    }

    impl Object for Key {
        type Schema = Keys;
        const OBJECT: usize = 0;
    }

    impl EncodeTable for Key {
        type Table = Self;

        fn fields<F: Fields<Self>>(&self, fields: &mut F) -> varvel_core::Result {
            fields.scalars::<u8, _, 0>(Some(&self.bytes[..]))
        }
    }

    impl DecodeFields for Key {
        type Object = Self;

        fn fields_mut<F: FieldsMut<Self>>(&mut self, fields: &mut F) -> varvel_core::Result {
            fields.scalars::<u8, _, 0>(&mut self.bytes)
        }
    }
}

#[test]
fn generated_code_has_the_same_text() {
    use generated::{Key, Keys};
    use varvel_flatbuffers::Schema as _;
    use varvel_flatbuffers::events::{self, With};
    use varvel_flatbuffers::reflect::schema_of;
    let key = Key {
        bytes: vec![0xFB, 0xEF, 0xFF, 0],
    };
    let options = Options::default();
    let given = With {
        table: &key,
        options,
    };
    let recorded = Recording::of(&given).unwrap();
    let text: BTreeMap<String, String> =
        varvel_core::Decode::decode(&mut recorded.source(), &()).unwrap();
    assert_eq!(text["key"], "--__AA==");
    assert_eq!(
        events::read_new::<Key, _>(&mut recorded.source()).unwrap(),
        key
    );

    // A buffer that is built by the schema is the same.
    let layout = SchemaLayout::new(&schema_of(&Keys::LAYOUT).unwrap()).unwrap();
    let bytes = build(&layout, &[("key", "--__AA")]).unwrap();
    assert_eq!(texts(&Dynamic::new(&layout, &bytes).unwrap()), text);

    let wrong = BTreeMap::from([("key", "--//")]);
    let recorded = Recording::of(&wrong).unwrap();
    let error = events::read_new::<Key, _>(&mut recorded.source()).unwrap_err();
    assert!(
        error.to_string().contains("`/` at byte 2 of the text"),
        "{error}"
    );
    let numbers = BTreeMap::from([("key", vec![0xFB, 0xEF, 0xFF, 0])]);
    let recorded = Recording::of(&numbers).unwrap();
    assert_eq!(
        events::read_new::<Key, _>(&mut recorded.source()).unwrap(),
        key
    );
}
