//! Columns of JSON Schemas in which several schemas hold for the same objects.

use arrow_schema::{DataType, Field};
use varvel::records::{Format, Options, Watch};
use varvel::schema::{JsonSchema, OwnedJsonSchema};
use varvel::{ErrorKind, Result, json};
use varvel_arrow::{Conflicts, arrow_schema, infer};

/// Returns the columns of a JSON Schema, each with its type and a question mark if it may be null.
fn columns_with(schema: &str, conflicts: Conflicts) -> Result<String> {
    let OwnedJsonSchema(schema) = json::from_str(schema)?;
    let schema = arrow_schema(&schema, conflicts, false)?;
    let fields: Vec<String> = schema.fields().iter().map(|field| shown(field)).collect();
    Ok(fields.join(", "))
}

fn columns(schema: &str) -> String {
    columns_with(schema, Conflicts::Text).unwrap()
}

fn shown(field: &Field) -> String {
    let ty = match field.data_type() {
        _ if !field.metadata().is_empty() => "json".to_owned(),
        DataType::Struct(fields) => {
            let fields: Vec<String> = fields.iter().map(|field| shown(field)).collect();
            format!("{{{}}}", fields.join(", "))
        }
        ty => ty.to_string().to_lowercase(),
    };
    let mark = if field.is_nullable() { "?" } else { "" };
    format!("{}{mark} {ty}", field.name())
}

#[test]
fn an_inferred_schema_that_is_written_has_the_same_columns() {
    for lines in [
        r#"{"b":123456789012345678901234567890,"u":18446744073709551615,"m":9007199254740993}
           {"b":1,"u":1,"m":1.5,"big":1e400}"#,
        r#"{"a":[1,2.5,null],"o":{"x":[{"y":true}],"z":-1},"n":null}
           {"a":null,"o":{"x":[]},"t":"2024-01-01T00:00:00Z"}"#,
        r#"{"a":1,"o":[1]}
           {"a":"x","o":{"k":1}}
           {"a":255}"#,
    ] {
        let (options, watch) = (Options::default(), Watch::default());
        let inferred = infer(lines.as_bytes(), Format::Ndjson, None, &options, watch).unwrap();
        let written = json::to_string(&JsonSchema(&inferred)).unwrap();
        let columns = arrow_schema(&inferred, Conflicts::Variant, false).unwrap();
        let columns: Vec<_> = columns.fields().iter().map(|field| shown(field)).collect();
        let again = columns_with(&written, Conflicts::Variant).unwrap();
        assert_eq!(again, columns.join(", "), "{written}");
    }
}

#[test]
fn integers_with_the_bounds_of_a_type_have_that_type() {
    let schema = r#"{"properties":{"byte":{"type":"integer","minimum":0,"maximum":255},
        "short":{"type":"integer","minimum":-32768,"maximum":32767},
        "percent":{"type":"integer","minimum":0,"maximum":100}}}"#;
    assert_eq!(columns(schema), "byte? uint8, short? int16, percent? int64");
}

#[test]
fn members_at_the_top_are_columns_whatever_is_beside_them() {
    let top = r#""type":"object","required":["id"],
        "properties":{"id":{"type":"integer"},"name":{"type":"string"}}"#;
    let plain = "id int64, name? utf8";
    for beside in [
        r#""anyOf":[{"required":["name"]},{"required":["id"]}]"#,
        r#""oneOf":[{"properties":{"id":{"const":1}}},{"properties":{"id":{"minimum":2}}}]"#,
        r#""allOf":[{"required":["id"]},{"type":"object"}]"#,
        r#""allOf":[{"anyOf":[{"required":["name"]}]}]"#,
        r#""if":{"properties":{"id":{"type":"string"}}},"then":{"required":["name"]}"#,
        r#""not":{"properties":{"id":{"type":"string"}}}"#,
        r#""dependentRequired":{"id":["name"]}"#,
        r#""dependencies":{"id":["name"]}"#,
    ] {
        assert_eq!(columns(&format!("{{{top},{beside}}}")), plain, "{beside}");
    }
    let merged =
        r#""allOf":[{"required":["name","more"],"properties":{"more":{"type":"number"}}}]"#;
    assert_eq!(
        columns(&format!("{{{top},{merged}}}")),
        "more float64, name utf8, id int64"
    );
}

#[test]
fn members_of_alternatives_may_be_null() {
    for (beside, more) in [
        (
            r#""anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},
                {"properties":{"b":{"type":"boolean"}},"required":["b"]}]"#,
            "a? utf8, b? boolean",
        ),
        (
            r#""oneOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"required":["id"]}]"#,
            "a? utf8",
        ),
        (
            r#""if":{},"then":{"properties":{"a":{"type":"string"}},"required":["a"]},
                "else":{"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#,
            "a? utf8, b? int64",
        ),
        // All of them require it.
        (
            r#""anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},
                {"allOf":[{"properties":{"a":{"type":"string"}}},{"required":["a"]}]}]"#,
            "a utf8",
        ),
        (
            r#""dependentSchemas":{"id":{"properties":{"a":{"type":"string"}},"required":["a"]}}"#,
            "a? utf8",
        ),
        // One of them is null.
        (
            r#""anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},
                {"properties":{"a":{"type":"null"}},"required":["a"]}]"#,
            "a? utf8",
        ),
        // Alternatives inside of alternatives.
        (
            r#""anyOf":[{"properties":{"a":{"type":"string"}}},
                {"oneOf":[{"properties":{"b":{"type":"boolean"}}},{"properties":{"c":{"type":"number"}}}]}]"#,
            "a? utf8, b? boolean, c? float64",
        ),
        // They do not agree.
        (
            r#""anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},
                {"properties":{"a":{"type":"integer"}},"required":["a"]}]"#,
            "a? json",
        ),
        (
            r#""anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{}}}]"#,
            "a? json",
        ),
    ] {
        let schema = |top: &str| format!("{{{top}{beside}}}");
        let top = r#""required":["id"],"properties":{"id":{"type":"integer"}},"#;
        assert_eq!(columns(&schema(top)), format!("id int64, {more}"));
        // Without members at the top they are the columns, and with a type of objects.
        assert_eq!(columns(&schema(r#""type":"object","#)), more);
        assert_eq!(columns(&schema("")), more);
    }
}

#[test]
fn the_type_at_the_top_holds_for_all_alternatives() {
    let schema = r#"{"properties":{"a":{"type":"number"},"b":{}},"required":["a","b"],"oneOf":[
        {"properties":{"a":{"type":"integer"},"b":{"type":"string"}}},
        {"properties":{"b":{"type":"string"}}}]}"#;
    // Nothing is known about `b` at the top, and all alternatives say the same.
    assert_eq!(columns(schema), "a float64, b utf8");
    let schema = r#"{"properties":{"b":{}},"required":["b"],"oneOf":[
        {"properties":{"b":{"type":"string"}}},{"properties":{"c":{"type":"string"}}}]}"#;
    assert_eq!(columns(schema), "b json, c? utf8");
}

#[test]
fn a_conflict_of_alternatives_is_what_the_option_says() {
    let schema = r#"{"properties":{"in":{"properties":{"x":{"type":"null"}},
        "anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"type":"integer"}}}]}}}"#;
    assert_eq!(columns(schema), "in? {x? null, a? json}");
    let error = columns_with(schema, Conflicts::Error).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
    assert!(error.to_string().contains("column `in.a`"), "{error}");
    assert!(
        columns_with(schema, Conflicts::Variant)
            .unwrap()
            .contains("a? json")
    );
}

#[test]
fn objects_inside_have_the_members_that_are_sure() {
    let schema = r##"{"properties":{
        "who":{"$ref":"#/$defs/Who"},
        "any":{"anyOf":[{"properties":{"a":{"type":"string"}}},{"type":"string"}]},
        "list":{"type":"array","items":{"$ref":"#/$defs/Who"}}},
        "$defs":{"Who":{"type":["object","null"],"properties":{"name":{"type":"string"}},"required":["name"],
            "anyOf":[{"properties":{"age":{"type":"integer"}}},{"required":["name"]}]}}}"##;
    assert_eq!(
        columns(schema),
        "who? {name utf8, age? int64}, any? json, list? list(struct(\"name\": non-null utf8, \"age\": int64))"
    );
}

#[test]
fn types_with_subtypes_have_the_columns_of_all() {
    let schema = r##"{"$ref":"#/$defs/Pet","$defs":{
        "Pet":{"type":"object","properties":{"kind":{"type":"string"}},"required":["kind"],
            "oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}]},
        "Cat":{"allOf":[{"$ref":"#/$defs/Pet"},{"properties":{"lives":{"type":"integer"}}}]},
        "Dog":{"allOf":[{"$ref":"#/$defs/Pet"},{"properties":{"good":{"type":"boolean"}}}]}}}"##;
    assert_eq!(columns(schema), "kind utf8, lives? int64, good? boolean");
}

#[test]
fn many_ways_to_the_same_schema_take_little_time() {
    let mut text = String::from(r##"{"$ref":"#/$defs/t0","$defs":{"##);
    for i in 0..60 {
        let next = i + 1;
        text += &format!(
            r##""t{i}":{{"properties":{{"m{i}":{{"type":"integer"}}}},
                "anyOf":[{{"$ref":"#/$defs/t{next}"}},{{"$ref":"#/$defs/t{next}"}}]}},"##
        );
    }
    text += r#""t60":{"properties":{"last":{"type":"string"}}}}}"#;
    let found = columns(&text);
    assert!(found.ends_with("m59? int64, last? utf8"), "{found}");
}

#[test]
fn members_of_flattened_enums_are_columns() {
    #[derive(varvel::Encode, varvel::Schema)]
    #[varvel(tag = "type")]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Shape {
        Circle { radius: f64 },
        Square { side: f64 },
    }
    #[derive(varvel::Encode, varvel::Schema)]
    struct Item {
        id: u8,
        #[varvel(flatten)]
        shape: Shape,
    }
    let schema = varvel::schema::Schema::of::<Item>();
    let schema = arrow_schema(&schema, Conflicts::Error, false).unwrap();
    let fields: Vec<String> = schema.fields().iter().map(|field| shown(field)).collect();
    assert_eq!(
        fields.join(", "),
        "id uint8, type utf8, radius? float64, side? float64"
    );
}
