//! Trees of all kinds of nodes in every format: a tree is the same after writing and reading, or
//! the writer refuses it.
#![cfg(all(
    feature = "cbor",
    feature = "flexbuffers",
    feature = "msgpack",
    feature = "yaml"
))]

use proptest::collection::vec;
use proptest::prelude::*;
use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::value::TreeBuilder;
use varvel::{Bytes, Duplicates, ErrorKind, Result, Sink, Tag, Timestamp, Value};

#[derive(Clone, Debug)]
enum Tree {
    Null,
    Bool(bool),
    Integer(i128),
    Big(String),
    Float(f64),
    Single(f32),
    Decimal(String),
    Text(String),
    Bytes(Vec<u8>),
    Time(i64, u32),
    Tagged(Tag, Box<Self>),
    Array(Vec<Self>),
    Map(Vec<(Self, Self)>),
}

impl Tree {
    fn build<'a>(&'a self, sink: &mut impl Sink<'a>) -> Result {
        match self {
            Self::Null => sink.null(),
            Self::Bool(value) => sink.bool(*value),
            Self::Integer(value) => match (i64::try_from(*value), u64::try_from(*value)) {
                (Ok(value), _) => sink.i64(value),
                (_, Ok(value)) => sink.u64(value),
                _ => sink.big_integer(&value.to_string()),
            },
            Self::Big(digits) => sink.big_integer(digits),
            Self::Float(value) => sink.f64(*value),
            Self::Single(value) => sink.f32(*value),
            Self::Decimal(text) => sink.decimal(text),
            Self::Text(text) => sink.str(text.as_str().into()),
            Self::Bytes(bytes) => sink.bytes(Bytes::Input(bytes)),
            Self::Time(seconds, nanos) => sink.timestamp(Timestamp::new(*seconds, *nanos).unwrap()),
            Self::Tagged(tag, inner) => {
                sink.tag(*tag)?;
                inner.build(sink)
            }
            Self::Array(items) => {
                sink.begin_array(None)?;
                items.iter().try_for_each(|item| item.build(sink))?;
                sink.end_array()
            }
            Self::Map(members) => {
                sink.begin_map(None)?;
                for (key, value) in members {
                    match key {
                        Self::Text(text) => sink.key(text.as_str().into())?,
                        _ => {
                            sink.any_key()?;
                            key.build(sink)?;
                        }
                    }
                    value.build(sink)?;
                }
                sink.end_map()
            }
        }
    }
}

/// Returns whether text can hold the tree. A float of 32 bits is written with the fewest digits
/// that tell it from others of 32 bits; read as 64 bits, these may be another number. A key that is
/// a decimal is the float of the same digits. YAML, which is `plain`, writes an exponent in a form
/// of its own.
fn has_text(tree: &Tree, plain: bool) -> bool {
    let is_text = |tree: &Tree| has_text(tree, plain);
    match tree {
        Tree::Single(value) => value.to_string().parse() == Ok(f64::from(*value)),
        Tree::Decimal(text) => !plain || !text.contains('e'),
        Tree::Tagged(_, inner) => is_text(inner),
        Tree::Array(items) => items.iter().all(is_text),
        Tree::Map(members) => members
            .iter()
            .all(|(key, value)| !matches!(key, Tree::Decimal(_)) && is_text(key) && is_text(value)),
        _ => true,
    }
}

/// Returns mostly tags to which formats give a meaning.
fn tag() -> impl Strategy<Value = Tag> {
    prop_oneof![
        12 => prop_oneof![0_u64..6, Just(1001)].prop_map(Tag::Number),
        2 => prop_oneof![Just(55_799), 20_u64..40, any::<u64>()].prop_map(Tag::Number),
        2 => any::<i8>().prop_map(Tag::Extension),
        1 => Just(Tag::Extension(-1)),
        2 => any::<u8>().prop_map(Tag::Simple),
        1 => Just(Tag::Simple(23)),
    ]
}

fn integer() -> impl Strategy<Value = Tree> {
    prop_oneof![
        4 => (-12_i128..12).prop_map(Tree::Integer),
        1 => any::<i64>().prop_map(|value| Tree::Integer(value.into())),
        1 => any::<u64>().prop_map(|value| Tree::Integer(value.into())),
        1 => any::<u64>().prop_map(|value| Tree::Integer(-1 - i128::from(value))),
        1 => any::<i128>().prop_map(Tree::Integer),
        1 => "-?[1-9][0-9]{40,60}".prop_map(Tree::Big),
    ]
}

/// Returns decimals in the form in which readers of binary formats write them: one text for the
/// same digits and exponent.
fn decimal() -> impl Strategy<Value = Tree> {
    let text = prop_oneof![
        "-?(0|[1-9][0-9]{0,20})\\.[0-9]{1,6}",
        "-?0\\.0{1,3}",
        "-?[1-9][0-9]{0,5}e[1-9][0-9]{0,2}",
    ];
    text.prop_map(Tree::Decimal)
}

/// Returns text that no format reads as something else if it is a key.
fn text() -> impl Strategy<Value = Tree> {
    prop_oneof!["[a-z]{0,8}", "\\PC{0,6}", "[a-z]{20,30}"].prop_map(Tree::Text)
}

fn fraction(decimals: bool) -> BoxedStrategy<Tree> {
    match decimals {
        true => decimal().boxed(),
        false => prop_oneof![
            any::<f64>().prop_map(Tree::Float),
            any::<f32>().prop_map(Tree::Single),
            (-4_i8..4).prop_map(|half| Tree::Float(f64::from(half) / 2.0)),
        ]
        .boxed(),
    }
}

fn tree(decimals: bool) -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        2 => prop_oneof![Just(Tree::Null), any::<bool>().prop_map(Tree::Bool)],
        4 => integer(),
        2 => fraction(decimals),
        3 => text(),
        2 => vec(any::<u8>(), 0..12).prop_map(Tree::Bytes),
        1 => vec(any::<u8>(), 126..131).prop_map(Tree::Bytes),
        1 => (any::<i64>(), prop_oneof![Just(0), 0_u32..1_000_000_000])
            .prop_map(|(seconds, nanos)| Tree::Time(seconds, nanos)),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let key = prop_oneof![3 => text(), 2 => integer(), 1 => inner.clone()];
        // Seconds and nanoseconds, from which a binary format may make one point in time.
        let parts =
            (0_i128..3, integer(), 0_i128..12, integer()).prop_map(|(a, seconds, b, nanos)| {
                Tree::Map(vec![
                    (Tree::Integer(a), seconds),
                    (Tree::Integer(-b), nanos),
                ])
            });
        prop_oneof![
            4 => (tag(), inner.clone()).prop_map(|(tag, inner)| Tree::Tagged(tag, Box::new(inner))),
            2 => vec(inner.clone(), 0..4).prop_map(Tree::Array),
            2 => vec(integer(), 2).prop_map(Tree::Array),
            1 => vec(integer(), 0..40).prop_map(Tree::Array),
            2 => vec((key, inner), 0..4).prop_map(Tree::Map),
            1 => parts,
        ]
    })
}

fn check(tree: &Tree, decimals: bool) {
    let mut builder = TreeBuilder::new();
    // Trees with duplicate keys are left out.
    if tree.build(&mut builder).is_err() {
        return;
    }
    let value = builder.finish().unwrap();
    let mut reading = ReadOptions::default();
    reading.exact_decimals = decimals;
    for &format in AnyFormat::ALL {
        if format.profile().text && !has_text(tree, format.profile().plain) {
            continue;
        }
        let bytes = match format.to_vec(&value, &WriteOptions::default()) {
            Ok(bytes) => bytes,
            Err(error) => {
                let refused = [ErrorKind::Unrepresentable, ErrorKind::InvalidEvents];
                assert!(refused.contains(&error.kind()), "{format:?}: {error}");
                continue;
            }
        };
        let again = format.freeze(&bytes, Duplicates::Error, &reading);
        let again = again.map(Value::from);
        assert!(
            again.as_ref() == Ok(&value),
            "{format:?}: {value} became {again:?} in {}",
            bytes.escape_ascii()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn trees_with_floats(tree in tree(false)) {
        check(&tree, false);
    }

    #[test]
    fn trees_with_decimals(tree in tree(true)) {
        check(&tree, true);
    }
}

#[test]
fn numbers_behind_tags_in_a_row() {
    // Each tag with a meaning before each of a few nodes, and two of them before it.
    let nodes = [
        Tree::Null,
        Tree::Integer(5),
        Tree::Integer(i128::from(i64::MIN)),
        Tree::Integer(i128::from(u64::MAX)),
        Tree::Integer(-1 - i128::from(u64::MAX)),
        Tree::Integer(1 << 80),
        Tree::Float(1.5),
        Tree::Text("2026-01-31".to_owned()),
        Tree::Bytes(vec![1; 3]),
        Tree::Bytes(vec![1; 128]),
        Tree::Bytes(vec![1; 129]),
        Tree::Time(5, 0),
        Tree::Time(5, 1),
        Tree::Array(vec![]),
        Tree::Array(vec![Tree::Integer(-2), Tree::Integer(150)]),
        Tree::Array(vec![Tree::Integer(-2), Tree::Integer(1 << 80)]),
        Tree::Array(vec![Tree::Integer(10_000), Tree::Integer(1)]),
        Tree::Array(vec![Tree::Integer(1); 3]),
        Tree::Array(vec![Tree::Array(vec![]), Tree::Integer(1)]),
        Tree::Map(vec![
            (Tree::Integer(1), Tree::Integer(7)),
            (Tree::Integer(-9), Tree::Integer(8)),
        ]),
        Tree::Map(vec![
            (Tree::Integer(1), Tree::Integer(7)),
            (Tree::Integer(-9), Tree::Integer(1_000_000_000)),
        ]),
    ];
    let tags = [0, 1, 2, 3, 4, 5, 1001, 55_799];
    let tagged = |tag, node| Tree::Tagged(Tag::Number(tag), Box::new(node));
    for node in nodes {
        for outer in tags {
            check(&tagged(outer, node.clone()), false);
            let key = Tree::Map(vec![(tagged(outer, node.clone()), Tree::Null)]);
            check(&Tree::Array(vec![key]), false);
            for inner in tags {
                check(&tagged(outer, tagged(inner, node.clone())), false);
            }
        }
    }
}
