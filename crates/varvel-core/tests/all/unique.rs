//! Tests of [`UniqueKeys`] with a source that uses its predictions: it refuses a key that comes
//! twice and nothing else, and passes every key on.

use varvel_core::{Bytes, Result, Sink, Str, Tag, Timestamp, UniqueKeys};

/// The keys that came, and the ends of objects.
#[derive(Default)]
struct Keys(Vec<String>);

impl<'de> Sink<'de> for Keys {
    fn null(&mut self) -> Result {
        Ok(())
    }
    fn bool(&mut self, _: bool) -> Result {
        Ok(())
    }
    fn i64(&mut self, _: i64) -> Result {
        Ok(())
    }
    fn u64(&mut self, _: u64) -> Result {
        Ok(())
    }
    fn f64(&mut self, _: f64) -> Result {
        Ok(())
    }
    fn f32(&mut self, _: f32) -> Result {
        Ok(())
    }
    fn big_integer(&mut self, _: &str) -> Result {
        Ok(())
    }
    fn decimal(&mut self, _: &str) -> Result {
        Ok(())
    }
    fn str(&mut self, _: Str<'de, '_>) -> Result {
        Ok(())
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        Ok(())
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        Ok(())
    }
    fn tag(&mut self, _: Tag) -> Result {
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        Ok(())
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.0.push(key.to_string());
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.0.push("}".to_owned());
        Ok(())
    }
}

/// Gives one key to `sink`, by `expected_key` if the sink predicts it. Returns whether the sink
/// predicted it.
fn give(sink: &mut UniqueKeys<Keys>, key: &str) -> Result<bool> {
    let quoted = format!("\"{key}\"");
    let expected = sink.expect_key().and_then(|key| key.quoted());
    if expected == Some(quoted.as_bytes()) {
        sink.expected_key()?;
        return Ok(true);
    }
    // The key is scratch memory, because it is not borrowed from an input.
    sink.key(Str::Scratch(key.into()))?;
    Ok(false)
}

fn objects(rounds: u32, mut next: impl FnMut(u32) -> u32) {
    let mut sink = UniqueKeys::new(Keys::default());
    let mut seen = Vec::new();
    let mut open: Vec<Vec<String>> = Vec::new();
    let mut predicted = 0;
    sink.begin_array(None).unwrap();
    for _ in 0..rounds {
        let choice = next(8);
        if choice == 0 || open.is_empty() {
            sink.begin_map(None).unwrap();
            open.push(Vec::new());
        } else if choice == 1 {
            sink.end_map().unwrap();
            open.pop();
            seen.push("}".to_owned());
            // The object was the value of a key, or an item.
            continue;
        }
        let Some(keys) = open.last_mut() else {
            continue;
        };
        // Keys come in one order most of the time, and sometimes in another.
        let number = match next(16) {
            0 => next(400),
            _ => keys.len() as u32,
        };
        let key = "k".repeat(number as usize % 40) + &number.to_string();
        if keys.contains(&key) {
            // This key came before, so it must be refused. The document ends there.
            continue;
        }
        predicted += u32::from(give(&mut sink, &key).unwrap());
        keys.push(key.clone());
        seen.push(key);
        // Each key of an object is checked against all its keys at some time.
        if next(50) == 0 {
            let again = keys[next(keys.len() as u32) as usize].clone();
            let mut copy = UniqueKeys::new(Keys::default());
            copy.begin_map(None).unwrap();
            for key in keys.iter() {
                give(&mut copy, key).unwrap();
                copy.null().unwrap();
            }
            assert!(give(&mut copy, &again).is_err(), "{again:?} in {keys:?}");
        }
    }
    assert!(predicted > rounds / 50, "{predicted} of {rounds}");
    assert_eq!(sink.into_inner().0, seen);
}

#[test]
fn keys_are_passed_on_whether_or_not_they_were_predicted() {
    let mut state = 7_u32;
    let rounds = if cfg!(miri) { 300 } else { 20_000 };
    objects(rounds, |below| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    });
}

#[test]
fn what_comes_twice_is_refused_after_predictions_too() {
    let keys: Vec<String> = (0..100).map(|i| format!("key {i}")).collect();
    for count in [1, 7, 63, 64, 65, 100] {
        let keys = &keys[..count];
        for again in 0..count {
            let mut sink = UniqueKeys::new(Keys::default());
            sink.begin_array(None).unwrap();
            for _ in 0..2 {
                sink.begin_map(None).unwrap();
                for key in keys {
                    give(&mut sink, key).unwrap();
                    sink.null().unwrap();
                }
                sink.end_map().unwrap();
            }
            sink.begin_map(None).unwrap();
            for key in keys {
                let predicted = give(&mut sink, key).unwrap();
                assert!(predicted || count > 64, "{key}");
                sink.null().unwrap();
            }
            assert!(give(&mut sink, &keys[again]).is_err(), "{count} {again}");
        }
    }
}

/// Gives a map that contains `inner` as a key and two numbers as others.
fn around(to: &mut UniqueKeys<Keys>, [a, b]: [i64; 2], inner: Inner<'_>) -> Result {
    to.begin_map(None)?;
    for number in [a, b] {
        to.any_key()?;
        to.i64(number)?;
        to.null()?;
    }
    to.any_key()?;
    inner(to)?;
    to.null()?;
    to.end_map()
}

type Inner<'a> = &'a dyn Fn(&mut UniqueKeys<Keys>) -> Result;

#[test]
fn maps_as_keys_of_maps_as_keys_are_equal_in_any_order() {
    let two = |deepest: [[i64; 2]; 2], outer: [[i64; 2]; 2]| {
        let mut sink = UniqueKeys::new(Keys::default());
        sink.begin_map(None)?;
        for (deepest, outer) in deepest.into_iter().zip(outer) {
            sink.any_key()?;
            let innermost = |to: &mut UniqueKeys<Keys>| around(to, deepest, &|to| to.bool(true));
            let inner = |to: &mut UniqueKeys<Keys>| around(to, [5, 6], &innermost);
            around(&mut sink, outer, &inner)?;
            // A value with keys of its own, whose maps are forgotten.
            around(&mut sink, deepest, &|to| {
                around(to, [7, 8], &|to| to.null())
            })?;
        }
        sink.end_map()
    };
    assert!(two([[1, 2], [2, 1]], [[3, 4], [4, 3]]).is_err());
    assert!(two([[1, 2], [2, 3]], [[3, 4], [4, 3]]).is_ok());
    assert!(two([[1, 2], [2, 1]], [[3, 4], [4, 9]]).is_ok());
}
