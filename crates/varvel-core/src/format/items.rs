//! [`Items`]: the items of one array, each of them a record. [`ArrayFormat`]: a format whose arrays
//! are read this way.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use super::{Format, Read, RecordFormat};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::path::Step;
use crate::sink::{Discard, Sink};

/// A format in which an array is its items one after the other, and the bytes of an item show where
/// it ends.
///
/// [`Items`] makes records of such an array.
///
/// ```
/// use varvel::format::{ArrayFormat, Items, RecordReader};
/// use varvel::{Limits, Result, json::Json};
/// /// Counts the items of the array that the input is, in memory for one of them.
/// fn len<F: ArrayFormat>(input: impl std::io::Read) -> Result<u64> {
///     let mut items = RecordReader::<_, Items<F>>::new(input, &Limits::DEFAULT);
///     let mut len = 0;
///     while items.next()?.is_some() {
///         len += 1;
///     }
///     Ok(len)
/// }
/// assert_eq!(len::<Json>(&b"[[1, 2], {}]"[..])?, 2);
/// # Ok::<(), varvel::Error>(())
/// ```
pub trait ArrayFormat: Format {
    /// An array without items.
    const EMPTY: &'static [u8];
    /// An array of one item, up to where that begins.
    const FIRST: &'static [u8];
    /// An array of two items, up to where the second begins.
    const SECOND: &'static [u8];
    /// Ends an array that does not say in front how many items it has.
    const CLOSE: &'static [u8];
    /// A mark that may stand before the document, and not before an item: a byte order mark.
    const MARK: &'static [u8] = b"";

    /// The state of the search for the end of one item. The default is at its beginning.
    type Search: Debug + Default + Send + 'static;

    /// Reads the head of the array that a document begins with, up to its first item or its end.
    fn head(head: &[u8]) -> Head;

    /// Finds the end of the item that `bytes` begin with. The end is behind the bytes that separate
    /// it from the next item. Returns `None` if `bytes` do not show it. Returns also whether the
    /// array ends there.
    ///
    /// If the end was not found, the next call has the same search, and more bytes behind the same.
    /// Each item has a search of its own.
    ///
    /// # Errors
    /// `OutOfMemory` if the search has to keep something and cannot.
    fn item_end(search: &mut Self::Search, bytes: &[u8]) -> Result<Option<(usize, bool)>>;

    /// Returns the least length of an item whose end was not found. It is at least the number of
    /// bytes that the search looked at.
    fn least(search: &Self::Search) -> u64;

    /// Returns the item without the bytes that separate it from the next; `None` if the record is
    /// only the end of the array, or white space.
    #[inline]
    fn item(record: &[u8]) -> Option<&[u8]> {
        (!record.is_empty()).then_some(record)
    }

    /// Counts the bytes in front that may stand between items and behind a document, such as white
    /// space.
    #[inline]
    fn blank(bytes: &[u8]) -> usize {
        let _ = bytes;
        0
    }

    /// Returns whether bytes may be the beginning of something that [`ArrayFormat::blank`] will
    /// count, such as a comment that does not end in them.
    #[inline]
    fn is_blank_so_far(bytes: &[u8]) -> bool {
        let _ = bytes;
        false
    }

    /// Makes the error of an input that ends where an item should begin. The caller adds its
    /// offset.
    fn no_item() -> Error;

    /// Returns the options for reading an item as a document: one container fewer may be open in
    /// it.
    fn in_array(options: &Self::ReadOptions) -> Self::ReadOptions;
}

/// The beginning of a document that may be an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// It is an array.
    Array {
        /// The length of its head, in bytes.
        len: usize,
        /// The number of items, if the head holds it.
        items: Option<u64>,
    },
    /// The bytes do not show it yet.
    Unknown,
    /// The document is not an array.
    Other,
}

/// A format of records that are the items of one array: an input is one document of `F`.
///
/// [`Splitter`](super::Splitter) and [`RecordReader`](super::RecordReader) give the items of an
/// array of any length, in memory for one of them. Items are counted from 0. The array counts in
/// the limit of depth: in an item, one container fewer may be open.
///
/// An array that ends too early, and bytes behind the array, are errors that come after all items.
#[derive(Clone, Copy, Debug)]
pub struct Items<F>(PhantomData<F>);

/// The state of the search for the ends of items.
#[derive(Debug, Default)]
pub struct ItemSearch<S> {
    place: Position,
    /// The bytes that stand before the first item, until that was found.
    head: usize,
    item: S,
}

#[derive(Clone, Copy, Debug, Default)]
enum Position {
    /// Before the array.
    #[default]
    Begin,
    /// Before an item or the end, with the number of items that remain, if the head of the array
    /// holds it.
    Inside(Option<u64>),
    /// Behind the array.
    Behind,
    /// The document is not an array.
    Other,
}

impl<S> ItemSearch<S> {
    /// Passes the head of the array that `bytes` begin with, if it is all there.
    fn enter<F: ArrayFormat>(&mut self, bytes: &[u8]) {
        if self.head == 0 {
            if bytes.len() < F::MARK.len() && F::MARK.starts_with(bytes) {
                return;
            }
            if bytes.starts_with(F::MARK) {
                self.head = F::MARK.len();
            }
        }
        self.head += F::blank(&bytes[self.head..]);
        match F::head(&bytes[self.head..]) {
            Head::Array { len, items } => {
                self.head += len;
                self.place = match items {
                    Some(0) => Position::Behind,
                    _ => Position::Inside(items),
                };
            }
            Head::Unknown => {}
            Head::Other => self.place = Position::Other,
        }
    }
}

impl<F: ArrayFormat> Items<F> {
    /// Returns whether a document that begins with `head` is an array; `None` if `head` does not
    /// show it yet.
    pub fn is_array(head: &[u8]) -> Option<bool> {
        let mut search = ItemSearch::<F::Search>::default();
        search.enter::<F>(head);
        match search.place {
            Position::Begin => None,
            Position::Other => Some(false),
            _ => Some(true),
        }
    }
}

impl<F: ArrayFormat> RecordFormat for Items<F> {
    const BEHIND: &'static [u8] = b"";
    const LINES: bool = false;
    const ENDS: bool = true;

    type Search = ItemSearch<F::Search>;

    #[inline]
    fn between() -> ItemSearch<F::Search> {
        ItemSearch {
            place: Position::Inside(None),
            ..ItemSearch::default()
        }
    }

    #[inline]
    fn end(search: &mut ItemSearch<F::Search>, bytes: &[u8]) -> Result<Option<usize>> {
        if matches!(search.place, Position::Begin) {
            search.enter::<F>(bytes);
        }
        match &mut search.place {
            Position::Begin => Ok(None),
            Position::Inside(left) => {
                let items = bytes.get(search.head..).unwrap_or_default();
                let Some((end, mut last)) = F::item_end(&mut search.item, items)? else {
                    return Ok(None);
                };
                search.item = F::Search::default();
                if let Some(left) = left {
                    if F::item(&items[..end]).is_none() {
                        // A break, in an array whose head holds the number of its items.
                        return Err(in_context::<F>(F::SECOND, &items[..end]));
                    }
                    *left -= 1;
                    last |= *left == 0;
                }
                if last {
                    search.place = Position::Behind;
                }
                Ok(Some(core::mem::take(&mut search.head) + end))
            }
            Position::Behind => {
                let end = core::mem::take(&mut search.head);
                match end + F::blank(&bytes[end..]) {
                    0 if bytes.is_empty() || F::is_blank_so_far(bytes) => Ok(None),
                    0 => Err(in_context::<F>(F::EMPTY, bytes)),
                    end => Ok(Some(end)),
                }
            }
            Position::Other => {
                Err(Error::expected(ErrorKind::TypeMismatch, "an array").with_offset(0))
            }
        }
    }

    #[inline]
    fn least(search: &ItemSearch<F::Search>) -> u64 {
        (search.head as u64).saturating_add(F::least(&search.item))
    }

    fn before_first(input: &[u8]) -> usize {
        let mut search = ItemSearch::<F::Search>::default();
        search.enter::<F>(input);
        let behind = input.get(search.head..).unwrap_or_default();
        match search.place {
            // The input ends inside the head.
            Position::Begin => input.len(),
            Position::Inside(None) => {
                let blank = F::blank(behind);
                match behind[blank..].starts_with(F::CLOSE) {
                    true => search.head + blank + F::CLOSE.len(),
                    false => search.head,
                }
            }
            _ => search.head,
        }
    }

    #[inline]
    fn document(record: &[u8]) -> Option<&[u8]> {
        F::item(record)
    }

    #[cold]
    fn check_last(record: &[u8]) -> Result {
        if F::item(record).is_none() {
            return Ok(());
        }
        let error = drive_in_context::<F>(F::SECOND, record, &Limits::NONE.into());
        Err(error.unwrap_or_else(|| F::no_item().with_offset(record.len())))
    }

    #[cold]
    fn check_end(search: &ItemSearch<F::Search>) -> Result {
        match search.place {
            Position::Behind => Ok(()),
            _ => Err(F::no_item().or_path(Vec::new).with_offset(0)),
        }
    }

    #[cold]
    fn explain(record: &[u8], first: bool, options: &F::ReadOptions, error: Error) -> Error {
        let before = if first { F::FIRST } else { F::SECOND };
        match drive_in_context::<F>(before, record, options) {
            // A sink may have refused a value before the place where the reader fails.
            Some(other) if error.offset().is_some_and(|at| other.offset() <= Some(at)) => other,
            _ => error,
        }
    }
}

/// Reads `before` and `bytes` as one document. Returns the error, with its offset in `bytes`.
fn drive_in_context<F: ArrayFormat>(
    before: &[u8],
    bytes: &[u8],
    options: &F::ReadOptions,
) -> Option<Error> {
    let mut document = Vec::new();
    if document
        .try_reserve_exact(before.len() + bytes.len())
        .is_err()
    {
        return Some(Error::out_of_memory());
    }
    document.extend_from_slice(before);
    document.extend_from_slice(bytes);
    let scratch = &mut F::Scratch::default();
    let error = F::drive(&document, options, scratch, &mut Discard).err()?;
    let offset = error.offset();
    let offset = offset.map(|offset| offset.saturating_sub(before.len()));
    // The number of the item belongs to the temporary document only.
    let steps = match error.steps() {
        Some([Step::Index(_), inside @ ..]) => Some(inside.to_vec()),
        _ => None,
    };
    let error = match offset {
        Some(offset) => error.with_offset(offset),
        None => error,
    };
    Some(match steps {
        Some(steps) => error.with_path(steps),
        None => error,
    })
}

/// How many bytes of the input an error shows at most.
const SHOWN: usize = 64;

/// Makes the error of bytes that cannot stand behind `before`.
#[cold]
fn in_context<F: ArrayFormat>(before: &[u8], bytes: &[u8]) -> Error {
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let error = drive_in_context::<F>(before, shown, &Limits::NONE.into());
    let error = error.unwrap_or_else(|| Error::new(ErrorKind::TrailingData).with_offset(0));
    error.or_offset(0)
}

impl<F: ArrayFormat> Format for Items<F> {
    const NAME: &'static str = F::NAME;
    const EXTENSIONS: &'static [&'static str] = F::EXTENSIONS;
    const PROFILE: crate::Profile = F::PROFILE;

    type ReadOptions = F::ReadOptions;
    type Scratch = F::Scratch;
    type WriteOptions = F::WriteOptions;
    type Writer = F::Writer;

    #[inline(always)]
    fn limits(options: &F::ReadOptions) -> &Limits {
        F::limits(options)
    }

    #[inline(always)]
    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &F::ReadOptions,
        scratch: &mut F::Scratch,
        sink: &mut S,
    ) -> Result {
        check_mark::<F>(input)?;
        F::drive(input, &F::in_array(options), scratch, sink)
    }

    #[inline(always)]
    fn read<'de, R: Read<'de>>(
        input: &'de [u8],
        options: &F::ReadOptions,
        read: R,
    ) -> Result<R::Output> {
        check_mark::<F>(input)?;
        F::read(input, &F::in_array(options), read)
    }

    fn writer(options: &F::WriteOptions, buffer: Vec<u8>) -> F::Writer {
        F::writer(options, buffer)
    }

    fn finish(writer: F::Writer) -> Result<Vec<u8>> {
        F::finish(writer)
    }

    fn abandon(writer: F::Writer) -> Vec<u8> {
        F::abandon(writer)
    }
}

/// Checks that an item does not begin with a mark that may stand before a document only.
#[inline(always)]
fn check_mark<F: ArrayFormat>(item: &[u8]) -> Result {
    match !F::MARK.is_empty() && item.starts_with(F::MARK) {
        true => refuse_mark::<F>(item),
        false => Ok(()),
    }
}

/// Refuses the mark that `item` begins with, if the format refuses it inside an array.
#[cold]
fn refuse_mark<F: ArrayFormat>(item: &[u8]) -> Result {
    let limits = Limits::NONE.into();
    match drive_in_context::<F>(F::SECOND, item, &limits) {
        Some(error) if error.offset() == Some(0) => Err(error),
        _ => Ok(()),
    }
}
