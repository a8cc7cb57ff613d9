//! Reads successive MessagePack values with serde.

use core::fmt;
#[cfg(feature = "std")]
use std::io::{Cursor, Read};

use serde_core::de::{self, Visitor};
#[cfg(feature = "std")]
use varvel_msgpack::read::next_bytes;

#[cfg(feature = "std")]
use crate::format::Copying;
use crate::msgpack::{ReadOptions, Reader};
use crate::{Error, Result, Source as _};

/// Reads successive MessagePack values with serde, from an input or from memory.
///
/// ```
/// use serde::Deserialize;
/// use varvel::msgpack::serde as rmp_serde;
/// let bytes = [0x92, 1, 2, 0xA1, b'a', 7];
/// let mut values = rmp_serde::Deserializer::new(&bytes[..]);
/// assert_eq!(<(u8, u8)>::deserialize(&mut values)?, (1, 2));
/// assert_eq!(String::deserialize(&mut values)?, "a");
///
/// // Values in memory may be borrowed.
/// let mut values = rmp_serde::Deserializer::from_read_ref(&bytes[3..]);
/// assert_eq!(<&str>::deserialize(&mut values)?, "a");
/// assert_eq!(u8::deserialize(&mut values)?, 7);
/// assert!(u8::deserialize(&mut values).unwrap_err().is_eof());
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Deserializer<R>(R);

/// An input of a [`Deserializer`], which reads no byte beyond the value.
#[cfg(feature = "std")]
pub struct ReadReader<R>(R);

/// Bytes in memory that a [`Deserializer`] reads.
pub struct ReadRefReader<'de>(&'de [u8]);

impl<R> fmt::Debug for Deserializer<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer").finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl<R> fmt::Debug for ReadReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadReader").finish_non_exhaustive()
    }
}

impl fmt::Debug for ReadRefReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadRefReader").finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl<R: Read> Deserializer<ReadReader<R>> {
    /// Reads values from `input`.
    pub fn new(input: R) -> Self {
        Self(ReadReader(input))
    }

    /// Returns the input. Its position is behind the values that were read.
    pub fn get_ref(&self) -> &R {
        &self.0.0
    }

    /// Returns the input mutably.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.0.0
    }

    /// Returns the input.
    pub fn into_inner(self) -> R {
        self.0.0
    }
}

impl<'de> Deserializer<ReadRefReader<'de>> {
    /// Reads values that are in memory.
    pub fn from_read_ref<B: AsRef<[u8]> + ?Sized>(bytes: &'de B) -> Self {
        Self(ReadRefReader(bytes.as_ref()))
    }

    /// Reads the next value, and moves behind it.
    fn value<T>(&mut self, read: impl FnOnce(&mut Reader<'de>) -> Result<T>) -> Result<T> {
        let mut reader = Reader::new(self.0.0, &ReadOptions::default())?;
        let result = read(&mut reader).map_err(|error| reader.locate(error));
        self.0.0 = self.0.0.get(reader.offset()..).unwrap_or_default();
        result
    }
}

impl<'de> ReadRefReader<'de> {
    /// Returns the bytes that are left.
    pub fn remaining_slice(&self) -> &'de [u8] {
        self.0
    }
}

#[cfg(feature = "std")]
impl<B: AsRef<[u8]>> Deserializer<ReadReader<Cursor<B>>> {
    /// Returns how many bytes were read into values.
    pub fn position(&self) -> u64 {
        self.0.0.position()
    }
}

#[cfg(feature = "std")]
impl<R: Read> Deserializer<ReadReader<R>> {
    /// Reads the next value, which borrows nothing.
    fn value<T>(&mut self, read: impl FnOnce(&mut Reader<'_>) -> Result<T>) -> Result<T> {
        let options = ReadOptions::default();
        // At the end of the input there are no bytes, and the reader reports that.
        let bytes = next_bytes(&mut self.0.0, &options)?.unwrap_or_default();
        let mut reader = Reader::new(&bytes, &options)?;
        read(&mut reader).map_err(|error| reader.locate(error))
    }
}

/// Declares methods of a deserializer that read the next value by another deserializer.
macro_rules! next_values {
    ($reader:ident => $source:expr; $($method:ident($($name:ident: $t:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $t,)* visitor: V) -> Result<V::Value> {
            self.value(|$reader| varvel_serde::Deserializer::new($source).$method($($name,)* visitor))
        }
    )*};
    ($reader:ident => $source:expr) => {
        next_values! {
            $reader => $source;
            deserialize_any(); deserialize_bool();
            deserialize_i8(); deserialize_i16(); deserialize_i32(); deserialize_i64(); deserialize_i128();
            deserialize_u8(); deserialize_u16(); deserialize_u32(); deserialize_u64(); deserialize_u128();
            deserialize_f32(); deserialize_f64(); deserialize_char(); deserialize_str(); deserialize_string();
            deserialize_bytes(); deserialize_byte_buf(); deserialize_option(); deserialize_unit();
            deserialize_unit_struct(name: &'static str);
            deserialize_newtype_struct(name: &'static str);
            deserialize_seq(); deserialize_tuple(len: usize);
            deserialize_tuple_struct(name: &'static str, len: usize);
            deserialize_map(); deserialize_struct(name: &'static str, fields: &'static [&'static str]);
            deserialize_enum(name: &'static str, variants: &'static [&'static str]);
            deserialize_identifier(); deserialize_ignored_any();
        }
    };
}

impl<'de> de::Deserializer<'de> for &mut Deserializer<ReadRefReader<'de>> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    next_values! { reader => reader }
}

#[cfg(feature = "std")]
impl<'de, R: Read> de::Deserializer<'de> for &mut Deserializer<ReadReader<R>> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    next_values! { reader => &mut Copying::new(reader) }
}
