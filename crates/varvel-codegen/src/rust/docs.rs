//! Doc comments from the comments of a schema. No code in them is compiled as Rust.

use proc_macro2::TokenStream;
use quote::quote;

/// The most spaces before a line that do not make it a block of code.
const INDENT: usize = 3;

/// Returns the lines with all blocks of code marked as text.
///
/// `rustdoc` compiles a block that is indented by four spaces, or that is in a fence without a
/// language. In a schema such a block is hardly ever Rust.
pub(super) fn lines(lines: &[String]) -> Vec<String> {
    let mut fence: Option<&str> = None;
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        let text = line.trim();
        let line = written(line.trim_end());
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

/// Returns the line without characters that Rust refuses in a comment (carriage returns, and those
/// that change the direction of text). A `!` at the start, which would make another kind of comment
/// (`///!`), gets a space before it.
fn written(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    if line.starts_with('!') {
        out.push(' ');
    }
    for c in line.chars() {
        match c {
            '\t' => out.push_str("    "),
            '\r' => out.push(' '),
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns the attribute that silences the lints which a schema's comment may trigger: it was not
/// written for `rustdoc`.
pub(super) fn allowed(lines: &[String]) -> TokenStream {
    let any = |test: fn(&str) -> bool| lines.iter().any(|line| test(line));
    let mut lints = Vec::new();
    if any(begins_an_item) {
        lints.push(quote!(clippy::doc_lazy_continuation));
        lints.push(quote!(clippy::doc_overindented_list_items));
    }
    if any(|line| line.contains('[')) {
        lints.push(quote!(clippy::doc_nested_refdefs));
        lints.push(quote!(rustdoc::broken_intra_doc_links));
        lints.push(quote!(rustdoc::private_intra_doc_links));
        lints.push(quote!(rustdoc::redundant_explicit_links));
    }
    if any(|line| line.contains('<')) {
        lints.push(quote!(rustdoc::invalid_html_tags));
    }
    if any(|line| line.contains("://")) {
        lints.push(quote!(rustdoc::bare_urls));
    }
    match lints.is_empty() {
        true => quote!(),
        false => quote!(#[allow(#(#lints,)* reason = "a comment of the schema")]),
    }
}

/// Returns whether a line begins an item of a list, or a quotation.
fn begins_an_item(line: &str) -> bool {
    let text = line.trim_start();
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with(['-', '*', '+', '>'])
        || digits.len() < text.len() && digits.starts_with(['.', ')'])
}

/// Returns the marks of a fence at the start of the text, or the empty string.
fn marks(text: &str) -> &str {
    let Some(mark @ ('`' | '~')) = text.chars().next() else {
        return "";
    };
    let rest = text.trim_start_matches(mark);
    let marks = &text[..text.len() - rest.len()];
    // No other mark may follow those of a fence. Otherwise this is code in one line.
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

    #[test]
    fn what_rust_refuses_is_left_out() {
        let comment = ["! a", " b\rc\r", " \u{202E}d\u{2066}", " ä"];
        let made = lines(&comment.map(str::to_owned));
        assert_eq!(made, [" ! a", " b c", " d", " ä"]);
    }

    #[test]
    fn leave_is_asked_for_where_it_may_be_needed() {
        let allowed = |text: &str| allowed(&[text.to_owned()]).to_string();
        assert_eq!(allowed(" Plain text, 12 of it."), "");
        for (text, lint) in [
            (" - a", "doc_lazy_continuation"),
            (" 12. a", "doc_overindented_list_items"),
            (" > a", "doc_lazy_continuation"),
            (" [a]", "broken_intra_doc_links"),
            (" Vec<T>", "invalid_html_tags"),
            (" see https://example.org", "bare_urls"),
        ] {
            assert!(allowed(text).contains(lint), "{text}");
        }
    }
}
