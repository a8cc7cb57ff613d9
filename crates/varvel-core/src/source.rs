//! [`Source`]: what gives events, pushed or pulled.

use crate::error::Result;
use crate::node::Kind;
use crate::number::Number;
use crate::sink::Sink;
use crate::string::Str;
use varvel_raw::key::Key;

/// A reader of one document of a format.
///
/// There are two ways to read, and they may be mixed at node borders. *Drive* hands a whole node
/// to a [`Sink`] in the format's own tight loop: for trees, buffers and other formats. *Pull* reads
/// one value of a type that the caller names: for struct codecs, which know what must come.
///
/// The lifetime `'de` is that of the input.
pub trait Source<'de>: Sized {
    /// A place in the input to come back to.
    type Mark: Copy;

    /// Gives the node that stands here to `sink`.
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result;

    /// The kind of the node that stands here. A number counts as a float if it is written as one.
    fn peek(&mut self) -> Result<Kind>;
    /// Reads a null.
    fn read_null(&mut self) -> Result;
    /// Reads a boolean.
    fn read_bool(&mut self) -> Result<bool>;
    /// Reads an integer that fits `i64`.
    fn read_i64(&mut self) -> Result<i64>;
    /// Reads an integer that fits `u64`.
    fn read_u64(&mut self) -> Result<u64>;
    /// Reads a number as a float. An integer is taken where `f64` holds it exactly.
    fn read_f64(&mut self) -> Result<f64>;
    /// Reads a number of any size.
    fn read_number(&mut self) -> Result<Number<'de>>;
    /// Reads a string.
    fn read_str(&mut self) -> Result<Str<'de, '_>>;

    /// Enters an array; the answer is how many items the format says it has, if it says so.
    fn begin_array(&mut self) -> Result<Option<usize>>;
    /// Whether another item follows; leaves the array if not.
    fn next_item(&mut self) -> Result<bool>;
    /// Enters a map; the answer is how many members the format says it has, if it says so.
    fn begin_map(&mut self) -> Result<Option<usize>>;
    /// The next key, a string; leaves the map if there is none.
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>>;
    /// Moves past the next key if it is this one; else does not move. A wide comparison where the
    /// format allows.
    fn expect_key(&mut self, key: &Key) -> Result<bool>;

    /// Passes over the node that stands here, checking it as strictly as if it were read.
    fn skip(&mut self) -> Result;

    /// This place. Free: the input is a slice.
    fn mark(&self) -> Self::Mark;
    /// Goes back to a place of this input. What is replayed counts in the limits.
    fn rewind(&mut self, mark: Self::Mark);

    /// The position in the input, in bytes from its start.
    fn offset(&self) -> usize;
}
