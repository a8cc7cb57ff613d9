#![doc = include_str!("../README.md")]

mod batches;
mod columns;
mod files;
mod types;

pub use batches::batches;
pub use columns::Columns;
pub use files::{FileWriter, Kind};
pub use types::{Conflicts, arrow_schema};
