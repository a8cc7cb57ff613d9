//! What a `build.rs` calls: schemas into code below `OUT_DIR`.

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use varvel_flatbuffers::reflect::bfbs;
use varvel_schema::fbs::{Disk, Problems, Schema, parse};

use crate::{Backend, Rust, Unsupported};

/// Makes Rust of schemas when a crate is built.
///
/// ```no_run
/// // In `build.rs`:
/// varvel_codegen::Builder::default().include("schemas").compile("schemas/monster.fbs");
/// ```
///
/// In the crate then: `#[allow(dead_code, reason = "generated")] mod monster { include!(concat!(env!("OUT_DIR"), "/monster.rs")); }`
#[derive(Clone, Debug, Default)]
pub struct Builder {
    folders: Vec<PathBuf>,
}

impl Builder {
    /// With this folder among those in which included files are looked for.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// Writes the code of a schema (`.fbs` or `.bfbs`) below `OUT_DIR`, and tells cargo on which files that depends. If anything fails,
    /// it is shown, and the build ends.
    pub fn compile(&self, schema: impl AsRef<Path>) {
        let Some(out) = std::env::var_os("OUT_DIR") else {
            eprintln!("error: OUT_DIR is not set: call this from a build.rs");
            std::process::exit(1);
        };
        match self.write(schema.as_ref(), Path::new(&out)) {
            Ok(files) => files
                .iter()
                .for_each(|file| println!("cargo::rerun-if-changed={file}")),
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(1);
            }
        }
    }

    /// Writes the code of a schema (`.fbs` or `.bfbs`) into a folder, under the name of the schema. Gives the schema's files. A
    /// file that has these bytes already is left alone, another is replaced as a whole.
    ///
    /// # Errors
    /// What is wrong with the schema, or why the file cannot be written.
    pub fn write(&self, schema: &Path, out: &Path) -> Result<Vec<String>, BuildError> {
        let (parsed, files) = self.read(schema)?;
        let code = Rust.generate(&parsed).map_err(BuildError::Unsupported)?;
        // What stands behind a point in it is part of the name, as in `monster.v2.fbs`.
        let mut name = schema.file_stem().unwrap_or_default().to_owned();
        name.push(".");
        name.push(Rust.extension());
        let path = out.join(name);
        let written = match fs::read(&path) {
            Ok(old) if old == code.as_bytes() => Ok(()),
            _ => replace(&path, out, code.as_bytes()),
        };
        written.map_err(|error| BuildError::Io(path, error))?;
        Ok(files)
    }

    /// A schema with the names of its files.
    fn read(&self, schema: &Path) -> Result<(Schema, Vec<String>), BuildError> {
        let shown = schema.display().to_string();
        // What cannot be read is told as text.
        if let Ok(bytes) = fs::read(schema)
            && bfbs::is_binary(&bytes)
        {
            return match bfbs::read(&bytes) {
                Ok(read) => Ok((read, vec![shown])),
                Err(error) => Err(BuildError::Binary(schema.to_owned(), error.into())),
            };
        }
        let disk = self
            .folders
            .iter()
            .fold(Disk::default(), |disk, folder| disk.searched(folder));
        let mut read = parse(&shown, &disk).map_err(BuildError::Schema)?;
        let files = std::mem::take(&mut read.files);
        Ok((read, files.into_iter().map(|file| file.name).collect()))
    }
}

/// Writes a file beside the one that it then takes the place of.
fn replace(path: &Path, folder: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut names = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        names.permissions(fs::Permissions::from_mode(0o666)); // less what the umask takes
    }
    let mut file: NamedTempFile = names.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Why there is no code.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The schema is wrong.
    Schema(Problems),
    /// The binary schema is wrong.
    Binary(PathBuf, Box<dyn std::error::Error + Send + Sync>),
    /// It cannot be said in Rust.
    Unsupported(Unsupported),
    /// The file cannot be written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(problems) => problems.fmt(f),
            Self::Binary(path, error) => write!(f, "error: {}: {error}", path.display()),
            Self::Unsupported(what) => what.fmt(f),
            Self::Io(path, error) => write!(f, "error: cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for BuildError {}
