//! A tree that is a part of a type is as deep as the reader of the whole lets it be.
#![cfg(all(feature = "msgpack", feature = "yaml"))]

use varvel::{Decode, ErrorKind, Frozen, Limits, Result, Value, json, msgpack, yaml};

/// An array in which as many others are inside each other.
fn deep(depth: usize) -> String {
    format!("[7,{}{}]", "[".repeat(depth), "]".repeat(depth))
}

/// Reads a document of every format with a limit.
fn read<T: for<'de> Decode<'de>>(text: &str, depth: usize) -> [Result<T>; 4] {
    let limits = Limits {
        depth,
        ..Limits::DEFAULT
    };
    let bytes = {
        let mut writer = msgpack::Writer::new();
        let options = json::ReadOptions::with_limits(Limits::NONE);
        json::drive(text.as_bytes(), &options, &mut writer).unwrap();
        writer.finish().unwrap()
    };
    let tree = json::freeze_with(text.as_bytes(), Default::default(), Limits::NONE).unwrap();
    [
        json::from_slice_with(text.as_bytes(), &json::ReadOptions::with_limits(limits)),
        msgpack::Reader::new(&bytes, &msgpack::ReadOptions::with_limits(limits))
            .and_then(|mut reader| T::decode(&mut reader, &())),
        yaml::from_slice_with(text.as_bytes(), &yaml::ReadOptions::with_limits(limits)),
        T::decode(&mut tree.view().source_with(limits), &()),
    ]
}

#[test]
fn a_tree_in_a_type_has_the_limits_of_the_reader() {
    for inside in [100, 300, 1000] {
        let text = deep(inside);
        for read in read::<(u8, Value)>(&text, inside + 1) {
            assert_eq!(read.unwrap().0, 7);
        }
        for read in read::<(u8, Frozen)>(&text, inside + 1) {
            assert_eq!(read.unwrap().0, 7);
        }
        for read in read::<(u8, Value)>(&text, inside - 1) {
            assert_eq!(read.unwrap_err().kind(), ErrorKind::DepthLimit);
        }
        for read in read::<(u8, Frozen)>(&text, inside - 1) {
            assert_eq!(read.unwrap_err().kind(), ErrorKind::DepthLimit);
        }
    }
}
