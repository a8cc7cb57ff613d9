//! [`Split`]: a part of a file that is read alone.

use std::fs::{self, File, Metadata};
use std::io;
use std::time::UNIX_EPOCH;

use varvel::{Decode, Encode};

use crate::{Compression, Refused};

/// A part of a file that can be read alone, as an object of a plan.
///
/// The splits of a [`plan()`](crate::plan()) have all records of the file, each in one of them.
/// They may be read in any order, at once, and on other machines that see the same file.
///
/// ```
/// use varvel::json;
/// use varvel_files::Split;
/// let text = r#"{"file":"a.ndjson","length":90,"format":"ndjson","start":30,"end":60}"#;
/// let split: Split = json::from_str(text)?;
/// assert_eq!(split.start, 30);
/// assert_eq!(json::to_string(&split)?, text);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[varvel(deny_unknown, none = "omit")]
pub struct Split {
    /// The file, as the plan's maker named it.
    pub file: String,
    /// The length of the whole file in bytes. A file of another length is refused.
    pub length: u64,
    /// The time of the file's last change, in microseconds since 1970. A file of another time is
    /// refused, unless this is missing.
    pub modified: Option<u64>,
    /// The word of the file's format.
    pub format: String,
    /// How the file is compressed; missing if it is not.
    pub compression: Option<Compression>,
    /// The offset of the first byte of the split in the file. In a compressed file this is the
    /// beginning of a gzip member or a zstd frame, in a frozen stream that of a segment.
    pub start: u64,
    /// The offset after the last byte of the split in the file. The last line may go on after it.
    pub end: u64,
    /// The number of the first segment, for a frozen stream.
    pub segment: Option<u64>,
    /// The number of the first record, for a frozen stream.
    pub record: Option<u64>,
}

/// The way in which a file is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// At any byte; each line belongs to the split in which it begins.
    Lines,
    /// Between segments of a frozen stream.
    Segments,
    /// Not at all.
    Whole,
}

impl Cut {
    /// Returns how files of this format are cut.
    pub fn of(format: &str, compression: Option<Compression>) -> Self {
        match (format, compression) {
            ("ndjson", _) => Self::Lines,
            ("frozen-stream", None) => Self::Segments,
            _ => Self::Whole,
        }
    }
}

impl Split {
    /// Returns whether files of this format have no other split than the whole file, which then is
    /// read as without a plan.
    pub fn is_whole(&self) -> bool {
        Cut::of(&self.format, self.compression) == Cut::Whole
    }

    /// Opens the file, and checks that the split fits it.
    ///
    /// # Errors
    /// Returns [`Refused::Split`] if the file has another length or was changed, or if the range is
    /// not one of the file; and the errors of opening it.
    pub fn open(&self) -> io::Result<File> {
        // Opening a pipe would wait for who writes into it.
        let kind = fs::metadata(&self.file)?;
        if kind.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        self.check(&kind)?;
        let file = File::open(&self.file)?;
        self.check(&file.metadata()?)?;
        Ok(file)
    }

    fn check(&self, metadata: &Metadata) -> io::Result<()> {
        let Self {
            length, start, end, ..
        } = *self;
        let found = metadata.len();
        if !metadata.is_file() {
            return Err(Refused::split("it is no file, and only files have splits"));
        }
        if found != length {
            let why = format!("it has {found} bytes, and had {length} when the split was planned");
            return Err(Refused::split(why));
        }
        if self
            .modified
            .is_some_and(|time| Some(time) != modified(metadata))
        {
            return Err(Refused::split("it was changed after the split was planned"));
        }
        if start > end || end > length {
            let why = format!("the split from {start} to {end} is no range of its {length} bytes");
            return Err(Refused::split(why));
        }
        let cut = Cut::of(&self.format, self.compression);
        if cut == Cut::Whole && (start, end) != (0, length) {
            let why = format!(
                "the format {} has no splits but the whole file",
                self.format
            );
            return Err(Refused::split(why));
        }
        let numbers = [self.segment, self.record];
        match cut {
            // A segment takes more than a byte, and so does a record with its segment.
            Cut::Segments if numbers.iter().all(|n| n.is_some_and(|n| n <= start)) => Ok(()),
            Cut::Segments => Err(Refused::split(
                "the split has no `segment` and `record`, the numbers of the first ones in it",
            )),
            _ if numbers != [None, None] => Err(Refused::split(
                "the split has a `segment` or a `record`, which only frozen streams have",
            )),
            _ => Ok(()),
        }
    }
}

/// Returns the time of the last change in microseconds since 1970, if the system has it.
pub fn modified(metadata: &Metadata) -> Option<u64> {
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(since.as_micros()).ok()
}
