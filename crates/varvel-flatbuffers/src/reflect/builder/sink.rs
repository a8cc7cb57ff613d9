//! [`Builder`] as a sink, event by event.

use varvel_core::pipe::Scalar;
use varvel_core::{
    AsText, Bytes, Error, ErrorKind, Kind, Limits, Profile, Result, Sink, Str, Tag, Timestamp,
};

use super::deferred::Event;
use super::expected::Expected;
use super::{Builder, State, Value, What};
use crate::layout::{self, Element, Type};

impl Builder<'_> {
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, what: &'static str, hint: &'static str) -> Error {
        let error = Error::expected(ErrorKind::Unrepresentable, "what FlatBuffers have");
        self.fail(error.with_found(what).with_hint(hint))
    }

    /// Gives a scalar to the target of its node. Returns `false` if that is the buffer.
    fn scalar<'de>(&mut self, give: impl FnOnce(&mut dyn Sink<'de>) -> Result) -> Result<bool> {
        if !self.aside.is_elsewhere() {
            self.may_be_flex();
        }
        self.elsewhere(Event::Scalar, give)
    }

    /// Writes a scalar as text, if the options say so and the schema has a string here. Returns
    /// whether it did.
    fn as_text(&mut self, scalar: Scalar<'_, '_>) -> Result<bool> {
        if self.options.as_text == AsText::NOTHING
            || !matches!(self.want("a value")?, Expected::Text)
        {
            return Ok(false);
        }
        match self.options.as_text.value(scalar) {
            Ok(Some(text)) => self.str(Str::Scratch((&*text).into())).map(|()| true),
            Ok(None) => Ok(false),
            Err(error) => Err(self.fail(error)),
        }
    }
}

impl<'de> Sink<'de> for Builder<'_> {
    fn nest(&mut self) -> Result {
        let (most, depth) = (Limits::DEFAULT.depth, self.open.len() + self.aside.depth());
        match depth < most {
            true => Ok(()),
            false => Err(self.fail(Error::type_too_deep(most))),
        }
    }

    fn null(&mut self) -> Result {
        if self.elsewhere(Event::Scalar, |sink| sink.null())? {
            return Ok(());
        }
        let want = self.want("null")?;
        let in_table = matches!(
            self.open.last().map(|open| open.what),
            Some(What::Table { .. })
        );
        match (want, self.state) {
            (Expected::Nothing, _) => self.placed(Value::Absent),
            (_, State::Value) if in_table => self.placed(Value::Absent),
            _ => Err(self.wrong(want, Kind::Null)),
        }
    }

    fn bool(&mut self, value: bool) -> Result {
        match self.scalar(|sink| sink.bool(value))? {
            true => Ok(()),
            false => self.boolean(value),
        }
    }

    fn i64(&mut self, value: i64) -> Result {
        match self.scalar(|sink| sink.i64(value))? {
            true => Ok(()),
            false => self.integer(value.into()),
        }
    }

    fn u64(&mut self, value: u64) -> Result {
        match self.scalar(|sink| sink.u64(value))? {
            true => Ok(()),
            false => self.integer(value.into()),
        }
    }

    fn f64(&mut self, value: f64) -> Result {
        match self.scalar(|sink| sink.f64(value))? {
            true => Ok(()),
            false => self.float(value),
        }
    }

    fn f32(&mut self, value: f32) -> Result {
        match self.scalar(|sink| sink.f32(value))? {
            true => Ok(()),
            false => self.float(value.into()),
        }
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        match self.scalar(|sink| sink.big_integer(digits))? {
            true => Ok(()),
            false if self.as_text(Scalar::BigInteger(digits))? => Ok(()),
            false => self.digits(digits, Kind::Integer),
        }
    }

    fn decimal(&mut self, text: &str) -> Result {
        if !self.aside.is_elsewhere() {
            self.may_be_flex();
        }
        // `wants_decimal` was called before the target of this number was known.
        let as_float = self.aside.is_flex();
        let given = self.elsewhere(Event::Scalar, |sink| {
            match varvel_raw::number::parse_f64(text.as_bytes()) {
                Some(value) if as_float && value.is_finite() => sink.f64(value),
                _ => sink.decimal(text),
            }
        })?;
        match given {
            true => Ok(()),
            false if self.as_text(Scalar::Decimal(text))? => Ok(()),
            false => self.digits(text, Kind::Decimal),
        }
    }

    fn str(&mut self, value: Str<'de, '_>) -> Result {
        if self.scalar(|sink| sink.str(value))? {
            return Ok(());
        }
        match self.want("a string")? {
            Expected::Text => {
                let shared = self.field().is_some_and(|field| field.shared);
                let at = match shared {
                    true => self.out.shared_string(&value),
                    false => self.out.string(&value),
                };
                let at = at.map_err(|error| self.fail(error))?;
                self.placed(Value::At(at))
            }
            Expected::Scalar(field, scalar) => self.text_of(&value, field, scalar),
            Expected::Tag(union) => self.tag_named(&value, union),
            Expected::Array(field, _, len) if field.chars => self.chars(&value, field, len),
            want => match want.base64() {
                Some(base64) => {
                    let bytes = base64.decode(&value).map_err(|error| self.fail(error))?;
                    self.bytes_of(&bytes)
                }
                None => Err(self.wrong(want, Kind::String)),
            },
        }
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        match self.elsewhere(Event::Scalar, |sink| sink.bytes(value))? {
            true => Ok(()),
            false if self.as_text(Scalar::Bytes(Bytes::Scratch(&value)))? => Ok(()),
            false => self.bytes_of(&value),
        }
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        match self.scalar(|sink| sink.timestamp(value))? {
            true => Ok(()),
            false if self.as_text(Scalar::Timestamp(value))? => Ok(()),
            false => Err(self.refuse(
                "a point in time",
                "write it as a string, or as a number of seconds",
            )),
        }
    }

    fn tag(&mut self, tag: Tag) -> Result {
        match self.elsewhere(Event::Part, |sink| sink.tag(tag))? {
            true => Ok(()),
            false => Err(self.refuse("a tag", "write the value without it")),
        }
    }

    fn begin_array(&mut self, len: Option<usize>) -> Result {
        if !self.aside.is_elsewhere() {
            self.may_be_flex();
        }
        match self.elsewhere(Event::Begin, |sink| sink.begin_array(len))? {
            true => Ok(()),
            false => self.open_array(),
        }
    }

    fn end_array(&mut self) -> Result {
        match self.elsewhere(Event::End, |sink| sink.end_array())? {
            true => Ok(()),
            false => self.close_array(),
        }
    }

    fn begin_map(&mut self, len: Option<usize>) -> Result {
        if !self.aside.is_elsewhere() {
            self.may_be_flex();
        }
        match self.elsewhere(Event::Begin, |sink| sink.begin_map(len))? {
            true => Ok(()),
            false => self.open_map(),
        }
    }

    fn key(&mut self, key: Str<'de, '_>) -> Result {
        match self.elsewhere(Event::Part, |sink| sink.key(key))? {
            true => Ok(()),
            false => self.member(&key),
        }
    }

    fn any_key(&mut self) -> Result {
        match self.elsewhere(Event::Part, |sink| sink.any_key())? {
            true => Ok(()),
            false => Err(self.refuse("a key that is no string", "write keys as strings")),
        }
    }

    fn end_map(&mut self) -> Result {
        match self.elsewhere(Event::End, |sink| sink.end_map())? {
            true => Ok(()),
            false => self.close_map(),
        }
    }

    /// Floats of 32 bits need decimals so that they are rounded once. So do recorded numbers, whose
    /// type is not known yet.
    fn wants_decimal(&self) -> bool {
        if self.aside.is_elsewhere() {
            return self.aside.is_recording();
        }
        let ty = match self.state {
            State::Value | State::Item => self.field().map(|field| field.ty),
            _ => None,
        };
        matches!(
            ty,
            Some(
                Type::Scalar(layout::Scalar::F32)
                    | Type::Vector(Element::Scalar(layout::Scalar::F32))
                    | Type::Array(Element::Scalar(layout::Scalar::F32), _)
            )
        )
    }

    fn profile(&self) -> Profile {
        let mut profile = Profile::TREE;
        profile.any_keys = false;
        profile.timestamps = false;
        profile
    }
}
