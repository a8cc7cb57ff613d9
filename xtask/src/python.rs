//! Python: environments with the packages of others.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};

/// Returns the program of an environment that has the packages of `requirements.txt` in `folder`.
/// It is made, or made anew, if the list is another one than when it was made. Environments are
/// apart from each other, because packages of one would move the versions of another.
pub fn environment(name: &str, folder: &str) -> Result<PathBuf> {
    let wanted = root().join(folder).join("requirements.txt");
    let list = fs::read_to_string(&wanted).with_context(|| format!("{}", wanted.display()))?;
    let home = target_dir().join("python").join(name);
    let python = home.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let kept = home.join("requirements.txt");
    if fs::read_to_string(&kept).is_ok_and(|kept| kept == list) {
        return Ok(python);
    }
    Cmd::new("python3 -m venv --clear")
        .arg(home.to_string_lossy())
        .run()?;
    Cmd::new(&python.to_string_lossy())
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--requirement",
        ])
        .arg(wanted.to_string_lossy())
        .run()?;
    fs::write(&kept, list).with_context(|| format!("{}", kept.display()))?;
    Ok(python)
}
