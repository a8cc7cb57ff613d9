//! Damaged files: whatever the bytes are, there is a value or an error, in bounded memory.

#![cfg(feature = "parquet")]

mod reading;

use std::fs;
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use arrow_array::{ArrayRef, Int64Array, NullArray, RecordBatch};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{WriterProperties, WriterVersion};
use varvel::ErrorKind;

use reading::{files, lines, open};

/// Keeps quiet about panics that become errors.
fn quiet() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !varvel_arrow::is_guarded() {
            hook(info);
        }
    }));
}

/// Returns for how long the processor has worked for this thread, to a hundredth of a second, and
/// nothing where the system does not tell. A clock would also count what else runs.
fn worked() -> Duration {
    let stat = fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    // Fields 14 and 15 of proc_pid_stat(5): of the program, and of the system for it.
    let times = fields.split_whitespace().skip(11).take(2);
    let hundredths: u32 = times.filter_map(|field| field.parse::<u32>().ok()).sum();
    Duration::from_millis(10) * hundredths
}

/// Reads all rows. Returns whether that went well.
fn read(bytes: Vec<u8>) -> bool {
    open(bytes)
        .and_then(|mut reader| lines(&mut reader))
        .is_ok()
}

#[test]
fn files_that_are_cut_off_are_errors() {
    quiet();
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        for part in 0..200 {
            let cut = bytes[..bytes.len() * part / 200].to_vec();
            let went_well = read(cut);
            // A stream may end behind any message.
            let stream = path.extension().is_some_and(|it| it == "arrows");
            assert!(!went_well || stream, "{} {part}", path.display());
        }
    }
}

#[test]
fn files_with_changed_bits_are_values_or_errors() {
    quiet();
    let mut random = 1_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let begun = worked();
    let mut bad = 0;
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        let rounds = std::env::var("VARVEL_MUTANTS").map_or(200, |it| it.parse().unwrap());
        for round in 0..rounds {
            let mut changed = bytes.clone();
            for _ in 0..=next(3) {
                // Metadata is at the end, and matters most.
                let at = match next(2) {
                    0 => next(changed.len()),
                    _ => changed.len() - 1 - next(changed.len().min(800)),
                };
                match next(3) {
                    0 => changed[at] ^= 1 << next(8),
                    1 => changed[at] = [0, 0x7F, 0x80, 0xFF][next(4)],
                    _ => changed[at] = next(256) as u8,
                }
            }
            let before = worked();
            bad += usize::from(!read(changed));
            let took = worked() - before;
            let most = Duration::from_secs(5);
            assert!(took <= most, "{} {round} took {took:?}", path.display());
        }
    }
    assert!(bad > 100, "{bad} bad files in {:?}", worked() - begun);
}

/// Replaces bytes of the footer of a Parquet file by as many others.
fn with_footer(mut file: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    let len = file.len();
    let size = u32::from_le_bytes(*file[len - 8..].first_chunk().unwrap()) as usize;
    let footer = &mut file[len - 8 - size..len - 8];
    let places: Vec<_> = (0..size - from.len())
        .filter(|&at| footer[at..].starts_with(from))
        .collect();
    assert!(!places.is_empty());
    for at in places {
        footer[at..at + to.len()].copy_from_slice(to);
    }
    file
}

#[test]
fn a_footer_that_tells_other_rows_is_an_error() {
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..3001));
    let batch = RecordBatch::try_from_iter([("id", ids)]).unwrap();
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        let properties = WriterProperties::builder()
            .set_writer_version(version)
            .build();
        let mut writer =
            ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        let file = writer.into_inner().unwrap();
        let whole = open(file.clone()).and_then(|mut reader| lines(&mut reader));
        assert_eq!(whole.unwrap().len(), 3001);
        // Numbers are zigzag varints: 3001 is 6002 there.
        let more = with_footer(file.clone(), &[0xF2, 0x2E], &[0xF4, 0x2E]);
        let mut reader = open(more).unwrap();
        assert_eq!(reader.rows(), 3002);
        let error = lines(&mut reader).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("the 3002 rows that the row group has"),
            "{error}"
        );
        // Fewer rows are all that such a file has for any reader.
        let fewer = with_footer(file, &[0xF2, 0x2E], &[0xF0, 0x2E]);
        let mut reader = open(fewer).unwrap();
        let rows = lines(&mut reader).map(|lines| lines.len());
        assert!(rows.is_err() || rows == Ok(3000), "{rows:?}");
    }
}

#[test]
fn a_batch_without_bytes_has_no_rows_without_end() {
    let nulls: ArrayRef = Arc::new(NullArray::new(3001));
    let batch = RecordBatch::try_from_iter([("n", nulls)]).unwrap();
    let mut file = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    let mut stream = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    file.write(&batch).unwrap();
    stream.write(&batch).unwrap();
    for mut bytes in [file.into_inner().unwrap(), stream.into_inner().unwrap()] {
        let rows = 3001_i64.to_le_bytes();
        for at in 0..bytes.len() - 8 {
            if bytes[at..].starts_with(&rows) {
                bytes[at..at + 8].copy_from_slice(&(1_i64 << 62).to_le_bytes());
            }
        }
        let error = open(bytes).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::SizeLimit, "{error}");
        assert!(
            error.to_string().contains("at most 2147483647 rows"),
            "{error}"
        );
    }
}

/// The texts of other crates come as one line.
#[test]
fn errors_have_one_line() {
    let mut ty = DataType::Int64;
    for _ in 0..300 {
        ty = DataType::List(Arc::new(Field::new_list_field(ty, true)));
    }
    let schema = Schema::new(vec![Field::new("deep", ty, true)]);
    let file = FileWriter::try_new(Vec::new(), &schema)
        .unwrap()
        .into_inner()
        .unwrap();
    let error = open(file).err().unwrap().to_string();
    assert!(!error.contains(['\n', '\u{FFFD}']), "{error:?}");
}
