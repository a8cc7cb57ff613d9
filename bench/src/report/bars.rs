//! The bars: required ratios (`bench/report/bars.yaml`), and the measured ones. Ratios are those of
//! medians of one run.

use varvel::Decode;

use super::suites::mean;
use crate::results::{OURS, Row, nanoseconds};
use crate::suites::size;

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

/// The file of the bars. Lists of cases stand in it once, under names.
const FILE: &str = include_str!("../../report/bars.yaml");

/// The content of the file, without the lists that its bars refer to.
#[derive(Decode)]
struct File {
    bars: Vec<Rule>,
}

/// A kind of bar: its cases, the peers, and the required ratio.
#[derive(Decode)]
#[varvel(deny_unknown)]
struct Rule {
    suite: String,
    family: String,
    cases: Vec<String>,
    /// The subject of ours.
    #[varvel(default)]
    ours: Option<String>,
    /// The peers: subjects whose name begins with one of these; the fastest counts.
    against: Vec<String>,
    /// Whether the peers are called exactly so: `varvel` is not `varvel C`.
    #[varvel(default)]
    exactly: bool,
    /// Whether the ratio is the geometric mean of those of all cases, in place of each.
    #[varvel(default)]
    mean: bool,
    /// The throughput of ours ÷ theirs is at least this.
    #[varvel(default)]
    throughput: Option<f64>,
    /// The time of ours ÷ theirs is at most this, if there is no bar on the throughput.
    #[varvel(default)]
    time: Option<f64>,
}

fn rules() -> Vec<Rule> {
    let file: varvel::Result<File> = varvel::yaml::from_str(FILE);
    match file {
        Ok(file) => file.bars,
        Err(error) => panic!("bench/report/bars.yaml: {error}"),
    }
}

/// Documents from this size on, in bytes, have a bar on their frozen size.
const SIZED: f64 = 10_000.0;
/// The bytes of header that a bar allows.
const HEADER: f64 = 64.0;

/// Returns the bars of this run, in order of the rules; those on size last.
pub fn bars(rows: &[Row]) -> Vec<Bar> {
    let mut bars = Vec::new();
    for rule in rules() {
        let cases = rule.cases.iter();
        let cases: Vec<Timed> = cases
            .map(|name| timed(rows, &rule, &format!("{}/{name}", rule.family)))
            .collect();
        match rule.mean {
            true => bars.push(together(&rule, &cases)),
            false => bars.extend(cases.iter().map(|case| alone(&rule, case))),
        }
    }
    bars.extend(sizes(rows));
    bars
}

/// A case of a rule.
struct Timed {
    /// The case, such as `parse/twitter`.
    case: String,
    /// Our time and theirs, as text.
    times: String,
    /// Our time divided by theirs, if both were measured.
    ratio: Option<f64>,
}

fn timed(rows: &[Row], rule: &Rule, case: &str) -> Timed {
    let of_case = || {
        rows.iter()
            .filter(|row| row.suite == rule.suite && row.case == case)
    };
    let name = rule.ours.as_deref().unwrap_or(OURS);
    let ours = of_case().find(|row| row.subject == name);
    let is = |row: &Row, name: &String| match rule.exactly {
        true => row.subject == *name,
        false => row.subject.starts_with(name),
    };
    let theirs = of_case()
        .filter(|row| rule.against.iter().any(|name| is(row, name)))
        .min_by(|a, b| a.ns_per_op.total_cmp(&b.ns_per_op));
    let times = ours.zip(theirs).map(|(ours, theirs)| {
        let time = |row: &Row| nanoseconds(row.ns_per_op);
        format!(": {} and {} {}", time(ours), theirs.subject, time(theirs))
    });
    Timed {
        case: case.to_owned(),
        times: times.unwrap_or_default(),
        ratio: ours
            .zip(theirs)
            .map(|(ours, theirs)| ours.ns_per_op / theirs.ns_per_op),
    }
}

/// Returns the bar of one case.
fn alone(rule: &Rule, timed: &Timed) -> Bar {
    bar(rule, &timed.case, &timed.times, timed.ratio)
}

/// Returns the bar on the geometric mean of some cases, all of which must have been measured.
fn together(rule: &Rule, cases: &[Timed]) -> Bar {
    let ratios: Option<Vec<f64>> = cases.iter().map(|case| case.ratio).collect();
    let names = rule.cases.join(", ");
    bar(
        rule,
        &format!("{}: {names}", rule.family),
        &format!(", geometric mean, against {}", rule.against.join(", ")),
        ratios.map(|ratios| mean(ratios.into_iter())),
    )
}

/// Returns a bar on our time divided by theirs.
fn bar(rule: &Rule, case: &str, times: &str, time: Option<f64>) -> Bar {
    let (how, measured, holds, bar) = match (rule.throughput, rule.time) {
        (Some(bar), _) => {
            let throughput = time.map(|time| 1.0 / time);
            let holds = throughput.is_some_and(|ratio| ratio >= bar);
            ("throughput", throughput, holds, format!("≥ {bar:.2}"))
        }
        (None, bar) => {
            let bar = bar.unwrap_or(1.0);
            let holds = time.is_some_and(|ratio| ratio <= bar);
            ("time", time, holds, format!("≤ {bar:.2}"))
        }
    };
    Bar {
        case: format!("{} {case}", rule.suite),
        against: format!("{how}{times}"),
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

/// Returns the page of all bars.
pub fn page(bars: &[Bar]) -> String {
    let mut table = format!(
        "# The bars\n\nWhat has to hold, from `bench/report/bars.yaml`: {}. `cargo xtask bench bars --json \
         FILES` prints this table.\n\n\
         | case | counted as | measured | bar | |\n|---|---|--:|--:|---|\n",
        held(bars)
    );
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
    table.push_str(&format!("{}\n", held(bars)));
    table
}

/// Returns how many bars hold, of those that were measured.
pub fn held(bars: &[Bar]) -> String {
    let measured = bars.iter().filter(|bar| bar.measured.is_some());
    let (held, short): (Vec<&Bar>, Vec<&Bar>) = measured.partition(|bar| bar.holds);
    let all = held.len() + short.len();
    let missing = match bars.len() - all {
        0 => String::new(),
        count => format!(", {count} were not measured"),
    };
    format!("{} of {all} hold{missing}", held.len())
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
            mean_ns: None,
            deviation_ns: None,
        }
    }

    #[test]
    fn each_rule_names_its_cases_and_one_ratio() {
        for rule in rules() {
            let of = (&rule.suite, &rule.family);
            assert!(!rule.cases.is_empty() && !rule.against.is_empty(), "{of:?}");
            assert!(rule.throughput.is_some() != rule.time.is_some(), "{of:?}");
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
    fn a_name_may_be_exact() {
        let of = |subject: &str, ns_per_op| Row {
            suite: "flatcc".to_owned(),
            ..row("traverse/verified", subject, ns_per_op)
        };
        // Another subject of ours is faster, and its name begins as that of the usual one.
        let rows = [
            of("varvel", 100.0),
            of("varvel C", 120.0),
            of("varvel (their buffer)", 50.0),
            of("FlatBuffers C++", 130.0),
        ];
        let bars = bars(&rows);
        let against = |peer: &str| {
            let of_c = format!(": {} and {peer} ", nanoseconds(120.0));
            let found = bars.iter().find(|bar| bar.against.contains(&of_c));
            found.map(|bar| (bar.ratio(), bar.verdict()))
        };
        assert_eq!(against("varvel"), Some(("1.20".to_owned(), "PASS")));
        assert_eq!(
            against("FlatBuffers C++"),
            Some(("1.08".to_owned(), "PASS"))
        );
    }

    #[test]
    fn a_mean_counts_where_all_of_its_cases_were_measured() {
        let of = |case: &str, subject: &str, ns_per_op| Row {
            suite: "cpp-dataconfig".to_owned(),
            ..row(case, subject, ns_per_op)
        };
        let read = |case: &str, ratio: f64| {
            [
                of(case, "varvel", 100.0),
                of(case, "simdjson on-demand", 100.0 * ratio),
            ]
        };
        let mut rows: Vec<Row> = ["read/twitter", "read/canada", "read/citm_catalog"]
            .iter()
            .flat_map(|case| read(case, 0.5))
            .collect();
        let found = |rows: &[Row]| {
            let bars = bars(rows);
            let bar = bars
                .iter()
                .find(|bar| bar.case.starts_with("cpp-dataconfig read: "));
            bar.map(|bar| (bar.ratio(), bar.verdict())).unwrap()
        };
        assert_eq!(found(&rows), ("not measured".to_owned(), "short"));
        rows.extend(read("read/papers", 8.0));
        assert_eq!(found(&rows), ("1.00".to_owned(), "PASS"));
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
