package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Private classes of other modules, each in a program of its own. */
class ModuleTest {
  private static final String PROGRAM =
      """
      package app.inner;

      import dev.varvel.Codec;
      import dev.varvel.json.Json;
      import java.lang.invoke.MethodHandles;
      import java.util.List;

      public final class Main {
        private record Item(int x, List<Item> parts) {}

        static final class Bean {
          public int x;
          private Bean() {}
        }

        public static void main(String[] arguments) {
          for (Class<?> type : List.of(Item.class, Bean.class)) {
            try {
              print(Codec.of(type));
            } catch (IllegalArgumentException e) {
              System.out.println(e.getMessage());
            }
            print(Codec.of(type, MethodHandles.lookup()));
          }
        }

        private static <T> void print(Codec<T> codec) {
          String json = "{\\"x\\":1,\\"parts\\":[]}";
          System.out.println(Json.writeString(Json.read(json, codec), codec));
        }
      }
      """;

  private static final List<String> READ =
      List.of("{\"x\":1,\"parts\":[]}", "{\"x\":1,\"parts\":[]}", "{\"x\":1}", "{\"x\":1}");

  @TempDir Path folder;
  private Path library;
  private Path sources;

  @BeforeEach
  void writeSources() throws Exception {
    library = Path.of(Codec.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.exists(tool("javac")), "there is no compiler");
    sources = folder.resolve("app/inner");
    Files.createDirectories(sources);
    Files.writeString(sources.resolve("Main.java"), PROGRAM);
  }

  private static Path tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name);
  }

  /** Runs a tool of Java, and returns the lines that it prints. */
  private static List<String> run(String tool, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(tool(tool).toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(true, process.waitFor(1, TimeUnit.MINUTES));
    return printed.lines().toList();
  }

  private List<String> inModule(String more) throws IOException, InterruptedException {
    Path module = sources.resolve("module-info.java");
    Files.writeString(module, "module app { requires dev.varvel; " + more + "}");
    Path out = folder.resolve("out");
    Path main = sources.resolve("Main.java");
    assertEquals(List.of(), run("javac", "-p", library, "-d", out, module, main));
    return run("java", "-p", library + File.pathSeparator + out, "-m", "app/app.inner.Main");
  }

  @Test
  void aModuleGivesItsLookup() throws IOException, InterruptedException {
    String closed =
        " is not open to dev.varvel: give the codec MethodHandles.lookup() of its module, or add"
            + " `opens app.inner to dev.varvel` to the module-info of app";
    assertEquals(
        List.of(
            "app.inner.Main$Item" + closed,
            READ.get(1),
            "app.inner.Main$Bean" + closed,
            READ.get(3)),
        inModule(""));
  }

  @Test
  void aModuleIsOpen() throws IOException, InterruptedException {
    assertEquals(READ, inModule("opens app.inner to dev.varvel; "));
  }

  @Test
  void classesWithoutAModuleAreOpen() throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    assertEquals(List.of(), run("javac", "-cp", library, "-d", out, sources.resolve("Main.java")));
    String path = library + File.pathSeparator + out;
    assertEquals(READ, run("java", "-cp", path, "app.inner.Main"));
    assertEquals(
        READ,
        run("java", "-p", library, "--add-modules", "dev.varvel", "-cp", out, "app.inner.Main"));
  }
}
