//! Buffers by schemas that are read at run time: verified by the same lines as those of generated
//! code, and given to any [`Sink`](varvel_core::Sink), and built from what any source gives.
//!
//! | room | holds |
//! |---|---|
//! | `layout` | [`SchemaLayout`]: the layout of a parsed schema |
//! | `names` | names of a layout in order |
//! | `schema` | [`schema_of`]: the schema of a layout |
//! | `bytes` | numbers and offsets of a verified buffer |
//! | [`bfbs`] | binary schemas
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
/// It is given to a sink as `flatc` writes JSON: a table is an object of the fields that are there,
/// by id; an enum its name, or its number where it has none; bit flags their names with spaces
/// between; a union `f` of a table is `f` beside `f_type`; nested buffers and FlexBuffers are what
/// is in them; bytes with `base64` or `base64url` are such text, padded. A scalar by which vectors
/// are sorted is given also where it is its default. Fields that are deprecated are left out.
/// Unions of tags that the schema does not have are refused, with their path, unless
/// [`Options::skip_unknown`] is set.
///
/// ```
/// use varvel_flatbuffers::reflect::{Dynamic, SchemaLayout};
/// let schema = varvel_fbs::parse_text("table Point { x: int; y: int = 7; } root_type Point;").unwrap();
/// let layout = SchemaLayout::new(&schema)?;
/// // The offset of the root, a vtable of one field, and the table.
/// let bytes = [12, 0, 0, 0, 0, 0, 6, 0, 8, 0, 4, 0, 6, 0, 0, 0, 5, 0, 0, 0];
/// let point = Dynamic::new(&layout, &bytes)?;
/// let recorded = varvel_schema::Recording::of(&point)?;
/// assert_eq!(varvel_core::Decode::decode(&mut recorded.source(), &()), Ok([("x".to_string(), 5)].into_iter().collect::<std::collections::BTreeMap<_, _>>()));
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dynamic<'a> {
    layout: Layout<'a>,
    bytes: &'a [u8],
    /// Where the root table is, and which object that is.
    root: usize,
    object: usize,
    options: Options,
}

impl<'a> Dynamic<'a> {
    /// A buffer of the schema's root type, verified with [`Verify::new`]. One pass.
    ///
    /// # Errors
    /// Those of [`Verify::root`]; `Refused` if the schema has no root type.
    pub fn new(layout: &'a SchemaLayout, bytes: &'a [u8]) -> Result<Self> {
        match layout.layout().root() {
            Some(object) => Self::with(layout, object, bytes, Verify::new()),
            None => Err(no_root()),
        }
    }

    /// A buffer whose root is this table of the schema: see [`SchemaLayout::table`]. One pass.
    ///
    /// # Errors
    /// Those of [`Verify::check`].
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

    /// Given so.
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
