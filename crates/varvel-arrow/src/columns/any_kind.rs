//! Columns of values of any kind: [`Json`] and [`Variants`].

use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray};
use varvel::json::{WriteOptions, Writer};
use varvel::{AsText, Result};

use super::chunks::Chunks;
use crate::variant::Encoder;

/// Values of any kind as JSON text.
#[derive(Default)]
pub(super) struct Json {
    pub chunks: Chunks,
    /// The writer of the value that has begun: it has the bytes of the chunks, too.
    writer: Option<Box<Writer>>,
    /// The number of its containers that are open.
    depth: usize,
    pub as_text: AsText,
}

/// Values of any kind as VARIANT.
#[derive(Default)]
pub(super) struct Variants {
    metadata: Chunks,
    value: Chunks,
    pub encoder: Encoder,
    /// The number of containers that are open in the value that has begun.
    depth: usize,
}

impl Json {
    /// Returns whether a value has begun and not ended.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.depth != 0
    }

    /// Gives events to the writer. `enters` is 1 if they begin a container, and -1 if they end one.
    /// Returns whether the value has ended.
    pub fn write(
        &mut self,
        enters: isize,
        events: impl FnOnce(&mut Writer) -> Result,
    ) -> Result<bool> {
        let bytes = &mut self.chunks.bytes;
        let writer = self.writer.get_or_insert_with(|| {
            let bytes = std::mem::take(bytes);
            let options = WriteOptions::compact().with_as_text(self.as_text);
            Box::new(Writer::with_buffer(options, bytes))
        });
        events(writer)?;
        self.depth = self.depth.saturating_add_signed(enters);
        if self.depth != 0 {
            return Ok(false);
        }
        if let Some(writer) = self.writer.take() {
            self.chunks.bytes = writer.finish()?;
        }
        self.chunks.end()?;
        Ok(true)
    }

    pub fn truncate(&mut self, rows: usize) {
        if let Some(writer) = self.writer.take() {
            self.chunks.bytes = writer.abandon();
        }
        self.depth = 0;
        self.chunks.truncate(rows);
    }
}

impl Variants {
    /// Returns whether a value has begun and not ended.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.depth != 0
    }

    /// Gives events to the encoder. `enters` and the result are those of [`Json::write`].
    pub fn write(
        &mut self,
        enters: isize,
        events: impl FnOnce(&mut Encoder) -> Result,
    ) -> Result<bool> {
        events(&mut self.encoder)?;
        self.depth = self.depth.saturating_add_signed(enters);
        if self.depth != 0 {
            return Ok(false);
        }
        let (metadata, value) = (&mut self.metadata.bytes, &mut self.value.bytes);
        self.encoder.finish(metadata, value)?;
        self.metadata.end()?;
        self.value.end()?;
        Ok(true)
    }

    pub fn push_default(&mut self) {
        self.metadata.push_empty();
        self.value.push_empty();
    }

    pub fn truncate(&mut self, rows: usize) {
        self.encoder.reset();
        self.depth = 0;
        self.metadata.truncate(rows);
        self.value.truncate(rows);
    }

    pub fn take(&mut self) -> Vec<ArrayRef> {
        let parts = [&mut self.metadata, &mut self.value].map(|chunks| -> ArrayRef {
            let (offsets, bytes) = chunks.take();
            Arc::new(BinaryArray::new(offsets, bytes, None))
        });
        parts.into()
    }

    pub fn held(&self) -> usize {
        self.metadata.held() + self.value.held()
    }
}
