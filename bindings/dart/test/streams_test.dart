import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

import 'src/runner.dart';
import 'src/vectors.dart';

/// The bytes of a stream as a source that counts what is read.
final class _Counting implements StreamSource {
  _Counting(this.bytes);

  final Uint8List bytes;
  int taken = 0;

  @override
  int get length => bytes.length;

  @override
  Uint8List read(int at, int count) {
    taken += count;
    return bytes.sublist(at, at + count);
  }
}

/// A file that became shorter after its length was read, or gives too much.
final class _Changed implements StreamSource {
  _Changed(this.length, this.more);

  @override
  final int length;
  final int more;

  @override
  Uint8List read(int at, int count) => Uint8List(count + more);
}

String _lines(Iterable<Node> records) =>
    records.map((record) => '$record\n').join();

Matcher _fails(ErrorKind kind) =>
    throwsA(isA<VarvelException>().having((e) => e.kind, 'kind', kind));

void _judge(Row row) {
  final bytes = vectorFile(row['file']! as String);
  final valid = row['verdict'] == 'valid';
  _checkForward(bytes, valid: valid);
  if (!valid) {
    expect(
        () => FrozenStream.open(bytes).validate(),
        throwsA(isA<VarvelException>()
            .having((e) => e.number, 'number', row['kind_number'])
            .having((e) => e.offset, 'offset', row['offset'])));
    return;
  }
  final stream = FrozenStream.open(bytes)..validate();
  final text = utf8.decode(vectorFile(row['text_file']! as String));
  expect(_lines(stream.records), text);
  final source = _Counting(bytes);
  final other = FrozenStream.from(source);
  expect(other.length, stream.length);
  expect(other.segmentCount, stream.segmentCount);
  for (var i = stream.length - 1; i >= 0; i--) {
    expect(other[i] == stream[i], isTrue);
  }
  expect(() => other[stream.length], _fails(ErrorKind.notFound));
  expect(() => other[-1], _fails(ErrorKind.notFound));
  expect(() => other.segment(other.segmentCount), _fails(ErrorKind.notFound));
}

/// Reading from the front comes to the same end, and recovery to where it
/// stopped.
void _checkForward(Uint8List bytes, {required bool valid}) {
  final reader = FrozenStreamReader();
  final lines = StringBuffer();
  VarvelException? failed;
  try {
    for (final byte in bytes) {
      reader.add([byte]);
      for (var doc = reader.next(); doc != null; doc = reader.next()) {
        lines.write(_lines(doc.root.items));
      }
    }
    reader.close();
  } on VarvelException catch (error) {
    failed = error;
  }
  expect(failed == null, valid, reason: '$failed');
  if (failed == null) {
    expect(reader.offset, bytes.length);
  } else {
    expect(reader.next, throwsA(same(failed)));
  }
  if (failed == null || failed.kind == ErrorKind.invalidFrozen) {
    final recovered = FrozenStream.recover(bytes);
    expect(recovered.end, reader.offset);
    expect(_lines(recovered.records), lines.toString());
  } else {
    expect(() => FrozenStream.recover(bytes), _fails(failed.kind));
  }
}

Uint8List _written(void Function(FrozenStreamWriter writer) write,
    {int segmentBytes = 65536}) {
  final out = BytesBuilder();
  final writer = FrozenStreamWriter(out.add, segmentBytes: segmentBytes);
  write(writer);
  writer.close();
  return out.takeBytes();
}

void main() {
  final streams =
      index.where((row) => (row['file']! as String).contains('stream-'));
  for (final row in streams) {
    final file = row['file']! as String;
    test(file, () => judged('frozen', file, () => _judge(row)));
  }

  test('records are written and read by their numbers', () {
    final bytes = _written((writer) {
      for (var i = 0; i < 5000; i++) {
        writer.add({'id': i, 'name': 'record $i'});
      }
      writer.addJson('[1.5,null]');
    }, segmentBytes: 4096);
    final stream = FrozenStream.open(bytes)..validate();
    expect(stream.length, 5001);
    expect(stream.segmentCount, greaterThan(20));
    expect(stream[4321]['name'].asString, 'record 4321');
    expect(stream[5000].toJsonString(), '[1.5,null]');
    final source = _Counting(bytes);
    expect(FrozenStream.from(source)[17]['id'].asInt, 17);
    expect(source.taken, lessThan(bytes.length ~/ 4));
    _checkForward(bytes.sublist(0, 20000), valid: false);
  });

  test('a source that gives another number of bytes is an error', () {
    for (final more in [-1, 1]) {
      expect(() => FrozenStream.from(_Changed(1000, more)),
          _fails(ErrorKind.io));
    }
  });

  test('a stream without records is one', () {
    final bytes = _written((_) {});
    expect(FrozenStream.open(bytes).length, 0);
    _checkForward(bytes, valid: true);
  });

  test('writing goes on after a stream, also one that was cut', () {
    final bytes = _written((writer) => writer..add(1)..flush()..add('two'));
    for (final cut in [bytes.length, bytes.length - 3]) {
      final before = FrozenStream.recover(bytes.sublist(0, cut));
      final out = BytesBuilder()..add(bytes.sublist(0, before.end));
      FrozenStreamWriter.after(before, out.add)
        ..add(3)
        ..close();
      final whole = FrozenStream.open(out.takeBytes())..validate();
      expect(_lines(whole.records), '1\n"two"\n3\n');
    }
  });

  test('a record that cannot be written leaves the stream as it was', () {
    final bytes = _written((writer) {
      writer.add([1]);
      expect(() => writer.add([1, #no]), _fails(ErrorKind.typeMismatch));
      expect(() => writer.addJson('{"a":1,"a":2}'),
          _fails(ErrorKind.duplicateKey));
      writer.add([2]);
    });
    expect(_lines(FrozenStream.open(bytes).records), '[1]\n[2]\n');
  });

  test('an error of a list of the program leaves the stream as it was', () {
    final bytes = _written((writer) {
      writer.add([1]);
      expect(
          () => writer.add([2].map((item) => throw StateError('mine'))),
          throwsA(isA<StateError>()
              .having((error) => error.message, 'text', 'mine')));
      writer.add([3]);
    });
    expect(_lines(FrozenStream.open(bytes).records), '[1]\n[3]\n');
  });

  test('an error of the function that writes closes the writer', () {
    final out = BytesBuilder();
    var isFull = false;
    final writer = FrozenStreamWriter(
        (block) => isFull ? throw StateError('full') : out.add(block));
    writer
      ..add([1])
      ..flush()
      ..add([2]);
    isFull = true;
    final full = throwsA(
        isA<StateError>().having((error) => error.message, 'text', 'full'));
    expect(writer.flush, full);
    isFull = false;
    // Without the lost block the rest would be another stream.
    expect(() => writer.add([3]), throwsA(isA<StateError>()));
    writer.close();
    final rest = FrozenStream.recover(out.takeBytes());
    expect(_lines(rest.records), '[1]\n');
  });

  test('a file is read from its front', () async {
    final bytes = _written((writer) {
      for (var i = 0; i < 3000; i++) {
        writer.add({'id': i});
      }
    }, segmentBytes: 1000);
    final file = File('${Directory.systemTemp.createTempSync().path}/s.varvel')
      ..writeAsBytesSync(bytes);
    var count = 0;
    await for (final record in FrozenStreamReader.recordsOf(file.openRead())) {
      expect(record['id'].asInt, count++);
    }
    expect(count, 3000);
    file.parent.deleteSync(recursive: true);
  });

  test('the error of an input is the cause', () async {
    Stream<List<int>> broken() async* {
      yield vectorFile('v1/stream-good/segments.varvel').sublist(0, 100);
      throw const FileSystemException('broken');
    }

    VarvelException? error;
    try {
      await FrozenStreamReader.recordsOf(broken()).drain<void>();
    } on VarvelException catch (found) {
      error = found;
    }
    expect(error?.kind, ErrorKind.io);
    expect(error?.offset, 100);
    expect(error?.cause is FileSystemException, isTrue);
  });

  test('no memory is taken by a length that is claimed', () {
    final bytes = vectorFile('v1/stream-good/segments.varvel');
    bytes[8 + 3] = 0x7F; // two billions
    final reader = FrozenStreamReader()..add(bytes);
    expect(reader.next(), isNull);
    expect(reader.close, _fails(ErrorKind.invalidFrozen));
    expect(() => FrozenStream.open(bytes, limits: const Limits(bytes: 10)),
        _fails(ErrorKind.sizeLimit));
  });
}
