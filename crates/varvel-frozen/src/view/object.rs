//! [`Object`]: an object with its header read and its shape found, for more than one look-up.

use super::View;
use super::node::Slots;
use super::shape::Shape;
use crate::key::HashedKey;
use crate::layout::tag;

/// An object of which all members are of one shape's keys, ready for many look-ups.
///
/// [`View::get`] reads the object's header and finds its shape each time; this has both at hand.
///
/// ```
/// use varvel_core::Sink;
/// use varvel_frozen::{Builder, key};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.begin_map(None)?;
/// builder.key("id".into())?;
/// builder.i64(7)?;
/// builder.end_map()?;
/// let object = builder.finish_view()?.as_object().unwrap();
/// assert_eq!(object.get("id").and_then(|id| id.as_i64()), Some(7));
/// assert!(object.get(key!("name")).is_none());
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    view: View<'a>,
    slots: Slots,
    shape: Shape<'a>,
}

impl<'a> View<'a> {
    /// The object with its shape, if this is an object that has one: not empty, and not one of
    /// those that carry their keys (see `spec/frozen.md`).
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
    /// How many members there are: at least one.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.shape.count()
    }

    /// The value of the member `key`. Costs as [`View::get`] says, less what is read already.
    #[inline]
    pub fn get<'k>(&self, key: impl Into<HashedKey<'k>>) -> Option<View<'a>> {
        let i = self.position(key)?;
        // SAFETY: validated: the object has as many slots as its shape has keys.
        Some(unsafe { self.view.slot(self.slots, i) })
    }

    /// The number of the member `key`, from zero in document order. Costs what [`Object::get`]
    /// does.
    #[inline]
    pub fn position<'k>(&self, key: impl Into<HashedKey<'k>>) -> Option<usize> {
        self.shape.position(&key.into())
    }

    /// Whether member number `i` has this key.
    #[inline]
    pub(crate) fn is_named(&self, i: usize, key: &HashedKey<'_>) -> bool {
        // SAFETY: the shape has as many keys as it counts.
        i < self.shape.count() && unsafe { self.shape.is(i, key) }
    }
}
