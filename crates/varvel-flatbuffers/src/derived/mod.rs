//! Tables without a schema file: plain structs of Rust are the schema.
//!
//! `#[derive(Table)]` says of a struct what its fields are, and [`schema!`](macro@crate::schema) puts such types together: that
//! is where they get their numbers, so that types may hold themselves and each other. What comes of it is the same const
//! [`Layout`](crate::layout::Layout) that code made from a schema file has, and the same lines verify, read and write by it.
//!
//! | room | holds |
//! |---|---|
//! | `definition` | what is said of a type, and a layout made of many |
//! | `field` | Rust types as fields |
//! | `union` | Rust types as what a union holds |

mod definition;
mod field;
mod union;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind};

use crate::encode::EncodeTable;
use crate::read::TableRef;
use crate::schema::Table;
use crate::verify::root;

/// The error for a number that is none of an enum's, or a tag that is none of a union's.
#[doc(hidden)]
#[cold]
pub fn unknown(name: &str, number: impl core::fmt::Display) -> Error {
    Error::expected(
        ErrorKind::UnknownVariant,
        alloc::format!("a number of `{name}`"),
    )
    .with_content(number)
}

/// What the code of the derive names.
#[doc(hidden)]
pub use alloc::vec::Vec;
pub use definition::{
    DefinedEnum, DefinedTable, DefinedUnion, EnumDefinition, EnumOf, FieldDefinition, Pool, Sizes,
    TableDefinition, UnionDefinition, UnionOf, position,
};
#[doc(hidden)]
pub use varvel_core::Result;

pub use field::{FieldType, Item};
pub use union::UnionMember;

/// A struct of Rust that is a table: made by `#[derive(Table)]`.
pub trait PlainTable:
    EncodeTable<Table = Self> + DefinedTable + for<'a> Table<View<'a> = TableRef<'a, Self>>
{
    /// All of it, owned.
    ///
    /// # Errors
    /// `UnknownVariant` for a number that is none of an enum's.
    fn read(table: TableRef<'_, Self>) -> Result<Self>;
}

/// The error, in the field of this name.
#[doc(hidden)]
#[cold]
pub fn inside(error: Error, name: &str) -> Error {
    error.inside(Step::Key(name.into()))
}

/// Reads a buffer with this root: verified, then copied out. One pass each.
///
/// # Errors
/// Those of [`root`], and those of [`PlainTable::read`].
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// use varvel_flatbuffers::{Encoder, Table, decode};
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
///         enums: Size;
///         unions: Item;
///     }
/// }
///
/// let order = Order {
///     id: 7,
///     note: None,
///     items: vec![Item::Voucher("X7".into()), Item::Lamp(Lamp { watts: 4.5, size: Size::Large })],
/// };
/// let bytes = Encoder::new().encode(&order)?.to_vec();
/// assert_eq!(decode::<Order>(&bytes)?, order);
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn decode<T: PlainTable>(bytes: &[u8]) -> Result<T> {
    T::read(root::<T>(bytes)?)
}

/// Makes one schema of types that have `#[derive(Table)]`: an enum without variants that is their
/// [`Schema`](crate::Schema). The first table is the root; a type belongs to one schema.
///
/// ```text
/// varvel_flatbuffers::schema! {
///     /// Comments and attributes of the enum.
///     pub enum Shop {
///         tables: Order, Item;
///         enums: Size;                  // each of these may be left out
///         unions: Item;
///         file_identifier: *b"SHOP";
///     }
/// }
/// ```
///
/// A type that is missing in the list does not compile; see [`decode`] for all of it.
#[macro_export]
macro_rules! schema {
    (
        $(#[$meta:meta])*
        $vis:vis enum $schema:ident {
            tables: $($table:ident),+ $(,)?;
            $(enums: $($of:ident),+ $(,)?;)?
            $(unions: $($union:ident),+ $(,)?;)?
            $(file_identifier: $identifier:expr;)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        $vis enum $schema {}

        const _: () = {
            const NAMES: &[&str] = &[$(stringify!($table)),+];
            $(impl $crate::Object for $table {
                type Schema = $schema;
                const OBJECT: usize = $crate::derived::position(NAMES, stringify!($table));
            })+

            #[allow(dead_code, reason = "where there are none")]
            const ENUM_NAMES: &[&str] = &[$($(stringify!($of)),+)?];
            $($(impl $crate::derived::EnumOf for $of {
                type Schema = $schema;
                const ENUM: usize = $crate::derived::position(ENUM_NAMES, stringify!($of));
            })+)?

            #[allow(dead_code, reason = "where there are none")]
            const UNION_NAMES: &[&str] = &[$($(stringify!($union)),+)?];
            $($(impl $crate::derived::UnionOf for $union {
                type Schema = $schema;
                const UNION: usize = $crate::derived::position(UNION_NAMES, stringify!($union));
            })+)?

            impl $crate::Schema for $schema {
                const LAYOUT: $crate::layout::Layout<'static> = {
                    const TABLES: &[&$crate::derived::TableDefinition] =
                        &[$(<$table as $crate::derived::DefinedTable>::DEFINITION),+];
                    const ENUMS: &[&$crate::derived::EnumDefinition] =
                        &[$($(<$of as $crate::derived::DefinedEnum>::DEFINITION),+)?];
                    const UNIONS: &[&$crate::derived::UnionDefinition] =
                        &[$($(<$union as $crate::derived::DefinedUnion>::DEFINITION),+)?];
                    const SIZES: $crate::derived::Sizes =
                        $crate::derived::Sizes::of(TABLES, ENUMS, UNIONS);
                    const POOL: &$crate::derived::Pool<
                        { SIZES.names },
                        { SIZES.tables },
                        { SIZES.fields },
                        { SIZES.enums },
                        { SIZES.symbols },
                        { SIZES.unions },
                        { SIZES.members },
                    > = &$crate::derived::Pool::new(TABLES, ENUMS, UNIONS);
                    #[allow(unused_mut, unused_assignments, reason = "where there is no identifier")]
                    let mut identifier: Option<[u8; 4]> = None;
                    $(identifier = Some($identifier);)?
                    POOL.layout(identifier)
                };
            }
        };
    };
}
