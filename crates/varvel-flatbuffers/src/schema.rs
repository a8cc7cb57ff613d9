//! The traits that tie a Rust type to its place in a field table.
//!
//! These traits are safe to implement, and a wrong implementation is harmless: the verifier and the
//! readers take the same constants from the same implementation. A layout is right by construction.
//! An index outside of it, or a field of another type, does not compile. A buffer that does not fit
//! the table is refused before anything else reads it.

use crate::layout::{Element, Field, Layout, Presence, Scalar, TableOrStruct, Type, Width};
use crate::read::{StructRef, TableRef, Unions};

/// A schema.
///
/// ```
/// use varvel_flatbuffers::{Schema, layout::{Layout, Parts}};
/// enum Empty {}
/// impl Schema for Empty {
///     const LAYOUT: Layout<'static> = Layout::new(Parts::EMPTY);
/// }
/// assert!(Empty::LAYOUT.objects().is_empty());
/// ```
pub trait Schema: 'static {
    /// The field table.
    const LAYOUT: Layout<'static>;
}

/// A table or a struct of a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is in no FlatBuffers schema",
    label = "add it to the `tables:` or `structs:` of a `varvel_flatbuffers::schema!`"
)]
pub trait Object: Sized + 'static {
    /// The schema.
    type Schema: Schema;

    /// The index of the object in the schema's layout.
    const OBJECT: usize;
}

/// A table that can be read in place. Generated code implements this for its accessors with the
/// lifetime `'static`.
///
/// ```
/// # use varvel_flatbuffers::layout::{Field, Layout, List, Name, Parts, Scalar, Type, self};
/// use varvel_flatbuffers::{Object, Schema, Table, TableRef};
/// enum Ages {}
/// impl Schema for Ages {
///     const LAYOUT: Layout<'static> = Layout::new(Parts {
///         names: "age",
///         objects: &[layout::Object::table(Name::new(0, 3), List::new(0, 1))],
///         fields: &[Field::new(Name::new(0, 3), Type::Scalar(Scalar::U8)).default_bits(30)],
///         root: Some(0),
///         ..Parts::EMPTY
///     });
/// }
///
/// #[derive(Clone, Copy)]
/// struct Age<'a>(TableRef<'a, Age<'static>>);
/// impl Age<'_> {
///     fn age(self) -> u8 {
///         self.0.scalar::<u8, 0>()
///     }
/// }
/// impl Object for Age<'static> {
///     type Schema = Ages;
///     const OBJECT: usize = 0;
/// }
/// impl Table for Age<'static> {
///     type View<'a> = Age<'a>;
///     fn view(table: TableRef<'_, Self>) -> Age<'_> {
///         Age(table)
///     }
/// }
/// // A table without fields: the offset of the root, a vtable, and the offset of the vtable.
/// let bytes = [8, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0];
/// assert_eq!(varvel_flatbuffers::root::<Age>(&bytes)?.age(), 30);
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub trait Table: Object {
    /// The accessors.
    type View<'a>: Copy;

    /// Returns the accessors of this table.
    fn view(table: TableRef<'_, Self>) -> Self::View<'_>;
}

/// A struct that can be read in place.
pub trait Struct: Object {
    /// The accessors.
    type View<'a>: Copy;

    /// Returns the accessors of this struct.
    fn view(place: StructRef<'_, Self>) -> Self::View<'_>;
}

/// A union that can be read in place. Generated code implements this for its views with the
/// lifetime `'static`.
pub trait Union: 'static {
    /// The schema.
    type Schema: Schema;

    /// The view of its value.
    type View<'a>;

    /// Returns item `index` of a vector, or `None` if it has no value, or is behind the end.
    fn item(unions: Unions<'_, Self::Schema>, index: usize) -> Option<Self::View<'_>>;
}

/// The constants of an object.
pub(crate) struct Of<T>(core::marker::PhantomData<T>);

impl<T: Object> Of<T> {
    pub const LAYOUT: Layout<'static> = T::Schema::LAYOUT;

    pub const FIELDS: &'static [Field] = Self::LAYOUT.fields(T::OBJECT);

    /// The file identifier of buffers whose root is this object.
    pub const IDENTIFIER: Option<[u8; 4]> = Self::LAYOUT.identifier(T::OBJECT);

    /// The size and the alignment of a struct.
    pub const STRUCT: (usize, usize) = match Self::LAYOUT.objects()[T::OBJECT].shape {
        TableOrStruct::Struct { size, align } => (size as usize, align as usize),
        TableOrStruct::Table => panic!("this object is a table, and no struct"),
    };

    /// Asserts that the object is a table.
    pub const TABLE: () = assert!(
        matches!(
            Self::LAYOUT.objects()[T::OBJECT].shape,
            TableOrStruct::Table
        ),
        "this object is a struct, and no table"
    );
}

/// The constants of a field.
pub(crate) struct At<T, const I: usize>(core::marker::PhantomData<T>);

impl<T: Object, const I: usize> At<T, I> {
    pub const FIELD: Field = {
        assert!(I < Of::<T>::FIELDS.len(), "the object has no such field");
        Of::<T>::FIELDS[I]
    };

    /// Whether the field is required.
    pub const IS_REQUIRED: bool = matches!(Self::FIELD.presence, Presence::Required);

    /// Whether an absent field has no value.
    pub const IS_OPTIONAL: bool = matches!(Self::FIELD.presence, Presence::Optional);

    pub const WIDE: bool = !matches!(Self::FIELD.width, Width::Narrow);

    /// Asserts that the field is this scalar, or a tag that is stored as it.
    pub const fn is_scalar(scalar: Scalar) {
        let found = match Self::FIELD.ty {
            Type::Scalar(found) => found,
            Type::Tag(union) => Of::<T>::LAYOUT.unions()[union as usize].tag,
            _ => panic!("this field is no scalar"),
        };
        assert!(
            found as u8 == scalar as u8,
            "this field is a scalar of another type"
        );
    }

    /// Returns the offset of a field that is the struct `C`.
    pub const fn structure<C: Object>() -> usize {
        let Type::Struct(found) = Self::FIELD.ty else {
            panic!("this field is no struct")
        };
        assert!(found as usize == C::OBJECT, "this field is another struct");
        Self::FIELD.offset as usize
    }

    /// Returns the offset and the length of an array of these scalars.
    pub const fn scalars(scalar: Scalar) -> (usize, usize) {
        let Type::Array(Element::Scalar(found), len) = Self::FIELD.ty else {
            panic!("this field is no array of scalars")
        };
        assert!(
            found as u8 == scalar as u8,
            "this array is of other scalars"
        );
        (Self::FIELD.offset as usize, len as usize)
    }

    /// Returns the offset and the length of an array of the struct `C`, and the size of `C`.
    pub const fn structures<C: Object>() -> (usize, usize, usize) {
        let Type::Array(Element::Struct(found), len) = Self::FIELD.ty else {
            panic!("this field is no array of structs")
        };
        assert!(
            found as usize == C::OBJECT,
            "this array is of another struct"
        );
        (Self::FIELD.offset as usize, len as usize, Of::<C>::STRUCT.0)
    }
}
