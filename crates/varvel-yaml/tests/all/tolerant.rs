//! Tests of two forms that YAML does not have and many files contain: without the option the error
//! has a hint, and with it the reader takes them.

use varvel_value::Value;
use varvel_yaml::ReadOptions;
use varvel_yaml::decode;

fn read(text: &str, options: &ReadOptions) -> Result<String, varvel_core::Error> {
    decode::<Value, ()>(text.as_bytes(), options, &()).map(|value| value.to_string())
}

/// The texts that the option takes, and their meaning.
const TAKEN: &[(&str, &str)] = &[
    ("a: [\n  1,\n]\nb: 2\n", r#"{"a":[1],"b":2}"#),
    ("a: {\n  b: 1\n}\n", r#"{"a":{"b":1}}"#),
    (
        "- a: [\n    1\n  ]\n  b: 2\n- 3\n",
        r#"[{"a":[1],"b":2},3]"#,
    ),
    ("- [\n  1\n]\n- 2\n", "[[1],2]"),
    ("a: [[\n 1\n], {\n b: 2\n}] # c\n", r#"{"a":[[1],{"b":2}]}"#),
    ("a: [ # c\n  1\n\n# c\n]\n", r#"{"a":[1]}"#),
    ("a: \"one\ntwo\"\nb: 1\n", r#"{"a":"one two","b":1}"#),
    (
        "a: 'one\nit''s two'\nb: 1\n",
        r#"{"a":"one it's two","b":1}"#,
    ),
    (
        "a: 'it''s\n\ntwo' # c\nb: 1\n",
        r#"{"a":"it's\ntwo","b":1}"#,
    ),
    (
        "- a: \"one\\\n  two\"\n  b: 1\n",
        r#"[{"a":"onetwo","b":1}]"#,
    ),
];

#[test]
fn they_are_taken_on_request_and_the_refusal_says_so() {
    for &(text, expected) in TAKEN {
        let error = read(text, &ReadOptions::default()).unwrap_err();
        assert!(
            error.hint().unwrap().contains("the option `tolerant`"),
            "{text}: {error:?}"
        );
        let options = ReadOptions::default().with_tolerance();
        assert_eq!(read(text, &options).unwrap(), expected, "{text}");
    }
}

#[test]
fn no_more_is_taken() {
    for text in [
        "  - [\n  1\n]\n",
        "a:\n  b: [\n    1\n]\n",
        "a: [\n1\n]\n",
        "a: [\n  1\n, 2]\n",
        "a:\n  b: \"x\ny\"\n",
        "a: \"x\n\ty\"\n",
        "a: [\n\t]\n",
        "a: \"x\n---\ny\"\n",
        "a: \"x\nb: \"y\"\n",
        "a: \"x\nb: 1\n",
    ] {
        let options = ReadOptions::default().with_tolerance();
        let error = read(text, &options).unwrap_err();
        let strict = read(text, &ReadOptions::default()).unwrap_err();
        for hint in [error.hint(), strict.hint()].into_iter().flatten() {
            assert!(!hint.contains("tolerant"), "{text}: {hint}");
        }
    }
}

#[test]
fn what_is_right_means_the_same() {
    for text in [
        "a: [\n  1,\n  ]\n",
        "a: \"one\n two\"\n",
        "[\n1\n]",
        "\"a\nb\"",
        "{\na: [1\n]}",
    ] {
        let options = ReadOptions::default().with_tolerance();
        assert_eq!(
            read(text, &options).unwrap(),
            read(text, &ReadOptions::default()).unwrap()
        );
    }
}
