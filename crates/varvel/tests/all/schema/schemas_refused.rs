//! Schemas that the meta-schema, or the text of their version, refuses: an error with its place.

use varvel::schema::Validator;
use varvel::{ErrorKind, json};

const NAMES: [(&str, &str); 5] = [
    ("4", "http://json-schema.org/draft-04/schema#"),
    ("6", "http://json-schema.org/draft-06/schema#"),
    ("7", "http://json-schema.org/draft-07/schema#"),
    ("2019", "https://json-schema.org/draft/2019-09/schema"),
    ("2020", "https://json-schema.org/draft/2020-12/schema"),
];

/// Reads a schema of a version.
fn read(draft: &str, members: &str) -> varvel::Result<Validator> {
    let (_, uri) = NAMES.iter().find(|(name, _)| *name == draft).unwrap();
    json::from_str(&format!("{{\"$schema\": \"{uri}\", {members}}}"))
}

/// The versions, the schema, and the path and the words of the error.
type Case = (
    &'static [&'static str],
    &'static str,
    &'static str,
    &'static str,
);

const ALL: &[&str] = &["4", "6", "7", "2019", "2020"];
const SINCE_6: &[&str] = &["6", "7", "2019", "2020"];
const SINCE_2019: &[&str] = &["2019", "2020"];

const REFUSED: &[Case] = &[
    (ALL, r#""type": []"#, "$.type", "at least 1 type"),
    (
        ALL,
        r#""type": ["null", "null"]"#,
        "$.type[1]",
        "each type once",
    ),
    (
        ALL,
        r#""type": ["null", "x"]"#,
        "$.type[1]",
        "one of `null`",
    ),
    (ALL, r#""type": {}"#, "$.type", "the name of a type"),
    (ALL, r#""enum": {}"#, "$.enum", "an array of values"),
    (&["4"], r#""enum": []"#, "$.enum", "at least 1 value"),
    (
        &["4"],
        r#""enum": [1, 2, 1.0]"#,
        "$.enum[2]",
        "each value once",
    ),
    (
        ALL,
        r#""required": ["a", "b", "a"]"#,
        "$.required[2]",
        "each name once",
    ),
    (ALL, r#""required": ["a", 1]"#, "$.required[1]", "a name"),
    (
        ALL,
        r#""required": true"#,
        "$.required",
        "an array of names",
    ),
    (&["4"], r#""required": []"#, "$.required", "at least 1 name"),
    (
        SINCE_2019,
        r#""dependentRequired": {"a": ["b", "b"]}"#,
        "$.dependentRequired.a[1]",
        "each name once",
    ),
    (
        ALL,
        r#""dependencies": {"a": ["b", "b"]}"#,
        "$.dependencies.a[1]",
        "each name once",
    ),
    (
        ALL,
        r#""dependencies": {"a": 1}"#,
        "$.dependencies.a",
        "a schema",
    ),
    (ALL, r#""allOf": []"#, "$.allOf", "at least 1 schema"),
    (ALL, r#""anyOf": {}"#, "$.anyOf", "an array of schemas"),
    (ALL, r#""oneOf": [{}, 1]"#, "$.oneOf[1]", "a schema"),
    (
        &["4", "6", "7", "2019"],
        r#""items": []"#,
        "$.items",
        "at least 1 schema",
    ),
    (&["2020"], r#""items": [{}]"#, "$.items", "a schema"),
    (
        &["2020"],
        r#""prefixItems": []"#,
        "$.prefixItems",
        "at least 1 schema",
    ),
    (&["4"], r#""not": true"#, "$.not", "a schema: an object"),
    (
        &["4"],
        r#""properties": {"a": true}"#,
        "$.properties.a",
        "a schema: an object",
    ),
    (ALL, r#""properties": []"#, "$.properties", "an object"),
    (
        ALL,
        r#""patternProperties": {"a": 1}"#,
        "$.patternProperties.a",
        "a schema",
    ),
    (
        ALL,
        r#""additionalProperties": 1"#,
        "$.additionalProperties",
        "a schema",
    ),
    (ALL, r#""minimum": "1""#, "$.minimum", "a number"),
    (
        ALL,
        r#""multipleOf": -1"#,
        "$.multipleOf",
        "a number above 0",
    ),
    (ALL, r#""minLength": -1"#, "$.minLength", "at least 0"),
    (ALL, r#""maxItems": 1.5"#, "$.maxItems", "a whole number"),
    (
        SINCE_2019,
        r#""maxContains": -1"#,
        "$.maxContains",
        "a whole number",
    ),
    (
        SINCE_2019,
        r#""minContains": "x""#,
        "$.minContains",
        "a whole number",
    ),
    (ALL, r#""uniqueItems": 1"#, "$.uniqueItems", "true or false"),
    (
        &["4"],
        r#""minimum": 1, "exclusiveMinimum": 1"#,
        "$.exclusiveMinimum",
        "true or false",
    ),
    (
        &["4"],
        r#""exclusiveMaximum": true"#,
        "$.exclusiveMaximum",
        "`maximum` beside it",
    ),
    (
        SINCE_6,
        r#""minimum": 1, "exclusiveMinimum": true"#,
        "$.exclusiveMinimum",
        "a number",
    ),
    (ALL, r#""title": 1"#, "$.title", "a string"),
    (ALL, r#""format": []"#, "$.format", "a string"),
    (SINCE_6, r#""examples": {}"#, "$.examples", "an array"),
    (
        SINCE_2019,
        r#""deprecated": "no""#,
        "$.deprecated",
        "true or false",
    ),
    (
        SINCE_2019,
        r#""$vocabulary": {"a:b": 1}"#,
        "$[\"$vocabulary\"][\"a:b\"]",
        "true or false",
    ),
    (
        SINCE_2019,
        r##""$id": "http://a/#b""##,
        "$[\"$id\"]",
        "without a fragment",
    ),
    (
        SINCE_2019,
        r##""$anchor": "#a""##,
        "$[\"$anchor\"]",
        "an anchor",
    ),
    (
        &["2019"],
        r#""$anchor": "_a""#,
        "$[\"$anchor\"]",
        "an anchor",
    ),
    (
        &["2020"],
        r#""$dynamicAnchor": "a:b""#,
        "$[\"$dynamicAnchor\"]",
        "an anchor",
    ),
    (ALL, r#""$ref": 1"#, "$[\"$ref\"]", "a string"),
    // Schemas that nothing refers to, too.
    (
        ALL,
        r#""definitions": {"a": {"type": "x"}}"#,
        "$.definitions.a.type",
        "one of `null`",
    ),
    (
        SINCE_2019,
        r#""$defs": {"a": {"items": {"required": 1}}}"#,
        "$[\"$defs\"].a.items.required",
        "names",
    ),
    // References to places that are no schema of the version.
    (
        ALL,
        r##""$ref": "#/x", "x": {"type": []}"##,
        "$.x.type",
        "at least 1 type",
    ),
    (
        ALL,
        r##""$ref": "#/x/00", "x": [{}]"##,
        "$[\"$ref\"]",
        "leads nowhere",
    ),
    (
        ALL,
        r##""$ref": "#/x/+0", "x": [{}]"##,
        "$[\"$ref\"]",
        "leads nowhere",
    ),
    (
        ALL,
        r##""$ref": "#/x/", "x": [{}]"##,
        "$[\"$ref\"]",
        "leads nowhere",
    ),
    (
        ALL,
        r##""$ref": "#/~2", "~2": {}"##,
        "$[\"$ref\"]",
        "leads nowhere",
    ),
    (
        ALL,
        r##""$ref": "#/%2", "%2": {}"##,
        "$[\"$ref\"]",
        "leads nowhere",
    ),
    // Names that two schemas have.
    (
        SINCE_6,
        r#""definitions": {"a": {"$id": "x"}, "b": {"$id": "x"}}"#,
        "$.definitions.b[\"$id\"]",
        "an identifier of no other schema",
    ),
    (
        &["4"],
        r#""definitions": {"a": {"id": "x"}, "b": {"id": "./x"}}"#,
        "$.definitions.b.id",
        "an identifier of no other schema",
    ),
    (
        SINCE_2019,
        r#""$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}"#,
        "$[\"$defs\"].b[\"$anchor\"]",
        "an anchor of no other schema",
    ),
    (
        &["2020"],
        r#""$defs": {"a": {"$anchor": "x"}, "b": {"$dynamicAnchor": "x"}}"#,
        "$[\"$defs\"].b[\"$dynamicAnchor\"]",
        "an anchor of no other schema",
    ),
    (
        &["6", "7"],
        r##""definitions": {"a": {"$id": "#x"}, "b": {"$id": "#x"}}"##,
        "$.definitions.b[\"$id\"]",
        "an anchor of no other schema",
    ),
];

const TAKEN: &[(&[&str], &str)] = &[
    (SINCE_6, r#""enum": []"#),
    (SINCE_6, r#""enum": [1, 1.0]"#),
    (SINCE_6, r#""required": []"#),
    (&["4"], r#""minimum": 1, "exclusiveMinimum": true"#),
    (
        &["4"],
        r#""additionalProperties": false, "additionalItems": true"#,
    ),
    (&["4", "6", "7", "2019"], r#""items": [{}]"#),
    (
        &["4"],
        r#""const": 1, "propertyNames": 1, "if": 1, "$id": 5"#,
    ),
    (
        &["4", "6", "7"],
        r#""unevaluatedItems": 1, "$anchor": 1, "$defs": {"a": {"type": "x"}}"#,
    ),
    (
        &["4", "6", "7"],
        r##""$ref": "#/x", "x": {}, "type": "x", "required": 1"##,
    ),
    (
        &["4", "6", "7"],
        r#""$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}"#,
    ),
    (
        SINCE_2019,
        r#""$defs": {"a": {"$id": "u", "$anchor": "x"}, "b": {"$anchor": "x"}}"#,
    ),
    (&["2020"], r#""$anchor": "_a", "$dynamicAnchor": "_a""#),
    (&["2019"], r#""$anchor": "a:b""#),
    (SINCE_2019, r#""$id": "http://a/b#""#),
    (ALL, r#""x": {"type": []}, "default": {"required": 1}"#),
    (
        ALL,
        r##""$ref": "#/x/10", "x": [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]"##,
    ),
    (ALL, r##""$ref": "#/~01~1", "~1/": {}"##),
];

#[test]
fn what_the_meta_schema_refuses_is_refused_with_its_place() {
    for (drafts, schema, path, words) in REFUSED {
        for draft in *drafts {
            let Err(error) = read(draft, schema) else {
                panic!("draft {draft} takes {schema}");
            };
            let about = format!("draft {draft}, {schema}: {error}");
            assert!(error.to_string().contains(words), "{about}");
            assert_eq!(
                error.path().map(|path| path.to_string()).as_deref(),
                Some(*path),
                "{about}"
            );
            assert!(error.offset().is_some(), "{about}");
        }
    }
}

#[test]
fn what_the_meta_schema_takes_is_taken() {
    for (drafts, schema) in TAKEN {
        for draft in *drafts {
            if let Err(error) = read(draft, schema) {
                panic!("draft {draft}, {schema}: {error}");
            }
        }
    }
}

#[test]
fn a_list_of_items_leads_to_the_keyword_of_its_version() {
    let error = read("2020", r#""items": [{}]"#).unwrap_err();
    assert!(error.hint().unwrap().contains("prefixItems"));
}

#[test]
fn long_identifiers_are_bounded() {
    let long = "x".repeat(20_000);
    let error = read("2020", &format!(r#""$id": "http://a/{long}/""#)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.to_string().contains("at most 16 KiB"), "{error}");
    // Each is resolved against the long one.
    let long = "x".repeat(16_000);
    let inner: Vec<String> = (0..6000)
        .map(|n| format!(r#""{n}": {{"$id": "{n}"}}"#))
        .collect();
    let schema = format!(
        r#""$id": "http://a/{long}/", "$defs": {{{}}}"#,
        inner.join(",")
    );
    let error = read("2020", &schema).unwrap_err();
    assert!(
        error.to_string().contains("identifiers together"),
        "{error}"
    );
}

#[cfg(feature = "regex")]
#[test]
fn a_pattern_that_is_refused_has_its_place() {
    let error = read("2020", r#""patternProperties": {"ok": {}, "(?=x)": {}}"#).unwrap_err();
    let path = error.path().unwrap().to_string();
    assert_eq!(path, "$.patternProperties[\"(?=x)\"]");
    let start = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "patternProperties": {"ok": {}, "#;
    assert_eq!(error.offset(), Some(start.len()));
}
