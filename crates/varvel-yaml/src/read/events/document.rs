//! Documents: directives, and the marks before and behind documents.

use hashbrown::HashMap;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};

use super::properties::{CORE, Properties, Tag};
use super::space::is_space;
use super::{Event, Events, Frame, State};
use crate::error;

/// The directives before a document.
#[derive(Clone, Debug, Default)]
pub(super) struct Directives<'de> {
    /// The prefix of each handle of tags.
    handles: HashMap<&'de str, &'de str, RandomState>,
    version: bool,
}

impl<'de> Directives<'de> {
    /// Returns the tag that is written as `text`; `None` if its handle is not declared.
    pub(super) fn resolve(&self, text: &'de str) -> Option<Tag<'de>> {
        if let Some(verbatim) = text.strip_prefix("!<") {
            let suffix = verbatim.strip_suffix('>')?;
            return Some(Tag { prefix: "", suffix });
        }
        if text == "!" {
            return Some(Tag {
                prefix: "!",
                suffix: "",
            });
        }
        let (handle, suffix) = match text.get(1..)?.find('!') {
            Some(end) => text.split_at_checked(end + 2)?,
            None => text.split_at_checked(1)?,
        };
        let known = match self.handles.is_empty() {
            true => None,
            false => self.handles.get(handle),
        };
        let prefix = match (known, handle) {
            (Some(prefix), _) => prefix,
            (None, "!") => "!",
            (None, "!!") => CORE,
            _ => return None,
        };
        Some(Tag { prefix, suffix })
    }
}

impl<'de> Events<'de> {
    /// Reads the text between documents.
    pub(super) fn stream(&mut self) -> Result<Event> {
        // A new table is made, because clearing a table takes as long as it was large.
        self.directives = Directives::default();
        let mut directive = None;
        loop {
            self.next_line()?;
            let at = self.place.at;
            if at == self.mark && at == self.place.line {
                self.next_mark();
                self.place = super::Position::at(at + 3);
                continue;
            }
            if at >= self.input.len() {
                return match directive {
                    None => Ok(self.mark(Event::StreamEnd)),
                    Some(at) => Err(error::directive_alone(at)),
                };
            }
            match (self.place.indent, self.byte(at)) {
                (-1, b'.') => {
                    if let Some(at) = directive {
                        return Err(error::directive_alone(at));
                    }
                    self.place.at += 3;
                }
                (-1, _) => {
                    self.place.at += 3;
                    return self.begin_document(at, true);
                }
                (0, b'%') if at == self.place.line => {
                    directive = Some(at);
                    self.directive()?;
                }
                _ => {
                    return match directive {
                        None => self.begin_document(at, false),
                        Some(_) => {
                            Err(self.unexpected("`---` between directives and the document"))
                        }
                    };
                }
            }
        }
    }

    fn begin_document(&mut self, at: usize, explicit: bool) -> Result<Event> {
        self.frame.state = State::RootEnd;
        self.push(Frame::new(State::Root, -1))?;
        self.properties = Properties::NONE;
        self.start = at;
        Ok(Event::DocumentStart { explicit })
    }

    /// Reads the document's node.
    pub(super) fn root(&mut self) -> Result<Event> {
        self.pop();
        self.block_node(-1, super::block::Before::Document)
    }

    /// Reads the text behind the document's node.
    pub(super) fn root_end(&mut self) -> Result<Event> {
        self.next_line()?;
        let at = self.place.at;
        if self.place.indent >= 0 {
            return Err(error::second_node(self.input, at, self.place.indent));
        }
        self.frame.state = State::Stream;
        let explicit = self.here() == b'.';
        if explicit {
            self.place.at += 3;
            let end = self.skip_blanks(self.place.at);
            if !self.ends_line(end) {
                self.place.at = end;
                return Err(error::after_marker(self.input, end));
            }
        }
        Ok(self.mark(Event::DocumentEnd { explicit }))
    }

    fn mark(&mut self, event: Event) -> Event {
        self.properties = Properties::NONE;
        self.start = self.place.at;
        event
    }

    /// Reads a line that begins with `%`.
    fn directive(&mut self) -> Result {
        let at = self.place.at;
        let (name, end) = self.word(at + 1);
        let end = match name {
            "YAML" => self.version(at, end)?,
            "TAG" => self.handle(at, end)?,
            "" => {
                return Err(error::directive(
                    at,
                    "a directive, as `%YAML 1.2`; a text that begins with `%` needs quotes",
                ));
            }
            // Other directives are reserved, and readers ignore directives that they do not know.
            _ => self.line_end(end),
        };
        let end = self.skip_blanks(end);
        if !self.ends_line(end) {
            return Err(error::directive(
                end,
                "nothing more on the line of a directive",
            ));
        }
        self.place.at = self.line_end(end);
        Ok(())
    }

    /// Returns the word that begins at `at`, and its end.
    fn word(&self, at: usize) -> (&'de str, usize) {
        let mut end = at;
        while !is_space(self.byte(end)) {
            end += 1;
        }
        (self.input.get(at..end).unwrap_or_default(), end)
    }

    /// Returns the next word on the line of a directive, and its end.
    fn argument(&self, at: usize, expected: &'static str) -> Result<(&'de str, usize)> {
        let start = self.skip_blanks(at);
        match self.word(start) {
            ("", _) => Err(error::directive(start, expected)),
            found => Ok(found),
        }
    }

    fn version(&mut self, at: usize, end: usize) -> Result<usize> {
        if self.directives.version {
            return Err(error::directive(
                at,
                "at most one `%YAML` before a document",
            ));
        }
        self.directives.version = true;
        let (version, end) = self.argument(end, "a version, as in `%YAML 1.2`")?;
        let minor = version.strip_prefix("1.").unwrap_or_default();
        if minor.is_empty() || !minor.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error::directive(
                end - version.len(),
                "a version 1 of YAML, as in `%YAML 1.2`",
            ));
        }
        Ok(end)
    }

    fn handle(&mut self, at: usize, end: usize) -> Result<usize> {
        let (handle, end) = self.argument(
            end,
            "a handle and a prefix, as in `%TAG !e! tag:example.com:`",
        )?;
        let (prefix, end) = self.argument(end, "a prefix, as in `%TAG !e! tag:example.com:`")?;
        let inner = handle
            .strip_prefix('!')
            .map(|rest| rest.strip_suffix('!').unwrap_or(rest));
        let word = |inner: &str| {
            inner
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        if !inner.is_some_and(word) || inner != Some("") && !handle.ends_with('!') {
            return Err(error::directive(at, "a handle like `!`, `!!` or `!e!`"));
        }
        let handles = &mut self.directives.handles;
        handles.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        if handles.insert(handle, prefix).is_some() {
            return Err(error::directive(at, "each handle once before a document"));
        }
        Ok(end)
    }
}
