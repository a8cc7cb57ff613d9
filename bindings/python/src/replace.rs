//! Files that take the place of others once they are whole.
//!
//! Until then a file has a name of its own in the same folder, and is locked. Only a process that
//! is killed leaves one behind. A later process removes it: the lock is gone then.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The beginning and the end of the names of files that are not whole yet.
const BEGINNING: &str = ".varvel-";
const END: &str = ".part";

/// How long nobody has written a file that is removed. A folder may be on a file system where the
/// locks of other machines are not seen.
const LEFT: Duration = Duration::from_secs(24 * 60 * 60);

/// Writes a file beside `path` by `fill`, and gives it that name when it is whole. A file that was
/// there stays until then, and if an error ends it; the new one has its owner, permissions and
/// attributes. Where `path` is a link, it still leads to the file. A pipe or a device is written as
/// it is.
///
/// # Errors
/// Those of `fill`, and of the operating system by `system`.
pub fn replace<T, E>(
    path: &Path,
    fill: impl FnOnce(BufWriter<File>) -> Result<(BufWriter<File>, T), E>,
    system: impl Fn(&io::Error, &Path) -> E,
) -> Result<T, E> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let failed = |error: io::Error| system(&error, &path);
    let old = match fs::metadata(&path) {
        Ok(old) if old.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
        Ok(old) if !old.is_file() => {
            let file = File::options().write(true).open(&path).map_err(failed)?;
            let (mut file, made) = fill(BufWriter::new(file))?;
            file.flush().map_err(failed)?;
            return Ok(made);
        }
        // The rename would not check whether the file may be written; opening it does.
        Ok(_) => Some(File::options().append(true).open(&path).map_err(failed)?),
        Err(_) => None,
    };
    remove_left(&path);
    let part = beside(&path);
    let done = fill_part(&part, &path, old.as_ref(), fill, &system).and_then(|made| {
        fs::rename(&part, &path).map_err(|error| system(&error, &path))?;
        Ok(made)
    });
    if done.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&part);
    }
    done
}

fn fill_part<T, E>(
    part: &Path,
    path: &Path,
    old: Option<&File>,
    fill: impl FnOnce(BufWriter<File>) -> Result<(BufWriter<File>, T), E>,
    system: &impl Fn(&io::Error, &Path) -> E,
) -> Result<T, E> {
    // The caller knows nothing of the other name.
    let failed = |error: io::Error| system(&error, path);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if old.is_some() {
        // Nobody may read in it what the old one did not show.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let file = options.open(part).map_err(failed)?;
    // Without locks it stays if this process is killed.
    let _ = file.try_lock();
    let (file, made) = fill(BufWriter::new(file))?;
    let file = file
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    if let Some(old) = old {
        varvel_files::take_over(&file, old).map_err(failed)?;
    }
    file.sync_all().map_err(failed)?;
    Ok(made)
}

/// Replaces a file by one with these bytes.
///
/// # Errors
/// Those of the operating system.
pub fn replace_by(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let write = |mut file: BufWriter<File>| {
        file.write_all(bytes)?;
        Ok((file, ()))
    };
    replace(path, write, |error, _| match error.raw_os_error() {
        Some(number) => io::Error::from_raw_os_error(number),
        None => io::Error::new(error.kind(), error.to_string()),
    })
}

/// Returns the name of a new file in the same folder.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("{BEGINNING}{}-{count}{END}", std::process::id());
    path.with_file_name(name)
}

/// Removes files that processes which were killed have left in the folder of `path`. A folder is
/// looked at once, unless files go into several by turns.
fn remove_left(path: &Path) {
    static LAST: Mutex<Option<PathBuf>> = Mutex::new(None);
    let Some(folder) = path.parent() else { return };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if last.as_deref() == Some(folder) {
        return;
    }
    *last = Some(folder.to_owned());
    drop(last);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(BEGINNING) && name.ends_with(END) && is_left(&entry.path()) {
            // Another process may have removed it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether nobody writes a file any more.
fn is_left(path: &Path) -> bool {
    let is_left = || -> io::Result<bool> {
        let file = File::options().write(true).open(path)?;
        let age = file.metadata()?.modified()?.elapsed();
        Ok(age.is_ok_and(|age| age >= LEFT) && file.try_lock().is_ok())
    };
    is_left().unwrap_or(false)
}
