//! The options of freezing. Miri skips generated cases, and runs the examples.

use crate::model;

use model::by_hand::expanding;
use model::*;
use varvel_core::{Duplicates, ErrorKind, Limits, Sink, Tag};
use varvel_frozen::{Builder, Freeze, Frozen};

fn canonical(tree: &Tree) -> Vec<u8> {
    let frozen = tree.freeze().unwrap();
    let canonical = Freeze::canonical().freeze_view(frozen.view()).unwrap();
    canonical.into_bytes()
}

/// Returns a builder that has learned from these documents.
fn taught_by(trees: &[&Tree]) -> Builder {
    let mut builder = Builder::with(Duplicates::Error, Limits::DEFAULT);
    for tree in trees {
        tree.freeze_with(&mut builder).unwrap();
    }
    builder
}

/// Returns an object whose keys leave no room for those of the objects after it.
fn spender() -> Tree {
    let many = if cfg!(miri) { 2 } else { 400 };
    Object((0..many).map(|i| (format!("key {i}"), Null)).collect())
}

fn floats(n: usize) -> Tree {
    Array((0..n).map(|i| F64(i as f64 / 4.0)).collect())
}

#[test]
fn equal_documents_have_equal_canonical_bytes() {
    let record = |keys: &[&str]| {
        let member = |key: &&str| ((*key).to_owned(), floats(key.len()));
        Object(keys.iter().map(member).collect())
    };
    let pairs = [
        (record(&["id", "name"]), record(&["name", "id"])),
        (
            // One shape, however many places the object occurs at.
            object([("a", record(&["x"])), ("b", record(&["x"]))]),
            object([("b", record(&["x"])), ("a", record(&["x"]))]),
        ),
        (
            Array(vec![F32(0.5), F64(f64::NAN)]),
            Array(vec![F64(0.5), F64(-f64::NAN)]),
        ),
        (
            // The place of an array's numbers does not depend on when the builder learned that the
            // container is no object.
            Map(vec![(text("key"), floats(9)), (Null, Null)]),
            Map(vec![(Null, Null), (text("key"), floats(9))]),
        ),
        (
            Map(vec![
                (I64(-1), Null),
                (object([("a", I64(1)), ("b", Null)]), floats(2)),
            ]),
            Map(vec![
                (object([("b", Null), ("a", I64(1))]), floats(2)),
                (I64(-1), Null),
            ]),
        ),
    ];
    for (a, b) in pairs {
        assert_eq!(canonical(&a), canonical(&b), "{a:?}");
    }
}

/// An object with a long key carries its keys. They come before its values, so they move the
/// numbers in these.
#[test]
fn numbers_beside_a_long_key_are_aligned_in_canonical_form() {
    let member = |key: &str| (key.to_owned(), floats(9));
    let long = "x".repeat(257);
    let members = [member("first"), member("second"), member(&long)];
    let bytes = canonical(&Object(members.to_vec()));
    let windows = bytes.windows(8).enumerate();
    let quarters = windows.filter(|(_, window)| *window == 0.25_f64.to_le_bytes());
    let places: Vec<usize> = quarters.map(|(at, _)| at).collect();
    assert_eq!(places.len(), 3);
    assert!(places.iter().all(|at| at.is_multiple_of(8)), "{places:?}");
}

#[test]
#[cfg_attr(miri, ignore = "many documents, all of safe code")]
fn different_documents_have_different_canonical_bytes() {
    let all = [
        I64(1),
        F64(1.0),
        F64(0.0),
        F64(-0.0),
        Decimal("1".into()),
        Decimal("1.0".into()),
        text("1"),
        Bytes(b"1".to_vec()),
        Array(vec![]),
        object([]),
        Array(vec![I64(1)]),
        Array(vec![F64(1.0)]),
        Tagged(Tag::Number(1), Box::new(I64(1))),
        Tagged(Tag::Extension(1), Box::new(I64(1))),
        Tagged(Tag::Simple(1), Box::new(I64(1))),
        object([("a", I64(1))]),
        object([("a", I64(2))]),
        object([("b", I64(1))]),
    ];
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            assert_eq!(canonical(a) == canonical(b), i == j, "{a:?} {b:?}");
        }
    }
}

#[test]
fn what_a_builder_has_learned_is_not_in_canonical_bytes() {
    let keys = |n: usize| (0..n).map(move |k| (format!("k{}", k * 41 % n), I64(3)));
    let record = |n: usize| Object(keys(n).collect());
    let most = if cfg!(miri) { 10 } else { 40 };
    let records = (1..most).step_by(3).map(record);
    let tree = Array(
        [spender()]
            .into_iter()
            .chain(records)
            .chain([floats(9)])
            .collect(),
    );
    let expected = canonical(&tree);
    let mut carried = 0;
    for learned in [&[][..], &[&tree], &[&tree.reversed(), &tree]] {
        for tree in [&tree, &tree.reversed()] {
            let frozen = tree.freeze_with(&mut taught_by(learned)).unwrap();
            let shaped = frozen.view().items().filter_map(|item| item.as_object());
            carried += most / 3 + 1 - shaped.count();
            let again = Freeze::canonical().freeze(&frozen).unwrap();
            assert!(again.as_bytes() == expected);
        }
    }
    assert!(
        cfg!(miri) || carried > 20,
        "{carried} objects carry their keys"
    );
    let read = Frozen::from_bytes(expected).unwrap();
    assert!(read == tree.freeze().unwrap());
    assert!(
        read.view()
            .items()
            .take(most / 3 + 1)
            .all(|item| item.as_object().is_some())
    );
}

#[test]
fn map_members_stand_in_the_order_of_their_sort_keys() {
    let keys = [
        Null,
        Bool(false),
        Bool(true),
        I64(i64::MIN),
        I64(-1),
        I64(0),
        I64(256),
        U64(1 << 63),
        F64(f64::NEG_INFINITY),
        F64(-1.0),
        F64(-0.0),
        F64(0.0),
        F64(1e-300),
        F64(2.0),
        F64(f64::NAN),
        Big("18446744073709551616".into()),
        Decimal("0.5".into()),
        text("b"),
        text("aa"),
        Bytes(vec![]),
        Tagged(Tag::Number(0), Box::new(Null)),
        Tagged(Tag::Extension(-1), Box::new(Null)),
        Tagged(Tag::Extension(0), Box::new(Null)),
        Array(vec![]),
        Array(vec![Null]),
        object([]),
        object([("b", Null), ("aa", Null)]),
        Tagged(Tag::Simple(0), Box::new(Null)),
        Tagged(Tag::Simple(23), Box::new(Null)),
    ];
    let map = Map(keys.iter().map(|key| (key.clone(), Null)).collect());
    let bytes = canonical(&map.reversed());
    let frozen = Frozen::from_bytes(bytes).unwrap();
    for (key, (found, _)) in keys.iter().zip(frozen.view().pairs()) {
        assert!(key.same(&Tree::from_view(&found)), "{key:?} {found:?}");
    }
}

#[test]
fn every_damage_to_bytes_with_a_checksum_is_found() {
    let tree = Array(vec![
        text("some text"),
        object([("a", floats(9)), ("b", Null)]),
    ]);
    let frozen = tree.freeze().unwrap();
    let with = Freeze::new()
        .with_checksum()
        .freeze_view(frozen.view())
        .unwrap();
    let mut bytes = with.as_bytes().to_vec();
    assert_eq!(bytes.len(), frozen.as_bytes().len() + 8);
    assert!(Frozen::validate(&bytes).unwrap() == frozen.view());
    for at in (0..bytes.len()).step_by(if cfg!(miri) { 41 } else { 1 }) {
        for bit in (0..8).step_by(if cfg!(miri) { 7 } else { 1 }) {
            bytes[at] ^= 1 << bit;
            let error = Frozen::validate(&bytes).unwrap_err();
            // The reader checks the bytes before the flag, the flag and the length first.
            let in_header = at < 16;
            assert_eq!(
                error.kind() == ErrorKind::ChecksumMismatch,
                !in_header,
                "{at}: {error}"
            );
            bytes[at] ^= 1 << bit;
        }
    }
}

#[test]
fn a_buffer_without_a_whole_header_has_no_checksum() {
    for len in 16..32_u8 {
        let mut bytes = vec![0; len.into()];
        bytes[..6].copy_from_slice(b"VRVL\x01\x01");
        bytes[8] = len;
        let error = Frozen::validate(&bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidFrozen, "{len}: {error}");
    }
}

#[test]
fn a_checksum_does_not_travel_with_parts() {
    let tree = Array(vec![
        object([("a", floats(9)), ("b", text(&"-".repeat(200)))]),
        Null,
    ]);
    let canonical = Freeze::canonical().with_checksum();
    let frozen = canonical
        .freeze(&tree.freeze().unwrap())
        .unwrap()
        .into_arc();
    let part = frozen.part(frozen.view().item(0).unwrap()).unwrap();
    let detached = part.detach().unwrap();
    let mut builder = Builder::new();
    let mut splice = builder.splice(frozen.view()).unwrap();
    splice.node(part.view()).unwrap();
    let spliced = splice.finish().unwrap();
    for found in [detached, spliced] {
        let found = Frozen::from_bytes(found.into_bytes()).unwrap();
        assert!(found == part);
    }
    assert!(canonical.freeze(&frozen).unwrap().as_bytes() == frozen.as_bytes());
}

fn sharing(tree: &Tree) -> Frozen {
    let frozen = tree.freeze().unwrap();
    let shared = Freeze::sharing_strings().freeze_view(frozen.view());
    Frozen::from_bytes(shared.unwrap().into_bytes()).unwrap()
}

#[test]
#[cfg_attr(miri, ignore = "many strings; the vectors have shared ones")]
fn shared_strings_stand_once() {
    let long = "a string of some length";
    let tree = Array(vec![
        Array(vec![text(long); 20]),
        object([("a", text(long)), (long, text("ab"))]),
        Map(vec![
            (text("ab"), text(long)),
            (Array(vec![text(long), Null]), F32(0.1)),
        ]),
        Tagged(Tag::Number(7), Box::new(text(long))),
        Array(vec![text("ab"), text("a"), text("")]),
    ]);
    let frozen = sharing(&tree);
    let times = |bytes: &[u8], text: &str| {
        let windows = bytes.windows(text.len());
        windows.filter(|window| *window == text.as_bytes()).count()
    };
    assert_eq!(times(frozen.as_bytes(), long), 1);
    // Sharing a string of two bytes in a slot of two saves nothing.
    assert_eq!(times(frozen.as_bytes(), "ab"), 3);
    tree.check(frozen.view(), &mut Vec::new());
    assert!(frozen.as_bytes().len() + 400 < tree.freeze().unwrap().as_bytes().len());
    // Everything made from the document has the strings in full.
    assert!(frozen.clone().into_arc().detach().unwrap().as_bytes().len() > 500);
    let read = |frozen: &Frozen| format!("{:?}", frozen.view());
    assert_eq!(read(&frozen), read(&tree.freeze().unwrap()));
}

#[test]
fn shared_strings_stand_for_at_most_64_times_the_buffer() {
    let fits = |n: usize| 1000 * n <= 64 * expanding(n).len();
    assert!(fits(77) && !fits(78));
    let counts: &[usize] = if cfg!(miri) { &[78] } else { &[1, 77, 78, 255] };
    for &n in counts {
        assert_eq!(Frozen::validate(&expanding(n)).is_ok(), fits(n), "{n}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "long strings")]
fn only_short_strings_are_shared_where_long_ones_stand_for_too_much() {
    let long = "x".repeat(5000);
    let short = "a string of some length";
    let mut items = vec![text(&long); 3000];
    items.extend(vec![text(short); 20]);
    let tree = Array(items);
    let frozen = sharing(&tree);
    let plain = tree.freeze().unwrap();
    assert!(frozen == plain);
    let saved = plain.as_bytes().len() - frozen.as_bytes().len();
    assert!(
        (19 * short.len()..20 * short.len() + 40).contains(&saved),
        "{saved}"
    );
}

/// More strings than slots of two bytes have numbers for.
#[test]
#[cfg_attr(miri, ignore = "many strings")]
fn the_strings_that_gain_most_are_shared() {
    let string = |i: usize| text(&format!("string number {i:05}"));
    let once_more = (0..5000).map(string);
    let tree = Array(
        (0..5000)
            .map(string)
            .chain(once_more)
            .chain([string(0)])
            .collect(),
    );
    let frozen = sharing(&tree);
    tree.check(frozen.view(), &mut Vec::new());
    let (shared, rest) = (4096, 5000 - 4096);
    let text = 20 * (shared + 2 * rest);
    let slots = 4 * 10_001 + 4 * shared;
    assert!((text + slots..text + slots + 200).contains(&frozen.as_bytes().len()));
}

#[test]
fn parts_with_shared_strings_are_spliced() {
    let part = Array(vec![
        text("a string"),
        text("a string"),
        text("a string"),
        I64(1),
    ]);
    let tree = Array(vec![part.clone(), text(&"-".repeat(300)), part]);
    let frozen = sharing(&tree);
    let mut builder = Builder::new();
    let mut splice = builder.splice(frozen.view()).unwrap();
    splice.begin_array(None).unwrap();
    splice.node(frozen.view().item(0).unwrap()).unwrap();
    splice.items(frozen.view(), 1..3).unwrap();
    splice.end_array().unwrap();
    let spliced = splice.finish().unwrap();
    let spliced = Frozen::from_bytes(spliced.into_bytes()).unwrap();
    tree.check(spliced.view(), &mut Vec::new());
}

/// Gives events to the builder, since the functions of a tree recurse.
#[test]
fn depth_is_not_limited() {
    type Event = fn(&mut Builder) -> varvel_core::Result;
    let kinds: [(Event, Event); 3] = [
        (
            |builder| builder.begin_array(None),
            |builder| builder.end_array(),
        ),
        (
            |builder| {
                builder.begin_map(None)?;
                builder.key("a".into())
            },
            |builder| builder.end_map(),
        ),
        (|builder| builder.tag(Tag::Number(7)), |_| Ok(())),
    ];
    let depth = if cfg!(miri) { 60 } else { 200_000 };
    for (begin, end) in kinds {
        let mut builder = Builder::with(
            Duplicates::Error,
            Limits {
                depth,
                ..Limits::DEFAULT
            },
        );
        let mut deep = || {
            builder.start()?;
            (0..depth).try_for_each(|_| begin(&mut builder))?;
            builder.null()?;
            (0..depth).try_for_each(|_| end(&mut builder))?;
            builder.finish()
        };
        let frozen = deep().unwrap();
        let canonical = Freeze::canonical().freeze_view(frozen.view()).unwrap();
        assert!(canonical.view() == frozen.view());
    }
}

#[cfg(not(miri))]
mod random {
    use super::model::random::{config, trees};
    use super::*;
    use proptest::prelude::*;

    fn hash(frozen: &Frozen) -> u64 {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(frozen)
    }

    /// A tree, and another one that equals it or nearly does.
    fn alike() -> impl Strategy<Value = (Tree, Tree)> {
        (trees(), any::<prop::sample::Index>(), 0_u8..5).prop_map(|(tree, at, how)| {
            let mut nodes = 0;
            let mut other = match how & 1 {
                0 => tree.clone(),
                _ => tree.reversed(),
            };
            other.map(&mut |node| {
                nodes += 1;
                node
            });
            let mut left = at.index(nodes) + 1;
            if how < 3 {
                other = other.map(&mut |node| {
                    left -= usize::from(left != 0);
                    match node {
                        node if left != 0 => node,
                        I64(v) => F64(v as f64),
                        F64(v) if f64::from(v as f32) == v => F32(v as f32),
                        F64(v) => F64(-v),
                        F32(v) => F64(v.into()),
                        Array(mut items) => {
                            items.pop();
                            Array(items)
                        }
                        Object(mut members) => {
                            members.pop();
                            Object(members)
                        }
                        node => node,
                    }
                });
            }
            (tree, other)
        })
    }

    proptest! {
        #![proptest_config(config())]

        #[test]
        fn canonical_bytes_are_equal_when_documents_are(
            (a, b) in alike(),
            c in trees(),
        ) {
            let [x, y, z] = [&a, &b, &c].map(canonical);
            prop_assert_eq!(x == y, a.same(&b));
            prop_assert_eq!(x == z, a.same(&c));
        }

        #[test]
        fn shared_strings_are_strings(tree in trees(), other in trees()) {
            // Makes some values occur twice.
            let tree = Array(vec![tree.reversed(), other, tree]);
            let frozen = sharing(&tree);
            tree.check(frozen.view(), &mut Vec::new());
            prop_assert!(tree.same(&Tree::from_view(&frozen.view())));
            let plain = tree.freeze().unwrap();
            prop_assert!(frozen == plain);
            prop_assert!(frozen.cmp(&plain).is_eq());
            prop_assert_eq!(hash(&frozen), hash(&plain));
            prop_assert!(frozen.as_bytes().len() <= plain.as_bytes().len() + 64);
            let canonical = Freeze::canonical().freeze(&frozen).unwrap();
            prop_assert!(canonical.as_bytes() == Freeze::canonical().freeze(&plain).unwrap().as_bytes());
            let again = Freeze::sharing_strings().freeze(&frozen).unwrap();
            prop_assert!(again.as_bytes() == frozen.as_bytes(), "not idempotent");
        }

        #[test]
        fn canonical_form_is_of_the_value_alone(tree in trees(), other in trees()) {
            let expected = canonical(&tree);
            let read = Frozen::from_bytes(expected.clone()).unwrap();
            prop_assert!(read == tree.freeze().unwrap());
            let again = Freeze::canonical().freeze_view(read.view()).unwrap();
            prop_assert!(again.as_bytes() == expected, "not idempotent");
            for mut builder in [taught_by(&[]), taught_by(&[&other, &tree])] {
                for tree in [&tree, &tree.reversed()] {
                    let frozen = tree.freeze_with(&mut builder).unwrap();
                    prop_assert!(Freeze::canonical().freeze(&frozen).unwrap().as_bytes() == expected);
                }
            }
            // A part of another document.
            let around = Array(vec![other, tree]).freeze().unwrap();
            let part = around.view().item(1).unwrap();
            prop_assert!(Freeze::canonical().freeze_view(part).unwrap().as_bytes() == expected);
        }
    }
}
