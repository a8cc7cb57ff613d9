//! Who may read a file that is replaced, and its extended attributes: what is kept of them.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Stdio;

use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};

use crate::command::{Folder, is_superuser};

const LIST: &str = "system.posix_acl_access";
const LIST_OF_NEW: &str = "system.posix_acl_default";
/// The user nobody, and a group of no one.
const NOBODY: u32 = 65534;
const GROUP: u32 = 54321;

/// Returns an access list for the owner, nobody, the group, the mask and all others.
fn list([owner, nobody, group, mask, others]: [u16; 5]) -> Vec<u8> {
    let mut list = 2_u32.to_le_bytes().to_vec();
    let none = u32::MAX;
    for (tag, allowed, id) in [
        (0x01_u16, owner, none),
        (0x02, nobody, NOBODY),
        (0x04, group, none),
        (0x10, mask, none),
        (0x20, others, none),
    ] {
        list.extend_from_slice(&tag.to_le_bytes());
        list.extend_from_slice(&allowed.to_le_bytes());
        list.extend_from_slice(&id.to_le_bytes());
    }
    list
}

fn attribute(path: &Path, name: &str) -> Option<Vec<u8>> {
    let mut room = vec![0; 1 << 16];
    let len = getxattr(path, name, &mut *room).ok()?;
    Some(room[..len].to_vec())
}

/// Sets an attribute. Returns whether the file system and the user can.
fn set_attribute(path: &Path, name: &str, value: &[u8]) -> bool {
    let set = setxattr(path, name, value, XattrFlags::empty());
    if let Err(cause) = set {
        println!("skipped: a test of {name}: {cause}");
    }
    set.is_ok()
}

/// All that is known of who may do what with a file, and its attributes.
#[derive(Debug, PartialEq, Eq)]
struct Facts {
    mode: u32,
    owner: (u32, u32),
    attributes: Vec<(String, Option<Vec<u8>>)>,
}

fn facts(path: &Path) -> Facts {
    let metadata = fs::metadata(path).unwrap();
    let mut names = vec![0; 1 << 16];
    let len = listxattr(path, &mut *names).unwrap();
    let names = names[..len].split(|&byte| byte == 0);
    let names = names.filter(|name| !name.is_empty());
    let attribute = |name: &[u8]| {
        let name = String::from_utf8(name.to_vec()).unwrap();
        let value = attribute(path, &name);
        (name, value)
    };
    let mut attributes: Vec<_> = names.map(attribute).collect();
    attributes.sort();
    Facts {
        mode: metadata.mode(),
        owner: (metadata.uid(), metadata.gid()),
        attributes,
    }
}

/// Gives a file all that it can have: a mode, an access list that denies what the mode seems to
/// allow, attributes, and an owner, as far as the user can.
fn adorn(path: &Path) -> bool {
    let superuser = is_superuser();
    if superuser {
        chown(path, Some(4321), Some(GROUP)).unwrap();
    }
    fs::set_permissions(path, Permissions::from_mode(0o4600)).unwrap();
    let denying = list([6, 6, 0, 6, 0]);
    let long = vec![b'x'; 1500];
    let set = set_attribute(path, LIST, &denying)
        && set_attribute(path, "user.empty", b"")
        && set_attribute(path, "user.note", &long);
    if superuser {
        let _ =
            set_attribute(path, "trusted.note", b"t") && set_attribute(path, "security.x", b"s");
    }
    set
}

const JSON: &str = "{\"a\": 1, \"b\": [2]}\n";
const SCHEMA: &str = "table T { a: int; }\nroot_type T;\n";

#[test]
fn whatever_replaces_a_file_keeps_who_may_read_it() {
    for (file, arguments) in [
        ("x.json", &["set", "x.json", "a", "3"][..]),
        ("x.json", &["rm", "x.json", "a"]),
        ("x.json", &["fmt", "-i", "x.json"]),
        ("x.json", &["convert", "y.json", "x.json"]),
        ("x.json", &["convert", "y.json", "link.json"]),
        ("x.json.gz", &["convert", "y.json", "x.json.gz"]),
        ("x.varvels", &["convert", "y.ndjson", "x.varvels"]),
        (
            "x.varvels",
            &["convert", "y.ndjson", "x.varvels", "--append"],
        ),
        (
            "bad.ndjson",
            &[
                "convert",
                "bad.json",
                "z.varvels",
                "--from",
                "ndjson",
                "--bad-lines",
                "bad.ndjson",
            ],
        ),
        ("t.rs", &["gen", "rust", "t.fbs"]),
        ("rule.d", &["gen", "rust", "t.fbs", "-M", "rule.d"]),
        ("t.bfbs", &["schema", "compile", "t.fbs", "--out", "t.bfbs"]),
    ] {
        let folder = Folder::with(&[
            ("x.json", JSON),
            ("y.json", "[]"),
            ("y.ndjson", "1\n2\n"),
            ("old.ndjson", "0\n"),
            ("bad.json", "1\n[\n"),
            ("t.fbs", SCHEMA),
        ]);
        std::os::unix::fs::symlink("x.json", folder.at("link.json")).unwrap();
        assert_eq!(
            folder
                .run(&["convert", "old.ndjson", "x.varvels", "-q"])
                .code,
            0
        );
        let path = folder.at(file);
        if !path.exists() {
            folder.write(file, "old");
        }
        let content = fs::read(&path).unwrap();
        if !adorn(&path) {
            return;
        }
        let before = facts(&path);
        let ran = folder.run(arguments);
        assert!(matches!(ran.code, 0 | 4), "{arguments:?}: {ran:?}");
        assert_ne!(fs::read(&path).unwrap(), content, "{arguments:?}");
        let mut after = facts(&path);
        if after.mode & 0o4000 == 0 && arguments.contains(&"--append") {
            after.mode |= 0o4000; // the kernel removes it where a file is written in place
        }
        assert!(after == before, "{arguments:?}: {after:?}");
    }
}

#[test]
fn a_new_file_is_like_any_other_in_its_folder() {
    let folder = Folder::with(&[("a.json", "1"), ("a.ndjson", "1\n")]);
    let lists = [list([7, 7, 5, 7, 5]), list([6, 4, 0, 4, 0])];
    for inherited in lists {
        if !set_attribute(folder.path(), LIST_OF_NEW, &inherited) {
            return;
        }
        let usual = folder.at("usual");
        File::create(&usual).unwrap();
        assert!(attribute(&usual, LIST).is_some());
        for arguments in [
            ["convert", "a.json", "new.json"],
            ["convert", "a.ndjson", "new.varvels"],
        ] {
            assert_eq!(folder.run(&arguments).code, 0);
            assert_eq!(facts(&folder.at(arguments[2])), facts(&usual));
            fs::remove_file(folder.at(arguments[2])).unwrap();
        }
        fs::remove_file(usual).unwrap();
    }
}

#[test]
fn a_file_gets_no_access_list_from_its_folder_when_it_is_replaced() {
    let folder = Folder::with(&[("x.json", JSON)]);
    fs::set_permissions(folder.at("x.json"), Permissions::from_mode(0o640)).unwrap();
    if !set_attribute(folder.path(), LIST_OF_NEW, &list([7, 7, 7, 7, 7])) {
        return;
    }
    let before = facts(&folder.at("x.json"));
    assert_eq!(folder.run(&["set", "x.json", "a", "3"]).code, 0);
    assert_eq!(facts(&folder.at("x.json")), before);
    assert_eq!(before.attributes, []);
}

/// Runs the command as the user nobody. Returns its exit code and what it said, or `None` if the
/// tests cannot do that.
fn run_as_nobody(folder: &Folder, arguments: &[&str]) -> Option<(Option<i32>, String)> {
    if !is_superuser() {
        println!("skipped: a test as another user: only the superuser can");
        return None;
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    let mut command = folder.command(arguments);
    // Setting the user as the superuser drops all other groups.
    let ran = command
        .uid(NOBODY)
        .gid(NOBODY)
        .stdin(Stdio::null())
        .output();
    match ran {
        Ok(ran) => Some((ran.status.code(), String::from_utf8(ran.stderr).unwrap())),
        Err(cause) => {
            println!("skipped: a test as another user: {cause}");
            None
        }
    }
}

#[test]
fn an_attribute_that_cannot_be_kept_is_an_error_and_changes_nothing() {
    let folder = Folder::with(&[("x.json", JSON)]);
    let path = folder.at("x.json");
    fs::set_permissions(&path, Permissions::from_mode(0o666)).unwrap();
    if !is_superuser() || !set_attribute(&path, "security.x", b"s") {
        println!("skipped: a test of attributes that only the superuser can set");
        return;
    }
    let before = facts(&path);
    let Some((code, said)) = run_as_nobody(&folder, &["set", "x.json", "a", "3"]) else {
        return;
    };
    let error = "error: cannot write x.json: its attribute security.x cannot be kept: \
                 operation not permitted\n";
    assert_eq!((code, said.to_lowercase().as_str()), (Some(3), error));
    assert_eq!(
        (folder.read("x.json").as_str(), facts(&path)),
        (JSON, before)
    );
    assert_eq!(folder.names(), ["x.json"]);
}

#[test]
fn where_the_group_cannot_be_kept_no_group_gains() {
    for (mode, kept) in [
        (0o664, 0o644),
        (0o660, 0o600),
        (0o606, 0o600),
        (0o6666, 0o4666),
    ] {
        let folder = Folder::with(&[("x.json", JSON)]);
        let path = folder.at("x.json");
        if is_superuser() {
            chown(&path, Some(NOBODY), Some(GROUP)).unwrap();
        }
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let Some((code, said)) = run_as_nobody(&folder, &["set", "x.json", "a", "3"]) else {
            return;
        };
        assert_eq!((code, said.as_str()), (Some(0), ""));
        let Facts { mode, owner, .. } = facts(&path);
        assert_eq!((mode & 0o7777, owner), (kept, (NOBODY, NOBODY)));
    }
}

#[test]
fn where_the_group_cannot_be_kept_its_entry_in_the_list_allows_no_other_group_more() {
    let folder = Folder::with(&[("x.json", JSON)]);
    let path = folder.at("x.json");
    if !set_attribute(&path, LIST, &list([6, 6, 6, 6, 4])) {
        return;
    }
    let Some((code, said)) = run_as_nobody(&folder, &["set", "x.json", "a", "3"]) else {
        return;
    };
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let Facts { mode, owner, .. } = facts(&path);
    assert_eq!((mode & 0o7777, owner), (0o664, (NOBODY, NOBODY)));
    assert_eq!(attribute(&path, LIST), Some(list([6, 6, 4, 6, 4])));
}
