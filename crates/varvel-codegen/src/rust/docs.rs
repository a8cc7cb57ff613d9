//! Comments of schemas as documentation of Rust: what stands in them is not run as code of Rust.

/// So many spaces before a line are no block of code yet.
const INDENT: usize = 3;

/// The lines, with all blocks of code as text.
///
/// `rustdoc` compiles what stands in a fence without a language, or is indented by four: of a schema that is hardly Rust.
pub(super) fn lines(lines: &[String]) -> Vec<String> {
    let mut fence: Option<&str> = None;
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        let text = line.trim();
        let line = line.trim_end().replace('\t', "    ");
        let marks = marks(text);
        match fence {
            Some(open) => {
                if marks.len() == text.len() && marks.starts_with(open) {
                    fence = None;
                }
                out.push(line);
            }
            None => {
                let indent = line.len() - line.trim_start().len();
                let line = &line[indent.saturating_sub(INDENT)..];
                match marks {
                    "" => out.push(line.to_owned()),
                    _ => {
                        fence = Some(marks);
                        let before = &line[..line.len() - line.trim_start().len()];
                        out.push(format!("{before}{marks}text"));
                    }
                }
            }
        }
    }
    out
}

/// The marks of a fence that the text begins with, or nothing.
fn marks(text: &str) -> &str {
    let Some(mark @ ('`' | '~')) = text.chars().next() else {
        return "";
    };
    let rest = text.trim_start_matches(mark);
    let marks = &text[..text.len() - rest.len()];
    // Behind the marks of a fence there is no other: else it is code on one line.
    match marks.len() >= 3 && !(mark == '`' && rest.contains('`')) {
        true => marks,
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_text() {
        let comment = [
            " ```",
            " let x = ;",
            " ~~~",
            "   ````",
            "     a",
            " ~~~~ rust",
            " b",
            " ~~~",
            " ~~~~~",
            "\t{",
            " ```c```",
        ];
        let made = lines(&comment.map(str::to_owned));
        assert_eq!(
            made,
            [
                " ```text",
                " let x = ;",
                " ~~~",
                "   ````",
                "   a",
                " ~~~~text",
                " b",
                " ~~~",
                " ~~~~~",
                "   {",
                " ```c```",
            ]
        );
    }
}
