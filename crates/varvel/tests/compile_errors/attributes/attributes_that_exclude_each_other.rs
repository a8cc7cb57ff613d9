//! Attributes that exclude each other.
#[derive(varvel::Decode)]
struct User {
    #[varvel(required, default)]
    name: Option<String>,
}
#[derive(varvel::Decode)]
struct Flat {
    #[varvel(flatten, rename = "x")]
    inner: User,
}
#[derive(varvel::Encode)]
#[varvel(untagged, tag = "t")]
enum Both {
    A(u8),
}
fn main() {}
