//! [`value!`](crate::value!): a tree written as JSON.

/// Makes a [`Value`](crate::Value) from JSON, with expressions of Rust in the place of values.
///
/// An expression may have any type that a value can be made `From`; it is moved in. A key is a
/// string literal, or an expression in parentheses. Trailing commas are allowed. If keys are equal,
/// the last value is kept.
///
/// ```
/// use varvel::value;
/// let (name, field) = ("Ada", "born".to_string());
/// let v = value!({
///     "name": name,
///     (field): 1800 + 15,
///     "children": ["Byron", "Anne", "Ralph"],
///     "title": null,
/// });
/// assert_eq!(
///     v.to_string(),
///     r#"{"name":"Ada","born":1815,"children":["Byron","Anne","Ralph"],"title":null}"#,
/// );
/// ```
#[macro_export]
macro_rules! value {
    ($($json:tt)+) => {
        $crate::__value!([$crate::Atomic] $($json)+)
    };
}

/// Makes a value from JSON, like [`value!`](crate::value!), with a count for one thread.
///
/// ```
/// use varvel::local::{Value, value};
/// let v: Value = value!([1, {"a": null}]);
/// assert_eq!(v.to_string(), r#"[1,{"a":null}]"#);
/// ```
#[macro_export]
macro_rules! local_value {
    ($($json:tt)+) => {
        $crate::__value!([$crate::Local] $($json)+)
    };
}

/// Expands both macros. The brackets hold the count and, if `From` does not make values of
/// expressions, the function that makes a value of a reference to one. A container is consumed
/// token by token, since nothing else shows where an expression ends.
#[doc(hidden)]
#[macro_export]
macro_rules! __value {
    // Items: the finished ones in brackets, then the rest.
    (@items [$r:path $(, $of:path)?] [$($done:expr,)*]) => {
        $crate::Value::<$r>::__array($crate::__private::vec![$($done),*])
    };
    (@items [$r:path $(, $of:path)?] [$($done:expr,)*] null $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$r $(, $of)?] [$($done,)* $crate::__value!([$r $(, $of)?] null),] $($($rest)*)?)
    };
    (@items [$r:path $(, $of:path)?] [$($done:expr,)*] [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$r $(, $of)?] [$($done,)* $crate::__value!([$r $(, $of)?] [$($inner)*]),] $($($rest)*)?)
    };
    (@items [$r:path $(, $of:path)?] [$($done:expr,)*] {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$r $(, $of)?] [$($done,)* $crate::__value!([$r $(, $of)?] {$($inner)*}),] $($($rest)*)?)
    };
    (@items [$r:path $(, $of:path)?] [$($done:expr,)*] $next:expr $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$r $(, $of)?] [$($done,)* $crate::__value!([$r $(, $of)?] $next),] $($($rest)*)?)
    };

    // Members, which go into `$object`.
    (@members [$r:path $(, $of:path)?] $object:ident) => {};
    (@members [$r:path $(, $of:path)?] $object:ident $key:literal : $($rest:tt)+) => {
        $crate::__value!(@member [$r $(, $of)?] $object ($key) $($rest)+)
    };
    (@members [$r:path $(, $of:path)?] $object:ident ($key:expr) : $($rest:tt)+) => {
        $crate::__value!(@member [$r $(, $of)?] $object ($key) $($rest)+)
    };
    (@member [$r:path $(, $of:path)?] $object:ident ($key:expr) null $(, $($rest:tt)*)?) => {
        $object.insert($key, $crate::__value!([$r $(, $of)?] null));
        $crate::__value!(@members [$r $(, $of)?] $object $($($rest)*)?)
    };
    (@member [$r:path $(, $of:path)?] $object:ident ($key:expr) [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $object.insert($key, $crate::__value!([$r $(, $of)?] [$($inner)*]));
        $crate::__value!(@members [$r $(, $of)?] $object $($($rest)*)?)
    };
    (@member [$r:path $(, $of:path)?] $object:ident ($key:expr) {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $object.insert($key, $crate::__value!([$r $(, $of)?] {$($inner)*}));
        $crate::__value!(@members [$r $(, $of)?] $object $($($rest)*)?)
    };
    (@member [$r:path $(, $of:path)?] $object:ident ($key:expr) $value:expr $(, $($rest:tt)*)?) => {
        $object.insert($key, $crate::__value!([$r $(, $of)?] $value));
        $crate::__value!(@members [$r $(, $of)?] $object $($($rest)*)?)
    };

    // A value.
    ([$r:path $(, $of:path)?] null) => {
        $crate::Value::<$r>::NULL
    };
    ([$r:path $(, $of:path)?] [$($items:tt)*]) => {
        $crate::__value!(@items [$r $(, $of)?] [] $($items)*)
    };
    ([$r:path $(, $of:path)?] {}) => {
        $crate::Value::<$r>::new_object()
    };
    ([$r:path $(, $of:path)?] {$($members:tt)+}) => {{
        let mut object = $crate::Value::<$r>::new_object();
        if let Some(mut members) = object.as_object_mut() {
            $crate::__value!(@members [$r $(, $of)?] members $($members)+);
        }
        object
    }};
    ([$r:path, $of:path] $value:expr) => {
        $of(&$value)
    };
    ([$r:path] $value:expr) => {
        <$crate::Value::<$r> as ::core::convert::From<_>>::from($value)
    };
}
