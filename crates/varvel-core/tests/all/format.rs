//! A format without a source of its own: types are read from the events of its `drive`.

use std::collections::BTreeMap;

use varvel_core::{Decode, Discard, Format, Limits, Profile, Result, Sink, format};

/// A format whose documents are all the same: `{"a": ["x", 1], "b": [true]}`.
enum Only {}

impl Format for Only {
    const NAME: &'static str = "only";
    const EXTENSIONS: &'static [&'static str] = &[];
    const PROFILE: Profile = Profile::TREE;

    type ReadOptions = Limits;
    type Scratch = ();
    type WriteOptions = ();
    type Writer = Discard;

    fn limits(options: &Limits) -> &Limits {
        options
    }

    fn drive<'de, S: Sink<'de>>(_: &'de [u8], _: &Limits, (): &mut (), sink: &mut S) -> Result {
        sink.begin_map(None)?;
        sink.key("a".into())?;
        sink.begin_array(None)?;
        sink.str("x".into())?;
        sink.i64(1)?;
        sink.end_array()?;
        sink.key("b".into())?;
        sink.begin_array(None)?;
        sink.bool(true)?;
        sink.end_array()?;
        sink.end_map()
    }

    fn writer((): &(), _: Vec<u8>) -> Discard {
        Discard
    }

    fn finish(_: Discard) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn abandon(_: Discard) -> Vec<u8> {
        Vec::new()
    }
}

fn refused<T: for<'de> Decode<'de>>() -> String {
    let read = format::decode::<Only, T, ()>(b"", &Limits::DEFAULT, &());
    read.err().expect("another type").to_string()
}

#[test]
fn errors_of_types_have_their_paths() {
    assert_eq!(
        refused::<BTreeMap<String, Vec<String>>>(),
        "wrong kind of value: expected a string, found an integer, at $.a[1]",
    );
    assert_eq!(
        refused::<BTreeMap<String, bool>>(),
        "wrong kind of value: expected a boolean, found an array, at $.a",
    );
    assert_eq!(
        refused::<Vec<bool>>(),
        "wrong kind of value: expected an array, found an object",
    );
}
