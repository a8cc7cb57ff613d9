//! Drives a tree into any sink: in order, without recursion. Frozen parts are driven by a loop of
//! their own, or copied as they are if the sink is a [`Splice`].

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;

use varvel_core::{Encode, Error, Result, Sink};
use varvel_frozen::{Splice, View};

use crate::count::Count;
use crate::reference::{Node, Ref, Thawed};
use crate::store::Origin;
use crate::store::array::Items;
use crate::store::frozen::child;
use crate::store::map::Map;
use crate::store::object::{Members, Object};
use crate::text::Text;
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
    /// Gives this node to `sink`. The events borrow from the tree, while those of
    /// [`Encode::encode`] borrow from this reference.
    ///
    /// ```
    /// # use varvel::value;
    /// use varvel::json::{WriteOptions, Writer};
    /// let tree = value!({"a": [1]});
    /// let mut writer = Writer::new(WriteOptions::compact());
    /// tree.field("a")?.drive(&mut writer)?;
    /// assert_eq!(writer.finish()?, b"[1]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the sink.
    pub fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result {
        self.give_to(&mut Events(sink))
    }

    /// Gives this node to a document that copies frozen parts.
    pub(crate) fn splice(self, splice: &mut Splice<'_, 'a>) -> Result {
        self.give_to(splice)
    }

    fn give_to<T: Taker<'a>>(self, to: &mut T) -> Result {
        let value = match self.0 {
            Node::View(view) => return to.part(view),
            Node::Thawed(Thawed::I64(value)) => return to.sink().i64(value),
            Node::Thawed(Thawed::F64(value)) => return to.sink().f64(value),
            Node::Thawed(Thawed::Key(text)) => return to.sink().str(text.give()),
            Node::Thawed(Thawed::Value(value)) => value,
        };
        let Some(mut inner) = give(value, to)? else {
            return Ok(());
        };
        // The innermost container is in a variable, those around it are in a list.
        let mut open: Vec<Frame<'a, R>> = Vec::new();
        loop {
            let mut frame = begin(inner, to)?;
            inner = loop {
                if let Some(inner) = frame.next(to)? {
                    break inner;
                }
                match open.pop() {
                    Some(outer) => frame = outer,
                    None => return Ok(()),
                }
            };
            if open.len() == open.capacity() {
                grow(&mut open)?;
            }
            open.push(frame);
        }
    }
}

#[cold]
#[inline(never)]
fn grow<R: Count>(open: &mut Vec<Frame<'_, R>>) -> Result {
    open.try_reserve(open.len().max(16))
        .map_err(|_| Error::out_of_memory())
}

/// A receiver of a tree: a sink, and its ways to take frozen parts.
trait Taker<'a> {
    type Sink: Sink<'a>;

    fn sink(&mut self) -> &mut Self::Sink;

    /// Takes a frozen node.
    fn part(&mut self, view: View<'a>) -> Result;

    /// Takes items of a frozen array.
    fn items(&mut self, array: View<'a>, range: Range<usize>) -> Result;

    /// Begins an object with the keys of a frozen one, for which no keys follow. Returns `false` if
    /// it begins none.
    fn begin_like(&mut self, object: View<'a>) -> Result<bool>;

    /// Ends an object that `begin_like` began.
    fn end_like(&mut self, object: View<'a>) -> Result;
}

/// A receiver that only takes events.
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

    fn begin_like(&mut self, _: View<'a>) -> Result<bool> {
        Ok(false)
    }

    fn end_like(&mut self, _: View<'a>) -> Result {
        self.0.end_map()
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

    fn begin_like(&mut self, object: View<'a>) -> Result<bool> {
        Splice::begin_like(self, object)
    }

    fn end_like(&mut self, object: View<'a>) -> Result {
        Splice::end_like(self, object)
    }
}

/// The rest of an open container. The origin holds the children that are still frozen.
///
/// This type is small, since it is moved for each container: rare variants are boxed.
enum Frame<'a, R: Count> {
    Items(slice::Iter<'a, Value<R>>, Option<&'a Origin<R>>),
    Own(slice::Iter<'a, (Text<R>, Value<R>)>, Option<&'a Origin<R>>),
    Rare(Box<Rare<'a, R>>),
}

enum Rare<'a, R: Count> {
    /// An object with the keys of the origin; the keys are `None` if none are to be given.
    Shaped(
        Option<varvel_frozen::Keys<'a>>,
        slice::Iter<'a, Value<R>>,
        &'a Origin<R>,
    ),
    /// A map, and the value of the last key.
    Map(
        slice::Iter<'a, (Value<R>, Value<R>)>,
        Option<&'a Origin<R>>,
        Option<&'a Value<R>>,
    ),
}

const _: () = assert!(size_of::<Frame<'_, crate::Atomic>>() <= 32);

/// Gives a value, or returns it if it is a container of values, which the caller must open.
///
/// The result fits in registers; a frame would go through memory for each value.
#[inline(always)]
fn give<'a, R: Count, T: Taker<'a>>(
    value: &'a Value<R>,
    to: &mut T,
) -> Result<Option<&'a Value<R>>> {
    match &value.0 {
        Repr::String(text) => to.sink().str(text.give())?,
        Repr::I64(value) => to.sink().i64(*value)?,
        Repr::Null | Repr::Origin(_) => to.sink().null()?,
        Repr::Bool(value) => to.sink().bool(*value)?,
        Repr::F64(value) => to.sink().f64(*value)?,
        Repr::Object(_) => return Ok(Some(value)),
        Repr::Array(array) => match &array.items {
            Items::Values(list) if list.is_empty() => to.sink().i64_array(&[])?,
            Items::Values(_) => return Ok(Some(value)),
            Items::I64(list) => to.sink().i64_array(list)?,
            Items::F64(list) => to.sink().f64_array(list)?,
        },
        _ => return rare(value, to),
    }
    Ok(None)
}

/// Opens a container that [`give`] has returned.
#[inline(always)]
fn begin<'a, R: Count, T: Taker<'a>>(value: &'a Value<R>, to: &mut T) -> Result<Frame<'a, R>> {
    match &value.0 {
        Repr::Object(object) => {
            let Members::Own(entries) = &object.members else {
                return begin_shaped(object, to);
            };
            let members = entries.list();
            to.sink().begin_map(Some(members.len()))?;
            Ok(Frame::Own(members.iter(), object.origin.as_ref()))
        }
        Repr::Array(array) => {
            let Items::Values(list) = &array.items else {
                unreachable!("packed numbers were given whole");
            };
            to.sink().begin_array(Some(list.len()))?;
            Ok(Frame::Items(list.iter(), array.origin.as_ref()))
        }
        Repr::Map(map) => begin_map(map, to),
        _ => unreachable!("all others were given whole"),
    }
}

/// Opens an object with the keys of the origin.
#[inline(never)]
fn begin_shaped<'a, R: Count, T: Taker<'a>>(
    object: &'a Object<R>,
    to: &mut T,
) -> Result<Frame<'a, R>> {
    let (Members::Shaped(values), Some(origin)) = (&object.members, &object.origin) else {
        unreachable!("an object has keys of its own or an origin");
    };
    let keys = match to.begin_like(origin.view())? {
        true => None,
        false => {
            to.sink().begin_map(Some(values.len()))?;
            Some(origin.view().keys())
        }
    };
    let shaped = Rare::Shaped(keys, values.iter(), origin);
    Ok(Frame::Rare(Box::new(shaped)))
}

#[inline(never)]
fn begin_map<'a, R: Count, T: Taker<'a>>(map: &'a Map<R>, to: &mut T) -> Result<Frame<'a, R>> {
    let members = map.entries.list();
    to.sink().begin_map(Some(members.len()))?;
    let map = Rare::Map(members.iter(), map.origin.as_ref(), None);
    Ok(Frame::Rare(Box::new(map)))
}

/// Gives items in a row that are still in the origin.
#[inline(never)]
fn give_items<'a, R: Count, T: Taker<'a>>(
    range: Range<usize>,
    origin: Option<&'a Origin<R>>,
    to: &mut T,
) -> Result {
    match origin {
        Some(origin) => to.items(origin.view(), range),
        None => range.into_iter().try_for_each(|_| to.sink().null()),
    }
}

/// Gives a child that is still in the origin.
#[inline(never)]
fn give_frozen<'a, R: Count, T: Taker<'a>>(
    at: usize,
    origin: Option<&'a Origin<R>>,
    to: &mut T,
) -> Result {
    let view = origin.map(|origin| origin.view());
    match view.and_then(|view| child(&view, at)) {
        Some(view) => to.part(view),
        None => to.sink().null(),
    }
}

#[inline(never)]
fn rare<'a, R: Count, T: Taker<'a>>(
    mut value: &'a Value<R>,
    to: &mut T,
) -> Result<Option<&'a Value<R>>> {
    // A tag has no end event: the tagged node takes its place.
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
        Repr::Map(_) => return Ok(Some(value)),
        _ => return give(value, to),
    }
    Ok(None)
}

impl<'a, R: Count> Frame<'a, R> {
    /// Goes on to the next container inside this one, or to the end.
    #[inline(always)]
    fn next<T: Taker<'a>>(&mut self, to: &mut T) -> Result<Option<&'a Value<R>>> {
        match self {
            Self::Items(list, origin) => {
                while let Some(value) = list.next() {
                    if let Repr::Origin(at) = value.0 {
                        // Items that still lie side by side are given together.
                        let beside = (at + 1..)
                            .zip(list.as_slice())
                            .take_while(
                                |(at, value)| matches!(value.0, Repr::Origin(i) if i == *at),
                            )
                            .count();
                        give_items::<R, T>(at..at + 1 + beside, *origin, to)?;
                        *list = list.as_slice()[beside..].iter();
                    } else if let Some(inner) = give(value, to)? {
                        return Ok(Some(inner));
                    }
                }
                to.sink().end_array()?;
            }
            Self::Own(list, origin) => {
                for (key, value) in list {
                    to.sink().key(key.give())?;
                    if let Repr::Origin(at) = value.0 {
                        give_frozen::<R, T>(at, *origin, to)?;
                    } else if let Some(inner) = give(value, to)? {
                        return Ok(Some(inner));
                    }
                }
                to.sink().end_map()?;
            }
            Self::Rare(rare) => return rare.next(to),
        }
        Ok(None)
    }
}

impl<'a, R: Count> Rare<'a, R> {
    #[inline(never)]
    fn next<T: Taker<'a>>(&mut self, to: &mut T) -> Result<Option<&'a Value<R>>> {
        match self {
            Self::Shaped(keys, values, origin) => {
                for value in values {
                    if let Some(key) = keys.as_mut().and_then(Iterator::next) {
                        to.sink().key(key.into())?;
                    }
                    if let Some(inner) = give_any(value, Some(*origin), to)? {
                        return Ok(Some(inner));
                    }
                }
                if keys.is_none() {
                    to.end_like(origin.view())?;
                    return Ok(None);
                }
            }
            Self::Map(list, origin, waiting) => loop {
                if let Some(value) = waiting.take()
                    && let Some(inner) = give_any(value, *origin, to)?
                {
                    return Ok(Some(inner));
                }
                let Some((key, value)) = list.next() else {
                    break;
                };
                *waiting = Some(value);
                if let Repr::String(text) = &key.0 {
                    to.sink().key(text.give())?;
                    continue;
                }
                to.sink().any_key()?;
                if let Some(inner) = give(key, to)? {
                    return Ok(Some(inner));
                }
            },
        }
        to.sink().end_map()?;
        Ok(None)
    }
}

/// Gives a child that may still be in the origin.
#[inline(always)]
fn give_any<'a, R: Count, T: Taker<'a>>(
    value: &'a Value<R>,
    origin: Option<&'a Origin<R>>,
    to: &mut T,
) -> Result<Option<&'a Value<R>>> {
    if let Repr::Origin(at) = value.0 {
        give_frozen::<R, T>(at, origin, to)?;
        return Ok(None);
    }
    give(value, to)
}
