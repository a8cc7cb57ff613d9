//! Compiles the native peers (C and C++) and tells the crate which of them were built.
//!
//! The environment variable `VARVEL_BENCH_<PEER>` is empty for a peer that was built, and has the
//! reason for a missing one, whose cfg `has_<peer>` stays off. A missing peer never breaks the
//! build. Peers are compiled in the release profile only: an unoptimised peer proves nothing, and
//! `cargo test --workspace` should not wait for one.
//!
//! `VARVEL_BENCH_CXX` chooses the C++ compiler (`g++` by default), `VARVEL_YYJSON_SRC` a folder
//! with a newer `yyjson.c` and `yyjson.h` than the registry has.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The flags for every native peer.
const FLAGS: &[&str] = &["-O3", "-march=native", "-DNDEBUG"];
const STANDARD: &str = "-std=c++20";

/// A native peer: its header, its sources, and its extra flags.
struct Peer {
    name: &'static str,
    shim: &'static str,
    source: Result<Source, String>,
    flags: &'static [&'static str],
    /// A library of the system that is linked.
    system_library: Option<&'static str>,
}

/// Runs planus to write its Rust code for the schemas.
fn planus_code() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for name in ["flatcc", "objectbox"] {
        let schema = format!("schemas/{name}.fbs");
        let code = planus_translation::translate_files(&[schema])
            .ok_or_else(|| "planus refuses it".to_owned())
            .and_then(|all| {
                planus_codegen::generate_rust(&all, false).map_err(|error| error.to_string())
            });
        let code = code.unwrap_or_else(|reason| panic!("schemas/{name}.fbs: {reason}"));
        let path = out.join(format!("planus_{name}.rs"));
        fs::write(&path, code).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// The headers of a peer, and the library itself if it has more than headers.
struct Source {
    include: PathBuf,
    library: Option<PathBuf>,
}

fn main() {
    for name in ["simdjson", "yyjson", "rapidjson", "flexbuffers", "libyaml"] {
        println!("cargo:rustc-check-cfg=cfg(has_{name})");
    }
    for path in ["build.rs", "external/native", "schemas", "../Cargo.lock"] {
        println!("cargo:rerun-if-changed={path}");
    }
    for key in [
        "VARVEL_BENCH_CXX",
        "VARVEL_YYJSON_SRC",
        "CARGO_ENCODED_RUSTFLAGS",
    ] {
        println!("cargo:rerun-if-env-changed={key}");
    }
    planus_code();
    varvel_codegen::Builder::default().compile("schemas/flatcc.fbs");
    let cxx = env::var("VARVEL_BENCH_CXX").unwrap_or_else(|_| "g++".to_owned());
    let version = first_line(&cxx, "--version");
    let rustc = first_line(
        &env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()),
        "--version",
    );
    let rustflags = env::var("CARGO_ENCODED_RUSTFLAGS")
        .unwrap_or_default()
        .replace('\x1f', " ");
    println!(
        "cargo:rustc-env=VARVEL_BENCH_RUSTC={}",
        rustc.unwrap_or_default()
    );
    println!("cargo:rustc-env=VARVEL_BENCH_RUSTFLAGS={rustflags}");
    println!(
        "cargo:rustc-env=VARVEL_BENCH_CXX_VERSION={} {STANDARD} {}",
        version.as_deref().unwrap_or("none"),
        FLAGS.join(" ")
    );
    let release = env::var("PROFILE").as_deref() == Ok("release");
    let mut linked = false;
    for peer in peers() {
        let built = match (&version, release) {
            (None, _) => Err(format!("no C++ compiler `{cxx}`")),
            (_, false) => Err("native peers are built in the release profile only".to_owned()),
            (Some(version), true) => build(&peer, &cxx, version),
        };
        let variable = format!("VARVEL_BENCH_{}", peer.name.to_uppercase());
        match built {
            Ok(()) => {
                println!("cargo:rustc-cfg=has_{}", peer.name);
                println!("cargo:rustc-env={variable}=");
                if let Some(library) = peer.system_library {
                    println!("cargo:rustc-link-lib={library}");
                }
                linked = true;
            }
            Err(reason) => println!("cargo:rustc-env={variable}={}", reason.replace('\n', " ")),
        }
    }
    if linked {
        println!("cargo:rustc-link-lib=stdc++");
    }
}

fn peers() -> [Peer; 5] {
    let (simdjson, yyjson) = match registry_sources() {
        Ok(found) => found,
        Err(reason) => (Err(reason.clone()), Err(reason)),
    };
    let simdjson = simdjson.map(|root| {
        let include = root.join("vendor/simdjson");
        Source {
            library: Some(include.join("simdjson.cpp")),
            include,
        }
    });
    let yyjson = match env::var_os("VARVEL_YYJSON_SRC") {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => yyjson.map(|root| root.join("yyjson/src")),
    };
    let yyjson = yyjson.map(|include| Source {
        library: Some(include.join("yyjson.c")),
        include,
    });
    [
        Peer {
            name: "simdjson",
            shim: "simdjson_shim.cpp",
            source: simdjson,
            flags: &[],
            system_library: None,
        },
        Peer {
            name: "yyjson",
            shim: "yyjson_shim.cpp",
            source: yyjson,
            flags: &[],
            system_library: None,
        },
        Peer {
            name: "rapidjson",
            shim: "rapidjson_shim.cpp",
            source: system_header("rapidjson/document.h", "rapidjson-dev"),
            flags: &["-Wno-deprecated-declarations", "-Wno-class-memaccess"],
            system_library: None,
        },
        Peer {
            name: "flexbuffers",
            shim: "flexbuffers_shim.cpp",
            source: system_header("flatbuffers/flexbuffers.h", "libflatbuffers-dev"),
            // Otherwise a function of the library that is not in its headers converts strings to
            // numbers.
            flags: &["-DFLATBUFFERS_LOCALE_INDEPENDENT=0"],
            system_library: None,
        },
        Peer {
            name: "libyaml",
            shim: "libyaml_shim.cpp",
            source: system_header("yaml.h", "libyaml-dev"),
            flags: &[],
            system_library: Some("yaml"),
        },
    ]
}

/// Returns the folders of `simdjson-sys` and `yyjson-sys` in the cargo registry. Without a platform
/// filter `cargo metadata` also fetches packages that no target builds.
#[allow(clippy::type_complexity)]
fn registry_sources() -> Result<(Result<PathBuf, String>, Result<PathBuf, String>), String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let metadata = |extra: &str| {
        let run = Command::new(&cargo)
            .args(["metadata", "--format-version=1", extra])
            .output()
            .map_err(|error| error.to_string())?;
        if run.status.success() {
            serde_json::from_slice::<serde_json::Value>(&run.stdout).map_err(|e| e.to_string())
        } else {
            Err(format!(
                "cargo metadata: {}",
                String::from_utf8_lossy(&run.stderr).trim()
            ))
        }
    };
    let metadata = metadata("--offline").or_else(|_| metadata("--locked"))?;
    let find = |name: &str| {
        let packages = metadata["packages"].as_array().into_iter().flatten();
        packages
            .filter(|package| package["name"] == name)
            .filter_map(|package| Path::new(package["manifest_path"].as_str()?).parent())
            .map(Path::to_path_buf)
            .next()
            .ok_or_else(|| format!("crate {name} is not in the registry"))
    };
    Ok((find("simdjson-sys"), find("yyjson-sys")))
}

fn system_header(header: &str, package: &str) -> Result<Source, String> {
    for root in [
        "/usr/include",
        "/usr/local/include",
        "/opt/homebrew/include",
    ] {
        if Path::new(root).join(header).exists() {
            return Ok(Source {
                include: PathBuf::from(root),
                library: None,
            });
        }
    }
    Err(format!(
        "no header {header}: run bench/external/native/install.sh (Debian {package})"
    ))
}

/// Compiles one peer into `OUT_DIR`, unless the same compiler made the file there from the same
/// sources: a change of Cargo.lock reruns this script, and simdjson takes half a minute.
fn build(peer: &Peer, cxx: &str, version: &str) -> Result<(), String> {
    let source = peer.source.as_ref().map_err(Clone::clone)?;
    let shim = Path::new("external/native").join(peer.shim);
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| error.to_string());
    let stamp = format!(
        "{version}\n{FLAGS:?}{STANDARD}{:?}\n{}\n{:?}\n{}{}",
        peer.flags,
        source.include.display(),
        source.library,
        read(Path::new("external/native/checksum.h"))?
            + &read(Path::new("external/native/lookup.h"))?,
        read(&shim)?,
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let library = format!("bench_{}", peer.name);
    let stamp_file = out.join(format!("{library}.stamp"));
    let archive = out.join(format!("lib{library}.a"));
    if !archive.exists() || fs::read_to_string(&stamp_file).ok().as_deref() != Some(&*stamp) {
        let mut shim_build = compile(cxx, peer, source);
        shim_build.cpp(true).flag(STANDARD).file(&shim);
        match &source.library {
            Some(file) if file.extension().is_some_and(|extension| extension == "c") => {
                let cc = cxx.replace("clang++", "clang").replace("g++", "gcc");
                let objects = compile(&cc, peer, source)
                    .file(file)
                    .try_compile_intermediates();
                for object in objects.map_err(|error| error.to_string())? {
                    shim_build.object(object);
                }
            }
            Some(file) => {
                shim_build.file(file);
            }
            None => {}
        }
        shim_build
            .try_compile(&library)
            .map_err(|error| error.to_string())?;
        fs::write(&stamp_file, stamp).map_err(|error| error.to_string())?;
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static={library}");
    Ok(())
}

fn compile(compiler: &str, peer: &Peer, source: &Source) -> cc::Build {
    let mut build = cc::Build::new();
    build
        .compiler(compiler)
        .cargo_metadata(false)
        .warnings(false)
        .no_default_flags(true);
    build.flag("-fPIC").flag("-ffunction-sections");
    for flag in FLAGS.iter().chain(peer.flags) {
        build.flag(flag);
    }
    build.include("external/native").include(&source.include);
    build
}

fn first_line(program: &str, argument: &str) -> Option<String> {
    let run = Command::new(program).arg(argument).output().ok()?;
    let text = String::from_utf8(run.stdout).ok()?;
    text.lines().next().map(str::to_owned)
}
