//! Arrays, maps, structs and variants that have begun.

use serde_core::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use varvel_core::{Error, Result, Sink, Str};

use super::extensions::Carried;
use super::key::KeySerializer;
use super::{Nesting, Serializer};

/// A container that has begun.
#[derive(Debug)]
pub struct Compound<'s, S> {
    sink: &'s mut S,
    /// The nesting of the nodes inside.
    place: Nesting,
    form: Form,
    around: Around,
}

/// The container around the value of a variant.
#[derive(Clone, Copy, Debug)]
pub enum Around {
    /// No container: the sink wrote the name beside the value.
    Nothing,
    /// An object of one member.
    Object,
}

impl Around {
    /// Ends the container.
    #[inline(always)]
    pub(super) fn end<'a, S: Sink<'a>>(self, sink: &mut S) -> Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Object => sink.end_map(),
        }
    }
}

/// The form of a container in the sink.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Array,
    Map,
    /// No container: it is a struct of `serde_json` with this name, and its only field is text.
    Text(&'static str),
}

impl<'s, S> Compound<'s, S> {
    #[inline(always)]
    pub(super) fn new(sink: &'s mut S, place: Nesting, form: Form) -> Self {
        Self {
            sink,
            place,
            form,
            around: Around::Object,
        }
    }

    /// Marks the container as the value of a variant.
    #[inline(always)]
    pub(super) fn inside(self, around: Around) -> Self {
        Self { around, ..self }
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
        match self.form {
            Form::Array => {}
            Form::Map => self.sink.key(Str::Scratch(key.into()))?,
            Form::Text(name) => return self.text(name, value),
        }
        self.value(value)
    }

    #[cold]
    #[inline(never)]
    fn text<'a, T: Serialize + ?Sized>(&mut self, name: &'static str, text: &T) -> Result
    where
        S: Sink<'a>,
    {
        let to = Serializer {
            sink: &mut *self.sink,
            place: self.place,
        };
        text.serialize(&mut Carried::new(name, to))
    }

    #[inline(always)]
    fn close<'a>(self) -> Result
    where
        S: Sink<'a>,
    {
        match self.form {
            Form::Array => self.sink.end_array(),
            Form::Map => self.sink.end_map(),
            Form::Text(_) => Ok(()),
        }
    }

    /// Ends the value of a variant, and the object around it.
    #[inline(always)]
    fn close_variant<'a>(self) -> Result
    where
        S: Sink<'a>,
    {
        let Self {
            sink,
            place,
            form,
            around,
        } = self;
        Compound::new(&mut *sink, place, form).close()?;
        around.end(sink)
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

    // It is inlined, so that the key is a constant, whose text is copied without a branch.
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
