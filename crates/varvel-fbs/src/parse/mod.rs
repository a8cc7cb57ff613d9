//! The parser: turns text into declarations, with no names looked up yet.
//!
//! | room | holds |
//! |---|---|
//! | `lex` | tokens |
//! | `strings` | strings in quotes |
//! | `syntax` | the declarations of a file |
//! | `parser` | the steps of the parser: expecting a token, and recovering after an error |
//! | `declarations` | tables, structs, enums, unions, services, and other declarations |
//! | `values` | types, attributes and defaults |
//!
//! Nothing recurses. The only nesting in the language is that of functions in defaults, which are a
//! list here.

mod declarations;
mod lex;
mod parser;
mod strings;
pub(super) mod syntax;
mod values;

pub(super) use declarations::parse_file;
