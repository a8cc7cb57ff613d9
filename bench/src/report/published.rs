//! Figures that others published, beside ours: libdart's (`bench/report/libdart.yaml`), and those
//! of libraries that are in no registry (`bench/report/published.yaml`). They were measured apart,
//! so they are facts, and no ratios of one run.

use varvel::Decode;

use super::bars::Bar;
use crate::results::{OURS, Row, distinct, nanoseconds};

/// libdart's work, its type, its nanoseconds, our case and our subject.
type Libdart = (String, String, f64, String, String);

/// The suite of libdart in its own language.
const IN_CPP: &str = "cpp-libdart";

/// The families of DataConfig's own suite, and its documents.
const DATACONFIG: (&[&str], &[&str]) =
    (&["read", "write", "unpack", "pack"], &["papers", "canada"]);

/// A figure of one library.
#[derive(Decode)]
#[varvel(deny_unknown)]
struct Figure {
    suite: String,
    case: String,
    library: String,
    /// Its megabytes a second, or its nanoseconds.
    #[varvel(default)]
    mb_per_s: Option<f64>,
    #[varvel(default)]
    ns: Option<f64>,
    /// The subject of ours that it stands beside, if that is not the usual one.
    #[varvel(default)]
    ours: Option<String>,
    /// The machine, and what else was different.
    on: String,
}

fn libdart() -> Vec<Libdart> {
    let figures = varvel::yaml::from_str(include_str!("../../report/libdart.yaml"));
    figures.unwrap_or_else(|error| panic!("bench/report/libdart.yaml: {error}"))
}

/// The content of the file, without the places that its figures refer to.
#[derive(Decode)]
struct File {
    figures: Vec<Figure>,
}

fn figures() -> Vec<Figure> {
    let file: varvel::Result<File> =
        varvel::yaml::from_str(include_str!("../../report/published.yaml"));
    match file {
        Ok(file) => file.figures,
        Err(error) => panic!("bench/report/published.yaml: {error}"),
    }
}

/// Returns the parts of a suite's page, as Markdown.
pub fn parts(suite: &str, rows: &[Row]) -> Vec<String> {
    if suite == "objectbox" {
        return vec![objectbox_table(rows)];
    }
    let rows: Vec<&Row> = rows.iter().filter(|row| row.suite == suite).collect();
    let mut parts = Vec::new();
    if suite.ends_with("libdart") {
        parts.push(libdart_table(&rows));
    }
    if suite == "cpp-dataconfig" {
        parts.push(dataconfig_table(&rows));
    }
    parts.extend(figures_table(suite, &rows));
    parts
}

/// Returns our row for some of libdart's work; where it has a subject of its own that is not there,
/// the row of the usual one.
fn row_of<'r>(rows: &[&'r Row], (_, _, _, case, subject): &Libdart) -> Option<&'r Row> {
    let of = |subject: &str| {
        let found = rows
            .iter()
            .find(|row| row.case == *case && row.subject == subject);
        found.copied()
    };
    of(subject).or_else(|| of(OURS))
}

fn libdart_table(rows: &[&Row]) -> String {
    let mut table = String::from(
        "## libdart's own figures\n\n\
         They were measured apart (its own suite on a Zen 4 with AVX-512, nanoseconds): facts, and \
         no ratios of one run. Ours are of this run. Its look-ups had 255 keys where ours have \
         256. Its suite counts operations in a second: those are ours in millions.\n\n\
         | | libdart's | libdart | Varvel | Varvel ÷ libdart | libdart, M/s | Varvel, M/s |\n\
         |---|---|--:|--:|--:|--:|--:|\n",
    );
    let rate = |ns: f64| format!("{:.2}", 1e3 / ns);
    for figure in libdart() {
        let row = row_of(rows, &figure);
        let (work, of, libdart, case, _) = figure;
        let (ours, ratio, ours_rate) = match row {
            Some(row) => (
                nanoseconds(row.ns_per_op),
                format!("{:.2}", row.ns_per_op / libdart),
                rate(row.ns_per_op),
            ),
            None => ("–".to_owned(), "–".to_owned(), "–".to_owned()),
        };
        table.push_str(&format!(
            "| {work} | {of} | {} | {ours} (`{case}`) | {ratio} | {} | {ours_rate} |\n",
            nanoseconds(libdart),
            rate(libdart),
        ));
    }
    table
}

/// Returns a bar for each of libdart's figures, against our C++ headers.
pub fn bars(rows: &[Row]) -> Vec<Bar> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.suite == IN_CPP).collect();
    let bar = |figure: Libdart| {
        let ours = row_of(&rows, &figure).map(|row| row.ns_per_op);
        let (work, of, libdart, ..) = figure;
        let measured = ours.map(|ours| ours / libdart);
        let times = ours.map(|ours| {
            format!(
                ": {} and libdart's own {}, measured apart",
                nanoseconds(ours),
                nanoseconds(libdart)
            )
        });
        Bar {
            case: format!("{IN_CPP} {work}, {of}"),
            against: format!("time{}", times.unwrap_or_default()),
            measured,
            bar: "< 1".to_owned(),
            holds: measured.is_some_and(|ratio| ratio < 1.0),
        }
    };
    libdart().into_iter().map(bar).collect()
}

/// Returns the table of DataConfig's suite in its own units.
fn dataconfig_table(rows: &[&Row]) -> String {
    let mut table = String::from(
        "## In DataConfig's units\n\n\
         Its corpus and canada, JSON and MessagePack both ways, in MB/s of the text or the \
         MessagePack; the deviation is that of the rounds.\n\n\
         | case | library | MB/s, median | MB/s, mean | deviation |\n|---|---|--:|--:|--:|\n",
    );
    let (families, documents) = DATACONFIG;
    for document in documents {
        for family in families {
            let case = format!("{family}/{document}");
            for row in rows.iter().filter(|row| row.case == case) {
                let mb_per_s = |ns: f64| format!("{:.0}", row.bytes_per_op / ns * 1e3);
                let mean = row.mean_ns.map_or("–".to_owned(), mb_per_s);
                let deviation = row.deviation_ns.zip(row.mean_ns);
                let deviation = deviation.map_or("–".to_owned(), |(deviation, mean)| {
                    format!("{:.1} %", deviation / mean * 100.0)
                });
                table.push_str(&format!(
                    "| {case} | {} | {} | {mean} | {deviation} |\n",
                    row.subject,
                    mb_per_s(row.ns_per_op)
                ));
            }
        }
    }
    table
}

/// Returns the table of ObjectBox' suite in the languages of its users, each beside its own peers.
fn objectbox_table(rows: &[Row]) -> String {
    let mut table = String::from(
        "## In Dart and Go\n\n\
         The same table in the languages of ObjectBox' users, by generated code: [Dart](dart.md) beside \
         straight-line code that knows its one layout, [Go](go.md) beside google's package. google's \
         package for Dart was measured apart, on the same virtual machine; [its page](dart.md) has \
         what the straight-line code took in that run.\n\n\
         | case | language | varvel | beside it | time ÷ its | google's, apart |\n\
         |---|---|--:|--:|--:|--:|\n",
    );
    let apart = figures();
    for (suite, language) in [("dart", "Dart"), ("go", "Go")] {
        let of_suite = rows
            .iter()
            .filter(|row| row.suite == suite && row.subject == OURS);
        for ours in of_suite.filter(|row| row.case.contains("_bytes")) {
            let is = |row: &&Row| row.suite == suite && row.case == ours.case;
            let mut others = rows.iter().filter(is).filter(|row| row.subject != OURS);
            let (beside, ratio) = match others.next() {
                Some(row) => (
                    format!("{} ({})", nanoseconds(row.ns_per_op), row.subject),
                    format!("{:.2}", ours.ns_per_op / row.ns_per_op),
                ),
                None => ("–".to_owned(), "–".to_owned()),
            };
            let is = |figure: &&Figure| figure.suite == suite && figure.case == ours.case;
            let apart = apart.iter().find(is).and_then(|figure| figure.ns);
            let apart = apart.map_or("–".to_owned(), nanoseconds);
            table.push_str(&format!(
                "| {} | {language} | {} | {beside} | {ratio} | {apart} |\n",
                ours.case,
                nanoseconds(ours.ns_per_op)
            ));
        }
    }
    table
}

/// Returns the table of the libraries that cannot be measured here, if the suite has some.
fn figures_table(suite: &str, rows: &[&Row]) -> Option<String> {
    let figures: Vec<Figure> = figures()
        .into_iter()
        .filter(|figure| figure.suite == suite)
        .collect();
    let libraries = distinct(figures.iter().map(|figure| figure.library.as_str())).join(", ");
    let mut table = format!(
        "## Published figures\n\n\
         {libraries}: in no registry, so not in this run. These are their published figures, or what \
         was measured apart, on other machines.\n\n\
         | case | library | its figure | Varvel, this run | measured on |\n|---|---|--:|--:|---|\n"
    );
    for figure in &figures {
        let subject = figure.ours.as_deref().unwrap_or(OURS);
        let ours = rows
            .iter()
            .find(|row| row.case == figure.case && row.subject == subject);
        let theirs = match (figure.mb_per_s, figure.ns) {
            (Some(mb_per_s), _) => format!("{mb_per_s:.0} MB/s"),
            (None, ns) => nanoseconds(ns.unwrap_or(f64::NAN)),
        };
        let ours = ours.map_or("–".to_owned(), |row| match figure.mb_per_s {
            Some(_) => format!("{:.0} MB/s", row.gb_per_s() * 1e3),
            None => nanoseconds(row.ns_per_op),
        });
        // The heading of the column says the usual one.
        let ours = match &figure.ours {
            Some(subject) => format!("{ours} ({subject})"),
            None => ours,
        };
        table.push_str(&format!(
            "| {} | {} | {theirs} | {ours} | {} |\n",
            figure.case, figure.library, figure.on
        ));
    }
    (!figures.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_figure_has_one_unit() {
        assert!(!figures().is_empty());
        for figure in figures() {
            let named = (&figure.library, &figure.case);
            assert!(
                figure.mb_per_s.is_some() != figure.ns.is_some(),
                "{named:?}"
            );
        }
    }

    #[test]
    fn a_figure_stands_beside_the_subject_of_its_language() {
        let row = |subject: &str, ns_per_op| Row {
            suite: "flatcc".to_owned(),
            case: "encode/reused".to_owned(),
            subject: subject.to_owned(),
            version: String::new(),
            ns_per_op,
            mad_ns: 0.0,
            bytes_per_op: 0.0,
            mean_ns: None,
            deviation_ns: None,
        };
        let rows = [row("varvel", 42.0), row("varvel C", 68.0)];
        let table = figures_table("flatcc", &rows.iter().collect::<Vec<_>>()).unwrap();
        let line = table
            .lines()
            .find(|line| line.starts_with("| encode/reused"));
        let (theirs, ours) = (nanoseconds(344.0), nanoseconds(68.0));
        let wanted = format!("| encode/reused | flatcc 0.6.2 | {theirs} | {ours} (varvel C) |");
        assert!(line.unwrap().starts_with(&wanted), "{table}");
    }

    #[test]
    fn figures_of_libdart_are_bars_of_the_headers() {
        let row = |case: &str, subject: &str, ns_per_op| Row {
            suite: IN_CPP.to_owned(),
            case: case.to_owned(),
            subject: subject.to_owned(),
            version: String::new(),
            ns_per_op,
            mad_ns: 0.0,
            bytes_per_op: 0.0,
            mean_ns: None,
            deviation_ns: None,
        };
        let rows = [
            row("parse/flat", "varvel", 600.0),
            row("parse/flat", "varvel (fresh)", 2000.0),
            row("value-freeze/flat", "varvel", 500.0),
        ];
        let bars = bars(&rows);
        let verdict = |case: &str| {
            let found = bars.iter().find(|bar| bar.case == case).unwrap();
            (found.measured.is_some(), found.verdict())
        };
        assert_eq!(verdict("cpp-libdart parse flat, buffer"), (true, "short"));
        assert_eq!(verdict("cpp-libdart parse flat, heap"), (true, "PASS"));
        assert_eq!(verdict("cpp-libdart finalize, heap"), (true, "PASS"));
        assert_eq!(verdict("cpp-libdart push, shared, heap"), (false, "short"));
    }
}
