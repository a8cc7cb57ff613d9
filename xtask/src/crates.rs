//! The crates of `crates/` and the library for C, with the promises of each.
//!
//! There is only this list: `tidy` compares manifests and sources with it, and `ci`, `miri`, `fuzz`
//! and `coverage` find here what they have to check. A crate joins it, and the table of
//! ARCHITECTURE.md, in the commit that creates it.

/// One crate and its promises.
pub struct Crate {
    /// The name of the package, and of its folder in `crates/` if `folder` names no other.
    pub name: &'static str,
    /// The folder from the root of the checkout, for a crate that is not in `crates/`.
    pub folder: Option<&'static str>,
    /// The crates of ours that it may use.
    pub uses: &'static [&'static str],
    /// Whether it is published on crates.io. A published crate is packaged, and builds with the
    /// oldest compiler.
    pub published: bool,
    /// Whether it builds without the standard library, and passes its tests where pointers have 32
    /// bits.
    pub no_std: bool,
    /// Whether it may hold `unsafe`.
    pub unsafe_code: bool,
    /// The tests that Miri runs.
    pub miri: &'static [Miri],
    /// The fuzz targets that test it. A target may test several crates.
    pub fuzzed: &'static [&'static str],
    /// The folders that read foreign bytes, from the root of the checkout. `coverage` counts their
    /// branches.
    pub covered: &'static [&'static str],
}

impl Crate {
    /// Returns the folder from the root of the checkout.
    pub fn folder(&self) -> String {
        match self.folder {
            Some(folder) => folder.to_owned(),
            None => format!("crates/{}", self.name),
        }
    }
}

/// Tests of a crate under one of Miri's models.
pub struct Miri {
    /// The model that differs from a plain run.
    pub model: Model,
    /// The arguments of `cargo miri test` behind the crate's name.
    pub tests: &'static str,
    /// Whether it waits for its turn also where the crate changed.
    pub waits: bool,
}

/// A model of Miri.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// The default borrow model.
    Stacked,
    /// Tree borrows.
    Tree,
    /// The default borrow model on a big-endian target, where a mistaken byte order or width shows.
    BigEndian,
    /// The default borrow model, with threads that take turns in several orders.
    Threads,
}

const fn stacked(tests: &'static str) -> Miri {
    Miri {
        model: Model::Stacked,
        tests,
        waits: false,
    }
}

/// The tests that other runs leave out, for minutes: they wait for their turn.
const fn rest_stacked(tests: &'static str) -> Miri {
    Miri {
        waits: true,
        ..stacked(tests)
    }
}

const fn tree(tests: &'static str) -> Miri {
    Miri {
        model: Model::Tree,
        tests,
        waits: true,
    }
}

const fn big_endian(tests: &'static str) -> Miri {
    Miri {
        model: Model::BigEndian,
        tests,
        waits: true,
    }
}

const fn threads(tests: &'static str) -> Miri {
    Miri {
        model: Model::Threads,
        tests,
        waits: false,
    }
}

/// A library that is published and builds without the standard library.
const LIBRARY: Crate = Crate {
    name: "",
    folder: None,
    uses: &[],
    published: true,
    no_std: true,
    unsafe_code: false,
    miri: &[],
    fuzzed: &[],
    covered: &[],
};

/// A program, or a crate that runs only where programs are built.
const TOOL: Crate = Crate {
    no_std: false,
    ..LIBRARY
};

/// All crates, those that use nothing of ours first.
pub const CRATES: &[Crate] = &[
    Crate {
        name: "varvel-raw",
        unsafe_code: true,
        miri: &[
            stacked("--lib --tests"),
            tree("--lib --tests"),
            big_endian("--lib --tests"),
        ],
        fuzzed: &["kernels"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-derive",
        ..TOOL
    },
    Crate {
        name: "varvel-core",
        uses: &["varvel-raw"],
        fuzzed: &["pull_vs_drive", "splitter", "typed"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-schema",
        uses: &["varvel-core"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-fbs",
        uses: &["varvel-core"],
        fuzzed: &["fbs_parser"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-codegen",
        uses: &["varvel-fbs", "varvel-flatbuffers"],
        fuzzed: &["flatbuffers_json"],
        ..TOOL
    },
    Crate {
        name: "varvel-json",
        uses: &["varvel-core", "varvel-raw"],
        miri: &[stacked("--test all -- borrowed::")],
        fuzzed: &["json_vs_serde", "json_vs_simd_json", "write_roundtrip"],
        covered: &["crates/varvel-json/src/read/"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-serde",
        uses: &["varvel-core", "varvel-json"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-msgpack",
        uses: &["varvel-core", "varvel-raw"],
        miri: &[stacked("--test all -- borrowed::")],
        fuzzed: &["msgpack_vs_rmpv"],
        covered: &["crates/varvel-msgpack/src/read/"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-cbor",
        uses: &["varvel-core", "varvel-raw"],
        miri: &[stacked("--test all -- borrowed::")],
        fuzzed: &["cbor_vs_ciborium"],
        covered: &["crates/varvel-cbor/src/read/"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-yaml",
        uses: &["varvel-core", "varvel-raw"],
        fuzzed: &["yaml_vs_saphyr"],
        covered: &["crates/varvel-yaml/src/read/"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-tree",
        uses: &["varvel-core", "varvel-serde"],
        fuzzed: &["value_model"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-flexbuffers",
        uses: &["varvel-core", "varvel-tree"],
        fuzzed: &["flatbuffers_json", "flexbuffers"],
        covered: &["crates/varvel-flexbuffers/src/verify.rs"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-flatbuffers",
        uses: &[
            "varvel-core",
            "varvel-derive",
            "varvel-fbs",
            "varvel-flexbuffers",
            "varvel-raw",
            "varvel-schema",
        ],
        unsafe_code: true,
        miri: &[
            stacked("--lib"),
            stacked("--test all -- object:: builder:: monster_data::"),
            tree("--lib"),
            tree("--test all -- object:: builder:: monster_data::"),
            big_endian("--lib"),
            big_endian("--test all -- object:: builder:: monster_data::"),
        ],
        fuzzed: &["bfbs", "flatbuffers_json", "flatbuffers_verify_walk"],
        covered: &["crates/varvel-flatbuffers/src/verify/"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-frozen",
        uses: &[
            "varvel-core",
            "varvel-raw",
            "varvel-json",
            "varvel-schema",
            "varvel-serde",
            "varvel-tree",
        ],
        unsafe_code: true,
        // These modules of tests cover all of the unsafe code, in minutes. The others have a run of
        // their own.
        miri: &[
            stacked("--lib"),
            stacked("--test all -- vectors:: lookup:: parts:: column::"),
            rest_stacked(
                "--test no_allocation --test beyond_4_gib --test all -- --skip vectors:: --skip lookup:: --skip parts:: --skip column::",
            ),
            tree("--lib"),
            tree("--test all -- vectors:: lookup:: parts:: column::"),
            big_endian("--lib"),
            big_endian("--test all -- vectors:: lookup:: parts:: column::"),
        ],
        fuzzed: &["frozen_stream", "frozen_validate_walk"],
        covered: &[
            "crates/varvel-frozen/src/stream/",
            "crates/varvel-frozen/src/validate/",
        ],
        ..LIBRARY
    },
    Crate {
        name: "varvel-value",
        uses: &[
            "varvel-core",
            "varvel-raw",
            "varvel-json",
            "varvel-frozen",
            "varvel-schema",
            "varvel-serde",
            "varvel-tree",
        ],
        miri: &[
            stacked("--lib"),
            stacked("--test all -- thin_slice:: operations::"),
            threads("--test all -- threads::"),
        ],
        fuzzed: &["value_model"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-edit",
        uses: &[
            "varvel-core",
            "varvel-json",
            "varvel-yaml",
            "varvel-frozen",
            "varvel-value",
        ],
        ..LIBRARY
    },
    Crate {
        name: "varvel",
        uses: &[
            "varvel-cbor",
            "varvel-edit",
            "varvel-raw",
            "varvel-core",
            "varvel-derive",
            "varvel-fbs",
            "varvel-flatbuffers",
            "varvel-flexbuffers",
            "varvel-json",
            "varvel-msgpack",
            "varvel-yaml",
            "varvel-frozen",
            "varvel-value",
            "varvel-serde",
            "varvel-schema",
            "varvel-tree",
        ],
        fuzzed: &["records"],
        ..LIBRARY
    },
    Crate {
        name: "varvel-arrow",
        uses: &["varvel"],
        fuzzed: &["tables"],
        ..TOOL
    },
    Crate {
        name: "varvel-files",
        uses: &["varvel"],
        ..TOOL
    },
    Crate {
        name: "varvel-cli",
        uses: &["varvel", "varvel-arrow", "varvel-codegen", "varvel-files"],
        ..TOOL
    },
    Crate {
        name: "varvel-capi",
        folder: Some("bindings/c/library"),
        uses: &["varvel"],
        published: false,
        unsafe_code: true,
        miri: &[stacked("--lib"), tree("--lib"), big_endian("--lib")],
        fuzzed: &["c_calls"],
        ..TOOL
    },
];

/// Returns the crate called `name`.
pub fn find(name: &str) -> Option<&'static Crate> {
    CRATES.iter().find(|one| one.name == name)
}

/// Returns the names of the crates that keep a promise.
pub fn that(promise: impl Fn(&Crate) -> bool) -> impl Iterator<Item = &'static str> {
    CRATES
        .iter()
        .filter(move |one| promise(one))
        .map(|one| one.name)
}

/// Returns the crate and all of our crates that it uses, directly or through others.
pub fn used_by(name: &'static str) -> Vec<&'static str> {
    let mut used = vec![name];
    let mut next = 0;
    while let Some(one) = used.get(next).and_then(|name| find(name)) {
        for name in one.uses {
            if !used.contains(name) {
                used.push(name);
            }
        }
        next += 1;
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stands_before_what_uses_it() {
        for (i, one) in CRATES.iter().enumerate() {
            for name in one.uses {
                let stands = CRATES.iter().position(|other| other.name == *name);
                assert!(stands.is_some(), "{} uses an unknown {name}", one.name);
            }
            assert_eq!(find(one.name).map(|found| found.name), Some(CRATES[i].name));
        }
    }

    #[test]
    fn use_goes_through_others() {
        assert_eq!(used_by("varvel-raw"), ["varvel-raw"]);
        assert!(used_by("varvel-edit").contains(&"varvel-schema"));
        assert!(!used_by("varvel-json").contains(&"varvel-frozen"));
    }
}
