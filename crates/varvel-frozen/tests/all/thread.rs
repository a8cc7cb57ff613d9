//! The builder that a thread keeps: a call cannot observe earlier calls.

use std::panic::{AssertUnwindSafe, catch_unwind};

use varvel_core::{Duplicates, Encode, ErrorKind, Limits, Result, Sink};
use varvel_frozen::{Builder, Freeze, Frozen, with_builder};

fn freeze(build: impl FnOnce(&mut Builder) -> Result) -> Result<Frozen> {
    with_builder(Duplicates::Error, Limits::DEFAULT, |builder| {
        builder.start()?;
        build(builder)?;
        builder.finish()
    })
}

fn record(builder: &mut Builder, keys: &[&str]) -> Result {
    builder.begin_map(None)?;
    for key in keys {
        builder.key((*key).into())?;
        builder.i64(1)?;
    }
    builder.end_map()
}

#[test]
fn limits_and_policy_are_of_the_call() {
    let nested = |limits| {
        with_builder(Duplicates::Error, limits, |builder| {
            builder.start()?;
            (0..3).try_for_each(|_| builder.begin_array(None))?;
            (0..3).try_for_each(|_| builder.end_array())?;
            builder.finish()
        })
    };
    let doubled = |duplicates| {
        with_builder(duplicates, Limits::DEFAULT, |builder| {
            builder.start()?;
            record(builder, &["a", "a"])?;
            builder.finish()
        })
    };
    for _ in 0..3 {
        let flat = Limits {
            depth: 2,
            ..Limits::DEFAULT
        };
        assert_eq!(nested(flat).unwrap_err().kind(), ErrorKind::DepthLimit);
        assert!(nested(Limits::DEFAULT).is_ok());
        let few = Limits {
            nodes: 1,
            ..Limits::DEFAULT
        };
        assert_eq!(nested(few).unwrap_err().kind(), ErrorKind::NodeLimit);
        assert!(nested(Limits::NONE).is_ok());
        let error = doubled(Duplicates::Error).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DuplicateKey);
        assert_eq!(doubled(Duplicates::Last).unwrap().view().len(), 1);
    }
}

#[test]
fn a_document_may_be_frozen_inside_of_another() {
    struct Inner(i64);
    impl Encode for Inner {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &()) -> Result {
            let inner = Freeze::new().freeze(&self.0)?;
            sink.i64(inner.view().i64()? + 1)
        }
    }
    let outer = Freeze::new().freeze(&vec![Inner(1), Inner(2)]).unwrap();
    assert_eq!(outer, Freeze::new().freeze(&vec![2, 3]).unwrap());
}

#[test]
fn what_was_dropped_half_way_leaves_nothing() {
    let whole = freeze(|builder| record(builder, &["x", "y"])).unwrap();
    for _ in 0..2 {
        let error = freeze(|builder| {
            builder.begin_map(None)?;
            builder.key("x".into())
        });
        assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidEvents);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            freeze(|builder| {
                builder.begin_array(None)?;
                panic!("in the middle of a document")
            })
        }));
        assert!(panicked.is_err());
        let again = freeze(|builder| record(builder, &["x", "y"])).unwrap();
        assert_eq!(again.as_bytes(), whole.as_bytes());
        let unstarted = with_builder(Duplicates::Error, Limits::DEFAULT, Builder::finish);
        assert_eq!(unstarted.unwrap_err().kind(), ErrorKind::InvalidEvents);
    }
}

#[test]
fn no_document_costs_the_next_ones_their_shapes() {
    let rounds = if cfg!(miri) { 2 } else { 50 };
    let keys: Vec<String> = (0..2000).map(|i| format!("key{i}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let wide = if cfg!(miri) { 20 } else { 200 };
    let rows = |builder: &mut Builder| {
        builder.begin_array(None)?;
        (0..20).try_for_each(|_| record(builder, &keys[1000..][..wide]))?;
        builder.end_array()
    };
    let first = freeze(rows).unwrap();
    for round in 0..rounds {
        // Many keys at once, and a few more each time.
        freeze(|builder| record(builder, &keys[..wide])).unwrap();
        freeze(|builder| record(builder, &keys[round * 20..][..20])).unwrap();
        let record = freeze(|builder| record(builder, &["id", "name", "size"])).unwrap();
        assert!(record.view().as_object().is_some(), "in round {round}");
        // The slots are as narrow as those of the thread's first document.
        let again = freeze(rows).unwrap();
        assert_eq!(again.as_bytes().len(), first.as_bytes().len());
    }
}

#[test]
fn no_text_of_a_document_gets_into_another() {
    let small = || freeze(|builder| builder.i64_array(&[1]));
    let len = small().unwrap().as_bytes().len();
    // A document without shapes whose tables have a key nevertheless: valid, if odd.
    let long = freeze(|builder| {
        builder.begin_array(None)?;
        builder.str("x".repeat(200).as_str().into())?;
        builder.end_array()
    });
    let mut bytes = long.unwrap().into_bytes();
    let tables = bytes.len() - 16;
    let secret = b"\x06secret\0";
    bytes.extend(secret);
    let total = bytes.len() as u64;
    bytes[8..16].copy_from_slice(&total.to_le_bytes());
    bytes[tables + 4] = 1;
    bytes[tables + 8] = 16 + secret.len() as u8;
    let odd = Frozen::from_bytes(bytes).unwrap();
    // Ensures that the last tables are not those of a document without shapes.
    freeze(|builder| record(builder, &["id"])).unwrap();
    let spliced = with_builder(Duplicates::Error, Limits::DEFAULT, |builder| {
        let mut splice = builder.splice(odd.view())?;
        splice.begin_array(None)?;
        splice.node(odd.view().item(0)?)?;
        splice.end_array()?;
        splice.finish()
    });
    assert!(spliced.is_ok());
    assert_eq!(small().unwrap().as_bytes().len(), len);
}

#[test]
#[cfg_attr(miri, ignore = "long documents")]
fn no_document_takes_the_room_of_another_with_it() {
    for _ in 0..3 {
        let long = vec!["x".repeat(50); 2000];
        Freeze::canonical().freeze(&long).unwrap();
        let short = Freeze::new().freeze(&"y".repeat(5000)).unwrap();
        assert!(short.into_bytes().capacity() < 20_000);
    }
}

#[test]
fn short_and_long_documents_have_buffers_of_their_own() {
    let longest = if cfg!(miri) { 20_000 } else { 1_000_000 };
    for len in [0, 1, 100, 4_000, 5_000, longest] {
        let frozen: Vec<Frozen> = (0..3)
            .map(|i| {
                let text = "abc"[i..=i].repeat(len);
                freeze(|builder| builder.str(text.as_str().into())).unwrap()
            })
            .collect();
        for (i, frozen) in frozen.iter().enumerate() {
            let text = frozen.view().str().unwrap();
            assert_eq!(text, "abc"[i..=i].repeat(len));
        }
    }
}
