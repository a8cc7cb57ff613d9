//! The examples of the help texts: each is run by a shell, in order, and ends well.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command::Folder;

const SAMPLES: &[(&str, &str)] = &[
    (
        "orders.json",
        include_str!("../../../../samples/orders.json"),
    ),
    (
        "duplicate-keys.json",
        include_str!("../../../../samples/duplicate-keys.json"),
    ),
];

const EVENTS: &str = "{\"at\": 1, \"user\": \"Ada\"}\n{\"at\": 2, \"user\": \"Lin\"}\n";

/// Returns the subcommands that the help lists.
fn subcommands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names
        .filter(|name| !name.is_empty() && *name != "help")
        .collect()
}

#[cfg(unix)]
#[test]
fn every_example_of_the_help_texts_ends_well() {
    let folder = Folder::with(SAMPLES);
    folder.write("events.ndjson", EVENTS);
    folder.write("order.json", "{\"id\": 7}");
    folder.write("order.schema.json", "{\"required\": [\"id\"]}");
    folder.write("orders.fbs", "table Order { id: uint; }");
    folder.write("events.fbs", "table Event { at: uint; user: string; }");
    folder.write("orders-next.fbs", "table Order { id: uint; note: string; }");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(EVENTS.as_bytes()).unwrap();
    folder.write("events.ndjson.gz", gzip.finish().unwrap());
    let help = folder.run(&["--help"]).out;
    let mut count = 0;
    let texts = subcommands(&help)
        .into_iter()
        .map(|subcommand| folder.run(&[subcommand, "--help"]).out);
    for text in std::iter::once(help.clone()).chain(texts) {
        assert!(text.contains("Exit codes:"), "{text}");
        for line in text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("$ "))
        {
            // A shell runs them, since the examples have pipes and quotes.
            let script = format!(
                "varvel() {{ {:?} \"$@\"; }}\n{line}",
                env!("CARGO_BIN_EXE_varvel")
            );
            let output = Command::new("sh")
                .args(["-ec", &script])
                .current_dir(folder.path())
                .output()
                .unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{line}: {errors}");
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} examples were found");
    for name in folder
        .names()
        .iter()
        .filter(|name| folder.at(name).is_file())
    {
        if name == "bad.ndjson" {
            continue; // no line is bad
        }
        assert!(!fs::read(folder.at(name)).unwrap().is_empty(), "{name}");
    }
}
