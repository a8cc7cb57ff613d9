//! JSON Schemas that are read as schemas.

use varvel::json;
use varvel::schema::{JsonSchema, OwnedJsonSchema, Schema};

use crate::schema::types::*;

fn shown(text: &str) -> String {
    let OwnedJsonSchema(schema) = json::from_str(text).unwrap();
    schema.to_string()
}

fn error(text: &str) -> varvel::Error {
    json::from_str::<OwnedJsonSchema>(text).unwrap_err()
}

#[test]
fn keywords_become_types() {
    for (text, expected) in [
        ("true", "any"),
        ("{}", "any"),
        (r#"{"$comment":"x","minLength":1}"#, "any"),
        (r#"{"type":"null"}"#, "null"),
        (r#"{"type":"boolean"}"#, "boolean"),
        (r#"{"type":"integer"}"#, "integer"),
        (
            r#"{"type":"integer","minimum":0,"maximum":255}"#,
            "integer, 0 to 255",
        ),
        (
            r#"{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10}"#,
            "integer, 1 to 9",
        ),
        (
            r#"{"type":"integer","minimum":0.5,"maximum":9.5}"#,
            "integer, 1 to 9",
        ),
        (
            r#"{"type":"integer","minimum":-0.5,"maximum":-0.25}"#,
            "integer, 0 to -1",
        ),
        (
            r#"{"type":"integer","minimum":0,"exclusiveMinimum":true,"maximum":9}"#,
            "integer, 0 to 9",
        ),
        (r#"{"type":"number"}"#, "number"),
        (r#"{"type":["integer","number"]}"#, "number"),
        (r#"{"type":"string"}"#, "string"),
        (r#"{"type":["string","null"]}"#, "string or null"),
        (
            r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
            "string or null",
        ),
        (r#"{"oneOf":[{"type":"string"},false]}"#, "string"),
        (r#"{"enum":["a","b"]}"#, "string"),
        (r#"{"const":1}"#, "integer"),
        (r#"{"enum":["a",null]}"#, "string or null"),
        (
            r#"{"type":"array","items":{"type":"boolean"}}"#,
            "array of boolean",
        ),
        (r#"{"items":{"type":"boolean"}}"#, "array of boolean"),
        (
            r#"{"additionalProperties":{"type":"boolean"}}"#,
            "map of boolean",
        ),
        (r#"{"allOf":[{"type":"string"},{"minLength":1}]}"#, "string"),
    ] {
        let found = shown(text);
        let first = found.lines().next().unwrap_or_default();
        assert!(
            first == expected || first.starts_with(expected),
            "{text}: {found}"
        );
    }
}

#[test]
fn members_have_their_order_and_descriptions() {
    let text = r#"{"type":"object","required":["id"],"properties":{
        "id":{"type":"integer","description":"The number."},
        "name":{"type":"string"}},"additionalProperties":false}"#;
    let found = shown(text);
    assert!(found.contains("  id: integer"), "{found}");
    assert!(found.contains("# The number."), "{found}");
    assert!(found.contains("  name?: string"), "{found}");
}

#[test]
fn all_of_objects_is_an_object_of_all_members() {
    let text = r##"{"allOf":[{"$ref":"#/$defs/Base"},{"required":["b","a"],"properties":{"b":{"type":"boolean"}}}],
        "$defs":{"Base":{"properties":{"a":{"type":"string"}}}}}"##;
    let found = shown(text);
    assert!(
        found.contains("  a: string") || found.contains("  a?: string"),
        "{found}"
    );
    assert!(found.contains("  b: boolean"), "{found}");
    let found = error(r#"{"allOf":[{"type":"string"},{"type":"object","properties":{}}]}"#);
    assert!(found.to_string().contains("allOf"), "{found}");
}

#[test]
fn keywords_beside_each_other_hold_together() {
    for (text, expected) in [
        // The narrowest type.
        (
            r#"{"allOf":[{"type":"integer","minimum":0},{"type":"integer","maximum":9}]}"#,
            "integer, 0 to 9\n",
        ),
        (
            r#"{"type":"number","allOf":[{"type":"integer","minimum":0,"maximum":9}]}"#,
            "integer, 0 to 9\n",
        ),
        (
            r#"{"type":"string","anyOf":[{"format":"date"},{"maxLength":3}]}"#,
            "string\n",
        ),
        (
            r#"{"type":"string","allOf":[{"type":"string","format":"date"}]}"#,
            "string (date)\n",
        ),
        (
            r#"{"type":["string","null"],"allOf":[{"type":["string","null"]}]}"#,
            "string or null\n",
        ),
        (
            r#"{"type":["string","null"],"allOf":[{"type":"string"}]}"#,
            "string\n",
        ),
        (
            r#"{"type":"array","allOf":[{"items":{"type":"boolean"}}]}"#,
            "array of boolean\n",
        ),
        // Members, some of which only alternatives state.
        (
            r#"{"type":"object","properties":{"a":{"type":"string"}},
                "anyOf":[{"required":["a"]},{"maxProperties":3}]}"#,
            "object\n  a?: string\n",
        ),
        (
            r#"{"type":"object","allOf":[{"type":"object","properties":{"a":{"type":"string"}}}]}"#,
            "object\n  a?: string\n",
        ),
        (
            r#"{"properties":{"a":{"type":"string"}},
                "oneOf":[{"properties":{"b":{"type":"boolean"}}},{"properties":{"c":{"type":"null"}}}]}"#,
            "object\n  a?: string\n  and the members of one of\n",
        ),
        (
            r#"{"properties":{"a":{"type":"string"}},"if":{"properties":{"a":{"const":1}}},
                "then":{"properties":{"b":{"type":"boolean"}}}}"#,
            "object\n  a?: string\n  and the members of one of\n",
        ),
        (
            r#"{"properties":{"a":{"type":"string"}},"if":true}"#,
            "object\n  a?: string\n",
        ),
        // Without an `if`, `then` means nothing.
        (
            r#"{"properties":{"a":{"type":"string"}},"then":{"properties":{"b":{"type":"boolean"}}}}"#,
            "object\n  a?: string\n",
        ),
    ] {
        let found = shown(text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    let found = error(r#"{"type":"string","allOf":[{"type":"integer"}]}"#);
    assert_eq!(found.kind(), varvel::ErrorKind::Unrepresentable);
}

#[test]
fn keywords_beside_a_reference_count_in_later_versions() {
    let with = |draft: &str| {
        shown(&format!(
            r##"{{{draft}"$ref":"#/definitions/A","properties":{{"b":{{"type":"boolean"}}}},
                "definitions":{{"A":{{"properties":{{"a":{{"type":"string"}}}}}}}}}}"##
        ))
    };
    for later in [
        "",
        r#""$schema":"https://json-schema.org/draft/2020-12/schema","#,
    ] {
        let found = with(later);
        let merged = "object\n  a?: string\n  b?: boolean\n";
        assert!(found.starts_with(merged), "{found}");
    }
    let earlier = with(r#""$schema":"http://json-schema.org/draft-07/schema#","#);
    assert!(
        earlier.contains("a?: string") && !earlier.contains("b?"),
        "{earlier}"
    );
}

#[test]
fn alternatives_may_lead_back_to_what_they_are_beside() {
    // So do types with subtypes in OpenAPI.
    let text = r##"{"$ref":"#/$defs/Pet","$defs":{
        "Pet":{"type":"object","properties":{"kind":{"type":"string"}},
            "oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}]},
        "Cat":{"allOf":[{"$ref":"#/$defs/Pet"},{"properties":{"lives":{"type":"integer"}}}]},
        "Dog":{"allOf":[{"$ref":"#/$defs/Pet"},{"properties":{"good":{"type":"boolean"}}}]}}}"##;
    let found = shown(text);
    assert!(found.contains("\n  kind?: string\n"), "{found}");
    assert!(found.contains("lives?: integer"), "{found}");
    assert!(found.contains("good?: boolean"), "{found}");
}

#[test]
fn required_members_need_no_properties() {
    for (text, expected) in [
        (
            r#"{"properties":{"a":{"type":"string"}},"required":["b","a","b"]}"#,
            "object\n  a: string\n  b: anything\n",
        ),
        (
            r#"{"type":"object","properties":{},"additionalProperties":{"type":"integer"},"required":["b"]}"#,
            "object\n  b: integer\n",
        ),
        (
            r#"{"properties":{},"patternProperties":{"^b":{}},"additionalProperties":{"type":"integer"},"required":["b"]}"#,
            "object\n  b: anything\n",
        ),
        (
            r#"{"allOf":[{"properties":{"a":{"type":"string"}},"required":["b"]},{"properties":{"b":{"type":"boolean"}}}]}"#,
            "object\n  a?: string\n  b: boolean\n",
        ),
        (
            r#"{"allOf":[{"properties":{"a":{"type":"string"}}},{"required":["c","a"]}]}"#,
            "object\n  a: string\n  c: anything\n",
        ),
        (
            r#"{"required":["a"],"allOf":[{"properties":{"a":{"type":"string"}}}]}"#,
            "object\n  a: string\n",
        ),
        (
            r#"{"allOf":[{"type":"string"},{"required":["a"]}]}"#,
            "string\n",
        ),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn a_schema_may_contain_itself() {
    let text = r##"{"properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}"##;
    assert!(shown(text).contains("next?"));
    let text = r##"{"$ref":"#/definitions/a%20b~1c","definitions":{"a b/c":{"type":"object","properties":{"up":{"$ref":"#/definitions/a%20b~1c"}}}}}"##;
    assert!(shown(text).contains("up?"));
}

#[test]
fn references_to_nothing_and_to_themselves_are_errors() {
    let found = error("{\"properties\":\n {\"a\": {\"$ref\": \"#/$defs/b\"}}}");
    assert_eq!(
        (found.kind(), found.line()),
        (varvel::ErrorKind::NotFound, 2)
    );
    assert!(found.to_string().contains("#/$defs/b"), "{found}");
    error(r#"{"$ref":"other.json"}"#);
    error(r##"{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}"##);
    // A reference that leads to itself has no type, and ends.
    shown(r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}"##);
}

#[test]
fn faults_have_their_places() {
    let found = error("{\"type\":\n\"strnig\"}");
    assert_eq!(found.line(), 2);
    assert!(found.to_string().contains("strnig"), "{found}");
    assert_eq!(error("{\"items\":\n 1}").line(), 2);
    assert_eq!(error("[]").kind(), varvel::ErrorKind::TypeMismatch);
    let deep = format!("{}true{}", r#"{"items":"#.repeat(200), "}".repeat(200));
    assert_eq!(error(&deep).kind(), varvel::ErrorKind::DepthLimit);
}

#[test]
fn a_long_chain_of_references_does_not_recurse() {
    let mut text = r##"{"$ref":"#/$defs/d0","$defs":{"end":{"type":"string"}"##.to_owned();
    for number in 0..20_000 {
        let next = number + 1;
        text +=
            &format!(r##","d{number}":{{"type":"array","items":{{"$ref":"#/$defs/d{next}"}}}}"##);
    }
    text += r#","d20000":{"type":"null"}}}"#;
    let OwnedJsonSchema(schema) = json::from_str(&text).unwrap();
    assert!(schema.nodes().count() > 20_000);
}

#[test]
fn exported_schemas_are_read_again() {
    let exported = |schema: &Schema| json::to_string(&JsonSchema(schema)).unwrap();
    for schema in [
        Schema::of::<Order>(),
        Schema::of::<(Tree, Page<Point>)>(),
        Schema::of::<(Shape, Event, Message, Id, Code, Colour)>(),
    ] {
        let text = exported(&schema);
        let OwnedJsonSchema(read) =
            json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(read.nodes().count() > 0);
    }
}
