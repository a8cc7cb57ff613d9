import 'dart:convert';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

import 'src/runner.dart';
import 'src/vectors.dart';

void main() {
  for (final set in ['json', 'numbers', 'paths']) {
    for (final row in cases('$set.json')) {
      final name = row['name']! as String;
      test('$set: $name', () => judged(set, name, () => _judge(row)));
    }
  }
}

FreezeOptions _options(Row row) {
  var options = const FreezeOptions();
  for (final name in row['options'] as List<Object?>? ?? const []) {
    options = switch (name) {
      // <spec:options> Made by `cargo xtask spec`.
      'exact_decimals' => options.copyWith(exactDecimals: true),
      // </spec:options>
      _ => throw ArgumentError('no option has the name $name'),
    };
  }
  return options;
}

Uint8List _input(Row row) => switch (row['hex']) {
      final String hex => Uint8List.fromList([
          for (var i = 0; i < hex.length; i += 2)
            int.parse(hex.substring(i, i + 2), radix: 16),
        ]),
      _ => utf8.encode(row['text']! as String),
    };

void _judge(Row row) {
  final String written;
  final Node node;
  var placed = true;
  try {
    final root = Frozen.parseUtf8(_input(row), options: _options(row)).root;
    placed = false;
    node = switch (row['path']) {
      final String path => root.find(path),
      _ => root,
    };
    written = node.toJsonString();
  } on VarvelException catch (error) {
    return _checkError(error, row, placed: placed);
  }
  expect(row['error'], isNull, reason: 'taken: $written');
  expect(written, row['written']);
  if (row['number'] == true) {
    expect(node.kind == Kind.float, row['kind'] == 'a float');
    if (row['bits'] case final String bits) {
      final word = ByteData(8)..setFloat64(0, node.asDouble);
      expect(
          [word.getUint32(0), word.getUint32(4)]
              .map((half) => half.toRadixString(16).padLeft(8, '0'))
              .join(),
          bits);
    }
  }
}

void _checkError(VarvelException found, Row row, {required bool placed}) {
  final error = row['error'] as Row?;
  if (error == null) {
    throw found;
  }
  expect(found.number, error['number'], reason: '$found');
  expect(found.path, error['path'], reason: '$found');
  if (placed) {
    expect([found.offset, found.line, found.column],
        [error['offset'], error['line'], error['column']],
        reason: '$found');
  }
}
