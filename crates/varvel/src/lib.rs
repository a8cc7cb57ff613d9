//! One library for structured data: JSON in and out, frozen zero-copy buffers.
//!
//! ```
//! let order = varvel::json::freeze(br#"{"id": 7, "items": [{"sku": "A-1", "price": 9.5}]}"#)?;
//! assert_eq!(order.view().get("id").and_then(|id| id.as_i64()), Some(7));
//! # Ok::<(), varvel::Error>(())
//! ```
#![forbid(unsafe_code)]

pub use varvel_core::{
    Bytes, Decode, Discard, Duplicates, Encode, Error, ErrorKind, Key, Kind, Limits, Number,
    Result, Sink, Source, Span, Str, Tag, Timestamp, UniqueKeys,
};
pub use varvel_frozen::{Builder, Frozen, View};

/// JSON: freezing, reading into types, writing.
pub mod json {
    pub use varvel_json::{ReadOptions, Reader, drive};

    use crate::{Builder, Frozen, Result, View};

    /// Freezes the JSON document `input` with the default options: duplicate keys are refused.
    pub fn freeze(input: &[u8]) -> Result<Frozen> {
        let mut builder = Builder::new();
        builder.start()?;
        drive(input, &ReadOptions::default(), &mut builder)?;
        builder.finish()
    }

    /// Freezes one JSON document after the other, with memory and knowledge of keys kept between
    /// them.
    #[derive(Debug, Default)]
    pub struct Freezer {
        builder: Builder,
    }

    impl Freezer {
        /// A freezer with the default options.
        pub fn new() -> Self {
            Self::default()
        }

        /// Freezes `input`; the result lives in this freezer's memory until the next call.
        pub fn freeze(&mut self, input: &[u8]) -> Result<View<'_>> {
            self.builder.start()?;
            drive(input, &ReadOptions::default(), &mut self.builder)?;
            self.builder.finish_view()
        }
    }
}
