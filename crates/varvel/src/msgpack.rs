//! MessagePack: into frozen buffers and values, into your types, and out of all of them.
//!
//! | from, to | call |
//! |---|---|
//! | a document to [`Frozen`] | [`freeze`], [`freeze_with`]; a [`Freezer`] for many documents |
//! | a document to a [`Value`](crate::Value) | `Value::from(freeze(input)?)`, which is free |
//! | a document to a type | [`from_slice`], [`from_reader`] |
//! | [`Frozen`], [`View`](struct@crate::View), [`Value`](crate::Value) or a type to a document | [`to_vec`], with [`WriteOptions`] [`to_vec_with`]; a [`Writer`] |
//! | a document to any [`Sink`](crate::Sink) | [`drive`] |
//! | values one after the other | [`Values`], [`ValuesReader`], [`drive_next`] |
//! | one value out of a reader, and no byte more | [`next_from_reader`] |
//!
//! Every legal encoding is read, the shortest is written. Nothing is lost on the way to a frozen buffer
//! and back: bytes, extension types, timestamps, keys of any kind and floats of 32 bits are nodes there.
//!
//! JSON becomes MessagePack without a tree in between:
//!
//! ```
//! use varvel::{UniqueKeys, json, msgpack};
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
    ReadOptions, Reader, Values, WriteOptions, Writer, drive, from_slice, read_into, to_vec,
    to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_msgpack::{ValuesReader, from_reader, next_from_reader};

use crate::{Builder, Duplicates, Frozen, Limits, Result, View, with_builder};

/// Freezes the MessagePack document `input`. Duplicate keys are refused; the limits are the default ones.
///
/// Time is linear in the input, and less if the thread froze the like before; the bytes may differ then: see
/// [`with_builder`].
///
/// ```
/// use varvel::{Value, msgpack};
/// let frozen = msgpack::freeze(&[0x82, 0xA2, b'i', b'd', 7, 0x01, 0xC4, 1, 0xFF])?;
/// assert_eq!(frozen.view().field("id")?.i64()?, 7);
/// assert_eq!(frozen.view().pairs().nth(1).unwrap().1.bytes()?, [0xFF]);
/// let value = Value::from(frozen);
/// assert_eq!(msgpack::freeze(&msgpack::to_vec(&value)?)?, value.freeze()?);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// What is wrong with the document, and where: byte offset and path.
pub fn freeze(input: &[u8]) -> Result<Frozen> {
    freeze_with(input, Duplicates::Error, Limits::DEFAULT)
}

/// Freezes the MessagePack document `input` with a policy for duplicate keys and with limits.
///
/// ```
/// use varvel::{Duplicates, Limits, msgpack};
/// let bytes = [0x82, 0xA1, b'a', 1, 0xA1, b'a', 2];
/// assert!(msgpack::freeze(&bytes).is_err());
/// let frozen = msgpack::freeze_with(&bytes, Duplicates::Last, Limits::DEFAULT)?;
/// assert_eq!(frozen.view().field("a")?.i64()?, 2);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Those of [`freeze`], and whatever goes beyond the limits.
pub fn freeze_with(input: &[u8], duplicates: Duplicates, limits: Limits) -> Result<Frozen> {
    with_builder(duplicates, limits, |builder| {
        builder.start()?;
        drive(input, &ReadOptions::with_limits(limits), builder)?;
        builder.finish()
    })
}

/// Freezes one MessagePack document after the other, with memory and knowledge of keys kept between them.
///
/// ```
/// use varvel::msgpack::{Freezer, Values};
/// let mut freezer = Freezer::new();
/// let mut total = 0;
/// for record in Values::new(&[0x81, 0xA1, b'n', 20, 0x81, 0xA1, b'n', 5]) {
///     total += freezer.freeze(record?)?.field("n")?.i64()?;
/// }
/// assert_eq!(total, 25);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Freezer {
    builder: Builder,
    options: ReadOptions,
}

impl Freezer {
    /// A freezer that refuses duplicate keys, with the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// A freezer with a policy for duplicate keys and with limits.
    pub fn with(duplicates: Duplicates, limits: Limits) -> Self {
        Self {
            builder: Builder::with(duplicates, limits),
            options: ReadOptions::with_limits(limits),
        }
    }

    /// Freezes `input`; the result lives in this freezer's memory until the next call.
    ///
    /// # Errors
    /// Those of [`freeze`].
    pub fn freeze(&mut self, input: &[u8]) -> Result<View<'_>> {
        self.read(input)?;
        self.builder.finish_view()
    }

    /// Freezes `input` into a buffer of its own.
    ///
    /// # Errors
    /// Those of [`freeze`].
    pub fn freeze_owned(&mut self, input: &[u8]) -> Result<Frozen> {
        self.read(input)?;
        self.builder.finish()
    }

    fn read(&mut self, input: &[u8]) -> Result {
        self.builder.start()?;
        drive(input, &self.options, &mut self.builder)
    }
}
