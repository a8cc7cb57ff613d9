//! JSON as people write it, JSON5: rewritten as JSON, which everything that reads JSON then reads.
//!
//! The rewriting goes by tokens alone; what stands where none of them may is found by the strict
//! reader behind it. Nothing of the text is kept for the places of errors: the rewriting is gone
//! through once more when there is one.
//!
//! | room | holds |
//! |---|---|
//! | `scan` | tokens: white space, comments, commas, names and words |
//! | `string` | strings in either quotes |
//! | `number` | numbers, hexadecimal ones too |
//! | `output` | what the scan gives: JSON, or the place in the text that a byte of it comes from |
//! | `error` | what is wrong with a token |

mod error;
mod number;
mod output;
mod scan;
mod string;

use alloc::string::String;

use varvel_core::Result;
use varvel_core::format::Prepared;

use crate::read::path;
use output::PlaceSearch;
use scan::Scan;

/// A text of JSON5, and the JSON that it says.
///
/// JSON5 has comments, commas behind the last element, names without quotes, strings in single
/// quotes and over several lines, hexadecimal integers, and numbers that begin with a plus or begin
/// or end with a point (`5.` is the float 5.0). It has NaN and infinities too, which JSON cannot
/// hold: they are errors, or stay words by [`with_non_finite`](Self::with_non_finite), or are
/// strings by [`with_words`](Self::with_words), for a schema.
///
/// The JSON is at most six times as long as the text; time is linear in it. Making it takes about
/// as long as reading it.
///
/// ```
/// use varvel_json::{Relaxed, from_slice};
/// let text = b"{
///     // In kilograms
///     weights: [.5, 0x10, 'a\\\nb',],
/// }";
/// let relaxed = Relaxed::new(text)?;
/// assert_eq!(relaxed.as_json(), r#"{ "weights": [0.5, 16, "ab"] }"#);
///
/// let error = relaxed.read(from_slice::<Vec<u8>>).unwrap_err();
/// assert_eq!(error.to_string(), "wrong kind of value: expected an array, found an object (byte 0)");
/// # Ok::<(), varvel_core::Error>(())
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

/// What a word means that stands as a value and is neither `true`, `false` nor `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// Nothing.
    Refused,
    /// `NaN` and `Infinity` are numbers, which JSON does not have; others mean nothing.
    Numbers,
    /// What a string of it means.
    Strings,
}

impl<'t> Relaxed<'t> {
    /// Rewrites a text of JSON5 as JSON.
    ///
    /// # Errors
    /// Bytes that are no UTF-8, and tokens that JSON5 does not have, with byte offset and path.
    /// Tokens in a wrong order are found where the JSON is read: [`read`](Self::read).
    pub fn new(text: &'t [u8]) -> Result<Self> {
        Self::of(text, Words::Refused)
    }

    /// As [`new`](Self::new), with the numbers that JSON does not have: what comes out of it may
    /// have the words `NaN`, `Infinity` and `-Infinity`, which a reader takes [on
    /// request](crate::ReadOptions::with_non_finite).
    ///
    /// ```
    /// use varvel_json::{ReadOptions, Relaxed, decode};
    /// let relaxed = Relaxed::with_non_finite(b"{least: -Infinity, most: +Infinity, now: -NaN}")?;
    /// assert_eq!(relaxed.as_json(), r#"{"least": -Infinity, "most": Infinity, "now": NaN}"#);
    ///
    /// let options = ReadOptions::default().with_non_finite();
    /// let read: std::collections::BTreeMap<&str, f64> = relaxed.read(|json| decode(json, &options, &()))?;
    /// assert_eq!(read["least"], f64::NEG_INFINITY);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn with_non_finite(text: &'t [u8]) -> Result<Self> {
        Self::of(text, Words::Numbers)
    }

    /// As [`new`](Self::new), with words as values for strings: `color: Green`, `at: -inf`,
    /// `flags: Red.Blue`. A schema tells what they mean; `flatc` reads and writes them.
    ///
    /// ```
    /// use varvel_json::Relaxed;
    /// let relaxed = Relaxed::with_words(b"{color: Green, ratio: nan, known: true}")?;
    /// assert_eq!(relaxed.as_json(), r#"{"color": "Green", "ratio": "nan", "known": true}"#);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn with_words(text: &'t [u8]) -> Result<Self> {
        Self::of(text, Words::Strings)
    }

    fn of(input: &'t [u8], words: Words) -> Result<Self> {
        let Ok(text) = core::str::from_utf8(input) else {
            return Err(crate::error::not_utf8(input, 0, input.len()));
        };
        let mut scan = Scan::new(text, words, String::new());
        match scan.run() {
            Ok(()) => Ok(Self {
                text,
                words,
                json: scan.into_output(),
            }),
            Err(error) => {
                // A comma may wait, behind which the path goes on. What else waits is no part of
                // it.
                let _ = scan.settle(b' ');
                let json = scan.into_output();
                Err(error.or_path(|| path::find(json.as_bytes(), json.len())))
            }
        }
    }

    /// The JSON.
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// Reads the JSON; errors name places of the text it was made of.
    ///
    /// ```
    /// use varvel_json::{Relaxed, from_slice};
    /// let relaxed = Relaxed::new(b"['it', /* and */ 'that',]")?;
    /// assert_eq!(relaxed.read(from_slice::<[&str; 2]>)?, ["it", "that"]);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `read`.
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
        // It went well before.
        let _ = scan.run();
        scan.into_output().found().unwrap_or(self.text.len())
    }
}
