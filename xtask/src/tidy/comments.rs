//! The layout of comments.

use super::{Rule, Tree, Violation};

/// The columns of a comment line.
const WIDTH: usize = 100;

const LONG: Rule = Rule {
    name: "comment-width",
    why: "lines of more than 100 columns are cut off in reviews and in narrow windows",
    remedy: "break the line; tables and code in examples may be wider",
};

/// Checks that comment lines are not too long.
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

/// One line that is only a comment.
struct Comment<'t> {
    /// The whole line.
    line: &'t str,
    /// Its text behind the marker.
    text: &'t str,
    /// Whether it is in a code block.
    is_code: bool,
}

/// Returns the lines that are only a comment, with their numbers from one on.
fn comments(text: &str) -> impl Iterator<Item = (usize, Comment<'_>)> {
    let mut in_block = false;
    let mut last = 0;
    text.lines().enumerate().filter_map(move |(i, line)| {
        let text = line.trim_start().strip_prefix("//")?;
        let text = text.strip_prefix(['/', '!']).unwrap_or(text);
        in_block &= last + 1 == i;
        last = i;
        let is_fence = text.trim_start().starts_with("```");
        in_block ^= is_fence;
        let comment = Comment {
            line,
            text,
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
}
