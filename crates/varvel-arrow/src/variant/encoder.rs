//! [`Encoder`]: events as the bytes of VARIANT, in one pass.
//!
//! The head of a container has the sizes of the values in it. So scalars and heads are collected
//! apart, each head when its container ends, and they are put together once, when the value ends:
//! the time is linear, however deep containers are.

use std::mem;
use std::ops::Range;

use varvel::format::Profile;
use varvel::pipe::Scalar;
use varvel::{AsText, Bytes, Error, ErrorKind, Result, Sink, Str, Tag, Timestamp};

use super::keys::Keys;
use super::{kind, push_number, scalar, scalars, width};

/// Writes values as VARIANT.
///
/// It is a [`Sink`]. Call [`Encoder::finish`] behind a value, and [`Encoder::reset`] if it failed.
/// Numbers keep all their digits: integers and decimals have up to 38, before and after the point.
/// Any other decimal is a double if the shortest text of that has the same value: `1e300`. Members
/// are written in the order of their keys' bytes, as the format wants.
///
/// VARIANT has no other numbers, no keys other than strings, and no tags: they are errors.
/// [`Encoder::as_text`] writes numbers and keys as text.
///
/// ```
/// use varvel::json;
/// use varvel_arrow::variant::{Encoder, Variant};
///
/// let mut encoder = Encoder::new();
/// json::drive(br#"{"id":9007199254740993,"price":1.10}"#, &Default::default(), &mut encoder)?;
/// let (mut metadata, mut value) = (Vec::new(), Vec::new());
/// encoder.finish(&mut metadata, &mut value)?;
///
/// let variant = Variant { metadata: &metadata, value: &value };
/// assert_eq!(json::to_vec(&variant)?, br#"{"id":9007199254740993,"price":1.10}"#);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Default)]
pub struct Encoder {
    /// The scalars of the value, in its order.
    scalars: Vec<u8>,
    /// The heads of the containers that have ended, in the order of their ends.
    heads: Vec<u8>,
    /// The containers, in the order of their beginnings.
    containers: Vec<Container>,
    open: Vec<Open>,
    /// The values of the containers that are open.
    parts: Vec<Part>,
    keys: Keys,
    state: State,
    as_text: AsText,
}

/// Where a container begins, and the place of its head.
struct Container {
    /// The number of bytes of scalars before it.
    at: usize,
    head: Range<usize>,
}

struct Open {
    container: usize,
    /// The number of parts before those of the container.
    parts: usize,
    /// The bytes before those of the container.
    start: usize,
    is_object: bool,
}

/// A value in a container.
#[derive(Clone, Copy)]
struct Part {
    /// The place of its key; 0 in arrays.
    key: u32,
    /// Where it begins, in the values of the container.
    start: u32,
}

/// The event that comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The value itself.
    #[default]
    Root,
    /// An item or the end of an array.
    Item,
    /// A key or the end of an object.
    Key,
    /// A key of any kind.
    AnyKey,
    /// The value of the key at this place.
    Value(u32),
    /// Nothing.
    Done,
}

impl Encoder {
    /// Makes an encoder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes as text what VARIANT does not hold: keys that are no strings, and numbers that are
    /// neither decimals of 38 digits nor doubles.
    #[must_use]
    pub fn as_text(mut self, as_text: AsText) -> Self {
        self.set_as_text(as_text);
        self
    }

    /// Does what [`Encoder::as_text`] does.
    pub(crate) fn set_as_text(&mut self, as_text: AsText) {
        self.as_text = as_text;
    }

    /// Adds the bytes of the value that was driven into this to `metadata` and `value`, and is then
    /// ready for another.
    ///
    /// # Errors
    /// `InvalidEvents` if the value is not complete, and `SizeLimit` if its keys have more than
    /// 4 GiB. Then nothing was added.
    pub fn finish(&mut self, metadata: &mut Vec<u8>, value: &mut Vec<u8>) -> Result {
        let result = match self.state {
            State::Done => self.keys.write(metadata),
            _ => Err(Error::expected(ErrorKind::InvalidEvents, "a whole value")),
        };
        if result.is_ok() {
            value.reserve(self.len());
            let mut from = 0;
            for container in &self.containers {
                value.extend_from_slice(&self.scalars[from..container.at]);
                value.extend_from_slice(&self.heads[container.head.clone()]);
                from = container.at;
            }
            value.extend_from_slice(&self.scalars[from..]);
        }
        self.reset();
        result
    }

    /// Forgets a value that failed.
    pub fn reset(&mut self) {
        self.scalars.clear();
        self.heads.clear();
        self.containers.clear();
        self.open.clear();
        self.parts.clear();
        self.keys.next_value();
        self.state = State::Root;
    }

    /// Returns the number of bytes so far, without the heads of the containers that are open.
    fn len(&self) -> usize {
        self.scalars.len() + self.heads.len()
    }

    /// Notes that a value begins.
    #[inline]
    fn begin_value(&mut self) -> Result {
        let key = match self.state {
            State::Item => 0,
            State::Value(key) => {
                self.state = State::Key;
                key
            }
            State::Root => {
                self.state = State::Done;
                return Ok(());
            }
            State::AnyKey => return Err(refused("a key that is no string")),
            State::Key | State::Done => return Err(Error::new(ErrorKind::InvalidEvents)),
        };
        let start = self.open.last().map_or(0, |open| self.len() - open.start);
        let start = u32::try_from(start).map_err(|_| too_large())?;
        self.parts.push(Part { key, start });
        Ok(())
    }

    /// Adds a scalar, or takes it as a key.
    #[inline]
    fn scalar(&mut self, value: Scalar<'_, '_>, add: impl FnOnce(&mut Vec<u8>)) -> Result {
        if self.state == State::AnyKey {
            return self.any_scalar_key(value);
        }
        self.begin_value()?;
        add(&mut self.scalars);
        Ok(())
    }

    #[cold]
    fn any_scalar_key(&mut self, key: Scalar<'_, '_>) -> Result {
        match self.as_text.key(key)? {
            Some(text) => self.take_key(&text),
            None => Err(refused("a key that is no string").with_hint(AsText::HINT)),
        }
    }

    #[inline]
    fn take_key(&mut self, key: &str) -> Result {
        self.state = State::Value(self.keys.add(key)?);
        Ok(())
    }

    /// Adds a number with all its digits.
    fn number(&mut self, value: Scalar<'_, '_>, text: &str) -> Result {
        if self.state == State::AnyKey {
            return self.any_scalar_key(value);
        }
        self.begin_value()?;
        match scalars::number(&mut self.scalars, text) {
            true => Ok(()),
            false => self.beyond(value, NUMBER),
        }
    }

    /// Adds the text of a scalar that VARIANT does not hold, if that is wanted.
    #[cold]
    fn beyond(&mut self, value: Scalar<'_, '_>, expected: &'static str) -> Result {
        match self.as_text.value(value)? {
            Some(text) if u32::try_from(text.len()).is_err() => return Err(too_large()),
            Some(text) => scalars::string(&mut self.scalars, &text),
            None => {
                let error = Error::expected(ErrorKind::Unrepresentable, expected);
                let error = match value {
                    Scalar::BigInteger(text) | Scalar::Decimal(text) => error.with_content(text),
                    _ => error.with_found("one that is farther from 1970 than 64 bits reach"),
                };
                return Err(error.with_hint(AsText::HINT));
            }
        }
        Ok(())
    }

    fn begin(&mut self, is_object: bool) -> Result {
        self.begin_value()?;
        self.open.push(Open {
            container: self.containers.len(),
            parts: self.parts.len(),
            start: self.len(),
            is_object,
        });
        self.containers.push(Container {
            at: self.scalars.len(),
            head: 0..0,
        });
        self.state = if is_object { State::Key } else { State::Item };
        Ok(())
    }

    fn end(&mut self, is_object: bool) -> Result {
        let expected = if is_object { State::Key } else { State::Item };
        let open = match self.open.pop() {
            Some(open) if open.is_object == is_object && self.state == expected => open,
            _ => return Err(Error::new(ErrorKind::InvalidEvents)),
        };
        let size = self.len() - open.start;
        if u32::try_from(size).is_err() {
            return Err(too_large());
        }
        let from = self.heads.len();
        let parts = &mut self.parts[open.parts..];
        match is_object {
            true => object_head(&mut self.heads, parts, size, &self.keys)?,
            false => array_head(&mut self.heads, parts, size),
        }
        self.containers[open.container].head = from..self.heads.len();
        self.parts.truncate(open.parts);
        self.state = match self.open.last() {
            None => State::Done,
            Some(outer) if outer.is_object => State::Key,
            Some(_) => State::Item,
        };
        Ok(())
    }
}

/// Adds the head of an object, whose values take `size` bytes.
fn object_head(head: &mut Vec<u8>, parts: &mut [Part], size: usize, keys: &Keys) -> Result {
    let text = |part: &Part| keys.text(part.key);
    // Most members of most objects are sorted, or the same as in the object before.
    if !parts.is_sorted_by(|a, b| text(a) < text(b)) {
        parts.sort_unstable_by(|a, b| text(a).cmp(text(b)));
        let twice = parts.windows(2).find(|pair| pair[0].key == pair[1].key);
        if let Some(pair) = twice {
            return Err(Error::duplicate_key(text(&pair[0])));
        }
    }
    let numbers = || parts.iter().map(|part| keys.number(part.key));
    head_of_members(head, numbers, parts, size);
    Ok(())
}

/// Adds an object of members of another one, which is `bytes`: the numbers of their keys, in the
/// order that it has them in, and where their values begin and end.
pub(crate) fn push_object(out: &mut Vec<u8>, bytes: &[u8], members: &[(usize, (usize, usize))]) {
    let size = members.iter().map(|(_, (start, end))| end - start).sum();
    let numbers = || members.iter().map(|&(number, _)| number);
    let mut parts = Vec::with_capacity(members.len());
    let mut start = 0;
    for (_, (from, to)) in members {
        parts.push(Part { key: 0, start });
        start += (to - from) as u32;
    }
    head_of_members(out, numbers, &parts, size);
    for &(_, (start, end)) in members {
        out.extend_from_slice(&bytes[start..end]);
    }
}

/// Adds the head of an object with keys of these numbers.
fn head_of_members<N: Iterator<Item = usize>>(
    head: &mut Vec<u8>,
    numbers: impl Fn() -> N,
    parts: &[Part],
    size: usize,
) {
    let number_width = width(numbers().max().unwrap_or_default());
    let widths = (width(size) - 1) | (number_width - 1) << 2;
    begin_head(head, kind::OBJECT, widths, 1 << 4, parts.len());
    numbers().for_each(|number| push_number(head, number, number_width));
    offsets(head, parts, size);
}

/// Adds the head of an array, whose items take `size` bytes.
fn array_head(head: &mut Vec<u8>, parts: &[Part], size: usize) {
    begin_head(head, kind::ARRAY, width(size) - 1, 1 << 2, parts.len());
    offsets(head, parts, size);
}

/// Adds the first byte of a head and the number of parts, in 4 bytes if `large` is set.
fn begin_head(head: &mut Vec<u8>, kind: u8, widths: usize, large: u8, parts: usize) {
    let (flag, count) = match parts {
        0..=0xFF => (0, 1),
        _ => (large, 4),
    };
    head.push((widths as u8 | flag) << 2 | kind);
    push_number(head, parts, count);
}

/// Adds where the parts begin, and where the last one in the input ends.
fn offsets(head: &mut Vec<u8>, parts: &[Part], size: usize) {
    let width = width(size);
    for part in parts {
        push_number(head, part.start as usize, width);
    }
    push_number(head, size, width);
}

/// The numbers that VARIANT holds.
const NUMBER: &str = "a number of at most 38 digits before and after the point, or a double \
                      with the same digits";

#[cold]
fn too_large() -> Error {
    let expected = "a VARIANT value of at most 4 GiB";
    Error::expected(ErrorKind::SizeLimit, expected)
}

#[cold]
fn refused(found: &'static str) -> Error {
    let expected = "a value that VARIANT holds";
    Error::expected(ErrorKind::Unrepresentable, expected).with_found(found)
}

impl<'de> Sink<'de> for Encoder {
    fn null(&mut self) -> Result {
        self.scalar(Scalar::Null, |out| scalars::header(out, scalar::NULL))
    }

    fn bool(&mut self, value: bool) -> Result {
        let ty = if value { scalar::TRUE } else { scalar::FALSE };
        self.scalar(Scalar::Bool(value), |out| scalars::header(out, ty))
    }

    #[inline]
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(Scalar::I64(value), |out| scalars::integer(out, value))
    }

    fn u64(&mut self, value: u64) -> Result {
        self.scalar(Scalar::U64(value), |out| {
            scalars::decimal(out, value.into(), 0)
        })
    }

    fn f64(&mut self, value: f64) -> Result {
        self.scalar(Scalar::F64(value), |out| scalars::double(out, value))
    }

    fn f32(&mut self, value: f32) -> Result {
        self.scalar(Scalar::F32(value), |out| scalars::float(out, value))
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        self.number(Scalar::BigInteger(digits), digits)
    }

    fn decimal(&mut self, text: &str) -> Result {
        self.number(Scalar::Decimal(text), text)
    }

    #[inline]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        if self.state == State::AnyKey {
            return self.take_key(&value);
        }
        self.begin_value()?;
        if u32::try_from(value.len()).is_err() {
            return Err(too_large());
        }
        scalars::string(&mut self.scalars, &value);
        Ok(())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        if u32::try_from(value.len()).is_err() {
            return Err(too_large());
        }
        self.scalar(Scalar::Bytes(value), |out| scalars::binary(out, &value))
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        let mut fits = true;
        let scalar = Scalar::Timestamp(value);
        self.scalar(scalar, |out| fits = scalars::timestamp(out, value))?;
        match fits {
            true => Ok(()),
            false => self.beyond(scalar, "a point in time"),
        }
    }

    fn tag(&mut self, _: Tag) -> Result {
        Err(refused("a tag").with_hint("write the value without it"))
    }

    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(false)
    }

    fn end_array(&mut self) -> Result {
        self.end(false)
    }

    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(true)
    }

    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        match self.state {
            State::Key => self.take_key(&key),
            _ => Err(Error::new(ErrorKind::InvalidEvents)),
        }
    }

    fn any_key(&mut self) -> Result {
        match mem::replace(&mut self.state, State::AnyKey) {
            State::Key => Ok(()),
            _ => Err(Error::new(ErrorKind::InvalidEvents)),
        }
    }

    fn end_map(&mut self) -> Result {
        self.end(true)
    }

    fn profile(&self) -> Profile {
        let mut profile = Profile::BINARY;
        profile.any_keys = false;
        profile
    }

    #[inline]
    fn wants_decimal(&self) -> bool {
        true
    }

    #[inline]
    fn takes_beyond_floats(&self) -> bool {
        true
    }
}
