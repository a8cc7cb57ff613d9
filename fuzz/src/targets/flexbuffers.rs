//! FlexBuffers: a buffer that the verifier accepts can be read to its end, in place and as events;
//! built again, it is the same.

use varvel_core::{Encode, Limits};
use varvel_flexbuffers::{Builder, Flex, Reference};

/// Reads all of both, and checks that they are equal.
fn same(a: Reference<'_>, b: Reference<'_>) {
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        assert_eq!(a.kind(), b.kind());
        assert_eq!((a.as_bool(), a.as_i64()), (b.as_bool(), b.as_i64()));
        assert_eq!((a.as_u64(), a.as_str()), (b.as_u64(), b.as_str()));
        assert_eq!(a.as_bytes(), b.as_bytes());
        // The bits of a NaN may change when a float of 32 bits becomes one of 64.
        let bits = |node: Reference<'_>| node.as_f64().filter(|v| !v.is_nan()).map(f64::to_bits);
        assert_eq!(bits(a), bits(b));
        if let (Some(a), Some(b)) = (a.as_map(), b.as_map()) {
            assert_eq!(a.len(), b.len());
            for (key, value) in a.iter() {
                open.push((value, b.get(key).unwrap()));
            }
        }
        if let (Some(a), Some(b)) = (a.as_vector(), b.as_vector()) {
            assert_eq!(a.len(), b.len());
            open.extend(a.iter().zip(b));
        }
    }
}

/// Tries one input. Returns whether it was accepted.
pub fn run(data: &[u8]) -> bool {
    let Ok(flex) = Flex::new(data, &Limits::DEFAULT) else {
        return false;
    };
    for mut builder in [Builder::new(), Builder::new().with_shared_strings()] {
        flex.encode(&mut builder, &()).unwrap();
        let bytes = builder.finish().unwrap();
        // Shared nodes may not be shared any more; the buffer is then no longer than the events
        // were.
        let again = Flex::new(&bytes, &Limits::NONE).unwrap();
        same(flex.root(), again.root());
    }
    true
}
