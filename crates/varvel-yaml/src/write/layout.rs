//! The open containers with their columns, and what may come next.
//!
//! A line is written up to the indicator before the next node: `-`, `key:`, `?` or `:`. The text
//! behind the indicator depends on the node. For a container it depends on whether the container is
//! empty: until that is known, the container is `fresh`, and none of its text is written.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

/// The node that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The document's node.
    Root,
    /// An item of an array, or its end.
    Item,
    /// A key of a map, or its end.
    Key,
    /// The value of a key; `key:` was written.
    Value,
    /// The node that is a key.
    KeyNode,
    /// The value of a key with `?`. None of it was written yet.
    ExplicitValue,
    /// The document's node behind its tag, which was written.
    TaggedRoot,
    /// An item behind its tag, which was written.
    TaggedItem,
    /// A value behind its tag, which was written.
    TaggedValue,
    /// Nothing: the document is complete.
    Nothing,
    /// Nothing: there was an error.
    Failed,
}

impl Next {
    /// Returns the expectation as error messages write it.
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

/// The end of the line on which a node is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Nothing,
    /// `-`, `?`, or the `:` that belongs to a `?`.
    Indicator,
    /// A key and its colon.
    Colon,
    /// The tag of the document's node. The line ends behind it.
    RootTag,
    /// The tag of an item. The line ends behind it.
    ItemTag,
}

/// An open container, or the document.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    pub next: Next,
    /// The text before it.
    pub before: Before,
    /// Whether it has no entries yet.
    pub fresh: bool,
    /// The column of its entries. It is known when the first entry comes.
    pub column: usize,
    /// The number of its anchor; zero if it has none.
    pub anchor: u32,
}

/// The open containers.
#[derive(Debug)]
pub struct Levels {
    /// The innermost container.
    pub level: Level,
    outer: Vec<Level>,
    /// Whether the next entry continues the line, behind a `- `.
    pub inline: bool,
}

impl Levels {
    /// Makes the state before a document.
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

    /// Returns how many containers are open.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Refuses further events.
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

    /// Leaves the innermost container. Its node is complete.
    #[inline(always)]
    pub fn leave(&mut self) {
        if let Some(level) = self.outer.pop() {
            self.level = level;
        }
        self.complete();
    }

    /// Completes the current node.
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
