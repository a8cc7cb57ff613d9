//! [`Node`]: an array of a batch, with its type.

use std::collections::HashSet;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Float16Type;
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, FixedSizeBinaryArray,
    Int16RunArray, Int32RunArray, Int64RunArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_buffer::{
    ArrowNativeType as _, BooleanBuffer, IntervalDayTime, IntervalMonthDayNano, NullBuffer,
    OffsetBuffer, ScalarBuffer, i256,
};
use arrow_schema::{DataType, FieldRef};

use crate::extension::list_item;

/// A member of an object, or a column.
#[derive(Debug)]
pub(super) struct Member {
    pub key: String,
    pub node: Node,
}

/// An array: which of its values are null, and all of them.
#[derive(Debug)]
pub(super) struct Node {
    pub nulls: Option<NullBuffer>,
    pub values: Values,
}

/// Returns whether the value of a row is null.
pub(super) fn is_null(nulls: &Option<NullBuffer>, row: usize) -> bool {
    nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
}

/// The values of an array.
///
/// Times come with how many of their units are a second, and decimals with how many digits are
/// behind the point.
#[derive(Debug)]
pub(super) enum Values {
    Null,
    Bool(BooleanBuffer),
    Int8(ScalarBuffer<i8>),
    Int16(ScalarBuffer<i16>),
    Int32(ScalarBuffer<i32>),
    Int64(ScalarBuffer<i64>),
    UInt8(ScalarBuffer<u8>),
    UInt16(ScalarBuffer<u16>),
    UInt32(ScalarBuffer<u32>),
    UInt64(ScalarBuffer<u64>),
    Float16(ScalarBuffer<<Float16Type as ArrowPrimitiveType>::Native>),
    Float32(ScalarBuffer<f32>),
    Float64(ScalarBuffer<f64>),
    Decimal32(ScalarBuffer<i32>, i8),
    Decimal64(ScalarBuffer<i64>, i8),
    Decimal128(ScalarBuffer<i128>, i8),
    Decimal256(ScalarBuffer<i256>, i8),
    Text(Text),
    Json(Text),
    Bytes(Bytes),
    Uuid(FixedSizeBinaryArray),
    Days(ScalarBuffer<i32>),
    Date64(ScalarBuffer<i64>),
    Time32(ScalarBuffer<i32>, i64),
    Time64(ScalarBuffer<i64>, i64),
    /// Points in time.
    Instant(ScalarBuffer<i64>, i64),
    /// Timestamps without a zone.
    Local(ScalarBuffer<i64>, i64),
    Duration(ScalarBuffer<i64>, i64),
    YearMonth(ScalarBuffer<i32>),
    DayTime(ScalarBuffer<IntervalDayTime>),
    MonthDayNano(ScalarBuffer<IntervalMonthDayNano>),
    /// Months, days and milliseconds, without signs.
    Interval(FixedSizeBinaryArray),
    List(Ranges, Box<Node>),
    Struct(Vec<Member>),
    Map(OffsetBuffer<i32>, Box<Entries>),
    Dictionary(Keys, Box<Node>),
    Runs(Runs, Box<Node>),
    Union {
        types: ScalarBuffer<i8>,
        offsets: Option<ScalarBuffer<i32>>,
        parts: Vec<(i8, Node)>,
    },
    Variant(Box<Shredded>),
}

/// Strings.
#[derive(Debug)]
pub(super) enum Text {
    Small(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
}

impl Text {
    pub fn get(&self, row: usize) -> &str {
        match self {
            Self::Small(array) => array.value(row),
            Self::Large(array) => array.value(row),
            Self::View(array) => array.value(row),
        }
    }
}

/// Strings of bytes.
#[derive(Debug)]
pub(super) enum Bytes {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    Fixed(FixedSizeBinaryArray),
}

impl Bytes {
    /// Returns the array as one of bytes, if it is one.
    pub fn of(array: &dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Binary => Self::Small(array.as_binary().clone()),
            DataType::LargeBinary => Self::Large(array.as_binary().clone()),
            DataType::BinaryView => Self::View(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => Self::Fixed(array.as_fixed_size_binary().clone()),
            _ => return None,
        })
    }

    pub fn get(&self, row: usize) -> &[u8] {
        match self {
            Self::Small(array) => array.value(row),
            Self::Large(array) => array.value(row),
            Self::View(array) => array.value(row),
            Self::Fixed(array) => array.value(row),
        }
    }
}

/// The items of each list.
#[derive(Debug)]
pub(super) enum Ranges {
    Small(OffsetBuffer<i32>),
    Large(OffsetBuffer<i64>),
    Fixed(usize),
    View(ScalarBuffer<i32>, ScalarBuffer<i32>),
    LargeView(ScalarBuffer<i64>, ScalarBuffer<i64>),
}

impl Ranges {
    /// Returns the ranges of a list of any kind, and its item and items; `None` for other arrays.
    pub fn of(array: &dyn Array) -> Option<(Self, &FieldRef, &ArrayRef)> {
        let item = list_item(array.data_type())?;
        let (ranges, items) = match array.data_type() {
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                (Self::Small(list.offsets().clone()), list.values())
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                (Self::Large(list.offsets().clone()), list.values())
            }
            DataType::ListView(_) => {
                let list = array.as_list_view::<i32>();
                let (offsets, sizes) = (list.offsets().clone(), list.sizes().clone());
                (Self::View(offsets, sizes), list.values())
            }
            DataType::LargeListView(_) => {
                let list = array.as_list_view::<i64>();
                let (offsets, sizes) = (list.offsets().clone(), list.sizes().clone());
                (Self::LargeView(offsets, sizes), list.values())
            }
            _ => {
                let list = array.as_fixed_size_list();
                (Self::Fixed(list.value_length().as_usize()), list.values())
            }
        };
        Some((ranges, item, items))
    }

    pub fn get(&self, row: usize) -> std::ops::Range<usize> {
        let sized = |from: usize, len: usize| from..from + len;
        match self {
            Self::Small(offsets) => offsets[row].as_usize()..offsets[row + 1].as_usize(),
            Self::Large(offsets) => offsets[row].as_usize()..offsets[row + 1].as_usize(),
            Self::Fixed(len) => sized(row * len, *len),
            Self::View(offsets, sizes) => sized(offsets[row].as_usize(), sizes[row].as_usize()),
            Self::LargeView(offsets, sizes) => {
                sized(offsets[row].as_usize(), sizes[row].as_usize())
            }
        }
    }
}

/// The entries of maps.
#[derive(Debug)]
pub(super) struct Entries {
    pub keys: Node,
    pub values: Node,
}

/// The keys of a dictionary.
#[derive(Debug)]
pub(super) enum Keys {
    Int8(ScalarBuffer<i8>),
    Int16(ScalarBuffer<i16>),
    Int32(ScalarBuffer<i32>),
    Int64(ScalarBuffer<i64>),
    UInt8(ScalarBuffer<u8>),
    UInt16(ScalarBuffer<u16>),
    UInt32(ScalarBuffer<u32>),
    UInt64(ScalarBuffer<u64>),
}

impl Keys {
    pub fn get(&self, row: usize) -> usize {
        match self {
            Self::Int8(keys) => keys[row].as_usize(),
            Self::Int16(keys) => keys[row].as_usize(),
            Self::Int32(keys) => keys[row].as_usize(),
            Self::Int64(keys) => keys[row].as_usize(),
            Self::UInt8(keys) => keys[row].as_usize(),
            Self::UInt16(keys) => keys[row].as_usize(),
            Self::UInt32(keys) => keys[row].as_usize(),
            Self::UInt64(keys) => keys[row].as_usize(),
        }
    }
}

/// The runs of a run-end encoded array.
#[derive(Debug)]
pub(super) enum Runs {
    Int16(Int16RunArray),
    Int32(Int32RunArray),
    Int64(Int64RunArray),
}

impl Runs {
    pub fn get(&self, row: usize) -> usize {
        match self {
            Self::Int16(runs) => runs.get_physical_index(row),
            Self::Int32(runs) => runs.get_physical_index(row),
            Self::Int64(runs) => runs.get_physical_index(row),
        }
    }
}

/// A column of VARIANT.
#[derive(Debug)]
pub(super) struct Shredded {
    pub metadata: Bytes,
    pub part: Part,
}

/// A value of VARIANT, or a part of it.
#[derive(Debug)]
pub(super) struct Part {
    pub nulls: Option<NullBuffer>,
    /// The values that have no column of their own.
    pub value: Option<(Bytes, Option<NullBuffer>)>,
    pub typed: Option<(Typed, Option<NullBuffer>)>,
}

/// Values of VARIANT with columns of their own.
#[derive(Debug)]
pub(super) enum Typed {
    Scalar(Node),
    Object(Vec<(String, Part)>),
    Array(Ranges, Box<Part>),
}

/// Returns whether no object of these members can have a key twice.
pub(super) fn are_unique(members: &[Member]) -> bool {
    let mut keys = HashSet::new();
    members
        .iter()
        .all(|member| keys.insert(&*member.key) && member.node.is_unique())
}

impl Node {
    fn is_unique(&self) -> bool {
        match &self.values {
            Values::Json(_) | Values::Map(..) | Values::Variant(_) => false,
            Values::Struct(members) => are_unique(members),
            Values::List(_, node) | Values::Dictionary(_, node) | Values::Runs(_, node) => {
                node.is_unique()
            }
            Values::Union { parts, .. } => parts.iter().all(|(_, node)| node.is_unique()),
            _ => true,
        }
    }
}
