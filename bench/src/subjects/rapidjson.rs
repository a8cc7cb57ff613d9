//! RapidJSON (C++): DOM by default, with full precision, and in situ (with a fresh copy for each
//! operation, made outside of the timing); and its Writer. By default some floats are one unit off
//! in the last place, and UTF-8 is not checked.

use std::ffi::{CStr, c_char};
use std::slice;

use super::prepared::{Kept, Rounding};
use super::texts::{Destroying, Padded};
use crate::checksum::Checksum;
use crate::harness::Subject;

/// A `rapidjson::Document`; owned by C++.
#[repr(C)]
struct RawDocument([u8; 0]);

/// A `rapidjson::StringBuffer`; owned by C++.
#[repr(C)]
struct RawText([u8; 0]);

/// Null bytes behind each text: one ends it, and the SSE4.2 paths read blocks of 16.
const PADDING: usize = 16;

type ParseFn = unsafe extern "C" fn(*const u8) -> *mut RawDocument;

// The other side is external/native/rapidjson_shim.cpp.
unsafe extern "C" {
    fn bench_rapidjson_version() -> *const c_char;
    fn bench_rapidjson_parse(json: *const u8) -> *mut RawDocument;
    fn bench_rapidjson_parse_exact(json: *const u8) -> *mut RawDocument;
    fn bench_rapidjson_parse_in_situ(json: *mut u8) -> *mut RawDocument;
    fn bench_rapidjson_free(document: *mut RawDocument);
    fn bench_rapidjson_walk(document: *const RawDocument, out: *mut Checksum);
    fn bench_rapidjson_write(
        document: *const RawDocument,
        text: *mut *const u8,
        length: *mut usize,
    ) -> *mut RawText;
    fn bench_rapidjson_text_free(text: *mut RawText);
}

pub fn parse() -> Vec<Box<dyn Subject>> {
    let mode = |name, parse: ParseFn| {
        let mode = Kept {
            name,
            kept: parse,
            load: padded,
            check: |parse, json| Ok(Document::read(*parse, json)?.checksum()),
        };
        mode.subject(|parse, json| u64::from(Document::read(*parse, json).is_ok()))
    };
    let in_situ = Destroying {
        name: "RapidJSON in situ",
        kept: (),
        padding: PADDING,
        run: |(), json| u64::from(Document::read_in_situ(json).is_ok()),
        check: |(), json| Ok(Document::read_in_situ(json)?.checksum()),
    };
    vec![
        Box::new(Rounding(in_situ.subject())),
        Box::new(Rounding(mode("RapidJSON", bench_rapidjson_parse))),
        mode("RapidJSON exact", bench_rapidjson_parse_exact),
    ]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    let write = Kept {
        name: "RapidJSON",
        kept: (),
        load: |documents| {
            let read = |json: &Padded| Document::read(bench_rapidjson_parse_exact, json);
            padded(documents)?.iter().map(read).collect()
        },
        check: |(), document| document.write(super::reference),
    };
    vec![write.subject(|(), document| document.write(|json| json.len() as u64))]
}

fn padded(documents: &[Vec<u8>]) -> Result<Vec<Padded>, String> {
    Ok(Padded::all(documents, PADDING))
}

pub fn version() -> String {
    // SAFETY: a string literal of C++, null-terminated and static.
    unsafe { CStr::from_ptr(bench_rapidjson_version()) }
        .to_string_lossy()
        .into_owned()
}

/// A parsed document. A document parsed in situ points into its text.
struct Document(*mut RawDocument);

impl Document {
    /// Parses a text from [`padded`].
    fn read(parse: ParseFn, json: &Padded) -> Result<Self, String> {
        // SAFETY: both functions of this type read up to the null byte, and at most 15 bytes on;
        // each text lies before PADDING null bytes. They keep no pointer into it (strings are
        // copied to the document's pool).
        Self::new(unsafe { parse(json.text().as_ptr()) })
    }

    /// Parses a text in situ. The document must be dropped before the text changes.
    fn read_in_situ(json: &mut [u8]) -> Result<Self, String> {
        debug_assert_eq!(json.last(), Some(&0));
        // SAFETY: the text is ours to destroy and ends in PADDING null bytes, so the parser stops
        // inside it; the document is dropped by both callers before the text changes.
        Self::new(unsafe { bench_rapidjson_parse_in_situ(json.as_mut_ptr()) })
    }

    fn new(document: *mut RawDocument) -> Result<Self, String> {
        if document.is_null() {
            Err("RapidJSON refuses it".to_owned())
        } else {
            Ok(Self(document))
        }
    }

    fn checksum(&self) -> Checksum {
        let mut sum = Checksum::default();
        // SAFETY: the document is alive, and `sum` has the layout of the C struct (repr(C), the
        // same eight fields).
        unsafe { bench_rapidjson_walk(self.0, &mut sum) };
        sum
    }

    fn write<T>(&self, look: impl FnOnce(&[u8]) -> T) -> T {
        let (mut text, mut length) = (std::ptr::null(), 0);
        // SAFETY: the document is alive, the out pointers are valid for writes.
        let owner = unsafe { bench_rapidjson_write(self.0, &mut text, &mut length) };
        // SAFETY: `owner` keeps these bytes alive and unchanged until it is freed below; GetString
        // is never null.
        let seen = look(unsafe { slice::from_raw_parts(text, length) });
        // SAFETY: came from bench_rapidjson_write, freed once, and `text` is not used again.
        unsafe { bench_rapidjson_text_free(owner) };
        seen
    }
}

impl Drop for Document {
    fn drop(&mut self) {
        // SAFETY: allocated by the shim and freed here only.
        unsafe { bench_rapidjson_free(self.0) }
    }
}
