part of 'runtime.dart';

/// The type of a field, or of the elements of a vector or an array.
enum FieldKind {
  /// A boolean of one byte.
  boolean(1),

  /// A number of one byte with a sign.
  int8(1),

  /// A number of one byte without a sign.
  uint8(1),

  /// A number of two bytes with a sign.
  int16(2),

  /// A number of two bytes without a sign.
  uint16(2),

  /// A number of four bytes with a sign.
  int32(4),

  /// A number of four bytes without a sign.
  uint32(4),

  /// A number of eight bytes with a sign.
  int64(8),

  /// A number of eight bytes without a sign.
  uint64(8),

  /// A float of four bytes.
  float32(4),

  /// A float of eight bytes.
  float64(8),

  /// The tag of the union in the next field.
  tag(0),

  /// A string.
  string(4),

  /// A struct, in place.
  struct(0),

  /// A table.
  table(4),

  /// A union.
  union(4);

  const FieldKind(this.size);

  /// The size of a scalar, or of an offset, in bytes.
  final int size;

  /// Whether it is a number or a boolean.
  bool get isScalar => index <= float64.index;

  /// Whether it is an integer.
  bool get isInteger => index > boolean.index && index < float32.index;

  /// Whether it is a float.
  bool get isFloat => this == float32 || this == float64;

  /// Whether it is a number with a sign.
  bool get isSigned => switch (this) {
        int8 || int16 || int32 || int64 || float32 || float64 => true,
        _ => false,
      };
}

/// The arrangement of the values of a field.
enum Shape {
  /// A single value.
  one,

  /// Any number of values, after an offset.
  vector,

  /// A fixed number of values in place, in a struct.
  array,

  /// The bytes of another buffer, whose root is a table.
  nested,

  /// The bytes of a FlexBuffer.
  flex,
}

/// The meaning of a field that is absent.
enum Presence {
  /// It has no value.
  optional,

  /// It is a scalar that has [SchemaField.fallback].
  byDefault,

  /// It must be present.
  required,

  /// It is a string that is [SchemaField.text].
  defaultText,

  /// It is a vector that is empty.
  defaultEmpty,
}

/// The width of the offset and the length of a field.
enum Width {
  /// 32 bits for both.
  narrow,

  /// An offset of 64 bits.
  offset,

  /// An offset and a length of 64 bits.
  vector,
}

/// The hash that makes a number from a string in JSON, by Fowler, Noll and Vo.
enum Hash {
  /// No hash.
  none,

  /// FNV-1, folded to 16 bits.
  fnv1x16,

  /// FNV-1a, folded to 16 bits.
  fnv1ax16,

  /// FNV-1 of 32 bits.
  fnv1x32,

  /// FNV-1a of 32 bits.
  fnv1ax32,

  /// FNV-1 of 64 bits.
  fnv1x64,

  /// FNV-1a of 64 bits.
  fnv1ax64,
}

/// The text form of a vector of bytes in JSON.
enum Base64Form {
  /// An array of numbers.
  none,

  /// Base64 with `+` and `/`.
  standard,

  /// Base64 with `-` and `_`.
  url,
}

/// The field table of a schema: everything that it says about bytes.
///
/// Verifier, builder and JSON use the same table. Generated code has it as a
/// constant.
final class Schema {
  /// Makes a field table.
  const Schema({
    this.objects = const [],
    this.unions = const [],
    this.enums = const [],
    this.root = -1,
    this.identifier = '',
  });

  /// The tables and structs.
  final List<SchemaObject> objects;

  /// The unions.
  final List<SchemaUnion> unions;

  /// The enums.
  final List<SchemaEnum> enums;

  /// The number of the root table, or -1 if there is none.
  final int root;

  /// The file identifier: four bytes of ASCII, or empty.
  final String identifier;

  /// Returns the size of an element of a vector in bytes.
  int sizeOf(FieldKind kind, int index) => switch (kind) {
        FieldKind.tag => unions[index].tag.size,
        FieldKind.struct => objects[index].size,
        _ => kind.size,
      };

  /// Returns the alignment of an element of a vector in bytes.
  int alignOf(FieldKind kind, int index) =>
      kind == FieldKind.struct ? objects[index].align : sizeOf(kind, index);

  /// Returns the kind of the scalar that is stored for a scalar or a tag.
  FieldKind storedKind(SchemaField field) =>
      field.kind == FieldKind.tag ? unions[field.index].tag : field.kind;

  /// Returns the size of the bytes that a field takes in place.
  int inlineSize(SchemaField field) => field.width != Width.narrow
      ? 8
      : switch (field.shape) {
          Shape.one => sizeOf(field.kind, field.index),
          Shape.array => sizeOf(field.kind, field.index) * field.length,
          _ => 4,
        };

  /// Returns the alignment of the bytes that a field takes in place.
  int inlineAlign(SchemaField field) => field.width != Width.narrow
      ? 8
      : switch (field.shape) {
          Shape.one || Shape.array => alignOf(field.kind, field.index),
          _ => 4,
        };

  /// Returns the largest alignment that a buffer may need.
  int get largestAlign {
    var largest = 8;
    for (final object in objects) {
      if (object.align > largest) {
        largest = object.align;
      }
      for (final field in object.fields) {
        if (field.align > largest) {
          largest = field.align;
        }
      }
    }
    return largest;
  }

  /// Returns the member of a union with this tag, or null.
  ///
  /// It takes constant time if the tags count from 1 on, otherwise a binary
  /// search.
  SchemaMember? member(int union, int tag) {
    final members = unions[union].members;
    final guess = tag - 1;
    if (guess >= 0 && guess < members.length && members[guess].tag == tag) {
      return members[guess];
    }
    final at = _lowerBound(members.length, (at) => members[at].tag < tag);
    return at < members.length && members[at].tag == tag ? members[at] : null;
  }

  /// Returns the file identifier of buffers whose root is this object, or an
  /// empty string.
  String identifierOf(int object) {
    final own = objects[object].identifier;
    if (own.isNotEmpty) {
      return own;
    }
    return root >= 0 && root != object ? '' : identifier;
  }
}

/// A table or a struct of a schema.
final class SchemaObject {
  /// Makes a table, or a struct if it has a size.
  const SchemaObject(
    this.name, {
    this.fields = const [],
    this.size = 0,
    this.align = 0,
    this.key = -1,
    this.identifier = '',
  });

  /// The full name, such as `MyGame.Example.Monster`.
  final String name;

  /// The fields: of a table by id from 0 on, without a gap; of a struct by
  /// offset.
  final List<SchemaField> fields;

  /// The size of a struct in bytes, or 0 for a table.
  final int size;

  /// The alignment of a struct in bytes, or 0 for a table.
  final int align;

  /// The number of the field by which vectors are sorted, or -1.
  final int key;

  /// The file identifier of buffers whose root is this object, if the schema
  /// has several roots.
  final String identifier;

  /// Whether it is a struct, and not a table.
  bool get isStruct => size != 0;
}

/// A field of a table or a struct.
final class SchemaField {
  /// Makes a field.
  const SchemaField(
    this.name,
    this.kind, {
    this.shape = Shape.one,
    this.presence = Presence.optional,
    this.width = Width.narrow,
    this.index = 0,
    this.enumeration = -1,
    this.fallback = Bits.zero,
    this.text = '',
    this.offset = 0,
    this.length = 0,
    this.align = 0,
    this.isDeprecated = false,
    this.isShared = false,
    this.hash = Hash.none,
    this.base64 = Base64Form.none,
    this.isChars = false,
  });

  /// The name in the schema.
  final String name;

  /// The type of the value, or of each element.
  final FieldKind kind;

  /// The arrangement of the values.
  final Shape shape;

  /// The meaning of absence. It means nothing in a struct.
  final Presence presence;

  /// The width of the offset and the length.
  final Width width;

  /// The number of the object or union that [kind] or [shape] refers to.
  final int index;

  /// The number of the enum that names the numbers, or -1.
  final int enumeration;

  /// The default of a scalar by its bits, in its own width.
  final Bits fallback;

  /// The default of a string.
  final String text;

  /// The position in a struct. It means nothing in a table.
  final int offset;

  /// The length of an array.
  final int length;

  /// An alignment of the elements of a vector larger than their own, or 0.
  final int align;

  /// Whether the field has no accessor, and is not written.
  final bool isDeprecated;

  /// Whether strings that are equal are written once.
  final bool isShared;

  /// The hash that makes the number from a string in JSON.
  final Hash hash;

  /// The text form of the bytes in JSON.
  final Base64Form base64;

  /// Whether an array of bytes is text with zeros after it.
  final bool isChars;
}

/// A union of a schema.
final class SchemaUnion {
  /// Makes a union.
  const SchemaUnion(this.name, this.tag, [this.members = const []]);

  /// The full name.
  final String name;

  /// The integer type of the tag.
  final FieldKind tag;

  /// The members by increasing tags, without NONE.
  final List<SchemaMember> members;
}

/// A member of a union.
final class SchemaMember {
  /// Makes a member.
  const SchemaMember(this.name, this.tag, this.kind, [this.index = 0]);

  /// The name in the union.
  final String name;

  /// The tag, never 0.
  final int tag;

  /// [FieldKind.table], [FieldKind.struct] or [FieldKind.string].
  final FieldKind kind;

  /// The number of the object.
  final int index;
}

/// An enum of a schema.
final class SchemaEnum {
  /// Makes an enum.
  const SchemaEnum(
    this.name,
    this.kind, {
    this.isFlags = false,
    this.symbols = const [],
  });

  /// The full name.
  final String name;

  /// The integer type.
  final FieldKind kind;

  /// Whether the numbers are sets of bits.
  final bool isFlags;

  /// The named numbers, in increasing order.
  final List<SchemaSymbol> symbols;
}

/// A named number of an enum.
final class SchemaSymbol {
  /// Makes a named number.
  const SchemaSymbol(this.name, this.bits);

  /// The name.
  final String name;

  /// The number in 64 bits, with its sign; for flags the bit itself.
  final Bits bits;
}

/// Returns the first of so many places where [isLess] does not hold.
int _lowerBound(int length, bool Function(int at) isLess) {
  var low = 0;
  var high = length;
  while (low < high) {
    final middle = (low + high) ~/ 2;
    if (isLess(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
