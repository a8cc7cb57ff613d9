//! The subjects by family of work: whoever adds a library adds it here, and nowhere else.
//!
//! Each family lists ours first. A peer that this build lacks is in
//! [`missing`](crate::versions::missing), with the reason.

mod bytes;
pub mod cbor;
mod changes;
mod documents;
mod drive;
pub mod flatbuffers;
mod flexbuffers;
mod hand_escapes;
mod hand_fused;
mod lookup;
mod made;
mod maps;
mod msgpack;
#[cfg(has_rapidjson)]
mod rapidjson;
mod record;
mod serde_json;
mod simd_json;
#[cfg(has_simdjson)]
mod simdjson;
mod sonic;
mod stream;
mod structs;
mod varvel;
pub mod views;
pub mod yaml;
#[cfg(has_yyjson)]
mod yyjson;

pub use crate::versions::crate_version;
pub use changes::{PLACES, appended, edited, extended};
pub use structs::{
    from_cbor as structs_from_cbor, pack as structs_pack, read as structs_read,
    to_cbor as structs_to_cbor, truth as structs_truth, unpack as structs_unpack,
    write as structs_write,
};

use crate::checksum::Checksum;
use crate::harness::Subject;

/// JSON text to a tree.
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

/// A tree to JSON text, into a fresh buffer each time.
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

/// MessagePack to a tree.
pub fn msgpack_parse() -> Vec<Box<dyn Subject>> {
    msgpack::parse()
}

/// A tree to MessagePack.
pub fn msgpack_write() -> Vec<Box<dyn Subject>> {
    msgpack::write()
}

/// JSON text to MessagePack.
pub fn msgpack_from_json() -> Vec<Box<dyn Subject>> {
    msgpack::from_json()
}

/// MessagePack to JSON text.
pub fn msgpack_to_json() -> Vec<Box<dyn Subject>> {
    msgpack::to_json()
}

/// A record of a person from JSON into owned structs.
pub fn record_read() -> Vec<Box<dyn Subject>> {
    record::read()
}

/// The same, its strings borrowed.
pub fn record_borrow() -> Vec<Box<dyn Subject>> {
    record::borrow()
}

/// The same, into a record that is there.
pub fn record_reuse() -> Vec<Box<dyn Subject>> {
    record::reuse()
}

/// The record to JSON.
pub fn record_write() -> Vec<Box<dyn Subject>> {
    record::write()
}

/// NDJSON to a frozen stream.
pub fn stream_freeze() -> Vec<Box<dyn Subject>> {
    stream::freeze()
}

/// NDJSON to MessagePack values.
pub fn stream_pack() -> Vec<Box<dyn Subject>> {
    stream::pack()
}

/// A frozen stream to NDJSON.
pub fn stream_thaw() -> Vec<Box<dyn Subject>> {
    stream::thaw()
}

/// What lines hold.
pub fn stream_truth(lines: &[u8]) -> Result<Checksum, String> {
    stream::truth(lines)
}

/// An object of strings built from texts in memory.
pub fn build() -> Vec<Box<dyn Subject>> {
    let mut all = flexbuffers::build();
    all.extend(serde_json::build());
    all
}

/// JSON driven into the frozen builder, against a loop fused by hand. Ours alone.
pub fn drive() -> Vec<Box<dyn Subject>> {
    drive::subjects()
}

/// Frozen bytes validated, against the same document's JSON parsed to a tree.
pub fn validate() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::validate();
    all.extend(sonic::parse());
    all
}

/// Every key of objects of strings looked up.
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

/// The only key of objects of one looked up, and compared.
pub fn lookup_one() -> Vec<Box<dyn Subject>> {
    let mut all = lookup();
    all.insert(2, varvel::known());
    all
}

/// Every key of objects of strings looked up, each the value found for the one before.
pub fn lookup_chain() -> Vec<Box<dyn Subject>> {
    vec![varvel::chain(), maps::chain()]
}

/// The flat object's keys, hashed at compile time or at each look-up. Ours alone.
pub fn lookup_key() -> Vec<Box<dyn Subject>> {
    varvel::lookup_key()
}

/// The sum of one integer of each of many records.
pub fn column() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::column(),
        maps::column(),
        #[cfg(has_flexbuffers)]
        flexbuffers::column(),
    ]
}

/// The result of [`column()`].
pub fn column_truth(document: &[u8]) -> Result<Checksum, String> {
    serde_json::column(document)
}

/// Keys and values of objects.
pub fn entries() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::entries(),
        #[cfg(has_flexbuffers)]
        flexbuffers::entries(),
        maps::entries(),
    ]
}

/// Items of arrays.
pub fn items() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::items(),
        #[cfg(has_flexbuffers)]
        flexbuffers::items(),
    ]
}

/// Strings read out of arrays.
pub fn strings() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::strings(),
        #[cfg(has_flexbuffers)]
        flexbuffers::strings(),
    ]
}

/// Integers read out of arrays.
pub fn integers() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::integers(),
        #[cfg(has_flexbuffers)]
        flexbuffers::integers(),
    ]
}

/// Floats read out of arrays.
pub fn floats() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::floats(),
        #[cfg(has_flexbuffers)]
        flexbuffers::floats(),
    ]
}

/// True and false read out of arrays.
pub fn bools() -> Vec<Box<dyn Subject>> {
    vec![
        varvel::bools(),
        #[cfg(has_flexbuffers)]
        flexbuffers::bools(),
    ]
}

/// Every key of objects of strings looked up in values.
pub fn value_lookup() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_lookup();
    all.push(maps::lookup_ordered());
    all
}

/// Keys and values of objects, from values.
pub fn value_entries() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_entries();
    all.extend(entries().into_iter().skip(1));
    all
}

/// Items of arrays, from values.
pub fn value_items() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_items();
    all.extend(items().into_iter().skip(1));
    all
}

/// Values to JSON text, into a fresh buffer each time.
pub fn value_write() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::value_write();
    all.extend(sonic::write());
    all.extend(serde_json::write());
    all
}

/// Members put into an empty object.
pub fn insert_fields() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_fields();
    all.push(maps::insert());
    all
}

/// Strings put into an empty array.
pub fn insert_strings() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_strings();
    all.push(serde_json::push_strings());
    all
}

/// Integers put into an empty array.
pub fn insert_integers() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_integers();
    all.push(serde_json::push_integers());
    all
}

/// A member put into an object that is shared; the result is that of [`extended`].
pub fn insert_shared() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::insert_shared();
    all.push(serde_json::insert_cloned());
    all
}

/// An item put into an array that is shared; the result is that of [`appended`].
pub fn push_shared() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::push_shared();
    all.push(serde_json::push_cloned());
    all
}

/// Values frozen, against the same objects built in other formats.
pub fn freeze() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::freeze();
    all.extend(build());
    all
}

/// Documents edited before and frozen again; the result is that of [`edited`].
pub fn freeze_edited() -> Vec<Box<dyn Subject>> {
    let mut all = varvel::freeze_edited();
    all.push(bytes::copy());
    all
}

/// JSON text to a value and one edit; the result is that of [`edited`]. Ours alone.
pub fn edit() -> Vec<Box<dyn Subject>> {
    varvel::edit()
}

/// Two equal documents compared.
pub fn compare() -> Vec<Box<dyn Subject>> {
    vec![varvel::compare(), bytes::compare()]
}

/// The size of a document in the frozen format.
pub fn frozen_size(document: &[u8]) -> Result<usize, String> {
    varvel::frozen_size(document)
}

/// What a document holds, read by the reference (sonic-rs, whose floats are exact).
pub fn reference(document: &[u8]) -> Result<Checksum, String> {
    sonic::checksum(document)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report says which peers keep both fields of a duplicate key.
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
}
