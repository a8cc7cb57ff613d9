//! A tree as text: compact JSON, pretty JSON, and a form for programmers.

use core::fmt::{self, Debug, Display, Formatter};

use crate::count::Count;
use crate::reference::Ref;
use crate::value::Value;

impl<R: Count> Display for Ref<'_, R> {
    /// Writes JSON on one line, or indented with `{:#}`. Kinds that JSON lacks are text, as with
    /// [`AsText::ALL`](varvel_core::AsText::ALL): bytes are Base64, NaN is `"nan"`, a key `1` is
    /// `"1"`. A map is an array of pairs if it has a key that cannot be a string, or two keys with
    /// the same text. Tags are left out. `{:?}` keeps all of these apart, and
    /// [`varvel_json::to_string`] refuses them.
    ///
    /// ```
    /// use varvel::{Value, value};
    /// let map: Value = Value::from_pairs([(value!(1), value!(f64::NAN)), (value!([2]), value!(null))]);
    /// assert_eq!(map.to_string(), r#"[[1,"nan"],[[2],null]]"#);
    /// assert_eq!(format!("{map:?}"), "{1: NaN, [2]: null}");
    /// assert!(varvel::json::to_string(&map).is_err());
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        varvel_frozen::display(f, self)
    }
}

impl<R: Count> Display for Value<R> {
    /// Writes JSON as [`Ref`] does.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.as_ref(), f)
    }
}

impl<R: Count> Debug for Value<R> {
    /// Writes as [`varvel_frozen::View`] does: JSON, with special forms for kinds that JSON lacks.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        varvel_frozen::debug(f, self)
    }
}

impl<R: Count> Debug for Ref<'_, R> {
    /// Writes as [`Value`] does.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        varvel_frozen::debug(f, self)
    }
}
