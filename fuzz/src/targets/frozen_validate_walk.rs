//! Bytes as a frozen buffer: refused, or every method of every view works. Documents that are
//! written or frozen from it, by any option, are equal to it. A type that is read in place equals
//! the decoded one.

use conformance::walk;
use varvel::{Decode, View as ReadInPlace};
use varvel_core::{Duplicates, Encode, ErrorKind, Limits, Sink};
use varvel_frozen::{Builder, Freeze, Frozen, View};
use varvel_json::{WriteOptions, to_vec_with};

#[derive(Decode, ReadInPlace)]
struct Net {
    #[varvel(default)]
    edges: Vec<Edge>,
    name: Option<String>,
}

#[derive(Decode, ReadInPlace)]
struct Edge {
    from: Corner,
    to: Corner,
}

#[derive(Decode, ReadInPlace)]
struct Corner {
    x: f32,
    y: f64,
}

/// Reads a document as a type in place, if it is one.
fn in_place(view: View<'_>) {
    let Ok(net) = Net::view(view) else { return };
    let made: Net = view.to().expect("what can be read in place can be decoded");
    assert!(net.name() == made.name.as_deref());
    assert!(net.edges().len() == made.edges.len());
    for (i, (edge, made)) in net.edges().iter().zip(&made.edges).enumerate() {
        let numbered = net.edges().get(i).expect("there are as many");
        for edge in [edge, numbered] {
            for (corner, made) in [(edge.from(), &made.from), (edge.to(), &made.to)] {
                assert!(corner.x().to_bits() == made.x.to_bits() || made.x.is_nan());
                assert!(corner.y().to_bits() == made.y.to_bits() || made.y.is_nan());
            }
        }
        assert!(Some(View::from(edge)) == view.get("edges").and_then(|edges| edges.at(i)));
        assert!(Some(View::from(edge.to())) == View::from(edge).get("to"));
    }
}

/// Tries one input.
pub fn run(input: &[u8]) {
    let view = match Frozen::validate(input) {
        Ok(view) => view,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    walk::every_member(view);
    in_place(view);
    let again = view;
    assert!(view == again);
    let _ = format!("{view:?}");
    match to_vec_with(&view, &WriteOptions::pretty().non_finite_as_null()) {
        Ok(json) => {
            conformance::freeze(&json).unwrap();
        }
        // JSON has no form for bytes, timestamps, tags and maps.
        Err(error) => assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}"),
    }
    let mut builder = Builder::with(Duplicates::Error, Limits::DEFAULT);
    builder.start().unwrap();
    view.encode(&mut builder, &()).unwrap();
    let again = builder.finish().unwrap();
    assert!(again.view() == view, "differs after a copy");
    assert!(view == again.view(), "differs after a copy");
    Frozen::validate(again.as_bytes()).unwrap();

    // All options of freezing.
    let options = [
        Freeze::new().with_checksum(),
        Freeze::canonical(),
        Freeze::canonical().with_checksum(),
        Freeze::sharing_strings(),
    ];
    let canonical = Freeze::canonical().freeze_view(view).unwrap();
    for how in options {
        let frozen = how.freeze_view(view).unwrap();
        assert!(
            Frozen::validate(frozen.as_bytes()).unwrap() == view,
            "{how:?}"
        );
        let again = Freeze::canonical().freeze_view(frozen.view()).unwrap();
        assert!(again.as_bytes() == canonical.as_bytes(), "{how:?}");
    }

    // The subtree is copied as a whole, and in parts between others.
    let mut splice = builder.splice(view).unwrap();
    splice.begin_array(None).unwrap();
    splice.node(view).unwrap();
    splice.items(view, 0..1).unwrap();
    splice.null().unwrap();
    splice.items(view, 1..usize::MAX).unwrap();
    for value in view.values() {
        splice.node(value).unwrap();
    }
    splice.end_array().unwrap();
    let spliced = splice.finish().unwrap();
    let limits = Limits {
        depth: 1000,
        ..Limits::DEFAULT
    };
    let spliced = Frozen::validate_with(spliced.as_bytes(), &limits).unwrap();
    assert!(spliced.at(0) == Some(view), "differs after splicing");
    let parts = spliced.items().skip(1).filter(|part| !part.is_null());
    let nodes = view
        .items()
        .chain(view.values())
        .filter(|node| !node.is_null());
    assert!(parts.eq(nodes), "parts differ after splicing");
}
