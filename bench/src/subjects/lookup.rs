//! Look-ups: the keys, and the subjects that look them up.
//!
//! A run looks each key of every object of the case up once, in a shuffled order; runs rotate
//! through [`ROUNDS`] orders. The keys are copies, each in memory of its own. The result of a
//! look-up is passed on by reference; only the check reads values. (By value, `black_box` would
//! copy the result at once, and a load in vectors waits for data that was stored word by word.)

use std::hint::black_box;

use super::prepared::Load;
use crate::checksum::Checksum;
use crate::corpus::Seed;
use crate::corpus::objects::shuffle;
use crate::harness::Subject;

/// The number of orders.
const ROUNDS: usize = 16;

/// An object of a Rust library, ready for look-ups.
pub trait Keyed {
    /// The result of a look-up.
    type Found<'a>: Found<'a>
    where
        Self: 'a;

    /// Looks `key` up.
    fn get<'a>(&'a self, key: &str) -> Option<Self::Found<'a>>;
}

/// The result of a look-up: a string that has not been read.
pub trait Found<'a> {
    /// Reads it.
    fn text(self) -> Option<&'a str>;
}

/// The objects of a case, ready for look-ups.
pub trait Objects {
    /// Prepares the keys of all rounds, untimed.
    fn prepare(&mut self, rounds: &[Round]) -> Result<(), String> {
        let _ = rounds;
        Ok(())
    }

    /// Looks the keys of each object up.
    fn ask(&self, round: &Round);

    /// Looks a key up in one object and reads the value.
    fn text(&self, object: usize, key: &'static str) -> Option<String>;
}

impl<K: Keyed> Objects for Vec<K> {
    fn ask(&self, round: &Round) {
        for (object, keys) in self.iter().zip(round.keys.chunks_exact(round.per_object)) {
            for key in keys {
                black_box(&object.get(key));
            }
        }
    }

    fn text(&self, object: usize, key: &'static str) -> Option<String> {
        let found = self[object].get(key)?;
        found.text().map(str::to_owned)
    }
}

/// Objects whose values are keys.
pub trait Chained: Objects {
    /// Follows the chain in each object from a key to the value, which is the next key, for as many
    /// steps as it has keys.
    fn follow(&self, round: &Round);
}

impl<K: Keyed> Chained for Vec<K> {
    fn follow(&self, round: &Round) {
        for (object, keys) in self.iter().zip(round.keys.chunks_exact(round.per_object)) {
            let mut key = keys[0];
            for _ in keys {
                key = object
                    .get(key)
                    .and_then(Found::text)
                    .expect("checked before");
            }
            black_box(key);
        }
    }
}

/// One order of all keys of all objects.
pub struct Round {
    /// Its place among the rounds of the case.
    pub number: usize,
    /// The keys of each object, one object after the other. Each key has a null byte behind it.
    pub keys: Vec<&'static str>,
    /// The keys for the other side of the C ABI.
    #[cfg_attr(
        not(any(unix, has_simdjson, has_yyjson, has_flexbuffers)),
        allow(dead_code, reason = "no subject is in C")
    )]
    pub texts: Vec<Text>,
    /// The number of keys of each object.
    pub per_object: usize,
}

/// Bytes with their length, in the form of C and C++.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub data: *const u8,
    pub length: usize,
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Self {
            data: text.as_ptr(),
            length: text.len(),
        }
    }
}

/// The fields of a flat object of strings.
pub type Fields = Vec<(String, String)>;

/// Returns the fields of each document, which must be an object of strings.
pub fn fields(documents: &[Vec<u8>]) -> Result<Vec<Fields>, String> {
    let fields_of = |document: &Vec<u8>| -> Result<Fields, String> {
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_slice(document).map_err(|error| error.to_string())?;
        let text = |value: serde_json::Value| value.as_str().map(str::to_owned);
        let fields = object
            .into_iter()
            .map(|(key, value)| Some((key, text(value)?)));
        fields
            .collect::<Option<_>>()
            .ok_or_else(|| "a value is no string".to_owned())
    };
    documents.iter().map(fields_of).collect()
}

/// The look-ups in the objects of a case, and the right results.
#[derive(Default)]
struct Asks {
    rounds: Vec<Round>,
    /// The members of each object.
    members: Vec<Vec<(&'static str, String)>>,
}

impl Asks {
    /// Reads the documents, which are objects of strings with equally many members.
    fn new(documents: &[Vec<u8>]) -> Result<Self, String> {
        let fields = fields(documents)?;
        let members: Vec<Vec<_>> = fields
            .into_iter()
            .map(|fields| {
                fields
                    .into_iter()
                    .map(|(key, value)| (copy(&key), value))
                    .collect()
            })
            .collect();
        let per_object = members.first().map_or(0, Vec::len);
        if per_object == 0 || members.iter().any(|members| members.len() != per_object) {
            return Err("objects of other sizes".to_owned());
        }
        let mut seed = Seed::new(19);
        let round = |number| {
            let mut keys = Vec::new();
            for members in &members {
                let mut of_object: Vec<_> = members.iter().map(|(key, _)| *key).collect();
                shuffle(&mut seed, &mut of_object);
                keys.extend(of_object);
            }
            Round {
                number,
                texts: keys.iter().map(|key| Text::from(*key)).collect(),
                keys,
                per_object,
            }
        };
        Ok(Self {
            rounds: (0..ROUNDS).map(round).collect(),
            members,
        })
    }

    fn round(&self, i: usize) -> &Round {
        &self.rounds[i % ROUNDS]
    }

    /// Returns the checksum of the values that object `i` has for its keys, each compared.
    fn check(&self, objects: &impl Objects, i: usize) -> Result<Checksum, String> {
        let mut sum = Checksum::default();
        sum.container();
        for (key, value) in &self.members[i] {
            match objects.text(i, key) {
                Some(found) if found == *value => {
                    sum.key(key);
                    sum.string(&found);
                }
                found => return Err(format!("{key}: expected {value}, found {found:?}")),
            }
        }
        if let Some(found) = objects.text(i, copy("no key at all")) {
            return Err(format!("a key that is not there: found {found}"));
        }
        Ok(sum)
    }
}

/// Returns a copy that is never freed (a case has a process of its own), with a null byte behind
/// it.
fn copy(key: &str) -> &'static str {
    let copy: &'static str = Box::leak(format!("{key}\0").into_boxed_str());
    &copy[..key.len()]
}

/// A subject whose keys do not depend on earlier look-ups.
pub struct Lookup<O> {
    pub name: &'static str,
    pub load: Load<O>,
}

impl<O: Objects + 'static> Lookup<O> {
    pub fn subject(self) -> Box<dyn Subject> {
        self.ready(|objects, round| objects.ask(round))
    }

    /// Returns a subject in which each key is the string that was found last.
    pub fn chain(self) -> Box<dyn Subject>
    where
        O: Chained,
    {
        self.ready(|objects, round| objects.follow(round))
    }

    fn ready(self, run: fn(&O, &Round)) -> Box<dyn Subject> {
        Box::new(Ready {
            how: self,
            run,
            objects: None,
            asks: Asks::default(),
        })
    }
}

struct Ready<O> {
    how: Lookup<O>,
    run: fn(&O, &Round),
    /// The objects; `None` before `load`.
    objects: Option<O>,
    asks: Asks,
}

impl<O: Objects> Subject for Ready<O> {
    fn name(&self) -> &str {
        self.how.name
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.asks = Asks::new(documents)?;
        let mut objects = (self.how.load)(documents)?;
        objects.prepare(&self.asks.rounds)?;
        self.objects = Some(objects);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        self.asks
            .check(self.objects.as_ref().expect("loaded before"), i)
    }

    fn run(&mut self, i: usize) -> u64 {
        let objects = self.objects.as_ref().expect("loaded before");
        (self.run)(objects, self.asks.round(i));
        i as u64
    }
}

/// The objects of a case on the other side of the C ABI.
#[cfg(any(unix, has_simdjson, has_yyjson, has_flexbuffers))]
pub mod native {
    use std::ffi::c_int;
    use std::slice;

    use super::{Objects, Round, Text};

    /// The objects; owned by C or C++.
    #[repr(C)]
    pub struct RawObjects([u8; 0]);

    /// The functions that external/native/lookup.h declares for each peer, and external/c/shim.c
    /// for our C library.
    pub struct Functions {
        pub new: unsafe extern "C" fn() -> *mut RawObjects,
        pub free: unsafe extern "C" fn(*mut RawObjects),
        pub add: unsafe extern "C" fn(*mut RawObjects, *const u8, usize) -> c_int,
        pub ask: unsafe extern "C" fn(*const RawObjects, *const Text, usize),
        pub get: unsafe extern "C" fn(*const RawObjects, usize, Text, *mut Text) -> c_int,
    }

    /// Objects of a peer.
    pub struct Native {
        functions: &'static Functions,
        objects: *mut RawObjects,
        /// The texts into which the objects may point.
        _sources: Vec<Vec<u8>>,
        count: usize,
    }

    impl Native {
        /// Loads the objects. The functions must be those that one shim declares. They are private
        /// to the subjects, each of which names its own.
        pub fn load(functions: &'static Functions, sources: Vec<Vec<u8>>) -> Result<Self, String> {
            // SAFETY: no precondition. `new` in C++ throws rather than return null; `add` in C
            // refuses null.
            let objects = unsafe { (functions.new)() };
            let native = Self {
                functions,
                objects,
                count: sources.len(),
                _sources: sources,
            };
            for source in &native._sources {
                // SAFETY: the objects are alive and not shared; reads that many bytes, which
                // `native` keeps for as long as the objects.
                let code = unsafe { (functions.add)(objects, source.as_ptr(), source.len()) };
                if code != 0 {
                    return Err(format!("error {code}"));
                }
            }
            Ok(native)
        }

        /// Returns the objects for other functions of the same peer. They live as long as `self`.
        pub fn raw(&self) -> *const RawObjects {
            self.objects
        }
    }

    impl Drop for Native {
        fn drop(&mut self) {
            // SAFETY: came from `new` and is freed here only.
            unsafe { (self.functions.free)(self.objects) }
        }
    }

    impl Objects for Native {
        fn ask(&self, round: &Round) {
            assert_eq!(round.texts.len(), self.count * round.per_object);
            // SAFETY: alive; there are as many texts as objects times `per_object`, each a key that
            // is never freed with a null byte behind it.
            unsafe { (self.functions.ask)(self.objects, round.texts.as_ptr(), round.per_object) }
        }

        fn text(&self, object: usize, key: &'static str) -> Option<String> {
            assert!(object < self.count);
            let mut found = Text::from("");
            // SAFETY: alive; there are more than `object` objects; the key has a null byte behind
            // it, as all keys have; `found` is valid for writes.
            let there =
                unsafe { (self.functions.get)(self.objects, object, key.into(), &mut found) };
            // SAFETY: the text is in memory of the objects, which are alive and unchanged.
            let text = unsafe { slice::from_raw_parts(found.data, found.length) };
            (there != 0).then(|| String::from_utf8_lossy(text).into_owned())
        }
    }
}
