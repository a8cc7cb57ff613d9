//! Checks each crate alone, with several combinations of its features.
//!
//! All 2^n combinations would cost more than they find, since features only add code. None, the
//! default, each one alone and all together find code that depends on a feature that it does not
//! name.

use anyhow::Result;

use crate::changes::Changes;
use crate::cmd::Cmd;
use crate::crates;
use crate::steps::part;
use crate::workspace;

/// The argument of cargo that turns the default features off.
const NONE: &str = "--no-default-features";

/// Arguments of cargo for one combination of features.
type Combination = Vec<String>;

/// Checks each crate alone with the combinations that are due. If the crate changed, those without
/// features, with the default and with all are due, and each second of these if only a crate that
/// it uses changed; those with one feature if its manifest changed. Each of the others has its
/// turn.
pub fn check(changes: &Changes) -> Result<()> {
    let mut all = Vec::new();
    for one in workspace::packages()?.into_iter().filter(|one| one.library) {
        for features in combinations(&one.manifest) {
            all.push((one.name.clone(), features));
        }
    }
    let count = all.len();
    let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, features)| {
        crates::find(name).is_none_or(|one| match is_single(features) {
            true => changes.below(&[&format!("{}/Cargo.toml", one.folder())]),
            false => changes.crate_changed(one.name),
        })
    });
    let mut due = own;
    due.extend(changes.due_by_halves(others, |(name, features)| {
        let one = crates::find(name);
        !is_single(features) && one.is_some_and(|one| changes.touches(one.name, |_| true))
    }));
    println!("{} of {count} combinations are due", due.len());
    for (name, features) in due {
        // With the default features, which most users have, its tests are built, too. In other
        // combinations tests name the features that they need.
        let what = if features.is_empty() {
            "check --tests"
        } else {
            "check"
        };
        let title = format!("features {name} {}", features.join(" "));
        let cmd = Cmd::cargo(what).args(["--quiet", "-p", &name]);
        part(title.trim_end(), || cmd.args(features).run())?;
    }
    Ok(())
}

/// Returns whether this is one feature alone.
fn is_single(features: &Combination) -> bool {
    features.iter().any(|word| word == "--features")
}

/// Returns the combinations of a crate with this manifest, the default first.
fn combinations(manifest: &toml::Table) -> Vec<Combination> {
    let mut found = vec![Vec::new()];
    let Some(features) = manifest.get("features").and_then(toml::Value::as_table) else {
        return found;
    };
    let default: Vec<&str> = match features.get("default").and_then(toml::Value::as_array) {
        Some(list) => list.iter().filter_map(toml::Value::as_str).collect(),
        None => Vec::new(),
    };
    let named: Vec<&str> = features
        .keys()
        .map(String::as_str)
        .filter(|name| *name != "default")
        .collect();

    let none = NONE.to_owned();
    if !default.is_empty() {
        found.push(vec![none.clone()]);
    }
    for name in &named {
        if default != [*name] {
            found.push(vec![
                none.clone(),
                "--features".to_owned(),
                (*name).to_owned(),
            ]);
        }
    }
    if named.len() > 1 {
        found.push(vec!["--all-features".to_owned()]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(manifest: &str) -> Vec<String> {
        combinations(&manifest.parse().unwrap())
            .iter()
            .map(|words| words.join(" "))
            .collect()
    }

    #[test]
    fn no_features_leave_one_combination() {
        assert_eq!(shown("[package]\nname = \"a\""), [""]);
    }

    #[test]
    fn a_default_of_one_feature_leaves_with_and_without() {
        assert_eq!(
            shown("[features]\ndefault = [\"std\"]\nstd = []"),
            ["", "--no-default-features"]
        );
    }

    #[test]
    fn each_feature_stands_alone_once_and_with_all() {
        assert_eq!(
            shown("[features]\ndefault = [\"std\"]\nstd = []\nserde = []"),
            [
                "",
                "--no-default-features",
                "--no-default-features --features serde",
                "--all-features"
            ]
        );
    }
}
