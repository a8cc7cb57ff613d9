//! The documents: files of the external suites, and generated ones.
//!
//! Generated documents come from a fixed seed, so that every run and every machine measures the
//! same bytes. The 64 documents of a kind share their keys and differ in their values.

pub mod config;
pub mod events;
pub mod objects;
pub mod orders;
pub mod papers;

use std::fs;
use std::path::PathBuf;

/// The number of generated documents through which a small case rotates.
pub const ROTATION: usize = 64;

/// Returns the folder of the external suites: `VARVEL_SUITES`, else beside the workspace.
pub fn suites() -> PathBuf {
    match std::env::var_os("VARVEL_SUITES") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/suites")),
    }
}

/// Returns the folder of jsonexamples.
pub fn json_folder() -> PathBuf {
    suites().join("simdjson-data/jsonexamples")
}

/// Returns every JSON document of jsonexamples, by name without `.json`, in order; those of
/// `small/` are called `small/NAME`.
pub fn json_examples() -> Result<Vec<(String, Vec<u8>)>, String> {
    let root = json_folder();
    let mut found = Vec::new();
    for (folder, prefix) in [
        ("", ""),
        ("small", "small/"),
        ("small/jsoniter_scala", "small/"),
    ] {
        let entries = fs::read_dir(root.join(folder)).map_err(|error| {
            format!(
                "{}: {error} (set VARVEL_SUITES)",
                root.join(folder).display()
            )
        })?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let bytes = fs::read(&path).map_err(|error| error.to_string())?;
                found.push((format!("{prefix}{stem}"), bytes));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the document without the white space between its tokens; every token stays unchanged.
pub fn minify(document: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(document.len());
    let (mut in_string, mut escaped) = (false, false);
    for &byte in document {
        if in_string {
            out.push(byte);
            in_string = escaped || byte != b'"';
            escaped = byte == b'\\' && !escaped;
        } else if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
            out.push(byte);
            in_string = byte == b'"';
        }
    }
    out
}

/// Returns the document with a line for each value, indented by two spaces a level.
pub fn indent(document: &[u8]) -> Result<Vec<u8>, String> {
    let mut writer = varvel::json::Writer::new(varvel::json::WriteOptions::pretty());
    varvel::json::drive(document, &varvel::json::ReadOptions::default(), &mut writer)
        .and_then(|()| writer.finish())
        .map_err(|error| error.to_string())
}

/// A small generator of pseudo-random numbers (xorshift64*, Vigna 2014).
pub struct Seed(u64);

impl Seed {
    /// Returns the sequence of a number.
    pub fn new(number: u64) -> Self {
        Self(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns the next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }

    /// Returns text of about the same form: letters are replaced by letters, capitals by capitals,
    /// digits by digits; other characters stay.
    pub fn scramble(&mut self, text: &str) -> String {
        let letter = |seed: &mut Self, first: u8, count| (first + seed.below(count) as u8) as char;
        text.chars()
            .map(|c| match c {
                'a'..='z' => letter(self, b'a', 26),
                'A'..='Z' => letter(self, b'A', 26),
                '0'..='9' => letter(self, b'0', 10),
                _ => c,
            })
            .collect()
    }
}

/// Returns ScalaJack's record with several values, compact: about 500 bytes.
pub fn records() -> Vec<Vec<u8>> {
    let person = |seed: &mut Seed, name: &str| {
        let age = 18 + seed.below(60);
        let name = seed.scramble(name);
        (name, age)
    };
    documents(5, |seed| {
        let (name, age) = person(seed, "John Doe");
        let (friend, friend_age) = person(seed, "Jane Smith");
        let (other, other_age) = person(seed, "Bob Johnson");
        let text = [
            "123 Main Street",
            "Anytown",
            "CA",
            "12345",
            "john.doe@example.com",
            "555-555-5555",
            "555-123-4567",
            "reading",
            "swimming",
            "traveling",
            "jane.smith@example.com",
            "bob.johnson@example.com",
            "Fido",
            "Dog",
            "Whiskers",
            "Cat",
        ]
        .map(|text| seed.scramble(text));
        let employed = seed.below(2) == 0;
        let (pet_age, cat_age) = (1 + seed.below(15), 1 + seed.below(15));
        let [
            street,
            city,
            state,
            code,
            email,
            phone,
            phone2,
            hobby,
            hobby2,
            hobby3,
            ..,
        ] = &text;
        let [.., mail, mail2, pet, species, cat, cats] = &text;
        format!(
            r#"{{"person":{{"name":"{name}","age":{age},"address":{{"street":"{street}","city":"{city}","state":"{state}","postal_code":"{code}"}},"email":"{email}","phone_numbers":["{phone}","{phone2}"],"is_employed":{employed}}},"hobbies":["{hobby}","{hobby2}","{hobby3}"],"friends":[{{"name":"{friend}","age":{friend_age},"email":"{mail}"}},{{"name":"{other}","age":{other_age},"email":"{mail2}"}}],"pets":[{{"name":"{pet}","species":"{species}","age":{pet_age}}},{{"name":"{cat}","species":"{cats}","age":{cat_age}}}]}}"#
        )
    })
}

/// Returns events of an API, compact: 600 to 900 bytes, with floats, escapes and text beyond ASCII.
pub fn events() -> Vec<Vec<u8>> {
    const KINDS: &[&str] = &[
        "order.created",
        "order.paid",
        "cart.updated",
        "user.signed_in",
    ];
    const CITIES: &[&str] = &[
        "Zürich",
        "København",
        "東京",
        "San José",
        "Oslo",
        "Reykjavík",
    ];
    const NOTES: &[&str] = &[
        "said \\\"hi\\\"",
        "a\\/b",
        "line\\nbreak",
        "plain",
        "tab\\there",
        "\\u00e9t\\u00e9",
    ];
    documents(6, |seed| {
        let items: Vec<String> = (0..1 + seed.below(4))
            .map(|_| {
                let sku = seed.scramble("ABC-12345");
                let (quantity, cents) = (1 + seed.below(9), seed.below(100_000));
                let price = cents as f64 / 100.0;
                format!(
                    r#"{{"sku":"{sku}","quantity":{quantity},"price":{price:.2},"gift":false}}"#
                )
            })
            .collect();
        let id = seed.scramble("a1b2c3d4-e5f6-a7b8-c9d0-e1f2a3b4c5d6");
        let time = 1_763_700_000_000 + seed.below(1_000_000_000);
        let (kind, city, note) = (seed.pick(KINDS), seed.pick(CITIES), seed.pick(NOTES));
        let (lat, lon) = (
            seed.below(180_000_000) as f64 / 1e6 - 90.0,
            seed.below(360_000_000) as f64 / 1e6 - 180.0,
        );
        let user = seed.below(1 << 40);
        let agent = seed.scramble("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101");
        let (delay, debt) = (
            seed.below(1_000_000) as f64 / 1e3,
            seed.below(5_000) as i64 - 2_500,
        );
        format!(
            r#"{{"id":"{id}","type":"{kind}","time":{time},"version":3,"user":{{"id":{user},"verified":true,"referrer":null,"agent":"{agent}","address":{{"city":"{city}","country":"XX","latitude":{lat},"longitude":{lon}}}}},"items":[{}],"balance":{debt},"latency_ms":{delay},"tags":["{}","{}"],"note":"{note}"}}"#,
            items.join(","),
            seed.scramble("alpha"),
            seed.scramble("betagamma"),
        )
    })
}

/// Returns an array of `count` events.
pub fn event_log(count: usize) -> Vec<u8> {
    let events: Vec<_> = events().into_iter().cycle().take(count).collect();
    let events = events.join(&b","[..]);
    [b"[", &events[..], b"]"].concat()
}

/// The keys of the flat object.
pub const TRACKS: [&str; 15] = [
    "speak to me",
    "breathe",
    "on the run",
    "time",
    "the great gig in the sky",
    "money",
    "us and them",
    "any colour you like",
    "brain damage",
    "eclipse",
    "shine on you crazy diamond 1-5",
    "welcome to the machine",
    "have a cigar",
    "wish you were here",
    "shine on you crazy diamond 6-9",
];
const ALBUMS: [(&str, usize); 2] = [("dark side of the moon", 10), ("wish you were here", 5)];

/// Returns libdart's flat object: each track with its album. The first document is libdart's own;
/// the others have other values.
pub fn libdart_flat() -> Vec<Vec<u8>> {
    libdart(7, |value| {
        let album = |i| ALBUMS[usize::from(i >= ALBUMS[0].1)].0;
        let field = |(i, track)| format!("{track:?}:{:?}", value(album(i)));
        let fields: Vec<String> = TRACKS.iter().enumerate().map(field).collect();
        format!("{{{}}}", fields.join(","))
    })
}

/// Returns libdart's nested object: each album with the array of its tracks.
pub fn libdart_nested() -> Vec<Vec<u8>> {
    libdart(8, |value| {
        let mut tracks = TRACKS.iter();
        let mut field = |(album, count): (&str, usize)| {
            let titles: Vec<String> = tracks
                .by_ref()
                .take(count)
                .map(|track| format!("{:?}", value(track)))
                .collect();
            format!("{album:?}:[{}]", titles.join(","))
        };
        let fields = ALBUMS.map(&mut field);
        format!("{{{}}}", fields.join(","))
    })
}

fn libdart(seed: u64, make: impl Fn(&mut dyn FnMut(&str) -> String) -> String) -> Vec<Vec<u8>> {
    let mut first = true;
    documents(seed, |seed| {
        let own = std::mem::take(&mut first);
        make(&mut |text| {
            if own {
                text.to_owned()
            } else {
                seed.scramble(text)
            }
        })
    })
}

fn documents(number: u64, mut make: impl FnMut(&mut Seed) -> String) -> Vec<Vec<u8>> {
    let mut seed = Seed::new(number);
    (0..ROTATION)
        .map(|_| make(&mut seed).into_bytes())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minify_keeps_strings() {
        assert_eq!(minify(br#"{ "a b\" " : [1, 2 ] }"#), br#"{"a b\" ":[1,2]}"#);
        assert_eq!(minify(br#"["\\" , 1]"#), br#"["\\",1]"#);
    }

    #[test]
    fn generated_documents_are_small_distinct_json() {
        for kind in [records(), events(), libdart_flat(), libdart_nested()] {
            assert_eq!(kind.len(), ROTATION);
            for document in &kind {
                assert!(
                    (300..=900).contains(&document.len()),
                    "{} bytes",
                    document.len()
                );
                serde_json::from_slice::<serde_json::Value>(document).expect("is JSON");
                assert_eq!(minify(document), *document);
            }
            assert_ne!(kind[0], kind[1]);
        }
    }
}
