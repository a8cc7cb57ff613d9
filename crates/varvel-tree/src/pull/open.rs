//! The open containers of a tree that is being pulled.

use varvel_core::path::Step;

use crate::node::{TreeNode, key_step};

/// The next event of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The node at the top, with nothing behind it.
    Top,
    Done,
    /// An item of an array, and (`MoreItems`) the question whether there is one more.
    Item,
    MoreItems,
    /// The value of a member, a key that is read as a node (`AnyKey`), and the question for the
    /// next key (`MoreKeys`).
    Member,
    AnyKey,
    MoreKeys,
}

impl Next {
    /// Returns whether a node may be read here.
    #[inline(always)]
    pub fn takes_node(self) -> bool {
        matches!(self, Self::Top | Self::Item | Self::Member | Self::AnyKey)
    }
}

/// The rest of a container.
#[derive(Debug)]
pub enum Rest<I, P> {
    /// Nothing: the node at the top is in no container.
    Top,
    Items(I),
    Pairs(P),
}

/// An open container.
#[derive(Debug)]
pub struct Frame<'a, N: TreeNode<'a>> {
    pub rest: Rest<N::Items, N::Pairs>,
    pub place: Next,
    /// Whether the next member was looked at already: its key is in `key`, and its value in
    /// `value`.
    pub looked: bool,
    /// The current or the last node; in a new container, the container itself.
    pub node: N,
    /// The key of the member, and (`value`) its value while the key is the current node.
    pub key: N,
    pub value: N,
    /// The container.
    pub around: N,
    /// The number of items or members that have begun.
    pub begun: usize,
    /// The number of containers and tags around the content of this one.
    pub depth: usize,
    /// The number of this container among all that were entered.
    pub number: usize,
}

impl<'a, N: TreeNode<'a>> Frame<'a, N> {
    /// Returns the frame around the node at the top.
    pub fn top(node: N) -> Self {
        Self::new(node, Rest::Top, Next::Top)
    }

    /// Returns the frame of the container `node`.
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

    /// Notes that the current node has been read.
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

    /// Returns the key of the next member, if there is one, without beginning the member.
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

    /// Begins the member that was looked at, with its key or with its value.
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

    /// Goes to the place at which `begun` items or members had begun.
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

    /// Returns the step of a path to the current item or member, if one has begun, or a key was
    /// looked at.
    pub fn step(&self) -> Option<Step> {
        match &self.rest {
            Rest::Items(_) => self.begun.checked_sub(1).map(Step::Index),
            Rest::Pairs(_) => (self.begun != 0 || self.looked).then(|| key_step(self.key)),
            Rest::Top => None,
        }
    }

    /// Returns whether the container that was entered last is a key of this one. If not, the value
    /// would have been read.
    pub fn is_around_key(&self) -> bool {
        matches!(self.rest, Rest::Pairs(_)) && self.place == Next::Member
    }
}
