//! Tables without a schema file: plain structs of Rust are the schema.
//!
//! `#[derive(Table)]` says of a struct what its fields are, and [`schema!`](crate::schema) puts such types together: that
//! is where they get their numbers, so that types may hold themselves and each other. What comes of it is the same const
//! [`Layout`](crate::layout::Layout) that code made from a schema file has, and the same lines verify, read and write by it.
//!
//! | room | holds |
//! |---|---|
//! | `definition` | what is said of a type, and a layout made of many |
//! | `field` | Rust types as fields |

mod definition;
mod field;

use varvel_core::Error;
use varvel_core::path::Step;

use crate::encode::EncodeTable;
use crate::read::TableRef;
use crate::schema::Table;
use crate::verify::root;

/// What the code of the derive names.
#[doc(hidden)]
pub use alloc::vec::Vec;
pub use definition::{
    DefinedEnum, DefinedTable, EnumDefinition, EnumOf, FieldDefinition, Pool, Sizes,
    TableDefinition, position,
};
#[doc(hidden)]
pub use varvel_core::Result;

pub use field::{FieldType, Item, symbol};

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
/// struct Item {
///     name: String,
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
///         tables: Order, Item;
///         enums: Size;
///     }
/// }
///
/// let order = Order {
///     id: 7,
///     note: None,
///     items: vec![Item { name: "lamp".into(), size: Size::Large }],
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
///         enums: Size;                  // may be left out
///         file_identifier: *b"SHOP";    // may be left out
///     }
/// }
/// ```
///
/// A type that is missing in the list does not compile; see [`decode`](crate::decode) for all of it.
#[macro_export]
macro_rules! schema {
    (
        $(#[$meta:meta])*
        $vis:vis enum $schema:ident {
            tables: $($table:ident),+ $(,)?;
            $(enums: $($of:ident),+ $(,)?;)?
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

            const ENUM_NAMES: &[&str] = &[$($(stringify!($of)),+)?];
            $($(impl $crate::derived::EnumOf for $of {
                type Schema = $schema;
                const ENUM: usize = $crate::derived::position(ENUM_NAMES, stringify!($of));
            })+)?

            impl $crate::Schema for $schema {
                const LAYOUT: $crate::layout::Layout<'static> = {
                    const TABLES: &[&$crate::derived::TableDefinition] =
                        &[$(<$table as $crate::derived::DefinedTable>::DEFINITION),+];
                    const ENUMS: &[&$crate::derived::EnumDefinition] =
                        &[$($(<$of as $crate::derived::DefinedEnum>::DEFINITION),+)?];
                    const SIZES: $crate::derived::Sizes = $crate::derived::Sizes::of(TABLES, ENUMS);
                    const POOL: &$crate::derived::Pool<
                        { SIZES.names },
                        { SIZES.tables },
                        { SIZES.fields },
                        { SIZES.enums },
                        { SIZES.symbols },
                    > = &$crate::derived::Pool::new(TABLES, ENUMS);
                    #[allow(unused_mut, unused_assignments, reason = "where there is no identifier")]
                    let mut identifier: Option<[u8; 4]> = None;
                    $(identifier = Some($identifier);)?
                    POOL.layout(identifier)
                };
            }
        };
    };
}
