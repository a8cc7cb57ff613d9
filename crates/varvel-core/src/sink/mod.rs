//! [`Sink`]: the receiver of events.
//!
//! | room | holds |
//! |---|---|
//! | `discard` | [`Discard`]: takes every event, keeps nothing |
//! | `forward` | a reference to a sink is a sink |
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

/// A receiver of one document as events: a writer of a format or a builder of a tree.
///
/// # The order of events
///
/// A node is one scalar event; or `begin_array`, nodes, `end_array`; or `begin_map`, members,
/// `end_map`; or `tag`, node. A member is a key and a node. A key is `key` (a string), or
/// `expected_key` (the key that `expect_key` predicted), or `any_key` and a node. Sources keep to
/// this order, and a sink may rely on it for its results but not for memory safety.
///
/// Duplicate keys are passed on as they come. A sink that builds a tree applies the policy.
///
/// A method has a default if a plainer event means the same. No default loses information: a sink
/// must refuse values that it cannot hold with an error (`Unrepresentable`).
///
/// # What to write
///
/// The methods stand in this order:
///
/// | part | methods |
/// |---|---|
/// | required | an event for each kind of node, from [`Sink::null`] to [`Sink::end_map`]. A sink with these methods is complete |
/// | what a format may have | [`Sink::profile`], which tells what it can hold; [`Sink::wants_decimal`], [`Sink::raw`], [`Sink::variant`] |
/// | fast paths | several events in one ([`Sink::name`] to [`Sink::f64_array`]), and predictions ([`Sink::expect_key`] to [`Sink::learn_member`]) |
///
/// The author of a format can stop after the required part, and add the fast paths later.
pub trait Sink<'de> {
    // The required part: an event for each kind of node.

    /// Receives null.
    fn null(&mut self) -> Result;

    /// Receives a boolean.
    fn bool(&mut self, value: bool) -> Result;

    /// Receives an integer that fits `i64`.
    fn i64(&mut self, value: i64) -> Result;

    /// Receives an integer above `i64::MAX`; smaller ones come as [`Sink::i64`].
    fn u64(&mut self, value: u64) -> Result;

    /// Receives a float.
    fn f64(&mut self, value: f64) -> Result;

    /// Receives a float from a format that tells 32 bits from 64.
    fn f32(&mut self, value: f32) -> Result;

    /// Receives an integer beyond 64 bits: digits with an optional minus sign.
    fn big_integer(&mut self, digits: &str) -> Result;

    /// Receives a decimal kept as text, in the grammar of JSON numbers.
    fn decimal(&mut self, text: &str) -> Result;

    /// Receives a string.
    fn str(&mut self, value: Str<'de, '_>) -> Result;

    /// Receives bytes.
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result;

    /// Receives a point in time.
    fn timestamp(&mut self, value: Timestamp) -> Result;

    /// Receives the tag of the next node.
    fn tag(&mut self, tag: Tag) -> Result;

    /// Begins an array. `len` is the number of items that the source announces, and only a hint.
    ///
    /// A sink may reserve memory for that many items: a source announces no more than could follow
    /// in the rest of the input, less the bytes that the containers around the array announce to
    /// need.
    fn begin_array(&mut self, len: Option<usize>) -> Result;

    /// Ends the array.
    fn end_array(&mut self) -> Result;

    /// Begins a map or object. `len` is the number of members that the source announces: a hint, as
    /// in [`Sink::begin_array`].
    fn begin_map(&mut self, len: Option<usize>) -> Result;

    /// Receives a string key; its value follows.
    fn key(&mut self, key: Str<'de, '_>) -> Result;

    /// Begins a key of any kind: the next node is the key, and the node after it is the value.
    fn any_key(&mut self) -> Result;

    /// Ends the map.
    fn end_map(&mut self) -> Result;

    // The part that a format may have.

    /// Returns the properties of the format.
    #[inline(always)]
    fn profile(&self) -> Profile {
        Profile::BINARY
    }

    /// Returns whether a number that is not an integer should come as text ([`Sink::decimal`])
    /// instead of the nearest `f64`.
    ///
    /// A source of text asks before each such number, and before each array of numbers. Without the
    /// text, a number for a float of 32 bits would be rounded twice.
    #[inline(always)]
    fn wants_decimal(&self) -> bool {
        false
    }

    /// Returns whether a number beyond all floats should come as text ([`Sink::decimal`]), although
    /// [`Sink::wants_decimal`] does not ask for text: `1e400`, and `1e-400`, which is not zero.
    ///
    /// A source of text asks when such a number has come. Without this the former is an error, and
    /// the latter is the nearest float, zero.
    #[inline(always)]
    fn takes_beyond_floats(&self) -> bool {
        false
    }

    /// Receives a whole node as a format writes it: the content of a [`Raw`](crate::Raw). Returns
    /// `Ok(false)`, and does nothing, if this is not a writer of the format with that name.
    #[inline]
    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        let _ = (format, bytes);
        Ok(false)
    }

    /// Takes the name of the variant that the next value is in. Returns whether the sink writes the
    /// name beside the value (`!Name` in YAML). If not, nothing has happened, and the caller gives
    /// an object of one member.
    #[inline(always)]
    fn variant(&mut self, name: &str) -> Result<bool> {
        let _ = name;
        Ok(false)
    }

    /// Checks that a type may open another container. Codecs of types call this before each
    /// container, because a type that contains itself recurses: without a limit, a cycle would
    /// overflow the stack. Trees and sources do not recurse, and do not call it.
    ///
    /// # Errors
    /// `DepthLimit`.
    #[inline(always)]
    fn nest(&mut self) -> Result {
        Ok(())
    }

    // Fast paths: several events in one, and predictions. The events above can do everything that
    // these do.

    /// Receives a key whose name is known when the program is compiled; its value follows.
    #[inline(always)]
    fn name(&mut self, name: &'static Name) -> Result {
        self.key(Str::from(name.text()))
    }

    /// Receives a whole member in one event: a name and an integer.
    #[inline(always)]
    fn member_i64(&mut self, name: &'static Name, value: i64) -> Result {
        self.name(name)?;
        self.i64(value)
    }

    /// Receives several integers of one array in a row.
    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        values.iter().try_for_each(|&value| self.i64(value))
    }

    /// Receives several floats of one array in a row.
    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        values.iter().try_for_each(|&value| self.f64(value))
    }

    /// Receives a whole array without items.
    #[inline(always)]
    fn empty_array(&mut self) -> Result {
        self.begin_array(Some(0))?;
        self.end_array()
    }

    /// Receives a whole array of integers. An empty array of any type may come as this.
    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.begin_array(Some(values.len()))?;
        self.i64s(values)?;
        self.end_array()
    }

    /// Receives a whole array of floats.
    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.begin_array(Some(values.len()))?;
        self.f64s(values)?;
        self.end_array()
    }

    /// Returns the key that most likely comes next. It is called only if a key may come.
    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        None
    }

    /// Receives the key that [`Sink::expect_key`] predicted. It is called only after that returned
    /// a key.
    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        Ok(())
    }

    /// Returns the text that most likely leads to the next value of an object. It is called only if
    /// a key may come. If the text comes, [`Sink::expected_key`] follows.
    ///
    /// It is for text formats whose members have the form of [`Pattern`]: a comma (or nothing
    /// before the first member), the key that [`Sink::expect_key`] predicts in double quotes, a
    /// colon, and white space between them and behind. A source of another form does not call it.
    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        None
    }

    /// Takes the text that led to the value of the key that just came, in the form of
    /// [`Sink::expect_member`]. A sink may keep it beside that key.
    ///
    /// A text of another form is not kept, and drops the one that was kept. So the texts of two
    /// formats never mix in one builder.
    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        let _ = text;
    }
}
