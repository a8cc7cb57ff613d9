//! [`Variant`]: the bytes of VARIANT as events.
//!
//! Nothing in the bytes is trusted: offsets are checked where they are used, and the values of a
//! container must not have more bytes together than it has, so that no value is read twice.

use varvel::{Bytes, Encode, Error, ErrorKind, Limits, Result, Sink, Str};

use super::metadata::{Metadata, invalid};
use super::{DIGITS, kind, number_at, scalar, times};

/// A value in the binary form of VARIANT.
///
/// [`Variant::drive`] gives it to a writer of any format. Integers, floats, booleans, strings,
/// bytes and points in time are what they are; decimals have all their digits, and one without
/// digits after its point is an integer. Days, times of day and local times become the text of ISO
/// 8601, and UUIDs their text.
///
/// ```
/// use varvel::yaml;
/// use varvel_arrow::variant::Variant;
/// // An object of one member: the key 0 and the integer 7.
/// let variant = Variant { metadata: &[1, 1, 0, 1, b'a'], value: &[2, 1, 0, 0, 2, 12, 7] };
/// assert_eq!(yaml::to_string(&variant)?, "a: 7\n");
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Variant<'a> {
    /// The keys of the value.
    pub metadata: &'a [u8],
    /// The value.
    pub value: &'a [u8],
}

/// Gives the value as events, under the default limits.
impl<C: ?Sized> Encode<C> for Variant<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.drive(&Limits::DEFAULT, sink)
    }
}

impl<'a> Variant<'a> {
    /// Gives the value to a sink. Strings and bytes are borrowed. Time is linear in the bytes and
    /// in the keys that are given.
    ///
    /// # Errors
    /// Bytes that are no VARIANT, exceeded limits, days and times outside of the years 0 to 9999,
    /// and the errors of the sink. Offsets count in `value`, or in `metadata` if the hint says that
    /// the fault is there.
    pub fn drive<S: Sink<'a>>(&self, limits: &Limits, sink: &mut S) -> Result {
        self.give(limits, false, sink)
    }

    /// Gives the members of the value, which is an object, without its begin and end.
    pub(crate) fn drive_members<S: Sink<'a>>(&self, limits: &Limits, sink: &mut S) -> Result {
        if self
            .value
            .first()
            .is_some_and(|header| header & 3 != kind::OBJECT)
        {
            return Err(invalid(0, "an object, beside members that have columns"));
        }
        self.give(limits, true, sink)
    }

    fn give<S: Sink<'a>>(&self, limits: &Limits, bare: bool, sink: &mut S) -> Result {
        limits.check_len(self.metadata.len().saturating_add(self.value.len()))?;
        let mut reader = Reader {
            metadata: Metadata::new(self.metadata)?,
            bytes: self.value,
            limits,
            nodes: 0,
            bare,
            open: Vec::new(),
        };
        let size = reader.node(0, self.value.len(), sink)?;
        while let Some(top) = reader.open.last_mut() {
            let Some(index) = top.next() else {
                let numbers = top.numbers;
                reader.open.pop();
                match numbers {
                    Some(_) if bare && reader.open.is_empty() => {}
                    Some(_) => sink.end_map()?,
                    None => sink.end_array()?,
                }
                continue;
            };
            reader.part(index, sink)?;
        }
        match size == self.value.len() {
            true => Ok(()),
            false => Err(
                Error::expected(ErrorKind::TrailingData, "nothing after the value")
                    .with_offset(size),
            ),
        }
    }
}

struct Reader<'a, 'l> {
    metadata: Metadata<'a>,
    bytes: &'a [u8],
    limits: &'l Limits,
    nodes: usize,
    /// Whether the outermost object is given without its begin and end.
    bare: bool,
    open: Vec<Open>,
}

/// A container that is open. Its head is inside of the bytes.
struct Open {
    /// Where the numbers of the keys begin, and the bytes of each. `None` in an array.
    numbers: Option<(usize, usize)>,
    /// Where the offsets begin, and the bytes of each.
    offsets: (usize, usize),
    /// Where the values begin and end.
    values: (usize, usize),
    len: usize,
    next: usize,
    /// The bytes of the values that are not read yet.
    left: usize,
}

impl Open {
    fn next(&mut self) -> Option<usize> {
        let index = self.next;
        self.next += 1;
        (index < self.len).then_some(index)
    }
}

impl<'a> Reader<'a, '_> {
    /// Gives a value of the innermost container, and its key.
    fn part<S: Sink<'a>>(&mut self, index: usize, sink: &mut S) -> Result {
        let Some(top) = self.open.last() else {
            return Ok(());
        };
        let (at, width) = top.offsets;
        let (from, end) = top.values;
        let offset_at = at + index * width;
        if let Some((at, width)) = top.numbers {
            let key = number_at(self.bytes, at, index, width);
            let key = key.and_then(|number| self.metadata.get(number));
            let expected = "the number of a key that the metadata has";
            let key = key.ok_or_else(|| invalid(at + index * width, expected))?;
            sink.key(Str::from(key))?;
        }
        let start = number_at(self.bytes, at, index, width)
            .and_then(|offset| from.checked_add(offset))
            .filter(|&start| start < end);
        let expected = "the place of a value inside of its container";
        let start = start.ok_or_else(|| invalid(offset_at, expected))?;
        let depth = self.open.len();
        let size = self.node(start, end, sink)?;
        if let Some(container) = self.open.get_mut(depth - 1) {
            let left = container.left.checked_sub(size);
            let expected = "values that do not overlap";
            container.left = left.ok_or_else(|| invalid(offset_at, expected))?;
        }
        Ok(())
    }

    /// Gives a scalar to the sink, or opens a container. Returns how many bytes it has, of those
    /// from `at` to `end`.
    fn node<S: Sink<'a>>(&mut self, at: usize, end: usize, sink: &mut S) -> Result<usize> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Error::too_many_nodes(self.limits.nodes).with_offset(at));
        }
        let Some((&header, rest)) = self.bytes.get(at..end).and_then(<[u8]>::split_first) else {
            return Err(cut(at));
        };
        let info = header >> 2;
        match header & 3 {
            kind::SCALAR => Ok(1 + Content { at, rest }.scalar(info, sink)?),
            kind::SHORT_STRING => {
                let content = Content { at, rest };
                sink.str(Str::from(content.text(0, info.into())?))?;
                Ok(1 + usize::from(info))
            }
            kind::OBJECT => self.container(at, end, info, Some(info >> 2 & 3), info >> 4 & 1, sink),
            _ => self.container(at, end, info, None, info >> 2 & 1, sink),
        }
    }

    /// Opens a container. `numbers` says how wide the numbers of an object's keys are, and `large`
    /// whether it has many parts.
    fn container<S: Sink<'a>>(
        &mut self,
        at: usize,
        end: usize,
        info: u8,
        numbers: Option<u8>,
        large: u8,
        sink: &mut S,
    ) -> Result<usize> {
        if self.open.len() >= self.limits.depth {
            return Err(Error::too_deep(self.limits.depth).with_offset(at));
        }
        let bytes = &self.bytes[..end];
        let width = usize::from(info & 3) + 1;
        let count_width = if large == 0 { 1 } else { 4 };
        let number_width = numbers.map_or(0, |width| usize::from(width) + 1);
        let len = number_at(bytes, at + 1, 0, count_width).ok_or_else(|| cut(at))?;
        let numbers_at = at + 1 + count_width;
        let places = || {
            let offsets = len.checked_mul(number_width)?.checked_add(numbers_at)?;
            let size = number_at(bytes, offsets, len, width)?;
            let values = len
                .checked_add(1)?
                .checked_mul(width)?
                .checked_add(offsets)?;
            let values_end = values.checked_add(size)?;
            (values_end <= end).then_some((offsets, values, values_end))
        };
        let (offsets, values, values_end) = places().ok_or_else(|| cut(at))?;
        match numbers {
            Some(_) if self.bare && self.open.is_empty() => {}
            Some(_) => sink.begin_map(Some(len))?,
            None => sink.begin_array(Some(len))?,
        }
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(Open {
            numbers: numbers.map(|_| (numbers_at, number_width)),
            offsets: (offsets, width),
            values: (values, values_end),
            len,
            next: 0,
            left: values_end - values,
        });
        Ok(values_end - at)
    }
}

/// The bytes behind the header of a scalar, which is at `at`.
struct Content<'a> {
    at: usize,
    rest: &'a [u8],
}

impl<'a> Content<'a> {
    /// Gives a scalar to the sink. Returns how many bytes its content has.
    fn scalar<S: Sink<'a>>(&self, ty: u8, sink: &mut S) -> Result<usize> {
        match ty {
            scalar::NULL => sink.null()?,
            scalar::TRUE => sink.bool(true)?,
            scalar::FALSE => sink.bool(false)?,
            scalar::INT8 => sink.i64(i8::from_le_bytes(self.fixed(0)?).into())?,
            scalar::INT16 => sink.i64(i16::from_le_bytes(self.fixed(0)?).into())?,
            scalar::INT32 => sink.i64(i32::from_le_bytes(self.fixed(0)?).into())?,
            scalar::INT64 => sink.i64(i64::from_le_bytes(self.fixed(0)?))?,
            scalar::DOUBLE => sink.f64(f64::from_le_bytes(self.fixed(0)?))?,
            scalar::FLOAT => sink.f32(f32::from_le_bytes(self.fixed(0)?))?,
            scalar::DECIMAL4 => self.decimal(i32::from_le_bytes(self.fixed(1)?).into(), sink)?,
            scalar::DECIMAL8 => self.decimal(i64::from_le_bytes(self.fixed(1)?).into(), sink)?,
            scalar::DECIMAL16 => self.decimal(i128::from_le_bytes(self.fixed(1)?), sink)?,
            scalar::BINARY => {
                let len = self.len()?;
                sink.bytes(Bytes::from(self.part(4, len)?))?;
                return Ok(4 + len);
            }
            scalar::STRING => {
                let len = self.len()?;
                sink.str(Str::from(self.text(4, len)?))?;
                return Ok(4 + len);
            }
            scalar::UUID => {
                let text = uuid(self.fixed(0)?);
                sink.str(Str::Scratch((&*text).into()))?;
            }
            _ => self.time(ty, sink)?,
        }
        Ok(match ty {
            scalar::NULL | scalar::TRUE | scalar::FALSE => 0,
            scalar::INT8 => 1,
            scalar::INT16 => 2,
            scalar::INT32 | scalar::DATE | scalar::FLOAT => 4,
            scalar::DECIMAL4 => 5,
            scalar::DECIMAL8 => 9,
            scalar::DECIMAL16 => 17,
            scalar::UUID => 16,
            _ => 8,
        })
    }

    /// Gives a day or a time.
    fn time<S: Sink<'a>>(&self, ty: u8, sink: &mut S) -> Result {
        let units = || self.fixed(0).map(i64::from_le_bytes);
        let local = |per_second| {
            let time = times::point(units()?, per_second);
            times::local(time).map_err(|error| error.or_offset(self.at))
        };
        let text = match ty {
            scalar::TIMESTAMP_MICROS => return sink.timestamp(times::point(units()?, 1_000_000)),
            scalar::TIMESTAMP_NANOS => {
                return sink.timestamp(times::point(units()?, 1_000_000_000));
            }
            scalar::DATE => times::date(i32::from_le_bytes(self.fixed(0)?))
                .map_err(|error| error.or_offset(self.at))?,
            scalar::LOCAL_MICROS => local(1_000_000)?,
            scalar::LOCAL_NANOS => local(1_000_000_000)?,
            scalar::TIME => times::time_of_day(units()?)?
                .ok_or_else(|| invalid(self.at, "a time of day: microseconds below a day"))?,
            _ => {
                let error = invalid(self.at, "a type of VARIANT, 0 to 20");
                return Err(error.with_content(format_args!("{ty}")));
            }
        };
        sink.str(Str::Scratch((&*text).into()))
    }

    /// Gives `digits`, of which the first byte says how many are behind the point.
    fn decimal<S: Sink<'a>>(&self, digits: i128, sink: &mut S) -> Result {
        let scale = usize::from(self.fixed::<1>(0)?[0]);
        if scale > DIGITS as usize {
            let error = invalid(
                self.at + 1,
                "at most 38 digits after the point of a decimal",
            );
            return Err(error.with_content(scale));
        }
        if scale == 0 {
            return match (i64::try_from(digits), u64::try_from(digits)) {
                (Ok(value), _) => sink.i64(value),
                (_, Ok(value)) => sink.u64(value),
                _ => sink.big_integer(&digits.to_string()),
            };
        }
        let sign = if digits < 0 { "-" } else { "" };
        let text = format!("{:0>width$}", digits.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = text.split_at(text.len() - scale);
        sink.decimal(&format!("{sign}{whole}.{fraction}"))
    }

    fn len(&self) -> Result<usize> {
        let len = u32::from_le_bytes(self.fixed(0)?);
        usize::try_from(len).map_err(|_| cut(self.at))
    }

    /// Returns the `N` bytes from `from` on.
    fn fixed<const N: usize>(&self, from: usize) -> Result<[u8; N]> {
        let bytes = self.rest.get(from..).and_then(<[u8]>::first_chunk);
        bytes.copied().ok_or_else(|| cut(self.at))
    }

    /// Returns the `len` bytes from `from` on.
    fn part(&self, from: usize, len: usize) -> Result<&'a [u8]> {
        let part = self.rest.get(from..).and_then(|rest| rest.get(..len));
        part.ok_or_else(|| cut(self.at))
    }

    fn text(&self, from: usize, len: usize) -> Result<&'a str> {
        let bytes = self.part(from, len)?;
        std::str::from_utf8(bytes).map_err(|_| {
            let start = self.at + 1 + from;
            let error = Error::not_utf8(bytes, 0, len);
            let at = error.offset().unwrap_or_default();
            error.with_offset(start + at)
        })
    }
}

/// Returns the text of a UUID (RFC 9562).
pub(crate) fn uuid(bytes: [u8; 16]) -> String {
    let digits = format!("{:032x}", u128::from_be_bytes(bytes));
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
    groups.join("-")
}

/// Makes the error for a value at `at` that has more bytes than are left for it.
#[cold]
fn cut(at: usize) -> Error {
    Error::expected(
        ErrorKind::UnexpectedEnd,
        "a value inside of the bytes that hold it",
    )
    .with_offset(at)
}
