//! Checks the tables of shapes and keys.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use varvel_core::Result;
use varvel_core::secret::RandomState;

use super::{invalid, no_memory};
use crate::index::{self, SCANNED};
use crate::key::hash_of;
use crate::layout::checked::{self, ShapeEntry};
use crate::layout::{MAX_SHAPE_KEY, TABLES_HEADER_LEN};

/// Up to this many keys are compared with each other; more keys go through a hash table.
const COMPARED: usize = 16;

/// How many different texts there are of less than 3 bytes: one of none, 128 of one byte; of two
/// bytes, 128 x 128 of two characters and 1,920 of one.
const SHORTEST: usize = 1 + 128 + 128 * 128 + 1920;

/// The tables, as far as they are checked.
struct Tables<'a> {
    bytes: &'a [u8],
    /// The position of the tables: all places in them count from it.
    at: usize,
    /// The place where the texts begin; the records of the shapes begin behind them, at `records`.
    text: usize,
    records: usize,
    /// For each byte of the texts: zero, or, if a text begins there, a mark. The mark is 1, or the
    /// number of the last shape with this key plus 2.
    marks: Vec<u32>,
}

/// The parts of the tables that the walk needs.
pub struct Known {
    /// The number of keys of each shape.
    pub members: Vec<u32>,
    /// The length of each shared string.
    pub shared: Vec<u32>,
}

/// Checks the tables.
pub fn validate(bytes: &[u8], at: usize) -> Result<Known> {
    let field = |i: usize| checked::count(bytes, at + 4 * i, 4).unwrap_or(0);
    let [shapes, texts, records, shared] = [field(0), field(1), field(2), field(3)];
    let size = bytes.len() - at;
    // The sum is below 2^36, so nothing overflows.
    let text = TABLES_HEADER_LEN as u64 + 4 * (shapes as u64 + shared as u64);
    if size as u64 > u32::MAX.into() {
        return Err(invalid(at, "tables smaller than 4 GiB"));
    }
    if text > records as u64 || records > size {
        return Err(invalid(
            at,
            "an entry for each shape and each shared string, then texts, then shapes",
        ));
    }
    let text = at + text as usize;
    let records = at + records;
    let length = bytes[text..records].len();
    let mut marks = Vec::new();
    marks.try_reserve_exact(length).map_err(no_memory)?;
    marks.resize(length, 0);
    let mut tables = Tables {
        bytes,
        at,
        text,
        records,
        marks,
    };
    tables.texts(texts)?;
    Ok(Known {
        shared: tables.shared(shapes, shared)?,
        members: tables.shapes(shapes)?,
    })
}

impl<'a> Tables<'a> {
    /// Checks that the texts are `count` different keys and strings.
    fn texts(&mut self, count: usize) -> Result {
        if count > self.records - self.text {
            return Err(invalid(self.at + 4, "the number of keys"));
        }
        let mut at = self.text;
        for _ in 0..count {
            let end = self.name(at).ok_or_else(|| invalid(at, "a key in UTF-8"))?;
            self.marks[at - self.text] = 1;
            at = end;
        }
        // A zero follows the last text, so that 8 bytes can be read from the length of each text.
        let end = at + usize::from(count != 0);
        if end != self.records || self.bytes[at..end].iter().any(|&byte| byte != 0) {
            return Err(invalid(
                at,
                "keys that make up all of the text, then a zero",
            ));
        }
        let mut next = self.text;
        let texts = (0..count).map(|_| {
            // The place is below that of the records, which has 4 bytes.
            let place = (next - self.at) as u32;
            let (text, end) = self.text_at(place);
            next = end;
            (place, text)
        });
        let different = count.min(SHORTEST + self.marks.len() / 4);
        match repeated_of(count, different, texts, |place| self.text_at(place).0)? {
            Some(place) => Err(invalid(
                self.at + place as usize,
                "a key that is not there twice",
            )),
            None => Ok(()),
        }
    }

    /// Returns the text at a place that was found to be whole, and its end.
    fn text_at(&self, place: u32) -> (&'a [u8], usize) {
        let at = self.at + place as usize;
        let (len, start) = checked::length(self.bytes, at).unwrap_or((0, at));
        let text = self.bytes.get(start..start + len);
        (text.unwrap_or_default(), start + len)
    }

    /// Returns the end of the text whose length is at `at`, if it is one in UTF-8.
    fn name(&self, at: usize) -> Option<usize> {
        let texts = self.bytes.get(..self.records)?;
        let (len, start) = checked::length(texts, at)?;
        let text = core::str::from_utf8(texts.get(start..)?.get(..len)?).ok()?;
        Some(start + text.len())
    }

    /// Checks that the `count` places of shared strings, which follow those of the shapes, are
    /// places of texts. Returns the length of each string.
    fn shared(&self, shapes: usize, count: usize) -> Result<Vec<u32>> {
        let mut lengths = Vec::new();
        lengths.try_reserve_exact(count).map_err(no_memory)?;
        for number in 0..count {
            let entry = self.at + TABLES_HEADER_LEN + 4 * (shapes + number);
            let place = checked::count(self.bytes, entry, 4).map(|place| self.at + place);
            let begins = |place: &usize| {
                let mark = place.checked_sub(self.text).and_then(|i| self.marks.get(i));
                mark.is_some_and(|mark| *mark != 0)
            };
            // The place is that of a text, which was found whole.
            let length = place
                .filter(begins)
                .and_then(|place| checked::length(self.bytes, place));
            let (length, _) = length.ok_or_else(|| invalid(entry, "the place of a text"))?;
            // The text ends before the records, whose place has 4 bytes.
            lengths.push(length as u32);
        }
        Ok(lengths)
    }

    /// Checks the records of the shapes. Returns how many keys each shape has.
    fn shapes(&mut self, count: usize) -> Result<Vec<u32>> {
        let mut members = Vec::new();
        members.try_reserve_exact(count).map_err(no_memory)?;
        let mut at = self.records;
        for shape in 0..count {
            let entry = self.at + TABLES_HEADER_LEN + 4 * shape;
            if checked::count(self.bytes, entry, 4) != Some(at - self.at) {
                return Err(invalid(entry, "the place of a shape behind the one before"));
            }
            let (keys, end) = self.shape(at, shape as u32 + 2)?;
            members.push(keys);
            at = end;
        }
        if at != self.bytes.len() {
            return Err(invalid(at, "shapes that fill the buffer to its end"));
        }
        Ok(members)
    }

    /// Checks the record at `at`, and marks its keys. Returns how many there are, and where the
    /// record ends.
    fn shape(&mut self, at: usize, mark: u32) -> Result<(u32, usize)> {
        let unreadable = || invalid(at, "the number of a shape's keys, and how to find each");
        let record = checked::record(self.bytes, at).ok_or_else(unreadable)?;
        let ShapeEntry {
            count,
            finder,
            large,
        } = record;
        let refs = record
            .places(self.bytes)
            .filter(|_| large == (count > SCANNED))
            .ok_or_else(unreadable)?;
        let end = refs
            .checked_add(count.checked_mul(4).ok_or_else(unreadable)?)
            .filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(unreadable)?;
        let (places, _) = self.bytes[refs..end].as_chunks::<4>();
        for (i, key) in places.iter().enumerate() {
            let place = refs + 4 * i;
            let key = u32::from_le_bytes(*key) as usize;
            let before_text = self.text - self.at;
            let seen = key
                .checked_sub(before_text)
                .and_then(|key| self.marks.get_mut(key));
            match seen {
                None | Some(0) => return Err(invalid(place, "the place of a key")),
                Some(seen) if *seen == mark => {
                    return Err(invalid(place, "a key that the shape has not yet"));
                }
                Some(seen) => *seen = mark,
            }
        }
        // Each place was found above to be that of a key, and the key to be whole.
        let key = |i: usize| {
            let key = u32::from_le_bytes(*places.get(i)?) as usize;
            let (len, start) = checked::length(self.bytes, self.at + key)?;
            self.bytes.get(start..start + len)
        };
        let key = |i: usize| key(i).unwrap_or_default();
        if let Some(long) = (0..count).find(|&i| key(i).len() > MAX_SHAPE_KEY) {
            let most = alloc::format!("a key of at most {MAX_SHAPE_KEY} bytes in a shape");
            return Err(invalid(refs + 4 * long, most));
        }
        let found = match large {
            true => index::check(self.bytes, finder, count, key).is_some(),
            false => (0..count).all(|i| self.bytes[finder + i] == (hash_of(key(i)) >> 56) as u8),
        };
        match found {
            true => Ok((count as u32, end)),
            false => Err(invalid(
                finder,
                "what finds each key of the shape by its hash",
            )),
        }
    }
}

/// Returns the index of the first of `n` texts that equals an earlier one.
pub fn repeated<'a>(n: usize, text: impl Fn(usize) -> &'a str) -> Result<Option<usize>> {
    let count = u32::try_from(n).map_err(no_memory)?;
    let text = |i: u32| text(i as usize).as_bytes();
    let found = repeated_of(n, n, (0..count).map(|i| (i, text(i))), text)?;
    Ok(found.map(|i| i as usize))
}

/// Returns the place of the first of `n` texts that equals an earlier one. At most `different` of
/// them can differ.
fn repeated_of<'a>(
    n: usize,
    different: usize,
    mut texts: impl Iterator<Item = (u32, &'a [u8])>,
    text_at: impl Fn(u32) -> &'a [u8],
) -> Result<Option<u32>> {
    if n <= COMPARED {
        let mut earlier = [&[][..]; COMPARED];
        return Ok(texts.enumerate().find_map(|(i, (place, text))| {
            let found = earlier[..i].contains(&text);
            earlier[i] = text;
            found.then_some(place)
        }));
    }
    let hasher = RandomState::default();
    let hash = |&place: &u32| hasher.hash_one(text_at(place));
    let mut seen: HashTable<u32> = HashTable::new();
    seen.try_reserve(different, hash).map_err(no_memory)?;
    let again = texts.find(|&(place, text)| {
        let same = |&other: &u32| text_at(other) == text;
        match seen.entry(hasher.hash_one(text), same, hash) {
            Entry::Occupied(_) => true,
            Entry::Vacant(empty) => {
                empty.insert(place);
                false
            }
        }
    });
    Ok(again.map(|(place, _)| place))
}
