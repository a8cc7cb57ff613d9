//! A tree drives itself into any sink: in order, without recursion. Frozen parts go in their own
//! loop, or, into a document that takes them over, as copies.

use alloc::vec::Vec;
use core::ops::Range;
use core::slice;

use smol_str::SmolStr;
use varvel_core::{Encode, Error, Result, Sink};
use varvel_frozen::{Splice, View};

use crate::count::Count;
use crate::reference::{Node, Ref};
use crate::store::array::Items;
use crate::store::frozen::child;
use crate::store::object::Members;
use crate::value::{Repr, Value};

impl<R: Count, C: ?Sized> Encode<C> for Value<R> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.as_ref().drive(sink)
    }

    fn size_hint(&self) -> usize {
        match self.as_frozen() {
            Some(frozen) => Encode::<C>::size_hint(frozen),
            None => 0,
        }
    }
}

impl<R: Count, C: ?Sized> Encode<C> for Ref<'_, R> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.drive(sink)
    }
}

impl<'a, R: Count> Ref<'a, R> {
    /// Gives this node to `sink`: as [`Encode::encode`], but for as long as the tree lives, not only
    /// this reference.
    ///
    /// ```
    /// # use varvel_value::value;
    /// use varvel_json::{WriteOptions, Writer};
    /// let tree = value!({"a": [1]});
    /// let mut writer = Writer::new(WriteOptions::compact());
    /// tree.field("a")?.drive(&mut writer)?;
    /// assert_eq!(writer.finish()?, b"[1]");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the sink.
    pub fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result {
        self.give_to(&mut Events(sink))
    }

    /// The same into a document that takes frozen parts over.
    pub(crate) fn splice(self, splice: &mut Splice<'_, 'a>) -> Result {
        self.give_to(splice)
    }

    fn give_to<T: Taker<'a>>(self, sink: &mut T) -> Result {
        let mut open: Vec<Frame<'a, R>> = Vec::new();
        emit(self, sink, &mut open)?;
        while let Some(frame) = open.last_mut() {
            match frame.next(sink)? {
                Next::Open(inner) => push(&mut open, inner)?,
                Next::Done => {
                    open.pop();
                }
            }
        }
        Ok(())
    }
}

/// What takes a tree: a sink, and what it does with what is frozen.
trait Taker<'a> {
    type Sink: Sink<'a>;

    fn sink(&mut self) -> &mut Self::Sink;

    /// A frozen node.
    fn part(&mut self, view: View<'a>) -> Result;

    /// Items of a frozen array.
    fn items(&mut self, array: View<'a>, range: Range<usize>) -> Result;
}

/// Takes events only.
struct Events<'s, S>(&'s mut S);

impl<'a, S: Sink<'a>> Taker<'a> for Events<'_, S> {
    type Sink = S;

    #[inline(always)]
    fn sink(&mut self) -> &mut S {
        self.0
    }

    #[inline(always)]
    fn part(&mut self, view: View<'a>) -> Result {
        view.drive(self.0)
    }

    fn items(&mut self, array: View<'a>, range: Range<usize>) -> Result {
        range
            .filter_map(|i| array.at(i))
            .try_for_each(|item| item.drive(self.0))
    }
}

impl<'a> Taker<'a> for Splice<'_, 'a> {
    type Sink = Self;

    fn sink(&mut self) -> &mut Self {
        self
    }

    fn part(&mut self, view: View<'a>) -> Result {
        self.node(view)
    }

    fn items(&mut self, array: View<'a>, range: Range<usize>) -> Result {
        Splice::items(self, array, range)
    }
}

/// An open container.
enum Frame<'a, R: Count> {
    /// What is left of an array. The view is that of the origin, here and below.
    Items(slice::Iter<'a, Value<R>>, Option<View<'a>>),
    /// What is left of an object.
    Own(slice::Iter<'a, (SmolStr, Value<R>)>, Option<View<'a>>),
    /// The same with keys of the origin.
    Shaped(varvel_frozen::Keys<'a>, slice::Iter<'a, Value<R>>, View<'a>),
    /// What is left of a map, and the value that belongs to the last key.
    Map(
        slice::Iter<'a, (Value<R>, Value<R>)>,
        Option<View<'a>>,
        Option<&'a Value<R>>,
    ),
}

/// What a container has come to.
enum Next<'a, R: Count> {
    /// A container inside it.
    Open(Frame<'a, R>),
    /// Its end.
    Done,
}

#[inline(never)]
fn push<'a, R: Count>(open: &mut Vec<Frame<'a, R>>, frame: Frame<'a, R>) -> Result {
    open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    open.push(frame);
    Ok(())
}

fn emit<'a, R: Count, T: Taker<'a>>(
    node: Ref<'a, R>,
    to: &mut T,
    open: &mut Vec<Frame<'a, R>>,
) -> Result {
    match node.0 {
        Node::View(view) => to.part(view),
        Node::I64(value) => to.sink().i64(value),
        Node::F64(value) => to.sink().f64(value),
        Node::Str(text) => to.sink().str(text.into()),
        Node::Value(value) => match give(value, to)? {
            Some(frame) => push(open, frame),
            None => Ok(()),
        },
    }
}

/// Gives a value whole, or opens it.
#[inline(always)]
fn give<'a, R: Count, T: Taker<'a>>(
    value: &'a Value<R>,
    to: &mut T,
) -> Result<Option<Frame<'a, R>>> {
    match &value.0 {
        Repr::String(text) => to.sink().str(text.as_str().into())?,
        Repr::I64(value) => to.sink().i64(*value)?,
        Repr::F64(value) => to.sink().f64(*value)?,
        Repr::Null | Repr::Origin(_) => to.sink().null()?,
        Repr::Bool(value) => to.sink().bool(*value)?,
        Repr::Object(object) => {
            to.sink().begin_map(Some(object.len()))?;
            return Ok(Some(match (&object.members, object.view()) {
                (Members::Shaped(values), Some(origin)) => {
                    Frame::Shaped(origin.keys(), values.iter(), origin)
                }
                (Members::Own(entries), origin) => Frame::Own(entries.list().iter(), origin),
                (Members::Shaped(_), None) => Frame::Own([].iter(), None),
            }));
        }
        Repr::Array(array) => match &array.items {
            Items::Values(list) if list.is_empty() => to.sink().i64_array(&[])?,
            Items::Values(list) => {
                to.sink().begin_array(Some(list.len()))?;
                return Ok(Some(Frame::Items(list.iter(), array.view())));
            }
            Items::I64(list) => to.sink().i64_array(list)?,
            Items::F64(list) => to.sink().f64_array(list)?,
        },
        _ => return rare(value, to),
    }
    Ok(None)
}

#[inline(never)]
fn rare<'a, R: Count, T: Taker<'a>>(
    mut value: &'a Value<R>,
    to: &mut T,
) -> Result<Option<Frame<'a, R>>> {
    // A tag has no end: what it tags comes in its place.
    while let Repr::Tagged(tagged) = &value.0 {
        to.sink().tag(tagged.tag)?;
        value = &tagged.value;
    }
    match &value.0 {
        Repr::U64(value) => to.sink().u64(*value)?,
        Repr::F32(value) => to.sink().f32(*value)?,
        Repr::Big(text) => to.sink().big_integer(text)?,
        Repr::Decimal(text) => to.sink().decimal(text)?,
        Repr::Bytes(bytes) => to.sink().bytes((&**bytes).into())?,
        Repr::Timestamp(value) => to.sink().timestamp(*value)?,
        Repr::Frozen(node) => to.part(node.at.view())?,
        Repr::Map(map) => {
            to.sink().begin_map(Some(map.entries.list().len()))?;
            return Ok(Some(Frame::Map(
                map.entries.list().iter(),
                map.view(),
                None,
            )));
        }
        _ => return give(value, to),
    }
    Ok(None)
}

/// Gives a child that may still be in the origin.
macro_rules! child {
    ($value:expr, $origin:expr, $to:expr) => {
        if let (Repr::Origin(at), Some(origin)) = (&$value.0, &$origin) {
            if let Some(view) = child(origin, *at) {
                $to.part(view)?;
            }
        } else if let Some(inner) = give($value, $to)? {
            return Ok(Next::Open(inner));
        }
    };
}

impl<'a, R: Count> Frame<'a, R> {
    /// Goes on to the next container inside this one, or to its end.
    #[inline(always)]
    fn next<T: Taker<'a>>(&mut self, to: &mut T) -> Result<Next<'a, R>> {
        match self {
            Self::Items(list, origin) => {
                while let Some(value) = list.next() {
                    if let (Repr::Origin(at), Some(view)) = (&value.0, *origin) {
                        // Items that are still beside each other go as one.
                        let beside = list
                            .as_slice()
                            .iter()
                            .zip(at + 1..)
                            .take_while(
                                |(value, at)| matches!(value.0, Repr::Origin(i) if i == *at),
                            )
                            .count();
                        to.items(view, *at..at + 1 + beside)?;
                        list.by_ref().take(beside).for_each(drop);
                    } else if let Some(inner) = give(value, to)? {
                        return Ok(Next::Open(inner));
                    }
                }
                to.sink().end_array()?;
            }
            Self::Own(list, origin) => {
                for (key, value) in list {
                    to.sink().key(key.as_str().into())?;
                    child!(value, *origin, to);
                }
                to.sink().end_map()?;
            }
            Self::Shaped(keys, values, origin) => {
                let origin = Some(*origin);
                for (key, value) in keys.zip(values) {
                    to.sink().key(key.into())?;
                    child!(value, origin, to);
                }
                to.sink().end_map()?;
            }
            Self::Map(list, origin, waiting) => {
                loop {
                    if let Some(value) = waiting.take() {
                        child!(value, *origin, to);
                    }
                    let Some((key, value)) = list.next() else {
                        break;
                    };
                    *waiting = Some(value);
                    if let Repr::String(text) = &key.0 {
                        to.sink().key(text.as_str().into())?;
                        continue;
                    }
                    to.sink().any_key()?;
                    if let Some(inner) = give(key, to)? {
                        return Ok(Next::Open(inner));
                    }
                }
                to.sink().end_map()?;
            }
        }
        Ok(Next::Done)
    }
}
