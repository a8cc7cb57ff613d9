//! The rule against circles of files in a crate.
//!
//! | room | holds |
//! |---|---|
//! | `paths` | the names that a file uses of its crate |
//! | `graph` | the graph of which file needs which |
//! | `listed` | the circles that are known, each with its reason |

mod graph;
mod listed;
mod paths;

use std::collections::{BTreeMap, BTreeSet};

use super::{Rule, Tree, Violation};
use graph::{Edge, Modules};
use listed::{Circle, LISTED};

const CIRCLES: Rule = Rule {
    name: "circles",
    why: "files that need each other in a circle are one file in several pieces: none is understood, tested or moved \
          without the others",
    remedy: "move what both need into a file of its own; a circle that the thing itself has is listed with its reason \
             in xtask/src/tidy/modules/listed.rs",
};

/// Checks all crates, and the other programs.
pub fn check(tree: &Tree) -> Vec<Violation> {
    check_with(tree, LISTED)
}

fn check_with(tree: &Tree, listed: &[Circle]) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut met = vec![false; listed.len()];
    for folder in folders(tree) {
        let edges = Modules::of(folder, tree.sources()).edges();
        for files in graph::circles(&edges) {
            let known = listed.iter().position(|one| one.is(folder, &files));
            match known {
                Some(i) => met[i] = true,
                None => found.push(violation(folder, &files, &edges)),
            }
        }
    }
    let gone = listed.iter().zip(met).filter(|(_, met)| !met);
    found.extend(gone.map(|(one, _)| {
        let what = format!("listed as a circle, but is none: {}", one.files.join(", "));
        Violation::new(&CIRCLES, one.folder, 1, what)
    }));
    found
}

/// Returns the folders of sources, each ending in `src/`.
fn folders(tree: &Tree) -> BTreeSet<&str> {
    let folder = |file: &'_ str| Some(file.find("/src/")? + "/src/".len());
    tree.sources()
        .filter_map(|(file, _)| Some(&file[..folder(file)?]))
        .collect()
}

/// Returns the violation for a circle, with the lines that close it.
fn violation(folder: &str, files: &[&str], edges: &BTreeSet<Edge>) -> Violation {
    let short = |file: &str| file.strip_prefix(folder).unwrap_or(file).to_owned();
    let inside = |file: &String| files.contains(&file.as_str());
    // One line for each two files.
    let mut lines = BTreeMap::new();
    for edge in edges
        .iter()
        .filter(|edge| inside(&edge.from) && inside(&edge.to))
    {
        lines.entry((&edge.from, &edge.to)).or_insert_with(|| {
            format!(
                "\n    {}:{} needs {} ({})",
                short(&edge.from),
                edge.line,
                short(&edge.to),
                edge.path
            )
        });
    }
    let names: Vec<String> = files.iter().map(|file| short(file)).collect();
    let what = format!(
        "a circle of {}{}",
        names.join(", "),
        lines.into_values().collect::<String>()
    );
    Violation::new(&CIRCLES, files.first().unwrap_or(&folder), 1, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: (&str, &str) = ("a/src/lib.rs", "mod b;\nmod c;\npub use b::B;\n");

    #[test]
    fn two_files_that_need_each_other_are_a_circle() {
        let b = ("a/src/b.rs", "use crate::c::C;\npub struct B(C);\n");
        let c = (
            "a/src/c.rs",
            "pub struct C;\nfn d() {\n    super::B::new();\n}\n",
        );
        assert_eq!(
            of(&[ROOT, b, c], &[]),
            [
                "a circle of b.rs, c.rs\n    b.rs:1 needs c.rs (crate::c::C)\n    c.rs:3 needs b.rs (super::B::new)"
            ]
        );
        let alone = ("a/src/c.rs", "pub struct C;\n");
        assert!(of(&[ROOT, b, alone], &[]).is_empty());
    }

    fn of(files: &[(&str, &str)], listed: &[Circle]) -> Vec<String> {
        let found = check_with(&Tree::of(files), listed);
        found.into_iter().map(|one| one.what).collect()
    }

    #[test]
    fn a_room_may_share_what_its_door_holds() {
        let door = (
            "a/src/b/mod.rs",
            "mod d;\npub struct B;\nfn e() {\n    d::run();\n}\n",
        );
        let room = (
            "a/src/b/d.rs",
            "use super::B;\npub fn run() -> B {\n    B\n}\n",
        );
        assert!(of(&[ROOT, door, room], &[]).is_empty());
        // A circle by way of another room.
        let room = (
            "a/src/b/d.rs",
            "use crate::c::C;\npub fn run() -> C {\n    C\n}\n",
        );
        let c = ("a/src/c.rs", "use crate::B;\npub struct C;\n");
        assert_eq!(of(&[ROOT, door, room, c], &[]).len(), 1);
    }

    #[test]
    fn what_is_handed_on_is_needed_where_it_is_defined() {
        let door = ("a/src/b/mod.rs", "mod d;\npub use d::*;\npub struct B;\n");
        let room = ("a/src/b/d.rs", "pub struct D;\n");
        let c = ("a/src/c.rs", "use crate::b;\npub fn run(_: b::D) {}\n");
        let e = ("a/src/b/e.rs", "use crate::c::run;\n");
        assert!(of(&[ROOT, door, room, c, e], &[]).is_empty());
        let room = (
            "a/src/b/d.rs",
            "pub struct D;\nfn f() {\n    crate::c::run(D);\n}\n",
        );
        assert_eq!(of(&[ROOT, door, room, c, e], &[]).len(), 1);
    }

    #[test]
    fn the_list_is_kept_true() {
        let list = [Circle {
            folder: "a/src/",
            files: &["b.rs", "c.rs"],
            reason: "a tree holds trees",
        }];
        let b = ("a/src/b.rs", "use crate::c::C;\npub struct B(C);\n");
        let c = ("a/src/c.rs", "use crate::b::B;\npub struct C;\n");
        assert!(of(&[ROOT, b, c], &list).is_empty());
        let d = ("a/src/d.rs", "use crate::b::B;\n");
        let c = ("a/src/c.rs", "use crate::{b::B, d};\npub struct C(d::D);\n");
        assert_eq!(of(&[ROOT, b, c, d], &list).len(), 2);
    }
}
