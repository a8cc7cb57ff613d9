//! [`Sink`]: what receives events.
//!
//! | room | holds |
//! |---|---|
//! | `discard` | [`Discard`]: takes all, keeps nothing |
//! | `forward` | a reference to a sink is one |
//! | `runs` | [`Runs`], [`RunItem`]: the numbers of an array on the way to a sink |

mod discard;
mod forward;
mod runs;

pub use discard::Discard;
pub use runs::{RUN, RunItem, Runs};

use crate::error::Result;
use crate::name::Name;
use crate::node::{Tag, Timestamp};
use crate::profile::Profile;
use crate::string::{Bytes, Str};
use varvel_raw::key::{Key, Pattern};

/// A receiver of one document as events: a writer of a format or a builder of a shape.
///
/// # The order of events
///
/// A node is one scalar event; or `begin_array`, nodes, `end_array`; or `begin_map`, members,
/// `end_map`; or `tag`, node. A member is a key and a node. A key is `key` (a string), or
/// `expected_key` (the one that `expect_key` predicted), or `any_key` and a node. Sources keep to
/// this order, and a sink may rely on it for its results but not for memory safety.
///
/// Duplicate keys are passed on as they come; the sink that builds applies the policy.
///
/// Methods have defaults where a plainer event says the same. A default is never a loss: what a
/// sink cannot hold it must refuse with an error (`Unrepresentable`).
///
/// # What to write
///
/// The methods stand in this order:
///
/// | part | methods |
/// |---|---|
/// | required | an event for each kind of node, from [`Sink::null`] to [`Sink::end_map`]. A sink that has these is whole |
/// | what a format may have | [`Sink::profile`], which says what it cannot hold; [`Sink::wants_decimal`], [`Sink::raw`], [`Sink::variant`] |
/// | fast paths | several events in one ([`Sink::name`] to [`Sink::f64_array`]), and predictions ([`Sink::expect_key`] to [`Sink::learn_member`]) |
///
/// The author of a format can stop reading behind the required part, and come back when it is to be
/// faster.
pub trait Sink<'de> {
    // The required part: an event for each kind of node.

    /// A null.
    fn null(&mut self) -> Result;

    /// A boolean.
    fn bool(&mut self, value: bool) -> Result;

    /// An integer that fits `i64`.
    fn i64(&mut self, value: i64) -> Result;

    /// An integer above `i64::MAX`; smaller ones come as [`Sink::i64`].
    fn u64(&mut self, value: u64) -> Result;

    /// A float.
    fn f64(&mut self, value: f64) -> Result;

    /// A float of a format that tells 32 bits from 64.
    fn f32(&mut self, value: f32) -> Result;

    /// An integer beyond 64 bits: digits with an optional minus sign.
    fn big_integer(&mut self, digits: &str) -> Result;

    /// A decimal kept as text, in the grammar of JSON numbers.
    fn decimal(&mut self, text: &str) -> Result;

    /// A string.
    fn str(&mut self, value: Str<'de, '_>) -> Result;

    /// Bytes.
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result;

    /// A point in time.
    fn timestamp(&mut self, value: Timestamp) -> Result;

    /// The node that follows is tagged.
    fn tag(&mut self, tag: Tag) -> Result;

    /// An array begins; `len` is how many items the source says it has, which is a hint only. A
    /// sink may make room for so many: a source says no more than could follow in the bytes that
    /// are left, less those that the containers around it say they need.
    fn begin_array(&mut self, len: Option<usize>) -> Result;

    /// The array ends.
    fn end_array(&mut self) -> Result;

    /// A map or object begins; `len` is how many members the source says it has: a hint only,
    /// as for arrays.
    fn begin_map(&mut self, len: Option<usize>) -> Result;

    /// A string key; its value follows.
    fn key(&mut self, key: Str<'de, '_>) -> Result;

    /// A key of any kind: the node that follows is the key, the one after it the value.
    fn any_key(&mut self) -> Result;

    /// The map ends.
    fn end_map(&mut self) -> Result;

    // The part that a format may have.

    /// What the format is like.
    #[inline(always)]
    fn profile(&self) -> Profile {
        Profile::BINARY
    }

    /// Whether a number that is no integer is wanted as text ([`Sink::decimal`]), and not as the
    /// nearest `f64`.
    ///
    /// A source of text asks before each such number, and before each array of numbers. What stands
    /// in a float of 32 bits would be rounded twice otherwise.
    #[inline(always)]
    fn wants_decimal(&self) -> bool {
        false
    }

    /// A whole node as a format writes it: what [`Raw`](crate::Raw) holds. `Ok(false)` if this is
    /// not a writer of the format of that name; nothing has happened then.
    #[inline]
    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        let _ = (format, bytes);
        Ok(false)
    }

    /// Takes the name of the variant that the next value is in. Returns whether the sink writes the
    /// name beside the value (`!Name` in YAML); else nothing has happened, and an object of one
    /// member is to be given.
    #[inline(always)]
    fn variant(&mut self, name: &str) -> Result<bool> {
        let _ = name;
        Ok(false)
    }

    // Fast paths: several events in one, and predictions. The events above can do all that these
    // do.

    /// A key whose name is known when the program is compiled; its value follows.
    #[inline(always)]
    fn name(&mut self, name: &'static Name) -> Result {
        self.key(Str::from(name.text()))
    }

    /// A whole member in one event: a name and an integer.
    #[inline(always)]
    fn member_i64(&mut self, name: &'static Name, value: i64) -> Result {
        self.name(name)?;
        self.i64(value)
    }

    /// Several integers of one array in a row.
    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        values.iter().try_for_each(|&value| self.i64(value))
    }

    /// Several floats of one array in a row.
    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        values.iter().try_for_each(|&value| self.f64(value))
    }

    /// A whole array of no items.
    #[inline(always)]
    fn empty_array(&mut self) -> Result {
        self.begin_array(Some(0))?;
        self.end_array()
    }

    /// A whole array of integers; an empty array of anything may come as this.
    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.begin_array(Some(values.len()))?;
        self.i64s(values)?;
        self.end_array()
    }

    /// A whole array of floats.
    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.begin_array(Some(values.len()))?;
        self.f64s(values)?;
        self.end_array()
    }

    /// The key that most likely comes next. Only asked where a key may come.
    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        None
    }

    /// The key that [`Sink::expect_key`] predicted has come. Only called after it gave one.
    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        Ok(())
    }

    /// The text that most likely leads to the next value of an object, in a format of text whose
    /// members have the form of [`Pattern`]: a comma (or nothing, for the first), the key that
    /// [`Sink::expect_key`] predicts in double quotes, a colon, and white space between them and
    /// behind. Only asked where a key may come; if the text does, [`Sink::expected_key`] follows. A
    /// source of another form does not ask.
    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        None
    }

    /// Takes the text that led to the value of the key that just came, in the form of
    /// [`Sink::expect_member`]. A sink may keep it beside that key. A text of another form is not
    /// kept, and the one that was kept is dropped: so the texts of two formats never mix in one
    /// builder.
    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        let _ = text;
    }
}
