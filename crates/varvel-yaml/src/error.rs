//! The errors of YAML. All functions here are cold: they are kept out of the loops that call them.

use alloc::borrow::Cow;
use alloc::format;
use core::fmt;

use varvel_core::error::BEYOND_FLOATS;
use varvel_core::{Error, ErrorKind, Kind};

use crate::encoding::Encoding;

/// Makes the error of input that is not UTF-8.
#[cold]
#[inline(never)]
pub fn not_utf8(input: &[u8]) -> Error {
    let error = Error::not_utf8(input, 0, input.len()).or_line(input);
    match Encoding::of(input) {
        Encoding::Utf8 => error,
        other => error.with_hint(format!(
            "the text is in {}: make UTF-8 of it first",
            other.name()
        )),
    }
}

/// Makes the error of a character at `at` that YAML does not allow.
#[cold]
#[inline(never)]
pub fn forbidden(input: &str, at: usize) -> Error {
    let error = Error::expected(
        ErrorKind::ControlCharacter,
        "characters that can be printed",
    )
    .with_offset(at)
    .or_line(input.as_bytes());
    match input.get(at..).and_then(|rest| rest.chars().next()) {
        Some('\0') => error
            .with_content("U+0000")
            .with_hint("the text may be in UTF-16, or no text"),
        Some(c) => error
            .with_content(format_args!("U+{:04X}", u32::from(c)))
            .with_hint(format!(
                "write it in double quotes as \\u{:04x}",
                u32::from(c)
            )),
        None => error,
    }
}

/// Makes the error of a byte order mark at `at`, where none is allowed.
#[cold]
#[inline(never)]
pub fn byte_order_mark(at: usize) -> Error {
    Error::expected(
        ErrorKind::Syntax,
        "no byte order mark but before a document and in quotes",
    )
    .with_offset(at)
    .with_content("U+FEFF")
    .with_hint("write it in double quotes as \\ufeff")
}

/// The text at a place, as messages show it.
struct Found<'a>(&'a str, usize);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.get(self.1..).and_then(|rest| rest.chars().next()) {
            None => f.write_str("the end of the input"),
            Some('\n' | '\r') => f.write_str("the end of the line"),
            Some('\t') => f.write_str("a tab"),
            Some(' ') => f.write_str("a space"),
            Some('`') => f.write_str("a backtick"),
            Some(c) => write!(f, "`{c}`"),
        }
    }
}

fn syntax(expected: impl Into<Cow<'static, str>>, at: usize) -> Error {
    Error::expected(ErrorKind::Syntax, expected).with_offset(at)
}

/// Makes the error of other text than `expected` at `at`.
#[cold]
#[inline(never)]
pub fn unexpected(input: &str, at: usize, expected: &'static str) -> Error {
    let kind = match at < input.len() {
        true => ErrorKind::Syntax,
        false => ErrorKind::UnexpectedEnd,
    };
    Error::expected(kind, expected)
        .with_content(Found(input, at))
        .with_offset(at)
}

/// Makes the error of text behind a node on its line.
#[cold]
#[inline(never)]
pub fn after_node(input: &str, at: usize) -> Error {
    let error = syntax("nothing but a comment behind a value", at).with_content(Found(input, at));
    let (before, rest) = input.as_bytes().split_at_checked(at).unwrap_or_default();
    match rest {
        [b':', next, ..] if !next.is_ascii_whitespace() => {
            error.with_hint("a space belongs behind the colon of a key")
        }
        _ if before.ends_with(b"'") && !rest.starts_with(b"'") => {
            error.with_hint("a `'` inside of single quotes is written twice")
        }
        [b':', ..] => error.with_hint(
            "a key begins in the column of the keys around it, on one line; a text with `: ` in it needs quotes",
        ),
        [b'#', ..] => error.with_hint("a comment needs a space before its `#`"),
        [b'"' | b'\'', ..] => error.with_hint("write a quote inside of single quotes twice, inside of double quotes as \\\""),
        [b']' | b'}', ..] => error.with_hint("there is no bracket that it closes"),
        [b',', ..] => error.with_hint("commas separate nothing outside of brackets; put the whole text in quotes"),
        _ => error.with_hint("put the whole text in quotes, or the next value on a line of its own"),
    }
}

/// Makes the error of input that ends inside of brackets.
#[cold]
#[inline(never)]
pub fn unclosed_flow(input: &str, at: usize) -> Error {
    unexpected(input, at, "the bracket that closes `[` or `{`")
}

/// Makes the error of a mark between documents inside of a node.
#[cold]
#[inline(never)]
pub fn marker_inside(at: usize, what: &'static str) -> Error {
    syntax(format!("the end of {what}"), at)
        .with_found("the mark between documents")
        .with_hint("indent the line if it is text")
}

/// Makes the error of a line inside of brackets or quotes that is not indented enough.
fn continuation(at: usize, indent: i32, tab: bool, what: &'static str) -> Error {
    let columns = indent + 1;
    let plural = match columns {
        1 => "",
        _ => "s",
    };
    let error = syntax(
        format!("at least {columns} space{plural} before a line inside of {what}"),
        at,
    );
    match tab {
        true => error
            .with_found("a tab")
            .with_hint("indent with spaces: tabs are no indentation"),
        false => error,
    }
}

/// Makes the error of a line inside of brackets that is not indented enough, or of brackets that
/// are not closed.
#[cold]
#[inline(never)]
pub fn flow_indent(input: &str, at: usize, (column, indent): (i32, i32), tab: bool) -> Error {
    let error = continuation(at, indent, tab, "brackets");
    match input.as_bytes().get(at) {
        _ if tab => error,
        Some(b']' | b'}') if column == indent => error.with_hint(
            "indent the closing bracket as well; or set the option `tolerant`, which takes it here",
        ),
        Some(b']' | b'}') => error.with_hint("indent the closing bracket as well"),
        _ => error.with_hint("indent the line, or close the brackets before it"),
    }
}

/// Makes the error of a line inside of quotes that is not indented enough. The quotes open at
/// `quote`; `helps` tells whether the option `tolerant` takes the line.
#[cold]
#[inline(never)]
pub fn quoted_indent(at: usize, quote: usize, indent: i32, tab: bool, helps: bool) -> Error {
    let error = continuation(at, indent, tab, "quotes");
    let option = match helps {
        true => "; or set the option `tolerant`, which takes it here",
        false => "",
    };
    match tab {
        true => error,
        false => error.with_hint(format!(
            "indent the line, or close the quotes that open at byte {quote}{option}"
        )),
    }
}

/// Makes the error of quotes that open at `at` and are not closed.
#[cold]
#[inline(never)]
pub fn unclosed_quote(input: &str, at: usize) -> Error {
    let (name, hint) = match input.as_bytes().get(at) {
        Some(b'\'') => (
            "the closing `'`",
            "a `'` inside of single quotes is written twice",
        ),
        _ => (
            "the closing `\"`",
            "a `\"` inside of double quotes is written \\\"",
        ),
    };
    Error::expected(ErrorKind::UnexpectedEnd, name)
        .with_found("the end of the input")
        .with_hint(hint)
        .with_offset(at)
}

/// Makes the error of directives without a document.
#[cold]
#[inline(never)]
pub fn directive_alone(at: usize) -> Error {
    syntax("a document behind the directives", at)
        .with_hint("write `---` behind the directives; a text that begins with `%` needs quotes")
}

/// Makes the error of a broken directive.
#[cold]
#[inline(never)]
pub fn directive(at: usize, expected: &'static str) -> Error {
    syntax(expected, at)
}

/// Makes the error of text behind the node of a document.
#[cold]
#[inline(never)]
pub fn second_node(input: &str, at: usize, indent: i32) -> Error {
    let error = syntax("the end of the document", at).with_content(Found(input, at));
    match input.as_bytes().get(at) {
        Some(b'%') if indent == 0 => {
            error.with_hint("end the document with `...` before the directives of the next one")
        }
        _ => error.with_hint("its entries or keys have to begin in the same column; another document begins with `---`"),
    }
}

/// Makes the error of text behind `...`.
#[cold]
#[inline(never)]
pub fn after_marker(input: &str, at: usize) -> Error {
    syntax("nothing but a comment behind `...`", at).with_content(Found(input, at))
}

/// Makes the error of a tab in the indentation between `line` and `at`.
#[cold]
#[inline(never)]
pub fn tab(input: &str, line: usize, at: usize) -> Error {
    let white = input.as_bytes().get(line..at).unwrap_or(&[]);
    let tab = white.iter().position(|&byte| byte == b'\t');
    syntax("indentation by spaces", line + tab.unwrap_or(at - line))
        .with_found("a tab")
        .with_hint("write spaces instead of the tab")
}

/// Makes the error of a line at a column where no collection is open.
#[cold]
#[inline(never)]
pub fn indentation(columns: &[i32], at: usize, indent: i32) -> Error {
    let inner = columns.last().copied().unwrap_or(0);
    let error = syntax(format!("a line indented by {inner}"), at).with_found(format!("{indent}"));
    error.with_hint("entries of a sequence begin in one column, and so do the keys of a mapping")
}

/// Makes the error of a `- ` where a key must be.
#[cold]
#[inline(never)]
pub fn entry_among_keys(at: usize) -> Error {
    syntax("a key", at)
        .with_found("`- `")
        .with_hint("a sequence is the value of a key, on the lines behind `key:`")
}

/// Makes the error of a collection that begins on a line where none may begin.
#[cold]
#[inline(never)]
pub fn collection_here(input: &str, line: usize, at: usize, what: &'static str) -> Error {
    let before = input.as_bytes().get(line..at).unwrap_or(&[]);
    let blank = |&&byte: &&u8| byte == b' ' || byte == b'\t';
    if before
        .iter()
        .rev()
        .take_while(blank)
        .any(|&byte| byte == b'\t')
    {
        let tab = before.iter().rposition(|&byte| byte == b'\t');
        return tab_before(line + tab.unwrap_or(0), what);
    }
    let error = syntax("a value that may stand on this line", at).with_found(what);
    match what {
        "a sequence" => {
            error.with_hint("begin it on the next line; a text that begins with `- ` needs quotes")
        }
        _ => error
            .with_hint("begin it on the next line, indented; a text with `: ` in it needs quotes"),
    }
}

/// Makes the error of a tab at `at` between an indicator and the collection behind it.
fn tab_before(at: usize, what: &'static str) -> Error {
    syntax(format!("spaces before {what}"), at)
        .with_found("a tab")
        .with_hint("write spaces instead of the tab: the column in which it begins counts")
}

/// Makes the error of a line among keys that has no colon.
#[cold]
#[inline(never)]
pub fn no_colon(input: &str, at: usize) -> Error {
    let error = unexpected(input, at, "`: ` behind a key");
    match input.as_bytes().get(at..) {
        Some([b':', ..]) => error.with_hint("a space belongs behind the colon"),
        _ => error.with_hint(
            "the line is one of a mapping; if it goes on with the text before it, indent it",
        ),
    }
}

/// Makes the error of a key of more than one line.
#[cold]
#[inline(never)]
pub fn long_key(at: usize) -> Error {
    syntax("a key on one line", at).with_hint("write line breaks in it as \\n, or `? ` before it")
}

/// Makes the error of a flow collection whose end or next item is missing.
#[cold]
#[inline(never)]
pub fn flow_end(input: &str, at: usize, expected: &'static str) -> Error {
    let error = unexpected(input, at, expected);
    match input.as_bytes().get(at..) {
        Some([b':', ..]) => error.with_hint("a text with a colon in it needs quotes"),
        Some([b'#', ..]) => error.with_hint("a comment needs a space before its `#`"),
        _ => error,
    }
}

/// Makes the error of a second anchor or tag of a node.
#[cold]
#[inline(never)]
pub fn second_property(input: &str, at: usize) -> Error {
    let what = match input.as_bytes().get(at) {
        Some(b'&') => "one anchor before a value",
        _ => "one tag before a value",
    };
    syntax(what, at)
}

/// Makes the error of an anchor or a tag before an alias.
#[cold]
#[inline(never)]
pub fn alias_with_properties(at: usize) -> Error {
    syntax("an alias without anchor and tag", at)
        .with_hint("an alias is the node that it names, which has its anchor and tag already")
}

/// Makes the error of `&` or `*` without a name.
#[cold]
#[inline(never)]
pub fn no_name(input: &str, at: usize) -> Error {
    unexpected(input, at, "a name behind `&` or `*`")
        .with_hint("a text that begins with `&` or `*` needs quotes")
}

/// Makes the error of `!<` without its end.
#[cold]
#[inline(never)]
pub fn verbatim_tag(input: &str, at: usize) -> Error {
    unexpected(input, at, "a tag as in `!<tag:example.com:name>`")
}

/// Makes the error of a character that a tag cannot contain.
#[cold]
#[inline(never)]
pub fn tag_character(input: &str, at: usize) -> Error {
    unexpected(input, at, "a space behind a tag")
        .with_hint("a text that begins with `!` needs quotes")
}

/// Makes the error of a tag whose handle is not declared.
#[cold]
#[inline(never)]
pub fn unknown_handle(tag: &str, at: usize) -> Error {
    syntax("a tag whose handle is known", at)
        .with_content(format_args!("`{tag}`"))
        .with_hint(
            "say what the handle stands for before the document, as in `%TAG !e! tag:example.com:`",
        )
}

/// Makes the error of a character that cannot begin a plain scalar.
#[cold]
#[inline(never)]
pub fn no_plain(input: &str, at: usize, flow: bool) -> Error {
    let error = unexpected(input, at, "a value");
    match input.as_bytes().get(at) {
        None => error,
        Some(b'@' | b'`' | b'%') => {
            error.with_hint("a text that begins with this character needs quotes")
        }
        Some(b'|' | b'>') if flow => {
            error.with_hint("inside of brackets a text of several lines is in quotes")
        }
        Some(b'#') => error.with_hint("a comment needs a space before its `#`"),
        Some(b'-') => {
            error.with_hint("there are no `- ` entries inside of brackets; put a `-` in quotes")
        }
        _ => error.with_hint("a text that begins with this character needs quotes"),
    }
}

/// Makes the error of an unknown escape. Its backslash is at `at`.
#[cold]
#[inline(never)]
pub fn bad_escape(input: &str, at: usize) -> Error {
    let error = Error::expected(
        ErrorKind::InvalidEscape,
        "an escape, as \\n, \\\" or \\u0041",
    )
    .with_content(Found(input, at + 1))
    .with_offset(at);
    match input.as_bytes().get(at + 1) {
        Some(b'\'') => error.with_hint("a single quote needs no escape inside of double quotes"),
        _ => error.with_hint(
            "a backslash itself is written \\\\; inside of single quotes it needs nothing",
        ),
    }
}

/// Makes the error of text at `at` where an escape must have digits.
#[cold]
#[inline(never)]
pub fn bad_digit(input: &str, at: usize, digits: usize) -> Error {
    Error::expected(
        ErrorKind::InvalidEscape,
        format!("{digits} hexadecimal digits"),
    )
    .with_content(Found(input, at))
    .with_offset(at)
}

/// Makes the error of an escape at `at` whose code is not a character.
#[cold]
#[inline(never)]
pub fn no_character(at: usize, code: u32) -> Error {
    match code {
        0xD800..0xE000 => {
            Error::expected(ErrorKind::LoneSurrogate, "both halves of a surrogate pair")
                .with_hint("a half stands for no character, and no UTF-8 string can hold it")
        }
        _ => Error::expected(ErrorKind::InvalidEscape, "a code point up to 10FFFF"),
    }
    .with_offset(at)
}

/// Makes the error of text behind `|` or `>`.
#[cold]
#[inline(never)]
pub fn block_header(input: &str, at: usize) -> Error {
    unexpected(input, at, "the end of the line behind `|` or `>`").with_hint(
        "the text begins on the next line; `|` and `>` take a digit from 1 to 9 and `-` or `+`",
    )
}

/// Makes the error of an empty line at `at` with more spaces than the text behind it.
#[cold]
#[inline(never)]
pub fn empty_line_too_deep(at: usize, column: usize) -> Error {
    syntax(
        format!("at most {column} spaces in the empty lines before the text"),
        at,
    )
    .with_hint(
        "remove the spaces of the empty lines, or write how deep the text is indented, as in `|2`",
    )
}

/// Makes the error of an alias at `at` whose name no node has. `names` are the names that nodes
/// have.
#[cold]
#[inline(never)]
pub fn unknown_alias<'a>(name: &str, at: usize, names: impl Iterator<Item = &'a str>) -> Error {
    let error =
        syntax("the name of an anchor before it", at).with_content(format_args!("`*{name}`"));
    // A similar name differs only in case, or begins in the same way.
    let like = |other: &&str| {
        other.eq_ignore_ascii_case(name) || other.starts_with(name) || name.starts_with(*other)
    };
    match names.filter(like).min() {
        Some(other) if other.len() <= 64 => error.with_hint(format!("there is an anchor `&{other}`: write `*{other}`")),
        _ => error.with_hint(
            "write `&` and the name before the node that it stands for; a text that begins with `*` needs quotes",
        ),
    }
}

/// Makes the error of an alias at `at` inside of its own node.
#[cold]
#[inline(never)]
pub fn alias_inside(name: &str, at: usize) -> Error {
    syntax("a node that ended before its alias", at)
        .with_content(format_args!("`*{name}` inside of `&{name}`"))
        .with_hint("a node cannot be part of itself")
}

/// Makes the error of a scalar that does not fit its tag.
#[cold]
#[inline(never)]
pub fn not_its_tag(tag: &str, at: usize) -> Error {
    syntax(format!("a value that `!!{tag}` stands for"), at)
        .with_hint("correct the value, or remove the tag")
}

/// Makes the error of a merge key at `at` whose value is not a mapping or a list of mappings.
#[cold]
#[inline(never)]
pub fn not_merged(at: usize, found: Kind) -> Error {
    Error::expected(
        ErrorKind::TypeMismatch,
        "a mapping, or a list of mappings, behind a merge key",
    )
    .with_found(found.name())
    .with_hint("merge keys (`<<`) add the members of other mappings to their own")
    .with_offset(at)
}

/// Makes the error of a merge key at `at` among the members of a type that has no field `<<`.
#[cold]
#[inline(never)]
pub fn merge_key_ignored(at: usize) -> Error {
    Error::expected(ErrorKind::UnknownMember, "the members of the type")
        .with_content(format_args!("the merge key `<<`"))
        .with_hint(MERGE_KEYS)
        .with_offset(at)
}

/// The hint about a merge key.
pub const MERGE_KEYS: &str =
    "set the option `merge_keys`, which adds the members of the mappings behind `<<`";

/// Makes the error of a number that no kind of number holds.
#[cold]
#[inline(never)]
pub fn number_too_large(at: usize) -> Error {
    Error::expected(
        ErrorKind::NumberOutOfRange,
        "a number that a 64-bit float can hold, or a decimal integer",
    )
    .with_hint("write it in quotes to have it as a string")
    .with_offset(at)
}

/// Makes the error of a decimal beyond all floats.
#[cold]
#[inline(never)]
pub fn beyond_floats(at: usize) -> Error {
    number_too_large(at).with_hint(BEYOND_FLOATS)
}

/// Makes the error of a plain scalar that has no meaning in the JSON schema.
#[cold]
#[inline(never)]
pub fn not_in_json_schema(at: usize) -> Error {
    syntax(
        "null, true, false or a number: the JSON schema was asked for",
        at,
    )
    .with_hint("a string needs quotes")
}

/// Makes the error of another document behind the first.
#[cold]
#[inline(never)]
pub fn another_document(at: usize) -> Error {
    Error::expected(ErrorKind::TrailingData, "the end of the input")
        .with_found("another document")
        .with_hint("several documents are read one after the other")
        .with_offset(at)
}

/// Makes the error of a value of another kind than the caller asked for.
#[cold]
#[inline(never)]
pub fn wrong_kind(at: usize, expected: &'static str, found: Kind) -> Error {
    Error::wrong_kind(expected, found).with_offset(at)
}

/// Makes the error of calls in an order that no document has.
#[cold]
#[inline(never)]
pub fn out_of_order(expected: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected)
}

/// Makes the error of a number that the caller's type does not hold.
#[cold]
#[inline(never)]
pub fn out_of_range(at: usize, expected: &'static str, found: &str) -> Error {
    Error::out_of_range(expected, found).with_offset(at)
}

/// Makes the error of `!!binary` without Base64 behind it.
#[cold]
#[inline(never)]
pub fn not_base64(at: usize) -> Error {
    syntax("bytes in base64 behind `!!binary`", at)
}

/// Makes the error of events that end before the document does.
#[cold]
pub fn unfinished(expected: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected).with_found("the end of the events")
}

/// Makes the error of a node that YAML does not have.
#[cold]
pub fn unrepresentable(what: &'static str, hint: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "what YAML can hold")
        .with_found(what)
        .with_hint(hint)
}

/// Makes the error of a text that should be a number.
#[cold]
pub fn not_a_number(expected: &'static str, text: &str) -> Error {
    Error::expected(ErrorKind::InvalidNumber, expected).with_content(format_args!("`{text}`"))
}
