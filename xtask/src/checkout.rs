//! The checkout that is worked on.

use std::path::{Path, PathBuf};

/// Returns the root of the checkout from which this program was built.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Returns the folder in which cargo builds: `CARGO_TARGET_DIR`, or `target` at the root.
pub fn target_dir() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// Returns whether this is a run of CI, where the checkout is a clean clone.
pub fn in_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}
