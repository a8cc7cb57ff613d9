//! Mutated frozen buffers and streams: most of their bytes are valid.

use std::fs;
use std::path::Path;

use varvel_core::Limits;
use varvel_frozen::Frozen;

use crate::documents::{Draw, frozen};
use crate::{cases, freeze, suite};

/// Bytes for a reader to judge.
#[derive(Debug)]
pub struct Mutant {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether they were a stream before they were changed, and not a buffer.
    pub is_stream: bool,
    /// The limits to read them with.
    pub limits: Limits,
}

/// Makes mutants. Each depends on its number alone.
#[derive(Debug)]
pub struct Mutants {
    buffers: Vec<Vec<u8>>,
    streams: Vec<Vec<u8>>,
    /// Whether half of the buffers are drawn for one mutant each.
    draws: bool,
}

/// Longer buffers are not mutated: most of their bytes are text.
const LONGEST: usize = 4096;

/// How many buffers a pool has beside those of files.
const POOL: usize = 4000;

fn vectors(folder: &str, to: &mut Vec<Vec<u8>>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../spec/vectors/v1")
        .join(folder);
    let files = cases(&folder).into_iter();
    let vectors =
        files.filter(|case| case.name.ends_with(".varvel") && case.bytes.len() <= LONGEST);
    to.extend(vectors.map(|case| case.bytes));
}

impl Mutants {
    /// Loads all vectors, and the documents of JSONTestSuite if it is present. Half of the buffers
    /// to mutate are drawn later.
    ///
    /// # Panics
    /// If the vectors cannot be read: this is for tests.
    pub fn load() -> Self {
        let (mut buffers, mut streams) = (Vec::new(), Vec::new());
        for folder in ["good", "canonical", "hostile"] {
            vectors(folder, &mut buffers);
        }
        for folder in ["stream-good", "stream-hostile"] {
            vectors(folder, &mut streams);
        }
        assert!(buffers.len() > 200 && streams.len() > 40);
        if let Some(folder) = suite("JSONTestSuite") {
            let files = fs::read_dir(folder.join("test_parsing")).unwrap();
            let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
            paths.sort();
            for text in paths.iter().filter_map(|path| fs::read(path).ok()) {
                let frozen = freeze(&text).ok();
                buffers.extend(
                    frozen
                        .map(|f| f.into_bytes())
                        .filter(|b| b.len() <= LONGEST),
                );
            }
        }
        let draws = true;
        Self {
            buffers,
            streams,
            draws,
        }
    }

    /// Loads the same, and draws many buffers now. Making a mutant then takes a fraction of the
    /// time.
    ///
    /// # Panics
    /// As [`Mutants::load`].
    pub fn load_pool() -> Self {
        let mut mutants = Self::load();
        mutants.draws = false;
        let mut draw = Draw::new(u64::MAX / 2);
        let drawn = (0..POOL).filter_map(|_| frozen(&mut draw));
        let drawn = drawn.map(Frozen::into_bytes);
        mutants
            .buffers
            .extend(drawn.filter(|bytes| bytes.len() <= LONGEST));
        mutants
    }

    /// Makes the mutant `number`.
    pub fn make(&self, number: u64) -> Mutant {
        let mut draw = Draw::new(number);
        let is_stream = draw.once_in(8);
        let mut bytes = match is_stream {
            true => self.streams[draw.below(self.streams.len())].clone(),
            false => self.buffer(&mut draw),
        };
        let mut limits = Limits::DEFAULT;
        // Only a valid buffer gets limits: with another fault too, readers may report either.
        if !is_stream && draw.once_in(8) && Frozen::validate(&bytes).is_ok() {
            match draw.once_in(2) {
                true => limits.depth = draw.below(6),
                false => limits.nodes = draw.below(30),
            }
        } else {
            let other = self.buffer(&mut draw);
            for _ in 0..1 + draw.below(3) {
                mutate(&mut bytes, &other, &mut draw);
            }
            mend(&mut bytes, is_stream, &mut draw);
        }
        Mutant {
            bytes,
            is_stream,
            limits,
        }
    }

    fn buffer(&self, draw: &mut Draw) -> Vec<u8> {
        if self.draws && draw.once_in(2) {
            let made = frozen(draw).map(|frozen| frozen.into_bytes());
            if let Some(bytes) = made.filter(|bytes| bytes.len() <= LONGEST) {
                return bytes;
            }
        }
        self.buffers[draw.below(self.buffers.len())].clone()
    }
}

/// Changes bytes somewhere.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], draw: &mut Draw) {
    if bytes.is_empty() {
        return;
    }
    // Half of the places are behind the header.
    let skip = if draw.once_in(2) {
        bytes.len().min(33) - 1
    } else {
        0
    };
    let at = skip + draw.below(bytes.len() - skip);
    let len = (1 + draw.below(9)).min(bytes.len() - at);
    match draw.below(12) {
        0..=2 => bytes[at] ^= 1 << draw.below(8),
        3 => bytes[at] = draw.of(&[0, 1, 2, 4, 8, 15, 16, 0x7F, 0x80, 0xFE, 0xFF]),
        4 => bytes[at] = draw.word() as u8,
        5 | 6 => bytes[at] = bytes[at].wrapping_add(draw.of(&[1, 0xFF, 2, 0xFE, 16, 0xF0])),
        7 => {
            let from = draw.below(bytes.len() - len + 1);
            bytes.copy_within(from..from + len, at);
        }
        8 => {
            let from = draw.below(other.len() - len.min(other.len()) + 1);
            let part = &other[from..(from + len).min(other.len())];
            bytes.splice(at..at, part.iter().copied());
            resize(bytes, at, part.len() as i64);
        }
        9 => {
            bytes.drain(at..at + len);
            resize(bytes, at, -(len as i64));
        }
        10 => {
            let (a, b) = (at, skip + draw.below(bytes.len() - skip));
            bytes.swap(a, b);
        }
        _ if draw.once_in(3) => bytes.truncate(at),
        _ => {
            let part: Vec<u8> = bytes[at..at + len].to_vec();
            bytes.splice(at..at, part);
            resize(bytes, at, len as i64);
        }
    }
}

/// Moves the end of the tree, if the bytes that came or went are before it.
fn resize(bytes: &mut [u8], at: usize, by: i64) {
    let Some(field) = bytes.get_mut(16..24) else {
        return;
    };
    let end = field
        .iter()
        .rev()
        .fold(0, |end, byte| end << 8 | i64::from(*byte));
    if at >= 24 && (at as i64) < end {
        field.copy_from_slice(&end.wrapping_add(by).to_le_bytes());
    }
}

/// Corrects the length and the checksum of the last index, which would make most mutants invalid.
fn mend(bytes: &mut [u8], is_stream: bool, draw: &mut Draw) {
    let len = bytes.len();
    if !is_stream && len >= 32 && !draw.once_in(8) {
        bytes[8..16].copy_from_slice(&(len as u64).to_le_bytes());
    }
    if is_stream && !draw.once_in(4) {
        let listed = bytes.iter().rev().skip(8).take(8);
        let index = listed.fold(0, |length, byte| length << 8 | usize::from(*byte));
        if index >= 40 && index <= len {
            let sum = crc32(&bytes[len - index..len - 8]);
            bytes[len - 8..len - 4].copy_from_slice(&sum.to_le_bytes());
        }
    }
}

/// The CRC-32 of zlib, a bit at a time.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| match crc & 1 {
            1 => crc >> 1 ^ 0xEDB8_8320,
            _ => crc >> 1,
        })
    })
}
