//! [`Documents`]: the documents of a text, one after the other.

use varvel_core::{Result, Sink, Source};

use super::Reader;
use super::events::Event;
use crate::options::ReadOptions;

/// The documents of a YAML text, one after the other.
///
/// ```
/// use varvel::Source;
/// use varvel::yaml::{Documents, ReadOptions};
/// let mut documents = Documents::new(b"--- 1\n--- 2\n...\n# the end\n", &ReadOptions::default())?;
/// let mut sum = 0;
/// while let Some(document) = documents.next()? {
///     sum += document.read_i64()?;
/// }
/// assert_eq!(sum, 3);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Documents<'de> {
    reader: Reader<'de>,
    begun: bool,
}

impl<'de> Documents<'de> {
    /// Makes a reader of the documents of `input`.
    ///
    /// # Errors
    /// The errors of [`Reader::new`].
    pub fn new(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        Ok(Self {
            reader: Reader::new(input, options)?,
            begun: false,
        })
    }

    /// Returns the next document, if there is one. The rest of the document before it is skipped
    /// and checked. The limits apply to one document, except that the bytes of all documents count
    /// together.
    ///
    /// # Errors
    /// Faults of the document before, or of the directives of the next one, with byte offset and
    /// path.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Result<Option<&mut Reader<'de>>> {
        if self.reader.empty {
            return Ok(None);
        }
        if self.begun && !self.pass().map_err(|error| self.reader.locate(error))? {
            self.reader.empty = true;
            return Ok(None);
        }
        self.begun = true;
        Ok(Some(&mut self.reader))
    }

    /// Drives the next document into `sink`, if there is one.
    ///
    /// ```
    /// use varvel::yaml::{Documents, ReadOptions, WriteOptions, Writer};
    /// let mut documents = Documents::new(b"--- 1\n--- [2]\n", &ReadOptions::default())?;
    /// let mut texts = Vec::new();
    /// let mut writer = Writer::new(WriteOptions::default());
    /// while documents.drive_next(&mut writer)? {
    ///     texts.push(writer.finish()?);
    ///     writer = Writer::new(WriteOptions::default());
    /// }
    /// assert_eq!(texts, [&b"1\n"[..], b"- 2\n"]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Documents::next`], and faults of the document, with byte offset and path.
    pub fn drive_next<S: Sink<'de>>(&mut self, sink: &mut S) -> Result<bool> {
        let Some(reader) = self.next()? else {
            return Ok(false);
        };
        match reader.drive(sink) {
            Ok(()) => Ok(true),
            Err(error) => Err(reader.locate(error)),
        }
    }

    /// Skips the rest of the document. Returns whether another document follows.
    fn pass(&mut self) -> Result<bool> {
        let reader = &mut self.reader;
        while !matches!(reader.look()?, Event::DocumentEnd { .. }) {
            reader.next = None;
        }
        reader.next = None;
        let more = reader.nodes.events.next()? != Event::StreamEnd;
        reader.nodes.start_document();
        Ok(more)
    }
}
