//! Nodes by path and by JSON Pointer, thawed and frozen.

use varvel_core::path::{Path, Step};
use varvel_core::{ErrorKind, Result, Tag};
use varvel_value::{Ref, Value, value};

fn document() -> Value {
    let mut document = value!({
        "users": [{"first name": "Ada", "tags": [1, 2]}, {"first name": "Lin"}],
        "a/b": {"~": null},
        "quoted \"\n": [0.5],
    });
    document["tagged"] = Value::tagged(Tag::Number(1), value!({"x": [true]}));
    document["map"] = Value::from_pairs([(1.into(), "one".into()), ("k".into(), "text".into())]);
    document
}

/// The document thawed, frozen, and frozen with a part of it thawed.
fn all_three() -> Result<[Value; 3]> {
    let frozen = Value::from(document().freeze()?);
    let mut mixed = frozen.clone();
    mixed["users"][0]["tags"][0] = 1.into();
    Ok([document(), frozen, mixed])
}

/// Every node, with the steps that lead to it.
fn nodes<'a>(node: Ref<'a>, way: &[Step], found: &mut Vec<(Vec<Step>, Ref<'a>)>) {
    found.push((way.to_vec(), node));
    let node = node.tag().map_or(node, |(_, inner)| inner);
    let items = node.items().enumerate();
    let items = items.map(|(index, item)| (Step::Index(index), item));
    let members = node.pairs();
    let members = members.filter_map(|(key, value)| Some((Step::Key(key.as_str()?.into()), value)));
    for (step, child) in items.chain(members) {
        nodes(child, &[way, &[step]].concat(), found);
    }
}

fn pointer(steps: &[Step]) -> String {
    let token = |step: &Step| match step {
        Step::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Step::Index(index) => format!("/{index}"),
    };
    steps.iter().map(token).collect()
}

#[test]
fn every_node_is_found_by_its_path_and_its_pointer() -> Result {
    for mut document in all_three()? {
        let copy = document.clone();
        let mut found = Vec::new();
        nodes(copy.as_ref(), &[], &mut found);
        assert_eq!(found.len(), 18);
        for (steps, node) in found {
            let path = Path::new(&steps).to_string();
            let pointer = pointer(&steps);
            assert_eq!(document.path(&path)?, node, "{path}");
            assert_eq!(document.path(&pointer)?, node, "{pointer}");
            assert_eq!(document.get_path(&path), Some(node));
            assert_eq!(document.pointer(&pointer), Some(node));
            assert_eq!(document.path_mut(&path)?.as_ref(), node);
            assert_eq!(
                document.pointer_mut(&pointer).map(|node| node.as_ref()),
                Some(node)
            );
        }
    }
    Ok(())
}

#[test]
fn an_error_says_where_the_path_stopped() -> Result {
    for mut document in all_three()? {
        for (path, kind, line) in [
            (
                "users[0].name",
                ErrorKind::NotFound,
                "not found: expected a member \"name\", at $.users[0]",
            ),
            (
                "/users/2/first name",
                ErrorKind::NotFound,
                "not found: expected item 2, found 2 items, at $.users",
            ),
            (
                "tagged.x.y",
                ErrorKind::TypeMismatch,
                "wrong kind of value: expected an object, found an array, at $.tagged.x",
            ),
            (
                "$[0]",
                ErrorKind::TypeMismatch,
                "wrong kind of value: expected an array, found an object",
            ),
            (
                "nothing.there[",
                ErrorKind::InvalidPath,
                "invalid path: expected `]`, found \"[\" in \"nothing.there[\" (byte 13)",
            ),
        ] {
            let error = document.path(path).unwrap_err();
            assert_eq!((error.kind(), error.to_string().as_str()), (kind, line));
            assert_eq!(document.path_mut(path).unwrap_err(), error);
            assert_eq!(document.remove_path(path).unwrap_err(), error);
            assert!(document.get_path(path).is_none());
        }
    }
    Ok(())
}

#[test]
fn nothing_is_thawed_on_the_way_to_what_is_not_there() -> Result {
    let mut frozen: Value = Value::from(document().freeze()?);
    assert!(frozen.path_mut("users[0].name").is_err());
    assert!(frozen.pointer_mut("/users/9").is_none());
    assert!(frozen.remove_path("users[9]").is_err());
    assert!(frozen.is_frozen());
    Ok(())
}

#[test]
fn what_is_missing_is_made() -> Result {
    let mut v = Value::NULL;
    v.set_path("/list/-", 1)?;
    v.set_path("/list/1", 2)?;
    v.set_path("$.list[2][0].x", 3)?;
    assert_eq!(v["list"], value!([1, 2, [{"x": 3}]]));
    assert_eq!(v.set_path("/list/0", null())?, Some(value!(1)));

    v["tagged"] = Value::tagged(Tag::Number(1), value!({}));
    v.set_path("tagged.x", 4)?;
    assert_eq!(v.path("tagged.x")?, 4);
    assert!(v["tagged"].tag().is_some());

    assert_eq!(v.set_path("", "all")?.map(|old| old.len()), Some(2));
    assert_eq!(v, value!("all"));
    Ok(())
}

/// The table of POLICIES.md, "Paths that make what is missing".
#[test]
fn a_path_makes_an_array_or_an_object_only_where_it_says_so() -> Result {
    for (path, made) in [
        ("/l/-", value!({"l": [1]})),
        ("l[0]", value!({"l": [1]})),
        ("/l/-/x", value!({"l": [{"x": 1}]})),
        ("/l/-/-", value!({"l": [[1]]})),
        ("l[0][0].x", value!({"l": [[{"x": 1}]]})),
        ("/l/00", value!({"l": {"00": 1}})),
        ("l.00", value!({"l": {"00": 1}})),
        ("l[\"0\"]", value!({"l": {"0": 1}})),
        ("l['0'].x", value!({"l": {"0": {"x": 1}}})),
        ("l.-", value!({"l": {"-": 1}})),
        ("/l/", value!({"l": {"": 1}})),
        ("/0", value!({"0": 1})),
        ("/-", value!({"-": 1})),
    ] {
        // Null is nothing, too.
        for mut v in [value!({}), value!({"l": null})] {
            let l = v.get("l").is_some();
            v.set_path(path, 1)?;
            match l && (path == "/0" || path == "/-") {
                true => assert_eq!(v.get("l").unwrap(), value!(null)),
                false => assert_eq!(v, made, "{path}"),
            }
        }
    }
    for (path, says, hint) in [
        (
            "/l/0",
            "an array or an object that exists, at $.l",
            "`$.l[0]` makes an array, and `$.l[\"0\"]` an object",
        ),
        (
            "/l/0/x",
            "an array or an object that exists, at $.l",
            "`$.l[0]` makes an array, and `$.l[\"0\"]` an object",
        ),
        (
            "l.0",
            "an array or an object that exists, at $.l",
            "`$.l[0]` makes an array, and `$.l[\"0\"]` an object",
        ),
        (
            "/l/-/7",
            "an array or an object that exists, at $.l[0]",
            "`$.l[0][0]` makes an array, and `$.l[0][\"7\"]` an object",
        ),
        (
            "a.b.12.c",
            "an array or an object that exists, at $.a.b",
            "`$.a.b[0]` makes an array, and `$.a.b[\"12\"]` an object",
        ),
        (
            "l[1]",
            "item 1, found no items, at $.l",
            "`$.l[0]` makes an array with an item",
        ),
        (
            "l[0].x[2]",
            "item 2, found no items, at $.l[0].x",
            "`$.l[0].x[0]` makes an array with an item",
        ),
    ] {
        for old in [value!({}), value!({"l": null})] {
            let mut v = old.clone();
            let error = v.set_path(path, 1).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NotFound);
            assert_eq!(
                error.to_string(),
                format!("not found: expected {says}"),
                "{path}"
            );
            assert_eq!(error.hint(), Some(hint), "{path}");
            assert_eq!(v, old, "an error changes nothing");
        }
    }
    let mut v: Value = Value::NULL;
    assert!(v.set_path("/0", 1).is_err());
    v.set_path("/-", 1)?;
    assert_eq!(v, value!([1]));
    // In a container that exists they are what they are there.
    let mut v = value!({"o": {}, "l": [1]});
    v.set_path("/o/-", 2)?;
    v.set_path("/o/0", 3)?;
    v.set_path("/l/1", 4)?;
    v.set_path("/l/-/-", 5)?;
    assert_eq!(v, value!({"o": {"-": 2, "0": 3}, "l": [1, 4, [5]]}));
    let error = v.set_path("/l/-/0", 6).unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$.l[3]");
    assert_eq!(v["l"].len(), 3);
    Ok(())
}

fn null() -> Value {
    Value::NULL
}

#[test]
fn a_malformed_path_changes_nothing() {
    let mut v = value!({});
    for path in ["a.b[", "a..b", "/a/~"] {
        let error = v.set_path(path, 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPath);
    }
    assert_eq!(v, value!({}));
}

#[test]
fn what_cannot_be_made_is_an_error() {
    let mut v = value!({"a": [{"b": "text"}]});
    let mut says = |path: &str| v.set_path(path, 1).unwrap_err().to_string();
    assert_eq!(
        says("a[0].b.c"),
        "wrong kind of value: expected an object, found a string, at $.a[0].b"
    );
    assert_eq!(
        says("/a/2"),
        "not found: expected item 2, found 1 item, at $.a"
    );
    assert_eq!(
        says("new.list[1]"),
        "not found: expected item 1, found no items, at $.new.list"
    );
    let kind = |mut v: Value, path: &str| v.set_path(path, 1).unwrap_err().kind();
    assert_eq!(kind(value!([]), "[1]"), ErrorKind::NotFound);
    assert_eq!(kind(value!([]), "/1"), ErrorKind::NotFound);
    assert_eq!(kind(value!([]), "a"), ErrorKind::TypeMismatch);
    assert_eq!(kind(value!({}), "[0]"), ErrorKind::TypeMismatch);
    assert_eq!(kind(value!("text"), "a"), ErrorKind::TypeMismatch);
}
