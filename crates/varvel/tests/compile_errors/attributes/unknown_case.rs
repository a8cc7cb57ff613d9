//! A case that does not exist.
#[derive(varvel::Decode)]
#[varvel(rename_all = "Camel")]
struct User {
    name: String,
}
fn main() {}
