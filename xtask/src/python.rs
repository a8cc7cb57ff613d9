//! Python: environments with the packages of others.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::cmd::Cmd;
use crate::tools::{self, Tool};
use crate::workspace::{root, target_dir};

/// An environment of Python with packages. Environments are apart from each other, because packages
/// of one would move the versions of another.
pub struct Environment {
    /// The name of its folder in `target/python`.
    name: &'static str,
    /// The folder of its `requirements.txt`.
    pub folder: &'static str,
    /// The variable that names its program to commands.
    variable: &'static str,
    /// The tools without which its packages do not run.
    tools: &'static [Tool],
}

/// Builds wheels of the package `varvel`.
pub const WHEEL: Environment = Environment {
    name: "wheel",
    folder: "bindings/python/wheel",
    variable: "VARVEL_PYTHON_WHEEL",
    tools: &[],
};

/// Tests the package `varvel`.
pub const BINDING: Environment = Environment {
    name: "binding",
    folder: "bindings/python",
    variable: "VARVEL_PYTHON",
    tools: &[],
};

/// The engines that read Parquet and Arrow files, without Spark.
pub const ENGINES: Environment = Environment {
    name: "engines",
    folder: "interop/engines",
    variable: "VARVEL_PYTHON_ENGINES",
    tools: &[],
};

/// Spark.
pub const SPARK: Environment = Environment {
    name: "spark",
    folder: "interop/engines/spark",
    variable: "VARVEL_PYTHON_SPARK",
    tools: &[tools::JAVA],
};

/// The peers of the benchmarks of Arrow.
pub const PEERS: Environment = Environment {
    name: "peers",
    folder: "bench/external/arrow",
    variable: "VARVEL_BENCH_PYTHON",
    tools: &[],
};

/// The package `varvel` beside other packages.
pub const BESIDE: Environment = Environment {
    name: "beside",
    folder: "bench/external/python",
    variable: "VARVEL_BENCH_PYTHON",
    tools: &[],
};

impl Environment {
    /// Returns why it cannot be used, if a tool is missing.
    pub fn missing(&self) -> Result<Option<String>> {
        for tool in self.tools {
            if let Some(why) = tool.ensure()? {
                return Ok(Some(why));
            }
        }
        Ok(None)
    }

    /// Names its program to a command.
    pub fn named_to(&self, command: Cmd) -> Result<Cmd> {
        Ok(command.env(self.variable, self.program()?.to_string_lossy()))
    }

    /// Returns its program. The environment is made, or made anew if the list of its packages
    /// changed.
    pub fn program(&self) -> Result<PathBuf> {
        let wanted = root().join(self.folder).join("requirements.txt");
        let list = fs::read_to_string(&wanted).with_context(|| format!("{}", wanted.display()))?;
        let home = target_dir().join("python").join(self.name);
        let python = home.join(if cfg!(windows) {
            "Scripts/python.exe"
        } else {
            "bin/python"
        });
        let kept = home.join("requirements.txt");
        if fs::read_to_string(&kept).is_ok_and(|kept| kept == list) {
            return Ok(python);
        }
        Cmd::new("python3 -m venv --clear")
            .arg(home.to_string_lossy())
            .run()?;
        Cmd::new(&python.to_string_lossy())
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--requirement",
            ])
            .arg(wanted.to_string_lossy())
            .run()?;
        fs::write(&kept, list).with_context(|| format!("{}", kept.display()))?;
        Ok(python)
    }
}
