//! Miri on the crates that hold `unsafe` code, on values, which threads share, and on what borrows from the input.
//!
//! Three runs of a crate with `unsafe`: the default borrow model, tree borrows, and a big-endian target,
//! where a mistaken byte order or width shows. Values get one run, and their threads take turns in
//! several orders. Miri is slow: a test that needs many rounds lowers their number under `cfg!(miri)`.

use anyhow::Result;

use crate::cmd::{Cmd, two_at_a_time};
use crate::toolchain::{self, NIGHTLY};

/// A crate with unsafe code, the tests that the default model runs, and those that the others run, too: what walks
/// through all of the unsafe code, in minutes.
const CRATES: &[(&str, &str, &str)] = &[
    ("varvel-raw", "--lib --tests", "--lib --tests"),
    (
        "varvel-frozen",
        "--lib --tests",
        "--lib --test vectors --test lookup --test parts --test column",
    ),
    // FlexBuffers have no unsafe code, and what goes to the official crate and back is that crate's for the most part.
    (
        "varvel-flatbuffers",
        "--lib --test object --test builder --test monster_data",
        "--lib --test object --test builder --test monster_data",
    ),
];

/// The tests of values.
const VALUES: &str = "-p varvel-value --lib --test thin_slice --test operations";

/// Those of what borrows from the text that it is read from.
const BORROWED: &str = "-p varvel-json -p varvel-msgpack --test borrowed";

/// Those of threads that share one, and the seeds of the orders in which they take turns.
const THREADS: &str = "-p varvel-value --test threads";
const SEEDS: &str = "-Zmiri-many-seeds=0..2";

/// Big-endian, 64 bits.
const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

/// Tests may read vectors from the checkout, which Miri's isolation would refuse.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-strict-provenance";

/// Runs Miri over all of them, two at a time: it uses one core.
pub fn run() -> Result<()> {
    toolchain::ensure(NIGHTLY, &["miri", "rust-src"])?;
    let tree = format!("{FLAGS} -Zmiri-tree-borrows");
    let mut runs = Vec::new();
    for (name, all, tests) in CRATES {
        let of = |tests: &str| format!("-p {name} {tests}");
        runs.push(command(FLAGS, None, &of(all)));
        runs.push(command(&tree, None, &of(tests)));
        runs.push(command(FLAGS, Some(BIG_ENDIAN), &of(tests)));
    }
    runs.push(command(FLAGS, None, VALUES));
    runs.push(command(FLAGS, None, BORROWED));
    runs.push(command(&format!("{FLAGS} {SEEDS}"), None, THREADS));

    two_at_a_time(runs, |run| run.run())
}

/// Runs these tests. Documentation examples are left to `cargo xtask test`: each would start Miri anew.
fn command(flags: &str, target: Option<&str>, tests: &str) -> Cmd {
    let cmd = Cmd::cargo_of(NIGHTLY, "miri test")
        .args(tests.split(' '))
        .env("MIRIFLAGS", flags);
    match target {
        Some(target) => cmd.args(["--target", target]),
        None => cmd,
    }
}
