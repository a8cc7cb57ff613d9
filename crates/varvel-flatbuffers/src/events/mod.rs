//! Tables and structs as events: writes them to any sink, and reads them from any source, in the
//! form of `flatc`'s JSON.
//!
//! | in the buffer | as events |
//! |---|---|
//! | table | an object of the present fields, by id, and of its key, if that is a scalar |
//! | enum | its name, or its number if it has no name |
//! | bit flags | their names, separated by spaces |
//! | union `f` | `f` beside `f_type` |
//! | nested buffer without `base64`, FlexBuffer | its content |
//! | bytes with `base64` or `base64url` | such text |
//! | array of `char` | its text, without the zeros at its end |
//! | NaN, infinities | the strings `nan`, `inf` and `-inf` in a format without them |
//!
//! Generated code gives the fields of a type ([`EncodeTable`]) as straight-line code. So it is
//! here, as it is in the encoder: names and types are constants.
//!
//! | room | holds |
//! |---|---|
//! | `scalars` | writes numbers, enums and tags |
//! | `write` | writes fields |
//! | `decode` | the traits by which a plain struct is filled in |
//! | `read` | reads fields |
//! | `field_set` | the set of the fields that have come |
//! | `defaults` | resets the other fields to their defaults |
//! | `values` | reads values |
//! | `number_text` | numbers as text |

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

use crate::encode::{EncodeRoot, EncodeStruct, EncodeTable, VisitRoot};
use crate::schema::{At, Object, Of};

pub use decode::{DecodeFields, DecodeUnion, FieldsMut};
pub use read::{read, read_new};
pub use values::ValueSlot;
pub use write::{structure, table};

/// The name of a field, as a constant.
struct NameOf<T, const I: usize>(PhantomData<T>);

impl<T: Object, const I: usize> NameOf<T, I> {
    const NAME: &'static Name = &Name::new(Of::<T>::LAYOUT.name(At::<T, I>::FIELD.name));

    /// The name of a union's tag, which is the field before the union.
    const TAG: &'static Name = &Name::new(Of::<T>::LAYOUT.name(Of::<T>::FIELDS[I - 1].name));
}

/// The options for writing a buffer as events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether absent fields with a default are written, too.
    pub defaults: bool,
    /// Whether enums are written as numbers.
    pub numbers: bool,
    /// Whether unions with a tag unknown to the schema are left out. In vectors they become `NONE`
    /// and null, so that the others keep their places. Without this option they are an error.
    pub skip_unknown: bool,
    /// Whether NaN and the infinities are written as `nan`, `inf` and `-inf` also to formats that
    /// have them. This is for events that become JSON later.
    pub words: bool,
    /// The limits for FlexBuffers inside of the buffer.
    pub limits: Limits,
}

impl Options {
    /// Absent fields are not written, enums are written by name, and unknown unions are refused.
    pub const DEFAULT: Self = Self {
        defaults: false,
        numbers: false,
        skip_unknown: false,
        words: false,
        limits: Limits::DEFAULT,
    };
}

/// A table, or a struct that is a root, with options. It encodes as any other value does.
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
    /// The table, or the struct that is a root.
    pub table: &'t T,
    /// The options for writing it.
    pub options: Options,
}

impl<C: ?Sized, T: EncodeRoot> Encode<C> for With<'_, T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.table.root(&mut Root {
            sink,
            options: &self.options,
            of: PhantomData,
        })
    }
}

/// Writes a root as events.
struct Root<'t, 's, S> {
    sink: &'t mut S,
    options: &'t Options,
    of: PhantomData<&'s ()>,
}

impl<'s, S: Sink<'s>> VisitRoot for Root<'_, 's, S> {
    fn table<E: EncodeTable>(&mut self, root: &E) -> Result {
        table(root, self.options, self.sink)
    }

    fn structure<E: EncodeStruct>(&mut self, root: &E) -> Result {
        structure(root, self.options, self.sink)
    }
}
