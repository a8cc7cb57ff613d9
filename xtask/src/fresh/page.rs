//! The commands by which a page lets a newcomer begin.
//!
//! They are in the section `## Start`: two commands, in blocks marked `console`, where they follow
//! a `$`, or `sh`. The text of the section says what they need besides a Rust toolchain: packages
//! as `apt-get install …` in code, and `Go 1.N or newer`.

use anyhow::{Result, ensure};

/// The section, as far as it is about commands.
#[derive(Debug, PartialEq)]
pub struct Start {
    /// Commands that install what is needed.
    pub needs: Vec<String>,
    /// The oldest version of Go that is enough, if Go is needed.
    pub go: Option<String>,
    /// The two commands.
    pub commands: [String; 2],
}

/// How the lines of a block are read.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Console,
    Shell,
    Other,
}

impl Start {
    /// Reads the section of a page.
    pub fn of(page: &str) -> Result<Self> {
        let section: Vec<&str> = page
            .lines()
            .skip_while(|line| *line != "## Start")
            .skip(1)
            .take_while(|line| !line.starts_with("## "))
            .collect();
        ensure!(!section.is_empty(), "there is no section `## Start`");
        let (commands, prose) = split(&section);
        let count = commands.len();
        let commands = commands.try_into().ok();
        ensure!(
            commands.is_some(),
            "the section `Start` has {count} commands in place of two"
        );
        // Text in code is every second piece between backticks.
        let code = prose.split('`').skip(1).step_by(2);
        let needs = code.filter(|code| code.starts_with("apt-get install "));
        Ok(Self {
            needs: needs.map(str::to_owned).collect(),
            go: go(&prose),
            commands: commands.unwrap_or_default(),
        })
    }
}

/// Returns the commands of the blocks, and the text around these.
fn split(section: &[&str]) -> (Vec<String>, String) {
    let (mut commands, mut prose) = (Vec::<String>::new(), String::new());
    let mut block = None;
    let mut goes_on = false;
    for line in section {
        if let Some(mark) = line.strip_prefix("```") {
            block = match (block, mark) {
                (Some(_), _) => None,
                (None, "console") => Some(Block::Console),
                (None, "sh") => Some(Block::Shell),
                (None, _) => Some(Block::Other),
            };
            continue;
        }
        let command = match block {
            None => {
                prose.push_str(line);
                prose.push('\n');
                continue;
            }
            Some(Block::Console) => line.strip_prefix("$ "),
            Some(Block::Shell) => Some(*line),
            Some(Block::Other) => None,
        };
        match (command.or(goes_on.then_some(*line)), commands.last_mut()) {
            (Some(more), Some(last)) if goes_on => {
                last.push('\n');
                last.push_str(more);
            }
            (Some(new), _) => commands.push(new.to_owned()),
            (None, _) => continue,
        }
        goes_on = line.ends_with('\\');
    }
    (commands, prose)
}

/// Returns `1.N` of the words `Go 1.N or newer`.
fn go(prose: &str) -> Option<String> {
    let words: Vec<&str> = prose.split_whitespace().collect();
    words.windows(4).find_map(|four| match four {
        ["Go", version, "or", newer] if newer.starts_with("newer") => Some((*version).to_owned()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::LANGUAGES;
    use crate::workspace::root;

    #[test]
    fn commands_and_what_they_need_are_read() {
        let page = "# V\n```sh\nbefore\n```\n## Start\nOn Debian `apt-get install -y cmake`, and Go\n\
                    1.23 or newer; not `apt-get`.\n```console\n$ one \\\n  more\nprinted\n```\n\
                    ```toml\n$ a = 1\n```\n```sh\ntwo && three\n```\n## Next\n```sh\nfour\n```\n";
        assert_eq!(
            Start::of(page).unwrap(),
            Start {
                needs: vec!["apt-get install -y cmake".to_owned()],
                go: Some("1.23".to_owned()),
                commands: ["one \\\n  more".to_owned(), "two && three".to_owned()],
            }
        );
    }

    #[test]
    fn a_page_without_two_commands_is_refused() {
        let error = |page: &str| Start::of(page).unwrap_err().to_string();
        assert_eq!(error("# V\n"), "there is no section `## Start`");
        assert_eq!(
            error("## Start\n```sh\none\n```\n"),
            "the section `Start` has 1 commands in place of two"
        );
    }

    #[test]
    fn the_pages_have_two_commands_each() {
        let languages = LANGUAGES.iter();
        let languages = languages.filter(|one| one.exists() && one.is_binding());
        let pages = languages.map(crate::languages::Language::page);
        for page in pages.chain(["README.md".to_owned()]) {
            let text = std::fs::read_to_string(root().join(&page)).unwrap();
            let start = Start::of(&text);
            assert!(start.is_ok(), "{page}: {start:?}");
        }
    }
}
