//! Trees of two million levels on a stack of 256 KiB. One test does everything with them, so that
//! only one is in memory.

use std::hash::{DefaultHasher, Hash, Hasher};

use varvel_value::{Value, value};

const LEVELS: usize = 2_000_000;

fn tree() -> Value {
    (0..LEVELS).fold(value!(1), |value, _| value!([value]))
}

fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn two_million_levels_drop_clone_compare_and_hash() {
    let work = || {
        let (value, same) = (tree(), tree());
        let clone = value.clone();
        assert_eq!(value, same);
        assert!(value.cmp(&same).is_eq());
        assert_eq!(hash(&value), hash(&same));
        drop(value);
        drop(same);
        assert!(clone.at(0).is_some_and(|inner| inner.is_array()));
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(work).unwrap().join().unwrap();
}
