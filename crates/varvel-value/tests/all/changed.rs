//! Errors about documents that were changed since they were frozen.

use std::collections::BTreeMap;

use varvel_core::{Error, Result, Tag};
use varvel_value::{Ref, Value, value};

type Numbers = BTreeMap<String, i64>;

/// A frozen document whose first item is taken away, and one of whose members has a second place.
fn changed() -> Result<Value> {
    let text = value!({"l": [{"n": 1}, {"n": "x"}], "m": {"k": "s"}});
    let mut value: Value = Value::from(text.freeze()?);
    value["l"].array_mut()?.remove(0);
    let member = value["m"].clone();
    value["moved"] = member;
    Ok(value)
}

fn path<T>(result: Result<T>) -> String {
    let error = result.err().expect("an error");
    error.path().expect("a path").to_string()
}

#[test]
fn reading_a_type_names_the_place_of_now() -> Result {
    let value = changed()?;
    // From the node that is read, thawed or frozen.
    assert_eq!(path(value["l"].to::<Vec<Numbers>>()), "$[0].n");
    assert_eq!(path(value["l"][0].to::<Numbers>()), "$.n");
    assert_eq!(path(value.field("l")?.item(0)?.to::<Numbers>()), "$.n");
    assert_eq!(path(value.path("l[0]")?.to::<Numbers>()), "$.n");
    assert_eq!(path(value["moved"].to::<Numbers>()), "$.k");
    assert_eq!(path(value.path("moved.k")?.to::<i64>()), "$");
    // A member that is wrong as a whole.
    assert_eq!(
        path(value.to::<BTreeMap<String, Vec<Numbers>>>()),
        "$.l[0].n"
    );
    assert_eq!(path(value.to::<BTreeMap<String, Numbers>>()), "$.l");
    // A document that nobody changed has the same places.
    let same: Value = Value::from(value.freeze()?);
    assert_eq!(path(same["l"].to::<Vec<Numbers>>()), "$[0].n");
    assert_eq!(
        path(same.to::<BTreeMap<String, Vec<Numbers>>>()),
        "$.l[0].n"
    );
    Ok(())
}

#[test]
fn paths_that_lead_nowhere_name_the_place_of_now() -> Result {
    let value = changed()?;
    assert_eq!(path(value.path("l[0].zz")), "$.l[0]");
    assert_eq!(path(value.path("moved.k.zz")), "$.moved.k");
    assert_eq!(path(value.path("/l/0/n/zz")), "$.l[0].n");
    let mut value = value;
    assert_eq!(path(value.set_path("moved.k.zz", 1)), "$.moved.k");
    assert_eq!(path(value.remove_path("l[0].zz")), "$.l[0]");
    Ok(())
}

/// The errors of looking at a node in each way that a reference has.
fn looks(node: Ref<'_>) -> Vec<Error> {
    let mut errors = vec![
        node.field("zz").err(),
        node.item(9).err(),
        node.bool().err(),
    ];
    errors.extend(node.items().map(|item| item.bool().err()));
    errors.extend(node.values().map(|value| value.bool().err()));
    errors.extend(node.entries().map(|(_, value)| value.field("zz").err()));
    for (key, value) in node.pairs() {
        errors.extend([key.bool().err(), value.bool().err()]);
    }
    errors.extend(node.at(0).map(|item| item.bool().err()));
    errors.extend(node.value_at(0).map(|value| value.bool().err()));
    errors.extend(node.tag().map(|(_, tagged)| tagged.bool().err()));
    errors.into_iter().flatten().collect()
}

/// All nodes inside of this one.
fn each<'a>(node: Ref<'a>, to: &mut dyn FnMut(Ref<'a>)) {
    to(node);
    for item in node.items().chain(node.values()) {
        each(item, to);
    }
    if let Some((_, tagged)) = node.tag() {
        each(tagged, to);
    }
}

fn with_all_kinds() -> Result<Value> {
    let tagged = Value::tagged(Tag::Number(7), value!({"in": ["tag"]}));
    let map = Value::from_pairs([(value!(1), value!(["one"])), (value!([2]), value!("two"))]);
    let mut all = value!({
        "list": [[1, 2], [3, 4], {"a": [0.5, 1.5]}],
        "rows": [{"id": 1, "of": {"n": "x"}}, {"id": 2, "of": {"n": "y"}}],
    });
    all.set_path("tagged", tagged)?;
    all.set_path("map", map)?;
    Ok(all)
}

#[test]
fn only_a_document_that_nobody_changed_names_paths() -> Result {
    let frozen: Value = Value::from(with_all_kinds()?.freeze()?);
    let mut count = 0;
    each(frozen.as_ref(), &mut |node| {
        for error in looks(node) {
            assert!(error.path().is_some(), "{error}");
            count += 1;
        }
    });
    assert!(count > 100, "{count}");
    // By index a part is still in its place. A copy of it may be put anywhere.
    let row = &frozen["rows"][1];
    assert_eq!(path(row.field("zz")), "$.rows[1]");
    assert_eq!(path(row["of"].field("n")?.i64()), "$.rows[1].of.n");
    assert!(row.clone().field("zz").err().unwrap().path().is_none());

    let mut changed = frozen.clone();
    changed["list"].array_mut()?.remove(0);
    changed["moved"] = frozen["rows"][0].clone();
    changed["whole"] = frozen.clone();
    changed.set_path("tagged.in[0]", Value::tagged(Tag::Number(8), row.clone()))?;
    changed["map"].insert_any(row.clone(), frozen.clone())?;
    let mut count = 0;
    each(changed.as_ref(), &mut |node| {
        for error in looks(node) {
            assert_eq!(error.path().map(|path| path.to_string()), None, "{error}");
            count += 1;
        }
    });
    assert!(count > 200, "{count}");
    let inner = &changed["list"][1]["a"];
    assert!(inner.field("zz").err().unwrap().path().is_none());
    assert!(inner.at(0).unwrap().i64().err().unwrap().path().is_none());
    // The document that the parts come from has its paths.
    assert_eq!(path(frozen["rows"].field("zz")), "$.rows");
    Ok(())
}
