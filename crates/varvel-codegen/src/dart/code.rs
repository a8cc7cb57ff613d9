//! Lines of Dart code, indented by two spaces and laid out as `dart format` does.

use std::fmt::Write as _;

/// The columns of a line.
const WIDTH: usize = 80;

/// Code that grows line by line.
#[derive(Debug, Default)]
pub(super) struct Code {
    text: String,
    indent: usize,
    /// Whether the last line opened a block, after which no empty line comes.
    opened: bool,
}

impl Code {
    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n("  ", self.indent));
            self.text.push_str(line);
        }
        self.text.push('\n');
        self.opened = line.ends_with('{');
    }

    /// Adds an empty line, except at the beginning of a block.
    pub fn gap(&mut self) {
        if !self.opened && !self.text.is_empty() {
            self.line("");
        }
    }

    /// Adds an empty line and a doc comment: a sentence, and the comment of the schema.
    pub fn about(&mut self, sentence: &str, doc: &[String]) {
        self.gap();
        self.doc(sentence);
        let mut is_empty = true;
        for line in crate::comment::lines(doc) {
            if std::mem::take(&mut is_empty) {
                self.line("///");
            }
            self.line(format!("/// {}", line.trim()).trim_end());
        }
    }

    /// Adds a doc comment, in as many lines as it needs.
    pub fn doc(&mut self, text: &str) {
        let room = WIDTH - 2 * self.indent - 4;
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && line.len() + 1 + word.len() > room {
                self.line(format!("/// {line}"));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(format!("/// {line}"));
    }

    /// Adds a line that ends with an opening brace, the lines that `inner` adds, and the closing
    /// brace.
    pub fn block(&mut self, line: impl AsRef<str>, inner: impl FnOnce(&mut Self)) {
        self.closed(line.as_ref(), "}", inner);
    }

    /// Adds a line, the lines that `inner` adds, and the line `close`.
    pub fn closed(&mut self, line: &str, close: &str, inner: impl FnOnce(&mut Self)) {
        self.line(line);
        self.indented(inner);
        self.line(close);
    }

    /// Adds the lines that `inner` adds, indented by one more.
    pub fn indented(&mut self, inner: impl FnOnce(&mut Self)) {
        self.indent += 1;
        inner(self);
        self.indent -= 1;
    }

    /// Adds the lines that `inner` adds, and the brace that closes them.
    pub fn closed_here(&mut self, inner: impl FnOnce(&mut Self)) {
        self.indented(inner);
        self.line("}");
    }

    /// Adds a call. If it is too long for a line, each argument gets a line of its own.
    pub fn call(&mut self, head: &str, arguments: &[&str], tail: &str) {
        let line = format!("{head}({}){tail}", arguments.join(", "));
        if 2 * self.indent + line.len() <= WIDTH || arguments.is_empty() {
            return self.line(line);
        }
        self.closed(&format!("{head}("), &format!("){tail}"), |code| {
            arguments
                .iter()
                .for_each(|argument| code.line(format!("{argument},")));
        });
    }

    /// Adds a member whose body is an expression. If that is too long for a line, the expression
    /// gets lines of its own.
    pub fn arrow(&mut self, head: &str, value: &str) {
        let line = format!("{head} => {value};");
        if 2 * self.indent + line.len() <= WIDTH {
            return self.line(line);
        }
        self.line(format!("{head} =>"));
        self.deeper(|code| code.expression("", value, ";"));
    }

    /// Adds the lines that `inner` adds, indented as the rest of an expression is.
    pub fn deeper(&mut self, inner: impl FnOnce(&mut Self)) {
        self.indent += 2;
        inner(self);
        self.indent -= 2;
    }

    /// Adds an expression, broken at the arguments of its first call if it is too long.
    pub fn expression(&mut self, head: &str, value: &str, tail: &str) {
        let line = format!("{head}{value}{tail}");
        match parted(value) {
            Some((call, arguments, rest)) if 2 * self.indent + line.len() > WIDTH => {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                self.call(
                    &format!("{head}{call}"),
                    &arguments,
                    &format!("{rest}{tail}"),
                );
            }
            _ => self.line(line),
        }
    }

    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Parts a call into what is before its first bracket, its arguments, and what is after its last
/// bracket.
fn parted(value: &str) -> Option<(&str, Vec<String>, &str)> {
    let open = value.find('(')?;
    let mut depth = 0usize;
    let mut quote = None;
    let mut arguments = vec![String::new()];
    let mut chars = value[open..].char_indices();
    while let Some((at, c)) = chars.next() {
        let is_inner = depth > 1 || depth == 1 && c != ',' && c != ')';
        match (quote, c) {
            (Some(_), '\\') => {
                let last = arguments.last_mut()?;
                last.push(c);
                last.push(chars.next()?.1);
                continue;
            }
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '\'') => quote = Some('\''),
            (None, '(' | '[' | '{') => {
                depth += 1;
                if depth == 1 {
                    continue;
                }
            }
            (None, ')' | ']' | '}') => {
                depth -= 1;
                if depth == 0 {
                    let arguments = arguments
                        .iter()
                        .map(|text| text.trim().to_owned())
                        .filter(|text| !text.is_empty())
                        .collect();
                    return Some((&value[..open], arguments, &value[open + at + 1..]));
                }
            }
            (None, ',') if depth == 1 => {
                arguments.push(String::new());
                continue;
            }
            _ => {}
        }
        if is_inner || quote.is_some() {
            arguments.last_mut()?.push(c);
        }
    }
    None
}

/// Returns a string literal of Dart.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || ('\u{200e}'..='\u{202e}').contains(&c) || c == '\u{feff}' => {
                _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_calls_have_a_line_for_each_argument() {
        let mut code = Code::default();
        code.arrow("int get a", "f(this, 4)");
        code.arrow(
            "fb.Tables<SomeVeryLongName>? get aVeryLongName",
            "fb.Table.vector(this, 4, (u, d) => g(u, [d, ')']), 'a\\'(')",
        );
        assert_eq!(
            code.into_text(),
            "int get a => f(this, 4);\n\
             fb.Tables<SomeVeryLongName>? get aVeryLongName =>\n    \
             fb.Table.vector(this, 4, (u, d) => g(u, [d, ')']), 'a\\'(');\n"
        );
        let call =
            "fb.Table.vector(this, 4, (u, d) => g(u, [d, ')']), 'a\\'(', one, two, three, four)!";
        let (head, arguments, rest) = parted(call).unwrap();
        assert_eq!((head, rest), ("fb.Table.vector", "!"));
        assert_eq!(arguments[2..4], ["(u, d) => g(u, [d, ')'])", "'a\\'('"]);
    }

    #[test]
    fn texts_have_no_interpolation() {
        assert_eq!(quoted("a$b 'c'\\\n\u{1}é"), r"'a\$b \'c\'\\\n\u{1}é'");
    }
}
