//! Miri on the crates that hold `unsafe` code.
//!
//! Three runs each: the default borrow model, tree borrows, and a big-endian target, where a mistaken
//! byte order or width shows. Miri is slow: a test that needs many rounds lowers their number under
//! `cfg!(miri)`.

use anyhow::Result;

use crate::cmd::Cmd;
use crate::toolchain::{self, NIGHTLY};

/// The crates whose unsafe code has tests of its own.
const CRATES: &[&str] = &["varvel-raw", "varvel-frozen"];

/// Big-endian, 64 bits.
const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

/// Tests may read vectors from the checkout, which Miri's isolation would refuse.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-strict-provenance";

/// Runs Miri over all of them.
pub fn run() -> Result<()> {
    toolchain::ensure(NIGHTLY, &["miri", "rust-src"])?;
    let tree = format!("{FLAGS} -Zmiri-tree-borrows");
    for name in CRATES {
        for (flags, target) in [
            (FLAGS, None),
            (tree.as_str(), None),
            (FLAGS, Some(BIG_ENDIAN)),
        ] {
            // Documentation examples are left to `cargo xtask test`: each would start Miri anew.
            let mut cmd = Cmd::cargo_of(NIGHTLY, "miri test --lib --tests -p")
                .arg(*name)
                .env("MIRIFLAGS", flags);
            if let Some(target) = target {
                cmd = cmd.args(["--target", target]);
            }
            cmd.run()?;
        }
    }
    Ok(())
}
