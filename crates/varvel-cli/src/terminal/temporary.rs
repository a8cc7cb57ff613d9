//! A new file that takes the place of another once it is whole.
//!
//! On Linux it has no name while it is written: if anything ends the command meanwhile, be it
//! Ctrl-C or the loss of power, nothing is left. On other systems, and on file systems without such
//! files, it has a temporary name, which is removed unless the command is killed.

use std::fs::File;
use std::io::{self, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::{Builder, NamedTempFile, TempPath};

use crate::files::input::shown;

/// Makes a file in `folder` with the permissions of any new file, lets `fill` write it, and makes
/// it durable. It has a temporary name, and is removed unless it is persisted.
pub fn file_in<E: From<io::Error>>(
    folder: &Path,
    fill: impl FnOnce(&File) -> Result<(), E>,
) -> Result<TempPath, E> {
    let mut names = Builder::new();
    names.prefix(".varvel-").suffix(".tmp");
    #[cfg(target_os = "linux")]
    if let Ok(mut file) = nameless::open(folder) {
        fill(&file)?;
        file.sync_all()?;
        if let Ok(named) = names.make_in(folder, |path| nameless::name(&file, path)) {
            return Ok(named.into_temp_path());
        }
        // This file cannot be named, perhaps because `/proc` is missing: make a copy with a name.
        file.rewind()?;
        let copy = named_in(folder, &mut names)?;
        io::copy(&mut file, &mut copy.as_file())?;
        copy.as_file()
            .set_permissions(file.metadata()?.permissions())?;
        copy.as_file().sync_all()?;
        return Ok(copy.into_temp_path());
    }
    let file = named_in(folder, &mut names)?;
    fill(file.as_file())?;
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

/// The files with names, for [`remove`]. A file that was persisted no longer has this name.
static NAMED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes temporary files that have names if the command ends early.
#[cfg(unix)]
pub fn remove() {
    if let Ok(named) = NAMED.lock() {
        for path in named.iter() {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Makes a new file with a name.
fn named_in(folder: &Path, names: &mut Builder<'_, '_>) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        names.permissions(std::fs::Permissions::from_mode(0o666)); // less the bits of the umask
    }
    let file = names
        .tempfile_in(folder)
        .map_err(|cause| match cause.kind() {
            io::ErrorKind::PermissionDenied => {
                let what = format!("no permission to make files in {}", shown(folder));
                io::Error::new(cause.kind(), what)
            }
            _ => cause,
        })?;
    if let Ok(mut named) = NAMED.lock() {
        named.push(file.path().to_owned());
    }
    Ok(file)
}

/// Files without a name: `O_TMPFILE`, open(2).
#[cfg(target_os = "linux")]
mod nameless {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, OFlags, linkat};

    pub fn open(folder: &Path) -> io::Result<File> {
        let flags = OFlags::TMPFILE.bits().cast_signed();
        let mut options = OpenOptions::new();
        options
            .read(true)
            .write(true)
            .custom_flags(flags)
            .open(folder)
    }

    /// Gives the file its name by the link to it in `/proc`, as open(2) shows.
    pub fn name(file: &File, path: &Path) -> io::Result<()> {
        let link = format!("/proc/self/fd/{}", file.as_raw_fd());
        linkat(CWD, link, CWD, path, AtFlags::SYMLINK_FOLLOW)?;
        Ok(())
    }
}
