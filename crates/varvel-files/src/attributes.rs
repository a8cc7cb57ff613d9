//! Owner, permissions, access list and attributes: what a file takes over from the one that it
//! replaces.
//!
//! The invariant: nobody may do with the new file what the old one did not allow. In a file with an
//! access list (`setfacl`) the mode's bits of the group are only the most that the list gives. So
//! the mode without the list would allow the group more. Anything that cannot be taken over is an
//! error, except for owner and group, which only the superuser can choose freely.

use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

/// The bits of a mode that run a file as its owner, and as its group.
const SET_USER: u32 = 0o4000;
const SET_GROUP: u32 = 0o2000;

/// Gives a new file what it has to take over from the `old` one, which it will replace: owner and
/// group as far as the system lets us, permissions, access list and extended attributes. Until then
/// only its owner should be able to open the new file.
///
/// # Errors
/// Those of the system: for anything that cannot be taken over but owner and group.
pub fn take_over(new: &File, old: &File) -> io::Result<()> {
    let was = old.metadata()?;
    let now = owned(new, was.uid(), was.gid())?;
    let (user_lost, group_lost) = (now.uid() != was.uid(), now.gid() != was.gid());
    let listed = extended::take_over(new, old, group_lost)?;
    let mut mode = was.mode() & 0o7777;
    if user_lost {
        mode &= !SET_USER;
    }
    if group_lost {
        mode = without_group(mode) & !SET_GROUP;
    }
    let now = new.metadata()?.mode() & 0o7777;
    if listed {
        // The bits follow from the list.
        mode = mode & !0o777 | now & 0o777;
    }
    match mode == now {
        true => Ok(()),
        false => new.set_permissions(Permissions::from_mode(mode)),
    }
}

/// Gives a file this owner and group as far as the system lets us. For anyone but the superuser the
/// file stays theirs, as with any editor, and the group is one of theirs.
fn owned(file: &File, user: u32, group: u32) -> io::Result<std::fs::Metadata> {
    let now = file.metadata()?;
    if (now.uid(), now.gid()) == (user, group) {
        return Ok(now);
    }
    let _ = fchown(file, Some(user), Some(group)).or_else(|_| fchown(file, None, Some(group)));
    file.metadata()
}

/// Returns the mode for a file whose group is another one. The members of the old group are among
/// the others now, so group and others may do only what both could.
fn without_group(mode: u32) -> u32 {
    let both = mode >> 3 & mode & 0o7;
    mode & !0o077 | both << 3 | both
}

/// Extended attributes, of which the access lists of Linux are some.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod extended {
    use std::fs::File;
    use std::io;

    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    use rustix::io::Errno;

    /// The attributes that are access lists: those of POSIX, of NFS 4, and of file systems with
    /// lists like those of NFS.
    const POSIX_LIST: &str = "system.posix_acl_access";
    const LISTS: [&str; 3] = [POSIX_LIST, "system.nfs4_acl", "system.richacl"];
    /// These hold for the old content only. The kernel removes the first at any write, and computes
    /// the others by itself.
    const OF_CONTENT: [&str; 3] = ["security.capability", "security.ima", "security.evm"];
    /// The error for an attribute that a file does not have.
    #[cfg(target_os = "linux")]
    const MISSING: Errno = Errno::NODATA;
    #[cfg(target_vendor = "apple")]
    const MISSING: Errno = Errno::NOATTR;

    /// Takes the attributes over. Returns whether an access list is among them.
    pub fn take_over(new: &File, old: &File, group_lost: bool) -> io::Result<bool> {
        let names = names(old)?;
        let is_list = |name: &str| LISTS.contains(&name);
        if !names.iter().any(|name| name == POSIX_LIST) {
            remove_inherited_list(new)?;
        }
        for name in names.iter().filter(|name| is_taken(name)) {
            let what = match is_list(name) {
                true => "its access list".to_owned(),
                false => format!("its attribute {name}"),
            };
            set(new, old, name, group_lost).map_err(|cause| {
                let cause = io::Error::from(cause);
                io::Error::new(cause.kind(), format!("{what} cannot be kept: {cause}"))
            })?;
        }
        Ok(names.iter().any(|name| is_list(name)))
    }

    /// Returns whether an attribute says something about a file for its users. Others describe how
    /// the file system stores it.
    fn is_taken(name: &str) -> bool {
        let open = ["security.", "trusted.", "user."];
        cfg!(target_vendor = "apple")
            || LISTS.contains(&name)
            || open.iter().any(|kind| name.starts_with(kind)) && !OF_CONTENT.contains(&name)
    }

    /// Sets an attribute to its old value, unless the new file has that value already.
    fn set(new: &File, old: &File, name: &str, group_lost: bool) -> Result<(), Errno> {
        let Some(mut value) = value(old, name)? else {
            return Ok(()); // somebody has just removed it
        };
        if group_lost && LISTS.contains(&name) {
            value = super::list::without_group(&value).ok_or(Errno::OPNOTSUPP)?;
        }
        // A security module gives each file a label, which often cannot be set.
        if matches!(self::value(new, name), Ok(Some(has)) if has == value) {
            return Ok(());
        }
        match fsetxattr(new, name, &value, XattrFlags::empty()) {
            // The file system has no such attributes, and so no place for one.
            Err(Errno::OPNOTSUPP) if name.starts_with("user.") => Ok(()),
            // The system of macOS reserves some of these for itself.
            Err(Errno::PERM | Errno::ACCESS) if name.starts_with("com.apple.") => Ok(()),
            result => result,
        }
    }

    /// Removes the access list that a new file has from its folder.
    fn remove_inherited_list(new: &File) -> io::Result<()> {
        match fremovexattr(new, POSIX_LIST) {
            Err(MISSING | Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
            // macOS knows no attribute of this name.
            Err(_) if cfg!(target_vendor = "apple") => Ok(()),
            result => Ok(result?),
        }
    }

    /// Returns the names of the attributes.
    fn names(file: &File) -> io::Result<Vec<String>> {
        let list = match grown(|room| flistxattr(file, room)) {
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(Vec::new()),
            list => list?,
        };
        let names = list
            .split(|&byte| byte == 0)
            .filter(|name| !name.is_empty());
        let name = |name: &[u8]| String::from_utf8(name.to_vec()).map_err(io::Error::other);
        names.map(name).collect()
    }

    /// Returns the value of an attribute, if the file has it.
    fn value(file: &File, name: &str) -> Result<Option<Vec<u8>>, Errno> {
        match grown(|room| fgetxattr(file, name, room)) {
            Err(MISSING) => Ok(None),
            value => value.map(Some),
        }
    }

    /// Returns what `read` puts into room that is large enough. Linux has no values above 64 KiB.
    fn grown(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
        const MOST: usize = 1 << 26;
        let mut room = vec![0; 1 << 10];
        loop {
            match read(&mut room) {
                Err(Errno::RANGE) if room.len() < MOST => room.resize(room.len() * 4, 0),
                len => {
                    room.truncate(len?);
                    return Ok(room);
                }
            }
        }
    }
}

/// The bytes of an access list of POSIX, as `<linux/posix_acl_xattr.h>` has them: a version, then
/// entries of a tag, permissions and the number of a user or group.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod list {
    const VERSION: u32 = 2;
    const OWNING_GROUP: u16 = 0x04;
    const MASK: u16 = 0x10;
    const OTHERS: u16 = 0x20;

    /// Returns the list for a file whose group is another one: group and others may do only what
    /// both could. Returns `None` if the bytes are no access list.
    pub fn without_group(list: &[u8]) -> Option<Vec<u8>> {
        let (version, entries) = list.split_first_chunk::<4>()?;
        let (entries, []) = entries.as_chunks::<8>() else {
            return None;
        };
        if u32::from_le_bytes(*version) != VERSION {
            return None;
        }
        let tag = |entry: &[u8; 8]| u16::from_le_bytes([entry[0], entry[1]]);
        let allowed = |of: u16| {
            let entry = entries.iter().find(|entry| tag(entry) == of)?;
            Some(u16::from_le_bytes([entry[2], entry[3]]))
        };
        let both = allowed(OWNING_GROUP)? & allowed(OTHERS)? & allowed(MASK).unwrap_or(0o7);
        let mut changed = version.to_vec();
        for entry in entries {
            let mut entry = *entry;
            if matches!(tag(&entry), OWNING_GROUP | OTHERS) {
                [entry[2], entry[3]] = both.to_le_bytes();
            }
            changed.extend_from_slice(&entry);
        }
        Some(changed)
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
mod extended {
    use std::fs::File;
    use std::io;

    /// No attributes are known here, and so no access list is among them.
    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub fn take_over(_: &File, _: &File, _: bool) -> io::Result<bool> {
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_group_nobody_gains() {
        for (mode, kept) in [
            (0o640, 0o600),
            (0o664, 0o644),
            (0o604, 0o600),
            (0o6777, 0o6777),
        ] {
            assert_eq!(without_group(mode), kept, "{mode:o}");
        }
    }
}
