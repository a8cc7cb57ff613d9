//! Conversions between CBOR and the two trees, frozen documents and values, lose nothing.

use crate::model;

use model::{shortest, trees};
use proptest::prelude::*;
use varvel_cbor::{ReadOptions, drive, from_slice_with, to_vec};
use varvel_core::{Duplicates, ErrorKind, Limits, Result};
use varvel_frozen::{Builder, Freeze, Frozen};
use varvel_value::{Atomic, TreeBuilder};

fn freeze(bytes: &[u8]) -> Result<Frozen> {
    let mut builder = Builder::with(Duplicates::Error, Limits::DEFAULT);
    builder.start()?;
    drive(bytes, &ReadOptions::default(), &mut builder)?;
    builder.finish()
}

fn canonical(frozen: &Frozen) -> Vec<u8> {
    Freeze::canonical().freeze(frozen).unwrap().into_bytes()
}

#[test]
fn a_tree_in_a_type_has_the_limits_of_the_reader() {
    let limited = |depth| {
        ReadOptions::with_limits(Limits {
            depth,
            ..Limits::DEFAULT
        })
    };
    // The document is 7, and many arrays and tags inside each other.
    let bytes = [&[0x82, 7][..], &[0xC5, 0x81].repeat(200), &[0xF6]].concat();
    type Pair = (u8, varvel_value::Value);
    assert_eq!(from_slice_with::<Pair>(&bytes, &limited(401)).unwrap().0, 7);
    let error = from_slice_with::<Pair>(&bytes, &limited(400)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 300 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_frozen_document_comes_back_as_it_was(tree in trees()) {
        let bytes = shortest(&tree);
        let frozen = freeze(&bytes).unwrap();
        Frozen::validate(frozen.as_bytes()).unwrap();
        // Everything is kept: bytes, tags, timestamps, keys of any kind, floats of 32 bits, the
        // order.
        let written = to_vec(&frozen).unwrap();
        prop_assert_eq!(&written, &bytes);
        let again = freeze(&written).unwrap();
        prop_assert!(again == frozen);
        prop_assert_eq!(canonical(&again), canonical(&frozen));
        // The canonical form is the same node, in an order of its own.
        let sorted = to_vec(&Freeze::canonical().freeze(&frozen).unwrap()).unwrap();
        prop_assert!(freeze(&sorted).unwrap() == frozen);
    }

    #[test]
    fn a_value_comes_back_as_it_was(tree in trees()) {
        let bytes = shortest(&tree);
        let mut builder = TreeBuilder::<Atomic>::new();
        drive(&bytes, &ReadOptions::default(), &mut builder).unwrap();
        let value = builder.finish().unwrap();
        let frozen = freeze(&bytes).unwrap();
        prop_assert!(value == frozen);
        let written = to_vec(&value).unwrap();
        prop_assert!(freeze(&written).unwrap() == frozen);
        let mut thawed = varvel_value::Value::<Atomic>::from(frozen.clone());
        thawed.thaw();
        prop_assert!(freeze(&to_vec(&thawed).unwrap()).unwrap() == frozen);
    }
}
