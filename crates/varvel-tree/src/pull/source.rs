//! The methods of a source over a tree.

use alloc::vec::Vec;

use varvel_core::number::Rounding;
use varvel_core::{
    Bytes, Error, ErrorKind, Key, Kind, Limits, Number, Profile, Result, Sink, Source, Str, Tag,
    Timestamp,
};

use super::open::{Frame, Next, Rest};
use super::{TreeSource, misplaced};
use crate::node::TreeNode;
use crate::number::exact_number;

/// A place of a [`TreeSource`] to go back to, made by [`Source::mark`].
#[derive(Clone, Copy, Debug)]
pub struct Mark<N> {
    /// The container, and (`outer`) how many are around it.
    number: usize,
    outer: usize,
    begun: usize,
    looked: bool,
    place: Next,
    node: N,
    key: N,
    value: N,
    tags: usize,
    at: usize,
}

/// The kinds of numbers that may be too large or too precise for a type.
const INTEGERS: &[Kind] = &[Kind::Integer];
const NUMBERS: &[Kind] = &[Kind::Integer, Kind::Float, Kind::Decimal];

impl<'a, N: TreeNode<'a>> Source<'a> for TreeSource<'a, N> {
    type Mark = Mark<N>;

    fn drive<S: Sink<'a>>(&mut self, sink: &mut S) -> Result {
        let node = self.begin()?;
        node.drive(sink)
            .map_err(|error| error.or_offset(self.place()))?;
        if self.marked.get() {
            self.at = self.at.saturating_add(weight(node)?);
        }
        self.end(0, ())
    }

    #[inline]
    fn peek(&mut self) -> Result<Kind> {
        let node = self.here()?;
        Ok(match node.kind() {
            // A decimal was written as a float; only callers that ask get its text.
            Kind::Decimal => Kind::Float,
            Kind::Map => kind_of_map(node),
            kind => kind,
        })
    }

    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        Ok(self.here()?.kind() == Kind::Null)
    }

    #[inline]
    fn read_null(&mut self) -> Result {
        match self.begin()?.kind() {
            Kind::Null => self.end(0, ()),
            _ => Err(self.not("null")),
        }
    }

    #[inline]
    fn read_bool(&mut self) -> Result<bool> {
        match self.begin()?.as_bool() {
            Some(value) => self.end(0, value),
            None => Err(self.not("a boolean")),
        }
    }

    #[inline]
    fn read_i64(&mut self) -> Result<i64> {
        match self.begin()?.as_i64() {
            Some(value) => self.end(0, value),
            None => Err(self.no_number(INTEGERS, "an integer", "an integer that fits i64")),
        }
    }

    #[inline]
    fn read_u64(&mut self) -> Result<u64> {
        match self.begin()?.as_u64() {
            Some(value) => self.end(0, value),
            None => Err(self.no_number(INTEGERS, "an integer", "an integer that fits u64")),
        }
    }

    #[inline]
    fn read_f64(&mut self) -> Result<f64> {
        match self.begin()?.as_f64() {
            Some(value) if N::EXACT_FLOATS || self.rounding.rounds() => self.end(0, value),
            _ => self.rounded_f64(),
        }
    }

    #[inline]
    fn read_f32(&mut self) -> Result<f32> {
        let node = self.begin()?;
        let mut rounding = self.rounding;
        let value = match node.as_f32() {
            None => exact_number(node).and_then(|number| rounding.f32(number)),
            value => value,
        };
        self.rounding = rounding;
        match value {
            Some(value) => self.end(0, value),
            None => {
                Err(self.no_number(NUMBERS, "a number", "a number that a 32-bit float can hold"))
            }
        }
    }

    #[inline]
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding {
        match N::EXACT_FLOATS {
            true => Rounding::Exact,
            false => core::mem::replace(&mut self.rounding, rounding),
        }
    }

    #[inline]
    fn read_number(&mut self) -> Result<Number<'_>> {
        match exact_number(self.begin()?) {
            Some(number) => self.end(0, number),
            None => Err(self.not("a number")),
        }
    }

    #[inline]
    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        self.read_number()
    }

    #[inline]
    fn read_str(&mut self) -> Result<Str<'a, '_>> {
        match self.begin()?.as_str() {
            Some(text) => self.end(text.len(), Str::Input(text.into())),
            None => Err(self.not("a string")),
        }
    }

    #[inline]
    fn read_bytes(&mut self) -> Result<Bytes<'a, '_>> {
        match self.begin()?.as_bytes() {
            Some(bytes) => self.end(bytes.len(), Bytes::Input(bytes)),
            None => Err(self.not("bytes")),
        }
    }

    #[inline]
    fn read_timestamp(&mut self) -> Result<Timestamp> {
        match self.begin()?.as_timestamp() {
            Some(timestamp) => self.end(0, timestamp),
            None => Err(self.not("a timestamp")),
        }
    }

    /// Reads a tag, which has no end event: the tagged node takes its place.
    fn read_tag(&mut self) -> Result<Tag> {
        let Some((tag, node)) = self.begin()?.tag() else {
            return Err(self.not("a tagged value"));
        };
        self.check_depth()?;
        self.tags += 1;
        self.at += 1;
        self.current.node = node;
        Ok(tag)
    }

    fn begin_array(&mut self) -> Result<Option<usize>> {
        let node = self.begin()?;
        if node.kind() != Kind::Array {
            return Err(self.not("an array"));
        }
        self.check_depth()?;
        let items = Rest::Items(node.items());
        self.enter(Frame::new(node, items, Next::MoreItems))?;
        Ok(Some(node.len()))
    }

    #[inline]
    fn next_item(&mut self) -> Result<bool> {
        if self.current.place != Next::MoreItems {
            return Err(self.misplaced("an array"));
        }
        let more = self.current.next_item();
        if !more {
            self.leave();
        }
        Ok(more)
    }

    fn begin_map(&mut self) -> Result<Option<usize>> {
        let node = self.begin()?;
        if !matches!(node.kind(), Kind::Object | Kind::Map) {
            return Err(self.not("an object"));
        }
        self.check_depth()?;
        let pairs = Rest::Pairs(node.pairs());
        self.enter(Frame::new(node, pairs, Next::MoreKeys))?;
        Ok(Some(node.len()))
    }

    #[inline]
    fn next_key(&mut self) -> Result<Option<Str<'a, '_>>> {
        let Some(key) = self.next_member()? else {
            self.leave();
            return Ok(None);
        };
        let Some(text) = key.as_str() else {
            return Err(self.no_string_key(key));
        };
        self.at += text.len() / 8;
        self.current.begin_member(Next::Member);
        Ok(Some(Str::Input(text.into())))
    }

    #[inline]
    fn expect_key(&mut self, key: &Key) -> Result<bool> {
        let Some(next) = self.next_member()? else {
            return Ok(false);
        };
        let Some(text) = next.as_str() else {
            return Ok(false);
        };
        // The quoted form of a key, if it has one, is its text in quotes.
        let (block, len) = key.block();
        if text.len() + 2 != len || text.as_bytes() != &block[1..len - 1] {
            return Ok(false);
        }
        self.current.begin_member(Next::Member);
        Ok(true)
    }

    fn next_entry(&mut self) -> Result<bool> {
        if self.next_member()?.is_none() {
            self.leave();
            return Ok(false);
        }
        self.current.begin_member(Next::AnyKey);
        Ok(true)
    }

    /// Skips the current node at no cost, since a tree was checked when it was made.
    #[inline]
    fn skip(&mut self) -> Result {
        self.begin()?;
        self.end(0, ())
    }

    #[inline(always)]
    fn profile(&self) -> Profile {
        N::PROFILE
    }

    #[inline]
    fn limits(&self) -> Limits {
        self.limits
    }

    #[inline]
    fn mark(&self) -> Mark<N> {
        self.marked.set(true);
        let current = &self.current;
        Mark {
            number: current.number,
            outer: self.outer.len(),
            begun: current.begun,
            looked: current.looked,
            place: current.place,
            node: current.node,
            key: current.key,
            value: current.value,
            tags: self.tags,
            at: self.at,
        }
    }

    fn rewind(&mut self, mark: Mark<N>) -> Result {
        let again = self.at.saturating_sub(mark.at);
        self.farthest = self.farthest.max(self.at);
        let counted = self.replayed.add(again, self.farthest, &self.limits);
        counted.map_err(|error| error.or_offset(self.place()))?;
        let open = self.outer.get(mark.outer);
        let same = match self.outer.len() == mark.outer {
            true => self.current.number == mark.number,
            false => open.is_some_and(|frame| frame.number == mark.number),
        };
        if !same {
            return Err(left(self.place()));
        }
        self.outer.truncate(mark.outer + 1);
        if self.outer.len() > mark.outer {
            self.leave();
        }
        let current = &mut self.current;
        if (current.begun, current.looked) != (mark.begun, mark.looked) {
            current.seek(mark.begun, mark.looked);
        }
        current.begun = mark.begun;
        current.looked = mark.looked;
        current.place = mark.place;
        current.node = mark.node;
        current.key = mark.key;
        current.value = mark.value;
        self.tags = mark.tags;
        self.at = mark.at;
        Ok(())
    }

    #[inline]
    fn offset(&self) -> usize {
        self.place()
    }
}

impl<'a, N: TreeNode<'a>> TreeSource<'a, N> {
    /// Returns the key of the next member, if there is one.
    #[inline(always)]
    fn next_member(&mut self) -> Result<Option<N>> {
        match self.current.place {
            Next::MoreKeys => Ok(self.current.look()),
            _ => Err(self.misplaced("a map")),
        }
    }

    /// Returns the current node as a float if it is a number but no float. The node has been
    /// counted.
    #[cold]
    #[inline(never)]
    fn rounded_f64(&mut self) -> Result<f64> {
        let mut rounding = self.rounding;
        let value = exact_number(self.current.node).and_then(|number| rounding.f64(number));
        self.rounding = rounding;
        match value {
            Some(value) => self.end(0, value),
            None => {
                let expected = match N::EXACT_FLOATS {
                    true => "an integer that a 64-bit float holds exactly",
                    false => "a number that a 64-bit float can hold",
                };
                Err(self.no_number(NUMBERS, "a number", expected))
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn no_string_key(&self, key: N) -> Error {
        let at = key.offset().unwrap_or(self.at);
        Error::wrong_kind("a string as key", key.kind()).or_offset(at)
    }

    #[cold]
    #[inline(never)]
    fn misplaced(&self, expected: &'static str) -> Error {
        misplaced(expected).or_offset(self.place())
    }
}

/// Returns the error for a mark whose container is no longer open.
#[cold]
fn left(at: usize) -> Error {
    let expected = "a place in a container that is still open";
    Error::expected(ErrorKind::InvalidEvents, expected).or_offset(at)
}

/// Returns the kind of a map as a source defines it: `Map` if the first key is no string.
#[cold]
#[inline(never)]
fn kind_of_map<'a, N: TreeNode<'a>>(node: N) -> Kind {
    match node.pairs().next() {
        Some((key, _)) if key.as_str().is_none() => Kind::Map,
        _ => Kind::Object,
    }
}

/// Returns the amount that reading a whole node counts for. Costs linear time, without recursion.
fn weight<'a, N: TreeNode<'a>>(node: N) -> Result<usize> {
    let mut sum = 0_usize;
    let mut open = Vec::new();
    let mut add = |node: N, open: &mut Vec<N>| {
        let text = node.as_str().map_or(0, str::len);
        let bytes = node.as_bytes().map_or(0, <[u8]>::len);
        sum = sum.saturating_add(1 + (text + bytes) / 8);
        if node.len() == 0 && node.kind() != Kind::Tagged {
            return Ok(());
        }
        open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        open.push(node);
        Ok(())
    };
    add(node, &mut open)?;
    while let Some(node) = open.pop() {
        if let Some((_, inner)) = node.tag() {
            add(inner, &mut open)?;
        }
        for item in node.items() {
            add(item, &mut open)?;
        }
        for (key, value) in node.pairs() {
            add(key, &mut open)?;
            add(value, &mut open)?;
        }
    }
    Ok(sum)
}
