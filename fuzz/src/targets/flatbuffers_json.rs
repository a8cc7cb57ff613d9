//! JSON by a schema: a schema read at run time and generated code accept and refuse the same texts.
//! Both make buffers with the same JSON, and that JSON makes the same buffer again. The first byte
//! chooses whether the text is drawn from the schema, or consists of the other bytes.

use conformance::drawn;
use generated::drawn::drawn::{Order, OrderT};
use std::sync::LazyLock;
use varvel_flatbuffers::reflect::{Builder, Dynamic, SchemaLayout};
use varvel_flatbuffers::{Encoder, root};

static LAYOUT: LazyLock<SchemaLayout> = LazyLock::new(|| {
    let schema = varvel_fbs::parse_text(drawn::SCHEMA).expect("a schema");
    SchemaLayout::new(&schema).expect("a schema")
});

/// Tries one input.
pub fn run(input: &[u8]) {
    let Some((how, rest)) = input.split_first() else {
        return;
    };
    let drawn;
    let text = match how % 2 {
        0 => {
            drawn = drawn::json(rest, true);
            drawn.as_bytes()
        }
        _ => rest,
    };
    let built = build(|builder| varvel_json::drive(text, &Default::default(), builder));
    let read = varvel_json::from_slice::<OrderT>(text);
    let shown = String::from_utf8_lossy(text);
    let (bytes, object) = match (built, read) {
        (Ok(bytes), Ok(object)) => (bytes, object),
        (Err(one), Err(other)) => return drop((one.to_string(), other.to_string())),
        (built, read) => panic!("{shown}\n{built:?}\n{read:?}"),
    };
    let dynamic = Dynamic::new(&LAYOUT, &bytes).expect("it was built");
    let json = varvel_json::to_string(&dynamic).expect("all of it is JSON");
    let mut encoder = Encoder::new();
    let encoded = encoder.encode(&object).expect("it was read");
    let view = root::<Order>(encoded).expect("it was encoded");
    assert_eq!(
        varvel_json::to_string(&view).expect("all of it is JSON"),
        json,
        "{shown}"
    );
    // In another order its parts may have other places.
    let again = build(|builder| varvel_json::drive(json.as_bytes(), &Default::default(), builder));
    let again = again.expect("it is what was built");
    let same = Dynamic::new(&LAYOUT, &again).expect("it was built");
    let same = varvel_json::to_string(&same).expect("all of it is JSON");
    assert_eq!(same, json, "{shown}");
    let packed = varvel_msgpack::to_vec(&dynamic).expect("all of it is MessagePack");
    let packed = build(|builder| varvel_msgpack::drive(&packed, &Default::default(), builder));
    assert_eq!(packed.expect("it is what was built"), again, "{shown}");
    let flexible = varvel_flexbuffers::to_vec(&dynamic).expect("all of it is flexible");
    let flexible = varvel_flexbuffers::Flex::new(&flexible, &Default::default())
        .and_then(|flexible| build(|builder| flexible.root().drive(builder)));
    let flexible = flexible.expect("it is what was built");
    let same = Dynamic::new(&LAYOUT, &flexible).expect("it was built");
    assert_eq!(
        varvel_json::to_string(&same).expect("all of it is JSON"),
        json,
        "{shown}"
    );
}

fn build(
    drive: impl FnOnce(&mut Builder<'_>) -> varvel_core::Result,
) -> varvel_core::Result<Vec<u8>> {
    let mut builder = Builder::new(&LAYOUT)?;
    drive(&mut builder)?;
    builder.finish()
}
