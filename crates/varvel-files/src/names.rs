//! [`expand`]: the files that a name with wildcards means.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// Returns the files that a name means.
///
/// `*` stands for any characters of a name, `?` for one, `[a-z]` for one of these and `[!a-z]` for
/// one of the others; `**` as a whole name stands for any folders, and for none. No wildcard stands
/// for the `/` between names, nor for a point at the beginning of one. Only files match, not
/// folders. They come in the order of their names' bytes. `**` does not go through symbolic links.
///
/// A name without wildcards, and the name of something that exists, means itself alone.
///
/// ```
/// use std::path::{Path, PathBuf};
/// use varvel_files::expand;
/// # let folder = tempfile::tempdir()?;
/// # let at = |name: &str| folder.path().join(name);
/// for name in ["b.ndjson", "a.ndjson", "a.txt"] {
///     std::fs::write(at(name), "1\n")?;
/// }
/// assert_eq!(expand(&at("*.ndjson"))?, [at("a.ndjson"), at("b.ndjson")]);
/// assert_eq!(expand(Path::new("-"))?, [PathBuf::from("-")]);
/// let error = expand(&at("*.json")).unwrap_err();
/// assert_eq!(error.to_string(), "no file matches");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns `NotFound` if no file matches, and the errors of reading folders.
pub fn expand(name: &Path) -> io::Result<Vec<PathBuf>> {
    let wild = |part: &OsStr| {
        part.as_encoded_bytes()
            .iter()
            .any(|byte| b"*?[".contains(byte))
    };
    if !wild(name.as_os_str()) || name.symlink_metadata().is_ok() {
        return Ok(vec![name.to_owned()]);
    }
    let mut found = vec![PathBuf::new()];
    let mut parts = name.components().peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let mut next = Vec::new();
        for folder in found {
            match part {
                Component::Normal(pattern) if pattern == "**" => below(&folder, last, &mut next)?,
                Component::Normal(pattern) if wild(pattern) => {
                    in_folder(&folder, pattern, last, &mut next)?;
                }
                _ => next.push(folder.join(part)),
            }
        }
        // After `**` a folder may be found by more than one way.
        next.sort_by(|a, b| bytes(a).cmp(bytes(b)));
        next.dedup();
        found = next;
    }
    found.retain(|path| fs::metadata(path).is_ok_and(|found| !found.is_dir()));
    match found.is_empty() {
        true => Err(io::Error::new(io::ErrorKind::NotFound, "no file matches")),
        false => Ok(found),
    }
}

fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// Returns what is in a folder; nothing if it is no folder.
fn entries(folder: &Path) -> io::Result<Option<fs::ReadDir>> {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    match fs::read_dir(folder) {
        Ok(entries) => Ok(Some(entries)),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(None),
            _ => Err(error),
        },
    }
}

/// Adds what matches in a folder. Before the last part of a name only folders count.
fn in_folder(
    folder: &Path,
    pattern: &OsStr,
    last: bool,
    found: &mut Vec<PathBuf>,
) -> io::Result<()> {
    for entry in entries(folder)?.into_iter().flatten() {
        let name = entry?.file_name();
        if !matches(pattern.as_encoded_bytes(), name.as_encoded_bytes()) {
            continue;
        }
        let path = folder.join(name);
        if last || path.is_dir() {
            found.push(path);
        }
    }
    Ok(())
}

/// Adds a folder and all folders below it; as the last part of a name, their files.
fn below(folder: &Path, last: bool, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in entries(&folder)?.into_iter().flatten() {
            let entry = entry?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            // The kind of the entry itself, so that a link into a folder above ends here.
            match entry.file_type()?.is_dir() {
                true => left.push(folder.join(entry.file_name())),
                false if last => found.push(folder.join(entry.file_name())),
                false => {}
            }
        }
        if !last {
            found.push(folder);
        }
    }
    Ok(())
}

/// Returns whether a pattern matches a name.
///
/// The last `*` is the only one that is tried at further places, so the time is at most the product
/// of both lengths.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    if name.starts_with(b".") && !pattern.starts_with(b".") {
        return false;
    }
    let (mut p, mut n) = (0, 0);
    // Where to go on if the rest does not match: after the last `*`, one character later.
    let mut star = None;
    while n < name.len() {
        let step = char_len(&name[n..]);
        if pattern.get(p) == Some(&b'*') {
            p += 1;
            star = Some((p, n));
            continue;
        }
        if let Some(len) = one(&pattern[p..], &name[n..n + step]) {
            p += len;
            n += step;
            continue;
        }
        let Some((after, from)) = star else {
            return false;
        };
        n = from + char_len(&name[from..]);
        p = after;
        star = Some((after, n));
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

/// Returns the length of the first character: of a byte that is no UTF-8, 1.
fn char_len(name: &[u8]) -> usize {
    let most = &name[..name.len().min(4)];
    let valid = match str::from_utf8(most) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&most[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next().map_or(1, char::len_utf8)
}

/// Returns the length of the pattern's first part if that matches a character.
fn one(pattern: &[u8], char: &[u8]) -> Option<usize> {
    match pattern.first()? {
        b'?' => Some(1),
        b'[' => match class(&pattern[1..], char) {
            Some((true, len)) => Some(1 + len),
            Some((false, _)) => None,
            // A `[` without its `]` is a character.
            None => (char == b"[").then_some(1),
        },
        _ => pattern.starts_with(char).then_some(char.len()),
    }
}

/// Returns whether a class, whose bracket was passed, matches a character, and the length of the
/// class. Returns `None` if it has no end.
fn class(pattern: &[u8], char: &[u8]) -> Option<(bool, usize)> {
    let negated = matches!(pattern.first(), Some(b'!' | b'^'));
    let first = usize::from(negated);
    let mut at = first;
    let mut found = false;
    loop {
        let rest = pattern.get(at..).filter(|rest| !rest.is_empty())?;
        // A bracket as the first character does not end the class.
        if rest[0] == b']' && at > first {
            return Some((found != negated, at + 1));
        }
        let low = &rest[..char_len(rest)];
        at += low.len();
        let range =
            pattern.get(at) == Some(&b'-') && pattern.get(at + 1).is_some_and(|&c| c != b']');
        let high = match range {
            true => {
                let rest = &pattern[at + 1..];
                &rest[..char_len(rest)]
            }
            false => low,
        };
        at += if range { 1 + high.len() } else { 0 };
        // Characters of UTF-8 are in the order of their bytes.
        found |= low <= char && char <= high;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_names() {
        for (pattern, good, bad) in [
            ("*", &["a", "a.b", "ä"][..], &[".a"][..]),
            (
                "*.json",
                &["a.json", "a.b.json"],
                &["a.jso", "json", ".json"],
            ),
            (".*", &[".a"], &["a"]),
            ("a?c", &["abc", "aäc", "a?c"], &["ac", "abbc"]),
            ("a[b-d]", &["ab", "ad"], &["aa", "ae", "a"]),
            ("a[!b-d]", &["aa", "aé"], &["ab"]),
            ("[]]", &["]"], &["["]),
            ("[a-]", &["a", "-"], &["b"]),
            ("[ä-ö]", &["ä", "é"], &["a"]),
            ("a[b", &["a[b"], &["ab"]),
            ("*a*b*c", &["abc", "xaxbxc", "aabbcc"], &["acb", "abcd"]),
            ("", &[""], &["a"]),
        ] {
            for name in good {
                assert!(
                    matches(pattern.as_bytes(), name.as_bytes()),
                    "{pattern} {name}"
                );
            }
            for name in bad {
                assert!(
                    !matches(pattern.as_bytes(), name.as_bytes()),
                    "{pattern} {name}"
                );
            }
        }
        // As many stars as it takes for other algorithms to never end.
        let (pattern, name) = ("*a".repeat(2000) + "b", "a".repeat(4000));
        assert!(!matches(pattern.as_bytes(), name.as_bytes()));
    }

    #[test]
    fn names_are_found_in_folders() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in [
            "a/x.json",
            "a/b/x.json",
            "a/b/y.json",
            "b/x.json",
            ".c/x.json",
            "x[1].json",
        ] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = |pattern: &str| -> Vec<String> {
            let found = expand(&root.join(pattern)).unwrap_or_default();
            let inside = found.iter().map(|path| path.strip_prefix(root).unwrap());
            inside
                .map(|path| path.to_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(found("*/x.json"), ["a/x.json", "b/x.json"]);
        let all = ["a/b/x.json", "a/x.json", "b/x.json"];
        assert_eq!(found("**/x.json"), all);
        assert_eq!(found("**/**/x.json"), all);
        assert_eq!(found("a/**"), ["a/b/x.json", "a/b/y.json", "a/x.json"]);
        let in_b = ["a/b/x.json", "a/b/y.json", "b/x.json"];
        assert_eq!(found("**/b/[xy].json"), in_b);
        assert_eq!(found("x[1].json"), ["x[1].json"]);
        assert_eq!(found("*"), ["x[1].json"]);
        assert_eq!(found("none/*"), [""; 0]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root, root.join("b/up")).unwrap();
            assert_eq!(found("**/x.json"), all);
        }
    }
}
