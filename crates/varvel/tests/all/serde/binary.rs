//! serde types in binary formats whose `serde` modules have the names of the formats' own
//! functions: CBOR, compared with `ciborium`, and FlexBuffers.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use varvel::{ErrorKind, Limits, Timestamp, Value, cbor, flexbuffers};

use super::address::Address;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Packet {
    id: u64,
    name: String,
    to: Vec<Address>,
    body: ByteBuf,
    at: Option<(i64, f32)>,
    by_name: BTreeMap<String, bool>,
    ratio: f64,
    unit: (),
    sign: char,
}

fn packets() -> Vec<Packet> {
    let packet = |id, at, ratio| Packet {
        id,
        name: "n".repeat(id as usize % 40),
        to: Address::each(),
        body: ByteBuf::from(vec![0, 255]),
        at,
        by_name: [("one".to_owned(), true), ("two".to_owned(), false)].into(),
        ratio,
        unit: (),
        sign: 'ü',
    };
    vec![
        packet(1, None, 1.5),
        packet(300, Some((-1, 0.1)), 0.1),
        packet(u64::MAX, Some((i64::MIN, -0.0)), f64::INFINITY),
    ]
}

fn theirs<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

/// Checks that the value is the same after reading bytes of either library.
fn as_theirs<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = cbor::serde::to_vec(value).unwrap();
    assert_eq!(bytes, theirs(value));
    assert_eq!(&cbor::serde::from_slice::<T>(&bytes).unwrap(), value);
    assert_eq!(
        &cbor::serde::from_reader::<_, T>(&bytes[..]).unwrap(),
        value
    );
    let mut written = Vec::new();
    cbor::serde::to_writer(&mut written, value).unwrap();
    assert_eq!(written, bytes);
}

#[test]
fn cbor_is_that_of_ciborium() {
    for packet in packets() {
        as_theirs(&packet);
    }
    as_theirs(&(
        -1,
        u128::MAX,
        i128::MIN,
        String::new(),
        [0.0_f32, 65504.0, 1e-30],
    ));
    as_theirs(&BTreeMap::from([(-1_i16, 'a'), (500, 'b')]));
    as_theirs(&vec![Some(true), None]);
}

#[test]
fn flexbuffers_give_values_back() {
    for packet in packets() {
        let bytes = flexbuffers::serde::to_vec(&packet).unwrap();
        let again: Packet = flexbuffers::serde::from_slice(&bytes).unwrap();
        assert_eq!(again, packet);
        let again: Packet = flexbuffers::serde::from_reader(&bytes[..]).unwrap();
        assert_eq!(again, packet);
        let mut written = Vec::new();
        flexbuffers::serde::to_writer(&mut written, &packet).unwrap();
        assert_eq!(written, bytes);
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Event<'a> {
    #[serde(borrow)]
    name: &'a str,
    at: Timestamp,
    extra: Value,
}

#[test]
fn nodes_of_ours_are_what_they_are_in_cbor() {
    // 2^64, 1.10, a tagged string, `undefined`, a key that is not a string
    let extra = [
        0x85, 0xC2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xC4, 0x82, 0x21, 0x18, 110, 0xD8, 32, 0x61,
        b'a', 0xF7, 0xA1, 1, 0x41, 0xFF,
    ];
    let event = Event {
        name: "start",
        at: Timestamp::new(-5, 999_999_999).unwrap(),
        extra: Value::from(cbor::freeze(&extra).unwrap()),
    };
    let bytes = cbor::serde::to_vec(&event).unwrap();
    assert_eq!(bytes[bytes.len() - extra.len()..], extra);
    assert_eq!(cbor::serde::from_slice::<Event<'_>>(&bytes).unwrap(), event);
    let document = cbor::freeze(&bytes).unwrap();
    assert_eq!(
        document.view().field("at").unwrap().as_timestamp(),
        Some(event.at)
    );
}

#[test]
fn errors_have_their_place_and_limits_hold() {
    let bytes = cbor::serde::to_vec(&BTreeMap::from([("port", [1, 70_000])])).unwrap();
    let error = cbor::serde::from_slice::<BTreeMap<String, [u16; 2]>>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "number out of range: expected u16, found 70000, at $.port[1] (byte 8)"
    );
    let flat = Limits {
        depth: 1,
        ..Limits::DEFAULT
    };
    let error = cbor::serde::from_slice_with::<Value>(&bytes, &flat.into()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    let error = cbor::serde::from_slice::<u8>(&[1, 2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TrailingData);
}
