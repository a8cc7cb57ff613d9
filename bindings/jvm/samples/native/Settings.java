import dev.varvel.ffi.EditableText;
import dev.varvel.ffi.NativeLibrary;
import dev.varvel.ffi.Syntax;
import dev.varvel.ffi.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Changes a setting in a file of YAML, and prints the new text and what it means as JSON. */
class Settings {
  public static void main(String[] args) throws IOException {
    if (!NativeLibrary.isAvailable()) {
      System.out.println(NativeLibrary.problem());
      return;
    }
    byte[] file = Files.readAllBytes(Path.of(args[0]));
    try (EditableText settings = EditableText.parse(file, Syntax.YAML)) {
      settings.set("server.port", 8443).insert("/users/-", "siobhán");
      print(settings.bytes());
      print(Yaml.toJson(settings.bytes()));
    }
  }

  private static void print(byte[] text) {
    System.out.writeBytes(text);
    System.out.println();
  }
}
