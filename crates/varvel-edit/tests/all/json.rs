//! Edits of JSON, as a user sees them: before and after.

use varvel_edit::{Document, Syntax, Value};

fn value(text: &str) -> Value {
    let document = Document::new(text, Syntax::Jsonc);
    document
        .unwrap_or_else(|error| panic!("{error}"))
        .value()
        .clone()
}

#[track_caller]
fn edits(before: &str, behind: &str, edit: impl Fn(&mut Document) -> varvel_core::Result) {
    let mut document =
        Document::new(before, Syntax::Jsonc).unwrap_or_else(|error| panic!("{error}"));
    edit(&mut document).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.text(), behind);
}

#[track_caller]
fn sets(before: &str, path: &str, new: &str, behind: &str) {
    edits(before, behind, |document| document.set(path, value(new)));
}

#[track_caller]
fn removes(before: &str, path: &str, behind: &str) {
    edits(before, behind, |document| document.remove(path).map(drop));
}

#[test]
fn a_node_is_replaced_where_it_stands() {
    sets(
        r#"{"a":1,"b":[true]}"#,
        "b[0]",
        "\"é\\n\"",
        r#"{"a":1,"b":["é\n"]}"#,
    );
    sets(
        "{ \"a\" : 1e2 , \"b\": 2 }\n",
        "a",
        "3",
        "{ \"a\" : 3 , \"b\": 2 }\n",
    );
    sets("[1]", "$", "{\"a\": [1]}", "{\"a\": [1]}");
    sets(
        "{\"a\":1,\"b\":2}",
        "a",
        "{\"x\":[1,2]}",
        "{\"a\":{\"x\":[1,2]},\"b\":2}",
    );
    sets(
        "{\n\t\"a\": 1, // one\n\t\"b\": 2\n}\n",
        "a",
        "{\"x\": [1]}",
        "{\n\t\"a\": {\n\t\t\"x\": [\n\t\t\t1\n\t\t]\n\t}, // one\n\t\"b\": 2\n}\n",
    );
}

#[test]
fn entries_are_added_in_the_layout_that_is_there() {
    sets("{}", "a", "1", "{\"a\": 1}");
    sets("{\"x\":1}", "a.b", "1", "{\"x\":1,\"a\":{\"b\":1}}");
    sets("{\"a\": [1, 2]}", "/a/-", "3", "{\"a\": [1, 2, 3]}");
    sets(
        "{\n  \"a\": {}\n}\n",
        "a.b",
        "1",
        "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n",
    );
    sets(
        "{\r\n  \"a\": 1 // one\r\n}\r\n",
        "b",
        "2",
        "{\r\n  \"a\": 1, // one\r\n  \"b\": 2\r\n}\r\n",
    );
    sets(
        "[\n  1, /* one */\n  2, // two\n  // end\n]",
        "[2]",
        "3",
        "[\n  1, /* one */\n  2, // two\n  3,\n  // end\n]",
    );
    sets("{ // nothing\n}", "a", "1", "{ // nothing\n  \"a\": 1\n}");
    edits("[1, 2]", "[0, 1, 2]", |document| document.insert("[0]", 0));
    edits("[\n 1,\n 2\n]", "[\n 1,\n 9,\n 2\n]", |document| {
        document.insert("[1]", 9)
    });
}

#[test]
fn entries_are_removed_with_their_comma() {
    removes("{\"a\":1,\"b\":2}", "b", "{\"a\":1}");
    removes("{\"a\":1,\"b\":2}", "a", "{\"b\":2}");
    removes("[ 1 ]", "[0]", "[]");
    removes("[1 /* one */, 2]", "[1]", "[1 /* one */]");
    removes(
        "{\n  \"a\": 1,\n  \"b\": 2 // two\n}\n",
        "b",
        "{\n  \"a\": 1\n}\n",
    );
    removes(
        "{\n  \"a\": 1, // one\n  \"b\": 2,\n}\n",
        "a",
        "{\n  \"b\": 2,\n}\n",
    );
    removes(
        "{\n  // about a\n  \"a\": 1\n}\n",
        "a",
        "{\n  // about a\n}\n",
    );
    removes("[\n  1,\n  2, 3\n]\n", "[1]", "[\n  1,\n  3\n]\n");
}

#[test]
fn keys_are_renamed() {
    edits(
        "{\"a\" :1, \"b\":2}",
        "{\"c\\\"\" :1, \"b\":2}",
        |document| document.rename("a", "c\""),
    );
    let mut document = Document::new("{\"a\":1,\"b\":2}", Syntax::Json).unwrap();
    let error = document.rename("a", "b").unwrap_err();
    assert_eq!(
        error.to_string(),
        "duplicate key: expected each key once, found \"b\" again"
    );
    document.rename("a", "a").unwrap();
    assert_eq!(document.text(), "{\"a\":1,\"b\":2}");
}

#[test]
fn what_leads_nowhere_is_told_and_changes_nothing() {
    let text = "{\"a\": [1], \"b\": \"x\"}";
    let mut document = Document::new(text, Syntax::Json).unwrap();
    let errors = [
        document.remove("c").unwrap_err().to_string(),
        document.set("b.c", 1).unwrap_err().to_string(),
        document.set("a[2]", 1).unwrap_err().to_string(),
        document.insert("a[3]", 1).unwrap_err().to_string(),
        document.insert("b", 1).unwrap_err().to_string(),
        document.insert("x.y", 1).unwrap_err().to_string(),
        document.remove("$").unwrap_err().to_string(),
        document.rename("a[0]", "b").unwrap_err().to_string(),
        document.set("a", f64::NAN).unwrap_err().to_string(),
        document.set("a..", 1).unwrap_err().to_string(),
    ];
    let expected = [
        "not found: expected a member \"c\"",
        "wrong kind of value: expected an object, found a string, at $.b",
        "not found: expected item 2, found 1 item, at $.a",
        "not found: expected item 3, found 1 item, at $.a",
        "duplicate key: expected each key once, found \"b\" again",
        "not found: expected a member \"x\"",
        "value refused: expected the path of an item or a member: a text has a document",
        "wrong kind of value: expected a member of an object, found an array, at $.a",
        "value cannot be represented: expected a finite number, found NaN, at $.a",
        "invalid path: expected a key after `.`, found \"..\" in \"a..\" (byte 1)",
    ];
    assert_eq!(document.text(), text);
    assert_eq!(errors, expected);
}

#[test]
fn strict_json_has_no_comments() {
    assert!(Document::new("[1] // one", Syntax::Json).is_err());
    for bad in [
        "[1] /* one",
        "[,]",
        "[1,,]",
        "[/**/,]",
        "{\"a\":,}",
        "[1] # one",
        "[\"a]",
    ] {
        assert!(Document::new(bad, Syntax::Jsonc).is_err(), "{bad}");
    }
    let document = Document::new("\u{FEFF}[1,/*,*/\"//\",] // ]", Syntax::Jsonc).unwrap();
    assert_eq!(document.value().to_string(), "[1,\"//\"]");
}

#[test]
fn a_path_makes_in_a_text_what_it_makes_in_a_tree() {
    for syntax in [Syntax::Json, Syntax::Json5, Syntax::Yaml] {
        for path in [
            "/l/-", "l[0]", "/l/-/x", "/l/-/-", "/l/00", "l[\"0\"]", "l.-", "/l/0", "/l/0/x",
            "l.0", "l[1]", "/-", "/o/-", "/o/-/-", "/o/0", "/n/-", "/n/0",
        ] {
            let text = "{\"o\": {\"a\": 1}, \"n\": null}";
            let mut document = Document::new(text, syntax).unwrap();
            let mut model = document.value().clone();
            match (model.set_path(path, 1), document.set(path, 1)) {
                (Ok(_), Ok(())) => assert_eq!(document.value(), &model, "{path}"),
                (Err(tree), Err(error)) => {
                    assert_eq!(error.to_string(), tree.to_string());
                    assert_eq!(error.hint(), tree.hint());
                    assert_eq!(document.text(), text);
                }
                other => panic!("{path}: {other:?}"),
            }
        }
    }
}

#[test]
fn white_space_of_json5_is_no_node() {
    let spaces = [
        "\u{b}", "\u{c}", "\u{a0}", "\u{feff}", "\u{2028}", "\u{2029}", "\u{3000}",
    ];
    for space in spaces
        .into_iter()
        .chain(["//\u{2028}", "// [\u{2029}", "/*\u{2028}*/"])
    {
        for (text, path, new, expected) in [
            ("[_[1],[2],[3]]", "[1][0]", Some("9"), "[_[1],[9],[3]]"),
            (
                "[_[1],_[2]_,_[3]_]_",
                "[1][0]",
                Some("9"),
                "[_[1],_[9]_,_[3]_]_",
            ),
            ("[1,_2_,_-3_]", "[1]", Some("9"), "[1,_9_,_-3_]"),
            (
                "_{_b_:_'x',_c_:_{}_,_}_",
                "b",
                Some("9"),
                "_{_b_:_9,_c_:_{}_,_}_",
            ),
            ("{b:_'x',c:{_}}", "b", Some("'y'"), "{b:_\"y\",c:{_}}"),
            ("{b:1,_c:_{}_}", "c", None, "{b:1_}"),
            ("[1,_[2,3],[4,5]]", "[1][0]", None, "[1,_[3],[4,5]]"),
            ("{ä:_1_,_ö:_2_}", "ö", Some("3"), "{ä:_1_,_ö:_3_}"),
        ] {
            let text = text.replace('_', space);
            let mut document = Document::new(text.as_str(), Syntax::Json5).expect(&text);
            let mut model = document.value().clone();
            match new {
                Some(new) => {
                    let new = Document::new(new, Syntax::Json5).unwrap().value().clone();
                    document.set(path, new.clone()).expect(&text);
                    model.set_path(path, new).unwrap();
                    assert_eq!(document.text(), expected.replace('_', space), "{text:?}");
                }
                None => {
                    document.remove(path).expect(&text);
                    model.remove_path(path).unwrap();
                }
            }
            assert_eq!(document.value(), &model, "{text:?}");
            let again = Document::new(document.text(), Syntax::Json5).unwrap();
            assert_eq!(again.value(), &model, "{text:?} {:?}", document.text());
        }
    }
}

#[test]
fn an_empty_container_with_comments_on_many_lines_is_filled() {
    for (text, path, expected) in [
        ("{/*\n*/ }", "a", "{/*\n*/\n  \"a\": 1\n }"),
        ("{/*\n*/}", "a", "{/*\n*/\n  \"a\": 1\n}"),
        ("[/*\n*/ // b\n]", "/-", "[/*\n*/ // b\n  1\n]"),
        (
            "[ /* 1 */ /*\n2 */ /*\n3*/ ]",
            "/-",
            "[ /* 1 */ /*\n2 */ /*\n3*/\n  1\n ]",
        ),
        (
            "{ // 1\n  /* 2\n */ }",
            "a",
            "{ // 1\n  \"a\": 1\n  /* 2\n */ }",
        ),
    ] {
        let mut document = Document::new(text, Syntax::Jsonc).unwrap();
        document.set(path, 1).expect(text);
        assert_eq!(document.text(), expected);
    }
}
