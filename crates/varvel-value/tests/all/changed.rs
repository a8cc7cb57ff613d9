//! Errors about documents that were changed since they were frozen.

use std::collections::BTreeMap;

use varvel_core::Result;
use varvel_value::{Value, value};

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
