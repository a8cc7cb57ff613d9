//! An attribute that does not exist.
#[derive(varvel::Encode)]
struct User {
    #[varvel(renmae = "n")]
    name: String,
}
fn main() {}
