//! A builder that was not started makes no document, whatever comes to it.

use varvel_core::{Result, Sink};
use varvel_frozen::Builder;

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
