//! Outputs: standard output, or a file that is replaced as a whole or not at all.
//!
//! A new file is written in its folder ([`temporary`]), made durable, and renamed over the old one.
//! If anything fails before that, the old file stays as it was, and no temporary file is left. A
//! pipe, a device, or a stream that the process has already ([`descriptor`]) is written to
//! directly.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use varvel_files::Compression;

use crate::files::input::{is_stream, shown};
use crate::terminal::exit::Failure;
use crate::terminal::{descriptor, report, temporary};

/// A place to write to.
#[derive(Clone, Copy, Debug)]
pub enum Output<'a> {
    /// Standard output.
    Stream,
    /// The stream of this name, which the process has under this number.
    Descriptor(&'a Path, u32),
    /// The file of this name.
    File(&'a Path),
    /// The file of this name, which does not exist: if another process makes it meanwhile, that one
    /// stays.
    New(&'a Path),
}

impl<'a> Output<'a> {
    /// Returns the place that the user named; nothing, `-` and names such as `/dev/stdout` are
    /// standard output.
    pub fn named(path: Option<&'a Path>) -> Self {
        let Some(path) = path.filter(|path| !is_stream(path)) else {
            return Self::Stream;
        };
        match descriptor::named(path) {
            Some(1) => Self::Stream,
            Some(number) => Self::Descriptor(path, number),
            None => Self::File(path),
        }
    }

    /// Returns whether a person would see the output.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Stream) && io::stdout().is_terminal()
    }

    /// Returns the name of the file.
    pub fn path(&self) -> Option<&'a Path> {
        match self {
            Self::Stream => None,
            Self::Descriptor(path, _) | Self::File(path) | Self::New(path) => Some(path),
        }
    }

    /// Returns whether a failed [`Output::fill`] leaves nothing of its output: a file is replaced
    /// as a whole, but a pipe or a device is written to directly.
    pub fn replaces_a_file(&self) -> bool {
        match self {
            Self::Stream | Self::Descriptor(..) => false,
            Self::File(path) | Self::New(path) => {
                fs::metadata(path).map_or(true, |metadata| metadata.is_file())
            }
        }
    }

    /// Returns how it is compressed, by its name.
    pub fn compression(&self) -> Option<Compression> {
        match self {
            Self::Stream | Self::Descriptor(..) => None,
            Self::File(path) | Self::New(path) => Compression::of_name(path),
        }
    }

    /// Writes all of `bytes`.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.fill(|out| out.write_all(bytes).map_err(|_| Failure::quiet()))
    }

    /// Writes the output of `fill`. If that fails, a file stays as it was.
    ///
    /// An error of the output becomes the failure, whatever `fill` makes of it.
    pub fn fill(
        &self,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let how = self.compression();
        match self {
            Self::Stream => {
                filled(io::stdout(), how, fill).map_err(|stop| stop.into_failure(to_stdout))
            }
            Self::Descriptor(path, number) => descriptor::open(*number)
                .map_err(Stop::Output)
                .and_then(|stream| filled(stream, how, fill))
                .map_err(|stop| stop.into_failure(|cause| to_file(path, cause))),
            Self::File(path) => replace(path, |file| filled(file, how, fill))
                .map_err(|stop| stop.into_failure(|cause| to_file(path, cause))),
            Self::New(path) => make(path, |file| filled(file, how, fill))
                .map_err(|stop| stop.into_failure(|cause| to_file(path, cause))),
        }
    }
}

/// Writes to standard output.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    Output::Stream.write(bytes)
}

/// Returns the failure of standard output: a quiet one if nobody reads any more.
pub fn to_stdout(cause: &io::Error) -> Failure {
    match cause.kind() {
        io::ErrorKind::BrokenPipe => Failure::quiet(),
        _ => report::io("write to standard output", cause),
    }
}

fn to_file(path: &Path, cause: &io::Error) -> Failure {
    report::io(&format!("write {}", shown(path)), cause)
}

/// Why an output was not written to its end.
pub enum Stop {
    /// The output failed.
    Output(io::Error),
    /// The content could not be made.
    Work(Failure),
}

impl From<io::Error> for Stop {
    fn from(cause: io::Error) -> Self {
        Self::Output(cause)
    }
}

impl Stop {
    fn into_failure(self, of_output: impl FnOnce(&io::Error) -> Failure) -> Failure {
        match self {
            Self::Output(cause) => of_output(&cause),
            Self::Work(failure) => failure,
        }
    }
}

/// An output that keeps the error with which it failed.
struct Remembering<'a, W> {
    output: W,
    failed: &'a Mutex<Option<io::Error>>,
}

impl<W: Write> Remembering<'_, W> {
    fn remember<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|cause| {
            let kind = cause.kind();
            if kind != io::ErrorKind::Interrupted
                && let Ok(mut failed) = self.failed.lock()
            {
                *failed = Some(cause);
            }
            kind.into()
        })
    }
}

impl<W: Write> Write for Remembering<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.output.write(bytes);
        self.remember(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.output.flush();
        self.remember(result)
    }
}

/// Lets `fill` write to `output`, with compression.
fn filled(
    output: impl Write + Send,
    how: Option<Compression>,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Failure>,
) -> Result<(), Stop> {
    let failed = Mutex::new(None);
    let output = Remembering {
        output,
        failed: &failed,
    };
    let written = (|| {
        let mut output = varvel_files::Writer::new(BufWriter::new(output), how)?;
        fill(&mut output).map_err(Stop::Work)?;
        output.finish()?;
        Ok(())
    })();
    match failed.into_inner() {
        Ok(Some(cause)) => Err(Stop::Output(cause)),
        _ => written,
    }
}

/// Ends a text with a line break.
pub fn with_newline(mut text: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let reserved = text.try_reserve_exact(1);
    reserved.map_err(|_| report::io("hold the output", &io::ErrorKind::OutOfMemory.into()))?;
    text.push(b'\n');
    Ok(text)
}

/// Replaces a file by the output of `fill`, as a whole or not at all.
fn replace(path: &Path, fill: impl FnOnce(&File) -> Result<(), Stop>) -> Result<(), Stop> {
    let old = match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(Stop::Output(io::ErrorKind::IsADirectory.into())),
        // There is nothing to replace.
        Ok(old) if !old.is_file() => return fill(&OpenOptions::new().write(true).open(path)?),
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let (old, target) = match old {
        // The rename would not check whether the file may be written; opening it does.
        Some(_) => {
            let old = OpenOptions::new().append(true).open(path)?;
            (Some(old), fs::canonicalize(path)?)
        }
        None => (None, end_of_links(path)?),
    };
    let folder = folder_of(&target)?;
    temporary::file_in::<Stop>(folder, old.as_ref(), fill, |new| {
        new.persist(&target).map_err(|error| error.error)
    })?;
    keep_name(folder);
    Ok(())
}

/// Makes a file from the output of `fill`, as a whole or not at all.
fn make(path: &Path, fill: impl FnOnce(&File) -> Result<(), Stop>) -> Result<(), Stop> {
    let target = end_of_links(path)?;
    let folder = folder_of(&target)?;
    temporary::file_in::<Stop>(folder, None, fill, |new| {
        let placed = new.persist_noclobber(&target);
        placed.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => {
                let what = "another process has made it meanwhile";
                io::Error::new(io::ErrorKind::AlreadyExists, what)
            }
            _ => error.error,
        })
    })?;
    keep_name(folder);
    Ok(())
}

/// Returns the folder of `target`.
fn folder_of(target: &Path) -> io::Result<&Path> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let what = format!("there is no folder {}", shown(folder));
        return Err(io::Error::new(io::ErrorKind::NotFound, what));
    }
    Ok(folder)
}

/// Makes the new name survive a loss of power. Not every file system can promise that.
fn keep_name(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Returns the place that a name of no existing file leads to: itself, or the end of symbolic
/// links.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..descriptor::LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its symbolic links lead in a ring"))
}
