//! Tests of pulling values from MessagePack: what is read, what is refused, and that driving gives
//! the same.

use crate::model;

use model::{Build, Tree, encoded, shortest, trees, widened};
use proptest::prelude::*;
use varvel_core::{
    Decode, Discard, Error, ErrorKind, Key, Kind, Limits, Result, Source, Timestamp, UniqueKeys,
};
use varvel_msgpack::decode;
use varvel_msgpack::{ReadOptions, Reader, drive, from_slice, to_vec};

fn driven(input: &[u8], options: &ReadOptions) -> Result<Tree> {
    let mut build = Build::default();
    drive(input, options, &mut build)?;
    Ok(build.done.unwrap())
}

/// A value that is skipped.
struct Skipped;
impl<'de, C: ?Sized> Decode<'de, C> for Skipped {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.skip().map(|()| Self)
    }
}

/// A tree whose two outermost levels are pulled, and whose inner levels are driven.
struct Mixed(Tree);
impl<'de, C: ?Sized> Decode<'de, C> for Mixed {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        fn inner<'de, R: Source<'de>>(source: &mut R, pulled: usize) -> Result<Tree> {
            match source.peek()? {
                Kind::Array if pulled == 1 && source.passes_empty_array() => {
                    Ok(Tree::Array(Vec::new()))
                }
                Kind::Array if pulled < 2 => {
                    source.begin_array()?;
                    let mut items = Vec::new();
                    while source.next_item()? {
                        items.push(inner(source, pulled + 1)?);
                    }
                    Ok(Tree::Array(items))
                }
                Kind::Object | Kind::Map if pulled < 2 => {
                    source.begin_map()?;
                    let mut members = Vec::new();
                    while !(pulled == 1 && source.leaves_map()) && source.next_entry()? {
                        let key = inner(source, 2)?;
                        members.push((key, inner(source, pulled + 1)?));
                    }
                    Ok(Tree::Map(members))
                }
                Kind::Tagged => match source.read_tag()? {
                    varvel_core::Tag::Extension(kind) => match inner(source, 2)? {
                        Tree::Bytes(bytes) => Ok(Tree::Extension(kind, bytes)),
                        other => panic!("{other:?}"),
                    },
                    other => panic!("{other:?}"),
                },
                _ => {
                    let mut build = Build::default();
                    source.drive(&mut build)?;
                    Ok(build.done.unwrap())
                }
            }
        }
        inner(source, 0).map(Self)
    }
}

/// Reads `input` in both ways and by skipping, and checks that values and errors are equal.
fn both_ways(input: &[u8], options: &ReadOptions) {
    let text = |error: Error| error.to_string();
    let driven = driven(input, options);
    // The model reads some nodes twice, which counts in a limit of nodes.
    if options.limits.nodes == usize::MAX {
        let pulled = decode::<Tree, ()>(input, options, &());
        assert_eq!(
            pulled.map_err(text),
            driven.clone().map(widened).map_err(text),
            "{input:02X?}"
        );
    }
    let mixed = decode::<Mixed, ()>(input, options, &());
    assert_eq!(
        mixed.map(|mixed| mixed.0).map_err(text),
        driven.clone().map_err(text),
        "{input:02X?}"
    );
    let skipped = decode::<Skipped, ()>(input, options, &());
    assert_eq!(
        skipped.map(drop).map_err(text),
        driven.map(drop).map_err(text),
        "{input:02X?}"
    );
}

/// Documents in any of their encodings.
fn documents() -> impl Strategy<Value = (Tree, Vec<u8>)> {
    (trees(), prop::collection::vec(0..4_usize, 1..20)).prop_map(|(tree, choices)| {
        let (mut out, mut at) = (Vec::new(), 0);
        let mut choice = || {
            at += 1;
            choices[at % choices.len()]
        };
        encoded(&tree, &mut choice, &mut out);
        (tree, out)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 300 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_encoding_is_read_and_the_shortest_written((tree, bytes) in documents()) {
        let read = driven(&bytes, &ReadOptions::default()).unwrap();
        prop_assert_eq!(&read, &tree);
        prop_assert_eq!(to_vec(&read).unwrap(), shortest(&tree));
    }

    #[test]
    fn pulling_a_document_gives_what_driving_it_gives((_, bytes) in documents()) {
        both_ways(&bytes, &ReadOptions::default());
    }

    #[test]
    fn pulling_refuses_what_driving_refuses(
        (_, mut bytes) in documents(),
        place in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        how in 0..3,
        depth in prop_oneof![Just(128_usize), 0..4_usize],
    ) {
        let at = place.index(bytes.len());
        match how {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => bytes.truncate(at),
        }
        let limits = Limits { depth, ..Limits::DEFAULT };
        both_ways(&bytes, &ReadOptions::with_limits(limits));
    }

    #[test]
    fn nodes_are_counted_alike(tree in trees(), nodes in 0..60_usize) {
        let limits = Limits { nodes, ..Limits::DEFAULT };
        both_ways(&shortest(&tree), &ReadOptions::with_limits(limits));
    }

    #[test]
    fn calls_in_any_order_end_in_results_or_errors(
        (_, document) in documents(),
        calls in prop::collection::vec(0..22, 0..80),
    ) {
        let options = ReadOptions::default();
        let mut reader = Reader::new(&document, &options).unwrap();
        let mut marks = vec![reader.mark()];
        for call in calls {
            let _ = match call {
                0 => reader.read_null(),
                1 => reader.read_bool().map(drop),
                2 => reader.read_i64().map(drop),
                3 => reader.read_u64().map(drop),
                4 => reader.read_f64().map(drop),
                5 => reader.read_f32().map(drop),
                6 => reader.read_number().map(drop),
                7 => reader.read_str().map(drop),
                8 => reader.read_bytes().map(drop),
                9 => reader.begin_array().map(drop),
                10 => reader.next_item().map(drop),
                11 => reader.begin_map().map(drop),
                12 => reader.next_key().map(drop),
                13 => reader.expect_key(&Key::new("a")).map(drop),
                14 => reader.next_entry().map(drop),
                15 => reader.skip(),
                16 => reader.drive(&mut Discard),
                17 => reader.peek().map(drop),
                18 => reader.read_tag().map(drop),
                19 => reader.read_timestamp().map(drop),
                20 => {
                    marks.push(reader.mark());
                    Ok(())
                }
                _ => {
                    reader.rewind(marks[reader.offset() % marks.len()]).unwrap();
                    Ok(())
                }
            };
        }
        let _ = reader.finish();
    }

    /// The reader goes back from the end of the document to each place that it passed.
    #[test]
    fn what_follows_a_mark_is_read_again((_, bytes) in documents()) {
        let options = ReadOptions::default();
        let mut reader = Reader::new(&bytes, &options).unwrap();
        let mut places = Vec::new();
        loop {
            places.push((reader.mark(), reader.offset()));
            if !step(&mut reader).unwrap() {
                break;
            }
        }
        for (i, (mark, at)) in places.iter().enumerate() {
            reader.rewind(*mark).unwrap();
            for (_, at) in places[i..].iter().take(16) {
                prop_assert_eq!(reader.offset(), *at);
                step(&mut reader).unwrap();
            }
            reader.rewind(*mark).unwrap();
            prop_assert_eq!(reader.offset(), *at);
        }
    }
}

#[test]
fn a_mark_in_a_node_holds_after_driving_that_node_failed() -> Result {
    // [{"a": 1, "a": 2}, 3]
    let bytes = [0x92, 0x82, 0xA1, b'a', 1, 0xA1, b'a', 2, 3];
    let mut reader = Reader::new(&bytes, &ReadOptions::default())?;
    reader.begin_array()?;
    assert!(reader.next_item()?);
    let outside = reader.mark();
    reader.begin_map()?;
    assert!(reader.next_key()?.is_some());
    let inside = reader.mark();
    reader.rewind(outside)?;
    let error = reader.drive(&mut UniqueKeys::new(Discard)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    reader.rewind(inside)?;
    assert_eq!(reader.read_i64()?, 1);
    assert!(reader.next_key()?.is_some());
    assert_eq!(reader.read_i64()?, 2);
    assert!(reader.next_key()?.is_none() && reader.next_item()?);
    assert_eq!(reader.read_i64()?, 3);
    assert!(!reader.next_item()?);
    reader.finish()
}

/// Takes one step in a document of any kind. Returns `false` at its end.
fn step<'de>(reader: &mut Reader<'de>) -> Result<bool> {
    match reader.peek() {
        Ok(Kind::Array) => reader.begin_array()?,
        Ok(Kind::Object | Kind::Map) => reader.begin_map()?,
        Ok(Kind::Tagged) => {
            reader.read_tag()?;
            None
        }
        Ok(_) => {
            reader.skip()?;
            None
        }
        Err(_) if reader.finish().is_ok() => return Ok(false),
        Err(_) => {
            if reader.next_item().is_err() {
                reader.next_entry()?;
            }
            None
        }
    };
    Ok(true)
}

/// `[{"a": [1]}, 2]`
const NESTED: &[u8] = &[0x92, 0x81, 0xA1, b'a', 0x91, 1, 2];

#[test]
fn a_place_can_be_read_again_and_what_is_read_again_counts() {
    let limits = Limits {
        nodes: 11,
        ..Limits::DEFAULT
    };
    let mut reader = Reader::new(NESTED, &ReadOptions::with_limits(limits)).unwrap();
    reader.begin_array().unwrap();
    assert!(reader.next_item().unwrap());
    let mark = reader.mark();
    for _ in 0..3 {
        reader.rewind(mark).unwrap();
        reader.begin_map().unwrap();
        assert_eq!(reader.next_key().unwrap().as_deref(), Some("a"));
        reader.begin_array().unwrap();
        assert!(reader.next_item().unwrap());
        assert_eq!(reader.read_i64().unwrap(), 1);
    }
    // There are 1 + 3 * 3 nodes so far. The array and the map can be left in any case.
    assert!(!reader.next_item().unwrap());
    assert!(reader.next_key().unwrap().is_none());
    assert!(reader.next_item().unwrap());
    assert_eq!(reader.read_i64().unwrap(), 2);
    assert!(!reader.next_item().unwrap());
    reader.finish().unwrap();
    reader.rewind(mark).unwrap();
    assert_eq!(reader.skip().unwrap_err().kind(), ErrorKind::NodeLimit);
}

#[test]
fn limits_hold_when_pulling() {
    let limited = |depth, nodes| {
        ReadOptions::with_limits(Limits {
            depth,
            nodes,
            ..Limits::DEFAULT
        })
    };
    for depth in 0..5 {
        for nodes in 0..12 {
            both_ways(NESTED, &limited(depth, nodes));
            both_ways(
                &[0x93, 0x90, 0x91, 0x90, 0x81, 1, 0x90],
                &limited(depth, nodes),
            );
            // An extension counts like a container with its bytes in it.
            both_ways(&[0x91, 0xD4, 5, 0xAB], &limited(depth, nodes));
            both_ways(&[0x91, 0xD6, 0xFF, 0, 0, 0, 0], &limited(depth, nodes));
        }
    }
    assert!(decode::<Tree, ()>(NESTED, &limited(3, 5), &()).is_ok());
    assert!(decode::<Tree, ()>(NESTED, &limited(2, 5), &()).is_err());
    assert!(decode::<Tree, ()>(NESTED, &limited(3, 4), &()).is_err());
    let short = ReadOptions::with_limits(Limits {
        bytes: NESTED.len() - 1,
        ..Limits::DEFAULT
    });
    both_ways(NESTED, &short);
}

#[test]
fn ten_million_levels_are_an_error_or_take_no_stack() {
    let depth = if cfg!(miri) { 1_000 } else { 10_000_000 };
    let mut bytes = vec![0x91; depth];
    bytes.push(0xC0);
    let error = from_slice::<Skipped>(&bytes).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    let limits = Limits {
        depth,
        ..Limits::DEFAULT
    };
    let options = ReadOptions::with_limits(limits);
    drive(&bytes, &options, &mut Discard).unwrap();
    decode::<Skipped, ()>(&bytes, &options, &()).unwrap();
    let mut reader = Reader::new(&bytes, &options).unwrap();
    for _ in 0..depth {
        reader.begin_array().unwrap();
        assert!(reader.next_item().unwrap());
    }
    reader.read_null().unwrap();
    for _ in 0..depth {
        assert!(!reader.next_item().unwrap());
    }
    reader.finish().unwrap();
}

#[test]
fn values_are_read_as_the_types_that_hold_them() {
    fn read<'de, T: Decode<'de>>(tree: &Tree) -> Result<T> {
        from_slice(shortest(tree).leak())
    }
    let int = |value| Tree::Integer(value);
    assert_eq!(read::<u64>(&int(u64::MAX.into())).unwrap(), u64::MAX);
    assert_eq!(read::<i64>(&int(i64::MIN.into())).unwrap(), i64::MIN);
    assert!(read::<i64>(&int(u64::MAX.into())).is_err());
    assert!(read::<u64>(&int(-1)).is_err());
    assert_eq!(read::<f64>(&int(1 << 53)).unwrap(), 9_007_199_254_740_992.0);
    assert!(read::<f64>(&int((1 << 53) + 1)).is_err());
    assert_eq!(read::<f32>(&int(1 << 24)).unwrap(), 16_777_216.0);
    assert!(read::<f32>(&int((1 << 24) + 1)).is_err());
    assert!(read::<f32>(&int(i64::MAX.into())).is_err());
    assert_eq!(read::<f32>(&Tree::F64(0.1_f64.to_bits())).unwrap(), 0.1);
    assert_eq!(read::<f64>(&Tree::F32(0.5_f32.to_bits())).unwrap(), 0.5);
    assert!(read::<f32>(&Tree::F64(1e39_f64.to_bits())).is_err());
    let infinite = read::<f32>(&Tree::F64(f64::INFINITY.to_bits())).unwrap();
    assert_eq!(infinite, f32::INFINITY);
    assert!(
        read::<f32>(&Tree::F64(f64::NAN.to_bits()))
            .unwrap()
            .is_nan()
    );
    assert!(read::<i64>(&Tree::F64(1.0_f64.to_bits())).is_err());
    assert_eq!(read::<&str>(&Tree::String("é".into())).unwrap(), "é");
    assert_eq!(read::<Option<bool>>(&Tree::Null).unwrap(), None);
    let bytes = shortest(&Tree::Time(-1, 5));
    let mut reader = Reader::new(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(
        reader.read_timestamp().unwrap(),
        Timestamp::new(-1, 5).unwrap()
    );
}

#[test]
fn a_key_that_is_not_there_is_not_passed() {
    // {"b": 1, "a": 2, <31 letters>: 3}. The last key is longer than any key that can be expected.
    let long = "k".repeat(31);
    let map = Tree::Map(vec![
        (Tree::String("b".into()), Tree::Integer(1)),
        (Tree::String("a".into()), Tree::Integer(2)),
        (Tree::String(long.clone()), Tree::Integer(3)),
    ]);
    let bytes = shortest(&map);
    let mut reader = Reader::new(&bytes, &ReadOptions::default()).unwrap();
    let (a, b) = (Key::new("a"), Key::new("b"));
    reader.begin_map().unwrap();
    assert!(!reader.expect_key(&a).unwrap());
    assert!(!reader.expect_key(&Key::new("")).unwrap());
    assert!(reader.expect_key(&b).unwrap());
    assert_eq!(reader.read_i64().unwrap(), 1);
    assert!(!reader.expect_key(&b).unwrap());
    assert!(!reader.expect_key(&Key::NONE).unwrap());
    assert_eq!(reader.next_key().unwrap().as_deref(), Some("a"));
    assert_eq!(reader.read_i64().unwrap(), 2);
    assert!(!reader.expect_key(&Key::new(&long)).unwrap());
    assert_eq!(reader.next_key().unwrap().as_deref(), Some(&*long));
    reader.skip().unwrap();
    assert!(!reader.expect_key(&a).unwrap());
    assert!(reader.next_key().unwrap().is_none());
    reader.finish().unwrap();
}

/// A sink's predictions are compared with the bytes, and never change the result.
#[test]
fn predicted_keys_are_read_as_others() {
    let long = "k".repeat(40);
    let record = |keys: [&str; 3]| {
        Tree::Map(
            keys.map(|key| (Tree::String(key.into()), Tree::Integer(1)))
                .to_vec(),
        )
    };
    let tree = Tree::Array(vec![
        record(["id", "name", &long]),
        record(["id", "name", &long]),
        record(["id", "nam", &long]),
        record(["name", "id", ""]),
        record(["id", "name", &long]),
    ]);
    for choice in 0..4 {
        // The keys come in each of their encodings.
        let mut bytes = Vec::new();
        encoded(&tree, &mut || choice, &mut bytes);
        let mut sink = UniqueKeys::new(Build::default());
        drive(&bytes, &ReadOptions::default(), &mut sink).unwrap();
        assert_eq!(sink.into_inner().done.as_ref(), Some(&tree));
    }
}

#[test]
fn a_value_of_another_kind_is_not_passed() {
    for tree in [
        Tree::Null,
        Tree::Integer(300),
        Tree::F64(0),
        Tree::String("a".into()),
        Tree::Bytes(vec![1]),
        Tree::Time(1, 1),
        Tree::Extension(3, vec![1, 2]),
        Tree::Array(vec![Tree::Null]),
        Tree::Map(vec![(Tree::Null, Tree::Null)]),
    ] {
        let bytes = shortest(&tree);
        type Read = fn(&mut Reader<'_>) -> Result<()>;
        let reads: [Read; 10] = [
            |r| r.read_bool().map(drop),
            |r| r.read_null(),
            |r| r.read_i64().map(drop),
            |r| r.read_f64().map(drop),
            |r| r.read_str().map(drop),
            |r| r.read_bytes().map(drop),
            |r| r.read_timestamp().map(drop),
            |r| r.read_tag().map(drop),
            |r| r.begin_array().map(drop),
            |r| r.begin_map().map(drop),
        ];
        let mut wrong = 0;
        for read in reads {
            let mut reader = Reader::new(&bytes, &ReadOptions::default()).unwrap();
            if let Err(error) = read(&mut reader) {
                assert_eq!(error.kind(), ErrorKind::TypeMismatch, "{tree:?}: {error}");
                assert_eq!((error.offset(), reader.offset()), (Some(0), 0));
                reader.skip().unwrap();
                reader.finish().unwrap();
                wrong += 1;
            }
        }
        // An integer can be read as a float, too.
        let fits = if tree == Tree::Integer(300) { 2 } else { 1 };
        assert_eq!(wrong, reads.len() - fits, "{tree:?}");
    }
}

#[test]
fn calls_that_belong_elsewhere_are_refused() {
    let misused = |result: Result<()>| {
        assert_eq!(result.unwrap_err().kind(), ErrorKind::InvalidEvents);
    };
    let options = ReadOptions::default();
    let mut reader = Reader::new(NESTED, &options).unwrap();
    misused(reader.finish());
    misused(reader.next_item().map(drop));
    misused(reader.next_key().map(drop));
    reader.begin_array().unwrap();
    // The bytes would not show that the next item was not asked for.
    misused(reader.read_i64().map(drop));
    misused(reader.next_key().map(drop));
    misused(reader.expect_key(&Key::new("a")).map(drop));
    assert!(reader.next_item().unwrap());
    misused(reader.next_item().map(drop));
    reader.begin_map().unwrap();
    misused(reader.next_item().map(drop));
    misused(reader.skip());
    assert!(reader.next_key().unwrap().is_some());
    misused(reader.next_key().map(drop));
    reader.skip().unwrap();
    misused(reader.finish());
    assert!(!reader.next_entry().unwrap());
    assert!(reader.next_item().unwrap());
    reader.skip().unwrap();
    assert!(!reader.next_item().unwrap());
    reader.finish().unwrap();
    misused(reader.read_i64().map(drop));
    misused(reader.peek().map(drop));
}
