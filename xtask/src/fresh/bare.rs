//! The bare Debian root, its copies, and their removal.
//!
//! A folder holds the root as mmdebstrap made it, `bare`, and a copy for each page whose commands
//! run. Nothing of it is mounted outside of [`Inside`].

use std::fs;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use super::inside::{self, Inside, below};
use super::registries;
use crate::cmd::Cmd;
use crate::tools;
use crate::workspace::root;

/// The packages of the bare root, besides those that each Debian has.
const PACKAGES: &str = "gcc,libc6-dev,git,ca-certificates";

/// The checkout in a root. What lies beside the real one as `../shared` lies there, too.
const CHECKOUT: &str = "/checkout/varvel";
const SHARED: &str = "/checkout/shared";

/// This file marks a folder that may be cleaned.
const MARK: &str = "made-by-varvel-fresh";

/// A folder with a bare root and its copies.
pub struct Bare {
    folder: PathBuf,
    kept: bool,
    inside: Inside,
}

impl Bare {
    /// Makes a bare root below `folder`, or uses the one that is there; in a folder for temporary
    /// files, which is removed later, if there is no `folder`.
    pub fn new(folder: Option<&Path>, end: Option<Instant>) -> Result<Self> {
        let user = Cmd::new("id -u").read();
        ensure!(
            user.as_deref().map(str::trim) == Some("0"),
            "`cargo xtask fresh` needs root: it makes a Debian root, and mounts in it"
        );
        ensure!(
            inside::allowed(),
            "this machine allows no namespaces of its own (`unshare --mount --pid` fails)"
        );
        let bare = Self {
            folder: match folder {
                Some(folder) => std::path::absolute(folder)?,
                None => std::env::temp_dir().join(format!("varvel-fresh-{}", std::process::id())),
            },
            kept: folder.is_some(),
            inside: inside()?,
        };
        bare.claim()?;
        if bare.folder.join("bare").is_dir() {
            println!("the bare root in {} is used again", bare.folder.display());
        } else {
            tools::MMDEBSTRAP.require()?;
            bare.bootstrap(end)?;
        }
        Ok(bare)
    }

    /// Makes the folder, or sees to it that it is one of these folders.
    fn claim(&self) -> Result<()> {
        let folder = &self.folder;
        // Packages are fetched by a user of their own, who must see the folder.
        let made = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o755)
            .create(folder);
        made.with_context(|| format!("cannot make {}", folder.display()))?;
        if !folder.join(MARK).is_file() {
            let empty = fs::read_dir(folder)?.next().is_none();
            ensure!(
                empty,
                "{} holds other files; --root names a folder that is empty or was made by it",
                folder.display()
            );
            fs::write(folder.join(MARK), "")?;
        }
        Ok(())
    }

    fn bootstrap(&self, end: Option<Instant>) -> Result<()> {
        let part = self.folder.join("bare.part");
        remove(&part)?;
        let settings = self.folder.join("apt.conf");
        fs::write(&settings, registries::apt_settings())?;
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let suite = release
            .lines()
            .find_map(|line| line.strip_prefix("VERSION_CODENAME="));
        let mut command = inside::contained();
        command.args(["mmdebstrap", "--mode=root", "--variant=minbase"]);
        command.arg(format!("--include={PACKAGES}"));
        command.arg(format!("--aptopt={}", settings.display()));
        command.arg(suite.context("/etc/os-release names no release of Debian")?);
        command.arg(&part).args(registries::apt_sources()?);
        println!("$ mmdebstrap --variant=minbase --include={PACKAGES}");
        let mut child = command.spawn().context("cannot start `unshare`")?;
        match inside::wait(&mut child, end)? {
            Some(status) if status.success() => {}
            Some(status) => bail!("mmdebstrap cannot make a root: {status}"),
            None => bail!("mmdebstrap was stopped, since its time was over"),
        }
        registries::copy(&part)?;
        self.inside.make_places(&part)?;
        self.inside.run(
            &part,
            "/",
            "gcc --version && cargo --version && git --version",
            end,
        )?;
        fs::rename(part, self.folder.join("bare"))?;
        Ok(())
    }

    /// Makes a copy of the bare root, with a clone of the current commit.
    pub fn copy(&self, name: &str) -> Result<Copied> {
        let copy = self.folder.join(name);
        remove(&copy)?;
        let path = |path: &Path| path.display().to_string();
        let bare = self.folder.join("bare");
        Cmd::new("cp -a --reflink=auto --")
            .args([path(&bare), path(&copy)])
            .run()?;
        let clone = below(&copy, Path::new(CHECKOUT));
        Cmd::new("git clone --quiet --no-hardlinks --no-checkout")
            .args([path(root()), path(&clone)])
            .run()?;
        let head = Cmd::new("git rev-parse HEAD").read();
        let head = head.context("`git rev-parse HEAD` failed")?;
        Cmd::new("git -C")
            .arg(path(&clone))
            .args(["checkout", "--quiet", "--detach", head.trim()])
            .run()?;
        // A root that is used again may have been made before these were beside the checkout.
        self.inside.make_places(&copy)?;
        Ok(Copied {
            root: copy,
            inside: self.inside.clone(),
            kept: self.kept,
        })
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        if !self.kept
            && let Err(error) = remove(&self.folder)
        {
            println!("warning: {error:#}");
        }
    }
}

/// A copy of the bare root.
pub struct Copied {
    root: PathBuf,
    inside: Inside,
    kept: bool,
}

impl Copied {
    /// Lets commands use the Go of this machine, which must be as new as `least`.
    pub fn with_go(&mut self, least: &str) -> Result<()> {
        let version = Cmd::new("go env GOVERSION").read();
        let found = version.as_deref().and_then(minor);
        ensure!(
            found.is_some() && found >= minor(least),
            "the page asks for Go {least} or newer, and this machine has {}",
            version.as_deref().map_or("none", str::trim)
        );
        let folder = Cmd::new("go env GOROOT").read();
        let folder = PathBuf::from(folder.context("`go env GOROOT` failed")?.trim());
        self.inside.programs.insert(0, folder.join("bin"));
        self.inside.same.push(folder);
        self.inside.variables.extend(registries::go_variables());
        self.inside.make_places(&self.root)
    }

    /// Reads a file of the checkout.
    pub fn read(&self, path: &str) -> Result<String> {
        let checkout = below(&self.root, Path::new(CHECKOUT));
        Ok(fs::read_to_string(checkout.join(path))?)
    }

    /// Runs a command at the root of the checkout, and prints its time.
    pub fn run(&self, line: &str, end: Option<Instant>) -> Result<()> {
        println!("\n$ {line}");
        let begin = Instant::now();
        let result = self.inside.run(&self.root, CHECKOUT, line, end);
        println!("  took {:.1} s: {line}", begin.elapsed().as_secs_f64());
        result
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        if self.kept {
            println!("the root is in {}", self.root.display());
        } else if let Err(error) = remove(&self.root) {
            println!("warning: {error:#}");
        }
    }
}

/// Returns what all commands have: the Rust toolchain that runs this program, what lies beside the
/// checkout, and the way to the registries.
fn inside() -> Result<Inside> {
    let toolchain = Cmd::new("rustc --print sysroot").read();
    let toolchain = PathBuf::from(toolchain.context("there is no `rustc`")?.trim());
    let suites = std::env::var_os("VARVEL_SUITES");
    let suites = root().join(suites.unwrap_or_else(|| "../shared/suites".into()));
    let cases = suites.join("../cases");
    let mut placed = vec![
        (suites, format!("{SHARED}/suites")),
        (cases, format!("{SHARED}/cases")),
    ];
    placed.retain(|(folder, _)| folder.is_dir());
    Ok(Inside {
        programs: vec![toolchain.join("bin")],
        same: vec![toolchain],
        placed,
        variables: [registries::variables(), registries::pip_variables()].concat(),
    })
}

/// Returns N of `go1.N.M` and `1.N`.
fn minor(version: &str) -> Option<u32> {
    let rest = version.trim().trim_start_matches("go").strip_prefix("1.")?;
    let end = rest.find(|c: char| !c.is_ascii_digit());
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

/// Removes a folder. It is an error if something is mounted in it; nothing is removed then.
fn remove(folder: &Path) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    let mounts = fs::read_to_string("/proc/self/mounts").context("cannot read the mounts")?;
    if let Some(place) = mounted(&mounts, folder) {
        bail!("{} is not removed: {place} is mounted", folder.display());
    }
    // Even so, no other file system is entered.
    Cmd::new("rm -rf --one-file-system --")
        .arg(folder.display().to_string())
        .run()
}

/// Returns a mount point in `folder`, by the text of `/proc/self/mounts`.
fn mounted<'a>(mounts: &'a str, folder: &Path) -> Option<&'a str> {
    // The kernel writes spaces and other rare characters as `\040` and so on.
    let escaped = |c: char| match c {
        ' ' | '\t' | '\n' | '\\' => format!("\\{:03o}", c as u32),
        c => c.to_string(),
    };
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let folder: String = folder.display().to_string().chars().map(escaped).collect();
    let places = mounts.lines().filter_map(|line| line.split(' ').nth(1));
    let mut inside = places.filter(|place| Path::new(place).starts_with(&folder));
    inside.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_in_a_folder_is_found() {
        let mounts = "proc /proc proc rw 0 0\n/dev/a /no/such/root/part/x\\040y ext4 rw 0 0\n";
        let found = |folder: &str| mounted(mounts, Path::new(folder));
        assert_eq!(found("/no/such/root"), Some("/no/such/root/part/x\\040y"));
        assert_eq!(found("/no/such/root/part/x y"), found("/no/such/root"));
        assert_eq!(found("/no/such/roo"), None);
        assert_eq!(found("/no/such/root/part/x"), None);
    }

    #[test]
    fn a_folder_with_something_mounted_is_not_removed() {
        let error = remove(Path::new("/proc")).unwrap_err().to_string();
        assert!(error.ends_with("is mounted"), "{error}");
    }

    #[test]
    fn a_folder_of_other_files_is_not_taken_for_a_root() {
        let bare = Bare {
            folder: root().join("xtask"),
            kept: true,
            inside: Inside::default(),
        };
        let error = bare.claim().unwrap_err().to_string();
        assert!(error.contains("holds other files"), "{error}");
    }

    #[test]
    fn versions_of_go_are_compared_as_numbers() {
        assert_eq!(minor("go1.26.8\n"), Some(26));
        assert!(minor("go1.9") < minor("1.23"));
        assert_eq!(minor("devel"), None);
    }
}
