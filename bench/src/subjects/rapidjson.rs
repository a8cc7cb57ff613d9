//! RapidJSON (C++): DOM by default, with full precision, and in situ (with a fresh copy for each
//! operation, made outside of the timing); and its Writer. By default some floats are one unit off
//! in the last place, and UTF-8 is not checked.

use std::ffi::{CStr, c_char};
use std::slice;

use super::documents::{Consumed, Padded};
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
    let mode = |name, exact, parse: ParseFn| {
        Box::new(Parse {
            name,
            exact,
            parse,
            input: Padded::default(),
        })
    };
    vec![
        Box::new(InSitu {
            input: Consumed::default(),
        }),
        mode("RapidJSON", false, bench_rapidjson_parse),
        mode("RapidJSON exact", true, bench_rapidjson_parse_exact),
    ]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Write {
        documents: Vec::new(),
    })]
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
    /// Parses `text`, which must lie before [`PADDING`] null bytes: the result of [`Padded::get`].
    fn read(parse: ParseFn, text: &[u8]) -> Result<Self, String> {
        // SAFETY: both functions of this type read up to the null byte, and at most 15 bytes on;
        // the text lies before PADDING null bytes by this private function's contract. They keep no
        // pointer into it (strings are copied to the document's pool).
        Self::new(unsafe { parse(text.as_ptr()) })
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

struct Parse {
    name: &'static str,
    exact: bool,
    parse: ParseFn,
    input: Padded,
}

impl Subject for Parse {
    fn name(&self) -> &str {
        self.name
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents, PADDING);
        Ok(())
    }

    fn exact(&self) -> bool {
        self.exact
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        Ok(Document::read(self.parse, self.input.get(i))?.checksum())
    }

    fn run(&mut self, i: usize) -> u64 {
        u64::from(Document::read(self.parse, self.input.get(i)).is_ok())
    }
}

struct InSitu {
    input: Consumed,
}

impl InSitu {
    /// Parses in situ. The document must be dropped before the next call of `read` or `refill`.
    fn read(&mut self, i: usize) -> Result<Document, String> {
        let text = self.input.get(i);
        debug_assert_eq!(text.last(), Some(&0));
        // SAFETY: the text is ours to destroy and ends in PADDING null bytes, so the parser stops
        // inside it; the document is dropped by both callers before the text changes.
        Document::new(unsafe { bench_rapidjson_parse_in_situ(text.as_mut_ptr()) })
    }
}

impl Subject for InSitu {
    fn name(&self) -> &str {
        "RapidJSON in situ"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents, PADDING);
        Ok(())
    }

    fn exact(&self) -> bool {
        false
    }

    fn refill(&mut self, count: usize) {
        self.input.refill(count);
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        Ok(self.read(i)?.checksum())
    }

    fn run(&mut self, i: usize) -> u64 {
        u64::from(self.read(i).is_ok())
    }
}

struct Write {
    documents: Vec<Document>,
}

impl Subject for Write {
    fn name(&self) -> &str {
        "RapidJSON"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let mut input = Padded::default();
        input.load(documents, PADDING);
        for i in 0..documents.len() {
            self.documents
                .push(Document::read(bench_rapidjson_parse_exact, input.get(i))?);
        }
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        self.documents[i].write(super::reference)
    }

    fn run(&mut self, i: usize) -> u64 {
        self.documents[i % self.documents.len()].write(|json| json.len() as u64)
    }
}
