//! `twitter.json`: wide objects, half of it text.

use serde::{Deserialize, Serialize};
use varvel::{Decode, Encode};

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
pub struct Twitter {
    statuses: Vec<Status>,
    search_metadata: SearchMetadata,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct SearchMetadata {
    completed_in: f64,
    max_id: u64,
    max_id_str: String,
    next_results: String,
    query: String,
    refresh_url: String,
    count: u32,
    since_id: u64,
    since_id_str: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Status {
    metadata: Metadata,
    created_at: String,
    id: u64,
    id_str: String,
    text: String,
    source: String,
    truncated: bool,
    in_reply_to_status_id: Option<u64>,
    in_reply_to_status_id_str: Option<String>,
    in_reply_to_user_id: Option<u64>,
    in_reply_to_user_id_str: Option<String>,
    in_reply_to_screen_name: Option<String>,
    user: User,
    geo: Option<bool>,
    coordinates: Option<bool>,
    place: Option<bool>,
    contributors: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retweeted_status: Option<Box<Status>>,
    retweet_count: u32,
    favorite_count: u32,
    entities: Entities,
    favorited: bool,
    retweeted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    possibly_sensitive: Option<bool>,
    lang: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Metadata {
    result_type: String,
    iso_language_code: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct User {
    id: u64,
    id_str: String,
    name: String,
    screen_name: String,
    location: String,
    description: String,
    url: Option<String>,
    entities: UserEntities,
    protected: bool,
    followers_count: u32,
    friends_count: u32,
    listed_count: u32,
    created_at: String,
    favourites_count: u32,
    utc_offset: Option<i32>,
    time_zone: Option<String>,
    geo_enabled: bool,
    verified: bool,
    statuses_count: u32,
    lang: String,
    contributors_enabled: bool,
    is_translator: bool,
    is_translation_enabled: bool,
    profile_background_color: String,
    profile_background_image_url: String,
    profile_background_image_url_https: String,
    profile_background_tile: bool,
    profile_image_url: String,
    profile_image_url_https: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile_banner_url: Option<String>,
    profile_link_color: String,
    profile_sidebar_border_color: String,
    profile_sidebar_fill_color: String,
    profile_text_color: String,
    profile_use_background_image: bool,
    default_profile: bool,
    default_profile_image: bool,
    following: bool,
    follow_request_sent: bool,
    notifications: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct UserEntities {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Urls>,
    description: Urls,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Urls {
    urls: Vec<Url>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Url {
    url: String,
    expanded_url: Option<String>,
    display_url: Option<String>,
    indices: [u32; 2],
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Entities {
    hashtags: Vec<Hashtag>,
    symbols: Vec<bool>,
    urls: Vec<Url>,
    user_mentions: Vec<Mention>,
    #[serde(skip_serializing_if = "Option::is_none")]
    media: Option<Vec<Media>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Hashtag {
    text: String,
    indices: [u32; 2],
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Mention {
    screen_name: String,
    name: String,
    id: u64,
    id_str: String,
    indices: [u32; 2],
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Media {
    id: u64,
    id_str: String,
    indices: [u32; 2],
    media_url: String,
    media_url_https: String,
    url: String,
    display_url: String,
    expanded_url: String,
    #[serde(rename = "type")]
    #[varvel(rename = "type")]
    kind: String,
    sizes: Sizes,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_status_id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_status_id_str: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Sizes {
    medium: Size,
    small: Size,
    thumb: Size,
    large: Size,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Size {
    w: u32,
    h: u32,
    resize: String,
}
