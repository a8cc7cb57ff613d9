//! Nodes of a document in a file, read without the rest of it.

use std::io::{Cursor, Read, Seek, SeekFrom};

use varvel_core::path::{Path, Selector, Selectors, Step};
use varvel_core::{Error, ErrorKind, Kind, Limits};
use varvel_frozen::{Freeze, Frozen, PartReader, View};

use super::good;
use super::model::*;

/// All nodes that paths lead to, with the steps to each.
fn nodes(root: View<'_>) -> Vec<(Vec<Step>, View<'_>)> {
    let mut open = vec![(Vec::new(), root)];
    let mut all = Vec::new();
    while let Some((steps, view)) = open.pop() {
        let mut inside = view;
        while let Some((_, tagged)) = inside.tag() {
            inside = tagged;
        }
        let with = |step| [&steps[..], &[step]].concat();
        for (i, item) in inside.items().enumerate().take(50) {
            open.push((with(Step::Index(i)), item));
        }
        for (key, value) in inside.pairs() {
            if let Some(key) = key.as_str() {
                open.push((with(Step::Key(key.to_owned())), value));
            }
        }
        all.push((steps, view));
    }
    all
}

/// The selectors of a path, or none if it is shortened.
fn selectors(path: &str) -> Option<Vec<Selector<'_>>> {
    Selectors::path(path).collect::<Result<_, _>>().ok()
}

/// Follows the rest of a path in the node that was read.
fn followed<'a>(part: &'a Frozen, rest: &[Selector<'_>]) -> Option<View<'a>> {
    let mut rest = rest.iter();
    rest.try_fold(part.view(), |node, selector| node.select(selector))
}

fn parts_are_nodes(document: &Frozen) {
    let file = Cursor::new(document.as_bytes());
    let mut parts = PartReader::open(file, &Limits::DEFAULT).unwrap();
    for (steps, view) in nodes(document.view()) {
        let path = Path::new(&steps).to_string();
        let Some(path) = selectors(&path) else {
            continue;
        };
        let (part, reached) = parts.select(&path).unwrap();
        assert_eq!(reached, steps[..reached.len()]);
        let found = followed(&part, &path[reached.len()..]).unwrap();
        assert_eq!(found, view, "{}", Path::new(&steps));
    }
    let items: Vec<View<'_>> = document.view().items().collect();
    for count in [0, 1, 2, 3, 10, items.len(), items.len() + 1] {
        let first = parts.first_items(count as u64).unwrap();
        if let Some(first) = first {
            assert!(document.view().is_array());
            let found: Vec<View<'_>> = first.view().items().collect();
            assert_eq!(found, items[..count.min(items.len())]);
        }
    }
}

#[test]
fn each_node_of_the_vectors_is_read_by_its_path() {
    for (name, bytes) in good::good() {
        println!("{name}");
        // Vectors with many shared strings are valid as a whole only.
        let long_for_miri = cfg!(miri) && bytes.len() > 300;
        if !name.contains("shared-most") && !long_for_miri {
            parts_are_nodes(&Frozen::from_bytes(bytes.clone()).unwrap());
        }
    }
}

#[cfg(not(miri))]
mod drawn {
    use proptest::prelude::*;

    use super::super::model::random::{config, trees};
    use super::*;

    proptest! {
        #![proptest_config(config())]
        #[test]
        fn each_node_of_any_document_is_read_by_its_path(tree in trees()) {
            parts_are_nodes(&tree.freeze().unwrap());
            parts_are_nodes(&Frozen::from_bytes(tree.summed()).unwrap());
        }

        /// The bytes on the way are not validated: no byte of them may lead to more than an error.
        #[test]
        fn wrong_bytes_are_an_error_or_a_valid_node(
            tree in trees(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            cut in prop::option::of(any::<prop::sample::Index>()),
        ) {
            let document = tree.freeze().unwrap();
            let mut bytes = document.as_bytes().to_vec();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            let Ok(mut parts) = PartReader::open(Cursor::new(&bytes[..]), &Limits::DEFAULT) else {
                return Ok(());
            };
            for (steps, _) in nodes(document.view()).into_iter().take(40) {
                let path = Path::new(&steps).to_string();
                if let Some(path) = selectors(&path)
                    && let Ok((part, _)) = parts.select(&path)
                {
                    prop_assert!(Frozen::validate(part.as_bytes()).is_ok());
                }
            }
            if let Ok(Some(first)) = parts.first_items(3) {
                prop_assert!(Frozen::validate(first.as_bytes()).is_ok());
            }
        }
    }
}

/// A file that counts the bytes that were read of it.
struct Counted<'a>(Cursor<&'a [u8]>, &'a mut usize);

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(buffer)?;
        *self.1 += count;
        Ok(count)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
#[cfg_attr(miri, ignore = "a large document")]
fn little_is_read_of_a_large_document() {
    let record = |i: i64| object([("id", I64(i * 70_000)), ("name", text("some one"))]);
    let records = Array((0..20_000).map(record).collect());
    let document = object([("first", Null), ("users", records)])
        .freeze()
        .unwrap();
    let path = selectors("users[19999].name").unwrap();
    let mut read = 0;
    let file = Counted(Cursor::new(document.as_bytes()), &mut read);
    let mut parts = PartReader::open(file, &Limits::DEFAULT).unwrap();
    let (part, steps) = parts.select(&path).unwrap();
    assert_eq!((part.view().as_str(), steps.len()), (Some("some one"), 3));
    drop(parts);
    // Not even a thousandth; most of it are slots, of which some are read to find one before.
    assert!(read < 64 << 10, "{read} of {}", document.as_bytes().len());
}

#[test]
fn a_part_ends_where_the_document_has_no_more() {
    let document = object([("a", Array(vec![I64(1), text("x y z")]))])
        .freeze()
        .unwrap();
    let mut parts = PartReader::open(Cursor::new(document.as_bytes()), &Limits::DEFAULT).unwrap();
    let path = selectors("a[7].b").unwrap();
    let (part, steps) = parts.select(&path).unwrap();
    assert_eq!(steps, [Step::Key("a".to_owned())]);
    assert_eq!((part.view().kind(), part.view().len()), (Kind::Array, 2));
}

#[test]
fn a_wrong_checksum_and_a_wrong_length_are_found() {
    let document = object([("a", text("some text"))]);
    let kind = |bytes: &[u8]| {
        let opened = PartReader::open(Cursor::new(bytes), &Limits::DEFAULT);
        opened.err().as_ref().map(Error::kind)
    };
    let mut bytes = document.summed();
    assert_eq!(kind(&bytes), None);
    assert_eq!(
        kind(&bytes[..bytes.len() - 1]),
        Some(ErrorKind::InvalidFrozen)
    );
    bytes[40] ^= 1;
    assert_eq!(kind(&bytes), Some(ErrorKind::ChecksumMismatch));
    bytes[4] = 0;
    assert_eq!(kind(&bytes), Some(ErrorKind::UnsupportedVersion));
    assert_eq!(kind(b"{}"), Some(ErrorKind::InvalidFrozen));
    let few = Limits {
        bytes: 8,
        ..Limits::DEFAULT
    };
    let opened = PartReader::open(Cursor::new(&bytes[..]), &few);
    assert_eq!(opened.unwrap_err().kind(), ErrorKind::SizeLimit);
    let shared = Freeze::sharing_strings();
    parts_are_nodes(
        &shared
            .freeze_view(document.freeze().unwrap().view())
            .unwrap(),
    );
}
