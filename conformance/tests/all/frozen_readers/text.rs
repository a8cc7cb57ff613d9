//! Writes a value as the reader in C does (`VVF_TEXT`). `Debug` of a view is nearly the same, but
//! leaves the escapes in strings and the digits of floats to the standard library.

use std::io::Write as _;

use varvel_core::{Bytes, Encode, Error, ErrorKind, Result, Sink, Str, Tag, Timestamp};
use varvel_frozen::View;

/// Returns the text of a view.
pub fn of(view: View<'_>) -> Vec<u8> {
    let mut text = Text::default();
    view.encode(&mut text, &()).unwrap();
    text.out
}

/// A sink that prints events.
#[derive(Default)]
struct Text {
    out: Vec<u8>,
    /// Whether a comma is needed before the next value.
    comma: bool,
    depth: usize,
    /// The depths of the containers inside which a key of any kind is being printed.
    keys: Vec<usize>,
}

impl Text {
    fn begin(&mut self) {
        if self.comma {
            self.out.extend(b", ");
        }
        self.comma = true;
    }

    /// Ends a value, which may be a key.
    fn end(&mut self) -> Result {
        if self.keys.last() == Some(&self.depth) {
            self.keys.pop();
            self.out.extend(b": ");
            self.comma = false;
        }
        Ok(())
    }

    fn scalar(&mut self, text: std::fmt::Arguments<'_>) -> Result {
        self.begin();
        self.out
            .write_fmt(text)
            .map_err(|_| Error::new(ErrorKind::Io))?;
        self.end()
    }

    fn open(&mut self, bracket: u8) -> Result {
        self.begin();
        self.depth += 1;
        self.comma = false;
        self.out.push(bracket);
        Ok(())
    }

    fn close(&mut self, bracket: u8) -> Result {
        self.depth -= 1;
        self.comma = true;
        self.out.push(bracket);
        self.end()
    }
}

/// Returns a string with the escapes of JSON, or a float with the digits that the JSON writer gives
/// it: of two texts that are equally near, the even one. The standard library does not promise
/// that.
fn json<T: Encode + ?Sized>(value: &T) -> String {
    varvel::json::to_string(value).unwrap()
}

impl<'de> Sink<'de> for Text {
    fn null(&mut self) -> Result {
        self.scalar(format_args!("null"))
    }
    fn bool(&mut self, value: bool) -> Result {
        self.scalar(format_args!("{value}"))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(format_args!("{value}"))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.scalar(format_args!("{value}"))
    }
    fn f64(&mut self, value: f64) -> Result {
        match value.is_finite() {
            true => self.scalar(format_args!("{}", json(&value))),
            false => self.scalar(format_args!("{value:?}")),
        }
    }
    fn f32(&mut self, value: f32) -> Result {
        match value.is_finite() {
            true => self.scalar(format_args!("{}", json(&value))),
            false => self.scalar(format_args!("{value:?}")),
        }
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.scalar(format_args!("{digits}"))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.scalar(format_args!("{text}"))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.scalar(format_args!("{}", json::<str>(&value)))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.scalar(format_args!("b\"{}\"", value.escape_ascii()))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.scalar(format_args!("@{}.{:09}", value.seconds(), value.nanos()))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.begin();
        self.comma = false;
        let tag = match tag {
            Tag::Number(number) => format!("tag({number}) "),
            Tag::Extension(kind) => format!("extension({kind}) "),
            Tag::Simple(number) => format!("simple({number}) "),
        };
        self.out.extend(tag.into_bytes());
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open(b'[')
    }
    fn end_array(&mut self) -> Result {
        self.close(b']')
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open(b'{')
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.begin();
        self.comma = false;
        self.out
            .extend(format!("{}: ", json::<str>(&key)).into_bytes());
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        self.keys.push(self.depth);
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.close(b'}')
    }
}
