//! The common part of the modules for serde types of all formats:
//! [`json::serde`](crate::json::serde), `msgpack::serde`, `yaml::serde`, and those of formats that
//! have no serde library to take the names from.
//!
//! | room | holds |
//! |---|---|
//! | here | the functions that read and write, once for all formats |
//! | `tree` | trees of types, as a text would be read into them |
//! | `written` | `Serializer`: writes successive values into an output |
//!
//! Each of these modules has the names of another library, so it declares its functions itself, by
//! these macros. The functions are one line each and call generic ones. A format whose module has
//! the names of its own functions gets the whole module from `door!`.

pub mod tree;
#[cfg(feature = "std")]
pub mod written;

/// Declares `from_slice` and `from_slice_with`, which read by the format's `decode`.
macro_rules! from_slices {
    ($document:literal, $decode:path) => {
        #[doc = concat!("Reads a value of a type from the ", $document, " `input`.")]
        ///
        /// # Errors
        /// Returns an error if the document is malformed or does not fit the type, with its place.
        #[inline]
        pub fn from_slice<'de, T: serde_core::Deserialize<'de>>(
            input: &'de [u8],
        ) -> crate::Result<T> {
            from_slice_with(input, &ReadOptions::default())
        }

        /// Reads a value of a type with options, such as limits for input that is not trusted.
        ///
        /// serde recurses from type to type: a higher limit of depth costs stack.
        ///
        /// # Errors
        /// Returns the errors of [`from_slice`].
        #[inline]
        pub fn from_slice_with<'de, T: serde_core::Deserialize<'de>>(
            input: &'de [u8],
            options: &ReadOptions,
        ) -> crate::Result<T> {
            $decode(input, options, &()).map(|crate::serde::Serde(value)| value)
        }
    };
}

/// Declares `from_str` and `from_reader` of a text format, beside `from_slices`.
macro_rules! from_texts {
    ($document:literal, $from_reader:path) => {
        #[doc = concat!("Reads a value of a type from the ", $document, " `input`.")]
        ///
        /// # Errors
        /// Returns the errors of [`from_slice`].
        #[inline]
        pub fn from_str<'de, T: serde_core::Deserialize<'de>>(input: &'de str) -> crate::Result<T> {
            from_slice(input.as_bytes())
        }

        crate::serde::door::from_readers!($document, $from_reader);
    };
}

/// Declares `from_reader`, beside `from_slices`.
macro_rules! from_readers {
    ($document:literal, $from_reader:path) => {
        #[doc = concat!("Reads a value of a type from the ", $document, " that `input` gives up to its end, which is held in memory.")]
        ///
        /// # Errors
        /// Returns `Io`, and the errors of [`from_slice`].
        #[cfg(feature = "std")]
        pub fn from_reader<R: std::io::Read, T: serde_core::de::DeserializeOwned>(
            input: R,
        ) -> crate::Result<T> {
            $from_reader(input).map(|crate::serde::Serde(value)| value)
        }
    };
}

/// Declares functions that write text into bytes, into a string, and into an output, by the
/// format's own functions and with these options.
macro_rules! to_texts {
    ($text:literal, $format:ident, $options:expr => $to_vec:ident, $to_string:ident, $to_writer:ident) => {
        #[doc = concat!("Writes a value as ", $text, ".")]
        ///
        /// # Errors
        /// Returns `Unrepresentable` for a value that the format cannot hold, and the errors of the
        /// type.
        pub fn $to_vec<T: serde_core::Serialize + ?Sized>(
            value: &T,
        ) -> crate::Result<alloc::vec::Vec<u8>> {
            $format::to_vec_with(&crate::serde::Serde(value), &$options)
        }

        #[doc = concat!("Writes a value as ", $text, " into a string.")]
        ///
        /// # Errors
        /// Returns the errors of [`to_vec`].
        pub fn $to_string<T: serde_core::Serialize + ?Sized>(
            value: &T,
        ) -> crate::Result<alloc::string::String> {
            $format::to_string_with(&crate::serde::Serde(value), &$options)
        }

        #[doc = concat!("Writes a value as ", $text, " to `output`, in one piece.")]
        ///
        /// # Errors
        /// Returns `Io`, and the errors of [`to_vec`].
        #[cfg(feature = "std")]
        pub fn $to_writer<W: std::io::Write, T: serde_core::Serialize + ?Sized>(
            output: W,
            value: &T,
        ) -> crate::Result {
            $format::to_writer_with(output, &crate::serde::Serde(value), &$options)
        }
    };
}

/// Declares the module `serde` in the module of a binary format: functions for serde types under
/// the names of those for types of this library. Takes the name of a document, and an example for
/// the module.
#[allow(unused_macros, reason = "the formats that use it are features")]
macro_rules! door {
    ($document:literal; $(#[$example:meta])*) => {
        #[doc = concat!("A ", $document, " from and to types that implement serde's traits.")]
        ///
        $(#[$example])*
        ///
        /// Structs are written with the names of their fields. Types of this library, such as
        /// [`Value`](crate::Value) and [`Timestamp`](crate::Timestamp), may be parts of serde
        /// types.
        pub mod serde {
            use super::ReadOptions;

            pub use crate::{Error, Result};

            crate::serde::door::from_slices!($document, super::decode);
            #[cfg(feature = "std")]
            crate::serde::door::from_readers!($document, super::from_reader);

            #[doc = concat!("Writes a value as a ", $document, ".")]
            ///
            /// # Errors
            /// Returns `Unrepresentable` for a value that the format cannot hold, and the errors of
            /// the type.
            pub fn to_vec<T: serde_core::Serialize + ?Sized>(
                value: &T,
            ) -> Result<alloc::vec::Vec<u8>> {
                super::to_vec(&crate::serde::Serde(value))
            }

            #[doc = concat!("Writes a value as a ", $document, " to `output`, in one piece.")]
            ///
            /// # Errors
            /// Returns `Io`, and the errors of [`to_vec`].
            #[cfg(feature = "std")]
            pub fn to_writer<W: std::io::Write, T: serde_core::Serialize + ?Sized>(
                output: W,
                value: &T,
            ) -> Result {
                super::to_writer(output, &crate::serde::Serde(value))
            }
        }
    };
}

#[allow(unused_imports, reason = "the formats that use it are features")]
pub(crate) use door;
pub(crate) use from_readers;
pub(crate) use {from_slices, from_texts, to_texts};
