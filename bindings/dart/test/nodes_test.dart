import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

import 'src/clock.dart';
import 'src/place.dart';
import 'src/runner.dart';

/// Bytes at an odd place of memory.
Uint8List _odd(Uint8List bytes) => Uint8List.sublistView(
    Uint8List(bytes.length + 1)..setRange(1, bytes.length + 1, bytes), 1);

void main() {
  test('columns of numbers are typed views', () {
    final doc = Frozen.of({
      'small': [for (var i = 0; i < 100; i++) i - 50],
      'floats': [for (var i = 0; i < 100; i++) i / 4],
      'singles': Float32List.fromList([for (var i = 0; i < 100; i++) i / 4]),
      'words': [for (var i = 0; i < 100; i++) i + 4000000000],
      'rows': [for (var i = 0; i < 10; i++) [i, i * 1000]],
    });
    for (final bytes in [doc.bytes, _odd(doc.bytes)]) {
      final root = Frozen.open(bytes).root;
      final small = root['small'].numbers! as Int8List;
      expect(small[7], -43);
      expect(root['small'].element, Element.int8);
      final floats = root['floats'].numbers! as Float64List;
      expect([floats.length, floats[99]], [100, 24.75]);
      expect((root['singles'].numbers! as Float32List)[3], 0.75);
      expect((root['words'].numbers! as Uint32List)[1], 4000000001);
      final (:numbers, :rows, :columns) = root['rows'].matrix!;
      expect([rows, columns], [10, 2]);
      expect((numbers as Int16List)[19], 9000);
      expect((root['rows'][9].numbers! as Int16List).toList(), [9, 9000]);
      expect(root['rows'].numbers, isNull);
      expect(root['small'].toIntList().length, 100);
      expect(root['small'].toDoubleList()[0], -50.0);
      expect(root['floats'].toDoubleList()[99], 24.75);
      expect(root.numbers, isNull);
    }
    // A copy would begin where its memory does.
    expect(doc.root['floats'].numbers!.offsetInBytes, greaterThan(0));
  });

  test('a mixed array gives its numbers only if each is held', () {
    final root = Frozen.parse('[1,2.5,"x"]').root;
    expect(() => root.toDoubleList(),
        throwsA(isA<VarvelException>().having((e) => e.path, 'path', r'$[2]')));
    expect(Frozen.parse('[1,2.5]').root.toDoubleList().toList(), [1.0, 2.5]);
  });

  test('values are equal whatever their layout', () {
    Node parsed(String text) => Frozen.parse(text).root;
    expect(parsed('{"a":1,"b":[1,2]}') == parsed('{"b":[1,2],"a":1}'), isTrue);
    expect(parsed('1') == parsed('1.0'), isFalse);
    expect(parsed('0.0') == parsed('-0.0'), isFalse);
    expect(parsed('{"a":1}') == parsed('{"a":2}'), isFalse);
    expect(parsed('[1,[2]]') == parsed('[1,[2,3]]'), isFalse);
    expect(Frozen.of(double.nan).root == Frozen.of(-double.nan).root, isTrue);
    expect(Frozen.of(Single(0.5)).root == Frozen.of(0.5).root, isTrue);
    expect(Frozen.of({1: 'a', 2: 'b'}).root == Frozen.of({2: 'b', 1: 'a'}).root,
        isTrue);
    final set = {parsed('{"a":1,"b":2}'), parsed('{"b":2,"a":1}')};
    expect(set.length, 1);
  });

  test('members of a map are found by integers', () {
    final root = Frozen.of({7: 'seven', 'a': 'text'}).root;
    expect(root.getInt(7).asString, 'seven');
    expect(root.getInt(8).exists, isFalse);
    expect(root.get('a').asString, 'text');
    expect(Frozen.parse('{"7":1}').root.getInt(7).exists, isFalse);
  });

  test('members are found by keys of all lengths', () {
    final keys = [
      for (final length in [0, 1, 7, 8, 9, 15, 16, 17, 100, 127, 128, 256, 257])
        'k' * length,
      'é', '😀', 'a\u0000b', '\uFEFFx',
    ];
    final root = Frozen.open(
        Frozen.of({for (final key in keys) key: key.length}).bytes).root;
    for (final key in keys) {
      expect(root[key].asInt, key.length);
      expect(root[Key(key)].asInt, key.length);
      expect(root['$key.'].exists, isFalse);
    }
    expect(root.members.map((entry) => entry.key).toList(), keys);
    expect(root['\uD800'].exists, isFalse);
  });

  test('points in time, tags and bytes', () {
    final root = Frozen.of({
      'time': DateTime.utc(2020, 1, 2, 3, 4, 5, 678),
      'tagged': Tagged(tagDateTime, '2020-01-02T05:04:05.678+02:00'),
      'day': Tagged(tagDays, 18263),
      'date': Tagged(tagDate, '2020-01-02'),
      'uuid': Tagged(tagUuid, Uint8List(16)),
      'fine': Timestamp(1, 1),
      'far': Timestamp(9007199254740000),
    }).root;
    expect(root['time'].asDateTime, DateTime.utc(2020, 1, 2, 3, 4, 5, 678));
    expect(root['tagged'].asDateTime, root['time'].asDateTime);
    expect(root['day'].asDateTime, DateTime.utc(2020, 1, 2));
    expect(root['date'].asDateTime, DateTime.utc(2020, 1, 2));
    expect(root['uuid'].asUuid.length, 16);
    expect(root['uuid'].tag, 37);
    expect(root['uuid'].inner.asBytes.length, 16);
    expect(root['fine'].asTimestamp, Timestamp(1, 1));
    for (final name in ['fine', 'far']) {
      expect(
          () => root[name].asDateTime,
          throwsA(isA<VarvelException>()
              .having((e) => e.kind, 'kind', ErrorKind.numberOutOfRange)));
    }
    expect(() => root['date'].inner.asDateTime,
        throwsA(isA<VarvelException>()));
    for (final wrong in ['2020-02-30', '2020-1-2', 'x']) {
      expect(() => Frozen.of(Tagged(tagDate, wrong)).root.asDateTime,
          throwsA(isA<VarvelException>()));
    }
    final before = DateTime.utc(1969, 12, 31, 23, 59, 59, 999);
    expect(Timestamp.of(before).seconds, -1);
  });

  test('texts with options', () {
    final root = Frozen.parse('{"a":[1,{}],"b":"x"}').root;
    expect(root.toJsonString(indent: '  '),
        '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "x"\n}');
    expect(utf8.decode(root['a'].toJsonUtf8(indent: '\t')), '[\n\t1,\n\t{}\n]');
    const exact = FreezeOptions(exactDecimals: true);
    expect(Frozen.parse('[1.10,1e400]', options: exact).root.toJsonString(),
        '[1.10,1e400]');
    const words = FreezeOptions(nonFinite: true);
    expect(Frozen.parse('[NaN,-Infinity]', options: words).root.toString(),
        '[NaN, -inf]');
  });

  test('each text of JSONTestSuite is taken or refused', () {
    final folder = suite('JSONTestSuite');
    if (folder == null) {
      return markTestSkipped(
          'no JSONTestSuite at VARVEL_SUITES or ../shared/suites');
    }
    final files = Directory('${folder.path}/test_parsing').listSync();
    const options = FreezeOptions(duplicates: Duplicates.last);
    var count = 0;
    for (final file in files.whereType<File>()) {
      final name = file.uri.pathSegments.last;
      String? failed;
      try {
        final made =
            Frozen.parseUtf8(file.readAsBytesSync(), options: options);
        Frozen.open(made.bytes);
      } on VarvelException catch (error) {
        failed = error.message;
      }
      if (name.startsWith('y_')) {
        expect(failed, isNull, reason: name);
      } else if (name.startsWith('n_')) {
        expect(failed, isNotNull, reason: name);
      }
      count++;
    }
    expect(count, greaterThan(300));
  });

  test('keys that collide in the maps of Dart cost no more time', () {
    final before = now();
    final text = '{${List.generate(20000, (i) => '"key $i":$i').join(',')}}';
    final doc = Frozen.parse(text);
    expect((doc.root.toObject()! as Map<String, Object?>)['key 19999'], 19999);
    expect(doc.root.toJsonString(), text);
    expect(now() - before, lessThan(5000000));
  });
}
