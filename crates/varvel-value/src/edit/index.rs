//! `value["key"]` and `value[0]`, for reading and assigning.

use core::ops;

use varvel_core::Kind;

use super::ObjectMut;
use crate::count::Count;
use crate::store::object::Object;
use crate::value::{Repr, Value};

mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for alloc::string::String {}
    impl Sealed for usize {}
}

/// An index into a value: a string for members, a `usize` for items.
pub trait Index: sealed::Sealed {
    #[doc(hidden)]
    fn of<R: Count>(self, value: &Value<R>) -> Option<&Value<R>>;
    #[doc(hidden)]
    fn of_mut<R: Count>(self, value: &mut Value<R>) -> &mut Value<R>;
}

impl<R: Count, I: Index> ops::Index<I> for Value<R> {
    type Output = Value<R>;

    /// Returns the member or item, or null if there is none, or if this value is of another kind.
    ///
    /// A reference needs a value to refer to. So in a frozen container a value is made at the first
    /// access, and kept with the container: this costs a word for each child of the container.
    /// [`Value::get`] and [`Value::at`] cost nothing like that.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let frozen: Value = Value::from(value!({"a": {"b": [1, 2]}}).freeze()?);
    /// let item = &frozen["a"]["b"][1];
    /// assert_eq!(item, 2);
    /// assert!(frozen["a"]["c"][9].is_null());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn index(&self, index: I) -> &Self {
        index.of(self).unwrap_or(Value::NULL_REF)
    }
}

impl<R: Count, I: Index> ops::IndexMut<I> for Value<R> {
    /// Returns the member or item, for changing in place. Adds a missing member as null, and turns
    /// a null into an object first.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let mut v: Value = Value::from(value!({"a": {"b": [1, 2]}}).freeze()?);
    /// v["a"]["b"][1] = "two".into();
    /// v["a"]["c"]["d"] = true.into();
    /// assert_eq!(v, value!({"a": {"b": [1, "two"], "c": {"d": true}}}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Panics
    /// With a string on anything but an object, a map or null; with a number on anything but an
    /// array, or beyond its end. [`Value::get_mut`] and [`Value::at_mut`] do not panic.
    fn index_mut(&mut self, index: I) -> &mut Self {
        index.of_mut(self)
    }
}

impl<R: Count> Value<R> {
    /// Returns the value of a container's child at `at`; makes a value of a frozen child.
    pub(crate) fn child_at(&self, at: usize) -> Option<&Self> {
        match &self.0 {
            Repr::Array(array) => array.value(at),
            Repr::Object(object) => object.value(at),
            Repr::Map(map) => map.value(at),
            Repr::Frozen(node) => node.child(at),
            _ => None,
        }
    }
}

impl Index for usize {
    fn of<R: Count>(self, value: &Value<R>) -> Option<&Value<R>> {
        match &value.0 {
            Repr::Array(array) => array.value(self),
            Repr::Frozen(node) if value.is_array() => node.child(self),
            _ => None,
        }
    }

    fn of_mut<R: Count>(self, value: &mut Value<R>) -> &mut Value<R> {
        let (kind, len) = (value.kind(), value.len());
        match value.at_mut(self) {
            Some(item) => item,
            None if kind == Kind::Array => {
                panic!("index {self} is beyond the end of an array of {len}")
            }
            None => panic!("{} has no item {self}: it is no array", kind.name()),
        }
    }
}

impl Index for &str {
    fn of<R: Count>(self, value: &Value<R>) -> Option<&Value<R>> {
        match &value.0 {
            Repr::Object(object) => object.value(object.position(self)?),
            Repr::Map(map) => map.value(value.position(self)?),
            Repr::Frozen(node) if value.kind() != Kind::Array => node.child(value.position(self)?),
            _ => None,
        }
    }

    fn of_mut<R: Count>(self, value: &mut Value<R>) -> &mut Value<R> {
        if value.is_null() {
            *value = Value::new_object();
        }
        let kind = value.kind();
        match kind {
            Kind::Object => {}
            Kind::Map => {
                let at = value.position(self);
                return value.member_of_map(at, self);
            }
            _ => panic!("{} has no member {self:?}: it is no object", kind.name()),
        }
        match value.object_store() {
            Some(object) => member(object, self),
            None => unreachable!("an object is an object"),
        }
    }
}

/// Returns the member `key`, after adding it as null if it is not present.
fn member<'a, R: Count>(object: &'a mut Object<R>, key: &str) -> &'a mut Value<R> {
    ObjectMut::new(object).entry(key).or_insert(Value::NULL)
}

impl Index for alloc::string::String {
    fn of<R: Count>(self, value: &Value<R>) -> Option<&Value<R>> {
        self.as_str().of(value)
    }
    fn of_mut<R: Count>(self, value: &mut Value<R>) -> &mut Value<R> {
        self.as_str().of_mut(value)
    }
}
