//! `spec/vectors/v1`: buffers that every implementation must read in the same way or refuse. This
//! file writes new ones (`UPDATE_VECTORS=1 cargo test -p varvel-frozen --test all vectors`) and
//! otherwise compares them byte for byte. Each is also damaged in every byte.
//!
//! Under Miri there are no files, and less damage.

use std::fs;
use std::path::PathBuf;
use std::ptr::NonNull;

use varvel_core::sink::Discard;
use varvel_core::{Encode, ErrorKind, Limits, Tag};
use varvel_frozen::{Freeze, Frozen, View};

use crate::good::{floats, good, ints};
use crate::hostile::{Hostile, hostile};
use crate::model::*;

/// The folder `spec/vectors/v1`.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec/vectors/v1")
}

/// Compares a file of the vectors with `bytes`, or writes it if `UPDATE_VECTORS` is set. A vector
/// that exists is never written again, because users have stored such buffers. The tables of all
/// vectors, which are outside the folder, are written anew.
pub fn settle(name: &str, bytes: &[u8]) {
    let path = folder().join(name);
    if cfg!(miri) {
        return;
    }
    let is_table = name.starts_with("..");
    if std::env::var_os("UPDATE_VECTORS").is_some() && (is_table || !path.exists()) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        return;
    }
    let kept = fs::read(&path).unwrap_or_default();
    let hint = match is_table || kept.is_empty() {
        true => "write it by UPDATE_VECTORS=1",
        false => "a vector of version 1 does not change",
    };
    assert!(kept == bytes, "{} differs: {hint}", path.display());
}

#[test]
fn good_vectors() {
    for (name, bytes) in good() {
        let frozen = match Frozen::validate(bytes) {
            Ok(view) => view,
            Err(error) => panic!("{name}: {error}"),
        };
        settle(&format!("good/{name}.varvel"), bytes);
        settle(
            &format!("good/{name}.txt"),
            format!("{frozen:?}\n").as_bytes(),
        );
        let canonical = Freeze::canonical().freeze_view(frozen).unwrap();
        assert!(canonical.view() == frozen, "{name}");
        settle(&format!("canonical/{name}.varvel"), canonical.as_bytes());
    }
}

#[test]
fn hostile_vectors() {
    for Hostile {
        name,
        reason,
        bytes,
    } in hostile()
    {
        let error = match Frozen::validate(&bytes) {
            Ok(view) => panic!("{name} ({reason}) is taken as {view:?}"),
            Err(error) => error,
        };
        assert!(
            error.hint().is_some() && error.expectation().is_some() && error.offset().is_some(),
            "{name}: {error}"
        );
        assert!(matches!(
            error.kind(),
            ErrorKind::InvalidFrozen
                | ErrorKind::UnsupportedVersion
                | ErrorKind::DepthLimit
                | ErrorKind::ChecksumMismatch
        ));
        settle(&format!("hostile/{name}.varvel"), &bytes);
    }
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn there_are_no_other_files() {
    let mut expected: Vec<String> = good()
        .iter()
        .flat_map(|(name, _)| {
            [
                format!("canonical/{name}.varvel"),
                format!("good/{name}.txt"),
                format!("good/{name}.varvel"),
            ]
        })
        .chain(
            hostile()
                .iter()
                .map(|v| format!("hostile/{}.varvel", v.name)),
        )
        .collect();
    expected.sort();
    let mut found: Vec<String> = ["canonical", "good", "hostile"]
        .into_iter()
        .flat_map(|dir| {
            fs::read_dir(folder().join(dir))
                .into_iter()
                .flatten()
                .map(move |entry| format!("{dir}/{}", entry.unwrap().file_name().to_string_lossy()))
        })
        .collect();
    found.sort();
    assert_eq!(found, expected);
}

/// Reads everything in a document.
fn walk(view: View<'_>) {
    let tree = Tree::from_view(&view);
    tree.check(view, &mut Vec::new());
    assert!(!format!("{view:?}").is_empty());
    view.encode(&mut Discard, &()).unwrap();
    let again = view;
    assert!(view == again);
}

#[test]
fn every_byte_damaged() {
    let vectors = good()
        .iter()
        .map(|(_, bytes)| bytes.clone())
        .chain(hostile().into_iter().map(|v| v.bytes));
    let (mut refused, mut read) = (0, 0);
    for mut bytes in vectors.step_by(if cfg!(miri) { 83 } else { 1 }) {
        // The ends of long texts are enough.
        let (ends, step) = if cfg!(miri) { (70, 61) } else { (400, 1) };
        let len = bytes.len();
        for at in (0..len)
            .filter(|at| *at < ends || len - at < ends)
            .step_by(step)
        {
            let was = bytes[at];
            let all = [
                was ^ 1,
                0xFF,
                0,
                1,
                0x7F,
                0x80,
                was ^ 0x10,
                was ^ 0x80,
                was.wrapping_add(1),
            ];
            for to in &all[..if cfg!(miri) { 2 } else { all.len() }] {
                bytes[at] = *to;
                match Frozen::validate(&bytes) {
                    Ok(view) => {
                        walk(view);
                        read += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
            bytes[at] = was;
        }
    }
    assert!(
        cfg!(miri) || refused > 10_000 && read > 1000,
        "{refused} refused, {read} read"
    );
}

#[test]
fn every_cut_is_refused() {
    for (name, bytes) in good() {
        let step = if cfg!(miri) { 611 } else { 1 };
        for len in (0..bytes.len().min(1000)).step_by(step) {
            assert!(
                Frozen::validate(&bytes[..len]).is_err(),
                "{name} cut to {len}"
            );
        }
    }
}

/// The worked example of `spec/frozen.md`, byte for byte.
#[test]
#[cfg_attr(miri, ignore = "files")]
fn the_worked_example() {
    let spec = fs::read_to_string(folder().join("../../frozen.md")).unwrap();
    let example = spec
        .split("```hex\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let bytes: Vec<u8> = (example.unwrap().lines())
        .flat_map(|line| line.split("  ").next().unwrap_or_default().split(' '))
        .filter(|byte| !byte.is_empty())
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    let record = |id, name| object([("id", I64(id)), ("name", text(name))]);
    let tree = Array(vec![record(1, "Ada"), record(70_000, "Bo")]);
    assert_eq!(tree.freeze().unwrap().as_bytes(), bytes);
}

/// Input that brings no key twice gets no shapes: objects carry their keys.
#[test]
fn objects_beyond_the_budget_of_shapes() {
    let count = if cfg!(miri) { 30 } else { 3000 };
    let object = |i: usize| {
        let keys = (0..1 + i % 40).map(|k| (format!("key {i} {k}"), I64(k as i64)));
        Object(keys.collect())
    };
    let tree = Array((0..count / 20).map(object).collect());
    let frozen = tree.freeze().unwrap();
    let again = Frozen::from_bytes(frozen.as_bytes().to_vec()).unwrap();
    tree.check(again.view(), &mut Vec::new());
    assert!(tree.reversed().freeze().unwrap() == frozen);
    assert!(tree.same(&Tree::from_view(&frozen.view())));
}

pub fn with_limits(bytes: &[u8], depth: usize, nodes: usize) -> Result<(), ErrorKind> {
    let limits = Limits {
        depth,
        nodes,
        ..Limits::DEFAULT
    };
    let view = Frozen::validate_with(bytes, &limits).map(drop);
    view.map_err(|error| error.kind())
}

/// A document is accepted with exactly these limits, and refused with any lower limit.
pub fn exact_limits(tree: &Tree, depth: usize, nodes: usize) {
    let bytes = tree.freeze().unwrap().into_bytes();
    let limited = |depth, nodes| with_limits(&bytes, depth, nodes);
    assert_eq!(limited(depth, nodes), Ok(()), "{tree:?}");
    for depth in 0..depth {
        assert_eq!(
            limited(depth, nodes),
            Err(ErrorKind::DepthLimit),
            "{tree:?}"
        );
    }
    for nodes in nodes.saturating_sub(5)..nodes {
        assert_eq!(limited(depth, nodes), Err(ErrorKind::NodeLimit), "{tree:?}");
    }
}

#[test]
fn limits_on_every_kind_of_container() {
    let tagged = |tree| Tagged(Tag::Number(1), Box::new(tree));
    for (tree, depth, nodes) in [
        (Null, 0, 0),
        (Array(vec![]), 1, 0),
        (object([]), 1, 0),
        (ints([1, 2, 3]), 1, 3),
        (ints(0..300), 1, 300),
        (floats([0.5; 9]), 1, 9),
        (Array(vec![ints([1, 2]), ints([3, 4])]), 2, 6),
        (tagged(text("a")), 1, 1),
        (tagged(tagged(Bool(true))), 2, 2),
        (Map(vec![(I64(1), Null)]), 1, 2),
        (object([("a", Null), ("b", F64(0.5))]), 1, 2),
        (Array(vec![text("a"), text("longer")]), 1, 2),
    ] {
        exact_limits(&tree, depth, nodes);
        let around = Array(vec![Null, Array(vec![tree, text("sibling")])]);
        exact_limits(&around, depth + 2, nodes + 4);
    }
}

#[test]
fn limits_on_bytes() {
    let bytes = text("a few").freeze().unwrap().into_bytes();
    for (most, expected) in [
        (bytes.len() + 1, Ok(())),
        (bytes.len(), Ok(())),
        (bytes.len() - 1, Err(ErrorKind::SizeLimit)),
        (0, Err(ErrorKind::SizeLimit)),
    ] {
        let limits = Limits {
            bytes: most,
            ..Limits::DEFAULT
        };
        let view = Frozen::validate_with(&bytes, &limits).map(drop);
        assert_eq!(view.map_err(|error| error.kind()), expected);
    }
}

/// Up to 16 keys are found without an index, and up to 256 bytes of a key are in a shape.
#[test]
fn keys_where_another_way_begins() {
    let counts = [15, 16, 17, 18];
    let lens = [1, 255, 256, 257];
    let all = counts
        .into_iter()
        .flat_map(|count| lens.map(|len| (count, len)));
    // Under Miri one on each side of both bounds: ten seconds each.
    let some = [(16, 256), (17, 257)];
    for (count, len) in all.filter(|one| !cfg!(miri) || some.contains(one)) {
        let key = |i: usize| format!("{i:0len$}");
        let object = || Object((10..10 + count).map(|i| (key(i), I64(i as i64))).collect());
        let tree = Array(vec![object(), object()]);
        let frozen = Frozen::from_bytes(tree.freeze().unwrap().into_bytes()).unwrap();
        tree.check(frozen.view(), &mut Vec::new());
    }
}

#[test]
fn wide_slots_and_counts() {
    let string = |i: usize| Str(format!("{i:02000}"));
    let (strings, keys) = if cfg!(miri) { (5, 12) } else { (300, 300) };
    let tree = Array(vec![
        Array((0..strings).map(string).collect()),
        Object((0..keys).map(|i| (format!("k{i}"), Null)).collect()),
    ]);
    let frozen = tree.freeze().unwrap();
    let again = Frozen::from_bytes(frozen.into_bytes()).unwrap();
    tree.check(again.view(), &mut Vec::new());
}

#[test]
fn a_node_is_found_again_by_its_address() {
    fn check(view: View<'_>) {
        let bytes = view.buffer();
        let address = view.address();
        // SAFETY: these are the bytes and the address of a view that lives.
        let again = unsafe { View::at_address(NonNull::from(bytes).cast(), address) };
        assert_eq!(again, view);
        assert_eq!((again.kind(), again.address()), (view.kind(), address));
        view.items().for_each(check);
        for (key, value) in view.pairs() {
            check(key);
            check(value);
        }
        if let Some((_, inner)) = view.tag() {
            check(inner);
        }
    }
    for (_, bytes) in good() {
        let root = Frozen::validate(bytes).unwrap();
        assert_eq!(root.buffer(), bytes);
        check(root);
    }
}
