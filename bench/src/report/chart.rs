//! Pictures: the bars of a suite, a bar for each subject, the fastest on top, ours in colour; and
//! ratios, for the first page.

use super::suites::{Suite, mean};
use super::svg::{HEAD, Svg, WIDTH};
use super::{Group, Unit};
use crate::results::{self, Row};

/// Up to this many cases have a line or a panel each; more have one for each family.
pub const CASES: usize = 16;

const COLUMNS: usize = 2;
const BAR: f64 = 17.0;
/// The height of what is above the bars of a panel, and the room below them.
const ABOVE: f64 = 40.0;
const BELOW: f64 = 18.0;
/// The width of the names beside bars, and of the numbers behind the longest one.
const NAME: f64 = 200.0;
const VALUE: f64 = 110.0;

/// Bars that are compared with each other.
struct Panel {
    heading: String,
    /// The unit, and what is better.
    note: String,
    bars: Vec<Bar>,
}

struct Bar {
    subject: String,
    length: f64,
    /// Less is better.
    cost: f64,
    value: String,
}

impl Panel {
    /// Returns a panel for one case, in the unit of its group.
    fn of_case(group: &Group, name: &str, rows: &[Row]) -> Self {
        let unit = group.unit;
        let bar = |row: &Row| Bar {
            subject: row.subject.clone(),
            length: unit.value(row),
            cost: unit.cost(row),
            value: match unit {
                Unit::Throughput => format!("{:.2} GB/s", row.gb_per_s()),
                _ => unit.text(unit.value(row)),
            },
        };
        let better = match unit {
            Unit::Throughput => "GB/s, longer is better",
            Unit::Time => "time, shorter is better",
            Unit::Bytes => "bytes, shorter is better",
        };
        let bytes = rows.first().map_or(0.0, |row| row.bytes_per_op);
        Self {
            heading: format!("{}: {name}", group.title),
            note: match unit {
                Unit::Throughput | Unit::Time if bytes > 0.0 => {
                    format!("{}; {better}", size(bytes))
                }
                _ => better.to_owned(),
            },
            bars: rows.iter().map(bar).collect(),
        }
    }

    /// Returns a panel for all cases of a group: the mean of each subject's ratios to ours, of the
    /// cases that the subject has.
    fn of_group(group: &Group) -> Self {
        let cost = |row: &Row| group.unit.cost(row);
        let find = |rows: &[Row], subject: &str| {
            let found = rows.iter().find(|row| row.subject == subject);
            found.map(cost)
        };
        let rows = || group.cases.iter().flat_map(|(_, rows)| rows);
        let count = group.cases.len();
        let bar = |subject: &str| {
            let ratio = |(_, rows): &(String, Vec<Row>)| {
                Some(find(rows, subject)? / find(rows, results::OURS)?)
            };
            let ratios: Vec<f64> = group.cases.iter().filter_map(ratio).collect();
            let length = mean(ratios.iter().copied());
            Bar {
                subject: subject.to_owned(),
                length,
                cost: length,
                value: match ratios.len() == count {
                    true => format!("{length:.2}"),
                    false => format!("{length:.2} (of {})", ratios.len()),
                },
            }
        };
        let subjects = results::distinct(rows().map(|row| row.subject.as_str()));
        let what = match group.unit {
            Unit::Bytes => "bytes",
            Unit::Throughput | Unit::Time => "time",
        };
        Self {
            heading: group.title.clone(),
            note: format!("{what} ÷ varvel's, mean of {count} cases; shorter is better"),
            bars: subjects.into_iter().map(bar).collect(),
        }
    }

    fn height(&self) -> f64 {
        ABOVE + self.bars.len() as f64 * BAR + BELOW
    }

    fn draw(mut self, svg: &mut Svg, (left, top): (f64, f64)) {
        self.bars.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        svg.text("head", left, top + 10.0, &self.heading);
        svg.text("note", left, top + 27.0, &self.note);
        let highest = self.bars.iter().map(|bar| bar.length).fold(0.0, f64::max);
        let zero = left + NAME;
        let room = f64::from(WIDTH) / COLUMNS as f64 - NAME - VALUE - 16.0;
        for (i, bar) in self.bars.iter().enumerate() {
            let y = top + ABOVE + i as f64 * BAR;
            let middle = y + BAR / 2.0;
            let (class, ink) = match bar.subject.as_str() {
                results::OURS => ("ours", "ours"),
                subject if results::is_ours(subject) => ("too", "ours"),
                _ => ("peer", ""),
            };
            let length = (bar.length / highest * room).max(1.0);
            svg.bar(class, (zero, y + 2.0), (length, BAR - 4.0));
            let end = format!("{ink} end");
            svg.text(end.trim_start(), zero - 6.0, middle, &bar.subject);
            svg.text(ink, zero + length + 6.0, middle, &bar.value);
        }
    }
}

/// Returns the picture of a suite: a panel for each case, or, of many, for each group of cases.
pub fn bars(suite: &Suite, groups: &[Group]) -> String {
    let cases: usize = groups.iter().map(|group| group.cases.len()).sum();
    let mut svg = Svg::new(&suite.title, "the best on top");
    let top = f64::from(HEAD);
    let mut bottoms = [top; COLUMNS];
    let panels = groups.iter().flat_map(|group| {
        let has_ours =
            |(_, rows): &(String, Vec<Row>)| rows.iter().any(|row| row.subject == results::OURS);
        let as_one = cases > CASES && group.cases.len() > 1 && group.cases.iter().any(has_ours);
        let of_case = |(name, rows): &(String, Vec<Row>)| Panel::of_case(group, name, rows);
        match as_one {
            true => vec![Panel::of_group(group)],
            false => group.cases.iter().map(of_case).collect(),
        }
    });
    for panel in panels {
        // Each goes where most room is left, the first of equals.
        let shortest = bottoms.iter().copied().fold(f64::INFINITY, f64::min);
        let column = bottoms.iter().position(|bottom| *bottom == shortest);
        let column = column.unwrap_or(0);
        let left = 16.0 + f64::from(WIDTH) / COLUMNS as f64 * column as f64;
        bottoms[column] += panel.height();
        panel.draw(&mut svg, (left, shortest));
    }
    svg.finish(bottoms.into_iter().fold(top, f64::max))
}

/// A line of a picture of ratios.
pub struct Line {
    pub label: String,
    /// Our time divided by that of the best peer.
    pub ratio: f64,
    /// The text at the end of the line.
    pub note: String,
}

const LINE: f64 = 22.0;
/// Where the scale of ratios begins and ends, and where the notes begin.
const SCALE: (f64, f64) = (300.0, 660.0);
const NOTES: f64 = 690.0;

/// Draws ratios around 1, on a scale of powers of two: to the left we are faster.
pub fn ratios(title: &str, lines: &[Line]) -> String {
    let logs = || lines.iter().map(|line| line.ratio.log2());
    let low = logs().fold(-1.0, f64::min).floor();
    let high = logs().fold(1.0, f64::max).ceil();
    let (left, right) = SCALE;
    let x = |log: f64| left + (log - low) / (high - low) * (right - left);
    let top = f64::from(HEAD) + 24.0;
    let bottom = top + lines.len() as f64 * LINE + 4.0;
    let mut svg = Svg::new(title, "time ÷ best peer's, shorter is better");
    for power in low as i32..=high as i32 {
        let at = x(f64::from(power));
        let class = if power == 0 { "axis" } else { "grid" };
        svg.upright(class, at, top - 4.0, bottom);
        let label = match power {
            ..0 => format!("1/{}", 1 << -power),
            _ => (1 << power).to_string(),
        };
        svg.text("middle", at, bottom + 14.0, &label);
    }
    svg.text("ours end", x(0.0) - 10.0, top - 16.0, "faster");
    svg.text("", x(0.0) + 10.0, top - 16.0, "slower");
    for (i, line) in lines.iter().enumerate() {
        let y = top + i as f64 * LINE;
        let middle = y + LINE / 2.0;
        let end = x(line.ratio.log2());
        let (from, length) = (end.min(x(0.0)), (end - x(0.0)).abs());
        let value = format!("{:.2}", line.ratio);
        let (class, at, ink) = match line.ratio <= 1.0 {
            true => ("ours", end - 6.0, "ours end"),
            false => ("peer", end + 6.0, ""),
        };
        svg.bar(class, (from, y + 4.0), (length, LINE - 8.0));
        svg.text(ink, at, middle, &value);
        svg.text("", 16.0, middle, &line.label);
        svg.text("note", NOTES, middle, &line.note);
    }
    svg.finish(bottom + 32.0)
}

/// Returns bytes in a unit that keeps the number short.
pub fn size(bytes: f64) -> String {
    match bytes {
        _ if bytes < 10_000.0 => format!("{bytes:.0} B"),
        _ if bytes < 1e6 => format!("{:.0} KB", bytes / 1e3),
        _ => format!("{:.2} MB", bytes / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::super::suites::suites;
    use super::*;

    fn group(cases: &[(&str, &[(&str, f64)])]) -> Group {
        let row = |subject: &str, ns_per_op| Row {
            suite: "json".to_owned(),
            case: "parse/x".to_owned(),
            subject: subject.to_owned(),
            version: String::new(),
            ns_per_op,
            mad_ns: 0.0,
            bytes_per_op: 0.0,
            mean_ns: None,
            deviation_ns: None,
        };
        let of_case = |(name, rows): &(&str, &[(&str, f64)])| {
            let rows = rows.iter().map(|(subject, ns)| row(subject, *ns));
            ((*name).to_owned(), rows.collect())
        };
        Group {
            stem: "json-parse".to_owned(),
            title: "JSON text to a tree".to_owned(),
            unit: Unit::Time,
            cases: cases.iter().map(of_case).collect(),
        }
    }

    #[test]
    fn a_subject_has_the_mean_of_the_cases_that_it_has() {
        let group = group(&[
            (
                "a",
                &[("varvel", 10.0), ("yyjson", 20.0), ("sonic-rs", 30.0)],
            ),
            ("b", &[("varvel", 10.0), ("yyjson", 80.0)]),
        ]);
        let panel = Panel::of_group(&group);
        let values: Vec<&str> = panel.bars.iter().map(|bar| bar.value.as_str()).collect();
        assert_eq!(values, ["1.00", "4.00", "3.00 (of 1)"]);
    }

    #[test]
    fn few_cases_have_a_panel_each_and_many_one_for_all() {
        let suite = suites().remove(0);
        let rows: &[(&str, f64)] = &[("varvel", 10.0), ("yyjson", 20.0)];
        let few = bars(&suite, &[group(&[("a", rows), ("b", rows)])]);
        assert!(few.contains("JSON text to a tree: b</text>"));
        let names: Vec<String> = (0..=CASES).map(|i| i.to_string()).collect();
        let cases: Vec<_> = names.iter().map(|name| (name.as_str(), rows)).collect();
        let many = bars(&suite, &[group(&cases)]);
        assert!(many.contains("mean of 17 cases; shorter is better</text>"));
        assert_eq!(many.matches(">yyjson</text>").count(), 1);
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!(size(613.0), "613 B");
        assert_eq!(size(631_515.0), "632 KB");
        assert_eq!(size(2_251_051.0), "2.25 MB");
    }
}
