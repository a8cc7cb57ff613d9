//! Miri on the crates that hold `unsafe` code, and on values, which threads share.
//!
//! Three runs of a crate with `unsafe`: the default borrow model, tree borrows, and a big-endian target,
//! where a mistaken byte order or width shows. Values get one run, and their threads take turns in
//! several orders. Miri is slow: a test that needs many rounds lowers their number under `cfg!(miri)`.

use anyhow::Result;

use crate::cmd::Cmd;
use crate::toolchain::{self, NIGHTLY};

/// The crates whose unsafe code has tests of its own; which of these the other models run, too: those
/// that walk through all of the unsafe code, in minutes.
const CRATES: &[(&str, &str)] = &[
    ("varvel-raw", "--lib --tests"),
    (
        "varvel-frozen",
        "--lib --test vectors --test lookup --test parts --test column",
    ),
];

/// The tests of values.
const VALUES: &str = "-p varvel-value --lib --test thin_slice --test operations";

/// Those of threads that share one, and the seeds of the orders in which they take turns.
const THREADS: &str = "-p varvel-value --test threads";
const SEEDS: &str = "-Zmiri-many-seeds=0..2";

/// Big-endian, 64 bits.
const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

/// Tests may read vectors from the checkout, which Miri's isolation would refuse.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-strict-provenance";

/// Runs Miri over all of them.
pub fn run() -> Result<()> {
    toolchain::ensure(NIGHTLY, &["miri", "rust-src"])?;
    let tree = format!("{FLAGS} -Zmiri-tree-borrows");
    for (name, tests) in CRATES {
        for (flags, target, tests) in [
            (FLAGS, None, "--lib --tests"),
            (tree.as_str(), None, *tests),
            (FLAGS, Some(BIG_ENDIAN), *tests),
        ] {
            test(flags, target, &format!("-p {name} {tests}"))?;
        }
    }
    test(FLAGS, None, VALUES)?;
    test(&format!("{FLAGS} {SEEDS}"), None, THREADS)
}

/// Runs these tests. Documentation examples are left to `cargo xtask test`: each would start Miri anew.
fn test(flags: &str, target: Option<&str>, tests: &str) -> Result<()> {
    let mut cmd = Cmd::cargo_of(NIGHTLY, "miri test")
        .args(tests.split(' '))
        .env("MIRIFLAGS", flags);
    if let Some(target) = target {
        cmd = cmd.args(["--target", target]);
    }
    cmd.run()
}
