//! Tables without a schema file: plain Rust structs are the schema.
//!
//! `#[derive(Table)]` defines the fields of a struct, and [`schema!`](macro@crate::schema) puts
//! such types together. There they get their numbers, so that types may contain themselves and each
//! other. The result is the same const [`Layout`](crate::layout::Layout) that code from a schema
//! file has, and the same code verifies, reads and writes by it.
//!
//! | room | holds |
//! |---|---|
//! | `definition` | definitions of types, and the layout made from them |
//! | `field` | Rust types as fields of tables |
//! | `in_place` | Rust types as fields of structs in place |
//! | `union` | Rust types as members of unions |

mod definition;
mod field;
mod in_place;
mod union;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind};

use crate::encode::EncodeTable;
use crate::read::TableRef;
use crate::schema::Table;
use crate::verify::root;

/// Makes the error for a number that an enum does not have, or a tag that a union does not have.
#[doc(hidden)]
#[cold]
pub fn unknown(name: &str, number: impl core::fmt::Display) -> Error {
    Error::expected(
        ErrorKind::UnknownVariant,
        alloc::format!("a number of `{name}`"),
    )
    .with_content(number)
}

/// The items that derived code names.
#[doc(hidden)]
pub use alloc::vec::Vec;
pub use definition::{
    DefinedEnum, DefinedObject, DefinedUnion, EnumDefinition, EnumOf, FieldDefinition,
    ObjectDefinition, Pool, Sizes, UnionDefinition, UnionOf, position,
};
#[doc(hidden)]
pub use varvel_core::Result;

pub use field::{FieldType, Item};
pub use in_place::{InPlace, InPlaceItem, PlainStruct};
#[doc(hidden)]
pub use in_place::{array, lay_out, size_and_align};
pub use union::UnionMember;

/// A Rust struct that is a table. `#[derive(Table)]` implements this.
pub trait PlainTable:
    EncodeTable<Table = Self> + DefinedObject + for<'a> Table<View<'a> = TableRef<'a, Self>>
{
    /// Reads all fields into an owned struct.
    ///
    /// # Errors
    /// Returns `UnknownVariant` for a number that an enum does not have.
    fn read(table: TableRef<'_, Self>) -> Result<Self>;
}

/// Adds the field called `name` to the path of an error.
#[doc(hidden)]
#[cold]
pub fn inside(error: Error, name: &str) -> Error {
    error.inside(Step::Key(name.into()))
}

/// Reads a buffer with this root into an owned value: one pass verifies it, and one copies it.
///
/// # Errors
/// Returns the errors of [`root`] and of [`PlainTable::read`].
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// use varvel_flatbuffers::{Encoder, Struct, Table, decode};
///
/// #[derive(Debug, PartialEq, Table)]
/// struct Order {
///     id: u64,
///     note: Option<String>,
///     items: Vec<Item>,
/// }
///
/// #[derive(Debug, PartialEq, Table)]
/// enum Item {
///     Lamp(Lamp),
///     Voucher(String),
/// }
///
/// #[derive(Debug, PartialEq, Table)]
/// struct Lamp {
///     watts: f32,
///     size: Size,
///     place: Place,
/// }
///
/// /// In the table itself, with no offset between.
/// #[derive(Debug, PartialEq, Struct)]
/// struct Place {
///     shelf: u16,
///     spot: [f32; 2],
/// }
///
/// #[derive(Debug, PartialEq, Table)]
/// #[repr(u8)]
/// enum Size {
///     Small,
///     Large = 4,
/// }
///
/// varvel_flatbuffers::schema! {
///     /// The first table is the root.
///     pub enum Shop {
///         tables: Order, Lamp;
///         structs: Place;
///         enums: Size;
///         unions: Item;
///     }
/// }
///
/// let order = Order {
///     id: 7,
///     note: None,
///     items: vec![
///         Item::Voucher("X7".into()),
///         Item::Lamp(Lamp {
///             watts: 4.5,
///             size: Size::Large,
///             place: Place { shelf: 2, spot: [0.5, 1.0] },
///         }),
///     ],
/// };
/// let bytes = Encoder::new().encode(&order)?.to_vec();
/// assert_eq!(decode::<Order>(&bytes)?, order);
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn decode<T: PlainTable>(bytes: &[u8]) -> Result<T> {
    T::read(root::<T>(bytes)?)
}

/// Makes a schema of types that have `#[derive(Table)]`: an enum without variants that implements
/// [`Schema`](crate::Schema). The first table is the root. A type belongs to one schema.
///
/// ```text
/// varvel_flatbuffers::schema! {
///     /// Comments and attributes of the enum.
///     pub enum Shop {
///         tables: Order, Item;
///         structs: Place;                // each of these may be left out
///         enums: Size;
///         unions: Item;
///         file_identifier: *b"SHOP";
///     }
/// }
/// ```
///
/// A table comes from `#[derive(Table)]`, a struct in place from `#[derive(Struct)]`. If a type is
/// missing in the list, the code does not compile. See [`decode`] for a complete example.
#[macro_export]
macro_rules! schema {
    (
        $(#[$meta:meta])*
        $vis:vis enum $schema:ident {
            tables: $($table:ident),+ $(,)?;
            $(structs: $($struct:ident),+ $(,)?;)?
            $(enums: $($of:ident),+ $(,)?;)?
            $(unions: $($union:ident),+ $(,)?;)?
            $(file_identifier: $identifier:expr;)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        $vis enum $schema {}

        #[allow(long_running_const_eval, reason = "an enum of a thousand names out of their order takes its time")]
        const _: () = {
            const NAMES: &[&str] = &[$(stringify!($table),)+ $($(stringify!($struct)),+)?];
            $(impl $crate::Object for $table {
                type Schema = $schema;
                const OBJECT: usize = $crate::rust_schema::position(NAMES, stringify!($table));
            })+
            $($(impl $crate::Object for $struct {
                type Schema = $schema;
                const OBJECT: usize = $crate::rust_schema::position(NAMES, stringify!($struct));
            })+)?

            #[allow(dead_code, reason = "where there are none")]
            const ENUM_NAMES: &[&str] = &[$($(stringify!($of)),+)?];
            $($(impl $crate::rust_schema::EnumOf for $of {
                type Schema = $schema;
                const ENUM: usize = $crate::rust_schema::position(ENUM_NAMES, stringify!($of));
            })+)?

            #[allow(dead_code, reason = "where there are none")]
            const UNION_NAMES: &[&str] = &[$($(stringify!($union)),+)?];
            $($(impl $crate::rust_schema::UnionOf for $union {
                type Schema = $schema;
                const UNION: usize = $crate::rust_schema::position(UNION_NAMES, stringify!($union));
            })+)?

            impl $crate::Schema for $schema {
                const LAYOUT: $crate::layout::Layout<'static> = {
                    const OBJECTS: &[&$crate::rust_schema::ObjectDefinition] = &[
                        $(<$table as $crate::rust_schema::DefinedObject>::DEFINITION,)+
                        $($(<$struct as $crate::rust_schema::DefinedObject>::DEFINITION),+)?
                    ];
                    const ENUMS: &[&$crate::rust_schema::EnumDefinition] =
                        &[$($(<$of as $crate::rust_schema::DefinedEnum>::DEFINITION),+)?];
                    const UNIONS: &[&$crate::rust_schema::UnionDefinition] =
                        &[$($(<$union as $crate::rust_schema::DefinedUnion>::DEFINITION),+)?];
                    const SIZES: $crate::rust_schema::Sizes =
                        $crate::rust_schema::Sizes::of(OBJECTS, ENUMS, UNIONS);
                    const POOL: &$crate::rust_schema::Pool<
                        { SIZES.names },
                        { SIZES.objects },
                        { SIZES.fields },
                        { SIZES.enums },
                        { SIZES.symbols },
                        { SIZES.unions },
                        { SIZES.members },
                    > = &$crate::rust_schema::Pool::new(OBJECTS, ENUMS, UNIONS);
                    #[allow(unused_mut, unused_assignments, reason = "where there is no identifier")]
                    let mut identifier = ::core::option::Option::<[u8; 4]>::None;
                    $(identifier = ::core::option::Option::Some($identifier);)?
                    POOL.layout(identifier)
                };
            }
        };
    };
}
