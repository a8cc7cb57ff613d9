//! A line of the corpus of research papers (`corpus/papers.rs`).

use serde::{Deserialize, Serialize};
use varvel::{Decode, Encode};

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
pub struct Paper {
    id: String,
    title: String,
    paper_abstract: String,
    authors: Vec<Author>,
    in_citations: Vec<String>,
    out_citations: Vec<String>,
    year: u32,
    s2_url: String,
    sources: Vec<String>,
    pdf_urls: Vec<String>,
    venue: String,
    journal_name: String,
    journal_volume: String,
    journal_pages: String,
    doi: String,
    doi_url: String,
    pmid: String,
    fields_of_study: Vec<String>,
    mag_id: String,
    s2_pdf_url: String,
    entities: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
struct Author {
    name: String,
    ids: Vec<String>,
    structured_name: Option<StructuredName>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct StructuredName {
    first: String,
    middle: Vec<String>,
    last: String,
}
