//! The way to the registries: what of this machine's configuration a root needs so that apt, cargo,
//! go and pip find what they find here. Everything else of it stays outside.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::inside::below;
use crate::cmd::Cmd;

/// Where programs of Debian look for the certificates that they trust.
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// The certificates that programs of Java trust, here and in a root. Debian's packages make others
/// of what the root has, under the first name.
const OF_JAVA: [&str; 2] = ["/etc/ssl/certs/java/cacerts", "/etc/ssl/cacerts-outside"];

/// The variables that may name another file with certificates.
const NAMING_CERTIFICATES: &[&str] = &["SSL_CERT_FILE", "CARGO_HTTP_CAINFO", "CURL_CA_BUNDLE"];

/// Files and folders of apt's that go into a root, where they are missing.
const APT: &[&str] = &[
    "/etc/apt/auth.conf",
    "/etc/apt/auth.conf.d",
    "/etc/apt/keyrings",
    "/etc/apt/trusted.gpg",
    "/etc/apt/trusted.gpg.d",
    "/usr/share/keyrings",
    "/usr/local/share/ca-certificates",
];

/// The variables of Go's configuration about the registry.
const GO: &[&str] = &[
    "GOPROXY",
    "GOSUMDB",
    "GONOSUMDB",
    "GOPRIVATE",
    "GONOPROXY",
    "GOINSECURE",
];

/// The settings of pip about registries.
const PIP: &[&str] = &["index-url", "extra-index-url", "trusted-host", "proxy"];

/// The tables of cargo's configuration about registries.
const CARGO: &[&str] = &["http", "net", "registries", "registry", "source"];

/// Returns the settings of this machine's apt about how packages are fetched.
pub fn apt_settings() -> String {
    let dumped = Cmd::new("apt-config dump").read().unwrap_or_default();
    let lines = dumped.lines().filter(|line| about_fetching(line));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Indexes are left out: graphical programs ask for more of them.
fn about_fetching(line: &str) -> bool {
    line.starts_with("Acquire::") && !line.starts_with("Acquire::IndexTargets")
}

/// Returns the files that list this machine's sources of packages.
pub fn apt_sources() -> Result<Vec<PathBuf>> {
    let mut files = vec![PathBuf::from("/etc/apt/sources.list")];
    if let Ok(listed) = fs::read_dir("/etc/apt/sources.list.d") {
        files.extend(listed.filter_map(|one| Some(one.ok()?.path())));
    }
    files.retain(|file| {
        let kind = file.extension().and_then(|kind| kind.to_str());
        let text = fs::read_to_string(file).unwrap_or_default();
        let used = |line: &str| line.starts_with("deb") || line.starts_with("Types:");
        matches!(kind, Some("list" | "sources")) && text.lines().any(used)
    });
    files.sort();
    ensure!(!files.is_empty(), "/etc/apt lists no sources of packages");
    Ok(files)
}

/// Copies into a root what the registries need: keys, certificates, names of hosts, and the parts
/// of cargo's configuration about registries.
pub fn copy(root: &Path) -> Result<()> {
    for path in APT.iter().map(Path::new).filter(|path| path.exists()) {
        let parent = below(root, path.parent().context("an absolute path")?);
        fs::create_dir_all(&parent)?;
        // What the root has of its own stays.
        Cmd::new("cp -a --no-clobber --")
            .args([path.display().to_string(), parent.display().to_string()])
            .run()?;
    }
    let named = NAMING_CERTIFICATES.iter().filter_map(std::env::var_os);
    let named = named.map(PathBuf::from).find(|path| path.is_file());
    let certificates = named.unwrap_or_else(|| CERTIFICATES.into());
    for (from, to) in [
        (certificates.as_path(), CERTIFICATES),
        (Path::new(OF_JAVA[0]), OF_JAVA[1]),
        (Path::new("/etc/hosts"), "/etc/hosts"),
        (Path::new("/etc/resolv.conf"), "/etc/resolv.conf"),
    ] {
        if from.is_file() {
            fs::copy(from, below(root, Path::new(to)))
                .with_context(|| format!("cannot copy {}", from.display()))?;
        }
    }
    if let Some(text) =
        cargo_home().and_then(|home| fs::read_to_string(home.join("config.toml")).ok())
    {
        let folder = root.join("root/.cargo");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("config.toml"), about_registries(&text)?)?;
    }
    Ok(())
}

fn cargo_home() -> Option<PathBuf> {
    match std::env::var_os("CARGO_HOME") {
        Some(home) => Some(home.into()),
        None => Some(std::env::home_dir()?.join(".cargo")),
    }
}

/// Returns the parts of cargo's configuration that are about registries. Certificates are where
/// cargo looks for them by itself.
fn about_registries(config: &str) -> Result<String> {
    let mut config: toml::Table = config.parse().context("cargo's configuration")?;
    config.retain(|name, _| CARGO.contains(&name));
    if let Some(http) = config.get_mut("http").and_then(toml::Value::as_table_mut) {
        http.remove("cainfo");
    }
    Ok(toml::to_string(&config)?)
}

/// Returns the variables of this environment about proxies and cargo's registries, and one that
/// says whom Maven trusts.
pub fn variables() -> Vec<(String, String)> {
    let all = std::env::vars();
    let trusted = format!("-Djavax.net.ssl.trustStore={}", OF_JAVA[1]);
    let maven = Path::new(OF_JAVA[0])
        .is_file()
        .then(|| ("MAVEN_OPTS".to_owned(), trusted));
    all.filter(|(name, _)| about_the_network(name))
        .chain(maven)
        .collect()
}

fn about_the_network(name: &str) -> bool {
    let proxy = [
        "http_proxy",
        "https_proxy",
        "ftp_proxy",
        "all_proxy",
        "no_proxy",
    ];
    let cargo = ["HTTP", "NET", "REGISTRIES", "REGISTRY", "SOURCE"];
    let of_cargo = |rest: &str| {
        cargo
            .iter()
            .any(|table| rest.starts_with(&format!("{table}_")))
    };
    proxy.iter().any(|proxy| name.eq_ignore_ascii_case(proxy))
        || name != "CARGO_HTTP_CAINFO" && name.strip_prefix("CARGO_").is_some_and(of_cargo)
}

/// Returns the settings of this machine's Go about its registry.
pub fn go_variables() -> Vec<(String, String)> {
    let value = |name: &&str| {
        let value = Cmd::new("go env").arg(*name).read()?;
        Some(((*name).to_owned(), value.trim().to_owned()))
    };
    let all = GO.iter().filter_map(value);
    all.filter(|(_, value)| !value.is_empty()).collect()
}

/// Returns the settings of this machine's pip about its registry, as variables, and one for the
/// certificates that it trusts.
pub fn pip_variables() -> Vec<(String, String)> {
    let listed = Cmd::new("python3 -m pip config list").read();
    let mut all: Vec<_> = listed
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(of_pip)
        .collect();
    all.push(("PIP_CERT".to_owned(), CERTIFICATES.to_owned()));
    all
}

/// Returns the variable for a line such as `global.index-url='https://near'`.
fn of_pip(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let name = name.rsplit('.').next()?;
    let value = value.trim().trim_matches('\'');
    let variable = format!("PIP_{}", name.to_uppercase().replace('-', "_"));
    PIP.contains(&name).then(|| (variable, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_environment_only_the_network_is_passed_on() {
        for name in [
            "HTTPS_PROXY",
            "no_proxy",
            "CARGO_REGISTRIES_MINE_INDEX",
            "CARGO_NET_RETRY",
        ] {
            assert!(about_the_network(name), "{name}");
        }
        for name in [
            "HOME",
            "CI",
            "CARGO_HOME",
            "CARGO_HTTP_CAINFO",
            "CARGO_TARGET_DIR",
        ] {
            assert!(!about_the_network(name), "{name}");
        }
    }

    #[test]
    fn of_cargos_configuration_only_registries_are_copied() {
        let config = "[build]\njobs = 1\n[http]\ncainfo = \"/a\"\nmultiplexing = false\n\
                      [source.crates-io]\nreplace-with = \"near\"\n";
        assert_eq!(
            about_registries(config).unwrap(),
            "[http]\nmultiplexing = false\n\n[source.crates-io]\nreplace-with = \"near\"\n"
        );
    }

    #[test]
    fn of_the_settings_of_pip_those_about_the_registry_are_passed_on() {
        let variable = ("PIP_INDEX_URL".to_owned(), "http://near/a=b".to_owned());
        assert_eq!(of_pip("global.index-url='http://near/a=b'"), Some(variable));
        assert_eq!(of_pip(":env:.find-links='/here'"), None);
    }

    #[test]
    fn of_the_settings_of_apt_those_about_fetching_are_copied() {
        assert!(about_fetching("Acquire::http::Proxy \"http://near\";"));
        assert!(!about_fetching(
            "Acquire::IndexTargets::deb::DEP-11::MetaKey \"a\";"
        ));
        assert!(!about_fetching("DPkg::Post-Invoke:: \"rm\";"));
    }
}
