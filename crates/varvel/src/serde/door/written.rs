//! Writes successive values into an output: the `Serializer` of each format.
//!
//! Invariant: no byte of a value goes into the output before the value is complete; then all of it
//! does.

use alloc::vec::Vec;
use core::fmt;
use std::io::Write;

use serde_core::ser::{self, Serialize};

use crate::format::Profile;
use crate::{Bytes, Error, Result, Sink, Str, Tag, Timestamp};

/// A writer of a format, which writes one document.
pub trait Document: for<'a> Sink<'a> + Sized {
    /// The options of the writer.
    type Options;

    /// Begins a document. `first` is true if none was written before.
    fn begin(options: &Self::Options, first: bool) -> Self;

    /// Returns the document, which is complete.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    fn end(self) -> Result<Vec<u8>>;

    /// Returns the profile by which types choose their form.
    fn taken_for(options: &Self::Options) -> Profile;

    /// Returns how structs are written.
    fn structs(options: &Self::Options) -> Structs {
        let _ = options;
        Structs::Maps
    }
}

/// How structs are written.
#[derive(Clone, Copy, Debug)]
pub enum Structs {
    /// Maps with the names of their fields; a unit struct is a null.
    Maps,
    /// Maps with the names of their fields; a unit struct is an array without items.
    MapsOrUnitArrays,
    /// Arrays of their fields.
    Arrays,
}

/// Writes successive values into an output. A value goes out when it is complete.
pub struct Serializer<W, D: Document> {
    pub(crate) output: W,
    pub(crate) options: D::Options,
    /// The document that is being written.
    document: Option<D>,
    /// The number of its containers that are open.
    depth: usize,
    first: bool,
}

impl<W, D: Document> fmt::Debug for Serializer<W, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serializer").finish_non_exhaustive()
    }
}

impl<W: Write, D: Document> Serializer<W, D> {
    pub(crate) fn with_options(output: W, options: D::Options) -> Self {
        Self {
            output,
            options,
            document: None,
            depth: 0,
            first: true,
        }
    }

    /// Returns the output.
    pub fn get_ref(&self) -> &W {
        &self.output
    }

    /// Returns the output mutably.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.output
    }

    /// Begins a value, and drops the beginning of one that failed.
    fn start(&mut self) -> Inner<'_, W, D> {
        (self.document, self.depth) = (None, 0);
        let structs = D::structs(&self.options);
        let inner = varvel_serde::Serializer::new(self);
        match structs {
            Structs::Maps => inner,
            Structs::MapsOrUnitArrays => inner.with_unit_arrays(),
            Structs::Arrays => inner.unnamed(),
        }
    }

    /// Gives an event to the document.
    fn event(&mut self, event: impl FnOnce(&mut D) -> Result) -> Result {
        let (options, first) = (&self.options, self.first);
        let document = self
            .document
            .get_or_insert_with(|| D::begin(options, first));
        event(document)
    }

    /// Gives an event to the document, and writes the document if that was its last event.
    fn node(&mut self, event: impl FnOnce(&mut D) -> Result) -> Result {
        self.event(event)?;
        if self.depth > 0 {
            return Ok(());
        }
        let Some(document) = self.document.take() else {
            return Ok(());
        };
        self.first = false;
        let text = document.end()?;
        let written = self.output.write_all(&text);
        written.map_err(|cause| Error::of_io(&cause))
    }

    fn open(&mut self, event: impl FnOnce(&mut D) -> Result) -> Result {
        self.depth += 1;
        self.event(event)
    }

    fn close(&mut self, event: impl FnOnce(&mut D) -> Result) -> Result {
        self.depth = self.depth.saturating_sub(1);
        self.node(event)
    }
}

/// Declares events that are handed on, each by the method that counts it.
macro_rules! handed_on {
    ($($how:ident: $event:ident($($value:ident: $t:ty),*);)*) => {$(
        fn $event(&mut self, $($value: $t),*) -> Result {
            self.$how(|document| document.$event($($value),*))
        }
    )*};
}

impl<'de, W: Write, D: Document> Sink<'de> for Serializer<W, D> {
    handed_on! {
        node: null();
        node: bool(value: bool);
        node: i64(value: i64);
        node: u64(value: u64);
        node: f64(value: f64);
        node: f32(value: f32);
        node: big_integer(digits: &str);
        node: decimal(text: &str);
        node: str(value: Str<'de, '_>);
        node: bytes(value: Bytes<'de, '_>);
        node: timestamp(value: Timestamp);
        event: tag(tag: Tag);
        open: begin_array(len: Option<usize>);
        close: end_array();
        open: begin_map(len: Option<usize>);
        event: key(key: Str<'de, '_>);
        event: any_key();
        close: end_map();
    }

    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        let mut taken = false;
        self.event(|document| {
            taken = document.raw(format, bytes)?;
            Ok(())
        })?;
        if taken {
            self.node(|_| Ok(()))?;
        }
        Ok(taken)
    }

    fn variant(&mut self, name: &str) -> Result<bool> {
        let mut taken = false;
        self.event(|document| {
            taken = document.variant(name)?;
            Ok(())
        })?;
        Ok(taken)
    }

    fn nest(&mut self) -> Result {
        self.event(|document| document.nest())
    }

    fn profile(&self) -> Profile {
        D::taken_for(&self.options)
    }
}

/// The serializer that does the work.
type Inner<'s, W, D> = varvel_serde::Serializer<'s, Serializer<W, D>>;

/// Declares methods of a serializer that it forwards to another one.
macro_rules! forwarded {
    ($($method:ident($($name:ident: $t:ty),*) $(-> $out:ty)?;)*) => {$(
        #[inline]
        fn $method(self, $($name: $t),*) -> Result<forwarded!(@out $($out)?)> {
            self.start().$method($($name),*)
        }
    )*};
    (@out) => { () };
    (@out $out:ty) => { $out };
}

impl<'s, W: Write, D: Document> ser::Serializer for &'s mut Serializer<W, D> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = <Inner<'s, W, D> as ser::Serializer>::SerializeSeq;
    type SerializeTuple = <Inner<'s, W, D> as ser::Serializer>::SerializeTuple;
    type SerializeTupleStruct = <Inner<'s, W, D> as ser::Serializer>::SerializeTupleStruct;
    type SerializeTupleVariant = <Inner<'s, W, D> as ser::Serializer>::SerializeTupleVariant;
    type SerializeMap = <Inner<'s, W, D> as ser::Serializer>::SerializeMap;
    type SerializeStruct = <Inner<'s, W, D> as ser::Serializer>::SerializeStruct;
    type SerializeStructVariant = <Inner<'s, W, D> as ser::Serializer>::SerializeStructVariant;

    fn is_human_readable(&self) -> bool {
        D::taken_for(&self.options).text
    }

    forwarded! {
        serialize_bool(value: bool);
        serialize_i8(value: i8);
        serialize_i16(value: i16);
        serialize_i32(value: i32);
        serialize_i64(value: i64);
        serialize_i128(value: i128);
        serialize_u8(value: u8);
        serialize_u16(value: u16);
        serialize_u32(value: u32);
        serialize_u64(value: u64);
        serialize_u128(value: u128);
        serialize_f32(value: f32);
        serialize_f64(value: f64);
        serialize_char(value: char);
        serialize_str(text: &str);
        serialize_bytes(bytes: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
        serialize_seq(len: Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(len: usize) -> Self::SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> Self::SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> Self::SerializeMap;
        serialize_struct(name: &'static str, len: usize) -> Self::SerializeStruct;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        self.start().serialize_some(value)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result {
        self.start().serialize_newtype_struct(name, value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        self.start()
            .serialize_newtype_variant(name, index, variant, value)
    }
}
