import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'place.dart';

/// A row of the tables of spec/vectors.
typedef Row = Map<String, Object?>;

/// The vectors of spec/vectors/INDEX.json.
final List<Row> index = (jsonDecode(
            File('$root/spec/vectors/INDEX.json').readAsStringSync())
        as Map<String, Object?>)['vectors']!
    .rows;

/// The cases of another table, such as `json.json`.
List<Row> cases(String table) =>
    (jsonDecode(File('$root/spec/vectors/$table').readAsStringSync())
            as Map<String, Object?>)['cases']!
        .rows;

extension on Object {
  List<Row> get rows => (this as List<Object?>).cast<Row>();
}

/// Returns a file of the vectors.
Uint8List vectorFile(String name) =>
    File('$root/spec/vectors/$name').readAsBytesSync();

/// Returns the text that a document of the vectors has.
String expectedText(Row row) => switch (row['text_file']) {
      final String file => utf8.decode(vectorFile(file)).trimRight(),
      _ => row['text']! as String,
    };

/// Judges a case of a set of vectors.
///
/// Where `VARVEL_CONFORMANCE` names a folder, the result is noted there as a
/// line of JSON, for `cargo xtask conformance`.
void judged(String set, String name, void Function() judge) {
  var right = false;
  try {
    judge();
    right = true;
  } finally {
    final folder = Platform.environment['VARVEL_CONFORMANCE'] ?? '';
    if (folder != '' && !const bool.fromEnvironment('varvel.web')) {
      final line = jsonEncode({
        'language': 'dart',
        'set': set,
        'case': name,
        'result': right ? 'right' : 'wrong',
      });
      File('$folder/dart-$set.jsonl')
          .writeAsStringSync('$line\n', mode: FileMode.append);
    }
  }
}
