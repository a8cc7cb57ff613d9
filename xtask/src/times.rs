//! The known times of steps, in `xtask/times.toml`, and the steps that take longer now.
//!
//! Machines differ, and one machine differs from hour to hour. So the median of all steps tells how
//! fast this run is. A step has grown if it takes more than a fifth longer than that.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::workspace::root;

/// A step may take this many times its known share.
const MOST: f64 = 1.2;

/// Steps that take less, in seconds, are not compared.
const LEAST: f64 = 5.0;

/// The fewest steps whose median is used.
const FEWEST: usize = 5;

/// The seconds by the name of the task and of the step.
#[derive(Default)]
pub struct Times(BTreeMap<String, f64>);

impl Times {
    /// Reads the file. No times are known if it does not exist.
    pub fn load() -> Result<Self> {
        let path = path();
        if !path.is_file() {
            return Ok(Self::default());
        }
        let text = std::fs::read_to_string(&path)?;
        let times = toml::from_str(&text);
        Ok(Self(times.with_context(|| {
            format!("cannot read {}", path.display())
        })?))
    }

    /// Returns one line for each step that has grown.
    pub fn grown(&self, now: &[(String, f64)]) -> Vec<String> {
        let known = now.iter().filter_map(|(name, seconds)| {
            let before = *self.0.get(name)?;
            (before >= LEAST).then_some((name, *seconds, before))
        });
        let known: Vec<_> = known.collect();
        let mut ratios: Vec<f64> = known.iter().map(|(_, now, before)| now / before).collect();
        ratios.sort_by(f64::total_cmp);
        if ratios.len() < FEWEST {
            return Vec::new();
        }
        let pace = ratios[ratios.len() / 2];
        known
            .into_iter()
            .filter(|(_, now, before)| *now > MOST * pace * before)
            .map(|(name, now, before)| {
                let expected = pace * before;
                format!("grown: `{name}` took {now:.1} s, and {expected:.1} s were expected")
            })
            .collect()
    }

    /// Writes the file anew, with these times in place of the known ones.
    pub fn keep(mut self, now: &[(String, f64)]) -> Result<()> {
        let rounded = |seconds: f64| (10.0 * seconds).round() / 10.0;
        let now = now
            .iter()
            .map(|(name, seconds)| (name.clone(), rounded(*seconds)));
        self.0.extend(now);
        let text = toml::to_string(&self.0)?;
        let head = "# Seconds that steps take, on one machine: `--keep-times` writes them.\n";
        std::fs::write(path(), format!("{head}{text}"))?;
        Ok(())
    }
}

fn path() -> PathBuf {
    root().join("xtask/times.toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_outgrows_the_others_is_named() {
        let names = ["a", "b", "c", "d", "e", "f"];
        let known = Times(names.map(|name| (name.to_owned(), 10.0)).into());
        let mut now: Vec<_> = names.map(|name| (name.to_owned(), 20.0)).into();
        assert!(known.grown(&now).is_empty());
        now[2].1 = 25.0;
        assert_eq!(
            known.grown(&now),
            ["grown: `c` took 25.0 s, and 20.0 s were expected"]
        );
    }

    #[test]
    fn too_few_steps_say_nothing() {
        let known = Times([("a".to_owned(), 10.0)].into());
        assert!(known.grown(&[("a".to_owned(), 90.0)]).is_empty());
    }
}
