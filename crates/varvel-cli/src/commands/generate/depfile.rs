//! Files of dependencies in the syntax of make, which make, Ninja and CMake read.

use std::path::{Path, PathBuf};

/// Returns the rule that says what files were made from which, and an empty rule for each of the
/// latter, so that make goes on if one of them is gone.
pub fn rule(made: &[&Path], from: &[PathBuf]) -> String {
    let mut out = String::new();
    for (n, path) in made.iter().enumerate() {
        out.push_str(if n == 0 { "" } else { " \\\n  " });
        escape(path, &mut out);
    }
    out.push(':');
    for path in from {
        out.push_str(" \\\n  ");
        escape(path, &mut out);
    }
    out.push('\n');
    for path in from {
        out.push('\n');
        escape(path, &mut out);
        out.push_str(":\n");
    }
    out
}

/// Appends a path with its special characters escaped. A line end has no escape.
fn escape(path: &Path, out: &mut String) {
    for c in path.to_string_lossy().chars() {
        match c {
            ' ' | '#' => out.extend(['\\', c]),
            '$' => out.push_str("$$"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let made = [Path::new("out/a b.rs"), Path::new("out/c.rs")];
        let from = [PathBuf::from("a#b.fbs"), PathBuf::from("$c.fbs")];
        assert_eq!(
            rule(&made, &from),
            "out/a\\ b.rs \\\n  out/c.rs: \\\n  a\\#b.fbs \\\n  $$c.fbs\n\na\\#b.fbs:\n\n$$c.fbs:\n"
        );
    }
}
