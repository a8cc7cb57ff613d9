//! The differences of two texts, as `diff -u` shows them.

use std::fmt::{self, Write};

use imara_diff::{
    Algorithm, Diff, InternedInput, Interner, Token, UnifiedDiffConfig, UnifiedDiffPrinter,
};

/// Lines around a change that are shown.
const AROUND: u32 = 3;

/// Returns the differences of two versions of a file; nothing for equal ones.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let mut config = UnifiedDiffConfig::default();
    config.context_len(AROUND);
    let lines = Lines(&input.interner);
    let hunks = diff.unified_diff(&lines, config, &input);
    format!("--- {name}\n+++ {name}\n{hunks}")
}

/// Writes lines with their marks.
struct Lines<'a>(&'a Interner<&'a str>);

impl Lines<'_> {
    fn line(&self, f: &mut impl Write, mark: char, line: Token) -> fmt::Result {
        let line = self.0[line];
        write!(f, "{mark}{line}")?;
        match line.ends_with('\n') {
            true => Ok(()),
            false => f.write_str("\n\\ No newline at end of file\n"),
        }
    }
}

/// A range of lines: the number of the first, or of the one before if there are none, and how many.
struct Range(u32, u32);

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(start, 0) => write!(f, "{start},0"),
            Self(start, 1) => write!(f, "{}", start + 1),
            Self(start, len) => write!(f, "{},{len}", start + 1),
        }
    }
}

impl UnifiedDiffPrinter for Lines<'_> {
    fn display_header(
        &self,
        mut f: impl Write,
        start_before: u32,
        start_after: u32,
        len_before: u32,
        len_after: u32,
    ) -> fmt::Result {
        let (before, after) = (
            Range(start_before, len_before),
            Range(start_after, len_after),
        );
        writeln!(f, "@@ -{before} +{after} @@")
    }

    fn display_context_token(&self, mut f: impl Write, line: Token) -> fmt::Result {
        self.line(&mut f, ' ', line)
    }

    fn display_hunk(&self, mut f: impl Write, before: &[Token], after: &[Token]) -> fmt::Result {
        for &line in before {
            self.line(&mut f, '-', line)?;
        }
        for &line in after {
            self.line(&mut f, '+', line)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn hunks_have_lines_around_them_and_say_where_a_text_has_no_last_newline() {
        let lines = |changed: &[(usize, &str)]| {
            let line = |i| match changed.iter().find(|(at, _)| *at == i) {
                Some((_, text)) => (*text).to_owned(),
                None => format!("{i}\n"),
            };
            (1..=20).map(line).collect::<String>()
        };
        let (before, after) = (lines(&[]), lines(&[(2, "two\n"), (19, ""), (20, "20")]));
        assert_eq!(
            unified("f", &before, &after),
            "--- f\n+++ f\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n\
             @@ -16,5 +16,4 @@\n 16\n 17\n 18\n-19\n-20\n+20\n\\ No newline at end of file\n"
        );
        assert_eq!(unified("f", "", "a\n"), "--- f\n+++ f\n@@ -0,0 +1 @@\n+a\n");
        assert_eq!(
            unified("f", "a", ""),
            "--- f\n+++ f\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n"
        );
        assert_eq!(unified("f", "a", "a"), "");
    }
}
