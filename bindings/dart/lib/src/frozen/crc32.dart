import 'dart:typed_data';

final Uint32List _table = _makeTable();

Uint32List _makeTable() {
  final table = Uint32List(256);
  for (var i = 0; i < 256; i++) {
    var rest = i;
    for (var bit = 0; bit < 8; bit++) {
      rest = rest.isOdd ? rest >>> 1 ^ 0xEDB88320 : rest >>> 1;
    }
    table[i] = rest;
  }
  return table;
}

/// Returns the CRC-32 of zlib, gzip and PNG of the first bytes.
int crc32(Uint8List bytes, int length) {
  var rest = 0xFFFFFFFF;
  for (var i = 0; i < length; i++) {
    rest = rest >>> 8 ^ _table[(rest ^ bytes[i]) & 0xFF];
  }
  return rest ^ 0xFFFFFFFF;
}
