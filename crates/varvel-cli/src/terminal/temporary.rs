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
use crate::terminal::ending;

/// Makes a file in `folder`, lets `fill` write it, makes it durable, and lets `place` give it its
/// name. Until then it has none or a temporary one, and is removed if anything fails.
///
/// It has the permissions of any new file. If it is to replace an `old` one, it has those of that
/// file instead, and nobody else can open it before.
pub fn file_in<E: From<io::Error>>(
    folder: &Path,
    old: Option<&File>,
    fill: impl FnOnce(&File) -> Result<(), E>,
    place: impl FnOnce(TempPath) -> io::Result<()>,
) -> Result<(), E> {
    let mut names = Builder::new();
    names.prefix(".varvel-").suffix(".tmp");
    #[cfg(target_os = "linux")]
    if let Ok(mut file) = nameless::open(folder) {
        fill(&file)?;
        finish(&file, old)?;
        // A signal comes before it has a name, or after that is the name of the output.
        let mut placed = ending::hold();
        if let Ok(named) = names.make_in(folder, |path| nameless::name(&file, path)) {
            place(named.into_temp_path())?;
            *placed = true;
            return Ok(());
        }
        drop(placed);
        // This file cannot be named, perhaps because `/proc` is missing: make a copy with a name.
        file.rewind()?;
        let copy = named_in(folder, &mut names, old.is_some())?;
        io::copy(&mut file, &mut copy.as_file())?;
        finish(copy.as_file(), old)?;
        return Ok(ending::placing(|| place(copy.into_temp_path()))?);
    }
    let file = named_in(folder, &mut names, old.is_some())?;
    fill(file.as_file())?;
    finish(file.as_file(), old)?;
    Ok(ending::placing(|| place(file.into_temp_path()))?)
}

/// Gives a file that was written what it takes over from the `old` one, and makes it durable.
fn finish(new: &File, old: Option<&File>) -> io::Result<()> {
    if let Some(old) = old {
        varvel_files::take_over(new, old)?;
    }
    new.sync_all()
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

/// Makes a new file with a name, with the permissions of any new file or for its owner alone.
fn named_in(
    folder: &Path,
    names: &mut Builder<'_, '_>,
    owner_only: bool,
) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = if owner_only { 0o600 } else { 0o666 }; // less the bits of the umask
        names.permissions(std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = owner_only;
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;

    #[test]
    fn a_file_that_will_replace_another_is_for_its_owner_alone_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = named_in(folder.path(), &mut Builder::new(), true).unwrap();
        assert_eq!(file.as_file().metadata().unwrap().mode() & 0o077, 0);
    }
}
