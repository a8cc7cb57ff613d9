//! The C headers in `bindings/c/flatbuffers/tests` are those of the backend, and C agrees with Rust
//! about a corpus of buffers, mutants and JSON.
//!
//! With `VARVEL_BLESS` set headers and cases are written anew. `VARVEL_MUTANTS` says how many
//! mutants there are. Without a C compiler the corpus is skipped.
#![forbid(unsafe_code)]

mod builders;
mod corpus;
#[path = "../languages/mod.rs"]
mod languages;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use varvel_codegen::{Backend, C, File, Files, Options, join_files};
use varvel_fbs::{Disk, Schema, parse, parse_text};

fn schema(name: &str) -> Schema {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated");
    let schema = folder.join(name).with_extension("fbs");
    parse(schema.to_str().unwrap(), &Disk::default()).unwrap()
}

fn options(stem: &str) -> Options {
    Options {
        stem: Some(stem.to_owned()),
        ..Options::default()
    }
}

/// Flags of the compiler: the campaign, which sets the variable, is run under sanitizers.
fn sanitizers() -> &'static [&'static str] {
    match std::env::var_os("VARVEL_MUTANTS") {
        Some(_) => &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        None => &[],
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/c/flatbuffers")
}

fn are_golden(files: &[File]) {
    for file in files {
        let golden = folder().join("tests/generated").join(&file.name);
        if std::env::var_os("VARVEL_BLESS").is_some() {
            fs::write(&golden, &file.code).unwrap();
        }
        let is_golden = fs::read_to_string(&golden).unwrap() == file.code;
        assert!(is_golden, "{} is another", file.name);
    }
}

/// The tests in C need these without Rust. `zoo` has one of every construct, `odd` has names that
/// the code uses itself.
#[test]
fn the_headers_are_what_they_were() {
    are_golden(&C.code(&schema("odd"), &options("odd")).unwrap());
    are_golden(&C.code(&corpus::zoo(), &options("zoo")).unwrap());
    for name in corpus::STRUCT_ROOTS {
        are_golden(&C.code(&corpus::struct_root(name), &options(name)).unwrap());
    }
    let sample = folder().join("samples/sensors.fbs");
    let sample = parse(sample.to_str().unwrap(), &Disk::default()).unwrap();
    are_golden(&C.code(&sample, &options("sensors")).unwrap());
}

#[test]
fn each_file_of_a_schema_has_a_header() {
    let joined = join_files(&[schema("order"), schema("bill")]).unwrap();
    let options = Options {
        files: Files::Each,
        ..options("order")
    };
    let files = C.code_joined(&joined, &options).unwrap();
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["bill.h", "order.h", "shared.h"]);
    assert!(files[1].code.contains("#include \"order.h\""));
}

/// So a build knows the names of the headers of several schemas, as it does for one.
#[test]
fn a_header_is_called_like_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    file("both.fbs", "struct Point { x: int; }");
    file("in/both.fbs", "struct Other { x: int; }");
    let names = ["first-one.fbs", "int.fbs"];
    let schemas = names.map(|name| {
        let text = format!(
            "include \"both.fbs\"; include \"in/both.fbs\"; table T{} {{ at: Point; }}",
            name.len()
        );
        parse(&file(name, &text), &Disk::default()).unwrap()
    });
    let options = Options {
        files: Files::Each,
        ..options("first-one")
    };
    let joined = join_files(&schemas).unwrap();
    let files = C.code_joined(&joined, &options).unwrap();
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["both.h", "both2.h", "first-one.h", "int.h"]);
}

#[test]
fn flattened_names_are_apart() {
    let text = "namespace A_B; table C { d: int; } namespace A; table B_C { d: int; }";
    let code = C.generate(&parse_text(text).unwrap()).unwrap();
    for name in ["A_B_C_d(A_B_C_t", "A_B_C2_d(A_B_C2_t"] {
        assert!(code.contains(name), "{name} is not in\n{code}");
    }
}

#[test]
fn a_default_keeps_its_sign() {
    let text = "table T { x: float = -0.0; y: double = -0.0; }";
    let code = C.generate(&parse_text(text).unwrap()).unwrap();
    for bits in ["UINT32_C(0x80000000)", "UINT64_C(0x8000000000000000)"] {
        assert!(code.contains(bits), "{bits} is not in\n{code}");
    }
}

#[test]
fn the_runtime_is_beside_the_code_or_elsewhere() {
    let options = Options {
        runtime: Some("far/varvel_flatbuffers.h".to_owned()),
        ..options("kinds")
    };
    let files = C.code(&schema("kinds"), &options).unwrap();
    assert!(
        files[0]
            .code
            .contains("#include \"far/varvel_flatbuffers.h\"")
    );
    let runtime = C.runtime();
    let sources = fs::read_dir(folder()).unwrap();
    let sources = sources.map(|entry| entry.unwrap().file_name());
    let sources = sources.filter(|name| {
        let name = name.to_string_lossy();
        name.ends_with(".h") || name.ends_with(".c")
    });
    assert_eq!(runtime.len(), sources.count());
    // The crate has links to the files. A checkout without links has their paths as text.
    for file in runtime {
        let there = fs::read_to_string(folder().join(&file.name)).unwrap();
        assert!(file.code == there, "{} is another", file.name);
    }
}

/// Tables of many fields, and of vectors of unions, are written by one call, too.
#[test]
fn a_table_of_70_fields_is_written_by_one_call() {
    let fields = |count: usize| -> String { (0..count).map(|n| format!("f{n}: int; ")).collect() };
    let large = format!("table T {{ {} }}", fields(127));
    let code = C.generate(&parse_text(&large).unwrap()).unwrap();
    assert!(
        !code.contains("T_create("),
        "more parameters than C promises"
    );

    let schema = format!(
        "table U {{ x: int; }} union Any {{ U, Text: string }} \
         table T {{ all: [Any]; {} }} table Same {{ all: [Any]; all_count: int; at: int; at_: int; }} \
         root_type T;",
        fields(70)
    );
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let build = tempfile::tempdir().unwrap();
    let files = C
        .code(&parse_text(&schema).unwrap(), &options("many"))
        .unwrap();
    for file in files.into_iter().chain(C.runtime()) {
        fs::write(build.path().join(file.name), file.code).unwrap();
    }
    let numbers: Vec<String> = (0..70).map(|n| n.to_string()).collect();
    let program = format!(
        "#include \"many.h\"
int main(void) {{
    vfb_builder b;
    vfb_union_ref_t all[2];
    size_t size;
    const uint8_t *bytes;
    T_t t;
    int result = 1;
    vfb_builder_init(&b, NULL);
    all[0] = Any_as_U(U_create(&b, 7));
    all[1] = Any_as_Text(vfb_string_create(&b, vfb_text(\"seven\")));
    T_finish_as_root(&b, T_create(&b, all, 2, {}), 0);
    bytes = vfb_builder_bytes(&b, &size);
    if (bytes == NULL) return 2;
    t = T_as_root(bytes, size, NULL);
    if (T_f69(t) == 69 && !T_f0_is_present(t) && T_all_size(t) == 2 && U_x(U_in_union(T_all(t, 0))) == 7
        && vfb_string_in(T_all(t, 1)).size == 5)
        result = 0;
    vfb_builder_free(&b);
    return result;
}}
",
        numbers.join(", ")
    );
    fs::write(build.path().join("program.c"), program).unwrap();
    let sources = fs::read_dir(build.path()).unwrap();
    let sources = sources.map(|entry| entry.unwrap().path());
    let sources = sources.filter(|path| path.extension().is_some_and(|extension| extension == "c"));
    let mut command = std::process::Command::new(&compiler);
    command.args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o"]);
    command.arg(build.path().join("program")).args(sources);
    let Ok(output) = command.output() else {
        println!("skipped: no C compiler");
        return;
    };
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shown}");
    let status = std::process::Command::new(build.path().join("program")).status();
    assert!(status.unwrap().success());
}

/// The length of one has 32 bits, that of the other 64: a field takes the one that it is.
#[test]
fn a_vector_with_a_length_of_64_bits_has_a_type_of_its_own() {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let schema = "struct Point { x: int; } table T { near: [ubyte]; bytes: [ubyte] (vector64); \
                  far: [ubyte] (offset64); points: [Point] (vector64); } root_type T;";
    let build = tempfile::tempdir().unwrap();
    let files = C
        .code(&parse_text(schema).unwrap(), &options("wide"))
        .unwrap();
    for file in files.into_iter().chain(C.runtime()) {
        fs::write(build.path().join(file.name), file.code).unwrap();
    }
    let compiles = |call: &str| {
        let program = format!(
            "#include \"wide.h\"\nvoid add(vfb_builder *b);\nvoid add(vfb_builder *b)\n{{\n    {call};\n}}\n"
        );
        let path = build.path().join("program.c");
        fs::write(&path, program).unwrap();
        let mut command = std::process::Command::new(&compiler);
        let output = command
            .args(["-std=c99", "-fsyntax-only"])
            .arg(path)
            .output();
        output.ok().map(|output| output.status.success())
    };
    if compiles("(void)b").is_none() {
        println!("skipped: no C compiler");
        return;
    }
    for (call, is_right) in [
        ("T_near_add(b, vfb_u8_vec_create(b, NULL, 0))", true),
        ("T_near_add(b, vfb_u8_vec64_create(b, NULL, 0))", false),
        ("T_far_add(b, vfb_u8_vec_create(b, NULL, 0))", true),
        ("T_bytes_add(b, vfb_u8_vec64_create(b, NULL, 0))", true),
        ("T_bytes_add(b, vfb_bytes64_create(b, NULL, 0, 8))", true),
        ("T_bytes_add(b, vfb_u8_vec_create(b, NULL, 0))", false),
        ("T_points_add(b, Point_vec64_create(b, NULL, 0))", true),
        ("T_points_add(b, Point_vec_create(b, NULL, 0))", false),
    ] {
        assert_eq!(compiles(call), Some(is_right), "{call}");
    }
}

/// Programs include what they like before the code.
#[test]
fn keywords_and_macros_are_no_names() {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let schema = "struct S { _Bool: int; _Complex: int; I: int; INT_MAX: int; SIZE_MAX: int; __LINE__: int; \
                  HUGE_VAL: double; M_PI: double; complex: int; isnan: int; EDOM: int; SIGINT: int; SIG_DFL: int; \
                  FE_INVALID: int; FP_NAN: int; LC_ALL: int; CLOCK_REALTIME: int; DBL_DIG: int; PRId64: int; \
                  SCNxPTR: int; SEEK_SET: int; BUFSIZ: int; math_errhandling: int; noreturn: int; major: int; \
                  si_pid: int; WEOF: int; TIME_UTC: int; ONCE_FLAG_INIT: int; ATOMIC_FLAG_INIT: int; } \
                  table T { _Bool: int; _Imaginary: int; _Generic: int; I: int; INT_MAX: int; EINTR: int; \
                  BUFSIZ: string; __FILE__: int; M_PI: double; complex: int; typeof_unqual: int; s: S; } \
                  table I { _Bool: I; } root_type T;";
    let build = tempfile::tempdir().unwrap();
    let files = C
        .code(&parse_text(schema).unwrap(), &options("macros"))
        .unwrap();
    // Only names that stand alone are macros: that of a table does not.
    assert!(files[0].code.contains(" I_as_root("));
    for file in files.into_iter().chain(C.runtime()) {
        fs::write(build.path().join(file.name), file.code).unwrap();
    }
    let mut program = String::new();
    for header in [
        "complex",
        "errno",
        "fenv",
        "float",
        "inttypes",
        "limits",
        "locale",
        "math",
        "signal",
        "stdatomic",
        "stdio",
        "stdlib",
        "stdnoreturn",
        "sys/sysmacros",
        "threads",
        "time",
        "wchar",
    ] {
        writeln!(program, "#include <{header}.h>").unwrap();
    }
    program += "#include \"macros.h\"\n";
    let path = build.path().join("program.c");
    fs::write(&path, program).unwrap();
    let mut command = std::process::Command::new(&compiler);
    command.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]);
    let Ok(output) = command.arg(path).output() else {
        println!("skipped: no C compiler");
        return;
    };
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shown}");
}
