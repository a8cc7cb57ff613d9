//! Codecs for all types that a predicate picks.

use std::collections::BTreeMap;

use varvel::schema::{Described, HandledCodec, Handlers, Node};
use varvel::{Decode, Encode, Error, ErrorKind, Frozen, Result, Schema, Value, json, msgpack};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode, Schema)]
struct TextColor {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

/// A second type, which is written in another form without handlers.
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode, Schema)]
struct BackColor(TextColor);

#[derive(Clone, Debug, PartialEq, Encode, Decode, Schema)]
enum Outside {
    None,
    One(TextColor),
    Two(TextColor, BackColor),
    Named { of: TextColor },
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Schema)]
#[varvel(tag = "kind")]
enum Inside {
    Plain { color: TextColor },
    Deep { items: Vec<Inside> },
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Schema)]
#[varvel(tag = "t", content = "c")]
enum Beside {
    Color(BackColor),
    Number(f32),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Schema)]
#[varvel(untagged)]
enum Any {
    Color(TextColor),
    Name(String),
    Number(f64),
    Both(Box<Any>, Box<Any>),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Schema)]
struct Theme {
    #[varvel(alias = "foreground")]
    fore: TextColor,
    back: Option<BackColor>,
    palette: Vec<TextColor>,
    pair: (TextColor, u8),
    named: BTreeMap<String, BackColor>,
    outside: Vec<Outside>,
    beside: Vec<Beside>,
    any: Vec<Any>,
    #[varvel(flatten)]
    inside: Inside,
    rest: Value,
    kept: Frozen,
}

fn is_color(node: &Node) -> bool {
    node.name
        .as_deref()
        .is_some_and(|name| name.ends_with("Color"))
}

fn from_hex(text: &str) -> Option<TextColor> {
    let hex = text.strip_prefix('#').filter(|hex| hex.len() == 8)?;
    let [r, g, b, a] = u32::from_str_radix(hex, 16).ok()?.to_be_bytes();
    Some(TextColor { r, g, b, a })
}

/// Returns handlers for colours as `#RRGGBBAA`.
fn hex() -> Handlers {
    Handlers::new()
        .read(is_color, |text: String| {
            from_hex(&text)
                .ok_or_else(|| Error::expected(ErrorKind::TypeMismatch, "a colour as `#RRGGBBAA`"))
        })
        .write(is_color, |color: TextColor| {
            let TextColor { r, g, b, a } = color;
            Ok(format!("#{r:02X}{g:02X}{b:02X}{a:02X}"))
        })
}

const THEME: &str = r##"{"fore":"#01020304","back":"#FFFFFFFF","palette":["#00000000","#0A0B0C0D"],"pair":["#11121314",7],"named":{"sky":"#0080FFFF"},"outside":["None",{"One":"#00000001"},{"Two":["#00000002","#00000003"]},{"Named":{"of":"#00000004"}}],"beside":[{"t":"Color","c":"#00000005"},{"c":0.1,"t":"Number"}],"any":["#00000006","six",6.5,["#00000007",["seven",8.25]]],"kind":"Deep","items":[{"kind":"Plain","color":"#00000008"},{"color":"#00000009","kind":"Plain"}],"rest":{"fore":"#01020304"},"kept":[{"fore":1.5}]}"##;

fn read<T>(codec: &HandledCodec<'_, T>, text: &str) -> Result<T>
where
    T: Described + for<'de> Decode<'de>,
{
    codec.decode(&mut json::Reader::new(
        text.as_bytes(),
        &json::ReadOptions::default(),
    )?)
}

fn written<T: Described + Encode>(codec: &HandledCodec<'_, T>, value: &T) -> Value {
    let mut writer = json::Writer::new(json::WriteOptions::default());
    codec.encode(value, &mut writer).unwrap();
    json::from_slice(&writer.finish().unwrap()).unwrap()
}

#[test]
fn everywhere_in_a_document() {
    let handlers = hex();
    let codec = handlers.codec::<Theme>();
    let theme = read(&codec, THEME).unwrap();
    assert_eq!(theme.fore, from_hex("#01020304").unwrap());
    assert_eq!(theme.back, from_hex("#FFFFFFFF").map(BackColor));
    assert_eq!(
        theme.outside[2],
        Outside::Two(
            from_hex("#00000002").unwrap(),
            BackColor(from_hex("#00000003").unwrap())
        )
    );
    // The float is the nearest f32 to the digits; a text that only looks like a colour stays a
    // text.
    assert_eq!(theme.beside[1], Beside::Number(0.1));
    assert_eq!(theme.any[1], Any::Name("six".into()));
    let Any::Both(color, _) = &theme.any[3] else {
        panic!()
    };
    assert_eq!(**color, Any::Color(from_hex("#00000007").unwrap()));
    let Inside::Deep { items } = &theme.inside else {
        panic!()
    };
    assert_eq!(items.len(), 2);

    let expected: Value = json::from_str(THEME).unwrap();
    assert_eq!(written(&codec, &theme), expected);
}

#[test]
fn in_every_format() {
    let handlers = hex();
    let codec = handlers.codec::<Theme>();
    let theme = read(&codec, THEME).unwrap();
    let mut writer = msgpack::Writer::new();
    codec.encode(&theme, &mut writer).unwrap();
    let bytes = writer.finish().unwrap();
    let mut reader = msgpack::Reader::new(&bytes, &msgpack::ReadOptions::default()).unwrap();
    assert_eq!(codec.decode(&mut reader).unwrap(), theme);
}

#[test]
fn without_handlers_nothing_changes() {
    let handlers = hex();
    let none = Handlers::new();
    let theme = read(&handlers.codec::<Theme>(), THEME).unwrap();
    let plain = json::to_string(&theme).unwrap();
    assert_eq!(
        written(&none.codec(), &theme),
        json::from_str::<Value>(&plain).unwrap()
    );
    assert_eq!(read(&none.codec::<Theme>(), &plain).unwrap(), theme);
}

#[test]
fn errors_have_their_places() {
    let handlers = hex();
    let codec = handlers.codec::<(Vec<TextColor>, Outside, Vec<u8>)>();
    let error = |text: &str| read(&codec, text).unwrap_err().to_string();
    let cases = [
        // An error of a handler,
        (
            r##"[["#00000000", "#0"], "None", []]"##,
            "wrong kind of value: expected a colour as `#RRGGBBAA`, at $[0][1] (byte 15)",
        ),
        // an error of the type that it reads,
        (
            r##"[[], {"One": 5}, []]"##,
            "wrong kind of value: expected a string, found an integer, at $[1].One (byte 13)",
        ),
        // an error of the type that was asked for,
        (
            r##"[["#00000000"], {"Two": ["#00000000", "#00000000", 1]}, []]"##,
            "wrong kind of value: expected an array of exactly 2 items, found one of 3, at $[1].Two (byte 24)",
        ),
        (
            r##"[["#00000000"], "None", [1, 256]]"##,
            "number out of range: expected an integer that fits u8, found 256, at $[2][1] (byte 28)",
        ),
        (
            r##"[["#00000000"], "None", [1, true]]"##,
            "wrong kind of value: expected an integer, found a boolean, at $[2][1] (byte 28)",
        ),
        // and an error of the text.
        (
            r##"[["#00000000", ], "None", []]"##,
            "invalid syntax: expected a value, found `]` (byte 15)",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn digits_are_kept_for_handlers() {
    #[derive(Debug, PartialEq, Decode, Encode, Schema)]
    struct Price(String);
    let handlers = Handlers::new().read(
        |node| node.name.as_deref() == Some("Price"),
        |number: Value| json::to_string(&number),
    );
    let codec = handlers.codec::<Vec<Price>>();
    let prices = read(&codec, "[0.10, 123456789012345678901234567890, 1e-400]").unwrap();
    let prices: Vec<&str> = prices.iter().map(|Price(text)| &**text).collect();
    assert_eq!(prices, ["0.10", "123456789012345678901234567890", "1e-400"]);
}

#[test]
fn nested_variants_without_tags_take_no_exponential_time() {
    #[derive(Debug, Decode, Encode, Schema)]
    #[varvel(untagged)]
    enum Either {
        Left(Vec<Either>),
        Right(Vec<Either>),
        Leaf(TextColor),
    }
    let handlers = hex();
    let codec = handlers.codec::<Either>();
    let (open, close) = ("[".repeat(100), "]".repeat(100));
    assert!(read(&codec, &format!(r##"{open}"#00000000"{close}"##)).is_ok());
    let error = read(&codec, &format!("{open}true{close}")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);

    // A recording is not read again and again, either.
    let mut recording = varvel::schema::Recording::default();
    let text = format!("{open}true{close}");
    let mut reader = json::Reader::new(text.as_bytes(), &json::ReadOptions::default()).unwrap();
    varvel::Source::drive(&mut reader, &mut recording).unwrap();
    let error = Either::decode(&mut recording.source(), &()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);
}
