//! [`Syntax`]: the texts that can be edited, and reading them.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::number::Number;
use varvel_core::pipe::{Filter, Filtered, Place, Scalar};
use varvel_core::{Duplicates, Encode, Error, ErrorKind, Limits, Result, Sink};
use varvel_frozen::{Frozen, with_builder};
use varvel_json::Relaxed;

use crate::Value;
use crate::memory::push;
use crate::outline::{self, Outline};
use crate::text::{Comments, byte, comment_end, line_end, next_token};

/// The syntax of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// JSON as RFC 8259 defines it.
    Json,
    /// JSON with comments (`//` and `/* */`) and with trailing commas, as in configuration files.
    Jsonc,
    /// JSON5: also names without quotes, strings in single quotes, `NaN` and the infinities.
    Json5,
    /// YAML 1.2.
    Yaml,
    /// YAML 1.2 and two forms that it lacks:
    /// [`ReadOptions::tolerant`](varvel_yaml::ReadOptions::tolerant).
    TolerantYaml,
}

impl Syntax {
    /// Returns how comments begin. Strict JSON has none, but then a text that was read has none
    /// either.
    pub(crate) fn comments(self) -> Comments {
        match self {
            Self::Yaml | Self::TolerantYaml => Comments::Hash,
            Self::Json | Self::Jsonc => Comments::Slashes,
            Self::Json5 => Comments::Json5,
        }
    }

    /// Returns whether this is YAML.
    pub(crate) fn is_yaml(self) -> bool {
        matches!(self, Self::Yaml | Self::TolerantYaml)
    }

    /// Returns the options for reading YAML.
    pub(crate) fn yaml_options(self, limits: &Limits) -> varvel_yaml::ReadOptions {
        let options = varvel_yaml::ReadOptions::with_limits(*limits);
        match self {
            Self::TolerantYaml => options.with_tolerance(),
            _ => options,
        }
    }

    /// Returns the places of the nodes of a text that was read before; with a way, those that an
    /// edit there needs.
    pub(crate) fn outline(
        self,
        text: &str,
        limits: &Limits,
        way: Option<&[usize]>,
    ) -> Result<Outline> {
        match self {
            Self::Yaml | Self::TolerantYaml => outline::yaml(text, &self.yaml_options(limits)),
            Self::Json | Self::Jsonc | Self::Json5 => outline::json(text, self.comments(), way),
        }
    }

    /// Reads the documents of a text. Decimals are floats, except those beyond all floats, which
    /// keep their digits.
    pub(crate) fn read(self, text: &str, limits: &Limits) -> Result<Vec<Value>> {
        let bytes = text.as_bytes();
        let frozen = match self {
            Self::Yaml | Self::TolerantYaml => return yaml(bytes, &self.yaml_options(limits)),
            Self::Json => json(bytes, limits)?,
            Self::Jsonc => json(strict(text)?.as_bytes(), limits)?,
            Self::Json5 => {
                Relaxed::with_non_finite(bytes)?.read(|bytes| json_with_words(bytes, limits))?
            }
        };
        let mut values = Vec::new();
        push(&mut values, Value::try_from_frozen(frozen)?)?;
        Ok(values)
    }
}

fn json(bytes: &[u8], limits: &Limits) -> Result<Frozen> {
    json_by(bytes, &varvel_json::ReadOptions::with_limits(*limits))
}

/// Reads JSON with words for NaN and the infinities.
fn json_with_words(bytes: &[u8], limits: &Limits) -> Result<Frozen> {
    json_by(
        bytes,
        &varvel_json::ReadOptions::with_limits(*limits).with_non_finite(),
    )
}

fn json_by(bytes: &[u8], options: &varvel_json::ReadOptions) -> Result<Frozen> {
    let read = |beyond: bool| {
        with_builder(Duplicates::Error, options.limits, |builder| {
            builder.start()?;
            match beyond {
                false => varvel_json::drive(bytes, options, builder)?,
                true => {
                    let exact = options.with_exact_decimals();
                    let mut near = Filtered::new(Near, &mut *builder);
                    varvel_json::drive(bytes, &exact, &mut near)?;
                }
            }
            builder.finish()
        })
    };
    or_beyond(read)
}

/// Reads the documents of a YAML text, as [`Syntax::read`] does.
pub fn yaml(bytes: &[u8], options: &varvel_yaml::ReadOptions) -> Result<Vec<Value>> {
    or_beyond(|beyond| yaml_by(bytes, options, beyond))
}

/// Reads a text. Calls `read` again with `true`, and so with [`Near`], if a number is beyond all
/// floats. Few texts have such a number, and the filter takes time.
fn or_beyond<T>(mut read: impl FnMut(bool) -> Result<T>) -> Result<T> {
    match read(false) {
        Err(error) if error.kind() == ErrorKind::NumberOutOfRange => read(true),
        read => read,
    }
}

/// Returns a value with the nearest floats in place of its decimals, except those beyond all
/// floats.
pub fn near(value: &Value) -> Result<Value> {
    let frozen = with_builder(Duplicates::Error, Limits::NONE, |builder| {
        builder.start()?;
        value.encode(&mut Filtered::new(Near, &mut *builder), &())?;
        builder.finish()
    })?;
    Ok(Value::from(frozen))
}

/// Turns decimals into the nearest floats, except those that would be infinite.
struct Near;

impl Filter for Near {
    fn scalar<'de, S: Sink<'de>>(
        &mut self,
        _: &Place,
        value: Scalar<'de, '_>,
        sink: &mut S,
    ) -> Result {
        match value {
            Scalar::Decimal(text) => match Number::Decimal(text).as_f64() {
                Some(near) => sink.f64(near),
                None => sink.decimal(text),
            },
            other => other.give(sink),
        }
    }
}

fn yaml_by(bytes: &[u8], options: &varvel_yaml::ReadOptions, beyond: bool) -> Result<Vec<Value>> {
    let exact = options.with_exact_decimals();
    let mut documents = varvel_yaml::Documents::new(bytes, if beyond { &exact } else { options })?;
    let mut values = Vec::new();
    loop {
        let read = with_builder(Duplicates::Error, options.limits, |builder| {
            builder.start()?;
            let more = match beyond {
                true => documents.drive_next(&mut Filtered::new(Near, &mut *builder))?,
                false => documents.drive_next(builder)?,
            };
            match more {
                true => builder.finish().map(Some),
                false => Ok(None),
            }
        })?;
        match read {
            Some(frozen) => push(&mut values, Value::try_from_frozen(frozen)?)?,
            None => return Ok(values),
        }
    }
}

/// Returns a text in strict JSON with the same meaning, in which each byte keeps its place:
/// comments, the byte order mark, and trailing commas become spaces.
fn strict(text: &str) -> Result<String> {
    let mut out = String::new();
    // The result has as many bytes as the text.
    out.try_reserve(text.len())
        .map_err(|_| Error::out_of_memory())?;
    let mut at = 0;
    // The end of the text that was copied.
    let mut from = 0;
    // The last sign, apart from white space and comments.
    let mut last = 0;
    let blank = |out: &mut String, from: usize, start: usize, end: usize| {
        out.push_str(text.get(from..start).unwrap_or_default());
        for byte in text.as_bytes().get(start..end).unwrap_or_default() {
            // Line breaks stay, for the line numbers of errors.
            out.push(match byte {
                b'\n' => '\n',
                _ => ' ',
            });
        }
        end
    };
    if text.starts_with('\u{FEFF}') {
        (at, from) = (3, blank(&mut out, 0, 0, 3));
    }
    while at < text.len() {
        match (byte(text, at), byte(text, at + 1)) {
            (b'"', _) => (at, last) = (outline::token_end(text, at, Comments::Slashes), b'"'),
            (b'/', b'/') => {
                let end = line_end(text, at);
                from = blank(&mut out, from, at, end);
                at = end;
            }
            (b'/', b'*') => {
                let end = comment_end(text, at);
                // A comment without an end stays, so that it is refused.
                if text
                    .get(at..end)
                    .is_some_and(|part| part.ends_with("*/") && part.len() >= 4)
                {
                    from = blank(&mut out, from, at, end);
                }
                at = end;
            }
            (b',', _) => {
                let next = next_token(text, at + 1, Comments::Slashes);
                let behind_item = !matches!(last, b'[' | b'{' | b',' | b':' | 0);
                if matches!(byte(text, next), b']' | b'}') && behind_item {
                    from = blank(&mut out, from, at, at + 1);
                }
                (at, last) = (at + 1, b',');
            }
            (other, _) => {
                if !other.is_ascii_whitespace() {
                    last = other;
                }
                at += 1;
            }
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Ok(out)
}
