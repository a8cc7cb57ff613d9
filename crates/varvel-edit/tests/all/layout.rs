//! Indenting YAML anew: the parts that move, and those that stay.

use varvel_edit::{Document, Syntax};

#[track_caller]
fn lays_out(before: &str, behind: &str) {
    let document = Document::new(before, Syntax::Yaml).unwrap();
    assert_eq!(document.laid_out().unwrap(), behind);
    let again = Document::new(behind, Syntax::Yaml).unwrap();
    assert_eq!(again.value(), document.value());
    assert_eq!(again.laid_out().unwrap(), behind);
}

#[test]
fn lines_go_to_the_columns_of_their_level() {
    lays_out(
        "a:\n      b:\n         - 1\n         -   2\nc: 3\n",
        "a:\n  b:\n    - 1\n    - 2\nc: 3\n",
    );
    lays_out(
        "a:\n- 1\n- b: 1\n  c: 2\n",
        "a:\n  - 1\n  - b: 1\n    c: 2\n",
    );
    lays_out(
        "-   -   a:  1\n        b: 2\n-\n    c: 3\n",
        "- - a:  1\n    b: 2\n-\n  c: 3\n",
    );
    lays_out(
        "a:\n    b:\n        two\n        lines\n",
        "a:\n  b:\n    two\n    lines\n",
    );
    lays_out("?    a\n:    b\n", "? a\n:    b\n");
}

#[test]
fn scalars_and_brackets_move_as_a_whole() {
    lays_out(
        "a:\n    b: |\n        one\n\n          two  \n    c: 'x\n\n      y'\n",
        "a:\n  b: |\n      one\n\n        two  \n  c: 'x\n\n    y'\n",
    );
    lays_out(
        "a:\n    b: [1,\n      2]\n    c: |2\n      x\n",
        "a:\n  b: [1,\n    2]\n  c: |2\n    x\n",
    );
}

#[test]
fn comments_stay_with_what_is_in_their_column() {
    lays_out(
        "# top\na:   # at a\n    # at b\n    b: 1\n    # behind b\n\n# at c\nc: 1   \n  # odd\n",
        "# top\na:   # at a\n  # at b\n  b: 1\n  # behind b\n\n# at c\nc: 1\n  # odd\n",
    );
    lays_out(
        "a: |\n    text\n# no text\nb: 1\n",
        "a: |\n    text\n# no text\nb: 1\n",
    );
}

#[test]
fn documents_directives_and_line_breaks_stay() {
    lays_out(
        "\u{FEFF}%YAML 1.2\r\n---   \r\na:\r\n    - &x !!str y\r\n...\r\n--- # two\r\n5",
        "\u{FEFF}%YAML 1.2\r\n---\r\na:\r\n  - &x !!str y\r\n...\r\n--- # two\r\n5",
    );
}
