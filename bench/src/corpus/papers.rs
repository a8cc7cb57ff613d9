//! Lines of research papers: NDJSON with the fields of a well-known corpus, made from a seed. A
//! line has some 2,500 bytes, most of them text and ids in hexadecimal.

use std::fmt::Write as _;

use super::Seed;

/// The number of documents through which a case rotates.
const DOCUMENTS: u64 = 4;

/// Returns files of papers, each of about `bytes` bytes.
pub fn papers(bytes: usize) -> Vec<Vec<u8>> {
    (0..DOCUMENTS)
        .map(|number| {
            let mut seed = Seed::new(1000 + number);
            let mut text = String::new();
            while text.len() < bytes {
                paper(&mut seed, &mut text);
                text.push('\n');
            }
            text.into_bytes()
        })
        .collect()
}

const WORDS: &[&str] = &[
    "the",
    "of",
    "a",
    "analysis",
    "method",
    "cells",
    "patients",
    "results",
    "and",
    "in",
    "for",
    "we",
    "between",
    "protein",
    "algorithm",
    "learning",
    "measured",
    "significant",
    "temperature",
    "was",
    "were",
    "is",
    "on",
    "with",
    "networks",
    "distributed",
    "observed",
    "model",
    "study",
    "effect",
    "p < 0.05",
    "data",
    "approach",
];
/// Words with characters beyond ASCII, or with escapes: one in a hundred.
const RARE: &[&str] = &["naïve", "β-catenin", "so-called \\\"small\\\""];
const NAMES: &[&str] = &[
    "Ada Lovelace",
    "Kurt Gödel",
    "Emmy Noether",
    "Grace Hopper",
    "José Hernández",
    "Wei Zhang",
    "Søren Kierkegaard",
    "Marie Curie",
    "Alan Turing",
    "Yuki Tanaka",
];
const VENUES: &[&str] = &[
    "",
    "Nature",
    "PLoS ONE",
    "NeurIPS",
    "The Lancet",
    "Physical Review B",
];
const FIELDS: &[&str] = &[
    "Medicine",
    "Computer Science",
    "Physics",
    "Biology",
    "Mathematics",
];

fn words(seed: &mut Seed, text: &mut String, count: u64) {
    for i in 0..count {
        if i != 0 {
            text.push(' ');
        }
        let rare = seed.below(100) == 0;
        text.push_str(seed.pick(if rare { RARE } else { WORDS }));
    }
}

fn hex(seed: &mut Seed, text: &mut String) {
    for _ in 0..5 {
        let _ = write!(text, "{:08x}", seed.next() as u32);
    }
}

fn list(seed: &mut Seed, text: &mut String, most: u64, item: impl Fn(&mut Seed, &mut String)) {
    text.push('[');
    for i in 0..seed.below(most + 1) {
        if i != 0 {
            text.push(',');
        }
        item(seed, text);
    }
    text.push(']');
}

fn hex_list(seed: &mut Seed, text: &mut String, most: u64) {
    list(seed, text, most, |seed, text| {
        text.push('"');
        hex(seed, text);
        text.push('"');
    });
}

fn author(seed: &mut Seed, text: &mut String) {
    let name = seed.pick(NAMES);
    let id = seed.below(100_000_000);
    let _ = write!(
        text,
        r#"{{"name":"{name}","ids":["{id}"],"structuredName":"#
    );
    match name.split_once(' ') {
        Some((first, last)) if seed.below(8) != 0 => {
            let _ = write!(
                text,
                r#"{{"first":"{first}","middle":[],"last":"{last}"}}}}"#
            );
        }
        _ => text.push_str("null}"),
    }
}

fn paper(seed: &mut Seed, text: &mut String) {
    let mut id = String::new();
    hex(seed, &mut id);
    let _ = write!(text, r#"{{"id":"{id}","title":""#);
    let count = 5 + seed.below(10);
    words(seed, text, count);
    text.push_str(r#"","paperAbstract":""#);
    // A quarter of them has none.
    let count = [0, 80, 150, 220][seed.below(4) as usize];
    words(seed, text, count);
    text.push_str(r#"","authors":"#);
    list(seed, text, 6, author);
    text.push_str(r#","inCitations":"#);
    hex_list(seed, text, 12);
    text.push_str(r#","outCitations":"#);
    hex_list(seed, text, 20);
    let (year, venue) = (1950 + seed.below(72), seed.pick(VENUES));
    let _ = write!(
        text,
        r#","year":{year},"s2Url":"https://semanticscholar.org/paper/{id}","sources":["Medline"],"pdfUrls":["https://arxiv.org/pdf/{}.pdf"],"venue":"{venue}","journalName":"{venue}","journalVolume":"{}","journalPages":"{}-{}""#,
        seed.below(10_000_000),
        seed.below(300),
        seed.below(500),
        500 + seed.below(500),
    );
    let doi = format!("10.{}/s{}", 1000 + seed.below(9000), seed.below(1 << 40));
    let _ = write!(
        text,
        r#","doi":"{doi}","doiUrl":"https://doi.org/{doi}","pmid":"{}","fieldsOfStudy":["{}"],"magId":"{}","s2PdfUrl":"","entities":[]}}"#,
        seed.below(40_000_000),
        seed.pick(FIELDS),
        seed.below(1 << 31),
    );
}
