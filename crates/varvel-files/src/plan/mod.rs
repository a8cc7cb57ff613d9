//! [`plan()`]: cuts a file into splits.
//!
//! | room | cuts |
//! |---|---|
//! | `lines` | lines, near each boundary |
//! | `gzip` | members of a gzip file |
//! | `zstd` | frames of a zstd file |
//! | `segments` | segments of a frozen stream |

mod gzip;
mod lines;
mod segments;
mod zstd;

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroU64;
use std::path::Path;

use crate::split::{Cut, Split, modified};
use crate::{Compression, Refused};

/// The default of the size of splits in bytes: 128 MiB.
pub const SPLIT_BYTES: NonZeroU64 = NonZeroU64::new(128 << 20).unwrap();

/// Plans the splits of the file at `path`, in the order of the file. `format` is the word of its
/// format.
///
/// A split has about `size` bytes of the file, compressed as it is, or more where there is no
/// boundary. The plan has one split at least, also of an empty file.
///
/// | file | boundaries | cost |
/// |---|---|---|
/// | `ndjson` | ends of lines | some KiB are read near each boundary |
/// | `ndjson` with gzip, made of small members (BGZF) | members | the head of each member |
/// | `ndjson` with gzip | members | the file is unpacked once, unless it is at most `size` long |
/// | `ndjson` with zstd | frames | the seek table, or else the head of each block |
/// | `frozen-stream` | segments | the index |
/// | any other | none: one split | nothing |
///
/// ```
/// use std::io::Read;
/// use std::num::NonZeroU64;
/// use varvel_files::{MAX_EXPANSION, Part, plan};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("numbers.ndjson");
/// std::fs::write(&path, "1\n22\n333\n4444\n")?;
/// let mut texts = Vec::new();
/// for split in plan(&path, "ndjson", NonZeroU64::new(4).unwrap())? {
///     let mut text = String::new();
///     Part::open(&split?, MAX_EXPANSION)?.read_to_string(&mut text)?;
///     texts.push(text);
/// }
/// assert_eq!(texts, ["1\n22\n", "333\n", "4444\n"]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of reading the file, and [`Refused`] if it is no file, if its name is not
/// UTF-8, or if it is damaged. The plan returns them, too, and ends then.
pub fn plan(path: &Path, format: &str, size: NonZeroU64) -> io::Result<Plan> {
    let Some(name) = path.to_str() else {
        return Err(Refused::split(
            "its name is not UTF-8, so no plan can hold it",
        ));
    };
    // Opening a pipe would wait for who writes into it.
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(Refused::split("it is no file, and only files have splits"));
    }
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let mut head = Vec::new();
    (&mut file).take(4).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    let compression = Compression::of_bytes(&head);
    let length = metadata.len();
    let boundaries = match (Cut::of(format, compression), compression) {
        (Cut::Segments, _) => Boundaries::Segments(segments::Segments::new(file)?),
        (Cut::Whole, _) => Boundaries::End,
        _ if length <= size.get() => Boundaries::End,
        (Cut::Lines, None) => Boundaries::Lines(file),
        (Cut::Lines, Some(Compression::Gzip)) => Boundaries::Members(gzip::Members::new(file)),
        (Cut::Lines, Some(Compression::Zstd)) => {
            Boundaries::Frames(zstd::Frames::new(path, length)?)
        }
    };
    Ok(Plan {
        next: Some(Split {
            file: name.to_owned(),
            length,
            modified: modified(&metadata),
            format: format.to_owned(),
            compression,
            start: 0,
            end: 0,
            segment: None,
            record: None,
        }),
        boundaries,
        size: size.get(),
    })
}

/// The splits of a file: see [`plan()`]. They are found one by one.
#[derive(Debug)]
pub struct Plan {
    /// The beginning of the next split.
    next: Option<Split>,
    boundaries: Boundaries,
    size: u64,
}

/// The places where a file is cut.
#[derive(Debug)]
enum Boundaries {
    /// The end of the file alone.
    End,
    Lines(File),
    Members(gzip::Members),
    Frames(zstd::Frames),
    Segments(segments::Segments),
}

impl Iterator for Plan {
    type Item = io::Result<Split>;

    fn next(&mut self) -> Option<io::Result<Split>> {
        let mut split = self.next.take()?;
        let (start, length) = (split.start, split.length);
        if let Boundaries::Segments(segments) = &mut self.boundaries {
            let more = segments.next(&mut split, self.size);
            self.next = more.then(|| split.clone());
            return Some(Ok(split));
        }
        let target = start.saturating_add(self.size);
        let end = match &mut self.boundaries {
            _ if target >= length => Ok(length),
            Boundaries::Lines(file) => lines::boundary(file, target, length),
            Boundaries::Members(members) => members.boundary(target, length),
            Boundaries::Frames(frames) => frames.boundary(target, length),
            Boundaries::End | Boundaries::Segments(_) => Ok(length),
        };
        Some(end.map(|end| {
            split.end = end;
            if end < length {
                let start = end;
                self.next = Some(Split {
                    start,
                    ..split.clone()
                });
            }
            split
        }))
    }
}
