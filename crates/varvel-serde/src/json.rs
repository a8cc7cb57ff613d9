//! Nodes to which `serde_json` gives names of its own: text that is kept as it is (`RawValue`), and
//! numbers that are kept as text (`Number`, with the feature `arbitrary_precision`, which any crate
//! of a program can turn on for all).

use serde_core::de::value::BorrowedStrDeserializer;
use serde_core::de::{DeserializeSeed, MapAccess, Visitor};
use varvel_core::serde::{JSON_RAW, number_of};
use varvel_core::{Error, ErrorKind, Format, Number, Result, Sink, Source, Str, Transient};
use varvel_json::{Json, ReadOptions, WriteOptions, Writer, drive};

use crate::de::Key;

/// Gives a number to a sink. A writer of JSON gets all its digits; another sink gets a decimal as
/// the nearest float, as it does from JSON text.
pub fn give_number<'a, S: Sink<'a> + ?Sized>(sink: &mut S, text: &str) -> Result {
    match number_of(text) {
        Some(Number::I64(value)) => sink.i64(value),
        Some(Number::U64(value)) => sink.u64(value),
        Some(Number::Big(digits)) => sink.big_integer(digits),
        Some(Number::F64(value)) => match sink.raw(Json::NAME, text.as_bytes())? {
            true => Ok(()),
            false => sink.f64(value),
        },
        Some(_) => sink.decimal(text),
        None => Err(Error::refused("no number")),
    }
}

/// Gives a node that is JSON text to a sink. A writer of JSON copies the text; another sink gets
/// events.
pub fn give_raw<'a, S: Sink<'a>>(sink: &mut S, text: &str) -> Result {
    if sink.raw(Json::NAME, text.as_bytes())? {
        return Ok(());
    }
    let mut sink = Transient::new(sink);
    let result = drive(text.as_bytes(), &ReadOptions::default(), &mut sink);
    // An offset in the text is not an offset in a document.
    result.map_err(Error::without_offset)
}

/// Gives the node at the source's position to a visitor as JSON text.
#[cold]
pub fn visit_raw<'de, R, V>(source: &mut R, visitor: V) -> Result<V::Value>
where
    R: Source<'de>,
    V: Visitor<'de>,
{
    if source.profile() == Json::PROFILE {
        let raw = source.read_raw()?;
        if let (true, varvel_core::Bytes::Input(text)) = (raw.format() == Json::NAME, raw.bytes())
            && let Ok(text) = core::str::from_utf8(text)
        {
            return visit_raw_text(text.into(), visitor);
        }
        return visit_written(visitor, |writer| {
            varvel_core::Encode::<()>::encode(&raw, writer, &())
        });
    }
    visit_written(visitor, |writer| source.drive(writer))
}

/// Gives the output of `write` to a visitor as JSON text.
pub fn visit_written<'de, V: Visitor<'de>>(
    visitor: V,
    write: impl FnOnce(&mut Writer) -> Result,
) -> Result<V::Value> {
    let mut writer = Writer::new(WriteOptions::compact());
    write(&mut writer)?;
    let text = writer.finish()?;
    match core::str::from_utf8(&text) {
        Ok(text) => visit_raw_text(Str::Scratch(text.into()), visitor),
        Err(_) => Err(Error::new(ErrorKind::InvalidUtf8)),
    }
}

/// Gives JSON text to a visitor in the form of `serde_json`: a map of one member.
fn visit_raw_text<'de, V: Visitor<'de>>(text: Str<'de, '_>, visitor: V) -> Result<V::Value> {
    visitor.visit_map(RawText(Some(text)))
}

struct RawText<'de, 's>(Option<Str<'de, 's>>);

impl<'de> MapAccess<'de> for RawText<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.0 {
            Some(_) => seed
                .deserialize(BorrowedStrDeserializer::new(JSON_RAW))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        match self.0.take() {
            Some(text) => seed.deserialize(Key(text)),
            None => Err(Error::expected(ErrorKind::InvalidEvents, "a key first")),
        }
    }
}
