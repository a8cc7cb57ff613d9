//! FlexBuffers in C++ and in Rust. Neither parses JSON itself; both build an object from texts in
//! memory, in a reused builder, with shared keys. The Rust reader checks the result. `read` has the
//! subjects that read.

mod read;

use flexbuffers::{Builder, BuilderOptions, Reader};

use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::subjects::lookup::{Fields, fields};
use crate::subjects::prepared::Kept;

pub use read::*;

pub fn build() -> Vec<Box<dyn Subject>> {
    let rust = Kept {
        name: "FlexBuffers Rust",
        kept: Builder::new(BuilderOptions::SHARE_KEYS),
        load: fields,
        check: |builder, fields| checksum(built(builder, fields)),
    };
    vec![
        #[cfg(has_flexbuffers)]
        cpp::build(),
        rust.subject(|builder, fields| built(builder, fields).len() as u64),
    ]
}

fn built<'b>(builder: &'b mut Builder, fields: &Fields) -> &'b [u8] {
    builder.reset();
    let mut map = builder.start_map();
    for (key, value) in fields {
        map.push(key, value.as_str());
    }
    map.end_map();
    builder.view()
}

fn checksum(buffer: &[u8]) -> Result<Checksum, String> {
    let root = Reader::get_root(buffer).map_err(|error| error.to_string())?;
    let map = root.get_map().map_err(|error| error.to_string())?;
    let mut sum = Checksum::default();
    sum.container();
    for (key, value) in map.iter_keys().zip(map.iter_values()) {
        sum.key(key);
        sum.string(value.get_str().map_err(|error| error.to_string())?);
    }
    Ok(sum)
}

#[cfg(has_flexbuffers)]
pub mod cpp {
    use std::ffi::{CStr, c_char};
    use std::slice;

    use super::{Fields, Kept, checksum, fields};
    use crate::harness::Subject;
    use crate::subjects::lookup::Text;

    /// A `flexbuffers::Builder`; owned by C++.
    #[repr(C)]
    struct RawBuilder([u8; 0]);

    // The other side is external/native/flexbuffers_shim.cpp.
    unsafe extern "C" {
        fn bench_flexbuffers_version() -> *const c_char;
        fn bench_flexbuffers_new() -> *mut RawBuilder;
        fn bench_flexbuffers_free(builder: *mut RawBuilder);
        fn bench_flexbuffers_build(
            builder: *mut RawBuilder,
            keys: *const Text,
            values: *const Text,
            count: usize,
            out: *mut *const u8,
        ) -> usize;
    }

    pub fn version() -> String {
        // SAFETY: a string literal of C++, null-terminated and static.
        let version = unsafe { CStr::from_ptr(bench_flexbuffers_version()) };
        version.to_string_lossy().into_owned()
    }

    /// The builder, which is freed when this is dropped.
    struct Owned(*mut RawBuilder);

    impl Drop for Owned {
        fn drop(&mut self) {
            // SAFETY: came from bench_flexbuffers_new and is freed here only.
            unsafe { bench_flexbuffers_free(self.0) }
        }
    }

    /// Keys and values of one document, pointing into its fields.
    struct Pointers {
        keys: Vec<Text>,
        values: Vec<Text>,
        _fields: Fields,
    }

    pub fn build() -> Box<dyn Subject> {
        let build = Kept {
            name: "FlexBuffers C++",
            // SAFETY: no precondition; `new` in C++ throws rather than return null.
            kept: Owned(unsafe { bench_flexbuffers_new() }),
            load: |documents| Ok(fields(documents)?.into_iter().map(pointers).collect()),
            check: |builder, pointers| checksum(built(builder, pointers)),
        };
        build.subject(|builder, pointers| built(builder, pointers).len() as u64)
    }

    fn pointers(mut fields: Fields) -> Pointers {
        // The C++ builder copies a key together with the null byte behind it.
        fields.iter_mut().for_each(|(key, _)| key.push('\0'));
        let text = |text: &str| Text {
            data: text.as_ptr(),
            length: text.len(),
        };
        Pointers {
            keys: fields
                .iter()
                .map(|(key, _)| text(&key[..key.len() - 1]))
                .collect(),
            values: fields.iter().map(|(_, value)| text(value)).collect(),
            _fields: fields,
        }
    }

    fn built<'b>(builder: &'b mut Owned, of: &Pointers) -> &'b [u8] {
        let mut data = std::ptr::null();
        // SAFETY: the builder is alive and not shared; `keys` and `values` have `keys.len()` items
        // each, made together from strings that `of` still owns unchanged, each key with a null
        // byte behind it; `data` is valid for writes. The buffer it returns is never empty, hence
        // not null, and lives in the builder until the next build, which `&mut` keeps from
        // happening while it is borrowed.
        unsafe {
            let length = bench_flexbuffers_build(
                builder.0,
                of.keys.as_ptr(),
                of.values.as_ptr(),
                of.keys.len(),
                &mut data,
            );
            slice::from_raw_parts(data, length)
        }
    }
}
