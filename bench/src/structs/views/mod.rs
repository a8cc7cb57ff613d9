//! The types of rust_serialization_benchmark (`log`, `mesh`, `minecraft_savedata`), and code that
//! reads all of their fields: of the structs themselves, of our views, and of rkyv's archives.
//!
//! Our own generators (`generate`) make the values, so figures compare within a run and not with
//! the page of that benchmark.

mod generate;
mod read;

use varvel::{Decode, Encode, View};

pub use generate::Generate;
pub use read::{Fast, Read, Tally};

macro_rules! structs {
    ($($name:ident { $($field:ident: $t:ty),* $(,)? })*) => {$(
        #[derive(Debug, PartialEq, Encode, Decode, View, rkyv::Archive, rkyv::Serialize)]
        pub struct $name { $(pub $field: $t),* }

        impl Read for $name {
            #[inline]
            fn read(&self, to: &mut impl Tally) {
                $(self.$field.read(to);)*
            }
        }

        impl Read for <$name as varvel::ReadInPlace>::View<'_> {
            #[inline]
            fn read(&self, to: &mut impl Tally) {
                $(self.$field().read(to);)*
            }
        }

        impl Read for rkyv::Archived<$name> {
            #[inline]
            fn read(&self, to: &mut impl Tally) {
                $(self.$field.read(to);)*
            }
        }
    )*};
}

structs! {
    Address { x0: u8, x1: u8, x2: u8, x3: u8 }
    Log {
        address: Address, identity: String, userid: String, date: String, request: String, code: u16, size: u64,
    }
    Logs { logs: Vec<Log> }

    Vector3 { x: f32, y: f32, z: f32 }
    Triangle { v0: Vector3, v1: Vector3, v2: Vector3, normal: Vector3 }
    Mesh { triangles: Vec<Triangle> }

    Item { count: i8, slot: u8, id: String }
    Abilities {
        walk_speed: f32, fly_speed: f32, may_fly: bool, flying: bool, invulnerable: bool, may_build: bool,
        instabuild: bool,
    }
    Entity {
        id: String, pos: (f64, f64, f64), motion: (f64, f64, f64), rotation: (f32, f32), fall_distance: f32,
        fire: u16, air: u16, on_ground: bool, no_gravity: bool, invulnerable: bool, portal_cooldown: i32,
        uuid: [u32; 4], custom_name: Option<String>, custom_name_visible: bool, silent: bool, glowing: bool,
    }
    RecipeBook {
        recipes: Vec<String>, to_be_displayed: Vec<String>, is_filtering_craftable: bool, is_gui_open: bool,
        is_furnace_filtering_craftable: bool, is_furnace_gui_open: bool,
        is_blasting_furnace_filtering_craftable: bool, is_blasting_furnace_gui_open: bool,
        is_smoker_filtering_craftable: bool, is_smoker_gui_open: bool,
    }
    Player {
        game_type: GameType, previous_game_type: GameType, score: u64, dimension: String, selected_item_slot: u32,
        selected_item: Item, spawn_dimension: Option<String>, spawn_x: i64, spawn_y: i64, spawn_z: i64,
        spawn_forced: Option<bool>, sleep_timer: u16, food_exhaustion_level: f32, food_saturation_level: f32,
        food_tick_timer: u32, xp_level: u32, xp_p: f32, xp_total: i32, xp_seed: i32, inventory: Vec<Item>,
        ender_items: Vec<Item>, abilities: Abilities, entered_nether_position: Option<(f64, f64, f64)>,
        root_vehicle: Option<([u32; 4], Entity)>, shoulder_entity_left: Option<Entity>,
        shoulder_entity_right: Option<Entity>, seen_credits: bool, recipe_book: RecipeBook,
    }
    Players { players: Vec<Player> }
}

/// The mode in which a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode, View, rkyv::Archive, rkyv::Serialize)]
pub enum GameType {
    Survival,
    Creative,
    Adventure,
    Spectator,
}

impl Read for GameType {
    #[inline]
    fn read(&self, to: &mut impl Tally) {
        to.integer(*self as u64);
    }
}

impl Read for ArchivedGameType {
    #[inline]
    fn read(&self, to: &mut impl Tally) {
        to.integer(match self {
            Self::Survival => 0,
            Self::Creative => 1,
            Self::Adventure => 2,
            Self::Spectator => 3,
        });
    }
}
