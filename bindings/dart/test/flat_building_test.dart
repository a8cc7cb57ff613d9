import 'dart:typed_data';

import 'package:varvel/flatbuffers.dart' as fb;

import 'src/fails.dart';
import 'src/generated/keys.fbs.dart' as keys;
import 'src/generated/lamp.fbs.dart';
import 'src/generated/wishes.fbs.dart';
import 'src/runner.dart';

void main() {
  test('one builder builds a buffer after the other in its memory', () {
    final builder = fb.Builder(room: 64);
    final lengths = <int>{};
    for (var i = 1; i <= 1000; i++) {
      final name = builder.string('lamp ${i % 10}');
      final lamp = LampBuilder(builder)
        ..name = name
        ..watts = i.toDouble()
        ..size = Size.l;
      final bytes = finishLamp(builder, lamp.finish());
      final read = Lamp.read(bytes);
      expect([read.name, read.watts, read.size], ['lamp ${i % 10}', i, Size.l]);
      lengths.add(bytes.length);
    }
    expect(lengths.length, 1);
  });

  test('a tag that its kind cannot hold resets the builder', () {
    final builder = fb.Builder();
    void refused(void Function(fb.UnionRef<Any> union) build) {
      final part = builder.string('a');
      expect(() => build(fb.UnionRef(256, part)),
          fails(fb.ErrorKind.numberOutOfRange, 'fits ubyte'));
      expect(() => builder.built(part), fails(fb.ErrorKind.refused));
    }

    const kind = fb.FieldKind.uint8;
    refused((union) => builder.unionVector(kind, [union]));
    refused((union) => builder
      ..startTable(2)
      ..addUnion(1, kind, union));
    refused((union) {
      final place = builder.openRow(32) - 1;
      builder.putTag(place, kind, union.tag);
    });
  });

  test('strings that were built make a vector, and identifiers are read', () {
    final builder = fb.Builder();
    final parts = [builder.string('a'), builder.string('é')];
    final texts = builder.stringRefVector(parts);
    builder.startTable(1);
    builder.addRef(0, texts);
    final bytes = builder.finish(builder.endTable(), identifier: 'TEXT');
    final table = fb.Table.root(bytes, fb.Table.at);
    expect(fb.Table.vector(table, 4, fb.Strings.at), ['a', 'é']);
    expect(fb.identifierIn(bytes), 'TEXT');
    expect(fb.identifierIn(Uint8List(7)), '');
  });

  test('a table is built field by field, in one call, or of an object', () {
    Uint8List made(fb.Ref<Lamp> Function(fb.Builder builder) build) {
      final builder = fb.Builder();
      return finishLamp(builder, build(builder));
    }

    final ways = [
      made((builder) {
        final name = builder.string('desk');
        return (LampBuilder(builder)
              ..name = name
              ..watts = 1.5)
            .finish();
      }),
      made((builder) =>
          createLamp(builder, name: builder.string('desk'), watts: 1.5)),
      made((builder) => LampT(name: 'desk', watts: 1.5).pack(builder)),
      LampT(name: 'desk', watts: 1.5).toBytes(),
    ];
    for (final bytes in ways) {
      expect(bytes, ways.first);
    }
  });

  test('memory grows, and large buffers are right', () {
    final text = 'x' * 100000;
    final all = All.read(AllT(
      text: text,
      texts: List.filled(3000, 'é'),
      notes: [for (var i = 0; i < 3000; i++) NoteT(text: '$i')],
      doubles: List.generate(5000, (i) => i / 3),
    ).toBytes());
    expect(all.text.length, 100000);
    expect([all.notes!.length, all.notes![2999].text], [3000, '2999']);
    expect(all.doubles![4999], 4999 / 3);
  });

  test('tables of the same fields share a vtable', () {
    final one = AllT(notes: [NoteT(text: '')]).toBytes().length;
    final many =
        AllT(notes: [for (var i = 0; i < 51; i++) NoteT(text: '')]).toBytes();
    // A table of 8 bytes, its offset, and an empty text of 8; a buffer is
    // aligned.
    expect(many.length - one, lessThan(50 * 20 + 1));
  });

  test('many different vtables are shared, too', () {
    final builder = fb.Builder();
    int used() => builder.built(builder.string('')).length;
    void words() {
      for (var i = 0; i < 32; i++) {
        createWords(builder,
            class_: i & 1, get: i & 2, hashCode_: i & 4, place: i & 8, //
            override_: i & 16);
      }
    }

    // A vtable may leave a gap, which is a part of the next table.
    words();
    words();
    words();
    final before = used();
    words();
    // Each table begins with its offset, and each field is in half of them.
    expect(used() - before, 8 + 32 * 4 + 5 * 16 * 4);
  });

  test('shared strings are written once', () {
    final shared = AllT(shared: List.filled(100, 'the same text')).toBytes();
    final apart = AllT(texts: List.filled(100, 'the same text')).toBytes();
    expect(apart.length - shared.length, greaterThan(98 * 20));
    expect(All.read(shared).shared![99], 'the same text');
  });

  test('parts of other buffers are refused', () {
    final builder = fb.Builder();
    final old = builder.string('old');
    LampBuilder(builder).name = old;
    builder.reset();
    expect(() => createLamp(builder, name: old), fails(fb.ErrorKind.refused));
    final other = fb.Builder().string('other');
    expect(
        () => createLamp(builder, name: other), fails(fb.ErrorKind.refused));
    final lamp = LampT(name: 'a').pack(builder);
    finishLamp(builder, lamp);
    expect(() => finishLamp(builder, lamp), fails(fb.ErrorKind.refused));
  });

  test('bytes that a builder returned are not copied over themselves', () {
    final builder = fb.Builder();
    final bytes = finishLamp(builder, LampT(name: 'a').pack(builder));
    expect(() => builder.bytes(bytes), fails(fb.ErrorKind.refused, 'copy'));
    expect(builder.bytes(Uint8List.fromList(bytes)), isNotNull);
  });

  test('nothing else is built while a table is open', () {
    final builder = fb.Builder();
    LampBuilder(builder);
    expect(
        () => builder.string('a'), fails(fb.ErrorKind.refused, 'open table'));
    final note = builder.string('b');
    final open = LampBuilder(builder)..name = note;
    // A builder of another type of table, which was forgotten.
    expect(() => NoteBuilder(builder), fails(fb.ErrorKind.refused));
    expect(open.finish, fails(fb.ErrorKind.refused));
  });

  test('after an error a builder is ready', () {
    final builder = fb.Builder();
    for (var i = 0; i < 3; i++) {
      final name = builder.string('a');
      expect(
          () => LampBuilder(builder)
            ..name = name
            ..watts = 1e300,
          fails(fb.ErrorKind.numberOutOfRange));
      final lamp = LampT(name: 'b').pack(builder);
      expect(Lamp.read(finishLamp(builder, lamp)).name, 'b');
    }
  });

  test('a plain object that contains itself is an error', () {
    final all = AllT();
    all.all = all;
    expect(all.toBytes, fails(fb.ErrorKind.depthLimit));
    var deep = AllT();
    for (var i = 0; i < 128; i++) {
      deep = AllT(all: deep);
    }
    expect(All.read(deep.toBytes()), isNotNull);
    expect(AllT(all: deep).toBytes, fails(fb.ErrorKind.depthLimit));
    final builder = fb.Builder(maxDepth: 200);
    final more = finishAll(builder, AllT(all: deep).pack(builder));
    expect(() => All.read(more), fails(fb.ErrorKind.depthLimit));
    All.read(more, const fb.Verify(limits: fb.Limits(depth: 200)));
  });

  test('identifiers and sizes stand before a buffer', () {
    final bytes = LampT(name: 'a').toBytes(sizePrefixed: true);
    const identified = fb.Verify(sizePrefixed: true, identified: true);
    expect(Lamp.read(bytes, identified).name, 'a');
    expect(Lamp.unverified(bytes, sizePrefixed: true).name, 'a');
    expect(
        () => Lamp.read(bytes,
            const fb.Verify(sizePrefixed: true, identifier: 'DESK')),
        fails(fb.ErrorKind.invalidBuffer, 'found "LAMP"'));
    final builder = fb.Builder();
    final plain = builder.finish(LampT(name: 'a').pack(builder));
    expect(Lamp.read(plain).name, 'a');
    expect(() => Lamp.read(plain, const fb.Verify(identified: true)),
        fails(fb.ErrorKind.invalidBuffer));
    final lamp = LampT(name: 'a').pack(builder);
    expect(() => builder.finish(lamp, identifier: 'AB'),
        fails(fb.ErrorKind.refused, 'four bytes'));
  });

  test('buffers with sizes are parted', () {
    final two = BytesBuilder()
      ..add(LampT(name: 'a').toBytes(sizePrefixed: true))
      ..add(LampT(name: 'b').toBytes(sizePrefixed: true));
    final names = [
      for (final bytes in fb.sizePrefixed(two.toBytes()))
        Lamp.read(bytes, const fb.Verify(sizePrefixed: true)).name,
    ];
    expect(names, ['a', 'b']);
    final cut = Uint8List.sublistView(two.toBytes(), 0, two.length - 1);
    expect(() => fb.sizePrefixed(cut).toList(),
        fails(fb.ErrorKind.unexpectedEnd));
  });

  test('nested buffers are built, verified and read', () {
    final inner = InnerT(n: 7).toBytes();
    final all = All.read(AllT(inner: inner).toBytes());
    expect([all.innerRoot!.n, all.inner!.length], [7, inner.length]);
    expect(() => AllT(inner: [1, 2, 3]).toBytes(),
        fails(fb.ErrorKind.unexpectedEnd, r'$.inner'));
    final builder = fb.Builder();
    final part = builder.nested(() => InnerT(n: 8).pack(builder));
    final root = createAll(builder, inner: part);
    expect(All.read(finishAll(builder, root)).innerRoot!.n, 8);
    final wrong = builder.bytes([1, 2]);
    expect(() => createAll(builder, inner: wrong),
        fails(fb.ErrorKind.unexpectedEnd));
  });

  test('a vector of 64 bits has its own width', () {
    final all = All.read(AllT(far: [1, 2, 3]).toBytes());
    expect(all.far, [1, 2, 3]);
    final builder = fb.Builder();
    final narrow = builder.bytes([1]);
    expect(() => createAll(builder, far: narrow),
        fails(fb.ErrorKind.refused, '64 bits'));
  });

  test('tables are sorted by key and found, in the order of bytes', () {
    // In UTF-16 the second comes before the first.
    final words = ['\uFFFF', '😀', 'b', '', 'a', 'é'];
    final all = All.read(AllT(dictionary: [
      for (final (n, word) in words.indexed) WordT(word: word, n: n),
    ]).toBytes());
    final dictionary = all.dictionary!;
    expect([for (final of in dictionary) of.word],
        ['', 'a', 'b', 'é', '\uFFFF', '😀']);
    for (final (n, word) in words.indexed) {
      expect(findWord(dictionary, word)!.n, n);
    }
    expect(findWord(dictionary, 'c'), isNull);
  });

  test('tables are found by numbers of 64 bits', () {
    final most = BigInt.parse('18446744073709551615');
    final all = All.read(AllT(numbers: [
      NumberedT(n: 1)..idBig = most,
      NumberedT(id: 5, n: 2),
      NumberedT(n: 3),
    ]).toBytes());
    final numbers = all.numbers!;
    expect([for (final of in numbers) of.n], [3, 2, 1]);
    expect(findNumbered(numbers, most)!.n, 1);
    expect([findNumbered(numbers, 5)!.n, findNumbered(numbers, 0)!.n], [2, 3]);
    expect(findNumbered(numbers, 6), isNull);
  });

  test('parts are sorted before they become a vector', () {
    final builder = fb.Builder();
    final parts = [
      for (final word in ['b', 'c', 'a']) WordT(word: word).pack(builder),
    ];
    sortWord(builder, parts);
    final vector = builder.tableVector(parts);
    final root = createAll(builder, dictionary: vector);
    final all = All.read(finishAll(builder, root));
    expect([for (final of in all.dictionary!) of.word], ['a', 'b', 'c']);
  });

  test('vectors are sorted in place', () {
    final builder = fb.Builder();
    final vector = builder.tableVector([
      for (final word in ['b', 'c', 'a']) WordT(word: word).pack(builder),
    ]);
    final root = createAll(builder, dictionary: vector);
    final bytes = Uint8List.fromList(finishAll(builder, root));
    expect(sortWordInPlace(All.read(bytes).dictionary!), isTrue);
    expect([for (final of in All.read(bytes).dictionary!) of.word],
        ['a', 'b', 'c']);
  });

  test('structs are found by keys of each kind', () {
    final all = keys.Keys.read(keys.KeysT(
      marks: [
        for (final at in [double.nan, 2.0, -0.0, double.negativeInfinity])
          keys.MarkT(at: at),
      ],
      graded: [
        keys.GradedT(n: 1, grades: [keys.Grade.high, keys.Grade.low]),
        keys.GradedT(n: 2, grades: [keys.Grade.low, keys.Grade.high]),
      ],
      places: [
        keys.PlaceT(n: 1, spot: keys.CornerT(grade: keys.Grade.high)),
        keys.PlaceT(n: 2, spot: keys.CornerT(grade: keys.Grade.low)),
      ],
      switched: [
        keys.SwitchedT(isOn: true, n: 1),
        keys.SwitchedT(n: 2),
      ],
    ).toBytes());
    expect([for (final of in all.marks!) of.at].sublist(0, 3),
        [double.negativeInfinity, 0, 2]);
    expect(keys.findMark(all.marks!, double.nan)!.at, isNaN);
    expect(keys.findMark(all.marks!, 2)!.at, 2);
    expect(keys.findMark(all.marks!, 3), isNull);
    final grades = [keys.Grade.low, keys.Grade.high];
    expect(keys.findGraded(all.graded!, grades)!.n, 2);
    final corner = keys.CornerT(grade: keys.Grade.high);
    expect(keys.findPlace(all.places!, corner)!.n, 1);
    expect(keys.findSwitched(all.switched!, true)!.n, 1);
    expect(keys.findSwitched(all.switched!, false)!.n, 2);
  });
}
