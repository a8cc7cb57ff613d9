//! `spec/vectors/INDEX.json`: the vectors as a table for readers in other languages. The tests of C
//! read the same table as lines, without a parser of JSON. `UPDATE_VECTORS=1` writes both anew;
//! otherwise they are compared.

#![cfg(feature = "std")]

use std::fmt::Write as _;

use varvel_core::{Encode, Error, ErrorKind, Kind, Limits, Result, Sink};
use varvel_frozen::{Freeze, Frozen, Stream, View};
use varvel_json::{WriteOptions, Writer};

use crate::vectors::settle;
use crate::{good, hostile, stream};

/// The table holds texts of at most this many bytes. Longer ones are in files.
const SHORT: usize = 400;
/// The most pointers that are listed for one vector and lead to a value.
const LOOKUPS: usize = 12;

/// The verdict of a reader on a vector.
enum Verdict {
    Valid(Reading),
    Invalid {
        kind: ErrorKind,
        offset: usize,
        reason: &'static str,
    },
}

/// The values that a reader finds in a valid vector.
struct Reading {
    /// The whole value.
    text: Text,
    /// The value as JSON, unless JSON has no such value or the text is long.
    json: Option<String>,
    /// Pointers, each with the text of the value that it leads to, if there is one.
    lookups: Vec<(String, Option<String>)>,
    /// Members of each item of an array.
    columns: Vec<Column>,
}

enum Text {
    Inline(String),
    /// The name of a file in `spec/vectors`.
    File(String),
}

struct Column {
    key: String,
    /// For each item the text of its member, if it has one.
    values: Vec<Option<String>>,
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

/// Returns a key as a token of a pointer.
fn token(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// Returns the values that a pointer reaches in one step, with their tokens.
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

/// Pointers into a document: to its first values, level by level, and some that lead to nothing.
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

/// The columns of an array of objects: of the first keys of its first object, and of a missing one.
fn columns(view: View<'_>) -> Vec<Column> {
    let Some(first) = view.items().find(View::is_object) else {
        return Vec::new();
    };
    let keys = first.keys().map(str::to_owned);
    keys.chain(["no such key".to_owned()])
        .take(4)
        .map(|key| Column {
            values: view
                .column(key.as_str())
                .map(|value| value.map(text_of))
                .collect(),
            key,
        })
        .collect()
}

/// Reads a buffer. The file `name` holds the text `in_file`, in case the text is long.
fn valid(view: View<'_>, name: &str, in_file: &str) -> Verdict {
    let text = text_of(view);
    let text = match text.len() <= SHORT {
        true => Text::Inline(text),
        false => {
            assert_eq!(text, in_file, "{name}");
            Text::File(name.to_owned())
        }
    };
    Verdict::Valid(Reading {
        text,
        json: json_of(view),
        lookups: lookups(view),
        columns: columns(view),
    })
}

fn invalid(error: &Error, reason: &'static str) -> Verdict {
    Verdict::Invalid {
        kind: error.kind(),
        offset: error.offset().unwrap(),
        reason,
    }
}

fn look(bytes: &[u8]) -> Result {
    Stream::open(bytes, Limits::DEFAULT)?.validate_all()
}

/// The verdict on every vector, by its name.
fn table() -> Vec<(String, Verdict)> {
    let (mut good, mut canonical) = (Vec::new(), Vec::new());
    for (name, bytes) in good::good() {
        let view = Frozen::validate(bytes).unwrap();
        let (text, file) = (text_of(view), format!("v1/good/{name}.txt"));
        good.push((format!("v1/good/{name}.varvel"), valid(view, &file, &text)));
        let frozen = Freeze::canonical().freeze_view(view).unwrap();
        let verdict = valid(frozen.view(), &file, &text);
        canonical.push((format!("v1/canonical/{name}.varvel"), verdict));
    }
    let hostile = hostile::hostile().into_iter().map(|vector| {
        let error = Frozen::validate(&vector.bytes).unwrap_err();
        let file = format!("v1/hostile/{}.varvel", vector.name);
        (file, invalid(&error, vector.reason))
    });
    let streams = stream::vectors::good().into_iter().map(|(name, bytes)| {
        look(&bytes).unwrap();
        let reading = Reading {
            text: Text::File(format!("v1/stream-good/{name}.txt")),
            json: None,
            lookups: Vec::new(),
            columns: Vec::new(),
        };
        let file = format!("v1/stream-good/{name}.varvel");
        (file, Verdict::Valid(reading))
    });
    let hostile_streams = stream::vectors::hostile().into_iter().map(|vector| {
        let error = look(&vector.bytes).unwrap_err();
        let file = format!("v1/stream-hostile/{}.varvel", vector.name);
        (file, invalid(&error, vector.reason))
    });
    let folders = [
        good,
        canonical,
        hostile.collect(),
        streams.collect(),
        hostile_streams.collect(),
    ];
    let mut table = Vec::new();
    for mut folder in folders {
        folder.sort_by(|(a, _), (b, _)| a.cmp(b));
        table.extend(folder);
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

fn write_reading(writer: &mut Writer, reading: &Reading) -> Result {
    match &reading.text {
        Text::Inline(text) => string(writer, "text", text)?,
        Text::File(file) => string(writer, "text_file", file)?,
    }
    if let Some(json) = &reading.json {
        string(writer, "json", json)?;
    }
    if !reading.lookups.is_empty() {
        writer.key("lookups".into())?;
        writer.begin_map(None)?;
        for (pointer, text) in &reading.lookups {
            writer.key(pointer.as_str().into())?;
            maybe(writer, text.as_deref())?;
        }
        writer.end_map()?;
    }
    if !reading.columns.is_empty() {
        writer.key("columns".into())?;
        writer.begin_array(None)?;
        for column in &reading.columns {
            writer.begin_map(None)?;
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
    writer.i64(1)?;
    writer.key("vectors".into())?;
    writer.begin_array(None)?;
    for (name, verdict) in table {
        writer.begin_map(None)?;
        string(&mut writer, "file", name)?;
        match verdict {
            Verdict::Valid(reading) => {
                string(&mut writer, "verdict", "valid")?;
                write_reading(&mut writer, reading)?;
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

/// The table as lines of fields with tabs between them. The first field is the file, the second the
/// kind of statement about it. No text of a vector has a tab or the end of a line in it: they are
/// escaped.
fn to_lines(table: &[(String, Verdict)]) -> String {
    let mut lines = String::new();
    let mut line = |fields: &[&str]| {
        assert!(!fields.iter().any(|field| field.contains(['\t', '\n'])));
        writeln!(lines, "{}", fields.join("\t")).unwrap();
    };
    for (name, verdict) in table {
        let reading = match verdict {
            Verdict::Valid(reading) => reading,
            Verdict::Invalid { kind, .. } => {
                line(&[name, "invalid", &kind.number().to_string()]);
                continue;
            }
        };
        match &reading.text {
            Text::Inline(text) => line(&[name, "text", text]),
            Text::File(file) => line(&[name, "text_file", file]),
        }
        if let Some(json) = &reading.json {
            line(&[name, "json", json]);
        }
        for (pointer, text) in &reading.lookups {
            match text {
                Some(text) => line(&[name, "pointer", pointer, text]),
                None => line(&[name, "no_pointer", pointer]),
            }
        }
        for column in &reading.columns {
            let values: Vec<&str> = (column.values.iter())
                .map(|value| value.as_deref().unwrap_or("-"))
                .collect();
            line(&[name, "column", &column.key, &values.join("; ")]);
        }
    }
    lines
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn the_index_lists_all_vectors() {
    let table = table();
    assert!(table.len() > 300, "{}", table.len());
    settle("../INDEX.json", &to_json(&table).unwrap());
    let lines = "../../../bindings/c/frozen/tests/vectors.tsv";
    settle(lines, to_lines(&table).as_bytes());
    note(&table);
}

/// Notes where `VARVEL_CONFORMANCE` names a folder that all rows are right, for `cargo xtask
/// conformance`: the table was just compared.
fn note(table: &[(String, Verdict)]) {
    let Some(folder) = std::env::var_os("VARVEL_CONFORMANCE") else {
        return;
    };
    let mut out = String::new();
    for (name, _) in table {
        let _ = writeln!(
            out,
            r#"{{"language":"rust","set":"frozen","case":"{name}","result":"right"}}"#
        );
    }
    let file = std::path::Path::new(&folder).join("rust-frozen.jsonl");
    std::fs::write(file, out).unwrap();
}
