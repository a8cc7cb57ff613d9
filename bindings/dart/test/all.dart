import 'frozen_vectors_test.dart' as frozen_vectors;
import 'making_test.dart' as making;
import 'numbers_test.dart' as numbers;
import 'src/runner.dart';
import 'streams_test.dart' as streams;
import 'text_vectors_test.dart' as text_vectors;

void main() {
  group('numbers', numbers.main);
  group('frozen', frozen_vectors.main);
  group('text', text_vectors.main);
  group('making', making.main);
  group('streams', streams.main);
}
