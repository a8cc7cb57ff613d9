//! JSON5, JSON as people write it. It is rewritten as JSON, so that every reader of JSON can read
//! it.
//!
//! The rewriting works on tokens only; the strict reader behind it finds tokens in a wrong order.
//! No map from the JSON to the text is kept for the places of errors: the text is rewritten a
//! second time to find the place of an error.
//!
//! | room | holds |
//! |---|---|
//! | `scan` | tokens: white space, comments, commas, names and words |
//! | `string` | strings in either quotes |
//! | `number` | numbers, hexadecimal ones too |
//! | `output` | the output of the scan: JSON, or the place in the text that a byte of it comes from |
//! | `error` | errors of tokens |

mod error;
mod number;
mod output;
mod scan;
mod string;

use alloc::string::String;

use varvel_core::format::Prepared;
use varvel_core::{Error, Result};

use crate::read::path;
use output::PlaceSearch;
use scan::Scan;

pub use scan::{line_len, white_len};

/// A text in JSON5, and the JSON that it is rewritten as.
///
/// JSON5 has comments, commas behind the last element, names without quotes, strings in single
/// quotes and over several lines, hexadecimal integers, and numbers that begin with a plus or begin
/// or end with a point (`5.` is the float 5.0). It has NaN and infinities, too, which JSON cannot
/// hold. They are errors by default. [`with_non_finite`](Self::with_non_finite) keeps them as
/// words, and [`with_words`](Self::with_words) turns them into strings for a schema.
///
/// The JSON is at most six times as long as the text. Time is linear in the text. Rewriting takes
/// about as long as reading.
///
/// ```
/// use varvel::json::{Relaxed, from_slice};
/// let text = b"{
///     // In kilograms
///     weights: [.5, 0x10, 'a\\\nb',],
/// }";
/// let relaxed = Relaxed::new(text)?;
/// assert_eq!(relaxed.as_json(), r#"{ "weights": [0.5, 16, "ab"] }"#);
///
/// let error = relaxed.read(from_slice::<Vec<u8>>).unwrap_err();
/// assert_eq!(error.to_string(), "wrong kind of value: expected an array, found an object (byte 0)");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// Sources: the JSON5 specification 1.0.0, <https://spec.json5.org>; the letters that a name may
/// hold are those of identifiers in Unicode's annex 31 (`XID_Start`, `XID_Continue`), with `$` and
/// joiners.
#[derive(Clone, Debug)]
pub struct Relaxed<'t> {
    text: &'t str,
    words: Words,
    json: String,
}

/// The meaning of a word as a value, if it is not `true`, `false` or `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// It is an error.
    Refused,
    /// `NaN` and `Infinity` are numbers, which JSON does not have. Other words are errors.
    Numbers,
    /// It means the same as a string with that text.
    Strings,
}

impl<'t> Relaxed<'t> {
    /// Rewrites a text of JSON5 as JSON.
    ///
    /// # Errors
    /// Bytes that are not UTF-8, and tokens that JSON5 does not have, with byte offset and path.
    /// The reader of the JSON finds tokens in a wrong order: [`read`](Self::read).
    pub fn new(text: &'t [u8]) -> Result<Self> {
        Self::of(text, Words::Refused)
    }

    /// Rewrites a text like [`new`](Self::new), with the numbers that JSON does not have. The
    /// result may contain the words `NaN`, `Infinity` and `-Infinity`, which a reader takes [on
    /// request](crate::ReadOptions::with_non_finite).
    ///
    /// ```
    /// use varvel::json::{ReadOptions, Relaxed, decode};
    /// let relaxed = Relaxed::with_non_finite(b"{least: -Infinity, most: +Infinity, now: -NaN}")?;
    /// assert_eq!(relaxed.as_json(), r#"{"least": -Infinity, "most": Infinity, "now": NaN}"#);
    ///
    /// let options = ReadOptions::default().with_non_finite();
    /// let read: std::collections::BTreeMap<&str, f64> = relaxed.read(|json| decode(json, &options, &()))?;
    /// assert_eq!(read["least"], f64::NEG_INFINITY);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn with_non_finite(text: &'t [u8]) -> Result<Self> {
        Self::of(text, Words::Numbers)
    }

    /// Rewrites a text like [`new`](Self::new), and takes words for strings: `color: Green`,
    /// `at: -inf`, `flags: Red.Blue`. A schema gives them their meaning; `flatc` reads and writes
    /// them.
    ///
    /// ```
    /// use varvel::json::Relaxed;
    /// let relaxed = Relaxed::with_words(b"{color: Green, ratio: nan, known: true}")?;
    /// assert_eq!(relaxed.as_json(), r#"{"color": "Green", "ratio": "nan", "known": true}"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn with_words(text: &'t [u8]) -> Result<Self> {
        Self::of(text, Words::Strings)
    }

    fn of(input: &'t [u8], words: Words) -> Result<Self> {
        let Ok(text) = core::str::from_utf8(input) else {
            return Err(crate::error::not_utf8(input, 0, input.len()).or_line(input));
        };
        let mut scan = Scan::new(text, words, String::new());
        match scan.run() {
            Ok(()) => Ok(Self {
                text,
                words,
                json: scan.into_output(),
            }),
            Err(error) => {
                // The pending token may be a comma, behind which the path goes on. Any other token
                // is not part of the path.
                let _ = scan.settle(b' ');
                let json = scan.into_output();
                let error = error.or_path(|| path::find(json.as_bytes(), json.len()));
                Err(error.or_line(input))
            }
        }
    }

    /// Returns the JSON.
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// Reads the JSON. Errors have places in the original text.
    ///
    /// ```
    /// use varvel::json::{Relaxed, from_slice};
    /// let relaxed = Relaxed::new(b"['it', /* and */ 'that',]")?;
    /// assert_eq!(relaxed.read(from_slice::<[&str; 2]>)?, ["it", "that"]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `read`.
    pub fn read<'s, T>(&'s self, read: impl FnOnce(&'s [u8]) -> Result<T>) -> Result<T> {
        read(self.json.as_bytes()).map_err(|error| self.placed(error))
    }
}

impl Prepared for Relaxed<'_> {
    fn bytes(&self) -> &[u8] {
        self.json.as_bytes()
    }

    #[cold]
    fn place(&self, offset: usize) -> usize {
        let mut scan = Scan::new(self.text, self.words, PlaceSearch::of(offset));
        // The first scan of this text succeeded.
        let _ = scan.run();
        scan.into_output().found().unwrap_or(self.text.len())
    }

    #[cold]
    fn placed(&self, error: Error) -> Error {
        match error.offset() {
            Some(offset) => {
                error::of_json5(error, self.text, self.place(offset)).or_line(self.text.as_bytes())
            }
            None => error,
        }
    }
}
