//! `spec/vectors/INDEX.json`: the vectors as a table for readers in other languages, and the lines
//! that the tests of C read in place of it. `VARVEL_BLESS=1` writes both anew; else they are
//! compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use varvel_core::{Encode, Error, ErrorKind, Kind, Limits, Result, Sink};
use varvel_frozen::{Frozen, Stream, View};
use varvel_json::{WriteOptions, Writer};

/// A text is part of the table up to so many bytes. Longer ones are in files.
const SHORT: usize = 400;
/// So many look-ups are listed of one vector.
const LOOKUPS: usize = 12;

/// One vector.
enum Verdict {
    /// Readers take it.
    Valid {
        /// The value as text, or the file with it.
        text: Text,
        /// The value as JSON, unless JSON has no such value or the text is long.
        json: Option<String>,
        /// Pointers with the text of what they lead to, if to anything.
        lookups: Vec<(String, Option<String>)>,
        /// Members of each item of an array, as text.
        columns: Vec<Column>,
    },
    /// Readers refuse it.
    Invalid {
        kind: ErrorKind,
        offset: usize,
        reason: String,
    },
}

enum Text {
    Inline(String),
    File(String),
}

struct Column {
    pointer: String,
    key: String,
    values: Vec<Option<String>>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/vectors")
}

/// The names of the vectors in a folder, with it, in order.
fn vectors(dir: &str) -> Vec<String> {
    let files = fs::read_dir(folder().join(dir)).unwrap();
    let mut names: Vec<String> = files
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".varvel"))
        .map(|name| format!("{dir}/{name}"))
        .collect();
    names.sort();
    names
}

/// The reasons of a folder of hostile vectors, by the file.
fn reasons(dir: &str) -> BTreeMap<String, String> {
    let table = fs::read_to_string(folder().join(dir).join("reasons.tsv")).unwrap();
    table
        .lines()
        .skip(1)
        .map(|line| {
            let (file, _) = line.split_once('\t').unwrap();
            let (_, reason) = line.rsplit_once('\t').unwrap();
            (format!("{dir}/{file}"), reason.to_owned())
        })
        .collect()
}

fn text_of(view: View<'_>) -> String {
    format!("{view:?}")
}

fn json_of(view: View<'_>) -> Option<String> {
    let mut writer = Writer::new(WriteOptions::compact());
    view.encode(&mut writer, &()).ok()?;
    let json = String::from_utf8(writer.finish().ok()?).ok()?;
    (json.len() <= SHORT).then_some(json)
}

/// A token of a pointer.
fn token(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// The values that a pointer reaches in one step.
fn children<'a>(view: View<'a>) -> Vec<(String, View<'a>)> {
    match view.kind() {
        Kind::Array => (view.items().enumerate())
            .map(|(i, item)| (format!("/{i}"), item))
            .collect(),
        Kind::Object => (view.entries())
            .map(|(key, value)| (token(key), value))
            .collect(),
        _ => Vec::new(),
    }
}

/// Pointers into a document: its first values, level by level, and ways that lead nowhere.
fn lookups(root: View<'_>) -> Vec<(String, Option<String>)> {
    let mut found = vec![(String::new(), root)];
    let mut next = 0;
    while next < found.len() && found.len() < LOOKUPS {
        let (at, view) = found[next].clone();
        let inside = children(view).into_iter();
        found.extend(inside.map(|(token, value)| (format!("{at}{token}"), value)));
        next += 1;
    }
    found.truncate(LOOKUPS);
    let mut lookups: Vec<(String, Option<String>)> = found
        .iter()
        .map(|(pointer, view)| (pointer.clone(), Some(text_of(*view))))
        .filter(|(_, text)| text.as_ref().is_some_and(|text| text.len() <= SHORT))
        .collect();
    for missing in ["/no such key", &format!("/{}", root.len()), "/00"] {
        lookups.push((missing.to_owned(), None));
    }
    for (pointer, text) in &lookups {
        assert_eq!(root.pointer(pointer).map(text_of), *text, "{pointer}");
    }
    lookups
}

/// The columns of an array of objects, and of arrays in it.
fn columns(at: &str, view: View<'_>, columns_of: &mut Vec<Column>) {
    let Some(first) = view.items().find(View::is_object) else {
        return;
    };
    let keys = first.keys().map(str::to_owned);
    for key in keys.chain(["no such key".to_owned()]).take(4) {
        let values = view.column(key.as_str());
        columns_of.push(Column {
            pointer: at.to_owned(),
            values: values.map(|value| value.map(text_of)).collect(),
            key,
        });
    }
}

fn valid(name: &str, view: View<'_>) -> Verdict {
    let text = text_of(view);
    let text = match text.len() <= SHORT {
        true => Text::Inline(text),
        false => Text::File(name.replace(".varvel", ".txt")),
    };
    let mut found = Vec::new();
    columns("", view, &mut found);
    Verdict::Valid {
        text,
        json: json_of(view),
        lookups: lookups(view),
        columns: found,
    }
}

fn invalid(error: &Error, reason: &str) -> Verdict {
    Verdict::Invalid {
        kind: error.kind(),
        offset: error.offset().unwrap(),
        reason: reason.to_owned(),
    }
}

fn look(bytes: &[u8]) -> Result {
    Stream::open(bytes, Limits::DEFAULT)?.validate_all()
}

/// Every vector by its name.
fn table() -> Vec<(String, Verdict)> {
    let mut table = Vec::new();
    for dir in ["good", "canonical", "hostile"] {
        let reasons = match dir {
            "hostile" => reasons(dir),
            _ => BTreeMap::new(),
        };
        for name in vectors(dir) {
            let bytes = fs::read(folder().join(&name)).unwrap();
            let verdict = match Frozen::validate(&bytes) {
                Ok(view) => valid(&name.replace("canonical/", "good/"), view),
                Err(error) => invalid(&error, &reasons[&name]),
            };
            assert_eq!(matches!(verdict, Verdict::Valid { .. }), dir != "hostile");
            table.push((name, verdict));
        }
    }
    for name in vectors("stream-good") {
        let bytes = fs::read(folder().join(&name)).unwrap();
        look(&bytes).unwrap();
        let text = Text::File(name.replace(".varvel", ".txt"));
        let verdict = Verdict::Valid {
            text,
            json: None,
            lookups: Vec::new(),
            columns: Vec::new(),
        };
        table.push((name, verdict));
    }
    let reasons = reasons("stream-hostile");
    for name in vectors("stream-hostile") {
        let bytes = fs::read(folder().join(&name)).unwrap();
        let error = look(&bytes).unwrap_err();
        let verdict = invalid(&error, &reasons[&name]);
        table.push((name, verdict));
    }
    table
}

fn string(writer: &mut Writer, key: &str, text: &str) -> Result {
    writer.key(key.into())?;
    writer.str(text.into())
}

fn maybe(writer: &mut Writer, text: Option<&str>) -> Result {
    match text {
        Some(text) => writer.str(text.into()),
        None => writer.null(),
    }
}

fn write_valid(writer: &mut Writer, verdict: &Verdict) -> Result {
    let Verdict::Valid {
        text,
        json,
        lookups,
        columns,
    } = verdict
    else {
        return Ok(());
    };
    match text {
        Text::Inline(text) => string(writer, "text", text)?,
        Text::File(file) => string(writer, "text_file", file)?,
    }
    if let Some(json) = json {
        string(writer, "json", json)?;
    }
    if !lookups.is_empty() {
        writer.key("lookups".into())?;
        writer.begin_map(None)?;
        for (pointer, text) in lookups {
            writer.key(pointer.as_str().into())?;
            maybe(writer, text.as_deref())?;
        }
        writer.end_map()?;
    }
    if !columns.is_empty() {
        writer.key("columns".into())?;
        writer.begin_array(None)?;
        for column in columns {
            writer.begin_map(None)?;
            string(writer, "pointer", &column.pointer)?;
            string(writer, "key", &column.key)?;
            writer.key("values".into())?;
            writer.begin_array(None)?;
            for value in &column.values {
                maybe(writer, value.as_deref())?;
            }
            writer.end_array()?;
            writer.end_map()?;
        }
        writer.end_array()?;
    }
    Ok(())
}

/// The table as JSON.
fn to_json(table: &[(String, Verdict)]) -> Result<Vec<u8>> {
    let mut writer = Writer::new(WriteOptions::pretty());
    writer.begin_map(None)?;
    writer.key("version".into())?;
    writer.i64(0)?;
    writer.key("vectors".into())?;
    writer.begin_array(None)?;
    for (name, verdict) in table {
        writer.begin_map(None)?;
        string(&mut writer, "file", name)?;
        match verdict {
            Verdict::Valid { .. } => {
                string(&mut writer, "verdict", "valid")?;
                write_valid(&mut writer, verdict)?;
            }
            Verdict::Invalid {
                kind,
                offset,
                reason,
            } => {
                string(&mut writer, "verdict", "invalid")?;
                string(&mut writer, "reason", reason)?;
                string(&mut writer, "kind", &format!("{kind:?}"))?;
                writer.key("kind_number".into())?;
                writer.u64(u64::from(kind.number()))?;
                writer.key("offset".into())?;
                writer.u64(*offset as u64)?;
            }
        }
        writer.end_map()?;
    }
    writer.end_array()?;
    writer.end_map()?;
    let mut json = writer.finish()?;
    json.push(b'\n');
    Ok(json)
}

/// The table as lines of fields between tabs, the file and what is said of it first. No text of a
/// vector has a tab or the end of a line in it: they are escaped.
fn to_lines(table: &[(String, Verdict)]) -> String {
    let mut lines = String::new();
    let mut line = |fields: &[&str]| {
        assert!(!fields.iter().any(|field| field.contains(['\t', '\n'])));
        writeln!(lines, "{}", fields.join("\t")).unwrap();
    };
    for (name, verdict) in table {
        match verdict {
            Verdict::Invalid { kind, .. } => line(&[name, "invalid", &kind.number().to_string()]),
            Verdict::Valid {
                text,
                json,
                lookups,
                columns,
            } => {
                match text {
                    Text::Inline(text) => line(&[name, "text", text]),
                    // Only the good ones have a file that is right to the letter.
                    Text::File(file) if !name.starts_with("canonical/") => {
                        line(&[name, "text_file", file]);
                    }
                    Text::File(_) => line(&[name, "valid"]),
                }
                if let Some(json) = json {
                    line(&[name, "json", json]);
                }
                for (pointer, text) in lookups {
                    match text {
                        Some(text) => line(&[name, "pointer", pointer, text]),
                        None => line(&[name, "no_pointer", pointer]),
                    }
                }
                for column in columns {
                    let values: Vec<&str> = (column.values.iter())
                        .map(|value| value.as_deref().unwrap_or("-"))
                        .collect();
                    line(&[name, "column", &column.key, &values.join("; ")]);
                }
            }
        }
    }
    lines
}

/// Writes a file, or compares it.
fn settle(path: &Path, bytes: &[u8]) {
    if std::env::var_os("VARVEL_BLESS").is_some() {
        fs::write(path, bytes).unwrap();
        return;
    }
    let kept = fs::read(path).unwrap_or_default();
    assert!(
        kept == bytes,
        "{} differs; if that is meant: VARVEL_BLESS=1",
        path.display()
    );
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn the_index_lists_every_vector() {
    let table = table();
    assert!(table.len() > 300, "{}", table.len());
    settle(&folder().join("INDEX.json"), &to_json(&table).unwrap());
    let lines = folder().join("../../bindings/c/frozen/tests/vectors.tsv");
    settle(&lines, to_lines(&table).as_bytes());
}
