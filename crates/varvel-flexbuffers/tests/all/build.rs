//! Tests of the bytes that the builder writes, and of what it refuses.

use varvel_core::{Encode, Error, ErrorKind, Limits, Result, Sink, Tag};
use varvel_flexbuffers::{Builder, Flex, Type, to_vec};

fn root_type<T: Encode + ?Sized>(value: &T) -> Type {
    let bytes = to_vec(value).unwrap();
    Flex::new(&bytes, &Limits::DEFAULT)
        .unwrap()
        .root()
        .flex_type()
}

#[test]
fn uniform_vectors_are_typed() {
    assert_eq!(root_type(&[1i64, 2, 3, 4, 5]), Type::VectorInt);
    assert_eq!(root_type(&[1i64, 2, 3]), Type::VectorInt3);
    assert_eq!(root_type(&[0.5, 2.0]), Type::VectorFloat2);
    assert_eq!(root_type(&[u64::MAX; 5]), Type::VectorUInt);
    assert_eq!(root_type(&[true, false]), Type::VectorBool);
    assert_eq!(root_type(&["a", "b"]), Type::Vector);
}

#[test]
fn widths_are_small() {
    // Five bytes, their length, and the root.
    assert_eq!(to_vec(&[1i64, 2, 3, 4, 5]).unwrap().len(), 9);
    assert_eq!(to_vec(&7i64).unwrap(), [7, 4, 1]);
    assert_eq!(to_vec(&-129i64).unwrap(), [0x7F, 0xFF, 4 | 1, 2]);
    // Offsets beyond one byte make all items two bytes wide.
    let long = vec!["a long string of which there are many"; 20];
    let bytes = to_vec(&long).unwrap();
    assert!(bytes.len() < 20 * (37 + 2 + 2 + 1) + 10, "{}", bytes.len());
}

#[test]
fn keys_are_written_once() {
    let mut builder = Builder::new();
    let build = |builder: &mut Builder| -> Result<Vec<u8>> {
        builder.begin_array(None)?;
        for i in 0..3 {
            builder.begin_map(None)?;
            builder.key("a long key".into())?;
            builder.i64(i)?;
            builder.end_map()?;
        }
        builder.end_array()?;
        builder.finish()
    };
    let bytes = build(&mut builder).unwrap();
    let count = bytes.windows(10).filter(|w| w == b"a long key").count();
    assert_eq!(count, 1);
    // The builder can be used again.
    assert_eq!(build(&mut builder).unwrap(), bytes);
}

/// Returns the error of the node at `$.a[1]`.
fn refused(node: impl FnOnce(&mut Builder) -> Result) -> Error {
    let mut builder = Builder::new();
    let run = || {
        builder.begin_map(None)?;
        builder.key("a".into())?;
        builder.begin_array(None)?;
        builder.null()?;
        node(&mut builder)
    };
    let error = run().unwrap_err();
    assert_eq!(builder.null().unwrap_err().kind(), ErrorKind::InvalidEvents);
    error
}

#[test]
fn what_it_cannot_hold_is_refused_with_its_path() {
    let big = refused(|builder| builder.big_integer("18446744073709551616"));
    assert_eq!(
        big.to_string(),
        "value cannot be represented: expected what a FlexBuffer can hold, found an integer beyond 64 bits, at $.a[1]"
    );
    for error in [
        refused(|builder| builder.decimal("0.1")),
        refused(|builder| builder.tag(Tag::Number(1))),
        refused(|builder| {
            builder.begin_map(None)?;
            builder.key("z\0".into())
        }),
        refused(|builder| {
            builder.begin_map(None)?;
            builder.any_key()?;
            builder.i64(1)
        }),
    ] {
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
        assert!(
            error.path().unwrap().to_string().starts_with("$.a[1]"),
            "{error}"
        );
    }
}

#[test]
fn doubled_keys_are_refused() {
    let error = refused(|builder| {
        builder.begin_map(None)?;
        for key in ["b", "c", "b"] {
            builder.key(key.into())?;
            builder.null()?;
        }
        builder.end_map()
    });
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    assert_eq!(error.path().unwrap().to_string(), "$.a[1].b");
}

#[test]
fn events_out_of_order_are_refused() {
    let kind = |result: Result| result.unwrap_err().kind();
    let events = ErrorKind::InvalidEvents;
    assert_eq!(kind(Builder::new().end_array()), events);
    assert_eq!(kind(Builder::new().key("a".into())), events);
    assert_eq!(kind(Builder::new().finish().map(drop)), events);
    let mut builder = Builder::new();
    builder.null().unwrap();
    assert_eq!(kind(builder.null()), events);
    let mut builder = Builder::new();
    builder.begin_map(None).unwrap();
    assert_eq!(kind(builder.end_array()), events);
}
