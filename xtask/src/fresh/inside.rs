//! A command inside a root: with mounts and processes of its own, which end with it.
//!
//! What a command reads of this machine is mounted in a private mount namespace. Outside of it the
//! places are empty folders, so that removing a root never reaches what was mounted. The command
//! and all that it starts are in one process namespace, which the kernel ends as a whole.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The system's folders of programs.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// The arguments are the root, the folder to begin in, the command, and pairs of paths: what to
/// mount, and where.
const ENTER: &str = r#"set -e
root=$1 folder=$2 command=$3
shift 3
while [ $# -gt 0 ]; do
  mount --bind "$1" "$root$2"
  mount -o remount,bind,ro "$root$2"
  shift 2
done
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$root/dev/pts"
[ -c "$root/dev/ptmx" ] && mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
exec chroot "$root" sh -c 'cd "$1" && exec sh -c "$2"' sh "$folder" "$command"
"#;

/// The folders and variables that commands find in a root, besides its own.
#[derive(Clone, Default)]
pub struct Inside {
    /// Folders of this machine that can be read at the same place in the root.
    pub same: Vec<PathBuf>,
    /// Folders of this machine, and their places in the root.
    pub placed: Vec<(PathBuf, String)>,
    /// Folders of programs that come before the system's.
    pub programs: Vec<PathBuf>,
    /// Variables of the environment, besides those that every command has.
    pub variables: Vec<(String, String)>,
}

impl Inside {
    /// Makes the places for mounts. They are empty folders.
    pub fn make_places(&self, root: &Path) -> Result<()> {
        for (_, place) in self.mounts() {
            std::fs::create_dir_all(below(root, &place))?;
        }
        Ok(())
    }

    /// Runs a command of a shell in `folder` of the root. It is an error if it fails, and if it has
    /// not ended at `end`.
    pub fn run(&self, root: &Path, folder: &str, line: &str, end: Option<Instant>) -> Result<()> {
        let mut command = contained();
        command.args(["sh", "-c", ENTER, "sh"]).arg(root);
        command.args([folder, line]);
        for (from, place) in self.mounts() {
            command.arg(from).arg(place);
        }
        command.env_clear().envs(self.environment());
        let mut child = command.spawn().context("cannot start `unshare`")?;
        match wait(&mut child, end)? {
            Some(status) if status.success() => Ok(()),
            Some(status) => bail!("`{line}`: {status}"),
            None => bail!("`{line}`: stopped, since its time was over"),
        }
    }

    fn mounts(&self) -> Vec<(PathBuf, PathBuf)> {
        let same = self.same.iter().map(|path| (path.clone(), path.clone()));
        let placed = self.placed.iter();
        let placed = placed.map(|(from, place)| (from.clone(), place.into()));
        same.chain(placed).collect()
    }

    fn environment(&self) -> Vec<(String, String)> {
        let own = self.programs.iter().map(|path| path.display().to_string());
        let path: Vec<String> = own.chain([PATH.to_owned()]).collect();
        let mut all = self.variables.clone();
        let fixed = [
            ("PATH", path.join(":")),
            ("HOME", "/root".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
            ("DEBIAN_FRONTEND", "noninteractive".to_owned()),
        ];
        all.extend(fixed.map(|(name, value)| (name.to_owned(), value)));
        all
    }
}

/// Returns the place in a root of an absolute path.
pub fn below(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

/// Returns a command with mounts and processes of its own, to which its program and arguments are
/// added. All its processes end when it is killed, or when this program ends.
pub fn contained() -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "unshare"]);
    command.args(["--mount", "--pid", "--fork", "--kill-child"]);
    command.args(["--propagation", "private", "--"]);
    command.stdin(Stdio::null());
    command
}

/// Returns whether this machine allows what [`contained`] does.
pub fn allowed() -> bool {
    let mut tried = contained();
    let tried = tried.arg("true").stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

/// Waits until `child` has ended. Kills it at `end`, with all that it started, and returns `None`.
pub fn wait(child: &mut Child, end: Option<Instant>) -> Result<Option<ExitStatus>> {
    let Some(end) = end else {
        return Ok(Some(child.wait()?));
    };
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_stopped_at_its_end() {
        let mut sleep = Command::new("sleep").arg("600").spawn().unwrap();
        let begin = Instant::now();
        let end = begin + Duration::from_millis(100);
        assert!(wait(&mut sleep, Some(end)).unwrap().is_none());
        assert!(begin.elapsed() < Duration::from_secs(300));
        let mut quick = Command::new("true").spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(300);
        assert!(wait(&mut quick, Some(end)).unwrap().unwrap().success());
    }

    #[test]
    fn what_a_stopped_command_has_started_is_stopped_too() {
        if !allowed() {
            return;
        }
        let seconds = format!("600.{}", std::process::id());
        let line = format!("sleep {seconds} & wait");
        let mut child = contained().args(["sh", "-c", &line]).spawn().unwrap();
        let running = || {
            let all = std::fs::read_dir("/proc").unwrap().flatten();
            let lines = all.filter_map(|one| std::fs::read(one.path().join("cmdline")).ok());
            let sleep = format!("sleep\0{seconds}\0");
            lines.filter(|line| *line == sleep.as_bytes()).count()
        };
        let end = Instant::now() + Duration::from_secs(120);
        while running() == 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(running(), 1);
        assert!(wait(&mut child, Some(Instant::now())).unwrap().is_none());
        let end = Instant::now() + Duration::from_secs(120);
        while running() > 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(running(), 0);
    }

    #[test]
    fn the_environment_is_not_that_of_this_program() {
        let inside = Inside {
            programs: vec!["/one/bin".into()],
            ..Inside::default()
        };
        let all = inside.environment();
        let path = all.iter().find(|(name, _)| name == "PATH").unwrap();
        assert_eq!(path.1, format!("/one/bin:{PATH}"));
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn paths_are_placed_below_a_root() {
        assert_eq!(
            below(Path::new("/r"), Path::new("/a/b")),
            Path::new("/r/a/b")
        );
    }
}
