//! The containers that a path makes where nothing is.
//!
//! | step | in a place where nothing is, or null |
//! |---|---|
//! | `[0]`, and `-` of a JSON Pointer | an array with one item |
//! | `[1]`, `[2]`, ... | refused: the array would have no items before it |
//! | `.key`, `["0"]`, `/key`, `/00` | an object with this member |
//! | `.0`, `/0` | refused: it may be an item or a member |
//!
//! In a container that exists `-` and numbers are what they are there: in an object its members.

use alloc::format;
use alloc::vec::Vec;

use super::{Path, Selector, Step};
use crate::error::{Error, ErrorKind};
use crate::node::Kind;

impl Selector<'_> {
    /// Returns the kind of the container that this step makes where nothing is, or null: an array
    /// or an object. Returns `None` if the step does not say which, or asks for a later item than
    /// the first; [`Selector::makes_nothing`] is the error then.
    ///
    /// ```
    /// use varvel::Kind;
    /// use varvel::path::Selectors;
    /// let made = |path| Selectors::path(path).next().unwrap().map(|step| step.makes());
    /// assert_eq!(made("[0]")?, Some(Kind::Array));
    /// assert_eq!(made("/-")?, Some(Kind::Array));
    /// assert_eq!(made("/00")?, Some(Kind::Object));
    /// assert_eq!(made("[\"0\"]")?, Some(Kind::Object));
    /// assert_eq!(made("/0")?, None);
    /// assert_eq!(made("[1]")?, None);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn makes(&self) -> Option<Kind> {
        match self {
            Self::Index(0) => Some(Kind::Array),
            Self::Index(_) => None,
            Self::Token(_) if self.is_next() => Some(Kind::Array),
            Self::Token(name) | Self::Name(name) => {
                match name.is_bare() && name.index().is_some() {
                    true => None,
                    false => Some(Kind::Object),
                }
            }
        }
    }

    /// Returns whether this is `-` of a JSON Pointer, the item behind the last one of an array.
    pub fn is_next(&self) -> bool {
        matches!(self, Self::Token(token) if *token == *"-")
    }

    /// Returns the step that this takes into the container that it makes.
    pub fn made_step(&self) -> Step {
        match self.makes() {
            Some(Kind::Array) => Step::Index(0),
            _ => self.step(Kind::Object),
        }
    }

    /// Makes the error of a step that makes no container, as [`Selector::makes`] found. `place` is
    /// where nothing is.
    #[cold]
    pub fn makes_nothing(&self, place: Vec<Step>) -> Error {
        let error = match self {
            Self::Index(_) => self.missing(Kind::Array, 0),
            _ => Error::expected(ErrorKind::NotFound, "an array or an object that exists"),
        };
        let path = Path::new(&place);
        let hint = match self.name() {
            Some(name) => format!(
                "`{path}[0]` makes an array, and `{path}[\"{}\"]` an object",
                name.to_cow()
            ),
            None => format!("`{path}[0]` makes an array with an item"),
        };
        error.with_hint(hint).or_path(|| place)
    }
}
