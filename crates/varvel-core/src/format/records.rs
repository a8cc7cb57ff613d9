//! [`RecordFormat`]: a format whose documents follow one another in one input, each of them a record.

use core::fmt::Debug;

use super::Format;
use crate::error::{Error, Result};

/// A format whose documents follow one another in one input, each of them a record: lines of JSON, values of MessagePack.
///
/// The format says where a record ends, which it finds out without reading the document in it: so records are read apart, each
/// by its own thread if there are many, and a bad one does not spoil the next.
///
/// ```
/// use varvel_core::format::RecordFormat;
/// use varvel_core::Result;
/// /// The documents of `input`, in their order.
/// fn documents<F: RecordFormat>(input: &[u8]) -> Result<Vec<&[u8]>> {
///     let mut documents = Vec::new();
///     let mut search = F::between();
///     let mut rest = &input[F::before_first(input)..];
///     while !rest.is_empty() {
///         let end = match F::end(&mut search, rest)? {
///             Some(end) => end,
///             // The input ends with this record.
///             None => F::check_last(rest).map(|()| rest.len())?,
///         };
///         let (record, behind) = rest.split_at(end);
///         // None for a blank line.
///         documents.extend(F::document(record));
///         rest = behind;
///     }
///     Ok(documents)
/// }
/// ```
pub trait RecordFormat: Format {
    /// Ends each record that is written, behind its document.
    const BEHIND: &'static [u8];
    /// Whether each record is a line. Lines are counted from 1, as editors do, and are shown with the column of an error; other
    /// records are counted from 0.
    const LINES: bool;
    /// Whether the input itself shows where the last record ends, and that none follows: as the end of an array does.
    const ENDS: bool = false;

    /// Where in an input the search for the ends of records stands, and how far the end of the next one has been looked for.
    /// The default is at the beginning of the input.
    type Search: Debug + Default + Send + 'static;

    /// A search that stands at the beginning of some record, of which nothing is known but that.
    #[inline]
    fn between() -> Self::Search {
        Self::Search::default()
    }

    /// Where the record ends that `bytes` begin with, and with it whatever ends it; `None` if `bytes` do not show that.
    ///
    /// If it was found, the search stands behind the record, and the next call is about the next one. Else it is asked again, with
    /// more bytes behind the same; all calls together take time that is linear in the record. The end is more than 0, and the
    /// bytes up to it show it: those behind it are not looked at. Documents are not checked: that is for whoever reads them.
    ///
    /// # Errors
    /// `TrailingData` if no record can stand here, with an offset in `bytes`; each further call gives that again.
    fn end(search: &mut Self::Search, bytes: &[u8]) -> Result<Option<usize>>;

    /// Where the last record ends that is whole in `bytes`, which begin with a record; `None` if none is.
    ///
    /// It is asked again as [`RecordFormat::end`] is, with the bytes behind the records that were found.
    ///
    /// # Errors
    /// Those of [`RecordFormat::end`], if no record is whole before them.
    #[inline]
    fn last_end(search: &mut Self::Search, bytes: &[u8]) -> Result<Option<usize>> {
        let Some(mut last) = Self::end(search, bytes)? else {
            return Ok(None);
        };
        while let Ok(Some(end)) = Self::end(search, &bytes[last..]) {
            last += end;
        }
        Ok(Some(last))
    }

    /// How many bytes the record has at least whose end was looked for and not found, those aside that end it: no fewer than
    /// were looked at.
    fn least(search: &Self::Search) -> u64;

    /// How many bytes at the beginning of the input belong to no record, such as a byte order mark. `input` has the first
    /// record whole, or all there is. Behind them the search stands as [`RecordFormat::between`] gives it.
    #[inline]
    fn before_first(input: &[u8]) -> usize {
        let _ = input;
        0
    }

    /// The document in a record, without what ends it; `None` if there is no document in it, such as in a blank line. It begins
    /// where the record does.
    #[inline]
    fn document(record: &[u8]) -> Option<&[u8]> {
        Some(record)
    }

    /// Checks that the end of the input may end a record: the last one, `record`, whose end was not found in it.
    ///
    /// # Errors
    /// `UnexpectedEnd` if the record must go on, with an offset in the record.
    fn check_last(record: &[u8]) -> Result;

    /// Checks that the input may end where the search stands, between records.
    ///
    /// # Errors
    /// `UnexpectedEnd` if another record must follow, with offset 0.
    #[inline]
    fn check_end(search: &Self::Search) -> Result {
        let _ = search;
        Ok(())
    }

    /// Returns the error that reading the document of a record failed with, as whoever reads the input as a whole would word it,
    /// if that differs. `record` is all of the record, and `first` says whether it is the first of its input. Offset and path are
    /// those in the record.
    #[cold]
    fn explain(record: &[u8], first: bool, options: &Self::ReadOptions, error: Error) -> Error {
        let _ = (record, first, options);
        error
    }
}
