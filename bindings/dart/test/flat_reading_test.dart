import 'dart:math';
import 'dart:typed_data';

import 'package:varvel/flatbuffers.dart' as fb;
import 'package:varvel/flatbuffers_json.dart' as fbjson;

import 'src/fails.dart';
import 'src/generated/earlier.fbs.dart' as earlier;
import 'src/generated/lamp.fbs.dart';
import 'src/generated/later.fbs.dart' as later;
import 'src/generated/wishes.fbs.dart';
import 'src/runner.dart';

/// An object with something of everything.
AllT everything() => AllT(
      one: AnyNoteT(NoteT(text: 'one')),
      many: [AnyTextT('many'), null, AnyPointT(PointT(x: 1, y: 2))],
      words: WordsT(is_: 'is', pack_: [1, 2, 3]),
      row: RowT(cells: [1, 2, 3]),
      texts: ['a', 'é', '😀'],
      shared: ['s', 's'],
      maybe: 0,
      longs: [1, 2],
      ints: [-1, 2147483647],
      doubles: [0.1, -0.0],
      bools: [true, false],
      levels: [Level.name_, const Level(77)],
      wides: [Wide.most],
      points: [PointT(x: 5)],
      notes: [NoteT(text: 'n'), NoteT(text: 'm')],
      dictionary: [WordT(word: 'w')],
      inner: InnerT(n: 3).toBytes(),
      far: [9, 8],
      bytes: [-128, 127],
    );

void main() {
  test('scalars are changed in place', () {
    final bytes = Uint8List.fromList(everything().toBytes());
    final all = All.read(bytes);
    all
      ..maybe = 17
      ..row!.level = Level.upAndDown
      ..points![0].x = -9;
    all.ints![0] = 42;
    all.levels![1] = Level.index;
    all.wides![0] = Wide.of(3);
    all.bools![1] = true;
    final again = All.read(bytes);
    expect([again.maybe, again.row!.level, again.points![0].x],
        [17, Level.upAndDown, -9]);
    expect([again.ints![0], again.levels![1], again.wides![0], again.bools![1]],
        [42, Level.index, Wide.of(3), true]);
    expect(() => all.u64 = 1, fails(fb.ErrorKind.notFound, 'the field u64'));
    expect(() => all.maybe = null, fails(fb.ErrorKind.refused));
    expect(() => all.row!.cells[0] = 65536,
        fails(fb.ErrorKind.numberOutOfRange));
    expect(() => all.texts[0] = 'x', throwsA(isA<UnsupportedError>()));
    expect(() => all.texts.length = 1, throwsA(isA<UnsupportedError>()));
  });

  test('plain objects give back what they were made of', () {
    final before = everything();
    final bytes = before.toBytes();
    final after = All.read(bytes).unpack();
    expect(after.toBytes(), bytes);
    expect(after.toJsonString(), before.toJsonString());
    // They are copies.
    after.points![0].x = 100;
    expect(All.read(bytes).points![0].x, 5);
  });

  test('an earlier program reads the buffers of a later one', () {
    final bytes = later.DrawingT(
      name: 'd',
      color: later.Color.blue,
      form: later.FormNameT('n'),
      forms: [
        later.FormCircleT(later.CircleT(radius: 2)),
        later.FormSquareT(later.SquareT(side: 3)),
      ],
      zoom: 2,
    ).toBytes();
    final drawing = earlier.Drawing.read(bytes);
    expect([drawing.name, drawing.color.value, drawing.color.name],
        ['d', 2, null]);
    expect((drawing.form! as earlier.FormUnknown).tag, 3);
    expect([for (final of in drawing.forms!) of!.tag], [2, 1]);
    final plain = drawing.unpack();
    expect((plain.forms![1]! as earlier.FormSquareT).value.side, 3);
    expect(plain.toBytes, fails(fb.ErrorKind.unknownVariant, r'$.form'));
    expect(drawing.toJsonString, fails(fb.ErrorKind.unknownVariant));
    expect('$drawing', contains('"color":2'));
  });

  test('a later program reads the buffers of an earlier one', () {
    final bytes = earlier.DrawingT(
      name: 'd',
      form: earlier.FormSquareT(earlier.SquareT(side: 4)),
    ).toBytes();
    final drawing = later.Drawing.read(bytes);
    expect([drawing.zoom, drawing.forms], [1.5, null]);
    expect((drawing.form! as later.FormSquare).value.side, 4);
  });

  test('JSON is written and read', () {
    final lamp = LampT(name: 'a "lamp"', watts: 0.1, size: Size.l, tags: ['é']);
    const text = r'{"name":"a \"lamp\"","watts":0.1,"size":"L","tags":["é"]}';
    expect(lamp.toJsonString(), text);
    expect('${Lamp.read(lamp.toBytes())}', text);
    expect(LampT.fromJsonString(text).toBytes(), lamp.toBytes());
    expect(Lamp.read(buildLampFromJson(text)).name, 'a "lamp"');
    expect(
        lamp.toJsonString(const fbjson.JsonOptions(
            indent: ' ', numbers: true, bareNames: true)),
        '{\n name: "a \\"lamp\\"",\n watts: 0.1,\n size: 1,\n'
        ' tags: [\n  "é"\n ]\n}');
    const relaxed = fbjson.JsonOptions(isRelaxed: true, skipUnknown: true);
    const text5 = "{name: 'x', /* ? */ other: [],}";
    expect(LampT.fromJsonString(text5, relaxed).name, 'x');
  });

  test('an error of JSON has its place and its path', () {
    expect(
        () => buildLampFromJson('{"name": "a",\n "tags": ["b", 1]}'),
        throwsA(isA<fb.VarvelException>()
            .having((error) => error.path, 'path', r'$.tags[1]')
            .having((error) => error.number, 'number', 15)
            .having((error) => (error.offset, error.line, error.column),
                'place', (29, 2, 16))));
    // No option keeps one of them, so no hint says so.
    expect(
        () => buildLampFromJson('{"name": "a", "name": "b"}'),
        throwsA(isA<fb.VarvelException>()
            .having((error) => error.kind, 'kind', fb.ErrorKind.duplicateKey)
            .having((error) => error.hint, 'hint', '')));
    expect(() => buildLampFromJson('{"watts": 1e39, "name": ""}'),
        fails(fb.ErrorKind.numberOutOfRange, 'float can hold'));
    expect(() => buildLampFromJson('{"watts": 1}'),
        fails(fb.ErrorKind.missingField, '"name" of Lamp'));
    expect(() => buildLampFromJson('{"name": "\uD800"}'),
        fails(fb.ErrorKind.loneSurrogate));
    expect(() => buildLampFromJson('[' * 1000),
        fails(fb.ErrorKind.typeMismatch));
    expect(() => buildLampFromJson('{"none": ${'[' * 1000}',
            const fbjson.JsonOptions(skipUnknown: true)),
        fails(fb.ErrorKind.depthLimit));
  });

  test('10,000 mutants are refused, or read to their end', () {
    final bytes = everything().toBytes();
    final random = Random(7);
    var refused = 0;
    for (var i = 0; i < 10000; i++) {
      final mutant = Uint8List.fromList(bytes);
      for (var edits = 1 + random.nextInt(3); edits > 0; edits--) {
        final at = random.nextInt(mutant.length);
        mutant[at] = random.nextBool()
            ? random.nextInt(256)
            : (mutant[at] + random.nextInt(9) - 4) & 0xFF;
      }
      try {
        All.read(mutant)
          ..unpack()
          ..toJsonString(const fbjson.JsonOptions(skipUnknown: true));
      } on fb.VarvelException {
        refused++;
      }
    }
    expect(refused, greaterThan(2000));
    expect(refused, lessThan(9000));
  });

  test('a buffer whose parts are shared costs no more than its limit', () {
    final builder = fb.Builder();
    final note = NoteT(text: 'x' * 1000).pack(builder);
    final parts = builder.tableVector(List.filled(5000, note));
    final bytes = finishAll(builder, createAll(builder, notes: parts));
    expect(() => All.read(bytes), fails(fb.ErrorKind.replayLimit));
    All.read(bytes, const fb.Verify(limits: fb.Limits(replay: 1000)));
  });
}
