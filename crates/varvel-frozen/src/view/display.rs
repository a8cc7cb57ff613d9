//! A view as JSON text.

use core::fmt::{Debug, Display, Formatter, Result};

use varvel_core::Encode;
use varvel_json::{WriteOptions, to_string_with};

use super::View;

impl Display for View<'_> {
    /// JSON: on one line, or with `{:#}` indented. What JSON cannot hold makes the whole print as
    /// `Debug` does: [`varvel_json::to_string`] says instead what is wrong.
    ///
    /// ```
    /// use varvel_core::Sink;
    /// let mut builder = varvel_frozen::Builder::new();
    /// builder.start()?;
    /// builder.begin_array(None)?;
    /// builder.bool(true)?;
    /// builder.null()?;
    /// builder.end_array()?;
    /// assert_eq!(builder.finish_view()?.to_string(), "[true,null]");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        display(f, self)
    }
}

/// Prints a value as a view does.
///
/// For the other shapes of Varvel, so that one document has one form.
#[doc(hidden)]
pub fn display<T: Encode + Debug + ?Sized>(f: &mut Formatter<'_>, value: &T) -> Result {
    let options = match f.alternate() {
        true => WriteOptions::pretty(),
        false => WriteOptions::compact(),
    };
    match to_string_with(value, &options) {
        Ok(text) => f.write_str(&text),
        Err(_) => value.fmt(f),
    }
}
