//! Named steps: they run in order, each with its title and duration, and the report at the end has
//! the form of `cargo test`.
//!
//! A failing step does not stop the next ones: one run finds all failures. At the end all steps are
//! listed with their times, the longest first, and with the times of the processor, which tell how
//! many cores they kept busy. Steps that take a larger share of the time than is known are named.

use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::times::Times;

/// Which steps to run; all by default.
#[derive(clap::Args, Default)]
pub struct Choice {
    /// Run only these steps (may be repeated).
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Run all but these steps (may be repeated).
    #[arg(long, value_name = "STEP")]
    skip: Vec<String>,
    /// Keep the times of this run: later ones are compared with them.
    #[arg(long)]
    keep_times: bool,
}

/// One step: a name for `--only`, a title that says what it proves, and its action.
pub struct Step {
    /// The name for `--only` and `--skip`.
    pub name: String,
    /// The fact that the step proves.
    pub title: String,
    /// The seconds that it should take at most, which are shown beside those that it took.
    pub budget: Option<f64>,
    /// The action.
    pub action: Box<dyn Fn() -> Result<()>>,
}

impl Step {
    /// Returns a step named `name`.
    pub fn new(name: &str, title: &str, action: impl Fn() -> Result<()> + 'static) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            budget: None,
            action: Box::new(action),
        }
    }

    /// Returns the step with the seconds that it should take at most.
    pub fn within(self, budget: f64) -> Self {
        Self {
            budget: Some(budget),
            ..self
        }
    }
}

/// The parts of the current step, with their seconds.
static PARTS: Mutex<Vec<(String, f64)>> = Mutex::new(Vec::new());

/// Runs a part of a step, whose time is listed with that of the step. The parts of a step may
/// differ from run to run.
pub fn part<T>(name: impl Into<String>, action: impl FnOnce() -> Result<T>) -> Result<T> {
    let begin = Instant::now();
    let result = action();
    let seconds = begin.elapsed().as_secs_f64();
    let mut parts = PARTS.lock().expect("no panic under the lock");
    parts.push((name.into(), seconds));
    result
}

/// The outcome of one step.
struct Outcome {
    name: String,
    seconds: f64,
    /// The seconds of the processor that its programs took, where the system tells them.
    processor: Option<f64>,
    budget: Option<f64>,
    parts: Vec<(String, f64)>,
    passed: bool,
}

impl Outcome {
    fn of(task: &str, step: &Step) -> Self {
        println!("\n=== {}: {}", step.name, step.title);
        let begin = Instant::now();
        let before = processor();
        let result = (step.action)();
        let seconds = begin.elapsed().as_secs_f64();
        let processor = processor().zip(before).map(|(now, before)| now - before);
        match &result {
            Ok(()) => println!("=== {}: ok in {seconds:.1} s", step.name),
            Err(error) => {
                println!("=== {}: FAILED after {seconds:.1} s: {error:#}", step.name);
                println!(
                    "  the whole step again: cargo xtask {task} --only {}",
                    step.name
                );
            }
        }
        let mut parts = std::mem::take(&mut *PARTS.lock().expect("no panic under the lock"));
        parts.sort_by(|a, b| b.1.total_cmp(&a.1));
        Self {
            name: step.name.clone(),
            seconds,
            processor,
            budget: step.budget,
            parts,
            passed: result.is_ok(),
        }
    }

    /// Returns the line of the report.
    fn line(&self, task: &str) -> String {
        let word = if self.passed { "ok" } else { "FAILED" };
        let of = match self.budget {
            Some(budget) if self.seconds > budget => format!(", over its {budget:.0}s"),
            Some(budget) => format!(" of {budget:.0}s"),
            None => String::new(),
        };
        let processor = match self.processor {
            Some(seconds) => format!(", {seconds:.0}s of the processor"),
            None => String::new(),
        };
        format!(
            "test {task}::{} ... {word} <{:.1}s{of}{processor}>",
            self.name, self.seconds
        )
    }

    /// Returns the times that can be compared with another run: those of the parts if there are
    /// any, since the set of parts may differ.
    fn times(&self, task: &str) -> Vec<(String, f64)> {
        let name = |name: &str| format!("{task} {name}");
        match self.parts.is_empty() {
            true => vec![(name(&self.name), self.seconds)],
            false => {
                let named = |(part, seconds): &(String, f64)| (name(part), *seconds);
                self.parts.iter().map(named).collect()
            }
        }
    }
}

/// Returns the seconds of the processor that all ended programs have taken which this one started,
/// and those that these started; `None` where the system does not tell.
fn processor() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold spaces. `cutime` and `cstime` are the
    // fields 16 and 17 of proc_pid_stat(5), in hundredths of a second on Linux (`USER_HZ`).
    let fields = stat.rsplit_once(") ")?.1.split(' ');
    let ticks: Vec<f64> = fields.filter_map(|field| field.parse().ok()).collect();
    Some((ticks.get(12)? + ticks.get(13)?) / 100.0)
}

/// Runs the chosen steps of `task`. An error names those that failed.
pub fn run(task: &str, steps: Vec<Step>, choice: &Choice) -> Result<()> {
    let begin = Instant::now();
    let (steps, skipped) = chosen(steps, choice)?;
    let mut outcomes: Vec<Outcome> = steps.iter().map(|step| Outcome::of(task, step)).collect();
    outcomes.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));

    println!(
        "\nrunning {} steps of `cargo xtask {task}`, the longest first",
        outcomes.len()
    );
    for outcome in &outcomes {
        println!("{}", outcome.line(task));
        for (part, seconds) in &outcome.parts {
            println!("     {seconds:>7.1} s  {part}");
        }
    }
    let now: Vec<(String, f64)> = outcomes.iter().flat_map(|one| one.times(task)).collect();
    let times = Times::load()?;
    for line in times.grown(&now) {
        println!("{line}");
    }
    if choice.keep_times {
        times.keep(&now)?;
    }
    let failed: Vec<&str> = outcomes
        .iter()
        .filter(|outcome| !outcome.passed)
        .map(|outcome| outcome.name.as_str())
        .collect();
    let word = if failed.is_empty() { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {word}. {} passed; {} failed; 0 ignored; 0 measured; {skipped} filtered out; finished in {:.2}s",
        outcomes.len() - failed.len(),
        failed.len(),
        begin.elapsed().as_secs_f64(),
    );
    if !failed.is_empty() {
        bail!("steps failed: {}", failed.join(", "));
    }
    Ok(())
}

/// Returns the steps to run, and the number of those that were left out.
fn chosen(steps: Vec<Step>, choice: &Choice) -> Result<(Vec<Step>, usize)> {
    let known: Vec<String> = steps.iter().map(|step| step.name.clone()).collect();
    for name in choice.only.iter().chain(&choice.skip) {
        if !known.contains(name) {
            bail!("no step `{name}`; there are: {}", known.join(", "));
        }
    }
    let steps: Vec<Step> = steps
        .into_iter()
        .filter(|step| choice.only.is_empty() || choice.only.contains(&step.name))
        .filter(|step| !choice.skip.contains(&step.name))
        .collect();
    let skipped = known.len() - steps.len();
    Ok((steps, skipped))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(only: &[&str], skip: &[&str]) -> Result<Vec<String>> {
        let steps = ["fmt", "test", "miri"].map(|name| Step::new(name, "", || Ok(())));
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let choice = Choice {
            only: own(only),
            skip: own(skip),
            keep_times: false,
        };
        Ok(chosen(steps.into(), &choice)?
            .0
            .into_iter()
            .map(|step| step.name)
            .collect())
    }

    #[test]
    fn all_steps_run_by_default() {
        assert_eq!(names(&[], &[]).unwrap(), ["fmt", "test", "miri"]);
    }

    #[test]
    fn steps_can_be_picked_and_left_out() {
        assert_eq!(names(&["miri"], &[]).unwrap(), ["miri"]);
        assert_eq!(names(&[], &["test"]).unwrap(), ["fmt", "miri"]);
    }

    #[test]
    fn an_unknown_step_is_refused() {
        let error = names(&["tests"], &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no step `tests`; there are: fmt, test, miri"
        );
    }

    #[test]
    fn a_failing_step_fails_the_run_and_is_named() {
        let steps = vec![
            Step::new("bad", "", || bail!("broken")),
            Step::new("good", "", || Ok(())),
        ];
        let error = run("ci", steps, &Choice::default()).unwrap_err();
        assert_eq!(error.to_string(), "steps failed: bad");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_time_of_the_processor_counts_programs_that_ended() {
        let before = processor().unwrap();
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        crate::cmd::Cmd::new("sh -c").arg(busy).run().unwrap();
        let taken = processor().unwrap() - before;
        assert!(taken > 0.0, "{taken}");
    }

    #[test]
    fn a_budget_stands_beside_the_time() {
        let line = |seconds, budget| {
            let outcome = Outcome {
                name: "go".to_owned(),
                seconds,
                processor: None,
                budget,
                parts: Vec::new(),
                passed: true,
            };
            outcome.line("test")
        };
        assert_eq!(line(12.34, None), "test test::go ... ok <12.3s>");
        assert_eq!(
            line(12.34, Some(180.0)),
            "test test::go ... ok <12.3s of 180s>"
        );
        assert_eq!(
            line(200.0, Some(180.0)),
            "test test::go ... ok <200.0s, over its 180s>"
        );
    }
}
