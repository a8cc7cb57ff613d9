//! A case that there is not.
#[derive(varvel::Decode)]
#[varvel(rename_all = "Camel")]
struct User {
    name: String,
}
fn main() {}
