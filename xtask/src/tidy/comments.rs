//! How comments are laid out, and how they begin.

use super::{Rule, Tree, Violation};

/// Columns of a comment line.
const WIDTH: usize = 100;

const LONG: Rule = Rule {
    name: "comment-width",
    why: "lines of more than 100 columns are cut off in reviews and in narrow windows",
    remedy: "break the line; tables and code in examples may be wider",
};

const BEGINNING: Rule = Rule {
    name: "comment-beginning",
    why: "documentation shows the first line alone, and one that begins so has no subject",
    remedy: "say what the item does or is: `Returns the length of the array.`",
};

/// Beginnings and endings that make a first line hard to read.
const BEGINNINGS: &[&str] = &["What ", "The same", "Of ", "As ", "That of "];
const ENDING: &str = ": whether.";

/// Comment lines are narrow.
pub fn check_width(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.sources() {
        for (line, comment) in comments(text) {
            let columns = comment.line.chars().count();
            let is_prose = !comment.is_code && !comment.text.trim_start().starts_with('|');
            if is_prose && columns > WIDTH && comment.text.trim().contains(' ') {
                let what = format!("a comment of {columns} columns");
                found.push(Violation::new(&LONG, file, line, what));
            }
        }
    }
    found
}

/// First lines of documentation have a subject.
pub fn check_beginning(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.sources() {
        let mut last = None;
        for (line, comment) in comments(text) {
            let is_first = last != Some(line - 1);
            last = Some(line);
            let text = comment.text.trim();
            let begins = BEGINNINGS.iter().find(|word| text.starts_with(**word));
            if comment.is_documentation && is_first && begins.is_some() {
                let what = format!("`{text}`");
                found.push(Violation::new(&BEGINNING, file, line, what));
            } else if text.ends_with(ENDING) {
                let what = format!("it ends in `{ENDING}`");
                found.push(Violation::new(&BEGINNING, file, line, what));
            }
        }
    }
    found
}

/// One line that is nothing but a comment.
struct Comment<'t> {
    /// All of it.
    line: &'t str,
    /// Its text behind the marker.
    text: &'t str,
    is_documentation: bool,
    /// Whether it is in a code block.
    is_code: bool,
}

/// The lines that are nothing but a comment, with their numbers from one on.
fn comments(text: &str) -> impl Iterator<Item = (usize, Comment<'_>)> {
    let mut in_block = false;
    let mut last = 0;
    text.lines().enumerate().filter_map(move |(i, line)| {
        let text = line.trim_start().strip_prefix("//")?;
        let (is_documentation, text) = match text.strip_prefix(['/', '!']) {
            Some(text) => (true, text),
            None => (false, text),
        };
        in_block &= last + 1 == i;
        last = i;
        let is_fence = text.trim_start().starts_with("```");
        in_block ^= is_fence;
        let comment = Comment {
            line,
            text,
            is_documentation,
            is_code: in_block || is_fence,
        };
        Some((i + 1, comment))
    })
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn long_lines_are_refused_but_in_tables_and_code() {
        let long = "word ".repeat(21);
        let text = format!(
            "//! {long}\n//! | {long} |\n//! ```\n//! {long}\n//! ```\n// {long}\n// https://{}\nlet x = 1; // {long}\n",
            "x".repeat(100)
        );
        assert_eq!(
            found(check_width, &[("a.rs", &text)]),
            [
                "a.rs:1: a comment of 109 columns",
                "a.rs:6: a comment of 108 columns"
            ]
        );
    }

    #[test]
    fn first_lines_begin_with_a_subject() {
        let text = "/// What is left.\n/// What is not first is free.\nfn a() {}\n// What is no documentation.\n\
                    /// Reads it: whether.\nfn b() {}\n/// Returns what is left.\nfn c() {}\n";
        assert_eq!(
            found(check_beginning, &[("a.rs", text)]),
            ["a.rs:1: `What is left.`", "a.rs:5: it ends in `: whether.`"]
        );
    }
}
