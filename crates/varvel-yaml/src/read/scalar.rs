//! The meaning of the last scalar, by its style, its tag and the schema.

use alloc::vec::Vec;

use varvel_core::number::is_zero;
use varvel_core::{Error, Kind, Result, Sink, Timestamp};

use super::decimal;
use super::events::{Event, Style};
use super::nodes::Resolved;
use super::schema::{self, Meaning};
use crate::options::Schema;
use crate::{base64, error, timestamp};

/// The meaning of a scalar with its tag.
#[derive(Debug)]
pub enum Scalar<'a> {
    /// The meaning of its text by the schema, or a string.
    Text(Meaning<'a>),
    /// `!!binary`
    Bytes(Vec<u8>),
    /// `!!timestamp`
    Timestamp(Timestamp),
}

impl Scalar<'_> {
    pub fn kind(&self) -> Kind {
        match self {
            Self::Bytes(_) => Kind::Bytes,
            Self::Timestamp(_) => Kind::Timestamp,
            Self::Text(meaning) => match meaning {
                Meaning::Null => Kind::Null,
                Meaning::Bool(_) => Kind::Bool,
                Meaning::I64(_) | Meaning::U64(_) | Meaning::Big(_) | Meaning::OutOfMemory => {
                    Kind::Integer
                }
                Meaning::F64(_) | Meaning::Beyond | Meaning::TooLarge => Kind::Float,
                Meaning::String => Kind::String,
            },
        }
    }
}

impl<'de> Resolved<'de> {
    /// Returns the meaning of the last scalar.
    #[inline(always)]
    pub fn scalar(&self, style: Style, schema: Schema) -> Result<Scalar<'_>> {
        self.scalar_beyond(style, schema, self.exact)
    }

    /// Returns the meaning of the last scalar. If `beyond` is true, it may be a number beyond all
    /// floats.
    #[inline(always)]
    fn scalar_beyond(&self, style: Style, schema: Schema, beyond: bool) -> Result<Scalar<'_>> {
        if self.events.has_tag() {
            return self.tagged(schema, beyond);
        }
        match style {
            Style::Plain => self.plain_beyond(schema, beyond).map(Scalar::Text),
            _ => Ok(Scalar::Text(Meaning::String)),
        }
    }

    /// Returns the meaning of the last scalar, which is plain and has no tag.
    #[inline(always)]
    pub fn plain(&self, schema: Schema) -> Result<Meaning<'_>> {
        self.plain_beyond(schema, self.exact)
    }

    #[inline(always)]
    fn plain_beyond(&self, schema: Schema, beyond: bool) -> Result<Meaning<'_>> {
        let text = self.events.text().text().as_str();
        let window = self.events.window().unwrap_or(text.as_bytes());
        match schema::plain(text, window, schema) {
            Meaning::String if schema == Schema::Json => {
                Err(error::not_in_json_schema(self.events.offset()))
            }
            Meaning::Beyond if beyond => Ok(Meaning::Beyond),
            Meaning::Beyond => Err(error::beyond_floats(self.events.offset())),
            Meaning::TooLarge => Err(error::number_too_large(self.events.offset())),
            Meaning::OutOfMemory => Err(Error::out_of_memory()),
            meaning => Ok(meaning),
        }
    }

    /// Returns the meaning of the last scalar, which has a tag. A scalar with an unknown tag stays
    /// text, even if it is empty: only the author of the tag knows its meaning.
    #[cold]
    #[inline(never)]
    fn tagged(&self, schema: Schema, beyond: bool) -> Result<Scalar<'_>> {
        let at = self.events.offset();
        let text = self.events.text().text().as_str();
        let Some(name) = self.events.tag().and_then(|tag| tag.core()) else {
            return Ok(Scalar::Text(Meaning::String));
        };
        let kinds: &[Kind] = match name {
            "null" => &[Kind::Null],
            "bool" => &[Kind::Bool],
            "int" => &[Kind::Integer],
            "float" => &[Kind::Float, Kind::Integer],
            "map" | "seq" | "set" | "omap" | "pairs" => return Err(error::not_its_tag(name, at)),
            "binary" => {
                let bytes = base64::decode(text)?.ok_or_else(|| error::not_base64(at))?;
                return Ok(Scalar::Bytes(bytes));
            }
            "timestamp" => {
                let timestamp =
                    timestamp::parse(text).ok_or_else(|| error::not_its_tag(name, at))?;
                return Ok(Scalar::Timestamp(timestamp));
            }
            _ => return Ok(Scalar::Text(Meaning::String)),
        };
        // The tag has decided the kind, so the meaning of the text does not depend on the schema
        // that was asked for.
        let schema = match schema {
            Schema::Failsafe => Schema::Core,
            schema => schema,
        };
        let scalar = Scalar::Text(schema::plain(text, text.as_bytes(), schema));
        if !kinds.contains(&scalar.kind()) {
            return Err(error::not_its_tag(name, at));
        }
        match scalar {
            Scalar::Text(Meaning::TooLarge) => Err(error::number_too_large(at)),
            Scalar::Text(Meaning::OutOfMemory) => Err(Error::out_of_memory()),
            Scalar::Text(meaning) if name == "float" => {
                match meaning.number().and_then(|number| number.as_f64()) {
                    Some(value) => Ok(Scalar::Text(Meaning::F64(value))),
                    None if beyond => Ok(Scalar::Text(Meaning::Beyond)),
                    None => Err(error::beyond_floats(at)),
                }
            }
            scalar => Ok(scalar),
        }
    }

    /// Checks that the collection that just began does not have the tag of a scalar.
    #[inline(always)]
    pub fn check_collection(&self, event: Event) -> Result {
        match self.events.has_tag() {
            true => self.check_collection_tag(event),
            false => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn check_collection_tag(&self, event: Event) -> Result {
        let sequence = matches!(event, Event::SequenceStart(_));
        match self.events.tag().and_then(|tag| tag.core()) {
            Some(name @ ("str" | "null" | "bool" | "int" | "float" | "binary" | "timestamp")) => {
                Err(error::not_its_tag(name, self.events.offset()))
            }
            Some(name @ ("map" | "set")) if sequence => {
                Err(error::not_its_tag(name, self.events.offset()))
            }
            Some(name @ ("seq" | "omap" | "pairs")) if !sequence => {
                Err(error::not_its_tag(name, self.events.offset()))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the last scalar, which has this meaning, is a number that no float is near:
    /// its nearest one is infinite, or zero although it is not.
    #[inline(always)]
    fn is_beyond_floats(&self, meaning: &Meaning<'_>) -> bool {
        match meaning {
            Meaning::Beyond => true,
            Meaning::F64(0.0) => !is_zero(self.events.text().text().as_bytes()),
            _ => false,
        }
    }

    /// Gives the last scalar to `sink`.
    #[inline(always)]
    pub fn give<S: Sink<'de>>(&self, style: Style, schema: Schema, sink: &mut S) -> Result {
        let takes_beyond = sink.takes_beyond_floats();
        match self.scalar_beyond(style, schema, self.exact || takes_beyond)? {
            Scalar::Text(Meaning::String) => sink.str(self.events.text()),
            Scalar::Text(meaning)
                if (self.exact || sink.wants_decimal()) && meaning.is_decimal()
                    || takes_beyond && self.is_beyond_floats(&meaning) =>
            {
                sink.decimal(&decimal::text(&self.events.text(), schema)?)
            }
            Scalar::Text(meaning) => give_meaning(meaning, sink),
            Scalar::Bytes(bytes) => sink.bytes(varvel_core::Bytes::Scratch(&bytes)),
            Scalar::Timestamp(timestamp) => sink.timestamp(timestamp),
        }
    }
}

#[inline(always)]
fn give_meaning<'de, S: Sink<'de>>(meaning: Meaning<'_>, sink: &mut S) -> Result {
    match meaning {
        Meaning::I64(value) => sink.i64(value),
        Meaning::F64(value) => sink.f64(value),
        Meaning::Bool(value) => sink.bool(value),
        Meaning::U64(value) => sink.u64(value),
        Meaning::Big(digits) => sink.big_integer(&digits),
        // Strings and errors do not come here.
        Meaning::Null
        | Meaning::String
        | Meaning::Beyond
        | Meaning::TooLarge
        | Meaning::OutOfMemory => sink.null(),
    }
}
