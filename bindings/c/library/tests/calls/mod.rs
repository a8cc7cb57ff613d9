//! Drawn sequences of calls of the C library. Each is held against the same operation on a `Value`,
//! which is the model. The tests draw by a seed, and the fuzzer draws from its input.

mod look;

use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::slice;

use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::{Duplicates, Freeze, Frozen, Kind, Value};
use varvel_capi::any::*;
use varvel_capi::buffer::{vv_buffer, vv_buffer_free};
use varvel_capi::codes::{VV_OK, vv_code};
use varvel_capi::document::*;
use varvel_capi::node::{vv_compare, vv_equal, vv_get_path, vv_hash, vv_path};
use varvel_capi::options::*;
use varvel_capi::value::*;

use look::{look, look_by_reader};

/// Where decisions come from.
pub trait Draw {
    /// Returns a number below `bound`.
    fn below(&mut self, bound: usize) -> usize;

    /// Returns whether there is nothing to draw any more: the sequence ends.
    fn is_at_its_end(&self) -> bool;
}

/// The formats that values are written in.
pub const FORMATS: [(vv_format, AnyFormat); 5] = [
    (VV_JSON, AnyFormat::Json),
    (VV_YAML, AnyFormat::Yaml),
    (VV_MSGPACK, AnyFormat::MessagePack),
    (VV_CBOR, AnyFormat::Cbor),
    (VV_FLEXBUFFERS, AnyFormat::FlexBuffers),
];

/// The keys of a sequence. They are few, so that calls meet.
const KEYS: [&str; 6] = [
    "a",
    "b",
    "list",
    "a longer key than short ones are",
    "ü",
    "",
];

/// The paths of a sequence.
const PATHS: [&str; 12] = [
    "a",
    "a.b",
    "list[0]",
    "/list/-",
    "/ü/a",
    "list[3].b",
    "a[",
    "",
    "/b/0",
    "list",
    "/a/b/list/0",
    "[1]",
];

/// A value with more nodes than this takes no parts of itself, so that it does not double with each
/// step.
const NODES: usize = 200;

fn lit(text: &str) -> (*const c_char, usize) {
    (text.as_ptr().cast(), text.len())
}

/// A value of the library and its model.
struct Pair {
    value: *mut vv_value,
    model: Value,
}

impl Drop for Pair {
    fn drop(&mut self) {
        // SAFETY: a value that this owns, or null.
        unsafe { vv_value_free(self.value) };
    }
}

impl Pair {
    /// Holds the value against the model.
    fn check(&self) {
        // SAFETY: a value that lives.
        unsafe { look(vv_value_node(self.value), Some(self.model.as_ref())) };
    }

    /// Returns a value that shares memory with this one.
    fn copy(&self) -> Self {
        let mut value = null_mut();
        // SAFETY: a value that lives.
        let code = unsafe { vv_value_clone(self.value, &mut value, null_mut()) };
        assert_eq!(code, VV_OK);
        Self {
            value,
            model: self.model.clone(),
        }
    }
}

/// Counts of the calls of a sequence.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How many calls succeeded.
    pub succeeded: usize,
    /// How many calls were refused, in C and in Rust.
    pub failed: usize,
}

/// A sequence of calls.
struct Sequence<'d, D> {
    draw: &'d mut D,
    now: Pair,
    /// Values from before, which must not change.
    kept: Vec<Pair>,
    outcome: Outcome,
}

/// Runs a drawn sequence of at most `calls` calls. Panics where the library and the model differ.
pub fn run<D: Draw>(draw: &mut D, calls: usize) -> Outcome {
    let mut value = null_mut();
    // SAFETY: room for a handle.
    let code = unsafe { vv_value_new(vv_of_object(), &mut value, null_mut()) };
    assert_eq!(code, VV_OK);
    let mut sequence = Sequence {
        draw,
        now: Pair {
            value,
            model: Value::new_object(),
        },
        kept: Vec::new(),
        outcome: Outcome::default(),
    };
    for _ in 0..calls {
        if sequence.draw.is_at_its_end() {
            break;
        }
        let (code, expected) = sequence.call();
        assert_eq!(code == VV_OK, expected, "code {code}");
        match expected {
            true => sequence.outcome.succeeded += 1,
            false => sequence.outcome.failed += 1,
        }
        sequence.now.check();
    }
    sequence.kept.iter().for_each(Pair::check);
    sequence.outcome
}

impl<D: Draw> Sequence<'_, D> {
    fn key(&mut self) -> &'static str {
        KEYS[self.draw.below(KEYS.len())]
    }

    fn path(&mut self) -> &'static str {
        PATHS[self.draw.below(PATHS.len())]
    }

    /// Draws a value that is put somewhere, for both sides.
    fn given(&mut self) -> (vv_any, Value) {
        let model = &self.now.model;
        let small = model.as_ref().walk().take(NODES).count() < NODES;
        match self.draw.below(10) {
            0 => (vv_of_object(), Value::new_object()),
            1 => (vv_of_array(), Value::new_array()),
            2 => {
                let text = self.key();
                let (data, len) = lit(text);
                (vv_of_string(data, len), text.into())
            }
            3 => (vv_of_null(), Value::NULL),
            4 => (vv_of_bool(true), true.into()),
            5 => {
                let number = self.draw.below(1000) as f64 / 8.0;
                (vv_of_f64(number), number.into())
            }
            6 if small => {
                // A part of the value itself.
                let path = self.path();
                let (data, len) = lit(path);
                // SAFETY: a value that lives; the node is used before the value changes.
                let node = unsafe { vv_get_path(vv_value_node(self.now.value), data, len) };
                match self.now.model.as_ref().get_path(path) {
                    Some(part) => (vv_of_node(node), part.to_value()),
                    None => (vv_of_i64(-1), (-1).into()),
                }
            }
            7 if small && !self.kept.is_empty() => {
                let kept = &self.kept[self.draw.below(self.kept.len())];
                let few = kept.model.as_ref().walk().take(NODES).count() < NODES;
                match few {
                    true => (vv_of_value(kept.value), kept.model.clone()),
                    false => (vv_of_u64(u64::MAX), u64::MAX.into()),
                }
            }
            _ => {
                let number = self.draw.below(1000) as i64 - 500;
                (vv_of_i64(number), number.into())
            }
        }
    }

    /// Makes a drawn call. Returns its code, and whether it succeeds in the model.
    fn call(&mut self) -> (vv_code, bool) {
        match self.draw.below(12) {
            0 | 1 => self.by_path(),
            2 | 3 => self.by_key(),
            4..=6 => self.in_list(),
            7 => self.merge(),
            8 => self.keep(),
            9 => self.freeze(),
            10 => self.write(),
            _ => self.find(),
        }
    }

    /// Edits at a path.
    fn by_path(&mut self) -> (vv_code, bool) {
        let path = self.path();
        let (data, len) = lit(path);
        let remove = self.draw.below(3) == 0;
        let (any, new) = self.given();
        let Pair { value, model } = &mut self.now;
        // SAFETY: a value that lives, and a text with its length.
        unsafe {
            match remove {
                true => (
                    vv_value_remove(*value, data, len, null_mut()),
                    model.remove_path(path).is_ok(),
                ),
                false => (
                    vv_value_set(*value, data, len, any, null_mut()),
                    model.set_path(path, new).is_ok(),
                ),
            }
        }
    }

    /// Edits members of the root.
    fn by_key(&mut self) -> (vv_code, bool) {
        let key = self.key();
        let (data, len) = lit(key);
        let what = self.draw.below(5);
        let (any, new) = self.given();
        let Pair { value, model } = &mut self.now;
        // SAFETY: a value that lives, and a text with its length.
        unsafe {
            match what {
                0 => {
                    let code = vv_value_remove_key(*value, data, len, null_mut());
                    let removed = model.remove_any(Value::from(key).as_ref());
                    (code, removed.is_ok_and(|removed| removed.is_some()))
                }
                1 => (
                    vv_value_set_any(*value, any, vv_of_bool(false), null_mut()),
                    model.insert_any(new, false.into()).is_ok(),
                ),
                2 => {
                    let fits = matches!(model.kind(), Kind::Array | Kind::Object | Kind::Map);
                    // Seldom, so that values grow.
                    if self.draw.below(4) > 0 {
                        return (VV_OK, true);
                    }
                    match model.kind() {
                        Kind::Array => *model = Value::new_array(),
                        Kind::Object | Kind::Map => *model = Value::new_object(),
                        _ => {}
                    }
                    (vv_value_clear(*value, null_mut()), fits)
                }
                _ => (
                    vv_value_set_key(*value, data, len, any, null_mut()),
                    model.insert_any(key.into(), new).is_ok(),
                ),
            }
        }
    }

    /// Edits the items of a part.
    fn in_list(&mut self) -> (vv_code, bool) {
        let path = self.path();
        let (data, len) = lit(path);
        let (what, index) = (self.draw.below(5), self.draw.below(4));
        let mut part = null_mut();
        // SAFETY: a value that lives, and a text with its length. To take a part ends the life of
        // nodes, so it comes before the value that is given.
        let code = unsafe { vv_value_part(self.now.value, data, len, &mut part, null_mut()) };
        if self.now.model.path_mut(path).is_err() || code != VV_OK {
            return (code, self.now.model.path_mut(path).is_ok());
        }
        let (any, new) = self.given();
        let model = self.now.model.path_mut(path).unwrap();
        // SAFETY: a part that lives.
        unsafe {
            match what {
                0 => (
                    vv_value_push(part, any, null_mut()),
                    model.array_mut().map(|mut items| items.push(new)).is_ok(),
                ),
                1 => {
                    let fits = model.array_mut().is_ok_and(|mut items| {
                        let fits = index <= items.len();
                        if fits {
                            items.insert(index, new);
                        }
                        fits
                    });
                    (vv_value_insert_at(part, index, any, null_mut()), fits)
                }
                2 => {
                    let fits = model.array_mut().is_ok_and(|mut items| {
                        let fits = index < items.len();
                        if fits {
                            items.remove(index);
                        }
                        fits
                    });
                    (vv_value_remove_at(part, index, null_mut()), fits)
                }
                3 => {
                    let mut inner = null_mut();
                    let code = vv_value_part_at(part, index, &mut inner, null_mut());
                    (code, model.item_mut(index).is_ok())
                }
                _ => {
                    let item = model.item_mut(index).map(|item| *item = new);
                    (vv_value_set_at(part, index, any, null_mut()), item.is_ok())
                }
            }
        }
    }

    fn merge(&mut self) -> (vv_code, bool) {
        const UNKNOWN: u32 = 7;
        let how = [VV_MERGE_DEEP, VV_MERGE_PATCH, UNKNOWN][self.draw.below(3)];
        let (any, new) = self.given();
        let Pair { value, model } = &mut self.now;
        match how {
            VV_MERGE_DEEP => model.merge(&new),
            VV_MERGE_PATCH => model.merge_patch(&new),
            _ => {}
        }
        // SAFETY: a value that lives.
        let code = unsafe { vv_value_merge(*value, any, how, null_mut()) };
        (code, how != UNKNOWN)
    }

    /// Keeps a copy, or goes on with one that was kept.
    fn keep(&mut self) -> (vv_code, bool) {
        if self.kept.is_empty() || self.draw.below(2) == 0 {
            let copy = self.now.copy();
            if self.kept.len() == 4 {
                self.kept.remove(0).check();
            }
            self.kept.push(copy);
        } else {
            let kept = self.draw.below(self.kept.len());
            std::mem::swap(&mut self.now, &mut self.kept[kept]);
            self.kept[kept].check();
        }
        (VV_OK, true)
    }

    /// Freezes the value, reads the document, and goes on with the value that is thawed from it.
    fn freeze(&mut self) -> (vv_code, bool) {
        let mut options = options();
        options.flags = [0, VV_CANONICAL, VV_SHARE_STRINGS, VV_CHECKSUM][self.draw.below(4)];
        let mut frozen = null_mut();
        // SAFETY: handles that live; the document is taken by the call that thaws it.
        unsafe {
            let node = vv_value_node(self.now.value);
            let code = vv_freeze_node(node, &options, &mut frozen, null_mut());
            assert_eq!(code, VV_OK);
            let root = vv_frozen_root(frozen);
            if options.flags == VV_CANONICAL {
                // It sorts members.
                let canonical = Freeze::canonical().freeze(&self.now.model).unwrap();
                self.now.model = canonical.into();
            }
            look(root, Some(self.now.model.as_ref()));
            assert!(vv_equal(root, node) && vv_compare(root, node) == 0);
            assert_eq!(vv_hash(root), vv_hash(node));
            let bytes = vv_frozen_bytes(frozen);
            let bytes = slice::from_raw_parts(bytes.data, bytes.len);
            assert_eq!(Frozen::validate(bytes).unwrap(), self.now.model.as_ref());
            look_by_reader(root, self.now.model.as_ref());
            vv_value_free(self.now.value);
            self.now.value = null_mut();
            let code = vv_value_thaw(frozen, &mut self.now.value, null_mut());
            (code, true)
        }
    }

    /// Writes the value in a format, and reads it back.
    fn write(&mut self) -> (vv_code, bool) {
        let (number, format) = FORMATS[self.draw.below(FORMATS.len())];
        let expected = format.to_vec(&self.now.model, &WriteOptions::default());
        let mut out = vv_buffer {
            data: null_mut(),
            len: 0,
            room: 0,
        };
        // SAFETY: a value and a buffer that live.
        unsafe {
            let node = vv_value_node(self.now.value);
            let code = vv_write(number, node, null(), &mut out, null_mut());
            if let Ok(expected) = &expected {
                let written = slice::from_raw_parts(out.data, out.len);
                assert_eq!(written, expected);
                // Reads it back: whole or without its last bytes, and sometimes as another format.
                let len = expected.len() - self.draw.below(3).min(expected.len());
                let (number, format) = match self.draw.below(4) {
                    0 => FORMATS[self.draw.below(FORMATS.len())],
                    _ => (number, format),
                };
                read(number, format, &expected[..len]);
            }
            vv_buffer_free(&mut out);
            (code, expected.is_ok())
        }
    }

    /// Looks a path up.
    fn find(&mut self) -> (vv_code, bool) {
        let path = self.path();
        let (data, len) = lit(path);
        // SAFETY: a value that lives, and a text with its length.
        unsafe {
            let root = vv_value_node(self.now.value);
            let mut found = root;
            let code = vv_path(root, data, len, &mut found, null_mut());
            let model = self.now.model.as_ref();
            look(found, model.path(path).ok());
            look(vv_get_path(root, data, len), model.get_path(path));
            (code, model.path(path).is_ok())
        }
    }
}

/// Returns the default options.
fn options() -> vv_options {
    vv_options {
        size: size_of::<vv_options>(),
        flags: 0,
        duplicates: 0,
        depth: 0,
        nodes: 0,
        bytes: 0,
        replay: 0,
    }
}

/// Reads bytes as a document, in C and in Rust.
pub fn read(number: vv_format, format: AnyFormat, bytes: &[u8]) {
    let expected = format.freeze(bytes, Duplicates::Error, &ReadOptions::default());
    let mut frozen = null_mut();
    let data = bytes.as_ptr().cast::<c_void>();
    // SAFETY: bytes with their length; a handle that lives.
    unsafe {
        let code = vv_freeze(number, data, bytes.len(), null(), &mut frozen, null_mut());
        assert_eq!(code == VV_OK, expected.is_ok());
        let valid = vv_validate(number, data, bytes.len(), null(), null_mut());
        assert_eq!(valid == VV_OK, expected.is_ok());
        if let Ok(expected) = expected {
            look(vv_frozen_root(frozen), Some(expected.view().into()));
        }
        vv_frozen_free(frozen);
    }
}
