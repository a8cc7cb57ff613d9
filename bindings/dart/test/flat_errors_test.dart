import 'dart:collection';

import 'package:varvel/flatbuffers.dart' as fb;

import 'src/fails.dart';
import 'src/generated/earlier.fbs.dart' as earlier;
import 'src/generated/lamp.fbs.dart';
import 'src/generated/later.fbs.dart' as later;
import 'src/generated/robot.fbs.dart';
import 'src/generated/wishes.fbs.dart';
import 'src/runner.dart';

/// A number that no field of 32 bits holds.
const int _large = 0x100000000;

/// Matches a function that throws an error with exactly this path.
Matcher _failsAt(String path) => throwsA(isA<fb.VarvelException>()
    .having((error) => error.path, 'path', path)
    .having((error) => error.kind == fb.ErrorKind.refused, 'refused', isFalse));

/// A list of the program whose item at an index, or whose length, is an error.
final class _Failing<E> extends ListBase<E> {
  _Failing(this.items, this.at);

  final List<E> items;

  /// The index, or -1 for the length.
  final int at;

  @override
  int get length => at < 0 ? throw StateError('mine') : items.length;

  @override
  set length(int length) => throw UnsupportedError('fixed');

  @override
  E operator [](int index) =>
      index == at ? throw StateError('mine') : items[index];

  @override
  void operator []=(int index, E value) => throw UnsupportedError('fixed');
}

/// Matches a function that throws the error of a [_Failing] as it is.
final Matcher _mine = throwsA(
    isA<StateError>().having((error) => error.message, 'text', 'mine'));

/// Plain objects with a wrong value, and its path.
final Map<String, AllT Function()> _wrong = {
  r'$.level': () => AllT(level: const Level(128)),
  r'$.traits': () => AllT(traits: const Trait(0x10000)),
  r'$.signed': () => AllT(signed: const Signed(_large)),
  r'$.maybe': () => AllT(maybe: _large),
  r'$.perhaps': () => AllT(perhaps: const Level(-129)),
  r'$.u64': () => AllT(u64: -1),
  r'$.f32': () => AllT(f32: 1e39),
  r'$.row.cells[1]': () => AllT(row: RowT(cells: [1, 0x10000, 3])),
  r'$.row.points[1].x': () =>
      AllT(row: RowT(points: [PointT(), PointT(x: _large)])),
  r'$.row.points[0].y': () =>
      AllT(row: RowT(points: [PointT(y: 0x8000), PointT()])),
  r'$.row.code[3]': () => AllT(row: RowT(code: [0, 0, 0, 256])),
  r'$.row.level': () => AllT(row: RowT(level: const Level(128))),
  r'$.row.long': () => AllT(row: RowT(long: -1)),
  r'$.points[2].y': () =>
      AllT(points: [PointT(), PointT(), PointT(y: 0x8000)]),
  r'$.one.x': () => AllT(one: AnyPointT(PointT(x: _large))),
  r'$.many[1].y': () =>
      AllT(many: [null, AnyPointT(PointT(y: -0x8001)), AnyTextT('')]),
  r'$.words.class': () => AllT(words: WordsT(class_: _large)),
  r'$.words.value': () => AllT(words: WordsT(value: const Level(128))),
  r'$.words.aB': () => AllT(words: WordsT(aB_: _large)),
  r'$.words.pack[1]': () => AllT(words: WordsT(pack_: [0, _large])),
  r'$.dictionary[1].n': () => AllT(
      dictionary: [WordT(word: 'a'), WordT(word: 'b', n: _large)]),
  r'$.numbers[0].id': () => AllT(numbers: [NumberedT(id: -1)]),
  r'$.numbers[1].n': () => AllT(numbers: [NumberedT(), NumberedT(n: _large)]),
  r'$.levels[1]': () => AllT(levels: [Level.index, const Level(128)]),
  r'$.longs[0]': () => AllT(longs: [-1]),
  r'$.ints[2]': () => AllT(ints: [1, 2, _large]),
  r'$.bytes[0]': () => AllT(bytes: [128]),
  r'$.far[1]': () => AllT(far: [1, 256]),
  r'$.inner[2]': () => AllT(inner: [1, 2, -1]),
  r'$.texts[1]': () => AllT(texts: ['', '\uD800']),
  r'$.all.all.words.get': () =>
      AllT(all: AllT(all: AllT(words: WordsT(get: _large)))),
  r'$.all.all.all.all.all.all.all….row.points[1].x': () {
    var all = AllT(row: RowT(points: [PointT(), PointT(x: _large)]));
    for (var i = 0; i < 20; i++) {
      all = AllT(all: all);
    }
    return all;
  },
};

/// Objects with a list that fails at an index.
final List<AllT Function(int at)> _failing = [
  (at) => AllT(many: _Failing([AnyTextT('a')], at)),
  (at) => AllT(words: WordsT(pack_: _Failing([1], at))),
  (at) => AllT(words: WordsT(list: _Failing(['a'], at))),
  (at) => AllT(row: RowT(cells: _Failing([1, 2, 3], at))),
  (at) => AllT(row: RowT(points: _Failing([PointT(), PointT()], at))),
  (at) => AllT(texts: _Failing(['a'], at)),
  (at) => AllT(shared: _Failing(['a'], at)),
  (at) => AllT(longs: _Failing([1], at)),
  (at) => AllT(ints: _Failing([1], at)),
  (at) => AllT(doubles: _Failing([1], at)),
  (at) => AllT(bools: _Failing([true], at)),
  (at) => AllT(levels: _Failing([Level.index], at)),
  (at) => AllT(wides: _Failing([Wide.most], at)),
  (at) => AllT(points: _Failing([PointT()], at)),
  (at) => AllT(notes: _Failing([NoteT(text: '')], at)),
  (at) => AllT(inner: _Failing([1], at)),
  (at) => AllT(far: _Failing([1], at)),
  (at) => AllT(bytes: _Failing([1], at)),
];

/// Calls of a builder with a list or a function of the program that fails.
final List<void Function(fb.Builder builder)> _calls = [
  (builder) => builder.bytes(_Failing([1, 2], 1)),
  (builder) => builder.bytes(_Failing([1, 2], 1), align: 8),
  (builder) => builder.int8Vector(_Failing([1, 2], 1)),
  (builder) => builder.float32Vector(_Failing([1, 2], 1)),
  (builder) => builder.offsets(_Failing([null], 0)),
  (builder) => builder.unionVector(fb.FieldKind.uint8, _Failing([null], 0)),
  (builder) => builder.nested(() => throw StateError('mine')),
  (builder) => builder.nested(() {
        builder.sharedString('a');
        return InnerT(n: _Failing([1], 0)[0]).pack(builder);
      }),
  (builder) => builder.struct(4, 4, (to, at) => throw StateError('mine')),
  (builder) => builder
    ..startTable(1)
    ..addStructWith(0, 4, 4, (to, at) => throw StateError('mine')),
];

void main() {
  test('an error of an object has the path of its value', () {
    _wrong.forEach((path, make) {
      expect(make().toBytes, _failsAt(path));
      final builder = fb.Builder(forceDefaults: true);
      expect(() => make().pack(builder), _failsAt(path));
    });
    expect(LampT(name: '', watts: 1e300).toBytes, _failsAt(r'$.watts'));
    expect(RobotT(name: '', color: const Color(300)).toBytes,
        _failsAt(r'$.color'));
    expect(RobotT(name: '', battery: 256).toBytes, _failsAt(r'$.battery'));
    expect(RobotT(name: '', at: PlaceT(y: 1e39)).toBytes, _failsAt(r'$.at.y'));
    expect(RobotT(name: '', id: -1).toBytes, _failsAt(r'$.id'));
  });

  test('an array of a struct has its length', () {
    void refused(RowT row, String path) => expect(
        AllT(row: row).toBytes, fails(fb.ErrorKind.refused, 'items, at $path'));
    refused(RowT(cells: [1]), r'$.row.cells');
    refused(RowT(points: []), r'$.row.points');
    refused(RowT(code: [1, 2, 3, 4, 5]), r'$.row.code');
  });

  test('a part that is built by hand has the path from itself on', () {
    final builder = fb.Builder();
    expect(() => builder.packStruct(wishesSchema, 0, PointT(x: _large).put),
        _failsAt(r'$.x'));
    expect(() => Any.ofPoint(builder, PointT(y: 0x8000)), _failsAt(r'$.y'));
    expect(() => WordT(word: '', n: _large).pack(builder), _failsAt(r'$.n'));
    expect(() => createWords(builder, get: _large), _failsAt(''));
    expect(() => RobotBuilder(builder).battery = 256, _failsAt(''));
  });

  test('an error of a list of the program is passed on', () {
    for (final make in _failing) {
      for (final at in [0, -1]) {
        final builder = fb.Builder();
        for (var i = 0; i < 200; i++) {
          expect(() => AllT(all: make(at)).pack(builder), _mine);
        }
        // Nothing is left of the paths, the depth or the parts.
        expect(() => AllT(level: const Level(128)).pack(builder),
            _failsAt(r'$.level'));
        expect(() => AllT(all: make(at)).pack(builder), _mine);
        final made = AllT(text: 'after').pack(builder);
        expect(finishAll(builder, made), AllT(text: 'after').toBytes());
      }
    }
  });

  test('a builder is ready after an error of the program', () {
    for (final call in _calls) {
      final builder = fb.Builder();
      expect(() => call(builder), _mine);
      final made = AllT(shared: ['a', 'a']).pack(builder);
      expect(finishAll(builder, made), AllT(shared: ['a', 'a']).toBytes());
    }
  });

  test('an object that is too deep has a hint that can be followed', () {
    var deep = AllT();
    for (var i = 0; i < 129; i++) {
      deep = AllT(all: deep);
    }
    expect(deep.toBytes,
        fails(fb.ErrorKind.depthLimit, 'hint: pack it by a `Builder(maxDepth'));
    final builder = fb.Builder(maxDepth: 200);
    final bytes = finishAll(builder, deep.pack(builder));
    All.read(bytes, const fb.Verify(limits: fb.Limits(depth: 200)));
  });

  test('an object is shown as JSON, or as the error about it', () {
    final robot = RobotT(
      name: 'Rob',
      at: PlaceT(x: 1, y: 0.1),
      tools: [ToolDrillT(DrillT(size: 8)), null, ToolNoteT('hands')],
    );
    const text = '{"name":"Rob","at":{"x":1.0,"y":0.1},'
        '"tools_type":["Drill","NONE","Note"],'
        '"tools":[{"size":8},null,"hands"]}';
    final read = Robot.read(robot.toBytes());
    expect(['$robot', '$read'], [text, text]);
    expect('${read.at} ${robot.at}', '{"x":1.0,"y":0.1} {"x":1.0,"y":0.1}');
    expect('${read.tools![0]} ${robot.tools![2]}',
        'ToolDrill({"size":8}) ToolNoteT(hands)');
    expect('${RobotT(name: '', battery: 256)}', contains(r'at $.battery'));
    expect('${PlaceT(x: 1e39)}', contains(r'at $.x'));
    expect('${AllT(ints: _Failing([1], 0))}', 'Bad state: mine');
    final endless = AllT();
    endless.all = endless;
    expect('$endless', contains('depth'));
  });

  test('a union of a later schema is shown by its number', () {
    final drawing = earlier.Drawing.read(later.DrawingT(
      name: 'd',
      form: later.FormNameT('n'),
      forms: [
        later.FormCircleT(later.CircleT(radius: 2)),
        later.FormSquareT(later.SquareT(side: 3)),
      ],
    ).toBytes());
    expect(
        '$drawing',
        '{"name":"d","form_type":3,"forms_type":[2,"Square"],'
            '"forms":[null,{"side":3}]}');
    expect('${drawing.form} ${drawing.unpack().form}',
        'FormUnknown(3) FormUnknownT(3)');
  });
}
