import 'dart:convert';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

import 'src/runner.dart';
import 'src/vectors.dart';

/// Returns what a document of a value shows, after its bytes were validated.
String _shown(Object? value, {FreezeOptions options = const FreezeOptions()}) {
  final made = Frozen.of(value, options: options);
  return Frozen.open(made.bytes).root.toString();
}

final class _Lamp {
  _Lamp(this.name, this.watts);

  final String name;
  final num watts;

  Map<String, Object?> toJson() => {'name': name, 'watts': watts};
}

enum _Color { red }

Matcher _fails(ErrorKind kind, {String? path}) {
  final matcher =
      isA<VarvelException>().having((e) => e.kind, 'kind', kind);
  return throwsA(
      path == null ? matcher : matcher.having((e) => e.path, 'path', path));
}

/// An object whose `toJson` calls a method that is not there.
final class _Broken {
  // ignore: avoid_dynamic_calls
  Object? toJson() => (this as dynamic).missing();
}

Iterable<int> _endless() sync* {
  for (var i = 0;; i++) {
    yield i;
  }
}

void main() {
  test('canonical forms have the bytes of all of Varvel', () {
    var count = 0;
    for (final row in index) {
      final file = row['file']! as String;
      if (file.startsWith('v1/canonical/')) {
        final good = file.replaceFirst('/canonical/', '/good/');
        final canonical = Frozen.open(vectorFile(good)).root.toCanonical();
        expect(canonical.bytes, vectorFile(file), reason: file);
        count++;
      }
    }
    expect(count, greaterThan(50));
  });

  test('each valid document is copied, and has its value again', () {
    for (final row in index) {
      final file = row['file']! as String;
      if (row['verdict'] == 'valid' && !file.contains('/stream-')) {
        final root = Frozen.open(vectorFile(file)).root;
        final copy = Frozen.open(root
            .toFrozen(options: const FreezeOptions(checksum: true))
            .bytes);
        expect(copy.root == root, isTrue, reason: file);
        expect(copy.root.toString(), root.toString(), reason: file);
        expect(copy.hasChecksum, isTrue);
        expect(Frozen.of(root).root == root, isTrue);
      }
    }
  });

  test('JSON becomes the canonical bytes of its vector', () {
    for (final row in index) {
      if (row case {'file': final String file, 'json': final String json}
          when file.startsWith('v1/canonical/')) {
        final made = Frozen.parse(json,
            options: const FreezeOptions(canonical: true));
        final root = Frozen.open(vectorFile(file)).root;
        // Floats of 32 bits in the vectors are written as such.
        if (made.root == root) {
          expect(made.bytes, vectorFile(file), reason: file);
        }
      }
    }
  });

  test('plain objects become documents', () {
    final values = <Object?, String>{
      null: 'null',
      true: 'true',
      -2049: '-2049',
      'a"b': r'"a\"b"',
      1.5: '1.5',
      double.nan: 'NaN',
      double.negativeInfinity: '-inf',
      [1, 2.5, 'x', null]: '[1, 2.5, "x", null]',
      {'b': 1, 'a': <String, Object?>{}}: '{"b": 1, "a": {}}',
      {1: 'one', 'two': 2}: '{1: "one", "two": 2}',
      Uint8List.fromList([1, 0xFF]): r'b"\x01\xff"',
      BigInt.parse('18446744073709551615'): '18446744073709551615',
      BigInt.parse('-9223372036854775808'): '-9223372036854775808',
      BigInt.parse('123456789012345678901234'): '123456789012345678901234',
      DateTime.utc(1969, 12, 31, 23, 59, 58, 500, 1): '@-2.500001000',
      Timestamp(5, 7): '@5.000000007',
      const Decimal('1.10'): '1.10',
      const Decimal('7'): '7',
      Single(0.5): '0.5',
      Float32List.fromList([0.1, 2.5]): '[0.1, 2.5]',
      Int8List.fromList([1, -1]): '[1, -1]',
      {1, 2}: '[1, 2]',
      Tagged(37, Uint8List(16)): 'tag(37) b"${r'\x00' * 16}"',
      Tagged(-5, [1], kind: Kind.extension): 'extension(-5) [1]',
      Tagged(99, null, kind: Kind.simple): 'simple(99) null',
      Tagged.big(BigInt.parse('18446744073709551615'), 1):
          'tag(18446744073709551615) 1',
      _Lamp('desk', 7.5): '{"name": "desk", "watts": 7.5}',
      [_Lamp('a', 1)]: '[{"name": "a", "watts": 1}]',
    };
    values.forEach((value, text) => expect(_shown(value), text));
    // JavaScript has one type for both.
    expect(_shown(const bool.fromEnvironment('varvel.web') ? 1.5 : 1.0),
        const bool.fromEnvironment('varvel.web') ? '1.5' : '1.0');
  });

  test('what a document gives back as objects is what it was made of', () {
    final values = <Object?>[
      null,
      {'a': [1, -3000, 100000, 1.5, 'x'], 'b': {'c': true}},
      {1: 'one', 'two': [2], true: null},
      Uint8List.fromList([1, 2]),
      BigInt.parse('18446744073709551616'),
      DateTime.utc(2020, 2, 29, 12, 30, 15, 250),
      Timestamp(1, 1),
      const Decimal('1.10'),
      Tagged(7, 'x'),
      List.generate(300, (i) => i * 1000003),
      [[1, 2], [3, 4]],
      {for (var i = 0; i < 400; i++) 'key $i': i},
      'ünï 😀 \uFEFF\u0000',
      '\uFEFFx',
    ];
    for (final value in values) {
      expect(Frozen.of(value).root.toObject(), value);
    }
  });

  test('a node is written by dart:convert', () {
    const text = '{"a":[1,2.5,"x",null,true],"b":{}}';
    expect(jsonEncode(Frozen.parse(text).root), text);
    expect(() => Frozen.parse('18446744073709551616').root.toJson(),
        _fails(ErrorKind.unrepresentable, path: r'$'));
  });

  test('objects that cannot be frozen are refused with their path', () {
    expect(() => Frozen.of({'a': [1, _Color.red]}),
        _fails(ErrorKind.typeMismatch, path: r'$.a[1]'));
    expect(() => Frozen.of({'a': 'x\uD800'}),
        _fails(ErrorKind.loneSurrogate, path: r'$.a'));
    expect(() => Frozen.of({'k\uDC00': 1}), _fails(ErrorKind.loneSurrogate));
    expect(() => Frozen.of([const Decimal('1.')]),
        _fails(ErrorKind.invalidNumber, path: r'$[0]'));
    expect(() => Frozen.of(Tagged(-1, 1)), _fails(ErrorKind.typeMismatch));
    expect(
        () => Frozen.of({
              Uint8List(1): 1,
              Uint8List(1): 2,
            }, options: const FreezeOptions(duplicates: Duplicates.last)),
        throwsA(isA<VarvelException>()
            .having((error) => error.kind, 'kind', ErrorKind.duplicateKey)
            .having((error) => error.hint, 'hint', '')));
    expect(
        () => Frozen.of([_Broken()]),
        throwsA(isA<VarvelException>()
            .having((error) => error.kind, 'kind', ErrorKind.refused)
            .having((error) => error.found, 'found', contains('missing'))));
    const few = FreezeOptions(limits: Limits(nodes: 50));
    expect(() => Frozen.of({'a': _endless()}, options: few),
        _fails(ErrorKind.nodeLimit));
    expect(Frozen.of(List.filled(50, true), options: few).root.length, 50);
    expect(() => Frozen.of(List.filled(51, true), options: few),
        _fails(ErrorKind.nodeLimit));
    final own = <Object?>[];
    own.add(own);
    expect(() => Frozen.of(own), _fails(ErrorKind.unrepresentable));
    Object? deep;
    for (var i = 0; i < 129; i++) {
      deep = [deep];
    }
    expect(() => Frozen.of(deep), _fails(ErrorKind.depthLimit));
    expect(
        Frozen.of([_Color.red],
            toEncodable: (value) => (value! as _Color).name).root.toString(),
        '["red"]');
  });

  test('depth costs no stack', () {
    const depth = 100000;
    const options = FreezeOptions(limits: Limits(depth: depth));
    final text = '${'[' * depth}${']' * depth}';
    final doc = Frozen.parse(text, options: options);
    expect(doc.root.toJsonString(), text);
    final opened = Frozen.open(doc.bytes, limits: options.limits);
    expect(opened.root == doc.root, isTrue);
    expect(opened.root.digest == doc.root.digest, isTrue);
    Object? object = opened.root.toObject();
    final again = Frozen.of(object, options: options);
    expect(again.bytes, doc.bytes);
    expect(again.root.toCanonical().bytes, doc.root.toCanonical().bytes);
    var count = 0;
    while (object is List<Object?> && object.isNotEmpty) {
      object = object.first;
      count++;
    }
    expect(count, depth - 1);
    expect(() => Frozen.open(doc.bytes), _fails(ErrorKind.depthLimit));
  });

  test('the first or the last of the members with one key is kept', () {
    const text = '{"a":1,"b":2,"a":{"a":3},"b":4,"c":5}';
    String kept(Duplicates policy) => Frozen.parse(text,
            options: FreezeOptions(duplicates: policy)).root.toJsonString();
    expect(kept(Duplicates.first), '{"a":1,"b":2,"c":5}');
    expect(kept(Duplicates.last), '{"a":{"a":3},"b":4,"c":5}');
    expect(
        () => kept(Duplicates.refuse),
        throwsA(isA<VarvelException>()
            .having((error) => error.kind, 'kind', ErrorKind.duplicateKey)
            .having((error) => error.hint, 'hint',
                contains('`Duplicates.last`'))));
    final long = 'k' * 300;
    final longText = '{"$long":1,"x":{"y":2},"$long":3}';
    expect(
        Frozen.parse(longText,
                options: const FreezeOptions(duplicates: Duplicates.last))
            .root
            .toJsonString(),
        '{"x":{"y":2},"$long":3}');
    expect(() => Frozen.parse(longText), _fails(ErrorKind.duplicateKey));
  });

  test('objects of any number of keys are found in', () {
    for (final count in [1, 16, 17, 64, 255, 256, 257, 1000, 70000]) {
      final doc = Frozen.open(Frozen.of(
          {for (var i = 0; i < count; i++) 'key number $i': i}).bytes);
      for (var i = 0; i < count; i += 1 + count ~/ 500) {
        expect(doc.root['key number $i'].asInt, i);
      }
      expect(doc.root['key number $count'].exists, isFalse);
      expect(doc.root.length, count);
    }
  });
}
