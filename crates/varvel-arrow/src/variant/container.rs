//! [`Container`]: the head of an object or an array that is read.

use varvel::Result;

use super::error::{cut, outside, overlapping};
use super::{kind, number_at, scalar};

/// Where the parts of an object or an array are. All of it is inside of the bytes; where each part
/// begins is checked when it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container {
    /// Where the numbers of the keys begin, and the bytes of each. `None` in an array.
    numbers: Option<(usize, usize)>,
    /// Where the offsets begin, and the bytes of each.
    offsets: (usize, usize),
    /// Where the values begin and end.
    pub values: (usize, usize),
    /// The number of parts.
    pub len: usize,
}

impl Container {
    /// Reads the head at `at`, where an object or an array begins. Returns `None` if the container
    /// does not end inside of the bytes.
    pub fn read(bytes: &[u8], at: usize) -> Option<Self> {
        let header = *bytes.get(at)?;
        let info = header >> 2;
        let (numbers, large) = match header & 3 {
            kind::OBJECT => (Some(info >> 2 & 3), info >> 4 & 1),
            _ => (None, info >> 2 & 1),
        };
        let width = usize::from(info & 3) + 1;
        let count_width = if large == 0 { 1 } else { 4 };
        let number_width = numbers.map_or(0, |width| usize::from(width) + 1);
        let len = number_at(bytes, at + 1, 0, count_width)?;
        let numbers_at = at + 1 + count_width;
        let offsets = len.checked_mul(number_width)?.checked_add(numbers_at)?;
        let size = number_at(bytes, offsets, len, width)?;
        let values = len
            .checked_add(1)?
            .checked_mul(width)?
            .checked_add(offsets)?;
        let end = values.checked_add(size)?;
        (end <= bytes.len()).then_some(Self {
            numbers: numbers.map(|_| (numbers_at, number_width)),
            offsets: (offsets, width),
            values: (values, end),
            len,
        })
    }

    /// Returns whether it is an object.
    pub fn is_object(&self) -> bool {
        self.numbers.is_some()
    }

    /// Returns where the number of the key of a part is, and that number. `None` in an array.
    pub fn number(&self, bytes: &[u8], index: usize) -> Option<(usize, usize)> {
        let (at, width) = self.numbers?;
        Some((at + index * width, number_at(bytes, at, index, width)?))
    }

    /// Returns where the offset of a part is.
    pub fn offset_at(&self, index: usize) -> usize {
        self.offsets.0 + index * self.offsets.1
    }

    /// Returns where a part begins, if that is inside of the container.
    pub fn start(&self, bytes: &[u8], index: usize) -> Option<usize> {
        let (at, width) = self.offsets;
        let (from, end) = self.values;
        let start = from.checked_add(number_at(bytes, at, index, width)?)?;
        (start < end).then_some(start)
    }
}

/// Returns the number of bytes of the value that begins at `at`; `None` if it is cut.
fn size(bytes: &[u8], at: usize) -> Option<usize> {
    let header = *bytes.get(at)?;
    let info = header >> 2;
    let size = match header & 3 {
        kind::SCALAR => {
            1 + match info {
                scalar::BINARY | scalar::STRING => 4 + number_at(bytes, at + 1, 0, 4)?,
                other => scalar::size(other)?,
            }
        }
        kind::SHORT_STRING => 1 + usize::from(info),
        _ => Container::read(bytes, at)?.values.1 - at,
    };
    (size <= bytes.len() - at).then_some(size)
}

/// Returns how many parts the container has that `value` is.
pub(crate) fn count(value: &[u8]) -> Result<usize> {
    let container = Container::read(value, 0).ok_or_else(|| cut(0))?;
    Ok(container.len)
}

/// Calls `each` with every part of an object or an array that is a whole value: its number, and
/// where it begins and ends. Parts that overlap are an error, so that the time is linear.
pub(crate) fn parts(
    value: &[u8],
    mut each: impl FnMut(&Container, usize, (usize, usize)) -> Result,
) -> Result {
    let container = Container::read(value, 0).ok_or_else(|| cut(0))?;
    let (from, end) = container.values;
    let mut left = end - from;
    for index in 0..container.len {
        let offset_at = container.offset_at(index);
        let start = container.start(value, index);
        let start = start.ok_or_else(|| outside(offset_at))?;
        let size = size(&value[..end], start).ok_or_else(|| cut(start))?;
        left = left
            .checked_sub(size)
            .ok_or_else(|| overlapping(offset_at))?;
        each(&container, index, (start, start + size))?;
    }
    Ok(())
}
