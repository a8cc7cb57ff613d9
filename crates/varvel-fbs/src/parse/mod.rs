//! From text to declarations: what stands there, with nothing looked up yet.
//!
//! | room | holds |
//! |---|---|
//! | `lex` | tokens |
//! | `strings` | what is in quotes |
//! | `syntax` | the declarations of a file |
//! | `parser` | the steps of the parser: expecting, and going on behind what is wrong |
//! | `declarations` | tables, structs, enums, unions, services, and what stands beside them |
//! | `values` | types, attributes and defaults |
//!
//! Nothing recurses: the language has no nesting but that of functions in defaults, which is a list
//! here.

mod declarations;
mod lex;
mod parser;
mod strings;
pub(super) mod syntax;
mod values;

pub(super) use declarations::parse_file;
