//! Documents through a file, and what came back.

use varvel::records::{BadRecord, Failure, Format, Options, Watch};
use varvel::{ErrorKind, Kind as NodeKind, Result, Value};
use varvel_arrow::{Columns, Conflicts, FileWriter, Kind, arrow_schema, batches, infer};

use super::{lines, open, value};

/// Writes lines as a file. Also returns the numbers of the lines that are set aside.
///
/// # Errors
/// Rows without columns, which Parquet does not have.
pub fn file(input: &[u8], kind: Kind, conflicts: Conflicts) -> Result<(Vec<u8>, Vec<u64>)> {
    let (from, options) = (Format::Ndjson, Options::default());
    let mut lines = Vec::new();
    let mut ignored = |_: &BadRecord<'_>| Ok(());
    let aside = Watch {
        bad: Some(&mut ignored),
        progress: None,
    };
    let inferred = infer(input, from, None, &options, aside).unwrap();
    let schema = arrow_schema(&inferred, conflicts, true).unwrap();
    let mut writer = FileWriter::new(Vec::new(), kind, &schema).unwrap();
    let mut bad = |record: &BadRecord<'_>| {
        lines.push(record.number);
        Ok(())
    };
    let aside = Watch {
        bad: Some(&mut bad),
        progress: None,
    };
    let columns = || Columns::new(schema.clone());
    let mut each = |batch| writer.write(&batch);
    match batches(input, from, &columns, &options, aside, &mut each) {
        Ok(_) => Ok((writer.finish().unwrap(), lines)),
        Err(Failure::Input(error)) if schema.fields().is_empty() => Err(error),
        Err(failure) => panic!("{failure}"),
    }
}

/// Checks that the lines which are not set aside come back from files of all kinds as they were.
#[track_caller]
pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let all = || text.trim_start_matches('\u{FEFF}').split('\n').zip(1..);
    for kind in [Kind::Parquet, Kind::Arrow] {
        for conflicts in [Conflicts::Text, Conflicts::Variant] {
            let (bytes, bad) = match file(input, kind, conflicts) {
                Ok(written) => written,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
                    assert_eq!(kind, Kind::Parquet);
                    continue;
                }
            };
            let good =
                all().filter(|(line, number)| !line.trim().is_empty() && !bad.contains(number));
            let expected: Vec<Value> = good.map(|(line, _)| value(line)).collect();
            let mut reader = open(bytes).unwrap();
            let found = lines(&mut reader).unwrap();
            assert_eq!(found.len(), expected.len(), "{kind:?} {conflicts:?}");
            for (found, expected) in found.iter().zip(&expected) {
                let found = value(found);
                assert!(
                    same(&found, expected),
                    "{kind:?} {conflicts:?}\n{found}\n{expected}"
                );
            }
        }
    }
}

/// Returns whether values are the same for a column: it does not tell null from missing, and has
/// one type of numbers.
fn same(a: &Value, b: &Value) -> bool {
    match (a.kind(), b.kind()) {
        (NodeKind::Object, NodeKind::Object) => {
            // Members of both are compared once: twice would be exponential in the depth.
            let mut of_a = a.entries();
            let mut of_b = b.entries();
            of_a.all(|(key, value)| {
                let other = b.get(key).map(|other| other.to_value());
                same(&value.to_value(), &other.unwrap_or_default())
            }) && of_b.all(|(key, value)| a.get(key).is_some() || value.is_null())
        }
        (NodeKind::Array, NodeKind::Array) => {
            a.len() == b.len() && (0..a.len()).all(|index| same(&a[index], &b[index]))
        }
        _ => a == b || a.as_f64().is_some() && a.as_f64() == b.as_f64(),
    }
}
