//! Converts records of any number and size: lines of JSON, values of binary formats and frozen
//! streams ([`Format`]) into each other, on all cores, in bounded memory and in order.
//!
//! | from, to | call |
//! |---|---|
//! | any [`Format`] to any | [`convert()`]; [`convert_slice`] for an input in memory |
//! | any to the end of a frozen stream | [`append`] |
//! | any, only checked | [`check`] |
//! | any, folded into one value: a sum, a schema | [`fold()`], with a [`Reduce`] |
//! | one array, whose items are the records | [`Options::array`] |
//! | a part of a file | [`Options::part`] |
//! | an input that comes slowly | [`Options::prompt`] |
//! | a bad record | it stops the work, with its place; or [`Watch::bad`] sets it aside |
//! | the progress | [`Watch::progress`], which may also end the work |
//!
//! ```
//! use varvel::records::{Format, Options, Watch, convert};
//! use varvel::{Limits, Stream};
//! let lines = "{\"id\": 1, \"tags\": [\"a\"]}\n\n{\"id\": 2, \"tags\": []}\n";
//! let mut stream = Vec::new();
//! let done = convert(
//!     lines.as_bytes(), Format::Ndjson,
//!     &mut stream, Format::Frozen,
//!     &Options::default(), Watch::default(),
//! )?;
//! assert_eq!(done.records, 2);
//! let stream = Stream::open(stream, Limits::DEFAULT)?;
//! assert_eq!(stream.record(1)?.field("id")?.i64()?, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a record is
//! * **NDJSON**: a line with one JSON document, ended by a line feed or the end of the input; a
//!   carriage return before that is white space. Lines of white space are skipped, and so is a byte
//!   order mark before a document. Each line of the output ends with a line feed.
//!   With [`Options::several`] a line may hold several documents.
//! * **JSON5**: a document; the next one follows on the same line or any other, behind white space,
//!   a comment, or nothing if a bracket or a quote tells them apart.
//! * **MessagePack** and other binary formats: a value; the next one follows without anything in
//!   between.
//! * **Frozen stream**: a record of it. The records of one block become one segment, so
//!   [`Options::block_bytes`] sets the size of segments.
//!
//! # One by one
//! [`RecordReader`](crate::format::RecordReader) returns the documents of an input one by one, and
//! [`Splitter`](crate::format::Splitter) finds those of pieces that come in some other way:
//!
//! ```
//! use varvel::format::Splitter;
//! use varvel::json::{self, Json};
//! let mut lines = Splitter::<Json>::new(&varvel::Limits::DEFAULT);
//! let mut sum = 0;
//! for mut piece in [&b"[1,"[..], b"2]\n\n[3", b"]\n"] {
//!     while let Some(line) = lines.next(&mut piece)? {
//!         sum += json::from_slice::<Vec<u32>>(line.document)?.iter().sum::<u32>();
//!     }
//! }
//! assert_eq!((sum, lines.finish()?), (6, None));
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # The output
//! The output depends on the input and the options, and not on the number of threads. If a record
//! stops the work, all records before it are written. To leave nothing half-written, write another
//! file and rename it.
//!
//! # Memory
//! The work takes at most 64 MiB and 16 times the longest record, read or written. A segment of a
//! frozen stream counts as one record. No more threads work than fit in that. The value that
//! [`fold()`] makes comes on top; a value that waits to be merged has room in these bounds if it
//! keeps to [`Reduce::held`].
//!
//! | room | holds |
//! |---|---|
//! | `options` | the choices and callbacks of a caller; the formats |
//! | `failure` | the reasons for stopping, and reports on bad records |
//! | `fold` | records folded into a value |
//! | `fitting` | records that fit a JSON Schema |
//! | `blocks` | the input in blocks of whole records |
//! | `input` | the records of a block, and the events of each |
//! | `pass` | passes records to their output |
//! | `convert` | converts a block of records into the other format |
//! | `output` | the outputs: bytes, segments, or nothing |
//! | `in_turn` | writes results in order |
//! | `reader` | records one by one |
//! | `pool` | the threads, and their memory |

mod blocks;
mod convert;
mod failure;
#[cfg(feature = "schema")]
mod fitting;
mod fold;
mod in_turn;
mod input;
mod options;
mod output;
mod pass;
mod pool;
mod reader;

use std::io::{self, Read, Write};

use crate::{StreamOptions, StreamWriter};

use blocks::Cutter;
use convert::Job;
pub use failure::{BadRecord, Failure, Unit};
#[cfg(feature = "schema")]
pub use fitting::Fitting;
pub use fold::{Events, Reduce, fold};
use in_turn::{Kept, Ordered, Output};
pub use options::{Format, Options, Part, Progress, Row, Visit, Watch};
pub use reader::{Each, Reader};

/// Converts the records of `input` into another format, or anew into the same.
///
/// The input is read to its end and the output flushed. New threads read, convert and write,
/// besides the calling one.
///
/// ```
/// use varvel::records::{Format, Options, Watch, convert};
/// let lines = "[1, 2.50]\r\n{ }";
/// let mut output = Vec::new();
/// convert(lines.as_bytes(), Format::Ndjson, &mut output, Format::Ndjson, &Options::default(), Watch::default())?;
/// assert_eq!(output, b"[1,2.5]\n{}\n");
/// # Ok::<(), varvel::records::Failure>(())
/// ```
///
/// # Errors
/// Returns the first error in the order of the input: see [`Failure`].
pub fn convert(
    input: impl Read + Send,
    from: Format,
    output: impl Write + Send,
    to: Format,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Progress, Failure> {
    let cutter = Cutter::new(input, from, options);
    run_into(cutter, from, output, to, options, watch)
}

/// Converts records like [`convert()`], from an input that is in memory or mapped there. The
/// records are not copied.
///
/// ```
/// use varvel::records::{Format, Options, Watch, convert_slice};
/// let mut output = Vec::new();
/// let (input, options) = (b"[1, 2.50]\n", Options::default());
/// convert_slice(input, Format::Ndjson, &mut output, Format::Ndjson, &options, Watch::default())?;
/// assert_eq!(output, b"[1,2.5]\n");
/// # Ok::<(), varvel::records::Failure>(())
/// ```
///
/// # Errors
/// Returns the failures of [`convert()`].
pub fn convert_slice(
    input: &[u8],
    from: Format,
    output: impl Write + Send,
    to: Format,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Progress, Failure> {
    let cutter = Cutter::lent(input, from, options);
    run_into(cutter, from, output, to, options, watch)
}

/// Converts the records of `input`, and appends them to a frozen stream. The index is written at
/// the end.
///
/// ```
/// use std::io::Cursor;
/// use varvel::records::{Format, Options, Watch, append};
/// use varvel::{StreamOptions, StreamWriter};
/// let mut writer = StreamWriter::new(Cursor::new(Vec::new()), StreamOptions::DEFAULT);
/// writer.push("yesterday")?;
/// let mut file = writer.finish()?;
///
/// let mut writer = StreamWriter::append(&mut file, StreamOptions::DEFAULT)?;
/// append("\"today\"\n".as_bytes(), Format::Ndjson, &mut writer, &Options::default(), Watch::default())?;
/// assert_eq!(writer.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the failures of [`convert()`]. The records before the error are then written behind the
/// stream, but without an index: they are no part of the stream until more is written.
pub fn append<W: Write + Send>(
    input: impl Read + Send,
    from: Format,
    writer: &mut StreamWriter<W>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Progress, Failure> {
    let cutter = Cutter::new(input, from, options);
    let output = Output::Segments(writer);
    run(cutter, from, output, Some(Format::Frozen), options, watch)
}

/// Reads the records of `input`, each to its end, and writes nothing: this counts the records and
/// checks them.
///
/// ```
/// use varvel::records::{Format, Options, Watch, check};
/// // One document, an array whose items are the records.
/// let options = Options { array: true, ..Options::DEFAULT };
/// let done = check(&b"[1, {\"a\": 2},\n 3]"[..], Format::Ndjson, &options, Watch::default())?;
/// assert_eq!(done.records, 3);
/// let failure = check(&b"[1, 2 3]"[..], Format::Ndjson, &options, Watch::default()).unwrap_err();
/// assert!(failure.to_string().starts_with("value 1: invalid syntax: expected `,` or `]`, found `3`"));
/// # Ok::<(), varvel::records::Failure>(())
/// ```
///
/// # Errors
/// Returns the failures of [`convert()`]. A value that another format could not hold is no error.
pub fn check(
    input: impl Read + Send,
    from: Format,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Progress, Failure> {
    let cutter = Cutter::new(input, from, options);
    run(
        cutter,
        from,
        Output::Bytes(io::sink()),
        None,
        options,
        watch,
    )
}

/// Converts the records of `cutter` into a new output.
fn run_into<R: Read + Send>(
    cutter: Cutter<'_, R>,
    from: Format,
    output: impl Write + Send,
    to: Format,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Progress, Failure> {
    if to != Format::Frozen {
        return run(
            cutter,
            from,
            Output::Bytes(output),
            Some(to),
            options,
            watch,
        );
    }
    let mut output = Kept::new(output);
    let mut writer = StreamWriter::new(&mut output, StreamOptions::DEFAULT);
    let segments = Output::Segments(&mut writer);
    let result = run(cutter, from, segments, Some(to), options, watch);
    drop(writer);
    result.map_err(|failure| output.cause(failure))
}

fn run<R: Read + Send, W: Write + Send>(
    cutter: Cutter<'_, R>,
    from: Format,
    output: Output<'_, W>,
    to: Option<Format>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Progress, Failure> {
    let job = Job {
        from,
        to,
        options: Options {
            block_bytes: options.block_bytes.max(1),
            ..*options
        },
        aside: watch.bad.is_some(),
    };
    let mut ordered = Ordered::new(output, watch, &from.facts(options.array), options);
    pool::run(cutter, &mut |part| ordered.write(part), &job)?;
    ordered.finish()
}
