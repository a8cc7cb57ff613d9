//! The suites of the report (`bench/report/suites.yaml`), and our times against the best peers'.

use std::collections::BTreeMap;

use varvel::Decode;

use super::Unit;
use crate::results::{OURS, Row, distinct, is_ours};

/// A suite, as the file describes it.
#[derive(Decode)]
#[varvel(deny_unknown)]
pub struct Suite {
    pub name: String,
    /// The suite of `cargo xtask bench` that measures it, if that has another name.
    #[varvel(default)]
    command: Option<String>,
    pub title: String,
    /// The work that it measures, in a sentence or two.
    pub text: String,
    /// Whether the field knows it, so that it has a part of the first page.
    #[varvel(default)]
    pub known: bool,
    pub unit: Unit,
    /// Families whose peers do other work: no mean counts them.
    #[varvel(default)]
    apart: Vec<String>,
    /// Subjects that are no library, but the least that the work can cost.
    #[varvel(default)]
    bounds: Vec<String>,
    /// The headings of the families of cases.
    pub families: BTreeMap<String, String>,
}

/// Returns all suites, in the order of the report.
pub fn suites() -> Vec<Suite> {
    let suites = varvel::yaml::from_str(include_str!("../../report/suites.yaml"));
    suites.unwrap_or_else(|error| panic!("bench/report/suites.yaml: {error}"))
}

/// A case in which a peer did the same work.
pub struct Compared<'r> {
    pub ours: &'r Row,
    pub best: &'r Row,
}

impl Compared<'_> {
    /// Returns our time divided by the best peer's; of sizes, our bytes by the fewest others.
    pub fn ratio(&self) -> f64 {
        match self.ours.ns_per_op {
            0.0 => self.ours.bytes_per_op / self.best.bytes_per_op,
            time => time / self.best.ns_per_op,
        }
    }

    /// Returns the family of the case.
    pub fn family(&self) -> &str {
        self.ours.case.split('/').next().unwrap_or_default()
    }
}

impl Suite {
    /// Returns the name of the suite of `cargo xtask bench` that measures it.
    pub fn command(&self) -> &str {
        self.command.as_deref().unwrap_or(&self.name)
    }

    /// Returns the cases in which a peer did the same work.
    pub fn compared<'r>(&self, rows: &'r [Row]) -> Vec<Compared<'r>> {
        let of_suite: Vec<&Row> = rows.iter().filter(|row| row.suite == self.name).collect();
        let cases = distinct(of_suite.iter().map(|row| row.case.as_str())).into_iter();
        let compared = cases.filter_map(|case| {
            let of_case = || of_suite.iter().copied().filter(|row| row.case == case);
            let ours = of_case().find(|row| row.subject == OURS)?;
            let cost = |row: &Row| match ours.ns_per_op {
                0.0 => row.bytes_per_op,
                _ => row.ns_per_op,
            };
            let best = of_case()
                .filter(|row| !is_ours(&row.subject) && !self.bounds.contains(&row.subject))
                .min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
            Some(Compared { ours, best })
        });
        let same_work = |case: &Compared<'_>| !self.apart.iter().any(|name| name == case.family());
        compared.filter(same_work).collect()
    }
}

/// Returns the geometric mean of ratios.
pub fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = ratios.map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(case: &str, subject: &str, ns_per_op: f64) -> Row {
        Row {
            suite: "libdart".to_owned(),
            case: case.to_owned(),
            subject: subject.to_owned(),
            version: String::new(),
            ns_per_op,
            mad_ns: 0.0,
            bytes_per_op: 0.0,
            mean_ns: None,
            deviation_ns: None,
        }
    }

    #[test]
    fn bounds_and_our_other_subjects_are_no_peers() {
        let rows = [
            row("parse/flat", "varvel", 8.0),
            row("parse/flat", "varvel (fresh)", 1.0),
            row("parse/flat", "sonic-rs", 4.0),
            row("parse/flat", "serde_json", 16.0),
            row("compare/flat", "varvel", 2.0),
            row("compare/flat", "memcmp", 1.0),
        ];
        let suites = suites();
        let libdart = suites.iter().find(|suite| suite.name == "libdart");
        let compared = libdart.unwrap().compared(&rows);
        let found: Vec<_> = compared
            .iter()
            .map(|case| (case.family(), case.best.subject.as_str(), case.ratio()))
            .collect();
        assert_eq!(found, [("parse", "sonic-rs", 2.0)]);
    }

    #[test]
    fn headings_fit_beside_a_bar() {
        for suite in suites() {
            for heading in suite.families.values() {
                assert!(heading.chars().count() <= 44, "{}: {heading}", suite.name);
            }
        }
    }

    #[test]
    fn a_mean_of_ratios_is_geometric() {
        assert!((mean([0.5, 2.0].into_iter()) - 1.0).abs() < 1e-9);
    }
}
