//! Generates Rust from the schemas of the generator's tests, as the build script of a user does.

use varvel_codegen::Builder;

const SCHEMAS: &str = "../../crates/varvel-codegen/tests";

fn main() {
    for name in ["drawn", "keys", "kinds", "monster", "names", "odd", "shop"] {
        Builder::default().compile(format!("{SCHEMAS}/generated/{name}.fbs"));
    }
    for name in ["reading", "stamp"] {
        Builder::default().compile(format!("{SCHEMAS}/corpus/{name}.fbs"));
    }
    let joined = ["order", "bill"].map(|name| format!("{SCHEMAS}/generated/{name}.fbs"));
    Builder::default().compile_all(&joined, "joined.rs");
}
