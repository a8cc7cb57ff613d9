//! msgpack-test-suite: each encoding of each value is read as the value, and written again.

use conformance::{Verdict, freeze, suite};
use varvel_core::{Limits, Sink, Timestamp};
use varvel_frozen::{Builder, Frozen, View};
use varvel_msgpack::{ReadOptions, drive, to_vec};

/// Returns the bytes of `00-ff`.
fn bytes(hex: &str) -> Vec<u8> {
    let byte = |hex| u8::from_str_radix(hex, 16).expect("two digits");
    hex.split('-')
        .filter(|hex| !hex.is_empty())
        .map(byte)
        .collect()
}

fn read(encoded: &[u8]) -> varvel_core::Result<Frozen> {
    let mut builder = Builder::with(Default::default(), Limits::DEFAULT);
    builder.start()?;
    drive(encoded, &ReadOptions::default(), &mut builder)?;
    builder.finish()
}

/// Returns the value of a number.
fn number(view: View<'_>) -> Option<f64> {
    match view.as_i64() {
        Some(integer) => Some(integer as f64),
        None => view
            .as_u64()
            .map(|integer| integer as f64)
            .or(view.as_f64()),
    }
}

/// Returns whether `view` equals the value that the suite has in the field `kind`.
fn is(view: View<'_>, kind: &str, wanted: View<'_>) -> bool {
    match kind {
        "number" | "bignum" => {
            let wanted = match wanted.as_str() {
                Some(digits) => digits.parse().ok(),
                None => number(wanted),
            };
            number(view).is_some() && number(view) == wanted
        }
        "binary" => view.as_bytes() == Some(&bytes(wanted.as_str().unwrap())[..]),
        "timestamp" => {
            let part = |i| wanted.item(i).unwrap().i64().unwrap();
            view.as_timestamp() == Timestamp::new(part(0), part(1) as u32)
        }
        "ext" => {
            let mut builder = Builder::new();
            builder.start().unwrap();
            let kind = wanted.item(0).unwrap().i64().unwrap() as i8;
            builder.tag(varvel_core::Tag::Extension(kind)).unwrap();
            let bytes = bytes(wanted.item(1).unwrap().str().unwrap());
            builder.bytes(bytes.as_slice().into()).unwrap();
            view == builder.finish_view().unwrap()
        }
        _ => view == wanted,
    }
}

#[test]
fn every_encoding_is_the_value() {
    let Some(folder) = suite("msgpack-test-suite") else {
        return;
    };
    let text = std::fs::read(folder.join("dist/msgpack-test-suite.json")).unwrap();
    let document = freeze(&text).unwrap();
    let mut verdict = Verdict::default();
    for (file, values) in document.view().entries() {
        for value in values.items() {
            let (kind, wanted) = value
                .entries()
                .find(|(key, _)| *key != "msgpack")
                .expect("a value");
            let wanted = value.get("bignum").unwrap_or(wanted);
            let encodings = value.get("msgpack").expect("encodings");
            // Floats keep their width, and are no integers. If the suite writes a number as both,
            // only the integers show how short an integer can be.
            let integer = |encoded: &Vec<u8>| !matches!(encoded[0], 0xCA | 0xCB);
            let all = encodings.items().map(|hex| bytes(hex.str().unwrap()));
            let shortest = all.filter(integer).map(|encoded| encoded.len()).min();
            for hex in encodings.items() {
                let encoded = bytes(hex.str().unwrap());
                let outcome = match read(&encoded) {
                    Err(error) => Err(format!("refused: {error}")),
                    Ok(frozen) if !is(frozen.view(), kind, wanted) => {
                        Err(format!("is {}", frozen.view()))
                    }
                    Ok(frozen) => {
                        let again = to_vec(&frozen).expect("what was read");
                        let same = read(&again).is_ok_and(|read| read == frozen);
                        let kept = match integer(&encoded) {
                            true => Some(again.len()) == shortest,
                            false => again == encoded,
                        };
                        match same && kept {
                            true => Ok(()),
                            false => Err(format!("written as {again:02X?}")),
                        }
                    }
                };
                verdict.judge(&format!("{file} {}", hex.str().unwrap()), outcome);
            }
        }
    }
    verdict.close(233);
}
