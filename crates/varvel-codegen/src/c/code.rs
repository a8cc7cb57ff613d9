//! Text of C: comments, literals, types.

use varvel_fbs::{DefaultValue, Scalar};

/// Returns a comment, which ends with a line end. Without lines it is `otherwise`.
pub(super) fn comment(lines: &[String], otherwise: &str) -> String {
    let lines: Vec<String> = lines.iter().map(|line| written(line)).collect();
    match lines.iter().all(String::is_empty) {
        true if otherwise.is_empty() => String::new(),
        true => format!("/** {otherwise} */\n"),
        false => format!("/** {} */\n", lines.join("\n *  ").trim_end()),
    }
}

/// Returns a line without text that would end a comment, or that compilers warn of in one.
fn written(line: &str) -> String {
    let text: String = line.chars().filter(|c| !c.is_control()).collect();
    let mut text = text.trim().to_owned();
    for (from, to) in [("*/", "* /"), ("/*", "/ *"), ("??", "? ?")] {
        text = text.replace(from, to);
    }
    text
}

/// Returns a string literal with these bytes.
pub(super) fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte as char]),
            b' '..=b'~' if byte != b'?' => out.push(byte as char),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}

/// Returns the name of a scalar in functions of the runtime: `i32`.
pub(super) fn short(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::I8 => "i8",
        Scalar::U8 => "u8",
        Scalar::I16 => "i16",
        Scalar::U16 => "u16",
        Scalar::I32 => "i32",
        Scalar::U32 => "u32",
        Scalar::I64 => "i64",
        Scalar::U64 => "u64",
        Scalar::F32 => "f32",
        Scalar::F64 => "f64",
    }
}

/// Returns the C type of a scalar.
pub(super) fn primitive(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::I8 => "int8_t",
        Scalar::U8 => "uint8_t",
        Scalar::I16 => "int16_t",
        Scalar::U16 => "uint16_t",
        Scalar::I32 => "int32_t",
        Scalar::U32 => "uint32_t",
        Scalar::I64 => "int64_t",
        Scalar::U64 => "uint64_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
    }
}

/// Returns a literal of an integer type.
pub(super) fn integer(scalar: Scalar, value: i128) -> String {
    match scalar {
        Scalar::Bool => (if value == 0 { "false" } else { "true" }).to_owned(),
        Scalar::U32 => format!("UINT32_C({value})"),
        Scalar::U64 => format!("UINT64_C({value})"),
        Scalar::I64 if value == i128::from(i64::MIN) => "INT64_MIN".to_owned(),
        Scalar::I64 => format!("INT64_C({value})"),
        Scalar::I32 if value == i128::from(i32::MIN) => "INT32_MIN".to_owned(),
        _ => value.to_string(),
    }
}

/// Returns a literal of a scalar's default.
pub(super) fn default(scalar: Scalar, value: &DefaultValue) -> String {
    match (scalar, value) {
        (Scalar::F32, DefaultValue::Float(value)) if value.to_bits() != 0 => {
            format!(
                "vfb_f32_of_bits(UINT32_C(0x{:x}))",
                (*value as f32).to_bits()
            )
        }
        (Scalar::F64, DefaultValue::Float(value)) if value.to_bits() != 0 => {
            format!("vfb_f64_of_bits(UINT64_C(0x{:x}))", value.to_bits())
        }
        (Scalar::F32, _) => "0.0f".to_owned(),
        (Scalar::F64, _) => "0.0".to_owned(),
        (_, DefaultValue::Integer(value)) => integer(scalar, *value),
        _ => integer(scalar, 0),
    }
}
