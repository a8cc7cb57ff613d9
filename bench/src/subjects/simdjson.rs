//! simdjson (C++): DOM with a reused parser, on-demand walking every value, and its minifier over
//! the DOM. The input is padded beforehand, as it requires. Its DOM does not check for duplicate
//! keys.

use std::ffi::{CStr, c_char, c_int};
use std::slice;

use super::lookup::native::{Functions, Native, RawObjects};
use super::lookup::{Lookup, Text};
use super::prepared::Kept;
use super::texts::Padded;
use crate::checksum::Checksum;
use crate::harness::Subject;

/// A `dom::parser` with the root of its last document; owned by C++.
#[repr(C)]
struct RawTree([u8; 0]);

/// An `ondemand::parser`; owned by C++.
#[repr(C)]
struct RawLazy([u8; 0]);

/// A `std::string`; owned by C++.
#[repr(C)]
struct RawText([u8; 0]);

// The other side is external/native/simdjson_shim.cpp.
unsafe extern "C" {
    fn bench_simdjson_objects_new() -> *mut RawObjects;
    fn bench_simdjson_objects_free(objects: *mut RawObjects);
    fn bench_simdjson_objects_add(
        objects: *mut RawObjects,
        json: *const u8,
        length: usize,
    ) -> c_int;
    fn bench_simdjson_objects_ask(objects: *const RawObjects, keys: *const Text, per_object: usize);
    fn bench_simdjson_objects_get(
        objects: *const RawObjects,
        object: usize,
        key: Text,
        out: *mut Text,
    ) -> c_int;
    fn bench_simdjson_version() -> *const c_char;
    fn bench_simdjson_kernel(out: *mut u8, room: usize) -> usize;
    fn bench_simdjson_padding() -> usize;
    fn bench_simdjson_tree_new() -> *mut RawTree;
    fn bench_simdjson_tree_free(tree: *mut RawTree);
    fn bench_simdjson_parse(tree: *mut RawTree, json: *const u8, length: usize) -> c_int;
    fn bench_simdjson_walk(tree: *const RawTree, out: *mut Checksum);
    fn bench_simdjson_write(
        tree: *const RawTree,
        text: *mut *const u8,
        length: *mut usize,
    ) -> *mut RawText;
    fn bench_simdjson_text_free(text: *mut RawText);
    fn bench_simdjson_lazy_new() -> *mut RawLazy;
    fn bench_simdjson_lazy_free(parser: *mut RawLazy);
    fn bench_simdjson_lazy_touch(
        parser: *mut RawLazy,
        json: *const u8,
        length: usize,
        sum: *mut u64,
    ) -> c_int;
    fn bench_simdjson_lazy_walk(
        parser: *mut RawLazy,
        json: *const u8,
        length: usize,
        out: *mut Checksum,
    ) -> c_int;
}

pub fn parse() -> Vec<Box<dyn Subject>> {
    let tree = Kept {
        name: "simdjson DOM",
        kept: Tree::new(),
        load: padded,
        check: |tree, json| {
            succeeded(tree.parse(json))?;
            Ok(tree.checksum())
        },
    };
    let lazy = Kept {
        name: "simdjson on-demand",
        kept: Lazy::new(),
        load: padded,
        check: |parser, json| parser.checksum(json),
    };
    vec![
        tree.subject(|tree, json| tree.parse(json) as u64),
        lazy.subject(|parser, json| parser.touch(json)),
    ]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    let write = Kept {
        name: "simdjson DOM",
        kept: (),
        load: |documents| {
            let parsed = |json: &Padded| {
                let mut tree = Tree::new();
                succeeded(tree.parse(json)).map(|()| tree)
            };
            padded(documents)?.iter().map(parsed).collect()
        },
        check: |(), tree| tree.write(super::reference),
    };
    vec![write.subject(|(), tree| tree.write(|json| json.len() as u64))]
}

pub fn lookup() -> Vec<Box<dyn Subject>> {
    const FUNCTIONS: Functions = Functions {
        new: bench_simdjson_objects_new,
        free: bench_simdjson_objects_free,
        add: bench_simdjson_objects_add,
        ask: bench_simdjson_objects_ask,
        get: bench_simdjson_objects_get,
    };
    let lookup = Lookup {
        name: "simdjson DOM",
        load: |documents| Native::load(&FUNCTIONS, documents.to_vec()),
    };
    vec![lookup.subject()]
}

/// Returns the version and the kernel chosen at run time, such as `4.6.4 (icelake)`.
pub fn version() -> String {
    let mut name = [0; 32];
    // SAFETY: the version is a string literal of C++, null-terminated and static; the kernel writes
    // at most `room` bytes to `out`, which has that many, and returns how many.
    let (version, length) = unsafe {
        let version = CStr::from_ptr(bench_simdjson_version());
        (
            version,
            bench_simdjson_kernel(name.as_mut_ptr(), name.len()),
        )
    };
    format!(
        "{} ({})",
        version.to_string_lossy(),
        String::from_utf8_lossy(&name[..length])
    )
}

/// Returns each document with the padding that simdjson may read.
fn padded(documents: &[Vec<u8>]) -> Result<Vec<Padded>, String> {
    // SAFETY: returns a constant, has no precondition.
    Ok(Padded::all(documents, unsafe { bench_simdjson_padding() }))
}

fn succeeded(code: c_int) -> Result<(), String> {
    if code == 0 {
        Ok(())
    } else {
        Err(format!("simdjson error {code}"))
    }
}

/// The root points only into the parser's own tape: DOM copies strings out of the input.
struct Tree(*mut RawTree);

impl Tree {
    fn new() -> Self {
        // SAFETY: no precondition; `new` in C++ throws rather than return null.
        Self(unsafe { bench_simdjson_tree_new() })
    }

    /// Parses a text from [`padded`].
    fn parse(&mut self, json: &Padded) -> c_int {
        let text = json.text();
        // SAFETY: `self.0` is alive (freed in drop only) and not shared, as we hold `&mut self`;
        // each text is followed by the padding that simdjson may read.
        unsafe { bench_simdjson_parse(self.0, text.as_ptr(), text.len()) }
    }

    /// Returns the checksum of the text that was parsed last.
    fn checksum(&self) -> Checksum {
        let mut sum = Checksum::default();
        // SAFETY: the tree is alive with a root just parsed, and `sum` has the layout of the C
        // struct (repr(C), the same eight fields).
        unsafe { bench_simdjson_walk(self.0, &mut sum) };
        sum
    }

    fn write<T>(&self, look: impl FnOnce(&[u8]) -> T) -> T {
        let (mut text, mut length) = (std::ptr::null(), 0);
        // SAFETY: the tree is alive and holds a parsed root (every caller has parsed); the two out
        // pointers are valid for writes.
        let owner = unsafe { bench_simdjson_write(self.0, &mut text, &mut length) };
        // SAFETY: text and length are data() and size() of the string that `owner` keeps alive and
        // unchanged until it is freed below; data() is never null.
        let seen = look(unsafe { slice::from_raw_parts(text, length) });
        // SAFETY: `owner` came from bench_simdjson_write, is freed once, and `text` is not used
        // again.
        unsafe { bench_simdjson_text_free(owner) };
        seen
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: came from bench_simdjson_tree_new and is freed here only.
        unsafe { bench_simdjson_tree_free(self.0) }
    }
}

struct Lazy(*mut RawLazy);

impl Lazy {
    fn new() -> Self {
        // SAFETY: no precondition; `new` in C++ throws rather than return null.
        Self(unsafe { bench_simdjson_lazy_new() })
    }

    /// Walks a text from [`padded`] and returns its checksum.
    fn checksum(&mut self, json: &Padded) -> Result<Checksum, String> {
        let text = json.text();
        let mut sum = Checksum::default();
        // SAFETY: the parser is alive and not shared; each text has simdjson's padding behind it;
        // `sum` has the layout of the C struct.
        succeeded(unsafe {
            bench_simdjson_lazy_walk(self.0, text.as_ptr(), text.len(), &mut sum)
        })?;
        Ok(sum)
    }

    /// Walks a text from [`padded`] and returns a sum over its values.
    fn touch(&mut self, json: &Padded) -> u64 {
        let text = json.text();
        let mut sum = 0;
        // SAFETY: as in `checksum`; `sum` is valid for writes.
        unsafe { bench_simdjson_lazy_touch(self.0, text.as_ptr(), text.len(), &mut sum) };
        sum
    }
}

impl Drop for Lazy {
    fn drop(&mut self) {
        // SAFETY: came from bench_simdjson_lazy_new and is freed here only.
        unsafe { bench_simdjson_lazy_free(self.0) }
    }
}
