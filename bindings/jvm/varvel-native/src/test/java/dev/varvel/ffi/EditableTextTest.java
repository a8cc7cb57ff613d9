package dev.varvel.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.frozen.Frozen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Texts that are edited and keep their comments. */
@NeedsLibrary
class EditableTextTest {
  private static final String YAML =
      """
      # Who may come in
      server: # the only one
        host: 'example.org'   # quoted
        port: 80
      users:
        - Zoë # the first
        - "Li"
      """;

  @Test
  void anEditKeepsTheRest() {
    try (EditableText text = EditableText.parse(YAML, Syntax.YAML)) {
      text.set("server.port", 8443).set("/server/host", "example.com").remove("users[1]");
      text.insert("/users/-", "Siobhán").rename("users", "people");
      assertEquals(
          """
          # Who may come in
          server: # the only one
            host: 'example.com'   # quoted
            port: 8443
          people:
            - Zoë # the first
            - Siobhán
          """,
          text.toString());
      assertEquals(
          List.of("# Who may come in", "# the only one", "# quoted", "# the first"),
          text.comments());
      assertEquals(8443, text.value().root().find("server.port").asLong());
    }
  }

  @Test
  void whatAliasesReferToIsEditedWhereAskedFor() {
    try (EditableText text = EditableText.parse("a: &x [1]\nb: *x\n", Syntax.YAML)) {
      assertEquals(ErrorKind.REFUSED, kind(() -> text.set("b[0]", 2)));
      text.throughAliases(true).set("b[0]", 2);
      assertEquals("a: &x [2]\nb: *x\n", text.toString());
      text.throughAliases(false);
      assertEquals(ErrorKind.REFUSED, kind(() -> text.set("a[0]", 3)));
      assertEquals("a: &x [2]\nb: *x\n", text.toString());
    }
  }

  @Test
  void jsonWithComments() {
    String json = "{\n  // the port\n  \"port\": 80, /* more */\n}\n";
    try (EditableText text = EditableText.parse(json, Syntax.JSONC)) {
      text.set("port", 81L).set("list", List.of(1, Map.of("a", true)));
      assertEquals(
          "{\n  // the port\n  \"port\": 81, /* more */\n  \"list\": [\n    1,\n    {\n      \"a\": true\n    }\n  ],\n}\n",
          text.toString());
      assertEquals(List.of("// the port", "/* more */"), text.comments());
      VarvelException error = assertThrows(VarvelException.class, text::indented);
      assertEquals(ErrorKind.REFUSED, error.kind());
    }
  }

  @Test
  void valuesAreWhatFrozenDocumentsAreMadeOf() {
    record Server(String host, int port) {}
    Frozen frozen = Frozen.freeze(List.of("x", 1.5));
    try (EditableText text = EditableText.parse("{}", Syntax.YAML)) {
      // A record of a test is not open to the module, so a map stands for it.
      text.set("server", Map.of("host", new Server("h", 1).host())).set("frozen", frozen);
      text.set("none", null);
      assertEquals("server:\n  host: h\nfrozen:\n  - x\n  - 1.5\nnone: null\n", text.toString());
    }
  }

  @Test
  void anEditThatFailsChangesNothing() {
    try (EditableText text = EditableText.parse(YAML, Syntax.YAML)) {
      assertEquals(ErrorKind.NOT_FOUND, kind(() -> text.remove("server.nothing")));
      assertEquals(ErrorKind.INVALID_PATH, kind(() -> text.set("a[", 1)));
      assertEquals(ErrorKind.DUPLICATE_KEY, kind(() -> text.insert("server.port", 1)));
      assertEquals(ErrorKind.LONE_SURROGATE, kind(() -> text.set("a", "\uD800")));
      assertEquals(ErrorKind.LONE_SURROGATE, kind(() -> text.set("\uD800", 1)));
      assertEquals(YAML, text.toString());
    }
    try (EditableText text = EditableText.parse("{}", Syntax.JSON)) {
      VarvelException error =
          assertThrows(VarvelException.class, () -> text.set("a", new byte[] {1}));
      assertEquals(ErrorKind.UNREPRESENTABLE, error.kind());
      assertEquals("{}", text.toString());
    }
  }

  private static ErrorKind kind(Runnable edit) {
    return assertThrows(VarvelException.class, edit::run).kind();
  }

  @Test
  void belowAnAliasIsRefused() {
    try (EditableText text = EditableText.parse("a: &x {b: 1}\nc: *x\n", Syntax.YAML)) {
      VarvelException error = assertThrows(VarvelException.class, () -> text.set("c.b", 2));
      assertEquals(ErrorKind.REFUSED, error.kind());
      assertEquals("a: &x {b: 1}\nc: *x\n", text.toString());
    }
  }

  @Test
  void yamlIsIndentedAnew() {
    try (EditableText text = EditableText.parse("a:\n      b: 1 # c\n", Syntax.YAML)) {
      assertEquals("a:\n  b: 1 # c\n", new String(text.indented()));
    }
  }

  @Test
  void aTextThatIsWrongHasAPlace() {
    VarvelException error =
        assertThrows(
            VarvelException.class, () -> EditableText.parse("{\n  \"a\": tru\n}", Syntax.JSON));
    assertEquals(2, error.line());
    assertEquals(8, error.column());
    assertEquals("2 |   \"a\": tru\n  |        ^", error.excerpt());
  }

  @Test
  void aTextThatWasClosedIsNoMoreUsed() {
    EditableText text = EditableText.parse("a: 1", Syntax.YAML);
    text.close();
    text.close();
    assertThrows(IllegalStateException.class, () -> text.set("a", 2));
    assertThrows(IllegalStateException.class, text::bytes);
  }
}
