//! Documents as columns of Arrow, and from there as Parquet files, and back.
//!
//! Events go straight into the arrays and out of them, with no tree between. No value is rounded on
//! the way except a decimal in a column of floats, unless [`Columns::exact_decimals`] refuses it.
//!
//! | room | holds |
//! |---|---|
//! | `columns` | [`Columns`]: a sink of documents that collects them as columns |
//! | `types` | [`arrow_schema()`]: types of Arrow for the types of a schema |
//! | `given` | [`schema_of_fbs`]: a schema of FlatBuffers as one of documents |
//! | `infer`, `projection` | the schema of all records or rows, or of the columns that are wanted |
//! | `batches` | [`batches()`]: a stream as batches, on all cores |
//! | `files`, `parquet_schema` | [`FileWriter`]: batches as a file |
//! | `depth` | how deep the types of a file may be |
//! | `read` | [`FileReader`]: the batches of a file that someone else wrote |
//! | `rows` | [`Rows`]: the rows of a batch as events |
//! | `frozen` | [`frozen_array`]: arrays of frozen documents, without a copy |
//! | `copy` | [`file_batch()`]: batches of one file in another |
//! | `join` | [`joined_schema()`]: batches of several files in one |
//! | `parts` | arrays whose parts have other types |
//! | `shred` | [`Shredding`]: parts of VARIANT in columns of their own |
//! | `widened` | columns whose values are of several kinds |
//! | `conflicts`, `places` | columns whose values have no common type |
//! | `extension` | columns marked as JSON, VARIANT or UUID |
//! | `decimals` | the digits of numbers |
//! | [`variant`] | Parquet's type for any value |

#![forbid(unsafe_code)]

mod batches;
mod columns;
mod conflicts;
mod copy;
mod decimals;
mod depth;
mod extension;
mod files;
mod frozen;
mod given;
mod infer;
mod join;
mod members;
mod output;
#[cfg(feature = "parquet")]
mod parquet_schema;
mod parts;
mod places;
mod projection;
mod read;
mod rows;
mod shred;
mod types;
pub mod variant;
mod wanted;
mod widened;

pub use ::arrow_schema::SchemaRef;

pub use batches::{BLOCK_BYTES, batches};
pub use columns::Columns;
pub use conflicts::{Conflict, conflicts};
pub use copy::{file_batch, file_schema};
pub use files::{FileWriter, Kind};
pub use frozen::{frozen_array, frozen_column, packed_array};
pub use given::schema_of_fbs;
pub use infer::{RowInference, infer, inference};
pub use join::{joined_batch, joined_schema};
pub use projection::Projection;
pub use read::{ColumnAbout, FileAbout, FileKind, FileLimits, FileReader, PartAbout, is_guarded};
pub use rows::{Items, Row, RowOptions, Rows};
pub use shred::Shredding;
pub use types::{Conflicts, arrow_schema, arrow_schema_with};
pub use wanted::Wanted;
pub use widened::{Widened, widened};
