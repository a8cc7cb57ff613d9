//! Golden tests of messages: each `errors/*.fbs` against its `.txt`. With `VARVEL_BLESS` set the
//! texts are written anew.

use std::fs;
use std::path::Path;

use varvel_fbs::{Disk, MemoryFiles, ProblemKind, parse, parse_text};

#[test]
fn each_kind_of_mistake_has_its_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/errors");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| Some(name.strip_suffix(".fbs")?.to_owned()))
        .collect();
    names.sort();
    assert_eq!(names.len(), 15);
    for name in names {
        let file = format!("{name}.fbs");
        let files = MemoryFiles::default()
            .with(&file, fs::read_to_string(folder.join(&file)).unwrap())
            .with("late.fbs", "");
        let shown = parse(&file, &files).unwrap_err().to_string();
        let golden = folder.join(format!("{name}.txt"));
        if std::env::var_os("VARVEL_BLESS").is_some() {
            fs::write(&golden, &shown).unwrap();
        }
        assert_eq!(fs::read_to_string(&golden).unwrap(), shown, "{name}");
    }
}

#[test]
fn problems_say_where_they_are() {
    let problems = parse_text("table T {\n  äöü\n  a: Strin;\n}").unwrap_err();
    let problem = problems.iter().last().unwrap();
    assert_eq!(problem.kind, ProblemKind::UnknownType);
    assert_eq!(problems.line_column(problem.place.unwrap()), Some((3, 6)));
    assert_eq!(
        problems.file_name(problem.place.unwrap().file),
        Some("schema.fbs")
    );
    assert_eq!(problem.hint.as_deref(), Some("did you mean `string`?"));
}

#[test]
fn a_byte_order_mark_has_no_column() {
    for (text, place, excerpt) in [
        (
            "\u{FEFF}table T { a: Strin; }",
            (1, 14),
            ":1:14\n1 | table T { a: Strin; }\n  |              ^^^^^",
        ),
        (
            "\u{FEFF}table T {\n a: Strin; }",
            (2, 5),
            ":2:5\n2 |  a: Strin; }\n  |     ^^^^^",
        ),
        ("\u{FEFF}?", (1, 1), ":1:1\n1 | ?\n  | ^"),
    ] {
        let problems = parse_text(text).unwrap_err();
        let problem = problems.iter().next().unwrap();
        assert_eq!(problems.line_column(problem.place.unwrap()), Some(place));
        let shown = problems.to_string();
        assert!(shown.contains(excerpt), "{shown}");
    }
}

#[test]
fn no_more_than_a_hundred_are_kept() {
    let text = "table T { a: Nothing; }\n".repeat(300);
    let problems = parse_text(&text).unwrap_err();
    assert_eq!(problems.iter().len(), 100);
    assert!(
        problems
            .to_string()
            .ends_with("\nand more: the first 100 are shown\n")
    );
}

#[test]
fn what_is_no_text_is_refused_where_it_begins() {
    struct Bytes;
    impl varvel_fbs::Files for Bytes {
        fn find(&self, name: &str, _: Option<&str>) -> Option<varvel_fbs::Located> {
            Some(varvel_fbs::Located {
                path: name.into(),
                identity: name.into(),
            })
        }
        fn read(&self, _: &varvel_fbs::Located) -> Result<Vec<u8>, String> {
            Ok(b"table T {\n\xFF".to_vec())
        }
    }
    let shown = parse("a.fbs", &Bytes).unwrap_err().to_string();
    assert!(
        shown.starts_with("error: here the text is no longer UTF-8\n  --> a.fbs:2:1\n"),
        "{shown}"
    );
}

#[test]
fn a_text_may_end_anywhere() {
    let sample = include_str!("sample.fbs");
    let ends = sample.char_indices().map(|(at, _)| at);
    for end in ends {
        for more in ["", "\\", "\"", "\"\\", "'\\x4", "\"\\uD83", "\"é\\é"] {
            let text = format!("{}{more}", &sample[..end]);
            if let Err(problems) = parse_text(&text) {
                assert!(problems.to_string().starts_with("error: "), "{text}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_no_schema() {
    let problems = parse("/dev/zero", &Disk::default()).unwrap_err();
    let first = problems.iter().next().expect("a problem");
    assert_eq!(first.kind, ProblemKind::File);
    assert!(
        first.message.contains("longer than 64 MiB"),
        "{}",
        first.message
    );
}
