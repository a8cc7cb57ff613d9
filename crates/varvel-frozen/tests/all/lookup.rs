//! Look-ups find every key and no other, however many keys there are and whatever they look like.

use varvel_core::{Result, Sink};
use varvel_frozen::{Builder, Frozen, HashedKey};

/// Keys of different lengths.
fn plain(i: usize) -> String {
    format!("{i}{}", "-".repeat(i % 37))
}

/// Keys of one length that differ in their last bytes only.
fn numbered(i: usize) -> String {
    format!("a key with number {i:05}")
}

/// Keys that are equal in all bytes that their hash reads.
fn alike(i: usize) -> String {
    format!("{:<16}{i:05}{:<32}", "alike", "")
}

/// An object with these keys, each with its number, between two strings.
fn freeze(keys: &[String]) -> Result<Frozen> {
    let mut builder = Builder::new();
    builder.start()?;
    builder.begin_array(None)?;
    builder.str("before".into())?;
    builder.begin_map(None)?;
    for (i, key) in keys.iter().enumerate() {
        builder.key(key.as_str().into())?;
        builder.i64(i as i64)?;
    }
    builder.end_map()?;
    builder.str("behind".into())?;
    builder.end_array()?;
    builder.finish()
}

/// Up to some 300 keys make a shape when they first come; an object with more carries them.
#[test]
fn every_key_is_found_and_no_other() -> Result {
    let counts: &[usize] = match cfg!(miri) {
        true => &[1, 17],
        false => &[
            1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 40, 64, 65, 255, 256, 257, 300, 400, 1000,
        ],
    };
    for make in [plain, numbered, alike] {
        for &n in counts {
            let keys: Vec<String> = (0..n).map(make).collect();
            let frozen = Frozen::from_bytes(freeze(&keys)?.into_bytes())?;
            let view = frozen.view().item(1)?;
            let object = view.as_object();
            assert_eq!(view.len(), n);
            for (i, key) in keys.iter().enumerate() {
                let hashed = HashedKey::new(key);
                assert_eq!(view.field(key)?.i64()?, i as i64, "{key:?} of {n}");
                assert_eq!(view.field(hashed)?.i64()?, i as i64);
                if let Some(object) = object {
                    let found = object.get(hashed).and_then(|value| value.as_i64());
                    assert_eq!(found, Some(i as i64), "{key:?} of {n}");
                }
            }
            let others = ["".into(), make(n), make(n + 255), format!("{}!", make(0))];
            for other in others {
                assert!(view.get(&other).is_none(), "{other:?} of {n}");
                assert!(object.is_none_or(|object| object.get(&other).is_none()));
            }
            assert_eq!(frozen.view().item(2)?.str()?, "behind");
        }
    }
    Ok(())
}

/// Damages every byte of an object that carries its keys, with its index, in turn.
#[test]
#[cfg_attr(miri, ignore = "slow")]
fn a_damaged_index_is_refused_or_finds_all_the_same() -> Result {
    for make in [plain, alike] {
        let keys: Vec<String> = (0..330).map(make).collect();
        let frozen = freeze(&keys)?;
        assert!(frozen.view().item(1)?.as_object().is_none());
        let bytes = frozen.as_bytes();
        // The bytes behind the keys and values: slots and index, the array, the tables.
        for at in bytes.len() - 3000..bytes.len() {
            let mut damaged = bytes.to_vec();
            damaged[at] ^= 1 << (at % 8);
            let Ok(view) = Frozen::validate(&damaged) else {
                continue;
            };
            let Some(object) = view.at(1) else { continue };
            for (key, value) in object.entries() {
                let found = object.get(key).and_then(|found| found.as_i64());
                assert_eq!(found, value.as_i64(), "byte {at}");
            }
        }
    }
    Ok(())
}

/// A shape has the empty key, and short ones at the very end of the buffer.
#[test]
fn short_keys_alone() -> Result {
    for key in ["", "a", "ab", "abc", "abcdefg", "abcdefgh"] {
        let frozen = freeze(&[key.into()])?;
        let view = frozen.view().item(1)?;
        assert_eq!(view.field(key)?.i64()?, 0);
        assert!(view.get("x").is_none() && view.get("abcdefghi").is_none());
    }
    Ok(())
}
