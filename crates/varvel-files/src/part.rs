//! [`Part`]: reads a split.
//!
//! A plain split owns the lines that begin in its range. The byte before the range shows whether a
//! line begins with the range. In a compressed file that byte is in another member or frame. So
//! there a line that begins at the very boundary of two splits belongs to the first of them. Both
//! rules give each line to one split, wherever the boundaries are.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom, Take};

use varvel::records::{self, BadRecord};

use crate::split::Cut;
use crate::{Compression, Refused, Split, unpack};

/// The bytes that are read at once.
const STEP: usize = 64 << 10;

/// The records of a split, as bytes: lines, unpacked and whole, or segments of a frozen stream.
///
/// The first line may begin after the split's start, and the last one go on after its end. A split
/// without a beginning of a line is empty.
///
/// ```
/// use std::io::Read;
/// use varvel_files::{MAX_EXPANSION, Part, Split};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("a.ndjson");
/// std::fs::write(&path, "[1]\n[22]\n[333]\n")?;
/// // A program may cut a file of lines at any byte.
/// let split = |start, end| Split {
///     file: path.to_str().unwrap().to_owned(),
///     length: 15,
///     modified: None,
///     format: "ndjson".to_owned(),
///     compression: None,
///     start,
///     end,
///     segment: None,
///     record: None,
/// };
/// let read = |start, end| -> std::io::Result<String> {
///     let mut text = String::new();
///     Part::open(&split(start, end), MAX_EXPANSION)?.read_to_string(&mut text)?;
///     Ok(text)
/// };
/// assert_eq!(read(0, 5)?, "[1]\n[22]\n");
/// assert_eq!(read(5, 7)?, "");
/// assert_eq!(read(7, 15)?, "[333]\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Part {
    split: Split,
    max_expansion: u64,
    content: Content,
    /// The unpacked bytes of the split before its first line.
    skipped: u64,
}

/// The part of a file before the first record of a split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The number of bytes, unpacked.
    pub bytes: u64,
    /// The number of lines.
    pub lines: u64,
}

enum Content {
    /// No line begins in the split.
    Empty,
    Lines(Lines),
    Packed(Packed),
    Segments(Take<File>),
}

impl Part {
    /// Opens a split, checks that it fits the file, and finds the first line.
    ///
    /// A compressed split may expand to `max_expansion` times its size, and to 1 MiB in any case.
    ///
    /// # Errors
    /// Returns [`Refused::Split`] if the split does not fit the file, or if its format cannot be
    /// read in parts; and the errors of reading the file. Reading returns [`Refused::Damaged`] if
    /// the split is not made of whole members or frames.
    pub fn open(split: &Split, max_expansion: u64) -> io::Result<Self> {
        let mut part = Self {
            split: split.clone(),
            max_expansion,
            content: Content::Empty,
            skipped: 0,
        };
        part.rewind()?;
        Ok(part)
    }

    /// Goes back to the first record.
    ///
    /// # Errors
    /// Returns the errors of [`Part::open`].
    pub fn rewind(&mut self) -> io::Result<()> {
        let mut file = self.split.open()?;
        let Split { start, end, .. } = self.split;
        self.skipped = 0;
        let cut = Cut::of(&self.split.format, self.split.compression);
        self.content = match (cut, self.split.compression) {
            (Cut::Whole, _) => {
                let why = format!("{} is not read in parts", self.split.format);
                return Err(Refused::split(why));
            }
            (Cut::Segments, _) => {
                file.seek(SeekFrom::Start(start))?;
                Content::Segments(file.take(end - start))
            }
            (Cut::Lines, None) => match Lines::new(file, start, end)? {
                Some(lines) => {
                    self.skipped = lines.at - start;
                    Content::Lines(lines)
                }
                None => Content::Empty,
            },
            (Cut::Lines, Some(_)) if start == end => Content::Empty,
            (Cut::Lines, Some(how)) => {
                let mut packed = Packed::new(file, &self.split, how, self.max_expansion)?;
                // The line at the start began in a split before this one.
                let begins = match start {
                    0 => true,
                    _ => {
                        let (skipped, ended) = skip_line(&mut packed.own)?;
                        self.skipped = skipped;
                        ended
                    }
                };
                match begins {
                    true => Content::Packed(packed),
                    false => Content::Empty,
                }
            }
        };
        Ok(())
    }

    /// Returns the split.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// Returns where in the file the records come from.
    pub fn origin(&self) -> Origin {
        Origin {
            split: self.split.clone(),
            skipped: self.skipped,
        }
    }
}

/// Where the records of a [`Part`] are in their file.
#[derive(Clone, Debug)]
pub struct Origin {
    split: Split,
    /// The unpacked bytes of the split before its first line.
    skipped: u64,
}

impl Origin {
    /// Returns the place of the first record, for reading with
    /// [`Options::part`](varvel::records::Options::part).
    ///
    /// The number of lines before it is not known, and given as 0; nor is the offset in a
    /// compressed file, which is given as 1 if the split does not begin the file.
    /// [`Origin::before`] counts both, and [`Origin::locate`] adds them to the place of a bad
    /// record.
    pub fn place(&self) -> records::Part {
        let start = self.split.start;
        records::Part {
            offset: match self.split.compression {
                None => start + self.skipped,
                Some(_) => start.min(1),
            },
            number: self.split.segment.unwrap_or(0),
            record: self.split.record.unwrap_or(0),
        }
    }

    /// Counts the lines and bytes of the file before the first record. This reads, and unpacks, the
    /// file up to there: it is for the report on an error.
    ///
    /// # Errors
    /// Returns the errors of reading the file.
    pub fn before(&self) -> io::Result<Before> {
        let Split {
            start, compression, ..
        } = self.split;
        let file = self.split.open()?;
        let mut before = match compression {
            None => return counted(file.take(start + self.skipped)),
            Some(_) if start == 0 => return Ok(Before::default()),
            // The split says nothing about how far the bytes before it expand.
            Some(how) => counted(unpack(file.take(start), how, u64::MAX)?)?,
        };
        before.bytes += self.skipped;
        before.lines += u64::from(self.skipped > 0);
        Ok(before)
    }

    /// Returns a bad line, which was read from [`Origin::place`] on, with its place in the file.
    pub fn locate<'r>(&self, before: Before, record: &'r BadRecord<'_>) -> BadRecord<'r> {
        let Before { bytes, lines } = before;
        BadRecord {
            unit: record.unit,
            number: record.number + lines,
            offset: record.offset - self.place().offset + bytes,
            bytes: Cow::Borrowed(&record.bytes),
            error: record.error.clone(),
            start: record.start.map(|(line, column)| (line + lines, column)),
        }
    }
}

/// Counts all bytes and line feeds of `input`.
fn counted(input: impl Read) -> io::Result<Before> {
    let mut input = BufReader::with_capacity(STEP, input);
    let mut before = Before::default();
    loop {
        let bytes = match input.fill_buf() {
            Ok([]) => return Ok(before),
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        before.bytes += bytes.len() as u64;
        before.lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let count = bytes.len();
        input.consume(count);
    }
}

impl Read for Part {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.content {
            Content::Empty => Ok(0),
            Content::Lines(lines) => lines.read(buffer),
            Content::Packed(packed) => packed.read(buffer),
            Content::Segments(segments) => segments.read(buffer),
        }
    }
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part")
            .field("split", &self.split)
            .finish_non_exhaustive()
    }
}

/// Lines of a plain file.
struct Lines {
    input: BufReader<File>,
    /// The offset of the next byte.
    at: u64,
    /// The end of the split.
    end: u64,
    ended: bool,
}

impl Lines {
    /// Goes to the first line that begins in the range. Returns `None` if there is none.
    fn new(mut file: File, start: u64, end: u64) -> io::Result<Option<Self>> {
        let mut at = start.saturating_sub(1);
        file.seek(SeekFrom::Start(at))?;
        let mut input = BufReader::with_capacity(STEP, file);
        if start > 0 {
            at += skip_line(&mut input)?.0;
        }
        let lines = Self {
            input,
            at,
            end,
            ended: false,
        };
        Ok((at < end).then_some(lines))
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ended || buffer.is_empty() {
            return Ok(0);
        }
        // The line that holds the last byte of the split is the last one.
        let sure = (self.end - 1).saturating_sub(self.at);
        let count = match sure {
            0 => copy_line(&mut self.input, buffer, &mut self.ended)?,
            _ => {
                let most = usize::try_from(sure)
                    .unwrap_or(usize::MAX)
                    .min(buffer.len());
                self.input.read(&mut buffer[..most])?
            }
        };
        self.at += count as u64;
        Ok(count)
    }
}

/// Reads up to the end of a line, and not over it. `ended` becomes true if that was reached.
fn copy_line(input: &mut impl BufRead, buffer: &mut [u8], ended: &mut bool) -> io::Result<usize> {
    let bytes = input.fill_buf()?;
    let most = bytes.len().min(buffer.len());
    let bytes = &bytes[..most];
    let line = bytes.iter().position(|&byte| byte == b'\n');
    let count = line.map_or(most, |end| end + 1);
    buffer[..count].copy_from_slice(&bytes[..count]);
    *ended = line.is_some() || count == 0;
    input.consume(count);
    Ok(count)
}

/// Skips the rest of a line. Returns its length, and whether it ended.
fn skip_line(input: &mut impl BufRead) -> io::Result<(u64, bool)> {
    let mut skipped = 0;
    loop {
        let bytes = match input.fill_buf() {
            Ok([]) => return Ok((skipped, false)),
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let line = bytes.iter().position(|&byte| byte == b'\n');
        let count = line.map_or(bytes.len(), |end| end + 1);
        input.consume(count);
        skipped += count as u64;
        if line.is_some() {
            return Ok((skipped, true));
        }
    }
}

/// Unpacked bytes.
type Unpacked = BufReader<Box<dyn Read + Send>>;

/// Lines of a compressed file.
struct Packed {
    /// The bytes of the members or frames of the split.
    own: Unpacked,
    /// The bytes after them, where the last line ends.
    rest: Option<Unpacked>,
    split: Split,
    how: Compression,
    max_expansion: u64,
    ended: bool,
}

impl Packed {
    fn new(mut file: File, split: &Split, how: Compression, most: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(split.start))?;
        let own = unpack(file.take(split.end - split.start), how, most)?;
        Ok(Self {
            own: BufReader::with_capacity(STEP, own),
            rest: None,
            split: split.clone(),
            how,
            max_expansion: most,
            ended: split.end == split.length,
        })
    }

    /// Opens the members or frames after the split.
    fn open_rest(&self) -> io::Result<Unpacked> {
        let mut file = self.split.open()?;
        file.seek(SeekFrom::Start(self.split.end))?;
        let rest = unpack(file, self.how, self.max_expansion)?;
        Ok(BufReader::with_capacity(STEP, rest))
    }
}

impl Read for Packed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.rest.is_none() {
            let count = self.own.read(buffer)?;
            if count > 0 || self.ended {
                return Ok(count);
            }
            self.rest = Some(self.open_rest()?);
        }
        match &mut self.rest {
            Some(rest) if !self.ended => copy_line(rest, buffer, &mut self.ended),
            _ => Ok(0),
        }
    }
}
