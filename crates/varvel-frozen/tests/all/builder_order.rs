//! A builder that was not started makes no document, whatever events it gets.

use varvel_core::{Duplicates, ErrorKind, Limits, Result, Sink};
use varvel_frozen::{Builder, Frozen};

fn record(builder: &mut Builder) -> Result {
    builder.begin_array(None)?;
    for id in 0..3 {
        builder.begin_map(None)?;
        builder.key("id".into())?;
        builder.i64(1_000_000 + id)?;
        builder.key("name".into())?;
        builder.str("somebody".into())?;
        builder.end_map()?;
    }
    builder.i64s(&[1, 2, 1 << 40])?;
    builder.end_array()
}

#[test]
fn without_a_start_there_is_no_document() {
    let mut builder = Builder::new();
    let _ = record(&mut builder);
    assert!(builder.finish().is_err());
    builder.start().unwrap();
    record(&mut builder).unwrap();
    let first = builder.finish().unwrap();
    let _ = record(&mut builder);
    assert!(builder.finish().is_err());
    assert!(builder.finish_view().is_err());
    builder.start().unwrap();
    record(&mut builder).unwrap();
    assert!(builder.finish_view().unwrap() == first.view());
}

#[test]
fn recycling_drops_what_was_begun() {
    let mut builder = Builder::new();
    builder.start().unwrap();
    builder.begin_array(None).unwrap();
    builder.str("a string of some length".into()).unwrap();
    builder.recycle(Vec::new());
    let _ = builder.end_array();
    assert!(builder.finish().is_err());
    builder.start().unwrap();
    builder.recycle(Vec::new());
    let _ = builder.null();
    assert!(builder.finish().is_err());
}

#[test]
fn an_array_that_comes_whole_counts_as_a_container_though_empty() {
    for depth in 0..3 {
        let limits = Limits {
            depth,
            ..Limits::DEFAULT
        };
        for values in [&[][..], &[1]] {
            let mut builder = Builder::with(Duplicates::Error, limits);
            builder.start().unwrap();
            (0..depth).for_each(|_| builder.begin_array(None).unwrap());
            let error = builder.i64_array(values).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DepthLimit);
        }
    }
}

/// The keys of a map decide its kind: without keys, or with strings only, it is an object.
#[test]
fn keys_of_any_kind_that_are_strings_make_an_object() {
    for keys in [&[][..], &["a"], &["a", "bc"]] {
        let mut builder = Builder::new();
        builder.start().unwrap();
        builder.begin_map(None).unwrap();
        for &key in keys {
            builder.any_key().unwrap();
            builder.str(key.into()).unwrap();
            builder.null().unwrap();
        }
        if keys.is_empty() {
            builder.any_key().unwrap();
        }
        builder.end_map().unwrap();
        let frozen = builder.finish().unwrap();
        let view = Frozen::validate(frozen.as_bytes()).unwrap();
        assert!(view.is_object());
        assert!(view.keys().eq(keys.iter().copied()));
    }
}

/// The trie is full, so the object carries its keys; members without keys follow some with keys.
#[test]
#[cfg_attr(miri, ignore = "fills the trie")]
fn values_without_keys_make_no_object() {
    let mut builder = Builder::new();
    builder.start().unwrap();
    builder.begin_map(None).unwrap();
    for i in 0..400 {
        builder.key(format!("key {i}").as_str().into()).unwrap();
        builder.i64(i).unwrap();
    }
    builder.i64(1).unwrap();
    builder.i64(2).unwrap();
    assert!(builder.end_map().is_err());
    assert!(builder.finish().is_err());
}

/// The builder checks numbers that come as text, as the validator does.
#[test]
fn text_that_is_no_number_is_refused() {
    let build = |give: &dyn Fn(&mut Builder) -> Result| {
        let mut builder = Builder::new();
        builder.start()?;
        give(&mut builder)?;
        builder.finish()
    };
    for text in ["", "-", "abc", "5", "-0", "0123456789012345678901234567890"] {
        let error = build(&|builder| builder.big_integer(text)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidNumber);
    }
    for text in ["", "-", "abc", "1e", "01", "1.", ".5", "0.0.0"] {
        let error = build(&|builder| builder.decimal(text)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidNumber);
    }
    for text in ["18446744073709551616", "-9223372036854775809"] {
        let frozen = build(&|builder| builder.big_integer(text)).unwrap();
        assert!(Frozen::validate(frozen.as_bytes()).is_ok());
    }
}
