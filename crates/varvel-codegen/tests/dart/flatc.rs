//! Buffers of the code for Dart are read by `flatc`, and its own by the code.
//!
//! The test needs `flatc`, or the program that `VARVEL_FLATC` names; without it it is skipped.

use std::fs;
use std::process::Command;

use super::languages::{read, suite};
use super::program::Program;
use varvel_codegen::Options;

/// Reads JSON into a plain object, and writes the buffer that is built of it; then reads the JSON
/// that flatc has made of the buffer, and the buffer that flatc has made of the JSON.
const PROGRAM: &str = r#"
import 'dart:io';

import 'package:varvel/flatbuffers_json.dart' as fbjson;

import 'p0.fbs.dart';

const relaxed = fbjson.JsonOptions(isRelaxed: true, skipUnknown: true);

void main(List<String> arguments) {
  final given = File(arguments[1]).readAsStringSync();
  final monster = MonsterT.fromJsonString(given, relaxed);
  if (arguments[0] == 'write') {
    File('ours.bin').writeAsBytesSync(monster.toBytes());
    return;
  }
  final wanted = monster.toJsonString();
  final again = File('ours.json').readAsStringSync();
  final theirs = Monster.read(File('theirs.bin').readAsBytesSync());
  for (final found in [
    MonsterT.fromJsonString(again, relaxed).toJsonString(),
    theirs.unpack().toJsonString(),
  ]) {
    if (found != wanted) {
      print('$found\nnot\n$wanted');
      exitCode = 1;
    }
  }
}
"#;

#[test]
fn flatc_reads_what_dart_builds() {
    let flatc = std::env::var("VARVEL_FLATC").unwrap_or_else(|_| "flatc".into());
    let Ok(version) = Command::new(&flatc).arg("--version").output() else {
        return println!("skipped: no flatc");
    };
    let (Some(suite), Some(mut program)) = (suite(), Program::new("flatc")) else {
        return;
    };
    println!("{}", String::from_utf8_lossy(&version.stdout).trim());
    let schema = suite.join("monster_test.fbs");
    program.add(&read(&schema), Options::default());
    program.main(PROGRAM);
    let text = suite.join("monsterdata_test.json");
    let text = text.to_str().unwrap();
    program.vm_with(&[], &["write", text]);
    let flatc = |arguments: &[&str], file: &[&str]| {
        Command::new(&flatc)
            .current_dir(program.folder())
            .args(arguments)
            .arg("-I")
            .arg(suite.join("include_test"))
            .arg(&schema)
            .args(file)
            .output()
            .unwrap()
    };
    let json = ["--json", "--strict-json", "--raw-binary"];
    let made = flatc(&json, &["--", "ours.bin"]);
    let said = String::from_utf8_lossy(&made.stderr);
    if said.contains("monster_test.fbs") {
        return println!("skipped: this flatc does not read the schema: {said}");
    }
    assert!(made.status.success(), "{said}");
    fs::copy(text, program.folder().join("theirs.json")).unwrap();
    let made = flatc(&["--binary"], &["theirs.json"]);
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    let theirs = ["theirs.bin", "theirs.mon"].map(|name| program.folder().join(name));
    if theirs[1].exists() {
        fs::rename(&theirs[1], &theirs[0]).unwrap();
    }
    println!("{}", program.vm_with(&[], &["read", text]));
}
