//! Cases of names. A [`super::Rule`] takes one of these functions.

/// Returns the name as it stands.
pub fn same(name: &str) -> String {
    name.to_owned()
}

/// Returns a name in snake case: `testArrayOfTables` becomes `test_array_of_tables`, and
/// `TEST_Array` becomes `test_array`.
///
/// ```
/// use varvel_codegen::plan::snake;
/// assert_eq!(snake("testArrayOfHTTPTables"), "test_array_of_http_tables");
/// ```
pub fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = '_';
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let starts = c.is_ascii_uppercase()
            && (before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || before.is_ascii_uppercase()
                    && rest.peek().is_some_and(char::is_ascii_lowercase));
        // A second `_` in a row is dropped, except at the beginning.
        let double = c == '_' && out.ends_with('_') && out.contains(|c| c != '_');
        if starts && !out.ends_with('_') {
            out.push('_');
        }
        if !double {
            out.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    out
}

/// Returns a name in camel case: `my_test_union` becomes `MyTestUnion`. In a name without `_` only
/// the first letter changes.
///
/// ```
/// use varvel_codegen::plan::camel;
/// assert_eq!(camel("my_test_union"), "MyTestUnion");
/// ```
pub fn camel(name: &str) -> String {
    let parts = name.split('_').filter(|part| !part.is_empty());
    let mut out: String = parts.map(capitalized).collect();
    if !out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.insert(0, '_');
    }
    if out == "_" { "Unnamed".into() } else { out }
}

/// Returns a name with a capital at its beginning.
pub(crate) fn capitalized(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// Returns a name in capitals: `LongBig` becomes `LONG_BIG`.
pub fn capitals(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_their_case() {
        assert_eq!(
            snake("testArrayOfHTTPTables2B"),
            "test_array_of_http_tables2_b"
        );
        assert_eq!(snake("TEST_Array"), "test_array");
        assert_eq!(camel("my_test_union"), "MyTestUnion");
        assert_eq!(camel("ABC"), "ABC");
        assert_eq!(camel("__"), "Unnamed");
        assert_eq!(capitals("LongBig"), "LONG_BIG");
        assert_eq!(snake("a__b___C_D__"), "a_b_c_d_");
        assert_eq!(snake("__a"), "__a");
    }
}
