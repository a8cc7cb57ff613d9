//! Runs a judge in Java (`bindings/jvm/varvel-java/src/test`): a program that takes cases with
//! Rust's verdicts on standard input, a line each, and prints where its own differ.

use std::path::Path;
use std::process::Command;

use conformance::skipped;

use crate::line_judge;

/// Gives cases to a class of Java, whose name has slashes, and fails if a verdict differs. Without
/// a compiler for Java the test is skipped.
pub fn judge(class: &str, what: &str, lines: impl Iterator<Item = String>) {
    let folder = tempfile::tempdir().unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/jvm/varvel-java/src");
    let mut javac = Command::new("javac");
    javac.current_dir(&sources);
    javac.args(["-sourcepath", "main/java:test/java", "-d"]);
    javac.arg(folder.path());
    let Ok(status) = javac.arg(format!("test/java/{class}.java")).status() else {
        return skipped(format_args!("{what} in Java (no compiler `javac`)"));
    };
    assert!(status.success(), "the judge in Java does not compile");
    let mut java = Command::new("java");
    java.arg("-cp").arg(folder.path());
    java.args(["-Dstdout.encoding=UTF-8", &class.replace('/', ".")]);
    line_judge::judge(&mut java, line_judge::count(), lines);
}
