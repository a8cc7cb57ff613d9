//! Tables and structs as shapes: given to any sink, and read from any source, as `flatc` has them
//! in JSON.
//!
//! A table is an object of the fields that are there, by id, and of its key, if that is a scalar;
//! an enum its name, or its number where it has none; bit flags their names with spaces between; a
//! union `f` is `f` beside `f_type`; nested buffers and FlexBuffers are what is in them; bytes with
//! `base64` or `base64url` are such text; NaN and the infinities are `nan`, `inf` and `-inf` as
//! strings where a format has none. What generated code says of a type's fields ([`EncodeTable`])
//! is a straight line here, as it is where buffers are written: names and types are constants.
//!
//! | room | holds |
//! |---|---|
//! | `scalars` | numbers, enums and tags as events |
//! | `write` | fields as events |
//! | `decode` | what a plain struct says so that it can be filled in |
//! | `read` | fields from a source |
//! | `seen`, `reset` | which fields have come, and what the others become |
//! | `values` | values from a source |
//! | `number_text` | numbers as texts |

mod decode;
mod defaults;
mod field_set;
#[cfg_attr(
    not(feature = "reflect"),
    allow(dead_code, reason = "what builds by a schema uses all")
)]
pub(crate) mod number_text;
mod read;
pub(crate) mod scalars;
mod values;
mod write;

use core::marker::PhantomData;

use varvel_core::{Encode, Limits, Name, Result, Sink};

use crate::encode::EncodeTable;
use crate::schema::{At, Object, Of};

pub use decode::{DecodeFields, DecodeUnion, FieldsMut};
pub use read::{read, read_new};
pub use values::ValueSlot;
pub use write::{structure, table};

/// The name of a field, as a constant.
struct NameOf<T, const I: usize>(PhantomData<T>);

impl<T: Object, const I: usize> NameOf<T, I> {
    const NAME: &'static Name = &Name::new(Of::<T>::LAYOUT.name(At::<T, I>::FIELD.name));

    /// That of the tag of a union, which is the field before it.
    const TAG: &'static Name = &Name::new(Of::<T>::LAYOUT.name(Of::<T>::FIELDS[I - 1].name));
}

/// What is given of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Fields that are not there are given, too, if they have a default.
    pub defaults: bool,
    /// Enums are given as numbers.
    pub numbers: bool,
    /// Unions whose tags the schema does not have are left out; in vectors they become nothing, so
    /// that the others stay where they are. Else they are refused.
    pub skip_unknown: bool,
    /// NaN and the infinities are given as `nan`, `inf` and `-inf` to formats that have them, too:
    /// for what becomes JSON later.
    pub words: bool,
    /// For FlexBuffers inside.
    pub limits: Limits,
}

impl Options {
    /// What is not there is not given, enums are by name, and unknown unions are refused.
    pub const DEFAULT: Self = Self {
        defaults: false,
        numbers: false,
        skip_unknown: false,
        words: false,
        limits: Limits::DEFAULT,
    };
}

/// A table with options: a shape like any other.
///
/// ```
/// # use varvel_flatbuffers::layout::{Field, Layout, List, Name, Parts, Scalar, Type, self};
/// # use varvel_flatbuffers::{EncodeTable, Fields, Object, Schema};
/// # enum Ages {}
/// # impl Schema for Ages {
/// #     const LAYOUT: Layout<'static> = Layout::new(Parts {
/// #         names: "age",
/// #         objects: &[layout::Object::table(Name::new(0, 3), List::new(0, 1))],
/// #         fields: &[Field::new(Name::new(0, 3), Type::Scalar(Scalar::U8)).default_bits(30)],
/// #         root: Some(0),
/// #         ..Parts::EMPTY
/// #     });
/// # }
/// # impl Object for Age {
/// #     type Schema = Ages;
/// #     const OBJECT: usize = 0;
/// # }
/// # struct Age { age: u8 }
/// # impl EncodeTable for Age {
/// #     type Table = Self;
/// #     fn fields<F: Fields<Self>>(&self, fields: &mut F) -> varvel_core::Result {
/// #         fields.scalar::<u8, 0>(self.age)
/// #     }
/// # }
/// use varvel_flatbuffers::events::{Options, With};
/// let options = Options { defaults: true, ..Options::default() };
/// let age = With { table: &Age { age: 30 }, options };
/// let mut events = varvel_core::sink::Discard::default();
/// varvel_core::Encode::encode(&age, &mut events, &())?;
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct With<'t, T: ?Sized> {
    /// The table.
    pub table: &'t T,
    /// How it is given.
    pub options: Options,
}

impl<C: ?Sized, T: EncodeTable> Encode<C> for With<'_, T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        table(self.table, &self.options, sink)
    }
}
