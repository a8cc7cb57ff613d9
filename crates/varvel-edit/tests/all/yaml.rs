//! Edits of YAML, as a user sees them: before and after.

use std::collections::BTreeMap;

use varvel_edit::{Document, Syntax, Value};

fn document(text: &str) -> Document {
    Document::new(text, Syntax::Yaml)
        .unwrap_or_else(|error| panic!("{}", error.report(text.as_bytes())))
}

/// The meaning of a YAML text.
fn value(text: &str) -> Value {
    document(text).value().clone()
}

#[track_caller]
fn sets(before: &str, path: &str, new: &str, behind: &str) {
    let mut document = document(before);
    document
        .set(path, value(new))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.text(), behind);
}

#[track_caller]
fn inserts(before: &str, path: &str, new: &str, behind: &str) {
    let mut document = document(before);
    document
        .insert(path, value(new))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.text(), behind);
}

#[track_caller]
fn removes(before: &str, path: &str, behind: &str) {
    let mut document = document(before);
    document
        .remove(path)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.text(), behind);
}

#[track_caller]
fn renames(before: &str, path: &str, key: &str, behind: &str) {
    let mut document = document(before);
    document
        .rename(path, key)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.text(), behind);
}

#[track_caller]
fn refuses(before: &str, path: &str, message: &str) {
    let mut document = document(before);
    let error = document.set(path, 9).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(document.text(), before);
    assert!(document.remove(path).is_err());
    assert_eq!(document.text(), before);
}

#[test]
fn a_scalar_is_replaced_where_it_stands() {
    sets(
        "a:    1   # one\nb: 2\n",
        "a",
        "x",
        "a:    x   # one\nb: 2\n",
    );
    sets("- 'it''s'\n- b", "[0]", "don't", "- 'don''t'\n- b");
    sets("a: \"x\"\n", "a", "y z", "a: \"y z\"\n");
    sets("a: 'x'\n", "a", "2", "a: 2\n");
    sets("a: x\n", "a", "'2'", "a: \"2\"\n");
    sets("a:\nb:\n", "a", "1", "a: 1\nb:\n");
    sets("a: # none\nb:\n", "a", "1", "a: 1 # none\nb:\n");
    sets("a: two\n  lines # c\nb: 1\n", "a", "1", "a: 1 # c\nb: 1\n");
    sets("# alone\n5 # five\n", "$", "6", "# alone\n6 # five\n");
    sets("--- 5\n...\n", "$", "6", "--- 6\n...\n");
    sets("---\n", "$", "6", "--- 6\n");
    sets("# nothing\n", "a.b", "1", "# nothing\na:\n  b: 1\n");
    sets("", "a", "1", "a: 1\n");
}

#[test]
fn block_scalars_come_and_go() {
    sets(
        "a: |\n  one\n  two\n# c\nb: 1\n",
        "a",
        "x",
        "a: x\n# c\nb: 1\n",
    );
    sets("a: |+\n  one\n\nb: 1\n", "a", "x", "a: x\nb: 1\n");
    sets("a: |\n  one\n\nb: 1\n", "a", "x", "a: x\n\nb: 1\n");
    sets(
        "a: 1 # c\nb: 2\n",
        "a",
        "\"x\\ny\\n\"",
        "a: | # c\n  x\n  y\nb: 2\n",
    );
    sets(
        "- - 1\n  - 2\n",
        "[0][1]",
        "\"x\\ny\"",
        "- - 1\n  - |-\n    x\n    y\n",
    );
    sets(
        "a: 1\r\nb: 2\r\n",
        "a",
        "\"x\\ny\\n\"",
        "a: |\r\n  x\r\n  y\r\nb: 2\r\n",
    );
}

#[test]
fn lines_at_the_end_end() {
    sets("a: 1", "a", "\"x\\ny\\n\"", "a: |\n  x\n  y\n");
    sets("a: 1", "a", "{x: 1}", "a:\n  x: 1\n");
    sets("a: |\n  x", "b", "1", "a: |\n  x\nb: 1\n");
    sets("b: 1\r\na: >\r\n  x", "/b", "2", "b: 2\r\na: >\r\n  x");
    inserts("- 1\r\n- 2", "/-", "3", "- 1\r\n- 2\r\n- 3\r\n");
    sets("a: 1", "a", "2", "a: 2");
}

#[test]
fn a_text_tells_that_it_ends_in_a_block_scalar() {
    let ends = |text: &str| document(text).ends_in_block_scalar().unwrap();
    for text in [
        "a: |\n  x",
        "- >\n x\n y",
        "a: |+\n  x",
        "a: |2 # c\n   x",
        "? |\n  x",
        "--- |\nx",
    ] {
        assert!(ends(text), "{text}");
        assert!(!ends(&(text.to_owned() + "\n")), "{text}");
    }
    for text in [
        "a: |-\n  x",
        "a: |\n  x\n# c",
        "a: |\n  x\nb: 1",
        "a: |",
        "a: x",
        "",
    ] {
        assert!(!ends(text), "{text}");
    }
}

#[test]
fn decimals_keep_their_digits() {
    let decimal = |text| Value::decimal(text).unwrap();
    let mut document = document("a: !!str 1\nb: ['x']\n");
    document.set("a", decimal("1.10")).unwrap();
    document.insert("b[0]", decimal("-0")).unwrap();
    document
        .set("c", Value::from(vec![decimal("1e3")]))
        .unwrap();
    assert_eq!(document.text(), "a: 1.10\nb: [-0.0, 'x']\nc:\n  - 1.0e+3\n");
    assert_eq!(
        document.value(),
        &value("{a: 1.1, b: [-0.0, x], c: [1000.0]}")
    );
    // Only a number beyond all floats stays a decimal in the value.
    document.set("d", decimal("1e999")).unwrap();
    document.set("a", Value::from(2)).unwrap();
    assert_eq!(
        document.text(),
        "a: 2\nb: [-0.0, 'x']\nc:\n  - 1.0e+3\nd: 1.0e+999\n"
    );
    assert_eq!(document.value()["c"], value("[1000.0]"));
    assert_eq!(document.value()["d"], decimal("1.0e+999"));
}

#[test]
fn containers_take_the_place_of_scalars_and_back() {
    sets(
        "a: 1 # c\nb: 2\n",
        "a",
        "{x: 1, z: [2]}",
        "a: # c\n  x: 1\n  z:\n    - 2\nb: 2\n",
    );
    sets(
        "a:\n    b: 1\nc: 2\n",
        "c",
        "{x: {z: 1}}",
        "a:\n    b: 1\nc:\n    x:\n        z: 1\n",
    );
    sets(
        "- 1 # c\n- 2\n",
        "[0]",
        "{x: 1, z: 2}",
        "- x: 1 # c\n  z: 2\n- 2\n",
    );
    sets(
        "a: # c\n  # d\n  b: 1\n  c: 2 # e\nd: 1\n",
        "a",
        "5",
        "a: 5 # c\n  # d\nd: 1\n",
    );
    sets(
        "a: # c\n  # d\n  b: 1\nd: 1\n",
        "a",
        "[x]",
        "a: # c\n  # d\n  - x\nd: 1\n",
    );
    sets("- a: 1\n  b: 2 # c\n- 3\n", "[0]", "5", "- 5 # c\n- 3\n");
    sets(
        "a: 1\nb:\n- 1\nc: 0\n",
        "c",
        "[1, 2]",
        "a: 1\nb:\n- 1\nc:\n- 1\n- 2\n",
    );
    sets("a: [1, 2]\n", "a", "{x: 1}", "a: {x: 1}\n");
    sets("a: []\n", "a", "[1]", "a:\n  - 1\n");
    sets("a: {}\n", "a.b", "1", "a:\n  b: 1\n");
    sets("a: 1\n", "$", "[1, 2]", "- 1\n- 2\n");
    sets("--- 1\n", "$", "[1, 2]", "---\n- 1\n- 2\n");
}

#[test]
fn members_and_items_are_added_behind_the_last() {
    sets(
        "a:\n  b: 1 # c\n\nd: 2\n",
        "a.x",
        "1",
        "a:\n  b: 1 # c\n  x: 1\n\nd: 2\n",
    );
    sets("a: 1", "b", "2", "a: 1\nb: 2\n");
    sets("'a': 1\n", "b", "2", "'a': 1\n'b': 2\n");
    sets(
        "- a: 1\n  b: 2\n- c\n",
        "[0].x",
        "1",
        "- a: 1\n  b: 2\n  x: 1\n- c\n",
    );
    sets(
        "a: |\n  text\n\nb: |+\n  text\n\n",
        "c",
        "1",
        "a: |\n  text\n\nb: |+\n  text\n\nc: 1\n",
    );
    inserts(
        "- 1\n- 2\n",
        "[0]",
        "{a: 1, b: 2}",
        "- a: 1\n  b: 2\n- 1\n- 2\n",
    );
    inserts(
        "x:\n- 1\n# two\n- 2\n",
        "x[1]",
        "[3, 4]",
        "x:\n- 1\n- - 3\n  - 4\n# two\n- 2\n",
    );
    inserts("- - 1\n", "[0][0]", "0", "- - 0\n  - 1\n");
    inserts("- 1\n", "/-", "2", "- 1\n- 2\n");
}

#[test]
fn flow_collections_keep_their_layout() {
    sets("a: [1, 2] # c\n", "a[0]", "x, y", "a: [\"x, y\", 2] # c\n");
    inserts("a: [1,2]\n", "a[2]", "3", "a: [1,2,3]\n");
    inserts("a: [ 1, 2, ]\n", "a[2]", "3", "a: [ 1, 2, 3, ]\n");
    inserts(
        "a: [\n  1, # one\n  2  # two\n  ]\n",
        "a[2]",
        "3",
        "a: [\n  1, # one\n  2,  # two\n  3\n  ]\n",
    );
    inserts("a: {b: 1}\n", "a.c", "{d: [x]}", "a: {b: 1, c: {d: [x]}}\n");
    inserts("[{}]\n", "[0].a", "1", "[{a: 1}]\n");
    inserts("[a: 1]\n", "[0].b", "2", "[{a: 1, b: 2}]\n");
    sets("{a, b}\n", "a", "1", "{a: 1, b}\n");
    sets("{? a : 1, ? }\n", "b", "2", "{? a : 1, ? , b: 2 }\n");
    sets(
        "{\n  a: 1,\n  ?\n}\n",
        "b",
        "2",
        "{\n  a: 1,\n  ? ,\n  b: 2\n}\n",
    );
    removes("[1, 2, 3]\n", "[0]", "[2, 3]\n");
    removes("[1, 2, 3]\n", "[2]", "[1, 2]\n");
    removes("[1, 2, ]\n", "[1]", "[1, ]\n");
    removes("{ a: 1 }\n", "a", "{}\n");
    removes("[a: 1, 2]\n", "[0].a", "[{}, 2]\n");
    removes(
        "{\n  a: 1, # one\n  b: 2 # two\n}\n",
        "b",
        "{\n  a: 1 # one\n}\n",
    );
}

#[test]
fn entries_are_removed_with_their_lines() {
    removes(
        "a: 1\n# about b\nb: 2 # two\nc: 3\n",
        "b",
        "a: 1\n# about b\nc: 3\n",
    );
    removes("a:\n  b:\n    c: 1\n  d: 2\n", "a.b", "a:\n  d: 2\n");
    removes("a:\n  b: 1\n", "a.b", "a: {}\n");
    removes("a:\n# c\n- 1 # one\nb: 2\n", "a[0]", "a: []\n# c\nb: 2\n");
    removes("- - 1 # c\n", "[0][0]", "- [] # c\n");
    removes("a: 1\n", "a", "{}\n");
    removes("- a: 1\n  b: 2\n", "[0].a", "- b: 2\n");
    removes(
        "- a: 1\n  # about b\n  b: 2\n",
        "[0].a",
        "-\n  # about b\n  b: 2\n",
    );
    removes("? a\n: 1\n? b\n: 2\n", "a", "? b\n: 2\n");
    removes("a: 1\nb: 2", "b", "a: 1\n");
    removes("a: 1\r\nb: 2\r\nc: 3\r\n", "b", "a: 1\r\nc: 3\r\n");
}

#[test]
fn keys_are_renamed_where_they_stand() {
    renames("a : 1 # c\nb: 2\n", "a", "x: y", "\"x: y\" : 1 # c\nb: 2\n");
    renames("\"a\": 1\n", "a", "b", "\"b\": 1\n");
    renames("? a\n: 1\n", "a", "b", "? b\n: 1\n");
    renames("{a: 1, b}\n", "b", "c", "{a: 1, c}\n");
    renames("{\"a\":1}\n", "a", "c", "{\"c\":1}\n");
    renames("&k a: 1\n", "a", "b", "&k b: 1\n");
    renames(
        "x: &k a
*k : 1
",
        "a",
        "b",
        "x: &k a
b : 1
",
    );
}

/// Scalars that are no strings, in forms by which paths do not know them.
const FORMS: &[(&str, &str)] = &[
    ("1.50", "1.5"),
    ("0x10", "16"),
    ("0o7", "7"),
    ("+5", "5"),
    ("1e3", "1000.0"),
    ("~", "null"),
    ("Null", "null"),
    ("TRUE", "true"),
    (".NaN", "nan"),
    ("-.INF", "-inf"),
    ("-0.0e0", "-0.0"),
];

#[test]
fn no_new_key_is_written_as_one_that_is_there() {
    for (form, known) in FORMS {
        for text in [
            format!("a: 1\n{form}: 2\n"),
            format!("{{a: 1, {form}: 2}}\n"),
            format!("a: 1\n? {form}\n: 2\n"),
        ] {
            let mut document = document(&text);
            let path = format!("['{form}']");
            let message = format!(
                "value refused: expected a key that is not there in this form yet, found \"{form}\", \
                 which is \"{known}\" in paths"
            );
            for refused in [
                document.set(&path, 3),
                document.insert(&path, 3),
                document.rename("a", form),
                document.set(&format!("{path}.deeper"), 3),
            ] {
                let refused = refused.unwrap_err();
                assert!(refused.to_string().starts_with(&message), "{refused}");
                assert_eq!(refused.offset(), text.find(form));
            }
            assert!(document.remove(&path).is_err());
            assert_eq!(document.text(), text);
            document.set(&format!("['{known}']"), 3).unwrap();
            assert_eq!(document.text(), text.replace(": 2", ": 3"));
            // Its own key may become a string of the same form.
            document.rename(&format!("['{known}']"), form).unwrap();
            assert_eq!(document.value().get(form).unwrap(), 3);
        }
    }
}

#[test]
fn whatever_is_set_no_reader_of_texts_finds_a_key_twice() {
    let names = FORMS.iter().flat_map(|&(form, known)| [form, known]);
    let names: Vec<&str> = names.chain(["a", "1.5", "16.0", "010", "yes"]).collect();
    for first in &names {
        for second in &names {
            let mut document = document(&format!("{first}: 1\n"));
            let set = document.set(&format!("['{second}']"), 2);
            let texts: BTreeMap<String, u8> = varvel_yaml::from_slice(document.text().as_bytes())
                .unwrap_or_else(|error| panic!("{first}, {second}: {error}"));
            let count = if set.is_ok() {
                texts.values().filter(|&&value| value == 2).count()
            } else {
                1
            };
            assert_eq!(count, 1, "{first}, {second}");
        }
    }
}

#[test]
fn anchors_tags_and_aliases() {
    sets("a: &x 1\n", "a", "2", "a: &x 2\n");
    sets("a: !!str 1\n", "a", "2", "a: 2\n");
    sets("a: !!str 1\n", "a", "two", "a: !!str two\n");
    sets("a: !mine 1\n", "a", "two", "a: !mine two\n");
    sets("a: &x 1\nb: *x\n", "b", "2", "a: &x 1\nb: 2\n");
    removes("a: &x 1\nb: *x\nc: 1\n", "b", "a: &x 1\nc: 1\n");
    sets("a: !!map\n  b: 1\n", "a", "{c: 1}", "a: !!map\n  c: 1\n");
    refuses(
        "a: &x 1\nb: *x\n",
        "a",
        "value refused: expected an edit that leaves everything else what it means, found a value that is in other places, too: $.b, at $.a",
    );
    refuses(
        "a: &x {c: 1}\nb: *x\n",
        "b.c",
        "value refused: expected a node that is written where the path leads, found the alias *x, whose value is in other places, too: $.a.c, at $.b.c (byte 16)",
    );
}

#[test]
fn documents_are_items() {
    sets(
        "---\na: 1\n---\nb: 2\n",
        "[1].b",
        "3",
        "---\na: 1\n---\nb: 3\n",
    );
    sets(
        "a: 1\n...\n%YAML 1.2\n---\n- 1\n",
        "[0]",
        "{x: 2}",
        "x: 2\n...\n%YAML 1.2\n---\n- 1\n",
    );
    let mut two = document("--- 1\n--- 2\n");
    let error = two.remove("[1]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "value refused: expected an edit inside of one of the documents, at $[1]"
    );
    assert!(two.insert("[2]", 3).is_err());
    assert_eq!(two.text(), "--- 1\n--- 2\n");
}

#[test]
fn a_byte_order_mark_stays() {
    sets("\u{FEFF}a: 1\n", "b", "2", "\u{FEFF}a: 1\nb: 2\n");
    removes("\u{FEFF}a: 1\nb: 2\n", "a", "\u{FEFF}b: 2\n");
}

#[test]
fn new_lines_end_as_the_others_do_where_that_is_a_carriage_return() {
    let mut document = Document::new("a: 1\r# c\rb: 2\r", Syntax::Yaml).unwrap();
    document.set("k.m", 7).unwrap();
    assert_eq!(document.text(), "a: 1\r# c\rb: 2\rk:\r  m: 7\r");
}

#[test]
fn a_colon_before_lines_has_no_space_behind_it() {
    let mut document = Document::new("? a\n", Syntax::Yaml).unwrap();
    document.set("a.z", 7).unwrap();
    assert_eq!(document.text(), "? a\n:\n  z: 7\n");
}

#[test]
fn a_value_on_a_line_of_its_own_is_indented() {
    for (text, neat) in [
        ("a:\n        plain\n", "a:\n  plain\n"),
        ("a:\n        \"q\"\nb:\n 'c'\n", "a:\n  \"q\"\nb:\n  'c'\n"),
        (
            "-\n     x\n-\n   [1,\n    2]\n",
            "-\n  x\n-\n  [1,\n   2]\n",
        ),
        (
            "a:\n   b:\n       one\n       two\n",
            "a:\n  b:\n    one\n    two\n",
        ),
        (
            "a:\n     &x\n     1\nb:\n    *x\n",
            "a:\n  &x\n  1\nb:\n  *x\n",
        ),
        ("a: !t\n       1\n", "a: !t\n  1\n"),
        ("a:\n    # one\n    1\n", "a:\n  # one\n  1\n"),
    ] {
        let document = Document::new(text, Syntax::Yaml).unwrap();
        assert_eq!(document.laid_out().unwrap(), neat);
        let again = Document::new(neat, Syntax::Yaml).unwrap();
        assert_eq!(again.laid_out().unwrap(), neat);
    }
}
