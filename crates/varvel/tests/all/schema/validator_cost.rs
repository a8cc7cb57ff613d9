//! The time and the memory of checks: schemas and documents that take much of either if something
//! is looked at again and again.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use varvel::formats::{AnyFormat, ReadOptions};
use varvel::schema::Validator;
use varvel::{Duplicates, Error, Limits, json};

/// Tests without optimisation take seconds for what takes hours if it is not linear.
const SHORT: Duration = Duration::from_secs(60);

fn validator(text: &str) -> Validator {
    json::from_str(text).unwrap()
}

fn found(schema: &Validator, text: &str, most: usize) -> varvel::Result<Vec<Error>> {
    let mut options = ReadOptions::with_limits(Limits {
        depth: usize::MAX,
        ..Limits::DEFAULT
    });
    options.exact_decimals = true;
    AnyFormat::Json.faults(schema, text.as_bytes(), Duplicates::Error, &options, most)
}

fn faults(schema: &Validator, text: &str, most: usize) -> Vec<Error> {
    found(schema, text, most).unwrap()
}

fn in_short(what: &str, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    let took = start.elapsed();
    assert!(took < SHORT, "{what}: {took:?}");
}

#[test]
fn resources_with_the_same_dynamic_anchor_take_linear_time() {
    in_short("resources", || {
        let count = 4000;
        let resources: Vec<String> = (0..count)
            .map(|n| {
                format!(
                    r##""a{n}": {{"$id": "http://e/{n}", "$dynamicAnchor": "a", "items": {{"$dynamicRef": "#a"}}}}"##
                )
            })
            .collect();
        let all: Vec<String> = (0..count)
            .map(|n| format!(r#"{{"$ref": "http://e/{n}"}}"#))
            .collect();
        let text = format!(
            r#"{{"$dynamicAnchor": "a", "allOf": [{}], "$defs": {{{}}}}}"#,
            all.join(","),
            resources.join(",")
        );
        assert!(faults(&validator(&text), "[1]", 10).is_empty());
    });
}

#[test]
fn ways_through_resources_do_not_multiply() {
    in_short("ways", || {
        let all: Vec<String> = (0..9)
            .map(|n| format!(r#"{{"$ref": "http://e/{n}"}}"#))
            .collect();
        let all = all.join(",");
        let resources: Vec<String> = (0..9)
            .map(|n| {
                format!(
                    r##""a{n}": {{"$id": "http://e/{n}", "$dynamicAnchor": "a", "items": {{"anyOf": [{all}]}}, "type": "array"}}"##
                )
            })
            .collect();
        let text = format!(
            r##"{{"$id": "http://e/r", "$dynamicAnchor": "a", "anyOf": [{all}], "properties": {{"z": {{"$dynamicRef": "#a"}}}}, "$defs": {{{}}}}}"##,
            resources.join(",")
        );
        let deep = format!("{}1{}", "[".repeat(40), "]".repeat(40));
        assert_eq!(faults(&validator(&text), &deep, 10).len(), 1);
    });
}

#[test]
fn too_many_ways_are_an_error() {
    in_short("many ways", || {
        // Each resource has an anchor of its own, so that each set of them is another way.
        let count = 24;
        let all: Vec<String> = (0..count)
            .map(|n| format!(r#"{{"$ref": "http://e/{n}"}}"#))
            .collect();
        let all = all.join(",");
        let mut text = format!(r#"{{"items": {{"anyOf": [{all}]}}, "$defs": {{"#);
        for n in 0..count {
            let _ = write!(
                text,
                r##""a{n}": {{"$id": "http://e/{n}", "$dynamicAnchor": "a{n}", "type": "array", "items": {{"anyOf": [{all}]}}, "$defs": {{"x": {{"$id": "x{n}", "$dynamicAnchor": "a{n}"}}}}, "properties": {{"x": {{"$dynamicRef": "#a{n}"}}}}}},"##
            );
        }
        text.push_str("\"z\": {}}}");
        let deep = format!("{}1{}", "[".repeat(30), "]".repeat(30));
        let error = found(&validator(&text), &deep, 10).unwrap_err();
        assert!(error.to_string().contains("less often"), "{error}");
    });
}

#[test]
fn all_of_many_faults_are_found_in_short() {
    in_short("faults", || {
        let count = 50_000;
        let items = vec!["1"; count].join(",");
        let schema = validator(r#"{"items": {"anyOf": [{"type": "string"}, {"minimum": 2}]}}"#);
        let found = faults(&schema, &format!("[{items}]"), usize::MAX);
        assert_eq!(found.len(), count);
        let last = found.last().unwrap();
        assert_eq!((last.line(), last.column()), (1, 2 * count));
        // They are at one place.
        let names: Vec<String> = (0..count).map(|n| format!("\"n{n}\"")).collect();
        let schema = validator(&format!(r#"{{"required": [{}]}}"#, names.join(",")));
        assert_eq!(faults(&schema, "{}", usize::MAX).len(), count);
        let schema = validator(r#"{"items": {"type": "string"}}"#);
        let lines = vec!["1"; count].join(",\n");
        let found = faults(&schema, &format!("[{lines}]"), usize::MAX);
        let places: Vec<(usize, usize)> =
            found.iter().map(|one| (one.line(), one.column())).collect();
        assert_eq!(&places[..2], [(1, 2), (2, 1)]);
        assert_eq!(places[count - 1], (count, 1));
        // A report does not count lines again.
        let text = format!("[{items}]");
        let found = faults(&schema, &text, usize::MAX);
        let long: usize = found
            .iter()
            .map(|one| one.report(text.as_bytes()).to_string().len())
            .sum();
        assert!(long > count * 50);
    });
}

#[test]
fn faults_of_nested_branches_are_found_in_short() {
    in_short("nested branches", || {
        let mut schema = String::from(
            r#"{"properties": {"y": {"items": {"anyOf": [{"type": "string"}, {"minimum": 10}]}}}}"#,
        );
        for _ in 0..28 {
            schema = format!(
                r#"{{"anyOf": [{{"allOf": [{{"properties": {{"x": {{"items": {{"type": "null"}}}}}}}}, {schema}]}}, false]}}"#
            );
        }
        let (x, y) = (vec!["1"; 260].join(","), vec!["1"; 10_000].join(","));
        let found = faults(
            &validator(&schema),
            &format!(r#"{{"x": [{x}], "y": [{y}]}}"#),
            usize::MAX,
        );
        assert_eq!(found.len(), 28 * 260 + 10_000);
    });
}

/// Returns a tree whose nodes have one of several kinds, which the schema finds by trying all.
fn kinds(count: usize, first: &str) -> String {
    let refs: Vec<String> = (0..count)
        .map(|n| format!(r##"{{"$ref": "#/$defs/k{n}"}}"##))
        .collect();
    let mut text = format!(
        r##"{{"$ref": "#/$defs/node", "$defs": {{"node": {{"anyOf": [{}]}}"##,
        refs.join(",")
    );
    for n in 0..count {
        let _ = write!(
            text,
            r##","k{n}": {{{first}"properties": {{"type": {{"const": {n}}}, "left": {{"$ref": "#/$defs/node"}}, "right": {{"$ref": "#/$defs/node"}}}}}}"##
        );
    }
    text.push_str("}}");
    text
}

fn tree(levels: usize, kind: usize) -> String {
    match levels {
        0 => format!(r#"{{"type": {kind}}}"#),
        _ => {
            let inner = tree(levels - 1, kind);
            format!(r#"{{"left": {inner}, "right": {inner}, "type": {kind}}}"#)
        }
    }
}

#[test]
fn a_document_of_more_results_than_are_remembered_is_checked() {
    in_short("a tree", || {
        let schema = validator(&kinds(20, ""));
        let text = tree(12, 19);
        assert!(faults(&schema, &text, 100).is_empty());
        let bad = text.replacen(r#"{"type": 19}"#, r#"{"type": 20}"#, 1);
        let found = faults(&schema, &bad, 100);
        assert_eq!(found.len(), 1, "{found:?}");
    });
}

#[test]
fn results_are_the_same_remembered_or_not() {
    // The first items use up the looks that are not remembered.
    let inner = r##"{"anyOf": [
        {"properties": {"a": {"$ref": "#/$defs/n"}, "b": {"type": "integer"}}, "required": ["a"]},
        {"properties": {"c": {"$ref": "#/$defs/n"}}, "unevaluatedProperties": false, "type": ["object", "null"]}
    ], "not": {"required": ["d"]}}"##;
    let burn = vec![r#"{"type": ["null", "integer"]}"#; 100].join(",");
    let schema = |more: &str| {
        validator(&format!(
            r##"{{"$defs": {{"n": {inner}, "burn": {{"allOf": [{burn}]}}}}, "prefixItems": [{more} {{"$ref": "#/$defs/n"}}]}}"##
        ))
    };
    let first = vec![r##"{"allOf": [{"$ref": "#/$defs/burn"}]}"##; 400].join(",");
    let (plain, burnt) = (schema(""), schema(&format!("{first},")));
    for text in [
        "null",
        "1",
        r#"{"a": null, "b": 1}"#,
        r#"{"a": {"c": {"d": 1}}, "b": "x"}"#,
        r#"{"c": {"c": {"c": {"e": 1}}}}"#,
        r#"{"c": {"a": {"a": 1, "b": []}}}"#,
        r#"{"a": {"a": {"a": {"a": {"d": 1}}}}}"#,
    ] {
        let found = faults(&plain, &format!("[{text}]"), 100);
        let zeros = vec!["0"; 400].join(",");
        let again = faults(&burnt, &format!("[{zeros},{text}]"), 100);
        let words = |found: &[Error]| -> Vec<String> {
            let words = found.iter().map(|one| {
                let path = one.path().unwrap().to_string();
                let inside = path
                    .split_once(']')
                    .map_or("", |(_, inside)| inside)
                    .to_owned();
                format!("{inside}: {:?} {:?}", one.expectation(), one.found())
            });
            words.collect()
        };
        assert_eq!(words(&found), words(&again), "{text}");
    }
}
