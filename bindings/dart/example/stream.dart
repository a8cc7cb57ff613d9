// Writes a frozen stream to a file, and reads single records of it.
import 'dart:io';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

/// A file of which only the parts are read that are asked for.
final class FileSource implements StreamSource {
  FileSource(this._file) : length = _file.lengthSync();

  final RandomAccessFile _file;

  @override
  final int length;

  @override
  Uint8List read(int at, int count) {
    _file.setPositionSync(at);
    return _file.readSync(count);
  }
}

void main(List<String> arguments) {
  final [path] = arguments;
  final output = File(path).openSync(mode: FileMode.write);
  final writer = FrozenStreamWriter(output.writeFromSync);
  for (var i = 0; i < 10000; i++) {
    writer.add({'id': i, 'square': i * i});
  }
  writer.close();
  output.closeSync();

  final input = File(path).openSync();
  final stream = FrozenStream.from(FileSource(input));
  stdout.writeln('${stream.length} records in ${stream.segmentCount} segments');
  stdout.writeln(stream[7777]);
  input.closeSync();
}
