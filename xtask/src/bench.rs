//! `cargo xtask bench` and `cargo xtask report`: the benchmark program, built for this machine's CPU.
//!
//! Subjects that are C or C++ are compiled by `bench/build.rs` from Debian's `-dev` packages, for the
//! same CPU. A missing one is named by the program and is never a silent win.

use anyhow::Result;

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};

/// Installs the `-dev` packages of the native peers.
const INSTALL: &str = "bench/native/install.sh";

/// What tells that each native peer is installed.
const HEADERS: &[&str] = &[
    "simdjson.h",
    "yyjson.h",
    "rapidjson/document.h",
    "flatbuffers/flexbuffers.h",
];

/// What the benchmark program is given.
#[derive(clap::Args)]
pub struct Args {
    /// Suite and options, passed through as they are (`json --quick --json out.json`; `--help` after `--`).
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Measures.
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

/// The program, in a target folder of its own: other flags would rebuild the workspace each time.
fn bench() -> Cmd {
    Cmd::cargo("run --release -p bench --target-dir")
        .arg(target_dir().join("native").to_string_lossy())
        .arg("--")
        .env("RUSTFLAGS", "-C target-cpu=native")
}

/// Sees to the native peers where that needs no question, else says how.
fn native_peers() {
    let missing: Vec<&str> = HEADERS
        .iter()
        .copied()
        .filter(|header| !installed(header))
        .collect();
    if missing.is_empty() || !root().join(INSTALL).is_file() {
        return;
    }
    println!("native peers without headers: {}", missing.join(", "));
    if !(is_root() && has_apt()) {
        println!("  to have them measured too, as root: {INSTALL}");
    } else if let Err(error) = Cmd::new("bash").arg(INSTALL).run() {
        println!("  not installed, so they will be named as missing: {error:#}");
    }
}

fn installed(header: &str) -> bool {
    ["/usr/include", "/usr/local/include"]
        .iter()
        .any(|dir| std::path::Path::new(dir).join(header).is_file())
}

fn is_root() -> bool {
    Cmd::new("id -u").read().is_some_and(|id| id.trim() == "0")
}

fn has_apt() -> bool {
    Cmd::new("apt-get --version").read().is_some()
}
