//! Gives the shared library its name: a program that is linked with one version of the interface
//! asks for that version when it starts.

/// The version of the binary interface.
const ABI: &str = "0";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let name = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => format!("-Wl,-install_name,@rpath/libvarvel.{ABI}.dylib"),
        Ok("linux" | "android" | "freebsd") => format!("-Wl,-soname,libvarvel.so.{ABI}"),
        _ => return,
    };
    println!("cargo:rustc-cdylib-link-arg={name}");
}
