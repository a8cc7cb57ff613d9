//! [`Source`]: the giver of events, pushed or pulled.

use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::node::{Kind, Tag, Timestamp};
use crate::number::{Number, Rounding};
use crate::profile::Profile;
use crate::raw::Raw;
use crate::sink::Sink;
use crate::string::{Bytes, Str};
use varvel_raw::key::Key;
use varvel_raw::text::Text;

/// A reader of one document of a format.
///
/// There are two ways to read, and they may be mixed at node borders. *Drive* gives a whole node to
/// a [`Sink`] in the format's own tight loop. It suits trees, buffers and other formats. *Pull*
/// reads one value of a type that the caller names. It suits codecs of structs, which know the kind
/// of the next node.
///
/// The lifetime `'de` is the lifetime of the input.
///
/// # Pulling
///
/// A node is one `read_*`, or `drive`, or `skip`; or `begin_array` and a node for each `true` of
/// `next_item`; or `begin_map` and a node for the value of each key (`next_key`, `expect_key` or
/// `next_entry`); or `read_tag` and a node. `next_item` and `next_key` leave the container when
/// nothing more comes.
///
/// A node of another kind than the caller asks for is the error [`ErrorKind::TypeMismatch`] at that
/// node. An integer that is too large for the read is [`ErrorKind::NumberOutOfRange`]. After these
/// two errors the source has not moved; after any other error it may stand anywhere. Calls in an
/// order that no document has end in an error, at once or later; they never panic.
///
/// # What to write
///
/// The methods stand in this order:
///
/// | part | methods |
/// |---|---|
/// | required | [`Source::drive`], a method for each kind of node, the containers, [`Source::skip`] and [`Source::mark`] to come back to. A source that has these, from [`Source::drive`] to [`Source::offset`], is complete |
/// | what a format may have | [`Source::profile`] and [`Source::limits`]; kinds that some formats lack ([`Source::read_bytes`] to [`Source::next_entry`]); names without quotes and names of variants; [`Source::read_raw`] |
/// | fast paths | short forms of frequent reads, from [`Source::at_null`] to [`Source::leaves_map`] |
///
/// The author of a format can stop after the required part, and add the fast paths later. A format
/// that is first read into a tree of its own needs no source at all: `varvel-tree` makes one of any
/// tree.
///
/// [`ErrorKind::TypeMismatch`]: crate::ErrorKind::TypeMismatch
pub trait Source<'de>: Sized {
    // The required part.

    /// A place in the input that the source can go back to.
    type Mark: Copy;

    /// Gives the next node to `sink`.
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result;

    /// Returns the kind of the next node, without moving.
    ///
    /// A number counts as a float if it is written as one. A map is [`Kind::Map`] if its first key
    /// is not a string, else [`Kind::Object`]. The cost is that of the whole text for a number, and
    /// nothing for other nodes.
    fn peek(&mut self) -> Result<Kind>;

    /// Reads a null.
    fn read_null(&mut self) -> Result;

    /// Reads a boolean.
    fn read_bool(&mut self) -> Result<bool>;

    /// Reads an integer that fits `i64`.
    fn read_i64(&mut self) -> Result<i64>;

    /// Reads an integer that fits `u64`.
    fn read_u64(&mut self) -> Result<u64>;

    /// Reads a number as the nearest float, ties to even. A number that would be infinite is
    /// [`ErrorKind::NumberOutOfRange`], unless the format writes infinities.
    ///
    /// Texts and trees have only one kind of number: `1152921504606847000` may have been a float.
    /// So they give the nearest float for an integer, too. A format that tells integers from floats
    /// takes an integer only if `f64` holds it exactly; so does every source that is set to
    /// [`Rounding::Exact`].
    ///
    /// [`ErrorKind::NumberOutOfRange`]: crate::ErrorKind::NumberOutOfRange
    fn read_f64(&mut self) -> Result<f64>;

    /// Reads a number as a float of 32 bits, rounded once, by the rules of [`Source::read_f64`].
    fn read_f32(&mut self) -> Result<f32>;

    /// Reads a number of any size. A decimal that is text in the format becomes the nearest `f64`.
    /// It becomes [`Number::Decimal`] if the source keeps decimals: a tree that holds one, or a
    /// reader with that option.
    fn read_number(&mut self) -> Result<Number<'_>>;

    /// Reads a number of any size, and never rounds it. A decimal that is text in the format
    /// becomes [`Number::Decimal`]; a binary float becomes [`Number::F64`].
    fn read_exact_number(&mut self) -> Result<Number<'_>>;

    /// Sets how an integer becomes a float if no float holds it exactly. Returns the former
    /// setting.
    ///
    /// A format that tells integers from floats ignores it, and always returns [`Rounding::Exact`].
    /// A source around another source passes it on.
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding;

    /// Reads a string. If strings need no quotes ([`Profile::plain`]), the text of any scalar is a
    /// string.
    fn read_str(&mut self) -> Result<Str<'de, '_>>;

    /// Enters an array. Returns the number of its items if the format announces it. That is never
    /// more than could follow in the rest of the input.
    fn begin_array(&mut self) -> Result<Option<usize>>;

    /// Returns whether another item follows. Leaves the array if not.
    fn next_item(&mut self) -> Result<bool>;

    /// Enters a map. Returns the number of its members if the format announces it, as
    /// [`Source::begin_array`] does.
    fn begin_map(&mut self) -> Result<Option<usize>>;

    /// Reads the next key, a string. Leaves the map and returns `None` if there is no other key.
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>>;

    /// Passes the next key if it is `key`. Returns `false`, and does not move, if it is not.
    ///
    /// This may be one wide comparison. A key without a quoted form ([`Key::quoted`]) is never
    /// found: use [`Source::next_key`].
    fn expect_key(&mut self, key: &Key) -> Result<bool>;

    /// Skips the next node, and checks it as strictly as if it were read.
    fn skip(&mut self) -> Result;

    /// Returns this place. It costs nothing: the input is a slice.
    fn mark(&self) -> Self::Mark;

    /// Goes back to a place of this input. The limits count the bytes that are read again.
    ///
    /// # Errors
    /// `ReplayLimit`. Then the source has not moved.
    fn rewind(&mut self, mark: Self::Mark) -> Result;

    /// Returns the position in the input, in bytes from its start.
    fn offset(&self) -> usize;

    // The part that a format may have.

    /// Returns the properties of the format.
    #[inline(always)]
    fn profile(&self) -> Profile {
        Profile::BINARY
    }

    /// Returns the limits of the source. A tree that is built of a part of the input gets these
    /// limits, too. A source with other limits than the default overrides this.
    #[inline]
    fn limits(&self) -> Limits {
        Limits::DEFAULT
    }

    /// Reads bytes. A format without bytes refuses.
    #[cold]
    fn read_bytes(&mut self) -> Result<Bytes<'de, '_>> {
        Err(wrong_kind(self, Kind::Bytes))
    }

    /// Reads a point in time. A format without timestamps refuses.
    #[cold]
    fn read_timestamp(&mut self) -> Result<Timestamp> {
        Err(wrong_kind(self, Kind::Timestamp))
    }

    /// Reads a tag; its node follows. A format without tags refuses.
    #[cold]
    fn read_tag(&mut self) -> Result<Tag> {
        Err(wrong_kind(self, Kind::Tagged))
    }

    /// Returns whether another member follows. Leaves the map if not. The next node is the key, of
    /// any kind.
    ///
    /// A format whose keys are all strings refuses. Use `next_key` if [`Source::peek`] returns
    /// [`Kind::Object`].
    #[cold]
    fn next_entry(&mut self) -> Result<bool> {
        Err(wrong_kind(self, Kind::Map))
    }

    /// Reads the next key as the name of a member: a string, or the text of any scalar if strings
    /// need no quotes ([`Profile::plain`]). Leaves the map and returns `None` if there is no other
    /// key.
    #[inline(always)]
    fn next_name(&mut self) -> Result<Option<Str<'de, '_>>> {
        self.next_key()
    }

    /// Skips the value of an unknown member. A format refuses a key that means more than its text,
    /// which would be lost: the merge keys of YAML.
    #[inline]
    fn skip_member(&mut self) -> Result {
        self.skip()
    }

    /// Reads the name of a variant that the format writes beside the next node (`!Name` in YAML).
    /// The node, which is the content of the variant, still comes next.
    ///
    /// Returns `None` if there is no such name. Then a string or a member may name the variant.
    #[inline(always)]
    fn read_variant(&mut self) -> Result<Option<Str<'de, '_>>> {
        Ok(None)
    }

    /// Skips the next node like [`Source::skip`], and returns its bytes. A source that does not
    /// read bytes refuses.
    #[cold]
    fn read_raw(&mut self) -> Result<Raw<'de>> {
        Err(Error::expected(
            ErrorKind::Unrepresentable,
            "a format, whose text or bytes could be kept as they are",
        ))
    }

    /// Returns the position of the string key that [`Source::next_key`] just returned, or of the
    /// name that [`Source::read_variant`] just returned. It is for errors about them.
    ///
    /// A source may search for the position only now, so that reading does not pay for it. A source
    /// that does not know the position returns [`Source::offset`].
    fn key_offset(&self) -> usize {
        self.offset()
    }

    // Fast paths: short forms of frequent reads. The methods above can do everything that these do.

    /// Returns whether the next node is null, without moving. It is cheaper than [`Source::peek`].
    ///
    /// A broken value is not null; reading it reports the fault. A value whose tag may name a
    /// variant ([`Source::read_variant`]) is not null, either.
    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        Ok(self.peek()? == Kind::Null)
    }

    /// Reads a string that is borrowed from the input, if it is written in the most likely form.
    /// Returns `None`, and does not move, if it is not: call [`Source::other_str`] then.
    #[inline(always)]
    fn likely_str(&mut self) -> Option<Text<'de>> {
        None
    }

    /// Reads a string after [`Source::likely_str`] returned `None`. It does not try the likely form
    /// again.
    #[inline(always)]
    fn other_str(&mut self) -> Result<Str<'de, '_>> {
        self.read_str()
    }

    /// Reads an array of exactly `row.len()` floats, if it is written in the most likely form.
    /// Returns `false`, and does not move, if it is not. Then the content of `row` is unspecified.
    #[inline]
    fn read_f64_row(&mut self, row: &mut [f64]) -> Result<bool> {
        let _ = row;
        Ok(false)
    }

    /// Passes an array without items, if one look can tell. Returns `false`, and does not move, if
    /// it cannot: call [`Source::begin_array`] then.
    #[inline(always)]
    fn passes_empty_array(&mut self) -> bool {
        false
    }

    /// Leaves the map, if one look can tell that it ends. Returns `false`, and does not move, if it
    /// cannot: call [`Source::next_key`] then.
    #[inline(always)]
    fn leaves_map(&mut self) -> bool {
        false
    }
}

/// Makes the error of a node that is not of the kind `expected`.
#[cold]
fn wrong_kind<'de, R: Source<'de>>(source: &mut R, expected: Kind) -> Error {
    match source.peek() {
        Ok(found) => Error::wrong_kind(expected.name(), found).or_offset(source.offset()),
        Err(error) => error,
    }
}
