//! Tests of plain structs that are encoded and read back.

#[allow(dead_code, reason = "shared: nobody uses all of it")]
use crate::foobar;

use foobar::{FooBarContainer, FooBarContainerT, FooBarT};
use varvel_core::{ErrorKind, Limits};
use varvel_flatbuffers::{Bytes, Encoder, Verified, Verify, root, size_prefixed_root};

#[test]
fn what_is_encoded_is_read() {
    let mut encoder = Encoder::new();
    let full = FooBarContainerT::example();
    let mut sparse = full.clone();
    sparse.list.as_mut().unwrap()[1] = FooBarT::default();
    sparse.list.as_mut().unwrap()[2].name = None;
    sparse.location = None;
    for value in [&full, &sparse, &FooBarContainerT::default(), &full] {
        let bytes = encoder.encode(value).unwrap();
        let view = root::<FooBarContainer>(bytes).unwrap();
        assert_eq!(FooBarContainerT::of(view), *value);
        let bytes = encoder.encode_size_prefixed(value).unwrap();
        let view = size_prefixed_root::<FooBarContainer>(bytes).unwrap();
        assert_eq!(FooBarContainerT::of(view), *value);
    }
    let bytes = encoder.encode(&full).unwrap();
    assert!(bytes.len() <= 344, "{}", bytes.len());
}

#[test]
fn verified_with_its_owner() {
    fn same<B: Bytes>(bytes: B) -> B {
        let verified = Verified::<FooBarContainer, B>::new(bytes).unwrap();
        let moved = std::iter::once(verified).collect::<Vec<_>>();
        let value = FooBarContainerT::of(moved[0].root());
        assert_eq!(value, FooBarContainerT::example());
        moved.into_iter().next().unwrap().into_owner()
    }
    let mut encoder = Encoder::new();
    let bytes = encoder
        .encode(&FooBarContainerT::example())
        .unwrap()
        .to_vec();
    assert_eq!(same(&bytes[..]), bytes);
    assert_eq!(*same(bytes.clone().into_boxed_slice()), *bytes);
    assert_eq!(*same(std::rc::Rc::<[u8]>::from(&bytes[..])), *bytes);
    let shared = same(std::sync::Arc::<[u8]>::from(&bytes[..]));
    let verified = Verified::<FooBarContainer, _>::new(shared).unwrap();
    let other = verified.clone();
    drop(verified);
    assert!(other.root().initialized() && format!("{other:?}").starts_with("Verified("));
    assert_eq!(same(bytes.clone()), bytes);

    let prefixed = encoder
        .encode_size_prefixed(&FooBarContainerT::example())
        .unwrap()
        .to_vec();
    let verify = Verify::new().size_prefixed();
    let prefixed = Verified::<FooBarContainer>::by(verify, prefixed).unwrap();
    assert_eq!(prefixed.root().fruit(), 2);
    let cut = bytes[..bytes.len() - 1].to_vec();
    assert!(Verified::<FooBarContainer>::new(cut).is_err());
}

#[test]
fn cut_off_and_changed_everywhere() {
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&FooBarContainerT::example()).unwrap();
    let step = if cfg!(miri) { 31 } else { 1 };
    for len in (0..bytes.len()).step_by(step) {
        if let Ok(view) = root::<FooBarContainer>(&bytes[..len]) {
            FooBarContainerT::of(view);
        }
    }
    let mut changed = bytes.to_vec();
    for at in (0..bytes.len()).step_by(step) {
        for value in [
            0,
            1,
            0x7F,
            0x80,
            0xFF,
            bytes[at] ^ 1,
            bytes[at].wrapping_add(4),
        ] {
            changed[at] = value;
            if let Ok(view) = root::<FooBarContainer>(&changed) {
                FooBarContainerT::of(view);
            }
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn errors_say_where() {
    let mut encoder = Encoder::new();
    let bytes = encoder
        .encode(&FooBarContainerT::example())
        .unwrap()
        .to_vec();
    let name = bytes.windows(5).rposition(|w| w == b"Hello").unwrap();
    let mut wrong = bytes.clone();
    wrong[name] = 0xFF;
    let error = root::<FooBarContainer>(&wrong).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidUtf8);
    assert_eq!(error.offset(), Some(name));
    assert_eq!(error.path().unwrap().to_string(), "$.list[2].name");
    let deep = Verify::new().limits(Limits {
        depth: 0,
        ..Limits::DEFAULT
    });
    let error = deep.root::<FooBarContainer>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    let few = Verify::new().limits(Limits {
        nodes: 3,
        ..Limits::DEFAULT
    });
    let error = few.root::<FooBarContainer>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NodeLimit);
    assert_eq!(error.path().unwrap().to_string(), "$.list[2]");
}
