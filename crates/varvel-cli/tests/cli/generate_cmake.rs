//! `varvel_generate` of CMake, over the command.

use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::command::Folder;

const LISTS: &str = "cmake_minimum_required(VERSION 3.18)
project(app LANGUAGES C)
add_library(varvel_flatbuffers INTERFACE)
target_include_directories(varvel_flatbuffers INTERFACE ${RUNTIME})
include(${RUNTIME}/varvel_generate.cmake)
add_library(app OBJECT app.c)
varvel_generate(app SCHEMAS some-orders.fbs bills.fbs INCLUDE common)
";

const APP: &str = "#include \"some-orders.h\"
#include \"bills.h\"
int64_t cents(Order_t order, Bill_t bill);
int64_t cents(Order_t order, Bill_t bill) { return Money_cents(Order_price(order)) + Money_cents(Bill_price(bill)); }
";

/// Two schemas that include the same file are made by one build, which is idle when nothing
/// changed, and is not when the included file did.
#[test]
fn a_build_makes_headers_once() {
    for (generator, tool) in [("Unix Makefiles", "make"), ("Ninja", "ninja")] {
        let missing = ["cmake", "cc", tool]
            .into_iter()
            .find(|tool| Command::new(tool).arg("--version").output().is_err());
        if let Some(missing) = missing {
            println!("skipped: no {missing}");
            continue;
        }
        let folder = Folder::with(&[
            ("CMakeLists.txt", LISTS),
            ("app.c", APP),
            (
                "some-orders.fbs",
                "include \"money.fbs\"; table Order { id: uint; price: Money; } root_type Order;",
            ),
            (
                "bills.fbs",
                "include \"money.fbs\"; table Bill { price: Money; } root_type Bill;",
            ),
        ]);
        fs::create_dir(folder.at("common")).unwrap();
        folder.write("common/money.fbs", "struct Money { cents: long; }");
        let cmake = |arguments: &[&str]| {
            let mut command = Command::new("cmake");
            let ran = command
                .current_dir(folder.path())
                .args(arguments)
                .output()
                .unwrap();
            let said = [ran.stdout, ran.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            assert!(ran.status.success(), "{generator}: {said}");
            said
        };
        let runtime = concat!(
            "-DRUNTIME=",
            env!("CARGO_MANIFEST_DIR"),
            "/../../bindings/c/flatbuffers"
        );
        let command = concat!("-DVARVEL=", env!("CARGO_BIN_EXE_varvel"));
        cmake(&["-G", generator, "-S", ".", "-B", "build", runtime, command]);
        let changed = || {
            let of =
                |name: &str| fs::metadata(folder.at("build/app_flatbuffers").join(name)).unwrap();
            ["some-orders.h", "bills.h"].map(|name| of(name).modified().unwrap())
        };
        cmake(&["--build", "build"]);
        let first: [SystemTime; 2] = changed();
        cmake(&["--build", "build"]);
        assert_eq!(changed(), first, "{generator}: made again");
        folder.write(
            "common/money.fbs",
            "struct Money { currency: int; cents: long; }",
        );
        // Some file systems keep whole seconds, and the headers were made a moment ago.
        let money = fs::File::options()
            .write(true)
            .open(folder.at("common/money.fbs"));
        let later = SystemTime::now() + Duration::from_secs(5);
        money.unwrap().set_modified(later).unwrap();
        cmake(&["--build", "build"]);
        let made = folder.read("build/app_flatbuffers/some-orders.h");
        assert!(made.contains("Money_currency("), "{generator}");
    }
}
