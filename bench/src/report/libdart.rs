//! libdart's own figures beside ours. They were measured separately, on another machine of this
//! kind, so they are facts and not ratios of one run.

use crate::results::{self, Row};

/// The time of one operation of libdart's suite, in nanoseconds, and our row for the same work.
struct Figure {
    what: &'static str,
    /// The type of libdart: its buffer, which is `Frozen` here, or its heap, which is `Value`.
    of: &'static str,
    libdart: f64,
    case: &'static str,
    subject: &'static str,
}

const fn figure(
    what: &'static str,
    of: &'static str,
    libdart: f64,
    case: &'static str,
    subject: &'static str,
) -> Figure {
    Figure {
        what,
        of,
        libdart,
        case,
        subject,
    }
}

const FROZEN: &str = "buffer";
const VALUE: &str = "heap";
/// Parsing into memory of its own, as a parsed `Value` has it.
const OWNED: &str = "varvel (fresh)";

const FIGURES: &[Figure] = &[
    figure("parse flat", FROZEN, 577.0, "parse/flat", results::OURS),
    figure("parse nested", FROZEN, 485.0, "parse/nested", results::OURS),
    figure("parse flat", VALUE, 2_687.0, "parse/flat", OWNED),
    figure("parse nested", VALUE, 1_360.0, "parse/nested", OWNED),
    figure("write flat", FROZEN, 1_414.0, "write/flat", results::OURS),
    figure("write nested", FROZEN, 809.0, "write/nested", results::OURS),
    figure(
        "write flat",
        VALUE,
        1_114.0,
        "value-write/flat",
        results::OURS,
    ),
    figure(
        "write nested",
        VALUE,
        720.0,
        "value-write/nested",
        results::OURS,
    ),
    figure("finalize", VALUE, 1_031.0, "value-freeze/flat", OWNED),
    figure(
        "insert, exclusive",
        VALUE,
        167.0,
        "value-insert/fields/8",
        results::OURS,
    ),
    figure(
        "insert, shared",
        VALUE,
        383.0,
        "value-insert/shared",
        results::OURS,
    ),
    figure(
        "push, exclusive",
        VALUE,
        28.0,
        "value-insert/integers/64",
        results::OURS,
    ),
    figure(
        "push, shared",
        VALUE,
        172.0,
        "value-insert/shared-array",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 1",
        FROZEN,
        10.0,
        "lookup/random/1x8",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 8",
        FROZEN,
        12.0,
        "lookup/random/8x8",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 64",
        FROZEN,
        17.0,
        "lookup/random/64x8",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 256",
        FROZEN,
        20.0,
        "lookup/random/256x8",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 1",
        VALUE,
        20.0,
        "value-lookup/random/1x8",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 8",
        VALUE,
        37.0,
        "value-lookup/random/8x8",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 64",
        VALUE,
        62.0,
        "value-lookup/random/64x8",
        results::OURS,
    ),
    figure(
        "key of 8 letters, n = 256",
        VALUE,
        80.0,
        "value-lookup/random/256x8",
        results::OURS,
    ),
];

/// Returns the table as Markdown; `None` if there is no row of libdart's suite.
pub fn table(rows: &[Row]) -> String {
    if rows.iter().all(|row| row.suite != "libdart") {
        return String::new();
    }
    let lines: String = FIGURES.iter().map(|figure| line(figure, rows)).collect();
    format!(
        "## libdart\n\nIts figures were measured apart (its own suite on a Zen 4 with AVX-512, nanoseconds): a fact, and \
         no ratio of one run. Ours are of this run. Its look-ups had 255 keys where ours have 256.\n\n\
         | | libdart's | libdart | Varvel | Varvel ÷ libdart |\n|---|---|--:|--:|--:|\n{lines}"
    )
}

fn line(figure: &Figure, rows: &[Row]) -> String {
    let same = |row: &&Row| (row.suite.as_str(), row.case.as_str()) == ("libdart", figure.case);
    let row = rows
        .iter()
        .filter(same)
        .find(|row| row.subject == figure.subject);
    let (ours, ratio) = match row {
        Some(row) => (
            results::nanoseconds(row.ns_per_op),
            format!("{:.2}", row.ns_per_op / figure.libdart),
        ),
        None => ("–".to_owned(), "–".to_owned()),
    };
    format!(
        "| {} | {} | {} | {ours} (`{}`) | {ratio} |\n",
        figure.what,
        figure.of,
        results::nanoseconds(figure.libdart),
        figure.case,
    )
}
