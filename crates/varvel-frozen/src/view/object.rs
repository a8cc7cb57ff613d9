//! [`Object`]: an object with its header read and its shape found, for many look-ups.

use super::View;
use super::node::Slots;
use super::shape::Shape;
use crate::key::HashedKey;
use crate::layout::tag;

/// An object with a shape, ready for many look-ups.
///
/// [`View::get`] reads the header of the object and finds its shape each time; this type keeps
/// both.
///
/// ```
/// use varvel::{Builder, Sink, key};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.begin_map(None)?;
/// builder.key("id".into())?;
/// builder.i64(7)?;
/// builder.end_map()?;
/// let object = builder.finish_view()?.as_object().unwrap();
/// assert_eq!(object.get("id").and_then(|id| id.as_i64()), Some(7));
/// assert!(object.get(key!("name")).is_none());
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    view: View<'a>,
    slots: Slots,
    shape: Shape<'a>,
}

impl<'a> View<'a> {
    /// Returns the object with its shape, if this is an object with a shape: neither an empty
    /// object nor one that carries its keys (see `spec/frozen.md`).
    #[inline]
    pub fn as_object(&self) -> Option<Object<'a>> {
        let target = self.target();
        if target.tag != tag::OBJECT {
            return None;
        }
        // SAFETY: validated: an object stands there, and its shape is one of the tables'.
        unsafe {
            let (slots, shape) = self.raw.slots(target.position(), 0);
            Some(Object {
                view: *self,
                slots,
                shape: Shape::of(self.raw, shape as u32),
            })
        }
    }
}

impl<'a> Object<'a> {
    /// Returns how many members there are: at least one.
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.shape.count()
    }

    /// Returns the value of the member `key`. Costs what [`View::get`] costs, without reading the
    /// header and the shape.
    #[inline]
    pub fn get<'k>(&self, key: impl Into<HashedKey<'k>>) -> Option<View<'a>> {
        let i = self.position(key)?;
        // SAFETY: validated: the object has as many slots as its shape has keys.
        Some(unsafe { self.view.slot(self.slots, i) })
    }

    /// Returns the index of the member `key`, from zero in document order. Costs what
    /// [`Object::get`] costs.
    #[inline]
    pub fn position<'k>(&self, key: impl Into<HashedKey<'k>>) -> Option<usize> {
        self.shape.position(&key.into())
    }

    /// Returns whether the member with the index `i` has this key.
    #[inline]
    pub(crate) fn is_named(&self, i: usize, key: &HashedKey<'_>) -> bool {
        // SAFETY: the shape has as many keys as it counts.
        i < self.shape.count() && unsafe { self.shape.is(i, key) }
    }
}
