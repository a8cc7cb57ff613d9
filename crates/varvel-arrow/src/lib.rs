#![doc = include_str!("../README.md")]

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

pub use batches::batches;
pub use columns::Columns;
pub use files::{FileWriter, Kind};
pub use infer::infer;
pub use projection::{Projection, Wanted};
pub use types::{Conflicts, arrow_schema};
