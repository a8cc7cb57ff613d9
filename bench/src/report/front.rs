//! The first page: a picture and a table for the whole, and for each suite that the field knows.

use super::bars::{self, Bar};
use super::chart::{self, CASES, Line};
use super::suites::{Compared, Suite, mean};
use super::{Figures, Unit};
use crate::machine::Machine;
use crate::results::{distinct, nanoseconds};

/// Ratios of at most this are ahead, and of at least its inverse behind: the rest is noise.
const LEVEL: f64 = 0.95;
/// The number of families that are named as furthest ahead.
const NAMED: usize = 8;

/// The suites, each with the cases in which a peer did the same work.
pub struct Front<'r> {
    suites: Vec<(&'r Suite, Vec<Compared<'r>>)>,
    figures: &'r Figures,
}

/// The cases of one family.
struct Family<'c, 'r> {
    heading: &'c str,
    cases: Vec<&'c Compared<'r>>,
}

impl Family<'_, '_> {
    fn mean(&self) -> f64 {
        mean(self.cases.iter().map(|case| case.ratio()))
    }
}

impl<'r> Front<'r> {
    pub fn new(suites: &'r [Suite], figures: &'r Figures) -> Self {
        let suites = suites
            .iter()
            .map(|suite| (suite, suite.compared(&figures.rows)))
            .filter(|(_, cases)| !cases.is_empty())
            .collect();
        Self { suites, figures }
    }

    /// Returns the pictures of the page, with the names of their files.
    pub fn pictures(&self) -> Vec<(String, String)> {
        let whole: Vec<Line> = self
            .suites
            .iter()
            .map(|(suite, cases)| Line {
                label: title(suite),
                ratio: mean(cases.iter().map(Compared::ratio)),
                note: span(&cases.iter().collect::<Vec<_>>()),
            })
            .collect();
        let whole = chart::ratios("All suites", &whole);
        let mut pictures = vec![("whole.svg".to_owned(), whole)];
        for (suite, cases) in self.suites.iter().filter(|(suite, _)| suite.known) {
            let lines: Vec<Line> = match cases.len() > CASES {
                true => families(suite, cases)
                    .iter()
                    .map(|family| Line {
                        label: family.heading.to_owned(),
                        ratio: family.mean(),
                        note: span(&family.cases),
                    })
                    .collect(),
                false => cases
                    .iter()
                    .map(|case| Line {
                        label: case.ours.case.clone(),
                        ratio: case.ratio(),
                        note: format!("{} and {}", ours(case), best(case)),
                    })
                    .collect(),
            };
            let name = format!("{}-ratios.svg", suite.name);
            pictures.push((name, chart::ratios(&suite.title, &lines)));
        }
        pictures
    }

    /// Returns the page as Markdown.
    pub fn page(&self, bars: &[Bar]) -> String {
        let mut page = format!(
            "# Benchmarks\n\n\
             Our time divided by that of the best peer in the same run: below 1 we are faster. Means \
             are geometric.\n\n{}\n\
             Behind this page: a page for each suite, with bars for each subject; [the bars](bars.md) \
             that have to hold ({}); [how it is measured](method.md). `cargo xtask report` writes these \
             pages from the rows in `figures/`.\n",
            self.runs(),
            bars::held(bars)
        );
        page.push_str(&self.whole());
        for (suite, cases) in self.suites.iter().filter(|(suite, _)| suite.known) {
            page.push_str(&format!(
                "\n## {0}\n\n{1} [All its bars]({2}.md).\n\n![{0}: time ÷ best peer's]({2}-ratios.svg)\n\n",
                suite.title, suite.text, suite.name
            ));
            page.push_str(&match cases.len() > CASES {
                true => by_family(&families(suite, cases)),
                false => by_case(cases),
            });
        }
        page
    }

    /// Returns a list of the runs in which the figures were measured.
    fn runs(&self) -> String {
        let run = |(machine, suites): &(Machine, Vec<String>)| {
            let titles = self.suites.iter().map(|(suite, _)| suite);
            let titles = titles.filter(|suite| suites.contains(&suite.name));
            let titles: Vec<&str> = titles.map(|suite| suite.title.as_str()).collect();
            let Machine { commit, cpu, .. } = machine;
            format!("* {}: commit {commit}, on {cpu}.\n", titles.join(", "))
        };
        self.figures.runs.iter().map(run).collect()
    }

    /// Returns the part on all suites.
    fn whole(&self) -> String {
        let mut part = String::from(
            "\n## The whole\n\n![All suites: time ÷ best peer's](whole.svg)\n\n\
             | suite | cases | time ÷ best peer's | ahead | level | behind | furthest ahead | furthest behind |\n\
             |---|--:|--:|--:|--:|--:|---|---|\n",
        );
        let mut all = Vec::new();
        for (suite, cases) in &self.suites {
            let ahead = cases.iter().filter(|case| case.ratio() <= LEVEL).count();
            let behind = cases.iter().filter(|case| case.ratio() >= 1.0 / LEVEL);
            let behind = behind.count();
            let by_ratio = |a: &&Compared, b: &&Compared| a.ratio().total_cmp(&b.ratio());
            let named = |case: Option<&Compared>| match case {
                Some(case) => format!("{:.2}, {}", case.ratio(), case.ours.case),
                None => String::new(),
            };
            part.push_str(&format!(
                "| [{}]({}.md) | {} | {:.2} | {ahead} | {} | {behind} | {} | {} |\n",
                title(suite),
                suite.name,
                cases.len(),
                mean(cases.iter().map(Compared::ratio)),
                cases.len() - ahead - behind,
                named(cases.iter().min_by(by_ratio)),
                named(cases.iter().max_by(by_ratio)),
            ));
            all.extend(
                families(suite, cases)
                    .into_iter()
                    .map(|family| (suite, family)),
            );
        }
        all.sort_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()));
        let line = |(suite, family): &(&&Suite, Family)| {
            format!(
                "| {} | {} | {} | {:.2} |\n",
                suite.title,
                family.heading,
                family.cases.len(),
                family.mean()
            )
        };
        let head = "| suite | work | cases | time ÷ best peer's |\n|---|---|--:|--:|\n";
        part.push_str(&format!("\nWhere we lead most:\n\n{head}"));
        part.extend(all.iter().take(NAMED).map(line));
        part.push_str(&format!("\nWhere we do not lead:\n\n{head}"));
        let behind = all.iter().rev().filter(|(_, family)| family.mean() > LEVEL);
        part.extend(behind.map(line));
        part
    }
}

/// Returns the title of a suite, with its unit if that is not time.
fn title(suite: &Suite) -> String {
    match suite.unit {
        Unit::Bytes => format!("{} (bytes)", suite.title),
        _ => suite.title.clone(),
    }
}

fn families<'c, 'r>(suite: &'c Suite, cases: &'c [Compared<'r>]) -> Vec<Family<'c, 'r>> {
    let names = distinct(cases.iter().map(Compared::family)).into_iter();
    let family = |name: &'c str| Family {
        heading: suite.families.get(name).map_or(name, String::as_str),
        cases: cases.iter().filter(|case| case.family() == name).collect(),
    };
    names.map(family).collect()
}

fn by_family(families: &[Family]) -> String {
    let mut table = String::from(
        "| work | cases | time ÷ best peer's | lowest to highest | best peers |\n|---|--:|--:|--:|---|\n",
    );
    for family in families {
        let cases = &family.cases;
        let peers = distinct(cases.iter().map(|case| case.best.subject.as_str()));
        table.push_str(&format!(
            "| {} | {} | {:.2} | {} | {} |\n",
            family.heading,
            cases.len(),
            family.mean(),
            range(cases),
            peers.join(", ")
        ));
    }
    table
}

fn by_case(cases: &[Compared]) -> String {
    let mut table =
        String::from("| case | varvel | best peer | time ÷ best peer's |\n|---|--:|--:|--:|\n");
    for case in cases {
        table.push_str(&format!(
            "| {} | {} | {} | {:.2} |\n",
            case.ours.case,
            ours(case),
            best(case),
            case.ratio()
        ));
    }
    table
}

fn ours(case: &Compared) -> String {
    nanoseconds(case.ours.ns_per_op)
}

fn best(case: &Compared) -> String {
    let time = nanoseconds(case.best.ns_per_op);
    format!("{} {time}", case.best.subject)
}

fn range(cases: &[&Compared]) -> String {
    let ratios = || cases.iter().map(|case| case.ratio());
    let lowest = ratios().fold(f64::INFINITY, f64::min);
    let highest = ratios().fold(0.0, f64::max);
    format!("{lowest:.2} to {highest:.2}")
}

fn span(cases: &[&Compared]) -> String {
    match cases {
        [case] => format!("1 case, best peer {}", case.best.subject),
        _ => format!("{} cases, {}", cases.len(), range(cases)),
    }
}
