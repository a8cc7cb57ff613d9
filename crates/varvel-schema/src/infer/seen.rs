//! [`Seen`]: the observations of one place of the documents.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::BuildHasher as _;
use core::mem;

use hashbrown::HashTable;
use varvel_core::number::is_zero;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Key, Number, Result, Timestamp};

/// The number for no place. (It is that of the documents, which no place contains.)
pub(super) const NOWHERE: u32 = 0;

/// The number for no member.
pub(super) const NO_MEMBER: u32 = u32::MAX;

/// Up to this many members are compared one by one; more are found by a hash.
const LISTED: usize = 16;

/// The digits of integers that have bounds in a schema: 128 bits hold all integers of so many.
pub(super) const MOST_DIGITS: usize = 38;

/// The observations of one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The kinds of the nodes. [`Seen::see`] adds to them.
    pub kinds: Kinds,
    /// The documents in which kinds came first, each kind in one.
    pub firsts: Vec<First>,
    pub objects: u64,
    /// The place of the items; `NOWHERE` before an array came.
    pub items: u32,
    /// The members of the objects, unless these are a map.
    pub members: Vec<Member>,
    /// Finds members by their names, if there are more than [`LISTED`].
    names: HashTable<u32>,
    /// The member that came first in the last object.
    pub leader: u32,
    /// The place of all values of the objects, once these are a map; `NOWHERE` before that.
    pub rest: u32,
    /// The place of keys that are not strings.
    pub keys: u32,
}

/// The document in which kinds of nodes came first.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    pub kinds: Kinds,
    pub number: u64,
}

/// A member of objects.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub name: String,
    /// The name, ready for comparison.
    pub key: Key,
    pub place: u32,
    /// The member that followed it in the last object.
    follower: u32,
    /// The number of objects that have it.
    pub count: u64,
    /// The number of the last object that had it.
    last: u64,
    /// Its number in the order in which members first came.
    pub first: u64,
}

impl Member {
    /// Makes a member that first came in the object of this number.
    pub fn new(name: &str, place: u32, object: u64, first: u64) -> Result<Self> {
        let mut own = String::new();
        own.try_reserve_exact(name.len())
            .map_err(|_| Error::out_of_memory())?;
        own.push_str(name);
        Ok(Self {
            name: own,
            key: Key::new(name),
            place,
            follower: NO_MEMBER,
            count: 1,
            last: object,
            first,
        })
    }

    /// Forgets which objects had it, and which member followed: the numbers of the inference that
    /// it joins are different.
    pub fn forget_order(&mut self) {
        self.follower = NO_MEMBER;
        self.last = 0;
    }
}

/// The kinds of nodes that have come, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(u32);

impl Kinds {
    pub const NONE: Self = Self(0);
    pub const NULL: Self = Self(1);
    pub const BOOL: Self = Self(1 << 1);
    pub const INTEGER: Self = Self(1 << 2);
    /// An integer below zero. It is an `INTEGER`, too.
    pub const NEGATIVE: Self = Self(1 << 3);
    /// An integer above `i64::MAX` in 64 bits. It is an `INTEGER`, too.
    pub const WIDE: Self = Self(1 << 4);
    /// An integer beyond 64 bits.
    pub const BIG_INTEGER: Self = Self(1 << 5);
    pub const FLOAT: Self = Self(1 << 6);
    pub const STRING: Self = Self(1 << 7);
    pub const BYTES: Self = Self(1 << 8);
    pub const TIMESTAMP: Self = Self(1 << 9);
    pub const ARRAY: Self = Self(1 << 10);
    /// An object with a key that is a string.
    pub const NAMED: Self = Self(1 << 11);
    /// A node that the model cannot describe, or for which there was no room.
    pub const ANYTHING: Self = Self(1 << 12);
    /// An integer that no float of 64 bits is. It is an `INTEGER` or a `BIG_INTEGER`, too.
    pub const NO_FLOAT: Self = Self(1 << 13);
    /// An integer of more digits than [`MOST_DIGITS`]. It is a `BIG_INTEGER`, too.
    pub const HUGE: Self = Self(1 << 14);
    /// An object or a map.
    pub const OBJECT: Self = Self(1 << 15);
    /// A number that no float of 64 bits is near: `1e400`, `1e-400`.
    pub const BEYOND: Self = Self(1 << 16);
    /// A point in time finer than microseconds. It is a `TIMESTAMP`, too.
    pub const FINE: Self = Self(1 << 17);
    /// A point in time that 64 bits of nanoseconds do not hold. It is a `TIMESTAMP`, too.
    pub const FAR: Self = Self(1 << 18);
    /// A point in time that 64 bits of microseconds do not hold. It is `FAR`, too.
    pub const FARTHEST: Self = Self(1 << 19);
    /// A decimal that is no float of 64 bits as it is written, if that was asked.
    pub const LONG: Self = Self(1 << 20);
    /// A decimal that is no float.
    pub const NO_FLOATS: Self = Self(Self::BEYOND.0 | Self::LONG.0);
    /// Numbers with a point or an exponent.
    pub const OF_FLOAT: Self = Self(Self::FLOAT.0 | Self::NO_FLOATS.0);
    /// All that has no type with bounds, also alone.
    pub const BOUNDLESS: Self = Self(Self::NO_FLOATS.0 | Self::HUGE.0 | Self::FARTHEST.0);
    /// A point in time that is not like most.
    pub const FINE_OR_FAR: Self = Self(Self::FINE.0 | Self::FAR.0);

    /// All that may be objects.
    pub const OF_OBJECT: Self = Self(Self::OBJECT.0 | Self::NAMED.0 | Self::ANYTHING.0);

    /// Returns the kinds of an integer.
    #[inline]
    pub fn of_i64(value: i64) -> Self {
        let mut kinds = match value < 0 {
            true => Self(Self::INTEGER.0 | Self::NEGATIVE.0),
            false => Self::INTEGER,
        };
        if value.unsigned_abs() > 1 << f64::MANTISSA_DIGITS {
            kinds.add(Self::unless_float(Number::I64(value)));
        }
        kinds
    }

    /// Returns the kinds of a point in time.
    #[inline]
    pub fn of_timestamp(time: Timestamp) -> Self {
        let mut kinds = Self::TIMESTAMP;
        if !time.nanos().is_multiple_of(1000) {
            kinds.add(Self::FINE);
        }
        // The years 1678 to 2261 are near.
        if time.seconds().unsigned_abs() > 9_200_000_000 {
            kinds.add(Self::unless_near(time));
        }
        kinds
    }

    /// Returns which of two units do not hold a point in time in 64 bits.
    #[cold]
    fn unless_near(time: Timestamp) -> Self {
        let nanos = i128::from(time.seconds()) * 1_000_000_000 + i128::from(time.nanos());
        let mut kinds = Self::default();
        if i64::try_from(nanos).is_err() {
            kinds.add(Self::FAR);
        }
        if i64::try_from(nanos.div_euclid(1000)).is_err() {
            kinds.add(Self::FARTHEST);
        }
        kinds
    }

    /// Returns `NO_FLOAT` unless a float of 64 bits is this integer.
    #[cold]
    pub fn unless_float(value: Number<'_>) -> Self {
        match value.as_f64_exact() {
            Some(_) => Self::default(),
            None => Self::NO_FLOAT,
        }
    }

    /// Returns the kinds of an integer beyond 64 bits. Whether a float is one does not matter: its
    /// text would be another.
    pub fn of_big(digits: &str) -> Self {
        let mut kinds = Self::BIG_INTEGER;
        kinds.add(Self::NO_FLOAT);
        if digits.trim_start_matches('-').len() > MOST_DIGITS {
            kinds.add(Self::HUGE);
        }
        kinds
    }

    /// Returns the kind of a decimal. No float is near it if the nearest one is infinite, or zero
    /// although it is not. If `exact` is set, it is a float only if the float's shortest text has
    /// the same value.
    #[inline]
    pub fn of_decimal(text: &str, exact: bool) -> Self {
        /// Numbers that are shorter, and have no exponent, have floats near them.
        const LONG: usize = 300;
        if (text.len() > LONG || text.contains(['e', 'E'])) && is_beyond_floats(text) {
            return Self::BEYOND;
        }
        match exact && Number::Decimal(text).as_f64_shortest().is_none() {
            true => Self::LONG,
            false => Self::FLOAT,
        }
    }

    #[inline]
    pub fn add(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Returns whether one of these kinds has come.
    pub fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns the kinds that are none of others.
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}

#[cold]
fn is_beyond_floats(text: &str) -> bool {
    match Number::Decimal(text).as_f64() {
        Some(float) => float == 0.0 && !is_zero(text.as_bytes()),
        None => true,
    }
}

impl Seen {
    /// Returns the observations of a place without nodes.
    pub fn new() -> Self {
        Self {
            leader: NO_MEMBER,
            ..Self::default()
        }
    }

    /// Adds kinds of nodes in the document of this number.
    #[inline]
    pub fn see(&mut self, kinds: Kinds, number: u64) -> Result {
        match kinds.without(self.kinds) {
            Kinds::NONE => Ok(()),
            _ => self.see_first(First { kinds, number }),
        }
    }

    /// Adds kinds of which some did not come before, or only in later documents.
    #[cold]
    pub fn see_first(&mut self, first: First) -> Result {
        let mut new = first.kinds.without(self.kinds);
        for known in &mut self.firsts {
            if first.number < known.number {
                let earlier = Kinds(known.kinds.0 & first.kinds.0);
                known.kinds = known.kinds.without(earlier);
                new.add(earlier);
            }
        }
        self.kinds.add(new);
        self.firsts.retain(|first| first.kinds != Kinds::NONE);
        if new != Kinds::NONE {
            let room = self.firsts.try_reserve_exact(1);
            room.map_err(|_| Error::out_of_memory())?;
            self.firsts.push(First {
                kinds: new,
                ..first
            });
        }
        Ok(())
    }

    /// Counts the member of this number in the object of that number. Returns its place, and the
    /// member that most likely follows it.
    #[inline]
    pub fn count(&mut self, number: u32, object: u64) -> Option<(u32, u32)> {
        let member = self.members.get_mut(number as usize)?;
        member.count += u64::from(member.last != object);
        member.last = object;
        Some((member.place, member.follower))
    }

    /// Expects the member `number` behind `before` the next time.
    pub fn follow(&mut self, before: u32, number: u32) {
        match self.members.get_mut(before as usize) {
            Some(before) => before.follower = number,
            None => self.leader = number,
        }
    }

    /// Returns the number of a member; it is most likely `guess`.
    pub fn find(&self, guess: usize, name: &str, hasher: &RandomState) -> Option<u32> {
        let is = |member: &Member| member.name == name;
        if self.members.get(guess).is_some_and(is) {
            return u32::try_from(guess).ok();
        }
        if self.members.len() <= LISTED {
            let found = self.members.iter().position(is)?;
            return u32::try_from(found).ok();
        }
        let same = |&number: &u32| is(&self.members[number as usize]);
        self.names.find(hasher.hash_one(name), same).copied()
    }

    /// Adds a new member. Returns its number.
    pub fn push(&mut self, member: Member, hasher: &RandomState) -> Result<u32> {
        let no_memory = Error::out_of_memory;
        let number = u32::try_from(self.members.len()).map_err(|_| no_memory())?;
        self.members.try_reserve(1).map_err(|_| no_memory())?;
        self.members.push(member);
        let (members, listed) = (&self.members, self.names.len());
        if members.len() > LISTED {
            let hash = |&number: &u32| hasher.hash_one(members[number as usize].name.as_str());
            let more = members.len() - listed;
            let room = self.names.try_reserve(more, hash);
            room.map_err(|_| no_memory())?;
            for number in listed as u32..=number {
                self.names.insert_unique(hash(&number), number, hash);
            }
        }
        Ok(number)
    }

    /// Removes and returns all members.
    pub fn take_members(&mut self) -> Vec<Member> {
        self.names = HashTable::new();
        self.leader = NO_MEMBER;
        mem::take(&mut self.members)
    }

    /// Returns the places that this one leads to.
    pub fn parts(&self) -> impl Iterator<Item = u32> {
        let members = self.members.iter().map(|member| member.place);
        let others = [self.items, self.rest, self.keys];
        let others = others.into_iter().filter(|&place| place != NOWHERE);
        others.chain(members)
    }
}
