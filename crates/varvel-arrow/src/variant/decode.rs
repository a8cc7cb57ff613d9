//! [`Variant`]: the bytes of VARIANT as events.
//!
//! Nothing in the bytes is trusted: offsets are checked where they are used, and the values of a
//! container must not have more bytes together than it has, so that no value is read twice.

use varvel::{Bytes, Encode, Error, ErrorKind, Limits, Result, Sink, Str};

use super::container::{Container, parts};
use super::error::{cut, invalid, outside, overlapping};
use super::metadata::Metadata;
use super::scalar_read::Scalar;
use super::{kind, times};
use crate::decimals;

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
        limits.check_len(self.metadata.len().saturating_add(self.value.len()))?;
        let keyed = Keyed {
            keys: &Metadata::new(self.metadata)?,
            value: self.value,
        };
        keyed.drive(limits, sink)
    }
}

/// A value, or a part of one, whose keys were checked.
#[derive(Clone, Copy)]
pub(crate) struct Keyed<'k, 'a> {
    pub keys: &'k Metadata<'a>,
    pub value: &'a [u8],
}

impl<'a> Keyed<'_, 'a> {
    /// Returns the members of an object.
    ///
    /// # Errors
    /// A value that is no object, and damaged bytes.
    pub fn members(self) -> Result<Vec<(&'a str, Self)>> {
        let Self { keys, value } = self;
        if value
            .first()
            .is_none_or(|header| header & 3 != kind::OBJECT)
        {
            return Err(invalid(0, "an object, beside members that have columns"));
        }
        let mut members = Vec::new();
        parts(value, |container, index, (start, end)| {
            let key = keys.key(value, container, index)?;
            let value = &value[start..end];
            members.push((key, Self { keys, value }));
            Ok(())
        })?;
        Ok(members)
    }

    /// Gives the value to a sink, as [`Variant::drive`] does.
    pub fn drive<S: Sink<'a>>(self, limits: &Limits, sink: &mut S) -> Result {
        let mut reader = Reader {
            metadata: *self.keys,
            bytes: self.value,
            limits,
            nodes: 0,
            open: Vec::new(),
        };
        let size = reader.node(0, self.value.len(), sink)?;
        while let Some(top) = reader.open.last_mut() {
            let Some(index) = top.next() else {
                let is_object = top.container.is_object();
                reader.open.pop();
                match is_object {
                    true => sink.end_map()?,
                    false => sink.end_array()?,
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
    open: Vec<Open>,
}

/// A container that is open.
struct Open {
    container: Container,
    next: usize,
    /// The bytes of the values that are not read yet.
    left: usize,
}

impl Open {
    fn next(&mut self) -> Option<usize> {
        let index = self.next;
        self.next += 1;
        (index < self.container.len).then_some(index)
    }
}

impl<'a> Reader<'a, '_> {
    /// Gives a value of the innermost container, and its key.
    fn part<S: Sink<'a>>(&mut self, index: usize, sink: &mut S) -> Result {
        let Some(&Open { container, .. }) = self.open.last() else {
            return Ok(());
        };
        if container.is_object() {
            sink.key(Str::from(self.metadata.key(self.bytes, &container, index)?))?;
        }
        let offset_at = container.offset_at(index);
        let start = container.start(self.bytes, index);
        let start = start.ok_or_else(|| outside(offset_at))?;
        let depth = self.open.len();
        let size = self.node(start, container.values.1, sink)?;
        if let Some(container) = self.open.get_mut(depth - 1) {
            let left = container.left.checked_sub(size);
            container.left = left.ok_or_else(|| overlapping(offset_at))?;
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
        match self.bytes[..end].get(at).map(|header| header & 3) {
            None => Err(cut(at)),
            Some(kind::OBJECT | kind::ARRAY) => self.container(at, end, sink),
            Some(_) => {
                let (scalar, size) = Scalar::read(self.bytes, at, end)?;
                give(scalar, at, sink)?;
                Ok(size)
            }
        }
    }

    /// Opens a container.
    fn container<S: Sink<'a>>(&mut self, at: usize, end: usize, sink: &mut S) -> Result<usize> {
        if self.open.len() >= self.limits.depth {
            return Err(Error::too_deep(self.limits.depth).with_offset(at));
        }
        let container = Container::read(&self.bytes[..end], at).ok_or_else(|| cut(at))?;
        match container.is_object() {
            true => sink.begin_map(Some(container.len))?,
            false => sink.begin_array(Some(container.len))?,
        }
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        let (values, values_end) = container.values;
        self.open.push(Open {
            container,
            next: 0,
            left: values_end - values,
        });
        Ok(values_end - at)
    }
}

/// Gives a scalar, which begins at `at`.
fn give<'a, S: Sink<'a>>(scalar: Scalar<'a>, at: usize, sink: &mut S) -> Result {
    let text = |text: Result<String>| text.map_err(|error| error.or_offset(at));
    let text = match scalar {
        Scalar::Null => return sink.null(),
        Scalar::Bool(value) => return sink.bool(value),
        Scalar::Int(value) => return sink.i64(value),
        Scalar::Double(value) => return sink.f64(value),
        Scalar::Float(value) => return sink.f32(value),
        Scalar::Decimal(digits, scale) => {
            return decimals::give(digits.to_string(), scale.cast_signed(), sink);
        }
        Scalar::Micros(units) => return sink.timestamp(times::point(units, 1_000_000)),
        Scalar::Nanos(units) => return sink.timestamp(times::point(units, 1_000_000_000)),
        Scalar::Binary(bytes) => return sink.bytes(Bytes::from(bytes)),
        Scalar::Text(text) => return sink.str(Str::from(text)),
        Scalar::Uuid(bytes) => uuid(bytes),
        Scalar::Date(days) => text(times::date(days))?,
        Scalar::LocalMicros(units) => text(times::local(times::point(units, 1_000_000)))?,
        Scalar::LocalNanos(units) => text(times::local(times::point(units, 1_000_000_000)))?,
        Scalar::Time(units) => times::time_of_day(units)?
            .ok_or_else(|| invalid(at, "a time of day: microseconds below a day"))?,
    };
    sink.str(Str::Scratch((&*text).into()))
}

/// Returns the text of a UUID (RFC 9562).
pub(crate) fn uuid(bytes: [u8; 16]) -> String {
    let digits = format!("{:032x}", u128::from_be_bytes(bytes));
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
    groups.join("-")
}
