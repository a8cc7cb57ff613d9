//! Common parts of a binary schema: texts, names, comments, attributes, files.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashSet;
use varvel_core::secret::RandomState;
use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_fbs::{Attribute, AttributeValue, Attributes, File, FileId, Name, SourcePos};

use super::checked::word;
use super::format::{self, file, pair};
use super::read::Reader;
use crate::read::{Strings, Tables, Vector};

/// The most parts of a full name. A name is looked up in each namespace around it.
const PARTS: usize = 16;

impl<'a> Reader<'a> {
    /// Counts bytes that are made from the buffer.
    pub fn spend(&mut self, bytes: usize) -> Result {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Error::replayed_too_much(Limits::DEFAULT.replay)),
        }
    }

    pub fn text(&mut self, text: &str) -> Result<String> {
        // The text, with an offset and a length.
        self.spend(text.len() + 8)?;
        Ok(text.into())
    }

    pub fn name(&mut self, name: &str) -> Result<Name> {
        self.spend(name.len() + 8)?;
        name.split('.').try_for_each(word)?;
        if name.split('.').count() > PARTS {
            let expected = format!("a name of at most {PARTS} parts");
            return Err(Error::expected(ErrorKind::InvalidBuffer, expected).with_content(name));
        }
        let (namespace, base) = name.rsplit_once('.').unwrap_or(("", name));
        Ok(Name::new(namespace, base))
    }

    pub fn docs(&mut self, docs: Option<Vector<'a, Strings>>) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        for text in docs.into_iter().flat_map(Vector::iter) {
            for line in text.split('\n') {
                lines.push(self.text(line.trim_end_matches('\r'))?);
            }
        }
        Ok(lines)
    }

    pub fn attributes(
        &mut self,
        pairs: Option<Vector<'a, Tables<format::KeyValue>>>,
    ) -> Result<Attributes> {
        let mut attributes = Vec::new();
        for said in pairs.into_iter().flat_map(Vector::iter) {
            let name = said.string::<{ pair::KEY }>();
            word(name)?;
            let value = said.string_opt::<{ pair::VALUE }>().unwrap_or("0");
            let value = self.text(value)?;
            let digits = value.strip_prefix('-').unwrap_or(&value);
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let attribute = Attribute {
                value: match is_number && name != super::DEFAULT {
                    true if value == "0" && name != "id" => AttributeValue::None,
                    true => AttributeValue::Word(value),
                    false => AttributeValue::Text(value),
                },
                name: self.text(name)?,
            };
            if !attribute.is_known() && name != super::DEFAULT && name != super::CHARS {
                self.own.insert(name);
            }
            attributes.push(attribute);
        }
        Ok(Attributes(attributes))
    }

    /// Reads the files. The first one is the file that no other includes, which is the one that the
    /// caller of the compiler named.
    pub fn files(
        &mut self,
        said: Option<Vector<'a, Tables<format::SchemaFile>>>,
    ) -> Result<Vec<File>> {
        let mut files = Vec::new();
        let mut included = HashSet::<&str, RandomState>::default();
        for of in said.into_iter().flat_map(Vector::iter) {
            let own = of.string::<{ file::FILENAME }>();
            let names = of.vector_opt::<Strings, { file::INCLUDED_FILENAMES }>();
            let others = names.into_iter().flat_map(Vector::iter);
            included.extend(others.filter(|name| *name != own));
            files.push((own, names));
        }
        if let Some(first) = files.iter().position(|(name, _)| !included.contains(name)) {
            files[..=first].rotate_right(1);
        }
        for (number, (name, _)) in (0..).zip(&files) {
            self.files.insert(name, FileId(number));
        }
        let mut made = Vec::new();
        for (name, names) in files {
            let mut includes = Vec::new();
            for name in names.into_iter().flat_map(Vector::iter) {
                self.spend(8)?;
                includes.extend(self.files.get(name));
            }
            made.push(File {
                name: self.text(name)?,
                includes,
                native_includes: Vec::new(),
            });
        }
        Ok(made)
    }

    /// Returns the place of a definition, as far as it is known.
    pub fn place(&self, file: Option<&str>) -> SourcePos {
        let known = file.and_then(|name| self.files.get(name));
        SourcePos {
            file: known.copied().unwrap_or_default(),
            ..SourcePos::default()
        }
    }
}
