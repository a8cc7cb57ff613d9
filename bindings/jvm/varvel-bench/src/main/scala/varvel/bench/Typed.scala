package varvel.bench

// The types of twitter.json, citm_catalog.json and canada.json. Members have the names of these files.

case class Twitter(statuses: List[Status], search_metadata: SearchMetadata)

case class SearchMetadata(
    completed_in: Double, max_id: Long, max_id_str: String, next_results: String, query: String, refresh_url: String,
    count: Int, since_id: Int, since_id_str: String
)

case class Status(
    metadata: Metadata, created_at: String, id: Long, id_str: String, text: String, source: String, truncated: Boolean,
    in_reply_to_status_id: Option[Long], in_reply_to_status_id_str: Option[String], in_reply_to_user_id: Option[Long],
    in_reply_to_user_id_str: Option[String], in_reply_to_screen_name: Option[String], user: User, geo: Option[String],
    coordinates: Option[String], place: Option[String], contributors: Option[String], retweet_count: Int,
    favorite_count: Int, entities: Entities, favorited: Boolean, retweeted: Boolean, lang: String,
    retweeted_status: Option[Status], possibly_sensitive: Option[Boolean]
)

case class Metadata(result_type: String, iso_language_code: String)

case class User(
    id: Long, id_str: String, name: String, screen_name: String, location: String, description: String,
    url: Option[String], entities: UserEntities, `protected`: Boolean, followers_count: Int, friends_count: Int,
    listed_count: Int, created_at: String, favourites_count: Int, utc_offset: Option[Int], time_zone: Option[String],
    geo_enabled: Boolean, verified: Boolean, statuses_count: Int, lang: String, contributors_enabled: Boolean,
    is_translator: Boolean, is_translation_enabled: Boolean, profile_background_color: String,
    profile_background_image_url: String, profile_background_image_url_https: String, profile_background_tile: Boolean,
    profile_image_url: String, profile_image_url_https: String, profile_banner_url: Option[String],
    profile_link_color: String, profile_sidebar_border_color: String, profile_sidebar_fill_color: String,
    profile_text_color: String, profile_use_background_image: Boolean, default_profile: Boolean,
    default_profile_image: Boolean, following: Boolean, follow_request_sent: Boolean, notifications: Boolean
)

case class UserEntities(description: Urls, url: Option[Urls])
case class Urls(urls: List[Url])
case class Url(url: String, expanded_url: String, display_url: String, indices: List[Int])
case class Entities(
    hashtags: List[Hashtag], symbols: List[String], urls: List[Url], user_mentions: List[Mention], media: Option[List[Media]]
)
case class Hashtag(text: String, indices: List[Int])
case class Mention(screen_name: String, name: String, id: Long, id_str: String, indices: List[Int])
case class Media(
    id: Long, id_str: String, indices: List[Int], media_url: String, media_url_https: String, url: String,
    display_url: String, expanded_url: String, `type`: String, sizes: Sizes, source_status_id: Option[Long],
    source_status_id_str: Option[String]
)
case class Sizes(medium: Size, small: Size, thumb: Size, large: Size)
case class Size(w: Int, h: Int, resize: String)

case class Catalog(
    areaNames: Map[Int, String], audienceSubCategoryNames: Map[Int, String], blockNames: Map[Int, String],
    events: Map[Int, Event], performances: List[Performance], seatCategoryNames: Map[Int, String],
    subTopicNames: Map[Int, String], subjectNames: Map[Int, String], topicNames: Map[Int, String],
    topicSubTopics: Map[Int, List[Int]], venueNames: Map[String, String]
)
case class Event(
    description: Option[String], id: Int, logo: Option[String], name: String, subTopicIds: List[Int],
    subjectCode: Option[String], subtitle: Option[String], topicIds: List[Int]
)
case class Performance(
    eventId: Int, id: Int, logo: Option[String], name: Option[String], prices: List[Price],
    seatCategories: List[SeatCategory], seatMapImage: Option[String], start: Long, venueCode: String
)
case class Price(amount: Int, audienceSubCategoryId: Int, seatCategoryId: Int)
case class SeatCategory(areas: List[Area], seatCategoryId: Int)
case class Area(areaId: Int, blockIds: List[String])

case class Canada(`type`: String, features: Vector[Feature])
case class Feature(`type`: String, properties: Map[String, String], geometry: Geometry)
case class Geometry(`type`: String, coordinates: Vector[Vector[(Double, Double)]])
