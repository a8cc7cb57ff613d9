//! Writes successive MessagePack values into an output.

use alloc::vec::Vec;
use std::io::Write;

use crate::format::{Format, Profile};
use crate::msgpack::{MessagePack, Writer};
use crate::serde::door::written::{self, Document, Structs};
use crate::{Error, Result};

/// Writes successive MessagePack values into an output. A value goes out when it is complete.
///
/// ```
/// use serde::Serialize;
/// use varvel::msgpack::serde as rmp_serde;
/// #[derive(Serialize)]
/// struct Point { x: u8, y: u8 }
/// let mut bytes = Vec::new();
/// let mut serializer = rmp_serde::Serializer::new(&mut bytes);
/// Point { x: 1, y: 2 }.serialize(&mut serializer)?;
/// 7.serialize(&mut serializer)?;
/// assert_eq!(bytes, [0x92, 1, 2, 7]);
///
/// let mut named = rmp_serde::Serializer::new(Vec::new()).with_struct_map();
/// Point { x: 1, y: 2 }.serialize(&mut named)?;
/// assert_eq!(named.into_inner(), [0x82, 0xA1, b'x', 1, 0xA1, b'y', 2]);
/// # Ok::<(), varvel::Error>(())
/// ```
pub type Serializer<W> = written::Serializer<W, Writer>;

/// Options for writing values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether structs are maps with the names of their fields.
    named: bool,
    /// Whether types use their form for people (`is_human_readable`).
    readable: bool,
}

impl<W: Write> Serializer<W> {
    /// Writes structs as arrays of their fields.
    pub fn new(output: W) -> Self {
        Self::with_options(output, Options::default())
    }

    /// Writes structs as maps with the names of their fields.
    #[must_use]
    pub fn with_struct_map(mut self) -> Self {
        self.options.named = true;
        self
    }

    /// Writes structs as arrays of their fields.
    #[must_use]
    pub fn with_struct_tuple(mut self) -> Self {
        self.options.named = false;
        self
    }

    /// Writes types in their form for people: an IP address as a string.
    #[must_use]
    pub fn with_human_readable(mut self) -> Self {
        self.options.readable = true;
        self
    }

    /// Writes types in their form for programs: an IP address as its bytes.
    #[must_use]
    pub fn with_binary(mut self) -> Self {
        self.options.readable = false;
        self
    }

    /// Returns the output.
    pub fn into_inner(self) -> W {
        self.output
    }
}

impl Document for Writer {
    type Options = Options;

    fn begin(_: &Options, _: bool) -> Self {
        Self::new()
    }

    fn end(self) -> Result<Vec<u8>> {
        self.finish()
    }

    fn taken_for(options: &Options) -> Profile {
        let mut profile = MessagePack::PROFILE;
        profile.text = options.readable;
        profile
    }

    fn structs(options: &Options) -> Structs {
        match options.named {
            true => Structs::MapsOrUnitArrays,
            false => Structs::Arrays,
        }
    }
}

/// Writes all of `bytes`.
pub fn write_all<W: Write + ?Sized>(output: &mut W, bytes: &[u8]) -> Result {
    let written = output.write_all(bytes);
    written.map_err(|cause| Error::of_io(&cause))
}
