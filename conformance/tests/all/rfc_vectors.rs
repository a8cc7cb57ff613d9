//! JSON Pointer (RFC 6901) and JSON Merge Patch (RFC 7396): the examples of the RFCs.

use conformance::{Verdict, freeze, suite};
use varvel_value::{Ref, Value};

/// Returns a file of the suite as a value, if the suite is there.
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
    let mut judge = |pointer: &str, how: &str, right: bool| {
        let name = format!("{pointer} {how}");
        verdict.judge(&name, right.then_some(()).ok_or("another node".into()));
    };
    // Frozen, as a view and as a value, and with nothing frozen left.
    let frozen = suite["document"].freeze().expect("a document");
    let (view, value) = (frozen.view(), suite["document"].clone());
    let mut thawed = value.clone();
    thawed.thaw();
    for case in suite.field("rfc6901_section5").unwrap().items() {
        let pointer = case.field("pointer").unwrap().str().unwrap();
        let wanted = case.get("value");
        let of_view = view.pointer(pointer).map(Ref::from);
        judge(pointer, "in a view", of_view == wanted);
        judge(pointer, "in a value", value.pointer(pointer) == wanted);
        judge(pointer, "thawed", thawed.pointer(pointer) == wanted);
        judge(pointer, "as a path", value.path(pointer).ok() == wanted);
        let changed = thawed.pointer_mut(pointer).map(|node| node.clone());
        judge(
            pointer,
            "to change",
            changed.as_ref().map(Value::as_ref) == wanted,
        );
    }
    for pointer in suite.field("must_fail").unwrap().items() {
        let pointer = pointer.str().unwrap();
        judge(pointer, "in a view", view.pointer(pointer).is_none());
        judge(pointer, "in a value", value.pointer(pointer).is_none());
        judge(pointer, "thawed", thawed.pointer(pointer).is_none());
        judge(pointer, "to change", thawed.pointer_mut(pointer).is_none());
        // A text that is no pointer may still be a path.
        if pointer.starts_with('/') {
            judge(pointer, "as a path", value.path(pointer).is_err());
        }
    }
    verdict.close(12 * 5 + 12 * 5 - 1);
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
