//! Appending to a frozen stream. No other process appends meanwhile. If an error or Ctrl-C ends the
//! work, the stream becomes what it was before.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use varvel::{ErrorKind, Limits, StreamOptions, StreamReader, StreamWriter};
use varvel_files::is_at;

use crate::files::input::shown;
use crate::terminal::ending;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// The stream that is appended to, and its length before.
static ADDED_TO: Mutex<Option<(File, u64)>> = Mutex::new(None);

fn added_to() -> MutexGuard<'static, Option<(File, u64)>> {
    ADDED_TO.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what was appended if the command ends early. Nothing more is written as long as the
/// result lives.
#[must_use]
#[cfg(unix)]
pub fn take_back() -> impl Sized {
    let stream = added_to();
    if let Some((file, len)) = &*stream {
        // If this fails, the bytes behind the old end are no part of the stream.
        let _ = file.set_len(*len);
    }
    stream
}

/// A stream that grows. When it is dropped without [`Growing::keep`], the appended bytes are
/// removed.
pub struct Growing<'p> {
    /// The writer that appends.
    pub writer: StreamWriter<End>,
    path: &'p Path,
}

impl<'p> Growing<'p> {
    /// Opens the stream at `path` for this process alone.
    pub fn lock(path: &'p Path, limits: Limits) -> Result<Self, Failure> {
        let file = locked(path)?;
        let fails = |stop: Stop| match stop {
            Stop::Io(cause) => add_fails(path, &cause),
            Stop::Stream(error) => report::in_document(&shown(path), &error),
        };
        let end = end_of(&file, limits).map_err(fails)?;
        let writer = (|| {
            *added_to() = Some((file.try_clone()?, end));
            Ok(StreamWriter::append(End(file), StreamOptions::DEFAULT)?)
        })();
        let writer = writer.map_err(fails)?;
        Ok(Self { writer, path })
    }

    /// Keeps what was appended.
    pub fn keep(self) -> Result<(), Failure> {
        let mut stream = added_to();
        ending::placing(|| {
            if let Some((file, _)) = &*stream {
                file.sync_all()
                    .map_err(|cause| add_fails(self.path, &cause))?;
            }
            *stream = None;
            Ok(())
        })
    }
}

impl Drop for Growing<'_> {
    fn drop(&mut self) {
        let mut stream = added_to();
        if let Some((file, len)) = stream.take() {
            // If this fails, too, the bytes behind the old end are no part of the stream.
            let _ = file.set_len(len);
        }
    }
}

/// The file. Blocks are written one at a time, and none after [`take_back`].
pub struct End(File);

impl Write for End {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _held = added_to();
        self.0.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Read for End {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Seek for End {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

fn add_fails(path: &Path, cause: &io::Error) -> Failure {
    report::io(&format!("add to {}", shown(path)), cause)
}

/// How long to wait between two tries to lock a file, and how often it is tried: a minute in all.
const BETWEEN: Duration = Duration::from_millis(2);
const TRIES: usize = 30_000;

/// Locks a file. Returns whether another process adds to it. A reader that looks whether one does
/// shares its lock with others, and is waited for: where the machine is busy, its moment is long.
fn is_locked(file: &File) -> bool {
    for _ in 0..TRIES {
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return false;
        }
        if file.try_lock_shared().is_err() {
            return true;
        }
        let _ = file.unlock();
        thread::sleep(BETWEEN);
    }
    true
}

/// Opens the file at `path`, and locks it.
fn locked(path: &Path) -> Result<File, Failure> {
    let fails = |cause: io::Error| add_fails(path, &cause);
    loop {
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file = file.map_err(fails)?;
        if is_locked(&file) {
            let what = format!("cannot add to {}: another process does", shown(path));
            return Err(report::plain(Exit::Io, what, None));
        }
        // Another file may have taken its place between opening and locking.
        if is_at(&file, path).map_err(fails)? {
            return Ok(file);
        }
    }
}

/// Why the end of a stream was not found.
enum Stop {
    Io(io::Error),
    Stream(varvel::Error),
}

impl From<io::Error> for Stop {
    fn from(cause: io::Error) -> Self {
        Self::Io(cause)
    }
}

impl From<varvel::Error> for Stop {
    fn from(error: varvel::Error) -> Self {
        Self::Stream(error)
    }
}

/// Returns where the stream ends. A stream whose writing was cut off is cut back to its last whole
/// segment, and gets its index.
fn end_of(file: &File, limits: Limits) -> Result<u64, Stop> {
    let len = file.metadata()?.len();
    let error = match StreamWriter::append(file, StreamOptions::DEFAULT) {
        Ok(_) => return Ok(len),
        Err(error) if error.kind() != ErrorKind::InvalidFrozen => return Err(error.into()),
        Err(error) => error,
    };
    let stream = StreamReader::recover(file, limits)?;
    let end = stream.byte_len();
    if end == 0 || !is_cut_off(file, end, len)? {
        return Err(error.into());
    }
    file.set_len(end)?;
    stream.into_writer(StreamOptions::DEFAULT)?.finish()?;
    Ok(file.metadata()?.len())
}

/// Returns whether the bytes behind `end` are only the beginning of one block, as when writing was
/// cut off. This command leaves no other bytes there, so others may be worth something.
fn is_cut_off(mut file: &File, end: u64, len: u64) -> io::Result<bool> {
    const HEAD: usize = 16;
    file.seek(SeekFrom::Start(end))?;
    let mut head = Vec::with_capacity(HEAD);
    file.take(HEAD as u64).read_to_end(&mut head)?;
    let Some(length) = head.get(8..16).and_then(|bytes| bytes.try_into().ok()) else {
        return Ok(true);
    };
    // Only the padding up to the next block may be missing.
    let padded = u64::from_le_bytes(length).checked_next_multiple_of(8);
    Ok(head.starts_with(b"VRV") && padded.is_none_or(|padded| padded > len - end))
}
