//! Input that lies or is damaged, beside `serde_json`; the tests of the facade have what is the
//! same in every format.

use crate::types;

use proptest::prelude::*;
use types::*;
use varvel_serde::Serde;

#[test]
fn lengths_are_not_believed() {
    // The head announces 2^32 - 1 items or members, and none follow.
    for head in [0xDD, 0xDF] {
        let bytes = [head, 0xFF, 0xFF, 0xFF, 0xFF, 1];
        assert!(varvel_msgpack::from_slice::<Serde<Vec<u64>>>(&bytes).is_err());
        assert!(varvel_msgpack::from_slice::<Serde<All>>(&bytes).is_err());
        assert!(varvel_msgpack::from_slice::<Serde<serde_json::Value>>(&bytes).is_err());
    }
}

fn sample() -> All {
    serde_json::from_str(include_str!("types/sample.json")).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 512 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// A changed byte gives an error or another value, and never a panic.
    #[test]
    fn damage_is_met(at: prop::sample::Index, byte: u8) {
        let value = sample();
        let mut text = varvel_json::to_vec(&Serde(&value)).unwrap();
        let at_text = at.index(text.len());
        text[at_text] = byte;
        let ours = varvel_json::from_slice::<Serde<All>>(&text);
        let theirs = serde_json::from_slice::<All>(&text);
        // Both must read the same value. Ours may refuse a text that theirs rounds or repairs.
        if let (Ok(Serde(ours)), Ok(theirs)) = (&ours, &theirs) {
            prop_assert_eq!(ours, theirs);
        }
        prop_assert!(ours.is_err() || theirs.is_ok());
    }
}
