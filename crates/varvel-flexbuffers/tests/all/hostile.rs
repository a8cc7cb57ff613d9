//! Tests of FlexBuffers that are broken, deep, or costly.

use std::time::{Duration, Instant};

use varvel_core::{Discard, Encode, ErrorKind, Limits, Result, Sink};
use varvel_flexbuffers::{Builder, Flex, to_vec};

/// Reads the whole buffer, in place and as events.
fn walk(flex: &Flex<'_>) {
    flex.encode(&mut Discard, &()).unwrap();
    let mut open = vec![flex.root()];
    while let Some(node) = open.pop() {
        let values = node.as_map().map(|map| {
            for (key, value) in map.iter() {
                assert_eq!(map.get(key).unwrap().flex_type(), value.flex_type());
            }
            map.values()
        });
        open.extend(values.or(node.as_vector()).into_iter().flatten());
    }
}

/// Builds a buffer with every kind of node.
fn sample() -> Result<Vec<u8>> {
    let mut builder = Builder::new();
    builder.begin_map(None)?;
    builder.key("name".into())?;
    builder.str("Änne".into())?;
    builder.key("bytes".into())?;
    builder.bytes([0, 255].as_slice().into())?;
    builder.key("list".into())?;
    builder.begin_array(None)?;
    builder.i64_array(&[1, -2, 300, 70_000, 5])?;
    builder.f64_array(&[0.5, 0.1])?;
    builder.null()?;
    builder.u64(u64::MAX)?;
    builder.begin_map(None)?;
    builder.key("name".into())?;
    builder.bool(true)?;
    builder.end_map()?;
    builder.end_array()?;
    builder.end_map()?;
    builder.finish()
}

#[test]
fn no_cut_and_no_changed_byte_panics_or_takes_long() {
    let good = sample().unwrap();
    walk(&Flex::new(&good, &Limits::DEFAULT).unwrap());
    let started = Instant::now();
    let (mut taken, mut refused) = (0, 0);
    let mut check = |bytes: &[u8]| match Flex::new(bytes, &Limits::DEFAULT) {
        Ok(flex) => {
            walk(&flex);
            taken += 1;
        }
        Err(error) => {
            assert!(error.offset().is_some(), "{error}");
            refused += 1;
        }
    };
    for len in 0..good.len() {
        check(&good[..len]);
        check(&good[len + 1..]);
    }
    for at in 0..good.len() {
        for byte in 0..=u8::MAX {
            let mut bad = good.clone();
            bad[at] = byte;
            check(&bad);
        }
    }
    assert!(taken > 1000 && refused > 1000, "{taken} {refused}");
    assert!(started.elapsed() < Duration::from_secs(120));
}

/// Builds `levels` vectors, each of which holds the one before `times` times.
fn nested(levels: usize, times: u8) -> Vec<u8> {
    let vector = 10 << 2;
    // The empty vector is its length.
    let mut bytes = vec![0];
    let mut inner = 1;
    for _ in 0..levels {
        bytes.push(times);
        let here = bytes.len();
        for slot in here..here + usize::from(times) {
            bytes.push((slot - inner) as u8);
        }
        bytes.extend((0..times).map(|_| vector));
        inner = here;
    }
    let offset = (bytes.len() - inner) as u8;
    bytes.extend([offset, vector, 1]);
    bytes
}

#[test]
fn depth_is_limited_and_costs_no_stack() {
    let ok = nested(100, 1);
    walk(&Flex::new(&ok, &Limits::DEFAULT).unwrap());
    let deep = nested(200_000, 1);
    let error = Flex::new(&deep, &Limits::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    assert_eq!(error.steps().unwrap().len(), 128);
    walk(&Flex::new(&deep, &Limits::NONE).unwrap());
}

#[test]
fn what_is_shared_again_and_again_is_refused_soon() {
    let started = Instant::now();
    let bomb = nested(60, 4);
    let error = Flex::new(&bomb, &Limits::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit, "{error}");
    let few = Limits {
        nodes: 1000,
        ..Limits::NONE
    };
    let error = Flex::new(&bomb, &few).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NodeLimit);
    // A little sharing is allowed.
    walk(&Flex::new(&nested(4, 4), &Limits::DEFAULT).unwrap());
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_long_string_that_many_share_is_refused() {
    let text = "x".repeat(100_000);
    let mut builder = Builder::new().with_shared_strings();
    let many = vec![text.as_str(); 1_000];
    many.encode(&mut builder, &()).unwrap();
    let bytes = builder.finish().unwrap();
    let error = Flex::new(&bytes, &Limits::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);
    assert!(Flex::new(&bytes, &Limits::NONE).is_ok());
}

#[test]
fn a_vector_in_itself_is_refused() {
    // One item, which leads back to the start of the vector.
    let cycle = [1, 0, 10 << 2, 2, 10 << 2, 1];
    let error = Flex::new(&cycle, &Limits::DEFAULT).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Syntax, Some(1)));
    assert_eq!(error.path().unwrap().to_string(), "$[0]");
}

#[test]
fn keys_out_of_order_or_doubled_are_refused() {
    let map = |a: u8, b: u8| {
        // Two keys, their vector, the map behind offset, width and length, the root.
        let keys = [a, 0, b, 0, 2, 5, 4];
        let values = [2, 1, 2, 7, 8, 1 << 2, 1 << 2];
        [keys.as_slice(), &values, &[4, 9 << 2, 1]].concat()
    };
    let good = map(b'a', b'b');
    let flex = Flex::new(&good, &Limits::DEFAULT).unwrap();
    let value = flex.root().as_map().unwrap().get("b").unwrap();
    assert_eq!(value.as_i64(), Some(8));
    let kind = |bytes: &[u8]| Flex::new(bytes, &Limits::DEFAULT).unwrap_err().kind();
    assert_eq!(kind(&map(b'b', b'a')), ErrorKind::Syntax);
    assert_eq!(kind(&map(b'a', b'a')), ErrorKind::DuplicateKey);
    assert_eq!(kind(&map(b'a', 0xFF)), ErrorKind::InvalidUtf8);
}

/// Builds a vector of maps `{key: 7}` that share the vector of their keys, with numbers of 4 bytes.
/// The last map claims `len` members.
fn sharing(maps: u32, key: &str, len: u32) -> Vec<u8> {
    let (int, map, vector) = (1 << 2 | 2, 9 << 2 | 2, 10 << 2 | 2);
    let mut bytes = [key.as_bytes(), &[0]].concat();
    let number = |bytes: &mut Vec<u8>, number: u32| {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes.extend(number.to_le_bytes());
        bytes.len() as u32
    };
    let keys = number(&mut bytes, 1);
    number(&mut bytes, keys);
    let mut places = Vec::new();
    for i in 1..=maps {
        let slot = bytes.len().next_multiple_of(4) as u32;
        number(&mut bytes, slot - keys);
        number(&mut bytes, 4);
        places.push(number(&mut bytes, if i == maps { len } else { 1 }));
        for _ in 0..if i == maps { len } else { 1 } {
            number(&mut bytes, 7);
        }
        bytes.extend(vec![int; if i == maps { len as usize } else { 1 }]);
    }
    let items = number(&mut bytes, maps);
    for (slot, place) in (items..).step_by(4).zip(&places) {
        number(&mut bytes, slot - place);
    }
    bytes.extend(vec![map; maps as usize]);
    let slot = bytes.len().next_multiple_of(4) as u32;
    number(&mut bytes, slot - items);
    bytes.extend([vector, 4]);
    bytes
}

#[test]
fn keys_that_maps_share_are_read_once_and_paid_for_each_time() {
    let bytes = sharing(3, "key", 1);
    let flex = Flex::new(&bytes, &Limits::DEFAULT).unwrap();
    walk(&flex);
    let values = flex.root().as_vector().unwrap().into_iter().map(|map| {
        let map = map.as_map().unwrap();
        map.get("key").and_then(|value| value.as_i64())
    });
    assert_eq!(values.collect::<Vec<_>>(), [Some(7); 3]);
    // There must be as many keys as members, also if the keys were verified before.
    for len in [0, 2] {
        let bytes = sharing(3, "key", len);
        let error = Flex::new(&bytes, &Limits::DEFAULT).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Syntax, "{len}");
        assert_eq!(error.path().unwrap().to_string(), "$[2]", "{len}");
    }
    // The keys count for each map, as if each had its own.
    let long = "k".repeat(1_000);
    walk(&Flex::new(&sharing(60, &long, 1), &Limits::DEFAULT).unwrap());
    let bytes = sharing(2_000, &long, 1);
    let error = Flex::new(&bytes, &Limits::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);
    walk(&Flex::new(&bytes, &Limits::NONE).unwrap());
}

#[test]
fn limits_of_size_hold() {
    let bytes = to_vec(&[1, 2, 3]).unwrap();
    let limits = Limits {
        bytes: bytes.len() - 1,
        ..Limits::DEFAULT
    };
    let error = Flex::new(&bytes, &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
}
