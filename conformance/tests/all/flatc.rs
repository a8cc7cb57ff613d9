//! The `flatc` binary as an oracle, if it is installed: it reads and writes derived tables by their
//! printed schema, and the monster of its own tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use conformance::suite;
use varvel::json;
use varvel_core::Encode;
use varvel_fbs::{Disk, parse};
use varvel_flatbuffers::reflect::{Dynamic, SchemaLayout, schema_of};
use varvel_flatbuffers::{Encoder, Schema, Struct, Table, decode};
use varvel_value::{TreeBuilder, Value};

/// A folder that is removed when this is dropped.
struct Folder(tempfile::TempDir);

impl Folder {
    /// Makes a new folder. Returns `None`, and prints a line, if there is no `flatc`.
    fn new() -> Option<Self> {
        if Command::new("flatc").arg("--version").output().is_err() {
            conformance::skipped("no flatc (Debian has it as flatbuffers-compiler)");
            return None;
        }
        Some(Self(tempfile::tempdir().unwrap()))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Runs `flatc`, and returns the content of the file that it makes.
    fn flatc(&self, arguments: &[&str], files: &[&Path], made: &str) -> Vec<u8> {
        let mut command = Command::new("flatc");
        command
            .args(arguments)
            .arg("-o")
            .arg(self.0.path())
            .args(files);
        let output = command.output().unwrap();
        let said =
            String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{command:?}\n{said}");
        fs::read(self.0.path().join(made)).unwrap()
    }
}

fn tree(layout: &SchemaLayout, bytes: &[u8]) -> Value {
    let mut builder = TreeBuilder::new();
    let dynamic = Dynamic::new(layout, bytes).unwrap();
    dynamic.encode(&mut builder, &()).unwrap();
    builder.finish().unwrap()
}

#[derive(Clone, Debug, PartialEq, Table)]
struct Depot {
    name: String,
    shelves: Vec<Shelf>,
    best: Option<Box<Shelf>>,
    open: bool,
    kind: Kind,
    kinds: Vec<Kind>,
    seal: Thing,
    lost: Option<Thing>,
}

#[derive(Clone, Debug, PartialEq, Table)]
struct Shelf {
    id: u64,
    depth: i8,
    place: f64,
    heat: Option<f32>,
    limit: Option<i64>,
    label: Option<String>,
    counts: Vec<u16>,
    weights: Option<Vec<f64>>,
    flags: Vec<bool>,
    words: Vec<String>,
    mood: Option<Mood>,
    spot: Spot,
    spots: Vec<Spot>,
    spare: Option<Corner>,
}

#[derive(Clone, Debug, PartialEq, Struct)]
struct Spot {
    // An enum with a number 0: flatc allows no other in structs.
    mood: Mood,
    at: [f32; 2],
    corner: Corner,
    moods: [Mood; 2],
}

#[derive(Clone, Debug, PartialEq, Struct)]
struct Corner {
    number: i16,
    wide: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Table)]
#[repr(u8)]
enum Kind {
    Wood = 3,
    Steel = 1,
}

#[derive(Clone, Copy, Debug, PartialEq, Table)]
#[repr(i32)]
enum Mood {
    Bad = -7,
    None = 0,
    Good = 1_000_000,
}

#[derive(Clone, Debug, PartialEq, Table)]
struct Note {
    text: String,
}

#[derive(Clone, Debug, PartialEq, Table)]
enum Thing {
    Shelf(Box<Shelf>),
    Note(Note),
}

varvel_flatbuffers::schema! {
    enum Store {
        tables: Depot, Shelf, Note;
        structs: Spot, Corner;
        enums: Kind, Mood;
        unions: Thing;
        file_identifier: *b"DEPO";
    }
}

/// Types that `flatc` reads from JSON, but does not write as JSON: strings in unions, and vectors
/// of unions.
mod hold {
    use varvel_flatbuffers::Table;

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Hold {
        pub things: Vec<Any>,
        pub top: Any,
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Note {
        pub text: String,
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub enum Any {
        Note(Box<Note>),
        Word(String),
    }

    varvel_flatbuffers::schema! {
        pub enum Ship {
            tables: Hold, Note;
            unions: Any;
        }
    }
}

/// Returns a different shelf for each number. Its floats have few digits.
fn shelf(n: u64) -> Shelf {
    let small = n as u16;
    Shelf {
        id: u64::MAX / (n + 1),
        depth: n as i8 - 3,
        place: n as f64 * 0.25 - 1.0,
        heat: n.is_multiple_of(2).then_some(f32::from(small) * 0.5),
        limit: n.is_multiple_of(3).then_some(i64::MIN + n as i64),
        label: n
            .is_multiple_of(4)
            .then(|| format!("shelf \"{n}\" \u{e9}\u{1f600}\n")),
        counts: (0..small).collect(),
        weights: (n % 2 == 1).then(|| vec![0.5, -8.0, 1024.0]),
        flags: vec![n.is_multiple_of(2), true],
        words: vec![String::new(), format!("word {n}")],
        mood: [None, Some(Mood::Bad), Some(Mood::None), Some(Mood::Good)][n as usize % 4],
        spot: spot(small),
        spots: (0..small % 4).map(spot).collect(),
        spare: (n % 2 == 1).then(|| corner(small)),
    }
}

fn spot(n: u16) -> Spot {
    Spot {
        mood: [Mood::Bad, Mood::None][usize::from(n % 2)],
        at: [f32::from(n), -0.5],
        corner: corner(n),
        moods: [Mood::Bad, Mood::Good],
    }
}

fn corner(n: u16) -> Corner {
    Corner {
        number: -(n as i16),
        wide: f64::from(n) * 0.125,
    }
}

fn note(text: &str) -> Note {
    Note { text: text.into() }
}

fn depot() -> Depot {
    Depot {
        name: "north".into(),
        shelves: (0..40).map(shelf).collect(),
        best: Some(Box::new(shelf(7))),
        open: true,
        kind: Kind::Wood,
        kinds: vec![Kind::Steel, Kind::Wood],
        seal: Thing::Note(note("wax")),
        lost: None,
    }
}

#[test]
fn flatc_reads_derived_tables_and_writes_them() {
    let Some(folder) = Folder::new() else {
        return;
    };
    let schema = schema_of(&Store::LAYOUT).unwrap();
    let fbs = folder.write("store.fbs", schema.to_string().as_bytes());
    let layout = SchemaLayout::new(&schema).unwrap();
    let depot = depot();
    let bytes = Encoder::new().encode(&depot).unwrap().to_vec();

    let data = folder.write("depot.bin", &bytes);
    let text = folder.flatc(
        &["--json", "--strict-json"],
        &[&fbs, Path::new("--"), &data],
        "depot.json",
    );
    let theirs: Value = json::from_slice(&text).unwrap();
    let ours = tree(&layout, &bytes);
    assert_eq!(theirs, ours);

    let text = json::to_vec(&ours).unwrap();
    let data = folder.write("again.json", &text);
    let built = folder.flatc(&["--binary", "--strict-json"], &[&fbs, &data], "again.bin");
    assert_eq!(decode::<Depot>(&built).unwrap(), depot);
}

#[test]
fn flatc_writes_derived_unions() {
    use hold::{Any, Hold, Note, Ship};
    let Some(folder) = Folder::new() else {
        return;
    };
    let schema = schema_of(&Ship::LAYOUT).unwrap();
    let fbs = folder.write("ship.fbs", schema.to_string().as_bytes());
    let note = |text: &str| Any::Note(Box::new(Note { text: text.into() }));
    let hold = Hold {
        things: vec![note("one"), Any::Word("two".into()), note("")],
        top: Any::Word("three".into()),
    };
    let bytes = Encoder::new().encode(&hold).unwrap().to_vec();
    let text = json::to_vec(&tree(&SchemaLayout::new(&schema).unwrap(), &bytes)).unwrap();
    let data = folder.write("hold.json", &text);
    let built = folder.flatc(&["--binary", "--strict-json"], &[&fbs, &data], "hold.bin");
    assert_eq!(decode::<Hold>(&built).unwrap(), hold);
}

#[test]
fn flatc_builds_its_monster_from_what_we_read_of_it() {
    let (Some(folder), Some(suite)) = (Folder::new(), suite("flatbuffers")) else {
        return;
    };
    let tests = suite.join("tests");
    let fbs = tests.join("monster_test.fbs");
    let includes = tests.join("include_test");
    let disk = Disk::default().searched(includes.clone());
    let schema =
        parse(&fbs.display().to_string(), &disk).unwrap_or_else(|problems| panic!("{problems}"));
    let layout = SchemaLayout::new(&schema).unwrap();
    let bytes = fs::read(tests.join("monsterdata_test.mon")).unwrap();
    let ours = tree(&layout, &bytes);
    let data = folder.write("monster.json", &json::to_vec(&ours).unwrap());
    let include = includes.display().to_string();
    let arguments = ["--binary", "-I", &include];
    let built = folder.flatc(&arguments, &[&fbs, &data], "monster.mon");
    assert_eq!(tree(&layout, &built), ours);
}
