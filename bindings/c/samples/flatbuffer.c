/*
 * A FlatBuffer printed by its schema: `flatbuffer SCHEMA.fbs BUFFER.bin`. Without a buffer one is
 * built first, of JSON.
 */
#include <stdio.h>
#include <varvel.h>

/* Reads a file of at most `room` bytes. */
static size_t read_file(const char *name, char *to, size_t room) {
  FILE *file = fopen(name, "rb");
  size_t len = 0;
  if (file != NULL) {
    len = fread(to, 1, room, file);
    fclose(file);
  }
  return len;
}

static int fail(vv_error *error) {
  fprintf(stderr, "%s\n", vv_error_message(error));
  vv_error_free(error);
  return 1;
}

int main(int argc, char **argv) {
  static char text[1 << 16], bytes[1 << 20];
  static const char lamp[] =
      "{\"name\": \"desk\", \"watts\": 4.5, \"size\": \"Large\", \"place\": {\"x\": 1, \"y\": 2.5}}";
  size_t text_len = read_file(argc > 1 ? argv[1] : "lamp.fbs", text, sizeof text);
  vv_schema *schema = NULL;
  vv_error *error = NULL;
  vv_buffer built = VV_BUFFER, printed = VV_BUFFER;
  vv_options options = VV_OPTIONS;
  const void *buffer = bytes;
  size_t len;

  if (vv_schema_new(text, text_len, NULL, 0, &schema, &error) != VV_OK) {
    return fail(error);
  }
  if (argc > 2) {
    len = read_file(argv[2], bytes, sizeof bytes);
  } else {
    vv_frozen *document = NULL;
    if (vv_freeze(VV_JSON, lamp, sizeof lamp - 1, NULL, &document, &error) != VV_OK ||
        vv_flatbuffer_build(schema, vv_frozen_root(document), &built, &error) != VV_OK) {
      return fail(error);
    }
    vv_frozen_free(document);
    buffer = built.data;
    len = built.len;
  }
  options.flags = VV_PRETTY;
  if (vv_flatbuffer_convert(schema, buffer, len, VV_JSON, &options, &printed, &error) != VV_OK) {
    return fail(error);
  }
  printf("%.*s\n", (int)printed.len, (const char *)printed.data);
  vv_buffer_free(&printed);
  vv_buffer_free(&built);
  vv_schema_free(schema);
  return 0;
}
