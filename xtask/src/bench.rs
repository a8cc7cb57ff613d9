//! `cargo xtask bench` and `cargo xtask report`: the benchmark program, built for this machine's
//! CPU.
//!
//! `bench/build.rs` compiles subjects in C or C++ from Debian's `-dev` packages, for the same CPU.
//! The program names the missing ones, so that none is silently left out.

use anyhow::Result;

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};

/// Installs the `-dev` packages of the native peers; does nothing if they are installed.
const INSTALL: &str = "bench/external/native/install.sh";

/// The arguments of the benchmark program.
#[derive(clap::Args)]
pub struct Args {
    /// Suite and options, passed through as they are (`json --quick --json out.json`; `--help`
    /// after `--`).
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs the benchmarks.
pub fn run(args: &Args) -> Result<()> {
    native_peers();
    bench().args(args.arguments.iter().cloned()).run()
}

/// Draws the report.
pub fn report(args: &Args) -> Result<()> {
    native_peers();
    bench()
        .arg("report")
        .args(args.arguments.iter().cloned())
        .run()
}

/// Returns the command for the program, in a target folder of its own: other flags would rebuild
/// the workspace each time.
fn bench() -> Cmd {
    Cmd::cargo("run --release -p bench --target-dir")
        .arg(target_dir().join("native").to_string_lossy())
        .arg("--")
        .env("RUSTFLAGS", "-C target-cpu=native")
}

/// Installs the native peers if the user may do that, else prints how to do it.
fn native_peers() {
    if !root().join(INSTALL).is_file() {
        return;
    }
    // The script ends at once when nothing is missing.
    if let Err(error) = Cmd::new("sh").arg(INSTALL).run() {
        println!(
            "some native peers will be named as missing; as root, `sh {INSTALL}` installs them ({error:#})"
        );
    }
}
