//! Roots of buffers: every table, and the structs that a schema makes a root, as flatcc has them.

use core::fmt;
use core::marker::PhantomData;

use crate::read::{Position, StructRef, TableRef};
use crate::schema::{Object, Of, Table};

/// A table, or a struct that a schema makes the root of a buffer (`root_type`), as flatcc has it.
///
/// Every [`Table`] is one. Generated code implements this for structs that are roots.
///
/// ```
/// # use varvel_flatbuffers::layout::{Field, Layout, List, Name, Parts, Scalar, Type, self};
/// use varvel_flatbuffers::{Object, Root, RootRef, Schema, StructRef};
/// enum Ages {}
/// impl Schema for Ages {
///     const LAYOUT: Layout<'static> = Layout::new(Parts {
///         names: "age",
///         objects: &[layout::Object::structure(Name::new(0, 3), 1, 1, List::new(0, 1))],
///         fields: &[Field::new(Name::new(0, 3), Type::Scalar(Scalar::U8))],
///         root: Some(0),
///         ..Parts::EMPTY
///     });
/// }
///
/// #[derive(Clone, Copy)]
/// struct Age<'a>(StructRef<'a, Age<'static>>);
/// impl Object for Age<'static> {
///     type Schema = Ages;
///     const OBJECT: usize = 0;
/// }
/// impl Root for Age<'static> {
///     type View<'a> = Age<'a>;
///     fn root(root: RootRef<'_, Self>) -> Age<'_> {
///         Age(root.structure())
///     }
/// }
/// // The offset of the struct, a gap, and the struct: an age.
/// let bytes = [7, 0, 0, 0, 0, 0, 0, 31];
/// assert_eq!(varvel_flatbuffers::root::<Age>(&bytes)?.0.scalar::<u8, 0>(), 31);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no root of a FlatBuffers buffer",
    label = "a table, or a struct that is the `root_type` of its schema"
)]
pub trait Root: Object {
    /// The accessors.
    type View<'a>: Copy;

    /// Returns the accessors of this root.
    fn root(root: RootRef<'_, Self>) -> <Self as Root>::View<'_>;
}

impl<T: Table> Root for T {
    type View<'a> = <T as Table>::View<'a>;

    #[inline(always)]
    fn root(root: RootRef<'_, Self>) -> <T as Table>::View<'_> {
        T::view(root.table())
    }
}

/// A verified root, before its type says whether it is a table or a struct.
pub struct RootRef<'a, T> {
    at: Position<'a>,
    of: PhantomData<fn(T) -> T>,
}

impl<T: Object> fmt::Debug for RootRef<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Of::<T>::LAYOUT.objects()[T::OBJECT].name;
        write!(f, "RootRef<{}>", Of::<T>::LAYOUT.name(name))
    }
}

impl<'a, T: Object> RootRef<'a, T> {
    /// # Safety
    /// A table or struct of this object of this schema is here, as the verifier defines that.
    #[inline(always)]
    pub(crate) unsafe fn vouched(at: Position<'a>) -> Self {
        Self {
            at,
            of: PhantomData,
        }
    }

    /// Returns the table. It does not compile for a struct.
    #[inline(always)]
    pub fn table(self) -> TableRef<'a, T> {
        // SAFETY: the contract of `vouched`. `TableRef` does not compile for an object that is a
        // struct, so a table is here.
        unsafe { TableRef::new(self.at) }
    }

    /// Returns the struct. It does not compile for a table.
    #[inline(always)]
    pub fn structure(self) -> StructRef<'a, T> {
        // SAFETY: the contract of `vouched`. `StructRef` does not compile for an object that is a
        // table, so the bytes of a struct are here.
        unsafe { StructRef::new(self.at) }
    }
}
