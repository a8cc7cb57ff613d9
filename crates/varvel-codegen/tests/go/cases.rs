//! The corpus of all languages: buffers, mutants of them, and JSON, each with what Rust says of it.
//!
//! A file of cases is a row of records. All numbers are little-endian.
//!
//! | record | bytes |
//! |---|---|
//! | buffer | 0, schema as u16, bytes, verdict, JSON |
//! | mutant | 1, schema as u16, buffer as u32, edits as u16, each, length as u32, verdict, hash |
//! | JSON | 2, schema as u16, bytes, verdict, the buffer's bytes |
//!
//! Bytes have their length as u32 before them. An edit is a position as u32 and a byte. A hash is
//! that of JSON, as u64. A verdict is the number of the error as u16, or 0. For buffers and mutants
//! it is that of the verifier; if it is 0, that of writing JSON follows. After a verdict other than
//! 0 nothing follows.

use varvel_core::Encode;
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::events::Options;
use varvel_flatbuffers::reflect::{self, BuildOptions, Dynamic, SchemaLayout};
use varvel_json::{ReadOptions, drive, to_string};

/// A row of cases.
#[derive(Default)]
pub struct Cases {
    pub bytes: Vec<u8>,
    buffers: u32,
}

impl Cases {
    /// Adds a buffer. Returns its number.
    pub fn buffer(&mut self, schema: u16, layout: &SchemaLayout, buffer: &[u8]) -> u32 {
        self.head(0, schema);
        self.sized(buffer);
        if let Some(json) = self.verdict(layout, buffer) {
            self.sized(json.as_bytes());
        }
        self.buffers += 1;
        self.buffers - 1
    }

    /// Adds a mutant of a buffer.
    pub fn mutant(
        &mut self,
        schema: u16,
        layout: &SchemaLayout,
        buffer: (u32, &[u8]),
        random: &mut Random,
    ) {
        let (number, buffer) = buffer;
        self.head(1, schema);
        self.u32(number);
        let mut mutant = buffer.to_vec();
        let edits: Vec<(usize, u8)> = (0..1 + random.below(3))
            .map(|_| random.edit(buffer))
            .collect();
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
        if let Some(json) = self.verdict(layout, &mutant) {
            self.bytes.extend(hash(json.as_bytes()).to_le_bytes());
        }
    }

    /// Adds a document.
    pub fn json(&mut self, schema: u16, layout: &SchemaLayout, text: &[u8]) -> Option<Vec<u8>> {
        self.head(2, schema);
        self.sized(text);
        let root = layout.layout().root().unwrap();
        let mut builder = reflect::Builder::with(layout, root, BuildOptions::default()).unwrap();
        let built =
            drive(text, &ReadOptions::default(), &mut builder).and_then(|()| builder.finish());
        match built {
            Ok(buffer) => {
                self.u16(0);
                self.sized(&buffer);
                Some(buffer)
            }
            Err(error) => {
                self.u16(error.kind().number());
                None
            }
        }
    }

    /// Adds the verdicts of the verifier and of the writer of JSON.
    fn verdict(&mut self, layout: &SchemaLayout, buffer: &[u8]) -> Option<String> {
        let root = layout.layout().root().unwrap();
        let dynamic = match Dynamic::with(layout, root, buffer, Verify::new()) {
            Ok(dynamic) => dynamic,
            Err(error) => {
                self.u16(error.kind().number());
                return None;
            }
        };
        self.u16(0);
        let options = Options {
            skip_unknown: true,
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

    fn head(&mut self, kind: u8, schema: u16) {
        self.bytes.push(kind);
        self.u16(schema);
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

fn json<T: Encode>(value: &T) -> varvel_core::Result<String> {
    to_string(value)
}

/// Returns the hash of a text: FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
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

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end.max(1)
    }

    /// Returns a change of one byte. Small numbers are likely, since most bytes are parts of
    /// offsets and lengths.
    fn edit(&mut self, bytes: &[u8]) -> (usize, u8) {
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
