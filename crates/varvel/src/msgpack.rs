//! MessagePack: reads it into frozen buffers, values and your types, and writes it from all of
//! them.
//!
//! | from, to | call |
//! |---|---|
//! | a document to [`Frozen`](crate::Frozen) | [`freeze`], [`freeze_with`]; a [`Freezer`] for many documents |
//! | a document to a [`Value`](crate::Value) | `Value::from(freeze(input)?)`, which is free |
//! | a document to a type | [`from_slice`], [`from_reader`]; into one that is there: [`read_into`] |
//! | [`Frozen`](crate::Frozen), [`View`](struct@crate::View), [`Value`](crate::Value) or a type to a document | [`to_vec`], [`to_writer`]; a [`Writer`] |
//! | a document to any [`Sink`](crate::Sink) | [`drive`] |
//! | values one after the other | [`Values`], [`ValuesReader`], [`drive_next`] |
//! | one value out of a reader, and no byte more | [`next_from_reader`] |
//!
//! Each function has a sibling that takes [`ReadOptions`] or [`WriteOptions`], whose name ends in
//! `_with`.
//!
//! The reader takes every legal encoding. The writer uses the shortest. Nothing is lost on the way
//! to a frozen buffer and back: it has nodes for bytes, extension types, timestamps, keys of any
//! kind and floats of 32 bits.
//!
//! JSON becomes MessagePack without a tree in between:
//!
//! ```
//! use varvel::{format::UniqueKeys, json, msgpack};
//! let mut writer = UniqueKeys::new(msgpack::Writer::new());
//! json::drive(br#"{"a": [1, 2.5]}"#, &Default::default(), &mut writer)?;
//! let bytes = writer.into_inner().finish()?;
//! assert_eq!(bytes[..5], [0x81, 0xA1, b'a', 0x92, 1]);
//!
//! let mut text = json::Writer::new(json::WriteOptions::compact());
//! msgpack::drive(&bytes, &Default::default(), &mut text)?;
//! assert_eq!(text.finish()?, br#"{"a":[1,2.5]}"#);
//! # Ok::<(), varvel::Error>(())
//! ```

#[cfg(feature = "serde")]
pub mod serde;

pub use varvel_msgpack::read::drive_next;
pub use varvel_msgpack::{
    MessagePack, ReadOptions, Reader, Values, WriteOptions, Writer, decode, drive, from_slice,
    from_slice_with, read_into, read_into_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_msgpack::{
    ValuesReader, from_reader, from_reader_with, next_from_reader, to_writer, to_writer_with,
};

crate::freezing::freezing! {
    MessagePack, "MessagePack document";
    /// ```
    /// use varvel::{Value, msgpack};
    /// let frozen = msgpack::freeze(&[0x82, 0xA2, b'i', b'd', 7, 0x01, 0xC4, 1, 0xFF])?;
    /// assert_eq!(frozen.view().field("id")?.i64()?, 7);
    /// assert_eq!(frozen.view().pairs().nth(1).unwrap().1.bytes()?, [0xFF]);
    /// let value = Value::from(frozen);
    /// assert_eq!(msgpack::freeze(&msgpack::to_vec(&value)?)?, value.freeze()?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze
    /// ```
    /// use varvel::{Duplicates, Limits, msgpack};
    /// let bytes = [0x82, 0xA1, b'a', 1, 0xA1, b'a', 2];
    /// assert!(msgpack::freeze(&bytes).is_err());
    /// let frozen = msgpack::freeze_with(&bytes, Duplicates::Last, Limits::DEFAULT)?;
    /// assert_eq!(frozen.view().field("a")?.i64()?, 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze_with
}
