//! Merge keys of YAML 1.1: `<<: *defaults`.

use alloc::collections::BTreeSet;
use alloc::vec::{self, Vec};

use crate::{
    Duplicates, Error, ErrorKind, Frozen, Items, Kind, Limits, Pairs, Result, Sink, View,
    with_builder,
};

/// Returns a copy of a document in which each key `<<` is replaced by the members of its value.
///
/// The value of `<<` is a mapping or a list of mappings. A member of the mapping itself wins over
/// merged ones, and of the merged ones the first does; they come last. Merged mappings may have
/// merge keys of their own. YAML 1.2 has no such keys, so you have to ask for this. A tree cannot
/// tell `"<<"` in quotes from `<<`: both are merge keys.
///
/// Time is linear in the document, plus a logarithmic factor for merged members.
///
/// ```
/// use varvel::yaml::{freeze, merge_keys};
/// let text = b"base: &base {retries: 3, port: 80}\nweb: {<<: *base, port: 8080}\n";
/// let merged = merge_keys(freeze(text)?.view())?;
/// assert_eq!(merged.to_string(), r#"{"base":{"retries":3,"port":80},"web":{"port":8080,"retries":3}}"#);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// `TypeMismatch` for a `<<` whose value is neither a mapping nor a list of mappings.
pub fn merge_keys(document: View<'_>) -> Result<Frozen> {
    with_builder(Duplicates::Error, Limits::NONE, |builder| {
        builder.start()?;
        drive(document, builder)?;
        builder.finish()
    })
}

/// A container whose nodes are being written.
enum Open<'a> {
    Array(Items<'a>),
    /// A mapping that merges nothing.
    Plain(Pairs<'a>),
    Merged(vec::IntoIter<(View<'a>, View<'a>)>),
}

fn drive<'a, S: Sink<'a>>(document: View<'a>, sink: &mut S) -> Result {
    let mut open: Vec<Open<'a>> = Vec::new();
    let mut node = Some(document);
    loop {
        if let Some(view) = node.take() {
            let container = match view.kind() {
                Kind::Array => Some(Open::Array(view.items())),
                Kind::Object | Kind::Map if merges(view) => {
                    Some(Open::Merged(members(view)?.into_iter()))
                }
                Kind::Object | Kind::Map => Some(Open::Plain(view.pairs())),
                _ => None,
            };
            match container {
                Some(container) => {
                    match &container {
                        Open::Array(_) => sink.begin_array(None)?,
                        _ => sink.begin_map(None)?,
                    }
                    open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                    open.push(container);
                }
                None => scalar(view, sink)?,
            }
        }
        let Some(container) = open.last_mut() else {
            return Ok(());
        };
        let next = match container {
            Open::Array(items) => items.next().map(|item| (None, item)),
            Open::Plain(pairs) => pairs.next().map(|(key, value)| (Some(key), value)),
            Open::Merged(pairs) => pairs.next().map(|(key, value)| (Some(key), value)),
        };
        match next {
            Some((key, value)) => {
                if let Some(key) = key {
                    self::key(key, sink)?;
                }
                node = Some(value);
            }
            None => {
                match container {
                    Open::Array(_) => sink.end_array()?,
                    _ => sink.end_map()?,
                }
                open.pop();
            }
        }
    }
}

fn scalar<'a, S: Sink<'a>>(view: View<'a>, sink: &mut S) -> Result {
    view.drive(sink)
}

fn key<'a, S: Sink<'a>>(key: View<'a>, sink: &mut S) -> Result {
    match key.str() {
        Ok(text) => sink.key(text.into()),
        Err(_) => {
            sink.any_key()?;
            key.drive(sink)
        }
    }
}

/// Returns whether a mapping has a merge key.
fn merges(mapping: View<'_>) -> bool {
    mapping.pairs().any(|(key, _)| is_merge(key))
}

fn is_merge(key: View<'_>) -> bool {
    key.str().is_ok_and(|key| key == "<<")
}

/// Returns the members of a mapping and of all that it merges: mapping by mapping, each followed by
/// those that it merges itself.
fn members<'a>(mapping: View<'a>) -> Result<Vec<(View<'a>, View<'a>)>> {
    let no_memory = |_| Error::out_of_memory();
    let (mut members, mut known) = (Vec::new(), BTreeSet::new());
    // A stack of mappings; the next one is last.
    let mut mappings = Vec::new();
    mappings.push(mapping);
    while let Some(mapping) = mappings.pop() {
        let next = mappings.len();
        for (key, value) in mapping.pairs() {
            if is_merge(key) {
                let (one, list) = match value.kind() {
                    Kind::Array => (None, Some(value.items())),
                    _ => (Some(value), None),
                };
                for base in one.into_iter().chain(list.into_iter().flatten()) {
                    let kind = base.kind();
                    if !matches!(kind, Kind::Object | Kind::Map) {
                        return Err(not_a_mapping(kind));
                    }
                    mappings.try_reserve(1).map_err(no_memory)?;
                    mappings.push(base);
                }
            } else if known.insert(key) {
                members.try_reserve(1).map_err(no_memory)?;
                members.push((key, value));
            }
        }
        mappings[next..].reverse();
    }
    Ok(members)
}

#[cold]
fn not_a_mapping(found: Kind) -> Error {
    Error::expected(
        ErrorKind::TypeMismatch,
        "a mapping, or a list of mappings, behind a merge key",
    )
    .with_found(found.name())
    .with_hint("merge keys (`<<`) add the members of other mappings to their own")
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned as _;
    use alloc::format;
    use alloc::string::{String, ToString as _};

    use super::merge_keys;
    use crate::yaml::freeze;

    fn merged(text: &str) -> String {
        match merge_keys(freeze(text.as_bytes()).unwrap().view()) {
            Ok(frozen) => frozen.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn own_members_win_and_then_the_first() {
        let bases = "a: &a {x: 1, y: 2}\nb: &b {x: 10, z: 3}\n";
        let tail = |text: &str| {
            let all = merged(&format!("{bases}c: {text}\n"));
            all.split_once(r#""c":"#)
                .map(|(_, c)| c.to_owned())
                .unwrap()
        };
        assert_eq!(tail("{<<: *a}"), r#"{"x":1,"y":2}}"#);
        assert_eq!(tail("{y: 0, <<: *a, w: 9}"), r#"{"y":0,"w":9,"x":1}}"#);
        assert_eq!(tail("{<<: [*a, *b]}"), r#"{"x":1,"y":2,"z":3}}"#);
        assert_eq!(tail("{<<: [*b, *a]}"), r#"{"x":10,"z":3,"y":2}}"#);
        assert_eq!(tail("{<<: []}"), "{}}");
        assert_eq!(tail("[{<<: *b}, <<]"), r#"[{"x":10,"z":3},"<<"]}"#);
    }

    #[test]
    fn what_is_merged_merges() {
        let text = "{<<: [{<<: {a: 1, b: 1}, b: 2}, {c: 3, a: 4}], d: {<<: {e: {<<: {f: 5}}}}}";
        assert_eq!(merged(text), r#"{"d":{"e":{"f":5}},"b":2,"a":1,"c":3}"#);
        let odd = "? 1\n: {<<: {? [k] : v}}\n2: x\n";
        let pairs = merge_keys(freeze(odd.as_bytes()).unwrap().view()).unwrap();
        let inner = pairs.view().pairs().next().unwrap().1;
        assert_eq!(inner.pairs().next().unwrap().0.items().count(), 1);
    }

    #[test]
    fn nothing_else_changes() {
        for text in [
            "1",
            "[]",
            "{}",
            "{a: [1, 2.5, {b: null}], c: x}",
            "- <<\n- a\n",
        ] {
            let frozen = freeze(text.as_bytes()).unwrap();
            assert_eq!(merge_keys(frozen.view()).unwrap().view(), frozen.view());
        }
    }

    #[test]
    fn other_values_are_errors() {
        for (text, found) in [
            ("{<<: 1}", "an integer"),
            ("{<<: [x]}", "a string"),
            ("{<<: }", "null"),
        ] {
            let error = merged(text);
            assert!(
                error.contains("a mapping, or a list of mappings"),
                "{error}"
            );
            assert!(error.contains(found), "{error}");
        }
    }
}
