// The structs of the documents that are read and written. All peers fill the same.

#ifndef VARVEL_BENCH_CORPUS_HPP
#define VARVEL_BENCH_CORPUS_HPP

#include <varvel/structs.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace corpus {

using text = std::string;
using texts = std::vector<std::string>;
using maybe_text = std::optional<std::string>;

// twitter.json: wide objects, half of it text.

struct search_metadata {
  double completed_in;
  std::uint64_t max_id;
  text max_id_str, next_results, query, refresh_url;
  std::uint32_t count;
  std::uint64_t since_id;
  text since_id_str;
  VARVEL_FIELDS(search_metadata, completed_in, max_id, max_id_str, next_results, query, refresh_url,
                count, since_id, since_id_str)
};

struct metadata {
  text result_type, iso_language_code;
  VARVEL_FIELDS(metadata, result_type, iso_language_code)
};

struct link {
  text url;
  maybe_text expanded_url, display_url;
  std::array<std::uint32_t, 2> indices;
  VARVEL_FIELDS(link, url, expanded_url, display_url, indices)
};

struct links {
  std::vector<link> urls;
  VARVEL_FIELDS(links, urls)
};

struct user_entities {
  std::optional<links> url;
  links description;
  VARVEL_FIELDS(user_entities, (url, omit_empty), description)
};

struct user {
  std::uint64_t id;
  text id_str, name, screen_name, location, description;
  maybe_text url;
  user_entities entities;
  bool is_protected;
  std::uint32_t followers_count, friends_count, listed_count;
  text created_at;
  std::uint32_t favourites_count;
  std::optional<std::int32_t> utc_offset;
  maybe_text time_zone;
  bool geo_enabled, verified;
  std::uint32_t statuses_count;
  text lang;
  bool contributors_enabled, is_translator, is_translation_enabled;
  text profile_background_color, profile_background_image_url, profile_background_image_url_https;
  bool profile_background_tile;
  text profile_image_url, profile_image_url_https;
  maybe_text profile_banner_url;
  text profile_link_color, profile_sidebar_border_color, profile_sidebar_fill_color;
  text profile_text_color;
  bool profile_use_background_image, default_profile, default_profile_image, following;
  bool follow_request_sent, notifications;
  VARVEL_FIELDS(user, id, id_str, name, screen_name, location, description, url, entities,
                (is_protected, renamed("protected")), followers_count, friends_count, listed_count,
                created_at, favourites_count, utc_offset, time_zone, geo_enabled, verified,
                statuses_count, lang, contributors_enabled, is_translator, is_translation_enabled,
                profile_background_color, profile_background_image_url,
                profile_background_image_url_https, profile_background_tile, profile_image_url,
                profile_image_url_https, (profile_banner_url, omit_empty), profile_link_color,
                profile_sidebar_border_color, profile_sidebar_fill_color, profile_text_color,
                profile_use_background_image, default_profile, default_profile_image, following,
                follow_request_sent, notifications)
};

struct hashtag {
  text tag;
  std::array<std::uint32_t, 2> indices;
  VARVEL_FIELDS(hashtag, (tag, renamed("text")), indices)
};

struct mention {
  text screen_name, name;
  std::uint64_t id;
  text id_str;
  std::array<std::uint32_t, 2> indices;
  VARVEL_FIELDS(mention, screen_name, name, id, id_str, indices)
};

struct size {
  std::uint32_t w, h;
  text resize;
  VARVEL_FIELDS(size, w, h, resize)
};

struct sizes {
  size medium, small, thumb, large;
  VARVEL_FIELDS(sizes, medium, small, thumb, large)
};

struct media {
  std::uint64_t id;
  text id_str;
  std::array<std::uint32_t, 2> indices;
  text media_url, media_url_https, url, display_url, expanded_url, type;
  corpus::sizes sizes;
  std::optional<std::uint64_t> source_status_id;
  maybe_text source_status_id_str;
  VARVEL_FIELDS(media, id, id_str, indices, media_url, media_url_https, url, display_url,
                expanded_url, type, sizes, (source_status_id, omit_empty),
                (source_status_id_str, omit_empty))
};

struct status_entities {
  std::vector<hashtag> hashtags;
  std::vector<bool> symbols;
  std::vector<link> urls;
  std::vector<mention> user_mentions;
  std::optional<std::vector<corpus::media>> media;
  VARVEL_FIELDS(status_entities, hashtags, symbols, urls, user_mentions, (media, omit_empty))
};

struct status {
  corpus::metadata metadata;
  text created_at;
  std::uint64_t id;
  text id_str, body, source;
  bool truncated;
  std::optional<std::uint64_t> in_reply_to_status_id;
  maybe_text in_reply_to_status_id_str;
  std::optional<std::uint64_t> in_reply_to_user_id;
  maybe_text in_reply_to_user_id_str, in_reply_to_screen_name;
  corpus::user user;
  std::optional<bool> geo, coordinates, place, contributors;
  std::unique_ptr<status> retweeted_status;
  std::uint32_t retweet_count, favorite_count;
  status_entities entities;
  bool favorited, retweeted;
  std::optional<bool> possibly_sensitive;
  text lang;
  VARVEL_FIELDS(status, metadata, created_at, id, id_str, (body, renamed("text")), source,
                truncated, in_reply_to_status_id, in_reply_to_status_id_str, in_reply_to_user_id,
                in_reply_to_user_id_str, in_reply_to_screen_name, user, geo, coordinates, place,
                contributors, (retweeted_status, omit_empty), retweet_count, favorite_count,
                entities, favorited, retweeted, (possibly_sensitive, omit_empty), lang)
};

struct twitter {
  std::vector<status> statuses;
  corpus::search_metadata search_metadata;
  VARVEL_FIELDS(twitter, statuses, search_metadata)
};

// canada.json: GeoJSON, nearly all of it floats.

struct geometry {
  text type;
  std::vector<std::vector<std::array<double, 2>>> coordinates;
  VARVEL_FIELDS(geometry, type, coordinates)
};

struct feature {
  text type;
  std::map<text, text> properties;
  corpus::geometry geometry;
  VARVEL_FIELDS(feature, type, properties, geometry)
};

struct canada {
  text type;
  std::vector<feature> features;
  VARVEL_FIELDS(canada, type, features)
};

// citm_catalog.json: small objects by the thousand, and maps with numbers as keys.

using numbers = std::vector<std::uint64_t>;

struct event {
  maybe_text description;
  std::uint64_t id;
  maybe_text logo;
  text name;
  numbers subTopicIds;
  maybe_text subjectCode, subtitle;
  numbers topicIds;
  VARVEL_FIELDS(event, description, id, logo, name, subTopicIds, subjectCode, subtitle, topicIds)
};

struct price {
  std::uint64_t amount, audienceSubCategoryId, seatCategoryId;
  VARVEL_FIELDS(price, amount, audienceSubCategoryId, seatCategoryId)
};

struct area {
  std::uint64_t areaId;
  numbers blockIds;
  VARVEL_FIELDS(area, areaId, blockIds)
};

struct seat_category {
  std::vector<area> areas;
  std::uint64_t seatCategoryId;
  VARVEL_FIELDS(seat_category, areas, seatCategoryId)
};

struct performance {
  std::uint64_t eventId, id;
  maybe_text logo, name;
  std::vector<price> prices;
  std::vector<seat_category> seatCategories;
  maybe_text seatMapImage;
  std::int64_t start;
  text venueCode;
  VARVEL_FIELDS(performance, eventId, id, logo, name, prices, seatCategories, seatMapImage, start,
                venueCode)
};

struct citm_catalog {
  std::map<text, text> areaNames, audienceSubCategoryNames, blockNames;
  std::map<text, event> events;
  std::vector<performance> performances;
  std::map<text, text> seatCategoryNames, subTopicNames, subjectNames, topicNames;
  std::map<text, numbers> topicSubTopics;
  std::map<text, text> venueNames;
  VARVEL_FIELDS(citm_catalog, areaNames, audienceSubCategoryNames, blockNames, events, performances,
                seatCategoryNames, subTopicNames, subjectNames, topicNames, topicSubTopics,
                venueNames)
};

// A line of the corpus of research papers.

struct structured_name {
  text first;
  texts middle;
  text last;
  VARVEL_FIELDS(structured_name, first, middle, last)
};

struct author {
  text name;
  texts ids;
  std::optional<structured_name> structuredName;
  VARVEL_FIELDS(author, name, ids, structuredName)
};

struct paper {
  text id, title, paperAbstract;
  std::vector<author> authors;
  texts inCitations, outCitations;
  std::uint32_t year;
  text s2Url;
  texts sources, pdfUrls;
  text venue, journalName, journalVolume, journalPages, doi, doiUrl, pmid;
  texts fieldsOfStudy;
  text magId, s2PdfUrl;
  texts entities;
  VARVEL_FIELDS(paper, id, title, paperAbstract, authors, inCitations, outCitations, year, s2Url,
                sources, pdfUrls, venue, journalName, journalVolume, journalPages, doi, doiUrl,
                pmid, fieldsOfStudy, magId, s2PdfUrl, entities)
};

// A record of 508 bytes.

struct address {
  text street, city, state, postal_code;
  VARVEL_FIELDS(address, street, city, state, postal_code)
};

struct person {
  text name;
  std::uint32_t age;
  corpus::address address;
  text email;
  texts phone_numbers;
  bool is_employed;
  VARVEL_FIELDS(person, name, age, address, email, phone_numbers, is_employed)
};

struct friend_ {
  text name;
  std::uint32_t age;
  text email;
  VARVEL_FIELDS(friend_, name, age, email)
};

struct pet {
  text name, species;
  std::uint32_t age;
  VARVEL_FIELDS(pet, name, species, age)
};

struct record {
  corpus::person person;
  texts hobbies;
  std::vector<friend_> friends;
  std::vector<pet> pets;
  VARVEL_FIELDS(record, person, hobbies, friends, pets)
};

}  // namespace corpus

#endif
