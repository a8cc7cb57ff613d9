//! Building: a sink that turns events into a buffer, by a schema.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Builder`] as a sink: one event after the other |
//! | `expected` | what may come next, by the schema |
//! | `scalar` | numbers and truths, also by names and texts |
//! | `containers` | tables, structs, vectors and arrays: begun, and from the stack into the output |
//! | `sort` | vectors in the order of their keys |
//! | `deferred` | what goes elsewhere: FlexBuffers, members that are left out, unions whose tags come late |
//! | `output` | the bytes, from back to front |
//!
//! What a table refers to stands behind it, so the buffer grows at its front: strings and vectors
//! are written as they end, and what stands in a table waits on a stack until that ends.

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
use crate::layout::{Element, Field, Layout, TableOrStruct};
use deferred::{Aside, Late};
use output::{Around, Output};

/// How a buffer is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// Scalars are written also where they are the default.
    pub defaults: bool,
    /// Members that the schema does not have, and those that are deprecated, are left out. Else
    /// they are refused.
    pub skip_unknown: bool,
    /// The buffer begins with its size.
    pub size_prefixed: bool,
    /// The file identifier.
    pub identifier: Identifier,
    /// What becomes text where the schema has a string: points in time, bytes, integers beyond 64
    /// bits and decimals. In a FlexBuffer all that those lack.
    pub as_text: AsText,
    /// Its `nodes` bound what waits for a tag that comes late; all bound buffers that are given as
    /// bytes.
    pub limits: Limits,
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Root,
    Key,
    Value,
    Item,
    Complete,
    Failed,
}

/// What a field or an item has become.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// Nothing: it was null, or is in its struct already.
    Absent,
    /// The bits of a scalar.
    Bits(u64),
    /// A position in the output.
    At(usize),
    /// A struct that waits in the scratch memory.
    Struct(usize),
}

/// A field of an open table or struct, or an item of an open vector, that is done.
#[derive(Clone, Copy, Debug)]
struct Item {
    field: u16,
    value: Value,
}

/// A container that is open.
#[derive(Clone, Copy, Debug)]
struct Open<'s> {
    what: What<'s>,
    /// The field that comes, or came last; how many items there are.
    at: usize,
    /// The state around it.
    behind: State,
    // How long each stack was when it began.
    items: usize,
    scratch: usize,
    tags: usize,
    late: usize,
}

#[derive(Clone, Copy, Debug)]
enum What<'s> {
    Table {
        object: u32,
        /// Of the field that is a nested buffer with this root: whether its length is wide.
        nested: Option<bool>,
    },
    Struct {
        object: u32,
        /// Where in the scratch memory it is.
        place: usize,
        /// Whether it is one of a union, outside of tables.
        outside: bool,
    },
    Vector {
        field: &'s Field,
        of: Element,
        /// Of unions, where their tags are.
        tags: usize,
    },
    Array {
        field: &'s Field,
        of: Element,
        len: u16,
        place: usize,
    },
}

/// The tag of a union of an open table, or the tags of a vector of them.
#[derive(Clone, Copy, Debug)]
struct Tagged {
    /// The field of the tag.
    field: u16,
    /// The bits of the tag, or where the vector of tags is.
    value: Value,
    /// Whether it was looked up before its key came.
    ahead: bool,
}

/// A sink that builds one buffer by a schema that was read at run time, from events as
/// [`Dynamic`](super::Dynamic) gives them.
///
/// * A table or a struct is an object; a struct has all of its members. A member that is null is
///   not there.
/// * An integer is a number that it holds exactly, a float the nearest of a number: what comes as
///   text is rounded once ([`Sink::wants_decimal`](varvel_core::Sink::wants_decimal)). Each may be
///   a string of one, as in `flatc`'s text, also `0x1F`, `inf` and `nan`. An enum is its number or
///   its name, with or without the enum's name before it; bit flags are names with spaces between.
///   Where an integer is no enum's, a name has the enum's before it. A string becomes the hash of a
///   field that has one.
/// * A union `f` stands beside its type `f_type`, in any order; where the type comes after it, what
///   came is kept until then.
/// * Bytes with `base64` or `base64url` are such text, padded or not, or what bytes without are: an
///   array, or a node of bytes.
/// * A nested buffer or a FlexBuffer is what is in it, or its bytes, which are verified. Vectors of
///   objects with a key are sorted.
/// * Strings that the schema has `shared` are written once.
///
/// Errors have the path: `TypeMismatch`, `NumberOutOfRange`, `UnknownMember`, `UnknownVariant`,
/// `MissingField`, `DuplicateKey`, `Unrepresentable`, `InvalidEvents`, `Refused`, `SizeLimit` at 2
/// GiB. After an error the builder takes no more events.
///
/// Time is linear, but for sorting; memory is the output, and 32 bytes for each field and item of
/// the containers that are open.
///
/// ```
/// use varvel_core::{Encode, Sink};
/// use varvel_flatbuffers::reflect::{Builder, Dynamic, SchemaLayout};
/// let schema = varvel_fbs::parse_text(
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
/// let recorded = varvel_schema::Recording::of(&Dynamic::new(&layout, &bytes)?)?;
///
/// let mut again = Builder::new(&layout)?;
/// recorded.encode(&mut again, &())?;
/// assert_eq!(again.finish()?, bytes);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Builder<'s> {
    layout: Layout<'s>,
    names: &'s Names,
    options: BuildOptions,
    root: u32,
    /// The alignment of buffers in it that are given as bytes.
    nested_align: usize,
    out: Output,
    state: State,
    open: Vec<Open<'s>>,
    items: Vec<Item>,
    /// Structs, and vectors of what stands in place.
    scratch: Vec<u8>,
    tags: Vec<Tagged>,
    late: Vec<Late>,
    aside: Aside,
    around: Vec<Around>,
    /// Where the root is.
    done: usize,
    /// The vtable that is made.
    vtable: Vec<u8>,
    /// In the order in which they are written, the alignment and the number of its fields, and
    /// where they wait or stand.
    order: Vec<(u16, u16, usize)>,
}

impl<'s> Builder<'s> {
    /// For a buffer of the schema's root type.
    ///
    /// # Errors
    /// `Refused` if the schema has none.
    pub fn new(layout: &'s SchemaLayout) -> Result<Self> {
        match layout.layout().root() {
            Some(root) => Self::with(layout, root, BuildOptions::default()),
            None => Err(super::no_root()),
        }
    }

    /// For a buffer whose root is this table of the schema: see [`SchemaLayout::table`].
    ///
    /// # Errors
    /// `Refused` if it is no table.
    pub fn with(layout: &'s SchemaLayout, root: usize, options: BuildOptions) -> Result<Self> {
        let names = layout.names();
        let layout = layout.layout();
        let shape = layout.objects().get(root).map(|object| object.shape);
        let (Some(TableOrStruct::Table), Ok(root)) = (shape, u32::try_from(root)) else {
            return Err(Error::expected(ErrorKind::Refused, "a table as the root"));
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

    /// The bytes, if the document is complete. The builder is ready for the next one.
    ///
    /// # Errors
    /// `InvalidEvents` if it is not, `SizeLimit`, `OutOfMemory`.
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

    /// Adds to an error where in the document it happened, and takes no more events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        let error = error.or_path(|| self.path());
        self.state = State::Failed;
        error
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

    /// Where in the document the next event is.
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

/// Adds to a list, where there is memory.
fn push<T>(list: &mut Vec<T>, item: T) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    list.push(item);
    Ok(())
}

/// Builds a buffer of the schema's root type from a value.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel_flatbuffers::reflect::{Dynamic, SchemaLayout, to_vec};
/// let schema = varvel_fbs::parse_text("table Point { x: int; y: int; } root_type Point;").unwrap();
/// let layout = SchemaLayout::new(&schema)?;
/// let bytes = to_vec(&layout, &BTreeMap::from([("x", 3), ("y", -1)]))?;
/// Dynamic::new(&layout, &bytes)?;
///
/// let error = to_vec(&layout, &BTreeMap::from([("x", 1_i64 << 31)])).unwrap_err();
/// assert_eq!(error.path().unwrap().to_string(), "$.x");
/// # Ok::<(), varvel_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`Builder`].
pub fn to_vec<T: Encode + ?Sized>(layout: &SchemaLayout, value: &T) -> Result<Vec<u8>> {
    let mut builder = Builder::new(layout)?;
    value.encode(&mut builder, &())?;
    builder.finish()
}
