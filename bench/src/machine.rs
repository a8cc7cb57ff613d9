//! The machine and the build of a measurement.

use std::fs;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::versions::{crate_version, missing};

/// The header of a report.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Machine {
    /// The commit that was measured, and its date.
    pub commit: String,
    /// CPU model and number of cores.
    pub cpu: String,
    /// Name and version of the operating system.
    pub os: String,
    /// rustc's version and the flags of this build.
    pub rustc: String,
    /// C++ compiler, its version and the flags of the native peers.
    pub cxx: String,
    /// The allocator of all subjects.
    pub allocator: String,
    /// Peers that this build lacks, each with the reason.
    pub missing: Vec<String>,
}

impl Machine {
    /// Returns this machine and this build.
    pub fn this() -> Self {
        let field = |file: &str, key: &str, separator: char| {
            let text = fs::read_to_string(file).unwrap_or_default();
            let line = text
                .lines()
                .find(|line| line.starts_with(key))
                .map(str::to_owned);
            let value = line.and_then(|line| line.split(separator).nth(1).map(str::to_owned));
            value.map(|value| value.trim().trim_matches('"').to_owned())
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cpu = field("/proc/cpuinfo", "model name", ':').unwrap_or_else(|| "unknown CPU".into());
        let family = field("/proc/cpuinfo", "cpu family", ':').unwrap_or_default();
        let os = field("/etc/os-release", "PRETTY_NAME", '=')
            .unwrap_or_else(|| std::env::consts::OS.into());
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let missing = missing();
        Self {
            commit: commit().unwrap_or_else(|| "unknown".to_owned()),
            cpu: format!("{cpu} (family {family}, {}), {cores} cores", vector_unit()),
            os: format!("{os}, Linux {}", kernel.trim()),
            rustc: format!(
                "{} {}",
                env!("VARVEL_BENCH_RUSTC"),
                env!("VARVEL_BENCH_RUSTFLAGS")
            ),
            cxx: env!("VARVEL_BENCH_CXX_VERSION").to_owned(),
            allocator: format!(
                "mimalloc {} for Rust, C and C++ alike",
                crate_version("mimalloc")
            ),
            missing: missing
                .iter()
                .map(|(peer, reason)| format!("{peer}: {reason}"))
                .collect(),
        }
    }

    /// Returns the lines of a report.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("commit     {}", self.commit),
            format!("cpu        {}", self.cpu),
            format!("os         {}", self.os),
            format!("rustc      {}", self.rustc),
            format!("c++        {}", self.cxx),
            format!("allocator  {}", self.allocator),
        ];
        lines.extend(self.missing.iter().map(|peer| format!("missing    {peer}")));
        lines
    }
}

/// Returns the commit of the workspace and its date, such as `0119cc02 of 2026-11-26`.
fn commit() -> Option<String> {
    let mut git = Command::new("git");
    git.current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["log", "-1", "--format=%h of %cs"]);
    let output = git.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned())
}

/// Returns the widest vectors that a kernel may choose at run time here.
fn vector_unit() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            return "AVX-512";
        }
        if is_x86_feature_detected!("avx2") {
            return "AVX2";
        }
    }
    std::env::consts::ARCH
}
