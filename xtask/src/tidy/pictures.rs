//! The rule on the pictures of the benchmark report.

use super::{Rule, Tree, Violation};

const PICTURES: Rule = Rule {
    name: "pictures",
    why: "the report is drawn anew with each measurement, and a clone holds every version of it: a picture of pixels is \
          new as a whole, one of lines changes by a few",
    remedy: "`cargo xtask report` draws SVG; remove what it no longer draws, and draw less if it is too much",
};

const FOLDER: &str = "docs/benchmarks/";

/// The most bytes of all pictures together.
const MOST: usize = 1_000_000;

/// The endings of pictures made of pixels.
const PIXELS: [&str; 5] = ["png", "jpg", "jpeg", "gif", "webp"];

/// Checks that there are only pictures of lines, that a page shows each, and that they are small.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let files = || tree.paths().filter_map(|path| path.strip_prefix(FOLDER));
    let is = |name: &str, ending: &str| name.rsplit_once('.').is_some_and(|it| it.1 == ending);
    let of_pixels = files().filter(|name| PIXELS.iter().any(|ending| is(name, ending)));
    let violation = |name: &str, what: &str| {
        let file = format!("{FOLDER}{name}");
        Violation::new(&PICTURES, &file, 1, what)
    };
    let mut found: Vec<Violation> = of_pixels
        .map(|name| violation(name, "is made of pixels"))
        .collect();
    let pages = || {
        let pages = tree.texts().filter(|(path, _)| path.ends_with(".md"));
        pages.filter(|(path, _)| path.starts_with(FOLDER))
    };
    let mut sum = 0;
    for name in files().filter(|name| is(name, "svg")) {
        sum += tree.text(&format!("{FOLDER}{name}")).map_or(0, str::len);
        let link = format!("]({name})");
        if !pages().any(|(_, text)| text.contains(&link)) {
            found.push(violation(name, "no page shows it"));
        }
    }
    if sum > MOST {
        found.push(violation(
            "",
            &format!("{sum} bytes of pictures, and {MOST} are the most"),
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn pictures_are_lines_and_shown() {
        let files = [
            ("docs/benchmarks/README.md", "![All](whole.svg)\n"),
            ("docs/benchmarks/whole.svg", "<svg/>"),
            ("docs/benchmarks/old.svg", "<svg/>"),
            ("docs/benchmarks/old.png", ""),
            ("docs/other.png", ""),
        ];
        assert_eq!(
            found(check, &files),
            [
                "docs/benchmarks/old.png:1: is made of pixels",
                "docs/benchmarks/old.svg:1: no page shows it",
            ]
        );
    }

    #[test]
    fn all_together_are_small() {
        let half = "x".repeat(MOST / 2);
        let page = "![a](a.svg) ![b](b.svg) ![c](c.svg)";
        let mut files = vec![
            ("docs/benchmarks/README.md", page),
            ("docs/benchmarks/a.svg", &half),
            ("docs/benchmarks/b.svg", &half),
        ];
        assert!(found(check, &files).is_empty());
        files.push(("docs/benchmarks/c.svg", "x"));
        assert_eq!(
            found(check, &files),
            ["docs/benchmarks/:1: 1000001 bytes of pictures, and 1000000 are the most"]
        );
    }
}
