//! Where results go: standard output, or a file that is replaced as a whole or not at all.
//!
//! A new file is written in the folder where it will stand ([`temporary`]), made durable, and renamed
//! over the old one. Whatever fails before that leaves the old file as it was and no temporary
//! behind. What is no file (a pipe, a device) is written to as it is.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::input::{is_stream, shown};
use crate::{report, temporary};

/// Symbolic links that are followed before they are taken for a ring.
const LINKS: usize = 40;

/// A place to write to.
#[derive(Clone, Copy, Debug)]
pub enum Output<'a> {
    /// Standard output.
    Stream,
    /// The file of this name.
    File(&'a Path),
}

impl<'a> Output<'a> {
    /// The place that the user named; nothing and `-` are standard output.
    pub fn named(path: Option<&'a Path>) -> Self {
        match path {
            Some(path) if !is_stream(path) => Self::File(path),
            _ => Self::Stream,
        }
    }

    /// Whether a person would see what is written.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Stream) && io::stdout().is_terminal()
    }

    /// Writes all of it.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stream => print(bytes),
            Self::File(path) => replace(path, bytes)
                .map_err(|cause| report::io(&format!("write {}", shown(path)), &cause)),
        }
    }
}

/// Writes to standard output.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|cause| match cause.kind() {
            io::ErrorKind::BrokenPipe => Failure::quiet(),
            _ => report::io("write to standard output", &cause),
        })
}

/// Ends a text as lines end.
pub fn with_newline(mut text: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let reserved = text.try_reserve_exact(1);
    reserved.map_err(|_| report::io("hold the output", &io::ErrorKind::OutOfMemory.into()))?;
    text.push(b'\n');
    Ok(text)
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => return write_through(path, bytes),
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = match old {
        // The rename would not ask whether the file may be written; opening it does.
        Some(_) => {
            OpenOptions::new().append(true).open(path)?;
            fs::canonicalize(path)?
        }
        None => end_of_links(path)?,
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let what = format!("there is no folder {}", shown(folder));
        return Err(io::Error::new(io::ErrorKind::NotFound, what));
    }
    let new = temporary::file_in(folder, |mut file| {
        file.write_all(bytes)?;
        match &old {
            Some(old) => keep_owner_and_permissions(file, old),
            None => Ok(()),
        }
    })?;
    new.persist(&target).map_err(|error| error.error)?;
    // The new name too should survive a loss of power. Not every file system can promise that.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Where a name leads to that no file has yet: itself, or the end of symbolic links.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its symbolic links lead in a ring"))
}

/// Gives a new file what the one that it replaces had.
fn keep_owner_and_permissions(new: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let now = new.metadata()?;
        if (now.uid(), now.gid()) != (old.uid(), old.gid()) {
            // Only the superuser may; for others the file becomes theirs, as with any editor.
            let _ = fchown(new, Some(old.uid()), Some(old.gid()));
        }
    }
    new.set_permissions(old.permissions())
}

/// Writes to what is no regular file: there is nothing to replace.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(bytes)
}
