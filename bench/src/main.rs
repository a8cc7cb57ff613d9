//! The benchmarks: `bench SUITE` measures, `bench report` draws.
//!
//! Rooms: `harness` measures times, `subjects` has the code that is timed (one file a library),
//! `corpus` the data, `suites` the cases, and `report` turns results into pages. `external/` has
//! the peers of other languages, of which `build.rs` compiles those in C and C++, and the loops in
//! C over our C library.

mod checksum;
mod corpus;
mod harness;
mod machine;
mod report;
mod results;
mod structs;
mod subjects;
mod suites;
mod versions;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The allocator of all subjects: with its feature `override`, C and C++ peers get it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures Varvel against the best of the field.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// JSON to a tree and back, over every document of jsonexamples and generated ones.
    Json(suites::Options),
    /// libdart's suite: parse, build and write, flat and nested.
    Libdart(suites::Options),
    /// NDJSON into Arrow, Parquet and VARIANT beside engines, which `cargo xtask bench arrow`
    /// installs; minutes.
    Arrow(suites::arrow::Options),
    /// Objects of Python beside other packages, which `cargo xtask bench python` installs; a
    /// minute.
    Python(suites::python::Options),
    /// ObjectBox' table in Dart beside straight-line code, and keys of a frozen object; a minute.
    Dart(suites::external::Options),
    /// MessagePack to a tree and back, from JSON and to JSON.
    Msgpack(suites::Options),
    /// CBOR to a tree and back, to structs and back.
    Cbor(suites::Options),
    /// Look-ups, iteration, reading and writing through the C library, which `cargo xtask bench c`
    /// builds.
    C(suites::Options),
    /// libdart's and DataConfig's suites in C++, by a program that `cargo xtask bench cpp` builds.
    Cpp(suites::cpp::Options),
    /// Lines of NDJSON into a frozen stream and other formats, on two threads.
    Stream(suites::Options),
    /// Structs from and to JSON and MessagePack.
    Dataconfig(suites::Options),
    /// ScalaJack's record as structs, from JSON and to JSON.
    Scalajack(suites::Options),
    /// ScalaJack's record with codecs of the JVM, by Maven and JMH; minutes.
    Jvm(suites::jvm::Options),
    /// All fields of documents that are read in place.
    Views(suites::Options),
    /// YAML to events, frozen documents and structs, and back.
    Yaml(suites::Options),
    /// A hundred structs with our derives and serde's: seconds to build, lines of LLVM IR, bytes;
    /// minutes.
    Compile(suites::compile::Options),
    /// flatcc's suite: FlatBuffers of three small tables encoded, traversed, verified.
    Flatcc(suites::Options),
    /// ObjectBox' suite: a small FlatBuffer built and read.
    Objectbox(suites::Options),
    /// ObjectBox' table in Go beside google/flatbuffers, and look-ups in a frozen object; a minute.
    Go(suites::external::Options),
    /// Bytes of each document: frozen, minified JSON, FlexBuffers. Not timed.
    Size(suites::size::Options),
    /// The bars: the required ratios, and the measured ones.
    Bars(report::BarsOptions),
    /// Charts and a page from result files.
    Report(report::Options),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Json(options) => suites::json::run(&options),
        Command::Libdart(options) => suites::libdart::run(&options),
        Command::Arrow(options) => suites::arrow::run(&options),
        Command::Python(options) => suites::python::run(&options),
        Command::Dart(options) => suites::dart::run(&options),
        Command::Msgpack(options) => suites::msgpack::run(&options),
        Command::Cbor(options) => suites::cbor::run(&options),
        Command::C(options) => suites::c::run(&options),
        Command::Cpp(options) => suites::cpp::run(&options),
        Command::Stream(options) => suites::stream::run(&options),
        Command::Dataconfig(options) => suites::dataconfig::run(&options),
        Command::Scalajack(options) => suites::scalajack::run(&options),
        Command::Jvm(options) => suites::jvm::run(&options),
        Command::Views(options) => suites::views::run(&options),
        Command::Yaml(options) => suites::yaml::run(&options),
        Command::Compile(options) => suites::compile::run(&options),
        Command::Flatcc(options) => suites::flatcc::run(&options),
        Command::Objectbox(options) => suites::objectbox::run(&options),
        Command::Go(options) => suites::go::run(&options),
        Command::Size(options) => suites::size::run(&options),
        Command::Bars(options) => report::print_bars(&options),
        Command::Report(options) => report::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("bench: {reason}");
            ExitCode::FAILURE
        }
    }
}
