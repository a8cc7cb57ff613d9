//! yyjson (C): read into a fresh document or into a reused pool, and write to a fresh string. It
//! does not check for duplicate keys.

use std::ffi::{CStr, c_char, c_int};
use std::slice;

use super::lookup::native::{Functions, Native, RawObjects};
use super::lookup::{Lookup, Text};
use super::prepared::Kept;
use super::texts::as_given;
use crate::checksum::Checksum;
use crate::harness::Subject;

/// A `yyjson_doc`; owned by C.
#[repr(C)]
struct RawDocument([u8; 0]);

/// Memory for documents, reused; owned by C++.
#[repr(C)]
struct RawPool([u8; 0]);

// The other side is external/native/yyjson_shim.cpp.
unsafe extern "C" {
    fn bench_yyjson_objects_new() -> *mut RawObjects;
    fn bench_yyjson_objects_free(objects: *mut RawObjects);
    fn bench_yyjson_objects_add(objects: *mut RawObjects, json: *const u8, length: usize) -> c_int;
    fn bench_yyjson_objects_ask(objects: *const RawObjects, keys: *const Text, per_object: usize);
    fn bench_yyjson_objects_get(
        objects: *const RawObjects,
        object: usize,
        key: Text,
        out: *mut Text,
    ) -> c_int;
    fn bench_yyjson_version() -> *const c_char;
    fn bench_yyjson_read(json: *const u8, length: usize) -> *mut RawDocument;
    fn bench_yyjson_free(document: *mut RawDocument);
    fn bench_yyjson_walk(document: *mut RawDocument, out: *mut Checksum);
    fn bench_yyjson_pool_new(length: usize) -> *mut RawPool;
    fn bench_yyjson_pool_free(pool: *mut RawPool);
    fn bench_yyjson_read_pool(
        pool: *mut RawPool,
        json: *const u8,
        length: usize,
    ) -> *mut RawDocument;
    fn bench_yyjson_write(document: *const RawDocument, length: *mut usize) -> *mut u8;
    fn bench_yyjson_text_free(json: *mut u8);
}

pub fn parse() -> Vec<Box<dyn Subject>> {
    let fresh = Kept {
        name: "yyjson",
        kept: (),
        load: as_given,
        check: |(), json| Ok(walk(Document::read(json)?.0)),
    };
    let pool = Kept {
        name: "yyjson pool",
        kept: Pool::new(0),
        load: as_given,
        check: |pool, json| match pool.read(json) {
            document if document.is_null() => Err("yyjson refuses it".to_owned()),
            document => Ok(walk(document)),
        },
    };
    vec![
        fresh.subject(|(), json| u64::from(Document::read(json).is_ok())),
        pool.subject(|pool, json| u64::from(!pool.read(json).is_null())),
    ]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    let write = Kept {
        name: "yyjson",
        kept: (),
        load: |documents| documents.iter().map(|json| Document::read(json)).collect(),
        check: |(), document| document.write(super::reference)?,
    };
    vec![write.subject(|(), document| document.write(|json| json.len() as u64).unwrap_or(0))]
}

pub fn lookup() -> Vec<Box<dyn Subject>> {
    const FUNCTIONS: Functions = Functions {
        new: bench_yyjson_objects_new,
        free: bench_yyjson_objects_free,
        add: bench_yyjson_objects_add,
        ask: bench_yyjson_objects_ask,
        get: bench_yyjson_objects_get,
    };
    let lookup = Lookup {
        name: "yyjson",
        load: |documents| Native::load(&FUNCTIONS, documents.to_vec()),
    };
    vec![lookup.subject()]
}

pub fn version() -> String {
    // SAFETY: a string literal of C, null-terminated and static.
    unsafe { CStr::from_ptr(bench_yyjson_version()) }
        .to_string_lossy()
        .into_owned()
}

/// A document in memory of its own.
struct Document(*mut RawDocument);

impl Document {
    fn read(text: &[u8]) -> Result<Self, String> {
        // SAFETY: reads `length` bytes from `json` (no flag asks for in-situ parsing, so the input
        // is neither written nor kept).
        let document = unsafe { bench_yyjson_read(text.as_ptr(), text.len()) };
        if document.is_null() {
            Err("yyjson refuses it".to_owned())
        } else {
            Ok(Self(document))
        }
    }

    fn write<T>(&self, look: impl FnOnce(&[u8]) -> T) -> Result<T, String> {
        let mut length = 0;
        // SAFETY: the document is alive (freed in drop only); `length` is valid for writes.
        let text = unsafe { bench_yyjson_write(self.0, &mut length) };
        if text.is_null() {
            return Err("yyjson writes nothing".to_owned());
        }
        // SAFETY: a string of `length` bytes that we own until it is freed below.
        let seen = look(unsafe { slice::from_raw_parts(text, length) });
        // SAFETY: came from yyjson_write with the default allocator, freed once, not used again.
        unsafe { bench_yyjson_text_free(text) };
        Ok(seen)
    }
}

impl Drop for Document {
    fn drop(&mut self) {
        // SAFETY: came from yyjson_read_opts with the default allocator and is freed here only.
        unsafe { bench_yyjson_free(self.0) }
    }
}

fn walk(document: *mut RawDocument) -> Checksum {
    let mut sum = Checksum::default();
    // SAFETY: private to this file, and called with living documents only; `sum` has the layout of
    // the C struct (repr(C), the same eight fields).
    unsafe { bench_yyjson_walk(document, &mut sum) };
    sum
}

/// The memory of a pool, which is enough for texts of this length; at most one document lives in
/// it.
struct Pool {
    raw: *mut RawPool,
    length: usize,
}

impl Pool {
    fn new(length: usize) -> Self {
        // SAFETY: no precondition.
        let raw = unsafe { bench_yyjson_pool_new(length) };
        Self { raw, length }
    }

    /// Reads a document, which lives until the next call. The check of a subject reads all texts
    /// of the case, so the pool does not grow later.
    fn read(&mut self, text: &[u8]) -> *mut RawDocument {
        if text.len() > self.length {
            *self = Self::new(text.len());
        }
        // SAFETY: the pool is alive and not shared; the input is only read.
        unsafe { bench_yyjson_read_pool(self.raw, text.as_ptr(), text.len()) }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // SAFETY: came from bench_yyjson_pool_new and is freed here only.
        unsafe { bench_yyjson_pool_free(self.raw) }
    }
}
