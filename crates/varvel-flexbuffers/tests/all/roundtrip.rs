//! Tests of round trips, and of exchange with the official library.

use std::collections::BTreeMap;

use flexbuffers::{BuilderOptions, MapBuilder, MapReader, Reader, VectorBuilder};
use proptest::prelude::*;
use varvel_core::{Encode, Limits, Result, Sink};
use varvel_flexbuffers::{Builder, Flex, Reference, Type, from_slice, to_vec};

/// A tree of what a FlexBuffer can hold.
#[derive(Clone, Debug)]
enum Tree {
    Null,
    Bool(bool),
    Int(i64),
    UInt(u64),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    Ints(Vec<i64>),
    Floats(Vec<f64>),
    Array(Vec<Tree>),
    Map(BTreeMap<String, Tree>),
}

impl Encode for Tree {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &()) -> Result {
        match self {
            Self::Null => sink.null(),
            Self::Bool(value) => sink.bool(*value),
            Self::Int(value) => sink.i64(*value),
            Self::UInt(value) => sink.u64(*value),
            Self::Float(value) => sink.f64(*value),
            Self::Text(text) => sink.str(text.as_str().into()),
            Self::Bytes(bytes) => sink.bytes(bytes.as_slice().into()),
            Self::Ints(values) => sink.i64_array(values),
            Self::Floats(values) => sink.f64_array(values),
            Self::Array(items) => {
                sink.begin_array(None)?;
                items.iter().try_for_each(|item| item.encode(sink, &()))?;
                sink.end_array()
            }
            Self::Map(members) => {
                sink.begin_map(None)?;
                // In another order than that of the keys.
                for (key, value) in members.iter().rev() {
                    sink.key(key.as_str().into())?;
                    value.encode(sink, &())?;
                }
                sink.end_map()
            }
        }
    }
}

/// Returns whether the node equals the tree.
fn same(tree: &Tree, node: Reference<'_>) -> bool {
    let items = |len: usize| node.as_vector().filter(|items| items.len() == len);
    match tree {
        Tree::Null => node.is_null(),
        Tree::Bool(value) => node.as_bool() == Some(*value),
        Tree::Int(value) => node.as_i64() == Some(*value),
        Tree::UInt(value) => node.as_u64() == Some(*value),
        Tree::Float(value) => node.as_f64().map(f64::to_bits) == Some(value.to_bits()),
        Tree::Text(text) => node.as_str() == Some(text),
        Tree::Bytes(bytes) => node.as_bytes() == Some(bytes),
        Tree::Ints(values) => items(values.len()).is_some_and(|items| {
            let mut both = items.iter().zip(values);
            both.all(|(item, value)| item.as_i64() == Some(*value))
        }),
        Tree::Floats(values) => items(values.len()).is_some_and(|items| {
            let mut both = items.iter().zip(values);
            both.all(|(item, value)| item.as_f64().map(f64::to_bits) == Some(value.to_bits()))
        }),
        Tree::Array(nodes) => items(nodes.len())
            .is_some_and(|items| items.iter().zip(nodes).all(|(item, node)| same(node, item))),
        Tree::Map(members) => node.as_map().is_some_and(|map| {
            let found = |(key, value): (&String, _)| map.get(key).is_some_and(|v| same(value, v));
            map.len() == members.len()
                && map.iter().map(|(key, _)| key).eq(members.keys())
                && members.iter().all(found)
        }),
    }
}

/// Returns whether the official reader finds the same tree.
fn same_there(tree: &Tree, node: &Reader<&[u8]>) -> bool {
    let items = || node.get_vector().unwrap();
    match tree {
        Tree::Null => node.flexbuffer_type() == flexbuffers::FlexBufferType::Null,
        Tree::Bool(value) => node.get_bool() == Ok(*value),
        Tree::Int(value) => node.get_i64() == Ok(*value),
        Tree::UInt(value) => node.get_u64() == Ok(*value),
        Tree::Float(value) => node.get_f64().map(f64::to_bits) == Ok(value.to_bits()),
        Tree::Text(text) => node.get_str() == Ok(text),
        Tree::Bytes(bytes) => node.get_blob().unwrap().0 == bytes.as_slice(),
        Tree::Ints(values) => {
            items().len() == values.len()
                && items()
                    .iter()
                    .zip(values)
                    .all(|(a, b)| a.get_i64() == Ok(*b))
        }
        Tree::Floats(values) => {
            items().len() == values.len()
                && items()
                    .iter()
                    .zip(values)
                    .all(|(a, b)| a.get_f64().map(f64::to_bits) == Ok(b.to_bits()))
        }
        Tree::Array(nodes) => {
            items().len() == nodes.len()
                && items()
                    .iter()
                    .zip(nodes)
                    .all(|(item, node)| same_there(node, &item))
        }
        Tree::Map(members) => {
            let map: MapReader<&[u8]> = node.get_map().unwrap();
            let found = |(key, value): (&String, _)| {
                map.index(key.as_str())
                    .is_ok_and(|node| same_there(value, &node))
            };
            map.len() == members.len() && members.iter().all(found)
        }
    }
}

/// The place where the official builder takes a node.
enum There<'v, 'b> {
    Item(&'v mut VectorBuilder<'b>),
    Member(&'v mut MapBuilder<'b>, &'v str),
}

/// Builds the tree with the official library.
fn build_there(tree: &Tree, place: There<'_, '_>) {
    macro_rules! push {
        ($value:expr) => {
            match place {
                There::Item(to) => to.push($value),
                There::Member(to, key) => to.push(key, $value),
            }
        };
    }
    macro_rules! items {
        ($items:expr, $to:ident, $each:expr) => {{
            let mut $to = match place {
                There::Item(to) => to.start_vector(),
                There::Member(to, key) => to.start_vector(key),
            };
            $items.iter().for_each($each);
        }};
    }
    match tree {
        Tree::Null => push!(()),
        Tree::Bool(value) => push!(*value),
        Tree::Int(value) => push!(*value),
        Tree::UInt(value) => push!(*value),
        Tree::Float(value) => push!(*value),
        Tree::Text(text) => push!(text.as_str()),
        Tree::Bytes(bytes) => push!(flexbuffers::Blob(bytes.as_slice())),
        Tree::Ints(values) => items!(values, to, |value| to.push(*value)),
        Tree::Floats(values) => items!(values, to, |value| to.push(*value)),
        Tree::Array(nodes) => items!(nodes, to, |node| build_there(node, There::Item(&mut to))),
        Tree::Map(members) => {
            let mut to = match place {
                There::Item(to) => to.start_map(),
                There::Member(to, key) => to.start_map(key),
            };
            for (key, value) in members {
                build_there(value, There::Member(&mut to, key));
            }
        }
    }
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f32>()
            .prop_filter("a number", |v| !v.is_nan())
            .prop_map(f64::from),
        any::<f64>().prop_filter("a number", |v| !v.is_nan()),
    ]
}

fn int() -> impl Strategy<Value = i64> {
    (any::<i64>(), 0..64u32).prop_map(|(value, shift)| value >> shift)
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::Bool),
        int().prop_map(Tree::Int),
        (i64::MAX as u64 + 1..=u64::MAX).prop_map(Tree::UInt),
        float().prop_map(Tree::Float),
        ".{0,12}".prop_map(Tree::Text),
        "[a-c]{200,400}".prop_map(Tree::Text),
        prop::collection::vec(any::<u8>(), 0..300).prop_map(Tree::Bytes),
        prop::collection::vec(int(), 0..300).prop_map(Tree::Ints),
        prop::collection::vec(float(), 0..6).prop_map(Tree::Floats),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Tree::Array),
            prop::collection::vec(any::<bool>().prop_map(Tree::Bool), 0..300).prop_map(Tree::Array),
            prop::collection::vec(int().prop_map(Tree::Int), 0..6).prop_map(Tree::Array),
            prop::collection::btree_map("[a-d]{0,3}|[^\0]{0,4}", inner, 0..8).prop_map(Tree::Map),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_built_is_read(tree in tree()) {
        let bytes = to_vec(&tree).unwrap();
        let flex = Flex::new(&bytes, &Limits::DEFAULT).unwrap();
        prop_assert!(same(&tree, flex.root()));
        // As events, and built from them.
        let again = to_vec(&flex).unwrap();
        prop_assert!(same(&tree, Flex::new(&again, &Limits::DEFAULT).unwrap().root()));
        let mut shared = Builder::new().with_shared_strings();
        flex.encode(&mut shared, &()).unwrap();
        let shared = shared.finish().unwrap();
        prop_assert!(same(&tree, Flex::new(&shared, &Limits::DEFAULT).unwrap().root()));
    }

    #[test]
    fn the_official_reader_reads_what_is_built(tree in tree()) {
        let bytes = to_vec(&tree).unwrap();
        prop_assert!(same_there(&tree, &Reader::get_root(bytes.as_slice()).unwrap()));
    }

    #[test]
    fn what_the_official_builder_builds_is_read(tree in tree()) {
        let mut builder = flexbuffers::Builder::new(BuilderOptions::SHARE_KEYS);
        build_there(&tree, There::Item(&mut builder.start_vector()));
        let flex = Flex::new(builder.view(), &Limits::DEFAULT).unwrap();
        prop_assert!(same(&Tree::Array(vec![tree]), flex.root()));
    }
}

/// The example that the authors of the format keep. The samples of all languages are checked
/// against it.
#[test]
fn the_golden_example_is_read() {
    let suites = std::env::var_os("VARVEL_SUITES").map_or_else(
        || concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/suites").into(),
        std::path::PathBuf::from,
    );
    let path = suites.join("flatbuffers/tests/gold_flexbuffer_example.bin");
    let Ok(bytes) = std::fs::read(path) else {
        println!("skipped: no flatbuffers at VARVEL_SUITES or ../shared/suites");
        return;
    };
    let map = Flex::new(&bytes, &Limits::DEFAULT)
        .unwrap()
        .root()
        .as_map()
        .unwrap();
    let keys: Vec<_> = map.iter().map(|(key, _)| key).collect();
    assert_eq!(
        keys,
        ["bar", "bar3", "bool", "bools", "foo", "mymap", "vec"]
    );
    let ints = |key: &str| -> Vec<i64> {
        let vector = map.get(key).unwrap().as_vector().unwrap();
        vector.iter().filter_map(|item| item.as_i64()).collect()
    };
    assert_eq!((ints("bar"), ints("bar3")), (vec![1, 2, 3], vec![1, 2, 3]));
    assert_eq!(map.get("bar3").unwrap().flex_type(), Type::VectorInt3);
    assert_eq!(map.get("bool").unwrap().as_bool(), Some(true));
    let bools = map.get("bools").unwrap().as_vector().unwrap();
    let bools: Vec<_> = bools.iter().filter_map(|item| item.as_bool()).collect();
    assert_eq!(bools, [true, false, true, false]);
    assert_eq!(map.get("foo").unwrap().as_f64(), Some(100.0));
    let inner = map.get("mymap").unwrap().as_map().unwrap();
    assert_eq!(inner.get("foo").unwrap().as_str(), Some("Fred"));
    let vec = map.get("vec").unwrap().as_vector().unwrap();
    assert_eq!(vec.get(0).unwrap().as_i64(), Some(-100));
    assert_eq!(vec.get(1).unwrap().as_str(), Some("Fred"));
    assert_eq!(vec.get(2).unwrap().flex_type(), Type::IndirectFloat);
    assert_eq!(vec.get(2).unwrap().as_f64(), Some(4.0));
    assert_eq!(vec.get(3).unwrap().as_bytes(), Some([77].as_slice()));
    assert_eq!(vec.get(4).unwrap().as_bool(), Some(false));
}

#[test]
fn types_are_read_in_the_form_in_which_they_are_written() {
    // Integers beyond 64 bits are written as bytes.
    for value in [i128::MIN, i128::MAX, 1 << 64, -7] {
        let bytes = to_vec(&value).unwrap();
        assert_eq!(from_slice::<i128>(&bytes).unwrap(), value);
    }
}
