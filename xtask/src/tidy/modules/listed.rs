//! The circles that are known, since the concepts themselves need each other.

/// Files that need each other, and why.
pub struct Circle {
    /// The folder of sources.
    pub folder: &'static str,
    /// The files, from that folder, sorted.
    pub files: &'static [&'static str],
    /// The reason why no piece can be moved out.
    #[allow(dead_code, reason = "for those who read the list")]
    pub reason: &'static str,
}

impl Circle {
    /// Returns whether it consists of these files of `folder`.
    pub fn is(&self, folder: &str, files: &[&str]) -> bool {
        let short = files.iter().map(|file| file.strip_prefix(folder));
        self.folder == folder && short.eq(self.files.iter().map(|file| Some(*file)))
    }
}

/// All known circles.
pub const LISTED: &[Circle] = &[
    Circle {
        folder: "crates/varvel-arrow/src/",
        files: &["shred/part.rs", "shred/typed.rs"],
        reason: "a value has a column of its type, and that of an object or an array has values",
    },
    Circle {
        folder: "crates/varvel-flatbuffers/src/",
        files: &["rust_schema/definition.rs", "rust_schema/in_place.rs"],
        reason: "a field of a definition may be a struct in place, which is a list of such fields",
    },
    Circle {
        folder: "crates/varvel-flatbuffers/src/",
        files: &[
            "encode/items.rs",
            "encode/visit.rs",
            "read/lookup.rs",
            "read/table.rs",
            "read/vector.rs",
            "schema.rs",
            "table_layout.rs",
        ],
        reason: "the traits of a schema name the types that read and write by it, and those are generic over the schema; a table \
                 holds vectors, a vector tables",
    },
    Circle {
        folder: "crates/varvel-flatbuffers/src/",
        files: &[
            "events/decode.rs",
            "events/defaults.rs",
            "events/read.rs",
            "events/values.rs",
        ],
        reason: "a table holds fields, and a field may hold a table: reading, filling and resetting one needs those of the other",
    },
    Circle {
        folder: "crates/varvel-frozen/src/",
        files: &["builder/rebuild.rs", "freeze.rs", "frozen.rs"],
        reason: "a document is frozen with options, and the options make documents: one is the short way to the other",
    },
    Circle {
        folder: "crates/varvel-frozen/src/",
        files: &[
            "validate/nodes.rs",
            "validate/sample.rs",
            "validate/stencil.rs",
            "validate/text.rs",
            "validate/walk.rs",
        ],
        reason: "one walk in five files, whose steps are in all of them",
    },
    Circle {
        folder: "crates/varvel-raw/src/",
        files: &["gather.rs", "simd/vector.rs"],
        reason: "an instruction set holds whole algorithms, and these are generic over the instruction set",
    },
    Circle {
        folder: "crates/varvel-raw/src/",
        files: &[
            "simd/mod.rs",
            "simd/neon.rs",
            "simd/x86/mod.rs",
            "simd/x86/text.rs",
            "utf8.rs",
        ],
        reason: "an instruction set holds whole algorithms, and these are generic over the instruction set",
    },
    Circle {
        folder: "crates/varvel-schema/src/",
        files: &["json_schema/objects.rs", "json_schema/unions.rs"],
        reason: "a variant of a union is an object, and an object may have the members of a union among its own",
    },
    Circle {
        folder: "crates/varvel-serde/src/",
        files: &["de/access.rs", "de/key.rs", "de/variant.rs"],
        reason: "the shape of serde's traits: a key may be a variant, which may hold members, which have keys",
    },
    Circle {
        folder: "crates/varvel-serde/src/",
        files: &["ser/compound.rs", "ser/key.rs"],
        reason: "the shape of serde's traits: a compound has keys, and a key may be a compound",
    },
    Circle {
        folder: "crates/varvel-value/src/",
        files: &[
            "build.rs",
            "iter.rs",
            "reference.rs",
            "store/array.rs",
            "store/drop.rs",
            "store/frozen.rs",
            "store/map.rs",
            "store/mod.rs",
            "store/object.rs",
            "value.rs",
        ],
        reason: "a tree holds trees: each kind of node holds others, and what drops, thaws or reads one does so for all",
    },
    Circle {
        folder: "crates/varvel-yaml/src/",
        files: &["read/merging.rs", "read/nodes.rs", "read/scalar.rs"],
        reason: "what merge keys bring in is planned by reading the same nodes once before, without merging",
    },
];
