//! A value through every format, whole and cut off.

use std::fmt::Debug;

use varvel::{Decode, Encode, Freeze, Result, json, msgpack};

/// What a test asks of a type.
pub trait Codec: Encode + for<'de> Decode<'de> + PartialEq + Debug {}
impl<T: Encode + for<'de> Decode<'de> + PartialEq + Debug> Codec for T {}

fn freeze<T: Encode + ?Sized>(value: &T) -> Result<varvel::Frozen> {
    Freeze::new().freeze(value)
}

/// Through JSON, compact and pretty, also by way of a frozen buffer.
pub fn json<T: Codec>(value: &T) -> String {
    let text = json::to_string(value).unwrap();
    assert_eq!(&json::from_str::<T>(&text).unwrap(), value, "{text}");
    let pretty = json::to_string_with(value, &json::WriteOptions::pretty()).unwrap();
    assert_eq!(&json::from_str::<T>(&pretty).unwrap(), value, "{pretty}");
    truncated(
        text.as_bytes(),
        |bytes| json::from_slice::<(T,)>(bytes).is_err(),
        b"[",
        b"]",
    );
    text
}

/// Through a FlexBuffer, if that can hold it.
#[cfg(feature = "flexbuffers")]
fn flexible<T: Codec>(value: &T) {
    use varvel::{ErrorKind, flexbuffers};
    match flexbuffers::to_vec(value) {
        Ok(bytes) => assert_eq!(
            &flexbuffers::from_slice::<T>(&bytes).unwrap(),
            value,
            "{bytes:02x?}"
        ),
        Err(error) => assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{value:?}"),
    }
}

/// Through MessagePack, and through a frozen buffer into it; and through a FlexBuffer.
pub fn binary<T: Codec>(value: &T) -> Vec<u8> {
    #[cfg(feature = "flexbuffers")]
    flexible(value);
    let bytes = typed_binary(value);
    let frozen = freeze(value).unwrap();
    let again = msgpack::to_vec(&frozen.view()).unwrap();
    assert_eq!(
        &msgpack::from_slice::<T>(&again).unwrap(),
        value,
        "{again:02x?}"
    );
    truncated(
        &bytes,
        |bytes| msgpack::from_slice::<(T,)>(bytes).is_err(),
        b"\x91",
        b"",
    );
    bytes
}

/// Through a frozen buffer and then JSON: for what only those hold.
pub fn frozen_to_json<T: Codec>(value: &T) {
    let text = json::to_string(&freeze(value).unwrap().view()).unwrap();
    assert_eq!(&json::from_str::<T>(&text).unwrap(), value, "{text}");
}

/// Through MessagePack, as the type writes itself.
pub fn typed_binary<T: Codec>(value: &T) -> Vec<u8> {
    let bytes = msgpack::to_vec(value).unwrap();
    assert_eq!(
        &msgpack::from_slice::<T>(&bytes).unwrap(),
        value,
        "{bytes:02x?}"
    );
    bytes
}

/// Through everything. The JSON text.
pub fn all<T: Codec>(value: T) -> String {
    binary(&value);
    let text = json(&value);
    let mut slot = json::from_str::<T>(&text).unwrap();
    // Into a value that is there: of itself the same comes again.
    let mut reader = json::Reader::new(text.as_bytes(), &json::ReadOptions::default()).unwrap();
    slot.decode_into(&mut reader, &()).unwrap();
    assert_eq!(slot, value, "{text}");
    text
}

/// Every document that is cut off is an error, and none that is damaged panics.
fn truncated(document: &[u8], is_error: impl Fn(&[u8]) -> bool, before: &[u8], behind: &[u8]) {
    let whole = [before, document, behind].concat();
    let step = if cfg!(miri) { 17 } else { 1 };
    for end in (0..whole.len()).step_by(step) {
        assert!(is_error(&whole[..end]), "{end} of {whole:02x?}");
    }
    for at in (0..whole.len()).step_by(step) {
        for byte in [0x00, 0x7F, 0x80, 0x91, 0xC0, 0xDD, 0xFF, b'"', b'0', b'['] {
            let mut damaged = whole.clone();
            damaged[at] = byte;
            is_error(&damaged);
        }
    }
}
