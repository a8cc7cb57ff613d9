//! The other languages: their folders, the tools of their tests, and the commands that run them.
//!
//! A row adds a language to the commands. If the folder of a row does not exist, its step reports
//! that and passes.

use anyhow::{Result, bail};

use crate::changes::{self, Changes};
use crate::cmd::Cmd;
use crate::python::{self, Environment};
use crate::steps::Step;
use crate::tools::{self, Tool};
use crate::workspace::{in_ci, root};

/// The time that the tests of one language should take at most, in seconds, with their tools
/// installed and a machine of their own. The report shows it beside the time that they took; tests
/// that take longer pass.
const BUDGET: f64 = 180.0;

/// The other folders that languages are made from: a change in one of them runs their tests.
const SHARED: &[&str] = &[
    "spec/",
    "bindings/c/library/include/",
    "crates/varvel-codegen/src/",
];

/// One language.
pub struct Language {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its folder, which holds its own project.
    folder: &'static str,
    /// The tools that its tests need.
    tools: &'static [Tool],
    /// Tools that only some of its tests need. Without such a tool, those tests are skipped.
    optional: &'static [Tool],
    /// The beginnings of the paths of the files that its tests read outside its folder.
    also: &'static [&'static str],
    /// The environments of Python that its tests run in. Tests whose environment lacks a tool are
    /// skipped.
    environments: &'static [Environment],
    /// The command that runs its tests, in its folder.
    command: &'static str,
    /// Arguments for that command, one a turn: each leaves out what another turn has. `--all` runs
    /// the command without them.
    turns: &'static [&'static str],
}

/// All languages.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "c",
        folder: "bindings/c",
        tools: &[tools::GCC, tools::GXX, tools::CMAKE, tools::CLANG],
        optional: &[
            tools::CLANG_19,
            tools::VALGRIND,
            tools::GCC_32_BITS,
            tools::S390X,
            tools::PKG_CONFIG,
        ],
        also: &["docs/guide/c-"],
        environments: &[],
        command: "ctest --build-and-test . build --build-generator 'Unix Makefiles' --test-command ctest -j2 --output-on-failure",
        turns: &[
            "-E '^(frozen|flatbuffers)-clang'",
            "-E '^(frozen|flatbuffers)-gcc'",
        ],
    },
    Language {
        name: "cpp",
        folder: "bindings/cpp",
        tools: &[tools::GXX, tools::CMAKE, tools::CLANG],
        optional: &[tools::CLANG_19_CXX, tools::PKG_CONFIG, tools::SQLITE],
        also: &["docs/guide/cpp-"],
        environments: &[],
        command: "ctest --build-and-test . build --build-generator 'Unix Makefiles' --test-command ctest -j2 --output-on-failure",
        turns: &[
            "-L 'always|turn_0'",
            "-L 'always|turn_1'",
            "-L 'always|turn_2'",
        ],
    },
    Language {
        name: "go",
        folder: "bindings/go",
        // The race detector needs a C compiler.
        tools: &[tools::GCC, tools::GO],
        optional: &[tools::GO_S390X],
        also: &["interop/go/"],
        environments: &[],
        command: "./check.sh",
        turns: &["oldest", "386", "s390x"],
    },
    Language {
        name: "dart",
        folder: "bindings/dart",
        tools: &[tools::NPM, tools::DART],
        optional: &[],
        also: &["docs/guide/dart-"],
        environments: &[],
        command: "./check.sh",
        turns: &[],
    },
    Language {
        name: "jvm",
        folder: "bindings/jvm",
        tools: &[tools::JDK],
        optional: &[],
        also: &[
            "bindings/c/library/abi.txt",
            "Cargo.toml",
            "docs/guide/from-jsoniter",
            "docs/guide/from-scalajack",
        ],
        environments: &[],
        command: "./check.sh",
        turns: &["", "25"],
    },
    Language {
        name: "python",
        folder: "bindings/python",
        tools: &[tools::PYTHON],
        optional: &[],
        also: &["crates/", "Cargo.toml"],
        environments: &[python::BINDING],
        command: "./check.sh",
        turns: &["abi3", "native"],
    },
    // The engines that read Parquet and Arrow files, and records by the package, are in Python.
    Language {
        name: "engines",
        folder: "interop/engines",
        tools: &[tools::PYTHON],
        optional: &[],
        also: &[
            "crates/varvel-arrow/",
            "crates/varvel-files/",
            "docs/guide/engines.md",
            "bindings/python/src/records.rs",
            "bindings/python/src/tables/",
            "bindings/python/python/varvel/_tables.py",
            "bindings/python/python/varvel/polars.py",
            "bindings/python/python/varvel/ray.py",
            "bindings/python/python/varvel/spark/",
        ],
        environments: &[python::ENGINES, python::SPARK],
        command: "./check.sh",
        turns: &[],
    },
];

/// Returns the language called `name`.
pub fn find(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|one| one.name == name)
}

/// Returns the languages that a change touches.
pub fn changed(changes: &Changes) -> impl Iterator<Item = &'static Language> {
    let touched = |one: &&Language| one.exists() && one.touched(changes);
    LANGUAGES.iter().filter(touched)
}

/// Returns the languages that a change touches, and those whose turn it is.
pub fn due(changes: &Changes) -> Vec<&'static Language> {
    let mut due = changes.due(LANGUAGES.iter().collect(), |one| one.touched(changes));
    due.retain(|one| one.exists());
    due
}

impl Language {
    fn touched(&self, changes: &Changes) -> bool {
        changes.below(&[self.folder])
            || changes.below(self.also)
            || self.is_binding() && changes.below(SHARED)
    }

    /// Returns whether it is a language of Varvel, and not a program of others. Such a language is
    /// made from what is shared, and its page begins with two commands.
    pub fn is_binding(&self) -> bool {
        self.folder.starts_with("bindings/")
    }

    /// Returns whether its folder exists.
    pub fn exists(&self) -> bool {
        root().join(self.folder).is_dir()
    }

    /// Returns the page about it, from the root of the checkout.
    pub fn page(&self) -> String {
        format!("{}/README.md", self.folder)
    }

    /// Returns the step that runs its tests: `all` of them, or those of the turn. `see` gets each
    /// line that is printed.
    pub fn step(&'static self, all: bool, see: impl Fn(&str) + 'static) -> Step {
        let title = format!("the tests of {}", self.folder);
        let show = move |line: &str| {
            println!("{line}");
            see(line);
        };
        Step::new(self.name, &title, move || self.test(all, &show)).within(BUDGET)
    }

    /// Returns the command that runs its tests: all of them, or those of a turn.
    fn command(&self, turn: Option<usize>) -> String {
        let chosen = turn.and_then(|turn| self.turns.get(turn % self.turns.len().max(1)));
        match chosen {
            Some(chosen) => format!("{} {chosen}", self.command),
            None => self.command.to_owned(),
        }
    }

    fn test(&self, all: bool, show: &dyn Fn(&str)) -> Result<()> {
        let name = self.name;
        if !self.exists() {
            show(&format!(
                "skipped: {name} ({} is not there yet)",
                self.folder
            ));
            return Ok(());
        }
        for tool in self.tools {
            match tool.ensure()? {
                None => {}
                Some(why) if !in_ci() => {
                    show(&format!("skipped: {name} ({why})"));
                    return Ok(());
                }
                Some(why) => bail!("{why}"),
            }
        }
        for tool in self.optional {
            if let Some(why) = tool.ensure()? {
                show(&format!("skipped: some tests of {name} ({why})"));
            }
        }
        let mut program = Cmd::new("sh -c");
        for one in self.environments {
            match one.missing()? {
                Some(why) => show(&format!("skipped: {name} in {} ({why})", one.folder)),
                None => program = one.named_to(program)?,
            }
        }
        let turns = self.turns.len();
        let turn = (!all && turns > 0).then(|| changes::turn_of(turns));
        if let Some(turn) = turn {
            println!(
                "turn {} of {turns} of {name}; `--all` runs all of its tests",
                turn + 1
            );
        }
        let command = self.command(turn);
        program
            .arg(format!("cd {} && {command}", self.folder))
            .run_reading(show)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_is_not_there_yet_says_so_and_passes() {
        let planned = Language {
            name: "planned",
            folder: "bindings/no-such-language",
            tools: &[],
            optional: &[],
            also: &[],
            environments: &[],
            command: "false",
            turns: &[],
        };
        assert!(planned.test(true, &|_| ()).is_ok());
    }

    #[test]
    fn the_tests_of_a_language_can_fail() {
        let failing = Language {
            name: "failing",
            folder: "xtask",
            tools: &[],
            optional: &[],
            also: &[],
            environments: &[],
            command: "exit 3",
            turns: &[],
        };
        let error = failing.test(false, &|_| ()).unwrap_err().to_string();
        assert!(error.contains("cd xtask && exit 3"), "{error}");
    }

    #[test]
    fn the_turns_of_a_language_have_all_of_its_tests() {
        let c = find("c").unwrap();
        assert_eq!(c.command(None), c.command);
        assert!(
            c.command(Some(0))
                .ends_with("-E '^(frozen|flatbuffers)-clang'")
        );
        assert!(
            c.command(Some(3))
                .ends_with("-E '^(frozen|flatbuffers)-gcc'")
        );
        let cpp = find("cpp").unwrap();
        assert!(cpp.command(Some(4)).ends_with("-L 'always|turn_1'"));
        let go = find("go").unwrap();
        assert_eq!(go.command(None), "./check.sh");
        assert_eq!(go.command(Some(5)), "./check.sh s390x");
        let dart = find("dart").unwrap();
        assert_eq!(dart.command(Some(5)), dart.command);
        // With one turn alone, the tests that it leaves out would never run. `changes` deals out
        // two or three.
        for one in LANGUAGES.iter().filter(|one| !one.turns.is_empty()) {
            let turns = one.turns.len();
            assert!((2..=3).contains(&turns), "{} has {turns}", one.name);
        }
    }
}
