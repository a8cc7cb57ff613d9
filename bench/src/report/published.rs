//! libdart's own figures (`bench/report/libdart.yaml`) beside ours.

use crate::results::{Row, nanoseconds};

/// The work, the type of libdart, its nanoseconds, our case and our subject.
type Figure = (String, String, f64, String, String);

fn figures() -> Vec<Figure> {
    let figures = varvel::yaml::from_str(include_str!("../../report/libdart.yaml"));
    figures.unwrap_or_else(|error| panic!("bench/report/libdart.yaml: {error}"))
}

/// Returns the table as Markdown.
pub fn table(rows: &[Row]) -> String {
    let mut table = String::from(
        "## libdart's own figures\n\n\
         They were measured apart (its own suite on a Zen 4 with AVX-512, nanoseconds): facts, and \
         no ratios of one run. Ours are of this run. Its look-ups had 255 keys where ours have \
         256.\n\n\
         | | libdart's | libdart | Varvel | Varvel ÷ libdart |\n|---|---|--:|--:|--:|\n",
    );
    for (work, of, libdart, case, subject) in figures() {
        let row = rows
            .iter()
            .find(|row| row.suite == "libdart" && row.case == case && row.subject == subject);
        let (ours, ratio) = match row {
            Some(row) => (
                nanoseconds(row.ns_per_op),
                format!("{:.2}", row.ns_per_op / libdart),
            ),
            None => ("–".to_owned(), "–".to_owned()),
        };
        let libdart = nanoseconds(libdart);
        table.push_str(&format!(
            "| {work} | {of} | {libdart} | {ours} (`{case}`) | {ratio} |\n"
        ));
    }
    table
}
