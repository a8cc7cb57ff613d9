//! `varvel gen`: makes code from FlatBuffers schemas.

mod depfile;

use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use varvel::schema::fbs::{Joined, Schema};
use varvel_codegen::{File, Files, LANGUAGES, Language, Options, Unsupported, join_files};

use crate::files::input::is_stream;
use crate::files::places::{Places, is_same};
use crate::files::schema_file::read;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::{Output, print};
use crate::terminal::report;

/// Make code from FlatBuffers schemas
///
/// Each schema becomes a file of its own with all that it includes, called like the schema. If
/// several include the same file, each file becomes a file of code instead, so that common types
/// are written once; in Rust `mod.rs` declares them. In Go, whose packages are folders, all schemas
/// are treated so. The same schema gives the same bytes everywhere; a file that has them already is
/// left alone.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The language of the code
    #[arg(value_name = "LANGUAGE", value_parser = languages())]
    language: &'static Language,
    /// Schemas (.fbs, .bfbs)
    #[arg(value_name = "SCHEMA", required = true)]
    schemas: Vec<PathBuf>,
    /// The folder that the files go to; it is made if it is not there; `-` is standard output
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Folder to search for included files that are not beside the file that includes them
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Put the code of all schemas into one file of this name (without its extension)
    #[arg(long, value_name = "NAME", conflicts_with = "each")]
    one: Option<String>,
    /// Make a file of code of each file of the schemas, also of one that is included once
    #[arg(long)]
    each: bool,
    /// The package of the code, in languages that have packages; without it the last part of the
    /// namespace of the root, else the name of the schema
    #[arg(long, value_name = "NAME")]
    package: Option<String>,
    /// Put this before the name of each type
    #[arg(long, value_name = "TEXT", value_parser = prefix)]
    prefix: Option<String>,
    /// Write the runtime that the code needs beside it, in languages whose code does not find it by
    /// their own package manager
    #[arg(long, conflicts_with = "runtime_path")]
    runtime: bool,
    /// Name the runtime by this path in the code: an import or an include
    #[arg(long, value_name = "PATH")]
    runtime_path: Option<String>,
    /// Make code without JSON, in languages where that is a package of its own, so that a program
    /// links neither a reader nor a writer of JSON
    #[arg(long)]
    no_json: bool,
    /// Write into this file, as a rule of make, which files the code depends on
    #[arg(
        short = 'M',
        long = "depfile",
        value_name = "FILE",
        conflicts_with = "check"
    )]
    depfile: Option<PathBuf>,
    /// Write nothing; fail if a file is not up to date
    #[arg(long)]
    check: bool,
    /// Do not say what was written
    #[arg(short, long)]
    quiet: bool,
}

/// Parses the name of a language.
fn languages() -> impl TypedValueParser<Value = &'static Language> {
    let value = |language: &Language| PossibleValue::new(language.name).help(language.about);
    let names = PossibleValuesParser::new(LANGUAGES.iter().map(value));
    names.try_map(|name| Language::named(&name).ok_or("no such language"))
}

/// Parses the beginning of a name.
fn prefix(text: &str) -> Result<String, &'static str> {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_name = text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit());
    match is_name {
        true => Ok(text.to_owned()),
        false => Err("letters, digits and `_`, and no digit at the beginning"),
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    // All faults of the schemas are found before the first file is written.
    let (files, inputs) = generated(args)?;
    if is_stream(&args.out) {
        return to_stdout(args, &files);
    }
    for (path, _) in &files {
        if let Some(other) = inputs.iter().find(|other| is_same(other, path)) {
            let what = format!(
                "the code would be written over the schema {}",
                other.display()
            );
            let hint = "say in which folder it is to be: `--out DIR`";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        }
    }
    check_depfile(args, &files, &inputs)?;
    refuse_second(args, &files)?;
    if !args.check {
        create_folder(&args.out)?;
    }
    let mut old = 0;
    for (path, code) in &files {
        let same = fs::read(path).is_ok_and(|found| found == code.as_bytes());
        old += usize::from(!same);
        let state = match (same, args.check) {
            (true, _) => "unchanged",
            (false, true) => "not as generated",
            (false, false) => {
                create_folder(path.parent().unwrap_or(&args.out))?;
                Output::named(Some(path)).write(code.as_bytes())?;
                "written"
            }
        };
        if !args.quiet {
            print(format!("{}: {state}\n", path.display()).as_bytes())?;
        }
    }
    if let Some(depfile) = &args.depfile {
        let made: Vec<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
        let rule = depfile::rule(&made, &inputs);
        Output::named(Some(depfile)).write(rule.as_bytes())?;
    }
    match args.check && old > 0 {
        true => Err(report::plain(
            Exit::Document,
            format!("files that are not as generated: {old}"),
            Some("the same command without `--check` writes them"),
        )),
        false => Ok(()),
    }
}

/// Refuses a rule of make that would be written over a schema or the code.
fn check_depfile(
    args: &Args,
    files: &[(PathBuf, String)],
    inputs: &[PathBuf],
) -> Result<(), Failure> {
    let mut places = Places::default();
    for input in inputs {
        places.read("a schema", &**input);
    }
    for (path, _) in files {
        places.read("a file of the code", &**path);
    }
    places.write("the depfile", args.depfile.as_deref());
    places.check()
}

/// Refuses code that cannot be compiled beside the code of another run in the same folder.
fn refuse_second(args: &Args, files: &[(PathBuf, String)]) -> Result<(), Failure> {
    let backend = args.language.backend;
    let Some(ours) = files
        .iter()
        .find_map(|(_, code)| backend.once_in_folder(code))
    else {
        return Ok(());
    };
    let Ok(folder) = fs::read_dir(&args.out) else {
        return Ok(());
    };
    let mut others: Vec<PathBuf> = folder
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|is| is == backend.extension()))
        .filter(|path| !files.iter().any(|(made, _)| made == path))
        .collect();
    others.sort();
    let second = others.iter().find(|path| {
        let code = fs::read_to_string(path).unwrap_or_default();
        backend.once_in_folder(&code) == Some(ours)
    });
    let Some(second) = second else {
        return Ok(());
    };
    let what = format!(
        "{} declares `{ours}` already, in the same package",
        second.display()
    );
    let hint = "name all schemas of a package in one command (`--one NAME` puts them into one file), \
                or choose another folder or a `--prefix`; delete that file if its schema is gone";
    Err(report::plain(Exit::Usage, what, Some(hint)))
}

fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        let what = format!("cannot create {}: {error}", folder.display());
        report::plain(Exit::Io, what, None)
    })
}

/// Files with their code, and the paths of the files that they depend on.
type Generated = (Vec<(PathBuf, String)>, Vec<PathBuf>);

/// Generates the code.
fn generated(args: &Args) -> Result<Generated, Failure> {
    let language = args.language;
    refuse_others(args, language)?;
    let schemas = args
        .schemas
        .iter()
        .map(|schema| read(schema, &args.include))
        .collect::<Result<Vec<_>, _>>()?;
    for (number, schema) in args.schemas.iter().enumerate() {
        if args.schemas[..number]
            .iter()
            .any(|other| is_same(other, schema))
        {
            let name = format!("{}.{}", stem(schema)?, language.backend.extension());
            return Err(twice(&args.out.join(name)));
        }
    }
    let mut options = Options {
        package: args.package.clone(),
        prefix: args.prefix.clone(),
        runtime: args.runtime_path.clone(),
        no_json: args.no_json,
        ..Options::default()
    };
    let checked = language.backend.check(&options);
    checked.map_err(|error| report::plain(Exit::Usage, error, None))?;
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    let mut add = |made: Vec<File>| {
        for file in made {
            let path = args.out.join(file.name);
            if files.iter().any(|(other, _)| *other == path) {
                return Err(twice(&path));
            }
            files.push((path, file.code));
        }
        Ok(())
    };
    if let Some(joined) = joined(args, &schemas)? {
        match &args.one {
            Some(name) => options.stem = Some(name.clone()),
            None => {
                options.files = Files::Each;
                options.stem = Some(stem(&args.schemas[0])?);
            }
        }
        let made = language.backend.code_joined(&joined, &options);
        add(made.map_err(|error| report::plain(Exit::Document, error, None))?)?;
    } else {
        for (schema, parsed) in args.schemas.iter().zip(&schemas) {
            options.stem = Some(stem(schema)?);
            let made = language.backend.code(parsed, &options);
            add(made.map_err(|error| unsupported(schema, &error))?)?;
        }
    }
    if args.runtime {
        add(language.backend.runtime())?;
    }
    let mut inputs: Vec<PathBuf> = args.schemas.clone();
    let included = schemas.iter().flat_map(|schema| &schema.files);
    inputs.extend(
        included
            .map(|file| PathBuf::from(&file.name))
            .filter(|file| file.exists()),
    );
    inputs.sort();
    inputs.dedup();
    Ok((files, inputs))
}

/// Refuses options that mean nothing in this language.
fn refuse_others(args: &Args, language: &Language) -> Result<(), Failure> {
    let takes = language.backend.takes();
    let options = [
        ("--package", args.package.is_some() && !takes.package),
        ("--prefix", args.prefix.is_some() && !takes.prefix),
        (
            "--runtime-path",
            args.runtime_path.is_some() && !takes.runtime,
        ),
        ("--no-json", args.no_json && !takes.no_json),
        (
            "--runtime",
            args.runtime && language.backend.runtime().is_empty(),
        ),
    ];
    match options.into_iter().find(|(_, refused)| *refused) {
        Some((option, _)) => {
            let what = format!("{option} means nothing for {}", language.name);
            Err(report::plain(Exit::Usage, what, None))
        }
        None => Ok(()),
    }
}

fn unsupported(schema: &Path, error: &Unsupported) -> Failure {
    let what = format!("{}: {error}", schema.display());
    report::plain(Exit::Document, what, None)
}

fn twice(path: &Path) -> Failure {
    let what = format!("two schemas would be written to {}", path.display());
    report::plain(Exit::Usage, what, None)
}

/// Returns the schemas joined, if a file is in more than one of them, or if the user wants their
/// code in one file, or in one for each.
fn joined(args: &Args, schemas: &[Schema]) -> Result<Option<Joined>, Failure> {
    let asked = args.one.is_some() || args.each;
    if schemas.len() < 2 && !asked {
        return Ok(None);
    }
    let joined = join_files(schemas).map_err(|error| {
        let hint = "make the code of each by itself";
        report::plain(Exit::Document, error, Some(hint))
    })?;
    let all: usize = schemas.iter().map(|schema| schema.files.len()).sum();
    let wanted = asked || joined.schema.files.len() < all || args.language.backend.joins();
    Ok(wanted.then_some(joined))
}

/// Writes the code of one file to standard output.
fn to_stdout(args: &Args, files: &[(PathBuf, String)]) -> Result<(), Failure> {
    let what = match files {
        _ if args.check => "--check looks at files, and there are none on standard output",
        _ if args.depfile.is_some() => {
            "--depfile names files, and there are none on standard output"
        }
        [(_, code)] => return print(code.as_bytes()),
        _ => "the code of several schemas is several files",
    };
    let hint = "say in which folder they are: `--out DIR`";
    Err(report::plain(Exit::Usage, what, Some(hint)))
}

/// Returns the name of a schema without its folder and its last extension.
fn stem(schema: &Path) -> Result<String, Failure> {
    let stem = schema.file_stem().and_then(|stem| stem.to_str());
    stem.map(str::to_owned).ok_or_else(|| {
        let what = format!("{} is no name of a file in UTF-8", schema.display());
        report::plain(Exit::Usage, what, None)
    })
}
