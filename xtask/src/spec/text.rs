//! Forms of names and texts in the languages.

/// Returns the words of a name in capitals, with `_` between them: `InvalidUtf8` is
/// `INVALID_UTF8`.
pub fn capitals(name: &str) -> String {
    let mut out = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at != 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
    }
    out
}

/// Returns the words of a name in small letters, with `_` between them.
pub fn small(name: &str) -> String {
    capitals(name).to_ascii_lowercase()
}

/// Returns the words of a name in the form of Dart: `InvalidUtf8` is `invalidUtf8`.
pub fn camel(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// Breaks a comment into lines of at most `width` characters, each after `prefix`.
pub fn comment(prefix: &str, text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut line = prefix.to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > width && line != prefix {
            out.push_str(&line);
            out.push('\n');
            line = prefix.to_owned();
        }
        line.push(' ');
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
    out
}

/// Returns a comment of documentation in Java.
pub fn javadoc(indent: &str, text: &str) -> String {
    let line = format!("{indent}/** {text} */\n");
    if line.chars().count() <= 101 {
        return line;
    }
    let lines = comment(&format!("{indent} *"), text, 100);
    format!("{indent}/**\n{lines}{indent} */\n")
}

/// Returns what stands behind each of so many constants of an enumeration in Java.
pub fn ends(count: usize) -> impl Iterator<Item = char> {
    (1..=count).map(move |number| if number == count { ';' } else { ',' })
}

/// Pads the first column of rows so that the second ones stand below each other.
pub fn columns(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(first, _)| first.chars().count()).max();
    let width = width.unwrap_or(0);
    rows.iter()
        .map(|(first, second)| match second.is_empty() {
            true => format!("{first}\n"),
            false => format!("{first:width$} {second}\n"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_form_of_each_language() {
        assert_eq!(capitals("InvalidUtf8"), "INVALID_UTF8");
        assert_eq!(small("Io"), "io");
        assert_eq!(camel("InvalidUtf8"), "invalidUtf8");
    }

    #[test]
    fn long_comments_are_broken() {
        assert_eq!(
            comment("//", "one two three", 9),
            "// one\n// two\n// three\n"
        );
    }
}
