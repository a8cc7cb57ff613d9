//! Structs from JSON, decoded by hand-written codecs as a derive would write them, beside
//! `sonic_rs` and `serde_json` on the same structs.
//!
//! `cargo run --release -p varvel-json --example typed -- <folder of jsonexamples> [case]`
#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use varvel_core::{Decode, Error, Key, Result, Source};

/// Whether fields are first asked for in order by straight-line code.
const STRAIGHT: bool = option_env!("STRAIGHT").is_some();

/// Defines a struct generic over its string type, and its codec: fields in order first, the rest by
/// name, unknown ones skipped.
macro_rules! record {
    ($name:ident { $($field:ident $(= $key:literal)? : $t:ty,)* }) => {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct $name<S> { $($(#[serde(rename = $key)])? $field: $t,)* #[serde(skip)] of: std::marker::PhantomData<S> }

        impl<'de, C: ?Sized, S: Decode<'de, C>> Decode<'de, C> for $name<S> {
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                #[allow(non_camel_case_types)]
                enum F { $($field,)* End }
                const KEYS: [Key; F::End as usize] = [$(Key::new(record!(@key $field $($key)?)),)*];
                $(let mut $field: Option<$t> = None;)*
                source.begin_map()?;
                let mut next = 0;
                if STRAIGHT {
                    $(if source.expect_key(&KEYS[F::$field as usize])? {
                        $field = Some(Decode::<C>::decode(source, context)?);
                    })*
                    next = KEYS.len();
                }
                loop {
                    let field = if next < KEYS.len() && source.expect_key(&KEYS[next])? {
                        next
                    } else {
                        match source.next_key()? {
                            None => break,
                            Some(key) => match &*key {
                                $(record!(@key $field $($key)?) => F::$field as usize,)*
                                _ => F::End as usize,
                            },
                        }
                    };
                    $(if field == F::$field as usize {
                        if $field.is_some() {
                            return Err(twice(record!(@key $field $($key)?), source.offset()));
                        }
                        $field = Some(Decode::<C>::decode(source, context)?);
                        next = field + 1;
                        continue;
                    })*
                    source.skip()?;
                }
                Ok(Self {
                    $($field: match $field {
                        Some(value) => value,
                        None => <$t as Decode<'de, C>>::missing(record!(@key $field $($key)?))?,
                    },)*
                    of: std::marker::PhantomData,
                })
            }
        }
    };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
}

#[cold]
fn twice(key: &str, at: usize) -> Error {
    Error::duplicate_key(key).at(at)
}

record! { Canada { kind = "type": S, features: Vec<Feature<S>>, } }
record! { Feature { kind = "type": S, properties: BTreeMap<String, S>, geometry: Geometry<S>, } }
record! { Geometry { kind = "type": S, coordinates: Vec<Vec<[f64; 2]>>, } }

record! { Record { person: Person<S>, hobbies: Vec<S>, friends: Vec<Friend<S>>, pets: Vec<Pet<S>>, } }
record! { Person { name: S, age: u32, address: Address<S>, email: S, phone_numbers: Vec<S>, is_employed: bool, } }
record! { Address { street: S, city: S, state: S, postal_code: S, } }
record! { Friend { name: S, age: u32, email: S, } }
record! { Pet { name: S, species: S, age: u32, } }

record! { Twitter { statuses: Vec<Status<S>>, search_metadata: Search<S>, } }
record! { Search {
    completed_in: f64, max_id: u64, max_id_str: S, next_results: S, query: S, refresh_url: S,
    count: u32, since_id: u64, since_id_str: S,
} }
record! { Metadata { result_type: S, iso_language_code: S, } }
record! { Status {
    metadata: Metadata<S>, created_at: S, id: u64, id_str: S, text: S, source: S, truncated: bool,
    in_reply_to_status_id: Option<u64>, in_reply_to_status_id_str: Option<S>,
    in_reply_to_user_id: Option<u64>, in_reply_to_user_id_str: Option<S>,
    in_reply_to_screen_name: Option<S>, user: User<S>, geo: Option<bool>, coordinates: Option<bool>,
    place: Option<bool>, contributors: Option<bool>, retweeted_status: Option<Box<Status<S>>>,
    retweet_count: u32, favorite_count: u32, entities: Entities<S>, favorited: bool,
    retweeted: bool, possibly_sensitive: Option<bool>, lang: S,
} }
record! { User {
    id: u64, id_str: S, name: S, screen_name: S, location: S, description: S, url: Option<S>,
    entities: UserEntities<S>, protected: bool, followers_count: u32, friends_count: u32,
    listed_count: u32, created_at: S, favourites_count: u32, utc_offset: Option<i32>,
    time_zone: Option<S>, geo_enabled: bool, verified: bool, statuses_count: u32, lang: S,
    contributors_enabled: bool, is_translator: bool, is_translation_enabled: bool,
    profile_background_color: S, profile_background_image_url: S,
    profile_background_image_url_https: S, profile_background_tile: bool, profile_image_url: S,
    profile_image_url_https: S, profile_banner_url: Option<S>, profile_link_color: S,
    profile_sidebar_border_color: S, profile_sidebar_fill_color: S, profile_text_color: S,
    profile_use_background_image: bool, default_profile: bool, default_profile_image: bool,
    following: bool, follow_request_sent: bool, notifications: bool,
} }
record! { UserEntities { url: Option<Urls<S>>, description: Urls<S>, } }
record! { Urls { urls: Vec<Url<S>>, } }
record! { Url { url: S, expanded_url: Option<S>, display_url: Option<S>, indices: [u32; 2], } }
record! { Entities {
    hashtags: Vec<Hashtag<S>>, symbols: Vec<bool>, urls: Vec<Url<S>>, user_mentions: Vec<Mention<S>>,
    media: Option<Vec<Media<S>>>,
} }
record! { Hashtag { text: S, indices: [u32; 2], } }
record! { Mention { screen_name: S, name: S, id: u64, id_str: S, indices: [u32; 2], } }
record! { Media {
    id: u64, id_str: S, indices: [u32; 2], media_url: S, media_url_https: S, url: S,
    display_url: S, expanded_url: S, kind = "type": S, sizes: Sizes<S>,
    source_status_id: Option<u64>, source_status_id_str: Option<S>,
} }
record! { Sizes { medium: Size<S>, small: Size<S>, thumb: Size<S>, large: Size<S>, } }
record! { Size { w: u32, h: u32, resize: S, } }

record! { Few { statuses: Vec<FewStatus<S>>, } }
record! { FewStatus { created_at: S, id: u64, text: S, user: FewUser<S>, retweet_count: u32, favorite_count: u32, } }
record! { FewUser { id: u64, screen_name: S, } }

record! { Citm {
    area_names = "areaNames": BTreeMap<String, S>,
    audience = "audienceSubCategoryNames": BTreeMap<String, S>,
    block_names = "blockNames": BTreeMap<String, S>,
    events: BTreeMap<String, Event<S>>,
    performances: Vec<Performance<S>>,
    seat_category_names = "seatCategoryNames": BTreeMap<String, S>,
    sub_topic_names = "subTopicNames": BTreeMap<String, S>,
    subject_names = "subjectNames": BTreeMap<String, S>,
    topic_names = "topicNames": BTreeMap<String, S>,
    topic_sub_topics = "topicSubTopics": BTreeMap<String, Vec<u64>>,
    venue_names = "venueNames": BTreeMap<String, S>,
} }
record! { Event {
    description: Option<S>, id: u64, logo: Option<S>, name: S, sub_topic_ids = "subTopicIds": Vec<u64>,
    subject_code = "subjectCode": Option<S>, subtitle: Option<S>, topic_ids = "topicIds": Vec<u64>,
} }
record! { Performance {
    event_id = "eventId": u64, id: u64, logo: Option<S>, name: Option<S>, prices: Vec<Price<S>>,
    seat_categories = "seatCategories": Vec<SeatCategory<S>>,
    seat_map_image = "seatMapImage": Option<S>, start: i64, venue_code = "venueCode": S,
} }
record! { Price { amount: u64, audience = "audienceSubCategoryId": u64, seat = "seatCategoryId": u64, } }
record! { SeatCategory { areas: Vec<Area<S>>, id = "seatCategoryId": u64, } }
record! { Area { id = "areaId": u64, block_ids = "blockIds": Vec<bool>, } }

fn scalajack() -> String {
    let text = r#"{"person":{"name":"John Doe","age":30,"address":{"street":"123 Main Street","city":"Anytown","state":"CA","postal_code":"12345"},"email":"john.doe@example.com","phone_numbers":["555-555-5555","555-123-4567"],"is_employed":true},"hobbies":["reading","swimming","traveling"],"friends":[{"name":"Jane Smith","age":28,"email":"jane.smith@example.com"},{"name":"Bob Johnson","age":32,"email":"bob.johnson@example.com"}],"pets":[{"name":"Fido","species":"Dog","age":5},{"name":"Whiskers","species":"Cat","age":3}]}"#;
    let record: Record<String> = serde_json::from_str(text).unwrap();
    serde_json::to_string_pretty(&record).unwrap()
}

/// Times three readers of the same documents in turn, and prints medians.
fn compare<'a, T>(name: &str, documents: &'a [Vec<u8>])
where
    T: Decode<'a> + Deserialize<'a> + PartialEq + std::fmt::Debug,
{
    let filter = std::env::args().nth(2).unwrap_or_default();
    if !name.contains(&filter) {
        return;
    }
    for document in documents {
        let ours: T = match varvel_json::from_slice(document) {
            Ok(value) => value,
            Err(error) => panic!("{name}: {}", error.report(document)),
        };
        // Not serde_json: its floats are not exact unless a feature says so.
        let theirs: T = sonic_rs::from_slice(document).unwrap();
        assert!(ours == theirs, "{name}");
    }
    type Run<'r, 'a> = Box<dyn Fn(&'a [u8]) + 'r>;
    let only = std::env::var("ONLY").unwrap_or_default();
    let subjects: [(&str, Run<'_, 'a>); 3] = [
        (
            "varvel",
            Box::new(|d| drop(black_box(varvel_json::from_slice::<T>(d).unwrap()))),
        ),
        (
            "sonic_rs",
            Box::new(|d| drop(black_box(sonic_rs::from_slice::<T>(d).unwrap()))),
        ),
        (
            "serde_json",
            Box::new(|d| drop(black_box(serde_json::from_slice::<T>(d).unwrap()))),
        ),
    ];
    let bytes: usize = documents.iter().map(Vec::len).sum();
    let repeat = (4_000_000 / bytes).max(1);
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..25 {
        for (i, (subject, run)) in subjects.iter().enumerate() {
            if !subject.contains(&only) {
                continue;
            }
            let start = Instant::now();
            for _ in 0..repeat {
                for document in documents {
                    run(black_box(document));
                }
            }
            times[i].push(start.elapsed().as_nanos() as f64 / (repeat * documents.len()) as f64);
        }
    }
    print!("{name:24}");
    let mut best = f64::MAX;
    for (i, (subject, _)) in subjects.iter().enumerate() {
        if times[i].is_empty() {
            continue;
        }
        times[i].sort_by(f64::total_cmp);
        let ns = times[i][times[i].len() / 2];
        let gb = bytes as f64 / documents.len() as f64 / ns;
        print!("  {subject} {ns:>10.0} ns {gb:>5.2} GB/s");
        if i > 0 {
            best = best.min(ns);
        } else {
            best = f64::MAX;
        }
    }
    println!(
        "  best peer / ours {:.2}",
        best / times[0][times[0].len() / 2]
    );
}

fn main() {
    let folder = std::env::args().nth(1).expect("the folder of jsonexamples");
    let read = |name: &str| vec![std::fs::read(format!("{folder}/{name}.json")).unwrap()];
    let minify = |text: &[u8]| {
        let value: serde_json::Value = serde_json::from_slice(text).unwrap();
        serde_json::to_vec(&value).unwrap()
    };
    let canada = read("canada");
    compare::<Canada<String>>("canada", &canada);
    let twitter = read("twitter");
    compare::<Twitter<String>>("twitter", &twitter);
    compare::<Few<String>>("twitter few fields", &twitter);
    let compact = vec![
        serde_json::to_vec(&serde_json::from_slice::<Twitter<String>>(&twitter[0]).unwrap())
            .unwrap(),
    ];
    compare::<Twitter<String>>("twitter compact", &compact);
    // Keys sorted: not the order of the fields.
    let sorted = vec![minify(&twitter[0])];
    compare::<Twitter<String>>("twitter sorted", &sorted);
    let citm = read("citm_catalog");
    compare::<Citm<String>>("citm_catalog", &citm);
    let pretty = vec![scalajack().into_bytes(); 64];
    let compact =
        vec![
            serde_json::to_vec(&serde_json::from_slice::<Record<String>>(&pretty[0]).unwrap())
                .unwrap();
            64
        ];
    compare::<Record<String>>("scalajack pretty", &pretty);
    compare::<Record<String>>("scalajack compact", &compact);
    compare::<Record<&str>>("scalajack pretty &str", &pretty);
    compare::<Record<&str>>("scalajack compact &str", &compact);
}
