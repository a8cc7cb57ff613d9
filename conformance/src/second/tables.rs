//! The tables: texts, shapes, and shared strings.

use std::collections::{HashMap, HashSet};

use super::bytes::Bytes;
use super::{Fault, Read, index};

/// The shapes and shared strings, as texts.
#[derive(Debug)]
pub struct Tables<'a> {
    /// The keys of each shape.
    pub shapes: Vec<Vec<&'a str>>,
    /// The shared strings.
    pub shared: Vec<&'a str>,
}

/// The keys of a record of the short form, at most.
const FEW: usize = 16;

/// The tables while they are read.
struct Reader<'a> {
    /// The buffer, without its checksum.
    bytes: Bytes<'a>,
    /// The place where the tables begin.
    start: usize,
    /// The texts by their places.
    texts: HashMap<u64, &'a str>,
}

/// Reads the tables, which begin at `start`.
///
/// # Errors
/// If they break a rule.
pub fn read(bytes: Bytes<'_>, start: usize) -> Read<Tables<'_>> {
    let mut reader = Reader {
        bytes,
        start,
        texts: HashMap::new(),
    };
    let (shapes, texts) = (reader.number(0)?, reader.number(4)?);
    let (records, shared) = (reader.number(8)?, reader.number(12)?);
    if bytes.end() - start > u32::MAX as usize {
        return Err("the tables are smaller than 4 GiB");
    }
    let numbers = 16 + 4 * (shapes + shared);
    let end = start as u64 + records;
    if reader.texts(start as u64 + numbers, texts, end)? != end {
        return Err("the records begin after the texts");
    }
    let place = |i: u64| 16 + 4 * i;
    let mut found = Tables {
        shapes: Vec::new(),
        shared: Vec::new(),
    };
    for i in 0..shared {
        found.shared.push(reader.text_of(place(shapes + i))?);
    }
    let mut at = end as usize;
    for i in 0..shapes {
        if reader.number(place(i))? != (at - start) as u64 {
            return Err("the records stand in the order of their shapes");
        }
        let (keys, end) = reader.record(at)?;
        found.shapes.push(keys);
        at = end;
    }
    match at == bytes.end() {
        true => Ok(found),
        false => Err("nothing stands after the records"),
    }
}

impl<'a> Reader<'a> {
    /// Returns the number of 4 bytes at a place of the tables.
    fn number(&self, place: u64) -> Read<u64> {
        self.bytes.number(self.start + place as usize, 4)
    }

    /// Returns the text whose place is at a place of the tables.
    fn text_of(&self, place: u64) -> Read<&'a str> {
        let text = self.texts.get(&self.number(place)?);
        text.copied().ok_or("a place is that of a text")
    }

    /// Reads the texts, all of which lie before `end`. Returns the place after them.
    fn texts(&mut self, at: u64, count: u64, end: u64) -> Read<u64> {
        let end = usize::try_from(end).unwrap_or(usize::MAX);
        let bytes = self.bytes.until(end);
        let mut at = usize::try_from(at).unwrap_or(usize::MAX);
        let mut seen = HashSet::new();
        for _ in 0..count {
            let (text, end) = bytes.text(at)?;
            if !seen.insert(text) {
                return Err("texts differ from each other");
            }
            self.texts.insert((at - self.start) as u64, text);
            at = end;
        }
        if count > 0 {
            if bytes.byte(at)? != 0 {
                return Err("a zero stands after the last text");
            }
            at += 1;
        }
        Ok(at as u64)
    }

    /// Reads a record. Returns its keys, and the place after it.
    fn record(&self, at: usize) -> Read<(Vec<&'a str>, usize)> {
        match usize::from(self.bytes.byte(at)?) {
            0 => self.long_record(at + 1),
            count @ 1..=FEW => {
                let places = at + 1 + count;
                let keys = self.keys(places, count)?;
                for (key, at) in keys.iter().zip(at + 1..) {
                    if self.bytes.byte(at)? != index::fingerprint(key) {
                        return Err("a fingerprint is that of the key");
                    }
                }
                Ok((keys, places + 4 * count))
            }
            _ => Err(NUMBER),
        }
    }

    /// Reads the rest of a record with an index.
    fn long_record(&self, at: usize) -> Read<(Vec<&'a str>, usize)> {
        let count = self.bytes.number(at, 4)? as usize;
        if count <= FEW {
            return Err(NUMBER);
        }
        let at = at + 4;
        let width = index::number_width(count);
        // The places come after the index, whose length follows from `k`.
        let length = match u32::from(self.bytes.byte(at)?) {
            0 => 1 + count * width,
            k @ 4..=32 => 1 + (1 << (k - 3)) + (1 << k) * width,
            _ => return Err("k of an index is 0, or from 4 to 32"),
        };
        let keys = self.keys(at + length, count)?;
        let places = index::check(self.bytes, at, &keys)?;
        Ok((keys, places + 4 * count))
    }

    /// Returns the keys of a shape, whose places are at `at`.
    fn keys(&self, at: usize, count: usize) -> Read<Vec<&'a str>> {
        self.bytes.range(at, 4 * count as u64)?;
        let mut seen = HashSet::new();
        let mut keys = Vec::with_capacity(count);
        for i in 0..count {
            let key = self.text_of((at - self.start + 4 * i) as u64)?;
            if key.len() > 256 {
                return Err("a key of a shape has at most 256 bytes");
            }
            if !seen.insert(key) {
                return Err("a shape has no key twice");
            }
            keys.push(key);
        }
        Ok(keys)
    }
}

const NUMBER: Fault = "a record has from 1 to 16 keys, or the long form";
