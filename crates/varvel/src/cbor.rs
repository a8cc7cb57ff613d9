//! CBOR (RFC 8949): reads it into frozen buffers, values and your types, and writes it from all of
//! them.
//!
//! | from, to | call |
//! |---|---|
//! | a document to [`Frozen`](crate::Frozen) | [`freeze`], [`freeze_with`]; a [`Freezer`] for many documents |
//! | a document to a [`Value`](crate::Value) | `Value::from(freeze(input)?)`, which is free |
//! | a document to a type | [`from_slice`], [`from_reader`]; into one that is there: [`read_into`] |
//! | [`Frozen`](crate::Frozen), [`View`](struct@crate::View), [`Value`](crate::Value) or a type to a document | [`to_vec`], [`to_writer`]; a [`Writer`] |
//! | a document to any [`Sink`](crate::Sink) | [`drive`] |
//! | data items one after the other (RFC 8742) | [`Values`], [`ValuesReader`], [`drive_next`] |
//! | one data item out of a reader, and no byte more | [`next_from_reader`] |
//!
//! Each function has a sibling that takes [`ReadOptions`] or [`WriteOptions`], whose name ends in
//! `_with`.
//!
//! The reader takes every well-formed encoding. The writer uses the preferred one: the shortest
//! that is exact. Nothing is lost on the way to a frozen buffer and back: it has nodes for bytes,
//! tags, integers of any size, decimals, timestamps and keys of any kind.
//!
//! JSON becomes CBOR without a tree in between:
//!
//! ```
//! use varvel::{format::UniqueKeys, cbor, json};
//! let mut writer = UniqueKeys::new(cbor::Writer::new());
//! json::drive(br#"{"a": [1, 2.5]}"#, &Default::default(), &mut writer)?;
//! let bytes = writer.into_inner().finish()?;
//! assert_eq!(bytes, [0xA1, 0x61, b'a', 0x82, 1, 0xF9, 0x41, 0x00]);
//!
//! let mut text = json::Writer::new(json::WriteOptions::compact());
//! cbor::drive(&bytes, &Default::default(), &mut text)?;
//! assert_eq!(text.finish()?, br#"{"a":[1,2.5]}"#);
//! # Ok::<(), varvel::Error>(())
//! ```

pub use varvel_cbor::read::drive_next;
pub use varvel_cbor::{
    Cbor, ReadOptions, Reader, Values, WriteOptions, Writer, decode, drive, from_slice,
    from_slice_with, read_into, read_into_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_cbor::{
    ValuesReader, from_reader, from_reader_with, next_from_reader, to_writer, to_writer_with,
};

#[cfg(feature = "serde")]
crate::serde::door::door! {
    "CBOR document";
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use varvel::cbor::serde::{from_slice, to_vec};
    /// #[derive(Debug, PartialEq, Serialize, Deserialize)]
    /// struct Point { x: i32, y: i32 }
    /// let point = Point { x: 1, y: -2 };
    /// let bytes = to_vec(&point)?;
    /// assert_eq!(bytes, [0xA2, 0x61, b'x', 0x01, 0x61, b'y', 0x21]);
    /// assert_eq!(from_slice::<Point>(&bytes)?, point);
    /// # Ok::<(), varvel::Error>(())
    /// ```
}

crate::freezing::freezing! {
    Cbor, "CBOR document";
    /// ```
    /// use varvel::{Value, cbor};
    /// let frozen = cbor::freeze(&[0xA2, 0x62, b'i', b'd', 7, 0x01, 0x41, 0xFF])?;
    /// assert_eq!(frozen.view().field("id")?.i64()?, 7);
    /// assert_eq!(frozen.view().pairs().nth(1).unwrap().1.bytes()?, [0xFF]);
    /// let value = Value::from(frozen);
    /// assert_eq!(cbor::freeze(&cbor::to_vec(&value)?)?, value.freeze()?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze
    /// ```
    /// use varvel::{Duplicates, Limits, cbor};
    /// let bytes = [0xA2, 0x61, b'a', 1, 0x61, b'a', 2];
    /// assert!(cbor::freeze(&bytes).is_err());
    /// let frozen = cbor::freeze_with(&bytes, Duplicates::Last, Limits::DEFAULT)?;
    /// assert_eq!(frozen.view().field("a")?.i64()?, 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze_with
}
