//! Drawn calls of every public builder: what is finished is valid.
//!
//! `VARVEL_FIRST_CASE` and `VARVEL_CASES` choose other cases. The number of calls of each builder
//! is printed with `--nocapture`.

use conformance::calls::events::Ordered;
use conformance::calls::{Made, formats, frozen, records};
use conformance::documents::Draw;
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::reflect::{self, SchemaLayout};

/// Runs cases of a builder.
fn run(name: &str, case: impl Fn(u64) -> Made) {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().expect("a number"))
    };
    let first = number("VARVEL_FIRST_CASE").unwrap_or(0);
    let count = number("VARVEL_CASES").unwrap_or(100_000);
    let made = Made::by(case, first..first + count);
    println!("{name}: {count} cases, {made:?}");
    assert!(
        made.finished as u64 * 20 > count,
        "{name}: few documents: {made:?}"
    );
}

#[test]
fn the_frozen_builder() {
    run("Builder", frozen::builder);
}

#[test]
fn splices() {
    run("Splice", frozen::splice);
}

#[test]
fn segments() {
    run("SegmentBuilder, RecordSink", records::segments);
}

#[test]
fn streams() {
    run("StreamWriter, RecordSink", records::stream);
}

#[test]
fn writers_of_formats() {
    run(
        "Writer of JSON, JSON5, YAML, MessagePack, CBOR, FlexBuffers",
        formats::writers,
    );
}

#[test]
fn trees() {
    run("TreeBuilder", formats::trees);
}

/// The fields have the names that drawn events give as keys, and types of all sorts.
const SCHEMA: &str = "
    table T { id:int; name:string; a:[int]; b:T; k1:[string]; k2:[T]; k3:double; x:ulong; zz:[ubyte]; }
    root_type T;";

#[test]
fn the_builder_of_flatbuffers_by_events() {
    let schema = varvel_fbs::parse_text(SCHEMA).unwrap();
    let schema = SchemaLayout::new(&schema).unwrap();
    let case = |number| {
        let mut draw = Draw::new(number);
        let mut builder = reflect::Builder::new(&schema).unwrap();
        let mut made = Made::default();
        let mut what = format!("case {number}: ");
        for _ in 0..1 + draw.below(3) {
            let mut order = Ordered::default();
            for _ in 0..2 + draw.below(60) {
                let _ = order.event(&mut builder, &mut draw, &mut what);
                made.calls += 1;
                if order.is_whole() {
                    break;
                }
            }
            if let Ok(bytes) = builder.finish() {
                let layout = schema.layout();
                let verified = Verify::new().check(&layout, layout.root().unwrap(), &bytes);
                assert!(verified.is_ok(), "{:?}\n{what}", verified.err());
                made.finished += 1;
            }
        }
        made
    };
    run("reflect::Builder", case);
}
