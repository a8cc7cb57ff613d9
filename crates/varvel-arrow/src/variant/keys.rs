//! [`Keys`]: the keys of a value, each with a number.

use std::collections::HashMap;

use varvel::{Error, ErrorKind, Result};

use super::{push_number, width};

/// The version of the metadata, and the flag that its keys are sorted.
pub(super) const VERSION: u8 = 1;
pub(super) const SORTED: u8 = 1 << 4;

/// Keys of more bytes than this are forgotten when a value ends.
const KEPT: usize = 1 << 20;

/// The keys of one value, and those of earlier values: most values of a column have the same keys.
#[derive(Default)]
pub(super) struct Keys {
    /// The place of each key in `known`.
    names: HashMap<Box<str>, u32>,
    known: Vec<Known>,
    /// The keys of this value by their numbers in it, as places in `known`.
    order: Vec<u32>,
    /// The key that came last.
    last: Option<u32>,
    /// The number of this value. The first one is 1.
    value: u64,
    bytes: usize,
}

struct Known {
    text: Box<str>,
    /// The last value that had the key, and the key's number in it.
    value: u64,
    number: u32,
    /// The key that came after this one the last time.
    follower: u32,
}

impl Keys {
    /// Returns the place of a key, which this value has from now on.
    pub fn add(&mut self, text: &str) -> Result<u32> {
        let guess = match self.last {
            Some(last) => self
                .known
                .get(last as usize)
                .map_or(0, |last| last.follower),
            None => 0,
        };
        let place = match self.known.get(guess as usize) {
            Some(known) if &*known.text == text => guess,
            _ => self.find(text)?,
        };
        self.last = Some(place);
        let known = &mut self.known[place as usize];
        if known.value != self.value + 1 {
            known.value = self.value + 1;
            known.number = u32::try_from(self.order.len()).map_err(|_| too_many())?;
            self.order.push(place);
        }
        Ok(place)
    }

    #[cold]
    fn find(&mut self, text: &str) -> Result<u32> {
        let place = match self.names.get(text) {
            Some(&place) => place,
            None => {
                let place = u32::try_from(self.known.len()).map_err(|_| too_many())?;
                self.names.insert(text.into(), place);
                self.known.push(Known {
                    text: text.into(),
                    value: 0,
                    number: 0,
                    follower: 0,
                });
                self.bytes += text.len() + size_of::<Known>();
                place
            }
        };
        if let Some(last) = self.last {
            self.known[last as usize].follower = place;
        }
        Ok(place)
    }

    /// Returns the text of the key at a place.
    pub fn text(&self, place: u32) -> &str {
        &self.known[place as usize].text
    }

    /// Returns the number in this value of the key at a place.
    pub fn number(&self, place: u32) -> usize {
        self.known[place as usize].number as usize
    }

    /// Writes the metadata of this value.
    pub fn write(&self, out: &mut Vec<u8>) -> Result {
        let texts = || self.order.iter().map(|&place| self.text(place));
        let total = texts().map(str::len).sum();
        let width = width(usize::max(total, self.order.len()));
        if u32::try_from(total).is_err() {
            return Err(too_many());
        }
        let sorted = match texts().is_sorted() {
            true => SORTED,
            false => 0,
        };
        let code = (width as u8 - 1) << 6;
        out.push(VERSION | sorted | code);
        push_number(out, self.order.len(), width);
        let mut end = 0;
        push_number(out, end, width);
        for text in texts() {
            end += text.len();
            push_number(out, end, width);
        }
        texts().for_each(|text| out.extend_from_slice(text.as_bytes()));
        Ok(())
    }

    /// Begins another value.
    pub fn next_value(&mut self) {
        self.order.clear();
        self.last = None;
        self.value += 1;
        if self.bytes > KEPT {
            *self = Self::default();
        }
    }
}

#[cold]
fn too_many() -> Error {
    let expected = "a VARIANT value whose keys have at most 4 GiB";
    Error::expected(ErrorKind::SizeLimit, expected)
}
