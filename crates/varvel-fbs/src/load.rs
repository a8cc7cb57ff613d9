//! Loads the files of a schema: the first one, and all that are included, each once. Files may
//! include each other in circles.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::Span;

use super::diagnostic::{Found, Problem, ProblemKind, Source};
use super::files::{Files, Located};
use super::parse::parse_file;
use super::parse::syntax::{FileSyntax, Word};
use super::schema::{File, FileId, SourcePos};

/// The files as they were read.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// The texts, by the files' numbers.
    pub sources: Vec<Source>,
    pub files: Vec<File>,
    pub syntax: Vec<FileSyntax>,
    /// The files' numbers; an included file comes before those that include it, unless they form a
    /// circle.
    pub order: Vec<FileId>,
}

/// Reads `name`, and all that it includes.
pub(super) fn load(name: &str, files: &dyn Files, found: &mut Found) -> Loaded {
    let mut loader = Loader {
        files,
        numbers: BTreeMap::new(),
        loaded: Loaded::default(),
    };
    let Some(root) = files.find(name, None) else {
        let message = format!("there is no file `{name}`");
        found.push(Problem::nowhere(ProblemKind::File, message));
        return loader.loaded;
    };
    if let Err(reason) = loader.open(root, found) {
        let message = format!("cannot read `{name}`: {reason}");
        found.push(Problem::nowhere(ProblemKind::File, message));
        return loader.loaded;
    }
    loader.follow(found);
    loader.loaded
}

struct Loader<'f> {
    files: &'f dyn Files,
    /// The files' numbers, by [`Located::identity`].
    numbers: BTreeMap<String, FileId>,
    loaded: Loaded,
}

impl Loader<'_> {
    /// Opens the files that the first file includes, and those that these include.
    fn follow(&mut self, found: &mut Found) {
        // The chain of files that led here, each with the number of its next include.
        let mut stack = alloc::vec![(FileId(0), 0)];
        while let Some((file, next)) = stack.last_mut() {
            let (file, at) = (*file, *next);
            *next += 1;
            let syntax = &self.loaded.syntax[file.0 as usize];
            let Some(word) = syntax.includes.get(at).cloned() else {
                self.loaded.order.push(file);
                stack.pop();
                continue;
            };
            if found.is_full() {
                return;
            }
            let before = self.loaded.files.len();
            if let Some(included) = self.include(file, &word, found) {
                self.loaded.files[file.0 as usize].includes.push(included);
                if included.0 as usize == before {
                    stack.push((included, 0));
                }
            }
        }
    }

    fn include(&mut self, from: FileId, word: &Word, found: &mut Found) -> Option<FileId> {
        let path = &self.loaded.files[from.0 as usize].name;
        let Some(located) = self.files.find(&word.text, Some(path)) else {
            let message = format!("there is no file `{}`", word.text);
            let hint = "it is looked for beside this file, then in the folders to search";
            found.push(Problem::new(ProblemKind::File, word.place, message).hint(hint));
            return None;
        };
        match self.open(located, found) {
            Ok(id) => Some(id),
            Err(reason) => {
                let message = format!("cannot read `{}`: {reason}", word.text);
                found.push(Problem::new(ProblemKind::File, word.place, message));
                None
            }
        }
    }

    /// Returns the number of a file, and reads the file if it is new.
    fn open(&mut self, file: Located, found: &mut Found) -> Result<FileId, String> {
        if let Some(id) = self.numbers.get(&file.identity) {
            return Ok(*id);
        }
        let bytes = self.files.read(&file)?;
        let id = u32::try_from(self.loaded.files.len()).map_err(|_| "there are too many files")?;
        let id = FileId(id);
        let (text, syntax) = match String::from_utf8(bytes) {
            Ok(text) => {
                let syntax = parse_file(&text, id, found);
                (text, syntax)
            }
            Err(error) => {
                // The valid text before the error, so that the place can be shown.
                let at = error.utf8_error().valid_up_to();
                let mut bytes = error.into_bytes();
                bytes.truncate(at);
                let place = SourcePos {
                    file: id,
                    span: Span { start: at, end: at },
                };
                let message = "here the text is no longer UTF-8";
                found.push(Problem::new(ProblemKind::Token, place, message));
                (
                    String::from_utf8(bytes).unwrap_or_default(),
                    FileSyntax::default(),
                )
            }
        };
        self.numbers.insert(file.identity, id);
        self.loaded.files.push(File {
            name: file.path.clone(),
            includes: Vec::new(),
            native_includes: syntax.native_includes.clone(),
        });
        let name = file.path;
        self.loaded.sources.push(Source { name, text });
        self.loaded.syntax.push(syntax);
        Ok(id)
    }
}
