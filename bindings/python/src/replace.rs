//! Files that take the place of others once they are whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file beside `path` by `fill`, and gives it that name when it is whole. A file that was
/// there stays until then, and if an error ends it; the new one has its permissions. Where `path`
/// is a link, it still leads to the file.
///
/// # Errors
/// Those of `fill`, and of the operating system by `system`.
pub fn replace<T, E>(
    path: &Path,
    fill: impl FnOnce(BufWriter<File>) -> Result<(BufWriter<File>, T), E>,
    system: impl Fn(&io::Error, &Path) -> E,
) -> Result<T, E> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let part = beside(&path);
    let done = fill_part(&part, &path, fill, &system).and_then(|made| {
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
    fill: impl FnOnce(BufWriter<File>) -> Result<(BufWriter<File>, T), E>,
    system: &impl Fn(&io::Error, &Path) -> E,
) -> Result<T, E> {
    // The caller knows nothing of the other name.
    let failed = |error: io::Error| system(&error, path);
    let file = File::options().write(true).create_new(true).open(part);
    let (file, made) = fill(BufWriter::new(file.map_err(failed)?))?;
    let file = file
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions()).map_err(failed)?;
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
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}.{count}.part", std::process::id()));
    path.with_file_name(name)
}
