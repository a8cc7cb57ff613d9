//! The names of a struct's fields as keys ready for comparison. They are made once for each struct
//! of a program.
//!
//! A derived `Deserialize` takes the list of its names from a constant, so the address of the list
//! identifies it. The keys are kept for as long as the program runs, in a table of fixed size. The
//! memory is bounded by the structs of the program, not by its input.

use alloc::boxed::Box;

use once_cell::race::OnceBox;
use varvel_core::Key;

/// The names of a struct's fields.
pub type Names = &'static [&'static str];

/// The number of places in the table. It is a power of two.
const PLACES: usize = 1024;

/// How many places are searched for one struct. A struct that finds no place reads its keys without
/// predictions.
const PROBES: usize = 8;

struct Entry {
    names: Names,
    keys: Box<[Key]>,
}

static TABLE: [OnceBox<Entry>; PLACES] = [const { OnceBox::new() }; PLACES];

/// Returns a key for each name. Returns no keys if there is no place for them.
#[inline]
pub fn of(names: Names) -> &'static [Key] {
    let first = place(names);
    for i in 0..PROBES {
        match TABLE[(first + i) % PLACES].get() {
            Some(entry) if core::ptr::eq(entry.names, names) => return &entry.keys,
            Some(_) => {}
            None => return make(&TABLE[(first + i) % PLACES], names),
        }
    }
    &[]
}

/// Returns the place at which the search for a list begins: a hash of its address by multiplication
/// (Fibonacci hashing).
#[inline(always)]
fn place(names: Names) -> usize {
    let hash = (names.as_ptr().addr() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> 32) as usize % PLACES
}

/// Takes a free place. If another thread takes it first, for another struct, there are no keys this
/// time.
#[cold]
#[inline(never)]
fn make(place: &'static OnceBox<Entry>, names: Names) -> &'static [Key] {
    let entry = place.get_or_init(|| {
        let keys = names.iter().map(|name| Key::new(name)).collect();
        Box::new(Entry { names, keys })
    });
    match core::ptr::eq(entry.names, names) {
        true => &entry.keys,
        false => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_its_own_keys_and_a_full_table_has_none() {
        const A: Names = &["id", "name"];
        let keys = of(A);
        assert_eq!(keys[1].quoted(), Some(&b"\"name\""[..]));
        assert!(core::ptr::eq(of(A), keys));

        let lists = if cfg!(miri) { 64 } else { 4 * PLACES };
        let mut without = 0;
        for _ in 0..lists {
            let list: Names = Box::leak(Box::new(["x"; 1]));
            let keys = of(list);
            without += usize::from(keys.is_empty());
            assert!(keys.is_empty() || core::ptr::eq(of(list), keys));
        }
        assert_eq!(without > 0, lists > PLACES);
        assert!(core::ptr::eq(of(A), keys));
    }
}
