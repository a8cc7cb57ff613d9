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
    pub as_text: AsText,
}

/// Values of any kind as VARIANT.
#[derive(Default)]
pub(super) struct Variants {
    metadata: Chunks,
    value: Chunks,
    pub encoder: Encoder,
}

impl Json {
    /// Returns the writer of the value that has begun, or begins one.
    pub fn writer(&mut self) -> &mut Writer {
        let bytes = &mut self.chunks.bytes;
        self.writer.get_or_insert_with(|| {
            let bytes = std::mem::take(bytes);
            let options = WriteOptions::compact().with_as_text(self.as_text);
            Box::new(Writer::with_buffer(options, bytes))
        })
    }

    /// Ends the value.
    pub fn end(&mut self) -> Result {
        if let Some(writer) = self.writer.take() {
            self.chunks.bytes = writer.finish()?;
        }
        self.chunks.end()
    }

    pub fn truncate(&mut self, rows: usize) {
        if let Some(writer) = self.writer.take() {
            self.chunks.bytes = writer.abandon();
        }
        self.chunks.truncate(rows);
    }
}

impl Variants {
    /// Ends the value that was driven into the encoder.
    pub fn end(&mut self) -> Result {
        let (metadata, value) = (&mut self.metadata.bytes, &mut self.value.bytes);
        self.encoder.finish(metadata, value)?;
        self.metadata.end()?;
        self.value.end()
    }

    pub fn push_default(&mut self) {
        self.metadata.push_empty();
        self.value.push_empty();
    }

    pub fn truncate(&mut self, rows: usize) {
        self.encoder.reset();
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
