//! Which containers are open, in which columns, and what may come next.
//!
//! A line is written up to the indicator that the next node belongs to: `-`, `key:`, `?` or `:`.
//! What follows it depends on the node, and for a container on whether there is something in it:
//! until then it is `fresh`, and nothing of it is written.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The document's node.
    Root,
    /// An item of an array, or its end.
    Item,
    /// A key of a map, or its end.
    Key,
    /// The value of a key: `key:` is written.
    Value,
    /// The node that is a key.
    KeyNode,
    /// The value of a key with `?`: nothing of it is written.
    ExplicitValue,
    /// The rest of the document's node: its tag is written.
    TaggedRoot,
    /// The rest of an item, as that.
    TaggedItem,
    /// The rest of a value, as that.
    TaggedValue,
    /// Nothing: the document is complete.
    Nothing,
    /// Nothing: there was an error.
    Failed,
}

impl Next {
    /// What is expected, as error messages write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Root | Self::Value | Self::ExplicitValue => "a value",
            Self::TaggedRoot | Self::TaggedItem | Self::TaggedValue => "the value of a variant",
            Self::Item => "a value or the end of the array",
            Self::Key => "a key or the end of the map",
            Self::KeyNode => "a key",
            Self::Nothing => "nothing: the document is complete",
            Self::Failed => "nothing: an error came before",
        }
    }
}

/// What the line ends with that a node is to be written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Nothing,
    /// `-`, `?`, or the `:` that belongs to a `?`.
    Indicator,
    /// A key and its colon.
    Colon,
    /// A tag, behind which a line ends: of the document's node.
    RootTag,
    /// The same of an item.
    ItemTag,
}

/// An open container, or the document.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    pub next: Next,
    /// What was before it.
    pub before: Before,
    /// Whether nothing came yet.
    pub fresh: bool,
    /// The column of its entries, known when the first one comes.
    pub column: usize,
    /// The number of its anchor; zero for none.
    pub anchor: u32,
}

/// The containers that are open.
#[derive(Debug)]
pub struct Levels {
    /// The innermost.
    pub level: Level,
    outer: Vec<Level>,
    /// Whether the next entry goes on where the line is, behind a `- `.
    pub inline: bool,
}

impl Levels {
    /// Before a document.
    pub const fn new() -> Self {
        Self {
            level: Level {
                next: Next::Root,
                before: Before::Nothing,
                fresh: false,
                column: 0,
                anchor: 0,
            },
            outer: Vec::new(),
            inline: false,
        }
    }

    pub fn is_complete(&self) -> bool {
        self.level.next == Next::Nothing
    }

    pub fn expected(&self) -> &'static str {
        self.level.next.name()
    }

    /// Takes no more events.
    pub fn fail(&mut self) {
        self.level.next = Next::Failed;
        self.outer.clear();
    }

    /// Enters a container.
    #[inline(always)]
    pub fn enter(&mut self, next: Next, before: Before, anchor: u32) -> Result {
        if self.outer.len() == self.outer.capacity() {
            self.outer
                .try_reserve(self.outer.len().max(16))
                .map_err(|_| Error::out_of_memory())?;
        }
        let column = self.level.column;
        self.outer.push(self.level);
        self.level = Level {
            next,
            before,
            fresh: true,
            column,
            anchor,
        };
        Ok(())
    }

    /// Leaves the innermost container: the node is complete.
    #[inline(always)]
    pub fn leave(&mut self) {
        if let Some(level) = self.outer.pop() {
            self.level = level;
        }
        self.complete();
    }

    /// The node that was to come is complete.
    #[inline(always)]
    pub fn complete(&mut self) {
        self.level.next = match self.level.next {
            Next::Item | Next::TaggedItem => Next::Item,
            Next::Value | Next::ExplicitValue | Next::TaggedValue => Next::Key,
            Next::KeyNode => Next::ExplicitValue,
            Next::Root | Next::TaggedRoot => Next::Nothing,
            next => next,
        };
    }
}
