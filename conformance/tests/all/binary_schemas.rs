//! Binary schemas (`.bfbs`): those of the suite, those that we write from its `.fbs` files, and
//! those of the `flatc` binary.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use conformance::suite;
use varvel_fbs::{
    Attribute, AttributeValue, Attributes, DefaultValue, Disk, Files, Located, Presence, Schema,
    parse,
};
use varvel_flatbuffers::reflect::{SchemaLayout, bfbs};

/// A schema that the suite has only in another language, and that some of its schemas include.
const IMPORTED: &str = "namespace proto.test; table ImportedMessage { a: int; }";

/// The suite's folders, and that file.
struct Suite(Disk);

impl Files for Suite {
    fn find(&self, name: &str, from: Option<&str>) -> Option<Located> {
        let located = Located {
            path: name.into(),
            identity: name.into(),
        };
        match name {
            "imported.fbs" => Some(located),
            _ => self.0.find(name, from),
        }
    }

    fn read(&self, file: &Located) -> Result<Vec<u8>, String> {
        match file.path == "imported.fbs" {
            true => Ok(IMPORTED.into()),
            false => self.0.read(file),
        }
    }
}

const FOLDERS: [&str; 5] = [
    "",
    "tests",
    "tests/include_test",
    "tests/include_test/sub",
    "tests/flatc",
];

fn parsed(suite: &Path, path: &Path) -> Option<Schema> {
    let disk = FOLDERS.iter().fold(Disk::default(), |disk, folder| {
        disk.searched(suite.join(folder))
    });
    parse(path.to_str().unwrap(), &Suite(disk)).ok()
}

/// Returns all files with this extension below a folder, sorted.
fn below(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(found_extension) if found_extension == extension => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn each_attributes(schema: &mut Schema, mut each: impl FnMut(&mut Attributes)) {
    for object in &mut schema.objects {
        each(&mut object.attributes);
        for field in &mut object.fields {
            each(&mut field.attributes);
        }
    }
    for of in &mut schema.enums {
        each(&mut of.attributes);
        for value in &mut of.values {
            each(&mut value.attributes);
        }
    }
    for union in &mut schema.unions {
        each(&mut union.attributes);
        for variant in &mut union.variants {
            each(&mut variant.attributes);
        }
    }
    for service in &mut schema.services {
        each(&mut service.attributes);
        for call in &mut service.calls {
            each(&mut call.attributes);
        }
    }
}

/// Returns the part of a schema that a binary schema can hold, as lines: not the order and the
/// places of declarations, and not the exceptions that the documentation of the module names.
fn meaning(schema: Schema) -> String {
    let mut schema = schema.sorted().without_places();
    let mut used = BTreeSet::new();
    each_attributes(&mut schema, |attributes| {
        // flatc reads pointers of C++ without a type of pointer in this way.
        if attributes.has("cpp_type") && !attributes.has("cpp_ptr_type") {
            attributes.0.push(Attribute {
                name: "cpp_ptr_type".into(),
                value: AttributeValue::Text("naked".into()),
            });
            attributes.0.sort_by(|a, b| a.name.cmp(&b.name));
        }
        for attribute in &mut attributes.0 {
            attribute.value = match &attribute.value {
                AttributeValue::None => AttributeValue::Word("0".into()),
                value => AttributeValue::Word(value.as_str().into()),
            };
            if !attribute.is_known() {
                used.insert(attribute.name.clone());
            }
        }
    });
    schema.attributes = used.into_iter().collect();
    format!("{schema:#?}")
}

#[track_caller]
fn same(what: &Path, left: Schema, right: Schema) {
    same_lines(what, &meaning(left), &meaning(right));
}

#[track_caller]
fn same_lines(what: &Path, left: &str, right: &str) {
    let mut lines = left.lines().zip(right.lines()).enumerate();
    let differ = lines.find(|(_, (left, right))| left != right);
    assert_eq!(differ, None, "{}", what.display());
    assert_eq!(left.len(), right.len(), "{}", what.display());
}

#[test]
fn the_monster_of_flatc_is_the_one_that_we_read_and_write() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let path = suite.join("tests/monster_test.fbs");
    let ours = parsed(&suite, &path).unwrap();
    let theirs = bfbs::read(&fs::read(suite.join("tests/monster_test.bfbs")).unwrap()).unwrap();
    let again = bfbs::read(&bfbs::write(&ours).unwrap()).unwrap();
    same(&path, theirs.clone(), ours);
    same(&path, again.clone(), theirs.clone());
    // The layout is exactly the same: both have everything by its name.
    let layout = |schema: &Schema| SchemaLayout::new(schema).unwrap();
    assert_eq!(layout(&again), layout(&theirs));
    let names =
        |schema: &Schema| -> Vec<_> { schema.files.iter().map(|file| file.name.clone()).collect() };
    assert_eq!(names(&theirs)[0], "//monster_test.fbs");
    assert_eq!(names(&again), names(&theirs));
    let declared = |schema: &Schema| -> Vec<_> {
        let objects = schema.objects.iter();
        objects
            .map(|object| schema.file(object.place.file).name.clone())
            .collect()
    };
    assert_eq!(declared(&again), declared(&theirs));
}

#[test]
fn all_binary_schemas_of_the_suite_are_what_their_texts_say() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let mut seen = 0;
    for path in below(&suite, "bfbs") {
        let bytes = fs::read(&path).unwrap();
        let theirs = bfbs::read(&bytes).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let again = bfbs::read(&bfbs::write(&theirs).unwrap()).unwrap();
        same(&path, again, theirs.clone());
        let mut ours = parsed(&suite, &path.with_extension("fbs")).unwrap();
        let name = path.file_stem().unwrap();
        if name != "monster_test" {
            // These were made without comments, and without the attributes that flatc knows.
            let mut theirs = theirs;
            forget(&mut ours);
            forget(&mut theirs);
            same(&path, theirs, ours);
        }
        seen += 1;
    }
    assert_eq!(seen, 4);
}

/// Removes the parts that flatc writes only with more options.
fn forget(schema: &mut Schema) {
    each_attributes(schema, |attributes| {
        attributes.0.retain(|attribute| !attribute.is_known());
    });
    let fields = schema.objects.iter_mut().flat_map(|object| {
        object.doc.clear();
        object.original_order = false;
        &mut object.fields
    });
    for field in fields {
        field.doc.clear();
        (field.shared, field.force_align, field.hash, field.nested) = (false, None, None, None);
    }
    for of in &mut schema.enums {
        of.doc.clear();
        of.values.iter_mut().for_each(|value| value.doc.clear());
    }
    for union in &mut schema.unions {
        union.doc.clear();
        union
            .variants
            .iter_mut()
            .for_each(|variant| variant.doc.clear());
    }
    for service in &mut schema.services {
        service.doc.clear();
        service.calls.iter_mut().for_each(|call| call.doc.clear());
    }
}

#[test]
fn all_schemas_of_the_suite_go_there_and_back() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let mut seen = 0;
    for path in below(&suite, "fbs") {
        let Some(schema) = parsed(&suite, &path) else {
            continue;
        };
        let bytes = bfbs::write(&schema).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let again = bfbs::read(&bytes).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        same(&path, again.clone(), schema);
        assert!(bfbs::write(&again).unwrap() == bytes, "{path:?}");
        seen += 1;
    }
    assert_eq!(seen, 75);
}

#[test]
fn flatc_writes_what_we_read_and_reads_what_we_write() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    if Command::new("flatc").arg("--version").output().is_err() {
        conformance::skipped("no flatc (Debian has it as flatbuffers-compiler)");
        return;
    }
    let made_in = tempfile::tempdir().unwrap();
    let folder = made_in.path();
    let (mut seen, mut code) = (0, 0);
    for path in below(&suite, "fbs") {
        let Some(ours) = parsed(&suite, &path) else {
            continue;
        };
        let includes = FOLDERS
            .iter()
            .flat_map(|folder| ["-I".into(), suite.join(folder)]);
        let includes: Vec<PathBuf> = includes.collect();
        let flatc = |arguments: &[&str], file: &Path| {
            let mut command = Command::new("flatc");
            command
                .args(arguments)
                .args(&includes)
                .arg("-o")
                .arg(folder)
                .arg(file);
            command.output().unwrap()
        };
        let made = folder.join(path.with_extension("bfbs").file_name().unwrap());
        let read = || {
            bfbs::read(&fs::read(&made).unwrap())
                .unwrap_or_else(|error| panic!("{path:?}: {error}"))
        };
        // This flatc is of an older version, and does not know all features.
        let all = ["--binary", "--schema", "--bfbs-comments", "--bfbs-builtins"];
        if !flatc(&all, &path).status.success() {
            continue;
        }
        same(&path, plain(read()), plain(ours.clone()));

        assert!(flatc(&["--binary", "--schema"], &path).status.success());
        let (mut theirs, mut forgotten) = (plain(read()), plain(ours.clone()));
        forget(&mut theirs);
        forget(&mut forgotten);
        same(&path, theirs, forgotten);

        seen += 1;
        // flatc makes code of an enum without values only if flatc itself has added one.
        if ours.enums.iter().any(|of| of.values.is_empty()) {
            continue;
        }
        // From our binary schema flatc makes the same code as from its own.
        let theirs = flatc(&all, &path);
        assert!(theirs.status.success());
        let generated = |what: &str| {
            let output = flatc(&["--cpp", "--no-warnings"], &made);
            assert!(
                output.status.success(),
                "{path:?}, {what}: {}",
                String::from_utf8_lossy(&output.stdout)
            );
            let stem = path.file_stem().unwrap().to_string_lossy();
            fs::read_to_string(folder.join(format!("{stem}_generated.h"))).unwrap()
        };
        let of_theirs = generated("theirs");
        fs::write(&made, bfbs::write(&ours).unwrap()).unwrap();
        same_lines(&path, &generated("ours"), &of_theirs);
        code += 1;
    }
    println!("{seen} schemas, {code} as code");
    assert!(seen > 50 && code > 50, "{seen}, {code}");
}

/// Removes the defaults of strings, which `flatc` does not write, and the one value that it adds to
/// enums without values.
fn plain(mut schema: Schema) -> Schema {
    for of in &mut schema.enums {
        if of.values.len() == 1 && of.values[0].name == "NONE" && of.values[0].value == 0 {
            of.values.clear();
        }
    }
    for field in schema
        .objects
        .iter_mut()
        .flat_map(|object| &mut object.fields)
    {
        if let DefaultValue::Text(_) = field.default {
            (field.default, field.presence) = (DefaultValue::None, Presence::Optional);
        }
    }
    schema
}

#[test]
fn what_is_cut_or_changed_is_refused_or_a_schema() {
    let Some(suite) = suite("flatbuffers") else {
        return;
    };
    let mut bytes = fs::read(suite.join("tests/64bit/test_64bit.bfbs")).unwrap();
    let (mut refused, mut read) = (0, 0);
    let mut look = |bytes: &[u8]| match bfbs::read(bytes) {
        Ok(schema) => {
            let written = bfbs::write(&schema).unwrap();
            same(Path::new("changed"), bfbs::read(&written).unwrap(), schema);
            read += 1;
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            refused += 1;
        }
    };
    for at in 0..bytes.len() {
        look(&bytes[..at]);
        for change in [0x01, 0x04, 0x20, 0x80, 0xFF] {
            bytes[at] ^= change;
            look(&bytes);
            bytes[at] ^= change;
        }
    }
    println!("{refused} refused, {read} read");
    assert!(
        refused > 2000 && read > 500,
        "{refused} refused, {read} read"
    );
}
