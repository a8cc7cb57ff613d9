//! Finds the programs of `bindings/dart/test/judges`, which compare Dart with Rust.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use conformance::skipped;
use tempfile::TempDir;

/// A program of Dart that is ready to run.
struct Program {
    command: Command,
    /// Has the file that says where the package is.
    _folder: TempDir,
}

/// The number of cases by default: the virtual machine is slower than compiled programs.
const CASES: u64 = 10_000;

/// Returns how many cases are drawn: half of `usual` if that is the default.
fn count(usual: u64) -> u64 {
    match env::var_os("VARVEL_MUTANTS").is_some() || usual > 2 * CASES {
        true => usual,
        false => CASES,
    }
}

/// The flags with which each program runs, and the part of the cases that it gets: the second has
/// the code of programs that run as JavaScript, whose whole numbers are floats.
const MODES: [(&[&str], u64); 2] = [(&[], 1), (&["-Dvarvel.web=true"], 4)];

/// Calls `judge` with a program of this name in each mode, and a number of cases: `usual`, or fewer
/// by default. Without a Dart virtual machine a line says that `what` is skipped.
pub fn each(name: &str, what: &str, usual: u64, mut judge: impl FnMut(&mut Command, u64)) {
    for (flags, part) in MODES {
        if let Some(mut program) = program(name, flags, what) {
            judge(&mut program.command, count(usual) / part);
        }
    }
}

fn program(name: &str, flags: &[&str], what: &str) -> Option<Program> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/dart");
    let package = package.canonicalize().unwrap();
    let found = Command::new("sh").arg(package.join("tool/vm.sh")).output();
    let Some(found) = found.ok().filter(|found| found.status.success()) else {
        skipped(format_args!("{what} in Dart (no virtual machine)"));
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("package_config.json");
    let uri = format!("file://{}/", package.display());
    let text = format!(
        r#"{{"configVersion":2,"packages":[{{"name":"varvel","rootUri":{uri:?},"packageUri":"lib/","languageVersion":"3.4"}}]}}"#
    );
    fs::write(&config, text).unwrap();
    let machine = String::from_utf8(found.stdout).unwrap();
    let mut command = Command::new(machine.trim());
    command.arg(format!("--packages={}", config.display()));
    command.args(flags);
    command.arg(package.join(format!("test/judges/{name}.dart")));
    Some(Program {
        command,
        _folder: folder,
    })
}
