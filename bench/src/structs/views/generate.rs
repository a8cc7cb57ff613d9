//! Random values of the structs, from a seed.

use super::{
    Abilities, Address, Entity, GameType, Item, Log, Logs, Mesh, Player, Players, RecipeBook,
    Triangle, Vector3,
};
use crate::corpus::Seed;

/// A type with random values.
pub trait Generate {
    fn generate(seed: &mut Seed) -> Self;
}

fn many<T>(seed: &mut Seed, count: u64, mut make: impl FnMut(&mut Seed) -> T) -> Vec<T> {
    (0..count).map(|_| make(seed)).collect()
}

fn flag(seed: &mut Seed) -> bool {
    seed.below(2) == 1
}

fn one<'a>(seed: &mut Seed, words: &[&'a str]) -> &'a str {
    words[seed.below(words.len() as u64) as usize]
}

/// Returns a number from zero to one.
fn part(seed: &mut Seed) -> f32 {
    seed.below(1 << 24) as f32 / (1 << 24) as f32
}

/// Returns a number around zero, with all bits.
fn wide(seed: &mut Seed) -> f64 {
    seed.below(1 << 53) as f64 / (1_u64 << 43) as f64 - 512.0
}

impl Generate for Logs {
    fn generate(seed: &mut Seed) -> Self {
        Self {
            logs: many(seed, 10_000, log),
        }
    }
}

fn log(seed: &mut Seed) -> Log {
    let byte = |seed: &mut Seed| seed.below(256) as u8;
    let user = one(
        seed,
        &[
            "-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry",
        ],
    );
    let path = one(
        seed,
        &[
            "/",
            "/list",
            "/favicon.ico",
            "/login",
            "/images/logo.png",
            "/api/v2/orders",
        ],
    );
    let method = one(
        seed,
        &["GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD"],
    );
    let version = one(seed, &["HTTP/1.0", "HTTP/1.1", "HTTP/2.0"]);
    let codes = [200, 200, 201, 204, 301, 304, 400, 401, 403, 404, 500, 503];
    Log {
        address: Address {
            x0: byte(seed),
            x1: byte(seed),
            x2: byte(seed),
            x3: byte(seed),
        },
        identity: "-".into(),
        userid: user.into(),
        date: format!(
            "{:02}/Nov/20{:02}:{:02}:{:02}:{:02} +0000",
            1 + seed.below(28),
            seed.below(26),
            seed.below(24),
            seed.below(60),
            seed.below(60)
        ),
        request: format!("{method} {path}?page={} {version}", seed.below(1000)),
        code: codes[seed.below(codes.len() as u64) as usize],
        size: seed.below(100_000_000),
    }
}

impl Generate for Mesh {
    fn generate(seed: &mut Seed) -> Self {
        let vector = |seed: &mut Seed| Vector3 {
            x: part(seed),
            y: part(seed),
            z: part(seed),
        };
        Self {
            triangles: many(seed, 125_000, |seed| Triangle {
                v0: vector(seed),
                v1: vector(seed),
                v2: vector(seed),
                normal: vector(seed),
            }),
        }
    }
}

impl Generate for Players {
    fn generate(seed: &mut Seed) -> Self {
        Self {
            players: many(seed, 500, player),
        }
    }
}

const ITEMS: &[&str] = &[
    "dirt",
    "stone",
    "pickaxe",
    "sand",
    "gravel",
    "shovel",
    "chestplate",
    "steak",
    "oak_planks",
    "diamond",
];
const ENTITIES: &[&str] = &[
    "cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee",
];

fn item(seed: &mut Seed) -> Item {
    Item {
        count: 1 + seed.below(64) as i8,
        slot: seed.below(40) as u8,
        id: format!("minecraft:{}", one(seed, ITEMS)),
    }
}

fn id(seed: &mut Seed) -> [u32; 4] {
    std::array::from_fn(|_| seed.next() as u32)
}

fn entity(seed: &mut Seed) -> Entity {
    let place = |seed: &mut Seed| (wide(seed), wide(seed), wide(seed));
    Entity {
        id: one(seed, ENTITIES).into(),
        pos: place(seed),
        motion: place(seed),
        rotation: (part(seed) * 360.0 - 180.0, part(seed) * 180.0 - 90.0),
        fall_distance: part(seed),
        fire: seed.next() as u16,
        air: seed.next() as u16,
        on_ground: flag(seed),
        no_gravity: flag(seed),
        invulnerable: flag(seed),
        portal_cooldown: seed.next() as i32,
        uuid: id(seed),
        custom_name: flag(seed).then(|| seed.scramble("Abcdefgh")),
        custom_name_visible: flag(seed),
        silent: flag(seed),
        glowing: flag(seed),
    }
}

fn recipes(seed: &mut Seed) -> RecipeBook {
    let list = |seed: &mut Seed| {
        let count = seed.below(30);
        many(seed, count, |seed| one(seed, ITEMS).to_owned())
    };
    RecipeBook {
        recipes: list(seed),
        to_be_displayed: list(seed),
        is_filtering_craftable: flag(seed),
        is_gui_open: flag(seed),
        is_furnace_filtering_craftable: flag(seed),
        is_furnace_gui_open: flag(seed),
        is_blasting_furnace_filtering_craftable: flag(seed),
        is_blasting_furnace_gui_open: flag(seed),
        is_smoker_filtering_craftable: flag(seed),
        is_smoker_gui_open: flag(seed),
    }
}

fn player(seed: &mut Seed) -> Player {
    let types = [
        GameType::Survival,
        GameType::Creative,
        GameType::Adventure,
        GameType::Spectator,
    ];
    let game_type = |seed: &mut Seed| types[seed.below(4) as usize];
    let dimensions = &["overworld", "the_nether", "the_end"];
    let items = |seed: &mut Seed| {
        let count = seed.below(40);
        many(seed, count, item)
    };
    let maybe_entity = |seed: &mut Seed| flag(seed).then(|| entity(seed));
    Player {
        game_type: game_type(seed),
        previous_game_type: game_type(seed),
        score: seed.next(),
        dimension: one(seed, dimensions).into(),
        selected_item_slot: seed.next() as u32,
        selected_item: item(seed),
        spawn_dimension: flag(seed).then(|| one(seed, dimensions).into()),
        spawn_x: seed.next() as i64,
        spawn_y: seed.next() as i64,
        spawn_z: seed.next() as i64,
        spawn_forced: flag(seed).then(|| flag(seed)),
        sleep_timer: seed.next() as u16,
        food_exhaustion_level: part(seed),
        food_saturation_level: part(seed),
        food_tick_timer: seed.next() as u32,
        xp_level: seed.next() as u32,
        xp_p: part(seed),
        xp_total: seed.next() as i32,
        xp_seed: seed.next() as i32,
        inventory: items(seed),
        ender_items: items(seed),
        abilities: Abilities {
            walk_speed: part(seed),
            fly_speed: part(seed),
            may_fly: flag(seed),
            flying: flag(seed),
            invulnerable: flag(seed),
            may_build: flag(seed),
            instabuild: flag(seed),
        },
        entered_nether_position: flag(seed).then(|| (wide(seed), wide(seed), wide(seed))),
        root_vehicle: flag(seed).then(|| (id(seed), entity(seed))),
        shoulder_entity_left: maybe_entity(seed),
        shoulder_entity_right: maybe_entity(seed),
        seen_credits: flag(seed),
        recipe_book: recipes(seed),
    }
}
