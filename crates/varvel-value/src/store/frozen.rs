//! A node in a frozen buffer, and its conversion to a value.

use varvel_core::{Kind, Number};
use varvel_frozen::View;

use super::array::Array;
use super::drop::Pending;
use super::map::Map;
use super::object::Object;
use super::{Memo, Origin, Tagged};
use crate::count::Count;
use crate::text::Text;
use crate::value::{Repr, Value};

/// A container or a long text in a frozen buffer.
pub struct FrozenNode<R: Count> {
    pub at: Origin<R>,
    /// Whether the path that this has in the buffer is that in the document: it is a whole
    /// document, or is reached by indexing from one that is not thawed.
    in_place: bool,
    memo: Memo<R>,
}

/// Texts and bytes of up to this length are copied out of a buffer; longer ones stay there. A copy
/// of so few bytes costs no more than a handle to their place.
pub const COPIED: usize = 64;

impl<R: Count> FrozenNode<R> {
    /// Returns the node, whose errors have a path if it is in place.
    #[inline]
    pub fn view(&self) -> View<'_> {
        self.at.view().pathless(!self.in_place)
    }

    /// Returns the node, whose errors have no path: it is in a thawed container.
    #[inline]
    pub fn inner_view(&self) -> View<'_> {
        self.at.view().pathless(true)
    }

    /// Returns a node that may be put elsewhere.
    #[inline(never)]
    pub fn movable(node: &R::Ptr<Self>) -> R::Ptr<Self> {
        match node.in_place && !node.at.is_whole() {
            true => R::new(Self {
                at: node.at.clone(),
                in_place: false,
                memo: Memo::default(),
            }),
            false => node.clone(),
        }
    }

    /// Returns the child at `at` of this container as a value that lives as long as this node.
    pub fn child(&self, at: usize) -> Option<&Value<R>> {
        let view = self.at.view();
        let child = child(&view, at)?;
        let make = || made(child, &self.at, self.in_place);
        Some(self.memo.get(at, view.len(), make))
    }

    /// Takes out the values that were made of this node.
    pub(super) fn give_children(&mut self, pending: &mut Pending<R>) {
        pending.add(core::mem::take(&mut self.memo).made());
    }
}

/// Returns the item of an array, or the value of a member, at `at`.
#[inline]
pub fn child<'a>(view: &View<'a>, at: usize) -> Option<View<'a>> {
    match view.is_array() {
        true => view.at(at),
        false => view.value_at(at),
    }
}

/// Returns the node that `view` looks at as a value: a scalar by itself, any other node as a handle
/// into the buffer of `origin`, which `view` must look into.
pub fn own<R: Count>(view: View<'_>, origin: &Origin<R>) -> Value<R> {
    made(view, origin, false)
}

/// Returns [`own`]'s value, which knows whether it stays in its place.
fn made<R: Count>(view: View<'_>, origin: &Origin<R>, in_place: bool) -> Value<R> {
    let repr = match view.kind() {
        Kind::Null => Repr::Null,
        Kind::Bool => Repr::Bool(view.as_bool().unwrap_or_default()),
        Kind::Integer => match view.as_number() {
            Some(Number::I64(value)) => Repr::I64(value),
            Some(Number::U64(value)) => Repr::U64(value),
            _ => Repr::Big(R::text(view.as_number_text().unwrap_or_default())),
        },
        Kind::Float => match view.as_f32() {
            Some(value) => Repr::F32(value),
            None => Repr::F64(view.as_f64().unwrap_or_default()),
        },
        Kind::Decimal => Repr::Decimal(R::text(view.as_number_text().unwrap_or_default())),
        Kind::Timestamp => view.as_timestamp().map_or(Repr::Null, Repr::Timestamp),
        Kind::String => match view.as_str().unwrap_or_default() {
            text if text.len() <= COPIED => Repr::String(Text::new(text)),
            _ => handle(view, origin, in_place),
        },
        Kind::Bytes => match view.as_bytes().unwrap_or_default() {
            bytes if bytes.len() <= COPIED => Repr::Bytes(R::bytes(bytes)),
            _ => handle(view, origin, in_place),
        },
        _ => handle(view, origin, in_place),
    };
    Value(repr)
}

fn handle<R: Count>(view: View<'_>, origin: &Origin<R>, in_place: bool) -> Repr<R> {
    let at = origin
        .part(view)
        .expect("a view of the origin's own buffer");
    Repr::Frozen(R::new(FrozenNode {
        in_place: in_place || at.is_whole(),
        at,
        memo: Memo::default(),
    }))
}

/// Returns a frozen container as a thawed one whose children are still frozen; `None` for other
/// nodes.
pub fn thaw_level<R: Count>(node: &FrozenNode<R>) -> Option<Repr<R>> {
    let origin = &node.at;
    let view = origin.view();
    Some(match view.kind() {
        Kind::Array => Repr::Array(R::new(Array::thawed(view, origin))),
        Kind::Object => Repr::Object(R::new(Object::thawed(view, origin))),
        Kind::Map => Repr::Map(R::new(Map::thawed(view, origin))),
        Kind::Tagged => {
            let (tag, inner) = view.tag()?;
            let value = own(inner, origin);
            Repr::Tagged(R::new(Tagged { tag, value }))
        }
        _ => return None,
    })
}
