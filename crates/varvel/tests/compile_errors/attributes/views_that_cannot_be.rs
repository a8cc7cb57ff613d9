//! Types that cannot be read in place.

use varvel::View;

#[derive(View)]
struct Pair(u8, u8);

#[derive(View)]
#[varvel(untagged)]
enum Either {
    Number(f64),
    Text(String),
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
