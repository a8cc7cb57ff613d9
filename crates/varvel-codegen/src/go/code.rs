//! Lines of Go code, indented by tabs.

/// Code that grows line by line.
#[derive(Debug, Default)]
pub(super) struct Code {
    text: String,
    indent: usize,
}

impl Code {
    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n('\t', self.indent));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Adds an empty line, and a comment of these lines.
    pub fn about(&mut self, lines: &[String]) {
        if self.indent == 0 {
            self.line("");
        }
        for line in lines {
            match line.is_empty() {
                true => self.line("//"),
                false => self.line(format!("// {line}")),
            }
        }
    }

    /// Adds a line that ends with an opening bracket, what `inner` adds, and the closing bracket.
    pub fn block(&mut self, line: impl AsRef<str>, inner: impl FnOnce(&mut Self)) {
        let line = line.as_ref();
        let close = if line.ends_with('(') { ")" } else { "}" };
        self.closed(line, close, inner);
    }

    /// Adds a line, what `inner` adds, and the line `close`.
    pub fn closed(&mut self, line: &str, close: &str, inner: impl FnOnce(&mut Self)) {
        self.line(line);
        self.indented(inner);
        self.line(close);
    }

    /// Adds a case of a switch, and what `inner` adds to it.
    pub fn case(&mut self, line: &str, inner: impl FnOnce(&mut Self)) {
        self.indent -= 1;
        self.line(line);
        self.indent += 1;
        inner(self);
    }

    /// Adds what `inner` adds, indented by one more.
    pub fn indented(&mut self, inner: impl FnOnce(&mut Self)) {
        self.indent += 1;
        inner(self);
        self.indent -= 1;
    }

    /// Adds a function with a comment of one sentence.
    pub fn function(&mut self, about: &str, head: &str, body: &[&str]) {
        self.about(&[about.to_owned()]);
        self.block(format!("func {head} {{"), |code| {
            body.iter().for_each(|line| code.line(line));
        });
    }

    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Returns a string literal of Go.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            // A byte order mark cannot stand inside of a file of Go.
            c if c.is_control() || c == '\u{feff}' => {
                out.push_str(&format!("\\U{:08x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns the comment of a schema as lines that gofmt leaves alone: it lays out headings, lists
/// and code by what a line begins with.
pub(super) fn comment(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in crate::comment::lines(lines) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let line = words.join(" ");
        if line.is_empty() {
            if out.last().is_some_and(|before| !before.is_empty()) {
                out.push(String::new());
            }
            continue;
        }
        out.push(match is_laid_out(&line) {
            true => format!("| {line}"),
            false => line,
        });
    }
    if out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

/// Returns whether gofmt takes a line for more than text.
fn is_laid_out(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < line.len() && digits.starts_with(['.', ')']);
    let is_directive = line.split_once(':').is_some_and(|(before, _)| {
        !before.is_empty()
            && before
                .bytes()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    });
    is_number
        || is_directive
        || line.starts_with(['#', '-', '*', '+', '\u{2022}', '['])
        || line.starts_with("line ")
        || line.starts_with("extern ")
        || line.starts_with("export ")
        || line.starts_with("Deprecated")
}
