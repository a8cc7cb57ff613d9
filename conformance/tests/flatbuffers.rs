//! FlatBuffers by schemas that are read at run time: the files of flatc under `tests` of the suite.

use std::fs;
use std::path::Path;

use conformance::suite;
use varvel::yaml;
use varvel_core::{Encode, Kind, Limits};
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::reflect::{Dynamic, Options, SchemaLayout, schema_of};
use varvel_schema::fbs::{Disk, parse, parse_text};
use varvel_value::{Ref, TreeBuilder, Value};

fn layout(folder: &Path, name: &str) -> SchemaLayout {
    let disk = Disk::default().searched(folder.join("include_test"));
    let file = folder.join(name);
    let schema = parse(&file.display().to_string(), &disk);
    SchemaLayout::new(&schema.unwrap_or_else(|problems| panic!("{problems}"))).unwrap()
}

fn tree(dynamic: &Dynamic<'_>) -> Value {
    let mut builder = TreeBuilder::new();
    dynamic.encode(&mut builder, &()).unwrap();
    builder.finish().unwrap()
}

/// Whether a tree is what a text for flatc says, which is YAML, too: numbers may be strings there, or strings that are
/// hashed; null is nothing; vectors that are sorted stand in any order; defaults are not written.
fn is_said(said: Ref<'_>, found: Ref<'_>) -> bool {
    match (said.kind(), found.kind()) {
        (Kind::Object, Kind::Object) => {
            let of_text = said.entries().all(|(name, said)| match found.get(name) {
                Some(found) => is_said(said, found),
                None => said.is_null() || said.as_i64() == Some(0),
            });
            of_text && found.entries().all(|(name, _)| said.get(name).is_some())
        }
        (Kind::Array, Kind::Array) => {
            said.len() == found.len()
                && found
                    .items()
                    .all(|found| said.items().any(|said| is_said(said, found)))
        }
        (Kind::String, Kind::Integer | Kind::Float) => match said.as_str().map(str::parse::<f64>) {
            Some(Ok(number)) => found.as_f64() == Some(number),
            _ => found.kind() == Kind::Integer,
        },
        (Kind::Integer, Kind::Float) => said.as_f64() == found.as_f64(),
        _ => said == found,
    }
}

#[test]
fn a_monster_of_flatc_is_what_its_text_says() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests");
    let layout = layout(&folder, "monster_test.fbs");
    let bytes = fs::read(folder.join("monsterdata_test.mon")).unwrap();
    let monster = Dynamic::new(&layout, &bytes).unwrap();
    let said = fs::read(folder.join("monsterdata_test.json")).unwrap();
    let (said, found): (Value, Value) = (yaml::from_slice(&said).unwrap(), tree(&monster));
    assert!(is_said(said.as_ref(), found.as_ref()), "{said}\n{found}");
    assert_eq!(found["scalar_key_sorted_tables"][0]["id"], "miss");

    let all = tree(&monster.options(Options {
        defaults: true,
        numbers: true,
        ..Options::default()
    }));
    assert_eq!(all["mana"], 150);
    assert_eq!(all["color"], 8);
    assert_eq!(all["test_type"], 1);
}

#[test]
fn the_schema_of_a_layout_is_laid_out_alike() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests");
    let disk = Disk::default()
        .searched(folder.clone())
        .searched(folder.join("include_test"));
    let mut seen = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "fbs") {
            continue;
        }
        let Ok(schema) = parse(&path.display().to_string(), &disk) else {
            continue;
        };
        let layout = SchemaLayout::new(&schema).unwrap();
        let again = schema_of(&layout.layout()).unwrap();
        assert_eq!(SchemaLayout::new(&again).unwrap(), layout, "{path:?}");
        let text = again.to_string();
        let parsed = parse_text(&text).unwrap_or_else(|problems| panic!("{path:?}: {problems}"));
        assert_eq!(
            SchemaLayout::new(&parsed).unwrap(),
            layout,
            "{path:?}\n{text}"
        );
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn what_is_cut_or_changed_is_refused_or_read() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests");
    let layout = layout(&folder, "monster_test.fbs");
    let mut bytes = fs::read(folder.join("monsterdata_test.mon")).unwrap();
    let limits = Limits {
        nodes: 100_000,
        ..Limits::DEFAULT
    };
    let verify = Verify::new().limits(limits);
    let object = layout.table("MyGame.Example.Monster").unwrap();
    for at in 0..bytes.len() {
        assert!(Dynamic::with(&layout, object, &bytes[..at], verify).is_err() || at > 0);
        for change in [0x01, 0x80, 0xFF] {
            bytes[at] ^= change;
            if let Ok(dynamic) = Dynamic::with(&layout, object, &bytes, verify) {
                // A FlexBuffer inside may be wrong.
                let _ = dynamic.encode(&mut varvel_core::Discard, &());
            }
            bytes[at] ^= change;
        }
    }
}

/// Buffers that were damaged on purpose, as flatc explains them byte by byte.
#[test]
fn damaged_buffers() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests/annotated_binary");
    let layout = layout(&folder, "annotated_binary.fbs");
    let (mut refused, mut read) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder.join("tests")).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|end| end != "bin") {
            continue;
        }
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        match Dynamic::new(&layout, &fs::read(&file).unwrap()) {
            Ok(dynamic) => {
                tree(&dynamic);
                read.push(name);
            }
            Err(_) => refused.push(name),
        }
    }
    read.sort();
    // Of a tag that the schema does not have nothing is read: it may be one of a later version.
    let unknown = [
        "invalid_union_type_value",
        "invalid_vector_union_type_value",
    ];
    assert_eq!(read, unknown);
    assert!(refused.len() >= 20, "{refused:?}");
}
