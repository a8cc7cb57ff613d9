//! Errors of values that a type refuses: names that it does not have, with the nearest name that it
//! has, and values that break a rule of the type.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use super::{Error, ErrorKind};
use crate::path::Quoted;

/// How many names an error lists.
const LISTED: usize = 20;

/// The longest names that are compared, in bytes.
const COMPARED: usize = 64;

impl Error {
    /// Makes the error of a value that breaks a rule of its type. `reason` may hold content of the
    /// document.
    #[cold]
    pub fn refused(reason: impl core::fmt::Display) -> Self {
        Self::new(ErrorKind::Refused).with_content(reason)
    }

    /// Makes the error of a member called `name`; the type has only the members `names`.
    #[cold]
    pub fn unknown_member(name: &str, names: &[&str]) -> Self {
        unknown(ErrorKind::UnknownMember, "no members", name, names)
    }

    /// Makes the error of a variant called `name`; the type has only the variants `names`.
    #[cold]
    pub fn unknown_variant(name: &str, names: &[&str]) -> Self {
        unknown(ErrorKind::UnknownVariant, "no variant", name, names)
    }
}

fn unknown(kind: ErrorKind, none: &'static str, name: &str, names: &[&str]) -> Error {
    let error = match list(names) {
        Some(list) => Error::expected(kind, list),
        None => Error::expected(kind, none),
    };
    let error = error.with_content(Quoted(name));
    match nearest(name, names) {
        Some(near) => error.with_hint(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// Returns the names as a message lists them; `None` if there are none.
fn list(names: &[&str]) -> Option<String> {
    let (first, rest) = names.split_first()?;
    if rest.is_empty() {
        return Some(format!("`{first}`"));
    }
    let mut list = format!("one of `{first}`");
    for name in rest.iter().take(LISTED - 1) {
        // Writing into a string does not fail.
        let _ = write!(list, ", `{name}`");
    }
    if names.len() > LISTED {
        let _ = write!(list, " and {} more", names.len() - LISTED);
    }
    Some(list)
}

/// Returns the name that is most like `name`, if at most a third of its letters differ. Names
/// beyond 64 bytes are not compared.
///
/// ```
/// use varvel_core::error::nearest;
/// assert_eq!(nearest("screenName", &["id", "screen_name"]), Some("screen_name"));
/// assert_eq!(nearest("size", &["id", "screen_name"]), None);
/// ```
pub fn nearest<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    let near = names
        .iter()
        .filter_map(|candidate| Some((distance(name, candidate)?, *candidate)));
    let (distance, near) = near.min_by_key(|(distance, _)| *distance)?;
    (distance * 3 <= near.len().max(3)).then_some(near)
}

/// Returns the optimal string alignment distance: how many letters must be changed, added, removed
/// or swapped with the next one to turn `a` into `b`. Upper and lower case are equal. Returns
/// `None` for long names.
fn distance(a: &str, b: &str) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > COMPARED || b.len() > COMPARED {
        return None;
    }
    let same = |x: u8, y: u8| x.eq_ignore_ascii_case(&y);
    // `row` holds the distances from one beginning of `a` to each beginning of `b`; `last` and
    // `before` are the two rows before it.
    let mut last: [usize; COMPARED + 1] = core::array::from_fn(|j| j);
    let mut before = last;
    for (i, &x) in a.iter().enumerate() {
        let mut row = last;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = last[j] + usize::from(!same(x, y));
            row[j + 1] = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && same(x, b[j - 1]) && same(a[i - 1], y) {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = last;
        last = row;
    }
    Some(last[b.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_one_that_was_meant() {
        let names = ["screen_name", "name", "id"];
        assert_eq!(nearest("screenName", &names), Some("screen_name"));
        assert_eq!(nearest("Name", &names), Some("name"));
        assert_eq!(nearest("nmae", &names), Some("name"));
        assert_eq!(nearest("mane", &names), None);
        assert_eq!(nearest("colour", &names), None);
        assert_eq!(nearest(&"n".repeat(1000), &names), None);
        assert_eq!(nearest("id", &[]), None);
    }

    #[test]
    fn long_lists_are_cut() {
        let names: alloc::vec::Vec<&str> = core::iter::repeat_n("x", 25).collect();
        let text = list(&names).unwrap();
        assert!(text.ends_with("`x` and 5 more"), "{text}");
        assert_eq!(text.matches("`x`").count(), 20);
    }
}
