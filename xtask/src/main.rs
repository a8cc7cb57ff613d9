//! `cargo xtask`: the project's own commands.
//!
//! Each subcommand is a file. Everything that CI does is a step here, so that one command repeats a
//! red step on any machine.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bench;
mod c;
mod campaign;
mod changes;
mod checkout;
mod ci;
mod cmd;
mod conformance;
mod coverage;
mod crates;
mod deny;
mod features;
mod fresh;
mod fuzz;
mod languages;
mod miri;
mod mutants;
mod pages;
mod programs;
mod python;
mod semver;
mod slope;
mod spec;
mod steps;
mod test;
mod tidy;
mod times;
mod toolchain;
mod tools;
mod wheels;
mod workspace;

/// The project's own commands.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run everything that must pass: unit, integration and documentation tests, the README, the
    /// languages.
    Test(test::Args),
    /// Run every check of CI: format, lints, docs, rules, tests, features, oldest compiler, no_std,
    /// 32 bits, packages, slopes, branches, Miri, fuzzing. Checks that take minutes run if
    /// something changed, and in turn.
    Ci(ci::Args),
    /// Run the commands by which the pages let a newcomer begin, on a bare Debian. Needs root.
    Fresh(fresh::Args),
    /// Check the project's own rules: layers, unsafe code, file sizes, names, manifests.
    Tidy,
    /// Write what spec/tables says into every language and page.
    Spec,
    /// Let every language judge the vectors of spec/vectors, and write docs/conformance.md.
    Conformance(conformance::Args),
    /// Run a benchmark suite, built for this machine's CPU.
    Bench(bench::Args),
    /// Build and install the C library, write its header anew, or compare its binary interface.
    C(c::Args),
    /// Build wheels of the package for Python into an emptied target/wheels.
    Python(wheels::Args),
    /// Draw the benchmark report into docs/benchmarks.
    Report(bench::Args),
    /// Run the fuzz targets, starting from their kept corpus, and reduce what they find.
    Fuzz(fuzz::Args),
    /// Run the tests that take too long for CI, in parts that go on where they paused.
    Campaign(campaign::Args),
    /// Compare the public interface with that of a release.
    Semver {
        /// A tag or a commit; the last tag by default.
        #[arg(long)]
        baseline: Option<String>,
    },
    /// Report how many branches of validators and readers the tests take.
    Coverage,
    /// Change the frozen validator in small ways and see whether the tests notice.
    Mutants {
        /// Only a part of the changes: number K, from 0, of N.
        #[arg(long, value_name = "K/N")]
        shard: Option<String>,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Task::Test(args) => test::run(&args),
        Task::Ci(args) => ci::run(&args),
        Task::Fresh(args) => fresh::run(&args),
        Task::Tidy => tidy::run(),
        Task::Spec => spec::run(),
        Task::Conformance(args) => conformance::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::C(args) => c::run(&args),
        Task::Python(args) => wheels::run(&args),
        Task::Report(args) => bench::report(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Campaign(args) => campaign::run(&args),
        Task::Semver { baseline } => semver::run(baseline.as_deref()),
        Task::Coverage => coverage::run(),
        Task::Mutants { shard } => mutants::run(shard.as_deref()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
