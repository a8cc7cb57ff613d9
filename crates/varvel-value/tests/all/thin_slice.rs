//! From a frozen document to an edit and back.

use varvel_core::Result;
use varvel_value::{Value, value};

#[test]
fn an_edit_thaws_its_path_only() -> Result {
    let document = value!({
        "users": [{"name": "Ada", "tags": ["a", "b"]}, {"name": "Charles"}],
        "meta": {"count": 2},
    });
    let mut value: Value = Value::from(document.freeze()?);
    assert!(value.is_frozen());

    value["users"][0]["name"] = "Lovelace".into();
    assert!(!value.is_frozen());
    // Nodes beside the path are still frozen.
    assert!(value.field("meta")?.view().is_some());
    assert!(value.field("users")?.item(1)?.view().is_some());
    assert!(
        value
            .field("users")?
            .item(0)?
            .field("tags")?
            .view()
            .is_some()
    );

    let json =
        r#"{"users":[{"name":"Lovelace","tags":["a","b"]},{"name":"Charles"}],"meta":{"count":2}}"#;
    assert_eq!(value.to_string(), json);
    assert_eq!(varvel_json::to_string(&value.freeze()?)?, json);
    Ok(())
}
