//! The other languages: their folders, the tools of their tests, and the commands that run them.
//!
//! A row adds a language to the commands. If the folder of a row does not exist, its step reports
//! that and passes.

use std::time::Instant;

use anyhow::Result;

use crate::changes::Changes;
use crate::cmd::Cmd;
use crate::workspace::{in_ci, root};
use crate::{steps::Step, toolchain};

/// The time that the tests of one language should take at most, in seconds, with their tools
/// installed and a machine of their own. Tests that take longer pass, with a warning.
const BUDGET: f64 = 180.0;

/// The other folders that languages are made from: a change in one of them runs their tests.
const SHARED: &[&str] = &["spec/", "bindings/c/include/", "crates/varvel-codegen/src/"];

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
    /// The command that runs its tests, in its folder.
    command: &'static str,
}

/// A program that must be installed.
pub struct Tool {
    /// A command that shows that it is installed.
    probe: &'static str,
    /// Debian's package for it.
    package: &'static str,
}

impl Tool {
    /// Installs the package if the program is missing.
    pub fn ensure(&self) -> Result<()> {
        let there = Cmd::new(self.probe).read().is_some();
        toolchain::ensure_package(self.package, there)
    }
}

const CMAKE: Tool = Tool {
    probe: "cmake --version",
    package: "cmake",
};
const GCC: Tool = Tool {
    probe: "gcc --version",
    package: "gcc",
};
const GXX: Tool = Tool {
    probe: "g++ --version",
    package: "g++",
};
const CLANG: Tool = Tool {
    probe: "clang --version",
    package: "clang",
};
const CLANG_19: Tool = Tool {
    probe: "clang-19 --version",
    package: "clang-19",
};
const LIBCXX_19: Tool = Tool {
    probe: "test -e /usr/lib/llvm-19/include/c++/v1/string",
    package: "libc++-19-dev",
};
const LIBCXXABI_19: Tool = Tool {
    probe: "test -e /usr/lib/llvm-19/lib/libc++abi.so",
    package: "libc++abi-19-dev",
};
/// Programs of 32 bits. The package `gcc-multilib` would remove the compiler for s390x.
pub const GCC_32_BITS: Tool = Tool {
    probe: "dpkg -s gcc-12-multilib",
    package: "gcc-12-multilib",
};
/// A processor that stores the high bytes of numbers first: its compiler, library and emulator.
const GCC_S390X: Tool = Tool {
    probe: "s390x-linux-gnu-gcc --version",
    package: "gcc-s390x-linux-gnu",
};
const LIBC_S390X: Tool = Tool {
    probe: "dpkg -s libc6-dev-s390x-cross",
    package: "libc6-dev-s390x-cross",
};
const QEMU: Tool = Tool {
    probe: "qemu-s390x --version",
    package: "qemu-user",
};
const GO: Tool = Tool {
    probe: "go version",
    package: "golang-go",
};
const VALGRIND: Tool = Tool {
    probe: "valgrind --version",
    package: "valgrind",
};

/// All languages.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "c",
        folder: "bindings/c",
        tools: &[CMAKE, GCC, GXX, CLANG],
        optional: &[CLANG_19, VALGRIND, GCC_32_BITS, GCC_S390X, LIBC_S390X, QEMU],
        also: &["docs/guide/c-"],
        command: "ctest --build-and-test . build --build-generator 'Unix Makefiles' --test-command ctest -j2 --output-on-failure",
    },
    Language {
        name: "cpp",
        folder: "bindings/cpp",
        tools: &[CMAKE, GXX, CLANG],
        optional: &[CLANG_19, LIBCXX_19, LIBCXXABI_19],
        also: &["docs/guide/cpp-"],
        command: "ctest --build-and-test . build --build-generator 'Unix Makefiles' --test-command ctest -j2 --output-on-failure",
    },
    Language {
        name: "go",
        folder: "bindings/go",
        // The race detector needs a C compiler.
        tools: &[GO, GCC],
        optional: &[QEMU],
        also: &[],
        command: "./check.sh",
    },
    Language {
        name: "dart",
        folder: "bindings/dart",
        tools: &[Tool {
            probe: "dart --version",
            package: "dart",
        }],
        optional: &[],
        also: &[],
        command: "dart test",
    },
    Language {
        name: "jvm",
        folder: "bindings/jvm",
        tools: &[
            Tool {
                probe: "javac -version",
                package: "default-jdk-headless",
            },
            Tool {
                probe: "mvn --version",
                package: "maven",
            },
        ],
        optional: &[],
        also: &[],
        command: "mvn --quiet --batch-mode verify",
    },
    Language {
        name: "python",
        folder: "bindings/python",
        tools: &[Tool {
            probe: "python3 --version",
            package: "python3",
        }],
        optional: &[],
        also: &[],
        command: "python3 -m pytest",
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
        changes.below(&[self.folder]) || changes.below(self.also) || changes.below(SHARED)
    }

    /// Returns whether its folder exists.
    pub fn exists(&self) -> bool {
        root().join(self.folder).is_dir()
    }

    /// Returns the step that runs its tests.
    pub fn step(&'static self) -> Step {
        let title = format!("the tests of {}", self.folder);
        Step::new(self.name, &title, || self.test())
    }

    fn test(&self) -> Result<()> {
        if !self.exists() {
            println!("skipped: {} ({} is not there yet)", self.name, self.folder);
            return Ok(());
        }
        for tool in self.tools {
            match tool.ensure() {
                Ok(()) => {}
                Err(error) if !in_ci() => {
                    println!("skipped: {} ({error:#})", self.name);
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        for tool in self.optional {
            if let Err(error) = tool.ensure() {
                println!(
                    "skipped: tests of {} with {} ({error:#})",
                    self.name, tool.package
                );
            }
        }
        let begin = Instant::now();
        Cmd::new("sh -c")
            .arg(format!("cd {} && {}", self.folder, self.command))
            .run()?;
        let seconds = begin.elapsed().as_secs_f64();
        if seconds > BUDGET {
            println!("warning: the tests took {seconds:.0} s, where {BUDGET:.0} s are the aim");
        }
        Ok(())
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
            command: "false",
        };
        assert!(planned.test().is_ok());
    }

    #[test]
    fn the_tests_of_a_language_can_fail() {
        let failing = Language {
            name: "failing",
            folder: "xtask",
            tools: &[],
            optional: &[],
            also: &[],
            command: "exit 3",
        };
        let error = failing.test().unwrap_err().to_string();
        assert!(error.contains("cd xtask && exit 3"), "{error}");
    }
}
