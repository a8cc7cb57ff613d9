//! FlatBuffers in C and C++: ours, by the code of `varvel gen c`, and google/flatbuffers. Each is a
//! shared object with the same functions (`external/flatcc/subject.h`), which `cargo xtask bench
//! flatcc` builds and names in a variable. Without it the subject is left out of each case.

use std::ffi::{CStr, c_char, c_void};
use std::hint::black_box;
use std::sync::LazyLock;
use std::{ptr, slice};

use super::flatcc::{sum_of_bytes, theirs, total, value};
use super::foobar::FooBarContainerT;
use super::json::{json, sum_of_json};
use super::numbered;
use crate::harness::Subject;
use crate::subjects::prepared::{Kept, Load};
use crate::subjects::shared_object::SharedObject;

/// A string of C.
#[repr(C)]
struct Text {
    at: *const u8,
    size: usize,
}

#[repr(C)]
struct Foo {
    id: u64,
    count: i16,
    prefix: i8,
    length: u32,
}

#[repr(C)]
struct Bar {
    parent: Foo,
    time: i32,
    ratio: f32,
    size: u16,
}

#[repr(C)]
struct FooBar {
    sibling: Bar,
    name: Text,
    rating: f64,
    postfix: u8,
}

#[repr(C)]
struct Container {
    list: *const FooBar,
    count: usize,
    initialized: bool,
    fruit: i16,
    location: Text,
}

/// Declares the functions of a subject.
macro_rules! functions {
    ($($name:ident($($type:ty),*) -> $result:ty;)*) => {
        #[derive(Clone, Copy)]
        struct Functions {
            $($name: Option<unsafe extern "C" fn($($type),*) -> $result>,)*
        }

        impl Functions {
            fn load(variable: &str) -> Result<Self, String> {
                let object = SharedObject::open(variable, "cargo xtask bench flatcc")?;
                Ok(Self {
                    // SAFETY: `subject.h` declares each of these names with the type that it has
                    // here. A subject without JSON lacks two of them.
                    $($name: unsafe {
                        object.function(concat!("bench_flatcc_", stringify!($name))).ok()
                    },)*
                })
            }
        }
    };
}

functions! {
    new() -> *mut c_void;
    version() -> *const c_char;
    encode(*mut c_void, *const Container, *mut *const u8) -> usize;
    encode_fresh(*const Container, *mut u8, usize) -> usize;
    verify(*const u8, usize) -> bool;
    root(*const u8, usize) -> *const c_void;
    traverse(*const c_void) -> u64;
    print(*mut c_void, *const c_void, *mut *const u8) -> usize;
    parse(*mut c_void, *const u8, usize, *mut *const u8) -> usize;
}

/// The library in C or C++, loaded once.
struct Library {
    name: &'static str,
    functions: LazyLock<Result<Functions, String>>,
}

static OURS: Library = Library {
    name: "varvel C",
    functions: LazyLock::new(|| Functions::load("VARVEL_BENCH_FLATCC_C")),
};
static CPP: Library = Library {
    name: "FlatBuffers C++",
    functions: LazyLock::new(|| Functions::load("VARVEL_BENCH_FLATCC_CPP")),
};

impl Library {
    /// Returns a function, or why there is none.
    fn function<F>(&self, which: impl Fn(&Functions) -> Option<F>) -> Result<F, String> {
        let functions = self.functions.as_ref().map_err(Clone::clone)?;
        which(functions).ok_or_else(|| "the library has no such function".to_owned())
    }

    /// Makes what the library keeps between operations; null without the library.
    fn kept(&self) -> *mut c_void {
        // SAFETY: no precondition.
        self.function(|all| all.new)
            .map_or(ptr::null_mut(), |new| unsafe { new() })
    }
}

/// Returns the version of google/flatbuffers in C++; empty if it was not built.
pub fn cpp_version() -> String {
    let version = CPP.function(|all| all.version);
    // SAFETY: no precondition; the library returns a text that is always there.
    let text = version.map(|version| unsafe { CStr::from_ptr(version()) });
    text.map_or_else(
        |_| String::new(),
        |text| text.to_string_lossy().into_owned(),
    )
}

/// Leaks a value as the library in C takes it. A case has a process of its own.
fn plain(value: FooBarContainerT) -> &'static Container {
    let text = |text: Option<String>| {
        let text: &'static str = text.unwrap_or_default().leak();
        Text {
            at: text.as_ptr(),
            size: text.len(),
        }
    };
    let list = value.list.unwrap_or_default().into_iter().map(|each| {
        let bar = each.sibling.unwrap_or_default();
        FooBar {
            sibling: Bar {
                parent: Foo {
                    id: bar.parent.id,
                    count: bar.parent.count,
                    prefix: bar.parent.prefix,
                    length: bar.parent.length,
                },
                time: bar.time,
                ratio: bar.ratio,
                size: bar.size,
            },
            name: text(each.name),
            rating: each.rating,
            postfix: each.postfix,
        }
    });
    let list: &'static [FooBar] = list.collect::<Vec<_>>().leak();
    Box::leak(Box::new(Container {
        list: list.as_ptr(),
        count: list.len(),
        initialized: value.initialized,
        fruit: value.fruit,
        location: text(value.location),
    }))
}

fn plain_values(all: &[Vec<u8>]) -> Result<Vec<&'static Container>, String> {
    numbered(all, |number| value(number).map(plain))
}

/// Returns bytes that a library made, which are good until its next call.
///
/// # Safety
/// There are `size` bytes at `at`, or `size` is 0.
unsafe fn made<'a>(at: *const u8, size: usize) -> Result<&'a [u8], String> {
    match size {
        0 => Err("the library failed".to_owned()),
        // SAFETY: by the contract.
        _ => Ok(unsafe { slice::from_raw_parts(at, size) }),
    }
}

/// Returns the buffer of a value.
fn encoded(library: &'static Library, value: &Container) -> Result<&'static [u8], String> {
    let encode = library.function(|all| all.encode)?;
    let mut at = ptr::null();
    // SAFETY: a builder of this library, which is never freed, and a value that is alive.
    let size = unsafe { encode(library.kept(), value, &mut at) };
    // SAFETY: the library made that many bytes.
    unsafe { made(at, size) }
}

/// Returns the roots of buffers that the library built.
fn roots(library: &'static Library, all: &[Vec<u8>]) -> Result<Vec<*const c_void>, String> {
    let root = library.function(|all| all.root)?;
    let values = plain_values(all)?.into_iter();
    let roots = values.map(|value| {
        let bytes = encoded(library, value)?;
        // SAFETY: a buffer that stays where it is.
        Ok(unsafe { root(bytes.as_ptr(), bytes.len()) })
    });
    roots.collect()
}

/// Returns the same subject of both libraries; one that is not there has no functions, and its load
/// fails.
macro_rules! both {
    ($subject:ident) => {
        vec![
            $subject(&OURS, |all| loaded(&OURS, all)),
            $subject(&CPP, |all| loaded(&CPP, all)),
        ]
    };
}

/// Declares `loaded` for a family: what the subject works on, if there is a library.
macro_rules! loads {
    ($of:ty, $load:expr) => {
        fn loaded(library: &'static Library, all: &[Vec<u8>]) -> Result<Vec<$of>, String> {
            library.function(|all| all.new)?;
            $load(library, all)
        }
    };
}

/// Returns the subjects that encode plain structs, with a kept builder.
pub fn encode() -> Vec<Box<dyn Subject>> {
    loads!(&'static Container, |_, all| plain_values(all));
    fn subject(library: &'static Library, load: Load<Vec<&'static Container>>) -> Box<dyn Subject> {
        let encode = library.function(|all| all.encode).ok();
        Kept {
            name: library.name,
            kept: (encode, library.kept()),
            load,
            check: |(encode, kept), value| {
                let encode = encode.ok_or("no function")?;
                let mut at = ptr::null();
                // SAFETY: the library's own object, and a value that is alive.
                let size = unsafe { encode(*kept, *value, &mut at) };
                // SAFETY: the library made that many bytes.
                sum_of_bytes(unsafe { made(at, size) }?)
            },
        }
        .subject(|(encode, kept), value| {
            let mut at = ptr::null();
            // SAFETY: as in the check.
            let size = encode.map_or(0, |encode| unsafe { encode(*kept, *value, &mut at) });
            black_box(at);
            size as u64
        })
    }
    both!(subject)
}

/// Returns the subjects that encode plain structs, with a new builder each time.
pub fn encode_fresh() -> Vec<Box<dyn Subject>> {
    loads!(&'static Container, |_, all| plain_values(all));
    fn subject(library: &'static Library, load: Load<Vec<&'static Container>>) -> Box<dyn Subject> {
        Kept {
            name: library.name,
            kept: library.function(|all| all.encode_fresh).ok(),
            load,
            check: |encode, value| {
                let encode = encode.ok_or("no function")?;
                let mut copy = [0; 1024];
                // SAFETY: a value that is alive, and room for that many bytes.
                let size = unsafe { encode(*value, copy.as_mut_ptr(), copy.len()) };
                sum_of_bytes(copy.get(..size).ok_or("a larger buffer")?)
            },
        }
        .subject(|encode, value| {
            // SAFETY: a value that is alive; nothing is copied.
            encode.map_or(0, |encode| unsafe { encode(*value, ptr::null_mut(), 0) }) as u64
        })
    }
    both!(subject)
}

/// Returns the subjects that sum over verified buffers, each over the buffers of its own library.
pub fn traverse() -> Vec<Box<dyn Subject>> {
    loads!(*const c_void, roots);
    fn subject(library: &'static Library, load: Load<Vec<*const c_void>>) -> Box<dyn Subject> {
        Kept {
            name: library.name,
            kept: library.function(|all| all.traverse).ok(),
            load,
            check: |traverse, root| {
                let traverse = traverse.ok_or("no function")?;
                if root.is_null() {
                    return Err("an invalid buffer".to_owned());
                }
                // SAFETY: the root of a valid buffer.
                Ok(total(unsafe { traverse(*root) }))
            },
        }
        .subject(|traverse, root| {
            // SAFETY: as in the check.
            traverse.map_or(0, |traverse| unsafe { traverse(*root) })
        })
    }
    both!(subject)
}

/// Returns the subjects that verify the same bytes as those in Rust.
pub fn verify() -> Vec<Box<dyn Subject>> {
    loads!(&'static [u8], |_, all| numbered(all, theirs));
    fn subject(library: &'static Library, load: Load<Vec<&'static [u8]>>) -> Box<dyn Subject> {
        Kept {
            name: library.name,
            kept: library.function(|all| all.verify).ok(),
            load,
            check: |verify, bytes| {
                let verify = verify.ok_or("no function")?;
                // SAFETY: bytes with their length.
                match unsafe { verify(bytes.as_ptr(), bytes.len()) } {
                    true => sum_of_bytes(bytes),
                    false => Err("an invalid buffer".to_owned()),
                }
            },
        }
        .subject(|verify, bytes| {
            // SAFETY: bytes with their length.
            let is = verify.is_some_and(|verify| unsafe { verify(bytes.as_ptr(), bytes.len()) });
            is.into()
        })
    }
    both!(subject)
}

/// Returns our subject that writes verified buffers as JSON.
pub fn print() -> Vec<Box<dyn Subject>> {
    let print = Kept {
        name: OURS.name,
        kept: (OURS.function(|all| all.print).ok(), OURS.kept()),
        load: |all| roots(&OURS, all),
        check: |(print, kept), root| {
            let print = print.ok_or("no function")?;
            let mut at = ptr::null();
            // SAFETY: the library's own object, and the root of a valid buffer.
            let size = unsafe { print(*kept, *root, &mut at) };
            // SAFETY: the library made that many bytes.
            sum_of_json(unsafe { made(at, size) }?)
        },
    };
    vec![print.subject(|(print, kept), root| {
        let mut at = ptr::null();
        // SAFETY: as in the check.
        let size = print.map_or(0, |print| unsafe { print(*kept, *root, &mut at) });
        black_box(at);
        size as u64
    })]
}

/// Returns our subject that reads JSON into buffers.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let parse = Kept {
        name: OURS.name,
        kept: (OURS.function(|all| all.parse).ok(), OURS.kept()),
        load: |all| {
            OURS.function(|all| all.parse)?;
            numbered(all, json)
        },
        check: |(parse, kept), json: &Vec<u8>| {
            let parse = parse.ok_or("no function")?;
            let mut at = ptr::null();
            // SAFETY: the library's own object, and a text with its length.
            let size = unsafe { parse(*kept, json.as_ptr(), json.len(), &mut at) };
            // SAFETY: the library made that many bytes.
            sum_of_bytes(unsafe { made(at, size) }?)
        },
    };
    vec![parse.subject(|(parse, kept), json| {
        let mut at = ptr::null();
        // SAFETY: as in the check.
        let size = parse.map_or(0, |parse| unsafe {
            parse(*kept, json.as_ptr(), json.len(), &mut at)
        });
        black_box(at);
        size as u64
    })]
}
