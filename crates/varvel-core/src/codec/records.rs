//! Codecs of structs and enums of `std`, in the form that a derive would give them: `Result`,
//! ranges and bounds, orderings, `Duration`.

use core::cmp::Ordering;
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use core::time::Duration;

use super::fields::{each_field, encode_field, encode_variant, or_missing, variant, wrong_variant};
use super::{Decode, Encode};
use crate::error::{Error, Result};
use crate::node::{Kind, Kinds};
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;

impl<C: ?Sized, T: Encode<C>, E: Encode<C>> Encode<C> for core::result::Result<T, E> {
    /// Writes `{"Ok": …}` or `{"Err": …}`.
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        match self {
            Ok(value) => encode_variant("Ok", value, sink, context),
            Err(error) => encode_variant("Err", error, sink, context),
        }
    }
}
impl<'de, C, T, E> Decode<'de, C> for core::result::Result<T, E>
where
    C: ?Sized,
    T: Decode<'de, C>,
    E: Decode<'de, C>,
{
    const KINDS: Kinds = Kinds::of(&[Kind::Object, Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let at = source.offset();
        variant(source, &["Ok", "Err"], |number, has_value, source| {
            match (number, has_value) {
                (0, true) => T::decode(source, context).map(Ok),
                (1, true) => E::decode(source, context).map(Err),
                _ => Err(wrong_variant("an object of one member", at)),
            }
        })
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for Bound<T> {
    /// Writes `{"Included": …}`, `{"Excluded": …}` or `"Unbounded"`.
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        match self {
            Self::Included(value) => encode_variant("Included", value, sink, context),
            Self::Excluded(value) => encode_variant("Excluded", value, sink, context),
            Self::Unbounded => sink.str(Str::from("Unbounded")),
        }
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for Bound<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Object, Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let at = source.offset();
        let names = &["Included", "Excluded", "Unbounded"];
        variant(source, names, |number, has_value, source| {
            match (number, has_value) {
                (0, true) => T::decode(source, context).map(Self::Included),
                (1, true) => T::decode(source, context).map(Self::Excluded),
                (2, false) => Ok(Self::Unbounded),
                (2, true) => Err(wrong_variant("\"Unbounded\" as a string", at)),
                _ => Err(wrong_variant("an object of one member", at)),
            }
        })
    }
}

impl<C: ?Sized> Encode<C> for Ordering {
    /// Writes `"Less"`, `"Equal"` or `"Greater"`.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.str(Str::from(match self {
            Self::Less => "Less",
            Self::Equal => "Equal",
            Self::Greater => "Greater",
        }))
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Ordering {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        let names = &["Less", "Equal", "Greater"];
        variant(source, names, |number, has_value, _| {
            match (number, has_value) {
                (0, false) => Ok(Self::Less),
                (1, false) => Ok(Self::Equal),
                (2, false) => Ok(Self::Greater),
                _ => Err(wrong_variant("an ordering as a string", at)),
            }
        })
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for Range<T> {
    /// Writes `{"start": …, "end": …}`.
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_ends(&self.start, &self.end, sink, context)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for Range<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Object]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        decode_ends(source, context).map(|(start, end)| start..end)
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for RangeInclusive<T> {
    /// Writes `{"start": …, "end": …}`. It does not keep whether the range was iterated to its end.
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_ends(self.start(), self.end(), sink, context)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for RangeInclusive<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Object]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        decode_ends(source, context).map(|(start, end)| start..=end)
    }
}

fn encode_ends<'a, T, C, S>(start: &'a T, end: &'a T, sink: &mut S, context: &C) -> Result
where
    T: Encode<C>,
    C: ?Sized,
    S: Sink<'a>,
{
    sink.nest()?;
    sink.begin_map(Some(2))?;
    encode_field("start", start, sink, context)?;
    encode_field("end", end, sink, context)?;
    sink.end_map()
}

fn decode_ends<'de, T, C, R>(source: &mut R, context: &C) -> Result<(T, T)>
where
    T: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    let mut ends = [None, None];
    each_field(source, &["start", "end"], |number, source| {
        ends[number] = Some(T::decode(source, context)?);
        Ok(())
    })?;
    let [start, end] = ends;
    Ok((or_missing(start, "start")?, or_missing(end, "end")?))
}

/// Implements the codecs of ranges with one end. Each row holds the type, its member, and how a
/// range is made.
macro_rules! half_ranges {
    ($($type:ident $field:ident $name:literal: $new:expr;)*) => {$(
        impl<C: ?Sized, T: Encode<C>> Encode<C> for $type<T> {
            #[doc = concat!("Writes `{\"", $name, "\": …}`.")]
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
                encode_variant($name, &self.$field, sink, context)
            }
        }
        impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for $type<T> {
            const KINDS: Kinds = Kinds::of(&[Kind::Object]);
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                let mut only = None;
                each_field(source, &[$name], |_, source| {
                    only = Some(T::decode(source, context)?);
                    Ok(())
                })?;
                or_missing(only, $name).map($new)
            }
        }
    )*};
}
half_ranges! {
    RangeFrom start "start": |start| start..;
    RangeTo end "end": |end| ..end;
    RangeToInclusive end "end": |end| ..=end;
}

impl<C: ?Sized> Encode<C> for Duration {
    /// Writes `{"secs": …, "nanos": …}`, which is exact.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.begin_map(Some(2))?;
        sink.key(Str::from("secs"))?;
        match i64::try_from(self.as_secs()) {
            Ok(secs) => sink.i64(secs)?,
            Err(_) => sink.u64(self.as_secs())?,
        }
        sink.key(Str::from("nanos"))?;
        sink.i64(self.subsec_nanos().into())?;
        sink.end_map()
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Duration {
    const KINDS: Kinds = Kinds::of(&[Kind::Object]);
    /// Refuses nanoseconds of a second or more.
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        let (mut secs, mut nanos) = (None, None);
        each_field(source, &["secs", "nanos"], |number, source| {
            match number {
                0 => secs = Some(source.read_u64()?),
                _ => nanos = Some(source.read_u64()?),
            }
            Ok(())
        })?;
        let secs = secs.ok_or_else(|| Error::missing_field("secs"))?;
        let nanos = nanos.ok_or_else(|| Error::missing_field("nanos"))?;
        match u32::try_from(nanos) {
            Ok(nanos @ ..1_000_000_000) => Ok(Self::new(secs, nanos)),
            _ => {
                Err(Error::out_of_range("less than 1,000,000,000 nanoseconds", nanos).or_offset(at))
            }
        }
    }
}
