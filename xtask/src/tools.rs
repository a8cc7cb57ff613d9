//! The programs that steps need besides the Rust toolchain: what is asked of each, and the packages
//! that bring it.
//!
//! A tool is there if it does what the steps ask of it. A version number proves little: `clang`
//! without its runtime libraries prints one, and links no sanitized program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};

/// A program that steps need, with all that belongs to it.
pub struct Tool {
    /// The words for it in messages.
    pub name: &'static str,
    /// Lines for a shell. Each succeeds, in a folder with [`FILES`], if the tool is there.
    asks: &'static [&'static str],
    /// All packages of Debian's that it takes, also those that packages only recommend. `{gcc}` and
    /// `{clang}` stand for the version of that compiler.
    packages: &'static [&'static str],
    /// The oldest version of the first package that can do what is asked, if Debian has older ones.
    least: Option<Least>,
}

/// The oldest version that is enough.
struct Least {
    version: &'static str,
    /// Where to find it if the packages are older.
    elsewhere: &'static str,
}

/// The files that a tool is tried on.
const FILES: &[(&str, &str)] = &[
    (
        "probe.c",
        "#include <stdlib.h>\nint main(int argc, char **argv) {\n  \
         char *copy = malloc((size_t)argc);\n  copy[0] = argv[0][0];\n  \
         int same = copy[0] == argv[0][0];\n  free(copy);\n  return !same;\n}\n",
    ),
    (
        "probe.cpp",
        "#include <stdexcept>\n#include <string>\n#include <vector>\n\
         int main(int argc, char** argv) {\n  std::vector<std::string> words(argv, argv + argc);\n  \
         try { words.at(argc); } catch (const std::out_of_range&) { return 0; }\n  return 1;\n}\n",
    ),
    (
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(probe NONE)\n\
         add_custom_target(probe ALL COMMAND ${CMAKE_COMMAND} -E touch made)\n",
    ),
    ("go.mod", "module probe\n\ngo 1.23\n"),
    (
        "probe.go",
        "package main\n\nimport \"slices\"\n\nfunc main() {\n\t\
         for _, n := range slices.All([]int{1}) {\n\t\tprintln(n)\n\t}\n}\n",
    ),
    ("probe.fbs", "table Probe { n: int; } root_type Probe;\n"),
    ("probe.json", "{ n: 1 }\n"),
    (
        "probe.dart",
        "void main() => print([for (final (n, _) in [(1, 2)]) n]);\n",
    ),
];

pub const CMAKE: Tool = Tool {
    name: "cmake with make",
    asks: &["cmake -G 'Unix Makefiles' -S . -B build && cmake --build build && ctest --version"],
    packages: &["cmake", "make"],
    least: None,
};
pub const GCC: Tool = Tool {
    name: "gcc with its sanitizers",
    asks: &["gcc -fsanitize=address,undefined probe.c -o probe && ./probe"],
    packages: &["gcc", "libc6-dev"],
    least: None,
};
pub const GXX: Tool = Tool {
    name: "g++",
    asks: &["g++ -std=c++17 probe.cpp -o probe && ./probe"],
    packages: &["g++"],
    least: None,
};
pub const CLANG: Tool = Tool {
    name: "clang with its sanitizers",
    asks: &[
        "clang -fsanitize=address,undefined probe.c -o probe && ./probe",
        "clang++ -std=c++20 -fsanitize=address,undefined probe.cpp -o probe && ./probe",
    ],
    packages: &["clang", "libclang-rt-{clang}-dev", "g++"],
    least: None,
};
pub const CLANG_19: Tool = Tool {
    name: "clang 19",
    asks: &["clang-19 -std=c23 probe.c -o probe && ./probe"],
    packages: &["clang-19"],
    least: None,
};
pub const CLANG_19_CXX: Tool = Tool {
    name: "clang 19 with libc++",
    asks: &[
        "clang++-19 -std=c++2c -O2 probe.cpp -o probe && ./probe",
        "clang++-19 -std=c++23 -stdlib=libc++ probe.cpp -o probe && ./probe",
    ],
    packages: &["clang-19", "libc++-19-dev", "libc++abi-19-dev", "g++"],
    least: None,
};
/// Programs of 32 bits. The package `gcc-multilib` would remove the compiler for s390x.
pub const GCC_32_BITS: Tool = Tool {
    name: "gcc for 32 bits",
    asks: &["gcc -m32 probe.c -o probe && ./probe"],
    packages: &["gcc", "gcc-{gcc}-multilib"],
    least: None,
};
/// A processor that stores the high bytes of numbers first: its compiler, library and emulator.
pub const S390X: Tool = Tool {
    name: "gcc for s390x with an emulator",
    asks: &["s390x-linux-gnu-gcc -static probe.c -o probe && qemu-s390x ./probe"],
    packages: &["gcc-s390x-linux-gnu", "libc6-dev-s390x-cross", "qemu-user"],
    least: None,
};
pub const GO: Tool = Tool {
    name: "Go 1.23 or newer with its race detector",
    asks: &["go run probe.go", "go run -race probe.go"],
    packages: &["golang-go", "gcc", "libc6-dev"],
    least: Some(Least {
        version: "1.23",
        elsewhere: "https://go.dev/dl has newer ones",
    }),
};
pub const GO_S390X: Tool = Tool {
    name: "an emulator of s390x for Go",
    asks: &["GOARCH=s390x go run -exec qemu-s390x probe.go"],
    packages: &["qemu-user"],
    least: None,
};
pub const PKG_CONFIG: Tool = Tool {
    name: "pkg-config",
    asks: &["pkg-config --version"],
    packages: &["pkg-config"],
    least: None,
};
pub const SQLITE: Tool = Tool {
    name: "SQLite's library",
    asks: &["g++ probe.cpp -lsqlite3 -o probe && ./probe"],
    packages: &["libsqlite3-dev"],
    least: None,
};
pub const VALGRIND: Tool = Tool {
    name: "valgrind",
    asks: &[
        "cc -g probe.c -o probe && valgrind -q --error-exitcode=9 --leak-check=full ./probe",
        "cc -g probe.c -o probe && valgrind --tool=callgrind --callgrind-out-file=/dev/null ./probe",
    ],
    packages: &["valgrind", "libc6-dbg"],
    least: None,
};
pub const FLATC: Tool = Tool {
    name: "flatc",
    asks: &[
        "flatc --binary probe.fbs probe.json && test -e probe.bin",
        "flatc --binary --schema --bfbs-builtins probe.fbs && test -e probe.bfbs",
    ],
    packages: &["flatbuffers-compiler"],
    least: None,
};
pub const MMDEBSTRAP: Tool = Tool {
    name: "mmdebstrap",
    asks: &["mmdebstrap --version"],
    packages: &["mmdebstrap"],
    least: None,
};
/// Fetches Dart where it is missing.
pub const NPM: Tool = Tool {
    name: "npm, to fetch Dart",
    asks: &["test -n \"$DART\" || command -v dart || npm --version"],
    packages: &["npm"],
    least: None,
};
/// Debian has no Dart. `vm.sh` fetches a virtual machine of 32 bits, which needs their C library.
pub const DART: Tool = Tool {
    name: "Dart",
    asks: &["dart=$(sh \"$VARVEL_ROOT/bindings/dart/tool/vm.sh\") && \"$dart\" probe.dart"],
    packages: &["libc6-i386"],
    least: None,
};
pub const JDK: Tool = Tool {
    name: "a JDK with Maven",
    asks: &["javac -version", "mvn --version"],
    packages: &["default-jdk-headless", "maven"],
    least: None,
};
/// Spark runs in it.
pub const JAVA: Tool = Tool {
    name: "Java 17 or newer",
    asks: &["javac --release 17 -version", "java -version"],
    packages: &["default-jdk-headless"],
    least: None,
};
pub const PYTHON: Tool = Tool {
    name: "Python",
    asks: &["python3 -m ensurepip --version"],
    packages: &["python3", "python3-venv"],
    least: None,
};

impl Tool {
    /// Installs the tool if it does not do what is asked of it. Returns the reason if it cannot be
    /// had on this machine. It is an error if it is installed, and then fails.
    pub fn ensure(&self) -> Result<Option<String>> {
        let Err(before) = self.try_out() else {
            return Ok(None);
        };
        println!("{} is missing: {before:#}", self.name);
        if let Some(why) = self.obstacle() {
            return Ok(Some(why));
        }
        apt_get("update -qq").run()?;
        let packages: Vec<String> = self.packages.iter().map(|name| filled(name)).collect();
        if let Some(why) = self.unfit(&packages) {
            return Ok(Some(why));
        }
        apt_get("install -y --no-install-recommends")
            .args(packages.clone())
            .run()
            .with_context(|| format!("{} could not be installed", self.name))?;
        self.try_out().with_context(|| {
            let packages = packages.join(", ");
            format!(
                "{} fails, and its packages are installed ({packages})",
                self.name
            )
        })?;
        Ok(None)
    }

    /// Like [`Tool::ensure`]; it is an error if the tool cannot be had.
    pub fn require(&self) -> Result<()> {
        match self.ensure()? {
            None => Ok(()),
            Some(why) => bail!("{why}"),
        }
    }

    /// Does what is asked of the tool. An error has the line that failed, and what it printed.
    fn try_out(&self) -> Result<()> {
        let scratch = Scratch::new()?;
        self.asks.iter().try_for_each(|ask| scratch.run(ask))
    }

    /// Returns why nothing can be installed here.
    fn obstacle(&self) -> Option<String> {
        let packages: Vec<String> = self.packages.iter().map(|name| filled(name)).collect();
        let install = format!("`apt-get install {}`", packages.join(" "));
        let user = Cmd::new("id -u").read();
        if Cmd::new("apt-get --version").read().is_none() {
            return Some(format!(
                "{} is missing, and there is no apt-get; on Debian it is {install}",
                self.name
            ));
        }
        (user.as_deref().map(str::trim) != Some("0"))
            .then(|| format!("{} is missing; {install} as root installs it", self.name))
    }

    /// Returns why these packages will not do: one is unknown to apt, or the first is too old.
    fn unfit(&self, packages: &[String]) -> Option<String> {
        let version = |package: &String| {
            let shown = apt_cache("show --no-all-versions").arg(package).read()?;
            let line = shown
                .lines()
                .find_map(|line| line.strip_prefix("Version: "))?;
            Some(line.to_owned())
        };
        for package in packages {
            if version(package).is_none() {
                return Some(format!(
                    "{} is missing, and apt has no package {package}",
                    self.name
                ));
            }
        }
        let least = self.least.as_ref()?;
        let offered = version(packages.first()?)?;
        let offered = offered.split_once(':').map_or(&*offered, |(_, rest)| rest);
        let enough = Cmd::new("dpkg --compare-versions")
            .args([offered, "ge", least.version])
            .read();
        enough.is_none().then(|| {
            format!(
                "{} is missing, and apt's {} is {offered}; {}",
                self.name, packages[0], least.elsewhere
            )
        })
    }
}

fn apt_get(arguments: &str) -> Cmd {
    let cmd = Cmd::new("apt-get").args(arguments.split(' '));
    cmd.env("DEBIAN_FRONTEND", "noninteractive")
}

fn apt_cache(arguments: &str) -> Cmd {
    Cmd::new("apt-cache").args(arguments.split(' '))
}

/// Returns the name of a package with the versions of compilers filled in; `N` for one that is not
/// known.
fn filled(package: &str) -> String {
    ["gcc", "clang"]
        .into_iter()
        .fold(package.to_owned(), |name, compiler| {
            let mark = format!("{{{compiler}}}");
            match name.contains(&mark) {
                true => {
                    let version = major(compiler).unwrap_or_else(|| "N".to_owned());
                    name.replace(&mark, &version)
                }
                false => name,
            }
        })
}

/// Returns the major version of a compiler: of the one that is installed, else of the one that its
/// package stands for.
fn major(compiler: &str) -> Option<String> {
    let digits = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit());
        text[..end.unwrap_or(text.len())].to_owned()
    };
    if let Some(version) = Cmd::new(compiler).arg("-dumpversion").read() {
        return Some(digits(&version));
    }
    let depends = apt_cache("depends").arg(compiler).read()?;
    let versioned = format!("Depends: {compiler}-");
    let mut lines = depends.lines();
    let found = lines.find_map(|line| line.trim().strip_prefix(&versioned))?;
    Some(digits(found))
}

/// A folder with [`FILES`], which is removed when this is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("probe-{}-{number}", std::process::id());
        let scratch = Self(target_dir().join(name));
        fs::create_dir_all(&scratch.0)?;
        for (name, text) in FILES {
            fs::write(scratch.0.join(name), text)?;
        }
        Ok(scratch)
    }

    fn run(&self, ask: &str) -> Result<()> {
        let output = shell(ask, &self.0).output().context("cannot start `sh`")?;
        if output.status.success() {
            return Ok(());
        }
        let printed = String::from_utf8_lossy(&output.stderr);
        // A linker's complaint is its last lines; the others repeat a long command.
        let lines: Vec<&str> = printed.lines().rev().take(3).collect();
        let said: Vec<&str> = lines.into_iter().rev().collect();
        bail!("`{ask}`: {}\n{}", output.status, said.join("\n"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn shell(line: &str, folder: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder);
    command.env("VARVEL_ROOT", root());
    command.stdin(Stdio::null());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(asks: &'static [&'static str]) -> Tool {
        Tool {
            name: "the tool",
            asks,
            packages: &["no-such-package"],
            least: None,
        }
    }

    #[test]
    fn a_tool_that_does_what_is_asked_is_not_installed() {
        assert_eq!(tool(&["true", "test -e probe.c"]).ensure().unwrap(), None);
    }

    #[test]
    fn a_tool_that_prints_its_version_and_fails_is_missing() {
        let error = tool(&["true", "echo no library >&2; exit 3"]).try_out();
        let error = error.unwrap_err().to_string();
        assert_eq!(
            error,
            "`echo no library >&2; exit 3`: exit status: 3\nno library"
        );
    }

    #[test]
    fn a_compiler_without_the_runtime_of_its_sanitizers_is_missing() {
        // What links a program, and fails as clang does without `libclang-rt-14-dev`.
        let linker = tool(&["cc probe.c /no/such/libclang_rt.asan-x86_64.a -o probe && ./probe"]);
        let error = linker.try_out().unwrap_err().to_string();
        assert!(error.contains("libclang_rt.asan"), "{error}");
    }

    #[test]
    fn go_is_as_new_as_its_modules_ask_for() {
        let module = root().join("bindings/go/go.mod");
        let module = fs::read_to_string(module).unwrap();
        let version = module.lines().find_map(|line| line.strip_prefix("go "));
        assert_eq!(GO.least.unwrap().version, version.unwrap());
        assert!(GO.name.contains(version.unwrap()));
        let probe = FILES.iter().find(|(name, _)| *name == "go.mod").unwrap();
        assert!(probe.1.ends_with(&format!("\ngo {}\n", version.unwrap())));
    }

    #[test]
    fn versions_of_compilers_are_filled_in() {
        assert_eq!(filled("valgrind"), "valgrind");
        if let Some(gcc) = major("gcc") {
            assert_eq!(filled("gcc-{gcc}-multilib"), format!("gcc-{gcc}-multilib"));
        }
    }

    #[test]
    fn a_package_that_apt_does_not_know_is_named() {
        if apt_cache("--version").read().is_none() {
            return;
        }
        let why = tool(&["false"]).unfit(&["no-such-package".to_owned()]);
        assert_eq!(
            why.unwrap(),
            "the tool is missing, and apt has no package no-such-package"
        );
    }
}
