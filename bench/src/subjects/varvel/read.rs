//! Reads frozen documents: look-ups, iteration, columns, scalars.

use std::hint::black_box;

use varvel::json;
use varvel::{Frozen, HashedKey, Object, View, key};

use super::checksum;
use crate::checksum::Checksum;
use crate::corpus::objects::shuffle;
use crate::corpus::{Seed, TRACKS};
use crate::harness::Subject;
use crate::results::OURS;
use crate::subjects::lookup::{Chained, Found, Keyed, Lookup, Objects, Round};
use crate::subjects::prepared::{Made, frozen, text};

/// Handles of objects made once, or views if an object carries its keys and has no handle.
enum Handles {
    Objects(Vec<Object<'static>>),
    Views(Vec<View<'static>>),
}

fn handles(documents: &[Vec<u8>]) -> Result<Handles, String> {
    let views = views(documents)?;
    let objects = views.iter().map(View::as_object).collect::<Option<_>>();
    Ok(objects.map_or(Handles::Views(views), Handles::Objects))
}

impl Objects for Handles {
    fn ask(&self, round: &Round) {
        match self {
            Self::Objects(objects) => objects.ask(round),
            Self::Views(views) => views.ask(round),
        }
    }

    fn text(&self, object: usize, key: &'static str) -> Option<String> {
        match self {
            Self::Objects(objects) => objects.text(object, key),
            Self::Views(views) => views.text(object, key),
        }
    }
}

impl Chained for Handles {
    fn follow(&self, round: &Round) {
        match self {
            Self::Objects(objects) => objects.follow(round),
            Self::Views(views) => views.follow(round),
        }
    }
}

/// Returns the subjects that look up through an object's handle, and through the view.
pub fn lookup() -> Vec<Box<dyn Subject>> {
    let by_view = Lookup {
        name: "varvel View::get",
        load: views,
    };
    vec![by_object(OURS), by_view.subject()]
}

/// Returns the subject that compares the only entry's key with the one asked for: the least cost of
/// a look-up.
pub fn known() -> Box<dyn Subject> {
    Lookup {
        name: "varvel known key",
        load: |documents| Ok(views(documents)?.into_iter().map(Only).collect::<Vec<_>>()),
    }
    .subject()
}

pub fn chain() -> Box<dyn Subject> {
    Lookup {
        name: OURS,
        load: handles,
    }
    .chain()
}

fn by_object(name: &'static str) -> Box<dyn Subject> {
    Lookup {
        name,
        load: handles,
    }
    .subject()
}

/// Returns views of buffers that are never freed: a case has a process of its own.
pub fn views(documents: &[Vec<u8>]) -> Result<Vec<View<'static>>, String> {
    let view = |document: &Vec<u8>| {
        let frozen = json::freeze(document).map_err(text)?;
        Ok(Box::leak(Box::new(frozen)).view())
    };
    documents.iter().map(view).collect()
}

fn objects(documents: &[Vec<u8>]) -> Result<Vec<Object<'static>>, String> {
    let objects = views(documents)?.into_iter().map(|view| view.as_object());
    objects
        .collect::<Option<_>>()
        .ok_or_else(|| "no object, or an empty one".to_owned())
}

impl Keyed for Object<'static> {
    type Found<'a> = View<'static>;

    #[inline(always)]
    fn get(&self, key: &str) -> Option<View<'static>> {
        Object::get(self, key)
    }
}

impl<'a> Found<'a> for View<'static> {
    #[inline(always)]
    fn text(self) -> Option<&'a str> {
        self.as_str()
    }
}

impl Keyed for View<'static> {
    type Found<'a> = View<'static>;

    #[inline(always)]
    fn get(&self, key: &str) -> Option<View<'static>> {
        View::get(self, key)
    }
}

/// An object of one member.
struct Only(View<'static>);

impl Keyed for Only {
    type Found<'a> = View<'static>;

    #[inline(always)]
    fn get(&self, key: &str) -> Option<View<'static>> {
        let (only, value) = self.0.entries().next()?;
        (only == key).then_some(value)
    }
}

/// Returns the subjects for the flat object's keys: as literals hashed at compile time, from a
/// table of such, and hashed at each look-up.
pub fn lookup_key() -> Vec<Box<dyn Subject>> {
    let literals = Made {
        name: OURS,
        load: objects,
        run: |objects| {
            for (i, object) in objects.iter().enumerate() {
                ask_literals(object, i, |_, found| {
                    black_box(found);
                });
            }
            0
        },
        check: |objects, i| {
            let mut found = Vec::new();
            ask_literals(&objects[i], i, |key, value| found.push((key, *value)));
            members(found.into_iter())
        },
    };
    let table = Made {
        name: "varvel (key table)",
        load: |documents| Ok((objects(documents)?, tables())),
        run: |(objects, tables)| {
            for (object, keys) in objects.iter().zip(tables.iter().cycle()) {
                for key in keys {
                    black_box(&object.get(key));
                }
            }
            0
        },
        check: |(objects, tables), i| {
            let keys = tables[i % tables.len()].iter();
            members(keys.map(|key| (key.as_str(), objects[i].get(key))))
        },
    };
    let plain = by_object("varvel (plain)");
    vec![literals.subject(), table.subject(), plain]
}

/// Returns the flat object's keys, in a different order each.
fn tables() -> Vec<[HashedKey<'static>; TRACKS.len()]> {
    let mut seed = Seed::new(20);
    let shuffled = |_| {
        let mut keys = TRACKS.map(HashedKey::new);
        shuffle(&mut seed, &mut keys);
        keys
    };
    (0..16).map(shuffled).collect()
}

/// Returns the checksum of an object of these members.
fn members(
    members: impl Iterator<Item = (&'static str, Option<View<'static>>)>,
) -> Result<Checksum, String> {
    let mut sum = Checksum::default();
    sum.container();
    for (key, value) in members {
        sum.key(key);
        sum.string(
            value
                .ok_or_else(|| format!("no {key}"))?
                .str()
                .map_err(text)?,
        );
    }
    Ok(sum)
}

macro_rules! ask {
    ($object:ident $found:ident $($key:literal)*) => {{$(
        $found($key, &$object.get(key!($key)));
    )*}};
}

/// Looks the flat object's keys up in one of four orders, like a program that has them as literals.
#[inline(always)]
fn ask_literals(
    object: &Object<'static>,
    order: usize,
    mut found: impl FnMut(&'static str, &Option<View<'static>>),
) {
    match order % 4 {
        0 => ask!(object found
            "money" "have a cigar" "breathe" "shine on you crazy diamond 6-9" "us and them" "time"
            "welcome to the machine" "eclipse" "speak to me" "the great gig in the sky" "brain damage"
            "wish you were here" "on the run" "shine on you crazy diamond 1-5" "any colour you like"),
        1 => ask!(object found
            "any colour you like" "time" "wish you were here" "speak to me" "eclipse" "money"
            "shine on you crazy diamond 1-5" "on the run" "brain damage" "have a cigar"
            "shine on you crazy diamond 6-9" "us and them" "the great gig in the sky" "breathe"
            "welcome to the machine"),
        2 => ask!(object found
            "on the run" "welcome to the machine" "us and them" "brain damage"
            "shine on you crazy diamond 1-5" "speak to me" "wish you were here" "breathe"
            "any colour you like" "shine on you crazy diamond 6-9" "time" "eclipse" "have a cigar" "money"
            "the great gig in the sky"),
        _ => ask!(object found
            "shine on you crazy diamond 6-9" "eclipse" "the great gig in the sky" "on the run" "money"
            "wish you were here" "any colour you like" "welcome to the machine" "breathe" "brain damage"
            "time" "shine on you crazy diamond 1-5" "us and them" "speak to me" "have a cigar"),
    }
}

/// Returns the subject that sums an integer of each record.
pub fn column() -> Box<dyn Subject> {
    Made {
        name: OURS,
        load: views,
        run: |views| views.iter().map(|view| column_sum(*view) as u64).sum(),
        check: |views, i| {
            let mut sum = Checksum::default();
            sum.integer(column_sum(views[i]) as u64);
            Ok(sum)
        },
    }
    .subject()
}

fn column_sum(records: View<'_>) -> i64 {
    let quantities = black_box(records).column(key!("qty"));
    quantities.i64s().flatten().sum()
}

/// Returns a subject that reads all of each document.
fn reading(run: fn(&Vec<View<'static>>) -> u64) -> Box<dyn Subject> {
    Made {
        name: OURS,
        load: views,
        run,
        check: |views, i| checksum(views[i]),
    }
    .subject()
}

/// Declares subjects that read the items of each array; scalars with a default for other kinds, as
/// FlexBuffers does.
macro_rules! reads {
    ($($name:ident |$item:ident| $read:expr;)*) => {$(
        pub fn $name() -> Box<dyn Subject> {
            reading(|views| {
                for view in views {
                    for $item in view.items() {
                        black_box(&$read);
                    }
                }
                0
            })
        }
    )*};
}

reads! {
    items |item| item;
    strings |item| item.str_or("");
    integers |item| item.i64_or(0);
    floats |item| item.f64_or(0.0);
    bools |item| item.bool_or(false);
}

pub fn entries() -> Box<dyn Subject> {
    reading(|views| {
        for view in views {
            for (key, value) in view.entries() {
                black_box(&key);
                black_box(&value);
            }
        }
        0
    })
}

/// Returns each document frozen twice, each in memory of its own.
pub fn equal_pairs(documents: &[Vec<u8>]) -> Result<Vec<[Frozen; 2]>, String> {
    let [a, b] = [frozen(documents)?, frozen(documents)?];
    Ok(a.into_iter().zip(b).map(<[Frozen; 2]>::from).collect())
}

/// Returns the subject that compares two equal documents.
pub fn compare() -> Box<dyn Subject> {
    Made {
        name: OURS,
        load: equal_pairs,
        run: |pairs| {
            let equal = |[a, b]: &&[Frozen; 2]| black_box(a) == black_box(b);
            pairs.iter().filter(equal).count() as u64
        },
        check: |pairs, i| match pairs[i][0] == pairs[i][1] {
            true => checksum(pairs[i][0].view()),
            false => Err("the documents differ".to_owned()),
        },
    }
    .subject()
}
