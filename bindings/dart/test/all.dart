import 'frozen_vectors_test.dart' as frozen_vectors;
import 'numbers_test.dart' as numbers;
import 'src/runner.dart';

void main() {
  group('numbers', numbers.main);
  group('frozen', frozen_vectors.main);
}
