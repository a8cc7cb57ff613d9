//! How the command ends: its exit codes, and the failures that lead to them.

use std::io::Write as _;
use std::process::ExitCode;

/// The exit codes, as `--help` shows them.
pub const CODES: &str = "\
Exit codes:
  0  success (also if the reader of the output stops before its end)
  1  a document is not valid, cannot be converted, or has no such node
  2  the command line is wrong
  3  input or output failed
  4  done, but bad records were set aside (--bad-lines)";

/// The exit code. If several failures occur, the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The reader of the output went away: this is no error.
    Quiet = 0,
    /// The document is bad.
    Document = 1,
    /// The command line is wrong.
    Usage = 2,
    /// The operating system refused, or memory ran out.
    Io = 3,
    /// Records were set aside.
    Aside = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A failure that ends the command, with the text to show for it.
#[derive(Debug)]
pub struct Failure {
    /// The code to end with.
    pub exit: Exit,
    /// Lines with terminal styles, which [`Failure::print`] takes out where they do not belong.
    pub text: String,
}

impl Failure {
    /// Returns the failure for an output that nobody reads any more.
    pub fn quiet() -> Self {
        Self {
            exit: Exit::Quiet,
            text: String::new(),
        }
    }

    /// Shows the text on standard error: coloured on a terminal, unless `NO_COLOR` is set.
    ///
    /// If standard error cannot be written either, only the exit code is left.
    pub fn print(&self) {
        if !self.text.is_empty() {
            let _ = writeln!(anstream::stderr(), "{}", self.text);
        }
    }
}
