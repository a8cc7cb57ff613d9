/// JSON of FlatBuffers, both ways.
library;

import 'dart:convert';
import 'dart:typed_data';

import '../../base/error_kind.dart';
import '../../base/exception.dart';
import '../../base/json_fault.dart';
import '../../base/json_lexer.dart';
import '../../base/json_writer.dart';
import '../../base/limits.dart';
import '../../base/number_reader.dart';
import '../../base/number_text.dart';
import '../../base/number_writer.dart';
import '../../base/output.dart';
import '../../base/path_at.dart';
import '../../base/paths.dart';
import '../../base/relaxed.dart';
import '../../base/utf8.dart';
import '../../flexbuffers/build.dart';
import '../../flexbuffers/read.dart';
import '../runtime.dart';

part 'flex.dart';
part 'lex.dart';
part 'options.dart';
part 'read.dart';
part 'read_struct.dart';
part 'read_vector.dart';
part 'scalar.dart';
part 'write.dart';

/// Makes a buffer of JSON whose root is the table or struct with this number in
/// the schema. The bytes are those that Varvel builds in every language.
///
/// Integers must fit their field; floats are rounded once. Each may come as a
/// string, also as `"0x1F"`, `"inf"` and `"nan"`. An enum is its number or its
/// name, flags are names separated by spaces. The type of a union may come
/// after its value. A vector of objects with a key is sorted. A struct has all
/// of its members; a member of a table that is null is absent.
Uint8List build(Schema schema, int object, String text,
    [JsonOptions options = const JsonOptions()]) {
  final lone = loneSurrogateAt(text);
  if (lone >= 0) {
    throw VarvelException(
      ErrorKind.loneSurrogate,
      expected: 'both halves of a surrogate pair',
      found: 'one half, at unit $lone of the text',
    );
  }
  return buildOfUtf8(schema, object, encodeUtf8(text), options);
}

/// Makes a buffer of JSON in UTF-8; see [build].
Uint8List buildOfUtf8(Schema schema, int object, Uint8List text,
    [JsonOptions options = const JsonOptions()]) {
  if (text.length > options.limits.bytes) {
    throw VarvelException(
      ErrorKind.sizeLimit,
      expected: 'at most ${options.limits.bytes} bytes',
    );
  }
  if (!options.isRelaxed) {
    return _Reader(schema, options, text).document(object);
  }
  final strict = strictOf(text);
  try {
    return _Reader(schema, options, strict).document(object);
  } on VarvelException catch (error) {
    if (error.offset < 0) {
      rethrow;
    }
    final at = relaxedPlace(text, error.offset);
    final (line, column) = position(text, at);
    throw error.copyWith(offset: at, line: line, column: column);
  }
}

/// Returns a verified table of an object of the schema as JSON.
///
/// It fails if a union has a tag that the schema does not know, unless
/// [JsonOptions.skipUnknown] is set, or if a FlexBuffer is invalid.
String textTable(Schema schema, int object, Table table,
        [JsonOptions options = const JsonOptions()]) =>
    utf8.decode(utf8Table(schema, object, table, options));

/// Returns a struct of an object of the schema as JSON. It fails if an array of
/// char is not UTF-8.
String textStruct(Schema schema, int object, Struct struct,
        [JsonOptions options = const JsonOptions()]) =>
    utf8.decode(utf8Struct(schema, object, struct, options));

/// Returns a verified table as JSON in UTF-8; see [textTable].
Uint8List utf8Table(Schema schema, int object, Table table,
        [JsonOptions options = const JsonOptions()]) =>
    _Writer(schema, options, Place.ofTable(table))
        .document((writer, at) => writer.table(object, at));

/// Returns a struct as JSON in UTF-8; see [textStruct].
Uint8List utf8Struct(Schema schema, int object, Struct struct,
        [JsonOptions options = const JsonOptions()]) =>
    _Writer(schema, options, Place.ofStruct(struct))
        .document((writer, at) => writer.structure(object, at));

/// Returns a table as JSON for people, or the text of the error about it. A
/// union with a tag that the schema does not know has its number.
String shownTable(Schema schema, int object, Table table) =>
    _shown(schema, () => Place.ofTable(table),
        (writer, at) => writer.table(object, at));

/// Returns a struct as JSON for people, or the text of the error about it.
String shownStruct(Schema schema, int object, Struct struct) =>
    _shown(schema, () => Place.ofStruct(struct),
        (writer, at) => writer.structure(object, at));

/// Returns a plain object of a table as JSON for people, or the text of the
/// error about it. [pack] builds the table.
String shownPlain(Schema schema, int object,
        Ref<Table> Function(Builder builder) pack) =>
    _shown(schema, () {
      final builder = Builder();
      return Place.ofBytes(builder.finish(pack(builder))).follow();
    }, (writer, at) => writer.table(object, at));

/// Returns a plain object of a struct as JSON for people, or the text of the
/// error about it. [put] writes the struct.
String shownPlainStruct(Schema schema, int object,
        void Function(ByteData to, int at) put) =>
    _shown(schema, () {
      final builder = Builder();
      return Place.ofBytes(
          builder.built(builder.packStruct(schema, object, put)));
    }, (writer, at) => writer.structure(object, at));

String _shown(Schema schema, Place Function() place,
    void Function(_Writer writer, Place at) write) {
  try {
    final writer =
        _Writer(schema, const JsonOptions(), place(), isForPeople: true);
    return utf8.decode(writer.document(write));
  } catch (error) {
    // Also one of a list of the program.
    return '$error';
  }
}

/// Returns the path of steps: names of members, and indexes of items.
String _pathOf(List<Object> steps) => pathText([
      for (final step in steps)
        step is int ? indexStep(step) : keyStep('$step'),
    ]);
