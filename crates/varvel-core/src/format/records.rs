//! [`RecordFormat`]: a format whose documents follow one another in one input, each of them a record.

use core::fmt::Debug;

use super::Format;
use crate::error::Result;

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
///     let mut rest = &input[F::before_first(input)..];
///     while !rest.is_empty() {
///         let end = match F::end(&mut F::Search::default(), rest) {
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

    /// How far the end of a record has been looked for. The default is before the record.
    type Search: Debug + Default;

    /// Where the record ends that `bytes` begin with, and with it whatever ends it; `None` if `bytes` do not show that.
    ///
    /// It is then asked again, with the same search and more bytes behind the same; all calls together take time that is linear
    /// in the record. The end is more than 0, and the bytes up to it show it: those behind it are not looked at. Nothing is
    /// checked: that is for whoever reads the document.
    fn end(search: &mut Self::Search, bytes: &[u8]) -> Option<usize>;

    /// Where the last record ends that is whole in `bytes`, which begin with a record; `None` if none is.
    ///
    /// Without one it is asked again, as [`RecordFormat::end`] is.
    #[inline]
    fn last_end(search: &mut Self::Search, bytes: &[u8]) -> Option<usize> {
        let mut last = Self::end(search, bytes)?;
        while let Some(end) = Self::end(&mut Self::Search::default(), &bytes[last..]) {
            last += end;
        }
        Some(last)
    }

    /// How many bytes the record has at least whose end was looked for and not found, those aside that end it: no fewer than
    /// were looked at.
    fn least(search: &Self::Search) -> u64;

    /// How many bytes at the beginning of the input belong to no record, such as a byte order mark. `input` has the first
    /// record whole, or all there is.
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
}
