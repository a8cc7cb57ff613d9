//! yyjson (C): read into a fresh document or into a reused pool, and write to a fresh string. It
//! does not check for duplicate keys.

use std::ffi::{CStr, c_char, c_int};
use std::slice;

use super::documents::Plain;
use super::lookup::native::{Functions, Native, RawObjects};
use super::lookup::{Lookup, Text};
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
    vec![
        Box::new(Parse {
            input: Plain::default(),
        }),
        Box::new(ParsePool {
            input: Plain::default(),
            pool: None,
        }),
    ]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Write {
        documents: Vec::new(),
    })]
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

struct Parse {
    input: Plain,
}

impl Subject for Parse {
    fn name(&self) -> &str {
        "yyjson"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        Ok(walk(Document::read(self.input.get(i))?.0))
    }

    fn run(&mut self, i: usize) -> u64 {
        u64::from(Document::read(self.input.get(i)).is_ok())
    }
}

/// The memory of a pool; at most one document lives in it.
struct Pool(*mut RawPool);

impl Pool {
    /// Reads a document, which lives until the next call.
    fn read(&mut self, text: &[u8]) -> *mut RawDocument {
        // SAFETY: the pool is alive and not shared; the input is only read.
        unsafe { bench_yyjson_read_pool(self.0, text.as_ptr(), text.len()) }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // SAFETY: came from bench_yyjson_pool_new and is freed here only.
        unsafe { bench_yyjson_pool_free(self.0) }
    }
}

struct ParsePool {
    input: Plain,
    pool: Option<Pool>,
}

impl ParsePool {
    fn read(&mut self, i: usize) -> *mut RawDocument {
        let pool = self.pool.as_mut().expect("loaded before");
        pool.read(self.input.get(i))
    }
}

impl Subject for ParsePool {
    fn name(&self) -> &str {
        "yyjson pool"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents);
        let longest = documents.iter().map(Vec::len).max().unwrap_or(0);
        // SAFETY: no precondition.
        self.pool = Some(Pool(unsafe { bench_yyjson_pool_new(longest) }));
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let document = self.read(i);
        if document.is_null() {
            Err("yyjson refuses it".to_owned())
        } else {
            Ok(walk(document))
        }
    }

    fn run(&mut self, i: usize) -> u64 {
        u64::from(!self.read(i).is_null())
    }
}

struct Write {
    documents: Vec<Document>,
}

impl Subject for Write {
    fn name(&self) -> &str {
        "yyjson"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let documents = documents.iter().map(|text| Document::read(text));
        self.documents = documents.collect::<Result<_, _>>()?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        self.documents[i].write(super::reference)?
    }

    fn run(&mut self, i: usize) -> u64 {
        let document = &self.documents[i % self.documents.len()];
        document.write(|json| json.len() as u64).unwrap_or(0)
    }
}
