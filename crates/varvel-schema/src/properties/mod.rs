//! [`get`] and [`set`]: access to parts of typed values by path.
//!
//! A path has the form that errors show (see [`varvel_core::path::Selectors`]), and means the place
//! in the document that the value is written as. Structs use a match that `#[derive(Properties)]`
//! makes. The part goes through the codecs of both types, so a caller may ask for any type that
//! reads it, and numbers are never rounded.
//!
//! | room | holds |
//! |---|---|
//! | `leaves` | types without parts, or that are written and read as a whole |
//! | `containers` | lists, maps, options |

mod containers;
mod leaves;

use alloc::vec::Vec;

use varvel_core::path::{Selector, Selectors};
use varvel_core::recording::Recording;
use varvel_core::{Decode, Encode, Error, ErrorKind, Limits, Result, Sink, Source};

/// A type whose parts can be reached by path: see [`get`] and [`set`].
///
/// `#[derive(Properties)]` implements it for structs, by a match over their members, and for enums.
/// The provided methods work for all types that are written and read, in time linear in the value:
/// they write it, look into that, and read it again to set a part. So a type needs no more than
///
/// ```
/// # use varvel::{Decode, Encode, Result, Sink, Source};
/// struct Celsius(f64);
/// # impl<C: ?Sized> Encode<C> for Celsius {
/// #     fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result { sink.f64(self.0) }
/// # }
/// # impl<'de, C: ?Sized> Decode<'de, C> for Celsius {
/// #     fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> { source.read_f64().map(Self) }
/// # }
/// impl varvel::schema::Properties for Celsius {}
/// ```
pub trait Properties: Encode + for<'de> Decode<'de> {
    /// Adds the part at `path` of this value to `to`. An implementation takes one step, and adds
    /// that step to the path of errors.
    ///
    /// # Errors
    /// See [`get`].
    fn get_at(&self, path: &[Selector<'_>], to: &mut Recording) -> Result {
        get_in_whole(self, path, to)
    }

    /// Replaces the part at `path` of this value by `from`.
    ///
    /// # Errors
    /// See [`set`].
    fn set_at(&mut self, path: &[Selector<'_>], from: &Recording) -> Result {
        set_in_whole(self, path, from)
    }
}

/// Writes all of `value`, and adds the part at `path` to `to`.
#[doc(hidden)]
pub fn get_in_whole<T: Encode>(value: &T, path: &[Selector<'_>], to: &mut Recording) -> Result {
    if path.is_empty() {
        return value.encode(to, &());
    }
    let whole = Recording::of(value)?;
    let range = whole.select(path)?;
    to.add_part(&whole, range)
}

/// Writes all of `value`, replaces the part at `path` by `from`, and reads the value again.
#[doc(hidden)]
pub fn set_in_whole<T>(value: &mut T, path: &[Selector<'_>], from: &Recording) -> Result
where
    T: Encode + for<'de> Decode<'de>,
{
    if path.is_empty() {
        return value.decode_into(&mut from.source(), &());
    }
    *value = changed_in_whole(value, path, from)?;
    Ok(())
}

/// Returns `value` with the part at `path` replaced by `from`. Fields that are not written get the
/// value that reading gives them.
#[doc(hidden)]
pub fn changed_in_whole<T>(value: &T, path: &[Selector<'_>], from: &Recording) -> Result<T>
where
    T: Encode + for<'de> Decode<'de>,
{
    let whole = Recording::of(value)?;
    let changed = whole.with(whole.select(path)?, from)?;
    T::decode(&mut changed.source(), &())
}

/// Returns the part at a path of `value`.
///
/// ```
/// # use varvel::Result;
/// use std::collections::BTreeMap;
/// let shelves = BTreeMap::from([("B7".to_owned(), vec![3_u8, 4])]);
/// assert_eq!(varvel::schema::get::<u32, _>(&shelves, "B7[1]")?, 4);
/// assert_eq!(varvel::schema::get::<Vec<u8>, _>(&shelves, "/B7")?, [3, 4]);
/// let error = varvel::schema::get::<u32, _>(&shelves, "B7[2]").unwrap_err();
/// assert_eq!(error.to_string(), "not found: expected item 2, found 2 items, at $.B7");
/// # Result::Ok(())
/// ```
///
/// Returns `InvalidPath` if `path` is malformed; `NotFound`, `UnknownMember` or `TypeMismatch` if
/// it leads nowhere, with the path to the last node that exists; and the errors of reading the part
/// as `T`.
pub fn get<T, P>(value: &P, path: &str) -> Result<T>
where
    T: for<'de> Decode<'de>,
    P: Properties,
{
    let path = steps(path)?;
    let mut found = Recording::default();
    value
        .get_at(&path, &mut found)
        .map_err(Error::without_offset)?;
    let value = T::decode(&mut found.source(), &());
    value.map_err(|error| at(error, &path))
}

/// Writes the part at a path of `value` into a sink: a writer of a format, or a builder of a tree.
///
/// # Errors
/// Returns the errors of [`get`], and of the sink.
pub fn get_into<P: Properties, S: for<'a> Sink<'a>>(value: &P, path: &str, sink: &mut S) -> Result {
    let mut found = Recording::new(sink.profile());
    value
        .get_at(&steps(path)?, &mut found)
        .map_err(Error::without_offset)?;
    found.encode(sink, &())
}

/// Replaces the part at a path of `value`. A key that a map does not have is added, and so is an
/// item just behind the last one of a list.
///
/// ```
/// # use varvel::Result;
/// let mut pairs = vec![(1_u8, Some(String::from("a")))];
/// varvel::schema::set(&mut pairs, "[0][0]", &7_i64)?;
/// varvel::schema::set(&mut pairs, "[0][1]", &())?;
/// varvel::schema::set(&mut pairs, "[1]", &(2, "b"))?;
/// assert_eq!(pairs, [(7, None), (2, Some("b".into()))]);
///
/// let error = varvel::schema::set(&mut pairs, "[1][0]", &256).unwrap_err();
/// assert_eq!(error.to_string(), "number out of range: expected an integer that fits u8, found 256, at $[1][0]");
/// # Result::Ok(())
/// ```
///
/// # Errors
/// Returns the errors of [`get`], of writing `new`, and of reading it as the part. After an error
/// the part may have some other value of its type.
pub fn set<P: Properties, T: Encode + ?Sized>(value: &mut P, path: &str, new: &T) -> Result {
    put(value, path, &Recording::of(new)?)
}

/// Replaces the part at a path of `value` by the node at a source, such as the reader of a format.
///
/// # Errors
/// Returns the errors of [`set`] and of the source.
pub fn set_from<'de, P: Properties, R: Source<'de>>(
    value: &mut P,
    path: &str,
    source: &mut R,
) -> Result {
    let mut new = Recording::default();
    source.drive(&mut new)?;
    put(value, path, &new)
}

fn put<P: Properties>(value: &mut P, path: &str, new: &Recording) -> Result {
    let path = steps(path)?;
    let done = value.set_at(&path, new);
    done.map_err(|error| at(error, &path))
}

/// Adds the path to an error, unless it has one, and removes its offset.
#[cold]
fn at(error: Error, path: &[Selector<'_>]) -> Error {
    let kind = |selector: &Selector<'_>| match selector {
        Selector::Index(_) => varvel_core::Kind::Array,
        _ => varvel_core::Kind::Object,
    };
    error
        .without_offset()
        .or_path(|| path.iter().map(|step| step.step(kind(step))).collect())
}

/// Parses all steps of a path. There are at most as many as containers may be inside each other,
/// since each takes a call.
fn steps(path: &str) -> Result<Vec<Selector<'_>>> {
    let steps: Vec<Selector<'_>> = Selectors::path(path).collect::<Result<_>>()?;
    match steps.len() > Limits::DEFAULT.depth {
        true => Err(Error::expected(
            ErrorKind::DepthLimit,
            alloc::format!("a path of at most {} steps", Limits::DEFAULT.depth),
        )),
        false => Ok(steps),
    }
}
