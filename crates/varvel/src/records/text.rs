//! Records one behind the other as bytes: lines of JSON, or MessagePack values.

use alloc::vec::Vec;
use core::mem;

use super::given::Given;
use super::options::Options;
use crate::{AsText, Builder, Duplicates, Encode, Result, Sink, UniqueKeys, json};

/// A writer of one record behind others.
pub trait Writer: for<'de> Sink<'de> {
    /// What stands behind each record.
    const END: &'static [u8];

    /// Goes on at the end of `buffer`; `as_text` is written as text.
    fn behind(buffer: Vec<u8>, as_text: AsText) -> Self;

    /// The buffer with the record.
    fn end(self) -> Result<Vec<u8>>;

    /// The buffer without it.
    fn take_back(self) -> Vec<u8>;
}

impl Writer for json::Writer {
    const END: &'static [u8] = b"\n";

    fn behind(buffer: Vec<u8>, as_text: AsText) -> Self {
        Self::with_buffer(json::WriteOptions::compact().with_as_text(as_text), buffer)
    }

    fn end(self) -> Result<Vec<u8>> {
        self.finish()
    }

    fn take_back(self) -> Vec<u8> {
        self.abandon()
    }
}

#[cfg(feature = "msgpack")]
impl Writer for crate::msgpack::Writer {
    const END: &'static [u8] = b"";

    fn behind(buffer: Vec<u8>, as_text: AsText) -> Self {
        let options = crate::msgpack::WriteOptions::default();
        Self::with_options(options.with_as_text(as_text), buffer)
    }

    fn end(self) -> Result<Vec<u8>> {
        self.finish()
    }

    fn take_back(self) -> Vec<u8> {
        self.abandon()
    }
}

/// Writes records as bytes, with the policy for duplicate keys.
#[derive(Debug)]
pub struct Text<W> {
    /// Refuses keys that come twice.
    pipe: UniqueKeys<W>,
    /// Keeps one of them, which takes the whole record.
    builder: Option<Builder>,
    options: Options,
}

impl<W: Writer> Text<W> {
    pub fn new(options: &Options) -> Self {
        let builder = match options.duplicates {
            Duplicates::Error => None,
            duplicates => Some(Builder::with(duplicates, options.limits)),
        };
        Self {
            pipe: UniqueKeys::new(W::behind(Vec::new(), options.as_text)),
            builder,
            options: *options,
        }
    }

    /// Writes a record behind `out`, or nothing if it fails.
    pub fn push(
        &mut self,
        record: Given<'_>,
        scratch: &mut json::Scratch,
        out: &mut Vec<u8>,
    ) -> Result {
        let as_text = self.options.as_text;
        as_text.try_without_keys(|as_text| self.write(record, scratch, out, as_text))
    }

    fn write(
        &mut self,
        record: Given<'_>,
        scratch: &mut json::Scratch,
        out: &mut Vec<u8>,
        as_text: AsText,
    ) -> Result {
        let options = &self.options;
        let mut writer = W::behind(mem::take(out), as_text);
        let result = match (record, &mut self.builder) {
            (Given::View(view), _) => view.encode(&mut writer, &()),
            (record, Some(builder)) => builder
                .start()
                .and_then(|()| record.drive(options, scratch, builder))
                .and_then(|()| builder.finish_view()?.encode(&mut writer, &())),
            (record, None) => {
                self.pipe.replace(writer);
                let result = record.drive(options, scratch, &mut self.pipe);
                writer = self.pipe.replace(W::behind(Vec::new(), as_text));
                result
            }
        };
        if let Err(error) = result {
            *out = writer.take_back();
            return Err(error);
        }
        *out = writer.end()?;
        out.try_reserve(W::END.len())
            .map_err(|_| crate::Error::out_of_memory())?;
        out.extend_from_slice(W::END);
        Ok(())
    }
}
