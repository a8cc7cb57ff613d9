//! The secret of hash tables is another one in each process, even where addresses are not.

use std::hash::BuildHasher as _;
use std::process::Command;

use varvel_core::secret::RandomState;

const ASKED: &str = "VARVEL_TEST_PRINTS_HASH";

/// Prints a hash if a test asks for it by running this test in another process.
#[test]
fn prints_a_hash_where_asked() {
    if std::env::var_os(ASKED).is_some() {
        println!("hash {}", RandomState::with_seed(0).hash_one("key"));
    }
}

#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(miri, ignore = "runs other processes")]
fn each_process_has_its_own_secret() {
    let program = std::env::current_exe().unwrap();
    let hash = || {
        // Without randomised addresses, so that nothing but the secret differs.
        let fixed = Command::new("setarch").args(["-R", "true"]).output();
        let mut command = match fixed.is_ok_and(|ran| ran.status.success()) {
            true => Command::new("setarch"),
            false => Command::new("env"),
        };
        if command.get_program() == "setarch" {
            command.arg("-R");
        }
        command.arg(&program);
        command.args([
            "--exact",
            "secret::prints_a_hash_where_asked",
            "--nocapture",
        ]);
        let output = command.env(ASKED, "1").output().unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let line = output.lines().find_map(|line| line.split("hash ").nth(1));
        line.unwrap_or_else(|| panic!("{output}")).to_owned()
    };
    assert_ne!(hash(), hash());
}
