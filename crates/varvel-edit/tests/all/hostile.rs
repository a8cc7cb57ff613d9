//! Texts made to be hard: deep, or with text that looks like something else.

use varvel_edit::{Document, Syntax};

#[test]
fn depth_is_limited_and_costs_no_stack() {
    let deep = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
    let path = "[0]".repeat(120);
    for syntax in [Syntax::Json, Syntax::Jsonc, Syntax::Yaml] {
        let mut document = Document::new(deep(120), syntax).unwrap();
        document.set(&path, 2).unwrap();
        assert_eq!(document.text(), deep(120).replace('1', "2"));
        assert!(Document::new(deep(100_000), syntax).is_err());
        // A text that would be too deep after the edit is refused.
        let below = ["[0]".repeat(119), "[1]".to_owned()].concat();
        document.set(&below, 3).unwrap();
        let new = (0..20).fold(varvel_edit::Value::from(1), |inner, _| [inner].into());
        assert!(document.set(&path, new).is_err());
    }
}

#[test]
fn text_that_looks_like_signs_is_text() {
    let text =
        "a: 'x: # y' # c: d\nb: |\n  c: 1\n  # no comment\n\"d # e\": [\"]\", '}', \"a, b\"] # [\n";
    let mut document = Document::new(text, Syntax::Yaml).unwrap();
    document.set(r#"["d # e"][1]"#, "{").unwrap();
    document.remove("a").unwrap();
    assert_eq!(
        document.text(),
        "b: |\n  c: 1\n  # no comment\n\"d # e\": [\"]\", '{', \"a, b\"] # [\n"
    );
    let mut json =
        Document::new("{\"//\": \"/* \\\" */\", /* } */ \"b\": 1}", Syntax::Jsonc).unwrap();
    json.remove("[\"//\"]").unwrap();
    assert_eq!(json.text(), "{/* } */ \"b\": 1}");
}

#[test]
fn a_comment_that_would_become_text_is_not_lost() {
    // Without `b`, the comment would be a line of the scalar.
    let text = "a: |\n  text\nb: 1\n  # comment\n";
    let mut document = Document::new(text, Syntax::Yaml).unwrap();
    document.remove("b").unwrap();
    assert_eq!(document.text(), "a: |\n  text\n# comment\n");
    // Empty lines would become lines of the scalar, too.
    let text = "- |+\n  text\n\n- 1\n\n  # comment\n- 2\n";
    let mut document = Document::new(text, Syntax::Yaml).unwrap();
    document.remove("[1]").unwrap();
    assert_eq!(document.text(), "- |+\n  text\n\n# comment\n- 2\n");
}
