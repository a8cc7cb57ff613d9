//! The rule on the examples of items that users see in the documentation of the facade.

use super::{Rule, Tree, Violation};
use crate::crates;

mod documented;
mod shown;

use documented::Documented;
use shown::{Path, Shown};

const FACADE: Rule = Rule {
    name: "examples",
    why: "users depend on `varvel` alone and see this item in its documentation, where an example that names \
          another of our crates does not compile",
    remedy: "use the facade's paths, such as `varvel::json::Writer`; for them the crate has `varvel` among its \
             dev-dependencies, by path and without a version",
};

/// Crates whose examples keep the crate's own name, although the facade shows items of theirs. All
/// others stand on `varvel-raw`, and its tests run under each model of Miri: they do not wait for
/// everything to be built.
const EXCEPT: &[&str] = &["varvel-raw"];

/// Checks the examples of the crates below the facade.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let shown = Shown::of(tree);
    let below = crates::used_by("varvel");
    let below = below
        .into_iter()
        .filter(|name| *name != "varvel" && !EXCEPT.contains(name));
    let below: Vec<&str> = below.collect();
    let mut found = Vec::new();
    for (file, text) in tree.sources() {
        let Some(module) = module_of(file, &below) else {
            continue;
        };
        for one in documented::items(text, module) {
            let names = one.names.iter();
            let Some(name) = names.clone().find(|name| shown.has(&one.module, name)) else {
                continue;
            };
            for (line, used) in inner_names(&one) {
                let what = format!("`{used}` in an example of `{name}`");
                found.push(Violation::new(&FACADE, file, line, what));
            }
        }
    }
    found
}

/// Returns the module that a file is, if it is a source of one of these crates.
fn module_of(file: &str, crates: &[&str]) -> Option<Path> {
    let (name, path) = file.strip_prefix("crates/")?.split_once("/src/")?;
    if !crates.contains(&name) {
        return None;
    }
    let path = path.strip_suffix(".rs")?;
    let folders = path.split('/').filter(|one| !["lib", "mod"].contains(one));
    let root = name.replace('-', "_");
    Some(
        [root.as_str()]
            .into_iter()
            .chain(folders)
            .map(str::to_owned)
            .collect(),
    )
}

/// Returns the names of our crates other than the facade in the examples of an item, with their
/// lines.
fn inner_names(one: &Documented) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in &one.examples {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let ours = |word: &&str| crates::find(&word.replace('_', "-")).is_some();
        let inner = words.filter(|word| *word != "varvel" && ours(word));
        found.extend(inner.map(|word| (*line, word.to_owned())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    const ROOT: (&str, &str) = (
        "crates/varvel/src/lib.rs",
        "pub use varvel_core::{Sink, path};\npub use varvel_core::Key;",
    );

    #[test]
    fn examples_of_shown_items_name_the_facade() {
        let example = "/// ```\n/// use varvel_core::Kind;\n/// use varvel::Kind;\n/// ```\n";
        let sink = format!("{example}pub trait Sink {{}}\n{example}pub struct Runs;\n");
        let files = [
            ROOT,
            ("crates/varvel-core/src/sink/mod.rs", &sink),
            (
                "crates/varvel-core/src/path/select.rs",
                &format!("{example}fn f() {{}}"),
            ),
            ("crates/varvel-core/tests/all/sink.rs", &sink),
            (
                "crates/varvel-raw/src/key.rs",
                &format!("{example}struct Key;"),
            ),
            ("crates/varvel-codegen/src/lib.rs", &sink),
        ];
        assert_eq!(
            found(check, &files),
            [
                "crates/varvel-core/src/path/select.rs:2: `varvel_core` in an example of `f`",
                "crates/varvel-core/src/sink/mod.rs:2: `varvel_core` in an example of `Sink`",
            ]
        );
    }

    #[test]
    fn only_examples_count() {
        let text = "/// Like `varvel_core::Kind`.\n///\n/// ```text\n/// varvel_core\n/// ```\n\
                    /// ```\n/// let varvel_coreless = 1;\n/// ```\npub trait Sink {}\n";
        let files = [ROOT, ("crates/varvel-core/src/sink.rs", text)];
        assert!(found(check, &files).is_empty());
    }
}
