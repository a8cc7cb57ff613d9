//! The files that changed since a commit that passed the checks, and the turn of the checks that
//! take too long for each run.
//!
//! A check that takes minutes runs if a file that it depends on changed. All of them are numbered,
//! too, and each eighth one has its turn, by the number of commits: so eight runs at eight
//! successive commits check everything.

use anyhow::Result;

use crate::cmd::Cmd;
use crate::crates;

/// This many successive runs check everything.
pub const TURNS: usize = 8;

/// In a clone of `main` there is no other branch to compare with. There, the change is all commits
/// of this many hours before `HEAD`: the longest time between two runs of CI.
const HOURS: u64 = 4;

/// The files that changed, and the current turn.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The commit that the change is compared with; `None` if everything counts as changed.
    pub base: Option<String>,
    /// Paths of the files that changed, from the root of the checkout.
    pub files: Vec<String>,
    /// From 0 to `TURNS`, not included.
    pub turn: usize,
}

impl Changes {
    /// Returns the files that changed since `rev`, committed or not; since the merge base if `rev`
    /// is `None`.
    pub fn since(rev: Option<&str>) -> Result<Self> {
        let base = match rev {
            Some(rev) => {
                let commit = line(&format!("git rev-parse --verify {rev}^{{commit}}"));
                anyhow::ensure!(commit.is_some(), "git knows no commit `{rev}`");
                commit
            }
            None => merge_base(),
        };
        let mut changes = Self {
            turn: turn(),
            ..Self::default()
        };
        let Some(base) = base else {
            return Ok(changes);
        };
        for command in [
            format!("git diff --name-only --no-renames {base}"),
            "git ls-files --others --exclude-standard".to_owned(),
        ] {
            let listed = Cmd::new(&command).read();
            let listed = listed.ok_or_else(|| anyhow::anyhow!("failed: {command}"))?;
            changes.files.extend(listed.lines().map(str::to_owned));
        }
        changes.base = Some(base);
        Ok(changes)
    }

    /// Returns changes in which every file counts as changed.
    pub fn everything() -> Self {
        Self::default()
    }

    /// Returns whether every file counts as changed.
    pub fn all(&self) -> bool {
        self.base.is_none()
    }

    /// Returns whether something below one of these folders changed, or one of these files.
    pub fn below(&self, paths: &[&str]) -> bool {
        self.base.is_none()
            || self
                .files
                .iter()
                .any(|file| paths.iter().any(|path| file.starts_with(path)))
    }

    /// Returns whether the crate itself changed, including its tests. Changes of its dependencies
    /// are left to its turn.
    pub fn crate_changed(&self, name: &str) -> bool {
        let folder =
            crates::find(name).map_or_else(|| format!("crates/{name}"), |one| one.folder());
        self.below(&[&format!("{folder}/")])
    }

    /// Returns whether the crate changed, or the sources of a crate that it uses and for which
    /// `counts` holds.
    pub fn touches(&self, name: &'static str, counts: impl Fn(&crates::Crate) -> bool) -> bool {
        let used = crates::used_by(name);
        let used = used.iter().filter(|other| **other != name);
        let mut used = used.filter(|other| crates::find(other).is_some_and(&counts));
        self.crate_changed(name)
            || used.any(|other| self.below(&[format!("crates/{other}/src/").as_str()]))
    }

    /// Returns the checks that run: those for which `touched` holds, and those whose turn it is.
    pub fn due<T>(&self, all: Vec<T>, touched: impl Fn(&T) -> bool) -> Vec<T> {
        self.chosen(all, |_, one| touched(one))
    }

    /// Returns the checks that run of those that are many and find little: each second one for
    /// which `touched` holds, so that two runs in a row have all of them, and those whose turn it
    /// is.
    pub fn due_by_halves<T>(&self, all: Vec<T>, touched: impl Fn(&T) -> bool) -> Vec<T> {
        self.chosen(all, |i, one| i % 2 == self.turn % 2 && touched(one))
    }

    fn chosen<T>(&self, all: Vec<T>, touched: impl Fn(usize, &T) -> bool) -> Vec<T> {
        let numbered = all.into_iter().enumerate();
        numbered
            .filter(|(i, one)| i % TURNS == self.turn || self.base.is_none() || touched(*i, one))
            .map(|(_, one)| one)
            .collect()
    }

    /// Returns a line about the commits that are compared.
    pub fn describe(&self) -> String {
        match &self.base {
            None => "everything is checked".to_owned(),
            Some(base) => format!(
                "{} files changed since {}; turn {} of {TURNS}; `--all` checks everything",
                self.files.len(),
                base.get(..12).unwrap_or(base),
                self.turn + 1,
            ),
        }
    }
}

/// Returns the commit at which this branch began: the merge base with `VARVEL_BASE` if that is set,
/// else with the upstream branch, else with `origin/main`. If that is `HEAD` itself, returns the
/// last commit [`HOURS`] before it.
fn merge_base() -> Option<String> {
    let head = line("git rev-parse HEAD")?;
    let named = std::env::var("VARVEL_BASE").ok();
    let named = named.filter(|name| !name.is_empty());
    let branches = match &named {
        Some(name) => vec![name.as_str()],
        None => vec!["@{upstream}", "origin/main"],
    };
    for branch in branches {
        let found = Cmd::new("git merge-base HEAD").arg(branch).read();
        match found.map(|found| found.trim().to_owned()) {
            Some(found) if found != head || named.is_some() => return Some(found),
            _ => {}
        }
    }
    let committed: u64 = line("git log -1 --format=%ct HEAD")?.parse().ok()?;
    let before = committed.saturating_sub(HOURS * 3600);
    line(&format!("git rev-list -1 --before={before} HEAD"))
}

/// Returns the current turn, from the number of commits.
fn turn() -> usize {
    commits() % TURNS
}

/// Returns the current turn of a check that has two or three of its own.
pub fn turn_of(turns: usize) -> usize {
    nth_turn(commits(), turns)
}

/// Returns the turn at the commit of this number. Successive commits have different turns, and so
/// have commits that are [`TURNS`] apart: a language that did not change runs only at those.
fn nth_turn(commit: usize, turns: usize) -> usize {
    let rounds = match TURNS.is_multiple_of(turns) {
        true => commit / TURNS,
        false => 0,
    };
    (commit + rounds) % turns
}

/// Returns the number of commits up to `HEAD`.
fn commits() -> usize {
    let count = line("git rev-list --count HEAD");
    count.and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// Returns the output of a command, if it is one line.
fn line(command: &str) -> Option<String> {
    let printed = Cmd::new(command).read()?;
    let printed = printed.trim();
    (!printed.is_empty() && !printed.contains('\n')).then(|| printed.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(files: &[&str], turn: usize) -> Changes {
        Changes {
            base: Some("0123456789abcdef".to_owned()),
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            turn,
        }
    }

    #[test]
    fn eight_turns_check_everything() {
        let mut seen: Vec<usize> = (0..TURNS)
            .flat_map(|turn| changed(&[], turn).due((0..21).collect(), |_| false))
            .collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..21).collect::<Vec<usize>>());
    }

    #[test]
    fn what_changed_is_due_at_any_turn() {
        let due = changed(&[], 3).due((0..10).collect(), |one| *one == 0);
        assert_eq!(due, [0, 3]);
        assert_eq!(Changes::everything().due(vec![1, 2, 3], |_| false).len(), 3);
    }

    #[test]
    fn each_turn_comes_at_successive_commits_and_at_each_eighth() {
        let all = |turns: usize, commits: &mut dyn Iterator<Item = usize>| {
            let mut seen: Vec<usize> = commits.map(|commit| nth_turn(commit, turns)).collect();
            seen.sort_unstable();
            seen.dedup();
            seen == (0..turns).collect::<Vec<usize>>()
        };
        for turns in [2, 3] {
            for first in 0..100 {
                assert!(all(turns, &mut (first..=first + turns)), "{turns}");
                assert!(
                    all(turns, &mut (first..).step_by(TURNS).take(turns)),
                    "{turns}"
                );
            }
        }
    }

    #[test]
    fn two_runs_have_both_halves_of_what_changed() {
        let half = |turn| changed(&[], turn).due_by_halves((0..10).collect(), |one| *one < 6);
        assert_eq!(half(2), [0, 2, 4]);
        assert_eq!(half(3), [1, 3, 5]);
        // And those whose turn it is.
        assert_eq!(half(0), [0, 2, 4, 8]);
        let all: Vec<i32> = (0..10).collect();
        assert_eq!(
            Changes::everything().due_by_halves(all.clone(), |_| false),
            all
        );
    }

    #[test]
    fn a_crate_is_touched_by_what_it_uses() {
        let any = |_: &crates::Crate| true;
        let core = changed(&["crates/varvel-core/src/sink.rs"], 0);
        assert!(core.touches("varvel-frozen", any));
        assert!(!core.touches("varvel-frozen", |one| one.unsafe_code));
        assert!(!core.touches("varvel-raw", any));
        let tests = changed(&["crates/varvel-core/tests/all/path.rs"], 0);
        assert!(tests.touches("varvel-core", any));
        assert!(!tests.touches("varvel-frozen", any));
        assert!(!changed(&["README.md"], 0).touches("varvel-raw", any));
    }

    #[test]
    fn an_unknown_commit_is_refused() {
        let error = Changes::since(Some("no-such-commit")).unwrap_err();
        assert_eq!(error.to_string(), "git knows no commit `no-such-commit`");
    }
}
