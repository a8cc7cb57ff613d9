//! The comments of a schema as lines of code.

/// Returns the lines of a comment. A control character and a byte order mark become a space: they
/// might end the line, or be an error.
pub(crate) fn lines(comment: &[String]) -> impl Iterator<Item = String> + '_ {
    comment
        .iter()
        .flat_map(|line| line.lines())
        .map(|line| line.replace(|c: char| c.is_control() || c == '\u{feff}', " "))
}
