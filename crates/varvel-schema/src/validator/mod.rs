//! [`Validator`]: documents checked by a JSON Schema.
//!
//! | room | holds |
//! |---|---|
//! | `document` | documents in flat lists: those that are checked, and schemas |
//! | `order` | the order of nodes by their values |
//! | `uri` | identifiers of schemas |
//! | `pattern` | regular expressions |
//! | `draft`, `shape` | the versions, and what they ask of the values of keywords |
//! | `rules`, `keywords` | the rules of one schema, and how they are read |
//! | `compile` | the schemas in a document, and references to them |
//! | `compiled` | the rules of all schemas of a document |
//! | `check` | the check of a document by rules |

mod check;
mod compile;
mod compiled;
mod document;
pub(crate) mod draft;
mod keywords;
mod order;
mod pattern;
mod rules;
mod shape;
mod uri;

use alloc::vec::Vec;
use core::fmt;

use varvel_core::{Decode, Duplicates, Error, Result, Source};

use check::Check;
use compiled::Compiled;
use document::Document;
pub use document::Fits;

/// A JSON Schema that checks documents: of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` says,
/// else of 2020-12.
///
/// [`Schema`](crate::Schema) with [`OwnedJsonSchema`](crate::OwnedJsonSchema) has the types of a
/// JSON Schema alone; this has all its rules.
///
/// * Numbers are compared exactly, whatever their size. A binary float counts as its shortest
///   decimal, so 0.3 is a multiple of 0.1. `1.0` is an integer.
/// * `pattern` is a regular expression of ECMA-262 that is matched in linear time, with the feature
///   `regex`. Letters such as `\d` and `\w` mean ASCII. Look-around and references to groups are
///   refused, and so are all patterns without the feature.
/// * References lead to schemas of the same document: by pointers, `$id`, `$anchor`, also
///   `$dynamicRef` and `$recursiveRef`. A reference to another document is refused.
/// * `format` and `content…` are remarks, as the specification has them.
/// * `unevaluatedProperties` and `unevaluatedItems` count all that other keywords looked at.
/// * Bytes, timestamps and other values that JSON does not have are of no type. A tag is passed
///   over. A key that is no string counts as its text, which for an array or object is its JSON.
///
/// ```
/// use varvel::json;
/// use varvel::json::{Json, ReadOptions};
/// use varvel::schema::Validator;
/// let schema: Validator = json::from_str(r#"{
///     "required": ["host"],
///     "properties": {"host": {"type": "string"}, "port": {"type": "integer", "maximum": 65535}}
/// }"#)?;
/// let text = json::freeze(br#"{"port": 65536}"#)?;
/// let errors = schema.check(&mut text.view().source(), 100);
/// let expected = [
///     "missing member: expected a member `host`, found an object without",
///     "number out of range: expected at most 65535, found 65536, at $.port",
/// ];
/// assert_eq!(errors.len(), expected.len());
/// for (error, expected) in errors.iter().zip(expected) {
///     assert!(error.to_string().starts_with(expected), "{error}");
/// }
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Validator {
    document: Document,
    compiled: Compiled,
}

impl Validator {
    /// Returns up to `most` faults of the document that stands at `source`, in the order of the
    /// document, each with its place. The list is empty if the document fits. If it cannot be read,
    /// that error is the only one; [`Validator::faults`] tells it from faults.
    ///
    /// The document is read to its end first, into lists that take some 60 bytes for each value.
    /// Each schema looks at a value once for each way that leads there. If references lead to the
    /// same schema again and again, it is remembered which values fit, so that the time stays in
    /// proportion to the schema times the document. That takes up to 32 MB.
    pub fn check<'de, R: Source<'de>>(&self, source: &mut R, most: usize) -> Vec<Error> {
        match self.faults(source, Duplicates::Error, most) {
            Ok(faults) => faults,
            Err(error) => alloc::vec![error],
        }
    }

    /// Returns the faults of a document as [`Validator::check`] does, with a policy for keys that
    /// come twice.
    ///
    /// # Errors
    /// Returns the errors of the source; `DuplicateKey`; `DepthLimit` for more than 768 schemas
    /// inside each other; `Refused` for a schema that takes too much time or memory to follow.
    pub fn faults<'de, R: Source<'de>>(
        &self,
        source: &mut R,
        duplicates: Duplicates,
        most: usize,
    ) -> Result<Vec<Error>> {
        let document = Document::read(source, duplicates)?;
        Check::new(self, &document, most).errors()
    }

    /// Returns whether the document that stands at `source` fits. It stops at the first fault, and
    /// is faster than [`Validator::check`] for a document that does not fit.
    ///
    /// ```
    /// use varvel::json;
    /// use varvel::schema::{Recording, Validator};
    /// let schema: Validator = json::from_str(r#"{"items": {"multipleOf": 0.1}}"#)?;
    /// assert!(schema.fits(&mut Recording::of(&[0.3, 7.0])?.source())?);
    /// assert!(!schema.fits(&mut Recording::of(&[0.35])?.source())?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Validator::faults`].
    pub fn fits<'de, R: Source<'de>>(&self, source: &mut R) -> Result<bool> {
        let document = Document::read(source, Duplicates::Error)?;
        Check::new(self, &document, 0).fits()
    }
}

impl<'de, C: ?Sized> Decode<'de, C> for Validator {
    /// Reads a JSON Schema.
    ///
    /// # Errors
    /// `TypeMismatch`, `UnknownVariant`, `NumberOutOfRange`, `MissingField` or `Refused` for a
    /// keyword with a value that the version refuses, also in a schema that nothing refers to;
    /// `NotFound` for a reference that leads nowhere or into another document; `Unrepresentable`
    /// for draft 3; `Refused` for a pattern that is not taken, for patterns that together take more
    /// than 32 MiB, and for a schema that applies itself to the same value.
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let document = Document::read(source, Duplicates::Error)?;
        let compiled = Compiled::of(&document)?;
        Ok(Self { document, compiled })
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator")
            .field("schemas", &self.compiled.rules.len())
            .finish_non_exhaustive()
    }
}
