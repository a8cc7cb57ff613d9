import 'dart:convert';
import 'dart:typed_data';

import 'package:varvel/flatbuffers.dart' as fb;

import 'src/fails.dart';
import 'src/generated/wishes.fbs.dart';
import 'src/runner.dart';

/// Returns the root of the buffer of a plain object.
All read(AllT of) => All.read(of.toBytes());

/// Wishes of users of other FlatBuffers for Dart.
void main() {
  test('unions hold strings and structs', () {
    final text = read(AllT(one: AnyTextT('a text'))).one;
    expect(text is AnyText ? text.value : null, 'a text');
    final point = read(AllT(one: AnyPointT(PointT(x: 1, y: -2)))).one;
    expect(point is AnyPoint ? [point.value.x, point.value.y] : null, [1, -2]);
  });

  test('a union is matched by its variants', () {
    String shown(Any? of) => switch (of) {
          null => 'nothing',
          AnyNote(:final value) => 'note ${value.text}',
          AnyPoint(:final value) => 'point ${value.x}',
          AnyText(:final value) => 'text $value',
          AnyAgain(:final value) => 'again ${value.text}',
          AnyUnknown(:final tag) => 'tag $tag',
        };
    expect(shown(read(AllT(one: AnyAgainT(NoteT(text: 'b')))).one), 'again b');
    expect(shown(read(AllT()).one), 'nothing');
  });

  test('vectors of unions hold each variant', () {
    final many = read(AllT(many: [
      AnyNoteT(NoteT(text: 'a')),
      null,
      AnyTextT('b'),
      AnyPointT(PointT(x: 3)),
    ])).many!;
    expect([for (final of in many) of?.tag], [1, null, 3, 2]);
    expect((many[2]! as AnyText).value, 'b');
    expect(() => many[4], throwsA(isA<RangeError>()));
  });

  test('plain objects hold unions, and give them back', () {
    final before = AllT(
      one: AnyPointT(PointT(x: 7, y: 8)),
      many: [AnyTextT('x'), AnyNoteT(NoteT(text: 'n'))],
    );
    final after = read(before).unpack();
    expect((after.one! as AnyPointT).value.y, 8);
    expect((after.many![1]! as AnyNoteT).value.text, 'n');
    expect(after.toBytes(), before.toBytes());
  });

  test('words of the language are names of fields', () {
    final words = read(AllT(
      words: WordsT(
        class_: 1,
        is_: 'is',
        in_: true,
        get: 2,
        hashCode_: 3,
        toString_: 'text',
        unpack_: 4,
        pack_: [5],
        builder: 6,
        place: 7,
        size: 8,
        fb_: 9,
        value: Level.switch_,
        bool_: 10,
        list: ['l'],
        override_: 11,
        aB: 12,
        aB_: 13,
      ),
    )).words!;
    expect([
      words.class_,
      words.is_,
      words.in_,
      words.get,
      words.hashCode_,
      words.toString_,
      words.unpack_,
      words.pack_!.first,
      words.builder,
      words.place,
      words.size,
      words.fb_,
      words.value,
      words.bool_,
      words.list!.first,
      words.override_,
      words.aB,
      words.aB_,
    ], [
      1, 'is', true, 2, 3, 'text', 4, 5, 6, 7, 8, 9, Level.switch_, 10, 'l', //
      11, 12, 13,
    ]);
  });

  test('a member of an enum is called value, values or name', () {
    expect(Level.value_.value, 0);
    expect(Level.values_.name, 'values');
    expect(Level.named('name'), Level.name_);
    expect(Level.named('nothing'), isNull);
    expect(Level.values.length, 8);
    expect(read(AllT(level: Level.switch_)).level, Level.switch_);
    expect(read(AllT()).level, Level.name_);
  });

  test('an enum keeps numbers that the schema does not name', () {
    final level = read(AllT(level: const Level(99))).unpack().level;
    expect([level, level.name, level.value], [const Level(99), null, 99]);
    expect('$level', 'Level(99)');
    expect('${Level.upAndDown}', 'Up_And_DOWN');
  });

  test('flags are joined and asked', () {
    final both = Trait.small | Trait.loud;
    expect([both.value, both.has(Trait.loud), both.has(Trait.fast)],
        [0x8001, true, false]);
    expect([both.name, '${both & Trait.small}'], ['Small Loud', 'Small']);
    expect(Trait.named('Small Loud'), both);
    expect(read(AllT(traits: both)).traits, both);
    expect((Signed.high | Signed.low).value, 0x40000001);
  });

  test('an enum of 64 bits is exact', () {
    final most = BigInt.parse('18446744073709551615');
    expect(Wide.most.valueBig, most);
    expect(() => Wide.most.value,
        fails(fb.ErrorKind.numberOutOfRange, 'valueBig'));
    expect(Wide.ofBig(most), Wide.most);
    expect([Wide.of(5).value, '${Wide.of(5)}'], [5, 'Wide(5)']);
    expect(read(AllT(wides: [Wide.most, Wide.of(2)])).wides,
        [Wide.most, Wide.of(2)]);
    expect(() => Wide.of(-1), fails(fb.ErrorKind.numberOutOfRange));
  });

  test('numbers of 64 bits are exact, or an error that names the way', () {
    final most = BigInt.parse('18446744073709551615');
    final all = read(AllT()..u64Big = most);
    expect(all.u64Big, most);
    expect(() => all.u64, fails(fb.ErrorKind.numberOutOfRange, 'u64Big'));
    expect(all.unpack().u64Big, most);
    expect(() => AllT().u64Big = most + BigInt.one,
        fails(fb.ErrorKind.numberOutOfRange));
    expect(read(AllT()).i64Big, BigInt.parse('-9223372036854775808'));
    final longs = fb.Uint64s.ofBig([most, BigInt.two]);
    final back = read(AllT(longs: longs)).longs!;
    expect([back.bigAt(0), back[1]], [most, 2]);
    expect(() => back[0], fails(fb.ErrorKind.numberOutOfRange, 'bigAt'));
    expect((back.toTypedList()).bigAt(0), most);
  });

  test('a value is never rounded or cut to fit', () {
    expect(() => AllT(level: const Level(128)).toBytes(),
        fails(fb.ErrorKind.numberOutOfRange, 'fits byte'));
    expect(() => AllT(ints: [1, 0x80000000]).toBytes(),
        fails(fb.ErrorKind.numberOutOfRange, r'$.ints[1]'));
    expect(() => AllT(f32: 1e39).toBytes(),
        fails(fb.ErrorKind.numberOutOfRange, 'float can hold'));
    expect(() => AllT(u64: -1).toBytes(),
        fails(fb.ErrorKind.numberOutOfRange, 'fits ulong'));
    expect(read(AllT(f32: double.infinity)).f32, double.infinity);
  });

  test('half of a surrogate pair is refused, and the builder goes on', () {
    final builder = fb.Builder();
    for (final text in ['\uD800', 'a\uDC00b', '\uD83D!']) {
      expect(() => builder.string(text), fails(fb.ErrorKind.loneSurrogate));
      expect(() => AllT(text: text).toBytes(),
          fails(fb.ErrorKind.loneSurrogate, r'$.text'));
      expect(() => AllT(texts: ['', text]).toBytes(),
          fails(fb.ErrorKind.loneSurrogate, r'$.texts[1]'));
    }
    final made = AllT(text: 'ok 😀').pack(builder);
    expect(All.read(finishAll(builder, made)).text, 'ok 😀');
  });

  test('what is absent is null, and what has a default is not', () {
    final all = read(AllT());
    expect([all.one, all.words, all.maybe, all.perhaps, all.maybeBool],
        [null, null, null, null, null]);
    expect([all.texts, all.text, all.wide],
        [<String>[], r'a $default', Wide.most]);
    final set = read(AllT(maybe: 0, perhaps: Level.value_, maybeBool: false));
    expect([set.maybe, set.perhaps, set.maybeBool], [0, Level.value_, false]);
  });

  test('a verifier says what is wrong, and where', () {
    final bytes = Uint8List.fromList(
        AllT(words: WordsT(is_: 'x'), notes: [NoteT(text: 'n')]).toBytes());
    All.read(bytes);
    expect(() => All.read(Uint8List.sublistView(bytes, 0, 30)),
        fails(fb.ErrorKind.unexpectedEnd, 'at byte'));
    final at = latin1.decode(bytes).indexOf('n\x00');
    bytes[at] = 0xFF;
    expect(() => All.read(bytes),
        fails(fb.ErrorKind.invalidUtf8, r'$.notes[0].text'));
  });

  test('required fields are required', () {
    final builder = fb.Builder();
    expect(() => NoteBuilder(builder).finish(),
        fails(fb.ErrorKind.missingField, 'text'));
    expect(NoteT(text: '').toBytes(), isNotNull);
  });

  test('structs have arrays, texts and structs inside', () {
    final row = RowT(cells: [1, 2, 3], level: Level.index)
      ..points[1].x = 5
      ..codeText = 'ab'
      ..longBig = BigInt.parse('18446744073709551615');
    final all = read(AllT(row: row));
    expect(all.row!.cells, [1, 2, 3]);
    expect([all.row!.points[1].x, all.row!.codeText, all.row!.level],
        [5, 'ab', Level.index]);
    expect(all.row!.longBig, row.longBig);
    all.row!.codeText = 'wxyz';
    expect(all.row!.code, utf8.encode('wxyz'));
    expect(() => all.row!.codeText = 'wxyz!', fails(fb.ErrorKind.refused));
    expect(() => AllT(row: RowT(cells: [1])).toBytes(),
        fails(fb.ErrorKind.refused, 'an array of 3'));
    expect(all.unpack().row!.codeText, 'wxyz');
  });
}
