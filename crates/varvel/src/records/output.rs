//! Writes successive records: as bytes of a format, in a segment of a frozen stream, or not at all.

use alloc::vec::Vec;
use core::mem;

use super::failure::Failure;
use super::in_turn::{Part, Stop};
use super::options::{Options, Row};
use super::pass::{Given, Output};
use crate::format::UniqueKeys;
use crate::{AsText, Builder, Discard, Duplicates, Encode, Error, Result, SegmentBuilder};

/// Writes records as bytes of a format, with the policy for duplicate keys.
pub struct Text<F: Row> {
    /// Refuses duplicate keys.
    pipe: UniqueKeys<F::Writer>,
    /// Keeps one of the members with a duplicate key. The builder takes the whole record.
    builder: Option<Builder>,
    as_text: AsText,
}

impl<F: Row> Text<F> {
    pub fn new(options: &Options) -> Self {
        let builder = match options.duplicates {
            Duplicates::Error => None,
            duplicates => Some(Builder::with(duplicates, options.limits)),
        };
        Self {
            pipe: UniqueKeys::new(writer::<F>(options.as_text, Vec::new())),
            builder,
            as_text: options.as_text,
        }
    }
}

impl<F: Row> Output for Text<F> {
    type Folded = ();

    fn renewed(&self, options: &Options) -> Self {
        Self::new(options)
    }

    fn begin(&mut self, mut spare: Vec<u8>, part: &mut Part<()>) {
        spare.clear();
        part.bytes = spare;
    }

    #[inline]
    fn push<'a, G: Given<'a>>(&mut self, record: &mut G, part: &mut Part<()>) -> Result {
        let as_text = self.as_text;
        as_text.try_without_keys(|as_text| self.write(record, &mut part.bytes, as_text))
    }

    fn held(&self, part: &Part<()>) -> usize {
        part.bytes.len()
    }

    fn end(&mut self, _: &mut Part<()>) -> core::result::Result<(), Stop> {
        Ok(())
    }
}

impl<F: Row> Text<F> {
    /// Writes a record behind `out`, or nothing if it fails.
    fn write<'a, G: Given<'a>>(
        &mut self,
        record: &mut G,
        out: &mut Vec<u8>,
        as_text: AsText,
    ) -> Result {
        let mut writer = writer::<F>(as_text, mem::take(out));
        let result = match &mut self.builder {
            _ if G::UNIQUE_KEYS => record.drive(&mut writer),
            Some(builder) => builder
                .start()
                .and_then(|()| record.drive(builder))
                .and_then(|()| builder.finish_view()?.encode(&mut writer, &())),
            None => {
                self.pipe.replace(writer);
                let result = record.drive(&mut self.pipe);
                writer = self.pipe.replace(self::writer::<F>(as_text, Vec::new()));
                result
            }
        };
        if let Err(error) = result {
            *out = F::abandon(writer);
            return Err(error);
        }
        *out = F::finish(writer)?;
        out.try_reserve(F::BEHIND.len())
            .map_err(|_| Error::out_of_memory())?;
        out.extend_from_slice(F::BEHIND);
        Ok(())
    }
}

/// Returns a writer that appends to `buffer`, and writes the values of `as_text` as text.
#[inline]
fn writer<F: Row>(as_text: AsText, buffer: Vec<u8>) -> F::Writer {
    let options = crate::formats::WriteOptions {
        as_text,
        ..Default::default()
    };
    F::writer(&F::write_options(&options), buffer)
}

/// Reads records, with the policy for duplicate keys, and writes nothing.
pub struct Checked {
    keys: UniqueKeys<Discard>,
    unique: bool,
}

impl Checked {
    pub fn new(options: &Options) -> Self {
        Self {
            keys: UniqueKeys::new(Discard),
            unique: options.duplicates == Duplicates::Error,
        }
    }
}

impl Output for Checked {
    type Folded = ();

    fn renewed(&self, options: &Options) -> Self {
        Self::new(options)
    }

    fn begin(&mut self, spare: Vec<u8>, part: &mut Part<()>) {
        part.bytes = spare;
    }

    #[inline]
    fn push<'a, G: Given<'a>>(&mut self, record: &mut G, _: &mut Part<()>) -> Result {
        if G::UNIQUE_KEYS || !self.unique {
            return record.drive(&mut Discard);
        }
        let result = record.drive(&mut self.keys);
        self.keys.replace(Discard);
        result
    }

    fn held(&self, _: &Part<()>) -> usize {
        0
    }

    fn end(&mut self, _: &mut Part<()>) -> core::result::Result<(), Stop> {
        Ok(())
    }
}

impl Output for SegmentBuilder {
    type Folded = ();

    fn renewed(&self, options: &Options) -> Self {
        Self::new(options.duplicates, options.limits)
    }

    fn begin(&mut self, spare: Vec<u8>, _: &mut Part<()>) {
        self.recycle(spare);
    }

    #[inline]
    fn push<'a, G: Given<'a>>(&mut self, record: &mut G, _: &mut Part<()>) -> Result {
        self.push_with(|sink| record.drive(sink))
    }

    fn held(&self, _: &Part<()>) -> usize {
        self.byte_len()
    }

    /// Puts the segment into the part.
    fn end(&mut self, part: &mut Part<()>) -> core::result::Result<(), Stop> {
        if let Some(made) = self.finish().map_err(Failure::Input)? {
            let room = part.segments.try_reserve(1);
            room.map_err(|_| Failure::Input(Error::out_of_memory()))?;
            part.segments.push(made);
        }
        Ok(())
    }
}
