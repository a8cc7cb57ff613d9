//! The subjects by family of work: whoever adds a library adds it here, and nowhere else.
//!
//! Each family lists ours first. A peer that this build lacks is in [`missing`], with the reason.

mod documents;
mod drive;
mod flexbuffers;
mod hand_escapes;
mod hand_fused;
#[cfg(has_rapidjson)]
mod rapidjson;
mod serde_json;
mod simd_json;
#[cfg(has_simdjson)]
mod simdjson;
mod sonic;
mod varvel;
#[cfg(has_yyjson)]
mod yyjson;

use std::sync::LazyLock;

use crate::checksum::Checksum;
use crate::harness::Subject;

/// JSON text to a tree.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::parse();
    #[cfg(has_simdjson)]
    all.extend(simdjson::parse());
    #[cfg(has_yyjson)]
    all.extend(yyjson::parse());
    all.extend(sonic::parse());
    all.extend(simd_json::parse());
    #[cfg(has_rapidjson)]
    all.extend(rapidjson::parse());
    all.extend(serde_json::parse());
    all
}

/// A tree to JSON text, into a fresh buffer each time.
pub fn write() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::write();
    #[cfg(has_yyjson)]
    all.extend(yyjson::write());
    #[cfg(has_simdjson)]
    all.extend(simdjson::write());
    all.extend(sonic::write());
    all.extend(simd_json::write());
    #[cfg(has_rapidjson)]
    all.extend(rapidjson::write());
    all.extend(serde_json::write());
    all
}

/// An object of strings built from texts in memory.
pub fn build() -> Vec<Box<dyn Subject>> {
    let mut all = flexbuffers::build();
    all.extend(serde_json::build());
    all
}

/// JSON driven into the frozen builder, against a loop fused by hand. Ours alone.
pub fn drive() -> Vec<Box<dyn Subject>> {
    drive::subjects()
}

/// Frozen bytes validated, against the same document's JSON parsed to a tree.
pub fn validate() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::validate();
    all.extend(sonic::parse());
    all
}

/// The size of a document in the frozen format.
pub fn frozen_size(document: &[u8]) -> Result<usize, String> {
    varvel::frozen_size(document)
}

/// What a document holds, read by the reference (sonic-rs, whose floats are exact).
pub fn reference(document: &[u8]) -> Result<Checksum, String> {
    sonic::checksum(document)
}

/// The peers that this build lacks, each with the reason.
pub fn missing() -> Vec<(&'static str, &'static str)> {
    let native = [
        ("simdjson", env!("VARVEL_BENCH_SIMDJSON")),
        ("yyjson", env!("VARVEL_BENCH_YYJSON")),
        ("RapidJSON", env!("VARVEL_BENCH_RAPIDJSON")),
        ("C++ FlexBuffers", env!("VARVEL_BENCH_FLEXBUFFERS")),
    ];
    native
        .into_iter()
        .filter(|(_, reason)| !reason.is_empty())
        .collect()
}

/// The locked version of a crate.
pub fn crate_version(name: &str) -> &'static str {
    static LOCK: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let quoted = |line: &'static str| line.split('"').nth(1).unwrap_or_default();
        let lines = include_str!("../../../Cargo.lock").lines();
        let pairs = lines.clone().zip(lines.skip(1));
        let pairs = pairs.filter(|(name, version)| {
            name.starts_with("name = ") && version.starts_with("version = ")
        });
        pairs
            .map(|(name, version)| (quoted(name), quoted(version)))
            .collect()
    });
    LOCK.iter()
        .find(|(found, _)| *found == name)
        .map_or("?", |(_, version)| version)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report says which peers keep both fields of a duplicate key.
    #[test]
    fn duplicate_keys_are_as_the_report_says() {
        let document = br#"{"a":1,"a":2}"#.to_vec();
        let mut both = Checksum::default();
        both.container();
        for value in [1, 2] {
            both.key("a");
            both.integer(value);
        }
        for mut subject in parse() {
            subject.load(std::slice::from_ref(&document)).unwrap();
            subject.refill(1);
            let keeps_both = subject
                .check(0)
                .is_ok_and(|found| found.agrees(&both, true));
            let replaces = ["varvel", "varvel (fresh)", "serde_json"];
            assert_eq!(
                keeps_both,
                !replaces.contains(&subject.name()),
                "{}",
                subject.name()
            );
        }
    }
}
