//! Arrays of floats give the same values whether a format reads them in one go, which it does for
//! the most likely form, or number by number.

use varvel::formats::{AnyFormat, ReadOptions, Row, Visit};
use varvel::{Decode, Limits, Result, format};

use crate::formats::encode;

/// Documents of a format in forms that no writer chooses: white space, other widths, numbers beyond
/// all floats.
struct Unusual {
    format: AnyFormat,
    documents: &'static [&'static [u8]],
}

const UNUSUAL: &[Unusual] = &[
    Unusual {
        format: AnyFormat::Json,
        documents: TEXTS,
    },
    Unusual {
        format: AnyFormat::Json5,
        documents: TEXTS,
    },
    #[cfg(feature = "yaml")]
    Unusual {
        format: AnyFormat::Yaml,
        documents: TEXTS,
    },
    Unusual {
        format: AnyFormat::MessagePack,
        // Integers, a float of 32 bits, lengths of 16 bits.
        documents: &[b"\x92\x92\x01\xCA\x3F\xC0\0\0\xDC\0\x02\x02\x03"],
    },
    #[cfg(feature = "cbor")]
    Unusual {
        format: AnyFormat::Cbor,
        // Integers, floats of 16 and 32 bits, lengths of 16 bits and none.
        documents: &[
            b"\x82\x82\x01\xFA\x3F\xC0\0\0\x99\0\x02\x02\x20",
            b"\x9F\x9F\xF9\x3E\0\xFB\x3F\xF8\0\0\0\0\0\0\xFF\x82\xF9\x3E\0\xF9\xBE\0\xFF",
        ],
    },
    #[cfg(feature = "flexbuffers")]
    Unusual {
        format: AnyFormat::FlexBuffers,
        documents: &[],
    },
];

const TEXTS: &[&[u8]] = &[
    b"[[1.5,-2],[3e2,0],[-0,-0.0]]",
    b"[[1.5, 2.5], [ 1.5,2.5 ],\n[1,2]]",
    b"[[9007199254740992,9007199254740993]]",
    b"[[18446744073709551616,1]]",
    b"[[1e400,1]]",
    b"[[1e-400,1]]",
];

/// Returns rows as text, or the error. They are read as arrays, which may come in one go, and as
/// tuples, which never do.
fn alike<F: Row>(document: &[u8], limits: Limits) -> String {
    fn read<'de, F: Row, T: Decode<'de>>(document: &'de [u8], limits: Limits) -> Result<T> {
        let options = F::read_options(&ReadOptions::with_limits(limits));
        format::decode::<F, T, ()>(document, &options, &())
    }
    let text = |rows: Vec<[f64; 2]>| {
        let bits = rows.iter().map(|row| row.map(f64::to_bits));
        format!("{:x?}", bits.collect::<Vec<_>>())
    };
    let arrays = read::<F, Vec<[f64; 2]>>(document, limits);
    let tuples = read::<F, Vec<(f64, f64)>>(document, limits);
    let tuples = tuples.map(|rows| rows.into_iter().map(<[f64; 2]>::from).collect());
    let [arrays, tuples] = [arrays, tuples].map(|rows| rows.map_or_else(|e| e.to_string(), text));
    assert_eq!(arrays, tuples, "{}: {}", F::NAME, document.escape_ascii());
    arrays
}

#[test]
fn rows_are_as_single_numbers() {
    struct Alike(AnyFormat);
    impl Visit for Alike {
        type Output = ();
        fn visit<F: Row>(self) {
            let written = [
                vec![[1.5, -2.5], [0.0, -0.0]],
                vec![[300.0, 0.1], [1e300, 65504.0], [f64::from(0.1_f32), 7.0]],
            ];
            let written = written.map(|rows| encode::<F, _>(&rows).unwrap());
            let row = UNUSUAL.iter().find(|row| row.format == self.0);
            let unusual = row.unwrap_or_else(|| panic!("no row in `UNUSUAL` for {:?}", self.0));
            for document in written
                .iter()
                .map(Vec::as_slice)
                .chain(unusual.documents.iter().copied())
            {
                alike::<F>(document, Limits::DEFAULT);
                for most in 0..10 {
                    let depth = Limits {
                        depth: most,
                        ..Limits::DEFAULT
                    };
                    alike::<F>(document, depth);
                    let nodes = Limits {
                        nodes: most,
                        ..Limits::DEFAULT
                    };
                    alike::<F>(document, nodes);
                }
                for end in 0..document.len() {
                    alike::<F>(&document[..end], Limits::DEFAULT);
                }
            }
            let rows = alike::<F>(&written[0], Limits::DEFAULT);
            assert_eq!(
                rows,
                "[[3ff8000000000000, c004000000000000], [0, 8000000000000000]]",
                "{}",
                F::NAME
            );
        }
    }
    for format in AnyFormat::ALL {
        format.visit(Alike(*format));
    }
}

#[test]
fn rows_of_another_length_are_refused() {
    struct Refused;
    impl Visit for Refused {
        type Output = ();
        fn visit<F: Row>(self) {
            fn is<F: Row, const N: usize>(items: &[f64]) -> bool {
                let document = encode::<F, _>(&[items]).unwrap();
                let options = F::read_options(&ReadOptions::default());
                match format::decode::<F, [[f64; N]; 1], ()>(&document, &options, &()) {
                    Ok([row]) => row == items,
                    Err(_) => false,
                }
            }
            for len in 0..=20 {
                let items: Vec<f64> = (0..len).map(|i| f64::from(i) + 0.5).collect();
                let lengths = [0, 1, 2, 3, 4, 5, 20];
                let read = [
                    is::<F, 0>(&items),
                    is::<F, 1>(&items),
                    is::<F, 2>(&items),
                    is::<F, 3>(&items),
                    is::<F, 4>(&items),
                    is::<F, 5>(&items),
                    is::<F, 20>(&items),
                ];
                assert_eq!(
                    read,
                    lengths.map(|wanted| wanted == len),
                    "{}: {len}",
                    F::NAME
                );
            }
        }
    }
    AnyFormat::ALL
        .iter()
        .for_each(|format| format.visit(Refused));
    // The closing bracket is a wrong one.
    assert!(varvel::json::from_slice::<Vec<[f64; 3]>>(b"[[1.5,2.5,3.5}]").is_err());
}
