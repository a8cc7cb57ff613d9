//! [`RecordFormat`]: a format whose documents follow one another in one input, each of them a
//! record.

use core::fmt::Debug;

use super::Format;
use crate::error::{Error, Result};

/// A format whose documents follow one another in one input, each of them a record: lines of JSON,
/// values of MessagePack.
///
/// The format finds the end of a record without reading the document in it. So each record can be
/// read by itself, by threads in parallel, and a bad record does not spoil the next.
///
/// ```
/// use varvel::format::RecordFormat;
/// use varvel::{Result, json::Json};
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
/// assert_eq!(documents::<Json>(b"{}\n\n[1, 2]")?, [&b"{}"[..], b"[1, 2]"]);
/// # Ok::<(), varvel::Error>(())
/// ```
pub trait RecordFormat: Format {
    /// Ends each record that is written, behind its document.
    const BEHIND: &'static [u8];
    /// Whether each record is a line. Lines are counted from 1, as editors do, and are shown with
    /// the column of an error; other records are counted from 0.
    const LINES: bool;
    /// Whether the input itself shows which record is the last, as an array does.
    const ENDS: bool = false;

    /// The state of the search for the ends of records. The default is at the beginning of an
    /// input.
    type Search: Debug + Default + Send + 'static;

    /// Makes a search that stands at the beginning of a record somewhere in the input.
    #[inline]
    fn between() -> Self::Search {
        Self::Search::default()
    }

    /// Finds the end of the record that `bytes` begin with, behind the bytes that mark it; `None`
    /// if `bytes` do not show it.
    ///
    /// If the end was found, the search stands behind the record, and the next call finds the end
    /// of the next record. If not, the next call has more bytes behind the same; all calls together
    /// take time that is linear in the record. The end is more than 0, and does not depend on the
    /// bytes behind it. Documents are not checked here; their reader checks them.
    ///
    /// # Errors
    /// `TrailingData` if no record can stand here, with an offset in `bytes`; each further call
    /// returns it again. `OutOfMemory` if the search has to keep something and cannot; the next
    /// call goes on from there, with the same bytes or more.
    fn end(search: &mut Self::Search, bytes: &[u8]) -> Result<Option<usize>>;

    /// Finds the end of the last record that is whole in `bytes`, which begin with a record.
    /// Returns `None` if no record is whole.
    ///
    /// The next call has the bytes behind that end, and more, as the next call of
    /// [`RecordFormat::end`] has.
    ///
    /// # Errors
    /// The errors of [`RecordFormat::end`], if no whole record stands before the error.
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

    /// Returns the least length of a record whose end was not found. It is at least the number of
    /// bytes that the search looked at. Bytes that end the record do not count.
    fn least(search: &Self::Search) -> u64;

    /// Returns how many bytes at the beginning of the input belong to no record, such as a byte
    /// order mark.
    ///
    /// `input` has the whole first record, or everything up to the end of the input. Behind these
    /// bytes the search stands as [`RecordFormat::between`] gives it.
    #[inline]
    fn before_first(input: &[u8]) -> usize {
        let _ = input;
        0
    }

    /// Returns the document in a record, without the bytes that end it; `None` if it has no
    /// document, such as a blank line. The document begins where the record does.
    #[inline]
    fn document(record: &[u8]) -> Option<&[u8]> {
        Some(record)
    }

    /// Checks that the end of the input may end `record`, the last one. No end was found in it.
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

    /// Returns where the first document of a record ends, if `error`, which is one of reading the
    /// whole `document`, says that another one follows it.
    ///
    /// A line of JSON may hold several documents where the caller takes them.
    #[cold]
    fn first_end(document: &[u8], error: &Error) -> Option<usize> {
        let _ = (document, error);
        None
    }

    /// Returns the error that reading the whole input would give, for the `error` of reading the
    /// document of one record.
    ///
    /// `record` is all of the record, and `first` is true for the first of its input. Offset and
    /// path are those in the record.
    #[cold]
    fn explain(record: &[u8], first: bool, options: &Self::ReadOptions, error: Error) -> Error {
        let _ = (record, first, options);
        error
    }
}
