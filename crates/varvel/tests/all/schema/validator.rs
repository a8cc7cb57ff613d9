//! Documents that are checked by a JSON Schema. `faults.json` is read by the tests of Python, too.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use varvel::schema::{Fits, Validator};
use varvel::{Duplicates, ErrorKind, Limits, Value, json};

const TABLE: &str = include_str!("faults.json");

fn validator(text: &str) -> Validator {
    json::from_str(text).unwrap()
}

fn faults(schema: &Validator, text: &str, most: usize) -> Vec<varvel::Error> {
    use varvel::formats::{AnyFormat, ReadOptions};
    let mut options = ReadOptions::with_limits(Limits {
        depth: usize::MAX,
        ..Limits::DEFAULT
    });
    options.exact_decimals = true;
    let faults = AnyFormat::Json.faults(schema, text.as_bytes(), Duplicates::Error, &options, most);
    faults.unwrap()
}

#[test]
fn faults_are_those_of_the_table() {
    let mut options = json::ReadOptions::default();
    options.exact_decimals = true;
    let table = json::freeze_with(TABLE.as_bytes(), Duplicates::Error, options).unwrap();
    for group in table.view().items() {
        let about = group.field("about").unwrap().str().unwrap();
        let schema: Validator = group.field("schema").unwrap().to().unwrap();
        let mut fits = Fits::new(&schema);
        for case in group.field("cases").unwrap().items() {
            let text = json::to_string(&case.field("data").unwrap()).unwrap();
            let found: Vec<Value> = faults(&schema, &text, 100)
                .iter()
                .map(|error| {
                    let kind = format!("{:?}", error.kind());
                    let mut name = String::new();
                    for c in kind.chars() {
                        if c.is_uppercase() && !name.is_empty() {
                            name.push('_');
                        }
                        name.extend(c.to_lowercase());
                    }
                    let path = error.path().unwrap().to_string();
                    let words = [error.expectation(), error.found()];
                    let [expected, found] = words.map(|words| words.unwrap().to_owned());
                    Value::from_typed(&[path, name, expected, found]).unwrap()
                })
                .collect();
            let found = json::to_string(&found).unwrap();
            let wanted = json::to_string(&case.field("faults").unwrap()).unwrap();
            assert_eq!(found, wanted, "{about}: {text}");
            let mut source = case.field("data").unwrap().source();
            assert_eq!(schema.fits(&mut source), Ok(wanted == "[]"), "{about}");
            // One sink takes all of them.
            fits.begin();
            json::drive(text.as_bytes(), &options, &mut fits).unwrap();
            assert_eq!(fits.look(), Ok(wanted == "[]"), "{about}: {text}");
        }
    }
}

#[test]
fn at_most_so_many_faults_are_the_first_of_the_document() {
    let schema =
        validator(r#"{"allOf": [{"items": {"minimum": 5}}, {"items": {"multipleOf": 2}}]}"#);
    let text = format!("[{}]", ["1"; 1000].join(","));
    let found = faults(&schema, &text, 5);
    let paths: Vec<String> = found
        .iter()
        .map(|error| error.path().unwrap().to_string())
        .collect();
    assert_eq!(paths, ["$[0]", "$[0]", "$[1]", "$[1]", "$[2]"]);
    assert!(faults(&schema, &text, 0).is_empty());
}

#[test]
fn schemas_that_double_the_work_take_no_time() {
    // Each level refers to the next one twice.
    let mut text = String::from("{\"$ref\": \"#/$defs/a0\", \"$defs\": {");
    for level in 0..64 {
        let next = level + 1;
        let _ = write!(
            text,
            "\"a{level}\": {{\"anyOf\": [{{\"$ref\": \"#/$defs/a{next}\"}}, {{\"$ref\": \"#/$defs/a{next}\"}}]}},"
        );
    }
    text.push_str("\"a64\": {\"type\": \"null\"}}}");
    let start = Instant::now();
    let found = faults(&validator(&text), "1", 100);
    assert_eq!(
        found[0].to_string(),
        "wrong kind of value: expected null, found 1 (byte 0)"
    );
    // Each level of the document is looked at by several branches, and none of them fits.
    for combined in ["anyOf", "oneOf", "allOf"] {
        let tree = format!(
            r##"{{"{combined}": [
                {{"properties": {{"a": {{"$ref": "#"}}, "b": {{"type": "string"}}}}, "unevaluatedProperties": false}},
                {{"properties": {{"a": {{"$ref": "#"}}, "b": {{"type": "boolean"}}}}}},
                {{"properties": {{"a": {{"$ref": "#"}}, "b": {{"type": "null"}}}}}}
            ]}}"##
        );
        let depth = 60;
        let text = format!(
            "{}1{}",
            "{\"b\": 1, \"a\": ".repeat(depth),
            "}".repeat(depth)
        );
        assert!(!faults(&validator(&tree), &text, 100).is_empty());
    }
    let took = start.elapsed();
    assert!(took < Duration::from_secs(60), "{took:?}");
}

#[test]
fn depth_is_an_error_and_no_crash() {
    let schema = validator(r##"{"items": {"allOf": [{"$ref": "#"}]}}"##);
    let run = move || {
        let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(faults(&schema, &nested(250), 10).is_empty());
        let mut source = json::freeze_with(
            nested(100_000).as_bytes(),
            Duplicates::Error,
            json::ReadOptions::with_limits(Limits {
                depth: usize::MAX,
                ..Limits::DEFAULT
            }),
        );
        let source = source.as_mut().unwrap();
        let limits = Limits {
            depth: usize::MAX,
            ..Limits::DEFAULT
        };
        let found = schema.check(&mut source.view().source_with(limits), 10);
        assert_eq!(found[0].kind(), ErrorKind::DepthLimit);
        // A schema that does not look inside needs no depth.
        let flat = validator(r#"{"type": "array", "uniqueItems": true, "enum": [1, [[1]]]}"#);
        let found = flat.check(&mut source.view().source_with(limits), 10);
        assert_eq!(found[0].kind(), ErrorKind::UnknownVariant);
    };
    // Threads of Rust have 2 MiB of stack, if nobody says otherwise.
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.unwrap().join().unwrap();
}

#[test]
fn a_schema_that_cannot_be_used_says_why() {
    for (schema, kind, words) in [
        (
            r#"{"$ref": "other.json"}"#,
            ErrorKind::NotFound,
            "not into another document",
        ),
        (
            r##"{"$ref": "#/$defs/x"}"##,
            ErrorKind::NotFound,
            "leads nowhere",
        ),
        (r##"{"$ref": "#x"}"##, ErrorKind::NotFound, "leads nowhere"),
        (r##"{"$ref": "#"}"##, ErrorKind::Refused, "leads to itself"),
        (
            r##"{"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"not": {"$ref": "#"}}]}}}"##,
            ErrorKind::Refused,
            "leads to itself",
        ),
        (
            r#"{"type": "text"}"#,
            ErrorKind::UnknownVariant,
            "`null`, `boolean`",
        ),
        (
            r#"{"type": 1}"#,
            ErrorKind::TypeMismatch,
            "the name of a type",
        ),
        (
            r#"{"properties": {"a": {"required": true}}}"#,
            ErrorKind::TypeMismatch,
            "an array of names",
        ),
        (
            r#"{"allOf": [1]}"#,
            ErrorKind::TypeMismatch,
            "a schema: an object, true or false",
        ),
        (
            r#"{"minLength": -1}"#,
            ErrorKind::NumberOutOfRange,
            "at least 0",
        ),
        (
            r#"{"maxItems": 1.5}"#,
            ErrorKind::NumberOutOfRange,
            "a whole number",
        ),
        (
            r#"{"multipleOf": 0}"#,
            ErrorKind::NumberOutOfRange,
            "above 0",
        ),
        (r#"{"minimum": "1"}"#, ErrorKind::TypeMismatch, "a number"),
        (r#"[]"#, ErrorKind::TypeMismatch, "a schema"),
        (
            r#"{"a": 1, "a": 2}"#,
            ErrorKind::DuplicateKey,
            "each key once",
        ),
        (
            r#"{"$schema": "http://json-schema.org/draft-03/schema#"}"#,
            ErrorKind::Unrepresentable,
            "draft 4 or later",
        ),
        #[cfg(feature = "regex")]
        (r#"{"pattern": "(?=a)"}"#, ErrorKind::Refused, "look-around"),
        #[cfg(not(feature = "regex"))]
        (
            r#"{"pattern": "a"}"#,
            ErrorKind::Refused,
            "the feature `regex`",
        ),
    ] {
        let error = json::from_str::<Validator>(schema).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.kind(), kind, "{schema}: {text}");
        assert!(text.contains(words), "{schema}: {text}");
        assert!(error.offset().is_some(), "{schema}");
    }
}

#[test]
fn floats_are_judged_as_the_shortest_numbers_that_they_are_nearest_to() {
    for (schema, text, wanted) in [
        (r#"{"multipleOf": 0.1}"#, "0.3", true),
        (r#"{"multipleOf": 0.1}"#, "1e300", true),
        (r#"{"multipleOf": 0.01}"#, "0.015", false),
        (r#"{"type": "integer"}"#, "1.0", true),
        (r#"{"type": "integer"}"#, "-1e300", true),
        (r#"{"type": "integer"}"#, "4503599627370496.5", true),
        (r#"{"type": "integer"}"#, "4503599627370495.5", false),
        (r#"{"type": "integer"}"#, "1e-320", false),
        (r#"{"minimum": 0.3}"#, "0.3", true),
        (r#"{"exclusiveMinimum": 0.3}"#, "0.30000000000000004", true),
        (r#"{"exclusiveMaximum": 3}"#, "2.9999999999999996", true),
        (
            r#"{"maximum": 9007199254740993}"#,
            "9007199254740992.0",
            true,
        ),
        (
            r#"{"maximum": 9007199254740991}"#,
            "9007199254740992.0",
            false,
        ),
        (r#"{"const": 2}"#, "2.0", true),
        (r#"{"const": 0}"#, "-0.0", true),
        (r#"{"enum": [1.5, 2.5, 1e22]}"#, "2.5", true),
        (
            r#"{"enum": [1.5, 2.5, 1e22]}"#,
            "10000000000000000000000",
            true,
        ),
        (r#"{"enum": [1.5, 2.5, 1e22]}"#, "1e23", false),
        (r#"{"uniqueItems": true}"#, "[1, 1.5, 1.0]", false),
        (
            r#"{"uniqueItems": true}"#,
            "[18446744073709551615, 1.8446744073709552e19]",
            true,
        ),
    ] {
        let schema = validator(schema);
        let mut fits = Fits::new(&schema);
        json::drive(text.as_bytes(), &Default::default(), &mut fits).unwrap();
        assert_eq!(fits.look(), Ok(wanted), "{text}");
        let reader = json::freeze(text.as_bytes()).unwrap();
        assert_eq!(
            schema.fits(&mut reader.view().source()),
            Ok(wanted),
            "{text}"
        );
    }
}

#[test]
fn a_sink_takes_documents_with_members_in_any_order() {
    let schema = validator(
        r#"{"properties": {"a": {"type": "integer"}, "o": {"required": ["x", "y"]}},
            "required": ["a", "b"]}"#,
    );
    let mut fits = Fits::new(&schema);
    for _ in 0..2 {
        for (text, wanted) in [
            (r#"{"a": 1, "b": 2}"#, true),
            (r#"{"b": 1, "a": 2}"#, true),
            (r#"{"b": 1, "c": 3, "a": "x"}"#, false),
            (r#"{"b": 1, "c": 3}"#, false),
            (r#"{"o": {"y": 1, "x": []}, "b": [], "a": 0}"#, true),
            (r#"{"o": {"z": 1, "x": []}, "b": [], "a": 0}"#, false),
            (r#"{"o": {}, "b": [], "a": 0}"#, false),
            ("[]", true),
            ("1", true),
        ] {
            fits.begin();
            json::drive(text.as_bytes(), &Default::default(), &mut fits).unwrap();
            assert_eq!(fits.look(), Ok(wanted), "{text}");
        }
    }
    // A document that broke off cannot be looked at.
    fits.begin();
    json::drive(b"[1, [", &Default::default(), &mut fits).unwrap_err();
    assert_eq!(fits.look().unwrap_err().kind(), ErrorKind::InvalidEvents);
    fits.begin();
    assert_eq!(fits.look().unwrap_err().kind(), ErrorKind::InvalidEvents);
    json::drive(
        br#"{"a": 1, "b": 1, "a": 1}"#,
        &Default::default(),
        &mut fits,
    )
    .unwrap_err();
}

#[test]
fn keys_that_come_twice_follow_the_policy() {
    let schema = validator(r#"{"properties": {"a": {"type": "null"}}}"#);
    let options = varvel::formats::ReadOptions::default();
    let json = varvel::formats::AnyFormat::Json;
    let found = |policy| {
        json.faults(
            &schema,
            b"{\"a\": 1, \"b\": 2, \"a\": null}",
            policy,
            &options,
            9,
        )
    };
    let error = found(Duplicates::Error).unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::DuplicateKey, Some(17))
    );
    assert_eq!(found(Duplicates::First).unwrap().len(), 1);
    assert_eq!(found(Duplicates::Last).unwrap().len(), 0);
}

#[test]
fn recordings_with_keys_of_all_kinds_are_read() {
    use varvel::path::{Step, enter};
    use varvel::schema::Recording;
    use varvel::{Sink as _, Source as _};
    let mut record = Recording::default();
    record.begin_map(None).unwrap();
    record.key("a".into()).unwrap();
    record.i64(1).unwrap();
    record.any_key().unwrap();
    record.i64(200).unwrap();
    record.str("ok".into()).unwrap();
    record.end_map().unwrap();
    let schema = validator(
        r#"{"properties": {"a": {"const": 1}, "200": {"const": "ok"}}, "maxProperties": 2}"#,
    );
    assert_eq!(schema.fits(&mut record.source()), Ok(true));
    let schema = validator(r#"{"properties": {"200": {"type": "null"}}}"#);
    let found = schema.check(&mut record.source(), 10);
    assert_eq!(found[0].path().unwrap().to_string(), "$[\"200\"]");
    for (key, wanted) in [("a", 1), ("200", 0)] {
        let mut source = record.source();
        assert_eq!(
            enter(&mut source, &Step::Key(key.into()), Duplicates::First),
            Ok(true)
        );
        assert_eq!(source.read_i64().is_ok(), wanted == 1);
    }
}

#[cfg(feature = "yaml")]
#[test]
fn keys_of_yaml_that_are_lists_or_objects_count_as_their_text() {
    let text = b"? [1, b]\n: 1\n? {a: 1}\n: x\n? 1.50\n: x\n";
    let schema = validator(
        r#"{"additionalProperties": {"type": "string"}, "propertyNames": {"pattern": "^[^1]"}}"#,
    );
    let options = varvel::formats::ReadOptions::default();
    let yaml = varvel::formats::AnyFormat::Yaml;
    let found = yaml.faults(&schema, text, Duplicates::Error, &options, 10);
    let found: Vec<String> = found.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].ends_with("at $[\"[1,\\\"b\\\"]\"] (byte 11)"),
        "{found:?}"
    );
    assert!(found[1].ends_with("at $[\"1.50\"] (byte 28)"), "{found:?}");
    // The place of such a key is its begin.
    let schema = validator(r#"{"additionalProperties": false}"#);
    let found = yaml.faults(&schema, text, Duplicates::Error, &options, 10);
    let offsets: Vec<Option<usize>> = found.unwrap().iter().map(|one| one.offset()).collect();
    assert_eq!(offsets, [Some(2), Some(15), Some(28)]);
    let twice = b"? [1]\n: 1\n? [1]\n: 2\n";
    let error = yaml.faults(&schema, twice, Duplicates::Error, &options, 10);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::DuplicateKey);
}

#[test]
fn schemas_too_deep_inside_each_other_have_a_hint_of_their_own() {
    let schema = validator(r##"{"items": {"$ref": "#"}}"##);
    let text = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let options = varvel::formats::ReadOptions::with_limits(Limits {
        depth: usize::MAX,
        ..Limits::DEFAULT
    });
    let json = varvel::formats::AnyFormat::Json;
    let error = json.faults(&schema, text.as_bytes(), Duplicates::Error, &options, 1);
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    assert!(!error.hint().unwrap().contains("`depth`"), "{error}");
}
