//! Bytes as buffers of two schemas: refused, or every accessor works, and the values are the same
//! after encoding and reading again. The first byte chooses how a well-formed buffer is changed
//! first, if at all.

use varvel_flatbuffers::{Encoder, Verify, root};

#[allow(dead_code, reason = "shared: nobody uses all of it")]
#[path = "../../../crates/varvel-flatbuffers/tests/all/foobar/mod.rs"]
mod foobar;
#[allow(dead_code, reason = "shared: nobody uses all of it")]
#[path = "../../../crates/varvel-flatbuffers/tests/all/monster/mod.rs"]
mod monster;

use foobar::{FooBarContainer, FooBarContainerT};
use monster::{Monster, MonsterT};

/// Tries one input. Returns whether a buffer in it was valid.
pub fn run(input: &[u8]) -> bool {
    let Some((how, rest)) = input.split_first() else {
        return false;
    };
    match how % 3 {
        0 => walk(rest),
        1 => walk(&changed(
            Encoder::new().encode(&FooBarContainerT::example()),
            rest,
        )),
        _ => {
            let Ok(view) = root::<Monster>(rest) else {
                return false;
            };
            let again = MonsterT::of(view);
            walk(&changed(Encoder::new().encode(&again), rest))
        }
    }
}

/// Returns a buffer with changes: at the place that each pair of bytes names, the byte that follows
/// them.
fn changed(buffer: varvel_core::Result<&[u8]>, changes: &[u8]) -> Vec<u8> {
    let mut buffer = buffer.map(<[u8]>::to_vec).unwrap_or_default();
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
        if let Some(byte) = buffer.get_mut(at) {
            *byte = change[2];
        }
    }
    buffer
}

/// Returns whether the bytes are a valid buffer of one of the schemas.
fn walk(bytes: &[u8]) -> bool {
    let mut valid = false;
    for verify in [
        Verify::new(),
        Verify::new().size_prefixed(),
        Verify::new().identified(),
    ] {
        match verify.root::<Monster>(bytes) {
            Ok(view) => {
                valid = true;
                let read = MonsterT::of(view);
                let mut encoder = Encoder::new();
                let again = encoder.encode(&read).expect("it was read");
                // Floats are left out: a NaN is not equal to itself.
                let again = MonsterT::of(root::<Monster>(again).expect("it was encoded"));
                assert_eq!(format!("{again:?}"), format!("{read:?}"));
            }
            Err(error) => drop(error.to_string()),
        }
        match verify.root::<FooBarContainer>(bytes) {
            Ok(view) => {
                valid = true;
                let read = FooBarContainerT::of(view);
                let mut encoder = Encoder::new();
                let again = encoder.encode(&read).expect("it was read");
                // The official crate is the second opinion.
                let official = foobar::official::read(again).expect("it was encoded");
                assert_eq!(format!("{official:?}"), format!("{read:?}"));
            }
            Err(error) => drop(error.to_string()),
        }
    }
    valid
}
