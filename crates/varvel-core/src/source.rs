//! [`Source`]: what gives events, pushed or pulled.

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
/// There are two ways to read, and they may be mixed at node borders. *Drive* hands a whole node
/// to a [`Sink`] in the format's own tight loop: for trees, buffers and other formats. *Pull* reads
/// one value of a type that the caller names: for struct codecs, which know what must come.
///
/// The lifetime `'de` is that of the input.
///
/// # Pulling
///
/// A node is one `read_*`, or `drive`, or `skip`; or `begin_array` and, as long as `next_item`
/// says so, a node; or `begin_map` and, as long as a key comes (`next_key`, `expect_key` or
/// `next_entry`), a node for its value; or `read_tag` and a node. `next_item` and `next_key` leave
/// the container when they say that nothing more comes.
///
/// A node of another kind than the caller asks for is [`ErrorKind::TypeMismatch`] at that node, and
/// the source has not moved; nor has it where an integer is asked for and a larger one stands here
/// ([`ErrorKind::NumberOutOfRange`]). After any other error a source may stand anywhere. Calls in
/// an order that no document has end in an error, at once or later; they never panic.
///
/// # What to write
///
/// The methods stand in this order:
///
/// | part | methods |
/// |---|---|
/// | required | [`Source::drive`], a method for each kind of node, the containers, [`Source::skip`] and [`Source::mark`] to come back to. A source that has these, from [`Source::drive`] to [`Source::offset`], is whole |
/// | what a format may have | [`Source::profile`] and [`Source::limits`]; kinds that some formats lack ([`Source::read_bytes`] to [`Source::next_entry`]); names without quotes and names of variants; [`Source::read_raw`] |
/// | fast paths | short forms of frequent reads, from [`Source::at_null`] to [`Source::leaves_map`] |
///
/// The author of a format can stop reading behind the required part, and come back when it is to be
/// faster. A format that is read into a tree of its own first needs no source at all: `varvel-tree`
/// makes one of any tree.
///
/// [`ErrorKind::TypeMismatch`]: crate::ErrorKind::TypeMismatch
pub trait Source<'de>: Sized {
    // The required part.

    /// A place in the input to come back to.
    type Mark: Copy;

    /// Gives the node that stands here to `sink`.
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result;

    /// The kind of the node that stands here, without moving. A number counts as a float if it is
    /// written as one; a map as [`Kind::Map`] if its first key is not a string, else as
    /// [`Kind::Object`]. Looks at a number's whole text; else free.
    fn peek(&mut self) -> Result<Kind>;

    /// Reads a null.
    fn read_null(&mut self) -> Result;

    /// Reads a boolean.
    fn read_bool(&mut self) -> Result<bool>;

    /// Reads an integer that fits `i64`.
    fn read_i64(&mut self) -> Result<i64>;

    /// Reads an integer that fits `u64`.
    fn read_u64(&mut self) -> Result<u64>;

    /// Reads a number as a float: the nearest one, ties to even. One that would be infinite is
    /// [`ErrorKind::NumberOutOfRange`], unless the format writes infinities.
    ///
    /// An integer, too, gives the nearest float where the format has one kind of number, as texts
    /// and trees have: `1152921504606847000` may well have been a float there. A format that tells
    /// integers from floats takes an integer only if `f64` holds it exactly, and so does every
    /// source that is set to [`Rounding::Exact`].
    ///
    /// [`ErrorKind::NumberOutOfRange`]: crate::ErrorKind::NumberOutOfRange
    fn read_f64(&mut self) -> Result<f64>;

    /// Reads a number as a float of 32 bits, rounded once. Else as [`Source::read_f64`].
    fn read_f32(&mut self) -> Result<f32>;

    /// Reads a number of any size. A decimal that is text in the format becomes the nearest `f64`,
    /// or [`Number::Decimal`] where the source keeps decimals: a tree that holds one, a reader that
    /// was asked to.
    fn read_number(&mut self) -> Result<Number<'_>>;

    /// Reads a number of any size, and never rounds: a decimal that is text in the format comes as
    /// [`Number::Decimal`], a binary float as [`Number::F64`].
    fn read_exact_number(&mut self) -> Result<Number<'_>>;

    /// Sets what is done from here on with an integer that no float holds exactly where a float is
    /// asked for; returns what was set before. A format that tells integers from floats ignores it
    /// and always returns [`Rounding::Exact`]. A source around another one passes it on.
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding;

    /// Reads a string. Where strings need no quotes ([`Profile::plain`]), the text of any scalar is
    /// one.
    fn read_str(&mut self) -> Result<Str<'de, '_>>;

    /// Enters an array; the answer is how many items the format says it has, if it says so, and
    /// never more than could follow in the bytes that are left.
    fn begin_array(&mut self) -> Result<Option<usize>>;

    /// Whether another item follows; leaves the array if not.
    fn next_item(&mut self) -> Result<bool>;

    /// Enters a map; the answer is how many members the format says it has, as for arrays.
    fn begin_map(&mut self) -> Result<Option<usize>>;

    /// The next key, a string; leaves the map if there is none.
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>>;

    /// Moves past the next key if it is this one; else does not move. A wide comparison where the
    /// format allows. A key that has no quoted form ([`Key::quoted`]) is never found: ask
    /// [`Source::next_key`].
    fn expect_key(&mut self, key: &Key) -> Result<bool>;

    /// Passes over the node that stands here, checking it as strictly as if it were read.
    fn skip(&mut self) -> Result;

    /// This place. Free: the input is a slice.
    fn mark(&self) -> Self::Mark;

    /// Goes back to a place of this input. What is read again counts in the limits.
    ///
    /// # Errors
    /// `ReplayLimit`; the source has not moved then.
    fn rewind(&mut self, mark: Self::Mark) -> Result;

    /// The position in the input, in bytes from its start.
    fn offset(&self) -> usize;

    // The part that a format may have.

    /// What the format is like.
    #[inline(always)]
    fn profile(&self) -> Profile {
        Profile::BINARY
    }

    /// Gives the limits that the source holds its input to. A tree that is built of a part of the
    /// input gets these, too: a source that has other limits than the default ones says so here.
    #[inline]
    fn limits(&self) -> Limits {
        Limits::DEFAULT
    }

    /// Reads bytes. A format that has none refuses.
    #[cold]
    fn read_bytes(&mut self) -> Result<Bytes<'de, '_>> {
        Err(wrong_kind(self, Kind::Bytes))
    }

    /// Reads a point in time. A format that has none refuses.
    #[cold]
    fn read_timestamp(&mut self) -> Result<Timestamp> {
        Err(wrong_kind(self, Kind::Timestamp))
    }

    /// Reads a tag; the node it belongs to follows. A format that has none refuses.
    #[cold]
    fn read_tag(&mut self) -> Result<Tag> {
        Err(wrong_kind(self, Kind::Tagged))
    }

    /// Whether another member follows, whose key is the next node and may be of any kind; leaves
    /// the map if not. A format whose keys are all strings refuses; what [`Source::peek`] calls an
    /// object is read by `next_key`.
    #[cold]
    fn next_entry(&mut self) -> Result<bool> {
        Err(wrong_kind(self, Kind::Map))
    }

    /// The next key as the name of a member: a string, or where strings need no quotes
    /// ([`Profile::plain`]) the text of any scalar. Leaves the map if there is none.
    #[inline(always)]
    fn next_name(&mut self) -> Result<Option<Str<'de, '_>>> {
        self.next_key()
    }

    /// Passes over the value of a member that nobody asks for. A format refuses a key that means
    /// more than its text, and would be lost: the merge keys of YAML.
    #[inline]
    fn skip_member(&mut self) -> Result {
        self.skip()
    }

    /// Reads the name of a variant that the format gives the node here beside it (`!Name` in YAML);
    /// the node is what is in the variant, and still stands here. `None` where there is no such
    /// name: a string or a member names the variant, or nothing.
    #[inline(always)]
    fn read_variant(&mut self) -> Result<Option<Str<'de, '_>>> {
        Ok(None)
    }

    /// Passes over the node that stands here like [`Source::skip`], and gives the bytes it is made
    /// of. A source that reads no bytes refuses.
    #[cold]
    fn read_raw(&mut self) -> Result<Raw<'de>> {
        Err(Error::expected(
            ErrorKind::Unrepresentable,
            "a format, whose text or bytes could be kept as they are",
        ))
    }

    /// Returns the position of the string key that [`Source::next_key`] has just given, for errors
    /// about it; and that of the name that [`Source::read_variant`] has given.
    ///
    /// A source may look for it only now, so that reading does not pay for it. A source that does
    /// not know it returns [`Source::offset`].
    fn key_offset(&self) -> usize {
        self.offset()
    }

    // Fast paths: short forms of frequent reads. The methods above can do all that these do.

    /// Whether a null stands here, without moving: what [`Source::peek`] says, for less. A value
    /// that is broken is no null; what is wrong is said where it is read. Nor is one whose tag may
    /// name a variant ([`Source::read_variant`]).
    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        Ok(self.peek()? == Kind::Null)
    }

    /// Reads a string that is borrowed from the input, where it stands here as it is most likely
    /// written; else does not move: ask [`Source::other_str`].
    #[inline(always)]
    fn likely_str(&mut self) -> Option<Text<'de>> {
        None
    }

    /// What [`Source::read_str`] does where [`Source::likely_str`] has found nothing: that is not
    /// tried again.
    #[inline(always)]
    fn other_str(&mut self) -> Result<Str<'de, '_>> {
        self.read_str()
    }

    /// Reads an array of exactly as many floats as `row` has, where it stands here as it is most
    /// likely written; else does not move, and says so. What is in `row` then is not said.
    #[inline]
    fn read_f64_row(&mut self, row: &mut [f64]) -> Result<bool> {
        let _ = row;
        Ok(false)
    }

    /// Passes an array of no items, if one is seen at a glance. Else nothing is said, and nothing
    /// has moved: ask [`Source::begin_array`].
    #[inline(always)]
    fn passes_empty_array(&mut self) -> bool {
        false
    }

    /// Leaves the map if its end is seen at a glance. Else nothing is said, and nothing has moved:
    /// ask [`Source::next_key`].
    #[inline(always)]
    fn leaves_map(&mut self) -> bool {
        false
    }
}

/// `expected` was asked for, and something else stands here.
#[cold]
fn wrong_kind<'de, R: Source<'de>>(source: &mut R, expected: Kind) -> Error {
    match source.peek() {
        Ok(found) => Error::wrong_kind(expected.name(), found).or_offset(source.offset()),
        Err(error) => error,
    }
}
