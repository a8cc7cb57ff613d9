//! The corpus of all languages: buffers, mutants of them, and JSON, each with what Rust says of it.
//!
//! A file of cases is a row of records. All numbers are little-endian.
//!
//! | record | bytes |
//! |---|---|
//! | buffer, read with `SKIP_UNKNOWN` | 0, subject, bytes, verdict, JSON |
//! | mutant, read so | 1, subject, buffer as u32, edits as u16, each, length as u32, verdict, hash |
//! | JSON without flags | 2, subject, bytes, verdict, the buffer's bytes |
//! | buffer | 3, subject, flags, bytes, verdict, JSON |
//! | JSON | 4, subject, flags, bytes, verdict, the buffer's bytes |
//!
//! A subject is the number of a schema with a root, as u16. Flags are a byte. Bytes have their
//! length as u32 before them. An edit is a position as u32 and a byte. A hash is that of JSON, as
//! u64. A verdict is the number of the error as u16, or 0. For buffers and mutants it is that of
//! the verifier; if it is 0, that of writing JSON follows. After a verdict other than 0 nothing
//! follows.

use varvel_core::Encode;
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::events::Options;
use varvel_flatbuffers::reflect::{self, BuildOptions, Dynamic, SchemaLayout};
use varvel_json::{ReadOptions, Relaxed, drive, to_string};

/// The buffer begins with its size.
pub const SIZE_PREFIXED: u8 = 1;
/// JSON has comments, words and commas as flatc takes them.
pub const RELAXED: u8 = 2;
/// Defaults are written.
pub const DEFAULTS: u8 = 4;
/// Fields and unions that the schema does not know are skipped.
pub const SKIP_UNKNOWN: u8 = 8;
/// Enums are written as numbers.
pub const NUMBERS: u8 = 16;

/// A schema, and the table that is the root of its buffers.
pub struct Subject {
    /// Its number.
    pub number: u16,
    /// The schema.
    pub layout: SchemaLayout,
    /// The number of the table.
    pub root: usize,
}

/// A row of cases.
#[derive(Default)]
pub struct Cases {
    pub bytes: Vec<u8>,
    buffers: u32,
}

impl Cases {
    /// Adds a buffer. Returns its number, and whether it is valid.
    pub fn buffer(&mut self, of: &Subject, flags: u8, buffer: &[u8]) -> (u32, bool) {
        match flags {
            SKIP_UNKNOWN => self.head(0, of),
            _ => {
                self.head(3, of);
                self.bytes.push(flags);
            }
        }
        self.sized(buffer);
        let json = self.verdict(of, flags, buffer);
        if let Some(json) = &json {
            self.sized(json.as_bytes());
        }
        self.buffers += 1;
        (self.buffers - 1, json.is_some())
    }

    /// Adds a mutant of a buffer.
    pub fn mutant(&mut self, of: &Subject, buffer: (u32, &[u8]), random: &mut Random) {
        let (number, buffer) = buffer;
        self.head(1, of);
        self.u32(number);
        let mut mutant = buffer.to_vec();
        let edits: Vec<(usize, u8)> = match random.below(4) {
            // A field that is absent: its slot in the vtable is 0.
            0 if buffer.len() > 1 => {
                let at = random.below(buffer.len() / 2) * 2;
                vec![(at, 0), (at + 1, 0)]
            }
            _ => (0..1 + random.below(3))
                .map(|_| random.edit(buffer))
                .collect(),
        };
        self.u16(edits.len() as u16);
        for (at, byte) in edits {
            self.u32(at as u32);
            self.bytes.push(byte);
            mutant[at] = byte;
        }
        if random.below(16) == 0 {
            mutant.truncate(random.below(mutant.len() + 1));
        }
        self.u32(mutant.len() as u32);
        if let Some(json) = self.verdict(of, SKIP_UNKNOWN, &mutant) {
            self.bytes.extend(hash(json.as_bytes()).to_le_bytes());
        }
    }

    /// Adds a document. Returns its buffer, if it becomes one.
    pub fn json(&mut self, of: &Subject, flags: u8, text: &[u8]) -> Option<Vec<u8>> {
        match flags {
            0 => self.head(2, of),
            _ => {
                self.head(4, of);
                self.bytes.push(flags);
            }
        }
        self.sized(text);
        match build(of, flags, text) {
            Ok(buffer) => {
                self.u16(0);
                self.sized(&buffer);
                Some(buffer)
            }
            Err(error) => {
                self.u16(error.kind().number());
                let offset = error.offset().and_then(|at| u32::try_from(at).ok());
                self.u32(offset.unwrap_or(u32::MAX));
                let path = error.path().map(|path| path.to_string());
                self.sized(path.unwrap_or_default().as_bytes());
                None
            }
        }
    }

    /// Adds the verdicts of the verifier and of the writer of JSON.
    fn verdict(&mut self, of: &Subject, flags: u8, buffer: &[u8]) -> Option<String> {
        let verify = match flags & SIZE_PREFIXED {
            0 => Verify::new(),
            _ => Verify::new().size_prefixed(),
        };
        let dynamic = match Dynamic::with(&of.layout, of.root, buffer, verify) {
            Ok(dynamic) => dynamic,
            Err(error) => {
                self.u16(error.kind().number());
                return None;
            }
        };
        self.u16(0);
        let options = Options {
            skip_unknown: flags & SKIP_UNKNOWN != 0,
            defaults: flags & DEFAULTS != 0,
            numbers: flags & NUMBERS != 0,
            ..Options::default()
        };
        match json(&dynamic.options(options)) {
            Ok(json) => {
                self.u16(0);
                Some(json)
            }
            Err(error) => {
                self.u16(error.kind().number());
                None
            }
        }
    }

    fn head(&mut self, kind: u8, of: &Subject) {
        self.bytes.push(kind);
        self.u16(of.number);
    }

    fn sized(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.bytes.extend(bytes);
    }

    fn u16(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn u32(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }
}

/// Makes a buffer of a document.
fn build(of: &Subject, flags: u8, text: &[u8]) -> varvel_core::Result<Vec<u8>> {
    let options = BuildOptions {
        defaults: flags & DEFAULTS != 0,
        skip_unknown: flags & SKIP_UNKNOWN != 0,
        size_prefixed: flags & SIZE_PREFIXED != 0,
        ..BuildOptions::default()
    };
    let mut builder = reflect::Builder::with(&of.layout, of.root, options)?;
    let mut read = |text: &[u8]| drive(text, &ReadOptions::default(), &mut builder);
    match flags & RELAXED {
        0 => read(text)?,
        _ => Relaxed::with_words(text)?.read(read)?,
    }
    builder.finish()
}

fn json<T: Encode>(value: &T) -> varvel_core::Result<String> {
    to_string(value)
}

/// Returns the hash of a text: FNV-1a.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
    })
}

/// Numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `end`, or 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end.max(1)
    }

    /// Returns a change of one byte. Small numbers are likely, since most bytes are parts of
    /// offsets and lengths.
    pub fn edit(&mut self, bytes: &[u8]) -> (usize, u8) {
        let at = self.below(bytes.len());
        let byte = match self.below(4) {
            0 => self.next() as u8,
            1 => bytes[at] ^ 1 << self.below(8),
            2 => self.below(40) as u8,
            _ => bytes[at].wrapping_add(self.below(9) as u8).wrapping_sub(4),
        };
        (at, byte)
    }
}
