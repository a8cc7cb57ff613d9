//! Handles to parts of a document, and the owners of its bytes. Small enough for Miri.

use crate::model;

use std::rc::Rc;
use std::sync::Arc;

use model::Tree::{self, *};
use varvel_core::{Result, Tag, Timestamp};
use varvel_frozen::{Buffer, Frozen, Owner, View};

/// Every kind of node, in every layout.
fn every_kind() -> Tree {
    let text = |text: &str| Str(text.into());
    let row = |from: i64| Array((from..from + 3).map(I64).collect());
    let floats = |n: i32| Array((0..n).map(|v| F64(f64::from(v) / 2.0)).collect());
    Array(vec![
        Null,
        Bool(true),
        Bool(false),
        I64(7),
        I64(-100_000),
        I64(i64::MIN),
        U64(u64::MAX),
        F64(0.1),
        F32(0.1),
        Big("-123456789012345678901234567890".into()),
        Decimal("1.50".into()),
        text(""),
        text("short"),
        text(&"long ".repeat(100)),
        Bytes(vec![1, 2, 3]),
        Bytes(vec![9; 300]),
        Time(Timestamp::new(-5, 999_999_999).unwrap()),
        Tagged(Tag::Number(1), Box::new(text("tagged"))),
        Tagged(Tag::Extension(-3), Box::new(Bytes(vec![0]))),
        Array(vec![]),
        Object(vec![]),
        row(0),
        row(1 << 40),
        floats(3),
        floats(20),
        Array((0..40).map(|v| I64(v * 9)).collect()),
        Array(vec![row(0), row(5), row(-9)]),
        Array(vec![row(0), Null]),
        Object(vec![("a".into(), I64(1)), ("long key ".repeat(9), row(3))]),
        Object(vec![("a".into(), Object(vec![("b".into(), text("deep"))]))]),
        Map(vec![
            (I64(1), text("one")),
            (row(1), Object(vec![])),
            (text("x"), Null),
        ]),
    ])
}

/// The documents that owners are tested with: few under Miri, which sees every kind elsewhere.
fn some_kinds() -> Tree {
    match cfg!(miri) {
        true => Array(vec![Null, Array(vec![Str("short".into()), Bytes(vec![1])])]),
        false => every_kind(),
    }
}

/// All nodes of a document, including keys.
fn nodes(root: View<'_>) -> Vec<View<'_>> {
    let mut open = vec![root];
    let mut all = Vec::new();
    while let Some(view) = open.pop() {
        all.push(view);
        open.extend(view.items());
        open.extend(view.pairs().flat_map(|(key, value)| [key, value]));
        open.extend(view.tag().map(|(_, inner)| inner));
    }
    all
}

fn parts_are_their_nodes<O: Owner + Clone>(frozen: &Frozen<O>) {
    for view in nodes(frozen.view()) {
        let part = frozen.part(view).unwrap();
        assert_eq!(part.view(), view);
        assert_eq!(format!("{part:?}"), format!("{view:?}"));
        assert_eq!(part.view().as_f32(), view.as_f32());
        assert_eq!(part.view().packed_kind(), view.packed_kind());
        assert_eq!(part.retained_bytes(), frozen.as_bytes().len());
        if !view.is_empty() || cfg!(not(miri)) {
            assert_eq!(part.clone().detach().unwrap().view(), view);
        }
        assert!(part.view() <= view && part.view() >= view);
    }
}

#[test]
fn a_part_of_any_kind_is_its_node() -> Result {
    let frozen = every_kind().freeze()?;
    // Miri is slow, and tests the other owners below with fewer kinds.
    if !cfg!(miri) {
        parts_are_their_nodes(&frozen.clone().into_arc());
        parts_are_their_nodes(&frozen.clone().into_rc());
    }
    parts_are_their_nodes(&frozen);
    Ok(())
}

#[test]
fn an_owner_may_be_anything_stable() -> Result {
    let bytes = some_kinds().freeze()?.into_bytes();
    let shared: Arc<[u8]> = bytes.clone().into();
    let borrowed: &[u8] = &bytes;
    parts_are_their_nodes(&Frozen::from_bytes(borrowed)?);
    parts_are_their_nodes(&Frozen::from_bytes(Arc::clone(&shared))?);
    parts_are_their_nodes(&Frozen::from_bytes(Rc::<[u8]>::from(borrowed))?);
    parts_are_their_nodes(&Frozen::from_bytes(Arc::new(bytes.clone()))?);
    let buffers: [Frozen<Buffer>; 3] = [
        Frozen::from_bytes(shared)?.into(),
        Frozen::from_bytes(bytes.clone().into_boxed_slice())?.into(),
        Frozen::from_bytes(bytes)?.into(),
    ];
    for frozen in buffers {
        parts_are_their_nodes(&frozen.into_arc());
    }
    Ok(())
}

#[cfg(feature = "bytes")]
#[test]
fn bytes_own_a_buffer() -> Result {
    let bytes = bytes::Bytes::from(some_kinds().freeze()?.into_bytes());
    parts_are_their_nodes(&Frozen::from_bytes(bytes.clone())?);
    parts_are_their_nodes(&Frozen::<Buffer>::from(Frozen::from_bytes(bytes)?).into_arc());
    Ok(())
}

#[test]
fn a_part_outlives_its_document() -> Result {
    let document = every_kind().freeze()?.into_arc();
    let part = document.part(document.view().item(28)?).unwrap();
    drop(document);
    assert!(!part.is_whole());
    assert_eq!(part.view().field("a")?.i64()?, 1);
    // A part of a part belongs to the same buffer, and an error has the whole path.
    let inner = part.part(part.view().field("a")?).unwrap();
    let error = inner.view().str().unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$[28].a");
    Ok(())
}

#[test]
fn a_view_of_another_buffer_is_no_part() -> Result {
    let (a, b) = (every_kind().freeze()?, every_kind().freeze()?);
    assert!(a.part(b.view()).is_none());
    Ok(())
}
