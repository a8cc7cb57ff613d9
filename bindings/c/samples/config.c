/*
 * A configuration that people wrote: read with defaults, edited, and its comments kept.
 * `config FILE` reads FILE instead of service.yaml; the new text goes to standard output.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <varvel.h>

/* Reads a whole file; the caller frees it. */
static char *read_file(const char *name, size_t *len) {
  FILE *file = fopen(name, "rb");
  size_t room = 4096, got;
  char *text = malloc(room);
  *len = 0;
  while (file != NULL && text != NULL && (got = fread(text + *len, 1, room - *len, file)) > 0) {
    *len += got;
    if (*len == room) {
      char *more = realloc(text, room *= 2);
      if (more == NULL) {
        free(text);
      }
      text = more;
    }
  }
  if (file == NULL || text == NULL) {
    fprintf(stderr, "%s cannot be read\n", name);
    exit(1);
  }
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  size_t len;
  char *text = read_file(argc > 1 ? argv[1] : "service.yaml", &len);
  vv_text *config = NULL;
  vv_error *error = NULL;
  vv_node server, given;
  vv_str host, edited;
  int64_t port = 80;

  if (vv_text_new(VV_SYNTAX_YAML, text, len, NULL, &config, &error) != VV_OK) {
    goto failed;
  }
  server = vv_get(vv_text_node(config), VV_LIT("server"));
  host = vv_string_or(vv_get(server, VV_LIT("host")), VV_LIT("localhost"));
  /* A port that is not there is 80. One that is no integer is an error with its line. */
  given = vv_get(server, VV_LIT("port"));
  if (vv_kind_of(given) != VV_MISSING && vv_i64(given, &port, &error) != VV_OK) {
    vv_error_locate(error, VV_YAML, text, len, NULL);
    goto failed;
  }
  printf("host %.*s, port %" PRId64 ", %s\n", (int)host.len, host.data, port,
         vv_bool_or(vv_get(server, VV_LIT("tls")), false) ? "encrypted" : "not encrypted");

  /* The nodes above are not used after the first edit. */
  if (vv_text_set(config, VV_LIT("server.port"), vv_of_i64(8443), &error) != VV_OK ||
      vv_text_set(config, VV_LIT("server.tls"), vv_of_bool(true), &error) != VV_OK ||
      vv_text_insert(config, VV_LIT("/server/hosts/-"), vv_of_string(VV_LIT("c")), &error) != VV_OK) {
    goto failed;
  }
  edited = vv_text_get(config);
  fwrite(edited.data, 1, edited.len, stdout);
  vv_text_free(config);
  free(text);
  return 0;

failed:
  fprintf(stderr, "%s\n", vv_error_excerpt(error)[0] ? vv_error_excerpt(error) : vv_error_message(error));
  vv_error_free(error);
  vv_text_free(config);
  free(text);
  return 1;
}
