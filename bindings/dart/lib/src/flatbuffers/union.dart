part of 'runtime.dart';

/// The value of a union that has been built, with its tag.
///
/// The type argument is the class of the union in generated code.
final class UnionRef<U> {
  /// Makes the value of a union from its tag and a part.
  const UnionRef(this.tag, this.value);

  /// The tag.
  final int tag;

  /// The part: a table, a string or a struct.
  final Ref<Object?> value;
}

/// A vector of unions that has been built: two vectors, of tags and of values.
final class UnionVectorRef<U> {
  const UnionVectorRef._(this.tags, this.values);

  /// The vector of tags.
  final Ref<Object?> tags;

  /// The vector of values.
  final Ref<Object?> values;
}

/// Returns the string that is the value of a union, at a position.
String unionString(Uint8List bytes, ByteData data, int at) =>
    _stringAt(bytes, data, at);
