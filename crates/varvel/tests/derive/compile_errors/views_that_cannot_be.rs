//! What cannot be read in place.

use varvel::View;

#[derive(View)]
struct Borrowed<'a> {
    text: &'a str,
}

#[derive(View)]
struct Pair(u8, u8);

#[derive(View)]
enum Shape {
    Circle(f64),
}

#[derive(View)]
#[varvel(tag = "kind")]
enum Tagged {
    One,
}

#[derive(View)]
enum None {}

#[derive(View)]
struct Bytes {
    #[varvel(bytes)]
    data: Vec<u8>,
}

#[derive(View)]
struct Seven {
    #[varvel(default = seven)]
    number: u8,
}

fn seven() -> u8 {
    7
}

fn main() {}
