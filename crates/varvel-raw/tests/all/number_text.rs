//! Number text both ways: the edge cases by hand, the rest against the standard library.

use varvel_raw::number::*;

/// Reads a number with nothing behind it, and with many bytes behind it: the two take different
/// paths.
fn json(text: &str) -> Result<(Num, usize), NumError> {
    let short = parse_json(text.as_bytes());
    for after in [",", "]", " ", "\0", "x", "/", ":", "-1", "\u{ff}"] {
        let long = format!("{text}{after}{}", "9".repeat(60));
        assert_eq!(parse_json(long.as_bytes()), short, "{text} before {after}");
    }
    let ends = format!("{text},");
    assert_eq!(parse_json(ends.as_bytes()), short, "{text}");
    short
}

/// Returns the number of a text that is a number as a whole.
fn number(text: &str) -> Num {
    let (number, len) = json(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(len, text.len(), "{text}");
    number
}

fn error(text: &str) -> (NumErrorKind, usize) {
    let error = parse_json(text.as_bytes()).unwrap_err();
    let long = format!("{text},{}", " ".repeat(60));
    assert_eq!(parse_json(long.as_bytes()), Err(error), "{text}");
    (error.kind, error.offset)
}

fn f64_text(v: f64) -> String {
    let mut out = [b'#'; 32];
    let len = write_f64(v, &mut out);
    assert!(len <= F64_MAX_LEN);
    String::from_utf8(out[..len].to_vec()).unwrap()
}

/// Two floats written together have the texts of each alone.
#[track_caller]
fn check_two(a: f64, b: f64) {
    let mut out = [b'#'; 64];
    let len = write_two_f64([a, b], &mut out);
    let text = std::str::from_utf8(&out[..len]).unwrap();
    assert_eq!(text, format!("{},{}", f64_text(a), f64_text(b)));
}

fn f32_text(v: f32) -> String {
    let mut out = [b'#'; 32];
    let len = write_f32(v, &mut out);
    assert!(len <= F64_MAX_LEN);
    String::from_utf8(out[..len].to_vec()).unwrap()
}

/// A seeded stream of bits (xorshift64*, S. Vigna).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// Fewer rounds where they are slow.
fn rounds(release: u32) -> u32 {
    if cfg!(miri) {
        release / 1_000_000 + 5
    } else if cfg!(debug_assertions) {
        release / 20
    } else {
        release
    }
}

#[test]
fn integers_are_exact() {
    assert_eq!(number("0"), Num::I64(0));
    assert_eq!(number("-1"), Num::I64(-1));
    assert_eq!(number("9223372036854775807"), Num::I64(i64::MAX));
    assert_eq!(number("9223372036854775808"), Num::U64(1 << 63));
    assert_eq!(number("18446744073709551615"), Num::U64(u64::MAX));
    assert_eq!(number("18446744073709551616"), Num::Big);
    assert_eq!(number("-9223372036854775808"), Num::I64(i64::MIN));
    assert_eq!(number("-9223372036854775809"), Num::Big);
    assert_eq!(number("-18446744073709551615"), Num::Big);
    assert_eq!(number("99999999999999999999"), Num::Big);
    assert_eq!(number("100000000000000000000"), Num::Big);
    assert_eq!(number(&"7".repeat(400)), Num::Big);
    assert_eq!(number("9007199254740993"), Num::I64(9_007_199_254_740_993));
    // Every length, at its ends.
    for digits in 1..=20 {
        for text in ["1", "9"].map(|digit| digit.repeat(digits)) {
            let value: i128 = text.parse().unwrap();
            let want = i64::try_from(value)
                .map_or(u64::try_from(value).map_or(Num::Big, Num::U64), Num::I64);
            assert_eq!(number(&text), want);
            let want = i64::try_from(-value).map_or(Num::Big, Num::I64);
            assert_eq!(number(&format!("-{text}")), want);
        }
    }
}

#[test]
fn minus_zero_is_a_float() {
    for text in ["-0", "-0.0", "-0e5", "-0.000e-99", "-1e-999"] {
        let Num::F64(value) = number(text) else {
            panic!("{text}")
        };
        assert_eq!(value.to_bits(), (-0f64).to_bits(), "{text}");
    }
    assert_eq!(number("0.0"), Num::F64(0.0));
}

#[test]
fn floats_are_the_nearest() {
    for (text, value) in [
        ("1.0", 1.0),
        ("1e5", 1e5),
        ("1E+5", 1e5),
        ("0e999999999999", 0.0),
        ("1e-999999999999", 0.0),
        ("1e23", 1e23),
        ("9007199254740993.0", 9_007_199_254_740_992.0),
        (
            "9007199254740993.00000000000000000000000000001",
            9_007_199_254_740_994.0,
        ),
        (
            "9007199254740992.99999999999999999999999999999",
            9_007_199_254_740_992.0,
        ),
        ("0.1", 0.1),
        ("-65.613616999999977", f64::from_bits(0xc050_6745_803c_d140)),
        (
            "12345678.12345678901",
            f64::from_bits(0x4167_8c29_c3f3_5ba7),
        ),
        ("123456789.123", 123_456_789.123),
        ("5e-324", f64::from_bits(1)),
        ("2.4703282292062327e-324", 0.0),
        ("2.4703282292062328e-324", f64::from_bits(1)),
        (
            "2.2250738585072011e-308",
            f64::from_bits(0x000f_ffff_ffff_ffff),
        ),
        ("2.2250738585072014e-308", f64::MIN_POSITIVE),
        ("1.7976931348623157e308", f64::MAX),
        ("1.7976931348623158e308", f64::MAX),
        ("0.000000000000000000000000000000000000000000001", 1e-45),
        (
            "1.00000000000000011102230246251565404236316680908203125",
            1.0,
        ),
        (
            "1.00000000000000011102230246251565404236316680908203126",
            1.000_000_000_000_000_2,
        ),
    ] {
        assert_eq!(number(text), Num::F64(value), "{text}");
        assert_eq!(parse_f64(text.as_bytes()), Some(value), "{text}");
    }
}

#[test]
fn halfway_points_of_any_length() {
    // Exactly halfway between neighbours; a digit more or less, far behind, decides.
    let mut random = Random(7);
    for _ in 0..rounds(3_000) {
        let bits = random.below(0x7fe0_0000_0000_0000);
        let (low, high) = (f64::from_bits(bits), f64::from_bits(bits + 1));
        // The shorter of the two expansions, halved in decimal: (low + high) / 2.
        let sum = add(&format!("{low:.1080}"), &format!("{high:.1080}"));
        let text = halve(&sum);
        let even = if bits & 1 == 0 { low } else { high };
        let text = text.trim_end_matches('0');
        assert_eq!(parse_f64(text.as_bytes()), Some(even), "{bits:#x}");
        assert_eq!(
            parse_f64(format!("{text}{}1", "0".repeat(50)).as_bytes()),
            Some(high)
        );
        if let Some(all_but_last) = text.strip_suffix('5') {
            assert_eq!(
                parse_f64(format!("{all_but_last}4999").as_bytes()),
                Some(low)
            );
        }
        if cfg!(miri) {
            break;
        }
    }
}

/// The sum of two decimal texts with as many places.
fn add(a: &str, b: &str) -> String {
    let width = a.len().max(b.len());
    let (a, b) = (format!("{a:0>width$}"), format!("{b:0>width$}"));
    let mut carry = 0;
    let mut out = vec![];
    for (a, b) in a.bytes().rev().zip(b.bytes().rev()) {
        if a == b'.' {
            out.push(a);
            continue;
        }
        let sum = a - b'0' + b - b'0' + carry;
        out.push(b'0' + sum % 10);
        carry = sum / 10;
    }
    out.push(b'0' + carry);
    out.reverse();
    String::from_utf8(out).unwrap()
}

/// Half of a decimal text.
fn halve(a: &str) -> String {
    let mut rest = 0;
    let mut out = String::new();
    for digit in a.bytes().chain([b'0']) {
        if digit == b'.' {
            out.push('.');
            continue;
        }
        let value = rest * 10 + digit - b'0';
        out.push(char::from(b'0' + value / 2));
        rest = value % 2;
    }
    out
}

#[test]
fn mistakes_are_named_and_placed() {
    use NumErrorKind::*;
    for (text, kind, offset) in [
        ("", ExpectedDigit, 0),
        ("-", ExpectedDigit, 1),
        ("x", ExpectedDigit, 0),
        ("--1", ExpectedDigit, 1),
        ("+1", ExpectedDigit, 0),
        (".5", ExpectedDigit, 0),
        ("-.5", ExpectedDigit, 1),
        ("00", LeadingZero, 0),
        ("-01", LeadingZero, 1),
        ("01.5", LeadingZero, 0),
        ("0000000000000", LeadingZero, 0),
        ("1.", ExpectedFractionDigit, 2),
        ("-1.e5", ExpectedFractionDigit, 3),
        ("123456789.", ExpectedFractionDigit, 10),
        ("1e", ExpectedExponentDigit, 2),
        ("1.5E+", ExpectedExponentDigit, 5),
        ("1e-x", ExpectedExponentDigit, 3),
        ("1e309", Overflow, 0),
        ("-1e309", Overflow, 0),
        ("1.7976931348623159e308", Overflow, 0),
        ("1e999999999999999999999999999999", Overflow, 0),
    ] {
        assert_eq!(error(text), (kind, offset), "{text}");
    }
}

#[test]
fn what_follows_is_left_alone() {
    assert_eq!(parse_json(b"1-2"), Ok((Num::I64(1), 1)));
    assert_eq!(parse_json(b"0x10"), Ok((Num::I64(0), 1)));
    assert_eq!(parse_json(b"1.5.5"), Ok((Num::F64(1.5), 3)));
    assert_eq!(parse_json(b"1e5e5"), Ok((Num::F64(1e5), 3)));
}

#[test]
fn lenient_grammar() {
    for (text, value) in [
        (".5", 0.5),
        ("5.", 5.0),
        ("+5", 5.0),
        ("-.5e1", -5.0),
        ("007.50", 7.5),
        ("1e999", f64::INFINITY),
    ] {
        assert_eq!(parse_f64(text.as_bytes()), Some(value), "{text}");
        assert_eq!(parse_f32(text.as_bytes()), Some(value as f32), "{text}");
    }
    for text in [
        "", ".", "+", "-", "e5", ".e5", "1e", "1e+", "1x", "1 ", " 1", "1.5.", "+-1", "1_0", "inf",
        "nan",
    ] {
        assert_eq!(parse_f64(text.as_bytes()), None, "{text}");
        assert_eq!(parse_f16_bits(text.as_bytes()), None, "{text}");
    }
}

/// A zero or another digit far away counts, whatever the exponent.
#[test]
fn long_texts_are_exact_and_linear() {
    let size = if cfg!(miri) { 200 } else { 1_000_000 };
    let zeros = "0".repeat(size);
    assert_eq!(number(&"1".repeat(size)), Num::Big);
    assert_eq!(number(&format!("1{zeros}e-{size}")), Num::F64(1.0));
    assert_eq!(number(&format!("0.{zeros}25e{}", size + 1)), Num::F64(2.5));
    assert_eq!(number(&format!("1.{zeros}")), Num::F64(1.0));
    assert_eq!(
        number(&format!("9007199254740993.{zeros}1")),
        Num::F64(9_007_199_254_740_994.0)
    );
    assert_eq!(number(&format!("1e{zeros}5")), Num::F64(1e5));
    assert_eq!(number(&format!("1e-{}", "9".repeat(size))), Num::F64(0.0));
    assert_eq!(number(&format!("0e{}", "9".repeat(size))), Num::F64(0.0));
    assert_eq!(
        error(&format!("1e{}", "9".repeat(size))).0,
        NumErrorKind::Overflow
    );
    assert_eq!(error(&"0".repeat(size)), (NumErrorKind::LeadingZero, 0));
    assert_eq!(
        parse_f32(format!("16777217.{zeros}").as_bytes()),
        Some(16_777_216.0)
    );
    assert_eq!(
        parse_f32(format!("16777217.{zeros}1").as_bytes()),
        Some(16_777_218.0)
    );
    // 2049 is halfway between the halves 2048 and 2050.
    assert_eq!(
        parse_f16_bits(format!("2049.{zeros}").as_bytes()),
        Some(0x6800)
    );
    assert_eq!(
        parse_f16_bits(format!("2049.{zeros}1").as_bytes()),
        Some(0x6801)
    );
    assert_eq!(
        parse_f16_bits(format!("2048.{}", "9".repeat(size)).as_bytes()),
        Some(0x6800)
    );
}

#[test]
fn half_precision_edges() {
    for (text, bits) in [
        ("65504", 0x7bff),
        ("65519.999999999999999999999", 0x7bff),
        ("65520", 0x7c00),
        ("1e400", 0x7c00),
        ("2.98023223876953125e-8", 0),
        ("2.980232238769531250000000000000000001e-8", 1),
        ("5.9604644775390625e-8", 1),
        ("6.103515625e-5", 0x0400),
        ("6.0975551605224609375e-5", 0x03ff),
        ("1", 0x3c00),
        ("1.00048828125", 0x3c00),
        ("1.000488281250000000000000000000001", 0x3c01),
        ("1.00146484375", 0x3c02),
        ("1.001464843749999999999999999999999", 0x3c01),
    ] {
        assert_eq!(parse_f16_bits(text.as_bytes()), Some(bits), "{text}");
        assert_eq!(
            parse_f16_bits(format!("-{text}").as_bytes()),
            Some(bits | 0x8000),
            "{text}"
        );
    }
}

/// Texts of every form: digits before and after the point, exponents, both signs.
#[test]
fn random_texts_read_as_the_standard_library_does() {
    let mut random = Random(1);
    for _ in 0..rounds(2_000_000) {
        let mut text = String::new();
        if random.below(3) == 0 {
            text.push('-');
        }
        let mut digits = |text: &mut String, count: u64| {
            for _ in 0..count {
                text.push(char::from(b'0' + random.below(10) as u8));
            }
        };
        digits(&mut text, 1);
        let shape = random.next();
        if !text.ends_with('0') {
            let mut digits = |text: &mut String, count: u64| {
                for _ in 0..count {
                    text.push(char::from(b'0' + random.below(10) as u8));
                }
            };
            digits(&mut text, shape % 4 * (shape >> 8) % 13);
        }
        if shape >> 16 & 3 != 0 {
            text.push('.');
            for _ in 0..1 + (shape >> 20) % 24 {
                text.push(char::from(b'0' + random.below(10) as u8));
            }
        }
        if shape >> 32 & 7 == 0 {
            text += &format!("e{}", (shape >> 40) as i64 % 400 - 200);
        }
        let want: f64 = text.parse().unwrap();
        match number(&text) {
            Num::F64(got) => assert_eq!(got.to_bits(), want.to_bits(), "{text}"),
            Num::I64(got) => assert_eq!(got.to_string(), text),
            Num::U64(got) => assert_eq!(got.to_string(), text),
            Num::Big => assert!(want.abs() >= 9e18, "{text}"),
        }
        assert_eq!(
            parse_f64(text.as_bytes()).map(f64::to_bits),
            Some(want.to_bits()),
            "{text}"
        );
        let want: f32 = text.parse().unwrap();
        assert_eq!(
            parse_f32(text.as_bytes()).map(f32::to_bits),
            Some(want.to_bits()),
            "{text}"
        );
    }
}

/// Any bytes: no panic, and the standard library accepts every number that is accepted here.
#[test]
fn random_bytes_are_harmless() {
    let mut random = Random(3);
    for _ in 0..rounds(2_000_000) {
        let mut bytes = [b' '; 64];
        let len = random.below(64) as usize;
        for byte in &mut bytes[..len] {
            *byte = b"0123456789012345678901234567890123.-+eE,x"[random.below(41) as usize];
        }
        for input in [&bytes[..], &bytes[..len]] {
            match parse_json(input) {
                Ok((number, taken)) => {
                    let text = std::str::from_utf8(&input[..taken]).unwrap();
                    assert!(!text.starts_with('+'));
                    let want: f64 = text.parse().unwrap();
                    match number {
                        Num::F64(got) => assert_eq!(got.to_bits(), want.to_bits(), "{text}"),
                        Num::I64(got) => assert_eq!(got.to_string(), text),
                        Num::U64(got) => assert_eq!(got.to_string(), text),
                        Num::Big => assert!(text.bytes().skip(1).all(|b| b.is_ascii_digit())),
                    }
                }
                Err(error) => assert!(error.offset <= len),
            }
            parse_f16_bits(input);
        }
        assert_eq!(parse_json(&bytes), parse_json(&bytes[..len.max(1)]));
    }
}

#[test]
fn float_layout() {
    for (value, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (0.3, "0.3"),
        (10.0, "10.0"),
        (100.0, "100.0"),
        (123_456_789_012_345.0, "123456789012345.0"),
        (1_234_567_890_123_456.0, "1234567890123456.0"),
        (9_007_199_254_740_993.0, "9007199254740992.0"),
        (1e15, "1000000000000000.0"),
        (1e16, "1e16"),
        (1.5e16, "1.5e16"),
        (12_345_678_901_234_567_000.0, "1.2345678901234567e19"),
        (1e-5, "0.00001"),
        (1.234e-5, "0.00001234"),
        (1.234_567_890_123_456_7e-5, "0.000012345678901234568"),
        (9.999e-6, "9.999e-6"),
        (1.5e-7, "1.5e-7"),
        (1e23, "1e23"),
        (1e300, "1e300"),
        (1e-10, "1e-10"),
        (5e-324, "5e-324"),
        (1e-323, "1e-323"),
        (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        (-f64::MIN_POSITIVE, "-2.2250738585072014e-308"),
        (f64::MAX, "1.7976931348623157e308"),
        (9_007_199_254_740_991.0, "9007199254740991.0"),
        (2_251_799_813_685_249.5, "2251799813685249.5"),
        // Halfway between two 17-digit decimals: the even one is chosen.
        (1.0 / (1u64 << 25) as f64, "2.9802322387695312e-8"),
        (1.0 / (1u64 << 44) as f64, "5.684341886080802e-14"),
        (std::f64::consts::PI, "3.141592653589793"),
        (0.000_123_456_789_012_345_67, "0.00012345678901234567"),
    ] {
        assert_eq!(f64_text(value), text);
    }
    for (value, text) in [
        (0.0, "0.0"),
        (-0.1, "-0.1"),
        (1.0, "1.0"),
        (16_777_216.0, "16777216.0"),
        (f32::MAX, "3.4028235e38"),
        (f32::MIN_POSITIVE, "1.1754944e-38"),
        (f32::from_bits(1), "1e-45"),
        (1e10, "10000000000.0"),
        (3.4e-5, "0.000034"),
    ] {
        assert_eq!(f32_text(value), text);
    }
}

#[test]
fn two_floats_at_once() {
    let some = [
        0.0,
        -0.0,
        1.0,
        -65.613_616_999_999_98,
        5e-324,
        -2.2250738585072014e-308,
        1e16,
        -1e-6,
        0.00001234,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    for a in some {
        for b in some {
            check_two(a, b);
        }
    }
    let mut random = Random(3);
    for _ in 0..if cfg!(miri) { 30 } else { 200_000 } {
        check_two(f64::from_bits(random.next()), f64::from_bits(random.next()));
        let points = [random.below(360_000_000), random.below(360_000_000)];
        let [a, b] = points.map(|n| n as f64 / 1e6 - 180.0);
        check_two(a, b);
    }
}

#[test]
fn what_is_not_finite_is_null() {
    for value in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN] {
        assert_eq!(f64_text(value), "null");
        assert_eq!(f32_text(value as f32), "null");
    }
}

/// Checks a printed float against the standard library's shortest digits, and reads it back.
fn check_f64(value: f64) {
    let text = f64_text(value);
    assert_eq!(
        parse_f64(text.as_bytes()).map(f64::to_bits),
        Some(value.to_bits()),
        "{text}"
    );
    assert_eq!(number_of(&text), Num::F64(value), "{text}");
    check_shortest(&text, &format!("{value:e}"), || format!("{value:.40e}"));
}

/// The digits are those of the standard library; if two decimals are equally near, it takes the
/// upper one and this crate the even one.
fn check_shortest(ours: &str, theirs: &str, exact: impl Fn() -> String) {
    let (a, b) = (digits_of(ours), digits_of(theirs));
    if a != b {
        let exact = exact().replace(['.', '-'], "");
        assert!(
            a.len() == b.len() && exact[a.len()..].starts_with("5000000000"),
            "{ours} {theirs}"
        );
        assert!(
            exact.starts_with(&a) && a.as_bytes()[a.len() - 1] % 2 == 0,
            "{ours} {theirs}"
        );
    }
}

fn number_of(text: &str) -> Num {
    parse_json(text.as_bytes()).unwrap().0
}

fn digits_of(text: &str) -> String {
    let mantissa = text.split('e').next().unwrap().replace(['.', '-'], "");
    mantissa.trim_matches('0').to_owned()
}

#[test]
fn random_floats_print_shortest() {
    let mut random = Random(11);
    for _ in 0..rounds(3_000_000) {
        let bits = random.next();
        let value = f64::from_bits(bits);
        if value.is_finite() {
            check_f64(value);
        }
        // Numbers of everyday size: integers, few decimals, many decimals.
        check_f64(bits as u32 as f64 / 1000.0 + 0.001);
        check_f64((bits >> 11) as f64 / (1u64 << (bits & 63)) as f64 + 1.0);
        check_f64((bits % 1_000_000_007) as f64 + 1.0);
        let value = f32::from_bits(bits as u32);
        if value.is_finite() {
            let text = f32_text(value);
            let back = parse_f32(text.as_bytes()).unwrap();
            assert_eq!(back.to_bits(), value.to_bits(), "{text}");
            check_shortest(&text, &format!("{value:e}"), || format!("{value:.40e}"));
        }
    }
}

#[test]
fn neighbours_of_powers_print_shortest() {
    let step = if cfg!(miri) { 509 } else { 1 };
    for exponent in (0..2046u64).step_by(step) {
        for near in -3..=3i64 {
            let bits = (exponent << 52).wrapping_add_signed(near);
            if f64::from_bits(bits).is_finite() && bits != 0 {
                check_f64(f64::from_bits(bits));
            }
        }
    }
    for power in (-323..=308).step_by(step) {
        let bits = format!("1e{power}").parse::<f64>().unwrap().to_bits();
        for near in -3..=3i64 {
            check_f64(f64::from_bits(bits.saturating_add_signed(near).max(1)));
        }
    }
}

#[test]
fn integers_print() {
    let check = |value: u64| {
        let mut out = [b'#'; 32];
        let len = write_u64(value, &mut out);
        assert_eq!(std::str::from_utf8(&out[..len]).unwrap(), value.to_string());
        for value in [value as i64, (value as i64).wrapping_neg()] {
            let mut out = [b'#'; 32];
            let len = write_i64(value, &mut out);
            assert!(len <= I64_MAX_LEN);
            let text = std::str::from_utf8(&out[..len]).unwrap();
            assert_eq!(text, value.to_string());
            assert_eq!(
                number_of(text),
                if text == "-0" {
                    Num::F64(-0.0)
                } else {
                    Num::I64(value)
                }
            );
        }
    };
    let mut power = 1u64;
    loop {
        for near in [power - 1, power, power + 1, power.wrapping_mul(9)] {
            check(near);
        }
        match power.checked_mul(10) {
            Some(next) => power = next,
            None => break,
        }
    }
    check(u64::MAX);
    check(1 << 63);
    let mut random = Random(5);
    for _ in 0..rounds(1_000_000) {
        let bits = random.next();
        check(bits >> (bits & 63));
    }
}
