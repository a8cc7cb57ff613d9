//! `citm_catalog.json`: small objects by the thousand, and maps with numbers as keys.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use varvel::{Decode, Encode};

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
pub struct CitmCatalog {
    area_names: BTreeMap<String, String>,
    audience_sub_category_names: BTreeMap<String, String>,
    block_names: BTreeMap<String, String>,
    events: BTreeMap<String, Event>,
    performances: Vec<Performance>,
    seat_category_names: BTreeMap<String, String>,
    sub_topic_names: BTreeMap<String, String>,
    subject_names: BTreeMap<String, String>,
    topic_names: BTreeMap<String, String>,
    topic_sub_topics: BTreeMap<String, Vec<u64>>,
    venue_names: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
struct Event {
    description: Option<String>,
    id: u64,
    logo: Option<String>,
    name: String,
    sub_topic_ids: Vec<u64>,
    subject_code: Option<String>,
    subtitle: Option<String>,
    topic_ids: Vec<u64>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
struct Performance {
    event_id: u64,
    id: u64,
    logo: Option<String>,
    name: Option<String>,
    prices: Vec<Price>,
    seat_categories: Vec<SeatCategory>,
    seat_map_image: Option<String>,
    start: i64,
    venue_code: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
struct Price {
    amount: u64,
    audience_sub_category_id: u64,
    seat_category_id: u64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
struct SeatCategory {
    areas: Vec<Area>,
    seat_category_id: u64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
#[serde(rename_all = "camelCase")]
#[varvel(rename_all = "camelCase")]
struct Area {
    area_id: u64,
    block_ids: Vec<u64>,
}
