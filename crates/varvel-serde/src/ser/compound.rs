//! Arrays, maps, structs and variants that have begun.

use serde_core::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use varvel_core::{Error, Result, Sink, Str};

use super::key::KeySerializer;
use super::{Place, Serializer};

/// A container that has begun.
#[derive(Debug)]
pub struct Compound<'s, S> {
    sink: &'s mut S,
    /// Of what is inside.
    place: Place,
    /// Whether it is a map; else it is an array.
    map: bool,
}

impl<'s, S> Compound<'s, S> {
    #[inline(always)]
    pub(super) fn new(sink: &'s mut S, place: Place, map: bool) -> Self {
        Self { sink, place, map }
    }

    #[inline(always)]
    fn value<'a, T: Serialize + ?Sized>(&mut self, value: &T) -> Result
    where
        S: Sink<'a>,
    {
        value.serialize(Serializer {
            sink: &mut *self.sink,
            place: self.place,
        })
    }

    #[inline(always)]
    fn field<'a, T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result
    where
        S: Sink<'a>,
    {
        if self.map {
            self.sink.key(Str::Scratch(key.into()))?;
        }
        self.value(value)
    }

    #[inline(always)]
    fn close<'a>(self) -> Result
    where
        S: Sink<'a>,
    {
        match self.map {
            true => self.sink.end_map(),
            false => self.sink.end_array(),
        }
    }

    /// Ends the value of a variant, and the object around it.
    #[inline(always)]
    fn close_variant<'a>(self) -> Result
    where
        S: Sink<'a>,
    {
        let Self { sink, place, map } = self;
        Compound::new(&mut *sink, place, map).close()?;
        sink.end_map()
    }
}

impl<'a, S: Sink<'a>> SerializeSeq for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.value(value)
    }

    #[inline]
    fn end(self) -> Result {
        self.sink.end_array()
    }
}

impl<'a, S: Sink<'a>> SerializeTuple for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.value(value)
    }

    #[inline]
    fn end(self) -> Result {
        self.sink.end_array()
    }
}

impl<'a, S: Sink<'a>> SerializeTupleStruct for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.value(value)
    }

    #[inline]
    fn end(self) -> Result {
        self.sink.end_array()
    }
}

impl<'a, S: Sink<'a>> SerializeTupleVariant for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.value(value)
    }

    #[inline]
    fn end(self) -> Result {
        self.close_variant()
    }
}

impl<'a, S: Sink<'a>> SerializeMap for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        key.serialize(KeySerializer::new(Serializer {
            sink: &mut *self.sink,
            place: self.place,
        }))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.value(value)
    }

    #[inline]
    fn end(self) -> Result {
        self.sink.end_map()
    }
}

impl<'a, S: Sink<'a>> SerializeStruct for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    // In line, the key is a constant: its text is copied without a question.
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
        self.field(key, value)
    }

    #[inline]
    fn end(self) -> Result {
        self.close()
    }
}

impl<'a, S: Sink<'a>> SerializeStructVariant for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
        self.field(key, value)
    }

    #[inline]
    fn end(self) -> Result {
        self.close_variant()
    }
}
