//! One line that is much longer than any piece of work: memory stays within 64 MiB, a row group and
//! sixteen times the line.

use std::fmt::Write as _;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::arrays::most_memory;
use crate::command::Folder;

/// The length of the line.
const LONG: usize = 8 << 20;

/// Returns a line of about this length, whose member `v` is a list of an item.
fn list(item: &str) -> String {
    let items = vec![item; LONG / (item.len() + 1)];
    format!("{{\"id\":2,\"v\":[{}]}}", items.join(","))
}

/// Returns a line whose member `v` has very many members.
fn many_keys() -> String {
    let mut line = "{\"id\":2,\"v\":{\"k\":0".to_owned();
    let mut key = 0;
    while line.len() < LONG {
        write!(line, ",\"k{key}\":1").unwrap();
        key += 1;
    }
    line + "}}"
}

/// Runs a command that ends well, and returns the most memory that it had, in KiB.
fn memory(folder: &Folder, arguments: &[&str], what: &str) -> u64 {
    let mut child = folder
        .command(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    // The mark of a process that has ended cannot be read, so it is read before that is asked.
    let ended = loop {
        most = most.max(most_memory(child.id()).unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        sleep(Duration::from_millis(2));
    };
    assert_eq!(ended.code(), Some(0), "{what}");
    most
}

#[test]
fn a_long_line_takes_sixteen_times_its_length_at_most() {
    let text = format!("{{\"id\":2,\"v\":\"{}\"}}", "x".repeat(LONG));
    let escapes = format!("{{\"id\":2,\"v\":\"{}\"}}", "\\n".repeat(LONG / 2));
    let parquet = &["convert", "a.ndjson", "a.parquet"][..];
    let variant = &["convert", "a.ndjson", "v.parquet", "--conflicts", "variant"][..];
    let arrow = &["convert", "a.ndjson", "a.arrow"][..];
    for (line, arguments) in [
        (text, parquet),
        (escapes, parquet),
        (list("1"), parquet),
        (list("1"), arrow),
        (list("null"), parquet),
        (list("[]"), parquet),
        (list("\"\""), parquet),
        (list("{\"a\":1}"), arrow),
        (list("1,\"a\""), parquet),
        (list("1,\"a\""), variant),
        (many_keys(), parquet),
    ] {
        let input = format!("{{\"id\":1}}\n{line}\n{{\"id\":3}}\n");
        let folder = Folder::with(&[("a.ndjson", &*input)]);
        let what = format!("{arguments:?} of {}…", &line[..40]);
        let most = memory(&folder, arguments, &what);
        // 64 MiB, a row group, which is at most four million numbers of 8 bytes here, and 16 lines.
        let bound = (64 << 10) + (32 << 10) + 16 * (LONG as u64 >> 10);
        assert!(0 < most && most < bound, "{what}: {most} KiB");
    }
}

/// Objects with a few of many members take more memory than their bytes: so many are refused.
#[test]
fn a_long_line_of_sparse_objects_is_refused() {
    let objects = (0..LONG / 11).map(|item| format!("{{\"k{}\":1}}", item % 900));
    let input = format!("{{\"v\":[{}]}}\n", objects.collect::<Vec<_>>().join(","));
    let folder = Folder::with(&[("a.ndjson", &*input)]);
    let ran = folder.run(&["convert", "a.ndjson", "a.parquet"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("members that are missing"), "{}", ran.err);
    assert!(!folder.at("a.parquet").exists());
    let ran = folder.run(&[
        "convert",
        "a.ndjson",
        "a.parquet",
        "--bad-lines",
        "bad.ndjson",
    ]);
    assert!(ran.err.contains("1 of 1 records are bad"), "{}", ran.err);
}

/// Rows that have few of the members with columns are shredded some at a time.
#[test]
fn short_rows_of_shredded_variant_take_little_memory() {
    let members: Vec<_> = (0..140).map(|key| format!("\"k{key:03}\":1")).collect();
    let full = format!("{{\"v\":{{{}}}}}\n", members.join(","));
    let input = full.repeat(1000) + &"{}\n".repeat(400_000);
    let folder = Folder::with(&[("a.ndjson", &*input)]);
    let arguments = ["convert", "a.ndjson", "a.parquet", "--variant", "v"];
    let most = memory(&folder, &arguments, "short rows");
    assert!(0 < most && most < 200 << 10, "{most} KiB");
    let ran = folder.run(&["count", "a.parquet"]);
    assert_eq!(ran.out, "401000\n");
}
