//! FlatBuffers by schemas that are read at run time: the files of flatc in the folder `tests` of
//! the suite.

use std::fs;
use std::path::Path;

use conformance::suite;
use varvel::{json, yaml};
use varvel_core::{Encode, ErrorKind, Kind, Limits, Sink};
use varvel_fbs::{Disk, parse, parse_text};
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::reflect::{
    BuildOptions, Builder, Dynamic, Options, SchemaLayout, schema_of, to_vec,
};
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

/// Leaves out members that the schema does not have.
const SKIPPING: Options = Options {
    skip_unknown: true,
    ..Options::DEFAULT
};

/// Returns whether a buffer equals a text for flatc, which is YAML, too: every value of the text is
/// in the buffer or is a default, and the buffer has nothing else.
fn says(said: &Value, dynamic: &Dynamic<'_>) -> bool {
    let all = dynamic.options(Options {
        defaults: true,
        ..Options::default()
    });
    is_said(said.as_ref(), tree(&all).as_ref(), true)
        && is_said(said.as_ref(), tree(dynamic).as_ref(), false)
}

/// Returns whether a tree equals a text. In the text, numbers may be strings, or strings that are
/// hashed; booleans may be numbers; null is an absent field; sorted vectors may have any order.
/// With `defaults` the tree has all default values, else none.
fn is_said(said: Ref<'_>, found: Ref<'_>, defaults: bool) -> bool {
    match (said.kind(), found.kind()) {
        (Kind::Object, Kind::Object) => {
            let of_text = said.entries().all(|(name, said)| match found.get(name) {
                Some(found) => is_said(said, found, defaults),
                None => said.is_null() || !defaults,
            });
            of_text && (defaults || found.entries().all(|(name, _)| said.get(name).is_some()))
        }
        (Kind::Array, Kind::Array) => {
            said.len() == found.len()
                && found
                    .items()
                    .all(|found| said.items().any(|said| is_said(said, found, defaults)))
        }
        (Kind::String, Kind::Integer | Kind::Float) => match said.as_str().map(str::parse::<f64>) {
            Some(Ok(number)) if number.is_nan() => found.as_f64().is_some_and(f64::is_nan),
            Some(Ok(number)) => found.as_f64() == Some(number),
            _ => found.kind() == Kind::Integer,
        },
        (Kind::Integer, Kind::Float) => said.as_f64() == found.as_f64(),
        (Kind::Integer, Kind::Bool) => said.as_i64() == found.as_bool().map(i64::from),
        (Kind::Float, Kind::Float) => is_near(said, found),
        _ => said == found,
    }
}

/// Returns whether `found` is the nearest float of 64 or of 32 bits.
fn is_near(said: Ref<'_>, found: Ref<'_>) -> bool {
    let (Some(said), Some(found)) = (said.as_f64(), found.as_f64()) else {
        return false;
    };
    said == found || said as f32 == found as f32
}

/// Writes a tree with the members of its objects in reverse order.
fn give_reversed<S: for<'x> Sink<'x>>(node: Ref<'_>, sink: &mut S) -> varvel_core::Result {
    match node.kind() {
        Kind::Object => {
            let members: Vec<_> = node.entries().collect();
            sink.begin_map(None)?;
            for (name, value) in members.into_iter().rev() {
                sink.key(name.into())?;
                give_reversed(value, sink)?;
            }
            sink.end_map()
        }
        Kind::Array => {
            sink.begin_array(None)?;
            node.items()
                .try_for_each(|item| give_reversed(item, sink))?;
            sink.end_array()
        }
        _ => node.encode(sink, &()),
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
    assert!(says(&said, &monster), "{said}\n{found}");
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

/// The output of flatc is built and printed again, and is the same to the byte: names without
/// quotes, a line for each item.
#[test]
fn a_text_of_flatc_comes_back_as_it_was() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests");
    let layout = layout(&folder, "monster_test.fbs");
    let golden = fs::read_to_string(folder.join("monsterdata_test.golden")).unwrap();
    let relaxed = json::Relaxed::with_words(golden.as_bytes()).unwrap();
    let said: Value = relaxed.read(json::from_slice).unwrap();
    let built = to_vec(&layout, &said).unwrap();
    let options = json::WriteOptions::pretty().bare_names();
    let text = json::to_string_with(&Dynamic::new(&layout, &built).unwrap(), &options).unwrap();
    assert_eq!(text, golden.trim_end());
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
    let object = layout.object("MyGame.Example.Monster").unwrap();
    for at in 0..bytes.len() {
        assert!(Dynamic::with(&layout, object, &bytes[..at], verify).is_err() || at > 0);
        for change in [0x01, 0x80, 0xFF] {
            bytes[at] ^= change;
            if let Ok(dynamic) = Dynamic::with(&layout, object, &bytes, verify) {
                // The FlexBuffer inside may be invalid.
                let _ = dynamic.encode(&mut varvel_core::Discard, &());
            }
            bytes[at] ^= change;
        }
    }
}

/// Buffers that were damaged on purpose, with flatc's explanation of each byte.
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
                tree(&dynamic.options(SKIPPING));
                read.push(name);
            }
            Err(_) => refused.push(name),
        }
    }
    read.sort();
    // A union whose tag the schema does not have reads as nothing: it may be of a later version.
    // The size of a table bounds nothing: a field has to be inside of the buffer.
    let accepted = [
        "invalid_union_type_value",
        "invalid_vector_union_type_value",
        "invalid_vtable_ref_table_size",
    ];
    assert_eq!(read, accepted);
    assert!(refused.len() >= 19, "{refused:?}");
}

/// Texts for flatc, with their schemas. The schema of `alignment_test.json` is not the one beside
/// it.
const TEXTS: [(&str, &str); 7] = [
    ("monster_test.fbs", "monsterdata_test.json"),
    ("monster_test.fbs", "unicode_test.json"),
    ("monster_extra.fbs", "monsterdata_extra.json"),
    ("optional_scalars.fbs", "optional_scalars.json"),
    (
        "union_vector/union_vector.fbs",
        "union_vector/union_vector.json",
    ),
    ("64bit/test_64bit.fbs", "64bit/test_64bit.json"),
    (
        "evolution_test/evolution_v2.fbs",
        "evolution_test/evolution_v2.json",
    ),
];

/// A buffer that is built from a text equals the text, for any order of its members, and so does a
/// buffer that is built again.
#[test]
fn texts_become_buffers() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests");
    for (schema, text) in TEXTS {
        let layout = layout(&folder, schema);
        let text = fs::read_to_string(folder.join(text)).unwrap();
        let text: String = text.lines().map(without_comment).collect();
        let said: Value = yaml::from_slice(text.as_bytes()).unwrap();
        let built = to_vec(&layout, &said).unwrap_or_else(|error| panic!("{schema}: {error}"));
        let dynamic = Dynamic::new(&layout, &built).unwrap();
        let found = tree(&dynamic);
        assert!(says(&said, &dynamic), "{said}\n{found}");
        let again = to_vec(&layout, &found).unwrap();
        assert_eq!(tree(&Dynamic::new(&layout, &again).unwrap()), found);

        let mut builder = Builder::new(&layout).unwrap();
        give_reversed(said.as_ref(), &mut builder).unwrap();
        let built = builder.finish().unwrap();
        let reversed = Dynamic::new(&layout, &built).unwrap();
        assert!(says(&said, &reversed), "{}", tree(&reversed));
    }
}

/// Optional scalars, and scalars with a default: the output equals flatc's, without defaults and
/// with them.
#[test]
fn optional_scalars() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests");
    let layout = layout(&folder, "optional_scalars.fbs");
    let said =
        |name: &str| -> Value { yaml::from_slice(&fs::read(folder.join(name)).unwrap()).unwrap() };
    let (few, all) = (
        said("optional_scalars.json"),
        said("optional_scalars_defaults.json"),
    );
    let built = to_vec(&layout, &all).unwrap();
    let dynamic = Dynamic::new(&layout, &built).unwrap();
    assert_eq!(tree(&dynamic), few);
    let with_defaults = tree(&dynamic.options(Options {
        defaults: true,
        ..Options::default()
    }));
    for (name, value) in all.as_ref().entries() {
        match value.is_null() {
            true => assert!(with_defaults.as_ref().get(name).is_none(), "{name}"),
            false => assert_eq!(with_defaults.as_ref().get(name), Some(value), "{name}"),
        }
    }
}

/// A reader with one version of a schema reads a buffer of the other.
#[test]
fn evolution() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests/evolution_test");
    let (old, new) = (
        layout(&folder, "evolution_v1.fbs"),
        layout(&folder, "evolution_v2.fbs"),
    );
    let said =
        |name: &str| -> Value { yaml::from_slice(&fs::read(folder.join(name)).unwrap()).unwrap() };
    // The file has a union without its type.
    let mut first = said("evolution_v1.json");
    let error = to_vec(&old, &first).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
    first["j_type"] = "TableB".into();
    let built = to_vec(&old, &first).unwrap();
    assert!(says(&first, &Dynamic::new(&old, &built).unwrap()));
    let read = tree(&Dynamic::new(&new, &built).unwrap());
    assert!(read.as_ref().get("a").is_none() && read.as_ref().get("j").is_none());
    assert_eq!(read["ff"], first["f"]);
    assert_eq!(read["c"], first["c"]);

    let second = said("evolution_v2.json");
    let built = to_vec(&new, &second).unwrap();
    let dynamic = Dynamic::new(&old, &built).unwrap();
    let error = json::to_string(&dynamic).unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$.c_type");
    let read = tree(&dynamic.options(SKIPPING));
    assert_eq!(read["f"], second["ff"]);
    assert_eq!(read["d"], 3);
    assert!(read.as_ref().get("c").is_none() && read.as_ref().get("k").is_none());
}

/// Returns a line without a comment of flatc, since comments of YAML begin with another character.
fn without_comment(line: &str) -> String {
    let code = line.split("//").next().unwrap_or_default();
    format!("{code}\n")
}

/// Buffers of other libraries, with their schemas.
const BUFFERS: [(&str, &str, bool); 6] = [
    ("monster_test.fbs", "monsterdata_test.mon", false),
    ("monster_test.fbs", "unicode_test.mon", false),
    ("monster_test.fbs", "monsterdata_python_wire.mon", false),
    ("monster_test.fbs", "monsterdata_go_wire.mon.sp", true),
    ("64bit/test_64bit.fbs", "64bit/test_64bit.bin", false),
    (
        "annotated_binary/annotated_binary.fbs",
        "annotated_binary/annotated_binary.bin",
        false,
    ),
];

/// A buffer of flatc and its runtimes is read and built again, by names and by numbers, and has the
/// same content.
#[test]
fn buffers_are_built_again() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let folder = suite.join("tests");
    for (schema, file, size_prefixed) in BUFFERS {
        let layout = layout(&folder, schema);
        let root = layout.layout().root().unwrap();
        let bytes = fs::read(folder.join(file)).unwrap();
        let verify = match size_prefixed {
            true => Verify::new().size_prefixed(),
            false => Verify::new(),
        };
        for (numbers, defaults) in [(false, false), (true, false), (false, true)] {
            let options = Options {
                numbers,
                defaults,
                ..Options::default()
            };
            let theirs = Dynamic::with(&layout, root, &bytes, verify).unwrap();
            let theirs = tree(&theirs.options(options));
            let build = BuildOptions {
                defaults,
                size_prefixed,
                ..BuildOptions::default()
            };
            let mut builder = Builder::with(&layout, root, build).unwrap();
            let given = theirs.encode(&mut builder, &());
            given.unwrap_or_else(|error| panic!("{file}: {error}"));
            let built = builder.finish().unwrap();
            let ours = Dynamic::with(&layout, root, &built, verify.identified());
            let ours = tree(&ours.unwrap().options(options));
            assert_eq!(theirs, ours, "{file}");
        }
    }
}
