//! The sources of schemas: files that the caller gives, in memory or on disk.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The path by which the file is opened, and its name in messages.
    pub path: String,
    /// A text that is equal for all paths to the same file, so that it is read once.
    pub identity: String,
}

/// Finds and reads the files that schemas name.
pub trait Files {
    /// Finds the file that the file at `from` calls `name`. `from` is `None` for the file that the
    /// caller names.
    fn find(&self, name: &str, from: Option<&str>) -> Option<Located>;

    /// Reads the bytes of a file that was found.
    ///
    /// # Errors
    /// Returns the reason why it cannot be read, as a part of a sentence.
    fn read(&self, file: &Located) -> Result<Vec<u8>, String>;
}

/// Files in memory, by their paths. `/` separates folders.
///
/// ```
/// use varvel::schema::fbs::{MemoryFiles, parse};
/// let files = MemoryFiles::default()
///     .with("shapes/point.fbs", "struct Point { x: int; y: int; }")
///     .with("map.fbs", "include \"point.fbs\"; table Map { at: Point; }")
///     .searched("shapes");
/// let schema = parse("map.fbs", &files)?;
/// assert_eq!(schema.objects[0].size, 8);
/// # Ok::<(), varvel::schema::fbs::Problems>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, String>,
    folders: Vec<String>,
}

impl MemoryFiles {
    /// Adds a file.
    pub fn with(mut self, path: &str, text: impl Into<String>) -> Self {
        self.files.insert(normal(path), text.into());
        self
    }

    /// Adds a folder to search for files that are not beside the file that includes them.
    pub fn searched(mut self, folder: &str) -> Self {
        self.folders.push(folder.into());
        self
    }
}

impl Files for MemoryFiles {
    fn find(&self, name: &str, from: Option<&str>) -> Option<Located> {
        let beside = from.map(|from| joined(parent(from), name));
        let searched = self.folders.iter().map(|folder| joined(folder, name));
        let candidates = beside.into_iter().chain([normal(name)]).chain(searched);
        let path = candidates
            .into_iter()
            .find(|path| self.files.contains_key(path))?;
        Some(Located {
            identity: path.clone(),
            path,
        })
    }

    fn read(&self, file: &Located) -> Result<Vec<u8>, String> {
        match self.files.get(&file.path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => Err("it is not there".into()),
        }
    }
}

/// Returns the folder of a path, or the empty string if it has none.
fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

fn joined(folder: &str, name: &str) -> String {
    match folder.is_empty() || name.starts_with('/') {
        true => normal(name),
        false => normal(&alloc::format!("{folder}/{name}")),
    }
}

/// Returns a path without `.`, and without `..` after a folder.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." if !parts.is_empty() || part == "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Files on disk.
///
/// ```
/// use varvel::schema::fbs::{Disk, ProblemKind, parse};
/// let problems = parse("no such file.fbs", &Disk::default()).unwrap_err();
/// assert_eq!(problems.iter().next().map(|problem| problem.kind), Some(ProblemKind::File));
/// ```
#[cfg(feature = "std")]
#[derive(Clone, Debug, Default)]
pub struct Disk {
    folders: Vec<std::path::PathBuf>,
}

/// The most bytes of a file that are read. An endless file (`/dev/zero`) is no schema.
#[cfg(feature = "std")]
const LONGEST: u64 = 64 << 20;

#[cfg(feature = "std")]
impl Disk {
    /// Adds a folder to search for files that are not beside the file that includes them.
    pub fn searched(mut self, folder: impl Into<std::path::PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }
}

#[cfg(feature = "std")]
impl Files for Disk {
    fn find(&self, name: &str, from: Option<&str>) -> Option<Located> {
        use std::path::Path;
        let beside = match from {
            Some(from) => Path::new(from).parent().map(|folder| folder.join(name)),
            None => Some(name.into()),
        };
        let searched = self.folders.iter().map(|folder| folder.join(name));
        beside.into_iter().chain(searched).find_map(|path| {
            let identity = path.canonicalize().ok()?;
            // A path that is not UTF-8 cannot be named in a schema.
            Some(Located {
                path: path.to_str()?.into(),
                identity: identity.to_str()?.into(),
            })
        })
    }

    fn read(&self, file: &Located) -> Result<Vec<u8>, String> {
        use std::io::Read as _;
        let mut bytes = Vec::new();
        std::fs::File::open(&file.path)
            .and_then(|opened| opened.take(LONGEST + 1).read_to_end(&mut bytes))
            .map_err(|error| alloc::format!("{error}"))?;
        match bytes.len() as u64 > LONGEST {
            true => Err("it is longer than 64 MiB, and so no schema".into()),
            false => Ok(bytes),
        }
    }
}
