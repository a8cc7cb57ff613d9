//! Reads FlexBuffers, in C++ and in Rust. The Rust builder makes the buffers. It gives a vector of
//! numbers of one kind one type, as C++ does on request; integers are signed, as C++ makes them
//! from JSON.

use flexbuffers::{FlexbufferSerializer, MapReader, Reader};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::harness::Subject;
use crate::subjects::lookup::{Found, Keyed, Lookup};

/// A root in memory that is never freed: a case has a process of its own.
type Root = Reader<&'static [u8]>;

pub fn lookup() -> Vec<Box<dyn Subject>> {
    vec![
        #[cfg(has_flexbuffers)]
        cpp::lookup(),
        Lookup {
            name: "FlexBuffers Rust",
            load: |documents| {
                let roots = roots(documents)?;
                let maps = roots.iter().map(|root| root.get_map().map(Map));
                maps.collect::<Result<Vec<_>, _>>()
                    .map_err(|error| error.to_string())
            },
        }
        .subject(),
    ]
}

#[cfg(has_flexbuffers)]
pub use cpp::{bools, column, entries, floats, integers, items, strings};

struct Map(MapReader<&'static [u8]>);

impl Keyed for Map {
    type Found<'a> = Root;

    #[inline(always)]
    fn get(&self, key: &str) -> Option<Root> {
        self.0.index(key).ok()
    }
}

impl<'a> Found<'a> for Root {
    #[inline]
    fn text(self) -> Option<&'a str> {
        self.get_str().ok()
    }
}

fn roots(documents: &[Vec<u8>]) -> Result<Vec<Root>, String> {
    let root =
        |buffer: Vec<u8>| Reader::get_root(&*buffer.leak()).map_err(|error| error.to_string());
    buffers(documents)?.into_iter().map(root).collect()
}

fn buffers(documents: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    let buffer = |document: &Vec<u8>| {
        let value: Value = serde_json::from_slice(document).map_err(|error| error.to_string())?;
        let mut serializer = FlexbufferSerializer::new();
        let built = Signed(&value).serialize(&mut serializer);
        built.map_err(|error| error.to_string())?;
        Ok(serializer.take_buffer())
    };
    documents.iter().map(buffer).collect()
}

/// A tree that encodes its integers as signed ones.
struct Signed<'a>(&'a Value);

impl Serialize for Signed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(items) => serializer.collect_seq(items.iter().map(Signed)),
            Value::Object(fields) => {
                serializer.collect_map(fields.iter().map(|(key, value)| (key, Signed(value))))
            }
            Value::Number(number) => match number.as_i64() {
                Some(integer) => serializer.serialize_i64(integer),
                None => number.serialize(serializer),
            },
            scalar => scalar.serialize(serializer),
        }
    }
}

#[cfg(has_flexbuffers)]
mod cpp {
    use std::ffi::c_int;
    use std::hint::black_box;

    use super::{Subject, buffers};
    use crate::checksum::Checksum;
    use crate::subjects::lookup::native::{Functions, Native, RawObjects};
    use crate::subjects::lookup::{Lookup, Text};
    use crate::subjects::prepared::Made;

    // The other side is external/native/flexbuffers_shim.cpp.
    unsafe extern "C" {
        fn bench_flexbuffers_objects_new() -> *mut RawObjects;
        fn bench_flexbuffers_objects_free(objects: *mut RawObjects);
        fn bench_flexbuffers_objects_add(
            objects: *mut RawObjects,
            buffer: *const u8,
            length: usize,
        ) -> c_int;
        fn bench_flexbuffers_objects_ask(
            objects: *const RawObjects,
            keys: *const Text,
            per_object: usize,
        );
        fn bench_flexbuffers_objects_get(
            objects: *const RawObjects,
            object: usize,
            key: Text,
            out: *mut Text,
        ) -> c_int;
        fn bench_flexbuffers_walk(objects: *const RawObjects, object: usize, out: *mut Checksum);
        fn bench_flexbuffers_entries(objects: *const RawObjects);
        fn bench_flexbuffers_items(objects: *const RawObjects);
        fn bench_flexbuffers_strings(objects: *const RawObjects);
        fn bench_flexbuffers_integers(objects: *const RawObjects);
        fn bench_flexbuffers_floats(objects: *const RawObjects);
        fn bench_flexbuffers_bools(objects: *const RawObjects);
        fn bench_flexbuffers_column(objects: *const RawObjects, key: Text) -> i64;
    }

    const NAME: &str = "FlexBuffers C++";
    const FUNCTIONS: Functions = Functions {
        new: bench_flexbuffers_objects_new,
        free: bench_flexbuffers_objects_free,
        add: bench_flexbuffers_objects_add,
        ask: bench_flexbuffers_objects_ask,
        get: bench_flexbuffers_objects_get,
    };

    fn load(documents: &[Vec<u8>]) -> Result<Native, String> {
        Native::load(&FUNCTIONS, buffers(documents)?)
    }

    pub fn lookup() -> Box<dyn Subject> {
        Lookup { name: NAME, load }.subject()
    }

    /// Returns a subject that reads all of each buffer.
    fn reading(run: fn(&Native) -> u64) -> Box<dyn Subject> {
        Made {
            name: NAME,
            load,
            run,
            check: |native, i| {
                let mut sum = Checksum::default();
                // SAFETY: alive, and each document was added; `sum` has the layout of the C struct.
                unsafe { bench_flexbuffers_walk(native.raw(), i, &mut sum) };
                Ok(sum)
            },
        }
        .subject()
    }

    /// Declares subjects of functions that only read objects, which live as long as the `Native`
    /// they are in.
    macro_rules! reads {
        ($($name:ident $function:ident;)*) => {$(
            pub fn $name() -> Box<dyn Subject> {
                reading(|native| {
                    // SAFETY: alive, and only read.
                    unsafe { $function(native.raw()) };
                    0
                })
            }
        )*};
    }

    reads! {
        entries bench_flexbuffers_entries;
        items bench_flexbuffers_items;
        strings bench_flexbuffers_strings;
        integers bench_flexbuffers_integers;
        floats bench_flexbuffers_floats;
        bools bench_flexbuffers_bools;
    }

    /// Returns the subject that sums a field of each record.
    pub fn column() -> Box<dyn Subject> {
        Made {
            name: NAME,
            load,
            run: |native| column_sum(native) as u64,
            check: |native, _| {
                let mut sum = Checksum::default();
                sum.integer(column_sum(native) as u64);
                Ok(sum)
            },
        }
        .subject()
    }

    fn column_sum(native: &Native) -> i64 {
        let key = black_box(Text::from(&"qty\0"[..3]));
        // SAFETY: alive, and only read; the key has a null byte behind it.
        unsafe { bench_flexbuffers_column(native.raw(), key) }
    }
}
