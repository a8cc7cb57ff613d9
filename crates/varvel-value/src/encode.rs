//! A tree drives itself into any sink: in order, without recursion. Frozen parts go in their own
//! loop.

use alloc::vec::Vec;
use core::slice;

use smol_str::SmolStr;
use varvel_core::{Encode, Error, Result, Sink};
use varvel_frozen::View;

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

fn emit<'a, R: Count, S: Sink<'a>>(
    node: Ref<'a, R>,
    sink: &mut S,
    open: &mut Vec<Frame<'a, R>>,
) -> Result {
    match node.0 {
        Node::View(view) => view.drive(sink),
        Node::I64(value) => sink.i64(value),
        Node::F64(value) => sink.f64(value),
        Node::Str(text) => sink.str(text.into()),
        Node::Value(value) => match give(value, sink)? {
            Some(frame) => push(open, frame),
            None => Ok(()),
        },
    }
}

/// Gives a value whole, or opens it.
#[inline(always)]
fn give<'a, R: Count, S: Sink<'a>>(
    value: &'a Value<R>,
    sink: &mut S,
) -> Result<Option<Frame<'a, R>>> {
    match &value.0 {
        Repr::String(text) => sink.str(text.as_str().into())?,
        Repr::I64(value) => sink.i64(*value)?,
        Repr::F64(value) => sink.f64(*value)?,
        Repr::Null | Repr::Origin(_) => sink.null()?,
        Repr::Bool(value) => sink.bool(*value)?,
        Repr::Object(object) => {
            sink.begin_map(Some(object.len()))?;
            return Ok(Some(match (&object.members, object.view()) {
                (Members::Shaped(values), Some(origin)) => {
                    Frame::Shaped(origin.keys(), values.iter(), origin)
                }
                (Members::Own(entries), origin) => Frame::Own(entries.list().iter(), origin),
                (Members::Shaped(_), None) => Frame::Own([].iter(), None),
            }));
        }
        Repr::Array(array) => match &array.items {
            Items::Values(list) if list.is_empty() => sink.i64_array(&[])?,
            Items::Values(list) => {
                sink.begin_array(Some(list.len()))?;
                return Ok(Some(Frame::Items(list.iter(), array.view())));
            }
            Items::I64(list) => sink.i64_array(list)?,
            Items::F64(list) => sink.f64_array(list)?,
        },
        _ => return rare(value, sink),
    }
    Ok(None)
}

#[inline(never)]
fn rare<'a, R: Count, S: Sink<'a>>(
    mut value: &'a Value<R>,
    sink: &mut S,
) -> Result<Option<Frame<'a, R>>> {
    // A tag has no end: what it tags comes in its place.
    while let Repr::Tagged(tagged) = &value.0 {
        sink.tag(tagged.tag)?;
        value = &tagged.value;
    }
    match &value.0 {
        Repr::U64(value) => sink.u64(*value)?,
        Repr::F32(value) => sink.f32(*value)?,
        Repr::Big(text) => sink.big_integer(text)?,
        Repr::Decimal(text) => sink.decimal(text)?,
        Repr::Bytes(bytes) => sink.bytes((&**bytes).into())?,
        Repr::Timestamp(value) => sink.timestamp(*value)?,
        Repr::Frozen(node) => node.at.view().drive(sink)?,
        Repr::Map(map) => {
            sink.begin_map(Some(map.entries.list().len()))?;
            return Ok(Some(Frame::Map(
                map.entries.list().iter(),
                map.view(),
                None,
            )));
        }
        _ => return give(value, sink),
    }
    Ok(None)
}

/// Gives a child that may still be in the origin.
macro_rules! child {
    ($value:expr, $origin:expr, $sink:expr) => {
        if let (Repr::Origin(at), Some(origin)) = (&$value.0, &$origin) {
            if let Some(view) = child(origin, *at) {
                view.drive($sink)?;
            }
        } else if let Some(inner) = give($value, $sink)? {
            return Ok(Next::Open(inner));
        }
    };
}

impl<'a, R: Count> Frame<'a, R> {
    /// Goes on to the next container inside this one, or to its end.
    #[inline(always)]
    fn next<S: Sink<'a>>(&mut self, sink: &mut S) -> Result<Next<'a, R>> {
        match self {
            Self::Items(list, origin) => {
                for value in list {
                    child!(value, *origin, sink);
                }
                sink.end_array()?;
            }
            Self::Own(list, origin) => {
                for (key, value) in list {
                    sink.key(key.as_str().into())?;
                    child!(value, *origin, sink);
                }
                sink.end_map()?;
            }
            Self::Shaped(keys, values, origin) => {
                let origin = Some(*origin);
                for (key, value) in keys.zip(values) {
                    sink.key(key.into())?;
                    child!(value, origin, sink);
                }
                sink.end_map()?;
            }
            Self::Map(list, origin, waiting) => {
                loop {
                    if let Some(value) = waiting.take() {
                        child!(value, *origin, sink);
                    }
                    let Some((key, value)) = list.next() else {
                        break;
                    };
                    *waiting = Some(value);
                    if let Repr::String(text) = &key.0 {
                        sink.key(text.as_str().into())?;
                        continue;
                    }
                    sink.any_key()?;
                    if let Some(inner) = give(key, sink)? {
                        return Ok(Next::Open(inner));
                    }
                }
                sink.end_map()?;
            }
        }
        Ok(Next::Done)
    }
}
