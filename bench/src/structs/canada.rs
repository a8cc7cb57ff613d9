//! `canada.json`: GeoJSON, nearly all of it floats.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use varvel::{Decode, Encode};

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
pub struct Canada {
    #[serde(rename = "type")]
    #[varvel(rename = "type")]
    kind: String,
    features: Vec<Feature>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Feature {
    #[serde(rename = "type")]
    #[varvel(rename = "type")]
    kind: String,
    properties: BTreeMap<String, String>,
    geometry: Geometry,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Geometry {
    #[serde(rename = "type")]
    #[varvel(rename = "type")]
    kind: String,
    coordinates: Vec<Vec<[f64; 2]>>,
}
