//! Drawn sequences of edits through the functions of C do what `Value` does in Rust.

use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};

use varvel::{Kind, Value, json};
use varvel_capi::any::{vv_any, vv_of_i64, vv_of_node, vv_of_object, vv_of_string, vv_value};
use varvel_capi::buffer::{vv_buffer, vv_buffer_free};
use varvel_capi::document::vv_write;
use varvel_capi::failure::VV_OK;
use varvel_capi::node::vv_get;
use varvel_capi::options::VV_JSON;
use varvel_capi::value::*;
use varvel_capi::{document::vv_freeze_node, document::vv_frozen};

/// Numbers that look random, the same in each run (xorshift, Marsaglia 2003).
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn key(&mut self) -> &'static str {
        ["a", "b", "a longer key than short ones are", "ü", ""][self.below(5) as usize]
    }

    fn path(&mut self) -> &'static str {
        let paths = [
            "a",
            "a.b",
            "list[0]",
            "/list/-",
            "/ü/a",
            "list[3].b",
            "a[",
            "",
            "/b/0",
        ];
        paths[self.below(9) as usize]
    }
}

fn lit(text: &str) -> (*const c_char, usize) {
    (text.as_ptr().cast(), text.len())
}

/// A value for both sides. The third is a part of the document itself.
fn given(draw: &mut Draw, value: *const vv_value, model: &Value) -> (vv_any, Value) {
    match draw.below(4) {
        0 => (vv_of_object(), Value::new_object()),
        1 => {
            let text = draw.key();
            let (data, len) = lit(text);
            (vv_of_string(data, len), text.into())
        }
        2 if model.get("a").is_some() => {
            let (data, len) = lit("a");
            // SAFETY: a value that lives, and a node that is used before it changes.
            let part = unsafe { vv_of_node(vv_get(vv_value_node(value), data, len)) };
            (part, model.get("a").unwrap().to_value())
        }
        _ => {
            let number = draw.below(1000) as i64;
            (vv_of_i64(number), number.into())
        }
    }
}

fn json_of(value: *const vv_value) -> String {
    let mut out = vv_buffer {
        data: null_mut(),
        len: 0,
        room: 0,
    };
    // SAFETY: a value and a buffer that live.
    unsafe {
        let node = vv_value_node(value);
        assert_eq!(vv_write(VV_JSON, node, null(), &mut out, null_mut()), VV_OK);
        let text = String::from_utf8(std::slice::from_raw_parts(out.data, out.len).to_vec());
        vv_buffer_free(&mut out);
        text.unwrap()
    }
}

#[test]
fn edits_do_what_they_do_in_rust() {
    let mut draw = Draw(0x9E37_79B9_7F4A_7C15);
    let mut failed = 0;
    for round in 0..if cfg!(miri) { 2 } else { 300 } {
        let mut model = Value::new_object();
        let mut value = null_mut();
        // SAFETY: handles that live, texts with their lengths.
        unsafe {
            assert_eq!(vv_value_new(vv_of_object(), &mut value, null_mut()), VV_OK);
            for step in 0..40 {
                let (path, key) = (draw.path(), draw.key());
                let ((p, p_len), (k, k_len)) = (lit(path), lit(key));
                let index = draw.below(4) as usize;
                let mut list = null_mut();
                let (l, l_len) = lit("list");
                let has_list = vv_value_part_key(value, l, l_len, &mut list, null_mut()) == VV_OK
                    && model.get("list").is_some_and(|list| list.is_array());
                // To take a part ends the life of nodes, so it comes before.
                let (any, new) = given(&mut draw, value, &model);
                let (code, expected) = match draw.below(9) {
                    0 => {
                        let code = vv_value_set(value, p, p_len, any, null_mut());
                        (code, model.set_path(path, new).is_ok())
                    }
                    1 => {
                        let code = vv_value_remove(value, p, p_len, null_mut());
                        (code, model.remove_path(path).is_ok())
                    }
                    2 => {
                        let code = vv_value_set_key(value, k, k_len, any, null_mut());
                        (code, model.insert_any(key.into(), new).is_ok())
                    }
                    3 => {
                        let code = vv_value_remove_key(value, k, k_len, null_mut());
                        let removed = model.remove_any(Value::from(key).as_ref());
                        (code, removed.is_ok_and(|removed| removed.is_some()))
                    }
                    4 if has_list => {
                        let code = vv_value_push(list, any, null_mut());
                        model["list"].array_mut().unwrap().push(new);
                        (code, true)
                    }
                    5 if has_list => {
                        let mut items = model["list"].array_mut().unwrap();
                        let fits = index <= items.len();
                        if fits {
                            items.insert(index, new);
                        }
                        (vv_value_insert_at(list, index, any, null_mut()), fits)
                    }
                    6 if has_list => {
                        let mut items = model["list"].array_mut().unwrap();
                        let fits = index < items.len();
                        if fits {
                            items.remove(index);
                        }
                        (vv_value_remove_at(list, index, null_mut()), fits)
                    }
                    7 => {
                        let code = vv_value_merge(value, any, step % 2, null_mut());
                        match step % 2 {
                            0 => model.merge(&new),
                            _ => model.merge_patch(&new),
                        }
                        (code, true)
                    }
                    _ => {
                        // Through frozen bytes, so that what follows is edited where it is frozen.
                        let mut frozen: *mut vv_frozen = null_mut();
                        let node = vv_value_node(value);
                        let code = vv_freeze_node(node, null(), &mut frozen, null_mut());
                        vv_value_free(value);
                        assert_eq!(vv_value_thaw(frozen, &mut value, null_mut()), VV_OK);
                        (code, true)
                    }
                };
                assert_eq!(code == VV_OK, expected, "round {round}, step {step}");
                failed += u32::from(code != VV_OK);
                assert_eq!(json_of(value), json::to_string(&model).unwrap());
                if model.kind() != Kind::Object {
                    break;
                }
            }
            vv_value_free(value);
        }
    }
    assert!(
        failed > 0,
        "some edits must fail, or the test tries too little"
    );
}

/// A program that gives bytes which no document is gets an error, whatever the format.
#[test]
fn drawn_bytes_end_in_an_error_or_a_document() {
    let mut draw = Draw(7);
    for _ in 0..if cfg!(miri) { 20 } else { 3000 } {
        let bytes: Vec<u8> = (0..draw.below(40)).map(|_| draw.below(256) as u8).collect();
        let format = draw.below(9) as u32;
        let mut frozen = null_mut();
        // SAFETY: bytes with their length; a handle that lives.
        unsafe {
            let data = bytes.as_ptr().cast::<c_void>();
            let code = varvel_capi::document::vv_freeze(
                format,
                data,
                bytes.len(),
                null(),
                &mut frozen,
                null_mut(),
            );
            assert_eq!(code == VV_OK, !frozen.is_null());
            varvel_capi::document::vv_frozen_free(frozen);
        }
    }
}
