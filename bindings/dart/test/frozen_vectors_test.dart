import 'dart:convert';

import 'package:varvel/varvel.dart';

import 'src/runner.dart';
import 'src/vectors.dart';

void main() {
  final documents =
      index.where((row) => !(row['file']! as String).contains('stream-'));
  for (final row in documents) {
    final file = row['file']! as String;
    test(file, () => judged('frozen', file, () => _judge(row)));
  }
  for (final row in documents) {
    final file = row['file']! as String;
    if (file.startsWith('v1/canonical/')) {
      test('$file is equal', () {
        final canonical = Frozen.open(vectorFile(file));
        final good = file.replaceFirst('/canonical/', '/good/');
        final other = Frozen.open(vectorFile(good));
        expect(canonical.root == other.root, isTrue);
        expect(canonical.root.hashCode, other.root.hashCode);
      });
    }
  }
}

void _judge(Row row) {
  final bytes = vectorFile(row['file']! as String);
  if (row['verdict'] != 'valid') {
    expect(
        () => Frozen.open(bytes),
        throwsA(isA<VarvelException>()
            .having((e) => e.number, 'number', row['kind_number'])
            .having((e) => e.offset, 'offset', row['offset'])));
    return;
  }
  final root = Frozen.open(bytes).root;
  expect(root.toString(), expectedText(row));
  if (row['json'] case final String json) {
    expect(root.toJsonString(), json);
    expect(utf8.decode(root.toJsonUtf8()), json);
  } else {
    try {
      root.toJsonString();
    } on VarvelException catch (error) {
      expect(error.kind, ErrorKind.unrepresentable);
    }
  }
  final lookups = row['lookups'] as Map<String, Object?>? ?? const {};
  lookups.forEach((pointer, text) => _checkText(root.pointer(pointer), text));
  for (final column in row['columns'] as List<Object?>? ?? const []) {
    final {'key': key as String, 'values': values as List<Object?>} =
        column! as Map<String, Object?>;
    final found = root.column(key).toList();
    expect(found.length, values.length);
    for (var i = 0; i < values.length; i++) {
      _checkText(found[i], values[i]);
    }
  }
  _walk(root);
}

void _checkText(Node found, Object? text) {
  if (text == null) {
    expect(found.exists, isFalse);
  } else {
    expect(found.toString(), text);
  }
}

/// Checks what must hold for each value: its path leads to it, and all that is
/// in it is found.
void _walk(Node node) {
  final path = node.path;
  if (!path.contains('…')) {
    expect(_untagged(node.document.root.find(path)) == _untagged(node), isTrue,
        reason: path);
  }
  expect(node.exists, isTrue);
  switch (node.kind) {
    case Kind.array:
      var i = 0;
      for (final item in node.items) {
        expect(node.at(i++) == item, isTrue);
        _walk(item);
      }
      expect(node.length, i);
      expect(node.at(-1).exists || node.at(i).exists, isFalse);
      if (node.numbers case final List<num> numbers) {
        expect(numbers.length, i);
      }
    case Kind.object || Kind.map:
      var i = 0;
      for (final (key, value) in node.pairs) {
        final (other, member) = node.memberAt(i++);
        expect(key == other && value == member, isTrue);
        if (key.kind == Kind.string) {
          expect(node.get(key.asString) == value, isTrue);
          expect(node.get('${key.asString}\u007f').exists, isFalse);
          expect(key.asUtf8, utf8.encode(key.asString));
        }
        _walk(value);
      }
      expect(node.length, i);
      expect(node.memberAt(i).$1.exists, isFalse);
    case Kind.tagged || Kind.extension || Kind.simple:
      _walk(node.inner);
    default:
      expect(node.length, 0);
  }
}

Node _untagged(Node node) {
  var at = node;
  while (const [Kind.tagged, Kind.extension, Kind.simple].contains(at.kind)) {
    at = at.inner;
  }
  return at;
}
