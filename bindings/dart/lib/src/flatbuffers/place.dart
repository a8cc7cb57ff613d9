part of 'runtime.dart';

/// The place of a table or a struct in its buffer, for the library of JSON.
extension type const Place._((Uint8List, ByteData, int) _place) {
  /// Returns the place of a table.
  Place.ofTable(Table table) : _place = (table._u, table._d, table._at);

  /// Returns the place of a struct.
  Place.ofStruct(Struct struct) : _place = (struct._u, struct._d, struct._at);

  /// Returns the place of the first byte.
  Place.ofBytes(Uint8List bytes)
      : _place = (bytes, ByteData.sublistView(bytes), 0);

  /// Returns another place in the same buffer.
  Place moved(int at) => Place._((bytes, data, at));

  /// Returns the place that the offset here leads to.
  Place follow([Width width = Width.narrow]) =>
      moved(_followed(data, at, width));

  /// Returns the length of the string or vector here.
  int length(Width width) => _lengthAt(data, at, width);

  /// The bytes of the buffer.
  Uint8List get bytes => _place.$1;

  /// The same bytes.
  ByteData get data => _place.$2;

  /// The position.
  int get at => _place.$3;
}

/// Returns a tag of a union, as a signed number.
int tagAt(ByteData data, int at, FieldKind kind) => _tagAt(data, at, kind);

/// The error of a buffer that was changed after it was verified, or never
/// verified.
VarvelException changed() => VarvelException(
      ErrorKind.invalidBuffer,
      expected: 'a buffer that has not changed since it was verified',
    );
