//! `cargo xtask semver`: tests whether the public interface keeps the promises of an earlier
//! commit.

use anyhow::{Result, bail};

use crate::cmd::Cmd;
use crate::toolchain;
use crate::workspace::published_arguments;

/// Compares with `baseline`, a tag or commit; with the last tag if none is given.
pub fn run(baseline: Option<&str>) -> Result<()> {
    let last = Cmd::new("git describe --tags --abbrev=0").read();
    let Some(baseline) = baseline.or(last.as_deref().map(str::trim)) else {
        bail!(
            "there is no tag, so nothing was released; --baseline names a commit to compare with"
        );
    };
    toolchain::ensure_subcommand("semver-checks", "release")?;
    Cmd::cargo("semver-checks --baseline-rev")
        .arg(baseline)
        .args(published_arguments()?)
        .run()
}
