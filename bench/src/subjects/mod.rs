//! The subjects by family of work: a new library is added here, and nowhere else.
//!
//! Each family lists ours first. [`missing`](crate::versions::missing) has the peers that this
//! build lacks, with the reasons.

mod bytes;
pub mod cbor;
mod drive;
mod edits;
pub mod flatbuffers;
mod flexbuffers;
mod lookup;
mod maps;
mod msgpack;
mod prepared;
#[cfg(has_rapidjson)]
mod rapidjson;
mod record;
mod serde_json;
#[cfg(unix)]
mod shared_object;
mod simd_json;
#[cfg(has_simdjson)]
mod simdjson;
mod sonic;
mod stream;
mod structs;
mod texts;
mod varvel;
#[cfg(unix)]
mod varvel_c;
pub mod views;
pub mod yaml;
#[cfg(has_yyjson)]
mod yyjson;

pub use edits::{PLACES, appended, edited, extended};
pub use structs::{
    from_cbor as structs_from_cbor, pack as structs_pack, read as structs_read,
    to_cbor as structs_to_cbor, truth as structs_truth, unpack as structs_unpack,
    write as structs_write,
};

use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::versions::crate_version;

/// Returns the version of a subject's library, whose name is the first word of the subject's; an
/// empty text for work without a library.
pub fn version(subject: &str) -> String {
    match subject.split(' ').next().unwrap_or_default() {
        #[cfg(has_simdjson)]
        "simdjson" => simdjson::version(),
        #[cfg(has_yyjson)]
        "yyjson" => yyjson::version(),
        #[cfg(has_rapidjson)]
        "RapidJSON" => rapidjson::version(),
        #[cfg(has_flexbuffers)]
        "FlexBuffers" if subject.ends_with("C++") => flexbuffers::cpp::version(),
        #[cfg(has_libyaml)]
        "libyaml" => yaml::libyaml::version(),
        #[cfg(unix)]
        "FlatBuffers" if subject.ends_with("C++") => flatbuffers::native::cpp_version(),
        library => crate_version(&library.to_lowercase()).to_owned(),
    }
}

/// Returns the subjects that read JSON text to a tree.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::parse();
    #[cfg(has_simdjson)]
    all.extend(simdjson::parse());
    #[cfg(has_yyjson)]
    all.extend(yyjson::parse());
    all.extend(sonic::parse());
    all.extend(simd_json::parse());
    #[cfg(has_rapidjson)]
    all.extend(rapidjson::parse());
    all.extend(serde_json::parse());
    all
}

/// Returns the subjects that write a tree as JSON text, into a fresh buffer each time.
pub fn write() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::write();
    #[cfg(has_yyjson)]
    all.extend(yyjson::write());
    #[cfg(has_simdjson)]
    all.extend(simdjson::write());
    all.extend(sonic::write());
    all.extend(simd_json::write());
    #[cfg(has_rapidjson)]
    all.extend(rapidjson::write());
    all.extend(serde_json::write());
    all
}

/// Returns the subjects that read MessagePack to a tree.
pub fn msgpack_parse() -> Vec<Box<dyn Subject>> {
    msgpack::parse()
}

/// Returns the subjects that write a tree as MessagePack.
pub fn msgpack_write() -> Vec<Box<dyn Subject>> {
    msgpack::write()
}

/// Returns the subjects that convert JSON text to MessagePack.
pub fn msgpack_from_json() -> Vec<Box<dyn Subject>> {
    msgpack::from_json()
}

/// Returns the subjects that convert MessagePack to JSON text.
pub fn msgpack_to_json() -> Vec<Box<dyn Subject>> {
    msgpack::to_json()
}

/// Returns the subjects that read a record of a person from JSON into owned structs.
pub fn record_read() -> Vec<Box<dyn Subject>> {
    record::read()
}

/// Returns the subjects that read a record of a person from JSON into structs with borrowed
/// strings.
pub fn record_borrow() -> Vec<Box<dyn Subject>> {
    record::borrow()
}

/// Returns the subjects that read a record of a person from JSON into an existing struct.
pub fn record_reuse() -> Vec<Box<dyn Subject>> {
    record::reuse()
}

/// Returns the subjects that write the record as JSON.
pub fn record_write() -> Vec<Box<dyn Subject>> {
    record::write()
}

/// Returns the subjects that convert NDJSON to a frozen stream.
pub fn stream_freeze() -> Vec<Box<dyn Subject>> {
    stream::freeze()
}

/// Returns the subjects that convert NDJSON to MessagePack values.
pub fn stream_pack() -> Vec<Box<dyn Subject>> {
    stream::pack()
}

/// Returns the subjects that convert a frozen stream to NDJSON.
pub fn stream_thaw() -> Vec<Box<dyn Subject>> {
    stream::thaw()
}

/// Returns the checksum of the lines.
pub fn stream_truth(lines: &[u8]) -> Result<Checksum, String> {
    stream::truth(lines)
}

/// Returns the subjects that build an object of strings from texts in memory.
pub fn build() -> Vec<Box<dyn Subject>> {
    let mut all = flexbuffers::build();
    all.extend(serde_json::build());
    all
}

/// Returns the subjects that drive JSON into the frozen builder, or nowhere. All are ours.
pub fn drive() -> Vec<Box<dyn Subject>> {
    drive::subjects()
}

/// Returns the subjects that validate frozen bytes, and one that parses the same document's JSON to
/// a tree.
pub fn validate() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::validate();
    all.extend(sonic::parse());
    all
}

/// Returns the subjects that look up every key of objects of strings.
pub fn lookup() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::lookup();
    all.extend(flexbuffers::lookup());
    all.extend(maps::lookup());
    #[cfg(has_simdjson)]
    all.extend(simdjson::lookup());
    #[cfg(has_yyjson)]
    all.extend(yyjson::lookup());
    all.extend(sonic::lookup());
    all.extend(serde_json::lookup());
    all
}

/// Returns the subjects that look up every key of objects of strings, in Rust, C and C++.
pub fn c_lookup() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::lookup();
    #[cfg(unix)]
    all.extend(varvel_c::lookup());
    #[cfg(has_simdjson)]
    all.extend(simdjson::lookup());
    #[cfg(has_yyjson)]
    all.extend(yyjson::lookup());
    all
}

/// Returns the subjects that look up keys that were hashed before, in Rust and through C. All are
/// ours.
pub fn c_lookup_key() -> Vec<Box<dyn Subject>> {
    let mut all = vec![varvel::lookup_hashed()];
    #[cfg(unix)]
    all.extend(varvel_c::lookup_key());
    all
}

/// Returns the subjects that iterate over items of arrays, in Rust, C and C++.
pub fn c_items() -> Vec<Box<dyn Subject>> {
    let mut all = items();
    #[cfg(unix)]
    all.splice(1..1, [varvel_c::items(), varvel_c::header_items()]);
    all
}

/// Returns the subjects that read integers out of arrays, in Rust, C and C++.
pub fn c_integers() -> Vec<Box<dyn Subject>> {
    let mut all = integers();
    #[cfg(unix)]
    all.splice(1..1, [varvel_c::integers(), varvel_c::header_integers()]);
    all
}

/// Returns the subjects that iterate over keys and values of objects, in Rust, C and C++.
pub fn c_entries() -> Vec<Box<dyn Subject>> {
    let mut all = entries();
    #[cfg(unix)]
    all.insert(1, varvel_c::entries());
    all
}

/// Returns the subjects that read JSON text to a tree, in Rust, C and C++.
pub fn c_parse() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::parse();
    #[cfg(unix)]
    all.extend(varvel_c::parse());
    #[cfg(has_simdjson)]
    all.extend(simdjson::parse());
    #[cfg(has_yyjson)]
    all.extend(yyjson::parse());
    #[cfg(has_rapidjson)]
    all.extend(rapidjson::parse());
    all
}

/// Returns the subjects that write a tree as JSON text, in Rust, C and C++.
pub fn c_write() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::write();
    #[cfg(unix)]
    all.push(varvel_c::write());
    #[cfg(has_yyjson)]
    all.extend(yyjson::write());
    #[cfg(has_simdjson)]
    all.extend(simdjson::write());
    #[cfg(has_rapidjson)]
    all.extend(rapidjson::write());
    all
}

/// Returns the subjects that look up the only key of objects with one member, or compare it.
pub fn lookup_one() -> Vec<Box<dyn Subject>> {
    let mut all = lookup();
    all.insert(2, varvel::known());
    all
}

/// Returns the subjects that look up every key of objects of strings, where each key is the value
/// that was found last.
pub fn lookup_chain() -> Vec<Box<dyn Subject>> {
    vec![varvel::chain(), maps::chain()]
}

/// Returns the subjects that look up the flat object's keys, hashed at compile time or at each
/// look-up. All are ours.
pub fn lookup_key() -> Vec<Box<dyn Subject>> {
    varvel::lookup_key()
}

/// Returns the subjects that sum one integer of each of many records.
pub fn column() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::column(),
        maps::column(),
        #[cfg(has_flexbuffers)]
        flexbuffers::column(),
    ]
}

/// Returns the right result of [`column()`].
pub fn column_truth(document: &[u8]) -> Result<Checksum, String> {
    serde_json::column(document)
}

/// Returns the subjects that iterate over keys and values of objects.
pub fn entries() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::entries(),
        #[cfg(has_flexbuffers)]
        flexbuffers::entries(),
        maps::entries(),
    ]
}

/// Returns the subjects that iterate over items of arrays.
pub fn items() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::items(),
        #[cfg(has_flexbuffers)]
        flexbuffers::items(),
    ]
}

/// Returns the subjects that read strings out of arrays.
pub fn strings() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::strings(),
        #[cfg(has_flexbuffers)]
        flexbuffers::strings(),
    ]
}

/// Returns the subjects that read integers out of arrays.
pub fn integers() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::integers(),
        #[cfg(has_flexbuffers)]
        flexbuffers::integers(),
    ]
}

/// Returns the subjects that read floats out of arrays.
pub fn floats() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::floats(),
        #[cfg(has_flexbuffers)]
        flexbuffers::floats(),
    ]
}

/// Returns the subjects that read booleans out of arrays.
pub fn bools() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::bools(),
        #[cfg(has_flexbuffers)]
        flexbuffers::bools(),
    ]
}

/// Returns the subjects that look up every key of objects of strings in values.
pub fn value_lookup() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_lookup();
    all.push(maps::lookup_ordered());
    all
}

/// Returns the subjects that iterate over keys and values of objects in values.
pub fn value_entries() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_entries();
    all.extend(entries().into_iter().skip(1));
    all
}

/// Returns the subjects that iterate over items of arrays in values.
pub fn value_items() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_items();
    all.extend(items().into_iter().skip(1));
    all
}

/// Returns the subjects that write values as JSON text, into a fresh buffer each time.
pub fn value_write() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_write();
    all.extend(sonic::write());
    all.extend(serde_json::write());
    all
}

/// Returns the subjects that put members into an empty object.
pub fn insert_fields() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_fields();
    all.push(maps::insert());
    all
}

/// Returns the subjects that put strings into an empty array.
pub fn insert_strings() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_strings();
    all.push(serde_json::push_strings());
    all
}

/// Returns the subjects that put integers into an empty array.
pub fn insert_integers() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_integers();
    all.push(serde_json::push_integers());
    all
}

/// Returns the subjects that put a member into a shared object; the result is that of [`extended`].
pub fn insert_shared() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_shared();
    all.push(serde_json::insert_cloned());
    all
}

/// Returns the subjects that put an item into a shared array; the result is that of [`appended`].
pub fn push_shared() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::push_shared();
    all.push(serde_json::push_cloned());
    all
}

/// Returns the subjects that freeze values, or build the same objects in other formats.
pub fn freeze() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::freeze();
    all.extend(build());
    all
}

/// Returns the subjects that freeze edited documents again; the result is that of [`edited`].
pub fn freeze_edited() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::freeze_edited();
    all.push(bytes::copy());
    all
}

/// Returns the subjects that read JSON text to a value and edit it once; the result is that of
/// [`edited`]. All are ours.
pub fn edit() -> Vec<Box<dyn Subject>> {
    varvel::edit()
}

/// Returns the subjects that compare two equal documents.
pub fn compare() -> Vec<Box<dyn Subject>> {
    vec![varvel::compare(), bytes::compare()]
}

/// Returns the size of a document in the frozen format.
pub fn frozen_size(document: &[u8]) -> Result<usize, String> {
    varvel::frozen_size(document)
}

/// Returns the checksum of a document, read by the reference (sonic-rs, whose floats are exact).
pub fn reference(document: &[u8]) -> Result<Checksum, String> {
    sonic::checksum(document)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report names the peers that keep both fields of a duplicate key.
    #[test]
    fn duplicate_keys_are_as_the_report_says() {
        let document = br#"{"a":1,"a":2}"#.to_vec();
        let mut both = Checksum::default();
        both.container();
        for value in [1, 2] {
            both.key("a");
            both.integer(value);
        }
        for mut subject in parse() {
            subject.load(std::slice::from_ref(&document)).unwrap();
            subject.refill(1);
            let keeps_both = subject
                .check(0)
                .is_ok_and(|found| found.agrees(&both, true));
            let replaces = ["varvel", "varvel (fresh)", "serde_json"];
            assert_eq!(
                keeps_both,
                !replaces.contains(&subject.name()),
                "{}",
                subject.name()
            );
        }
    }

    /// The suite `c` runs without the C library, and names what is left out.
    #[test]
    #[cfg(unix)]
    fn without_the_c_library_its_subjects_tell_who_builds_it() {
        let families = [
            c_lookup(),
            c_lookup_key(),
            c_items(),
            c_integers(),
            c_entries(),
            c_parse(),
            c_write(),
        ];
        let document = br#"{"a":"b"}"#.to_vec();
        for mut through_c in families {
            through_c.retain(|subject| subject.name().starts_with("varvel C"));
            assert!(!through_c.is_empty());
            for mut subject in through_c {
                let loaded = subject.load(std::slice::from_ref(&document));
                let expected = "it is built by `cargo xtask bench c`";
                assert_eq!(loaded, Err(expected.to_owned()), "{}", subject.name());
            }
        }
    }
}
