//! `Array` and `Object`: values that are known to be an array or an object.

use std::collections::HashSet;

use varvel_core::{ErrorKind, Result};
use varvel_value::{Array, Local, Object, Value, value};

#[test]
fn other_kinds_are_refused() {
    let array = |value: Value| Array::try_from(value).map(|_| ());
    let object = |value: Value| Object::try_from(value).map(|_| ());
    assert_eq!(array(value!([1])), Ok(()));
    assert_eq!(object(value!({"a": 1})), Ok(()));
    for other in [value!(null), value!(1), value!("[]"), value!({"a": []})] {
        assert_eq!(array(other).unwrap_err().kind(), ErrorKind::TypeMismatch);
    }
    // A map has a key that is no string.
    let map = Value::from_pairs([(1.into(), 2.into())]);
    let error = object(map).unwrap_err();
    assert_eq!(
        error.to_string(),
        "wrong kind of value: expected an object, found a map"
    );
}

#[test]
fn frozen_ones_thaw_when_they_are_edited() -> Result {
    let frozen: Value = Value::from(value!({"list": [1, 2], "x": null}).freeze()?);
    let mut object = Object::try_from(frozen)?;
    assert!(object.is_frozen());
    object.edit().insert("y", true);
    object["list"][0] = 3.into();
    assert_eq!(object.to_string(), r#"{"list":[3,2],"x":null,"y":true}"#);

    let mut list: Array = Array::try_from(Value::from(value!([1.5, 2.5]).freeze()?))?;
    list.extend([3.5]);
    assert_eq!(format!("{list:?}"), "[1.5, 2.5, 3.5]");
    Ok(())
}

#[test]
fn they_are_iterated_in_three_ways() {
    let mut list: Array = (1..4).collect();
    for item in &mut list {
        *item = (item.i64_or(0) * 10).into();
    }
    assert_eq!(
        (&list).into_iter().filter_map(|n| n.as_i64()).sum::<i64>(),
        60
    );
    assert_eq!(list.into_iter().next_back(), Some(value!(30)));

    let mut object: Object = [("a", 1), ("b", 2), ("a", 3)].into_iter().collect();
    for (key, value) in &mut object {
        *value = format!("{key}{value}").into();
    }
    let read: Vec<&str> = (&object)
        .into_iter()
        .filter_map(|(_, v)| v.as_str())
        .collect();
    assert_eq!(read, ["a3", "b2"]);
    let owned: Vec<String> = object.into_iter().map(|(key, _)| key).collect();
    assert_eq!(owned, ["a", "b"]);
}

#[test]
fn members_to_be_changed_know_how_many_are_left() -> Result {
    let mut frozen: Value = Value::from(value!({"a": 1, "b": [2]}).freeze()?);
    let mut members = frozen.object_mut()?.into_iter();
    assert_eq!(members.len(), 2);
    assert_eq!(members.next().map(|(key, _)| key), Some("a"));
    assert_eq!(format!("{members:?}"), "MembersMut { len: 1, .. }");
    Ok(())
}

#[test]
fn they_are_compared_and_hashed_as_values() {
    let object: Object = [("a", 1), ("b", 2)].into_iter().collect();
    let other: Object = [("b", 2), ("a", 1)].into_iter().collect();
    assert_eq!(object, other);
    assert_eq!(object, value!({"a": 1, "b": 2}));
    assert_eq!(value!({"b": 2, "a": 1}), object);
    assert_eq!(HashSet::from([object, other]).len(), 1);
    assert!(Array::<Local>::new() < [1].into_iter().collect());
    assert_eq!(<Array>::default(), value!([]));
}

#[test]
fn they_are_read_and_written() -> Result {
    let objects: Vec<Object> = varvel_json::from_str(r#"[{"a": 1}, {}]"#)?;
    assert_eq!(varvel_json::to_string(&objects)?, r#"[{"a":1},{}]"#);
    let error = varvel_json::from_str::<Vec<Array>>("[[], {}]").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    assert_eq!(error.path().unwrap().to_string(), "$[1]");
    Ok(())
}

#[test]
fn a_closure_that_panics_leaves_an_object_whole() {
    let mut value: Value = (0..40).map(|i| (format!("key {i}"), i)).collect();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut left = 20;
        value.object_mut().unwrap().retain(|_, value| {
            left -= 1;
            assert!(left > 0, "half way");
            value.as_i64().unwrap() % 2 == 0
        });
    }));
    assert!(outcome.is_err());
    let keys: Vec<String> = value.keys().map(str::to_owned).collect();
    for (i, key) in keys.iter().enumerate() {
        assert_eq!(value.position(key), Some(i));
    }
    value.object_mut().unwrap().insert("new", 1);
    assert_eq!(value.position("new"), Some(keys.len()));
}
