//! The declarations of a file.

use alloc::string::String;
use alloc::vec::Vec;

use super::lex::TokenKind;
use super::parser::{KEYWORDS, Parser};
use super::syntax::{Definition, DefinitionKind, FileSyntax, Member, TypeSyntax, Word};
use crate::diagnostic::{Found, Problem, ProblemKind};
use crate::schema::FileId;

/// The longest namespace. The limit bounds the cost of looking names up in it.
const LONGEST_NAMESPACE: usize = 512;

/// Parses all declarations of a file. Problems are noted, and what is wrong is left out.
pub(crate) fn parse_file(text: &str, file: FileId, found: &mut Found) -> FileSyntax {
    let mut file = Declarations {
        parser: Parser::new(text, file, found),
        namespace: String::new(),
        out: FileSyntax::default(),
    };
    while !file.parser.at_end() && !file.parser.found.is_full() {
        let from = file.parser.token;
        if file.declaration().is_none() {
            file.parser.skip_to_declaration(from);
        }
    }
    file.out
}

struct Declarations<'t, 'f> {
    parser: Parser<'t, 'f>,
    /// The namespace of the next definitions.
    namespace: String,
    out: FileSyntax,
}

impl Declarations<'_, '_> {
    fn declaration(&mut self) -> Option<()> {
        let parser = &mut self.parser;
        if parser.at(b'{') {
            let problem = parser.unexpected("a declaration");
            let hint = "data stand in files of their own, not in schemas";
            parser.found.push(problem.hint(hint));
            return None;
        }
        let doc = parser.take_doc();
        let keyword = parser.text();
        let known = KEYWORDS.contains(&keyword) && parser.token.kind == TokenKind::Name;
        if !known {
            let problem = parser.unexpected("a declaration").near(keyword, &KEYWORDS);
            parser.found.push(problem);
            return None;
        }
        let place = parser.place();
        parser.advance();
        match keyword {
            "include" => {
                let name = parser.string("the name of a file, in quotes")?;
                if !self.out.definitions.is_empty() {
                    let message = "`include` stands behind a definition";
                    let problem = Problem::new(ProblemKind::Syntax, place, message);
                    let hint = "put all of them in front of the first definition";
                    self.parser.found.push(problem.hint(hint));
                }
                self.out.includes.push(name);
            }
            "native_include" => {
                let name = parser.string("the name of a file, in quotes")?.text;
                self.out.native_includes.push(name);
            }
            "namespace" => self.namespace = self.namespace()?,
            "attribute" => {
                let name = match parser.token.kind {
                    TokenKind::Text => parser.string("")?,
                    _ => parser.name("the name of an attribute")?,
                };
                self.out.attributes.push(name);
            }
            "root_type" => {
                let name = parser.path("the name of a table")?;
                self.out.root = Some((self.namespace.clone(), name));
            }
            "file_identifier" => {
                self.out.identifier = Some(parser.string("four bytes, in quotes")?);
            }
            "file_extension" => {
                self.out.extension = Some(parser.string("the end of file names, in quotes")?);
            }
            keyword => return self.definition(keyword, doc),
        }
        self.parser.expect_end(b';')
    }

    fn namespace(&mut self) -> Option<String> {
        // `namespace ;` leaves all namespaces.
        if self.parser.at(b';') {
            return Some(String::new());
        }
        let name = self.parser.path("a name")?;
        if name.text.len() > LONGEST_NAMESPACE || name.text.matches('.').count() > 31 {
            let message = "the namespace is too long";
            let problem = Problem::new(ProblemKind::TooLarge, name.place, message);
            self.parser
                .found
                .push(problem.hint("it may have 32 parts and 512 bytes"));
            return None;
        }
        Some(name.text)
    }

    fn definition(&mut self, keyword: &str, doc: Vec<String>) -> Option<()> {
        let (kind, what) = match keyword {
            "table" => (DefinitionKind::Table, "the name of the table"),
            "struct" => (DefinitionKind::Struct, "the name of the struct"),
            "enum" => (DefinitionKind::Enum, "the name of the enum"),
            "union" => (DefinitionKind::Union, "the name of the union"),
            _ => (DefinitionKind::Service, "the name of the service"),
        };
        let parser = &mut self.parser;
        let name = parser.name(what)?;
        let has_type = matches!(kind, DefinitionKind::Enum | DefinitionKind::Union);
        let underlying = match has_type && parser.eat(b':') {
            true => Some(parser.ty()?),
            false => None,
        };
        let attributes = parser.attributes()?;
        if kind == DefinitionKind::Enum && underlying.is_none() && parser.at(b'{') {
            let message = "the enum does not say which integer it is";
            let problem = Problem::new(ProblemKind::Syntax, name.place, message);
            let hint = alloc::format!("`enum {}: int {{` for example", name.text);
            parser.found.push(problem.hint(hint));
        }
        parser.expect(b'{', "`{`")?;
        let members = match kind {
            DefinitionKind::Enum | DefinitionKind::Union => self.entries(kind, b','),
            _ => self.entries(kind, b';'),
        };
        self.out.definitions.push(Definition {
            kind,
            namespace: self.namespace.clone(),
            name,
            doc,
            underlying,
            attributes,
            members,
        });
        Some(())
    }

    /// Parses the entries between braces, up to the closing one.
    fn entries(&mut self, kind: DefinitionKind, end: u8) -> Vec<Member> {
        let mut members = Vec::new();
        loop {
            let parser = &mut self.parser;
            if parser.eat(b'}') {
                return members;
            }
            if parser.at_end() || parser.at_declaration() {
                let problem = parser.unexpected("`}`");
                parser.found.push(problem);
                return members;
            }
            if parser.found.is_full() {
                return members;
            }
            let from = parser.token;
            match self.entry(kind) {
                Some(member) => members.push(member),
                None => {
                    self.parser.skip_to_entry(from, end);
                    continue;
                }
            }
            let from = self.parser.token;
            // The last entry of an enum or union needs no comma.
            let last = end == b',' && self.parser.at(b'}');
            if !last && self.parser.expect_end(end).is_none() {
                self.parser.skip_to_entry(from, end);
            }
        }
    }

    fn entry(&mut self, kind: DefinitionKind) -> Option<Member> {
        let parser = &mut self.parser;
        let mut member = Member {
            name: Word::missing(parser.file()),
            doc: parser.take_doc(),
            ty: None,
            request: None,
            value: None,
            attributes: Vec::new(),
        };
        match kind {
            DefinitionKind::Table | DefinitionKind::Struct => {
                member.name = parser.name("the name of a field")?;
                parser.expect(b':', "`:` and the type of the field")?;
                member.ty = Some(parser.ty()?);
            }
            DefinitionKind::Enum => member.name = parser.name("the name of a value")?,
            DefinitionKind::Union => {
                let name = parser.path("a type, or the name of one")?;
                member.ty = Some(match parser.eat(b':') {
                    true => parser.ty()?,
                    false => TypeSyntax {
                        name: name.clone(),
                        of: super::syntax::Several::One,
                        place: name.place,
                    },
                });
                member.name = name;
                member.name.text = member.name.text.replace('.', "_");
            }
            DefinitionKind::Service => {
                member.name = parser.name("the name of a call")?;
                parser.expect(b'(', "`(` and the table that the call takes")?;
                member.request = Some(parser.ty()?);
                parser.expect(b')', "`)`")?;
                parser.expect(b':', "`:` and the table that the call gives")?;
                member.ty = Some(parser.ty()?);
            }
        }
        if kind != DefinitionKind::Service && parser.eat(b'=') {
            member.value = Some(parser.literal("a value")?);
        }
        member.attributes = parser.attributes()?;
        Some(member)
    }
}
