//! Documents as columns of Arrow, and from there as Parquet files: events go straight into the
//! arrays, with no tree between, and no value is rounded on the way.
//!
//! | room | holds |
//! |---|---|
//! | `columns` | [`Columns`]: a sink of documents that collects them as columns |
//! | `types` | [`arrow_schema()`]: types of Arrow for the types of a schema |
//! | `infer`, `projection` | the schema of all records, or of the columns that are wanted |
//! | `batches` | [`batches()`]: a stream as batches, on all cores |
//! | `files`, `parquet_schema` | [`FileWriter`]: batches as a file |
//! | `decimals` | the digits of numbers |
//! | [`variant`] | Parquet's type for any value |

#![forbid(unsafe_code)]

mod batches;
mod columns;
mod decimals;
mod files;
mod infer;
#[cfg(feature = "parquet")]
mod parquet_schema;
mod projection;
mod types;
pub mod variant;

pub use ::arrow_schema::SchemaRef;

pub use batches::batches;
pub use columns::Columns;
pub use files::{FileWriter, Kind};
pub use infer::{infer, inference};
pub use projection::{Projection, Wanted};
pub use types::{Conflicts, arrow_schema};
