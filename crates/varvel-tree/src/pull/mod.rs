//! [`TreeSource`]: a tree as a source, from which a codec pulls node by node.
//!
//! It works over any [`TreeNode`], so for frozen, thawed and mixed trees. It does not recurse: the
//! open containers are in a list.
//!
//! Invariant: `current` determines which event may come next, and refuses calls in an order that no
//! document has.
//!
//! | room | holds |
//! |---|---|
//! | `open` | the open containers |
//! | `source` | the methods of [`Source`](varvel_core::Source) |

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

/// A tree as a [`Source`](varvel_core::Source), from which a [`Decode`](varvel_core::Decode) reads
/// a node and those inside it.
///
/// Nothing is copied on the way: strings and bytes borrow from the tree. Integers of any size,
/// floats of 32 bits, decimals, bytes, points in time, tags and keys of any kind are given
/// unchanged. Skipping a node costs the same, whatever it contains.
///
/// # Positions
/// In a frozen tree the offset ([`Source::offset`](varvel_core::Source::offset)) is that of the
/// node's slot in its buffer. A thawed tree has no offsets, so there it is a count of the nodes
/// read before.
///
/// # Going back
/// A mark is valid as long as the containers that were open at that time are open; going back to
/// another mark is `InvalidEvents`. Nodes that are read again count against [`Limits::replay`].
///
/// ```
/// use varvel::{Decode, Source};
/// # let mut builder = varvel::Builder::new();
/// # builder.start()?;
/// # varvel::Sink::i64_array(&mut builder, &[1, 2])?;
/// # let frozen = builder.finish()?;
/// // [1, 2]
/// let mut source = frozen.view().source();
/// source.begin_array()?;
/// assert!(source.next_item()?);
/// assert_eq!(source.read_i64()?, 1);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct TreeSource<'a, N: TreeNode<'a>> {
    /// The innermost open container, or the node at the top.
    current: Frame<'a, N>,
    /// The containers around it, the outermost first.
    outer: Vec<Frame<'a, N>>,
    /// The number of containers that were entered; it numbers the frames.
    entered: usize,
    /// The number of tags before the current node.
    tags: usize,
    /// The number of nodes that were read.
    nodes: usize,
    /// The amount read before this place: nodes, and their texts in words of 8 bytes.
    at: usize,
    /// Whether there is a mark that a caller may go back to.
    marked: Cell<bool>,
    /// The farthest place, and (`replayed`) how much was read again.
    farthest: usize,
    replayed: Replayed,
    limits: Limits,
    /// The rounding of integers to floats.
    rounding: Rounding,
}

impl<'a, N: TreeNode<'a>> TreeSource<'a, N> {
    /// Returns a source of the node `top` under the default limits.
    pub fn new(top: N) -> Self {
        Self::with(top, Limits::DEFAULT)
    }

    /// Returns a source of the node `top` under these limits.
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

    /// Returns the current node.
    #[inline(always)]
    fn here(&self) -> Result<N> {
        match self.current.place.takes_node() {
            true => Ok(self.current.node),
            false => Err(misplaced("a value")),
        }
    }

    /// Returns the current node, and counts it.
    #[inline(always)]
    fn begin(&mut self) -> Result<N> {
        let node = self.here()?;
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Error::too_many_nodes(self.limits.nodes));
        }
        Ok(node)
    }

    /// Ends the current node, which has been read together with `content` bytes of text.
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

    /// Enters the current node, a container.
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

    /// Returns the position of the current node, or of the last one.
    fn place(&self) -> usize {
        self.current.node.offset().unwrap_or(self.at)
    }

    /// Returns the error for a current node that is not what `expected` describes.
    #[cold]
    #[inline(never)]
    fn not(&self, expected: &'static str) -> Error {
        Error::wrong_kind(expected, self.current.node.kind()).or_offset(self.place())
    }

    /// Returns the error for a number that does not fit, if the current node is of one of these
    /// kinds, and otherwise for a node that is no such number.
    #[cold]
    #[inline(never)]
    fn no_number(&self, kinds: &[Kind], number: &'static str, expected: &'static str) -> Error {
        match kinds.contains(&self.current.node.kind()) {
            true => out_of_range(expected, self.current.node).or_offset(self.place()),
            false => self.not(number),
        }
    }

    /// Adds the place of an error to it, as far as it is known here: in a frozen tree, the place of
    /// the current or last node, and its path in the document; in a thawed tree, the path from the
    /// top.
    #[cold]
    #[inline(never)]
    pub fn locate(&self, error: Error) -> Error {
        let top = self.outer.first().unwrap_or(&self.current).node;
        let error = error.or_path(|| {
            let mut steps = top.steps();
            for frame in self.outer.get(1..).unwrap_or(&[]) {
                steps.extend(frame.step());
                // A node inside of a key has the path of that key.
                if frame.is_around_key() {
                    return steps;
                }
            }
            steps.extend(self.outer.first().and_then(|_| self.current.step()));
            steps
        });
        match top.offset() {
            Some(_) => error.or_offset(self.place()).in_binary(),
            // The count is no position that a reader could go to.
            None => error.without_offset(),
        }
    }

    /// Reads a type from all of `node`, under the default limits.
    ///
    /// # Errors
    /// The errors of the type, with the offset and path that [`TreeSource::locate`] adds.
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
