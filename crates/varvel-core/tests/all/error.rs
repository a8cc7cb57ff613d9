//! Tests of errors: their numbers, their one line, and the report with line, column and caret.

use varvel_core::path::{Path, Quoted, Step};
use varvel_core::{Error, ErrorKind, Kind};

#[test]
fn the_number_of_a_kind_never_changes() {
    use ErrorKind::*;
    let kinds = [
        (Syntax, 1),
        (UnexpectedEnd, 2),
        (TrailingData, 3),
        (InvalidNumber, 4),
        (NumberOutOfRange, 5),
        (ControlCharacter, 6),
        (InvalidEscape, 7),
        (LoneSurrogate, 8),
        (InvalidUtf8, 9),
        (DuplicateKey, 10),
        (DepthLimit, 11),
        (SizeLimit, 12),
        (NodeLimit, 13),
        (OutOfMemory, 14),
        (TypeMismatch, 15),
        (MissingField, 16),
        (Unrepresentable, 17),
        (InvalidFrozen, 18),
        (UnsupportedVersion, 19),
        (NotFound, 20),
        (Io, 21),
        (InvalidEvents, 22),
        (InvalidPath, 23),
        (ChecksumMismatch, 24),
        (Refused, 25),
        (UnknownMember, 26),
        (UnknownVariant, 27),
        (ReplayLimit, 28),
        (InvalidBuffer, 29),
    ];
    let mut phrases = std::collections::HashSet::new();
    for (kind, number) in kinds {
        assert_eq!(kind.number(), number, "{kind:?}");
        assert!(phrases.insert(kind.phrase()), "{kind:?}");
    }
}

fn everything() -> Error {
    Error::expected(ErrorKind::TypeMismatch, "a string")
        .with_content("the secret 42")
        .with_hint("quote it")
        .or_offset(17)
        .or_path(|| {
            vec![
                Step::Key("users".into()),
                Step::Index(3),
                Step::Key("first name".into()),
            ]
        })
}

#[test]
fn one_line_says_what_and_where() {
    assert_eq!(
        everything().to_string(),
        "wrong kind of value: expected a string, found the secret 42, \
         at $.users[3][\"first name\"] (byte 17)"
    );
    assert_eq!(
        Error::new(ErrorKind::OutOfMemory).to_string(),
        "out of memory"
    );
    assert_eq!(
        Error::wrong_kind("a boolean", Kind::Map).to_string(),
        "wrong kind of value: expected a boolean, found a map"
    );
    assert_eq!(
        Error::missing_field("id").to_string(),
        "missing member: expected a member `id`"
    );
}

#[test]
fn a_redacted_line_holds_nothing_of_the_document() {
    assert_eq!(
        everything().redacted().to_string(),
        "wrong kind of value: expected a string, at $.*[3].* (byte 17)"
    );
    let line = Error::duplicate_key("password").redacted().to_string();
    assert_eq!(line, "duplicate key: expected each key once");
    let fact = Error::wrong_kind("null", Kind::Bool).redacted().to_string();
    assert_eq!(fact, "wrong kind of value: expected null, found a boolean");
}

#[test]
fn what_is_known_first_stays() {
    let error = everything().or_offset(1).or_path(Vec::new);
    assert_eq!(error, everything());
    assert_eq!(error.with_offset(2).offset(), Some(2));
    assert_eq!(everything().clone().steps().map(<[Step]>::len), Some(3));
    assert_eq!(everything().found(), Some("the secret 42"));
    assert_eq!(everything().expectation(), Some("a string"));
    assert_eq!(everything().hint(), Some("quote it"));
    assert_eq!(size_of::<varvel_core::Result>(), size_of::<usize>());
}

/// Returns the report of an error at `offset`.
fn report(input: &[u8], offset: usize) -> String {
    let error = Error::new(ErrorKind::Syntax).with_offset(offset);
    error.report(input).to_string()
}

#[test]
fn a_report_points_at_the_place() {
    assert_eq!(
        everything().report(b"{\"users\": [0,1,42]}").to_string(),
        "wrong kind of value: expected a string, found the secret 42\n\
         \x20 --> line 1, column 18, at $.users[3][\"first name\"]\n\
         1 | {\"users\": [0,1,42]}\n\
         \x20 |                  ^\n\
         hint: quote it"
    );
    assert_eq!(
        Error::out_of_memory().report(b"x").to_string(),
        "out of memory"
    );
}

#[test]
fn a_byte_order_mark_is_neither_counted_nor_shown() {
    let text = "\u{FEFF}ab\u{FEFF}c\nd".as_bytes();
    for (offset, place, excerpt) in [
        (0, "1, column 1", "1 | ab\u{FEFF}c\n  | ^"),
        (2, "1, column 1", "1 | ab\u{FEFF}c\n  | ^"),
        (3, "1, column 1", "1 | ab\u{FEFF}c\n  | ^"),
        (4, "1, column 2", "1 | ab\u{FEFF}c\n  |  ^"),
        (8, "1, column 4", "1 | ab\u{FEFF}c\n  |    ^"),
        (10, "2, column 1", "2 | d\n  | ^"),
    ] {
        let shown = report(text, offset);
        assert!(
            shown.contains(&format!("line {place}\n{excerpt}")),
            "{offset}: {shown}"
        );
    }
    // Inside of a longer text it is a character.
    let error = Error::new(ErrorKind::Syntax).with_offset(4);
    for error in [error.clone(), error.or_line(text)] {
        let inside = error.report(text).within(Some(3), 7);
        assert_eq!(inside.line_column(), Some((3, 3)));
        let shown = inside.to_string();
        assert!(
            shown.contains("\n3 | \u{FEFF}ab\u{FEFF}c\n  |   ^"),
            "{shown}"
        );
    }
}

#[test]
fn lines_end_at_line_feeds_with_or_without_carriage_return() {
    let expected = "invalid syntax\n  --> line 2, column 3\n2 | b x\n  |   ^";
    assert_eq!(report(b"a\nb x\nc", 4), expected);
    assert_eq!(report(b"a\r\nb x\r\nc", 5), expected);
    assert_eq!(
        report(b"a\r\nb\r\n", 4),
        "invalid syntax\n  --> line 2, column 2\n2 | b\n  |  ^"
    );
}

#[test]
fn the_end_of_input_is_a_place() {
    assert_eq!(
        report(b"[1,", 3),
        "invalid syntax\n  --> line 1, column 4\n1 | [1,\n  |    ^"
    );
    assert_eq!(
        report(b"[1,\n", 4),
        "invalid syntax\n  --> line 2, column 1\n2 | \n  | ^"
    );
    assert_eq!(
        report(b"", 0),
        "invalid syntax\n  --> line 1, column 1\n1 | \n  | ^"
    );
    // An offset past the end, from a longer input, means the end.
    assert_eq!(report(b"[1,", 99), report(b"[1,", 3));
}

#[test]
fn tabs_and_control_characters_take_one_column() {
    assert_eq!(
        report(b"\t\x1b[0m x", 6),
        "invalid syntax\n  --> line 1, column 7\n1 |  \u{FFFD}[0m x\n  |       ^"
    );
}

#[test]
fn columns_count_characters_not_bytes() {
    let text = "\"\u{e9}\u{65e5}\u{1f600}\" x".as_bytes();
    assert_eq!(
        report(text, text.len() - 1),
        "invalid syntax\n  --> line 1, column 7\n1 | \"\u{e9}\u{65e5}\u{1f600}\" x\n  |       ^"
    );
}

#[test]
fn bytes_that_are_no_characters_are_shown_as_such() {
    assert_eq!(
        report(b"a\xff\xfeb", 3),
        "invalid syntax\n  --> line 1, column 4\n1 | a\u{FFFD}\u{FFFD}b\n  |    ^"
    );
}

#[test]
fn a_long_line_is_cut_on_both_sides_between_characters() {
    let text = "\u{e9}".repeat(1_000);
    let shown = report(text.as_bytes(), 1_001);
    let line = shown.lines().nth(2).unwrap();
    assert!(line.chars().count() < 70, "{line}");
    assert!(!line.contains('\u{FFFD}'), "{line}");
    assert!(
        shown.starts_with("invalid syntax\n  --> line 1, column 502\n"),
        "{shown}"
    );
    // No character begins near the offset, but the excerpt is still short.
    let shown = report(&[0x80; 100_000], 50_000);
    assert!(shown.len() < 1_000);
}

#[test]
fn the_gutter_is_as_wide_as_the_line_number() {
    let text = "\n".repeat(99) + "x";
    assert_eq!(
        report(text.as_bytes(), 99),
        "invalid syntax\n  --> line 100, column 1\n100 | x\n    | ^"
    );
}

fn key(text: &str) -> Step {
    Step::Key(text.into())
}

#[test]
fn a_hostile_document_makes_no_long_message() {
    let long = "k".repeat(1_000_000);
    let strange = "\u{202e}\0\u{e0001}".repeat(1_000_000);
    let steps: Vec<Step> = (0..100_000)
        .flat_map(|i| [key(&long[..1_000]), Step::Index(i), key(&strange[..1_000])])
        .collect();
    let error = Error::duplicate_key(&long)
        .or_offset(0)
        .or_path(|| [key(&long), key(&strange)].into());
    let deep = Error::wrong_kind("a string", Kind::Null)
        .with_content(&strange)
        .or_offset(0)
        .or_path(|| steps.clone());
    for error in [&error, &deep] {
        for shown in [
            error.to_string(),
            format!("{error:?}"),
            error.redacted().to_string(),
            error.report(b"x").to_string(),
        ] {
            assert!(shown.len() < 4_000, "{shown}");
        }
    }
    assert_eq!(deep.steps(), Some(&steps[..]));
    assert_eq!(error.steps(), Some(&[key(&long), key(&strange)][..]));
}

#[test]
fn a_long_key_is_shown_without_its_middle() {
    let text = "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let exact = &text[..40];
    assert_eq!(Path::new(&[key(exact)]).to_string(), format!("$.{exact}"));
    assert_eq!(
        Path::new(&[key(&text[..41])]).to_string(),
        "$.abcdefghijklmnopqrstuvwx…_ABCDEFGHIJKLMN"
    );
    let spaced = "größe ".repeat(20);
    let shown = r#""größe größe größe größe …ße größe größe ""#;
    assert_eq!(Quoted(&spaced).to_string(), shown);
    assert_eq!(
        Path::new(&[key(&spaced)]).to_string(),
        format!("$[{shown}]")
    );
    assert_eq!(
        Error::duplicate_key(text).found(),
        Some("\"abcdefghijklmnopqrstuvwx…LMNOPQRSTUVWXYZ\" again")
    );
}

#[test]
fn a_long_path_is_shown_without_its_middle() {
    let steps: Vec<Step> = (0..13).map(Step::Index).collect();
    assert_eq!(
        Path::new(&steps[..12]).to_string(),
        "$[0][1][2][3][4][5][6][7][8][9][10][11]"
    );
    assert_eq!(
        Path::new(&steps).to_string(),
        "$[0][1][2][3][4][5][6]…[9][10][11][12]"
    );
    let error = Error::new(ErrorKind::NotFound).or_path(|| steps);
    assert_eq!(
        error.redacted().to_string(),
        "not found, at $[0][1][2][3][4][5][6]…[9][10][11][12]"
    );
}

#[test]
fn keys_are_quoted_as_json_quotes_them() {
    let shown = |text: &str| Path::new(&[key(text)]).to_string();
    assert_eq!(shown("größe_1"), "$.größe_1");
    assert_eq!(shown(""), r#"$[""]"#);
    assert_eq!(shown("1a"), r#"$["1a"]"#);
    assert_eq!(shown("it's \"so\" \\"), r#"$["it's \"so\" \\"]"#);
    assert_eq!(shown("\n\r\t\0\u{7f}"), r#"$["\n\r\t\u0000\u007f"]"#);
    // Characters that cannot be seen, or change their neighbours, are escaped.
    assert_eq!(shown("e\u{301}"), r#"$["e\u0301"]"#);
    assert_eq!(shown("\u{202e}\u{200b}"), r#"$["\u202e\u200b"]"#);
    assert_eq!(shown("\u{e0001}"), r#"$["\udb40\udc01"]"#);
}

#[test]
fn what_is_quoted_of_a_document_is_cut() {
    let error = |text: &str| Error::new(ErrorKind::Syntax).with_content(text);
    let text = "ä".repeat(201);
    assert_eq!(error(&text[..400]).found(), Some(&text[..400]));
    let cut = format!("{}…", &text[..400]);
    assert_eq!(error(&text).found(), Some(&*cut));
}

#[test]
fn a_report_does_not_steer_the_terminal() {
    let text = "\u{202e}\u{9b} x";
    assert_eq!(
        report(text.as_bytes(), 6),
        "invalid syntax\n  --> line 1, column 4\n1 | \u{FFFD}\u{FFFD} x\n  |    ^"
    );
}
