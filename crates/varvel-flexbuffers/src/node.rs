//! Nodes of a FlexBuffer as those of a tree, so that types are read in place.

use varvel_core::{Format, Kind, Number, Profile, Result, Sink, Tag, Timestamp};
use varvel_tree::TreeNode;

use crate::marker::FlexBuffers;
use crate::reference::{Iter, Members, Reference};

/// A node of a verified buffer.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a>(pub Reference<'a>);

/// The items of an array.
#[derive(Debug)]
pub struct Items<'a>(Option<Iter<'a>>);

impl<'a> Iterator for Items<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        self.0.as_mut()?.next().map(Node)
    }
}

/// The members of an object, in the order of their keys.
#[derive(Debug)]
pub struct Pairs<'a>(Option<Members<'a>>);

impl<'a> Iterator for Pairs<'a> {
    type Item = (Node<'a>, Node<'a>);

    #[inline]
    fn next(&mut self) -> Option<(Node<'a>, Node<'a>)> {
        let (key, value) = self.0.as_mut()?.next()?;
        Some((Node(key), Node(value)))
    }
}

impl<'a> TreeNode<'a> for Node<'a> {
    type Items = Items<'a>;
    type Pairs = Pairs<'a>;

    /// FlexBuffers tell integers from floats.
    const EXACT_FLOATS: bool = true;
    const PROFILE: Profile = FlexBuffers::PROFILE;

    #[inline]
    fn kind(&self) -> Kind {
        self.0.kind()
    }

    #[inline]
    fn len(&self) -> usize {
        match self.0.as_vector() {
            Some(vector) => vector.len(),
            None => self.0.as_map().map_or(0, |map| map.len()),
        }
    }

    #[inline]
    fn as_bool(&self) -> Option<bool> {
        self.0.as_bool()
    }

    #[inline]
    fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    #[inline]
    fn as_u64(&self) -> Option<u64> {
        self.0.as_u64()
    }

    /// Returns the float, or an integer that `f64` holds exactly.
    #[inline]
    fn as_f64(&self) -> Option<f64> {
        if let Some(float) = self.0.as_f64() {
            return Some(float);
        }
        match self.0.as_i64() {
            Some(integer) => Number::I64(integer).as_f64_exact(),
            None => Number::U64(self.0.as_u64()?).as_f64_exact(),
        }
    }

    /// Returns `None`: floats of all widths are read as floats of 64 bits, as events give them.
    fn as_f32(&self) -> Option<f32> {
        None
    }

    fn as_number_text(&self) -> Option<&'a str> {
        None
    }

    #[inline]
    fn as_str(&self) -> Option<&'a str> {
        self.0.as_str()
    }

    #[inline]
    fn as_bytes(&self) -> Option<&'a [u8]> {
        self.0.as_bytes()
    }

    fn as_timestamp(&self) -> Option<Timestamp> {
        None
    }

    fn tag(&self) -> Option<(Tag, Self)> {
        None
    }

    #[inline]
    fn items(&self) -> Items<'a> {
        Items(self.0.as_vector().map(|vector| vector.iter()))
    }

    #[inline]
    fn pairs(&self) -> Pairs<'a> {
        Pairs(self.0.as_map().map(|map| map.members()))
    }

    fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result {
        self.0.drive(sink)
    }

    #[inline]
    fn offset(&self) -> Option<usize> {
        Some(self.0.offset())
    }
}
