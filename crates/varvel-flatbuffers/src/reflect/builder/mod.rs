//! [`Builder`]: a sink that turns events into a buffer, by a schema.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Builder`] as a sink, event by event |
//! | `expected` | the nodes and keys that may come next, by the schema |
//! | `scalar` | numbers and booleans, also by names and as text |
//! | `containers` | tables, structs, vectors and arrays, from the stack into the output |
//! | `sort` | sorting of vectors by their keys |
//! | `deferred` | nodes that do not go into the buffer directly: FlexBuffers, skipped members, unions whose tags come late |
//! | `output` | the bytes, from back to front |
//!
//! All that a table refers to comes after it in the buffer. So the buffer grows at its front:
//! strings and vectors are written when they end, and the fields of a table wait on a stack until
//! the table ends.

mod containers;
mod deferred;
mod expected;
mod output;
mod scalar;
mod sink;
mod sort;

use alloc::string::ToString as _;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{AsText, Encode, Error, ErrorKind, Limits, Result};

use super::SchemaLayout;
use super::names::Names;
use crate::encode::Identifier;
use crate::layout::{Element, Field, Layout};
use deferred::{Aside, Late};
use output::{Around, Output};

/// The options for building a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// Whether scalars are also written if they equal their default.
    pub defaults: bool,
    /// Whether deprecated members, and members unknown to the schema, are skipped. Without this
    /// they are an error.
    pub skip_unknown: bool,
    /// Whether the buffer begins with its size.
    pub size_prefixed: bool,
    /// The file identifier.
    pub identifier: Identifier,
    /// The values that are written as text if the schema has a string: points in time, bytes,
    /// integers beyond 64 bits and decimals. In a FlexBuffer they are all values for which it has
    /// no type.
    pub as_text: AsText,
    /// The limits. `nodes` bounds the values that wait for a late tag. All of them bound buffers
    /// that are given as bytes.
    pub limits: Limits,
}

/// The events that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Root,
    Key,
    Value,
    Item,
    Complete,
    Failed,
}

/// The result of a field or an item.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// No value: it was null, or is in its struct already.
    Absent,
    /// The bits of a scalar.
    Bits(u64),
    /// A position in the output.
    At(usize),
    /// The place of a struct that waits in the scratch memory.
    Struct(usize),
}

/// A finished field of an open table or struct, or a finished item of an open vector.
#[derive(Clone, Copy, Debug)]
struct Item {
    field: u16,
    value: Value,
}

/// An open container.
#[derive(Clone, Copy, Debug)]
struct Open<'s> {
    what: What<'s>,
    /// The field that comes next, or came last. In a vector or array it is the number of items.
    at: usize,
    /// The state of the builder after this container.
    behind: State,
    // The lengths of the stacks when it began.
    items: usize,
    scratch: usize,
    tags: usize,
    late: usize,
}

#[derive(Clone, Copy, Debug)]
enum What<'s> {
    Table {
        object: u32,
        /// Whether the length of the nested buffer is wide, if the table is the root of one.
        nested: Option<bool>,
    },
    Struct {
        object: u32,
        /// The place in the scratch memory.
        place: usize,
        /// Whether it is in a union, and so outside of tables.
        outside: bool,
    },
    Vector {
        field: &'s Field,
        of: Element,
        /// The position of the tags, for a vector of unions.
        tags: usize,
    },
    Array {
        field: &'s Field,
        of: Element,
        len: u16,
        place: usize,
    },
}

/// The tag of a union in an open table, or the vector of tags of a vector of unions.
#[derive(Clone, Copy, Debug)]
struct Tagged {
    /// The field of the tag.
    field: u16,
    /// The bits of the tag, or the position of the vector of tags.
    value: Value,
    /// Whether it was looked up before its key came.
    ahead: bool,
}

/// A sink that builds one buffer by a schema that is read at run time. It takes events in the form
/// in which [`Dynamic`](super::Dynamic) gives them.
///
/// * A table or a struct is an object. A struct has all of its members. A member that is null is
///   absent.
/// * An integer is a number that it holds exactly. A float is the nearest to a number; decimal text
///   is rounded once ([`Sink::wants_decimal`](varvel_core::Sink::wants_decimal)). Each may come as
///   a string, as in `flatc`'s text, also as `0x1F`, `inf` and `nan`.
/// * An enum is its number or its name, with or without the enum's name before it. Bit flags are
///   names separated by spaces. For an integer that is no enum's, the enum's name must come before
///   the name.
/// * A string for a field with a hash becomes its hash.
/// * A union `f` is beside its type `f_type`, in any order. If the type comes after the value, the
///   value is kept until then.
/// * Bytes with `base64` or `base64url` are such text, with or without padding. They may also come
///   as bytes without the attribute do: as an array, or as a node of bytes.
/// * An array of `char` is text with zeros behind it, or an array. Text that is too long, or that
///   ends with a zero, is refused.
/// * A nested buffer or a FlexBuffer is its content, or its bytes, which are verified.
/// * Vectors of objects with a key are sorted.
/// * Equal strings that the schema marks `shared` are written once.
///
/// Errors have a path: `TypeMismatch`, `NumberOutOfRange`, `UnknownMember`, `UnknownVariant`,
/// `MissingField`, `DuplicateKey`, `Unrepresentable`, `InvalidEvents`, `Refused`, and `SizeLimit`
/// at 2 GiB. After an error the builder takes no more events.
///
/// Time is linear, except for sorting. Memory is the output, and 32 bytes for each field and item
/// of the open containers.
///
/// ```
/// use varvel::flatbuffers::{Builder, Dynamic, SchemaLayout};
/// use varvel::{Encode, Sink};
/// let schema = varvel::schema::fbs::parse_text(
///     "enum Color: ubyte { Red, Green } table Apple { color: Color; sizes: [short]; } root_type Apple;",
/// ).unwrap();
/// let layout = SchemaLayout::new(&schema)?;
/// let mut builder = Builder::new(&layout)?;
/// builder.begin_map(None)?;
/// builder.key("sizes".into())?;
/// builder.i64_array(&[3, -4])?;
/// builder.key("color".into())?;
/// builder.str("Green".into())?;
/// builder.end_map()?;
/// let bytes = builder.finish()?;
/// let recorded = varvel::schema::Recording::of(&Dynamic::new(&layout, &bytes)?)?;
///
/// let mut again = Builder::new(&layout)?;
/// recorded.encode(&mut again, &())?;
/// assert_eq!(again.finish()?, bytes);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Builder<'s> {
    layout: Layout<'s>,
    names: &'s Names,
    options: BuildOptions,
    root: u32,
    /// The alignment of nested buffers that are given as bytes.
    nested_align: usize,
    out: Output,
    state: State,
    open: Vec<Open<'s>>,
    items: Vec<Item>,
    /// The structs, and the vectors of elements in place, that are being built.
    scratch: Vec<u8>,
    tags: Vec<Tagged>,
    late: Vec<Late>,
    aside: Aside,
    around: Vec<Around>,
    /// The position of the root.
    done: usize,
    /// The vtable that is being made.
    vtable: Vec<u8>,
    /// The fields of a table in the order in which they are written: alignment, number, and place
    /// on the stack, then position in the output.
    order: Vec<(u16, u16, usize)>,
}

impl<'s> Builder<'s> {
    /// Makes a builder for a buffer of the schema's root type.
    ///
    /// # Errors
    /// Returns `Refused` if the schema has no root type.
    pub fn new(layout: &'s SchemaLayout) -> Result<Self> {
        match layout.layout().root() {
            Some(root) => Self::with(layout, root, BuildOptions::default()),
            None => Err(super::no_root()),
        }
    }

    /// Makes a builder for a buffer whose root is this table or struct of the schema: see
    /// [`SchemaLayout::object`].
    ///
    /// # Errors
    /// Returns `Refused` if there is no such object.
    pub fn with(layout: &'s SchemaLayout, root: usize, options: BuildOptions) -> Result<Self> {
        let names = layout.names();
        let layout = layout.layout();
        let (Some(_), Ok(root)) = (layout.objects().get(root), u32::try_from(root)) else {
            return Err(Error::expected(
                ErrorKind::Refused,
                "a table or struct as the root",
            ));
        };
        let mut out = Output::default();
        out.clear();
        Ok(Self {
            layout,
            names,
            options,
            root,
            nested_align: containers::largest_align(layout),
            out,
            state: State::Root,
            open: Vec::new(),
            items: Vec::new(),
            scratch: Vec::new(),
            tags: Vec::new(),
            late: Vec::new(),
            aside: Aside::default(),
            around: Vec::new(),
            done: 0,
            vtable: Vec::new(),
            order: Vec::new(),
        })
    }

    /// Returns the bytes of a complete document. The builder is then ready for the next one.
    ///
    /// # Errors
    /// Returns `InvalidEvents` if the document is not complete, `SizeLimit`, or `OutOfMemory`.
    pub fn finish(&mut self) -> Result<Vec<u8>> {
        if self.state != State::Complete {
            return Err(self.out_of_order("the end of the events"));
        }
        let identifier = match self.options.identifier {
            Identifier::Schema => self.layout.identifier(self.root as usize),
            Identifier::None => None,
            Identifier::Other(identifier) => Some(identifier),
        };
        let bytes = self
            .out
            .finish(self.done, identifier, self.options.size_prefixed)?;
        self.state = State::Root;
        Ok(bytes)
    }

    /// Adds the path in the document to an error, and takes no more events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        let error = error.or_path(|| self.path());
        self.state = State::Failed;
        error
    }

    /// Adds the path of a member of the current object to an error about its key.
    #[cold]
    fn fail_at_key(&mut self, error: Error, key: &str) -> Error {
        let error = error.inside(Step::Key(key.to_string()));
        let around = self.path().into_iter().rev();
        self.fail(around.fold(error, Error::inside))
    }

    #[cold]
    #[inline(never)]
    fn out_of_order(&mut self, found: &'static str) -> Error {
        let expected = match self.state {
            State::Root | State::Value => "a value",
            State::Item => "a value or the end of the array",
            State::Key => "a key or the end of the object",
            State::Complete => "nothing: the document is complete",
            State::Failed => "nothing: an error came before",
        };
        self.fail(Error::expected(ErrorKind::InvalidEvents, expected).with_found(found))
    }

    /// Returns the path of the next event in the document.
    fn path(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (i, open) in self.open.iter().enumerate() {
            match open.what {
                What::Vector { .. } | What::Array { .. } => steps.push(Step::Index(open.at)),
                What::Table { object, .. } | What::Struct { object, .. } => {
                    if i + 1 == self.open.len() && self.state != State::Value {
                        break;
                    }
                    if let Some(field) = self.layout.fields(object as usize).get(open.at) {
                        let name = self.layout.name(field.name);
                        steps.push(Step::Key(name.to_string()));
                    }
                }
            }
        }
        steps
    }
}

/// Adds an item to a list, or returns an error if there is no memory.
fn push<T>(list: &mut Vec<T>, item: T) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    list.push(item);
    Ok(())
}

/// Builds a buffer of the schema's root type from a value.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel::flatbuffers::{Dynamic, SchemaLayout, to_vec};
/// let schema = varvel::schema::fbs::parse_text("table Point { x: int; y: int; } root_type Point;").unwrap();
/// let layout = SchemaLayout::new(&schema)?;
/// let bytes = to_vec(&layout, &BTreeMap::from([("x", 3), ("y", -1)]))?;
/// Dynamic::new(&layout, &bytes)?;
///
/// let error = to_vec(&layout, &BTreeMap::from([("x", 1_i64 << 31)])).unwrap_err();
/// assert_eq!(error.path().unwrap().to_string(), "$.x");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of [`Builder`].
pub fn to_vec<T: Encode + ?Sized>(layout: &SchemaLayout, value: &T) -> Result<Vec<u8>> {
    let mut builder = Builder::new(layout)?;
    value.encode(&mut builder, &())?;
    builder.finish()
}
