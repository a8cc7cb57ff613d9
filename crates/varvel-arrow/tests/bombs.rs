//! Files of few bytes that stand for many.

#![cfg(feature = "parquet")]

mod reading;

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array as _, ArrayRef, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use varvel::ErrorKind;

use reading::open;

fn batch(column: impl arrow_array::Array + 'static) -> RecordBatch {
    let column: ArrayRef = Arc::new(column);
    RecordBatch::try_from_iter([("a", column)]).unwrap()
}

/// Writes a column as a Parquet file of one page for each dictionary, and one for values.
fn parquet(column: impl arrow_array::Array + 'static, dictionary: bool) -> Vec<u8> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_enabled(dictionary)
        .set_dictionary_page_size_limit(usize::MAX)
        .set_data_page_size_limit(usize::MAX)
        .set_data_page_row_count_limit(usize::MAX)
        .set_write_batch_size(1 << 24)
        .set_max_row_group_row_count(None)
        .build();
    let batch = batch(column);
    let options = ArrowWriterOptions::new()
        .with_properties(properties)
        .with_skip_arrow_metadata(true);
    let mut writer =
        ArrowWriter::try_new_with_options(Vec::new(), batch.schema(), options).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

#[test]
fn pages_that_unpack_to_too_much_are_refused() {
    let file = parquet(Int64Array::from(vec![0; 9 << 20]), false);
    assert!(file.len() < 1 << 16, "{}", file.len());
    let mut reader = open(file).unwrap();
    assert_eq!(reader.rows(), 9 << 20);
    let error = reader.next_batch().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit, "{error}");
    let hint = error.hint().unwrap();
    assert!(
        hint.contains("column `a`") && hint.contains("row group 0"),
        "{hint}"
    );
}

#[test]
fn batches_that_unpack_to_too_much_are_refused() {
    let batch = batch(Int64Array::from(vec![0; 9 << 20]));
    let options = || {
        IpcWriteOptions::default()
            .try_with_compression(Some(CompressionType::ZSTD))
            .unwrap()
    };
    let mut file =
        FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options()).unwrap();
    file.write(&batch).unwrap();
    let mut stream =
        StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options()).unwrap();
    stream.write(&batch).unwrap();
    file.finish().unwrap();
    stream.finish().unwrap();
    for bytes in [file.into_inner().unwrap(), stream.into_inner().unwrap()] {
        assert!(bytes.len() < 1 << 16, "{}", bytes.len());
        let mut reader = open(bytes).unwrap();
        let error = reader.next_batch().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SizeLimit, "{error}");
    }
}

#[test]
fn long_text_that_comes_often_makes_small_batches() {
    let text: ArrayRef = Arc::new(StringArray::from(vec!["x".repeat(1 << 20)]));
    let keys = Int32Array::from(vec![0; 2000]);
    let column = DictionaryArray::<Int32Type>::try_new(keys, text).unwrap();
    // The file does not tell that it was a dictionary in Arrow, so the text is unpacked.
    let file = parquet(column, true);
    assert!(file.len() < 1 << 16, "{}", file.len());
    let mut reader = open(file).unwrap();
    let batch = reader.next_batch().unwrap().unwrap();
    assert!(batch.num_rows() <= 256, "{}", batch.num_rows());
    assert!(reader.seek(1999).unwrap());
    assert_eq!(reader.next_batch().unwrap().unwrap().num_rows(), 1);
}

#[test]
fn many_rows_of_nothing_are_read_in_batches() {
    let column = Int64Array::from(vec![None; 3_000_000]);
    let file = parquet(column, true);
    assert!(file.len() < 4096, "{}", file.len());
    let mut reader = open(file).unwrap();
    assert_eq!(reader.rows(), 3_000_000);
    assert!(reader.seek(2_999_990).unwrap());
    let last = reader.next_batch().unwrap().unwrap();
    assert_eq!((last.num_rows(), last.column(0).null_count()), (10, 10));
    assert!(reader.next_batch().unwrap().is_none());
}

/// Returns a file with a footer.
fn with_footer(footer: &[u8]) -> Vec<u8> {
    let size = u32::try_from(footer.len()).unwrap().to_le_bytes();
    [b"PAR1", footer, &size, b"PAR1"].concat()
}

#[test]
fn footers_take_no_memory_by_their_numbers() {
    // The version, and a list of 2^31 - 1 elements of the schema.
    let list = [0x15, 2, 0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 7];
    assert!(open(with_footer(&list)).is_err());
    // An element with 2^30 members.
    let element = [0x48, 1, b'a', 0x15, 0x80, 0x80, 0x80, 0x80, 8, 0];
    let footer = [&[0x15, 2, 0x19, 0x1C][..], &element, &[0]].concat();
    assert!(open(with_footer(&footer)).is_err());
    // A size of the footer beyond the file.
    assert!(open([&b"PAR1"[..], &[0xFF; 4], b"PAR1"].concat()).is_err());
}

#[test]
fn types_that_nest_too_deeply_are_refused() {
    let groups = 100_000_u32;
    // Each has a name and one member.
    let element = [0x48, 1, b'a', 0x15, 2, 0];
    let mut footer = vec![0x15, 2, 0x19, 0xFC, 0xA0, 0x8D, 6];
    for _ in 0..groups {
        footer.extend(element);
    }
    footer.push(0);
    let error = open(with_footer(&footer)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
}
