//! JSON Pointer (RFC 6901) and JSON Merge Patch (RFC 7396): the examples of the documents.

use conformance::{Verdict, freeze, suite};
use varvel_value::Value;

/// A file of the suite as a value, if the suite is there.
fn document(name: &str) -> Option<Value> {
    let path = suite("rfc-vectors")?.join(name);
    let text = std::fs::read(path).expect("a file that can be read");
    Some(Value::from(freeze(&text).expect("a document of the suite")))
}

#[test]
fn pointers() {
    let Some(suite) = document("json_pointer_rfc6901.json") else {
        return;
    };
    let mut verdict = Verdict::default();
    let document = &suite["document"];
    for case in suite.field("rfc6901_section5").unwrap().items() {
        let pointer = case.field("pointer").unwrap().str().unwrap();
        let same = document.pointer(pointer) == case.get("value");
        verdict.judge(pointer, same.then_some(()).ok_or("another node".into()));
    }
    for pointer in suite.field("must_fail").unwrap().items() {
        let pointer = pointer.str().unwrap();
        let none = document.pointer(pointer).is_none();
        verdict.judge(pointer, none.then_some(()).ok_or("finds a node".into()));
    }
    verdict.close(24);
}

#[test]
fn merge_patches() {
    let Some(suite) = document("json_merge_patch_rfc7396_appendixA.json") else {
        return;
    };
    let mut verdict = Verdict::default();
    for (i, case) in suite.items().enumerate() {
        let mut value = case.field("original").unwrap().to_value();
        value.merge_patch(&case.field("patch").unwrap().to_value());
        let same = value.as_ref() == case.field("result").unwrap();
        verdict.judge(&i.to_string(), same.then_some(()).ok_or(format!("{value}")));
    }
    verdict.close(15);
}
