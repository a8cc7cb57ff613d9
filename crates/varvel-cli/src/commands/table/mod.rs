//! Converting records, or other tables, into a table: a Parquet or Arrow file.
//!
//! The records are read twice: for the types of the columns, unless a schema gives them, and for
//! their values. The bytes of a pipe are kept in a file meanwhile, which is beside the output and
//! has no name.
//!
//! | room | holds |
//! |---|---|
//! | `options` | the options of tables |
//! | `rows` | inputs, whose records are rows: streams, arrays and documents |
//! | `layout` | the columns of all rows |
//! | `write` | the values of all rows |
//! | `copy` | the batches of other tables |
//! | `report` | columns whose values are of several kinds |

mod copy;
mod layout;
mod options;
mod report;
mod rows;
mod write;

pub use layout::Table;
pub use options::Options;
pub use rows::Rows;
