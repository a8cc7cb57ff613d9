//! Named steps: run in order, each with its title and duration, and reported at the end in the form
//! of `cargo test`.
//!
//! A failing step does not stop the next ones: one run tells all that is wrong.

use std::time::Instant;

use anyhow::{Result, bail};

/// Which steps to run; all by default.
#[derive(clap::Args, Default)]
pub struct Choice {
    /// Run only these steps (may be repeated).
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Run all but these steps (may be repeated).
    #[arg(long, value_name = "STEP")]
    skip: Vec<String>,
}

/// One step: a name for `--only`, a title that says what it proves, and what it does.
pub struct Step {
    /// For `--only` and `--skip`.
    pub name: String,
    /// What it proves.
    pub title: String,
    /// What it does.
    pub action: Box<dyn Fn() -> Result<()>>,
}

impl Step {
    /// A step named `name`.
    pub fn new(name: &str, title: &str, action: impl Fn() -> Result<()> + 'static) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            action: Box::new(action),
        }
    }
}

/// Runs the chosen steps of `task`; an error names those that failed.
pub fn run(task: &str, steps: Vec<Step>, choice: &Choice) -> Result<()> {
    let begin = Instant::now();
    let (steps, skipped) = chosen(steps, choice)?;
    let mut outcomes = Vec::new();
    for step in &steps {
        println!("\n=== {}: {}", step.name, step.title);
        let begin = Instant::now();
        let result = (step.action)();
        let seconds = begin.elapsed().as_secs_f64();
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
        outcomes.push((step, seconds, result));
    }

    println!("\nrunning {} steps of `cargo xtask {task}`", outcomes.len());
    for (step, seconds, result) in &outcomes {
        let word = if result.is_ok() { "ok" } else { "FAILED" };
        println!("test {task}::{} ... {word} <{seconds:.1}s>", step.name);
    }
    let failed: Vec<&str> = outcomes
        .iter()
        .filter(|(.., result)| result.is_err())
        .map(|(step, ..)| step.name.as_str())
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

/// The steps to run, and how many were left out.
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
        let error = run(
            "ci",
            steps,
            &Choice {
                only: vec![],
                skip: vec![],
            },
        )
        .unwrap_err();
        assert_eq!(error.to_string(), "steps failed: bad");
    }
}
