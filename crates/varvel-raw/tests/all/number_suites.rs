//! The external suites of number texts: every case agrees, bit for bit.
//!
//! They lie at `VARVEL_SUITES`, or beside the workspace; without them these tests print that and
//! pass.
#![cfg(not(miri))]

use std::fs;
use std::path::{Path, PathBuf};
use varvel_raw::number::{
    Num, NumErrorKind, parse_f16_bits, parse_f32, parse_f64, parse_json, write_f32, write_f64,
};

fn suite(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("VARVEL_SUITES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites"),
        PathBuf::from,
    );
    let path = root.join(name);
    if !path.exists() {
        println!("skipped: no {name} at VARVEL_SUITES or ../shared/suites");
        return None;
    }
    Some(path)
}

fn lines(path: &Path) -> Vec<String> {
    let bytes = fs::read(path).unwrap();
    String::from_utf8(bytes)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Whether a text is a number of the JSON grammar.
fn is_json(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let text = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(text);
    if whole == 0 || whole > 1 && text.starts_with('0') {
        return false;
    }
    let mut rest = &text[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        if digits(fraction) == 0 {
            return false;
        }
        rest = &fraction[digits(fraction)..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

/// Reads a text as JSON in two surroundings and compares the result with the float.
fn check_json(text: &str, bits: u64) {
    let value = f64::from_bits(bits);
    let is_integer = !text.contains(['.', 'e', 'E']);
    for after in [
        "",
        ",                                                            ",
    ] {
        let document = format!("{text}{after}");
        match parse_json(document.as_bytes()) {
            Ok((Num::F64(got), len)) => {
                assert_eq!((got.to_bits(), len), (bits, text.len()), "{text}");
                assert!(!is_integer || text == "-0", "{text}");
            }
            Ok((Num::I64(got), len)) => {
                assert_eq!((got.to_string(), len), (text.to_owned(), text.len()));
            }
            Ok((Num::U64(got), len)) => {
                assert_eq!((got.to_string(), len), (text.to_owned(), text.len()));
            }
            Ok((Num::Big, len)) => {
                assert!(is_integer && text.parse::<i64>().is_err() && text.parse::<u64>().is_err());
                assert_eq!(len, text.len());
            }
            Err(error) => {
                assert_eq!(error.kind, NumErrorKind::Overflow, "{text}");
                assert!(value.is_infinite(), "{text}");
            }
        }
    }
}

#[test]
fn parse_number_fxx() {
    let Some(path) = suite("number-parsing/parse-number-fxx/data") else {
        return;
    };
    let (mut cases, mut json) = (0, 0);
    for file in fs::read_dir(path).unwrap() {
        for line in lines(&file.unwrap().path()) {
            let mut columns = line.split(' ');
            let mut bits = || u64::from_str_radix(columns.next().unwrap(), 16).unwrap();
            let (half, single, double) = (bits(), bits(), bits());
            let text = columns.next().unwrap();
            assert_eq!(
                parse_f16_bits(text.as_bytes()).map(u64::from),
                Some(half),
                "{text}"
            );
            assert_eq!(
                parse_f32(text.as_bytes()).map(|v| u64::from(v.to_bits())),
                Some(single),
                "{text}"
            );
            assert_eq!(
                parse_f64(text.as_bytes()).map(f64::to_bits),
                Some(double),
                "{text}"
            );
            if is_json(text) {
                check_json(text, double);
                json += 1;
            }
            cases += 1;
        }
    }
    println!("{cases} cases, {json} of them JSON");
    assert!(cases > 50_000);
}

/// Texts without an answer: the standard library gives it.
#[test]
fn ibm_floating_points() {
    let Some(path) = suite("number-parsing/cpython_ibm_floating_points.txt") else {
        return;
    };
    let mut cases = 0;
    for line in lines(&path) {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let double: f64 = text.parse().unwrap();
        let single: f32 = text.parse().unwrap();
        assert_eq!(
            parse_f64(text.as_bytes()).map(f64::to_bits),
            Some(double.to_bits()),
            "{text}"
        );
        assert_eq!(
            parse_f32(text.as_bytes()).map(f32::to_bits),
            Some(single.to_bits()),
            "{text}"
        );
        if is_json(text) {
            check_json(text, double.to_bits());
        }
        cases += 1;
    }
    println!("{cases} cases");
    assert!(cases > 100);
}

/// The inputs of these suites; the text that is printed for them does not matter.
#[test]
fn go_and_printf_inputs() {
    let mut cases = 0;
    if let Some(path) = suite("number-parsing/go_testfp.txt") {
        for line in lines(&path) {
            let columns: Vec<_> = line.split_whitespace().collect();
            let &[kind, _, text, out] = &columns[..] else {
                continue;
            };
            let Ok(double) = text.parse::<f64>() else {
                continue;
            };
            assert_eq!(parse_f64(text.as_bytes()), Some(double), "{text}");
            assert_eq!(parse_f32(text.as_bytes()), text.parse().ok(), "{text}");
            // Exactly N * 2^E.
            if let Some((n, e)) = out.split_once('p') {
                let n: f64 = n.parse().unwrap();
                let e: i32 = e.parse().unwrap();
                let exact = n * 2f64.powi(e / 2) * 2f64.powi(e - e / 2);
                let got = match kind {
                    "float32" => f64::from(parse_f32(text.as_bytes()).unwrap()),
                    _ => parse_f64(text.as_bytes()).unwrap(),
                };
                assert_eq!(got, exact, "{text}");
            }
            cases += 1;
        }
    }
    if let Some(path) = suite("number-parsing/cpython_formatfloat_testcases.txt") {
        for line in lines(&path) {
            let Some(text) = line.split_whitespace().nth(1) else {
                continue;
            };
            let Ok(double) = text.parse::<f64>() else {
                continue;
            };
            if !line.starts_with('%') || !double.is_finite() {
                continue;
            }
            assert_eq!(parse_f64(text.as_bytes()), Some(double), "{text}");
            cases += 1;
        }
    }
    println!("{cases} cases");
}

/// The significant digits and the power of ten of a decimal text: `1.50e3` is `15` and 2.
fn normal(text: &str) -> (bool, String, i64) {
    let (negative, text) = text
        .strip_prefix('-')
        .map_or((false, text), |text| (true, text));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{integer}{fraction}");
    let digits = all.trim_start_matches('0').trim_end_matches('0');
    if digits.is_empty() {
        return (negative, String::new(), 0);
    }
    let zeros = all.len() - all.trim_end_matches('0').len();
    let exponent: i64 = exponent.parse().unwrap();
    (
        negative,
        digits.to_owned(),
        exponent - fraction.len() as i64 + zeros as i64,
    )
}

#[test]
fn number_printing() {
    let Some(path) = suite("number-printing") else {
        return;
    };
    let mut cases = 0;
    for name in [
        "ryu_d2s",
        "ryu_f2s",
        "ryu_s2d",
        "zmij_boundary_bits",
        "gay_shortest_single",
    ] {
        for line in lines(&path.join(name).with_extension("tsv")) {
            // An error of the table: its bits came from this text through f64, and so were rounded
            // twice. Read as an f32 it is 15ae43fd; 15ae43fe takes one more digit.
            if line == "15ae43fe\t7.038531E-26" {
                assert_eq!(
                    parse_f32(b"7.038531E-26").map(f32::to_bits),
                    Some(0x15ae_43fd)
                );
                continue;
            }
            let columns: Vec<_> = line.split('\t').collect();
            let bits = u64::from_str_radix(columns[0], 16).unwrap();
            if name == "ryu_s2d" {
                // Texts to read; not all of them are shortest.
                assert_eq!(
                    parse_f64(columns[1].as_bytes()).map(f64::to_bits),
                    Some(bits),
                    "{line}"
                );
                cases += 1;
                continue;
            }
            let mut out = [0; 32];
            let len = if columns[0].len() == 8 {
                write_f32(f32::from_bits(bits as u32), &mut out)
            } else {
                write_f64(f64::from_bits(bits), &mut out)
            };
            let got = std::str::from_utf8(&out[..len]).unwrap();
            if name == "gay_shortest_single" {
                // Digits, and the place of the point among them.
                let point: i64 = columns[2].parse().unwrap();
                let digits = columns[1];
                let want = (false, digits.to_owned(), point - digits.len() as i64);
                assert_eq!(normal(got), want, "{line}");
            } else if columns[1].bytes().any(|byte| byte.is_ascii_digit()) {
                assert_eq!(normal(got), normal(columns[1]), "{line}: {got}");
                if columns[0].len() == 8 {
                    assert_eq!(parse_f32(got.as_bytes()).unwrap().to_bits(), bits as u32);
                } else {
                    assert_eq!(parse_f64(got.as_bytes()).unwrap().to_bits(), bits);
                    check_json(got, bits);
                }
            } else {
                assert_eq!(got, "null", "{line}");
            }
            cases += 1;
        }
    }
    println!("{cases} cases");
    assert!(cases > 7_000);
}
