//! Records of files as tables.
//!
//! | room | holds |
//! |---|---|
//! | `unit` | [`Unit`](unit::Unit): a file, or a split of one, that is opened |
//! | `once` | inputs that give their bytes only once |
//! | `place` | where its records are in the file |
//! | `documents` | documents in memory as records |
//! | `rows` | the rows of units, made by threads |
//! | `given` | arguments of several functions |
//! | `bad_lines` | the class `BadLines` |
//! | `batch` | the classes `Batch` and `Batches` |
//! | `infer` | the schema of units |
//! | `out` | rows of Arrow as records |
//! | `split`, `schema` | the classes `Split` and `TableSchema` |

pub mod bad_lines;
pub mod batch;
mod conflict;
pub mod documents;
pub mod given;
pub mod infer;
pub mod once;
pub mod out;
pub mod place;
pub mod rows;
pub mod schema;
pub mod split;
pub mod unit;
