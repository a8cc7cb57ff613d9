//! The links of pages, and the length of the two pages that everyone reads first.

use std::collections::BTreeSet;

use super::{Rule, Tree, Violation};

const LINKS: Rule = Rule {
    name: "page-links",
    why: "a link that leads nowhere costs a reader more than the text around it gives",
    remedy: "name the file from the page's folder, and the heading as GitHub does: `types.md#a-codec-for-one-field`",
};

const LENGTH: Rule = Rule {
    name: "page-length",
    why: "a first page is read to its end only while it is short",
    remedy: "move the part that few readers need into docs/",
};

/// The pages that may have at most [`LINES`] lines.
const FIRST_PAGES: [&str; 2] = ["README.md", "ARCHITECTURE.md"];
const LINES: usize = 150;

/// Checks that links of pages to files of the checkout, and to headings in these, lead there.
pub fn check_links(tree: &Tree) -> Vec<Violation> {
    let known: BTreeSet<&str> = tree.paths().flat_map(with_folders).collect();
    let mut found = Vec::new();
    for (file, text) in tree.texts().filter(|(file, _)| file.ends_with(".md")) {
        for (line, target) in links(text) {
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let to = match path {
                "" => Some(file.to_owned()),
                _ => joined(file, path),
            };
            let Some(to) = to.filter(|to| to.is_empty() || known.contains(to.as_str())) else {
                let what = format!("`{target}` leads to no file");
                found.push(Violation::new(&LINKS, file, line, what));
                continue;
            };
            let page = tree.text(&to).unwrap_or_default();
            if !heading.is_empty() && to.ends_with(".md") && !anchors(page).contains(heading) {
                let what = format!("`{target}` leads to no heading");
                found.push(Violation::new(&LINKS, file, line, what));
            }
        }
    }
    found
}

/// Checks that first pages are short.
pub fn check_length(tree: &Tree) -> Vec<Violation> {
    let pages = FIRST_PAGES
        .iter()
        .filter_map(|file| Some((*file, tree.text(file)?.lines().count())));
    pages
        .filter(|(_, lines)| *lines > LINES)
        .map(|(file, lines)| {
            let what = format!("{lines} lines, and {LINES} are the most");
            Violation::new(&LENGTH, file, 1, what)
        })
        .collect()
}

/// Returns a path and the folders around it.
fn with_folders(path: &str) -> impl Iterator<Item = &str> {
    let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
    folders.chain([path])
}

/// Returns the path from the root of what `path` names in the folder of `file`. `None` if it is
/// outside of the checkout.
fn joined(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the lines of a page outside of code, with their numbers from one on.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        (!inside && !is_fence).then_some((i + 1, line))
    })
}

/// Returns the targets of links that are not addresses, with their lines.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(line, text)| {
        // Every second part is code.
        let parts = text.split('`').step_by(2);
        let targets = parts.flat_map(|part| part.split("](").skip(1));
        targets.filter_map(move |rest| {
            let (target, _) = rest.split_once(')')?;
            let is_address = target.contains("://") || target.starts_with("mailto:");
            (!is_address).then_some((line, target))
        })
    })
}

/// Returns the names by which links reach the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|(_, line)| line.starts_with('#'));
    headings
        .map(|(_, line)| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter_map(|c| match c {
                ' ' => Some('-'),
                '-' | '_' => Some(c),
                _ => c.is_alphanumeric().then_some(c),
            });
            kept.collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn links_lead_to_files_and_headings() {
        let page = "[a](../README.md#the-start) [`b`](b.md) [c](https://c.example/x) [d](#now)\n\
                    [e](old.md) `[f](f)` [g](../../out.md)\n```\n[h](h)\n```\n# Now\n\
                    [i](#later) [j](../README.md#the-end) [k](../docs) [l](..)\n";
        let files = [
            ("README.md", "# The `start`!\n"),
            ("docs/a.md", page),
            ("docs/b.md", ""),
        ];
        assert_eq!(
            found(check_links, &files),
            [
                "docs/a.md:2: `old.md` leads to no file",
                "docs/a.md:2: `../../out.md` leads to no file",
                "docs/a.md:7: `#later` leads to no heading",
                "docs/a.md:7: `../README.md#the-end` leads to no heading",
            ]
        );
    }

    #[test]
    fn first_pages_are_short() {
        let (most, more) = ("x\n".repeat(LINES), "x\n".repeat(LINES + 1));
        let files = [
            ("README.md", &*more),
            ("ARCHITECTURE.md", &most),
            ("docs/long.md", &more),
        ];
        assert_eq!(
            found(check_length, &files),
            ["README.md:1: 151 lines, and 150 are the most"]
        );
    }
}
