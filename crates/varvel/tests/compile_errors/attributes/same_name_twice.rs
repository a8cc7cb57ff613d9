//! Two fields with one name, and two variants with one name.
#[derive(varvel::Decode)]
struct User {
    name: String,
    #[varvel(alias = "name")]
    title: String,
}
#[derive(varvel::Decode)]
enum Shape {
    #[varvel(rename = "Box")]
    Cube(u8),
    Box(u8),
    #[varvel(alias = "Cube", alias = "Box")]
    Other,
}
fn main() {}
