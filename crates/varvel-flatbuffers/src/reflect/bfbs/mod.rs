//! Binary schemas (`.bfbs`): a schema as a FlatBuffer of `reflection.fbs`, as
//! `flatc --binary --schema` writes it.
//!
//! | room | holds |
//! |---|---|
//! | `format` | the tables of `reflection.fbs` |
//! | `read` | a buffer into a schema |
//! | `parts` | what stands in many places of it |
//! | `types` | its types |
//! | `write` | a schema into a buffer |
//! | `checked` | what a schema has to be, whoever made it |
//!
//! Not all that a `.fbs` file says is in a binary schema: which attributes a file declares,
//! `native_include`, whether an attribute's value stood in quotes, and values that are `0` (but for
//! `id`), which stand for none. Where `flatc` was not asked for more (`--bfbs-builtins`,
//! `--bfbs-comments`), attributes that it knows and comments are missing, too; then
//! `nested_flatbuffer`, `hash` and `force_align` of vectors are not known. `bit_flags` is where a
//! default tells.
//!
//! The format has no place for the default of a string. It is written as the attribute [`DEFAULT`]
//! of its field, which others pass over; of a schema of theirs such a field has no default.

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

/// The attribute that says the default of a string field.
pub const DEFAULT: &str = "varvel_default";

/// Whether these bytes begin as a binary schema does.
///
/// ```
/// use varvel_flatbuffers::reflect::bfbs;
/// let schema = varvel_fbs::parse_text("table T { n: int; }").unwrap();
/// assert!(bfbs::is_binary(&bfbs::write(&schema)?));
/// assert!(!bfbs::is_binary(b"table T { n: int; }"));
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(&IDENTIFIER)
}
