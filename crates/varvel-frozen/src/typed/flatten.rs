//! [`FlattenInPlace`]: types whose members stand among those of another type.

use alloc::boxed::Box;
use alloc::vec::Vec;

use varvel_core::{Error, Result};

use super::{ReadInPlace, Uniform, inside};
use crate::view::View;

/// Names of members, for an error.
#[doc(hidden)]
pub type Names = Vec<&'static str>;

/// A type whose members can stand among those of another: a struct with named fields, or an enum
/// with a tag.
#[diagnostic::on_unimplemented(
    message = "the members of `{Self}` cannot be read in place among those of another",
    note = "structs with named fields and enums with a `tag` that derive `View` can be; of a map the members are \
            those of the record: `View::from(record).entries()`, with the field skipped"
)]
#[doc(hidden)]
pub trait FlattenInPlace: ReadInPlace {
    /// Checks those members of an object that belong to this type. Returns how uniform their
    /// content is.
    fn check_members(view: View<'_>, depth: usize) -> Result<Uniform>;

    /// Reads the members of this type.
    fn read_members<'a>(view: View<'a>, uniform: Uniform) -> Self::View<'a>;

    /// Returns whether a member with this name belongs to this type.
    fn is_member(view: View<'_>, name: &str) -> bool;

    /// Adds the names that members of this type may have.
    fn list(names: &mut Names);
}

impl<T: FlattenInPlace> FlattenInPlace for Box<T> {
    fn check_members(view: View<'_>, depth: usize) -> Result<Uniform> {
        T::check_members(view, depth)
    }

    fn read_members<'a>(view: View<'a>, uniform: Uniform) -> Self::View<'a> {
        T::read_members(view, uniform)
    }

    fn is_member(view: View<'_>, name: &str) -> bool {
        T::is_member(view, name)
    }

    fn list(names: &mut Names) {
        T::list(names);
    }
}

/// Checks that a node is an object. Returns how many more levels its members may have.
///
/// # Errors
/// `TypeMismatch`, `DepthLimit`.
pub fn check_object(view: View<'_>, depth: usize) -> Result<usize> {
    if !view.is_object() {
        return Err(view.placed(Error::wrong_kind("an object", view.kind())));
    }
    inside(view, depth)
}

/// Refuses an object with a member that the type does not have.
///
/// # Errors
/// `UnknownMember`.
pub fn deny(
    view: View<'_>,
    is_member: impl Fn(&str) -> bool,
    list: impl FnOnce(&mut Names),
) -> Result {
    match view.entries().find(|(name, _)| !is_member(name)) {
        None => Ok(()),
        Some((name, value)) => {
            let mut names = Vec::new();
            list(&mut names);
            Err(value.placed(Error::unknown_member(name, &names)))
        }
    }
}
