//! [`Builder`] as a sink: checks the order of events, and puts values onto the stack.

use varvel_core::pipe::Scalar;
use varvel_core::{AsText, Bytes, Error, Format, Profile, Result, Sink, Str, Tag, Timestamp};

use super::{Builder, Item, Open, State};
use crate::error;
use crate::marker::FlexBuffers;
use crate::slots::{Type, Width};

impl Builder {
    /// Checks that a value may come. Every event of a value calls this first.
    #[inline]
    fn before_value(&mut self, found: &'static str) -> Result {
        match self.state {
            State::Root | State::Item | State::Value => Ok(()),
            State::AnyKey => Err(self.refuse(
                "a key that is no string",
                "write keys as strings, or the members as an array",
            )),
            _ => Err(self.out_of_order(found)),
        }
    }

    /// Writes a scalar as a key if a key is expected. Returns whether it was one. Every scalar
    /// other than a string calls this before all other checks.
    #[inline]
    fn before_scalar(&mut self, scalar: Scalar<'_, '_>) -> Result<bool> {
        match self.state {
            State::AnyKey => self.scalar_key(scalar),
            _ => Ok(false),
        }
    }

    #[cold]
    fn scalar_key(&mut self, key: Scalar<'_, '_>) -> Result<bool> {
        match self.as_text.key(key) {
            Ok(Some(text)) => self.take_key(&text).map(|()| true),
            Ok(None) => {
                let error = error::refused("a key that is no string", AsText::HINT);
                Err(self.fail_at_key(error, key.key_text()))
            }
            Err(error) => Err(self.fail_at_key(error, key.key_text())),
        }
    }

    /// Writes a scalar that FlexBuffers have no form for: as text, if the options say so.
    #[cold]
    fn other_scalar(&mut self, scalar: Scalar<'_, '_>, what: &'static str) -> Result {
        if self.before_scalar(scalar)? {
            return Ok(());
        }
        match self.as_text.value(scalar) {
            Ok(Some(text)) => self.str(Str::Scratch((&*text).into())),
            Ok(None) => Err(self.refuse(what, AsText::HINT)),
            Err(error) => Err(self.fail(error)),
        }
    }

    #[inline]
    fn int(&mut self, value: i64) -> Result {
        let (bits, width) = integer(value);
        self.scalar(Type::Int, bits, width)
    }

    #[inline]
    fn float(&mut self, value: f64) -> Result {
        let (bits, width) = float(value);
        self.scalar(Type::Float, bits, width)
    }

    /// Puts a value onto the stack, after it was written if it is not inline.
    #[inline]
    fn push(&mut self, item: Result<Item>) -> Result {
        let item = item.map_err(|error| self.fail(error))?;
        self.stack
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.stack.push(Item {
            key: self.key,
            ..item
        });
        self.state = self.after();
        Ok(())
    }

    /// Returns the state after a value.
    #[inline]
    fn after(&self) -> State {
        match self.state {
            State::Root => State::Complete,
            State::Value => State::Key,
            state => state,
        }
    }

    #[inline]
    fn scalar(&mut self, kind: Type, value: u64, width: Width) -> Result {
        self.before_value("a value")?;
        self.push(Ok(Item {
            value,
            key: 0,
            kind,
            width,
        }))
    }

    fn begin(&mut self, map: bool) -> Result {
        self.before_value("a container")?;
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(Open {
            start: self.stack.len(),
            key: self.key,
            behind: self.state,
            map,
        });
        self.state = if map { State::Key } else { State::Item };
        Ok(())
    }

    fn end(&mut self, map: bool) -> Result {
        let state = if map { State::Key } else { State::Item };
        let Some(&open) = self.open.last().filter(|_| self.state == state) else {
            return Err(self.out_of_order("the end of a container"));
        };
        let item = match map {
            true => self.map(open.start),
            false => self.vector(open.start),
        };
        let item = item.map_err(|error| self.fail(error))?;
        self.open.pop();
        self.stack.truncate(open.start);
        self.state = open.behind;
        self.key = open.key;
        self.push(Ok(item))
    }

    fn take_key(&mut self, key: &str) -> Result {
        self.key = self.text_of_key(key).map_err(|error| self.fail(error))?;
        self.state = State::Value;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, what: &'static str, hint: &'static str) -> Error {
        self.fail(error::refused(what, hint))
    }
}

/// Returns the bits of an integer, and the smallest width for it.
fn integer(value: i64) -> (u64, Width) {
    (value as u64, Width::of_int(value))
}

fn float(value: f64) -> (u64, Width) {
    (value.to_bits(), Width::of_float(value))
}

impl<'de> Sink<'de> for Builder {
    #[inline(always)]
    fn nest(&mut self) -> Result {
        let (most, depth) = (self.most, self.open.len());
        match depth < most {
            true => Ok(()),
            false => Err(self.fail(Error::type_too_deep(most))),
        }
    }

    fn null(&mut self) -> Result {
        if self.before_scalar(Scalar::Null)? {
            return Ok(());
        }
        self.scalar(Type::Null, 0, Width::W8)
    }

    fn bool(&mut self, value: bool) -> Result {
        if self.before_scalar(Scalar::Bool(value))? {
            return Ok(());
        }
        self.scalar(Type::Bool, value.into(), Width::W8)
    }

    fn i64(&mut self, value: i64) -> Result {
        if self.before_scalar(Scalar::I64(value))? {
            return Ok(());
        }
        self.int(value)
    }

    fn u64(&mut self, value: u64) -> Result {
        if self.before_scalar(Scalar::U64(value))? {
            return Ok(());
        }
        match i64::try_from(value) {
            Ok(value) => self.int(value),
            Err(_) => self.scalar(Type::UInt, value, Width::W64),
        }
    }

    fn f64(&mut self, value: f64) -> Result {
        if self.before_scalar(Scalar::F64(value))? {
            return Ok(());
        }
        self.float(value)
    }

    fn f32(&mut self, value: f32) -> Result {
        if self.before_scalar(Scalar::F32(value))? {
            return Ok(());
        }
        self.float(value.into())
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        self.other_scalar(Scalar::BigInteger(digits), "an integer beyond 64 bits")
    }

    fn decimal(&mut self, text: &str) -> Result {
        self.other_scalar(Scalar::Decimal(text), "a decimal")
    }

    fn str(&mut self, value: Str<'de, '_>) -> Result {
        if self.state == State::AnyKey {
            return self.take_key(&value);
        }
        self.before_value("a string")?;
        let item = self.string(&value);
        self.push(item)
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        if self.before_scalar(Scalar::Bytes(value))? {
            return Ok(());
        }
        self.before_value("bytes")?;
        let item = self.block(Type::Blob, &value);
        self.push(item)
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.other_scalar(Scalar::Timestamp(value), "a point in time")
    }

    fn tag(&mut self, _: Tag) -> Result {
        Err(self.refuse("a tag", "write the value without it"))
    }

    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(false)
    }

    fn end_array(&mut self) -> Result {
        self.end(false)
    }

    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(true)
    }

    fn key(&mut self, key: Str<'de, '_>) -> Result {
        match self.state {
            State::Key => self.take_key(&key),
            _ => Err(self.out_of_order("a key")),
        }
    }

    fn any_key(&mut self) -> Result {
        match self.state {
            State::Key => self.state = State::AnyKey,
            _ => return Err(self.out_of_order("a key")),
        }
        Ok(())
    }

    fn end_map(&mut self) -> Result {
        self.end(true)
    }

    fn profile(&self) -> Profile {
        FlexBuffers::PROFILE
    }

    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.before_value("an array")?;
        let item = self.numbers(values, Type::Int, integer);
        self.push(item)
    }

    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.before_value("an array")?;
        let item = self.numbers(values, Type::Float, float);
        self.push(item)
    }
}
