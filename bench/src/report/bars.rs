//! The bars: required ratios, and the measured ones. Ratios are those of medians of one run.

use crate::results::{BRIDGE, OURS, Row};
use crate::suites::dataconfig;
use crate::suites::json::STANDARD;
use crate::suites::size;
use crate::suites::yaml;
use crate::suites::{cbor, msgpack};

/// One bar on one case.
pub struct Bar {
    /// The case, such as `json parse/twitter`.
    pub case: String,
    /// The peers, and the unit.
    pub against: String,
    /// The measured ratio, if both sides were measured.
    pub measured: Option<f64>,
    /// The required ratio, such as `≥ 0.85`.
    pub bar: String,
    /// Whether it holds. A bar that was not measured does not.
    pub holds: bool,
}

impl Bar {
    /// Returns the ratio with its digits.
    pub fn ratio(&self) -> String {
        self.measured
            .map_or("not measured".to_owned(), |ratio| format!("{ratio:.2}"))
    }

    /// Returns the result in a word.
    pub fn verdict(&self) -> &'static str {
        if self.holds { "PASS" } else { "short" }
    }
}

/// A kind of bar: its cases, the peers, and the required ratio.
struct Rule {
    suite: &'static str,
    family: &'static str,
    names: &'static [&'static str],
    /// The subject of ours.
    ours: &'static str,
    /// The peers: subjects whose name begins with one of these; the fastest counts.
    against: &'static [&'static str],
    how: &'static str,
    /// For throughput, ours ÷ theirs is at least this. If `None`, time: ours ÷ theirs is at most
    /// `at_most`.
    at_least: Option<f64>,
    at_most: f64,
}

/// Returns a bar on time in the suite `libdart`, against one subject.
const fn libdart(
    family: &'static str,
    names: &'static [&'static str],
    against: &'static [&'static str],
    at_most: f64,
) -> Rule {
    Rule {
        suite: "libdart",
        family,
        names,
        ours: OURS,
        against,
        how: "time",
        at_least: None,
        at_most,
    }
}

/// Returns a bar on throughput in the suite `msgpack`: three times that of one subject.
const fn msgpack(family: &'static str, against: &'static [&'static str]) -> Rule {
    Rule {
        suite: "msgpack",
        family,
        names: msgpack::DOCUMENTS,
        ours: OURS,
        against,
        how: "throughput",
        at_least: Some(3.0),
        at_most: 0.0,
    }
}

/// Returns a bar on throughput in the suite `cbor`: twice that of `ciborium`.
const fn cbor(family: &'static str) -> Rule {
    Rule {
        suite: "cbor",
        family,
        names: cbor::DOCUMENTS,
        ours: OURS,
        against: &["ciborium"],
        how: "throughput",
        at_least: Some(2.0),
        at_most: 0.0,
    }
}

/// Returns a bar on throughput in the suite `yaml`.
const fn yaml(
    family: &'static str,
    names: &'static [&'static str],
    against: &'static [&'static str],
    at_least: f64,
) -> Rule {
    Rule {
        suite: "yaml",
        family,
        names,
        ours: OURS,
        against,
        how: "throughput",
        at_least: Some(at_least),
        at_most: 0.0,
    }
}

/// Returns a bar on throughput in the suite `dataconfig`, against the fastest of these.
const fn structs(
    family: &'static str,
    ours: &'static str,
    against: &'static [&'static str],
    at_least: f64,
) -> Rule {
    Rule {
        suite: "dataconfig",
        family,
        names: dataconfig::DOCUMENTS,
        ours,
        against,
        how: "throughput",
        at_least: Some(at_least),
        at_most: 0.0,
    }
}

/// Returns a bar on time in the suite `scalajack`, against the fastest of the peers.
const fn record(family: &'static str, names: &'static [&'static str], at_most: f64) -> Rule {
    Rule {
        suite: "scalajack",
        family,
        names,
        ours: OURS,
        against: STRUCTS,
        how: "time",
        at_least: None,
        at_most,
    }
}

/// Returns a bar on time against the fastest codec of the JVM, which another process measured.
const fn scala(family: &'static str, names: &'static [&'static str]) -> Rule {
    Rule {
        against: &["jsoniter-scala"],
        ..record(family, names, 0.75)
    }
}

/// Returns a bar on time in the suite `views`.
const fn view(at_most: f64) -> Rule {
    Rule {
        suite: "views",
        family: "read",
        names: &["log", "mesh", "minecraft_savedata"],
        against: &["rkyv"],
        ..record("read", &[], at_most)
    }
}

/// Returns a bar on time in the suite `flatcc`, against one subject.
const fn flatcc(
    family: &'static str,
    names: &'static [&'static str],
    against: &'static [&'static str],
    at_most: f64,
) -> Rule {
    Rule {
        suite: "flatcc",
        ..libdart(family, names, against, at_most)
    }
}

/// Returns a bar on throughput against the faster of the FlatBuffers libraries of Rust.
const fn tables(
    suite: &'static str,
    family: &'static str,
    names: &'static [&'static str],
    against: &'static [&'static str],
    at_least: f64,
) -> Rule {
    Rule {
        suite,
        family,
        names,
        ours: OURS,
        against,
        how: "throughput",
        at_least: Some(at_least),
        at_most: 0.0,
    }
}

/// Libraries of FlatBuffers.
const TABLES: &[&str] = &["flatbuffers", "planus"];
const ENTITIES: &[&str] = &["with_bytes", "without_bytes"];

/// Libraries that read and write structs by serde.
const STRUCTS: &[&str] = &["sonic-rs", "simd-json", "serde_json"];
const RECORDS: &[&str] = &["pretty", "compact"];

const LOOKUP_FLAT: &[&str] = &["flat"];
const LOOKUP_ONE: &[&str] = &["random/1x4", "random/1x8", "random/1x64", "random/1x256"];
const LOOKUP_FEW: &[&str] = &[
    "random/8x4",
    "random/8x8",
    "random/8x64",
    "random/8x256",
    "colliding/8x0%",
    "colliding/8x8%",
    "colliding/8x32%",
    "colliding/8x64%",
    "colliding/8x100%",
];
const LOOKUP_MANY: &[&str] = &[
    "random/64x4",
    "random/64x8",
    "random/64x64",
    "random/256x4",
    "random/256x8",
    "random/256x64",
    "colliding/64x0%",
    "colliding/64x8%",
    "colliding/64x32%",
    "colliding/64x64%",
    "colliding/64x100%",
    "colliding/256x0%",
    "colliding/256x8%",
    "colliding/256x32%",
    "colliding/256x64%",
    "colliding/256x100%",
];
const LOOKUP_LONG: &[&str] = &["random/64x256", "random/256x256"];
const ITERATE: &[&str] = &[
    "fields/1",
    "fields/8",
    "fields/64",
    "fields/256",
    "elements/1",
    "elements/8",
    "elements/64",
    "elements/256",
    "packed/1",
    "packed/8",
    "packed/64",
    "packed/256",
];
const LOOKUP_VALUE: &[&str] = &[
    "flat",
    "random/1x4",
    "random/1x8",
    "random/1x64",
    "random/1x256",
    "random/8x4",
    "random/8x8",
    "random/8x64",
    "random/8x256",
    "random/64x4",
    "random/64x8",
    "random/64x64",
    "random/64x256",
    "random/256x4",
    "random/256x8",
    "random/256x64",
    "random/256x256",
];
const INSERT_FIELDS: &[&str] = &["fields/8", "fields/64", "fields/256"];
const INSERT_ITEMS: &[&str] = &[
    "strings/8",
    "strings/64",
    "strings/256",
    "integers/8",
    "integers/64",
    "integers/256",
];
const WRITTEN: &[&str] = &["twitter", "citm_catalog", "canada", "flat", "nested"];
const EDITED: &[&str] = &["twitter", "citm_catalog"];
const REFROZEN: &[&str] = &["events", "records", "twitter", "citm_catalog"];
const UNWRAP: &[&str] = &["string", "integer", "float", "bool"];
const FLEXBUFFERS: &[&str] = &["FlexBuffers C++"];
const HASHBROWN: &[&str] = &["hashbrown"];
const INDEXMAP: &[&str] = &["IndexMap"];

const RULES: &[Rule] = &[
    Rule {
        suite: "json",
        family: "parse",
        names: STANDARD,
        ours: OURS,
        against: &["simdjson DOM", "yyjson"],
        how: "throughput ÷ the faster of simdjson DOM and yyjson",
        at_least: Some(0.85),
        at_most: 0.0,
    },
    Rule {
        suite: "json",
        family: "parse",
        names: STANDARD,
        ours: OURS,
        against: &["sonic-rs"],
        how: "throughput ÷ sonic-rs",
        at_least: Some(1.2),
        at_most: 0.0,
    },
    Rule {
        suite: "libdart",
        family: "parse",
        names: &["flat", "nested"],
        ours: OURS,
        against: &["sonic-rs"],
        how: "throughput ÷ sonic-rs",
        at_least: Some(1.0),
        at_most: 0.0,
    },
    Rule {
        suite: "json",
        family: "write",
        names: STANDARD,
        ours: OURS,
        against: &["sonic-rs"],
        how: "throughput ÷ sonic-rs",
        at_least: Some(1.2),
        at_most: 0.0,
    },
    Rule {
        suite: "libdart",
        family: "write",
        names: &["flat", "nested"],
        ours: OURS,
        against: &["sonic-rs"],
        how: "throughput ÷ sonic-rs",
        at_least: Some(1.2),
        at_most: 0.0,
    },
    Rule {
        suite: "json",
        family: "validate",
        names: &["twitter", "citm_catalog", "canada", "gsoc-2018"],
        ours: OURS,
        against: &["sonic-rs"],
        how: "time ÷ sonic-rs parsing",
        at_least: None,
        at_most: 0.2,
    },
    libdart("lookup", LOOKUP_ONE, FLEXBUFFERS, 1.0),
    libdart("lookup", LOOKUP_ONE, &["varvel known key"], 1.5),
    libdart("lookup", LOOKUP_FEW, FLEXBUFFERS, 0.5),
    libdart("lookup", LOOKUP_MANY, FLEXBUFFERS, 0.25),
    libdart("lookup", LOOKUP_LONG, FLEXBUFFERS, 0.4),
    libdart("lookup", LOOKUP_FLAT, HASHBROWN, 1.0),
    libdart("lookup", LOOKUP_ONE, HASHBROWN, 1.0),
    libdart("lookup", LOOKUP_FEW, HASHBROWN, 1.0),
    libdart("lookup", LOOKUP_MANY, HASHBROWN, 1.0),
    libdart("lookup", LOOKUP_LONG, HASHBROWN, 1.0),
    libdart("lookup-key", LOOKUP_FLAT, &["varvel (plain)"], 0.85),
    libdart("column", &["records"], &["structs"], 2.0),
    libdart("iterate", ITERATE, FLEXBUFFERS, 1.0),
    libdart("unwrap", UNWRAP, FLEXBUFFERS, 1.0),
    libdart("value-lookup", LOOKUP_VALUE, INDEXMAP, 1.0),
    libdart("value-insert", INSERT_FIELDS, INDEXMAP, 1.0),
    libdart("value-insert", INSERT_ITEMS, &["Vec of serde_json"], 1.25),
    libdart("value-insert", &["shared"], &["serde_json"], 0.5),
    libdart("value-freeze", &["flat"], &["FlexBuffers"], 0.5),
    libdart("value-refreeze", REFROZEN, &["memcpy"], 3.0),
    libdart("value-edit", EDITED, &["varvel Frozen"], 1.05),
    Rule {
        suite: "libdart",
        family: "value-write",
        names: WRITTEN,
        ours: OURS,
        against: &["sonic-rs"],
        how: "throughput ÷ sonic-rs",
        at_least: Some(1.0),
        at_most: 0.0,
    },
    libdart("value-iterate", ITERATE, FLEXBUFFERS, 1.0),
    libdart("compare", WRITTEN, &["memcmp"], 1.1),
    structs("read", OURS, STRUCTS, 1.25),
    structs("read", BRIDGE, STRUCTS, 1.0),
    structs("write", OURS, STRUCTS, 1.25),
    structs("unpack", OURS, &["rmp-serde"], 2.0),
    structs("pack", OURS, &["rmp-serde"], 2.0),
    record("read", RECORDS, 0.65),
    record("borrow", RECORDS, 0.5),
    record("reuse", RECORDS, 0.5),
    record("write", &["compact"], 0.5),
    scala("read", RECORDS),
    scala("write", &["compact"]),
    msgpack("parse", &["rmpv"]),
    msgpack("write", &["rmpv"]),
    msgpack("from-json", &["serde_json + rmp-serde"]),
    msgpack("to-json", &["serde_json + rmp-serde"]),
    cbor("parse"),
    cbor("write"),
    cbor("structs"),
    cbor("write-structs"),
    view(2.0),
    yaml("events", yaml::READ, &["libyaml"], 3.0),
    yaml("events", yaml::READ, &["saphyr-parser"], 2.0),
    yaml("freeze", yaml::READ, &["libyaml"], 2.5),
    yaml("structs", yaml::STRUCTS, &["serde-saphyr"], 5.0),
    yaml("write", yaml::WRITTEN, &["libyaml"], 5.0),
    tables("flatcc", "encode", &["reused"], TABLES, 2.5),
    flatcc("traverse", &["verified"], &["plain-struct"], 1.5),
    flatcc("traverse", &["verified"], &["flatbuffers"], 0.6),
    tables("flatcc", "verify", &["buffer"], &["flatbuffers"], 2.0),
    flatcc("json", &["print", "parse"], &["serde_json"], 0.5),
    tables("objectbox", "build", ENTITIES, TABLES, 2.5),
    tables("objectbox", "read", ENTITIES, TABLES, 1.5),
    Rule {
        suite: "stream",
        family: "to-frozen",
        names: &["papers"],
        ours: OURS,
        against: &["sonic-rs"],
        how: "throughput on two threads ÷ sonic-rs parsing each line on one",
        at_least: Some(2.0),
        at_most: 0.0,
    },
];

/// Documents from this size on, in bytes, have a bar on their frozen size.
const SIZED: f64 = 10_000.0;
/// The bytes of header that a bar allows.
const HEADER: f64 = 64.0;

/// Returns all bars, in order of the rules; those on size last.
pub fn bars(rows: &[Row]) -> Vec<Bar> {
    let timed = RULES.iter().flat_map(|rule| {
        rule.names
            .iter()
            .map(move |name| timed(rows, rule, &format!("{}/{name}", rule.family)))
    });
    timed.chain(sizes(rows)).collect()
}

fn timed(rows: &[Row], rule: &Rule, case: &str) -> Bar {
    let of_case = || {
        rows.iter()
            .filter(|row| row.suite == rule.suite && row.case == case)
    };
    let ours = of_case().find(|row| row.subject == rule.ours);
    let theirs = of_case()
        .filter(|row| {
            rule.against
                .iter()
                .any(|name| row.subject.starts_with(name))
        })
        .min_by(|a, b| a.ns_per_op.total_cmp(&b.ns_per_op));
    let time = ours
        .zip(theirs)
        .map(|(ours, theirs)| ours.ns_per_op / theirs.ns_per_op);
    let (measured, holds, bar) = match rule.at_least {
        Some(bar) => {
            let throughput = time.map(|time| 1.0 / time);
            let holds = throughput.is_some_and(|ratio| ratio >= bar);
            (throughput, holds, format!("≥ {bar:.2}"))
        }
        None => {
            let holds = time.is_some_and(|ratio| ratio <= rule.at_most);
            (time, holds, format!("≤ {:.2}", rule.at_most))
        }
    };
    let times = ours.zip(theirs).map(|(ours, theirs)| {
        let time = |row: &Row| crate::results::nanoseconds(row.ns_per_op);
        format!(": {} and {} {}", time(ours), theirs.subject, time(theirs))
    });
    Bar {
        case: format!("{} {case}", rule.suite),
        against: format!("{}{}", rule.how, times.unwrap_or_default()),
        measured,
        bar,
        holds,
    }
}

/// Returns the bars on the frozen size without the header, against the smaller of minified JSON and
/// FlexBuffers.
fn sizes(rows: &[Row]) -> impl Iterator<Item = Bar> {
    let bytes = |case: &str, subject: &str| {
        rows.iter()
            .find(|row| row.case == case && row.subject == subject)
            .map(|row| row.bytes_per_op)
    };
    let given = rows
        .iter()
        .filter(|row| row.subject == size::GIVEN && row.bytes_per_op > SIZED);
    given.map(move |row| {
        let case = row.case.as_str();
        let ours = bytes(case, OURS);
        let peers = [size::MINIFIED, size::FLEXBUFFERS].map(|subject| bytes(case, subject));
        let [Some(minified), Some(flexbuffers)] = peers else {
            unreachable!("the suite writes all rows of a document or none");
        };
        let least = minified.min(flexbuffers);
        let measured = ours.map(|ours| (ours - HEADER) / least);
        Bar {
            case: case.to_owned(),
            against: format!(
                "(bytes − 64) ÷ the smaller of minified JSON {minified} and FlexBuffers {flexbuffers}: {}",
                ours.unwrap_or(f64::NAN)
            ),
            measured,
            bar: "< 1".to_owned(),
            holds: measured.is_some_and(|ratio| ratio < 1.0),
        }
    })
}

/// Returns the table as Markdown.
pub fn markdown(bars: &[Bar]) -> String {
    let mut table =
        String::from("| case | counted as | measured | bar | |\n|---|---|--:|--:|---|\n");
    for bar in bars {
        table.push_str(&format!(
            "| {} | {} | {} | {} | {} |\n",
            bar.case,
            bar.against,
            bar.ratio(),
            bar.bar,
            bar.verdict()
        ));
    }
    table
}

/// Returns the table for a terminal.
pub fn text(bars: &[Bar]) -> String {
    let mut table = String::new();
    for bar in bars {
        table.push_str(&format!(
            "{:<5} {:<36} {:>12} {:<7} {}\n",
            bar.verdict(),
            bar.case,
            bar.ratio(),
            bar.bar,
            bar.against
        ));
    }
    let short = bars.iter().filter(|bar| !bar.holds).count();
    table.push_str(&format!(
        "{} of {} bars hold\n",
        bars.len() - short,
        bars.len()
    ));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(case: &str, subject: &str, ns_per_op: f64) -> Row {
        Row {
            suite: "json".to_owned(),
            case: case.to_owned(),
            subject: subject.to_owned(),
            version: String::new(),
            ns_per_op,
            mad_ns: 0.0,
            bytes_per_op: 1.0,
        }
    }

    #[test]
    fn bars_on_look_ups_are_of_their_case_and_subject() {
        let of = |subject: &str, ns_per_op| Row {
            suite: "libdart".to_owned(),
            ..row("lookup/random/1x4", subject, ns_per_op)
        };
        let rows = [
            of("varvel", 12.0),
            of("varvel View::get", 1.0),
            of("varvel known key", 10.0),
            of("FlexBuffers C++", 10.0),
            of("FlexBuffers Rust", 100.0),
            of("hashbrown", 12.0),
        ];
        let bars = bars(&rows);
        let found: Vec<_> = bars
            .iter()
            .filter(|bar| bar.case == "libdart lookup/random/1x4")
            .map(|bar| (bar.measured, bar.verdict()))
            .collect();
        let expected = [
            (Some(1.2), "short"),
            (Some(1.2), "PASS"),
            (Some(1.0), "PASS"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_faster_peer_counts_and_what_is_missing_is_short() {
        let rows = [
            row("parse/twitter", "varvel", 100.0),
            row("parse/twitter", "simdjson DOM", 90.0),
            row("parse/twitter", "yyjson pool", 80.0),
        ];
        let bars = bars(&rows);
        assert_eq!(bars[0].measured, Some(0.8));
        assert!(!bars[0].holds);
        assert_eq!(bars[1].measured, None);
        assert!(!bars[1].holds);
        assert!(
            bars.iter()
                .all(|bar| bar.case != "json parse/twitter" || bar.verdict() == "short")
        );
    }
}
