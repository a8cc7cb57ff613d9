//! The graph of a crate's files: which file uses which, and the circles in it.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{self, Named, Source};

/// The files of one crate as modules.
pub struct Modules<'t> {
    /// The files by the names that lead to them: none for the root.
    files: BTreeMap<Vec<String>, (&'t str, Source)>,
}

/// An edge: one file needs another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: String,
    pub line: usize,
    pub to: String,
    /// The path in the source.
    pub path: String,
}

/// The most `use` declarations through which a name is followed.
const STEPS: usize = 32;

impl<'t> Modules<'t> {
    /// Reads the sources below `folder`, which ends in `src/`.
    pub fn of(folder: &str, sources: impl Iterator<Item = (&'t str, &'t str)>) -> Self {
        let mut files = BTreeMap::new();
        for (file, text) in sources {
            let Some(path) = file.strip_prefix(folder).and_then(module) else {
                continue;
            };
            // A package may have a library and a program, which share no modules.
            if !path.is_empty() || !files.contains_key(&path) || file.ends_with("/lib.rs") {
                files.insert(path, (file, paths::read(text)));
            }
        }
        Self { files }
    }

    /// Returns all edges between files. A use of a module above the file does not count, nor does a
    /// re-export from a module below it: a `mod.rs` holds the items that its children share, and
    /// re-exports theirs.
    pub fn edges(&self) -> BTreeSet<Edge> {
        let mut edges = BTreeSet::new();
        for (module, (file, source)) in &self.files {
            let mut needs = |named: &Named, handed_on: bool| {
                let Some(to) = self.resolve(module, &named.path, STEPS) else {
                    return;
                };
                if module.starts_with(to) || handed_on && to.starts_with(module) {
                    return;
                }
                edges.insert(Edge {
                    from: (*file).to_owned(),
                    line: named.line,
                    to: self.files[to].0.to_owned(),
                    path: named.path.join("::"),
                });
            };
            for one in &source.uses {
                // If a module has a name here, only the uses of its items count.
                if self
                    .files
                    .contains_key(&self.absolute(module, &one.path.path))
                {
                    continue;
                }
                needs(&one.path, one.public);
            }
            for path in &source.paths {
                needs(path, false);
            }
        }
        edges
    }

    /// Returns the path from the root, as far as the leading words tell it.
    fn absolute(&self, module: &[String], path: &[String]) -> Vec<String> {
        let mut at = module.to_vec();
        for (i, word) in path.iter().enumerate() {
            match word.as_str() {
                "crate" if i == 0 => at.clear(),
                "self" if i == 0 => {}
                "super" => drop(at.pop()),
                _ => at.push(word.clone()),
            }
        }
        at
    }

    /// Returns the module that defines the item `path` names in `module`; `None` if it is in
    /// another crate.
    fn resolve(&self, module: &[String], path: &[String], steps: usize) -> Option<&[String]> {
        let first = path.first()?;
        if matches!(first.as_str(), "crate" | "self" | "super") {
            let words = path.iter().take_while(|word| *word == "super").count();
            let words = words.max(1);
            let start = self.absolute(module, &path[..words]);
            return self.follow(&start, &path[words..], steps);
        }
        // A name of another crate, unless it is a child of this module.
        self.child(module, first)
            .or_else(|| self.used(module, first, steps))?;
        self.follow(module, path, steps)
    }

    /// Goes on from `module` by the names in `path`.
    fn follow(&self, module: &[String], path: &[String], steps: usize) -> Option<&[String]> {
        let (here, (_, source)) = self.files.get_key_value(module)?;
        let Some((name, rest)) = path.split_first() else {
            return Some(here);
        };
        if let Some(child) = self.child(module, name) {
            return self.follow(child, rest, steps);
        }
        if source.items.contains(name) || steps == 0 {
            return Some(here);
        }
        let named = source
            .uses
            .iter()
            .find(|one| one.name.as_ref() == Some(name));
        if let Some(one) = named {
            let whole: Vec<String> = one.path.path.iter().chain(rest).cloned().collect();
            return self.resolve(module, &whole, steps - 1);
        }
        let all = source.uses.iter().filter(|one| one.name.is_none());
        let found = all.filter_map(|one| {
            let to = self.resolve(module, &one.path.path, steps - 1)?;
            let defines = self.files[to].1.items.contains(name);
            let known = defines || self.used(to, name, steps - 1).is_some();
            known.then(|| self.follow(to, path, steps - 1))?
        });
        found.into_iter().next().or(Some(here))
    }

    fn child(&self, module: &[String], name: &str) -> Option<&[String]> {
        let path: Vec<String> = module
            .iter()
            .map(String::as_str)
            .chain([name])
            .map(String::from)
            .collect();
        Some(self.files.get_key_value(&path)?.0)
    }

    /// Returns the path that a `use` of `module` brings in under this name, if it is in this crate.
    fn used(&self, module: &[String], name: &str, steps: usize) -> Option<&[String]> {
        let steps = steps.checked_sub(1)?;
        let uses = &self.files.get(module)?.1.uses;
        let one = uses.iter().find(|one| one.name.as_deref() == Some(name))?;
        // `use log;` names itself.
        if one.path.path.first().is_some_and(|first| first == name) {
            return None;
        }
        self.resolve(module, &one.path.path, steps)
    }
}

/// Returns the names that lead to a file below `src/`; `None` for a program of its own.
fn module(file: &str) -> Option<Vec<String>> {
    let path = file.strip_suffix(".rs")?;
    if path.starts_with("bin/") || path.ends_with("/tests") || path.contains("/tests/") {
        return None;
    }
    let path = match path {
        "lib" | "main" => "",
        path => path.strip_suffix("/mod").unwrap_or(path),
    };
    let names = path.split('/').filter(|name| !name.is_empty());
    Some(names.map(str::to_owned).collect())
}

/// Returns the groups of files that all lead to each other, each sorted.
pub fn circles(edges: &BTreeSet<Edge>) -> Vec<Vec<&str>> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for edge in edges {
        next.entry(&edge.from).or_default().insert(&edge.to);
    }
    // Crates are small, so all files that each file leads to are listed.
    let reached: BTreeMap<&str, BTreeSet<&str>> = next
        .keys()
        .map(|&from| {
            let mut reached = BTreeSet::new();
            let mut open = vec![from];
            while let Some(at) = open.pop() {
                for &to in next.get(at).into_iter().flatten() {
                    if reached.insert(to) {
                        open.push(to);
                    }
                }
            }
            (from, reached)
        })
        .collect();
    let mut found: Vec<Vec<&str>> = Vec::new();
    for (&file, leads_to) in &reached {
        if !leads_to.contains(file) || found.iter().any(|circle| circle.contains(&file)) {
            continue;
        }
        let back = |other: &&str| reached.get(*other).is_some_and(|set| set.contains(file));
        found.push(leads_to.iter().copied().filter(back).collect());
    }
    found
}
