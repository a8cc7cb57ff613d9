//! Finds the place of a node in the bytes of a document: a tree names its nodes by their paths, and
//! does not know where it read them.

use varvel::format::{Format as _, Read};
use varvel::formats::{AnyFormat, Row, Visit};
use varvel::json::{self, Json};
use varvel::path::{Step, enter};
use varvel::yaml::{self, Yaml};
use varvel::{Duplicates, Error, ErrorKind, Source};

use crate::files::format::Format;
use crate::files::input::Input;
use crate::files::json_documents::json_documents;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::terminal::exit::Failure;
use crate::terminal::report;

impl Input {
    /// Reports an error in writing a node of the tree that was read from this document. The path of
    /// the error leads to its place.
    pub fn failure_in_tree(&self, reading: &Reading, purpose: Purpose, error: &Error) -> Failure {
        let about_a_node = !matches!(error.kind(), ErrorKind::OutOfMemory | ErrorKind::Io);
        let steps = error.steps().unwrap_or_default();
        let offset = match (error.offset(), self.format) {
            (None, Format::Document(format)) if about_a_node => {
                let about_key = is_about_key(error);
                place_of(steps, about_key, format, &self.bytes, reading, purpose)
            }
            _ => None,
        };
        match offset {
            Some(offset) => self.failure(&error.clone().with_offset(offset)),
            None => report::in_document(&self.name, error),
        }
    }
}

/// Returns whether an error is about a key, not about the value behind it.
pub fn is_about_key(error: &Error) -> bool {
    let key = |text: Option<&str>| text.is_some_and(|text| text.ends_with("as key"));
    key(error.expectation()) || error.found() == Some("a key that is no string")
}

/// Returns the offset of the node that `steps` lead to in a document, or in the array of several;
/// that of its key if the error is `about_key`.
pub fn place_of(
    steps: &[Step],
    about_key: bool,
    format: AnyFormat,
    bytes: &[u8],
    reading: &Reading,
    purpose: Purpose,
) -> Option<usize> {
    let duplicates = reading.duplicates();
    let seek = Seek {
        steps,
        about_key,
        duplicates,
    };
    let stopped = match format {
        AnyFormat::Yaml => seek.in_yaml(bytes, &reading.options_of::<Yaml>(purpose)),
        AnyFormat::Json => seek.in_json(bytes, &reading.options_of::<Json>(purpose)),
        AnyFormat::Json5 => {
            let options = reading.options_of::<Json>(purpose).with_non_finite();
            let relaxed = reading.relaxed(bytes);
            relaxed.and_then(|text| text.read(|json| Json::read(json, &options, seek)))
        }
        _ => format.visit(SeekIn {
            bytes,
            reading,
            purpose,
            seek,
        }),
    };
    let error = stopped.err()?;
    error.offset().filter(|_| error.kind() == FOUND)
}

/// The kind of the error with which a search ends at the node. It has the node's offset, which the
/// formats that rewrite their text translate.
const FOUND: ErrorKind = ErrorKind::NotFound;

/// A search for a node.
#[derive(Clone, Copy)]
struct Seek<'s> {
    steps: &'s [Step],
    /// Whether the key of the node is sought.
    about_key: bool,
    /// Which of two equal keys the tree has.
    duplicates: Duplicates,
}

impl<'s> Seek<'s> {
    /// Returns the number of the document to search, and the search in it. If the documents are
    /// several, the first step is that number.
    fn in_documents(self, several: bool) -> (usize, Self) {
        match self.steps {
            [Step::Index(number), steps @ ..] if several => (*number, Self { steps, ..self }),
            _ => (0, self),
        }
    }

    /// Seeks in YAML. The tree of several documents is the array of them.
    fn in_yaml(self, bytes: &[u8], options: &yaml::ReadOptions) -> varvel::Result {
        let mut counted = yaml::Documents::new(bytes, options)?;
        let several = counted.next()?.is_some() && counted.next()?.is_some();
        let (number, seek) = self.in_documents(several);
        let mut documents = yaml::Documents::new(bytes, options)?;
        for _ in 0..number {
            documents.next()?;
        }
        match documents.next()? {
            Some(document) => seek.read(document),
            None => Ok(()),
        }
    }

    /// Seeks in JSON. The tree of several documents is the array of them.
    fn in_json(self, bytes: &[u8], options: &json::ReadOptions) -> varvel::Result {
        let mut count = 0;
        json_documents(bytes, options, |document| {
            count += 1;
            document.skip()
        })?;
        let (number, seek) = self.in_documents(count > 1);
        let mut next = 0;
        json_documents(bytes, options, |document| {
            next += 1;
            match next > number {
                true => seek.read(document),
                false => document.skip(),
            }
        })
    }
}

impl<'de> Read<'de> for Seek<'_> {
    type Output = ();

    /// Ends with an error of the kind [`FOUND`] at the node, or without one if there is none.
    fn read<R: Source<'de>>(self, source: &mut R) -> varvel::Result {
        for step in self.steps {
            if !enter(source, step, self.duplicates)? {
                return Ok(());
            }
        }
        // The source has passed the white space before the node once it knows the node's kind.
        source.peek()?;
        let offset = match self.about_key {
            true => source.key_offset(),
            false => source.offset(),
        };
        Err(Error::new(FOUND).with_offset(offset))
    }
}

/// A search in a document of a format that is chosen at run time.
struct SeekIn<'i> {
    bytes: &'i [u8],
    reading: &'i Reading,
    purpose: Purpose,
    seek: Seek<'i>,
}

impl Visit for SeekIn<'_> {
    type Output = varvel::Result;

    fn visit<F: Row>(self) -> varvel::Result {
        let options = self.reading.options_of::<F>(self.purpose);
        F::read(self.bytes, &options, self.seek)
    }
}
