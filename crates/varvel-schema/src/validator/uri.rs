//! Identifiers of schemas: references against a base, as RFC 3986 says.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Returns the identifier that a reference means in a document with this one.
pub(super) fn resolved(base: &str, reference: &str) -> String {
    let base = base.split('#').next().unwrap_or_default();
    if reference.is_empty() || reference.starts_with('#') {
        return format!("{base}{reference}");
    }
    if scheme(reference).is_some() {
        return reference.into();
    }
    let start = scheme(base).map_or(0, |scheme| scheme + 1);
    if reference.starts_with("//") {
        return format!("{}{reference}", &base[..start]);
    }
    // The path begins behind the authority.
    let after = match base[start..].starts_with("//") {
        true => base[start + 2..].find('/').map(|at| start + 2 + at),
        false => Some(start),
    };
    let (before, path) = base.split_at(after.unwrap_or(base.len()));
    let (name, rest) = reference.split_at(reference.find(['?', '#']).unwrap_or(reference.len()));
    let path = path.split('?').next().unwrap_or_default();
    let joined = match name.starts_with('/') {
        true => String::from(name),
        false => format!("{}{name}", &path[..path.rfind('/').map_or(0, |at| at + 1)]),
    };
    let slash = match before.contains("//") && !joined.starts_with('/') {
        true => "/",
        false => "",
    };
    format!("{before}{slash}{}{rest}", without_dots(&joined))
}

/// Returns where the colon behind the scheme is.
fn scheme(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.'))?;
    (end > 0 && text[end..].starts_with(':')).then_some(end)
}

/// Returns a path without the steps `.` and `..`.
fn without_dots(path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    let all = path.split('/').count();
    for (number, step) in path.split('/').enumerate() {
        match step {
            "." => {}
            ".." => {
                // The empty step before a slash at the beginning stays.
                if steps.len() > usize::from(path.starts_with('/')) {
                    steps.pop();
                }
            }
            step => steps.push(step),
        }
        if matches!(step, "." | "..") && number + 1 == all {
            steps.push("");
        }
    }
    steps.join("/")
}

/// Returns a text without its percent signs. `None` if one of them comes before no two digits, or
/// if the text is not UTF-8 then.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        rest = behind;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digit = |at: usize| char::from(*behind.get(at)?).to_digit(16);
        bytes.push((digit(0)? * 16 + digit(1)?) as u8);
        rest = &behind[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_those_of_the_rfc() {
        let base = "http://a/b/c/d;p?q";
        for (reference, wanted) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../g", "http://a/g"),
            ("g/./h", "http://a/b/c/g/h"),
        ] {
            assert_eq!(resolved(base, reference), wanted, "{reference}");
        }
        for (base, reference, wanted) in [
            ("", "a.json#/b", "a.json#/b"),
            ("", "./a.json", "a.json"),
            ("a/b.json", "c.json", "a/c.json"),
            ("http://a", "b.json", "http://a/b.json"),
            ("urn:uuid:1", "#/a", "urn:uuid:1#/a"),
            ("/root.json", "child.json", "/child.json"),
        ] {
            assert_eq!(resolved(base, reference), wanted, "{base} {reference}");
        }
        assert_eq!(decoded("/a%25b%C3%A9").as_deref(), Some("/a%bé"));
        for text in ["%FF", "/%2", "/%", "/%+1", "/%é"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
