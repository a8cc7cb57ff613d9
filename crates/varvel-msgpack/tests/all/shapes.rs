//! Conversions between MessagePack and the two trees, frozen documents and values, lose nothing.

use crate::model;

use model::{shortest, trees};
use proptest::prelude::*;
use varvel_core::{Duplicates, Limits, Result};
use varvel_frozen::{Builder, Freeze, Frozen};
use varvel_msgpack::{ReadOptions, drive, to_vec};
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
        // Everything is kept: bytes, extensions, timestamps, keys of any kind, floats of 32 bits,
        // the order.
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
