//! Options of everything that writes JSON text.

use varvel::json::{self, WriteOptions};
use varvel::{AsText, Encode};

use crate::files::format::Format;

/// How JSON text is laid out, and what is written as text.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Writing")]
pub struct Layout {
    /// Write JSON with line breaks and two spaces a level
    #[arg(long, conflicts_with = "compact")]
    pub pretty: bool,
    /// Write JSON on one line without spaces (the default)
    #[arg(long)]
    pub compact: bool,
    /// Where the format has no kind for it, write bytes as Base64, points in time as RFC 3339, NaN and infinities as
    /// `nan`, `inf`, `-inf`, and big integers and decimals as their digits
    ///
    /// Keys that are null, booleans or numbers are written as their text into JSON without this, too.
    #[arg(long)]
    pub as_text: bool,
}

impl Layout {
    /// Chooses what is written as text into a format: into JSON always the keys that are no strings,
    /// and with `--as-text` all that the format has no kind for.
    pub fn as_text(&self, to: Format) -> AsText {
        match (self.as_text, to) {
            (true, _) => AsText::ALL,
            (false, Format::Json | Format::Json5 | Format::Ndjson) => AsText::KEYS,
            (false, _) => AsText::NOTHING,
        }
    }

    /// A value as JSON text.
    pub fn json<T: Encode>(&self, value: &T, to: Format) -> varvel::Result<Vec<u8>> {
        let options = self.write_options_of(to);
        self.as_text(to)
            .try_without_keys(|as_text| json::to_vec_with(value, &options.with_as_text(as_text)))
    }

    /// Returns the library's options for JSON.
    pub fn write_options(&self) -> WriteOptions {
        match self.pretty {
            true => WriteOptions::pretty(),
            false => WriteOptions::compact(),
        }
    }

    /// Returns the library's options for this format: JSON5 has names without quotes.
    pub fn write_options_of(&self, to: Format) -> WriteOptions {
        match to {
            Format::Json5 => self.write_options().bare_names().non_finite_as_words(),
            _ => self.write_options(),
        }
    }
}
