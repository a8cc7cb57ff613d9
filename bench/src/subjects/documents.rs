//! The inputs of subjects: plain, padded, or copied anew because the parser destroys them.
//!
//! In each of them, document `i` is document `i % len` of the case.

/// The documents unchanged.
#[derive(Default)]
pub struct Plain(Vec<Vec<u8>>);

impl Plain {
    pub fn load(&mut self, documents: &[Vec<u8>]) {
        self.0 = documents.to_vec();
    }

    pub fn get(&self, i: usize) -> &[u8] {
        &self.0[i % self.0.len()]
    }
}

/// The documents, each followed by null bytes that its length does not count.
#[cfg_attr(not(any(has_simdjson, has_rapidjson)), allow(dead_code))]
#[derive(Default)]
pub struct Padded {
    documents: Vec<Vec<u8>>,
    padding: usize,
}

#[cfg_attr(not(any(has_simdjson, has_rapidjson)), allow(dead_code))]
impl Padded {
    pub fn load(&mut self, documents: &[Vec<u8>], padding: usize) {
        self.padding = padding;
        self.documents = documents
            .iter()
            .map(|document| padded(document, padding))
            .collect();
    }

    pub fn get(&self, i: usize) -> &[u8] {
        let document = &self.documents[i % self.documents.len()];
        &document[..document.len() - self.padding]
    }
}

/// Copies of the documents, one for each operation of a batch, which the operation may destroy.
/// They end in null bytes that [`Consumed::get`] includes.
#[derive(Default)]
pub struct Consumed {
    documents: Vec<Vec<u8>>,
    copies: Vec<Vec<u8>>,
}

impl Consumed {
    pub fn load(&mut self, documents: &[Vec<u8>], padding: usize) {
        self.documents = documents
            .iter()
            .map(|document| padded(document, padding))
            .collect();
    }

    /// Makes the copies for operations `0..count`, in the memory of the last ones.
    pub fn refill(&mut self, count: usize) {
        self.copies.resize(count, Vec::new());
        for (copy, document) in self.copies.iter_mut().zip(self.documents.iter().cycle()) {
            copy.clear();
            copy.extend_from_slice(document);
        }
    }

    pub fn get(&mut self, i: usize) -> &mut [u8] {
        &mut self.copies[i]
    }
}

fn padded(document: &[u8], padding: usize) -> Vec<u8> {
    let mut copy = Vec::with_capacity(document.len() + padding);
    copy.extend_from_slice(document);
    copy.resize(document.len() + padding, 0);
    copy
}
