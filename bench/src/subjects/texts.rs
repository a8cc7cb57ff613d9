//! Texts as parsers want them: as given, before null bytes, or copied anew because the parser
//! destroys them.

use super::prepared::text;
use crate::checksum::Checksum;
use crate::harness::Subject;

/// Returns the documents as given.
pub fn as_given(documents: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    Ok(documents.to_vec())
}

/// Returns the documents as strings.
pub fn strings(documents: &[Vec<u8>]) -> Result<Vec<String>, String> {
    let all = documents.iter().cloned().map(String::from_utf8);
    all.collect::<Result<_, _>>().map_err(text)
}

/// A text before null bytes that its length does not count.
pub struct Padded {
    bytes: Vec<u8>,
    length: usize,
}

impl Padded {
    /// Returns each document before this many null bytes.
    pub fn all(documents: &[Vec<u8>], padding: usize) -> Vec<Self> {
        let all = documents
            .iter()
            .map(|document| Self::new(document, padding));
        all.collect()
    }

    fn new(document: &[u8], padding: usize) -> Self {
        let mut bytes = Vec::with_capacity(document.len() + padding);
        bytes.extend_from_slice(document);
        bytes.resize(document.len() + padding, 0);
        Self {
            bytes,
            length: document.len(),
        }
    }

    /// Returns the text without the null bytes.
    #[cfg_attr(not(any(has_simdjson, has_rapidjson)), allow(dead_code))]
    pub fn text(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// A parser that destroys its text: each operation of a batch has a copy, made outside of the
/// timing.
pub struct Destroying<S> {
    pub name: &'static str,
    /// The object that is kept from one text to the next, such as the parser's memory.
    pub kept: S,
    /// The number of null bytes at the end of each copy.
    pub padding: usize,
    /// Reads a copy. The result depends on the work.
    pub run: fn(&mut S, &mut [u8]) -> u64,
    /// Returns the checksum of what was read.
    pub check: fn(&mut S, &mut [u8]) -> Result<Checksum, String>,
}

impl<S: 'static> Destroying<S> {
    pub fn subject(self) -> Box<dyn Subject> {
        Box::new(Copying {
            how: self,
            documents: Vec::new(),
            copies: Vec::new(),
        })
    }
}

struct Copying<S> {
    how: Destroying<S>,
    documents: Vec<Padded>,
    copies: Vec<Vec<u8>>,
}

impl<S> Subject for Copying<S> {
    fn name(&self) -> &str {
        self.how.name
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.documents = Padded::all(documents, self.how.padding);
        Ok(())
    }

    /// Makes the copies for operations `0..count`, in the memory of the last ones.
    fn refill(&mut self, count: usize) {
        self.copies.resize(count, Vec::new());
        for (copy, document) in self.copies.iter_mut().zip(self.documents.iter().cycle()) {
            copy.clone_from(&document.bytes);
        }
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        (self.how.check)(&mut self.how.kept, &mut self.copies[i])
    }

    fn run(&mut self, i: usize) -> u64 {
        (self.how.run)(&mut self.how.kept, &mut self.copies[i])
    }
}
