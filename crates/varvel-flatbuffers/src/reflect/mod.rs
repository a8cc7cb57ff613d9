//! Buffers by schemas that are read at run time. The code that serves generated code also verifies
//! these buffers. They are written to any [`Sink`](varvel_core::Sink), and built from any source.
//!
//! | room | holds |
//! |---|---|
//! | `layout` | [`SchemaLayout`]: the layout of a parsed schema |
//! | `names` | sorted names of a layout |
//! | `schema` | [`schema_of`]: the schema of a layout |
//! | `bytes` | numbers and offsets of a verified buffer |
//! | [`bfbs`] | binary schemas |
//! | `drive` | a verified buffer as events |
//! | `builder` | [`Builder`]: events into a buffer |

pub mod bfbs;
mod builder;
mod bytes;
mod drive;
mod layout;
mod names;
mod schema;

use varvel_core::{Error, ErrorKind, Result};

use crate::layout::Layout;
use crate::verify::Verify;

pub use crate::events::Options;
pub use builder::{BuildOptions, Builder, to_vec};
pub use layout::SchemaLayout;
pub use schema::schema_of;

/// A verified buffer with its schema.
///
/// It encodes in the form of `flatc`'s JSON:
///
/// | in the buffer | as events |
/// |---|---|
/// | table | an object of the present fields, by id, and of its key, if that is a scalar |
/// | enum | its name, or its number if it has no name |
/// | bit flags | their names, separated by spaces |
/// | union `f` | `f` beside `f_type` |
/// | nested buffer without `base64`, FlexBuffer | its content |
/// | bytes with `base64` or `base64url` | such text, with padding |
/// | array of `char` | its text, without the zeros at its end |
///
/// Deprecated fields are left out. Unions with a tag unknown to the schema are an error with their
/// path, unless [`Options::skip_unknown`] is set.
///
/// ```
/// use varvel::flatbuffers::{Dynamic, SchemaLayout};
/// let schema = varvel::schema::fbs::parse_text("table Point { x: int; y: int = 7; } root_type Point;").unwrap();
/// let layout = SchemaLayout::new(&schema)?;
/// // The offset of the root, a vtable of one field, and the table.
/// let bytes = [12, 0, 0, 0, 0, 0, 6, 0, 8, 0, 4, 0, 6, 0, 0, 0, 5, 0, 0, 0];
/// let point = Dynamic::new(&layout, &bytes)?;
/// let recorded = varvel::schema::Recording::of(&point)?;
/// assert_eq!(varvel::Decode::decode(&mut recorded.source(), &()), Ok([("x".to_string(), 5)].into_iter().collect::<std::collections::BTreeMap<_, _>>()));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dynamic<'a> {
    layout: Layout<'a>,
    bytes: &'a [u8],
    /// The position of the root. `object` is the number of its object.
    root: usize,
    object: usize,
    options: Options,
}

impl<'a> Dynamic<'a> {
    /// Verifies a buffer of the schema's root type with [`Verify::new`], in one pass.
    ///
    /// # Errors
    /// Returns the errors of [`Verify::root`], and `Refused` if the schema has no root type.
    pub fn new(layout: &'a SchemaLayout, bytes: &'a [u8]) -> Result<Self> {
        match layout.layout().root() {
            Some(object) => Self::with(layout, object, bytes, Verify::new()),
            None => Err(no_root()),
        }
    }

    /// Verifies a buffer whose root is this table or struct of the schema, in one pass: see
    /// [`SchemaLayout::object`].
    ///
    /// # Errors
    /// Returns the errors of [`Verify::check`].
    pub fn with(
        layout: &'a SchemaLayout,
        object: usize,
        bytes: &'a [u8],
        verify: Verify,
    ) -> Result<Self> {
        let layout = layout.layout();
        Ok(Self {
            root: verify.check(&layout, object, bytes)?,
            layout,
            bytes,
            object,
            options: Options::default(),
        })
    }

    /// Sets the options for writing it as events.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }
}

#[cold]
fn no_root() -> Error {
    Error::expected(ErrorKind::Refused, "a schema with a root type")
}
