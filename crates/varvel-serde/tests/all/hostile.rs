//! Input that is cut off, lies, or never ends: an error, no panic, and neither stack nor memory.

use crate::types;

use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use types::*;
use varvel_core::ErrorKind;
use varvel_serde::Serde;

/// A list, as a type that holds itself.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Link {
    next: Option<Box<Link>>,
}

/// A type that wraps itself, and of which no input says how often.
#[derive(Debug, Serialize, Deserialize)]
struct Endless(Option<Box<Endless>>);

#[test]
fn a_type_that_wraps_itself_is_an_error() {
    let error = varvel_json::from_slice::<Serde<Endless>>(b"1").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    let error = varvel_msgpack::from_slice::<Serde<Endless>>(&[1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    assert!(varvel_json::from_slice::<Serde<Endless>>(b"null").is_ok());

    let mut deep = Endless(None);
    for _ in 0..10_000 {
        deep = Endless(Some(Box::new(deep)));
    }
    let error = varvel_json::to_vec(&Serde(&deep)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

#[test]
fn depth_is_bounded_in_reading_and_in_writing() {
    let nested = |depth| {
        let (open, close) = (r#"{"next":"#.repeat(depth), "}".repeat(depth));
        format!("{open}null{close}")
    };
    let Serde(link) = varvel_json::from_str::<Serde<Link>>(&nested(128)).unwrap();
    assert_eq!(varvel_json::to_string(&Serde(&link)).unwrap(), nested(128));
    let link = Link {
        next: Some(Box::new(link)),
    };
    for error in [
        varvel_json::from_str::<Serde<Link>>(&nested(129)).unwrap_err(),
        varvel_json::from_str::<Serde<Untagged>>(&"[".repeat(100_000)).unwrap_err(),
        varvel_json::from_str::<Serde<IgnoredAny>>(&"[".repeat(100_000)).unwrap_err(),
        varvel_msgpack::from_slice::<Serde<Untagged>>(&[0x91; 100_000]).unwrap_err(),
        varvel_json::to_string(&Serde(&link)).unwrap_err(),
        varvel_msgpack::to_vec(&Serde(&link)).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
    }
}

#[test]
fn lengths_are_not_believed() {
    // 2^32 - 1 items or members, and none of them there.
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

#[test]
fn input_that_is_cut_off_anywhere_is_an_error() {
    let value = sample();
    let text = varvel_json::to_vec(&Serde(&value)).unwrap();
    assert_eq!(
        varvel_json::from_slice::<Serde<All>>(&text).unwrap().0,
        value
    );
    let bytes = varvel_msgpack::to_vec(&Serde(&value)).unwrap();
    assert_eq!(
        varvel_msgpack::from_slice::<Serde<All>>(&bytes).unwrap().0,
        value
    );
    let step = if cfg!(miri) { 37 } else { 1 };
    for end in (0..text.len()).step_by(step) {
        let error = varvel_json::from_slice::<Serde<All>>(&text[..end]).unwrap_err();
        assert!(error.offset().is_some_and(|at| at <= end), "{error}");
    }
    for end in (0..bytes.len()).step_by(step) {
        assert!(varvel_msgpack::from_slice::<Serde<All>>(&bytes[..end]).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 512 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// A byte changed: an error or another value, and never a panic.
    #[test]
    fn damage_is_met(at: prop::sample::Index, byte: u8) {
        let value = sample();
        let mut text = varvel_json::to_vec(&Serde(&value)).unwrap();
        let at_text = at.index(text.len());
        text[at_text] = byte;
        let ours = varvel_json::from_slice::<Serde<All>>(&text);
        let theirs = serde_json::from_slice::<All>(&text);
        // What both read is the same; what ours refuses and theirs does not, it rounds or repairs.
        if let (Ok(Serde(ours)), Ok(theirs)) = (&ours, &theirs) {
            prop_assert_eq!(ours, theirs);
        }
        prop_assert!(ours.is_err() || theirs.is_ok());
        let mut bytes = varvel_msgpack::to_vec(&Serde(&value)).unwrap();
        let at_bytes = at.index(bytes.len());
        bytes[at_bytes] = byte;
        let _ = varvel_msgpack::from_slice::<Serde<All>>(&bytes);
        let _ = varvel_msgpack::from_slice::<Serde<IgnoredAny>>(&bytes);
    }

    /// Any bytes at all.
    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = varvel_json::from_slice::<Serde<Untagged>>(&bytes);
        let _ = varvel_msgpack::from_slice::<Serde<Untagged>>(&bytes);
        let _ = varvel_msgpack::from_slice::<Serde<Flat>>(&bytes);
        let _ = varvel_msgpack::from_slice::<Serde<External>>(&bytes);
        let _ = varvel_msgpack::from_slice::<Serde<Keys>>(&bytes);
    }
}
