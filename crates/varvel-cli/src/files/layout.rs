//! The options of all subcommands that write documents.

use varvel::format::Profile;
use varvel::formats::{AnyFormat, Row as _, WriteOptions};
use varvel::json::{self, Json};
use varvel::{AsText, Encode};

/// How JSON text is laid out, and which values are written as text.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Writing")]
pub struct Layout {
    /// Write JSON with line breaks and two spaces a level
    #[arg(long, conflicts_with = "compact")]
    pub pretty: bool,
    /// Write JSON on one line without spaces (the default)
    #[arg(long)]
    pub compact: bool,
    /// Write values that the format has no kind for as text: bytes as Base64, points in time as RFC
    /// 3339, NaN and infinities as `nan`, `inf`, `-inf`, and big integers and decimals as their
    /// digits
    ///
    /// Keys that are null, booleans or numbers become text in JSON without this, too.
    #[arg(long)]
    pub as_text: bool,
}

impl Layout {
    /// Returns the values that become text in a format: in JSON always the keys that are not
    /// strings, and with `--as-text` all that the format has no kind for.
    pub fn as_text(&self, to: Profile) -> AsText {
        match self.as_text {
            true => AsText::ALL,
            false if to.text && !to.any_keys => AsText::KEYS,
            false => AsText::NOTHING,
        }
    }

    /// Writes a value as a document.
    pub fn document<T: Encode>(&self, value: &T, to: AnyFormat) -> varvel::Result<Vec<u8>> {
        let as_text = self.as_text(to.profile());
        as_text.try_without_keys(|as_text| to.to_vec(value, &self.options(as_text)))
    }

    /// Returns the library's options for documents of any format.
    pub fn options(&self, as_text: AsText) -> WriteOptions {
        let mut options = WriteOptions::default();
        options.pretty = self.pretty;
        options.as_text = as_text;
        options
    }

    /// Returns the library's options for JSON.
    pub fn json(&self, as_text: AsText) -> json::WriteOptions {
        Json::write_options(&self.options(as_text))
    }
}
