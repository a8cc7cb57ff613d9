//! FlexBuffers: reads them into frozen buffers, values and your types, and writes them from all of
//! these.
//!
//! | from, to | call |
//! |---|---|
//! | a buffer to [`Frozen`](crate::Frozen) | [`freeze`], [`freeze_with`]; a [`Freezer`] for many buffers |
//! | a buffer to a [`Value`](crate::Value) | `Value::from(freeze(input)?)`, which is free |
//! | a buffer to a type, which may borrow from it | [`from_slice`], [`from_reader`]; into one that is there: [`read_into`]; from a part of one [`read`] |
//! | a buffer read in place | [`Flex`] |
//! | [`Frozen`](crate::Frozen), [`View`](struct@crate::View), [`Value`](crate::Value) or a type to a buffer | [`to_vec`], [`to_writer`]; a [`Builder`] |
//! | a buffer to any [`Sink`](crate::Sink) | [`drive`] |
//!
//! Each function has a sibling that takes [`ReadOptions`] or [`WriteOptions`], whose name ends in
//! `_with`.
//!
//! The format sorts the members of a map by their keys, so their order is not kept. Its keys are
//! strings. It has no points in time, no tags and no integers beyond 64 bits. Writing these is an
//! error that names their place, unless [`AsText`](crate::AsText) has them written as text.
//!
//! ```
//! use varvel::{format::UniqueKeys, flexbuffers, json};
//! let mut builder = UniqueKeys::new(flexbuffers::Builder::new());
//! json::drive(br#"{"b": [1, 2.5], "a": null}"#, &Default::default(), &mut builder)?;
//! let bytes = builder.into_inner().finish()?;
//!
//! let mut text = json::Writer::new(json::WriteOptions::compact());
//! flexbuffers::drive(&bytes, &Default::default(), &mut text)?;
//! assert_eq!(text.finish()?, br#"{"a":null,"b":[1,2.5]}"#);
//! # Ok::<(), varvel::Error>(())
//! ```

pub use varvel_flexbuffers::{
    Builder, Flex, FlexBuffers, Iter, Map, Members, ReadOptions, Reference, Type, Vector,
    WriteOptions, decode, drive, from_slice, from_slice_with, read, read_into, read_into_with,
    to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_flexbuffers::{from_reader, from_reader_with, to_writer, to_writer_with};

#[cfg(feature = "serde")]
crate::serde::door::door! {
    "FlexBuffer";
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use varvel::flexbuffers::serde::{from_slice, to_vec};
    /// #[derive(Debug, PartialEq, Serialize, Deserialize)]
    /// struct User<'a> { name: &'a str, age: u8 }
    /// let bytes = to_vec(&User { name: "Ada", age: 36 })?;
    /// assert_eq!(from_slice::<User<'_>>(&bytes)?.name, "Ada");
    /// # Ok::<(), varvel::Error>(())
    /// ```
}

crate::freezing::freezing! {
    FlexBuffers, "FlexBuffer";
    /// ```
    /// use varvel::{flexbuffers, value};
    /// let bytes = flexbuffers::to_vec(&value!({"id": 7, "tags": ["a", "b"]}))?;
    /// let frozen = flexbuffers::freeze(&bytes)?;
    /// assert_eq!(frozen.view().path("tags[1]")?.str()?, "b");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze
    /// ```
    /// use varvel::{Duplicates, Limits, flexbuffers};
    /// // The policy changes nothing: no valid buffer has a key twice.
    /// let flat = Limits { depth: 1, ..Limits::DEFAULT };
    /// let nested = flexbuffers::to_vec(&[[1]])?;
    /// assert!(flexbuffers::freeze_with(&nested, Duplicates::Error, flat).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze_with
}
