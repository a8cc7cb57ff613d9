//! Runs Miri on the crates that hold `unsafe` code, on values, which threads share, and on types
//! that borrow from the input.
//!
//! The list of crates says which tests run, and under which models. Miri is slow: a test that needs
//! many rounds lowers their number under `cfg!(miri)`. If a crate changed, or a crate with `unsafe`
//! code that it uses, its tests run under stacked borrows, and its tests of threads. Tree borrows
//! and the big-endian target find little that stacked borrows do not, and take as long: they run in
//! turn, as do all tests of a crate whose unsafe code a few of them cover.

use anyhow::Result;

use crate::changes::Changes;
use crate::cmd::{Cmd, two_at_a_time};
use crate::crates::{CRATES, Miri, Model};
use crate::steps::part;
use crate::toolchain::{self, NIGHTLY};

/// Big-endian, 64 bits.
const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

/// Tests may read vectors from the checkout, which Miri's isolation would refuse.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-strict-provenance";

/// Runs the tests that are due, two at a time: Miri uses one core.
pub fn run(changes: &Changes) -> Result<()> {
    let all: Vec<(&'static str, &Miri)> = CRATES
        .iter()
        .flat_map(|one| one.miri.iter().map(|miri| (one.name, miri)))
        .collect();
    let count = all.len();
    let mut due = changes.due(all, |(name, miri)| {
        !miri.waits && changes.touches(name, |one| one.unsafe_code)
    });
    // Those that wait take longest. If they began last, one core would have no work beside them.
    due.sort_by_key(|(_, miri)| !miri.waits);
    println!("{} of {count} runs are due", due.len());
    toolchain::ensure(NIGHTLY, &["miri", "rust-src"])?;
    two_at_a_time(due, |(name, miri)| {
        let title = format!("miri {name} {:?} {}", miri.model, miri.tests);
        part(title, || command(name, miri).run())
    })
}

/// Returns the command for these tests. Documentation examples are left to `cargo xtask test`: each
/// would start Miri anew.
fn command(name: &str, miri: &Miri) -> Cmd {
    let more = match miri.model {
        Model::Stacked | Model::BigEndian => "",
        Model::Tree => " -Zmiri-tree-borrows",
        Model::Threads => " -Zmiri-many-seeds=0..2",
    };
    let mut cmd = Cmd::cargo_of(NIGHTLY, "miri test")
        .args(["-p", name])
        .env("MIRIFLAGS", format!("{FLAGS}{more}"));
    if miri.model == Model::BigEndian {
        cmd = cmd.args(["--target", BIG_ENDIAN]);
    }
    cmd.args(miri.tests.split(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root;

    #[test]
    fn the_rest_of_the_tests_is_what_the_other_runs_leave_out() {
        let modules = |tests: &'static str| {
            let words = tests.split(' ').skip_while(|word| *word != "--");
            words
                .filter(|word| word.ends_with("::"))
                .collect::<Vec<_>>()
        };
        let mut rests = 0;
        for one in CRATES {
            let stacked = one.miri.iter().filter(|it| it.model == Model::Stacked);
            let (rest, others): (Vec<_>, Vec<_>) =
                stacked.partition(|it| it.tests.contains("--skip"));
            for rest in rest {
                let others = others.iter().flat_map(|it| modules(it.tests));
                assert_eq!(modules(rest.tests), others.collect::<Vec<_>>());
                let folder = root().join(one.folder()).join("tests");
                for program in std::fs::read_dir(folder).unwrap() {
                    let path = program.unwrap().path();
                    let name = path.file_stem().unwrap().to_str().unwrap();
                    assert!(rest.tests.contains(&format!("--test {name} ")), "{name}");
                }
                rests += 1;
            }
        }
        assert_eq!(rests, 1);
    }

    #[test]
    fn a_model_is_flags_or_a_target() {
        let shown = |model| {
            command(
                "varvel-raw",
                &Miri {
                    model,
                    tests: "--lib",
                    waits: false,
                },
            )
            .to_string()
        };
        assert!(shown(Model::Stacked).ends_with("miri test -p varvel-raw --lib"));
        assert!(shown(Model::Tree).contains("-Zmiri-tree-borrows"));
        assert!(shown(Model::BigEndian).ends_with("--target s390x-unknown-linux-gnu --lib"));
        assert!(shown(Model::Threads).contains("many-seeds"));
    }
}
