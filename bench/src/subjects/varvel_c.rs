//! Varvel through its C library, as a C program has it. The loops are C (`external/c/shim.c`), in a
//! shared object that is linked with the library. `cargo xtask bench c` builds both, and passes the
//! path of the object in `VARVEL_BENCH_C`. Without that, these subjects are left out of each case.

use std::ffi::c_int;
use std::sync::LazyLock;
use std::{ptr, slice};

use super::lookup::native::{Functions, Native, RawObjects};
use super::lookup::{Lookup, Objects, Round, Text};
use super::prepared::{Kept, Made};
use super::reference;
use super::shared_object::SharedObject;
use super::texts::as_given;
use crate::checksum::Checksum;
use crate::harness::Subject;

/// The name of the subject in every family.
const NAME: &str = "varvel C";

/// The name of the subjects that read by `varvel_frozen.h`, without the library.
const HEADER: &str = "varvel C header";

/// An array of `vv_key`, or of `vvf_key`; owned by C.
#[repr(C)]
struct RawKeys([u8; 0]);

/// A `vv_freezer`; owned by the library.
#[repr(C)]
struct RawFreezer([u8; 0]);

/// A `vv_buffer`: text of the library.
#[repr(C)]
struct Buffer {
    data: *mut u8,
    len: usize,
    room: usize,
}

/// Prepares keys.
type NewKeys = unsafe extern "C" fn(*const Text, usize) -> *mut RawKeys;

/// Looks keys up that were prepared.
type AskKeys = unsafe extern "C" fn(*const RawObjects, *const RawKeys, usize);

/// A loop over the children of each document.
type Loop = unsafe extern "C" fn(*const RawObjects);

/// Writes one document, or what a loop finds in it.
type Show = unsafe extern "C" fn(*const RawObjects, usize, *mut Buffer) -> c_int;

/// Declares the functions of the shim besides those of look-ups.
macro_rules! shim {
    ($($name:ident: $type:ty;)*) => {
        /// The functions of the shim, by their names there.
        struct Shim {
            /// Objects that are asked for keys as texts.
            by_text: Functions,
            /// Objects whose `get` prepares the key.
            by_key: Functions,
            /// Objects that the header reads.
            by_header: Functions,
            $($name: $type,)*
        }

        impl Shim {
            fn load() -> Result<Self, String> {
                let library = SharedObject::open("VARVEL_BENCH_C", "cargo xtask bench c")?;
                // SAFETY: the shim declares each of these names with the type that it has here.
                let functions = |ask, get| unsafe {
                    Ok::<_, String>(Functions {
                        new: function(library, "objects_new")?,
                        free: function(library, "objects_free")?,
                        add: function(library, "objects_add")?,
                        ask: function(library, ask)?,
                        get: function(library, get)?,
                    })
                };
                Ok(Self {
                    by_text: functions("objects_ask", "objects_get")?,
                    by_key: functions("objects_ask", "keys_get")?,
                    by_header: functions("frozen_ask", "frozen_get")?,
                    // SAFETY: as above.
                    $($name: unsafe { function(library, stringify!($name)) }?,)*
                })
            }
        }
    };
}

shim! {
    keys_new: NewKeys;
    keys_ask: AskKeys;
    frozen_keys_new: NewKeys;
    frozen_keys_ask: AskKeys;
    items: Loop;
    integers: Loop;
    members: Loop;
    frozen_items: Loop;
    frozen_integers: Loop;
    items_json: Show;
    integers_json: Show;
    members_json: Show;
    frozen_json: Show;
    write: Show;
    text_free: unsafe extern "C" fn(*mut Buffer);
    freezer_new: unsafe extern "C" fn() -> *mut RawFreezer;
    freezer_parse: unsafe extern "C" fn(*mut RawFreezer, *const u8, usize) -> c_int;
    freezer_json: unsafe extern "C" fn(*mut RawFreezer, *const u8, usize, *mut Buffer) -> c_int;
    parse: unsafe extern "C" fn(*const u8, usize) -> c_int;
    parse_json: unsafe extern "C" fn(*const u8, usize, *mut Buffer) -> c_int;
}

/// Returns the shim, which is loaded once.
fn shim() -> Result<&'static Shim, String> {
    static SHIM: LazyLock<Result<Shim, String>> = LazyLock::new(Shim::load);
    SHIM.as_ref().map_err(Clone::clone)
}

/// Returns the shim in code that runs after the documents were loaded by it.
fn loaded() -> &'static Shim {
    shim().expect("loaded before")
}

/// Returns the function of the shim that is called `bench_c_` and `name`.
///
/// # Safety
/// The function has the type `F`, a function pointer.
unsafe fn function<F: Copy>(shim: SharedObject, name: &str) -> Result<F, String> {
    // SAFETY: by the contract.
    unsafe { shim.function(&format!("bench_c_{name}")) }
}

impl Buffer {
    /// Returns the text that `write` writes.
    fn written(write: impl FnOnce(*mut Self) -> c_int) -> Result<Self, String> {
        let mut buffer = Self {
            data: ptr::null_mut(),
            len: 0,
            room: 0,
        };
        match write(&mut buffer) {
            0 => Ok(buffer),
            code => Err(format!("error {code}")),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self.data.is_null() {
            true => &[],
            // SAFETY: the library stored that many bytes there.
            false => unsafe { slice::from_raw_parts(self.data, self.len) },
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: a buffer that is zero, or as the library left it.
        unsafe { (loaded().text_free)(self) }
    }
}

fn load(documents: &[Vec<u8>]) -> Result<Native, String> {
    Native::load(&shim()?.by_text, documents.to_vec())
}

/// Returns the subjects that look keys up by their texts.
pub fn lookup() -> Vec<Box<dyn Subject>> {
    let header = Lookup {
        name: HEADER,
        load: |documents| Native::load(&shim()?.by_header, documents.to_vec()),
    };
    vec![Lookup { name: NAME, load }.subject(), header.subject()]
}

/// Returns the subjects that look keys up that were prepared before.
pub fn lookup_key() -> Vec<Box<dyn Subject>> {
    let library = Lookup {
        name: NAME,
        load: |documents| {
            let shim = shim()?;
            Prepared::load(&shim.by_key, shim.keys_new, shim.keys_ask, documents)
        },
    };
    let header = Lookup {
        name: HEADER,
        load: |documents| {
            let shim = shim()?;
            let (new, ask) = (shim.frozen_keys_new, shim.frozen_keys_ask);
            Prepared::load(&shim.by_header, new, ask, documents)
        },
    };
    vec![library.subject(), header.subject()]
}

/// Objects, and their keys prepared.
struct Prepared {
    objects: Native,
    new: NewKeys,
    ask: AskKeys,
    /// The keys of each round. They are never freed: a case has a process of its own.
    rounds: Vec<*const RawKeys>,
}

impl Prepared {
    fn load(
        functions: &'static Functions,
        new: NewKeys,
        ask: AskKeys,
        documents: &[Vec<u8>],
    ) -> Result<Self, String> {
        Ok(Self {
            objects: Native::load(functions, documents.to_vec())?,
            new,
            ask,
            rounds: Vec::new(),
        })
    }
}

impl Objects for Prepared {
    fn prepare(&mut self, rounds: &[Round]) -> Result<(), String> {
        for round in rounds {
            // SAFETY: that many texts, which are never freed.
            let keys = unsafe { (self.new)(round.texts.as_ptr(), round.texts.len()) };
            if keys.is_null() {
                return Err("keys cannot be prepared".to_owned());
            }
            self.rounds.push(keys);
        }
        Ok(())
    }

    fn ask(&self, round: &Round) {
        let keys = self.rounds[round.number];
        // SAFETY: the objects are alive; the round has `per_object` keys for each of them, and as
        // many were prepared, by the function that belongs to this one.
        unsafe { (self.ask)(self.objects.raw(), keys, round.per_object) }
    }

    fn text(&self, object: usize, key: &'static str) -> Option<String> {
        self.objects.text(object, key)
    }
}

/// Declares subjects that run a loop over the children of each document, and are checked by the
/// JSON that a loop of the same kind writes.
macro_rules! loops {
    ($($name:ident $subject:ident $function:ident $show:ident;)*) => {$(
        pub fn $name() -> Box<dyn Subject> {
            Made {
                name: $subject,
                load,
                run: |objects| {
                    // SAFETY: the objects are alive.
                    unsafe { (loaded().$function)(objects.raw()) };
                    0
                },
                check: |objects, i| shown(loaded().$show, objects, i),
            }
            .subject()
        }
    )*};
}

loops! {
    items NAME items items_json;
    integers NAME integers integers_json;
    entries NAME members members_json;
    header_items HEADER frozen_items frozen_json;
    header_integers HEADER frozen_integers frozen_json;
}

/// Returns the checksum of the JSON that is written of object `i`, which is one of the case's.
fn shown(show: Show, objects: &Native, i: usize) -> Result<Checksum, String> {
    // SAFETY: the objects are alive, and there are more than `i`.
    let json = Buffer::written(|out| unsafe { show(objects.raw(), i, out) })?;
    reference(json.bytes())
}

/// Returns the documents, if the library is there to read them.
fn texts(documents: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    shim()?;
    as_given(documents)
}

/// Returns the subjects that read JSON text, in memory that is used again and in memory of its own.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let reused = Kept {
        name: NAME,
        // Null without the library; then no text is loaded. It is never freed: a case has a process
        // of its own.
        // SAFETY: no precondition.
        kept: shim().map_or(ptr::null_mut(), |shim| unsafe { (shim.freezer_new)() }),
        load: texts,
        check: |freezer, json| {
            // SAFETY: a freezer that is alive, and bytes with their length.
            let written = Buffer::written(|out| unsafe {
                (loaded().freezer_json)(*freezer, json.as_ptr(), json.len(), out)
            })?;
            reference(written.bytes())
        },
    };
    let fresh = Kept {
        name: "varvel C (fresh)",
        kept: (),
        load: texts,
        check: |(), json| {
            // SAFETY: bytes with their length.
            let written = Buffer::written(|out| unsafe {
                (loaded().parse_json)(json.as_ptr(), json.len(), out)
            })?;
            reference(written.bytes())
        },
    };
    vec![
        reused.subject(|freezer, json| {
            // SAFETY: as in the check.
            let code = unsafe { (loaded().freezer_parse)(*freezer, json.as_ptr(), json.len()) };
            u64::from(code == 0)
        }),
        fresh.subject(|(), json| {
            // SAFETY: as in the check.
            u64::from(unsafe { (loaded().parse)(json.as_ptr(), json.len()) } == 0)
        }),
    ]
}

/// Returns the subject that writes a frozen document as JSON text in fresh memory.
pub fn write() -> Box<dyn Subject> {
    let write = Kept {
        name: NAME,
        kept: (),
        load: |documents| documents.chunks(1).map(load).collect(),
        check: |(), document| shown(loaded().write, document, 0),
    };
    write.subject(|(), document| {
        // SAFETY: the document is alive, and the first of one.
        let json = Buffer::written(|out| unsafe { (loaded().write)(document.raw(), 0, out) });
        json.map_or(0, |json| json.len as u64)
    })
}
