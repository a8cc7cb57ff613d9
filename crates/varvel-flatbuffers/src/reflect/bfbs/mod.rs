//! Binary schemas (`.bfbs`): a schema as a FlatBuffer of `reflection.fbs`, as
//! `flatc --binary --schema` writes it.
//!
//! | room | holds |
//! |---|---|
//! | `format` | the tables of `reflection.fbs` |
//! | `read` | a buffer into a schema |
//! | `parts` | common parts: texts, names, comments, attributes, files |
//! | `types` | types |
//! | `write` | a schema into a buffer |
//! | `checked` | the check that the parser would accept a schema |
//!
//! A binary schema lacks some facts of a `.fbs` file: the attributes that a file declares,
//! `native_include`, whether an attribute's value was in quotes, and attribute values of `0`
//! (except for `id`), which stand for no value. If `flatc` ran without `--bfbs-builtins` and
//! `--bfbs-comments`, it also lacks the attributes of the language, and comments. Then
//! `nested_flatbuffer`, `hash` and `force_align` of vectors are unknown. `bit_flags` is known if a
//! default reveals it.
//!
//! The format has no place for the default of a string. This crate writes it as the attribute
//! [`DEFAULT`] of the field, which other readers ignore. In a binary schema of `flatc` such a field
//! has no default. An array of `char` is one of `ubyte` with the attribute [`CHARS`].

mod checked;
mod format;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod types;
mod write;

pub use read::read;
pub use write::write;

/// The file identifier of binary schemas.
pub const IDENTIFIER: [u8; 4] = *b"BFBS";

/// The attribute that holds the default of a string field.
pub const DEFAULT: &str = "varvel_default";

/// The attribute of an array of bytes that is text: `char` in the schema.
pub const CHARS: &str = "varvel_char";

/// Returns whether these bytes begin as a binary schema does.
///
/// ```
/// use varvel::flatbuffers::bfbs;
/// let schema = varvel::schema::fbs::parse_text("table T { n: int; }").unwrap();
/// assert!(bfbs::is_binary(&bfbs::write(&schema)?));
/// assert!(!bfbs::is_binary(b"table T { n: int; }"));
/// # Ok::<(), varvel::Error>(())
/// ```
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(&IDENTIFIER)
}
