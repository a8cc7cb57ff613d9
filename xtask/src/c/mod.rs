//! `cargo xtask c`: builds and installs the C library, writes its header anew, or holds its binary
//! interface against the kept one.

mod abi;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};

/// The version of the binary interface, as `bindings/c/library/build.rs` gives it to the library.
const ABI: &str = "0";

/// The linker arguments of a program with the static library, on Linux.
const PRIVATE_LIBS: &str = "-lgcc_s -lm -lpthread -ldl -lc";

/// The headers, from the root of the checkout.
const HEADERS: &[&str] = &[
    "bindings/c/library/include/varvel.h",
    "bindings/c/varvel_frozen.h",
];

/// The folder to install into, the header to write, or the library to compare.
#[derive(clap::Args)]
pub struct Args {
    /// Build the library, and put it, its headers, `varvel.pc` and the CMake package below DIR.
    #[arg(long, value_name = "DIR", required_unless_present_any = ["header", "abi"])]
    prefix: Option<PathBuf>,
    /// The profile to build with; `dev` builds fastest.
    #[arg(long, default_value = "release")]
    profile: String,
    /// Write `bindings/c/library/include/varvel.h` anew from the sources.
    #[arg(long)]
    header: bool,
    /// Compare the library that is installed below DIR with `bindings/c/library/abi.txt`. With
    /// `VARVEL_BLESS` set, that is written anew.
    #[arg(long, value_name = "DIR")]
    abi: Option<PathBuf>,
}

/// Runs `cargo xtask c`.
pub fn run(args: &Args) -> Result<()> {
    if args.header {
        Cmd::cargo("test --profile dev -p varvel-capi --test header")
            .env("VARVEL_BLESS", "1")
            .run()?;
    }
    if let Some(prefix) = &args.prefix {
        install(prefix, &args.profile)?;
    }
    match &args.abi {
        Some(prefix) => abi::check(prefix),
        None => Ok(()),
    }
}

/// Returns the command that builds the library as these types of crates alone. The manifest also
/// names `rlib`, for tests, and Cargo does not optimise across crates where it builds an `rlib`.
pub fn build(profile: &str, types: &[&str]) -> Cmd {
    Cmd::cargo("rustc -p varvel-capi --lib --profile")
        .arg(profile)
        .arg("--crate-type")
        .arg(types.join(","))
}

/// Returns the file of the shared library that Cargo builds, and the name that programs find it by.
pub fn shared() -> (&'static str, String) {
    match cfg!(target_os = "macos") {
        true => ("libvarvel_capi.dylib", format!("libvarvel.{ABI}.dylib")),
        false => ("libvarvel_capi.so", format!("libvarvel.so.{ABI}")),
    }
}

fn install(prefix: &Path, profile: &str) -> Result<()> {
    build(profile, &["cdylib", "staticlib"]).run()?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let built = target_dir().join(folder);
    let version = version()?;
    // Programs look for the package from any folder.
    fs::create_dir_all(prefix).with_context(|| format!("cannot make {}", prefix.display()))?;
    let prefix = fs::canonicalize(prefix)?;
    let lib = prefix.join("lib");
    for folder in ["include", "lib/pkgconfig", "lib/cmake/varvel"] {
        fs::create_dir_all(prefix.join(folder))?;
    }
    for header in HEADERS {
        let name = Path::new(header).file_name().unwrap_or_default();
        copy(&root().join(header), &prefix.join("include").join(name))?;
    }
    copy(&built.join("libvarvel_capi.a"), &lib.join("libvarvel.a"))?;
    let (file, shared) = shared();
    if cfg!(target_os = "macos") {
        copy(&built.join(file), &lib.join(&shared))?;
        link(&shared, &lib.join("libvarvel.dylib"))?;
    } else {
        let full = format!("libvarvel.so.{version}");
        copy(&built.join(file), &lib.join(&full))?;
        link(&full, &lib.join(&shared))?;
        link(&shared, &lib.join("libvarvel.so"))?;
    }
    let pc = pkg_config(&prefix, &version);
    fs::write(lib.join("pkgconfig/varvel.pc"), pc)?;
    let cmake = lib.join("cmake/varvel");
    fs::write(cmake.join("varvelConfig.cmake"), cmake_package(&shared))?;
    fs::write(
        cmake.join("varvelConfigVersion.cmake"),
        cmake_version(&version),
    )?;
    println!("the C library {version} is in {}", prefix.display());
    Ok(())
}

/// Returns the version of the library, which is that of the workspace.
fn version() -> Result<String> {
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml"))?.parse()?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    Ok(version.context("the workspace has no version")?.to_owned())
}

/// Copies a file into its place in one step, so that a program that has the old one open keeps it.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    let beside = to.with_extension("new");
    fs::copy(from, &beside).with_context(|| format!("cannot copy {}", from.display()))?;
    fs::rename(&beside, to).with_context(|| format!("cannot write {}", to.display()))
}

#[cfg(unix)]
fn link(to: &str, at: &Path) -> Result<()> {
    if fs::symlink_metadata(at).is_ok() {
        fs::remove_file(at)?;
    }
    std::os::unix::fs::symlink(to, at).with_context(|| format!("cannot link {}", at.display()))
}

#[cfg(not(unix))]
fn link(_: &str, at: &Path) -> Result<()> {
    anyhow::bail!("{}: this system has no links of files", at.display())
}

fn pkg_config(prefix: &Path, version: &str) -> String {
    format!(
        "prefix={}\n\
         libdir=${{prefix}}/lib\n\
         includedir=${{prefix}}/include\n\
         \n\
         Name: varvel\n\
         Description: Documents of many formats, frozen buffers, edits and records\n\
         Version: {version}\n\
         Libs: -L${{libdir}} -lvarvel\n\
         Libs.private: {PRIVATE_LIBS}\n\
         Cflags: -I${{includedir}}\n",
        prefix.display()
    )
}

/// Returns a CMake package with two targets: `varvel::static` is the static library,
/// `varvel::varvel` the shared one. Package managers install one of the two: `varvel::varvel` is
/// the one that is there.
fn cmake_package(shared: &str) -> String {
    format!(
        "# Made by `cargo xtask c`.\n\
         # In lib/cmake/varvel, or where vcpkg puts it, in share/varvel.\n\
         foreach(_varvel_up ../../.. ../..)\n\
         \x20 get_filename_component(_varvel_prefix \"${{CMAKE_CURRENT_LIST_DIR}}/${{_varvel_up}}\" ABSOLUTE)\n\
         \x20 if(EXISTS \"${{_varvel_prefix}}/include/varvel.h\")\n\
         \x20   break()\n\
         \x20 endif()\n\
         endforeach()\n\
         if(NOT TARGET varvel::static AND EXISTS \"${{_varvel_prefix}}/lib/libvarvel.a\")\n\
         \x20 add_library(varvel::static STATIC IMPORTED)\n\
         \x20 set_target_properties(varvel::static PROPERTIES\n\
         \x20   IMPORTED_LOCATION \"${{_varvel_prefix}}/lib/libvarvel.a\"\n\
         \x20   INTERFACE_LINK_LIBRARIES \"{PRIVATE_LIBS}\"\n\
         \x20   INTERFACE_INCLUDE_DIRECTORIES \"${{_varvel_prefix}}/include\")\n\
         endif()\n\
         if(NOT TARGET varvel::varvel AND EXISTS \"${{_varvel_prefix}}/lib/{shared}\")\n\
         \x20 add_library(varvel::varvel SHARED IMPORTED)\n\
         \x20 set_target_properties(varvel::varvel PROPERTIES\n\
         \x20   IMPORTED_LOCATION \"${{_varvel_prefix}}/lib/{shared}\"\n\
         \x20   IMPORTED_SONAME \"{shared}\"\n\
         \x20   INTERFACE_INCLUDE_DIRECTORIES \"${{_varvel_prefix}}/include\")\n\
         elseif(NOT TARGET varvel::varvel)\n\
         \x20 add_library(varvel::varvel INTERFACE IMPORTED)\n\
         \x20 set_target_properties(varvel::varvel PROPERTIES INTERFACE_LINK_LIBRARIES varvel::static)\n\
         endif()\n\
         unset(_varvel_prefix)\n\
         unset(_varvel_up)\n"
    )
}

/// Returns CMake's test of versions: those with one major number fit each other, and before 1.0
/// those with one minor number.
fn cmake_version(version: &str) -> String {
    format!(
        "set(PACKAGE_VERSION \"{version}\")\n\
         string(REGEX MATCH \"^[0-9]+\\\\.[0-9]+\" _asked \"${{PACKAGE_FIND_VERSION}}\")\n\
         string(REGEX MATCH \"^[0-9]+\\\\.[0-9]+\" _there \"${{PACKAGE_VERSION}}\")\n\
         if(_asked STREQUAL _there AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)\n\
         \x20 set(PACKAGE_VERSION_COMPATIBLE TRUE)\n\
         endif()\n\
         if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)\n\
         \x20 set(PACKAGE_VERSION_EXACT TRUE)\n\
         endif()\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_names_what_it_installs() {
        let pc = pkg_config(Path::new("/opt/varvel"), "0.1.0");
        assert!(
            pc.starts_with("prefix=/opt/varvel\nlibdir=${prefix}/lib\n"),
            "{pc}"
        );
        assert!(pc.contains("Libs.private: -lgcc_s"), "{pc}");
        let cmake = cmake_package("libvarvel.so.0");
        assert!(
            cmake.contains("/lib/libvarvel.so.0\"\n    IMPORTED_SONAME"),
            "{cmake}"
        );
    }

    #[test]
    fn the_version_of_the_interface_is_that_of_the_build_script() {
        let script = fs::read_to_string(root().join("bindings/c/library/build.rs")).unwrap();
        assert!(script.contains(&format!("const ABI: &str = \"{ABI}\";")));
        assert!(version().unwrap().starts_with("0."));
    }

    #[test]
    fn the_recipe_for_vcpkg_has_the_version_of_the_workspace() {
        let recipe = root().join("bindings/c/packaging/vcpkg/varvel/vcpkg.json");
        let line = format!("\"version\": \"{}\"", version().unwrap());
        assert!(fs::read_to_string(recipe).unwrap().contains(&line));
    }
}
