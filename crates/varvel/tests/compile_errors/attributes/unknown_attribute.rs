//! An attribute that there is not.
#[derive(varvel::Encode)]
struct User {
    #[varvel(renmae = "n")]
    name: String,
}
fn main() {}
