//! The subcommands of `varvel`: the arguments of each, and its work.
//!
//! | room | holds |
//! |---|---|
//! | `convert`, `get`, `inspect`, `validate`, `fmt`, `head`, `count`, `completions`, `man` | a subcommand each |
//! | `edit` | `set` and `rm` |
//! | `schema`, `schema_check`, `schema_compile` | `schema`, and its own subcommands |
//! | `generate` | `gen`: code from schemas |
//! | `splits` | plans of splits, and the option `--split` |
//! | `table` | `convert` into Parquet and Arrow files, with the feature `full` |
//! | `inspect_table` | `inspect` of such files |
//! | `examples` | the examples of all help texts |

pub mod completions;
pub mod convert;
pub mod count;
pub mod edit;
pub mod examples;
pub mod fmt;
pub mod generate;
pub mod get;
pub mod head;
pub mod inspect;
#[cfg(feature = "full")]
mod inspect_table;
pub mod man;
pub mod schema;
mod schema_check;
mod schema_compile;
pub mod splits;
#[cfg(feature = "full")]
mod table;
pub mod validate;
