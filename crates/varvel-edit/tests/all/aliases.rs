//! Edits of what aliases refer to, which change in all places, or are refused.

use varvel_edit::{Document, Syntax, Value};

fn document(text: &str) -> Document {
    let mut document = Document::new(text, Syntax::Yaml).unwrap();
    document.through_aliases(true);
    document
}

fn value(text: &str) -> Value {
    document(text).value().clone()
}

/// Makes an edit, and checks the text and its meaning.
#[track_caller]
fn changes(before: &str, edit: impl Fn(&mut Document) -> varvel_core::Result, after: &str) {
    let mut document = document(before);
    edit(&mut document).unwrap_or_else(|error| panic!("{}", error.report(before.as_bytes())));
    assert_eq!(document.text(), after);
    assert_eq!(document.value(), &value(after));
    // Without the option nothing changes.
    let mut without = Document::new(before, Syntax::Yaml).unwrap();
    let error = edit(&mut without).unwrap_err();
    assert_eq!(without.text(), before);
    assert!(
        error.hint().unwrap().contains("`through_aliases`"),
        "{error}"
    );
}

#[track_caller]
fn sets(before: &str, path: &str, new: &str, after: &str) {
    changes(before, |document| document.set(path, value(new)), after);
}

#[test]
fn an_anchored_node_is_set() {
    sets("a: &x 1\nb: *x\n", "a", "2", "a: &x 2\nb: *x\n");
    sets(
        "a: &x [1, {c: 2}]\nb: *x\nd: [*x]\n",
        "a[1].c",
        "three",
        "a: &x [1, {c: three}]\nb: *x\nd: [*x]\n",
    );
    sets(
        "a: &x\n  b: 1 # one\nc: *x\n",
        "a.d.e",
        "2",
        "a: &x\n  b: 1 # one\n  d:\n    e: 2\nc: *x\n",
    );
    let text = "a: &x [1]\nb: *x\n";
    changes(text, |of| of.insert("a[0]", 0), "a: &x [0, 1]\nb: *x\n");
    changes(text, |of| of.remove("a[0]").map(drop), "a: &x []\nb: *x\n");
    let text = "a: &x {k: 1}\nb: *x\n";
    changes(text, |of| of.rename("a.k", "m"), "a: &x {m: 1}\nb: *x\n");
}

#[test]
fn a_path_leads_through_an_alias() {
    let text = "a: &x {c: 1}\nb: *x\n";
    sets(text, "b.c", "2", "a: &x {c: 2}\nb: *x\n");
    sets(text, "b.d", "2", "a: &x {c: 1, d: 2}\nb: *x\n");
    changes(text, |of| of.remove("b.c").map(drop), "a: &x {}\nb: *x\n");
    // One at the end is followed when its value is set, and is itself what is removed or renamed.
    let mut document = document("a: &x 1\nb: *x\nc: *x\n");
    document.set("b", 2).unwrap();
    assert_eq!(document.text(), "a: &x 2\nb: *x\nc: *x\n");
    document.remove("b").unwrap();
    document.rename("c", "d").unwrap();
    assert_eq!(document.text(), "a: &x 2\nd: *x\n");
}

#[test]
fn merge_keys_and_nested_anchors() {
    sets(
        "base: &base {port: 80}\ntest:\n  <<: *base\n  port: 1\n",
        "base.port",
        "81",
        "base: &base {port: 81}\ntest:\n  <<: *base\n  port: 1\n",
    );
    sets(
        "base: &base {port: 80}\ntest:\n  <<: *base\n  name: t\n",
        "test.<<.port",
        "81",
        "base: &base {port: 81}\ntest:\n  <<: *base\n  name: t\n",
    );
    // The inner one is in five places: where it is written, and where aliases lead.
    let text = "a: &x\n  in: &y {n: 1}\n  same: *y\nb: *x\nc: *y\n";
    let after = text.replace("n: 1", "n: 2");
    for path in ["a.in.n", "a.same.n", "b.in.n", "b.same.n", "c.n"] {
        sets(text, path, "2", &after);
    }
    let error = Document::new(text, Syntax::Yaml)
        .unwrap()
        .set("a.in.n", 2)
        .unwrap_err();
    assert_eq!(
        error.found(),
        Some("a value that is in other places, too: $.a.same.n, $.b.in.n, $.b.same.n and 1 more")
    );
    // The name may come again for another node.
    sets(
        "- &x 1\n- *x\n- &x 2\n- *x\n",
        "[2]",
        "9",
        "- &x 1\n- *x\n- &x 9\n- *x\n",
    );
}

#[test]
fn other_nodes_are_changed_alone() {
    let mut of = document("a: &x {n: 1}\nb: *x\nc: 1\n");
    of.set("c", 2).unwrap();
    of.set("d", "*").unwrap();
    assert_eq!(of.text(), "a: &x {n: 1}\nb: *x\nc: 2\nd: \"*\"\n");
    let mut of = document("--- {a: &x 1, b: *x}\n--- {a: &x 1, b: *x}\n");
    of.set("[1].a", 2).unwrap();
    assert_eq!(of.text(), "--- {a: &x 1, b: *x}\n--- {a: &x 2, b: *x}\n");
}

#[test]
fn an_anchor_that_aliases_need_stays() {
    for (text, path, found) in [
        (
            "a: &x 1\nb: *x\n",
            "a",
            "the anchor &x, to which aliases refer: $.b",
        ),
        (
            "a:\n  b: &x 1\nc: *x\n",
            "a.b",
            "the anchor &x, to which aliases refer: $.c",
        ),
        (
            "a: &x\n  b: !!map # &no\n    &y {}\nc: [*y, *x]\n",
            "a.b",
            "the anchor &y, to which aliases refer: $.c[0]",
        ),
    ] {
        for through in [true, false] {
            let mut document = document(text);
            document.through_aliases(through);
            let error = document.remove(path).unwrap_err();
            assert_eq!(error.found(), Some(found), "{text}");
            assert_eq!(error.hint(), Some("change these aliases first"));
            assert_eq!(document.text(), text);
        }
    }
    // The anchor of a value that is set stays, those inside of it do not.
    let text = "a: &x [&y 1]\nb: *x\nc: *y\n";
    let error = document(text).set("a", 2).unwrap_err();
    let found = "the anchor &y, to which aliases refer: $.c";
    assert_eq!(error.found(), Some(found));
    // Aliases inside of what goes away do not count.
    let mut document = document("a: &x [&y 1, *y]\nb: *x\n");
    document.set("a", 2).unwrap();
    assert_eq!(document.text(), "a: &x 2\nb: *x\n");
}
