//! The containers that are open while a tree is pulled.

use varvel_core::path::Step;

use crate::node::{TreeNode, key_step};

/// What comes next in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The node at the top; nothing behind it.
    Top,
    Done,
    /// An item of an array; the question whether there is one more.
    Item,
    MoreItems,
    /// The value of a member; a key that is read as a node; the question which key comes.
    Member,
    AnyKey,
    MoreKeys,
}

impl Next {
    /// Whether a node stands here.
    #[inline(always)]
    pub fn takes_node(self) -> bool {
        matches!(self, Self::Top | Self::Item | Self::Member | Self::AnyKey)
    }
}

/// What is left of a container.
#[derive(Debug)]
pub enum Rest<I, P> {
    /// Nothing: the node at the top is in none.
    Top,
    Items(I),
    Pairs(P),
}

/// An open container.
#[derive(Debug)]
pub struct Frame<'a, N: TreeNode<'a>> {
    pub rest: Rest<N::Items, N::Pairs>,
    pub place: Next,
    /// Whether the member that comes next was looked at already: it is in `node` (the key) and
    /// `value`.
    pub looked: bool,
    /// The node that stands here, or came last: in a new container that container itself.
    pub node: N,
    /// The key of the member, and its value while the key stands here.
    pub key: N,
    pub value: N,
    /// The container.
    pub around: N,
    /// How many items or members have begun.
    pub begun: usize,
    /// How many containers and tags are around what is in this one.
    pub depth: usize,
    /// Of all that were entered.
    pub number: usize,
}

impl<'a, N: TreeNode<'a>> Frame<'a, N> {
    /// What is around the node at the top.
    pub fn top(node: N) -> Self {
        Self::new(node, Rest::Top, Next::Top)
    }

    /// The container `node`.
    pub fn new(node: N, rest: Rest<N::Items, N::Pairs>, place: Next) -> Self {
        Self {
            rest,
            place,
            looked: false,
            node,
            key: node,
            value: node,
            around: node,
            begun: 0,
            depth: 0,
            number: 0,
        }
    }

    /// The node that stood here has been read.
    #[inline(always)]
    pub fn behind_node(&mut self) {
        self.place = match self.place {
            Next::Item => Next::MoreItems,
            Next::Member => Next::MoreKeys,
            Next::AnyKey => {
                self.node = self.value;
                Next::Member
            }
            _ => Next::Done,
        };
    }

    /// Goes to the next item, if there is one.
    #[inline(always)]
    pub fn next_item(&mut self) -> bool {
        let Rest::Items(items) = &mut self.rest else {
            return false;
        };
        let Some(item) = items.next() else {
            return false;
        };
        self.begun += 1;
        self.node = item;
        self.place = Next::Item;
        true
    }

    /// Looks at the next member, if there is one: its key.
    #[inline(always)]
    pub fn look(&mut self) -> Option<N> {
        if !self.looked {
            let Rest::Pairs(pairs) = &mut self.rest else {
                return None;
            };
            (self.key, self.value) = pairs.next()?;
            self.looked = true;
        }
        Some(self.key)
    }

    /// Begins the member that was looked at, with its key or behind it.
    #[inline(always)]
    pub fn begin_member(&mut self, place: Next) {
        self.looked = false;
        self.begun += 1;
        self.place = place;
        self.node = match place {
            Next::AnyKey => self.key,
            _ => self.value,
        };
    }

    /// Goes to where `begun` items or members had begun.
    pub fn seek(&mut self, begun: usize, looked: bool) {
        match &mut self.rest {
            Rest::Top => {}
            Rest::Items(items) => {
                *items = self.around.items();
                if begun > 0 {
                    items.nth(begun - 1);
                }
            }
            Rest::Pairs(pairs) => {
                *pairs = self.around.pairs();
                let passed = begun + usize::from(looked);
                if passed > 0 {
                    pairs.nth(passed - 1);
                }
            }
        }
    }

    /// One step of a path, if an item or a member has begun, or a key was looked at.
    pub fn step(&self) -> Option<Step> {
        match &self.rest {
            Rest::Items(_) => self.begun.checked_sub(1).map(Step::Index),
            Rest::Pairs(_) => (self.begun != 0 || self.looked).then(|| key_step(self.key)),
            Rest::Top => None,
        }
    }

    /// Whether the container that was entered last is a key of this one: else its value would have
    /// been read.
    pub fn is_around_key(&self) -> bool {
        matches!(self.rest, Rest::Pairs(_)) && self.place == Next::Member
    }
}
