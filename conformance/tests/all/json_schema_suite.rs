//! The JSON Schema Test Suite: schemas of drafts 4 to 2020-12, each with documents that fit or not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use varvel::schema::Validator;
use varvel::{ErrorKind, View, json};

const SUITE: &str = "JSON-Schema-Test-Suite";

/// Cases that are not as the suite has them: words of file and name, and the reason.
const OTHERWISE: &[(&str, &str)] = &[
    ("optional/content: ", "`content…` is a remark"),
    (
        "draft4/optional/zeroTerminatedFloats: ",
        "1.0 is an integer, as in later drafts",
    ),
    (
        "vocabulary: schema that uses custom metaschema with with no validation vocabulary: no validation: ",
        "another document would tell which keywords count",
    ),
    (
        "optional/format-assertion: ",
        "`format` is a remark, and another document would tell",
    ),
];

#[test]
fn cases_are_as_the_suite_has_them() {
    let Some(root) = conformance::suite(SUITE) else {
        return;
    };
    let mut judged = Judged::default();
    for draft in ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"] {
        let folder = root.join("tests").join(draft);
        judged.folder(&folder, draft);
        judged.folder(&folder.join("optional"), &format!("{draft}/optional"));
    }
    let listed = |case: &str| OTHERWISE.iter().position(|(words, _)| case.contains(words));
    let mut seen = vec![false; OTHERWISE.len()];
    for wrong in std::mem::take(&mut judged.wrong) {
        match listed(&wrong) {
            Some(at) => seen[at] = true,
            None => judged.wrong.push(wrong),
        }
    }
    assert!(judged.wrong.is_empty(), "{}", judged.wrong.join("\n"));
    assert!(!seen.contains(&false), "a listed case is right: {seen:?}");
    // A missing file fails.
    assert_eq!(
        (judged.right, judged.refused.values().sum::<usize>()),
        (5299, 79)
    );
}

#[derive(Default)]
struct Judged {
    right: usize,
    wrong: Vec<String>,
    refused: BTreeMap<String, usize>,
}

impl Judged {
    fn folder(&mut self, folder: &Path, draft: &str) {
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files
            .filter(|file| {
                file.extension()
                    .is_some_and(|extension| extension == "json")
            })
            .collect();
        files.sort();
        for file in files {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let frozen = json::freeze(&fs::read(&file).unwrap()).unwrap();
            for group in frozen.view().items() {
                self.group(&format!("{draft}/{name}"), group, draft);
            }
        }
    }

    fn group(&mut self, file: &str, group: View<'_>, draft: &str) {
        let about = group.field("description").unwrap().str().unwrap();
        let schema = group.field("schema").unwrap();
        // Without `$schema` the folder tells the version.
        let mut schema = varvel::Value::from_view(schema);
        if schema.is_object() && schema.get("$schema").is_none() {
            let uri = match draft.split('/').next().unwrap() {
                "draft2019-09" => "https://json-schema.org/draft/2019-09/schema".into(),
                "draft2020-12" => "https://json-schema.org/draft/2020-12/schema".into(),
                old => format!(
                    "http://json-schema.org/{}/schema#",
                    old.replace("draft", "draft-0")
                ),
            };
            schema["$schema"] = uri.into();
        }
        let schema = match schema.to::<Validator>() {
            Ok(schema) => schema,
            Err(error) => {
                let words = error.expectation().unwrap_or_default();
                let why = format!("{:?}, {words}", error.kind());
                *self.refused.entry(why).or_default() += 1;
                if error.kind() != ErrorKind::NotFound || !words.contains("another document") {
                    self.wrong.push(format!("{file}: {about}: {error}"));
                }
                return;
            }
        };
        for case in group.field("tests").unwrap().items() {
            let name = case.field("description").unwrap().str().unwrap();
            let wanted = case.field("valid").unwrap().bool().unwrap();
            let data = case.field("data").unwrap();
            let errors = schema.check(&mut data.source(), 10);
            let found = errors.is_empty();
            assert_eq!(
                schema.fits(&mut data.source()),
                Ok(found),
                "{file}: {about}: {name}"
            );
            match found == wanted {
                true => self.right += 1,
                false => self
                    .wrong
                    .push(format!("{file}: {about}: {name}: {errors:?}")),
            }
        }
    }
}
