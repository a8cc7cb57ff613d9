//! Checks a value through every format, and returns its form in some.

use varvel::{Freeze, json, msgpack};

use crate::formats::{Codec, through};

/// Checks the value through every format. Returns the JSON text, which is also read pretty.
pub fn json<T: Codec>(value: &T) -> String {
    through(value);
    let pretty = json::to_string_with(value, &json::WriteOptions::pretty()).unwrap();
    assert_eq!(&json::from_str::<T>(&pretty).unwrap(), value, "{pretty}");
    json::to_string(value).unwrap()
}

/// Checks the value through every format. Returns the bytes of MessagePack.
pub fn binary<T: Codec>(value: &T) -> Vec<u8> {
    through(value);
    msgpack::to_vec(value).unwrap()
}

/// Checks the value through a frozen buffer and then JSON: for values that only those hold.
pub fn frozen_to_json<T: Codec>(value: &T) {
    let text = json::to_string(&Freeze::new().freeze(value).unwrap().view()).unwrap();
    assert_eq!(&json::from_str::<T>(&text).unwrap(), value, "{text}");
}

/// Checks the value through every format; JSON and MessagePack have to hold it. Returns the JSON
/// text.
pub fn all<T: Codec>(value: T) -> String {
    msgpack::to_vec(&value).unwrap();
    let text = json(&value);
    let mut slot = json::from_str::<T>(&text).unwrap();
    // Reading into an existing value gives the same value.
    let mut reader = json::Reader::new(text.as_bytes(), &json::ReadOptions::default()).unwrap();
    slot.decode_into(&mut reader, &()).unwrap();
    assert_eq!(slot, value, "{text}");
    text
}
