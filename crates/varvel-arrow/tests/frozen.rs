//! Arrays of frozen documents as arrays of Arrow, and back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float64Type, Int8Type, Int16Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, StringArray};
use arrow_schema::{DataType, Field, TimeUnit};
use varvel::json::{self, ReadOptions};
use varvel::{Builder, Duplicates, Encode as _, ErrorKind, Frozen, Owner, Sink, cbor};
use varvel_arrow::{Items, RowOptions, frozen_array, frozen_column, packed_array};

type Shared = Frozen<Arc<Vec<u8>>>;

fn document(text: &str) -> Shared {
    let mut options = ReadOptions::default();
    options.exact_decimals = true;
    json::freeze_with(text.as_bytes(), Duplicates::Error, options)
        .unwrap()
        .into_arc()
}

fn member(document: &Shared, key: &str) -> Shared {
    document.part(document.view().field(key).unwrap()).unwrap()
}

/// Returns whether the first buffer of an array is a part of the document.
fn is_inside(array: &dyn Array, document: &Shared) -> bool {
    let at = array.to_data().buffers()[0].as_ptr();
    document.as_bytes().as_ptr_range().contains(&at)
}

fn text_of(array: &ArrayRef) -> String {
    let field = Field::new_list_field(array.data_type().clone(), true);
    json::to_string(&Items::new(&field, array, RowOptions::default()).unwrap()).unwrap()
}

#[test]
fn packed_numbers_stay_where_they_are() {
    for (text, ty) in [
        (
            "[0.5,1.5,2.5,3.5,4.5,5.5,6.5,-0.0,1e300]".to_owned(),
            DataType::Float64,
        ),
        (
            format!("{:?}", (0..100).collect::<Vec<_>>()),
            DataType::Int8,
        ),
        (
            format!("{:?}", (0..200).collect::<Vec<_>>()),
            DataType::Int16,
        ),
        (
            format!("{:?}", (-40_000..-39_000).collect::<Vec<_>>()),
            DataType::Int32,
        ),
        (
            format!(
                "{:?}",
                (4_000_000_000u32..4_000_000_100).collect::<Vec<_>>()
            ),
            DataType::UInt32,
        ),
        (
            format!("{:?}", (1i64 << 60..(1 << 60) + 9).collect::<Vec<_>>()),
            DataType::Int64,
        ),
    ] {
        let text = text.replace(' ', "");
        // Without the exact spelling, so that floats are floats.
        let frozen = json::freeze(text.as_bytes()).unwrap().into_arc();
        let array = frozen_array(&frozen).unwrap();
        assert_eq!(*array.data_type(), ty);
        assert!(is_inside(&array, &frozen), "{ty}");
        assert_eq!(json::to_string(&frozen.view()).unwrap(), text_of(&array));
        array.to_data().validate_full().unwrap();
    }
}

#[test]
fn floats_of_32_bits_and_a_matrix_stay_where_they_are() {
    let mut builder = Builder::new();
    builder.start().unwrap();
    builder.begin_array(Some(9)).unwrap();
    for number in 0..9u8 {
        builder.f32(f32::from(number) / 2.0).unwrap();
    }
    builder.end_array().unwrap();
    let frozen = builder.finish().unwrap().into_arc();
    let array = frozen_array(&frozen).unwrap();
    assert_eq!(*array.data_type(), DataType::Float32);
    assert!(is_inside(&array, &frozen));

    let text = "[[0.5,1.5,2.5],[3.5,4.5,5.5],[6.5,7.5,8.5]]";
    let frozen = json::freeze(text.as_bytes()).unwrap().into_arc();
    let array = frozen_array(&frozen).unwrap();
    let rows = array.as_fixed_size_list();
    assert_eq!((rows.len(), rows.value_length()), (3, 3));
    assert!(is_inside(rows.values(), &frozen));
    assert_eq!(rows.values().as_primitive::<Float64Type>().values()[8], 8.5);
    assert_eq!(text_of(&array), text);
    // Rows of different lengths are no matrix.
    let ragged = json::freeze(b"[[0.5,1.5],[3.5]]").unwrap().into_arc();
    assert!(packed_array(&ragged).is_none());
    assert_eq!(
        frozen_array(&ragged).unwrap_err().kind(),
        ErrorKind::TypeMismatch
    );
}

/// An owner that tells when it is gone.
struct Told(Vec<u8>, Arc<AtomicBool>);

impl Drop for Told {
    fn drop(&mut self) {
        self.1.store(true, Ordering::SeqCst);
    }
}

// SAFETY: as for a `Vec`, whose bytes change only through `&mut`.
unsafe impl Owner for Told {
    fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[test]
fn an_array_keeps_the_document() {
    let text = br#"[{"s":"a string of some length","n":1},{"s":"x","n":2}]"#;
    let gone = Arc::new(AtomicBool::new(false));
    let bytes = json::freeze(text).unwrap().into_bytes();
    let frozen = Frozen::from_bytes(Told(bytes, gone.clone()))
        .unwrap()
        .into_arc();
    let names = frozen_column(&frozen, "s").unwrap();
    let numbers = frozen_column(&frozen, "n").unwrap();
    drop(frozen);
    assert!(!gone.load(Ordering::SeqCst));
    let slice = names.slice(0, 1);
    drop(names);
    // The array may go to another thread.
    let slice = std::thread::spawn(move || slice).join().unwrap();
    assert_eq!(slice.as_string_view().value(0), "a string of some length");
    assert!(!gone.load(Ordering::SeqCst));
    drop(slice);
    assert!(gone.load(Ordering::SeqCst));
    // These were copied.
    assert_eq!(numbers.as_primitive::<Int64Type>().values()[..], [1, 2]);
}

#[test]
fn numbers_that_are_not_aligned_are_copied_once_with_the_same_type() {
    // Fewer than eight are not aligned; strings of one byte more move them through all places.
    let mut copied = 0;
    for pad in 0..8 {
        let text = format!(r#"{{"s":"{}","n":[1000,2000,3000]}}"#, "x".repeat(8 + pad));
        let document = document(&text);
        let array = frozen_array(&member(&document, "n")).unwrap();
        assert_eq!(
            array.as_primitive::<Int16Type>().values()[..],
            [1000, 2000, 3000]
        );
        copied += usize::from(!is_inside(&array, &document));
    }
    assert_eq!(copied, 4);
    // The bytes of a document may be anywhere.
    let frozen = json::freeze(b"[0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5]")
        .unwrap()
        .into_bytes();
    for shift in 0..16 {
        let mut all = vec![0; shift];
        all.extend(&frozen);
        let bytes = bytes::Bytes::from(all).slice(shift..);
        let document = Frozen::from_bytes(Moved(bytes)).unwrap().into_arc();
        let array = frozen_array(&document).unwrap();
        assert_eq!(array.as_primitive::<Float64Type>().values()[7], 7.5);
        array.to_data().validate_full().unwrap();
    }
}

/// Bytes at any place in memory.
struct Moved(bytes::Bytes);

// SAFETY: `Bytes` are immutable.
unsafe impl Owner for Moved {
    fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[test]
fn nulls_and_missing_members_are_null() {
    let rows =
        document(r#"[{"n":1,"s":"a"},{"n":null},{},[],3,{"n":2,"s":"long enough to be a view"}]"#);
    let numbers = frozen_column(&rows, "n").unwrap();
    assert_eq!(text_of(&numbers), "[1,null,null,null,null,2]");
    let names = frozen_column(&rows, "s").unwrap();
    assert_eq!(names.null_count(), 4);
    assert_eq!(names.as_string_view().value(5), "long enough to be a view");
    assert_eq!(
        *frozen_column(&rows, "none").unwrap().data_type(),
        DataType::Null
    );
    let nulls = document("[null,null]");
    assert_eq!(frozen_array(&nulls).unwrap().len(), 2);
    assert_eq!(
        text_of(&frozen_array(&document("[null,1,null]")).unwrap()),
        "[null,1,null]"
    );
}

#[test]
fn empty_arrays_have_no_items() {
    let empty = document("[]");
    for array in [
        frozen_array(&empty).unwrap(),
        frozen_column(&empty, "x").unwrap(),
    ] {
        assert_eq!((array.len(), array.data_type()), (0, &DataType::Null));
    }
    assert!(packed_array(&empty).is_none());
    let empty: ArrayRef = Arc::new(Int64Array::from(Vec::<i64>::new()));
    assert_eq!(text_of(&empty), "[]");
}

#[test]
fn the_type_holds_all_values_exactly() {
    for (text, ty, values) in [
        ("[1,18446744073709551615]", DataType::UInt64, ""),
        ("[-1,18446744073709551615]", DataType::Decimal128(38, 0), ""),
        (
            "[1,99999999999999999999999999999999999999]",
            DataType::Decimal128(38, 0),
            "",
        ),
        (
            "[1.10,2,1e3]",
            DataType::Decimal128(38, 2),
            "[1.10,2.00,1000.00]",
        ),
        (
            "[0.1,null,-12345678901234567890123456789012345.67]",
            DataType::Decimal128(38, 2),
            "[0.10,null,-12345678901234567890123456789012345.67]",
        ),
        ("[true,null,false]", DataType::Boolean, ""),
    ] {
        let array = frozen_array(&document(text)).unwrap();
        assert_eq!(*array.data_type(), ty, "{text}");
        let expected = if values.is_empty() { text } else { values };
        assert_eq!(text_of(&array), expected);
    }
    let floats = json::freeze(b"[1,0.5,-0.0]").unwrap().into_arc();
    let floats = frozen_array(&floats).unwrap();
    assert_eq!(
        floats.as_primitive::<Float64Type>().value(2).to_bits(),
        (-0.0f64).to_bits()
    );
    let unsigned = frozen_array(&document("[18446744073709551615,null]")).unwrap();
    assert_eq!(unsigned.as_primitive::<UInt64Type>().value(0), u64::MAX);
}

#[test]
fn nothing_is_rounded_or_mixed() {
    let mixed = json::freeze(b"[9007199254740993,0.5]").unwrap().into_arc();
    assert_eq!(
        frozen_array(&mixed).unwrap_err().kind(),
        ErrorKind::NumberOutOfRange
    );
    for text in ["[1e400,1]", "[1e-400,1]", "[1,1e38]", "[-0.0,0.10]"] {
        let error = frozen_array(&document(text)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{text}");
    }
    for (text, message) in [
        (r#"[1,"a"]"#, "expected a number, found a string"),
        (r#"["a",true]"#, "expected a string, found a boolean"),
        ("[{}]", "found an object"),
        ("[1,[2]]", "expected a number, found an array"),
        ("{}", "expected an array, found an object"),
        ("1", "expected an array, found an integer"),
    ] {
        let error = frozen_array(&document(text)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TypeMismatch, "{text}");
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
}

#[test]
fn bytes_and_points_in_time() {
    // [h'00ff…', null], then two points in time: 2013-03-21T20:04:00Z and half a second later.
    let mut bytes = vec![0x82, 0x50];
    bytes.extend(0..16);
    bytes.push(0xF6);
    let frozen = cbor::freeze(&bytes).unwrap().into_arc();
    let array = frozen_array(&frozen).unwrap();
    assert_eq!(*array.data_type(), DataType::BinaryView);
    let value = array.as_binary_view().value(0);
    assert!(frozen.as_bytes().as_ptr_range().contains(&value.as_ptr()));
    assert!(array.is_null(1));

    let times = [0x82, 0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0];
    let half = [0xC1, 0xFB, 0x41, 0xD4, 0x52, 0xD9, 0xEC, 0x20, 0x00, 0x00];
    let frozen = cbor::freeze(&[&times[..], &half].concat())
        .unwrap()
        .into_arc();
    let array = frozen_array(&frozen).unwrap();
    assert_eq!(
        *array.data_type(),
        DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))
    );
    assert_eq!(
        text_of(&array),
        r#"["2013-03-21T20:04:00Z","2013-03-21T20:04:00.5Z"]"#
    );
}

#[test]
fn arrays_of_arrow_are_packed() {
    let floats: ArrayRef = Arc::new(Float64Array::from_iter_values((0..1000).map(f64::from)));
    let whole: ArrayRef = Arc::new(Int64Array::from_iter_values(0..100));
    let some: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None]));
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
    let sliced = floats.slice(500, 9);
    for array in [floats, whole, some, texts, sliced] {
        let field = Field::new_list_field(array.data_type().clone(), true);
        let items = Items::new(&field, &array, RowOptions::default()).unwrap();
        let mut builder = Builder::new();
        builder.start().unwrap();
        items.encode(&mut builder, &()).unwrap();
        let frozen = builder.finish().unwrap().into_arc();
        assert_eq!(text_of(&array), json::to_string(&frozen.view()).unwrap());
        let back = frozen_array(&frozen).unwrap();
        assert_eq!(text_of(&back), text_of(&array));
        if *array.data_type() == DataType::Float64 {
            assert!(is_inside(&back, &frozen));
            assert_eq!(&back, &array);
        }
    }
    let small = json::freeze(b"[1,2]").unwrap().into_arc();
    assert_eq!(
        frozen_array(&small)
            .unwrap()
            .as_primitive::<Int8Type>()
            .value(1),
        2
    );
}
