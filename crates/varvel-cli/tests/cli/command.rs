//! A folder for each test, in which the command runs.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// How long a test waits for something that the command does. Only a command that hangs takes so
/// long, also on a machine that does much else.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A scratch folder.
pub struct Folder(tempfile::TempDir);

/// The output of a run, and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Returns a folder with files in it.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.at(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.at(name)).unwrap()).unwrap()
    }

    /// Returns the names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Returns the command, ready to run here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_varvel"));
        command.args(arguments).current_dir(self.path());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs the command with nothing on standard input.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).stdin(Stdio::null()).output())
    }

    /// Runs the command with `input` on standard input.
    pub fn run_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The command may leave its input unread.
        let _ = child.stdin.take().unwrap().write_all(input);
        Ran::of(child.wait_with_output())
    }
}

impl Ran {
    fn of(output: std::io::Result<Output>) -> Self {
        let output = output.unwrap();
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Returns the run that went well and printed `out`.
pub fn good(out: &str) -> Ran {
    Ran {
        code: 0,
        out: out.into(),
        err: String::new(),
    }
}

/// Returns the run that printed nothing but an error.
pub fn bad(code: i32, err: &str) -> Ran {
    Ran {
        code,
        out: String::new(),
        err: err.into(),
    }
}

/// Returns whether permissions do not stop this user, so that a test of them shows nothing.
#[cfg(unix)]
pub fn is_superuser() -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    folder.write("locked", "");
    fs::set_permissions(folder.at("locked"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::File::open(folder.at("locked")).is_ok()
}
