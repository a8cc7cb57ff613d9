//! Tests with the schemas of the FlatBuffers project: those named as invalid are refused. All
//! others are read, and print as text that reads as the same schema.

use std::fs;
use std::path::{Path, PathBuf};

use varvel_fbs::{Disk, Files, Located, Schema, parse, parse_text};

/// The folders to search for included files.
const FOLDERS: [&str; 5] = [
    "",
    "tests",
    "tests/include_test",
    "tests/include_test/sub",
    "tests/flatc",
];

/// A file that some schemas include and that the suite has in another language alone. They were
/// converted from that language.
const IMPORTED: &str = "namespace proto.test; table ImportedMessage { a: int; }";

/// The disk, and that file.
struct Suite(Disk);

impl Files for Suite {
    fn find(&self, name: &str, from: Option<&str>) -> Option<Located> {
        let located = Located {
            path: name.into(),
            identity: name.into(),
        };
        if name == "imported.fbs" {
            return Some(located);
        }
        self.0.find(name, from)
    }

    fn read(&self, file: &Located) -> Result<Vec<u8>, String> {
        match file.path == "imported.fbs" {
            true => Ok(IMPORTED.into()),
            false => self.0.read(file),
        }
    }
}

pub fn root() -> Option<PathBuf> {
    let suites = std::env::var_os("VARVEL_SUITES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites"),
        PathBuf::from,
    );
    let root = suites.join("flatbuffers");
    if root.exists() {
        return Some(root);
    }
    println!("skipped: no flatbuffers at VARVEL_SUITES or ../shared/suites");
    None
}

fn files(root: &Path) -> Suite {
    let disk = FOLDERS.iter().fold(Disk::default(), |disk, folder| {
        disk.searched(root.join(folder))
    });
    Suite(disk)
}

/// Reads a schema of the suite.
pub fn schema(root: &Path, name: &str) -> Schema {
    let path = root.join(name);
    parse(path.to_str().unwrap(), &files(root)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Returns all `.fbs` files below a folder, sorted.
fn schemas(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "fbs" => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[test]
fn all_schemas_are_read_or_refused_and_print_as_the_same() {
    let Some(root) = root() else { return };
    let paths = schemas(&root);
    assert_eq!(paths.len(), 76);
    let mut failed = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let parsed = parse(path.to_str().unwrap(), &files(&root));
        // `invalid_test2` is the other half of a clash. Alone it is valid, for `flatc`, too.
        let wrong = name.starts_with("invalid_") && name != "invalid_test2.fbs";
        match (parsed, wrong) {
            (Err(_), true) => {}
            (Ok(_), true) => failed.push(format!("{} is accepted", path.display())),
            (Err(problems), false) => failed.push(format!("{}:\n{problems}", path.display())),
            (Ok(schema), false) => {
                let text = schema.to_string();
                match parse_text(&text) {
                    Err(problems) => {
                        failed.push(format!("{} printed:\n{problems}", path.display()))
                    }
                    // Compared as text, since a default may be NaN.
                    Ok(again) => same(path, &again.without_places(), &schema.without_places()),
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Fails at the first line in which two schemas differ.
fn same(path: &Path, left: &Schema, right: &Schema) {
    let (left, right) = (format!("{left:#?}"), format!("{right:#?}"));
    let differ = left
        .lines()
        .zip(right.lines())
        .enumerate()
        .find(|(_, (left, right))| left != right);
    assert_eq!(differ, None, "{}", path.display());
    assert_eq!(left.len(), right.len(), "{}", path.display());
}
