//! FlexBuffers in C++ and in Rust. Neither parses JSON itself; both build an object from texts in
//! memory, in a reused builder, with shared keys. The Rust reader checks the result. `read` has the
//! subjects that read.

mod read;

use flexbuffers::{Builder, BuilderOptions, Reader};

use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::subjects::lookup::{Fields, fields};

pub use read::*;

pub fn build() -> Vec<Box<dyn Subject>> {
    vec![
        #[cfg(has_flexbuffers)]
        Box::new(cpp::Build::new()),
        Box::new(Build {
            fields: Vec::new(),
            builder: Builder::new(BuilderOptions::SHARE_KEYS),
        }),
    ]
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

struct Build {
    fields: Vec<Fields>,
    builder: Builder,
}

impl Build {
    fn build(&mut self, i: usize) -> &[u8] {
        self.builder.reset();
        let mut map = self.builder.start_map();
        for (key, value) in &self.fields[i % self.fields.len()] {
            map.push(key, value.as_str());
        }
        map.end_map();
        self.builder.view()
    }
}

impl Subject for Build {
    fn name(&self) -> &str {
        "FlexBuffers Rust"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.fields = fields(documents)?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        checksum(self.build(i))
    }

    fn run(&mut self, i: usize) -> u64 {
        self.build(i).len() as u64
    }
}

#[cfg(has_flexbuffers)]
pub mod cpp {
    use std::ffi::{CStr, c_char};
    use std::slice;

    use super::{Fields, checksum, fields};
    use crate::checksum::Checksum;
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

    /// Keys and values of one document, pointing into `Build::fields`.
    struct Pointers {
        keys: Vec<Text>,
        values: Vec<Text>,
    }

    pub struct Build {
        builder: *mut RawBuilder,
        fields: Vec<Fields>,
        pointers: Vec<Pointers>,
    }

    impl Build {
        pub fn new() -> Self {
            Self {
                // SAFETY: no precondition; `new` in C++ throws rather than return null.
                builder: unsafe { bench_flexbuffers_new() },
                fields: Vec::new(),
                pointers: Vec::new(),
            }
        }

        fn build(&mut self, i: usize) -> &[u8] {
            let Pointers { keys, values } = &self.pointers[i % self.pointers.len()];
            let mut data = std::ptr::null();
            // SAFETY: the builder is alive and not shared; `keys` and `values` have `keys.len()`
            // items each, made together in `load` from strings that `fields` still owns unchanged,
            // each key with a null byte behind it; `data` is valid for writes. The buffer it
            // returns is never empty, hence not null, and lives in the builder until the next
            // build, which `&mut self` keeps from happening while it is borrowed.
            unsafe {
                let length = bench_flexbuffers_build(
                    self.builder,
                    keys.as_ptr(),
                    values.as_ptr(),
                    keys.len(),
                    &mut data,
                );
                slice::from_raw_parts(data, length)
            }
        }
    }

    impl Drop for Build {
        fn drop(&mut self) {
            // SAFETY: came from bench_flexbuffers_new and is freed here only.
            unsafe { bench_flexbuffers_free(self.builder) }
        }
    }

    impl Subject for Build {
        fn name(&self) -> &str {
            "FlexBuffers C++"
        }

        fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
            self.fields = fields(documents)?;
            // The C++ builder copies a key together with the null byte behind it.
            self.fields
                .iter_mut()
                .flatten()
                .for_each(|(key, _)| key.push('\0'));
            let text = |text: &String| Text {
                data: text.as_ptr(),
                length: text.len(),
            };
            let pointers = self.fields.iter().map(|fields| Pointers {
                keys: fields
                    .iter()
                    .map(|(key, _)| Text {
                        length: key.len() - 1,
                        ..text(key)
                    })
                    .collect(),
                values: fields.iter().map(|(_, value)| text(value)).collect(),
            });
            self.pointers = pointers.collect();
            Ok(())
        }

        fn check(&mut self, i: usize) -> Result<Checksum, String> {
            checksum(self.build(i))
        }

        fn run(&mut self, i: usize) -> u64 {
            self.build(i).len() as u64
        }
    }
}
