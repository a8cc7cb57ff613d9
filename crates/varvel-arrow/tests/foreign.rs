//! Files that other programs wrote.

#![cfg(feature = "parquet")]

mod reading;

use std::fs;

use reading::{files, lines, open, value};
use varvel::json;
use varvel_arrow::{FileKind, Kind, Projection, RowOptions, Rows};

#[test]
fn every_type_of_others_is_read() {
    let mut read = 0;
    for path in files() {
        let Ok(expected) = fs::read_to_string(format!("{}.ndjson", path.display())) else {
            continue;
        };
        let mut reader = open(fs::read(&path).unwrap()).unwrap();
        let found = lines(&mut reader).unwrap();
        let expected: Vec<&str> = expected.lines().collect();
        assert_eq!(found.len(), expected.len(), "{}", path.display());
        assert_eq!(reader.rows(), expected.len() as u64);
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(value(found), value(expected), "{}", path.display());
        }
        read += 1;
    }
    assert!(read >= 20, "{read} files");
}

#[test]
fn each_row_is_found_by_its_number() {
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        let mut reader = open(bytes).unwrap();
        let Ok(all) = lines(&mut reader) else {
            continue;
        };
        for number in (0..all.len()).rev() {
            assert!(reader.seek(number as u64).unwrap());
            assert_eq!(
                lines(&mut reader).unwrap(),
                all[number..],
                "{}",
                path.display()
            );
        }
        assert!(!reader.seek(all.len() as u64).unwrap());
        assert!(lines(&mut reader).unwrap().is_empty());
    }
}

#[test]
fn errors_have_the_path_of_the_value() {
    let path = files()
        .into_iter()
        .find(|path| path.ends_with("duckdb_types.parquet"));
    let mut reader = open(fs::read(path.unwrap()).unwrap()).unwrap();
    let batch = reader.next_batch().unwrap().unwrap();
    let rows = Rows::new(&batch, RowOptions::default()).unwrap();
    // JSON has no bytes.
    let error = json::to_string(&rows.row(0)).unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$.b", "{error}");
    assert!(json::to_string(&rows.row(1)).is_ok());
}

#[test]
fn times_of_96_bits_never_wrap_around() {
    let path = files()
        .into_iter()
        .find(|path| path.ends_with("pyarrow_int96_far.parquet"));
    let mut reader = open(fs::read(path.unwrap()).unwrap()).unwrap();
    let error = lines(&mut reader).unwrap_err();
    assert_eq!(error.kind(), varvel::ErrorKind::NumberOutOfRange, "{error}");
}

#[test]
fn wanted_columns_alone_are_read() {
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        let mut reader = open(bytes.clone()).unwrap();
        let Ok(all) = lines(&mut reader) else {
            continue;
        };
        let names: Vec<_> = reader
            .schema()
            .fields()
            .iter()
            .map(|it| it.name().clone())
            .collect();
        for name in names {
            let mut reader = open(bytes.clone()).unwrap();
            reader
                .project(&Projection::new([name.as_str()]).unwrap())
                .unwrap();
            assert_eq!(reader.schema().fields().len(), 1);
            let found = lines(&mut reader).unwrap();
            assert_eq!(found.len(), all.len());
            for (found, all) in found.iter().zip(&all) {
                let (found, all) = (value(found), value(all));
                assert_eq!(found.len(), 1);
                assert_eq!(
                    found[name.as_str()],
                    all[name.as_str()],
                    "{}",
                    path.display()
                );
            }
        }
        let error = reader
            .project(&Projection::new(["nope"]).unwrap())
            .unwrap_err();
        assert_eq!(error.kind(), varvel::ErrorKind::NotFound);
    }
}

#[test]
fn the_first_bytes_tell_the_kind() {
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        let kind = FileKind::of(&bytes[..16]).unwrap();
        let (expected, table) = match path.extension().and_then(|it| it.to_str()) {
            Some("parquet") => (FileKind::Parquet, Kind::Parquet),
            Some("arrows") => (FileKind::ArrowStream, Kind::ArrowStream),
            _ => (FileKind::Arrow, Kind::Arrow),
        };
        assert_eq!(kind, expected);
        assert_eq!(open(bytes).unwrap().kind(), table);
    }
    for (head, kind) in [(&b"PARE"[..], "encrypted"), (b"FEA1", "Feather")] {
        let error = open(head.to_vec()).unwrap_err();
        assert!(error.to_string().contains(kind), "{error}");
    }
    for bytes in [&b""[..], b"{}", b"PAR1", b"ARROW1", &[0xFF; 64]] {
        assert!(open(bytes.to_vec()).is_err());
    }
}
