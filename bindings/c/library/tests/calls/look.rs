//! Reads a node through every function of C that reads nodes, and compares it with the model.

use std::ffi::c_char;
use std::ptr::null_mut;
use std::slice;

use varvel::{Kind, Ref};
use varvel_capi::codes::VV_OK;
use varvel_capi::iterate::*;
use varvel_capi::node::*;
use varvel_capi::options::{vv_bytes, vv_str};
use varvel_capi::reader::*;
use varvel_capi::scalar::*;
use varvel_capi::tag::{vv_tag, vv_untagged};

/// Returns the number of a kind in C. The library has the same table, which is tested by this one.
fn number(kind: Kind) -> vv_kind {
    match kind {
        Kind::Null => VV_NULL,
        Kind::Bool => VV_BOOL,
        Kind::Integer => VV_INTEGER,
        Kind::Float => VV_FLOAT,
        Kind::Decimal => VV_DECIMAL,
        Kind::String => VV_STRING,
        Kind::Bytes => VV_BYTES,
        Kind::Timestamp => VV_TIMESTAMP,
        Kind::Tagged => VV_TAGGED,
        Kind::Array => VV_ARRAY,
        Kind::Object => VV_OBJECT,
        Kind::Map => VV_MAP,
        _ => VV_MISSING,
    }
}

/// Returns the text that the library lends.
///
/// # Safety
/// Text that lives, or none.
unsafe fn text<'a>(of: vv_str) -> Option<&'a str> {
    // SAFETY: the contract of this function.
    let bytes =
        (!of.data.is_null()).then(|| unsafe { slice::from_raw_parts(of.data.cast(), of.len) });
    bytes.map(|bytes| std::str::from_utf8(bytes).unwrap())
}

/// Compares a node and all that is in it.
///
/// # Safety
/// A node of a document that lives.
pub unsafe fn look(node: vv_node, model: Option<Ref<'_>>) {
    // SAFETY: the contract of this function.
    unsafe {
        let kind = model.map_or(VV_MISSING, |model| number(model.kind()));
        assert_eq!(vv_kind_of(node), kind);
        assert_eq!(vv_len(node), model.map_or(0, |model| model.len()));
        scalar(node, model);
        let Some(model) = model else {
            assert!(!vv_next(&mut vv_iterate(node), null_mut()));
            return;
        };
        match kind {
            VV_ARRAY => items(node, model),
            VV_OBJECT => members(node, model),
            VV_MAP => pairs(node, model),
            VV_TAGGED => {
                let mut tag: vv_tag = std::mem::zeroed();
                look(
                    vv_untagged(node, &mut tag),
                    model.tag().map(|(_, inner)| inner),
                );
            }
            _ => {}
        }
    }
}

/// Compares the scalar that a node holds, or that it holds none.
unsafe fn scalar(node: vv_node, model: Option<Ref<'_>>) {
    // SAFETY: the contract of `look`.
    unsafe {
        let (mut i, mut u, mut f, mut b) = (0, 0, 0.0, false);
        let found = vv_as_i64(node, &mut i).then_some(i);
        assert_eq!(found, model.and_then(|model| model.as_i64()));
        assert_eq!(vv_i64_or(node, 77), found.unwrap_or(77));
        assert_eq!(vv_i64(node, &mut i, null_mut()) == VV_OK, found.is_some());
        let found = vv_as_u64(node, &mut u).then_some(u);
        assert_eq!(found, model.and_then(|model| model.as_u64()));
        let found = vv_as_f64(node, &mut f).then_some(f);
        let expected = model.and_then(|model| model.as_f64());
        assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits));
        let found = vv_as_bool(node, &mut b).then_some(b);
        assert_eq!(found, model.and_then(|model| model.as_bool()));
        assert_eq!(vv_is_null(node), model.is_some_and(|model| model.is_null()));
        let mut string = vv_string_or(node, std::ptr::null::<c_char>(), 0);
        let expected = model.and_then(|model| model.as_str());
        assert_eq!(text(string), expected);
        assert_eq!(
            vv_string(node, &mut string, null_mut()) == VV_OK,
            expected.is_some()
        );
        let expected = model.and_then(|model| model.as_number_text());
        assert_eq!(text(vv_number_text(node)), expected);
        let mut bytes = vv_bytes {
            data: std::ptr::null(),
            len: 0,
        };
        let found = vv_as_binary(node, &mut bytes);
        let found = found.then(|| slice::from_raw_parts(bytes.data, bytes.len));
        assert_eq!(found, model.and_then(|model| model.as_bytes()));
    }
}

unsafe fn items(node: vv_node, model: Ref<'_>) {
    // SAFETY: the contract of `look`.
    unsafe {
        let mut items = vv_iterate(node);
        let mut item = node;
        for (i, expected) in model.items().enumerate() {
            assert!(vv_next(&mut items, &mut item));
            look(item, Some(expected));
            assert!(vv_equal(item, vv_at(node, i)));
        }
        assert!(!vv_next(&mut items, &mut item) && vv_kind_of(item) == VV_MISSING);
        assert_eq!(vv_kind_of(vv_at(node, model.len())), VV_MISSING);
    }
}

unsafe fn members(node: vv_node, model: Ref<'_>) {
    // SAFETY: the contract of `look`.
    unsafe {
        let mut members = vv_iterate(node);
        let (mut key, mut value) = (
            vv_str {
                data: std::ptr::null(),
                len: 0,
            },
            node,
        );
        for (i, (expected, inner)) in model.entries().enumerate() {
            assert!(vv_next_member(&mut members, &mut key, &mut value));
            assert_eq!(text(key), Some(expected));
            look(value, Some(inner));
            assert!(vv_equal(value, vv_get(node, key.data, key.len)));
            let mut of_key = node;
            assert!(vv_equal(value, vv_member_at(node, i, &mut of_key)));
            assert_eq!(
                text(vv_string_or(of_key, std::ptr::null(), 0)),
                Some(expected)
            );
        }
        assert!(!vv_next_member(&mut members, &mut key, &mut value));
        assert_eq!(vv_kind_of(value), VV_MISSING);
    }
}

unsafe fn pairs(node: vv_node, model: Ref<'_>) {
    // SAFETY: the contract of `look`.
    unsafe {
        let mut pairs = vv_iterate(node);
        let (mut key, mut value) = (node, node);
        for (expected, inner) in model.pairs() {
            assert!(vv_next_pair(&mut pairs, &mut key, &mut value));
            look(key, Some(expected));
            look(value, Some(inner));
        }
        assert!(!vv_next_pair(&mut pairs, &mut key, &mut value));
    }
}

/// Goes through the children of a node by a reader.
///
/// # Safety
/// A node of a document that lives.
pub unsafe fn look_by_reader(node: vv_node, model: Ref<'_>) {
    // SAFETY: the contract of this function; a reader that lives.
    unsafe {
        let mut reader = null_mut();
        assert_eq!(vv_reader_of(node, &mut reader, null_mut()), VV_OK);
        assert_eq!(vv_reader_peek(reader), number(model.kind()));
        let container = matches!(model.kind(), Kind::Array | Kind::Object | Kind::Map);
        assert_eq!(vv_reader_begin(reader, null_mut()) == VV_OK, container);
        if container {
            let mark = vv_reader_mark(reader);
            for _ in 0..2 {
                for i in 0..model.len() {
                    assert!(vv_reader_next(reader, null_mut()));
                    let expected = match model.kind() {
                        Kind::Array => model.at(i),
                        _ => model.value_at(i),
                    };
                    look(vv_reader_take(reader), expected);
                }
                assert!(!vv_reader_next(reader, null_mut()) && vv_reader_depth(reader) == 0);
                assert_eq!(vv_reader_rewind(reader, mark, null_mut()), VV_OK);
            }
        }
        vv_reader_free(reader);
    }
}
