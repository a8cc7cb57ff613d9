//! Paths into a document as the user writes them, and walking along one.
//!
//! | written | means |
//! |---|---|
//! | `$.users[3].name`, `users[3].name`, `.users[3].name` | as errors write paths: `$` is the document |
//! | `$["a key"]`, `['a key']` | a key with dots, brackets or spaces in it |
//! | `/users/3/name` | a JSON Pointer (RFC 6901): `~1` is `/`, `~0` is `~` |
//! | `$`, or nothing | the document |

use varvel::{Kind, View, json};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A member of an object.
    Key(String),
    /// An item of an array.
    Index(usize),
    /// Part of a JSON Pointer: a member of an object, or the item of an array if it is a number.
    Token(String),
}

/// Why a text is no path, and where in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed {
    /// What should have been there.
    pub expected: &'static str,
    /// Where, in bytes.
    pub at: usize,
}

/// Reads a path.
pub fn parse(text: &str) -> Result<Vec<Step>, Malformed> {
    if text.starts_with('/') {
        return pointer(text);
    }
    let mut steps = Vec::new();
    let mut rest = text;
    let at = |rest: &str| text.len() - rest.len();
    if let Some(after) = rest.strip_prefix('$') {
        rest = after;
        if !rest.is_empty() && !rest.starts_with(['.', '[']) {
            let expected = "`.` or `[` after `$`";
            let at = at(rest);
            return Err(Malformed { expected, at });
        }
    } else if !rest.is_empty() && !rest.starts_with(['[', '.']) {
        let (key, after) = plain_key(rest);
        steps.push(Step::Key(key.into()));
        rest = after;
    }
    while !rest.is_empty() {
        let here = at(rest);
        let fail = |expected| Malformed { expected, at: here };
        if let Some(after) = rest.strip_prefix('.') {
            let (key, after) = plain_key(after);
            if key.is_empty() {
                return Err(fail("a key after `.`"));
            }
            steps.push(Step::Key(key.into()));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('[') {
            let (step, after) = bracket(after).map_err(fail)?;
            steps.push(step);
            rest = after;
        } else {
            return Err(fail("`.` or `[`"));
        }
    }
    Ok(steps)
}

/// Up to the next dot or bracket.
fn plain_key(text: &str) -> (&str, &str) {
    text.split_at(text.find(['.', '[']).unwrap_or(text.len()))
}

/// What stands behind `[`, and what follows on `]`.
fn bracket(text: &str) -> Result<(Step, &str), &'static str> {
    const CLOSE: &str = "`]`";
    if let Some(body) = text.strip_prefix('\'') {
        let (key, rest) = body.split_once('\'').ok_or("a closing quote")?;
        return Ok((Step::Key(key.into()), rest.strip_prefix(']').ok_or(CLOSE)?));
    }
    if text.starts_with('"') {
        let end = quoted_len(text).ok_or("a closing quote")?;
        let key = json::from_str(&text[..end]).map_err(|_| "a key as JSON writes strings")?;
        return Ok((Step::Key(key), text[end..].strip_prefix(']').ok_or(CLOSE)?));
    }
    let (digits, rest) = text.split_once(']').ok_or(CLOSE)?;
    match index(digits) {
        Some(index) => Ok((Step::Index(index), rest)),
        None => Err("a number from 0 up, or a key in quotes, between `[` and `]`"),
    }
}

/// The length of the JSON string that `text` begins with.
fn quoted_len(text: &str) -> Option<usize> {
    let mut escaped = true; // the opening quote closes nothing
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Digits only: no sign, no space.
fn index(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

fn pointer(text: &str) -> Result<Vec<Step>, Malformed> {
    let mut steps = Vec::new();
    let mut at = 1;
    for token in text[1..].split('/') {
        let tilde = token.match_indices('~').find(|(i, _)| {
            let next = token.as_bytes().get(i + 1);
            !matches!(next, Some(b'0' | b'1'))
        });
        if let Some((i, _)) = tilde {
            let expected = "`~0` (for `~`) or `~1` (for `/`)";
            return Err(Malformed {
                expected,
                at: at + i,
            });
        }
        at += token.len() + 1;
        steps.push(Step::Token(token.replace("~1", "/").replace("~0", "~")));
    }
    Ok(steps)
}

/// What a step meant that led somewhere: a part of a JSON Pointer that is still one was a key.
impl From<Step> for varvel::Step {
    fn from(step: Step) -> Self {
        match step {
            Step::Index(index) => Self::Index(index),
            Step::Key(key) | Step::Token(key) => Self::Key(key),
        }
    }
}

/// How far a path led, if not to its end.
#[derive(Debug)]
pub struct Missing<'a> {
    /// The steps that led somewhere.
    pub reached: Vec<varvel::Step>,
    /// The node there.
    pub node: View<'a>,
    /// The step that led nowhere.
    pub step: Step,
}

/// The node that the steps lead to from `node`.
pub fn walk<'a>(mut node: View<'a>, steps: &[Step]) -> Result<View<'a>, Missing<'a>> {
    let mut reached = Vec::new();
    for step in steps {
        while let Some((_, tagged)) = node.tag() {
            node = tagged;
        }
        let step = match step {
            Step::Token(token) if node.kind() == Kind::Array => match pointer_index(token) {
                Some(index) => Step::Index(index),
                None => Step::Key(token.clone()),
            },
            Step::Token(token) => Step::Key(token.clone()),
            other => other.clone(),
        };
        let next = match &step {
            Step::Index(index) => node.at(*index),
            Step::Key(key) | Step::Token(key) => node.get(key),
        };
        match next {
            Some(next) => node = next,
            None => {
                return Err(Missing {
                    reached,
                    node,
                    step,
                });
            }
        }
        reached.push(step.into());
    }
    Ok(node)
}

/// An index as a JSON Pointer writes it: without leading zeros (RFC 6901, section 4).
fn pointer_index(token: &str) -> Option<usize> {
    index(token).filter(|_| token == "0" || !token.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Step {
        Step::Key(text.into())
    }

    #[test]
    fn paths_are_written_in_three_ways() {
        let users = [key("users"), Step::Index(3), key("name")];
        assert_eq!(parse("users[3].name").unwrap(), users);
        assert_eq!(parse("$.users[3].name").unwrap(), users);
        let tokens = ["users", "3", "name"].map(|token| Step::Token(token.into()));
        assert_eq!(parse("/users/3/name").unwrap(), tokens);
    }

    #[test]
    fn the_document_is_a_path() {
        assert_eq!(parse("$").unwrap(), []);
        assert_eq!(parse("").unwrap(), []);
        assert_eq!(parse("/").unwrap(), [Step::Token(String::new())]);
    }

    #[test]
    fn keys_may_hold_anything() {
        assert_eq!(
            parse("CH-0417.größe").unwrap(),
            [key("CH-0417"), key("größe")]
        );
        assert_eq!(parse(r#"$["a.b[0]"]"#).unwrap(), [key("a.b[0]")]);
        assert_eq!(
            parse(r#"["\"\\\u00e9"].x"#).unwrap(),
            [key("\"\\é"), key("x")]
        );
        assert_eq!(parse("['it is']").unwrap(), [key("it is")]);
        assert_eq!(parse(r#"[""]"#).unwrap(), [key("")]);
        let escaped = ["a/b", "~1"].map(|token| Step::Token(token.into()));
        assert_eq!(parse("/a~1b/~01").unwrap(), escaped);
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for text in [
            "$",
            "$.a[0].b_1",
            r#"$["a b"][""]["\"\n"]"#,
            "$.größe",
            r#"$["e\u0301\u202e"]["\udb40\udc01"]"#,
        ] {
            let steps = parse(text).unwrap().into_iter().map(varvel::Step::from);
            let steps: Vec<varvel::Step> = steps.collect();
            assert_eq!(varvel::Path::new(&steps).to_string(), text);
        }
    }

    #[test]
    fn errors_say_where() {
        let at = |text: &str| parse(text).unwrap_err().at;
        assert_eq!(at("a."), 1);
        assert_eq!(at("a..b"), 1);
        assert_eq!(at("$a"), 1);
        assert_eq!(at("a[x]"), 1);
        assert_eq!(at("a[-1]"), 1);
        assert_eq!(at("a[+1]"), 1);
        assert_eq!(at("a[]"), 1);
        assert_eq!(at("a[1"), 1);
        assert_eq!(at("a[1]b"), 4);
        assert_eq!(at(r#"a["b]"#), 1);
        assert_eq!(at("a[99999999999999999999999]"), 1);
        assert_eq!(at("/a/b~2"), 4);
    }
}
