//! The pages behind the first: one for each suite, and one that says how they were measured.

use super::suites::Suite;
use super::{Figures, Group, Unit, chart};
use crate::results::{self, Row};
use crate::subjects::PLACES;

/// Caveats that hold for the comparison whatever the numbers are.
const CAVEATS: &[&str] = &[
    "Medians of interleaved rounds in one process a case, in CPU time of the thread, on a machine that others \
     use too, caches warm: differences under 10 % are noise, and only ratios within one run count.",
    "Every subject's result is checked before timing: number of nodes and keys, sums of integers, of \
     the bits of floats, of lengths and hashes of strings must equal those of sonic-rs's tree.",
    "One allocator (mimalloc) for Rust, C and C++ alike. Trees are freed inside the timing; parsers \
     that reuse memory by design do so here: ours, simdjson, simd-json's tape and buffers, `yyjson \
     pool`. `varvel (fresh)` makes a buffer of its own each time, by the builder that the thread keeps; \
     yyjson, sonic-rs, RapidJSON and serde_json allocate all of their tree. \
     Writers write to fresh output.",
    "simdjson gets its input padded beforehand. simd-json and `RapidJSON in situ` destroy their input: \
     each operation has a copy of its own, made outside of the timing.",
    "simdjson on-demand builds no tree: it is timed walking every value once, which no tree parser is.",
    "No peer's tree looks for duplicate keys (they keep both fields) but serde_json's, which keeps the \
     last. Ours refuses them.",
    "RapidJSON (but for `exact`) and serde_json round some floats to a neighbour of the nearest; they \
     are checked to a part in a billion only. RapidJSON does not check UTF-8.",
    "`varvel (events)` drives JSON into a sink that keeps nothing and predicts no key.",
    "`sonic-rs` in the tables of validation parses the JSON of the document whose frozen bytes ours \
     validates; throughput counts bytes of JSON for both. `numbers` is one packed array of floats, of \
     which every bit pattern is valid: there is nothing to look at, and its GB/s mean nothing.",
    "Small cases and those of libdart's suite rotate 64 generated documents of the same keys and other \
     values, so none is learnt by heart.",
    "Throughput counts bytes of JSON text: for writers, of the document minified.",
    "Look-ups ask for every key of an object once, in shuffled orders, by copies of the keys; `varvel` by \
     an `Object` taken before, as FlexBuffers has its `Map` and hashbrown its map (by `View::get` where \
     an object carries its keys and has none). What is found is not read. `varvel known key` compares \
     the only key without looking it up.",
    "FlexBuffers read here are made by its Rust builder: numbers and booleans of one kind are typed \
     vectors, integers signed.",
    "In the tables of values `varvel` is a value with nothing frozen in it, counted with atomics; `varvel \
     local` the same without them; `varvel (frozen)` a value as parsed. Insertions begin with an empty \
     object or array, and what they built is dropped inside the timing; `shared` puts a sixteenth member \
     into a clone of an object, `serde_json` into a deep copy of its map. `memcpy` and `memcmp` copy and \
     compare the bytes of the same frozen documents.",
];

/// Returns the page of a suite: its picture, and the table of each group.
pub fn suite(suite: &Suite, groups: &[Group]) -> String {
    let mut page = format!(
        "# {}\n\n{}\n\n[The first page](README.md) has the means, [the method](method.md) how it is \
         measured. `cargo xtask bench {}` measures it again.\n\n\
         ![{0}: the bars of each subject]({3}.svg)\n",
        suite.title,
        suite.text,
        suite.command(),
        suite.name,
    );
    for group in groups {
        page.push_str(&format!("\n## {}\n\n", group.title));
        page.push_str(&table(group));
    }
    page.push_str(&spread(groups));
    page
}

/// Returns how far rounds are from their medians: by the median absolute deviation, within which
/// half of them are.
fn spread(groups: &[Group]) -> String {
    let rows = groups.iter().flat_map(|group| &group.cases);
    let rows = rows.flat_map(|(_, rows)| rows);
    let part = |row: &Row| row.mad_ns / row.ns_per_op;
    let mut rows: Vec<&Row> = rows.filter(|row| part(row) > 0.0).collect();
    rows.sort_by(|a, b| part(a).total_cmp(&part(b)));
    let Some(widest) = rows.last() else {
        return String::new();
    };
    format!(
        "\nHalf of the rounds are within {:.1} % of their median for the subject in the middle, and within {:.1} % \
         for that with the widest spread ({}, {}).\n",
        100.0 * part(rows[rows.len() / 2]),
        100.0 * part(widest),
        widest.subject,
        widest.case,
    )
}

/// Returns the page that says how the suites were measured.
pub fn method(suites: &[Suite], figures: &Figures) -> String {
    let mut page = String::from("# How it is measured\n\n`bench/README.md` has more.\n");
    for (machine, names) in &figures.runs {
        let rows = [
            ("commit", &machine.commit),
            ("CPU", &machine.cpu),
            ("system", &machine.os),
            ("rustc", &machine.rustc),
            ("C and C++", &machine.cxx),
            ("allocator", &machine.allocator),
        ];
        page.push_str(&format!("\n## {}\n\n| | |\n|---|---|\n", names.join(", ")));
        for (key, value) in rows {
            page.push_str(&format!("| {key} | {value} |\n"));
        }
        for missing in &machine.missing {
            page.push_str(&format!("| missing | {missing} |\n"));
        }
    }
    page.push_str(&format!("\n## Versions\n\n{}.\n", versions(&figures.rows)));
    page.push_str(
        "\n## To measure again\n\n```sh\n\
         bench/external/native/install.sh   # as root, once: C++ peers\n",
    );
    for name in results::distinct(suites.iter().map(Suite::command)) {
        page.push_str(&format!(
            "cargo xtask bench {name} --json docs/benchmarks/figures/{name}.json\n"
        ));
    }
    page.push_str("cargo xtask report\n```\n\n## What the numbers mean\n\n");
    for caveat in CAVEATS {
        page.push_str(&format!("* {caveat}\n"));
    }
    page.push_str(&format!(
        "* Edits put a string in the first of these places that a document has: `{}`.\n",
        PLACES.join("`, `")
    ));
    page
}

/// Returns the libraries of the rows, each with its version.
fn versions(rows: &[Row]) -> String {
    let library = |row: &Row| match row.subject.starts_with("FlexBuffers") {
        true => format!("{} {}", row.subject, row.version),
        false => {
            let name = row.subject.split(' ').next().unwrap_or_default();
            format!("{name} {}", row.version)
        }
    };
    let named = rows.iter().filter(|row| !row.version.is_empty());
    let named: Vec<String> = named.map(library).collect();
    results::distinct(named.iter().map(String::as_str)).join(", ")
}

/// Returns a table with a line for each case, the best peer in bold, and our time against it.
fn table(group: &Group) -> String {
    let rows = || group.cases.iter().flat_map(|(_, rows)| rows);
    let subjects = results::distinct(rows().map(|row| row.subject.as_str()));
    let unit = group.unit;
    let ours = subjects.contains(&results::OURS);
    let mut heads = vec![unit.name()];
    if unit != Unit::Bytes {
        heads.push("bytes");
    }
    heads.extend(&subjects);
    match unit {
        _ if !ours => {}
        Unit::Bytes => heads.push("ours ÷ least other"),
        _ => heads.push("time ÷ best peer's"),
    }
    let mut table = format!("| {} |\n", heads.join(" | "));
    table.push_str(&format!("|---|{}\n", "--:|".repeat(heads.len() - 1)));
    for (name, rows) in &group.cases {
        let peers = rows.iter().filter(|row| !results::is_ours(&row.subject));
        let best = peers.min_by(|a, b| unit.cost(a).total_cmp(&unit.cost(b)));
        let own = rows.iter().find(|row| row.subject == results::OURS);
        let ratio = own
            .zip(best)
            .map(|(own, best)| unit.cost(own) / unit.cost(best));
        let best = best.map(|row| row.subject.as_str());
        table.push_str(&format!("| {name} |"));
        if let (Some(row), true) = (rows.first(), unit != Unit::Bytes) {
            let bytes = match row.bytes_per_op {
                0.0 => "–".to_owned(),
                bytes => chart::size(bytes),
            };
            table.push_str(&format!(" {bytes} |"));
        }
        for subject in &subjects {
            let cell = match rows.iter().find(|row| row.subject == *subject) {
                Some(row) => unit.text(unit.value(row)),
                None => "–".to_owned(),
            };
            let bold = if best == Some(*subject) { "**" } else { "" };
            table.push_str(&format!(" {bold}{cell}{bold} |"));
        }
        if ours {
            table.push_str(&ratio.map_or(" – |".to_owned(), |ratio| format!(" {ratio:.2} |")));
        }
        table.push('\n');
    }
    table
}
