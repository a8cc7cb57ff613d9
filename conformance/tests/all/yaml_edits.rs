//! Edits of all texts of yaml-test-suite: each node is set to several values, removed, renamed, and
//! something is put into it. The text after the edit has to have the value that the same edit of
//! the value gives.

use std::collections::BTreeMap;

use conformance::{Case, cases, suite};
use varvel::edit::{Document, Syntax};
use varvel::path::{Path, Step};
use varvel::{Kind, Ref, Result, Value, value};

/// Returns the texts that can be read, by name.
fn all() -> Option<BTreeMap<String, Document>> {
    let mut all = BTreeMap::new();
    for Case { name, bytes } in cases(&suite("yaml-test-suite")?) {
        if let Some(folder) = name.strip_suffix("/in.yaml")
            && let Ok(text) = String::from_utf8(bytes)
            && let Ok(document) = Document::new(text, Syntax::Yaml)
        {
            all.insert(folder.to_owned(), document);
        }
    }
    Some(all)
}

/// Returns the paths of all nodes that one path leads to.
fn paths(root: &Value) -> Vec<Vec<Step>> {
    let mut found = vec![Vec::new()];
    let mut open: Vec<(Vec<Step>, Ref<'_>)> = vec![(Vec::new(), root.as_ref())];
    while let Some((path, node)) = open.pop() {
        let mut add = |step: Step, node| {
            let mut path = path.clone();
            path.push(step);
            found.push(path.clone());
            open.push((path, node));
        };
        match node.kind() {
            Kind::Array => {
                let items = node.items().enumerate();
                items.for_each(|(i, item)| add(Step::Index(i), item));
            }
            _ => {
                for (key, value) in node.pairs() {
                    if let Some(key) = key.as_str() {
                        add(Step::Key(key.to_owned()), value);
                    }
                }
            }
        }
    }
    found
}

/// The edits of a text, which are made at each path.
const EDITS: &[fn(&mut Document, &str) -> Result] = &[
    |document, path| document.set(path, 5),
    |document, path| document.set(path, "no: text"),
    |document, path| document.set(path, "two\n  lines\n"),
    |document, path| document.set(path, value!({"k": [1, {"x": null, "z": "a"}]})),
    |document, path| document.set(path, value!([])),
    |document, path| document.remove(path).map(drop),
    |document, path| document.rename(path, "new key"),
    |document, path| document.set(&[path, "[\"a new member\"].deep"].concat(), "x"),
    |document, path| document.insert(&[path, "[0]"].concat(), value!([1, 2])),
];

/// The edits of a value that match [`EDITS`].
const MODEL: &[fn(&mut Value, &str) -> Result] = &[
    |value, path| value.set_path(path, 5).map(drop),
    |value, path| value.set_path(path, "no: text").map(drop),
    |value, path| value.set_path(path, "two\n  lines\n").map(drop),
    |value, path| {
        let new = value!({"k": [1, {"x": null, "z": "a"}]});
        value.set_path(path, new).map(drop)
    },
    |value, path| value.set_path(path, value!([])).map(drop),
    |value, path| value.remove_path(path).map(drop),
    rename,
    |value, path| {
        let path = [path, "[\"a new member\"].deep"].concat();
        value.set_path(&path, "x").map(drop)
    },
    |value, path| {
        let list = value.path_mut(path)?;
        list.array_mut()?.insert(0, value!([1, 2]));
        Ok(())
    },
];

fn rename(value: &mut Value, path: &str) -> Result {
    // The last step of a path in the form of errors.
    let whole = value.path(path)?.to_value();
    let steps = paths(value);
    let steps = steps
        .iter()
        .find(|steps| Path::new(steps).to_string() == path);
    let (last, around) = steps.and_then(|steps| steps.split_last()).unwrap();
    let around = value.path_mut(&Path::new(around).to_string())?;
    let Step::Key(key) = last else {
        return around.object_mut().map(drop);
    };
    let pairs = around
        .as_ref()
        .pairs()
        .map(|(old, value)| match old.as_str() == Some(key) {
            true => (Value::from("new key"), whole.clone()),
            false => (old.to_value(), value.to_value()),
        });
    let renamed = Value::from_pairs(pairs.collect::<Vec<_>>());
    *around = renamed;
    Ok(())
}

/// Texts with an edit that is refused though it could be made.
const REFUSED: &[&str] = &[];

#[test]
fn edits_of_all_texts_mean_what_they_should() {
    let Some(all) = all() else { return };
    let (mut made, mut refused) = (0, BTreeMap::<&str, Vec<String>>::new());
    for (name, document) in &all {
        for path in paths(document.value()) {
            let path = Path::new(&path).to_string();
            for (i, (edit, model)) in EDITS.iter().zip(MODEL).enumerate() {
                let mut expected = document.value().clone();
                let model = match path == "$" && (5..=6).contains(&i) {
                    true => Err(()),
                    false => model(&mut expected, &path).map_err(drop),
                };
                let mut edited = document.clone();
                match (edit(&mut edited, &path), model) {
                    (Ok(()), Ok(())) => {
                        made += 1;
                        assert_eq!(edited.value(), &expected, "{name} {path} {i}");
                        let again = Document::new(edited.text(), Syntax::Yaml).unwrap();
                        assert_eq!(again.value(), &expected, "{name} {path} {i}");
                    }
                    (Ok(()), Err(())) => panic!("{name} {path} {i}: {}", edited.text()),
                    (Err(_), Err(())) => {}
                    (Err(error), Ok(())) => {
                        assert_eq!(edited.text(), document.text());
                        let what = format!("{path} ({i}): {error}");
                        refused.entry(name).or_default().push(what);
                    }
                }
            }
        }
    }
    // Whole documents cannot be edited, nor nodes that aliases refer to or pass through.
    for (name, errors) in &mut refused {
        let aliases = all[*name].text().contains('*');
        errors.retain(|error| !aliases && !error.contains("inside of one of the documents"));
    }
    refused.retain(|_, errors| !errors.is_empty());
    let names: Vec<_> = refused.keys().copied().collect();
    assert_eq!(names, REFUSED, "{refused:#?}");
    assert!(made > 6800, "{made}");
}

/// Texts whose lines cannot be indented anew.
const NOT_LAID_OUT: &[&str] = &[];

#[test]
fn all_texts_are_laid_out_with_the_same_events_and_comments() {
    let Some(all) = all() else { return };
    let mut refused = Vec::new();
    for (name, document) in &all {
        // `laid_out` itself checks that the events and the comments are the same.
        match document.laid_out() {
            Ok(text) => {
                let again = Document::new(text, Syntax::Yaml).unwrap();
                assert_eq!(again.value(), document.value(), "{name}");
                assert_eq!(
                    again.comments().unwrap().len(),
                    document.comments().unwrap().len()
                );
            }
            Err(_) => refused.push(name.as_str()),
        }
    }
    assert_eq!(refused, NOT_LAID_OUT);
}
