//! [`TreeSource`]: a tree as a source, pulled node by node by a struct codec.
//!
//! Over any [`TreeNode`], so for frozen, thawed and mixed trees alike. Without recursion: the
//! containers that are open stand on a list.
//!
//! Invariant: `current` says what may come next; calls in an order that no document has are refused
//! by it.
//!
//! | room | holds |
//! |---|---|
//! | `open` | the containers that are open |
//! | `source` | the reads |

mod open;
mod source;

use alloc::vec::Vec;
use core::cell::Cell;

use varvel_core::limits::Replayed;
use varvel_core::number::Rounding;
use varvel_core::{Error, ErrorKind, Kind, Limits, Result};

use crate::node::TreeNode;
use crate::number::out_of_range;
use open::Frame;
pub use source::Mark;

/// The node of a tree, and those inside it, as a [`Source`](varvel_core::Source): what a
/// [`Decode`](varvel_core::Decode) reads from.
///
/// Nothing is copied on the way: strings and bytes that are read borrow from the tree. Integers of
/// any size, floats of 32 bits, decimals, bytes, points in time, tags and keys of any kind come as
/// they are. Passing over a node costs the same whatever is in it.
///
/// # Positions
/// The offset ([`Source::offset`](varvel_core::Source::offset)) is for a frozen tree that of the
/// node's slot in its buffer; a thawed one has none, so there it is a count of what came before.
///
/// # Going back
/// A mark is good as long as the containers are open that were open then; going back to another is
/// `InvalidEvents`. What is read again counts in [`Limits::replay`], in nodes.
///
/// ```
/// use varvel_core::{Decode, Source};
/// # let mut builder = varvel_frozen::Builder::new();
/// # builder.start()?;
/// # varvel_core::Sink::i64_array(&mut builder, &[1, 2])?;
/// # let frozen = builder.finish()?;
/// // [1, 2]
/// let mut source = frozen.view().source();
/// source.begin_array()?;
/// assert!(source.next_item()?);
/// assert_eq!(source.read_i64()?, 1);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct TreeSource<'a, N: TreeNode<'a>> {
    /// The innermost container that is open, or the node at the top.
    current: Frame<'a, N>,
    /// Those around it, the top first.
    outer: Vec<Frame<'a, N>>,
    /// How many containers were entered: each frame has its number.
    entered: usize,
    /// Tags before the node that stands here.
    tags: usize,
    /// How many nodes were read.
    nodes: usize,
    /// What stands before this place: nodes, and their texts in words of 8 bytes.
    at: usize,
    /// Whether anybody may go back.
    marked: Cell<bool>,
    /// The farthest place, and how much was read again.
    farthest: usize,
    replayed: Replayed,
    limits: Limits,
    /// How integers become floats.
    rounding: Rounding,
}

impl<'a, N: TreeNode<'a>> TreeSource<'a, N> {
    /// The node `top` under the default limits.
    pub fn new(top: N) -> Self {
        Self::with(top, Limits::DEFAULT)
    }

    /// The same under these limits.
    pub fn with(top: N, limits: Limits) -> Self {
        Self {
            current: Frame::top(top),
            outer: Vec::new(),
            entered: 0,
            tags: 0,
            nodes: 0,
            at: 0,
            marked: Cell::new(false),
            farthest: 0,
            replayed: Replayed::default(),
            limits,
            rounding: match N::EXACT_FLOATS {
                true => Rounding::Exact,
                false => Rounding::Nearest,
            },
        }
    }

    /// The node that stands here.
    #[inline(always)]
    fn here(&self) -> Result<N> {
        match self.current.place.takes_node() {
            true => Ok(self.current.node),
            false => Err(misplaced("a value")),
        }
    }

    /// The same, counted.
    #[inline(always)]
    fn begin(&mut self) -> Result<N> {
        let node = self.here()?;
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Error::too_many_nodes(self.limits.nodes));
        }
        Ok(node)
    }

    /// The node that stood here has been read, and `content` bytes of text with it.
    #[inline(always)]
    fn end<T>(&mut self, content: usize, value: T) -> Result<T> {
        self.tags = 0;
        self.at += 1 + content / 8;
        self.current.behind_node();
        Ok(value)
    }

    /// Checks that a container or a tag may be entered here.
    #[inline(always)]
    fn check_depth(&self) -> Result {
        if self.current.depth + self.tags >= self.limits.depth {
            return Err(Error::too_deep(self.limits.depth).or_offset(self.place()));
        }
        Ok(())
    }

    /// Enters the container that stands here.
    fn enter(&mut self, frame: Frame<'a, N>) -> Result {
        if self.outer.len() == self.outer.capacity() {
            self.grow()?;
        }
        self.entered += 1;
        let inner = Frame {
            number: self.entered,
            depth: self.current.depth + self.tags + 1,
            ..frame
        };
        self.end(0, ())?;
        self.outer
            .push(core::mem::replace(&mut self.current, inner));
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result {
        self.outer
            .try_reserve(self.outer.len().max(8))
            .map_err(|_| Error::out_of_memory())
    }

    /// Leaves the innermost container.
    #[inline(always)]
    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.current = outer;
        }
    }

    /// The position of the node that stands here, or came last.
    fn place(&self) -> usize {
        self.current.node.offset().unwrap_or(self.at)
    }

    /// Something else than `expected` stands here.
    #[cold]
    #[inline(never)]
    fn not(&self, expected: &'static str) -> Error {
        Error::wrong_kind(expected, self.current.node.kind()).or_offset(self.place())
    }

    /// A number that does not fit, if it is one of these kinds; else no such number at all.
    #[cold]
    #[inline(never)]
    fn no_number(&self, kinds: &[Kind], number: &'static str, expected: &'static str) -> Error {
        match kinds.contains(&self.current.node.kind()) {
            true => out_of_range(expected, self.current.node).or_offset(self.place()),
            false => self.not(number),
        }
    }

    /// Adds to an error where it happened, as far as that is known here: in a frozen tree the place
    /// of the node that stands here or came last, and its path in the document; in a thawed one the
    /// path from the top.
    #[cold]
    #[inline(never)]
    pub fn locate(&self, error: Error) -> Error {
        let top = self.outer.first().unwrap_or(&self.current).node;
        let error = error.or_path(|| {
            let mut steps = top.steps();
            for frame in self.outer.get(1..).unwrap_or(&[]) {
                steps.extend(frame.step());
                // What is inside of a key has the path of that key.
                if frame.is_around_key() {
                    return steps;
                }
            }
            steps.extend(self.outer.first().and_then(|_| self.current.step()));
            steps
        });
        match top.offset() {
            Some(_) => error.or_offset(self.place()),
            // What was counted is no position that a reader could go to.
            None => error.without_offset(),
        }
    }

    /// Reads a type from `node`: all of it, under the default limits.
    ///
    /// # Errors
    /// Those of the type, with offset and path as [`TreeSource::locate`] knows them.
    #[inline]
    pub fn read<T: varvel_core::Decode<'a>>(node: N) -> Result<T> {
        let mut nodes = Self::new(node);
        T::decode(&mut nodes, &()).map_err(|error| nodes.locate(error))
    }
}

#[cold]
#[inline(never)]
fn misplaced(expected: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected)
        .with_hint("next_item belongs into an array, keys belong into a map")
}
