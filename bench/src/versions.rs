//! The versions of the crates in this build, and the peers that it lacks.

use std::sync::LazyLock;

/// Returns the peers that this build lacks, each with the reason.
pub fn missing() -> Vec<(&'static str, &'static str)> {
    let native = [
        ("simdjson", env!("VARVEL_BENCH_SIMDJSON")),
        ("yyjson", env!("VARVEL_BENCH_YYJSON")),
        ("RapidJSON", env!("VARVEL_BENCH_RAPIDJSON")),
        ("C++ FlexBuffers", env!("VARVEL_BENCH_FLEXBUFFERS")),
        ("libyaml", env!("VARVEL_BENCH_LIBYAML")),
    ];
    native
        .into_iter()
        .filter(|(_, reason)| !reason.is_empty())
        .collect()
}

/// Returns the locked version of a crate, the newest if there are several: they are in order. It is
/// empty if there is no such crate.
pub fn crate_version(name: &str) -> &'static str {
    static LOCK: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let quoted = |line: &'static str| line.split('"').nth(1).unwrap_or_default();
        let lines = include_str!("../../Cargo.lock").lines();
        let pairs = lines.clone().zip(lines.skip(1));
        let pairs = pairs.filter(|(name, version)| {
            name.starts_with("name = ") && version.starts_with("version = ")
        });
        pairs
            .map(|(name, version)| (quoted(name), quoted(version)))
            .collect()
    });
    LOCK.iter()
        .rfind(|(found, _)| *found == name)
        .map_or("", |(_, version)| version)
}
